/* SPDX-License-Identifier: BSD-3-Clause
 *
 * program.h -- what a model is compiled to: places, quantities, expressions, elements by type,
 * constraints and events. It does not change once it is finished, so that many systems (system.h),
 * in several threads, may be evaluated by one program.
 *
 * The reference point of a body is its centre of mass or, with a pivot, the pivot.
 */
#ifndef PHK_PROGRAM_H
#define PHK_PROGRAM_H

#include <polhode/element.h>
#include "base/arena.h"
#include "base/names.h"
#include "expr/expr.h"
#include "flex/flex.h"
#include "mech/contact/pool.h"
#include "mech/model/model.h"
#include "mech/model/place.h"
#include "mech/quantity/quantity.h"

/* A marker on a body: ground has body -1. One on a node of a flexible body stands here as it is
 * undeformed; see bend.h. */
typedef struct {
    int body;
    ph_vec3 r;    /* [m] from the reference point, body axes (ground: world) */
    ph_quat q_BM; /* marker axes to body axes */
    ph_mat3 R_BM;
    bool turned;               /* its axes are not the body's */
    int bend;                  /* number among those on nodes */
    const phk_flex_node *node; /* NULL: it moves with the frame of its body */
} phk_marker;

/* A flexible body: its modes, and what of them a model may choose. */
typedef struct {
    int body, first; /* first: of its modes among those of all */
    const phk_flex *is;
    double *damping; /* [modes] [1/s] twice the ratio times the angular frequency */
    double *size;    /* [modes] [m] displacement that a unit of each is, see phk_cell */
    double *start;   /* [modes] where they start, at rest; relaxed: sought from there */
    bool relaxed;
} phk_flexible_body;

typedef struct {
    int n;
    phk_flexible_body *item; /* [n] */
    int *of_body;            /* [bodies] number among them, -1: rigid; NULL: all are */
    int modes, most;         /* of all, and the most of one */
} phk_flexible_list;

/* A quantity of the model an expression may read: component c at marker a, or at markers a and b.
 *   SETTING              number a that events set
 *   VARIABLE, LOOP       variable a; c of a loop: which of those defined through themselves
 *   STATE, STATE_RATE    state a
 *   TURN                 about what marker a is turned about axis c % 3 of marker b, full turns
 *                        counted (sys->turn[c / 3]): of the last step, and where its rate leads
 *   REACTION, EQUATION   of constraint a at its marker b; force x y z, torque x y z. EQUATION: at
 *                        marker b, in requests alone
 *   WATCH, TOUCH         the same of watched a: a force, a contact
 *   CONTACT              the same of contact a on its side b, about the mean of its points; in
 *                        requests alone
 * What is solved for together with the motion whoever solves fills in. */
typedef struct {
    phk_quantity_kind kind;
    int a, b, c;
} phk_quantity;

/* A force of the model whose wrench at one of its markers is read, or a contact: on a side of it.
 */
typedef struct {
    int force, marker;
    bool contact;
} phk_watched;

typedef struct {
    int n;
    phk_watched *item; /* [n] what expressions read; behind them what only requests read */
} phk_watched_list;

/* An expression compiled: its tape and, for messages, whose it is. */
typedef struct {
    const phk_tape *tape;
    const char *owner, *field, *text;
    ph_source where;
    int acts;   /* of whom it belongs to, see phk_system; -1: always evaluated */
    bool fixed; /* depends on nothing that changes: evaluated once */
    bool zero;  /* where it is undefined, as 0/0 is, its value is 0 */
} phk_formula;

/* All elements of one type, contiguous. */
typedef struct {
    const ph_force_type *type;
    int n;
    char *par;         /* [n] of type->par_bytes, expressions resolved */
    int *marker;       /* [n][type->markers] */
    const char **name; /* [n] */
    ph_source *where;  /* [n] */
    char *work;        /* [n] ph_work_class of each */
    bool masked;       /* some may not act at times */
    bool steady;       /* its wrenches stand, and its frames are made only when they are read */
    /* among those of all groups: its first element, place, number kept from step to step, state;
     * and the first reaction it reads, -1: none */
    int first, place, memory, state, reaction;
    int *joint; /* [n] the constraint each is on; NULL: its type is on no joint */
    int at;     /* the first of the joint's two markers among those of an element */
    int *hold;  /* [n] the constraint each holds its joint by, -1: none; NULL: all none */
} phk_group;

/* An element: which of its group. */
typedef struct {
    int group, index;
} phk_element_at;

/* A differential equation: x' = formula, or 0 = formula, of a state of the model; or x' = the rate
 * an element gives. */
typedef struct {
    int formula;
    bool implicit;
    int force, own; /* of an element: which force of the model, and which of its states */
} phk_differential;

/* Rows that are kept at zero: of a joint, a motion or an equation. */
typedef enum {
    PHK_HOLD_ROWS,    /* a joint that is a list of rows */
    PHK_HOLD_TYPE,    /* a joint by functions of its type, or with rows in velocities */
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
    int first, rows;                   /* its rows on positions, among those of all */
    int velocity_first, velocity_rows; /* and those on velocities */
    int memory;                        /* of what it keeps, in phk_system.kept; -1: nothing */
    int joint;                         /* of a start: the joint it belongs to */
    ph_row row;                        /* of a motion */
    int order;          /* of a motion: which derivative of the displacement the formula is, or */
    double start[2];    /* PHK_ORDER_START; where it starts [m], [rad], and how fast; NAN: free */
    phk_formula motion; /* the law of a motion */
    int formula;        /* of an equation */
    bool switched;      /* it comes and goes: the row of an element that holds its joint */
} phk_constraint;

/* All rows of a constraint, and the number of its row i among those of all: velocity rows follow
 * those of positions, here and there. */
static inline int phk_constraint_rows(const phk_constraint *c)
{
    return c->rows + c->velocity_rows;
}
static inline int phk_constraint_row(const phk_constraint *c, int i)
{
    return i < c->rows ? c->first + i : c->velocity_first + i - c->rows;
}

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

/* Adds to a list in an arena, unless its time is not finite; and puts one in order. */
ph_status phk_event_add(phk_arena *arena, phk_event **list, int *count, phk_event event);
void phk_event_sort(phk_event *list, int count);

/* What an event sets: a state of the model, or a number that expressions read. */
typedef struct {
    bool state;
    int index, formula;
} phk_target;

/* An event of the model. Guards are those that happen where an expression crosses zero. */
typedef struct {
    const char *name;
    const ph_event_def *def;
    int guard; /* which of them; -1: it happens at times that are known */
    int when;  /* formula of a guard */
    int targets;
    phk_target *target;
    bool moves; /* it switches what is solved for: joints, motions */
} phk_trigger;

/* The events of the model, and what they read and set. */
typedef struct {
    int n;
    phk_trigger *trigger; /* [n] */
    int guards;
    int *of_guard, *way; /* [guards] its event; 1, -1: counts where it rises, falls; 0: both */
    int formulas;
    phk_formula *formula; /* [formulas] evaluated when they are asked for */
    int asked;            /* quantities up to here are read by them, or by all */
    bool loads;           /* they read what forces or contacts do */
    int settings;
    int *setting;  /* [parameters] its number; -1: no event sets it */
    double *start; /* [settings] */
    bool switches; /* some switch, so that elements may rest */
} phk_trigger_list;

/* Variables, and the order they are evaluated in. */
typedef struct {
    int n;
    phk_formula *formula; /* [n] */
    int *input;           /* [n] input that holds it */
    int ordered;          /* those not defined through themselves */
    int *order;           /* [ordered] each after those it reads */
    bool *of_time;        /* [n] it depends on nothing but time */
    int *degree;          /* [n] in velocities, see phk_program_degree */
    int loops;
    int *loop;        /* [loops] variables defined through themselves, in circles */
    bool *loop_first; /* [loops] it is the first of its circle; the others follow it */
} phk_variable_list;

/* Places: the model's markers, then one per body used as a place, then ground. */
typedef struct {
    int n;
    phk_marker *marker; /* [n] */
    int moving;
    int *moving_marker; /* [moving] those on a body that somebody reads */
    int *of_body;       /* [bodies] marker at the centre of mass; -1: not made yet */
    int of_ground;      /* -1: not made yet */
    int bends;          /* so many sit on nodes */
} phk_marker_list;

/* What expressions read. */
typedef struct {
    int n;                  /* those an evaluation needs; */
    bool asking;            /* requests are being compiled */
    int asked;              /* with those behind them that only requests read */
    phk_quantity *quantity; /* [asked]; number 0 is time */
    phk_names names;
    double *fixed; /* [asked] values of variables that never change */
} phk_inputs;

/* Force elements, by type. */
typedef struct {
    int groups;
    phk_group *group;
    int n, places, memories; /* of all groups: elements, their markers, numbers they keep, */
    int reactions;           /* reactions they read */
    phk_element_at *force;   /* [forces of the model] */
    int states;              /* of all groups */
    int *first_state;        /* [forces of the model] number of its first among phk_program.state */
    int *state;              /* [states] the same of each, as the groups lie */
} phk_elements;

typedef struct phk_program {
    phk_compiled head;
    phk_arena arena;
    const ph_model *model;
    int bodies;
    double *mass;     /* [bodies] */
    ph_sym3 *inertia; /* [bodies] about the reference point */
    ph_vec3 *r_C;     /* [bodies] centre of mass from the reference point, body axes */
    bool *pivot;      /* [bodies] */
    phk_marker_list places;
    phk_flexible_list flexible;

    phk_inputs inputs;
    phk_variable_list variables;
    int formulas;
    phk_formula *formula;     /* [formulas] expressions of elements */
    double *fixed;            /* [formulas] values of those that never change */
    const phk_spline **table; /* [tables] */
    size_t tape_work;         /* room a tape needs */
    phk_watched_list watched;
    int turns;
    int *turn; /* [turns] input of each angle that is kept */

    int states;              /* the model's, then those of its forces */
    phk_differential *state; /* [states] */
    phk_elements elements;
    int events;
    phk_event *event; /* by time */
    int constraints;  /* the model's joints, then its motions */
    phk_constraint *constraint;
    int kept; /* numbers joints keep from step to step */
    /* of all constraints: those on positions in the order of the constraints, then so many on
     * velocities, as integrate/dae.h wants them */
    int rows, velocity_rows;
    phk_contact_plan contacts;
    phk_trigger_list triggers;
    int answers;
    phk_formula *answer; /* [answers] the columns of all requests, in order */
} phk_program;

/* Compiles bodies, markers, variables, forces and constraints of the model. Errors go to diag; then
 * *program is NULL. */
ph_status phk_program_create(const ph_model *model, ph_diag *diag, phk_program **program);
/* One user less; NULL is allowed. */
void phk_program_free(phk_program *program);
/* Adds an element the model does not list, e.g. gravity on each body; before phk_program_finish. */
ph_status phk_program_add(phk_program *program, const ph_force_type *type, const void *par,
                          const char *name, ph_source where, ph_diag *diag);
/* After the last addition; nothing changes from then on. */
ph_status phk_program_finish(phk_program *program, ph_diag *diag);
/* The marker of a place by its name, made when it is a body or ground; PHK_NO_PLACE: there is no
 * such place; PHK_NO_MEMORY. */
enum { PHK_NO_PLACE = -1, PHK_NO_MEMORY = -2 };
int phk_program_place(phk_program *program, const char *name, size_t length);
/* The input of a quantity, found by its text, made when new; -1: out of memory. */
int phk_program_input(phk_program *program, const char *text, size_t length, phk_quantity quantity);
/* Compiles an expression to be evaluated with the rest: *formula is its index, -1 without text. */
ph_status phk_program_add_formula(phk_program *program, const ph_expr *expr, const char *owner,
                                  const char *field, ph_diag *diag, int *formula);
/* What a state is called, "valve" or "cylinder.pressure_a", and where it stands in the file. */
void phk_program_state_name(const phk_program *program, int state, char *text, size_t size);
ph_source phk_program_state_where(const phk_program *program, int state);
/* The number of the state NAME.tail of a force; -1: it has none of that name. */
int phk_program_force_state(const phk_program *program, int force, const char *tail, size_t length);
/* The marker of one side of a joint, or of what else stands so. */
int phk_program_add_side(phk_program *program, const phk_side *side);
/* Number of a new marker; PHK_NO_MEMORY. */
int phk_program_add_marker(phk_program *program, int body, ph_vec3 r, ph_quat q_BM);
/* A force that loads modes (ph_force_type.shape): its last two markers, behind those of its places.
 */
typedef struct {
    const ph_force_type *type;
    void *par;
    const char *name;
    ph_source where;
} phk_shaped;
ph_status phk_program_shape(phk_program *program, const phk_shaped *by, int *marker, ph_diag *diag);
/* Lets marker number `marker` sit on a node of its body, rigidly at `off` [m] from it (undeformed
 * body axes). */
ph_status phk_program_put_on_node(phk_program *program, int marker, int node, ph_vec3 off);
/* The marker of BODY.NODE, if there is one; -1: none. */
int phk_program_node_marker(const phk_program *program, const char *name);
/* Makes a body flexible. */
ph_status phk_program_bend_body(phk_program *program, int body, const phk_flex *flex);
/* The flexible body of a number; NULL: it is rigid. */
static inline const phk_flexible_body *phk_program_flexible(const phk_program *program, int body)
{
    if (!program->flexible.of_body || program->flexible.of_body[body] < 0) return NULL;
    return &program->flexible.item[program->flexible.of_body[body]];
}
/* Reports what the methods for free bodies cannot evaluate: circles of variables, and quantities
 * that are solved for. PH_OK: there is nothing of the kind. */
ph_status phk_program_check_explicit(const phk_program *program, ph_diag *diag);
/* The same for the requests alone, which no integrator evaluates by itself. */
ph_status phk_program_check_requests(const phk_program *program, ph_diag *diag);
/* True when nothing acts on any body at any time (impulses apart). */
bool phk_program_is_free(const phk_program *program);
/* Every name in the phases and events of the model is one that can be switched; else an error to
 * diag. */
ph_status phk_check_phases(const ph_model *model, ph_diag *diag);

#endif
