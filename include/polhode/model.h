/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/model.h -- describe a mechanical system: from C, object by object (polhode/files.h: from
 * a file).
 *
 * Objects are made from definition structs; start from ph_default_*(). SI units throughout.
 * A model is changed by its builder only; a simulation borrows it as const, so that several
 * simulations, also in several threads, may share one model.
 */
#ifndef POLHODE_MODEL_H
#define POLHODE_MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include <polhode/base.h>
#include <polhode/element.h>
#include <polhode/expression.h>
#include <polhode/field.h>
#include <polhode/flexible.h>
#include <polhode/geometry.h>
#include <polhode/math.h>
#include <polhode/options.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ph_model ph_model;

/* In every definition: `given` records which of its fields were given (ph_field_given), `where` is
 * the place in a file. From C, what differs from ph_default_*() counts as given once the object is
 * added; what is set by name (ph_field_set_*, with the table of ph_kind_fields) counts in any case,
 * as it does in a file: a velocity of zero is then a velocity, not one that follows from joints. */

typedef struct {
    uint64_t given;
    ph_source where;
    /* These two, where they are not given, follow from the body's shapes (ph_model_masses); to be
     * zero, they are given by name. */
    double mass;         /* [kg], > 0 */
    ph_sym3 inertia;     /* [kg m^2] about the centre of mass, or about the pivot; body axes */
    ph_vec3 position;    /* [m] of the centre of mass, world */
    ph_quat orientation; /* body axes to world axes, unit */
    ph_vec3 velocity;    /* [m/s] of the centre of mass, world; follows from omega with a pivot */
    ph_vec3 omega;       /* [rad/s], body axes */
    /* Rotates about a fixed point; inertia is then about that point. Set by name, `pivot` sets
     * both, and a position that is not given is there. */
    bool has_pivot;
    ph_vec3 pivot;   /* [m] world */
    int any_inertia; /* 1: accept an inertia no distribution of mass can have */
    int exact;       /* bits PH_EXACT_*: what assembly must not change */
    int loose; /* bits 0 to 5: components of velocity, then omega, that follow from the joints */
} ph_body_def;
enum {
    PH_EXACT_POSITION = 1,
    PH_EXACT_ORIENTATION = 2,
    PH_EXACT_VELOCITY = 4,
    PH_EXACT_OMEGA = 8,
    PH_EXACT_X = 16, /* one coordinate of the position, world axes */
    PH_EXACT_Y = 32,
    PH_EXACT_Z = 64
};
PH_API ph_body_def ph_default_body(void);

/* How a body that bends starts: bent as it is at rest under its loads and its spin, or as drawn. */
typedef enum { PH_BENT_RELAXED, PH_BENT_DRAWN } ph_flexible_start;

/* A body that bends. It is a body of its name like any other, made when it is added, with mass and
 * inertia of its modes; BODY.NODE, by name or number of a node, is a place like a marker. */
typedef struct {
    uint64_t given;
    ph_source where;
    ph_vec3 position;    /* [m] world: where the origin lies that its nodes are drawn from */
    ph_quat orientation; /* the axes they are drawn in to world axes, unit */
    ph_vec3 velocity;    /* [m/s] of the centre of mass, world */
    ph_vec3 omega;       /* [rad/s], body axes */
    int exact, loose;    /* as of bodies; PH_EXACT_X is of the centre of mass */
    int start;           /* ph_flexible_start, unless there are */
    ph_numbers modes;    /* its modal coordinates at the start [sqrt(kg) m], at rest */
    ph_flex *flex;       /* its modes; a model keeps a use of its own. NULL: of these beams */
    ph_beams beams;
    ph_reduction reduction;
    int substructures; /* of a file: so many bodies NAME, NAME_2, .. in a row make up the line */
    ph_text file;      /* what flex was read from, for those who write a file; NULL text: none */
    int piece;         /* 1: it is a part of such a line; the velocity is that of the whole, */
    ph_vec3 whole;     /* [m] whose centre of mass is drawn there */
    int lost;          /* 1: they could not be read, and whoever tried has told so */
} ph_flexible_def;
PH_API ph_flexible_def ph_default_flexible(void);

typedef struct {
    uint64_t given;
    ph_source where;
    ph_place on; /* body, or node of a flexible one; NULL text: ground */
    ph_vec3 at;  /* [m] from the body's centre of mass or the node, body axes (ground: world) */
    ph_quat orientation; /* marker axes to body axes */
} ph_marker_def;
PH_API ph_marker_def ph_default_marker(void);

/* Where a joint sits: two bodies with a point (and axes) of the world, as the bodies are placed at
 * the start; or two markers, whose axes it then uses. */
typedef struct {
    uint64_t given;
    ph_source where;
    ph_names between;    /* two bodies, markers or `ground`; the joint acts on the second */
    ph_vec3 at;          /* [m] world; bodies only */
    ph_vec3 axis, axis2; /* world; bodies only: z of the joint's markers; axis2: see the joint */
    /* Where the second marker starts along and about z of the first, of joints that leave it free
     * to move so: displacement [m], velocity [m/s], angle [rad], rate [rad/s]; NAN: not given. */
    double initial[4];
} ph_joint_def;
PH_API ph_joint_def ph_default_joint(void);

/* Drives a joint, or one marker against another, by a function of time. One of the three
 * expressions is given. */
typedef struct {
    uint64_t given;
    ph_source where;
    ph_text joint;    /* the joint it drives; or: */
    ph_names between; /* two markers: the second moves against the first */
    int direction;    /* index into x y z rx ry rz; -1: the one the joint leaves free */
    ph_expr displacement, velocity, acceleration; /* [m], [rad] and their rates */
    /* With a velocity or acceleration: where it starts from; NAN: as the bodies stand and move. */
    double initial_displacement, initial_velocity;
    /* > 0: its displacement was measured, and counts for so much. An inverse analysis follows it as
     * well as the others allow, every other goes without it. */
    double weight;
} ph_motion_def;
PH_API ph_motion_def ph_default_motion(void);

/* An ordinary differential equation of first order for one number. */
typedef struct {
    uint64_t given;
    ph_source where;
    ph_expr rate;     /* X' = rate; or: */
    ph_expr equation; /* 0 = equation, which reads X and X.rate */
    double initial;   /* X at the start */
    double guess;     /* of X' there, from which `equation` is solved for it */
    int static_hold;  /* 1: X stays as it is in a search for equilibrium */
    double size;      /* what the tolerance of X is relative to, or the largest |X| so far; > 0 */
} ph_state_def;
PH_API ph_state_def ph_default_state(void);

/* How a table goes on outside of its points. */
typedef enum {
    PH_BEYOND_TANGENT,  /* straight on with the slope of the end */
    PH_BEYOND_PARABOLA, /* the parabola through the last three points */
    PH_BEYOND_CHORD     /* the line through the last two points */
} ph_beyond;

/* A table y(x) for splines in expressions. x strictly increasing, at least 4 points. With z a
 * family of such curves, y(x, z); with `points` a curve in space, over a parameter from -1 to 1. */
typedef struct {
    uint64_t given;
    ph_source where;
    ph_numbers x, y;   /* the same count; of a family: y of the first z, then of the next, .. */
    ph_numbers z;      /* strictly increasing; none: no family */
    int beyond;        /* ph_beyond */
    ph_text file;      /* or: a CSV file with x and y in its first two columns */
    ph_numbers points; /* instead of x and y: x, y, z of each point, at least 4 points */
    int order;         /* of the B-spline of a curve in space; 0: 4, a cubic */
    int control;       /* 1: the points are those of the control polygon; 0: on the curve */
    int closed;        /* 1: the ends of the curve in space meet smoothly */
} ph_table_def;

/* Columns of a result, made of expressions and worked out at its rows alone. */
typedef struct {
    ph_text name; /* "x": the column is REQUEST.x */
    ph_text unit; /* for show: the value is the expression's; NULL text: none */
    ph_expr value;
} ph_request_column;

typedef struct {
    uint64_t given;
    ph_source where;
    int id;        /* its number in the deck it comes from; 0: none */
    ph_text title; /* NULL text: none */
    int count;
    const ph_request_column *column;
} ph_request_def;

typedef struct {
    ph_text name;
    double value;
} ph_assignment;

/* A part of a run that goes on where the one before ended. What its options leave out is as before;
 * what is not active does not act: a joint holds nothing, a motion or a force is not there. */
typedef struct {
    uint64_t given;
    ph_source where;
    ph_options options;
    double duration;               /* [s] instead of an end: from where it begins; 0: none */
    ph_names activate, deactivate; /* joints, motions, forces, contacts, events */
    int count;
    const ph_assignment *set; /* [count] parameters that have another value from its beginning on */
} ph_phase_def;

/* What an event sets: a state or a parameter, to the value of an expression. */
typedef struct {
    ph_text name;
    ph_expr value;
} ph_setting;

/* Something that happens where an expression crosses zero, or again and again at equal times. A
 * step ends there; then all values it sets are worked out, and it acts. */
typedef struct {
    uint64_t given;
    ph_source where;
    ph_expr when;  /* it happens where this crosses zero; or: */
    double every;  /* [s] > 0: at `first`, and then so often */
    double first;  /* [s] NAN: at the start of the run */
    int direction; /* 0: both, 1: rising, 2: falling */
    int once;      /* 1: the first time alone */
    int at_start;  /* 1: also at the start, if `when` is zero there, or beyond in its direction */
    double within; /* what counts as zero at the start */
    int stop, end_phase, restart;  /* 1: the run ends; its phase ends; the method starts anew */
    double next_step;              /* [s] with a step of this size; 0: its own choice */
    double rows_every;             /* [s] output rows from then on; 0: as before */
    ph_names activate, deactivate; /* joints, motions, forces, contacts, events */
    int count;
    const ph_setting *set; /* [count] */
    ph_text message;       /* for the log; NULL text: none */
} ph_event_def;

/* Linear systems, PID controllers and delays between expressions. */
typedef enum {
    PH_CONTROLLER_TRANSFER,
    PH_CONTROLLER_STATE_SPACE,
    PH_CONTROLLER_PID,
    PH_CONTROLLER_DELAY
} ph_controller_type;

typedef struct {
    uint64_t given;
    ph_source where;
    int type; /* ph_controller_type */
    int inputs;
    const ph_expr *input;              /* [inputs] several of a state space alone */
    double every, first;               /* [s] sampled so often, from then on; 0: continuous */
    ph_numbers numerator, denominator; /* by ascending powers of s; sampled: of z */
    ph_rows a, b, c, d;                /* x' = a x + b u, y = c x + d u; sampled: the next x */
    ph_numbers initial;                /* of the states; of a delay: what was before the start */
    ph_expr setpoint;                  /* of a PID; NULL text: 0 */
    double kp, ki, kd;
    double low, high; /* of its output */
    double filter,
        tracking;    /* [s] of the derivative, and against windup; 0: follow from the gains */
    double delay;    /* [s] */
    int order;       /* of Pade's fraction of a delay */
    int static_hold; /* 1: its states stay as they are in a search for equilibrium */
} ph_controller_def;

/* What something is made of; contacts take their values from here, shapes their density. What is
 * not given is not known. Some are there by name without being added: steel, rubber, ice, ..; an
 * added one of the same name replaces such a one. */
typedef struct {
    uint64_t given;
    ph_source where;
    double density;          /* [kg/m^3] > 0 */
    double young;            /* [Pa] modulus of elasticity, > 0 */
    double poisson;          /* -1 < poisson <= 0.5 */
    double friction;         /* coefficient at rest */
    double sliding_friction; /* coefficient once it slides */
    double restitution;      /* velocity after a blow over that before, 0 < restitution <= 1 */
    double rolling;          /* [m] arm of the normal force against rolling */
    double spinning;         /* [m] arm of the normal force against spinning about the normal */
} ph_material_def;

/* What belongs to two materials together, in either order; it goes before what each has. */
typedef struct {
    uint64_t given;
    ph_source where;
    ph_names between;                                                  /* two materials */
    double friction, sliding_friction, restitution, rolling, spinning; /* as above */
} ph_material_pair_def;

/* Something to look at, fixed to a marker or a body; polhode/geometry.h has the kinds. */
typedef struct {
    uint64_t given;
    ph_source where;
    int kind;                       /* ph_shape_kind */
    ph_place on;                    /* marker or body; NULL text: ground */
    ph_vec3 size;                   /* these as PH_SHAPE_* says */
    double radius, radius2, length; /* [m] */
    ph_names through;
    ph_rows points, heights; /* [m] */
    int closed;              /* of a curve or a profile: 1, its last point is joined to its first */
    ph_text file;            /* of a mesh, of points or heights, as seen from the model file */
    double scale;            /* metres in a unit of that file; 0: 1 */
    /* [m] of a mesh: its triangles, of which the model keeps a copy; read from the file, or given
     * by a program. NULL: none. */
    const ph_mesh *mesh;
    ph_vec3 at; /* [m] from the marker, in its axes */
    int axis;   /* which of its axes is meant by z above: 0 z, 1 x, 2 y */
    double
        rounding; /* [m] radius of its edges where it touches; 0: a fiftieth of its least extent */
    /* What it weighs, for bodies whose mass or inertia are not given. */
    double density;          /* [kg/m^3]; not given: that of its material; 0: none */
    ph_text material;        /* by name; NULL text: none */
    const ph_mass_of *solid; /* of a closed mesh, with its scale; NULL: it has no volume */
} ph_shape_def;

/* Shapes or bodies under one name, for contacts. */
typedef struct {
    uint64_t given;
    ph_source where;
    ph_names of; /* shapes, bodies, groups; `*` stands for any part of a name */
} ph_group_def;

/* How surfaces push each other apart, see docs/contact.md. */
typedef enum {
    PH_CONTACT_POWER, /* k q^e (1 + a q'): Hunt and Crossley */
    PH_CONTACT_HERTZ, /* the same with k and e of elastic bodies */
    PH_CONTACT_IMPACT /* k q^e + c q', the damping growing with the depth: MSC.ADAMS */
} ph_contact_law;

/* How they rub. */
typedef enum {
    PH_FRICTION_BRISTLE, /* holds: springs that give way at the limit */
    PH_FRICTION_STEP,    /* cubic steps over the sliding speed: MSC.ADAMS; creeps */
    PH_FRICTION_TANH,    /* mu tanh(speed/stiction_speed); creeps */
    PH_FRICTION_NONE
} ph_friction_law;

/* What happens where shapes touch. What is not given follows from their materials, sizes and
 * masses; numbers that are not given are NAN. */
typedef struct {
    uint64_t given;
    ph_source where;
    ph_names between; /* one or two: shapes, bodies, groups, `ground`, `everything` */
    int joined;       /* 1: bodies that a joint holds together touch, too */
    int law;          /* ph_contact_law */
    double stiffness; /* k [N/m^e] */
    double exponent;  /* e */
    double damping;   /* c [N s/m] of IMPACT; a [s/m] of the others, instead of a restitution */
    double depth;     /* [m] of full damping: IMPACT */
    double restitution;
    int formula;                       /* by which it becomes a damping */
    double adhesion, range;            /* [N] pull at touch, [m] over which it fades */
    ph_expr force;                     /* instead of a law: of `depth` and `rate` */
    int friction_law;                  /* ph_friction_law */
    double friction, sliding_friction; /* static and dynamic coefficient */
    double stiction_speed;             /* [m/s] up to which the static one counts */
    double sliding_speed;              /* [m/s] from which on the dynamic one does */
    double bristle_stiffness;          /* [N/m] */
    double bristle_damping;            /* [N s/m] */
    double rolling, spinning;          /* [m] arms of the couples that resist */
} ph_contact_def;
PH_API ph_contact_def ph_default_contact(void);

/* The known state of one body at the end time, for `polhode converge`: of what is not given, or
 * zero, nothing is known. */
typedef struct {
    uint64_t given;
    ph_source where;
    ph_quat orientation;
    ph_vec3 momentum; /* [kg m^2/s] inertia times omega, body axes */
    ph_vec3 position; /* [m] */
    ph_vec3 velocity; /* [m/s] */
} ph_reference_def;

/* What is worked out about a state of the run: modes, or the matrices of its linearisation
 * (polhode/analysis.h). A simulation does nothing about it: who runs one looks here. */
typedef struct {
    uint64_t given;
    ph_source where;
    double at;                        /* [s] NAN: the start of the run */
    int equilibrium;                  /* 1: the equilibrium that is found from there */
    int matrices;                     /* 1: A, B, C, D; 0: modes */
    ph_text frame;                    /* marker or body; NULL: the world */
    ph_names inputs, outputs, states; /* variables, see ph_linear_options */
} ph_linearization_def;

/* A named number, and a named expression. */
typedef struct {
    uint64_t given;
    ph_source where;
    double value;
} ph_parameter_def;

typedef struct {
    uint64_t given;
    ph_source where;
    ph_expr value;
    double start; /* where the search for the value of one that reads itself begins */
    /* 1: where the expression is undefined, as 0/0 is, the value is 0, and a run warns of it; 0:
     * that is an error */
    int undefined;
    bool open; /* solved for with the motion, though it does not (polhode/analysis.h) */
} ph_variable_def;

/* The kinds of objects a model holds, in the order of model files. */
typedef struct {
    const char *word;       /* "body" */
    const char *section;    /* of a model file, "bodies"; NULL: no file holds it */
    const char *help;       /* one sentence; NULL: none */
    size_t bytes;           /* of its definition struct */
    const ph_field *fields; /* of that; ends with name == NULL. Types have further ones */
} ph_kind;
PH_API int ph_kind_count(void);
PH_API const ph_kind *ph_kind_get(int index);
/* By its word; NULL: there is none. */
PH_API const ph_kind *ph_kind_find(const char *word);
PH_API const ph_field *ph_kind_fields(const char *word);
/* What is added when nothing is said, as ph_default_body() for "body". */
PH_API ph_status ph_kind_default(const char *word, void *def);

PH_API ph_model *ph_model_create(void); /* NULL: out of memory */
PH_API void ph_model_free(ph_model *model);

/* Adds an object of a kind that its definition says all of: not joints, forces and functions, which
 * have types. The functions below do the same for each kind. */
PH_API ph_status ph_model_add(ph_model *model, const char *kind, const char *name, const void *def);

/* Each copies what it is given. Names: a letter or _, then letters, digits and _; unique. */
PH_API ph_status ph_model_set_title(ph_model *model, const char *title);
PH_API ph_status ph_model_set_gravity(ph_model *model, ph_vec3 gravity); /* [m/s^2] */
PH_API ph_status ph_model_set_options(ph_model *model, const ph_options *options);
PH_API ph_status ph_model_add_parameter(ph_model *model, const char *name, double value);
PH_API ph_status ph_model_add_body(ph_model *model, const char *name, const ph_body_def *def);
PH_API ph_status ph_model_add_flexible(ph_model *model, const char *name,
                                       const ph_flexible_def *def);
PH_API ph_status ph_model_add_marker(ph_model *model, const char *name, const ph_marker_def *def);
/* par: the type's parameter struct; NULL for a type without. */
PH_API ph_status ph_model_add_joint(ph_model *model, const char *name, const ph_joint_type *type,
                                    const ph_joint_def *def, const void *par);
/* A constraint by an expression of time, places and states: it is kept at zero. */
PH_API ph_status ph_model_add_equation(ph_model *model, const char *name, const ph_expr *expr);
PH_API ph_status ph_model_add_motion(ph_model *model, const char *name, const ph_motion_def *def);
PH_API ph_status ph_model_add_state(ph_model *model, const char *name, const ph_state_def *def);
PH_API ph_status ph_model_add_table(ph_model *model, const char *name, const ph_table_def *def);
PH_API ph_status ph_model_add_variable(ph_model *model, const char *name, const ph_expr *expr);
/* Where the search for the value of a variable that reads itself begins; 0 unless told. */
PH_API ph_status ph_model_start_variable(ph_model *model, const char *name, double value);
/* Makes a variable an unknown that is solved for with the motion, as one that reads itself is:
 * before a simulation is created, of what is to be an input, an output or a state of its
 * linearisation (polhode/analysis.h). The motion stays the same. */
PH_API ph_status ph_model_open_variable(ph_model *model, const char *name);
PH_API ph_status ph_model_add_reference(ph_model *model, const char *body,
                                        const ph_reference_def *def);
/* par: the type's parameter struct, filled as its field table says. */
PH_API ph_status ph_model_add_force(ph_model *model, const char *name, const ph_force_type *type,
                                    const void *par, ph_source where);
/* A force law of the caller's program, acting on marker or body `on`. */
PH_API ph_status ph_model_add_force_function(ph_model *model, const char *name, const char *on,
                                             ph_force_function function, void *user);
PH_API ph_status ph_model_add_request(ph_model *model, const char *name, const ph_request_def *def);
PH_API ph_status ph_model_add_shape(ph_model *model, const char *name, const ph_shape_def *def);
/* Adds its states, variables and events besides: NAME_x1, NAME_u, NAME_y, ... */
PH_API ph_status ph_model_add_controller(ph_model *model, const char *name,
                                         const ph_controller_def *def);
PH_API ph_status ph_model_add_event(ph_model *model, const char *name, const ph_event_def *def);
/* Parts of the run, in their order. The model's options hold for all that a part leaves out. */
PH_API ph_status ph_model_add_phase(ph_model *model, const ph_phase_def *def);
/* A function for the model's expressions; the struct is copied, `user` is borrowed. */
PH_API ph_status ph_model_add_function(ph_model *model, const ph_function *function);
/* Which objects the result shows: names, `energy`, `solver`. Without any: all. */
PH_API ph_status ph_model_add_output(ph_model *model, const char *name, ph_source where);

/* Everything that can be wrong before time starts; all of it goes to diag. */
PH_API ph_status ph_model_check(const ph_model *model, ph_diag *diag);

/* Mass and inertia as a simulation has them: given, or from the shapes of the body. */
typedef struct {
    double mass;     /* [kg] */
    ph_sym3 inertia; /* [kg m^2] body axes, about the centre of mass, or about the pivot */
    int shapes;      /* how many it follows from; 0: none, all was given */
} ph_body_mass;
/* Of all bodies, mass[ph_model_bodies(model)]. PH_E_MODEL: some have none, as ph_model_check says,
 * and keep what was given. */
PH_API ph_status ph_model_masses(const ph_model *model, ph_body_mass *mass);

PH_API const char *ph_model_title(const ph_model *model);  /* "" when not set */
PH_API const char *ph_model_source(const ph_model *model); /* the file's text; "" from C */
PH_API const char *ph_model_path(const ph_model *model);   /* "" from C */
PH_API const ph_options *ph_model_options(const ph_model *model);
/* The objects of a kind: how many (0 of no such kind), the name of one (NULL: it has none) and its
 * definition, until another is added. Of a joint that is its ph_joint_def; forces and functions
 * have none. */
PH_API int ph_model_count(const ph_model *model, const char *kind);
PH_API const char *ph_model_name(const ph_model *model, const char *kind, int index);
PH_API const void *ph_model_get(const ph_model *model, const char *kind, int index);
PH_API int ph_model_bodies(const ph_model *model);
PH_API const char *ph_model_body_name(const ph_model *model, int body);
/* until another body is added */
PH_API const ph_body_def *ph_model_body(const ph_model *model, int body);
PH_API int ph_model_markers(const ph_model *model);
PH_API int ph_model_forces(const ph_model *model);
PH_API int ph_model_variables(const ph_model *model);
PH_API int ph_model_joints(const ph_model *model);
PH_API int ph_model_motions(const ph_model *model);
PH_API int ph_model_states(const ph_model *model);
PH_API int ph_model_requests(const ph_model *model);
PH_API int ph_model_shapes(const ph_model *model);
PH_API const char *ph_model_shape_name(const ph_model *model, int shape);
/* until another shape is added */
PH_API const ph_shape_def *ph_model_shape(const ph_model *model, int shape);
PH_API int ph_model_phases(const ph_model *model);
/* or NULL; until another reference is added */
PH_API const ph_reference_def *ph_model_reference(const ph_model *model, int body);

#ifdef __cplusplus
}
#endif
#endif
