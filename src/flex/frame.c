/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Elements of a frame. In its own axes the twelve coordinates of an element are
 * (u v w rx ry rz) of its first and of its second node.
 */
#include "flex/frame.h"

#include <math.h>
#include <string.h>

typedef double square[12][12];

/* Bending in one plane, on (v1, r1, v2, r2): slopes r = s v' with s = 1 in x-y and -1 in x-z. */
static void bend(double EI, double GkA, double L, int v, int r, double s, square k)
{
    double P = GkA > 0 ? 12 * EI / (GkA * L * L) : 0, c = EI / (L * L * L * (1 + P));
    const double a[4][4] = {{12, 6 * L, -12, 6 * L},
                            {6 * L, (4 + P) * L * L, -6 * L, (2 - P) * L * L},
                            {-12, -6 * L, 12, -6 * L},
                            {6 * L, (2 - P) * L * L, -6 * L, (4 + P) * L * L}};
    const int at[4] = {v, r, v + 6, r + 6};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) k[at[i]][at[j]] += c * a[i][j] * ((i + j) % 2 ? s : 1);
}

static void stretch(double c, int at, square k)
{
    k[at][at] += c;
    k[at + 6][at + 6] += c;
    k[at][at + 6] -= c;
    k[at + 6][at] -= c;
}

static void local_stiffness(const phk_frame *f, const phk_element *e, square k)
{
    const phk_beam_profile *s = &e->section;
    memset(k, 0, sizeof(square));
    stretch(f->E * s->A / e->L, 0, k);
    stretch(f->G * s->It / e->L, 3, k);
    bend(f->E * s->Iz, f->G * s->ky * s->A, e->L, 1, 5, 1, k);
    bend(f->E * s->Iy, f->G * s->kz * s->A, e->L, 2, 4, -1, k);
}

static void local_geometric(double N, double L, square k)
{
    const double a[4][4] = {{1.2, L / 10, -1.2, L / 10},
                            {L / 10, 2 * L * L / 15, -L / 10, -L * L / 30},
                            {-1.2, -L / 10, 1.2, -L / 10},
                            {L / 10, -L * L / 30, -L / 10, 2 * L * L / 15}};
    memset(k, 0, sizeof(square));
    for (int plane = 0; plane < 2; plane++) {
        const int v = 1 + plane, r = 5 - plane, at[4] = {v, r, v + 6, r + 6};
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                k[at[i]][at[j]] += N / L * a[i][j] * ((i + j) % 2 && plane ? -1 : 1);
    }
}

/* Adds T' k T at the coordinates of the element. */
static void scatter(const phk_frame *f, const phk_element *e, square k, double *K)
{
    size_t n = 6 * (size_t)f->nodes;
    square kt, tkt;
    memset(kt, 0, sizeof kt);
    memset(tkt, 0, sizeof tkt);
    for (int i = 0; i < 12; i++)
        for (int b = 0; b < 4; b++)
            for (int c = 0; c < 3; c++)
                for (int l = 0; l < 3; l++) kt[i][3 * b + c] += k[i][3 * b + l] * e->axis[l][c];
    for (int b = 0; b < 4; b++)
        for (int c = 0; c < 3; c++)
            for (int l = 0; l < 3; l++)
                for (int j = 0; j < 12; j++) tkt[3 * b + c][j] += e->axis[l][c] * kt[3 * b + l][j];
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) {
            size_t row = 6 * (size_t)e->node[i / 6] + (size_t)(i % 6);
            K[row * n + 6 * (size_t)e->node[j / 6] + (size_t)(j % 6)] += tkt[i][j];
        }
}

void phk_frame_stiffness(const phk_frame *f, double *K)
{
    square k;
    for (int i = 0; i < f->elements; i++) {
        local_stiffness(f, &f->element[i], k);
        scatter(f, &f->element[i], k, K);
    }
}

void phk_frame_geometric(const phk_frame *f, const double *force, double *K)
{
    square k;
    for (int i = 0; i < f->elements; i++) {
        local_geometric(force[i], f->element[i].L, k);
        scatter(f, &f->element[i], k, K);
    }
}

/* ---- mass ---- */

/* rows [3][12] of the element's axes: what they are along the axes of the frame. */
static void to_frame(const phk_element *e, double local[3][12], double out[3][12])
{
    double half[3][12];
    memset(half, 0, sizeof half);
    memset(out, 0, sizeof half);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 4; b++)
            for (int c = 0; c < 3; c++)
                for (int l = 0; l < 3; l++)
                    half[a][3 * b + c] += local[a][3 * b + l] * e->axis[l][c];
    for (int a = 0; a < 3; a++)
        for (int l = 0; l < 3; l++)
            for (int j = 0; j < 12; j++) out[a][j] += e->axis[l][a] * half[l][j];
}

phk_mass_point phk_frame_point(const phk_frame *f, const phk_element *e, int g)
{
    static const double place[4] = {-0.8611363115940526, -0.3399810435848563, 0.3399810435848563,
                                    0.8611363115940526},
                        weight[4] = {0.3478548451374538, 0.6521451548625461, 0.6521451548625461,
                                     0.3478548451374538};
    double x = (1 + place[g]) / 2, L = e->L, phi[3][12] = {{0}}, psi[3][12] = {{0}};
    const double h[4] = {1 + x * x * (2 * x - 3), L * x * (1 - x) * (1 - x), x * x * (3 - 2 * x),
                         L * x * x * (x - 1)};
    const double d[4] = {6 * x * (x - 1) / L, (1 - x) * (1 - 3 * x), 6 * x * (1 - x) / L,
                         x * (3 * x - 2)};
    const int v[4] = {1, 5, 7, 11}, w[4] = {2, 4, 8, 10};
    phi[0][0] = psi[0][3] = 1 - x;
    phi[0][6] = psi[0][9] = x;
    for (int i = 0; i < 4; i++) {
        double s = i % 2 ? -1 : 1;
        phi[1][v[i]] = h[i];
        psi[2][v[i]] = d[i];
        phi[2][w[i]] = s * h[i];
        psi[1][w[i]] = -s * d[i];
    }
    phk_mass_point p = {.mass = f->rho * e->section.A * L * weight[g] / 2};
    to_frame(e, phi, p.phi);
    to_frame(e, psi, p.psi);
    p.at = ph_axpy(ph_scale(1 - x, f->at[e->node[0]]), x, f->at[e->node[1]]);
    if (f->no_rotary) return p;
    double J[3] = {e->section.Iy + e->section.Iz, e->section.Iy, e->section.Iz}, j[3][3];
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            j[a][b] = 0;
            for (int l = 0; l < 3; l++)
                j[a][b] += p.mass / e->section.A * J[l] * e->axis[l][a] * e->axis[l][b];
        }
    p.J = (ph_sym3){j[0][0], j[1][1], j[2][2], j[0][1], j[0][2], j[1][2]};
    return p;
}

phk_mass_point phk_lump_point(const phk_frame *f, const phk_lump *lump)
{
    phk_mass_point p = {.mass = lump->mass, .J = lump->inertia, .at = f->at[lump->node]};
    for (int a = 0; a < 3; a++) p.phi[a][a] = p.psi[a][a + 3] = 1;
    return p;
}

static void add_point(const phk_frame *f, const phk_mass_point *p, const int node[2], double *M)
{
    size_t n = 6 * (size_t)f->nodes;
    const ph_sym3 J = p->J;
    const double j[3][3] = {{J.xx, J.xy, J.xz}, {J.xy, J.yy, J.yz}, {J.xz, J.yz, J.zz}};
    for (int i = 0; i < 12; i++) {
        if (node[i / 6] < 0) continue;
        double *row = M + (6 * (size_t)node[i / 6] + (size_t)(i % 6)) * n;
        for (int k = 0; k < 12; k++) {
            if (node[k / 6] < 0) continue;
            double sum = 0;
            for (int a = 0; a < 3; a++) {
                sum += p->mass * p->phi[a][i] * p->phi[a][k];
                for (int b = 0; b < 3; b++) sum += p->psi[a][i] * j[a][b] * p->psi[b][k];
            }
            row[6 * (size_t)node[k / 6] + (size_t)(k % 6)] += sum;
        }
    }
}

void phk_frame_mass(const phk_frame *f, double *M)
{
    for (int i = 0; i < f->elements; i++)
        for (int g = 0; g < PHK_FRAME_GAUSS; g++) {
            phk_mass_point p = phk_frame_point(f, &f->element[i], g);
            add_point(f, &p, f->element[i].node, M);
        }
    for (int i = 0; i < f->lumps; i++) {
        phk_mass_point p = phk_lump_point(f, &f->lump[i]);
        add_point(f, &p, (const int[2]){f->lump[i].node, -1}, M);
    }
}

/* ---- forces ---- */

void phk_frame_forces(const phk_frame *f, const phk_element *e, const double u[12],
                      double force[2][6])
{
    square k;
    double local[12] = {0};
    local_stiffness(f, e, k);
    for (int b = 0; b < 4; b++)
        for (int l = 0; l < 3; l++)
            for (int c = 0; c < 3; c++) local[3 * b + l] += e->axis[l][c] * u[3 * b + c];
    for (int i = 0; i < 12; i++) {
        double sum = 0;
        for (int j = 0; j < 12; j++) sum += k[i][j] * local[j];
        force[i / 6][i % 6] = i < 6 ? -sum : sum;
    }
}
