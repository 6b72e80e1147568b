/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sim.h -- a simulation from inside: a compiled system, a method, a clock and a ledger.
 */
#ifndef PHK_SIM_H
#define PHK_SIM_H

#include <polhode/sim.h>
#include "mech/system/system.h"
#include "sim/columns.h"
#include "sim/drive.h"
#include "sim/ledger.h"

/* Sums of magnitudes. */
typedef struct {
    double force, torque; /* [N], [N m] */
} phk_loads;

/* What the alarm keeps beside the statistics (alarm.c). */
typedef struct {
    double size;    /* [J] of the largest terms of the balance, which rounding goes with */
    double slip;    /* [J] what loads may have done on velocities within the tolerance */
    phk_loads held; /* by who does work, at */
    double t;       /* [s] where it looked last */
} phk_energy_watch;

struct ph_sim {
    const ph_model *model;
    ph_options whole;   /* as asked for: from the start of the first phase to the end of the last */
    ph_options options; /* of the present phase, with its own start and end */
    int phases;         /* at least one */
    int phase, tried;   /* the present one; the one that was last begun, or could not be */
    ph_options *part;   /* [phases] */
    bool *actives;      /* room to put back what was active */
    phk_arena arena;
    phk_program *program;
    phk_system *system;
    phk_sim_drive *drive;
    double t;       /* [s] */
    double h;       /* [s] nominal step, > 0 */
    int direction;  /* +1, -1 */
    int next_event; /* of system->event: the first that has not acted */
    ph_stats stats;
    phk_ledger ledger;
    phk_energy_watch watch;
    phk_columns columns;
    double *before;  /* [PHK_STATE_SLOTS ld] at the beginning of a step, for interpolation */
    double *between; /* [PHK_STATE_SLOTS ld] interpolated state; see make_room in run.c */
    double *impulse; /* [6 ld] linear, angular; where there are impulses */
    double *row;     /* [columns.width]; made by the first run */
    double before_t; /* [s] time of `before` */
};

#define PHK_DEFAULT_TOLERANCE 1e-5

/* The model's forces, and gravity on every body; the program is finished, and kept with the model.
 * Free it. On errors it is NULL. */
ph_status phk_sim_compile(const ph_model *model, ph_diag *diag, phk_program **program);

/* [m] How large the model is, as drawn. */
double phk_system_size(const phk_system *system);

/* Options with defaults put in; errors to diag. */
ph_status phk_sim_options(const ph_model *model, const ph_options *given, ph_diag *diag,
                          ph_options *resolved);

/* The phases of a run (one, if the model lists none): sim->whole, sim->part; errors to diag. */
ph_status phk_sim_plan_phases(ph_sim *sim, const ph_options *given, ph_diag *diag);
/* Activates and deactivates what phase k of the model says. */
void phk_sim_switch(const ph_model *model, phk_system *system, int k);
/* When the present phase is over and there is another, goes on to that. */
ph_status phk_sim_apply_phases(ph_sim *sim, ph_diag *diag);
/* Says in which phase a run failed, where there are several. Returns the status. */
ph_status phk_sim_blame_phase(const ph_sim *sim, ph_status status, ph_diag *diag);

/* The integrator named in the options exists; else an error to diag. */
ph_status phk_check_integrator(const ph_options *options, ph_diag *diag);

/* A step towards `limit`, ended there or at an event, which is left to phk_sim_apply_events; the
 * grid of times starts anew after a shortened step. */
ph_status phk_sim_step_to(ph_sim *sim, double limit, ph_diag *diag);
/* Events whose time has come: a state at the time of an event is that after it. */
ph_status phk_sim_apply_events(ph_sim *sim, ph_diag *diag);
/* At the start: what is over is over. */
void phk_sim_skip_events(ph_sim *sim);
/* [s] to the next event in the direction of time; INFINITY: there is none. */
double phk_sim_until_event(const ph_sim *sim);
/* Where expressions of time have corners or jumps: events from then on. */
ph_status phk_sim_find_breaks(ph_sim *sim, ph_diag *diag);
/* Passes event number `event`, a break, in the direction of time. */
ph_status phk_sim_pass_break(ph_sim *sim, int event, ph_diag *diag);
/* [s] how far a time near t may be from another and still be meant to be the same. */
double phk_sim_slack(const ph_sim *sim, double t);

phk_state phk_sim_state(const ph_sim *sim);
double phk_sim_kinetic(const ph_sim *sim, const phk_state *state);
/* The ledger at a state the system was evaluated at last. */
ph_energy phk_sim_energy_at(ph_sim *sim, const phk_state *state, double applied, double dissipated);
/* The same within a step. Where the powers at both ends of the step are not known, the total is
 * known better than the work: it hardly changes. */
ph_energy phk_sim_energy_between(ph_sim *sim, double t, const phk_state *state, double total);

/* Takes in the energies at the present state, for the alarm; the same after a step, where it costs
 * little or it is time. */
void phk_sim_watch_energy(ph_sim *sim);
void phk_sim_watch_step(ph_sim *sim);
/* At the end of a run. */
void phk_sim_warn_of_energy(const ph_sim *sim, ph_diag *diag);

/* A row for a state at time t. total: the energy's, for a state within a step; NULL: the present
 * state. */
ph_status phk_sim_row_at(ph_sim *sim, double t, const phk_state *state, const double *total,
                         double *row, ph_diag *diag);

/* Keeps the state before a step; then that state, and the one at a time within it. */
void phk_sim_keep(ph_sim *sim);
phk_state phk_sim_before(const ph_sim *sim);
phk_state phk_sim_between(ph_sim *sim, double t);

#endif
