/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contact.h -- how steps are taken where bodies touch, rub and part (dae->contacts): the one place
 * where one-sided forces make a difference to the stepper.
 *
 *   damping  A velocity that alternates is damped by rho a step, but moves the body by v h: with
 *            rho times the growth of the step above 1 that way grows, and what sticks may let go. A
 *            block at rest on a slope trembles by 5e-8 m with rho 0.8 and growth 2, and by 2e-11 m
 *            with 0.5 and 1.2; 0.2 and 2 hold as well, and cost more. Bounces do not suffer.
 *   Newton   What is left of places need not be 2e-5 of the tolerance, which costs iterations where
 *            steps are long beside the scale of time, nor what is left of errors a thousandth. That
 *            forces balance (newton.c) is what makes things rest, and stays: without it the same
 *            block slid by 2 m. But in the mean that errors are measured by: the largest of a
 *            hundred contacts asks for a quarter more iterations. Factors are kept while the step
 *            grows twice.
 *   secant   Where contacts come and go, old factors leave one way in which corrections shrink
 * slowly. What the last correction has done is used to go on along it (newton.c): a fifth to a
 *            quarter fewer matrices in the belt and the track.
 *   predict  In stiff steps accelerations carry what alternates from step to step, which a parabola
 *            through three of them makes seven times larger: there they are held. A belt of a
 *            hundred segments then takes 5 % fewer iterations and 15 % fewer matrices.
 *   error    Per unit step, everywhere: after an impact velocities are what matters, and a test per
 *            step does not see them. Other systems are judged so, too, unless somebody wishes
 *            otherwise.
 *   ahead    No step is so long that a body could be past another at its end (dae->ahead): what
 *            flies through a thin plate between two looks leaves no trace.
 *
 * No event is looked for at touch: the laws are continuous, and the error test finds it.
 */
#ifndef PHK_INTEGRATE_CONTACT_H
#define PHK_INTEGRATE_CONTACT_H

#include <polhode/options.h>
#include "integrate/dae.h"

typedef struct {
    double rho;    /* of generalised alpha, unless somebody wishes otherwise */
    double grow;   /* most that a step grows by */
    double closed; /* of the tolerance: what Newton may leave of places and turns */
    double share;  /* of the error allowed: what it may leave, */
    bool in_mean;  /* of forces in the mean; else of the largest */
    bool secant;   /* Newton learns from its corrections */
    double band;   /* change of the step over which factors are kept */
    int degree;    /* of extrapolation after a stiff step */
    bool per_unit_step;
} phk_stepping;

#define PHK_CREEPS  0.6  /* rho beyond which what should rest may creep */
#define PHK_BOUNCES 1e-5 /* tolerance of places up to which BDF returns what bounces */

phk_stepping phk_stepping_of(const phk_dae *dae, const ph_options *run);

/* [s] The longest step from p, up to h (signed), in which nothing can pass through anything: at the
 * velocities there, and at those that its accelerations make of them within h: what falls from rest
 * is not bounded by its velocity. INFINITY: no bound, as backwards in time; never below
 * `least`. v [nv] is room. */
double phk_contact_ahead(const phk_dae *dae, const phk_point *p, double h, double least, double *v);

#endif
