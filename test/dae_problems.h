/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dae_problems.h -- small constrained systems written by hand behind integrate/dae.h, for tests of
 * engines without the machinery of models: rigid bodies held by points and by right angles, gravity
 * and one force law of the test's own.
 */
#ifndef DAE_PROBLEMS_H
#define DAE_PROBLEMS_H

#include "integrate/dae.h"
#include "integrate/engine.h"

enum { DAE_BODIES = 40, DAE_HOLDS = 40 };

/* Either three rows r_j + R_j s_j - r_i - R_i s_i, or one, (R_i s_i) . (R_j s_j). Body -1: ground.
 */
typedef struct {
    int i, j;
    bool angle;
    ph_vec3 si, sj;
} dae_hold;

typedef struct dae_problem dae_problem;

/* Adds the derivatives' negative: forces Q to q [nv], and, unless NULL, -dQ to the tangents; also
 * d [nx], s [ny] and their derivatives. */
typedef ph_status (*dae_force)(dae_problem *p, const phk_point *at, double *q, double *d, double *s,
                               phk_tangents *tangents);

struct dae_problem {
    phk_dae dae;
    phk_pattern pattern;
    phk_cell cell[2 * DAE_BODIES];
    int node[6 * DAE_BODIES + 3 * DAE_HOLDS + 40];
    int bodies, holds;
    double mass[DAE_BODIES];
    ph_sym3 inertia[DAE_BODIES];
    dae_hold hold[DAE_HOLDS];
    ph_vec3 gravity;
    dae_force force;
    bool coupled; /* the force reads everything: a full pattern */
    double parameter[8];
    /* start */
    double q[7 * DAE_BODIES], v[6 * DAE_BODIES], x[20];
};

int dae_body(dae_problem *p, double mass, ph_sym3 inertia, ph_vec3 r, ph_quat q, ph_vec3 v,
             ph_vec3 w);
void dae_point(dae_problem *p, int i, int j, ph_vec3 si, ph_vec3 sj);
void dae_angle(dae_problem *p, int i, int j, ph_vec3 si, ph_vec3 sj);
/* Builds the table; nx states, ny algebraic unknowns of the force law. */
void dae_finish(dae_problem *p, int nx, int ny);
void dae_free(dae_problem *p);
/* Adds to an entry of a tangent. */
void dae_add(const dae_problem *p, double *values, int row, int column, double value);

/* Heavy top: spherical joint, spin 150 rad/s (Bruels & Cardona). */
void dae_top(dae_problem *p);
/* Pendulum in the y-z plane on a revolute joint, from the horizontal. */
void dae_pendulum(dae_problem *p);
/* A free body. */
void dae_free_body(dae_problem *p, ph_vec3 inertia, ph_vec3 w);

/* An engine, started at the problem's initial state. Options NULL: defaults. */
phk_engine *dae_start(dae_problem *p, const phk_engine_method *method,
                      const phk_engine_options *options);
phk_engine_options dae_options(void);

/* The heavy top by its own equations about the pivot, extrapolated to rounding. */
typedef struct {
    double t, y[7]; /* quaternion, angular velocity */
} dae_top_reference;
dae_top_reference dae_top_start(void);
void dae_top_to(dae_top_reference *r, double t);
ph_vec3 dae_top_place(const dae_top_reference *r);
/* Multipliers of the joint, which are minus the force on the top. */
ph_vec3 dae_top_lambda(const dae_top_reference *r);

/* A free body with inertia 0.5, 0.7, 0.9: quaternion and angular velocity, from 0 to t. */
void dae_euler_to(double y[7], double t);

/* theta(t) of the pendulum by its own equation. */
typedef struct {
    double t, theta, omega, torque;
} dae_reference;
void dae_reference_to(dae_reference *r, double t);

#endif
