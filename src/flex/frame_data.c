/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What follows from the shapes of a frame: mean axes, and the sums over its mass points that all
 * inertia of a flexible body is made of.
 */
#include "flex/modes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "linalg/dense.h"

/* ---- mean axes ---- */

/* Mass and first moment. */
static double weigh(const phk_frame *f, ph_vec3 *com)
{
    double mass = 0;
    ph_vec3 first = {0, 0, 0};
    for (int i = 0; i < f->elements; i++)
        for (int g = 0; g < PHK_FRAME_GAUSS; g++) {
            phk_mass_point p = phk_frame_point(f, &f->element[i], g);
            mass += p.mass;
            first = ph_axpy(first, p.mass, p.at);
        }
    for (int i = 0; i < f->lumps; i++) {
        mass += f->lump[i].mass;
        first = ph_axpy(first, f->lump[i].mass, f->at[f->lump[i].node]);
    }
    *com = ph_scale(1 / mass, first);
    return mass;
}

/* Coordinate c of a node in rigid motion k: three displacements, three turns about com. */
static double rigid(ph_vec3 x, int c, int k)
{
    const double r[3] = {x.x, x.y, x.z};
    if (k < 3) return c == k;
    if (c >= 3) return c == k;
    /* e_k x r, component c */
    int a = k - 3;
    if (c == a) return 0;
    return (c - a + 3) % 3 == 1 ? -r[3 - a - c] : r[3 - a - c];
}

void phk_frame_mean_axes(const phk_frame *f, const double *M, int modes, double *shape,
                         phk_arena *scratch)
{
    int n = 6 * f->nodes, pivot[6];
    ph_vec3 com;
    double ZMZ[36] = {0};
    double *Z = phk_arena_alloc(scratch, (size_t)n * 6 * sizeof *Z);
    double *MZ = phk_arena_alloc(scratch, (size_t)n * 6 * sizeof *MZ);
    if (!Z || !MZ) return; /* the arena remembers */
    weigh(f, &com);
    for (int r = 0; r < n; r++)
        for (int k = 0; k < 6; k++) Z[6 * r + k] = rigid(ph_sub(f->at[r / 6], com), r % 6, k);
    for (int r = 0; r < n; r++)
        for (int s = 0; s < n; s++) {
            double m = M[(size_t)r * (size_t)n + (size_t)s];
            for (int k = 0; m != 0 && k < 6; k++) MZ[6 * r + k] += m * Z[6 * s + k];
        }
    for (int r = 0; r < n; r++)
        for (int k = 0; k < 36; k++) ZMZ[k] += Z[6 * r + k / 6] * MZ[6 * r + k % 6];
    phk_dense_factor(6, ZMZ, pivot);
    for (int j = 0; j < modes; j++) {
        double a[6] = {0};
        for (int r = 0; r < n; r++)
            for (int k = 0; k < 6; k++)
                a[k] += MZ[6 * r + k] * shape[(size_t)r * (size_t)modes + (size_t)j];
        phk_dense_solve(6, ZMZ, pivot, a);
        for (int r = 0; r < n; r++)
            for (int k = 0; k < 6; k++)
                shape[(size_t)r * (size_t)modes + (size_t)j] -= Z[6 * r + k] * a[k];
    }
}

/* ---- sums over mass points ---- */

typedef struct {
    int modes;
    const phk_shapes *shapes;
    double *phi, *psi; /* [3][modes] of the point at hand */
    double *C1, *D[6], *I4r, *I6r;
    double C0[3][3], I7r[3][3];
} sums;

/* rows [3][12] times the shapes of two nodes. */
static void rows_of(const sums *s, const double rows[3][12], const int node[2], double *out)
{
    size_t m = (size_t)s->modes;
    memset(out, 0, 3 * m * sizeof *out);
    for (int a = 0; a < 3; a++)
        for (int i = 0; i < 12; i++) {
            if (rows[a][i] == 0 || node[i / 6] < 0) continue;
            const double *shape =
                s->shapes->shape + (6 * (size_t)node[i / 6] + (size_t)(i % 6)) * m;
            for (size_t j = 0; j < m; j++) out[(size_t)a * m + j] += rows[a][i] * shape[j];
        }
}

static void add_outer(size_t m, double c, const double *x, const double *y, double *out)
{
    for (size_t j = 0; j < m; j++) {
        double s = c * x[j];
        if (s == 0) continue;
        for (size_t k = 0; k < m; k++) out[j * m + k] += s * y[k];
    }
}

static void add_point(sums *s, const phk_mass_point *p, ph_vec3 com, const int node[2])
{
    static const int first[6] = {0, 1, 2, 0, 1, 2}, second[6] = {0, 1, 2, 1, 2, 0};
    size_t m = (size_t)s->modes;
    const ph_vec3 d = ph_sub(p->at, com);
    const double x[3] = {d.x, d.y, d.z};
    const ph_sym3 J = p->J;
    const double j[3][3] = {{J.xx, J.xy, J.xz}, {J.xy, J.yy, J.yz}, {J.xz, J.yz, J.zz}};
    rows_of(s, p->phi, node, s->phi);
    rows_of(s, p->psi, node, s->psi);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            s->C0[a][b] += p->mass * x[a] * x[b];
            s->I7r[a][b] += j[a][b];
            for (size_t k = 0; k < m; k++) {
                s->C1[(size_t)(3 * a + b) * m + k] += p->mass * x[a] * s->phi[(size_t)b * m + k];
                s->I4r[(size_t)a * m + k] += j[a][b] * s->psi[(size_t)b * m + k];
            }
            if (j[a][b] != 0)
                add_outer(m, j[a][b], s->psi + (size_t)a * m, s->psi + (size_t)b * m, s->I6r);
        }
    for (int c = 0; c < 6; c++)
        add_outer(m, p->mass, s->phi + (size_t)first[c] * m, s->phi + (size_t)second[c] * m,
                  s->D[c]);
}

static ph_sym3 sym_of(double a[3][3])
{
    return (ph_sym3){a[0][0], a[1][1], a[2][2], a[0][1], a[0][2], a[1][2]};
}

ph_status phk_frame_inertia(const phk_frame *f, const phk_shapes *shapes, phk_flex *flex)
{
    size_t m = (size_t)shapes->modes;
    sums s = {.modes = shapes->modes, .shapes = shapes};
    double *room = phk_arena_alloc(&flex->arena, (18 * m + 7 * m * m) * sizeof *room);
    if (!room) return PH_E_NOMEM;
    s.phi = room;
    s.psi = room + 3 * m;
    s.C1 = room + 6 * m;
    s.I4r = room + 15 * m;
    s.I6r = room + 18 * m;
    for (int c = 0; c < 6; c++) s.D[c] = s.I6r + (size_t)(c + 1) * m * m;
    flex->mass = weigh(f, &flex->com);
    for (int i = 0; i < f->elements; i++)
        for (int g = 0; g < PHK_FRAME_GAUSS; g++) {
            phk_mass_point p = phk_frame_point(f, &f->element[i], g);
            add_point(&s, &p, flex->com, f->element[i].node);
        }
    for (int i = 0; i < f->lumps; i++) {
        phk_mass_point p = phk_lump_point(f, &f->lump[i]);
        add_point(&s, &p, flex->com, (const int[2]){f->lump[i].node, -1});
    }
    double trace = s.C0[0][0] + s.C0[1][1] + s.C0[2][2], J0[3][3];
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) J0[a][b] = (a == b ? trace : 0) - s.C0[a][b] + s.I7r[a][b];
    flex->modes = shapes->modes;
    memcpy(flex->C0, s.C0, sizeof s.C0);
    flex->J0 = sym_of(J0);
    flex->I7r = sym_of(s.I7r);
    flex->C1 = s.C1;
    flex->I4r = s.I4r;
    flex->I6r = s.I6r;
    for (int c = 0; c < 6; c++) flex->D[c] = s.D[c];
    return PH_OK;
}

/* ---- nodes ---- */

ph_status phk_frame_nodes(const phk_frame *f, const phk_shapes *shapes, phk_flex *flex)
{
    size_t m = (size_t)shapes->modes, n = (size_t)f->nodes;
    double *shape = phk_arena_alloc(&flex->arena, 6 * n * m * sizeof *shape);
    double *value = phk_arena_alloc(&flex->arena, 2 * m * sizeof *value), *size = value + m;
    phk_flex_node *node = phk_arena_alloc(&flex->arena, n * sizeof *node);
    int *line = phk_arena_alloc(&flex->arena, 2 * (size_t)f->elements * sizeof *line);
    if (!shape || !value || !node || !line) return PH_E_NOMEM;
    memcpy(shape, shapes->shape, 6 * n * m * sizeof *shape);
    memcpy(value, shapes->value, m * sizeof *value);
    for (size_t i = 0; i < n; i++) {
        const double *phi = shape + 6 * i * m;
        const char *name = f->name[i];
        if (name && !(name = phk_arena_text(&flex->arena, name, strlen(name)))) return PH_E_NOMEM;
        node[i] = (phk_flex_node){.id = (int)i + 1,
                                  .name = name,
                                  .at = ph_sub(f->at[i], flex->com),
                                  .phi = phi,
                                  .psi = phi + 3 * m};
        for (size_t j = 0; j < m; j++) {
            double x = phi[j], y = phi[m + j], z = phi[2 * m + j];
            size[j] = fmax(size[j], sqrt(x * x + y * y + z * z));
        }
    }
    for (int i = 0; i < f->elements; i++)
        for (int k = 0; k < 2; k++) line[2 * i + k] = f->element[i].node[k];
    flex->stiffness = value;
    flex->size = size;
    flex->nodes = f->nodes;
    flex->node = node;
    flex->lines = f->elements;
    flex->line = line;
    return PH_OK;
}
