/* SPDX-License-Identifier: BSD-3-Clause
 *
 * form.h -- how unknown accelerations become places, velocities and back: what tells one HHT or
 * generalised-alpha method from another. The stepper (stepper.h) knows the rest: Newton, step
 * control, starts.
 *
 * A form lays out the unknowns of a step, and the rows that belong to them, as
 *
 *     na accelerations | nx rates of states | nl multipliers | ny algebraic | ne own
 *
 * na is nv for six coordinates per body, 7 per body for Euler parameters; own rows are constraints
 * the form adds (a norm for each quaternion), with their multipliers. There are two vectors of this
 * layout: z is what histories keep and extrapolate (auxiliary accelerations A_n, rates Y_n,
 * multipliers); u is what Newton iterates on, the same but where a form knows something better (a
 * rotation increment). The stepper fills u with the extrapolated z, `predict` turns its first na
 * into the form's own, `place` computes the new state from u, `finish` the first na of its z.
 * Everything from index na on is the same in u and z and is the stepper's.
 *
 * A step from `from` to `to` runs: begin, predict, then place, (dae) residual, residual, [matrix],
 * solve, correct, place, ... until Newton stops, then finish; error; accept. Nothing here allocates
 * after create, but for `follow`.
 */
#ifndef PHK_FORM_H
#define PHK_FORM_H

#include "base/store.h"
#include "integrate/dae.h"
#include "integrate/scheme.h"

/* A state of the system and what the next step needs of it. */
typedef struct {
    double t;
    double *q;      /* [nq] */
    double *vel;    /* [na] velocities in the form's coordinates; may be v itself */
    double *v;      /* [nv] those the system knows */
    double *a;      /* [nv] true accelerations */
    double *held;   /* [na] what the weighting of the next step needs of this one: true
                       accelerations or torques, or generalised forces */
    double *x, *xd; /* [nx] */
    double *z;      /* [n] */
} phk_level;

/* A vector cell, as forms walk over them in every iteration. What is done to one is written for any
 * width; called with three and NULL where phk_is_place, its loops are of a length known to the
 * compiler. That is worth up to half of their instructions. */
typedef struct {
    int q, v, width;
    double mass;
    const double *size; /* [width] see phk_cell; NULL: 1 */
} phk_form_vector;
static inline bool phk_is_place(const phk_form_vector *c)
{
    return c->width == 3 && !c->size;
}
static inline double phk_sized(const double *size, int k, double x)
{
    return size ? size[k] * x : x;
}
static inline double phk_largest_of(const double *x, int width, const double *size, double than)
{
    for (int k = 0; k < width; k++) {
        double a = fabs(phk_sized(size, k, x[k]));
        than = a > than ? a : than;
    }
    return than;
}
/* The largest component of all vectors: `a` has them as coordinates, or as directions. */
static inline double phk_largest_vector(const phk_form_vector *vector, int count, const double *a,
                                        bool coordinates)
{
    double most = 0;
    for (const phk_form_vector *c = vector; c < vector + count; c++) {
        const double *x = a + (coordinates ? c->q : c->v);
        most = phk_is_place(c) ? phk_largest_of(x, 3, NULL, most)
                               : phk_largest_of(x, c->width, c->size, most);
    }
    return most;
}

/* Sizes of a correction, in units of acceleration. */
typedef struct {
    double largest;     /* of all components, */
    double place, turn; /* of those of places [m], of turns [rad] */
    double scaled;      /* of all components, each over its scale */
    double sum;         /* of squares, each over the square of its scale, weighted */
} phk_size;

typedef struct phk_form phk_form;

typedef struct {
    bool starts; /* knows the starting correction: `offset` is there */

    void (*free)(phk_form *form);
    /* The entries of the system's pattern were replaced: form->pattern and node for the new ones.
     * As before when memory runs out. */
    ph_status (*follow)(phk_form *form);

    /* level->vel from level->q, v. Also after v was changed by others. */
    void (*velocities)(phk_form *form, phk_level *level);
    /* From q, v, a of a level, and g = G'lambda - Q there: plain accelerations A [na], and held. */
    void (*accelerations)(phk_form *form, const phk_level *level, const double *g, double *A,
                          double *held);
    /* The natural offset of velocities: with A' [na] the rate of change of A at the level, e [nv]
     * such that a solution in steps of h has G v + C_t = -h^2 G e in steady running. */
    void (*offset)(phk_form *form, const phk_level *level, const double *rate, double *e);

    /* A step by form->h from this level with form->scheme. Its arrays stay as they are until the
     * step has ended; h, scheme and velocities may change with the next begin. */
    void (*begin)(phk_form *form, const phk_level *from);
    /* First na of u: from extrapolated A to the unknowns of Newton. */
    void (*predict)(phk_form *form, double *u);
    /* q, vel, v of `to`, and a if the system reads accelerations. PH_E_SOLVE: u is out of range (a
     * turn of pi or more, or not finite). */
    ph_status (*place)(phk_form *form, const double *u, phk_level *to);
    /* Newton has stopped at the u of the last place: a, held and the first na of z of `to`. */
    void (*finish)(phk_form *form, const double *u, phk_level *to);
    /* r [n] from what the system gave at `to`; constraint rows over beta h^2, those on velocities
     * over gamma h. */
    void (*residual)(phk_form *form, const phk_level *to, const double *g, const double *d,
                     const double *c, const double *s, double *r);
    /* The matrix [pattern->entries] of Newton at `to`, after a residual there. Sets
     * form->stiffness. */
    void (*matrix)(phk_form *form, const phk_level *to, const phk_tangents *tangents,
                   double *values);
    /* u += factor * correction dz, of which `size` tells the accelerations' part. */
    void (*correct)(phk_form *form, const double *dz, double factor, double *u, phk_size *size);
    /* Largest acceleration at the u of the last place, and at the level the step starts from,
     * measured as corrections are. */
    double (*magnitude)(phk_form *form, const double *u);
    double (*old_magnitude)(phk_form *form);
    /* Sum of squares of the local error over h^2 of places and turns, each over its scale. After
     * finish. */
    double (*error)(phk_form *form, const double *u);

    /* rhs [n] = factor times the rates of all rows on positions (rate: those of the system), zero
     * elsewhere: velocity rows hold as they are; and vel += the first na of dz, with v to match: at
     * a change of step. */
    void (*rates)(phk_form *form, const phk_level *level, const double *rate, double factor,
                  double *rhs);
    void (*shift)(phk_form *form, const double *dz, phk_level *level);
    /* The step to `to` is accepted: last touches (norms of quaternions). */
    void (*accept)(phk_form *form, phk_level *to);
    /* After a start or restart: forget what is known of the steps before. */
    void (*forget)(phk_form *form);
    /* What it knows of them, written out or read; NULL: nothing. */
    void (*store)(phk_form *form, phk_store *store);
    /* The system's row that row i of the form belongs to; -1: none. */
    int (*row)(const phk_form *form, int i);
} phk_form_type;

/* Every form begins with this. */
struct phk_form {
    const phk_form_type *type;
    const phk_dae *dae;
    int na, ne, n;
    bool own_velocities;        /* vel of a level is an array of its own, not v */
    int components;             /* how many numbers the error test is the mean of */
    const phk_pattern *pattern; /* of the Newton matrix */
    const int *node;            /* [n] as in linalg/factor.h */
    phk_scheme scheme;          /* set by the stepper, as are: */
    double h;                   /* [s] */
    double length, angle;       /* scales of errors [m], [rad] */
    double spin;                /* weight of the next Magnus term in the error of a turn */
    const double *weight;       /* [nv] of errors: those of slow bodies count more; see scales.c */
    /* Largest ratio of what forces to what inertia contribute to a diagonal block of the matrix:
     * above 1 the step is stiff, and the factors age as bodies turn. */
    double stiffness;
};

/* Six coordinates per body. momentum: rotations with definite inertia by their spatial angular
 * momentum (P4), the others, or all, by body angular velocity (S). */
ph_status phk_form_lie_create(const phk_dae *dae, bool momentum, phk_form **out);

/* Seven coordinates per body: Euler parameters and a norm row each; see form_euler.h. */
typedef enum { PHK_EULER_CLASSIC, PHK_EULER_MODIFIED, PHK_EULER_CONSISTENT } phk_euler_scheme;
ph_status phk_form_euler_create(const phk_dae *dae, phk_euler_scheme scheme, phk_form **out);

#endif
