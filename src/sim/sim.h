/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sim.h -- a simulation from inside: a compiled system, a method, a clock and a ledger.
 */
#ifndef PHK_SIM_H
#define PHK_SIM_H

#include <polhode/analysis.h>
#include <polhode/sim.h>
#include "integrate/agenda.h"
#include "mech/system/system.h"
#include "sim/columns.h"
#include "sim/drive.h"
#include "sim/ledger.h"
#include "sim/stress.h"

/* Sums of magnitudes. */
typedef struct {
    double force, torque; /* [N], [N m] */
} phk_loads;

/* What the alarm keeps beside the statistics (alarm.c). */
typedef struct {
    double size;    /* [J] of the largest terms of the balance, which rounding goes with */
    double slip;    /* [J] what loads may have done on velocities within the tolerance */
    double nothing; /* [J] imbalance that may mean nothing */
    double given;   /* [J] most that contacts seem to have given, who only take */
    phk_loads held; /* by who does work, at */
    double t;       /* [s] where it looked last */
} phk_energy_watch;

/* When rows of a run are due, and which were handed over (run.c). */
typedef struct {
    double start, end, every; /* every == 0: after each step */
    long long next;           /* index of the next row */
    double due;               /* its time; INFINITY: after every step */
    long long intervals;      /* > 0: rows at start + k (end - start) / intervals */
    double shown;             /* time of the last row handed over */
    bool refused;             /* the hook wants no more */
} phk_schedule;

struct ph_sim {
    const ph_model *model;
    ph_options whole;   /* as asked for: from the start of the first phase to the end of the last */
    ph_options options; /* of the present phase, with its own start and end */
    int phases;         /* at least one */
    bool early;         /* events may end phases: their ends are no dates of the agenda */
    int phase, tried;   /* the present one; the one that was last begun, or could not be */
    ph_options *part;   /* [phases] */
    bool *actives;      /* room to put back what was active, */
    double *settings;   /* and what parameters were set to */
    phk_arena arena;
    phk_program *program;
    phk_system *system;
    phk_sim_drive *drive;
    phk_state now;         /* the present state: who drives advances it */
    phk_state before;      /* at the beginning of the last step */
    phk_state shown;       /* of the last row */
    phk_schedule schedule; /* of rows */
    double h;              /* [s] nominal step, > 0 */
    int direction;         /* +1, -1 */
    phk_agenda agenda;     /* what happens when */
    int *pending;          /* [events of the model] those that happen at present */
    bool *slept;           /* [the same] whether they did nothing before */
    double *guard_value;   /* [the same] where guards were before */
    double rows_every;     /* [s] what an event wants of rows; 0: nothing new */
    bool happened;         /* an event has, at the present time, that a row is to show */
    bool over;             /* an event has ended the run */
    ph_stats stats;
    phk_ledger ledger;
    phk_energy_watch watch;
    ph_equilibrium equilibrium; /* the last that was found */
    phk_columns columns;
    phk_stresses stresses;
    double *row; /* [columns.width] made by the first run */
};

#define PHK_DEFAULT_TOLERANCE 1e-5

/* The model's forces, and gravity on every body; the program is finished, and kept with the model.
 * Free it. On errors it is NULL. */
ph_status phk_sim_compile(const ph_model *model, ph_diag *diag, phk_program **program);

/* [m] How large the model is, as drawn. */
double phk_system_size(const phk_system *system);

/* Writes out all that a run depends on from here on: it does not change it. */
ph_status phk_sim_write(ph_sim *sim, phk_store *store);
/* The simulation as it was when that was written; NULL: at the start of the model. */
ph_status phk_sim_create_from(const ph_model *model, const ph_options *options, phk_store *store,
                              ph_diag *diag, ph_sim **out);
/* ph_sim_run, of a simulation that was read back while it ran: it goes on with the next row. */
ph_status phk_sim_go_on(ph_sim *sim, const ph_run_hooks *hooks, ph_diag *diag);
/* The two parts of what is written: what a drive is made for, and the rest. */
void phk_sim_store_head(ph_sim *sim, phk_store *store);
void phk_sim_store_tail(ph_sim *sim, phk_store *store, ph_diag *diag);

/* Options with defaults put in; errors to diag. */
ph_status phk_sim_options(const ph_model *model, const ph_options *given, ph_diag *diag,
                          ph_options *resolved);

/* Is it a motion, worked out by the integrator? */
static inline bool phk_is_dynamic(const ph_options *o)
{
    return o->analysis <= PH_DYNAMIC;
}
/* What works out mechanisms so; NULL: a rotation method does. */
const phk_engine_method *phk_sim_method(const ph_options *o);

/* The phases of a run (one, if the model lists none): sim->whole, sim->part; errors to diag. */
ph_status phk_sim_plan_phases(ph_sim *sim, const ph_options *given, ph_diag *diag);
/* Activates and deactivates what phase k of the model says. */
void phk_sim_switch(const ph_model *model, phk_system *system, int k);
/* Another engine, with what is active now, in place of the present one. */
ph_status phk_sim_change_engine(ph_sim *sim, ph_diag *diag);
/* Books what has become of the energy; what: for the note of what joints take, "phase 2 begins". */
void phk_sim_book(ph_sim *sim, const ph_energy *before, const ph_energy *after, const char *what,
                  ph_diag *diag);
/* The present phase is over: goes on to the next. */
ph_status phk_sim_next_phase(ph_sim *sim, ph_diag *diag);
/* Says in which phase a run failed, where there are several. Returns the status. */
ph_status phk_sim_blame_phase(const ph_sim *sim, ph_status status, ph_diag *diag);

/* The integrator named in the options exists; else an error to diag. */
ph_status phk_check_integrator(const ph_options *options, ph_diag *diag);

/* Makes the agenda of all that is known to happen. */
ph_status phk_sim_plan_events(ph_sim *sim);
/* A step towards `limit`, ended there or at an event, which is left to phk_sim_apply_events; the
 * grid of times starts anew after a shortened step. */
ph_status phk_sim_step_to(ph_sim *sim, double limit, ph_diag *diag);
/* Events whose time has come: a state at the time of an event is that after it. */
ph_status phk_sim_apply_events(ph_sim *sim, ph_diag *diag);
/* triggers.c: the events of the model. Takes in which have crossed zero in the last step; */
void phk_sim_note_crossings(ph_sim *sim);
/* makes those happen, and those whose time has come; */
ph_status phk_sim_apply_triggers(ph_sim *sim, ph_diag *diag);
/* before all: room for them, and those over before the run begins; */
ph_status phk_sim_plan_triggers(ph_sim *sim);
/* at the start, of the run or of a phase: which of them happen there; */
ph_status phk_sim_start_triggers(ph_sim *sim, ph_diag *diag);
/* [s] when the next at a known time does; INFINITY: none. */
double phk_sim_next_sample(const ph_sim *sim);
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

/* The bodies of a state; of the present one. */
phk_view phk_sim_view(const ph_sim *sim, const phk_state *state);
phk_view phk_sim_bodies(const ph_sim *sim);
double phk_sim_kinetic(const ph_sim *sim, const phk_view *bodies);
/* The ledger at a state the system was evaluated at last. */
ph_energy phk_sim_energy_at(ph_sim *sim, const phk_view *bodies, double applied, double dissipated);
/* The same within a step. Where the powers at both ends of the step are not known, the total is
 * known better than the work: it hardly changes. */
ph_energy phk_sim_energy_between(ph_sim *sim, double t, const phk_view *bodies, double total);

/* Takes in the energies at the present state, for the alarm; the same after a step, where it costs
 * little or it is time. */
void phk_sim_watch_energy(ph_sim *sim);
/* overlap.c: reports shapes that overlap at the start. */
ph_status phk_sim_check_overlaps(const ph_sim *sim, ph_diag *diag);
void phk_sim_watch_step(ph_sim *sim);
/* At the end of a run. */
void phk_sim_warn_of_energy(const ph_sim *sim, ph_diag *diag);
void phk_sim_warn_of_leaps(const ph_sim *sim, ph_diag *diag);

/* A row at time t within the last step, where the energy's total is this; NULL: at the present
 * state. */
ph_status phk_sim_row_at(ph_sim *sim, double t, const double *total, double *row, ph_diag *diag);

#endif
