/* SPDX-License-Identifier: BSD-3-Clause */
#include "integrate/jam.h"

#include <stdlib.h>
#include <string.h>
#include "linalg/dense.h"
#include "math/so3.h"

enum { MOST_ROWS = 300 };
#define LEFT 0.1 /* of the determinant without friction: no more is as good as none */

typedef struct {
    phk_tangents tangents;
    double *with, *without; /* [nl][nl] */
    double *force, *answer; /* [nv] a column of G', and of G' - Q_lambda */
    int *pivot;             /* [nl] */
    double *memory;
} work;

static bool make(const phk_dae *dae, work *w)
{
    size_t entries = (size_t)dae->pattern->entries + 1, n = (size_t)dae->nl, v = (size_t)dae->nv;
    w->memory = calloc(3 * entries + 2 * n * n + 2 * v, sizeof *w->memory);
    w->pivot = malloc((n + 1) * sizeof *w->pivot);
    if (!w->memory || !w->pivot) return false;
    w->tangents = (phk_tangents){w->memory, w->memory + entries, w->memory + 2 * entries};
    w->with = w->memory + 3 * entries;
    w->without = w->with + n * n;
    w->force = w->without + n * n;
    w->answer = w->force + v;
    return true;
}

/* Row r of G or N, as values by entries of the pattern. */
static const double *values_of(const phk_dae *dae, const work *w, int r)
{
    return phk_dae_is_velocity(dae, r) ? w->tangents.by_v : w->tangents.by_q;
}

/* J x = b, by Cramer's rule. */
static ph_vec3 solve(ph_sym3 J, ph_vec3 b)
{
    ph_mat3 m = phk_mat3_from_sym3(J);
    ph_vec3 x = ph_v3(m.m[0][0], m.m[1][0], m.m[2][0]), y = ph_v3(m.m[0][1], m.m[1][1], m.m[2][1]);
    ph_vec3 z = ph_v3(m.m[0][2], m.m[1][2], m.m[2][2]);
    double d = ph_dot(x, ph_cross(y, z));
    return ph_v3(ph_dot(b, ph_cross(y, z)) / d, ph_dot(x, ph_cross(b, z)) / d,
                 ph_dot(x, ph_cross(y, b)) / d);
}

static void accelerate(const phk_dae *dae, double *f)
{
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *c = &dae->cell[i];
        double *x = f + c->v;
        if (c->kind == PHK_CELL_VECTOR) {
            for (int k = 0; k < c->width; k++) x[k] /= c->mass;
            continue;
        }
        ph_vec3 a = solve(c->inertia, ph_v3(x[0], x[1], x[2]));
        x[0] = a.x, x[1] = a.y, x[2] = a.z;
    }
}

/* What a unit of multiplier k does to accelerations: with friction and without. */
static void columns(const phk_dae *dae, work *w, int k)
{
    const phk_pattern *a = dae->pattern;
    int row = dae->nv + dae->nx + k;
    const double *by = values_of(dae, w, row);
    memset(w->force, 0, 2 * (size_t)dae->nv * sizeof *w->force);
    for (int p = a->row_start[row]; p < a->row_start[row + 1]; p++)
        if (a->column[p] < dae->nv) w->force[a->column[p]] = by[p];
    for (int i = 0; i < dae->nv; i++) {
        int at = phk_pattern_find(a, i, row);
        w->answer[i] = at < 0 ? 0 : w->tangents.by_q[at];
    }
    accelerate(dae, w->force);
    accelerate(dae, w->answer);
}

/* How much of what multiplier k does is friction. */
static double share(const phk_dae *dae, const work *w)
{
    double more = 0, all = 0;
    for (int i = 0; i < dae->nv; i++) {
        double d = w->answer[i] - w->force[i];
        more += d * d;
        all += w->force[i] * w->force[i];
    }
    return all > 0 ? more / all : 0;
}

static void put(const phk_dae *dae, work *w, int k)
{
    const phk_pattern *a = dae->pattern;
    for (int i = 0; i < dae->nl; i++) {
        int row = dae->nv + dae->nx + i;
        const double *by = values_of(dae, w, row);
        double with = 0, without = 0;
        bool there = false;
        for (int p = a->row_start[row]; p < a->row_start[row + 1]; p++) {
            int column = a->column[p];
            if (column >= dae->nv || by[p] == 0) continue;
            with += by[p] * w->answer[column];
            without += by[p] * w->force[column];
            there = true;
        }
        w->with[i * dae->nl + k] = there ? with : i == k;
        w->without[i * dae->nl + k] = there ? without : i == k;
    }
}

/* The logarithm of a determinant, and its sign: 0: it is singular. */
static double size_of(int n, double *a, int *pivot, int *sign)
{
    double sum = 0;
    *sign = 1;
    if (phk_dense_factor(n, a, pivot) >= 0) *sign = 0;
    for (int k = 0; *sign && k < n; k++) {
        double d = a[(size_t)k * (size_t)n + (size_t)k];
        if ((d < 0) != (pivot[k] != k)) *sign = -*sign;
        sum += log(fabs(d));
    }
    return sum;
}

bool phk_jams(const phk_dae *dae, const phk_point *p, int *row)
{
    work w = {0};
    bool jams = false;
    double most = 0;
    *row = -1;
    for (int i = 0; i < dae->cells; i++)
        if (!dae->cell[i].definite) return false;
    if (dae->nl == 0 || dae->nl > MOST_ROWS) return false;
    if (make(dae, &w) && !dae->tangent(dae->self, p, &w.tangents)) {
        for (int k = 0; k < dae->nl; k++) {
            columns(dae, &w, k);
            put(dae, &w, k);
            double friction = share(dae, &w);
            if (friction > most) most = friction, *row = dae->nv + dae->nx + k;
        }
        int sign, plain;
        double with = size_of(dae->nl, w.with, w.pivot, &sign);
        double without = size_of(dae->nl, w.without, w.pivot, &plain);
        jams = most > 1e-12 && plain != 0 && (sign != plain || with - without < log(LEFT));
    }
    free(w.memory);
    free(w.pivot);
    return jams;
}
