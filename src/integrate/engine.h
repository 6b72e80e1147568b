/* SPDX-License-Identifier: BSD-3-Clause
 *
 * engine.h -- the implicit integrators, behind one interface.
 *
 * An engine is a method at work on one system. All heuristics (predictor, stop of Newton, error
 * test, step selection, reuse of factors, starts and restarts) live in this folder, each written
 * down where it is with its reason.
 */
#ifndef PHK_ENGINE_H
#define PHK_ENGINE_H

#include <polhode/options.h>
#include "integrate/contact.h"
#include "integrate/dae.h"
#include "integrate/guards.h"
#include "integrate/project.h"

/* What was asked for, and what sim or a test adds to it. */
typedef struct {
    ph_options run;             /* a tolerance: variable step; `scale` stands below */
    double length, angle, time; /* [m], [rad], [s] the error test is relative to; 1 each */
    bool follow;                /* the time follows the motion instead: scales.c */
    double span;                /* [s] of the whole run */
    bool plain_start;           /* no starting correction: for comparison with published numbers */
    bool no_step_correction;    /* no correction at a change of step: the same */
    bool fresh;                 /* a new matrix in every step: the same */
    double newton_tolerance;    /* relative stop of Newton at fixed steps; 0: the default */
    /* [nl] of motions that were measured: how much their rows count; 0: they are to be met exactly,
     * as all are where it is NULL */
    const double *weight;
    phk_project *project;    /* to be used, borrowed; NULL: the engine makes its own */
    phk_state *state, *from; /* what it is to advance, borrowed; NULL: the same */
} phk_engine_options;

typedef struct {
    long long steps, rejected, iterations, jacobians, solves, residuals, failures, restarts;
    long long longest, shortest; /* steps as long, as short as they may be */
    long long limited, leapt;    /* steps as long as dae->ahead lets them be; those beyond it */
    long long rounded, settled;  /* steps whose error rounding decided; rows settled */
    double rounding;             /* tolerance that rounding would have allowed; 0: it did not act */
} phk_engine_counts;

/* Why a step failed. */
typedef struct {
    ph_status status; /* PH_E_SOLVE, PH_E_SINGULAR, PH_E_NONFINITE, ... */
    double t, h;      /* [s] where, and with which step */
    int row;          /* of the system with the largest residual, or without a pivot; -1: none */
    double residual;  /* its size */
    int iterations;
    bool evaluation; /* the system itself could not be evaluated: it knows the story */
    bool exhausted;  /* smaller steps were tried, down to the smallest */
    double shortest; /* [s] no step is shorter, for the rounding of times; 0: that was not why */
    double least;    /* [s] a step that is shorter than allowed would have been tried; 0: not so */
} phk_failure;

typedef struct phk_engine phk_engine;

/* The options of every engine, for the list of those it takes. */
#define PHK_ENGINE_TAKES                                                                           \
    "tolerance", "max_step", "min_step", "first_step", "iterations", "scale", "start_at"

typedef struct {
    ph_integrator_info info;
    /* Which coordinates: for the count of equations. */
    bool euler; /* seven per body and a norm row; else six */
    /* Several steps before make the next one, at high order: it does better to start anew at
     * corners of forces, too, than at their jumps alone. */
    bool multistep;
    /* Every state is solved for by itself, and none between two of them: steps end at rows, and the
     * ledger takes what is missing from the balance for work of who drives. */
    bool apart;
    bool whole; /* with accelerations and multipliers, which rows show as they are; */
    bool rests; /* and all velocities and accelerations are zero: statics */
    ph_status (*create)(const phk_dae *dae, const phk_engine_options *options, phk_engine **out);
} phk_engine_method;

/* Every engine begins with this. */
struct phk_engine {
    const phk_engine_method *method;
    const phk_dae *dae;
    phk_state *state;    /* the accepted state; a: true accelerations */
    phk_state *from;     /* where the step that led to it began: of use while */
    bool behind;         /* there was a step since the last start, and none was tried since */
    phk_point now;       /* `state`, to be looked at */
    double h;            /* [s] step that led to it, signed */
    double h_next;       /* [s] what the step control proposes; 0: not known yet */
    double error;        /* of the last step, in units of the tolerance */
    int last_iterations; /* of Newton in the last step */
    double stiffness;    /* of the last step (form.h); above 1: rows within it are settled */
    bool passed;         /* a singular position was passed since the last start: */
    phk_passage passage;
    const phk_scheme *scheme;     /* how it was made; NULL: by no scheme of this family */
    const phk_stepping *stepping; /* how it steps; NULL: the same */
    double most_turn; /* [rad] per step, beyond which a spin axis that joints hold is unstable;
                         0: there is no such limit */
    phk_engine_counts count;
    phk_failure failure;
    phk_guards guards; /* guards.crossings > 0: the last step has ended where some cross zero */
    /* Starts, or starts anew after an event, from a state that meets the constraints on position
     * and velocity; a, lambda, xd, y are solved for. h: the first step, signed; 0: chosen. */
    ph_status (*start)(phk_engine *engine, const phk_point *state, double h);
    /* One accepted step, rejections and all. fixed: exactly to `limit`. Otherwise its size is the
     * engine's choice, not beyond limit. It ends before where guards cross zero: what is to happen
     * there is the caller's affair, who then starts it anew if forces or velocities have jumped.
     * The state is unchanged on failure. No allocation, unless the
     * system has changed its pattern. */
    ph_status (*step)(phk_engine *engine, double limit, bool fixed);
    /* Forces jump at the present state, of which positions, velocities and states stay: called
     * before they do, then (after) when they have. What is remembered of accelerations, rates and
     * multipliers is shifted by the jump of the true ones, and the method goes on with its order.
     * NULL: it is to be started anew. */
    ph_status (*jump)(phk_engine *engine, bool after);
    /* All of the state at t within the last step, to the order of the method; out->t is set. What
     * is interpolated is not solved for: constraints hold to a higher order than the method's,
     * stiff forces do not (phk_project_settle). PH_E_USAGE: t is not within it, or there was no
     * step since the last start or failure. No allocation. */
    ph_status (*within)(phk_engine *engine, double t, phk_state *out);
    /* Everything the next steps depend on but its states, which are kept by who owns them. NULL: it
     * cannot be written out, and is started anew. */
    void (*store)(phk_engine *engine, phk_store *store);
    void (*free)(phk_engine *engine);
    phk_state own[2]; /* where nobody gave it any, in */
    double *room;
};

/* For engines. The states to advance: those of the options, or its own, freed with it; and `now`
 * from `state` when that has changed its arrays. */
ph_status phk_engine_take_states(phk_engine *engine, const phk_engine_options *options);
void phk_engine_free_states(phk_engine *engine);
static inline void phk_engine_publish(phk_engine *engine)
{
    engine->now = phk_state_point(engine->state);
}

extern const phk_engine_method phk_engine_galpha, phk_engine_hht;
extern const phk_engine_method phk_engine_hht_euler, phk_engine_hht_modified,
    phk_engine_hht_classic;
extern const phk_engine_method *const phk_engine_methods[]; /* NULL at the end */
const phk_engine_method *phk_engine_find(const char *name);

#endif
