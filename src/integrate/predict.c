/* SPDX-License-Identifier: BSD-3-Clause
 *
 * predict.c -- extrapolation of accelerations, rates and multipliers to the end of the step.
 *
 * Accelerations belong to t + del h (scheme.h), multipliers and algebraic unknowns to t. Degree 2
 * was best, 1 nearly as good, 0 costs about one iteration more. Degree 0 after restarts, failures
 * and repeated rejections, when the past says little.
 *
 * The same history tells multipliers and algebraic unknowns within the last step, by the parabola
 * through its ends and the level before.
 */
#include "integrate/stepper.h"

#include <string.h>

/* Weights of the polynomial through `count` times at `target`. */
static void lagrange(int count, const double *time, double target, double *weight)
{
    for (int i = 0; i < count; i++) {
        weight[i] = 1;
        for (int k = 0; k < count; k++)
            if (k != i) weight[i] *= (target - time[k]) / (time[i] - time[k]);
    }
}

static void combine(const phk_stepper *s, int count, const double *weight, int from, int to)
{
    const double *a = s->node[0].z, *b = s->node[1].z, *c = s->node[2].z;
    double *u = s->it.u;
    if (count == 1) {
        memcpy(u + from, a + from, (size_t)(to - from) * sizeof *u);
    } else if (count == 2) {
        for (int i = from; i < to; i++) u[i] = weight[0] * a[i] + weight[1] * b[i];
    } else {
        for (int i = from; i < to; i++)
            u[i] = weight[0] * a[i] + weight[1] * b[i] + weight[2] * c[i];
    }
}

void phk_stepper_predict(phk_stepper *s, double h)
{
    int count = s->nodes < s->degree + 1 ? s->nodes : s->degree + 1;
    double plain[PHK_HISTORY] = {0}, shifted[PHK_HISTORY] = {0}, w[PHK_HISTORY] = {0};
    for (int i = 0; i < count; i++) {
        plain[i] = s->node[i].t;
        shifted[i] = s->node[i].shifted;
    }
    int early = s->form->na + (s->scheme.shifted_x ? s->form->dae->nx : 0);
    lagrange(count, shifted, s->now.t + h + s->scheme.del * h, w);
    combine(s, count, w, 0, early);
    lagrange(count, plain, s->now.t + h, w);
    combine(s, count, w, early, s->form->n);
}

void phk_stepper_recall(const phk_stepper *s, double t, double *lambda, double *y)
{
    const phk_dae *dae = s->form->dae;
    int count = s->nodes < PHK_HISTORY ? s->nodes : PHK_HISTORY, at = s->form->na + dae->nx;
    double time[PHK_HISTORY] = {0}, w[PHK_HISTORY] = {0};
    for (int i = 0; i < count; i++) time[i] = s->node[i].t;
    lagrange(count, time, t, w);
    for (int i = 0; i < dae->nl; i++) lambda[i] = 0;
    for (int i = 0; i < dae->ny; i++) y[i] = 0;
    for (int k = 0; k < count; k++) {
        const double *z = s->node[k].z + at;
        for (int i = 0; i < dae->nl; i++) lambda[i] += w[k] * z[i];
        for (int i = 0; i < dae->ny; i++) y[i] += w[k] * z[dae->nl + i];
    }
}

void phk_stepper_remember(phk_stepper *s)
{
    phk_past newest = s->node[PHK_HISTORY];
    for (int i = PHK_HISTORY; i > 0; i--) s->node[i] = s->node[i - 1];
    s->node[0] = newest;
    s->node[0].t = s->now.t;
    s->node[0].shifted = s->now.t + s->scheme.del * s->engine.h;
    if (s->nodes < PHK_HISTORY) s->nodes++;
    s->now.z = s->node[0].z;
    s->to.z = s->node[PHK_HISTORY].z;
    s->used.z = s->now.z;
}

void phk_stepper_forget(phk_stepper *s)
{
    s->nodes = 1;
    s->node[0].t = s->node[0].shifted = s->now.t;
}
