/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/sim.h -- run a model: create, step, read, free.
 *
 * A step never allocates, unless it is the first one of an engine or begins another phase of the
 * run. One simulation belongs to one thread at a time; the model is shared.
 */
#ifndef POLHODE_SIM_H
#define POLHODE_SIM_H

#include <polhode/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ph_sim ph_sim;

typedef struct {
    ph_vec3 position;    /* [m] centre of mass, world */
    ph_quat orientation; /* body to world */
    ph_vec3 velocity;    /* [m/s] centre of mass, world */
    ph_vec3 omega;       /* [rad/s] body axes */
} ph_body_state;

typedef struct {
    long long steps, rejected, iterations, jacobians, solves, restarts;
    long long force_evaluations;   /* made by the integrator */
    long long output_evaluations;  /* made for output rows only */
    double largest_turn;           /* [rad] largest h |omega| of any body and step */
    double largest_violation;      /* [m], [rad] of a constraint (also | |q| - 1 |), in any row */
    double largest_rate_violation; /* [m/s], [rad/s] of its rate, in any row */
    /* the energy ledger, looked at after every 16th step and at the end of ph_sim_run */
    double largest_energy; /* [J] kinetic energy and change of the potential */
    double energy_moved;   /* [J] largest of these together with work done and lost, in and out */
    double energy_made;    /* [J] by the integrator, where it is most; negative: lost */
    double energy_error;   /* its share of what was moved; 0: it is within rounding */
    bool doubtful;         /* energy_error is above 0.3, in steps to a tolerance */
    double last_step, smallest_step, largest_step; /* [s] of those taken; 0: none yet */
    /* what held the steps to a tolerance, and what they came to */
    long long longest, shortest; /* as long as `max_step` lets them be, as short as `min_step` */
    long long limited, leapt;    /* as long as they may be for what bodies could pass through; those
                                    that were longer */
    long long sampled; /* that ended at an event of equal times, half as long as they could
                          have been or shorter */
    long long rounded; /* whose error was decided by rounding, not by the tolerance */
    double rounding;   /* what the tolerance would have to be for rounding not to; 0: it did not */
    long long settled; /* rows within steps that were brought into balance: stiff forces */
} ph_stats;

/* Times within the run at which expressions have corners or jumps, as far as they can be read from
 * what in them is a line of time; steps end there. With equal steps jumps alone, and corners of
 * what is driven. Sorted; the array is the simulation's. */
PH_API int ph_sim_breaks(const ph_sim *sim, const double **time);

/* Columns of a row or a result that belong together: a quantity of some objects. */
typedef struct {
    const char *group;            /* "bodies", "forces", "joints", "motions", "equations", "on",
                                     "variables", "states", "requests", "energy", "solver" */
    const char *quantity;         /* "pos", "quat", "kinetic"; "": the object's own value */
    const char *unit;             /* "m", "rad/s", "" */
    int objects, width;           /* columns: objects * width, object-major */
    const char *const *object;    /* [objects] names; NULL: the group's own quantity */
    const char *const *component; /* [width] "x", "y", "z" or "0".."3"; NULL when width == 1 */
    /* A request is a block of its own: one object, whose components are the request's columns. */
    const char *const *units; /* [width] of each component; NULL: all have `unit` */
    int id;                   /* of a request: its number in a deck; 0: none */
    const char *title;        /* of a request; NULL: none */
    const char *const
        *owner; /* [objects] of what acts on bodies: who does; NULL: each is its own */
    int first;  /* column, time not counted */
} ph_block;

/* What a column is called: OBJECT.QUANTITY.COMPONENT, GROUP.QUANTITY.COMPONENT where the block has
 * no objects, each part left out where it is empty. component -1: without it. Like snprintf. */
PH_API size_t ph_block_column_name(const ph_block *block, int object, int component, char *text,
                                   size_t size);
/* The unit of a component. */
PH_API const char *ph_block_unit(const ph_block *block, int component);

/* A model put together as a simulation would start it, and counted. */
typedef struct {
    int coordinates; /* of the bodies */
    int equations;   /* differential ones: of motion, and of the states */
    int constraints; /* of joints, motions and pivots, and the norms of Euler parameters */
} ph_count;

typedef struct {
    ph_count six;           /* three coordinates of place and three of rotation for each body */
    ph_count euler;         /* three of place and four Euler parameters, with their norm */
    int redundant;          /* constraints that others imply: left out, their reactions are zero */
    int freedom;            /* degrees of freedom */
    double drawn_violation; /* [m], [rad] largest of a constraint, as the model is drawn, */
    double violation;       /* and when it is assembled */
    double drawn_rate;      /* [m/s], [rad/s] largest rate of one with the velocities given */
    int moved;              /* bodies that had to move or turn, */
    double move, turn;      /* and how far at most [m], [rad] */
} ph_assembly;

/* Assembles at time t. Redundant constraints and what was moved are told in diag (may be NULL), as
 * is why it cannot be assembled. */
PH_API ph_status ph_model_assemble(const ph_model *model, double t, ph_diag *diag,
                                   ph_assembly *assembly);

/* options NULL: the model's own. Warnings and errors go to diag (may be NULL). */
PH_API ph_status ph_sim_create(const ph_model *model, const ph_options *options, ph_diag *diag,
                               ph_sim **sim);
PH_API void ph_sim_free(ph_sim *sim);

PH_API double ph_sim_time(const ph_sim *sim);
/* As resolved; of a run in phases those of the first, with the end of the last. */
PH_API const ph_options *ph_sim_options(const ph_sim *sim);
PH_API const ph_stats *ph_sim_stats(const ph_sim *sim);

/* Advances to the next time of the step grid (or event), or by one step to the tolerance. The state
 * is unchanged on failure. */
PH_API ph_status ph_sim_step(ph_sim *sim, ph_diag *diag);
/* Steps until time t is reached exactly (where something happens within rounding of t, that time);
 * the last step is shortened where needed. */
PH_API ph_status ph_sim_advance(ph_sim *sim, double t, ph_diag *diag);
/* From here on time runs the other way. Symmetric methods return to where they came from.
 * PH_E_UNSUPPORTED: the integrators of mechanisms run forward only. */
PH_API ph_status ph_sim_reverse(ph_sim *sim);

PH_API ph_status ph_sim_get_body(const ph_sim *sim, int body, ph_body_state *state);
/* Sets a body's state; the method starts anew from it. */
PH_API ph_status ph_sim_set_body(ph_sim *sim, int body, const ph_body_state *state);

/* Where a flexible body was stressed most so far: every step is looked at, not rows. Of the bodies
 * whose stresses are among the outputs, 0 <= index < ph_sim_stressed. */
typedef struct {
    const char *body;
    int spot;      /* of the body */
    char name[80]; /* what that is called: its label, else its node */
    double stress; /* [Pa] von Mises */
    double time;   /* [s] */
} ph_hottest;
PH_API int ph_sim_stressed(const ph_sim *sim);
PH_API ph_status ph_sim_hottest(ph_sim *sim, int index, ph_hottest *hottest);
/* The same of each of its spots, 0 <= spot < ph_sim_spots. */
PH_API int ph_sim_spots(const ph_sim *sim, int index);
PH_API ph_status ph_sim_stress_at(ph_sim *sim, int index, int spot, ph_hottest *stress);

/* The result columns, and their values now. row has ph_sim_row_width() doubles; row[0] is time,
 * then the blocks in order. */
PH_API int ph_sim_blocks(const ph_sim *sim);
PH_API const ph_block *ph_sim_block(const ph_sim *sim, int index);
PH_API size_t ph_sim_row_width(const ph_sim *sim);
PH_API ph_status ph_sim_row(ph_sim *sim, double *row, ph_diag *diag);

/* Runs to the end time and hands over each output row. A hook that returns anything but PH_OK
 * ends the run with that status (PH_STOPPED: a clean stop). */
typedef struct {
    void *user;
    ph_status (*row)(void *user, const double *row, size_t width);
    ph_status (*tick)(void *user, const ph_sim *sim); /* every few steps; NULL: none */
} ph_run_hooks;
PH_API ph_status ph_sim_run(ph_sim *sim, const ph_run_hooks *hooks, ph_diag *diag);

/* What is to be said of the energy balance so far, where ph_stats.energy_error is above 0.1: "the
 * integrator made 3.2 J of energy, where 8 J were moved". ph_sim_run warns of it in its diag, and
 * is PH_OK all the same: see ph_stats.doubtful. Like snprintf; 0: nothing. */
PH_API size_t ph_sim_verdict(const ph_sim *sim, char *text, size_t size);

/* Energy ledger now [J]. total = kinetic + potential - applied + dissipated; numerical is what
 * total has changed since the start: what the integrator gained or lost. */
typedef struct {
    double kinetic, potential, applied, dissipated, numerical, total;
} ph_energy;
PH_API ph_status ph_sim_energy(ph_sim *sim, ph_energy *energy);

#ifdef __cplusplus
}
#endif
#endif
