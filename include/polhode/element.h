/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/element.h -- what one force element must provide.
 *
 * An element sees marker frames and values of expressions, never coordinates or global indices;
 * the mechanics maps its wrenches to bodies. Kernels run over a batch of n elements of one type.
 */
#ifndef POLHODE_ELEMENT_H
#define POLHODE_ELEMENT_H

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
} ph_eval;

/* Where the work of an element goes in the energy ledger. */
typedef enum {
    PH_WORK_APPLIED,     /* all its power is work put into the system */
    PH_WORK_CONSERVATIVE /* its power is the decrease of its potential */
} ph_work_class;

typedef struct {
    const char *name;       /* the word in model files */
    const char *help;       /* one sentence for `polhode list elements` */
    size_t par_bytes;       /* size of the parameter struct */
    const ph_field *fields; /* ends with name == NULL */

    /* Number of markers each element touches: the PH_FIELD_PLACE fields, in table order. */
    int markers;

    /* wrench[n][markers] from par[n] (par_bytes apart) and frame[n][markers]; overwritten. Where
     * it fails it leaves NAN in the wrench of the element at fault, so that it can be named. */
    ph_status (*wrench)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *wrench);

    /* potential[n] [J]; NULL: none. Asked only of elements whose work class is conservative. */
    void (*potential)(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                      double *potential);

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

/* The element types of this build. */
PH_API int ph_force_type_count(void);
PH_API const ph_force_type *ph_force_type_get(int index);

#ifdef __cplusplus
}
#endif
#endif
