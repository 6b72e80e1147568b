/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stepper.h -- the one stepper of all HHT and generalised-alpha engines, over a form (form.h).
 *
 * Its parts: stepper.c (steps and their choice), judge.c (the error test), scales.c (what errors
 * are relative to), noise.c (what rounding does), look.c (looks within a long step), newton.c (the
 * corrector, reuse of factors), predict.c (extrapolation and its history), starter.c (starts,
 * restarts, changes of step), memory.c (its arrays, and how they are written out), contact.c (what
 * is other where bodies touch).
 */
#ifndef PHK_STEPPER_H
#define PHK_STEPPER_H

#include "integrate/engine.h"
#include "integrate/form.h"
#include "integrate/project.h"
#include "linalg/factor.h"

enum { PHK_HISTORY = 3 };
#define PHK_STIFF 1.0 /* form->stiffness beyond which a step is stiff */

typedef struct {
    double t;       /* of the level */
    double shifted; /* t + del h: what its accelerations belong to */
    double *z;      /* [n] */
} phk_past;

/* What is known of the start, to be put into the first step whatever its size turns out to be. */
typedef struct {
    bool pending;         /* the next step is the first since a start */
    bool tried, prepared; /* the rates below were looked for, and are there */
    bool implicit;        /* the accelerations come from an implicit start: no correction */
    double *A, *rate;     /* [na] plain accelerations and their rate of change */
    double *Y, *rate_x;   /* [nx] the same of the states' rates */
    double *v;            /* [nv] plain velocities */
    double *per_h2;       /* [nv] correction of velocities for h = 1 */
    double *jump;         /* [nv] correction that meets the constraints' rates */
} phk_first;

/* What rounding does to accelerations; see noise.c. */
typedef struct {
    double rms, place, turn;  /* answer of beta h^2 A to a rounding of every constraint row: root
                                 mean square over scales, largest of places [m], of turns [rad] */
    double plain;             /* part of it that is left when all bodies count alike */
    double floor, floor_turn; /* [m/s^2], [rad/s^2] what rounding leaves of a correction */
    double patience;          /* times it; grows as Newton fails in a step */
    double left, left_before; /* error of a step where Newton ended by stagnation, else 0 */
    int since;                /* steps of one size */
    bool acts;                /* rounding decided the last error test, */
    double limit;             /* and the tolerance at which it would not have */
} phk_noise;

/* What the error test says of a step. */
typedef struct {
    double share;    /* error over what is allowed */
    double exponent; /* of it, for the size of the next step */
    bool calm;       /* the estimate is nothing but rounding */
    double change;   /* what accelerations have changed by, in units of the error */
} phk_verdict;

/* What Newton works on. */
typedef struct {
    double *u, *start, *back, *r, *dz, *bar; /* [n] */
    double *g, *d, *c, *s;
    bool factored;
    double h_factored; /* step of the factors */
    bool felt;         /* form->stiffness is of this trial, not of older factors */
    double turned;     /* [rad] turned since */
    int generation;    /* of the system's pattern that form and factors are for */
} phk_iterate;

/* What errors are relative to; see scales.c. */
typedef struct {
    double furthest;  /* largest coordinate so far */
    double speed;     /* largest so far, where the scale of time follows it */
    double *x;        /* [nx] largest of a state so far, or its scale */
    double *rate_x;   /* [nx] largest rate of a state so far */
    double *radius;   /* [cells] from a cell's velocity to a speed: 1, or a radius of gyration */
    double *reached;  /* [cells] largest speed of a cell so far */
    double *weight;   /* [nv] squares of what errors of slow bodies count more; */
    double *alike;    /* [nv] all of them 1 */
    double *lengths;  /* [na] how much of a column is a displacement of 1; 0: it turns a body */
    double *row_size; /* [nl] size of the terms of a constraint */
} phk_scale;

/* The answer of new factors to rounding, as velocities; see watch.h. */
typedef struct {
    double *dv, *q, t, h;
    bool there;
} phk_seen;

/* A state within the step; see look.c. */
typedef struct {
    double *q, *v, *x; /* [nq], [nv], [nx] */
    double *zero;      /* [nl] no reactions */
} phk_path;

typedef struct {
    phk_engine engine;
    phk_engine_options options;
    phk_form *form;
    phk_scheme scheme;
    phk_project *project;
    phk_factor *factor;
    phk_stepping stepping;

    phk_level now, to;              /* accepted state, and the one being computed */
    phk_level used;                 /* `now` with the velocities the step starts from */
    double *Y;                      /* [nx] rates Y_n of the states, for the size of the step */
    phk_past node[PHK_HISTORY + 1]; /* newest first; the last is that of `to` */
    int nodes;                      /* how many of them are filled */
    int degree;                     /* highest degree of extrapolation allowed */
    phk_first first;

    phk_iterate it;
    phk_scale scale;
    phk_noise noise;
    phk_watch watch; /* for singular positions, and */
    phk_seen seen;   /* what the last new factors say of them */
    phk_path path;
    int rejections;  /* of the present step */
    double ahead;    /* [s] bound of the present step, by what bodies could pass through */
    double h_wanted; /* what the control would take next */
    double change;   /* of the last step accepted (phk_verdict); 0: there is none */
    bool started;
    phk_failure cause; /* the last time the system could not be evaluated */
    double *memory;    /* of all arrays */
} phk_stepper;

/* predict.c */
void phk_stepper_predict(phk_stepper *s, double h);
void phk_stepper_remember(phk_stepper *s);
void phk_stepper_forget(phk_stepper *s);
/* Multipliers and algebraic unknowns at t within the last step. */
void phk_stepper_recall(const phk_stepper *s, double t, double *lambda, double *y);

/* newton.c. PH_RETRY: no convergence. */
ph_status phk_stepper_newton(phk_stepper *s, double h);
/* form->stiffness anew, at the end of the step that Newton has found; factors stay as they are. */
void phk_stepper_feel(phk_stepper *s);

/* judge.c */
phk_verdict phk_stepper_judge(phk_stepper *s);

/* look.c: the part of a step to h, all but accepted, that holds no surprise; 1: all of it. */
double phk_stepper_look(phk_stepper *s, double h);

/* scales.c: at creation, at a start, after a step; and the time [s] that errors are relative to */
void phk_scales_create(phk_stepper *s);
void phk_scales_start(phk_stepper *s);
void phk_scales_follow(phk_stepper *s);
double phk_scales_time(const phk_stepper *s);
double phk_scales_state(const phk_stepper *s, int i); /* what errors of a state are relative to */

/* noise.c: after new factors of these values; before a step; how many roundings a correction is,
 * the larger of places and turns; whether a correction is no more than
 * rounding, of which Newton makes nothing smaller; after the n-th failure of a step; and what
 * rounding may show in the error test. */
void phk_noise_create(phk_stepper *s);
void phk_noise_probe(phk_stepper *s, const double *values);
void phk_noise_begin(phk_stepper *s, double h);
double phk_noise_roundings(const phk_stepper *s, const phk_size *a);
bool phk_noise_stagnant(phk_stepper *s, const phk_size *a, double x, double y, double size_y);
void phk_noise_failed(phk_stepper *s, int failures);
double phk_noise_of_error(const phk_stepper *s);
/* The step is accepted: has it passed a singular position? From what the probe has answered. */
void phk_noise_watch(phk_stepper *s);

phk_point phk_stepper_point(const phk_stepper *s, const phk_level *level);

/* starter.c */
ph_status phk_stepper_start(phk_engine *engine, const phk_point *state, double h);
ph_status phk_stepper_jump(phk_engine *engine, bool after);
/* Velocities and accelerations the step of size h starts from: s->used, and z of s->now. */
ph_status phk_stepper_prepare(phk_stepper *s, double h);

/* memory.c: room for all arrays; and everything the next steps depend on */
ph_status phk_stepper_lay_out(phk_stepper *s);
void phk_stepper_store(phk_engine *engine, phk_store *store);

/* stepper.c: the state that `now` has become */
void phk_stepper_publish(phk_stepper *s);
typedef struct {
    phk_scheme scheme;
    phk_stepping stepping;
    phk_form *form; /* handed over */
} phk_stepper_def;
ph_status phk_stepper_create(const phk_engine_method *method, const phk_dae *dae,
                             const phk_engine_options *options, const phk_stepper_def *def,
                             phk_engine **out);

#endif
