/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rot.h -- rotation integrators: one body or a batch of bodies, structure of arrays.
 *
 * A method advances n rigid bodies that are coupled only through the loads on them. It is a list
 * of stages; a stage is a loop over bodies. Between stages the loads of all bodies are asked for,
 * at the point the stage has brought them to. One body is the batch n = 1: the same code, so the
 * same bits (no contraction to fused operations, own sine and cosine).
 *
 * State, constants and the method's own memory are slots: slot k of body i is s[k * ld + i].
 * All bodies: x, v of the reference point (centre of mass, or the fixed pivot) in world axes,
 * quaternion q body -> world, angular velocity w in body axes. Loads: F world axes, T body axes
 * about the reference point. A body on a pivot has mass_inverse 0 and v 0: it does not translate.
 */
#ifndef PHK_ROT_H
#define PHK_ROT_H

#include <polhode/integrator.h>
#include <polhode/math.h>
#include "base/store.h"

/* Slots of the state. CX.. is a point a method may use for load calls away from its own state.
 * F, T and CX.. belong to what a method carries from step to step: nobody else writes them. */
enum {
    PHK_X = 0,  /* [3] reference point [m] */
    PHK_V = 3,  /* [3] its velocity [m/s] */
    PHK_Q = 6,  /* [4] */
    PHK_W = 10, /* [3] body angular velocity [rad/s] */
    PHK_F = 13, /* [3] force of the last load call [N] */
    PHK_T = 16, /* [3] torque of the last load call, body axes of the call point [N m] */
    PHK_CX = 19,
    PHK_CV = 22,
    PHK_CQ = 25,
    PHK_CW = 29,
    PHK_OWN = 32 /* first slot of the method's own */
};

/* Slots of the constants. */
enum {
    PHK_MASS_INVERSE = 0,    /* [1/kg] */
    PHK_INERTIA = 1,         /* [6] xx yy zz xy xz yz */
    PHK_INERTIA_INVERSE = 7, /* [6] */
    PHK_CONSTANTS = 13,      /* and of methods that ask for them: */
    PHK_PRINCIPAL = 13,      /* [3] principal moments */
    PHK_AXES = 16,           /* [9] principal axes: component j of axis k at 16 + 3 k + j */
    PHK_CONSTANTS_OF_AXES = 25
};

typedef struct phk_rot phk_rot;

/* Where the load is wanted: the slots that hold it (CX or X, CV or V, ...). */
typedef struct {
    int x, v, q, w;
} phk_rot_point;

typedef struct {
    /* Works on bodies begin..end-1. Reports trouble through phk_rot_fail. */
    void (*run)(phk_rot *rot, int begin, int end);
    /* After the stage: a load call at `point`, time t_n + at * h. at < 0 (PHK_NO_CALL): none. */
    double at;
    phk_rot_point point;
    /* Implicit methods: after the stage, go back this many stages unless rot->open is 0. */
    int back;
} phk_rot_stage;
#define PHK_NO_CALL (-1.0)

enum { PHK_ROT_CALLS = 4 }; /* most load calls of one step, a repeated one counted once */

typedef struct {
    ph_integrator_info info;
    int slots;                    /* of its own, from PHK_OWN */
    int solves;                   /* solves equations, which may fail */
    int axes;                     /* needs principal moments and axes */
    int lean;                     /* where no loads act it uses x, v, q and w alone */
    const phk_rot_stage *start;   /* from (x, v, q, w) at t_n, before the first step; NULL: none */
    const phk_rot_stage *step;    /* lists end with run == NULL */
    const phk_rot_stage *reverse; /* step for h < 0 of a reversed run; NULL: `step` serves */
    /* Brings x, v, q, w to the state to restart from, when it differs from the reported one. */
    void (*halt)(phk_rot *rot, int begin, int end);
    /* Quadrature of the step for power sampled at the load calls: weight of the last call of the
     * step before, and of each call of this step. */
    double carry, weight[PHK_ROT_CALLS];
} phk_rot_method;

/* Evaluates the loads of all bodies at time t: reads slots of `point`, fills F and T. call: which
 * call of the step it is (from 0; a repeated one keeps its number; -1: a start call). */
typedef ph_status (*phk_rot_load)(void *self, phk_rot *rot, double t, const phk_rot_point *point,
                                  int call);

struct phk_rot {
    const phk_rot_method *method;
    int n, ld;         /* bodies; distance between slots */
    int slots;         /* of the state */
    int diagonal;      /* all inertia tensors are diagonal */
    double *s;         /* slots of the state */
    double *c;         /* slots of the constants */
    double *backup;    /* state at the beginning of a step that may fail */
    int careful;       /* values so large that any step may fail */
    phk_rot_load load; /* NULL: no loads act; to change it, phk_rot_begin anew. Not NULL only
                          where room was made for loads */
    void *load_self;
    double t0, h; /* time of step k is t0 + k h, never accumulated */
    long long k;
    int started;                 /* the method's own slots are valid for h */
    int reversed;                /* runs with the opposite sign of the h it was started with */
    int open;                    /* implicit methods: bodies not converged in this pass */
    int pass;                    /* implicit methods: number of the pass, from 0 */
    long long calls, iterations; /* load calls; Newton iterations of all bodies */
    /* the first failure of a step */
    ph_status status;
    int failed_body;
    double failed_turn; /* [rad] h |omega| there */
};

extern const phk_rot_method *const phk_rot_methods[]; /* ends with NULL */
const phk_rot_method *phk_rot_find(const char *name);

/* loaded: makes room for loads; of free bodies many methods need less than half of the slots. */
ph_status phk_rot_create(const phk_rot_method *method, int n, int loaded, phk_rot **rot);
void phk_rot_free(phk_rot *rot);
/* The state, and what the method remembers; the rest is given anew. */
void phk_rot_store(phk_rot *rot, phk_store *store);
/* Mass properties of body i; mass 0: on a pivot. inertia must be positive definite. */
void phk_rot_set_constants(phk_rot *rot, int i, double mass, ph_sym3 inertia);
void phk_rot_set_state(phk_rot *rot, int i, ph_vec3 x, ph_vec3 v, ph_quat q, ph_vec3 w);

/* Makes t the present time and h the step; the next step starts the method anew from x, v, q, w. */
void phk_rot_begin(phk_rot *rot, double t, double h);
/* One step. On failure the state is that of before and status, failed_body, failed_turn say why. */
ph_status phk_rot_step(phk_rot *rot);
/* The next steps run back; symmetric methods retrace their way. */
void phk_rot_reverse(phk_rot *rot);
/* Leaves in x, v, q, w the state to restart from (then change it and phk_rot_begin). */
void phk_rot_halt(phk_rot *rot);
ph_sym3 phk_rot_inertia_inverse(const phk_rot *rot, int i);

#endif
