/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Geometric stiffening of a body that spins about a node: the axial forces of its members under the
 * field m (w x (p x w)) = m (p |w|^2 - w (w.p)), of which each product of components of w has its
 * share, with that node held; and the stiffness they give to the shapes. Of what bends against the
 * pull of its own spin, and not of loads of other kinds.
 */
#include "flex/modes.h"

#include <string.h>
#include "linalg/symmetric.h"

/* Force on a unit mass at p of the unit product number c. */
static void field(int c, const double p[3], double f[3])
{
    static const int first[6] = {0, 1, 2, 0, 1, 2}, second[6] = {0, 1, 2, 1, 2, 0};
    int a = first[c], b = second[c];
    for (int i = 0; i < 3; i++) f[i] = a == b ? (i == a ? 0 : p[i]) : 0;
    if (a == b) return;
    f[a] = -p[b];
    f[b] = -p[a];
}

/* Adds the forces of a mass point to right-hand sides [n][6]. */
static void load(const phk_mass_point *p, ph_vec3 origin, const int node[2], double *rhs)
{
    ph_vec3 d = ph_sub(p->at, origin);
    const double at[3] = {d.x, d.y, d.z};
    for (int c = 0; c < 6; c++) {
        double f[3];
        field(c, at, f);
        for (int i = 0; i < 12; i++) {
            if (node[i / 6] < 0) continue;
            double sum = 0;
            for (int a = 0; a < 3; a++) sum += p->mass * f[a] * p->phi[a][i];
            rhs[6 * (6 * (size_t)node[i / 6] + (size_t)(i % 6)) + (size_t)c] += sum;
        }
    }
}

ph_status phk_frame_spin(const phk_frame *f, int held, phk_arena *scratch, double *force)
{
    int n = 6 * f->nodes;
    double *K = phk_arena_alloc(scratch, (size_t)n * (size_t)n * sizeof *K);
    double *u = phk_arena_alloc(scratch, (size_t)n * 6 * sizeof *u);
    if (!K || !u) return PH_E_NOMEM;
    phk_frame_stiffness(f, K);
    for (int i = 0; i < f->elements; i++)
        for (int g = 0; g < PHK_FRAME_GAUSS; g++) {
            phk_mass_point p = phk_frame_point(f, &f->element[i], g);
            load(&p, f->at[held], f->element[i].node, u);
        }
    for (int i = 0; i < f->lumps; i++) {
        phk_mass_point p = phk_lump_point(f, &f->lump[i]);
        load(&p, f->at[held], (const int[2]){f->lump[i].node, -1}, u);
    }
    /* the held node stays: its rows and columns become those of 1 */
    for (int r = 6 * held; r < 6 * held + 6; r++) {
        for (int c = 0; c < n; c++)
            K[(size_t)r * (size_t)n + (size_t)c] = K[(size_t)c * (size_t)n + (size_t)r] = r == c;
        for (int c = 0; c < 6; c++) u[6 * r + c] = 0;
    }
    if (phk_cholesky_factor(n, K, 1e-13) >= 0) return PH_E_SOLVE;
    phk_cholesky_solve(n, K, 6, u);
    for (int c = 0; c < 6; c++)
        for (int i = 0; i < f->elements; i++) {
            const phk_element *e = &f->element[i];
            double longer = 0;
            for (int a = 0; a < 3; a++)
                longer += e->axis[0][a] *
                          (u[6 * (6 * e->node[1] + a) + c] - u[6 * (6 * e->node[0] + a) + c]);
            force[(size_t)c * (size_t)f->elements + (size_t)i] =
                f->E * e->section.A / e->L * longer;
        }
    return PH_OK;
}

ph_status phk_frame_stiffening(const phk_frame *f, int held, const phk_shapes *shapes,
                               phk_flex *flex, phk_arena *scratch)
{
    size_t n = 6 * (size_t)f->nodes, m = (size_t)shapes->modes;
    double *force = phk_arena_alloc(scratch, 6 * (size_t)f->elements * sizeof *force);
    double *KG = phk_arena_alloc(scratch, n * n * sizeof *KG);
    double *half = phk_arena_alloc(scratch, n * m * sizeof *half);
    if (!force || !KG || !half) return PH_E_NOMEM;
    ph_status status = phk_frame_spin(f, held, scratch, force);
    for (int c = 0; !status && c < 6; c++) {
        double *out = phk_arena_alloc(&flex->arena, m * m * sizeof *out);
        if (!out) return PH_E_NOMEM;
        memset(KG, 0, n * n * sizeof *KG);
        memset(half, 0, n * m * sizeof *half);
        phk_frame_geometric(f, force + (size_t)c * (size_t)f->elements, KG);
        for (size_t r = 0; r < n; r++)
            for (size_t k = 0; k < n; k++)
                for (size_t j = 0; KG[r * n + k] != 0 && j < m; j++)
                    half[r * m + j] += KG[r * n + k] * shapes->shape[k * m + j];
        for (size_t r = 0; r < n; r++)
            for (size_t i = 0; i < m; i++)
                for (size_t j = 0; j < m; j++)
                    out[i * m + j] += shapes->shape[r * m + i] * half[r * m + j];
        for (size_t i = 0; i < m; i++)
            for (size_t j = 0; j < i; j++)
                out[i * m + j] = out[j * m + i] = 0.5 * (out[i * m + j] + out[j * m + i]);
        flex->stiffening[c] = out;
    }
    return status;
}
