/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ode.h -- a reference that has nothing in common with the engines: explicit Runge-Kutta steps of
 * order five (Dormand and Prince 1980) on a few ordinary differential equations.
 */
#ifndef ODE_H
#define ODE_H

#include <stdbool.h>

enum { ODE_MOST = 8 };

typedef struct {
    int n;                 /* equations, at most ODE_MOST */
    double size[ODE_MOST]; /* what the tolerance of each is relative to */
    double tolerance;      /* of a step */
    double longest;        /* [s] longest step: shorter than anything that could be passed over */
    void (*rates)(const void *self, double t, const double *y, double *rate);
    const void *self;
} ode;

/* From *t to `end`; *h is the step to begin with, 0: any, and is kept for the next call. False: it
 * takes too many steps, or is not finite. */
bool ode_to(const ode *o, double *t, double end, double *h, double *y);

#endif
