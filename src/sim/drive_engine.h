/* SPDX-License-Identifier: BSD-3-Clause
 *
 * drive_engine.h -- an engine as a drive, from inside: drive_engine_create.c makes it,
 * drive_engine.c moves it, drive_engine_leap.c takes it over leaps, drive_engine_look.c looks at
 * where it is.
 *
 * a, xd, lambda and y of the present state are what was solved for there, or guesses (`solved`).
 */
#ifndef PHK_DRIVE_ENGINE_H
#define PHK_DRIVE_ENGINE_H

#include "integrate/engine.h"
#include "integrate/project.h"
#include "mech/assemble/assemble.h"
#include "mech/equations/mechanism.h"
#include "sim/drive.h"

/* Of an element that holds its joint at times: how often it has changed since when; it is held
 * whatever it takes; that was said. */
typedef struct {
    double since; /* [s] */
    int changes;
    bool forced, told;
} phk_holder;

typedef struct {
    phk_sim_drive base;
    phk_mechanism *mechanism;
    const phk_dae *dae;
    phk_project *project;
    phk_arena arena; /* what is its own, and goes with it */
    phk_engine *engine;
    bool whole;       /* states are solved for as they are shown: nothing is projected; */
    bool rests;       /* and all velocities and accelerations are zero */
    double *weight;   /* [nl] of an inverse analysis; see integrate/engine.h; NULL: none */
    double deviation; /* [m], [rad] by which it misses what was measured, at most: */
    int deviating;    /* in this row; -1: none */
    bool solved;      /* a, xd, lambda, y belong to the present state and to the present loads */
    bool plain;       /* powers need nothing that is solved for: no reactions, no states */
    bool moved;       /* positions were changed from outside */
    double change;    /* [J] of the energy stored, by what it took to start; booked with a step */
    bool passed;      /* it was said that a singular position was passed */
    bool unsettled;   /* it was said that an equilibrium is not stable */
    bool unbalanced;  /* it was said that rows are out of balance */
    double *residual; /* [nv + nx + nl + ny] g, d, c, s */
    double *rate;     /* [nl] */
    ph_stats earlier; /* counts of the engines before */
    phk_holder *holders; /* [phk_mechanism_holders] */
    double *along;       /* [3 nv] */
    double t0;           /* time of step k of equal ones is t0 + k h */
    long long k;
} phk_drive_engine;

/* The drive's functions, but for `free`. */
void phk_drive_engine_methods(phk_sim_drive *drive);
/* Keeps the present state, to be put back if what is done to it fails; in place of the last row's.
 */
void phk_engine_set_aside(phk_drive_engine *d);
void phk_engine_put_back(phk_drive_engine *d, const phk_state *state);
/* What is solved for at the present state becomes a first guess, the same for the same state. */
void phk_engine_forget(phk_drive_engine *d);
/* The system at a state: loads, expressions and reactions are then those there. */
ph_status phk_engine_residual(phk_drive_engine *d, const phk_state *s);
/* Velocities that meet the constraints; positions too where they were changed. */
ph_status phk_engine_consistent(phk_drive_engine *d, phk_state *s, bool positions, ph_diag *diag);

/* drive_engine_hold.c: which elements hold their joints, at the present state. */
ph_status phk_engine_make_holders(phk_drive_engine *d);
ph_status phk_engine_heed(phk_sim_drive *drive, ph_diag *diag);
/* Nobody holds, and nothing rubs: at rest. */
ph_status phk_engine_let_go(phk_drive_engine *d);
/* Do motions alone say what moves? */
bool phk_engine_is_led(const phk_drive_engine *d);
/* The last step has ended where one of them is to change. */
bool phk_engine_crossed(const phk_drive_engine *d);

/* engine_contacts.c: how it steps where there are contacts, and what of the options does harm. */
void phk_tell_contacts(const phk_drive_engine *drive, ph_diag *diag);

/* drive_engine_hold.c, around a search for equilibrium: which of those that hold do so at rest
 * where it begins; and after it, the first that would have to hold more than it can lets go: some
 * did. */
ph_status phk_engine_hold_rest(phk_drive_engine *d, ph_diag *diag);
ph_status phk_engine_release(phk_drive_engine *d, bool *some);
/* engine_rest.c: the present state becomes an equilibrium; what there is to say of it goes to diag.
 * On failure the state is as it was. */
ph_status phk_engine_rest(phk_drive_engine *d, ph_diag *diag);
/* An engine of whole states begins with that of the present time. */
ph_status phk_engine_begin_whole(phk_drive_engine *d, ph_diag *diag);
/* What the engine of a static analysis has found; warns of it once. */
void phk_engine_tell_rest(phk_drive_engine *d, ph_diag *diag);
/* Why it found nothing. */
ph_status phk_explain_rest(const phk_drive_engine *d, ph_status status, ph_diag *diag);

/* The drive's function of leaping; see sim/drive.h. */
ph_status phk_engine_leap(phk_sim_drive *drive, int event, ph_diag *diag);
/* The drive's functions of looking; see sim/drive.h. */
ph_status phk_engine_evaluate(phk_sim_drive *drive, phk_moment when);
ph_status phk_engine_look(phk_sim_drive *drive, double t, bool within, ph_diag *diag);

/* engine_failure.c: why an engine could not go on, in words: when, in which step, which equation of
 * which element, and what may help. Each returns the status it reports. */
ph_status phk_explain_engine(const phk_drive_engine *drive, ph_status status, ph_diag *diag);
/* what: "positions", "velocities" or "accelerations and reactions", which do not exist at this
 * state. */
ph_status phk_explain_projection(const phk_drive_engine *drive, const phk_state *at,
                                 ph_status status, const char *what, ph_diag *diag);

/* engine_bends.c: at the end of a run, bodies that spun faster than their modes know of. */
void phk_engine_tell_bends(const ph_sim *sim, ph_diag *diag);

#endif
