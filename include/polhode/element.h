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
    /* [n][ph_force_type.memory] what the elements of the call remember; NULL: nothing yet */
    const double *memory;
} ph_eval;

/* Where the work of an element goes in the energy ledger. */
typedef enum {
    PH_WORK_APPLIED,     /* all its power is work put into the system */
    PH_WORK_CONSERVATIVE /* its power is the decrease of its potential, less what it dissipates */
} ph_work_class;

/* Derivatives of the 6 m wrench components of each element (m: its markers; force, then torque of
 * the first marker, then of the second, ...). Rows and columns in that order, row-major; zero when
 * the element is called. */
typedef struct {
    double *displacement; /* [n][6 m][6 m] by dp, dphi of each marker */
    double *velocity;     /* [n][6 m][6 m] by dv, dw of each marker */
    double *value;        /* [n][6 m][values] by the values of its expressions: every
                             PH_FIELD_EXPR one, every PH_FIELD_EXPR3 three, in table order */
} ph_tangent;

typedef struct {
    const char *name;       /* the word in model files */
    const char *help;       /* one sentence for `polhode list elements` */
    const char *notes;      /* a paragraph for the manual; NULL: none */
    size_t par_bytes;       /* size of the parameter struct */
    const ph_field *fields; /* ends with name == NULL */

    /* Number of markers each element sees: the PH_FIELD_PLACE fields, in table order. `loaded`:
     * the first so many may take a wrench, the others are looked at only; 0: all. */
    int markers, loaded;

    /* What is wrong with the parameters, beyond what the field table says: one clause, with a hint
     * that may stay NULL; NULL: nothing. NULL itself: nothing to check. */
    const char *(*check)(const void *par, const char **hint);

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
    PH_PLACE_APART     /* each at its body's centre of mass, axes of the body; ground: at `at` */
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

typedef struct {
    const char *name;  /* the word in model files */
    const char *help;  /* one sentence for `polhode list elements` */
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
     * to PH_JOINT_MARKERS: the PH_FIELD_PLACE fields of the table, in its order. */
    int markers;

    /* Completes the parameters of one joint from its markers as drawn; NULL: nothing to complete.
     * Returns NULL, or why the joint cannot be, as a phrase after its name. */
    const char *(*complete)(void *par, const ph_frame *frame);

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

    /* Rows in velocities; NULL: none. A joint may consist of these alone (rows 0). */
    const ph_velocity_rows *velocity;
} ph_joint_type;

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
