/* SPDX-License-Identifier: BSD-3-Clause
 *
 * equations.h -- a mechanism from inside: what its parts share.
 */
#ifndef PHK_EQUATIONS_H
#define PHK_EQUATIONS_H

#include "integrate/dae.h"
#include "mech/equations/arm.h"
#include "mech/equations/emit.h"
#include "mech/system/row.h"
#include "mech/system/system.h"

typedef struct phk_mechanism phk_mechanism;

/* The cells of a body: its translation and its rotation, PHK_MOVE and PHK_TURN, and of a flexible
 * one its modes, PHK_MODES. */
typedef struct {
    int q, e;         /* first coordinate of position and quaternion; q -1: it has a pivot */
    int direction[3]; /* first direction of PHK_MOVE (-1: it has a pivot), PHK_TURN, PHK_MODES (-1:
                         it is rigid) */
    int modes, mode;  /* so many, and the first coordinate of them */
    ph_vec3 pivot;    /* [m] */
} phk_body_cells;

/* A joint that is a list of rows, between bodies; ground is behind the last. */
typedef struct {
    const ph_joint_type *type;
    int body[2];
    int first;                /* row */
    bool places;              /* its rows read the places of the markers, and give forces */
    bool turns[2];            /* they give torques of their own, by side */
    bool reads[2][3];         /* which axes they read */
    ph_vec3 r[2], axis[2][3]; /* places and axes of the markers, body axes */
} phk_joint_rows;

typedef struct {
    int joints, others;
    phk_joint_rows *joint;
    int *other; /* [others] constraints that are not lists of rows */
} phk_rows;

/* Where the blocks of two bodies are, as phk_emit_block tells: [cell of the row body][cell of the
 * column body]. */
typedef struct {
    int at[3][3]; /* of PHK_MODES for markers on nodes alone */
} phk_pair;

/* Which 3 x 3 blocks of the derivative of a wrench at one marker by the motion of another, force
 * and torque by place and turn, may ever be other than zero. */
typedef struct {
    bool at[2][2];
} phk_fill;

/* Room for the derivatives of one force element. */
typedef struct {
    double *displacement, *velocity, *value, *state, *reaction; /* as in ph_tangent */
    double *multiplier; /* [6 markers + states][PHK_JOINT_ROWS] by the rows of its joint */
    double *rows[2];    /* [6 markers + states] wrenches and rates, where differences are taken */
    int *formula;       /* [values] */
} phk_scratch;

/* Room for what there is along modes; NULL: no body has any. */
typedef struct {
    double *gradient; /* [2][most modes] */
    double *pair;     /* [2][6][6 + most modes] */
} phk_bent;

/* Derivatives of one number by the unknowns it can depend on. */
typedef struct {
    int n;
    int *unknown;               /* [n] increasing, whole cells */
    double *by_q, *by_v, *by_a; /* [n] each, one behind the other; as in phk_tangents */
} phk_gradient;

/* A formula, and where the derivatives of what it reads go. */
typedef struct {
    const phk_formula *formula;
    phk_gradient *gradient;
    const int **to; /* [inputs of its tape] -> [n of that input] */
} phk_chain;

/* A constraint by an expression. */
typedef struct {
    int constraint, formula, row; /* row: of all, as in `full` */
    bool velocity;                /* it is a velocity row */
    phk_gradient *gradient;
    int directions; /* the first so many of its unknowns are directions, the rest states */
    int leaves, links;
    int *leaf;        /* [leaves] inputs behind it that are no variables */
    int *link;        /* [links] chains of the variables behind it, then its own */
    double *second;   /* [n][n] symmetric second derivatives, and [n] along single unknowns; of a
                         velocity row by velocities and unknowns, and [n] those at rest */
    phk_course *kept; /* [leaves][2] of a velocity row: room for velocities of markers' bodies */
} phk_equation;

/* Where the integral of a velocity or acceleration law begins. */
typedef struct {
    double t, s, ds;
} phk_anchor;

/* The motions and what they prescribe. */
typedef struct {
    int motions;
    int *motion; /* [motions] constraints */
    int variables;
    int *variable;      /* [variables] of time alone, in their order, if a law reads any */
    phk_drive *drive;   /* [constraints] at time t; with derivatives if level is 2 */
    phk_anchor *anchor; /* [constraints] */
    double *lag;        /* [constraints] [rad] a law is followed from so far behind, in assembly */
    int settings;
    int *setting;   /* [settings] inputs that events set */
    double t, seen; /* [s], and what `time` read then, */
    int sets;       /* and what had been set */
    int level;
    double *input[5]; /* [inputs] each: values, first and second derivatives, and room for a tape */
} phk_drives;

/* Derivatives of all that expressions read, and of expressions. */
typedef struct {
    phk_gradient *input, *formula, *loop;
    int chains, most_inputs;
    phk_chain *chain;
    double *room; /* [3][most_inputs] */
} phk_gradients;

/* Constraints by expressions. */
typedef struct {
    int n;
    phk_equation *equation;
    double *jet[4];   /* [inputs] each: derivatives of the inputs, and room for a tape */
    double *velocity; /* [nv + nx] */
} phk_equations;

/* Pairs of shapes, in order: the first is what its contact, of the model, names first. */
typedef struct {
    int a, b, contact;
} phk_met_pair;
typedef struct {
    phk_met_pair *pair;
    int pairs;
} phk_met;

struct phk_mechanism {
    phk_dae dae;
    phk_system *system;
    phk_arena arena;
    phk_arena maps; /* what follows from the pattern: made anew when rows are dropped */

    phk_body_cells *body; /* [bodies] */
    phk_cell *cell;
    int *owner; /* [cells] the body of each */
    phk_rows rows;
    phk_scratch scratch;
    phk_bent bent;
    double relaxing; /* [s^2]; see phk_mechanism_relax */
    phk_drives drives;

    int solved_inputs;
    int *solved_input; /* [solved_inputs] inputs of the system that are filled here */
    phk_gradients by;
    phk_equations held;
    int holders;
    phk_element_at *holder; /* [holders] elements that hold their joint at times */

    /* multipliers: the rows of all constraints are `full`, those dropped have no unknown */
    int full;
    int *place;          /* [full] number among the kept; -1: dropped */
    int *multiplier;     /* [full] the same of those that are there; -1: dropped, or suspended */
    bool dropped;        /* some are, or */
    bool suspended;      /* those */
    double *lambda, *c;  /* [full] when some are not there */
    double *lambda_last; /* [full] of the last residual */

    phk_pattern pattern;
    int *node;
    int *record;   /* where all contributions are; see emit.h */
    bool *coupled; /* [elements] its derivatives are in the pattern */
    bool *near;    /* [elements] scratch; NULL: all elements always are */
    phk_met met;   /* pairs of shapes whose derivatives are in the pattern */
};

/* rows.c */
ph_status phk_rows_create(phk_mechanism *m);
/* c of the rows of joints, and what they do into sys->load. */
void phk_rows_residual(phk_mechanism *m, const double *lambda, double *c);

/* A constraint with the frames of its markers; most have two of the six there is room for. */
typedef struct {
    const phk_constraint *c;
    ph_frame frame[PH_JOINT_MARKERS];
    ph_eval eval;
    phk_drive drive; /* of a motion */
} phk_local;

/* holds.c: constraint k of the system at the present poses, unless it is an equation. */
void phk_hold_local(const phk_mechanism *m, int k, phk_local *local);
/* The gradients times lambda, [markers]: the opposite acts on the bodies. Here and in the next but
 * one lambda is of all rows, [full]. */
void phk_hold_wrench(const phk_local *local, const double *lambda, ph_wrench *wrench);
/* [phk_constraint_rows][6 markers], of velocity rows the coefficients of velocities; and [6
 * markers][6 markers]. */
void phk_hold_gradient(const phk_local *local, double *gradient);
void phk_hold_curvature(const phk_local *local, const double *lambda, double *curvature);
/* See phk_row_rates; [rows] each, those of positions. */
void phk_hold_rates(const phk_local *local, double *rate, double *gamma);
/* The same as phk_rows_residual for the other constraints. */
void phk_holds_residual(phk_mechanism *m, const double *lambda, double *c);

/* drive.c: what the motions prescribe at t; level 2: with derivatives. */
/* dae->guards: the events of the model that happen where an expression crosses zero. */
ph_status phk_mechanism_guards(void *self, const phk_point *p, double *value);
ph_status phk_drives_create(phk_mechanism *m);
ph_status phk_drives_evaluate(phk_mechanism *m, double t, int level);
void phk_drives_accepted(void *self, double t);
void phk_drives_store(phk_mechanism *m, phk_store *store);

/* quantities.c: fills the inputs of the system that are solved for. */
void phk_put_solved(phk_mechanism *m, const phk_point *p);
/* Which unknowns a quantity depends on (room for all of them), and its derivatives. */
void phk_quantity_unknowns(const phk_mechanism *m, const phk_quantity *k, phk_gradient *g);
void phk_quantity_gradient(phk_mechanism *m, const phk_quantity *k, const phk_point *p,
                           phk_gradient *g);

/* Adds to the derivatives `by` of a gradient those of a cell that begins at `base`. */
void phk_gradient_add(phk_gradient *g, double *by, int base, const double *more, int width);

/* Adds what derivatives by (dp, dphi) and (dv, dw) of a marker are along its body. */
void phk_marker_gradient(const phk_mechanism *m, phk_gradient *g, int marker, const double *by_p,
                         const double *by_v);

/* gradient.c */
ph_status phk_gradients_create(phk_mechanism *m);
void phk_gradients_evaluate(phk_mechanism *m, const phk_point *p);

/* The gradients of some inputs that are no variables, then of some chains; false: some derivative
 * is not finite. */
bool phk_gradients_of(phk_mechanism *m, const phk_point *p, int leaves, const int *leaf, int links,
                      const int *link);

/* equation.c */
ph_status phk_equations_create(phk_mechanism *m);
ph_status phk_equations_residual(phk_mechanism *m, const phk_point *p, const double *lambda,
                                 double *g, double *c);
void phk_equations_rates(phk_mechanism *m, const phk_point *p, double *rate, double *gamma);
void phk_equations_emit(phk_mechanism *m, const double *lambda, phk_emitter *e);
/* What an equation does to a body: at the reference point, world axes. */
/* equation_velocity.c: e->second of a velocity row; all else stays as it is. */
void phk_equation_mixed(phk_mechanism *m, const phk_equation *e);
ph_wrench phk_equation_load(const phk_mechanism *m, int constraint, int body);

/* lines.c: rows that are formulas: states, circles of variables, watched forces. */
/* Adds scale times a gradient to a row. */
void phk_emit_gradient(int row, const phk_gradient *g, double scale, phk_emitter *e);
/* Takes the derivatives by (dp, dphi) and (dv, dw) of a marker off a row, along the cells of its
 * body; NULL: none. */
void phk_emit_marker(phk_mechanism *m, int row, int marker, const double *by_p, const double *by_v,
                     phk_emitter *e);
void phk_lines_residual(phk_mechanism *m, const phk_point *p, double *d, double *s);
ph_status phk_lines_emit(phk_mechanism *m, const double *lambda, phk_emitter *e);

/* contacts.c: whether pairs are near that are not in the pattern; those that are near then. */
bool phk_contacts_missing(const phk_mechanism *m);
ph_status phk_contacts_take(phk_mechanism *m);
void phk_contacts_emit(phk_mechanism *m, phk_emitter *e);
/* What a contact does is read: derivatives of its six numbers, in rows from `row` on. */
void phk_contacts_emit_watch(phk_mechanism *m, const phk_watched *watch, int row, phk_emitter *e);
void phk_contacts_store(phk_mechanism *m, phk_store *store);
double phk_contacts_ahead(void *self, const phk_point *p);

/* holding.c */
ph_status phk_holders_create(phk_mechanism *m);
/* value[holders], frames and reactions being those at p. */
void phk_holders_guards(const phk_mechanism *m, const phk_point *p, double *value);

/* pattern.c */
ph_status phk_mechanism_map(phk_mechanism *m);
/* Lets the elements that are near get their entries, and others lose them, where some are of a type
 * that tells: dae->reshape. */
ph_status phk_couplings_create(phk_mechanism *m);
/* All contributions; p and lambda [full] are not read before there are values. */
ph_status phk_mechanism_emit(phk_mechanism *m, const phk_point *p, const double *lambda,
                             phk_emitter *e);

/* tangent.c */
ph_status phk_mechanism_tangent(void *self, const phk_point *p, phk_tangents *out);
/* A constraint that is no equation. */
void phk_hold_emit(phk_mechanism *m, int k, const double *lambda, phk_emitter *e);
/* First row or column of a cell of the body of a marker; -1: none. */
int phk_cell_of_marker(const phk_mechanism *m, int marker, int cell);
/* How many cells of its body a marker moves with: those of all, and the modes. */
static inline int phk_cells_of_marker(const phk_marker *m)
{
    return m->node ? 3 : 2;
}
static inline int phk_cell_width(const phk_mechanism *m, int marker, int cell)
{
    if (cell < PHK_MODES) return 3;
    return m->body[m->system->program->places.marker[marker].body].modes;
}

/* Where the blocks of the bodies of two markers are. */
phk_pair phk_emit_pair(phk_emitter *e, const phk_mechanism *m, int row_marker, int column_marker,
                       const phk_fill *fill);
/* Derivatives of the wrench at a marker by the displacements and (NULL: none) by the velocities of
 * another: 6 x 6, of row length ld. */
typedef struct {
    const double *displacement, *velocity;
    int ld;
} phk_slopes;
/* Adds scale times them. */
void phk_add_pair(const phk_mechanism *m, int row_marker, int column_marker, const phk_pair *pair,
                  double scale, const phk_slopes *k, phk_tangents *out);
/* Adds how the torque of a wrench turns with its body. */
void phk_add_turn(const phk_mechanism *m, int marker, const phk_pair *pair, double scale,
                  const ph_wrench *w, double *by_q);

/* bent.c: markers on nodes of flexible bodies: what there is along the modes. */
ph_status phk_bent_create(phk_mechanism *m);
/* Derivatives of a number by the motion of a marker on a node along the modes of its body:
 * by_q[modes], then by_v[modes], until it is called again. */
double *phk_bent_gradient(const phk_mechanism *m, const phk_marker *now, const phk_covector *c);
/* What a wrench at such a marker (world axes) is along the modes, likewise: [modes]. */
double *phk_bent_wrench(const phk_mechanism *m, const phk_marker *now, ph_vec3 force,
                        ph_vec3 torque);
/* What is left of the acceleration and angular acceleration of such a marker where those of its
 * body and of the modes are zero, world axes. */
typedef struct {
    ph_vec3 place, twist;
} phk_bent_rest;
phk_bent_rest phk_bent_centripetal(const phk_marker *now, const phk_pose *b);
/* An acceleration of such a marker, and its derivatives. */
double phk_bent_acceleration(const phk_mechanism *m, const phk_quantity *k, const phk_marker *now,
                             const phk_point *p);
void phk_bent_acceleration_gradient(const phk_mechanism *m, const phk_quantity *k,
                                    const phk_marker *now, const phk_point *p, phk_gradient *g);
/* Its course when its body moves with these velocities (world; body axes; modes); the angular
 * acceleration besides, world axes. */
phk_course phk_bent_course(const phk_mechanism *m, const phk_marker *now, ph_vec3 v, ph_vec3 w,
                           const double *rate, ph_vec3 *twist);
/* phk_add_pair where one of the two markers is on a node, and what phk_add_turn adds then. */
void phk_bent_add_pair(const phk_mechanism *m, int row_marker, int column_marker,
                       const phk_pair *pair, double scale, const phk_slopes *k, phk_tangents *out);
void phk_bent_add_turn(const phk_mechanism *m, const phk_marker *now, const phk_pair *pair,
                       double scale, const ph_wrench *w, double *by_q);

/* flexible.c: what flexible bodies are by themselves. */
/* Modal coordinates, and where they bring the markers on nodes. */
void phk_flexible_poses(phk_mechanism *m, const phk_point *p);
/* Adds inertia that changes, stiffness and damping, and takes off the loads along the modes. */
void phk_flexible_residual(phk_mechanism *m, const phk_point *p, double *g);
void phk_flexible_emit(phk_mechanism *m, const phk_point *p, phk_emitter *e);
/* forces.c: wrenches at markers and their derivatives. */
typedef struct {
    int markers, loaded;     /* the first so many take a wrench */
    const int *marker;       /* [markers] */
    bool steady;             /* none of the derivatives is other than zero */
    const ph_wrench *wrench; /* [markers]; NULL: they do not act, or there are no values yet */
    const double *displacement, *velocity; /* as in ph_tangent */
} phk_wrench_rows;
void phk_emit_wrenches(phk_mechanism *m, const phk_wrench_rows *w, phk_emitter *e);
ph_status phk_scratch_create(phk_mechanism *m);
ph_status phk_group_emit(phk_mechanism *m, int group, const double *lambda, phk_emitter *e);
/* Derivatives of element k of a group at its frames, into m->scratch; lambda [full]. */
ph_status phk_element_tangent(phk_mechanism *m, int group, int k, const double *lambda);
/* Formulas of an element, in table order: value[phk_type_values], -1: not given. */
void phk_element_values(const phk_group *group, int k, int *value);
/* Numbers of its states among those of the system; [type->states]. */
static inline const int *phk_element_states(const phk_mechanism *m, const phk_group *group, int k)
{
    return m->system->program->elements.state + group->state + k * group->type->states;
}
/* How many expressions an element of a type has. */
int phk_type_values(const ph_force_type *type);

/* reactions.c: what elements read of the joints they are on, for multipliers lambda [full]. */
void phk_reactions_put(phk_mechanism *m, const double *lambda);
/* From the derivatives by the reaction, in m->scratch: adds to those by displacements, and makes
 * those by multipliers. */
void phk_reaction_tangent(phk_mechanism *m, const phk_group *group, int k, const double *lambda);
/* The columns of the multipliers: of the loads of element k at its first `loaded` markers, and of
 * one component of its wrenches in a row of its own. */
void phk_reaction_emit(phk_mechanism *m, const phk_group *group, int k, int loaded, phk_emitter *e);
void phk_reaction_emit_row(phk_mechanism *m, const phk_group *group, int k, int row, int component,
                           phk_emitter *e);

ph_status phk_mechanism_rates(void *self, const phk_point *p, double *rate, double *gamma);

/* mechanism.c: poses, frames, expressions and wrenches at a point. */
ph_status phk_mechanism_evaluate(phk_mechanism *m, const phk_point *p);
/* In parts: the poses; then frames and expressions. */
ph_status phk_mechanism_express(phk_mechanism *m, const phk_point *p);
void phk_mechanism_poses(phk_mechanism *m, const phk_point *p);
/* The multipliers of all rows, [full]. */
const double *phk_mechanism_lambda(phk_mechanism *m, const phk_point *p);

/* The body of a marker; ground is behind the last. */
static inline int phk_body_of(const phk_system *sys, int marker)
{
    return sys->program->places.marker[marker].body < 0 ? sys->program->bodies
                                                        : sys->program->places.marker[marker].body;
}

#endif
