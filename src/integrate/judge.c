/* SPDX-License-Identifier: BSD-3-Clause
 *
 * judge.c -- the error test.
 *
 * The error of a step is k h^2 (A_1 - A_n) (form->error), root mean square over all components,
 * each over its scale. It may be the tolerance times h/T, per unit step, so that the error at the
 * end follows the tolerance whatever it is; or, per step (Negrut et al. 2007), the tolerance
 * itself.
 *
 * A_1 - A_n is taken as it is, in stiff steps too. A mode of frequency w and amplitude a shows as
 * k (w h)^2 a: while w h < 1 it is resolved unless its speed a w is below 12 tol/T, and beyond that
 * its accelerations may ring by 6 tol/(h T). Both are what a user means by a tolerance. To filter
 * the estimate by the matrix of the step, so that it measures displacements of stiff modes, is to
 * let each step bring in an energy k_s a^2/2 that no displacement shows: a stiff pendulum then
 * makes energy from nothing, and a ball does not come back from the ground. A stiff element that
 * follows its load costs nothing either way.
 *
 * Where bodies touch, a force may begin just before the end of a step. The rule then has it act in
 * all of the step: the error is beta h^2 A_1, beta/k times the estimate, and that of the speed was
 * two thirds of what a bounce lost. So a step in which accelerations change by far more than in the
 * last one is judged by up to that much more. Where forces begin all the time nothing stands out,
 * and nothing costs more.
 *
 * To what is allowed comes what rounding alone would show (noise.c).
 */
#include "integrate/stepper.h"

#include <math.h>

#define STIFFER 2    /* times the error of stiff steps: what rings in them turns with its body */
#define ACTS    0.3  /* of the error allowed: noise above it is told */
#define LOST    100  /* times the error allowed: noise beyond which the estimate means nothing */
#define WILD    1000 /* times the noise: what is then still taken for it */
#define HALF    0.5  /* and how it is judged */
#define BEGINS  3    /* times the last change of accelerations: what is larger has just begun */

/* Local error of the states, root mean square over their scales: of the second difference of the
 * auxiliary rates, or, first order or no history, the first. */
static double error_of_states(const phk_stepper *s)
{
    const phk_form *form = s->form;
    int nx = form->dae->nx;
    bool second = s->scheme.shifted_x && s->nodes > 1;
    const double *y1 = s->it.u + form->na, *y0 = s->now.z + form->na, *yb = s->node[1].z + form->na;
    double h = fabs(form->h), slope = 0, f = 1, sum = 0;
    if (second) {
        double s1 = s->to.t + s->scheme.del * form->h, s0 = s->node[0].shifted;
        double sb = s->node[1].shifted;
        slope = (s1 - s0) / (s0 - sb);
        f = 2 * h * h / ((s1 - s0) * (s1 - sb));
    }
    for (int i = 0; i < nx; i++) {
        double x = y1[i] - y0[i] - (second ? slope * (y0[i] - yb[i]) : 0);
        x *= s->scheme.k_x * f * h / phk_scales_state(s, i);
        sum += x * x;
    }
    return sqrt(sum / nx);
}

/* Notes how far rounding, not the tolerance, decides the error of this step. */
static void note_noise(phk_stepper *s, double noise, double allowed, double part)
{
    s->noise.acts = noise > ACTS * allowed;
    if (s->noise.acts) s->noise.limit = noise / part;
}

/* Times the estimate: the error of a step in which a force begins. */
static double onset(const phk_stepper *s, double change)
{
    if (!s->form->dae->contacts || s->nodes < 2) return 1;
    const double most = s->scheme.beta / s->scheme.k, grown = change / BEGINS;
    if (!(grown > s->change)) return 1;
    return grown < most * s->change ? grown / s->change : most;
}

phk_verdict phk_stepper_judge(phk_stepper *s)
{
    const phk_form *form = s->form;
    bool per_unit_step = s->stepping.per_unit_step;
    double h = fabs(form->h), tol = s->options.run.tolerance;
    double part = per_unit_step ? h / phk_scales_time(s) : 1, allowed = tol * part;
    double noise = phk_noise_of_error(s);
    double error = sqrt(form->type->error(s->form, s->it.u) / form->components) * h * h;
    phk_verdict v = {.share = error / (allowed + noise),
                     .exponent = per_unit_step ? -1.0 / 2 : -1.0 / 3};
    v.change = error / (h * h);
    v.share *= onset(s, v.change);
    if (form->stiffness > PHK_STIFF) v.share *= STIFFER;
    note_noise(s, noise * s->noise.plain, allowed, part);
    v.calm = allowed < noise && error <= noise;
    /* nothing but noise: a shorter step would only be worse */
    if (LOST * allowed < noise && error < WILD * noise) v.share = fmin(v.share, HALF);
    if (form->dae->nx == 0) return v;
    /* a first step has no second difference: the first one does not fall faster than h */
    bool first = s->scheme.shifted_x && s->nodes < 2;
    double share = error_of_states(s) / (first ? tol : allowed);
    if (share > v.share) {
        v.share = share;
        v.calm = false;
        /* error ~ h^2 of the weighted Euler rule, h^3 of the other */
        if (!s->scheme.shifted_x) v.exponent = per_unit_step ? -1 : -1.0 / 2;
    }
    return v;
}
