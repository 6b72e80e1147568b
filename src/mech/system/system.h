/* SPDX-License-Identifier: BSD-3-Clause
 *
 * system.h -- a program at work: the one force mechanism.
 *
 * phk_system_loads answers, for any state of the bodies, what acts on each of them. Elements see
 * marker frames and expression values; their wrenches are gathered here into one force (world
 * axes) and one torque (body axes, about the body's reference point) per body.
 *
 * A system holds everything that changes, in arrays that arrays.def lists once: room, copies and
 * what a run can be continued from follow from the list.
 */
#ifndef PHK_SYSTEM_H
#define PHK_SYSTEM_H

#include "base/store.h"
#include "mech/system/bend.h"
#include "mech/system/elastic.h"
#include "mech/system/program.h"
#include "mech/system/view.h"

/* Where a body is and how it moves, at the present evaluation. World axes, reference point. */
typedef struct {
    ph_mat3 R_WB;
    ph_vec3 p, v, w;
    ph_quat q; /* as R_WB */
} phk_pose;

/* What is kept of the angle behind a PHK_QUANTITY_TURN, from step to step. */
typedef struct {
    double angle, rate, t; /* [rad], [rad/s], [s] */
} phk_turning;

/* What is kept of an event. */
typedef struct {
    long long count; /* how often it has happened; of one by times: which comes next */
    double last;     /* [s] when it last has, or came to be awake; NAN: never */
    double since;    /* [s] of so many times that followed each other within no time: the first */
    int burst;
    bool off;    /* a phase or an event has deactivated it */
    bool met;    /* it was looked at where it began to be there, see `at_start` */
    int pending; /* it has crossed zero, 1 or -1, and is to happen */
} phk_occurrence;

/* Why the last evaluation failed. */
typedef struct {
    const phk_formula *formula; /* its value is not finite, or */
    const char *element;        /* this element failed or gave a load that is not finite */
    const char *reason;         /* what its type says of it; NULL: nothing */
} phk_fault;

typedef struct phk_system {
    const phk_program *program;
    phk_arena arena;
#define KEPT(type, name, count) type *name;
#define WORK(type, name, count) type *name;
#include "mech/system/arrays.def"
#undef KEPT
#undef WORK
    phk_pool pool; /* shapes that touch */
    int events;
    phk_event *event; /* by time: those of the program, and breaks (mech/compile/breaks.h) */
    int breaks;
    double *break_time;   /* [breaks] those within the run, for who asks for them */
    bool posed;           /* there are poses and loads */
    double piece[2];      /* [s] between two breaks: what `time` reads at least, and at most */
    bool remembers;       /* what elements keep from step to step is there */
    int sets;             /* how often something was set; motions see by it that it was */
    phk_fault fault;      /* of the last evaluation */
    phk_fault last_fault; /* of the last one that failed before it, and its time [s] */
    double last_fault_t;
    const phk_formula
        *undefined;     /* the first that was taken as 0 for want of a value; NULL: none */
    double undefined_t; /* [s] when */
} phk_system;

/* The program is borrowed, and finished. */
ph_status phk_system_create(const phk_program *program, phk_system **system);
void phk_system_free(phk_system *system);
/* What a run goes on from. */
void phk_system_store(phk_system *system, phk_store *store);
/* Makes room for poses and loads of bodies nothing is attached to: evaluations do without, who
 * fills in poses himself does not. */
ph_status phk_system_pose(phk_system *system);

/* Of a group: frames and wrenches [n][markers]; [n]: whether each acts; what it keeps, NULL:
 * nothing. */
static inline ph_frame *phk_group_frames(const phk_system *s, const phk_group *g)
{
    return s->at + g->place;
}
static inline ph_wrench *phk_group_wrenches(const phk_system *s, const phk_group *g)
{
    return s->wrench + g->place;
}
static inline bool *phk_group_acts(const phk_system *s, const phk_group *g)
{
    return s->acts + g->first;
}
static inline double *phk_group_memory(const phk_system *s, const phk_group *g)
{
    return g->memory < 0 ? NULL : s->memory + g->memory;
}
/* A constraint is there in this phase. */
static inline bool *phk_constraint_acts(const phk_system *s, int constraint)
{
    return s->acts + s->program->elements.n + constraint;
}

/* What a joint is called with, after an evaluation. */
static inline ph_eval phk_constraint_eval(const phk_system *s, const phk_constraint *c)
{
    return (ph_eval){.t = s->input[0],
                     .value = s->value,
                     .memory = s->remembers && c->memory >= 0 ? s->kept + c->memory : NULL};
}

/* Quantities behind those of all expressions, up to `end`, at the poses, inputs and wrenches of the
 * last evaluation; who solves for quantities has filled in his. */
void phk_system_ask(phk_system *system, double t, int end);
/* The value of a formula, by the inputs at hand. */
ph_status phk_system_formula(phk_system *system, const phk_formula *formula, double *value);
/* The event does nothing at present: it has been, or all it switches is as it would leave it. */
bool phk_trigger_sleeps(const phk_system *system, int trigger);
/* Evaluates the requests at the poses, inputs and wrenches of the last evaluation; who solves for
 * quantities has filled in those that only requests read. */
ph_status phk_system_answer(phk_system *system, double t);
/* Activates or deactivates joints, motions and forces of the model by their names; others are left
 * out. Who has made a mechanism of it assembles it anew. */
void phk_system_activate(phk_system *system, const ph_names *names, bool on);
/* Gives parameters the values of a phase. */
void phk_system_set(phk_system *system, const ph_phase_def *phase);
/* What is active, to be put back: of so many constraints and forces. */
int phk_system_actives(const phk_system *system);
void phk_system_get_actives(const phk_system *system, bool *active);
void phk_system_put_actives(phk_system *system, const bool *active);
/* What expressions read as `time` at time t: it does not leave the piece between two breaks. */
static inline double phk_system_time(const phk_system *sys, double t)
{
    return t < sys->piece[0] ? sys->piece[0] : t > sys->piece[1] ? sys->piece[1] : t;
}

/* A marker as it sits on its body now. */
static inline const phk_marker *phk_marker_now(const phk_system *sys, int marker)
{
    const phk_marker *m = &sys->program->places.marker[marker];
    return m->node ? &sys->bend[m->bend].now : m;
}
/* Modal coordinates of flexible body k and their rates, [modes] each: markers on its nodes follow.
 */
void phk_system_bend(phk_system *system, int k, const double *mode, const double *rate);

/* The frame of any marker, of the poses at hand; one that somebody reads, as a spot. */
ph_frame phk_marker_frame(const phk_system *system, int marker);
phk_spot phk_marker_spot(const phk_system *system, int marker);

/* Where the shapes are that may touch, at the present frames. */
phk_pool_frames phk_system_shapes(const phk_system *system);
/* Finds the pairs of shapes that are near at the present frames. */
ph_status phk_system_meet(phk_system *system);
/* The same, and what they do to each other. */
ph_status phk_system_touch(phk_system *system);
/* What `count` contacts from number `first` on do, summed over their pairs, as evaluated last:
 * wrench[0] is what the first side gets, about the mean of the points. */
void phk_system_met(const phk_system *system, int first, int count, phk_contact_load *met);
/* [J] stored where shapes touch, at the frames of the last evaluation. */
double phk_system_pressed(phk_system *system);

/* An evaluation in its stages, for who fills sys->pose himself: marker frames; quantities,
 * variables and expressions; the wrenches of the elements. */
void phk_system_frames(phk_system *system);
/* A quantity that is a function of frames, at those evaluated last. */
double phk_system_quantity(const phk_system *system, const phk_quantity *quantity, double t);
ph_status phk_system_expressions(phk_system *system, double t);
ph_status phk_system_wrenches(phk_system *system, double t);
/* No loads; then adds the wrenches of the elements to them: sys->load and sys->mode_load. */
void phk_system_unload(phk_system *system);
void phk_system_gather(phk_system *system);

/* Marker frames and expression values at a state; no element is asked for its wrench. */
ph_status phk_system_evaluate(phk_system *system, double t, const phk_view *view);
/* The same, then the loads, laid out as the velocities are: forces in world, torques in body axes.
 * power: what the elements that are not conservative put into the system [W]; NULL: not wanted. */
ph_status phk_system_loads(phk_system *system, double t, const phk_view *view, double *force,
                           double *torque, double *power);
/* What the elements of a group are called with, after an evaluation. */
ph_eval phk_group_eval(const phk_system *system, const phk_group *group);
/* [J] The kinetic energy a flexible body has beside that of its undeformed inertia, and [W] what
 * its damping takes, at a view. */
double phk_system_elastic(phk_system *system, int k, const phk_view *view);
double phk_system_damping(const phk_system *system, int k);
/* [J] What flexible bodies hold by their strain, at the last evaluation. */
double phk_system_strain(const phk_system *system);
/* Potential energy [J] of the conservative elements at the last evaluation, and of strain. size:
 * the sum of their magnitudes, for how well it is known; NULL: not wanted. */
double phk_system_potential(phk_system *system, double *size);
/* PH_E_RANGE, and a message: a joint has come to where it cannot be, at the last evaluation. To be
 * asked before what was there is remembered. */
ph_status phk_system_lost(const phk_system *system, ph_diag *diag);
/* After a step, at its end: what elements keep of it, from the last evaluation. `start`: what they
 * kept before is forgotten. */
void phk_system_remember(phk_system *system, bool start);
/* Adds the impulse of an event at a state, for every body it touches, laid out as the velocities
 * are: linear in world axes, angular in body axes about the reference point. */
void phk_system_impulse(phk_system *system, const phk_event *event, const phk_view *view,
                        double *linear, double *angular);
/* Reports system->fault, or if the last evaluation succeeded the one before, with the time of the
 * evaluation that failed. */
ph_status phk_system_explain(const phk_system *system, ph_status status, ph_diag *diag);

#endif
