/* SPDX-License-Identifier: BSD-3-Clause
 *
 * drive.h -- what carries a simulation through time, behind one interface: a rotation method over
 * free bodies (drive_rot.c) or an implicit engine over a mechanism (drive_engine.c).
 *
 * The state is the simulation's; a drive says how it lays it out, and advances it. The clock
 * (step.c) says how far it may go.
 */
#ifndef PHK_DRIVE_H
#define PHK_DRIVE_H

#include <polhode/sim.h>
#include "integrate/engine.h"
#include "mech/system/system.h"
#include "rot/rot.h"

enum { PHK_STATE_SLOTS = 13 }; /* x v q w; see rot/rot.h for the order */

/* The two ends of the last step. */
typedef enum { PHK_NOW, PHK_BEFORE } phk_moment;

/* Where the numbers of bodies are in q and v of a state: phk_view, less the state. */
typedef struct {
    size_t place, turn; /* of q */
    size_t speed, spin; /* of v */
    int stride;
    const phk_seat *seat;
} phk_seating;

/* Impulses on bodies, laid out as their velocities are: in world axes, and in body axes about the
 * reference point. */
typedef struct {
    double *linear, *angular;
    size_t size; /* of both, which begin with `linear` */
} phk_blow;

/* What a look finds. */
typedef struct {
    phk_view bodies;
    const double *linear, *angular; /* accelerations of the reference point (world axes) and angular
                                       ones (body axes), laid out as velocities are */
    const double *states;           /* [states of the model] */
    double violation;               /* of the constraints */
} phk_sight;

typedef struct phk_sim_drive phk_sim_drive;
struct phk_sim_drive {
    ph_sim *sim;
    phk_seating seating;
    phk_blow blow;
    phk_sight seen;     /* of the last look */
    double error;       /* of the last step, in units of the tolerance; 0: not estimated */
    double speed, spin; /* [m/s], [rad/s] that count for nothing in the error test */
    bool fresh;         /* the next step starts the method anew from the present state */
    bool multistep;     /* it remembers several steps */
    bool apart;         /* it has no states between steps: these end at rows */
    bool contacts;      /* bodies touch, rub and part */
    phk_guards *guards; /* guards->crossings > 0: the last step has ended where some cross zero;
                           NULL: there are none */
    double h;           /* [s] the step that led to it, signed; 0: none yet */
    double first;       /* [s] the first step of the next start, once; 0: found out */
    double wanted;      /* [s] the next one, where a tolerance is followed; 0: not known */

    /* One step of size h (signed) that ends at `target`; the simulation's state, counts and work
     * are then those there. An h other than the nominal one is a shortened step. A drive that
     * follows a tolerance is given 0, and chooses; it may end before the target. On failure the
     * state is unchanged and diag says why. */
    ph_status (*advance)(phk_sim_drive *drive, double h, double target, ph_diag *diag);
    /* Time the next whole step ends at. */
    double (*next_time)(const phk_sim_drive *drive);
    /* Makes room for rows within steps: who only takes steps does without. NULL: it is there. */
    ph_status (*make_room)(phk_sim_drive *drive);
    /* A row will be wanted within the next step: keeps the state it begins from. NULL: it does so
     * in every step. */
    void (*keep)(phk_sim_drive *drive);
    /* Brings the present state to the one to restart from; it may then be changed. */
    void (*halt)(phk_sim_drive *drive);
    /* At the start, when elements have begun to remember: which of them hold their joints. NULL:
     * none ever does. */
    ph_status (*heed)(phk_sim_drive *drive, ph_diag *diag);
    /* Changes the velocities of a halted state by sign times drive->blow. */
    ph_status (*strike)(phk_sim_drive *drive, double sign, ph_diag *diag);
    /* Passes a break at which what is driven may leap: halted velocities follow it, as in a blow.
     * NULL: nothing is driven. */
    ph_status (*leap)(phk_sim_drive *drive, int event, ph_diag *diag);
    /* Evaluates what events read and set at the present state: sys->trigger_value. NULL: there are
     * no events. */
    ph_status (*ask)(phk_sim_drive *drive, ph_diag *diag);
    /* Forces jump at the present state, and nothing else: called before they do, and (after) when
     * they have. */
    ph_status (*jump)(phk_sim_drive *drive, bool after, ph_diag *diag);
    /* Sets the state of one body of a halted drive. */
    void (*set)(phk_sim_drive *drive, int body, ph_vec3 x, ph_vec3 v, ph_quat q, ph_vec3 w);
    /* Time runs the other way from here on. */
    ph_status (*reverse)(phk_sim_drive *drive);
    /* Evaluates quantities and expressions of the system at an end of the last step: at its
     * beginning, where drive->keep was called. */
    ph_status (*evaluate)(phk_sim_drive *drive, phk_moment when);
    /* The same with loads and rates, for an output row: now, or at t within the last step. */
    ph_status (*look)(phk_sim_drive *drive, double t, bool within, ph_diag *diag);
    /* What constraint k of the system does to its marker 0 or 1 (side), at the last look. */
    ph_wrench (*reaction)(const phk_sim_drive *drive, int k, int side);
    /* What a constraint by an expression does to a body, at its reference point, world axes. */
    ph_wrench (*on_body)(const phk_sim_drive *drive, int k, int body);
    /* At the end of a run: what there is to say of all of it. NULL: nothing. */
    void (*conclude)(const phk_sim_drive *drive, ph_diag *diag);
    bool (*touches)(const void *drive, int k, int body); /* whether it does anything */
    /* The states of the simulation and what the drive knows beside them, written out or read. */
    void (*store)(phk_sim_drive *drive, phk_store *store, ph_diag *diag);
    void (*free)(phk_sim_drive *drive);
};

ph_status phk_drive_rot_create(ph_sim *sim, const phk_rot_method *method, phk_sim_drive **out);
/* What an engine begins with. */
typedef enum {
    PHK_FROM_MODEL, /* the start of the model */
    PHK_FROM_STATE, /* the present state, with what is active now */
    PHK_FROM_STORE  /* nothing: drive->store is to follow, from which its mechanism is read here */
} phk_drive_from;
ph_status phk_drive_engine_create(ph_sim *sim, const phk_engine_method *method, phk_drive_from from,
                                  phk_store *store, ph_diag *diag, phk_sim_drive **out);

#endif
