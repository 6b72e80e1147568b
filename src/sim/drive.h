/* SPDX-License-Identifier: BSD-3-Clause
 *
 * drive.h -- what carries a simulation through time, behind one interface: a rotation method over
 * free bodies (drive_rot.c) or an implicit engine over a mechanism (drive_engine.c).
 *
 * A drive owns the state of the bodies, as a structure of arrays that rows, energies and
 * interpolation read. The clock (step.c) says how far it may go.
 */
#ifndef PHK_DRIVE_H
#define PHK_DRIVE_H

#include <polhode/sim.h>
#include "integrate/engine.h"
#include "mech/system/system.h"
#include "rot/rot.h"

enum { PHK_STATE_SLOTS = 13 }; /* x v q w; see rot/rot.h for the order */

typedef struct phk_sim_drive phk_sim_drive;
struct phk_sim_drive {
    ph_sim *sim;
    double *now;          /* [PHK_STATE_SLOTS * ld] the present state */
    double *before;       /* the same: room for that before a step, where the drive keeps it anyway;
                             NULL: it does not */
    double *rates;        /* [6 ld] of the last look: acceleration of the reference point (world
                             axes), angular acceleration (body axes) */
    double violation;     /* of the constraints, at the last look */
    const double *states; /* [states of the model] at the last look */
    double error;         /* of the last step, in units of the tolerance; 0: not estimated */
    double speed, spin;   /* [m/s], [rad/s] that count for nothing in the error test */
    int ld;
    bool fresh;     /* the next step starts the method anew from `now` */
    bool multistep; /* it remembers several steps */
    double h;       /* [s] the step that led to `now`, signed; 0: none yet */
    double wanted;  /* [s] the next one, where a tolerance is followed; 0: not known */

    /* One step of size h (signed) that ends at `target`; fills in the simulation's time, counts
     * and work. An h other than the nominal one is a shortened step. A drive that follows a
     * tolerance is given 0, and chooses; it may end before the target. On failure the state is
     * unchanged and diag says why. */
    ph_status (*advance)(phk_sim_drive *drive, double h, double target, ph_diag *diag);
    /* Time the next whole step ends at. */
    double (*next_time)(const phk_sim_drive *drive);
    /* Leaves in `now` the state to restart from; it may then be changed. */
    void (*halt)(phk_sim_drive *drive);
    /* Changes the velocities of a halted state by an impulse: linear[c * ld + i] in world axes,
     * angular[c * ld + i] in body axes about the reference point. */
    ph_status (*strike)(phk_sim_drive *drive, const double *linear, const double *angular,
                        double sign, ph_diag *diag);
    /* Passes a break at which what is driven may leap: halted velocities follow it, as in a blow.
     * NULL: nothing is driven. */
    ph_status (*leap)(phk_sim_drive *drive, int event, ph_diag *diag);
    /* Sets the state of one body of a halted drive. */
    void (*set)(phk_sim_drive *drive, int body, ph_vec3 x, ph_vec3 v, ph_quat q, ph_vec3 w);
    /* Time runs the other way from here on. */
    ph_status (*reverse)(phk_sim_drive *drive);
    /* Evaluates quantities and expressions of the system at a state. */
    ph_status (*evaluate)(phk_sim_drive *drive, double t, const phk_state *state);
    /* The same with loads and rates, for an output row. */
    ph_status (*look)(phk_sim_drive *drive, double t, const phk_state *state, ph_diag *diag);
    /* What constraint k of the system does to its marker 0 or 1 (side), at the last look. */
    ph_wrench (*reaction)(const phk_sim_drive *drive, int k, int side);
    /* What a constraint by an expression does to a body, at its reference point, world axes. */
    ph_wrench (*on_body)(const phk_sim_drive *drive, int k, int body);
    bool (*touches)(const void *drive, int k, int body); /* whether it does anything */
    void (*free)(phk_sim_drive *drive);
};

ph_status phk_drive_rot_create(ph_sim *sim, const phk_rot_method *method, phk_sim_drive **out);
/* before: the engine that has come to the present state, to go on from there with what is active
 * now; NULL: the start of the model. */
ph_status phk_drive_engine_create(ph_sim *sim, const phk_engine_method *method,
                                  const phk_sim_drive *before, ph_diag *diag, phk_sim_drive **out);

/* Views of x v q w in an array of PHK_STATE_SLOTS slots. */
static inline phk_state phk_state_of(const double *s, int ld)
{
    size_t n = (size_t)ld;
    return (phk_state){s + PHK_X * n, s + PHK_V * n, s + PHK_Q * n, s + PHK_W * n, ld};
}

#endif
