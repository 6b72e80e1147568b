/* SPDX-License-Identifier: BSD-3-Clause
 *
 * toy_truth.h -- what a toy system does, without an engine: accelerations and multipliers of the
 * index-1 system, integrated by the classical Runge-Kutta method in many steps. No states. And runs
 * of engines to compare with it.
 */
#ifndef TEST_TOY_TRUTH_H
#define TEST_TOY_TRUTH_H

#include "dae_problems.h"
#include "harness.h"
#include "integrate/project.h"
#include "toy.h"

typedef struct {
    double q[TOY_MOST], v[TOY_MOST], a[TOY_MOST], lambda[TOY_MOST];
} toy_state;

static inline void toy_solve(phk_project *project, double t, toy_state *s)
{
    phk_point p = {.t = t, .q = s->q, .v = s->v};
    CHECK(phk_project_accelerations(project, &p, s->a, s->lambda, NULL, NULL) == PH_OK);
}

/* Rates of the coordinates at velocities v. */
static inline void toy_rates_of(const toy *t, const double *q, const double *v, double *out)
{
    for (int c = 0; c < t->dae.cells; c++) {
        const phk_cell *cell = &t->cell[c];
        const double *e = q + cell->q, *w = v + cell->v;
        for (int k = 0; k < cell->width && cell->kind == PHK_CELL_VECTOR; k++)
            out[cell->q + k] = w[k];
        if (cell->kind == PHK_CELL_VECTOR) continue;
        ph_quat r = ph_quat_mul(ph_quat_make(e[0], e[1], e[2], e[3]),
                                ph_quat_make(0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]));
        double *to = out + cell->q;
        to[0] = r.w, to[1] = r.x, to[2] = r.y, to[3] = r.z;
    }
}

/* From t0 to t1 in so many steps; the state is consistent at both ends. */
static inline void toy_truth(toy *t, phk_project *project, double t0, double t1, int steps,
                             toy_state *s)
{
    static const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    const phk_dae *d = &t->dae;
    double h = (t1 - t0) / steps;
    toy_state now = *s, mid = *s;
    for (int i = 0; i < steps; i++) {
        double dq[TOY_MOST] = {0}, dv[TOY_MOST] = {0}, rate[TOY_MOST];
        for (int k = 0; k < 4; k++) {
            if (k > 0) toy_rates_of(t, mid.q, mid.v, rate);
            for (int j = 0; j < d->nq && k > 0; j++) mid.q[j] = now.q[j] + at[k] * h * rate[j];
            for (int j = 0; j < d->nv && k > 0; j++) mid.v[j] = now.v[j] + at[k] * h * mid.a[j];
            if (k == 0) mid = now;
            toy_solve(project, t0 + (i + at[k]) * h, &mid);
            toy_rates_of(t, mid.q, mid.v, rate);
            for (int j = 0; j < d->nq; j++) dq[j] += weight[k] * h * rate[j];
            for (int j = 0; j < d->nv; j++) dv[j] += weight[k] * h * mid.a[j];
        }
        for (int j = 0; j < d->nq; j++) now.q[j] += dq[j];
        for (int j = 0; j < d->nv; j++) now.v[j] += dv[j];
        memcpy(now.a, mid.a, sizeof now.a);
        memcpy(now.lambda, mid.lambda, sizeof now.lambda);
    }
    toy_solve(project, t1, &now);
    *s = now;
}

/* An engine at the start of a run. */
static inline phk_engine *toy_start(toy *t, const phk_engine_method *method,
                                    const phk_engine_options *options, const toy_state *s)
{
    phk_engine *e;
    phk_point start = {.q = s->q, .v = s->v};
    CHECK(method->create(&t->dae, options, &e) == PH_OK);
    CHECK(e->start(e, &start, 0) == PH_OK);
    return e;
}

/* Norm of a - b, quaternions of either sign. */
static inline double toy_off(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

#endif
