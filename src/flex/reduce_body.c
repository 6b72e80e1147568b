/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From modes of a finite-element model to the data of a flexible body: invariants, what its nodes
 * and interfaces do in each mode.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "flex/reduce_work.h"

#define TWO_PI 6.283185307179586

/* One mass between nodes, Ms: what the three directions have on average. `uneven`: the largest
 * difference between them, and with others, by the largest entry. */
static ph_status share_mass(const phk_fe *fe, phk_sparse *out, double *uneven)
{
    const int n = fe->mass.n;
    int *node = malloc(((size_t)n + 1) * sizeof *node),
        *way = malloc(((size_t)n + 1) * sizeof *way);
    phk_triplets t = {0};
    double most = 0, cross = 0;
    ph_status status = node && way ? PH_OK : PH_E_NOMEM;
    for (int e = 0; status == PH_OK && e < n; e++) node[e] = way[e] = -1;
    for (int i = 0; status == PH_OK && i < fe->nodes; i++)
        for (int d = 0; d < 6; d++)
            if (fe->equation[i][d] >= 0) {
                node[fe->equation[i][d]] = i;
                way[fe->equation[i][d]] = d;
            }
    for (int j = 0; status == PH_OK && j < n; j++)
        for (size_t k = fe->mass.start[j]; k < fe->mass.start[j + 1]; k++) {
            const int i = fe->mass.row[k];
            const double v = fe->mass.value[k];
            if (way[i] < 0 || way[j] < 0) continue;
            if (way[i] > 2 || way[j] > 2) {
                cross = INFINITY;
                continue;
            }
            most = fmax(most, fabs(v));
            if (way[i] == way[j])
                phk_triplets_add(&t, node[i], node[j], v / 3);
            else
                cross = fmax(cross, fabs(v));
        }
    if (status == PH_OK) status = phk_sparse_make(&t, fe->nodes, out);
    /* what one direction has more or less than the others */
    for (int j = 0; status == PH_OK && j < n; j++)
        for (size_t k = fe->mass.start[j]; k < fe->mass.start[j + 1]; k++) {
            const int i = fe->mass.row[k];
            if (way[i] != way[j] || way[i] < 0 || way[i] > 2) continue;
            const int low = node[i] < node[j] ? node[i] : node[j], high = node[i] + node[j] - low;
            size_t a = out->start[low], b = out->start[low + 1];
            while (a < b) {
                const size_t c = a + (b - a) / 2;
                if (out->row[c] < high)
                    a = c + 1;
                else
                    b = c;
            }
            cross = fmax(cross, fabs(fe->mass.value[k] - out->value[a]));
        }
    *uneven = most > 0 ? cross / most : INFINITY;
    phk_triplets_free(&t);
    free(node);
    free(way);
    return status;
}

/* Displacements of the nodes in one direction. */
static ph_status slice(const phk_reduce_work *w, int d, phk_wide *out)
{
    const phk_fe *fe = w->fe;
    *out = (phk_wide){.n = fe->nodes};
    ph_status status = phk_wide_append(out, w->shape.count);
    for (int b = 0; status == PH_OK && b < phk_wide_blocks(out); b++)
        for (int i = 0; i < fe->nodes; i++)
            if (fe->equation[i][d] >= 0)
                memcpy(out->block[b] + (size_t)i * PHK_WIDE,
                       w->shape.block[b] + (size_t)fe->equation[i][d] * PHK_WIDE,
                       PHK_WIDE * sizeof(double));
    return status;
}

static double *doubles(phk_flex *flex, size_t count)
{
    return phk_arena_alloc(&flex->arena, count * sizeof(double));
}

/* C0 and C1 need the places as shapes: x, y, z from the centre of mass. */
static ph_status places(const phk_reduce_work *w, phk_wide *out)
{
    *out = (phk_wide){.n = w->fe->nodes};
    ph_status status = phk_wide_append(out, 3);
    for (int i = 0; status == PH_OK && i < w->fe->nodes; i++) {
        const ph_vec3 x = ph_sub(w->fe->at[i], w->com);
        *phk_wide_at(out, i, 0) = x.x;
        *phk_wide_at(out, i, 1) = x.y;
        *phk_wide_at(out, i, 2) = x.z;
    }
    return status;
}

/* C1 [3][3][M] and D from the slices. */
static ph_status fill_modal(phk_flex *flex, const phk_sparse *ms, const phk_wide *x,
                            const phk_wide u[3])
{
    static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    const size_t M = (size_t)flex->modes;
    double *c1 = doubles(flex, 9 * M), *d[6];
    bool all = c1 != NULL;
    for (int k = 0; k < 6; k++) all = (d[k] = doubles(flex, M * M)) != NULL && all;
    ph_status status = all ? PH_OK : PH_E_NOMEM;
    phk_wide mu = {0};
    for (int b = 0; status == PH_OK && b < 3; b++) {
        status = phk_wide_times(ms, &u[b], &mu);
        double *rows = status == PH_OK ? malloc((3 * M + 1) * sizeof *rows) : NULL;
        if (!rows) status = PH_E_NOMEM;
        if (status == PH_OK) phk_wide_gram(x, &mu, rows);
        for (int a = 0; status == PH_OK && a < 3; a++)
            memcpy(c1 + (size_t)(3 * a + b) * M, rows + (size_t)a * M, M * sizeof *c1);
        free(rows);
        for (int k = 0; status == PH_OK && k < 6; k++)
            if (pair[k][1] == b) phk_wide_gram(&u[pair[k][0]], &mu, d[k]);
        phk_wide_free(&mu);
    }
    for (int k = 0; status == PH_OK && k < 3; k++)
        for (size_t i = 0; i < M; i++)
            for (size_t j = 0; j < i; j++)
                d[k][i * M + j] = d[k][j * M + i] = (d[k][i * M + j] + d[k][j * M + i]) / 2;
    flex->C1 = c1;
    for (int k = 0; k < 6; k++) flex->D[k] = d[k];
    return status;
}

/* What Ms does not have of inertia and modal masses: exact in sum. */
static ph_status fill_rotary(phk_flex *flex, const phk_reduce_work *w, bool solid)
{
    const size_t M = (size_t)flex->modes;
    double(*c)[3] = flex->C0;
    double trace = c[0][0] + c[1][1] + c[2][2], J[3][3], I[3][3];
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            J[a][b] = w->inertia[a][b];
            I[a][b] = solid ? 0 : J[a][b] - (a == b ? trace : 0) + c[a][b];
        }
    flex->I7r = (ph_sym3){I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]};
    flex->J0 =
        (ph_sym3){trace - c[0][0] + I[0][0], trace - c[1][1] + I[1][1], trace - c[2][2] + I[2][2],
                  I[0][1] - c[0][1],         I[0][2] - c[0][2],         I[1][2] - c[1][2]};
    if (solid) return PH_OK;
    double *i4 = doubles(flex, 3 * M), *i6 = doubles(flex, M * M);
    if (!i4 || !i6) return PH_E_NOMEM;
    for (int a = 0; a < 3; a++) {
        const int p = (a + 1) % 3, q = (a + 2) % 3;
        for (size_t j = 0; j < M; j++)
            i4[(size_t)a * M + j] =
                flex->C1[(size_t)(3 * q + p) * M + j] - flex->C1[(size_t)(3 * p + q) * M + j];
    }
    for (size_t i = 0; i < M; i++)
        for (size_t j = 0; j < M; j++)
            i6[i * M + j] = (i == j) - flex->D[PHK_XX][i * M + j] - flex->D[PHK_YY][i * M + j] -
                            flex->D[PHK_ZZ][i * M + j];
    flex->I4r = i4;
    flex->I6r = i6;
    return PH_OK;
}

static ph_status fill_inertia(const phk_reduce_work *w, phk_flex *flex, const phk_wide u[3])
{
    phk_sparse ms = {0};
    phk_wide x = {0}, mx = {0};
    double uneven, g[9];
    ph_status status = share_mass(w->fe, &ms, &uneven);
    if (status == PH_OK) status = places(w, &x);
    if (status == PH_OK) status = phk_wide_times(&ms, &x, &mx);
    if (status == PH_OK) {
        phk_wide_gram(&x, &mx, g);
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++) flex->C0[a][b] = (g[3 * a + b] + g[3 * b + a]) / 2;
        status = fill_modal(flex, &ms, &x, u);
    }
    w->found->solid = uneven < 1e-9;
    if (status == PH_OK) status = fill_rotary(flex, w, w->found->solid);
    phk_sparse_free(&ms);
    phk_wide_free(&x);
    phk_wide_free(&mx);
    return status;
}

/* [3][M] of a node, of its shifts (from 0) or its turns (from 3); NULL: it has none, or no memory.
 */
static const double *motion_of(const phk_reduce_work *w, phk_flex *flex, int node, int from)
{
    const int *e = w->fe->equation[node] + from;
    const size_t M = (size_t)flex->modes;
    if (from > 0 && (e[0] < 0 || e[1] < 0 || e[2] < 0)) return NULL;
    double *out = doubles(flex, 3 * M);
    for (int d = 0; out && d < 3; d++)
        for (size_t j = 0; j < M && e[d] >= 0; j++)
            out[(size_t)d * M + j] = *phk_wide_at(&w->shape, e[d], (int)j);
    return out;
}

/* The node of a set: its mean motion, which is its motion where it is rigid. */
static ph_status fill_set(const phk_reduce_work *w, phk_flex *flex, const phk_fe_interface *face,
                          phk_flex_node *out)
{
    const size_t M = (size_t)flex->modes, wide = 3 * (size_t)face->count;
    double *row = malloc(6 * wide * sizeof *row);
    double *phi = doubles(flex, 3 * M), *psi = doubles(flex, 3 * M);
    ph_vec3 centre;
    ph_status status = row && phi && psi ? PH_OK : PH_E_NOMEM;
    if (status == PH_OK && !phk_reduce_average(w->fe, face, &centre, row)) status = PH_E_SINGULAR;
    for (int k = 0; status == PH_OK && k < 6; k++) {
        double *to = (k < 3 ? phi : psi) + (size_t)(k % 3) * M;
        for (size_t c = 0; c < wide; c++) {
            const int e = w->fe->equation[face->node[c / 3]][c % 3];
            for (size_t j = 0; j < M && e >= 0; j++)
                to[j] += row[(size_t)k * wide + c] * *phk_wide_at(&w->shape, e, (int)j);
        }
    }
    free(row);
    if (status != PH_OK) return status;
    *out = (phk_flex_node){-1, face->name, ph_sub(centre, w->com), phi, psi};
    return PH_OK;
}

static ph_status fill_nodes(const phk_reduce_work *w, phk_flex *flex)
{
    const phk_fe *fe = w->fe;
    int sets = 0;
    for (int i = 0; i < w->how->interfaces; i++) sets += w->how->interface[i].hold >= PHK_FE_RIGID;
    phk_flex_node *node = phk_arena_alloc(&flex->arena, (size_t)(fe->nodes + sets) * sizeof *node);
    if (!node) return PH_E_NOMEM;
    for (int i = 0; i < fe->nodes; i++) {
        node[i] = (phk_flex_node){fe->id[i], NULL, ph_sub(fe->at[i], w->com),
                                  motion_of(w, flex, i, 0), motion_of(w, flex, i, 3)};
        if (!node[i].phi) return PH_E_NOMEM;
    }
    int at = fe->nodes;
    for (int i = 0; i < w->how->interfaces; i++) {
        const phk_fe_interface *face = &w->how->interface[i];
        const char *name = phk_arena_text(&flex->arena, face->name, strlen(face->name));
        if (!name) return PH_E_NOMEM;
        if (face->hold < PHK_FE_RIGID) {
            node[face->node[0]].name = name;
            continue;
        }
        ph_status status = fill_set(w, flex, face, &node[at]);
        if (status != PH_OK) return status;
        node[at++].name = name;
    }
    flex->nodes = at;
    flex->node = node;
    flex->interfaces = w->how->interfaces;
    for (int i = 0; i < 6; i++)
        flex->rigid = fmax(flex->rigid, fabs(w->found->rigid[i]) * TWO_PI / sqrt(w->lambda[0]));
    return flex->arena.exhausted ? PH_E_NOMEM : PH_OK;
}

static ph_status fill_drawing(const phk_fe *fe, phk_flex *flex)
{
    int *line = phk_arena_alloc(&flex->arena, 2 * ((size_t)fe->lines + 1) * sizeof *line);
    int *face = phk_arena_alloc(&flex->arena, 3 * ((size_t)fe->faces + 1) * sizeof *face);
    if (!line || !face) return PH_E_NOMEM;
    if (fe->lines) memcpy(line, fe->line, 2 * (size_t)fe->lines * sizeof *line);
    if (fe->faces) memcpy(face, fe->face, 3 * (size_t)fe->faces * sizeof *face);
    flex->lines = fe->lines;
    flex->faces = fe->faces;
    flex->line = line;
    flex->face = face;
    return PH_OK;
}

ph_status phk_reduce_body(const phk_reduce_work *w, phk_flex *flex)
{
    const size_t M = (size_t)w->shape.count;
    phk_wide u[3] = {{0}, {0}, {0}};
    flex->modes = (int)M;
    flex->mass = w->mass;
    flex->com = w->com;
    double *stiffness = doubles(flex, M), *damping = doubles(flex, M);
    ph_status status = stiffness && damping ? PH_OK : PH_E_NOMEM;
    for (size_t j = 0; status == PH_OK && j < M; j++) {
        stiffness[j] = w->lambda[j];
        damping[j] = NAN;
    }
    flex->stiffness = stiffness;
    flex->damping = damping;
    for (int d = 0; status == PH_OK && d < 3; d++) status = slice(w, d, &u[d]);
    if (status == PH_OK) status = fill_inertia(w, flex, u);
    for (int d = 0; d < 3; d++) phk_wide_free(&u[d]);
    if (status == PH_OK) status = fill_nodes(w, flex);
    if (status == PH_OK) status = fill_drawing(w->fe, flex);
    return status == PH_OK ? phk_flex_measure(flex) : status;
}
