/* SPDX-License-Identifier: BSD-3-Clause */
#include "element/advance.h"

#include <string.h>

void phk_advance_complete(phk_advance_row *p, const ph_frame *frame, double arm,
                          double (*angle)(const phk_pair_at *pair, double s))
{
    p->arm = arm;
    p->q[0] = phk_displacement;
    p->q[1] = (phk_counted){angle, true};
    p->drawn[PHK_ROW_WAS] = p->drawn[PHK_ROW_TIME] = 0;
    for (int k = 0; k < 2; k++) phk_counted_note(&p->q[k], frame, &p->drawn[PHK_ROW_FIRST + 2 * k]);
}

static double value_now(const phk_advance_row *p, const ph_eval *eval, int e, const ph_frame *frame)
{
    const double *was = eval->memory ? eval->memory + e * PHK_ADVANCE_MEMORY : p->drawn;
    double dt = eval->t - was[PHK_ROW_TIME];
    return was[PHK_ROW_WAS] + phk_counted_change(&p->q[0], frame, was + PHK_ROW_FIRST, dt) +
           p->arm * phk_counted_change(&p->q[1], frame, was + PHK_ROW_FIRST + 2, dt);
}

void phk_advance_value(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                       double *value)
{
    const phk_advance_row *p = par;
    for (int e = 0; e < n; e++) value[e] = value_now(&p[e], eval, e, frame + 2 * e);
}

static void add_terms(const phk_advance_row *p, const phk_pair_at *pair, double s)
{
    p->q[0].add(pair, s);
    p->q[1].add(pair, s * p->arm);
}

void phk_advance_gradient(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                          double *gradient)
{
    const phk_advance_row *p = par;
    (void)eval;
    memset(gradient, 0, (size_t)n * 12 * sizeof *gradient);
    for (int e = 0; e < n; e++, frame += 2, gradient += 12)
        add_terms(&p[e], &(phk_pair_at){.frame = frame, .markers = 2, .gradient = gradient}, 1);
}

void phk_advance_curvature(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                           const double *lambda, double *curvature)
{
    const phk_advance_row *p = par;
    (void)eval;
    memset(curvature, 0, (size_t)n * 144 * sizeof *curvature);
    for (int e = 0; e < n; e++, frame += 2, curvature += 144)
        add_terms(&p[e], &(phk_pair_at){.frame = frame, .markers = 2, .curvature = curvature},
                  lambda[e]);
}

void phk_advance_remember(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                          double *memory)
{
    const phk_advance_row *p = par;
    for (int e = 0; e < n; e++, frame += 2, memory += PHK_ADVANCE_MEMORY) {
        memory[PHK_ROW_WAS] = value_now(&p[e], eval, e, frame);
        memory[PHK_ROW_TIME] = eval->t;
        for (int k = 0; k < 2; k++)
            phk_counted_note(&p[e].q[k], frame, memory + PHK_ROW_FIRST + 2 * k);
    }
}
