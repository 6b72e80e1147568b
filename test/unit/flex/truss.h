/* SPDX-License-Identifier: BSD-3-Clause
 *
 * truss.h -- a block of masses and springs as a finite-element model: small enough for full
 * matrices, with the mass matrix of a solid.
 */
#ifndef TRUSS_H
#define TRUSS_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "flex/fe.h"

typedef struct {
    int nx, ny, nz, nodes;
    double (*at)[3];
    double *mass;
    phk_triplets k, m;
} truss;

static inline double truss_random(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) * 0x1p-24;
}

/* Springs between all neighbours, those across cells too, so that nothing is a mechanism. Equations
 * in the order of nodes: x, y, z. */
static inline truss truss_make(int nx, int ny, int nz)
{
    truss t = {nx, ny, nz, nx * ny * nz, NULL, NULL, {0}, {0}};
    unsigned seed = 7;
    t.at = malloc((size_t)t.nodes * sizeof *t.at);
    t.mass = malloc((size_t)t.nodes * sizeof *t.mass);
    for (int i = 0; i < t.nodes; i++) {
        const double whole[3] = {i / (ny * nz), i / nz % ny, i % nz};
        for (int d = 0; d < 3; d++) t.at[i][d] = 0.1 * (whole[d] + 0.2 * truss_random(&seed));
        t.mass[i] = 0.5 + truss_random(&seed);
        for (int d = 0; d < 3; d++) phk_triplets_add(&t.m, 3 * i + d, 3 * i + d, t.mass[i]);
    }
    for (int i = 0; i < t.nodes; i++)
        for (int j = 0; j < i; j++) {
            double n[3], length = 0;
            for (int d = 0; d < 3; d++) length += pow(n[d] = t.at[i][d] - t.at[j][d], 2);
            length = sqrt(length);
            if (length > 0.22) continue;
            const double stiff = 1e6 * (1 + truss_random(&seed)) / (length * length);
            for (int a = 0; a < 3; a++)
                for (int b = 0; b < 3; b++) {
                    const double v = stiff * n[a] * n[b];
                    phk_triplets_add(&t.k, 3 * i + a, 3 * j + b, -v);
                    if (b > a) continue;
                    phk_triplets_add(&t.k, 3 * i + a, 3 * i + b, v);
                    phk_triplets_add(&t.k, 3 * j + a, 3 * j + b, v);
                }
        }
    return t;
}

static inline void truss_free(truss *t)
{
    free(t->at);
    free(t->mass);
    phk_triplets_free(&t->k);
    phk_triplets_free(&t->m);
}

/* As a model; nodes are numbered from 1. */
static inline bool truss_fe(const truss *t, phk_fe *fe)
{
    *fe = (phk_fe){.nodes = t->nodes};
    int *id = phk_arena_alloc(&fe->arena, (size_t)t->nodes * sizeof *id);
    ph_vec3 *at = phk_arena_alloc(&fe->arena, (size_t)t->nodes * sizeof *at);
    fe->equation = phk_arena_alloc(&fe->arena, (size_t)t->nodes * sizeof *fe->equation);
    for (int i = 0; i < t->nodes; i++) {
        id[i] = i + 1;
        at[i] = ph_v3(t->at[i][0], t->at[i][1], t->at[i][2]);
        for (int d = 0; d < 6; d++) fe->equation[i][d] = d < 3 ? 3 * i + d : -1;
    }
    fe->id = id;
    fe->at = at;
    return phk_sparse_make(&t->k, 3 * t->nodes, &fe->stiffness) == PH_OK &&
           phk_sparse_make(&t->m, 3 * t->nodes, &fe->mass) == PH_OK;
}

/* A sparse matrix in full, [n][n]. */
static inline double *full(const phk_sparse *a)
{
    const size_t n = (size_t)a->n;
    double *out = calloc(n * n, sizeof *out);
    for (size_t j = 0; j < n; j++)
        for (size_t k = a->start[j]; k < a->start[j + 1]; k++)
            out[j * n + (size_t)a->row[k]] = out[(size_t)a->row[k] * n + j] = a->value[k];
    return out;
}

#endif
