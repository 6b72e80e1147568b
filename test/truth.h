/* SPDX-License-Identifier: BSD-3-Clause
 *
 * truth.h -- a reference for any mechanism: Runge-Kutta steps of order four on the equations
 * without multipliers, far smaller than any step that is compared with it.
 */
#ifndef TRUTH_H
#define TRUTH_H

#include "integrate/project.h"
#include "lab.h"

typedef struct {
    const phk_dae *dae;
    phk_project *project;
    double t, step;             /* [s] */
    double *q, *v;              /* the state */
    double *at_q, *at_v;        /* of a stage */
    double *rate[4], *slope[4]; /* q', v' of the stages */
    double *a, *lambda, *memory;
} truth;

static inline truth truth_open(const lab *l, double step)
{
    const phk_dae *dae = l->dae;
    size_t nq = (size_t)dae->nq, nv = (size_t)dae->nv, nl = (size_t)dae->nl;
    truth r = {.dae = dae, .step = step};
    double *m = r.memory = calloc(6 * nq + 7 * nv + nl + 1, sizeof *m);
    r.q = m, r.at_q = m += nq;
    for (int i = 0; i < 4; i++) r.rate[i] = m += nq;
    r.v = m += nq, r.at_v = m += nv;
    for (int i = 0; i < 4; i++) r.slope[i] = m += nv;
    r.a = m += nv, r.lambda = m + nv;
    lab_state(l, r.q, r.v);
    if (phk_project_create(dae, &r.project)) exit(1);
    return r;
}

static inline void truth_close(truth *r)
{
    phk_project_free(r->project);
    free(r->memory);
}

static inline void truth_slopes(truth *r, double t, const double *q, const double *v, int stage)
{
    const phk_dae *dae = r->dae;
    phk_point p = {.t = t, .q = q, .v = v, .a = r->a, .lambda = r->lambda};
    if (phk_project_accelerations(r->project, &p, r->a, r->lambda, NULL, NULL)) exit(1);
    memcpy(r->slope[stage], r->a, (size_t)dae->nv * sizeof *r->a);
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *c = dae->cell + i;
        const double *w = v + c->v, *e = q + c->q;
        double *out = r->rate[stage] + c->q;
        if (c->kind == PHK_CELL_VECTOR) {
            memcpy(out, w, 3 * sizeof *w);
            continue;
        }
        out[0] = (-e[1] * w[0] - e[2] * w[1] - e[3] * w[2]) / 2;
        out[1] = (e[0] * w[0] + e[2] * w[2] - e[3] * w[1]) / 2;
        out[2] = (e[0] * w[1] + e[3] * w[0] - e[1] * w[2]) / 2;
        out[3] = (e[0] * w[2] + e[1] * w[1] - e[2] * w[0]) / 2;
    }
}

static inline void truth_step(truth *r, double h)
{
    static const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    int nq = r->dae->nq, nv = r->dae->nv;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < nq; i++) r->at_q[i] = r->q[i] + (k ? at[k] * h * r->rate[k - 1][i] : 0);
        for (int i = 0; i < nv; i++)
            r->at_v[i] = r->v[i] + (k ? at[k] * h * r->slope[k - 1][i] : 0);
        truth_slopes(r, r->t + at[k] * h, r->at_q, r->at_v, k);
    }
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < nq; i++) r->q[i] += h * weight[k] * r->rate[k][i];
        for (int i = 0; i < nv; i++) r->v[i] += h * weight[k] * r->slope[k][i];
    }
    for (int i = 0; i < r->dae->cells; i++) {
        const phk_cell *c = r->dae->cell + i;
        double *e = r->q + c->q, norm = 0;
        if (c->kind == PHK_CELL_VECTOR) continue;
        for (int k = 0; k < 4; k++) norm += e[k] * e[k];
        for (int k = 0; k < 4; k++) e[k] /= sqrt(norm);
    }
    r->t += h;
}

static inline void truth_to(truth *r, double end)
{
    int steps = 1 + (int)((end - r->t) / r->step);
    double h = (end - r->t) / steps;
    for (int i = 0; i < steps; i++) truth_step(r, h);
    r->t = end;
}

/* Largest errors of an engine's state: places, and turns as twice a quaternion's component. */
static inline void truth_compare(const truth *r, const double *q, double *place, double *turn)
{
    for (int i = 0; i < r->dae->cells; i++) {
        const phk_cell *c = r->dae->cell + i;
        const double *a = q + c->q, *b = r->q + c->q;
        double sign = 1;
        if (c->kind == PHK_CELL_VECTOR) {
            for (int k = 0; k < 3; k++) *place = fmax(*place, fabs(a[k] - b[k]));
            continue;
        }
        if (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0) sign = -1;
        for (int k = 0; k < 4; k++) *turn = fmax(*turn, 2 * fabs(a[k] - sign * b[k]));
    }
}

#endif
