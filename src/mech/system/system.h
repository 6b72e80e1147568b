/* SPDX-License-Identifier: BSD-3-Clause
 *
 * system.h -- a model compiled for evaluation: the one force mechanism.
 *
 * Built once per simulation from a model (and what the simulation adds, such as gravity); then
 * phk_system_loads answers, for any state of the bodies, what acts on each of them. Elements see
 * marker frames and expression values; their wrenches are gathered here into one force (world
 * axes) and one torque (body axes, about the body's reference point) per body.
 *
 * The reference point of a body is its centre of mass or, with a pivot, the pivot.
 */
#ifndef PHK_SYSTEM_H
#define PHK_SYSTEM_H

#include <polhode/element.h>
#include "base/arena.h"
#include "base/names.h"
#include "expr/expr.h"
#include "mech/model/model.h"
#include "mech/quantity/quantity.h"

/* State of all bodies, structure of arrays: component c of body i is x[c * ld + i]. x, v are of
 * the reference point in world axes, q body to world, w in body axes. */
typedef struct {
    const double *x, *v, *q, *w;
    int ld;
} phk_state;

/* Where a body is and how it moves, at the present evaluation. World axes, reference point. */
typedef struct {
    ph_mat3 R_WB;
    ph_vec3 p, v, w;
    ph_quat q; /* as R_WB */
} phk_pose;

/* A marker on a body: ground has body -1. */
typedef struct {
    int body;
    ph_vec3 r;    /* [m] from the reference point, body axes (ground: world) */
    ph_quat q_BM; /* marker axes to body axes */
    ph_mat3 R_BM;
    bool turned; /* its axes are not the body's */
} phk_marker;

/* A quantity of the model an expression may read: component c at marker a, or at markers a and b.
 *   VARIABLE, LOOP       variable a; c of a loop: which of those defined through themselves
 *   STATE, STATE_RATE    state a
 *   TURN                 about what marker a is turned about axis c % 3 of marker b, full turns
 *                        counted (sys->turn[c / 3]): of the last step, and where its rate leads
 *   REACTION, EQUATION   of constraint a at its marker b; force x y z, torque x y z. EQUATION: at
 *                        marker b, in requests alone
 *   WATCH                the same of watched force a
 * What is solved for together with the motion whoever solves fills in. */
typedef struct {
    phk_quantity_kind kind;
    int a, b, c;
} phk_quantity;

/* A force of the model whose wrench at one of its markers is read. */
typedef struct {
    int force, marker;
} phk_watched;

/* What is kept of the angle behind a PHK_QUANTITY_TURN, from step to step. */
typedef struct {
    int input;
    double angle, rate, t; /* [rad], [rad/s], [s] */
} phk_turning;

/* An expression compiled: its tape and, for messages, whose it is. */
typedef struct {
    const phk_tape *tape;
    const char *owner, *field, *text;
    ph_source where;
    const bool *active; /* of the element it belongs to; NULL: always evaluated */
    bool fixed;         /* depends on nothing that changes: evaluated once */
} phk_formula;

/* All elements of one type, contiguous. */
typedef struct {
    const ph_force_type *type;
    int n;
    char *par;         /* [n] of type->par_bytes, expressions resolved */
    int *marker;       /* [n][type->markers] */
    const char **name; /* [n] */
    ph_source *where;  /* [n] */
    ph_frame *frame;   /* [n][type->markers], of the last evaluation */
    ph_wrench *wrench; /* [n][type->markers], of the last evaluation */
    double *potential; /* [n] scratch */
    double *memory;    /* [n][type->memory] what they keep from step to step; NULL: nothing */
    char *work;        /* [n] ph_work_class of each */
    bool *active;      /* [n] acts at present: */
    bool *within;      /* [n] its time has come; see phk_event */
    bool *off;         /* [n] a phase has deactivated it */
    bool masked;       /* some may not act at times */
    bool steady;       /* its wrenches stand, and its frames are made only when they are read */
    bool known;        /* steady, and they are there */
} phk_group;

/* An element: which of its group. */
typedef struct {
    int group, index;
} phk_element_at;

/* A differential equation: x' = formula, or 0 = formula. */
typedef struct {
    int formula;
    bool implicit;
} phk_differential;

/* Rows that are kept at zero: of a joint, a motion or an equation. */
typedef enum {
    PHK_HOLD_ROWS,    /* a joint that is a list of rows */
    PHK_HOLD_TYPE,    /* a joint by functions of its type */
    PHK_HOLD_MOTION,  /* a driven row */
    PHK_HOLD_EQUATION /* a formula */
} phk_hold;

typedef struct {
    phk_hold kind;
    const char *name;
    const char *label; /* see phk_list; NULL: none */
    ph_source where;
    const ph_joint_type *type;
    const void *par;
    int markers, marker[PH_JOINT_MARKERS];
    bool active;        /* it is there in this phase */
    int first, rows;    /* its rows, among those of all */
    ph_row row;         /* of a motion */
    int order;          /* of a motion: which derivative of the displacement the formula is, or */
    double start[2];    /* PHK_ORDER_START; where it starts [m], [rad], and how fast; NAN: free */
    phk_formula motion; /* the law of a motion */
    int formula;        /* of an equation */
} phk_constraint;

/* A motion without a law: it stands for where a joint starts, and is there for assembly alone. */
enum { PHK_ORDER_START = 3 };

/* Something that happens at one instant; a step ends there. */
typedef enum { PHK_EVENT_IMPULSE, PHK_EVENT_ON, PHK_EVENT_OFF, PHK_EVENT_BREAK } phk_event_kind;
typedef struct {
    double time; /* [s] */
    phk_event_kind kind;
    int group, index; /* the element; of a break (mech/compile/breaks.h): -1, and its order */
    double side[2];   /* [s] of a break: what `time` reads last before it, and first behind it */
} phk_event;

/* Why the last evaluation failed. */
typedef struct {
    const phk_formula *formula; /* its value is not finite, or */
    const char *element;        /* this element failed or gave a load that is not finite */
    const char *reason;         /* what its type says of it; NULL: nothing */
} phk_fault;

typedef struct phk_system {
    phk_arena arena;
    const ph_model *model;
    int bodies;
    double *mass;     /* [bodies] */
    ph_sym3 *inertia; /* [bodies] about the reference point */
    ph_vec3 *r_C;     /* [bodies] centre of mass from the reference point, body axes */
    bool *pivot;      /* [bodies] */
    phk_pose *pose;   /* [bodies + 1] of the last evaluation; the last is ground's */
    ph_wrench *load;  /* [bodies + 1] force in world, torque in body axes; the last is ground's */

    int markers;
    phk_marker *marker; /* the model's markers, then one per body used as a place, then ground */
    ph_frame *frame;    /* [markers] of the last evaluation, of those somebody reads */
    int moving;
    int *moving_marker; /* [moving] those on a body that somebody reads */
    int *body_marker;   /* [bodies] marker at the centre of mass; -1: not made yet */
    int ground_marker;  /* -1: not made yet */

    int inputs;             /* those an evaluation needs; */
    bool asking;            /* requests are being compiled */
    int asked_inputs;       /* with those behind them that only requests read */
    phk_quantity *quantity; /* [asked_inputs]; input 0 is time */
    phk_names input_names;
    double *input;

    int variables;
    phk_formula *variable; /* [variables] */
    int *variable_input;   /* [variables] input that holds it */
    int ordered;           /* those not defined through themselves */
    int *variable_order;   /* [ordered] each after those it reads */
    bool *of_time;         /* [variables] it depends on nothing but time */
    bool *of_place;        /* [variables] on nothing but time, places and states */
    int loops;
    int *loop;          /* [loops] variables defined through themselves, in circles */
    bool *loop_first;   /* [loops] it is the first of its circle; the others follow it */
    double *loop_value; /* [loops] what their formulas give */

    int formulas;
    phk_formula *formula; /* [formulas] expressions of elements */
    double *value;        /* [formulas] */
    double *tape_work;
    const phk_spline **table; /* [tables] */
    size_t tape_work_size;

    int states;
    phk_differential *state; /* [states] */

    int groups;
    phk_group *group;
    phk_element_at *force; /* [forces of the model] */
    int watches;
    phk_watched *watch; /* [watches] what expressions read; behind them what only requests read */
    int turns;
    phk_turning *turn; /* [turns] */
    int events;
    phk_event *event; /* by time */
    int breaks;
    double *break_time; /* [breaks] those within the run, for who asks for them */
    double piece[2];    /* [s] between two breaks: what `time` reads at least, and at most */

    int constraints; /* the model's joints, then its motions */
    phk_constraint *constraint;
    int rows;   /* of all constraints */
    bool *told; /* [rows] has been reported as redundant */

    int answers;
    phk_formula *answer;  /* [answers] the columns of all requests, in order; */
    double *answer_value; /* their values, when they were asked for last */

    bool remembers;       /* what elements keep from step to step is there */
    phk_fault fault;      /* of the last evaluation */
    phk_fault last_fault; /* of the last one that failed before it, and its time [s] */
    double last_fault_t;
} phk_system;

/* Compiles bodies, markers, variables and forces of the model. Errors go to diag; then *system is
 * NULL. */
ph_status phk_system_create(const ph_model *model, ph_diag *diag, phk_system **system);
void phk_system_free(phk_system *system);
/* Adds an element the model does not list, e.g. gravity on each body; before phk_system_finish. */
ph_status phk_system_add(phk_system *system, const ph_force_type *type, const void *par,
                         const char *name, ph_source where, ph_diag *diag);
/* After the last addition: allocates what evaluation needs. */
ph_status phk_system_finish(phk_system *system, ph_diag *diag);
/* The marker of a place by its name, made when it is a body or ground; PHK_NO_PLACE: there is no
 * such place; PHK_NO_MEMORY. */
enum { PHK_NO_PLACE = -1, PHK_NO_MEMORY = -2 };
int phk_system_place(phk_system *system, const char *name, size_t length);
/* The input of a quantity, found by its text, made when new; -1: out of memory. */
int phk_system_input(phk_system *system, const char *text, size_t length, phk_quantity quantity);
/* Compiles an expression to be evaluated with the rest: *formula is its index, -1 without text. */
ph_status phk_system_add_formula(phk_system *system, const ph_expr *expr, const char *owner,
                                 const char *field, ph_diag *diag, int *formula);
/* Evaluates the requests at the poses, inputs and wrenches of the last evaluation; who solves for
 * quantities has filled in those that only requests read. */
ph_status phk_system_answer(phk_system *system, double t);
/* Reports what the methods for free bodies cannot evaluate: circles of variables, and quantities
 * that are solved for. PH_OK: there is nothing of the kind. */
ph_status phk_system_check_explicit(const phk_system *system, ph_diag *diag);
/* The same for the requests alone, which no integrator evaluates by itself. */
ph_status phk_system_check_requests(const phk_system *system, ph_diag *diag);
/* A marker the model does not name; r from the reference point. Returns its index, or
 * PHK_NO_MEMORY. */
int phk_system_add_marker(phk_system *system, int body, ph_vec3 r, ph_quat q_BM);

/* Activates or deactivates joints, motions and forces of the model by their names; others are left
 * out. Who has made a mechanism of it assembles it anew. */
void phk_system_activate(phk_system *system, const ph_names *names, bool on);
/* What is active, to be put back: of so many constraints and forces. */
int phk_system_actives(const phk_system *system);
void phk_system_get_actives(const phk_system *system, bool *active);
void phk_system_put_actives(phk_system *system, const bool *active);
/* Every name in the phases of the model is one of these; else an error to diag. */
ph_status phk_check_phases(const ph_model *model, ph_diag *diag);

/* What expressions read as `time` at time t: it does not leave the piece between two breaks. */
static inline double phk_system_time(const phk_system *sys, double t)
{
    return t < sys->piece[0] ? sys->piece[0] : t > sys->piece[1] ? sys->piece[1] : t;
}

/* The frame of any marker, of the poses at hand; one that somebody reads, as a spot. */
ph_frame phk_marker_frame(const phk_system *system, int marker);
phk_spot phk_marker_spot(const phk_system *system, int marker);

/* An evaluation in its stages, for who fills sys->pose himself: marker frames; quantities,
 * variables and expressions; the wrenches of the elements. */
void phk_system_frames(phk_system *system);
ph_status phk_system_expressions(phk_system *system, double t);
ph_status phk_system_wrenches(phk_system *system, double t);
/* Adds the wrenches of the elements to sys->load. */
void phk_system_gather(phk_system *system);

/* Marker frames and expression values at a state; no element is asked for its wrench. */
ph_status phk_system_evaluate(phk_system *system, double t, const phk_state *state);
/* The same, then the loads: force[c * ld + i] world, torque[c * ld + i] body axes. power: what the
 * elements that are not conservative put into the system [W]; NULL: not wanted. */
ph_status phk_system_loads(phk_system *system, double t, const phk_state *state, double *force,
                           double *torque, double *power);
/* What the elements of a group are called with, after an evaluation. */
ph_eval phk_group_eval(const phk_system *system, const phk_group *group);
/* Potential energy [J] of the conservative elements at the last evaluation. size: the sum of their
 * magnitudes, for how well it is known; NULL: not wanted. */
double phk_system_potential(phk_system *system, double *size);
/* After a step, at its end: what elements keep of it, from the last evaluation. `start`: what they
 * kept before is forgotten. */
void phk_system_remember(phk_system *system, bool start);
/* True when nothing acts on any body at any time (impulses apart). */
bool phk_system_is_free(const phk_system *system);
/* Adds the impulse of an event at a state, for every body it touches: linear[c * ld + i] in world
 * axes, angular[c * ld + i] in body axes about the reference point. */
void phk_system_impulse(phk_system *system, const phk_event *event, const phk_state *state,
                        double *linear, double *angular);
/* Reports system->fault, or if the last evaluation succeeded the one before, with the time of the
 * evaluation that failed. */
ph_status phk_system_explain(const phk_system *system, ph_status status, ph_diag *diag);

static inline ph_vec3 phk_get3(const double *a, int ld, int i)
{
    return ph_v3(a[i], a[ld + i], a[2 * (size_t)ld + i]);
}
static inline void phk_put3(double *a, int ld, int i, ph_vec3 v)
{
    a[i] = v.x;
    a[ld + i] = v.y;
    a[2 * (size_t)ld + i] = v.z;
}
static inline ph_quat phk_get4(const double *a, int ld, int i)
{
    return ph_quat_make(a[i], a[ld + i], a[2 * (size_t)ld + i], a[3 * (size_t)ld + i]);
}

#endif
