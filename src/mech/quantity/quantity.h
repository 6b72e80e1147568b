/* SPDX-License-Identifier: BSD-3-Clause
 *
 * quantity.h -- what expressions may read of a model, each described by one row: how it is written,
 * what it is to people, and of those that are functions of markers value and derivatives.
 *
 * The others are values somebody else knows: time, variables, and what is solved for together with
 * the motion (mech/equations/quantities.c).
 */
#ifndef PHK_QUANTITY_H
#define PHK_QUANTITY_H

#include <stdbool.h>
#include <polhode/element.h>
#include <polhode/expression.h>

typedef enum {
#define QUANTITY(WORD, type) PHK_QUANTITY_##WORD,
#include "mech/quantity/quantities.def"
#undef QUANTITY
    PHK_QUANTITIES
} phk_quantity_kind;

/* A marker at an evaluation. */
typedef struct {
    const ph_frame *frame;
    const ph_quat *body, *own; /* attitude of its body, and its own against that */
} phk_spot;

/* How a number changes with the motion of a marker: A.dp + B.dphi + C.dv + D.dw, world axes. */
typedef struct {
    ph_vec3 p, phi, v, w;
} phk_covector;

/* A motion of a marker with constant velocities of its body: two derivatives of its place, and the
 * angular velocity, world axes. Axes and quaternion follow from the latter. */
typedef struct {
    ph_vec3 first, second, w;
} phk_course;

/* Whose it is, as written before the first dot: of a joint there are two kinds. */
typedef enum {
    PHK_OF_NOBODY = 0,
    PHK_OF_MARKER = 1,
    PHK_OF_LOAD = 2,
    PHK_OF_STATE = 4,
    PHK_OF_JOINT = 8
} phk_quantity_owner;

typedef struct {
    phk_quantity_owner owner;
    const char *tails;     /* NAME.TAIL, one for each component, separated by blanks; NULL:
                              it is not read in this way */
    ph_function_info info; /* for people; signature NULL: nothing to be said of it here */
    const char *called;    /* "an acceleration", in messages */

    int markers; /* functions of frames: of so many markers; 0: a value somebody else knows */
    bool place;  /* it depends on nothing but places, states and time */
    bool speed;  /* it is linear in velocities, and depends on places beside them alone */
    bool turn;   /* on how the marker is turned, not where it is */
    bool solved; /* known to those alone who solve for accelerations and reactions */
    bool accelerations; /* it is, or depends on, an acceleration */

    /* Component c at one or two spots. */
    double (*value)(const phk_spot *at, int c);
    /* cov[markers], zero when called. */
    void (*covector)(const phk_spot *at, int c, phk_covector *cov);
    /* Two derivatives along a course of each; NULL: it is no place. */
    void (*jet)(const phk_spot *at, const phk_course *by, int c, double *first, double *second);
} phk_quantity_type;

#define QUANTITY(WORD, type) extern const phk_quantity_type phk_quantity_##type;
#include "mech/quantity/quantities.def"
#undef QUANTITY

extern const phk_quantity_type *const phk_quantity_types[PHK_QUANTITIES];

static inline const phk_quantity_type *phk_quantity_type_of(phk_quantity_kind kind)
{
    return phk_quantity_types[kind];
}

static inline double phk_component(ph_vec3 v, int c)
{
    return c == 0 ? v.x : c == 1 ? v.y : v.z;
}

static inline ph_vec3 phk_axis_vector(int c)
{
    return ph_v3(c == 0, c == 1, c == 2);
}

#endif
