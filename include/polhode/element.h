/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/element.h -- what a force or a joint must provide.
 *
 * An element sees marker frames and values of expressions, never coordinates or global indices;
 * the mechanics maps its wrenches and rows to bodies. Kernels run over a batch of n elements of
 * one type.
 *
 * Derivatives are taken along the motion of each marker, in world axes: dp of its origin, dphi of
 * its axes (dR = dphi x R), dv and dw of its velocities (change of the world components).
 */
#ifndef POLHODE_ELEMENT_H
#define POLHODE_ELEMENT_H

#include <stdbool.h>
#include <polhode/base.h>
#include <polhode/field.h>
#include <polhode/flexible.h>
#include <polhode/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A marker in motion. All in world axes. */
typedef struct {
    ph_vec3 p;    /* origin [m] */
    ph_mat3 R_WM; /* marker axes to world axes */
    ph_vec3 v;    /* velocity of the origin [m/s] */
    ph_vec3 w;    /* angular velocity [rad/s] */
} ph_frame;

/* What acts on the body a marker sits on, at the marker's origin, in world axes. */
typedef struct {
    ph_vec3 force;  /* [N] */
    ph_vec3 torque; /* [N m] */
} ph_wrench;

typedef struct {
    double t;            /* [s] */
    const double *value; /* of the model's expressions; see ph_expr.value */
    /* [n][memory of their type] what the elements of the call remember; NULL: nothing yet */
    const double *memory;
    /* [n][ph_force_type.states] the states of the elements of the call; NULL: they have none */
    const double *state;
    /* [n] of types that read reactions: what the joint each names does to the body of its second
     * marker at this very instant, at the marker, world axes; NULL: it is not known */
    const ph_wrench *reaction;
} ph_eval;

/* A number of an element that has a name: NAME.name in columns, and of a state in expressions. */
typedef struct {
    const char *name, *unit; /* "pressure_a", "Pa" */
    const char *help;        /* one sentence for the manual */
} ph_named_number;

/* Where the work of an element goes in the energy ledger. */
typedef enum {
    PH_WORK_APPLIED,     /* all its power is work put into the system */
    PH_WORK_CONSERVATIVE /* its power is the decrease of its potential, less what it dissipates */
} ph_work_class;

/* Derivatives of the 6 m wrench components of each element (m: its markers; force, then torque of
 * the first marker, then of the second, ...) and, below them, of the rates of its s states. Rows
 * and columns in that order, row-major; zero when the element is called. */
typedef struct {
    double *displacement; /* [n][6 m + s][6 m] by dp, dphi of each marker */
    double *velocity;     /* [n][6 m + s][6 m] by dv, dw of each marker */
    double *value;        /* [n][6 m + s][values] by the values of its expressions: every
                             PH_FIELD_EXPR one, every PH_FIELD_EXPR3 three, in table order */
    double *state;        /* [n][6 m + s][s] by its states */
    double *reaction;     /* [n][6 m + s][6] by force and torque of ph_eval.reaction */
} ph_tangent;

typedef struct ph_joint_type ph_joint_type;

/* How an element holds the joint it is on for a while and lets it go again, as friction does that
 * sticks. While it holds, a row on velocities stands where its wrench stands else; it comes and
 * goes where a guard of the element changes its sign. */
typedef struct {
    /* The row: a type of one velocity row between the markers of the joint, called with the
     * parameters of the element. NULL: this element never holds. */
    const ph_joint_type *(*row)(const void *par);
    /* Which number of its memory is its mode: 0 holds, 1 and -1 let the joint move, the rate V of
     * the row rising or falling. It is written from outside; `remember` chooses the first one. */
    int mode;
    /* While it moves: V times the mode. While it holds: how much more it could hold, with lambda
     * the multiplier of the row, whose force is -lambda along V. */
    double (*guard)(const void *par, const ph_eval *eval, const ph_frame *frame, double lambda);
} ph_holding;

typedef struct {
    const char *name;       /* the word in model files */
    const char *help;       /* one sentence for `polhode list elements` */
    const char *notes;      /* a paragraph for the manual; NULL: none */
    size_t par_bytes;       /* size of the parameter struct */
    const ph_field *fields; /* ends with name == NULL */

    /* Number of markers each element sees: the PH_FIELD_PLACE fields, and those of the joints of
     * PH_FIELD_JOINTS, in table order. `loaded`: the first so many may take a wrench, the others
     * are looked at only; 0: all. */
    int markers, loaded;

    /* Of types that are on a joint, and name just that one. `attach` completes the parameters with
     * the joint, of which there are two markers, as drawn; it returns NULL, or why the element
     * cannot be on this joint: one clause, with a hint that may stay NULL. `reacts`: it reads what
     * the joint does. */
    const char *(*attach)(void *par, const ph_joint_type *joint, const ph_frame *frame,
                          const char **hint);
    bool reacts;
    const ph_holding *holding; /* NULL: it never holds its joint */

    /* Of types that load the modes of a flexible body, which their first place is, by itself and
     * not by a node: two markers more, behind those of the places, stand in its centre of mass and
     * turn about its x axis by shape[modes] times the modal coordinates, and by the opposite.
     * `shape` fills shape[], zero when it is called, and completes the parameters; what is wrong
     * goes to diag. */
    ph_status (*shape)(void *par, const ph_flex *flex, const char *name, ph_source where,
                       ph_diag *diag, double *shape);

    /* What is wrong with the parameters, beyond what the field table says: one clause, with a hint
     * that may stay NULL; NULL: nothing. NULL itself: nothing to check. */
    const char *(*check)(const void *par, const char **hint);

    /* It pushes on one side and not on the other, as a stop does: steps are taken as where bodies
     * touch. */
    bool one_sided;

    /* The wrench follows from the parameters alone, such as a weight: it is asked for once. */
    bool steady;

    /* wrench[n][markers] from par[n] (par_bytes apart) and frame[n][markers]; overwritten. Where
     * it fails it leaves NAN in the wrench of the element at fault, so that it can be named. */
    ph_status (*wrench)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *wrench);
    /* Why it may return PH_E_NONFINITE, as a clause for the message; NULL: it never does. */
    const char *undefined;

    /* near[n]: whether the wrench may be other than zero with the markers where they are, or a
     * little further on. Derivatives of those that are not near are left out of the matrix, which
     * grows when some come near: for elements of which there are many, and few act at a time. NULL:
     * all are. */
    void (*near)(int n, const void *par, const ph_eval *eval, const ph_frame *frame, bool *near);

    /* The derivatives of the wrenches. NULL: differences are taken instead, and the log says so. */
    ph_status (*tangent)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         ph_tangent *tangent);

    /* potential[n] [J]; NULL: none. Asked only of elements whose work class is conservative. */
    void (*potential)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                      double *potential);

    /* lost[n] [W]: what a conservative element dissipates; NULL: nothing. */
    void (*dissipation)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        double *lost);

    /* Numbers an element keeps from step to step, such as the turn it was in: `remember` writes
     * memory[n][memory] at the start and after every step. Wrench and potential may depend on them
     * only as on a choice of branch, so that they are smooth within a step. 0: none. */
    int memory;
    void (*remember)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *memory);

    /* States of its own, such as pressures or a current, that an engine advances together with the
     * motion: its functions find them in ph_eval.state. Only the forces a model names have them,
     * and no type that tells who is near. 0: none. */
    int states;
    const ph_named_number *state; /* [states] */
    /* rate[n][states]: their derivatives by time. */
    ph_status (*rates)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                       double *rate);
    /* state[states]: where the states of one element start, from its frames at the start; of `eval`
     * the time alone is there. NULL: at zero. */
    void (*start)(const void *par, const ph_eval *eval, const ph_frame *frame, double *state);
    /* At rest its states stay as they are, as nothing else tells what they would be: those of an
     * equilibrium are not asked to have no rate. */
    bool states_stay;
    /* size[states]: what size tolerances of one element's states refer to; NULL: 1. */
    void (*size)(const void *par, double *size);

    /* Numbers that stand in a file of their own, which the PH_FIELD_TEXT `file` names: who reads
     * models hands its text over, and puts value[file_numbers] into the PH_FIELD_NUMBERS
     * `coefficients`, unless these are given. Messages go to diag, with places in the file; `where`
     * is the place that names it. NULL: it has none. */
    ph_status (*read_file)(const char *path, const char *text, size_t length, ph_source where,
                           ph_diag *diag, double *value);
    int file_numbers;

    /* Numbers for columns alone, such as a slip: out[n][reports]. 0: none. */
    int reports;
    const ph_named_number *report; /* [reports] */
    void (*tell)(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *out);

    /* Work class of one element; NULL: applied. */
    ph_work_class (*work)(const void *par);

    /* When the element acts [s]; NULL: always. The step ends at both times, and the loads change
     * exactly there. */
    void (*window)(const void *par, double *from, double *until);

    /* Impulsive elements only (wrench == NULL): when they act [s], and with which impulse
     * [N s, N m s] on each marker. */
    double (*event_time)(const void *par);
    void (*impulse)(const void *par, const ph_frame *frame, ph_wrench *impulse);
} ph_force_type;

/* A force law in the caller's program: the wrench on the body that carries marker `on`, zero when
 * it is called. Return PH_OK, or PH_E_USER to end the simulation with a message. */
typedef ph_status (*ph_force_function)(void *user, double t, const ph_frame *on, ph_wrench *wrench);

/* A joint holds markers, mostly two, 0 and 1, by rows C = 0. Most joints are a list of these: */
typedef enum {
    PH_ROW_POINT, /* three rows, world axes:   p1 - p0 */
    PH_ROW_DOT,   /* one row:  axis[0] of marker 0 . axis[1] of marker 1 */
    PH_ROW_OFFSET /* one row:  axis[0] of marker 0 . (p1 - p0) */
} ph_row_kind;

typedef struct {
    ph_row_kind kind;
    int axis[2]; /* 0, 1, 2: x, y, z of the marker */
} ph_row;

/* Which motions a joint leaves free, for a motion that drives it: marker 1 against marker 0, along
 * or about an axis of marker 0. */
enum { PH_FREE_X = 1, PH_FREE_Y = 2, PH_FREE_Z = 4, PH_TURN_X = 8, PH_TURN_Y = 16, PH_TURN_Z = 32 };

/* Where the markers of a joint sit that a model places between two bodies, as these are drawn. */
typedef enum {
    PH_PLACE_TOGETHER, /* both at `at`, z along `axis`, x towards `axis2` (or any, if along z) */
    PH_PLACE_CROSSED,  /* the same, but z of marker 1 along `axis2`, x of both across the two */
    PH_PLACE_BENT,     /* the same at any angle; `axis2` left out: opposite to `axis` */
    PH_PLACE_APART,    /* each at its body's centre of mass, axes of the body; ground: at `at` */
    PH_PLACE_CENTRES,  /* the same, but z of both along `axis`, x towards `axis2` */
    PH_PLACE_ROUND     /* marker 0 at `at`, z along `axis`: a plane; marker 1 at its body's centre
                          of mass, z along `axis2`: an axle */
} ph_placing;

/* Most markers, and most rows, of one joint. */
enum { PH_JOINT_MARKERS = 6, PH_JOINT_ROWS = 6 };

/* Rows of a joint in the velocities of its markers, of which no position is the integral: a wheel
 * that rolls, an edge that does not slip. Each keeps
 *   V = N (v and w of marker 0, of marker 1, ...) + c
 * at zero, with N and c functions of places, turns and time. They act with the forces N' lambda,
 * and count behind the rows of positions wherever rows of the joint are counted. Arrays as in
 * ph_joint_type. */
typedef struct {
    int rows; /* with those of positions at most PH_JOINT_ROWS */
    /* value[n][rows]: V */
    void (*value)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                  double *value);
    /* coefficient[n][rows][6 markers]: N, by dv, dw of marker 0, then of marker 1, and so on */
    void (*coefficient)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        double *coefficient);
    /* gradient[n][rows][6 markers]: of V by dp, dphi, while v and w keep their world components */
    void (*gradient)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *gradient);
    /* curvature[n][6 markers][6 markers]: derivative of sum_k lambda[k] coefficient[k] by dp, dphi;
     * overwritten. lambda[n][rows]. */
    void (*curvature)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                      const double *lambda, double *curvature);
    /* rate[n][rows]: of V by time itself, all frames held; NULL: it does not read time. */
    void (*rate)(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *rate);
} ph_velocity_rows;

/* The markers of a joint as the model is drawn, at rest. */
typedef struct {
    const ph_frame *frame; /* [markers] */
    const int *body;  /* [markers] the number of its body, -1: ground; equal ones move as one */
    const char *note; /* to be told as a warning, a phrase after the joint's name; NULL: none */
    char text[200];   /* room for a phrase with numbers in it */
} ph_drawn;

struct ph_joint_type {
    const char *name;  /* the word in model files */
    const char *help;  /* one sentence for `polhode list elements` */
    const char *notes; /* a paragraph for the manual; NULL: none */
    int rows;          /* constraint equations of positions */
    int row_count;     /* entries of `row` */
    const ph_row *row; /* NULL: the functions below */
    unsigned free;     /* PH_FREE_*, PH_TURN_* a motion may drive */
    ph_placing placing;
    const char *axis_help;  /* what `axis` is to this joint; NULL: it has none */
    const char *axis2_help; /* the same for `axis2` */
    size_t par_bytes;       /* size of the parameter struct; 0: none */
    const ph_field *fields; /* beside the placement; ends with name == NULL; NULL: none */

    /* 0: it holds two markers, which the model places by `between`, `at`, `axis`. Else so many, up
     * to PH_JOINT_MARKERS: the PH_FIELD_PLACE fields of the table, and those of the joints of
     * PH_FIELD_JOINTS, in its order. */
    int markers;

    /* Completes the parameters of one joint from its markers as drawn; NULL: nothing to complete.
     * Returns NULL, or why the joint cannot be, as a phrase after its name. */
    const char *(*complete)(void *par, ph_drawn *drawn);

    /* A joint that is no list of rows (at most six rows). frame[n][markers]; value[n][rows]. */
    void (*value)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                  double *value);
    /* gradient[n][rows][6 markers]: by dp, dphi of marker 0, then of marker 1, and so on. */
    void (*gradient)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *gradient);
    /* curvature[n][6 markers][6 markers]: derivative of sum_k lambda[k] gradient[k] by dp, dphi;
     * overwritten. lambda[n][rows]. */
    void (*curvature)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                      const double *lambda, double *curvature);

    /* Numbers a joint keeps from step to step, as those of ph_force_type: `remember` writes
     * memory[n][memory] at the start and after every step. The rows may depend on them only as on
     * a choice of branch, such as the turn a marker is in. 0: none. */
    int memory;
    void (*remember)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *memory);

    /* Whether the joint has come to where it holds nothing, or holds in more than one way, such as
     * the end of a curve. Then `why` is a phrase after its name, and the run ends with it. Asked of
     * one joint at the start and after every step, before `remember`. NULL: it never is. */
    bool (*lost)(const void *par, const ph_eval *eval, const ph_frame *frame, char *why,
                 size_t size);

    /* Rows in velocities; NULL: none. A joint may consist of these alone (rows 0). */
    const ph_velocity_rows *velocity;
};

/* The element types of this build. */
PH_API int ph_joint_type_count(void);
PH_API const ph_joint_type *ph_joint_type_get(int index);
PH_API int ph_force_type_count(void);
PH_API const ph_force_type *ph_force_type_get(int index);
/* By the word in model files; NULL: there is none. Parameters are set by name with the type's field
 * table, see ph_field_set_number in polhode/field.h. */
PH_API const ph_joint_type *ph_joint_type_find(const char *name);
PH_API const ph_force_type *ph_force_type_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
