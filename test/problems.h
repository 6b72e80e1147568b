/* SPDX-License-Identifier: BSD-3-Clause
 *
 * problems.h -- rigid bodies in rotation with known end states, shared by tests.
 *
 * The end states come from two independent integrators in quadruple precision (extrapolation of
 * order 24, Gauss collocation of order 16) that agree to 21 digits, some also in closed form.
 */
#ifndef PROBLEMS_H
#define PROBLEMS_H

#include "rot/rot.h"

/* [s] where a method is */
static inline double rot_time(const phk_rot *rot)
{
    return rot->t0 + (double)rot->k * rot->h;
}

typedef struct {
    ph_vec3 x, v; /* world axes */
    ph_quat q;
    ph_vec3 w; /* body axes */
} problem_state;

/* Force in world axes and torque in body axes at a time and state. */
typedef void (*problem_load)(double t, const problem_state *s, ph_vec3 *force, ph_vec3 *torque);

typedef struct {
    const char *name;
    double mass; /* 0: on a pivot, or does not translate */
    ph_sym3 inertia;
    problem_state start;
    problem_load load;    /* NULL: free */
    double impulse_time;  /* 0: none */
    ph_vec3 impulse;      /* spatial angular momentum added then [N m s] */
    double end;           /* [s] */
    problem_state finish; /* at the end; w from the momentum */
    ph_vec3 momentum;     /* body axes, at the end */
} problem;

extern const problem problems[]; /* ends with name NULL */
const problem *problem_find(const char *name);

/* The body of a problem in a fresh batch of one, at time 0 with the step h. NULL: no memory. */
phk_rot *problem_begin(const problem *p, const phk_rot_method *method, double h);
void problem_read(const phk_rot *rot, int i, problem_state *s);
/* Runs to the end time with `steps` steps (an impulse restarts the method). The counts of the run
 * are left in calls and iterations; NULL: not wanted. */
ph_status problem_run(const problem *p, const phk_rot_method *method, int steps, problem_state *s,
                      long long *calls, long long *iterations);

/* Spectral norm of R(a) - R(b), at most 2; |a - b|; body momentum; kinetic energy of rotation. */
double problem_turn_error(ph_quat a, ph_quat b);
double problem_distance(ph_vec3 a, ph_vec3 b);
ph_vec3 problem_momentum(const problem *p, ph_vec3 w);
double problem_spin_energy(const problem *p, ph_vec3 w);

/* phk_rot_load of a problem: every body of the batch is one of it (self: the problem). */
ph_status problem_loads(void *self, phk_rot *rot, double t, const phk_rot_point *at, int call);

#endif
