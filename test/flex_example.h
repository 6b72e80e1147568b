/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flex_example.h -- flexible bodies for tests: random mass points with rotary inertia that move by
 * random shapes, brought to mean axes and to modes of mass 1, so that all their inertia belongs to
 * one true body. Some of the points are the nodes.
 */
#ifndef FLEX_EXAMPLE_H
#define FLEX_EXAMPLE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "flex/flex.h"
#include "math/so3.h"

enum { FLEX_POINTS = 12, FLEX_MODES = 5, FLEX_NODES = 3, FLEX_ALL = 6 + FLEX_MODES };

typedef struct {
    phk_flex is;
    double mass[FLEX_POINTS], rotary[FLEX_POINTS];
    ph_vec3 at[FLEX_POINTS];
    /* displacement and turn of the points: [point][x y z][shape] */
    double phi[FLEX_POINTS][3][FLEX_MODES], psi[FLEX_POINTS][3][FLEX_MODES];
    double C1[9][FLEX_MODES], D[6][FLEX_MODES * FLEX_MODES], I4r[3][FLEX_MODES],
        I6r[FLEX_MODES * FLEX_MODES], stiffness[FLEX_MODES], damping[FLEX_MODES], size[FLEX_MODES],
        K[6][FLEX_MODES * FLEX_MODES];
    phk_flex_node node[FLEX_NODES];
    char name[FLEX_NODES][8];
} flex_example;

static inline double flex_random(unsigned long long *seed)
{
    *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(*seed >> 11) / 9007199254740992.0 * 2 - 1;
}

/* One motion of all points: six numbers each. */
typedef struct {
    double d[FLEX_POINTS][6];
} flex_shape;

static inline double flex_product(const flex_example *f, const flex_shape *a, const flex_shape *b)
{
    double sum = 0;
    for (int p = 0; p < FLEX_POINTS; p++)
        for (int c = 0; c < 6; c++)
            sum += (c < 3 ? f->mass[p] : f->rotary[p]) * a->d[p][c] * b->d[p][c];
    return sum;
}

/* Rigid motions first, then random shapes, each made orthogonal to all before it and of mass 1: so
 * the shapes hold no rigid motion. */
static inline void flex_orthogonal(const flex_example *f, unsigned long long *seed,
                                   flex_shape shape[FLEX_ALL])
{
    for (int s = 0; s < FLEX_ALL; s++) {
        for (int p = 0; p < FLEX_POINTS; p++) {
            ph_vec3 unit = {s % 3 == 0, s % 3 == 1, s % 3 == 2};
            ph_vec3 move = s < 3 ? unit : ph_cross(unit, f->at[p]), none = {0, 0, 0};
            ph_vec3 turn = s < 3 ? none : unit;
            memcpy(shape[s].d[p], &move, sizeof move);
            memcpy(shape[s].d[p] + 3, &turn, sizeof turn);
            for (int c = 0; s >= 6 && c < 6; c++) shape[s].d[p][c] = flex_random(seed);
        }
        for (int again = 0; again < 2; again++)
            for (int k = 0; k < s; k++) {
                double by = flex_product(f, &shape[s], &shape[k]);
                for (int i = 0; i < 6 * FLEX_POINTS; i++)
                    shape[s].d[i / 6][i % 6] -= by * shape[k].d[i / 6][i % 6];
            }
        double norm = sqrt(flex_product(f, &shape[s], &shape[s]));
        for (int i = 0; i < 6 * FLEX_POINTS; i++) shape[s].d[i / 6][i % 6] /= norm;
    }
}

static inline void flex_points(flex_example *f, unsigned long long *seed)
{
    ph_vec3 com = {0, 0, 0};
    double mass = 0;
    for (int p = 0; p < FLEX_POINTS; p++) {
        f->mass[p] = 0.2 + 0.1 * flex_random(seed);
        f->rotary[p] = 0.02 + 0.01 * flex_random(seed);
        double x = flex_random(seed), y = flex_random(seed), z = flex_random(seed);
        f->at[p] = ph_v3(x, 0.8 * y, 0.6 * z);
        com = ph_axpy(com, f->mass[p], f->at[p]);
        mass += f->mass[p];
    }
    for (int p = 0; p < FLEX_POINTS; p++) f->at[p] = ph_axpy(f->at[p], -1 / mass, com);
    f->is.mass = mass;
}

static inline void flex_sums(flex_example *f)
{
    static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    double trace = 0, rotary = 0;
    memset(f->C1, 0, sizeof f->C1);
    memset(f->D, 0, sizeof f->D);
    memset(f->I4r, 0, sizeof f->I4r);
    memset(f->I6r, 0, sizeof f->I6r);
    memset(f->is.C0, 0, sizeof f->is.C0);
    for (int p = 0; p < FLEX_POINTS; p++) {
        const double x[3] = {f->at[p].x, f->at[p].y, f->at[p].z}, m = f->mass[p];
        rotary += f->rotary[p];
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                f->is.C0[a][b] += m * x[a] * x[b];
                for (int j = 0; j < FLEX_MODES; j++)
                    f->C1[3 * a + b][j] += m * x[a] * f->phi[p][b][j];
            }
            for (int j = 0; j < FLEX_MODES; j++) f->I4r[a][j] += f->rotary[p] * f->psi[p][a][j];
        }
        for (int j = 0; j < FLEX_MODES; j++)
            for (int k = 0; k < FLEX_MODES; k++) {
                for (int d = 0; d < 6; d++)
                    f->D[d][j * FLEX_MODES + k] +=
                        m * f->phi[p][pair[d][0]][j] * f->phi[p][pair[d][1]][k];
                for (int a = 0; a < 3; a++)
                    f->I6r[j * FLEX_MODES + k] += f->rotary[p] * f->psi[p][a][j] * f->psi[p][a][k];
            }
    }
    double(*C)[3] = f->is.C0;
    trace = C[0][0] + C[1][1] + C[2][2] + rotary;
    f->is.J0 =
        (ph_sym3){trace - C[0][0], trace - C[1][1], trace - C[2][2], -C[0][1], -C[0][2], -C[1][2]};
    f->is.I7r = (ph_sym3){rotary, rotary, rotary, 0, 0, 0};
}

/* `stiff`: with numbers in place of a geometric stiffening. */
static inline void flex_make(flex_example *f, unsigned long long seed, bool stiff)
{
    static flex_shape shape[FLEX_ALL];
    memset(f, 0, sizeof *f);
    flex_points(f, &seed);
    flex_orthogonal(f, &seed, shape);
    for (int p = 0; p < FLEX_POINTS; p++)
        for (int c = 0; c < 3; c++)
            for (int j = 0; j < FLEX_MODES; j++) {
                f->phi[p][c][j] = shape[6 + j].d[p][c];
                f->psi[p][c][j] = shape[6 + j].d[p][c + 3];
            }
    flex_sums(f);
    for (int j = 0; j < FLEX_MODES; j++) {
        f->stiffness[j] = 4 + 3 * j;
        f->damping[j] = 0.05 * (j + 1);
        for (int p = 0; p < FLEX_POINTS; p++)
            f->size[j] = fmax(f->size[j], sqrt(f->phi[p][0][j] * f->phi[p][0][j] +
                                               f->phi[p][1][j] * f->phi[p][1][j] +
                                               f->phi[p][2][j] * f->phi[p][2][j]));
    }
    for (int c = 0; c < 6 && stiff; c++)
        for (int j = 0; j < FLEX_MODES; j++)
            for (int k = 0; k <= j; k++)
                f->K[c][j * FLEX_MODES + k] = f->K[c][k * FLEX_MODES + j] = flex_random(&seed);
    f->is.modes = FLEX_MODES;
    f->is.C1 = &f->C1[0][0];
    f->is.I4r = &f->I4r[0][0];
    f->is.I6r = f->I6r;
    f->is.stiffness = f->stiffness;
    f->is.damping = f->damping;
    f->is.size = f->size;
    for (int d = 0; d < 6; d++) f->is.D[d] = f->D[d];
    for (int c = 0; c < 6 && stiff; c++) f->is.stiffening[c] = f->K[c];
    for (int n = 0; n < FLEX_NODES; n++) {
        snprintf(f->name[n], sizeof f->name[n], "n%d", n);
        f->node[n] = (phk_flex_node){.id = n + 1,
                                     .name = f->name[n],
                                     .at = f->at[n],
                                     .phi = &f->phi[n][0][0],
                                     .psi = n == 2 ? NULL : &f->psi[n][0][0]};
    }
    f->is.nodes = FLEX_NODES;
    f->is.node = f->node;
}

#endif
