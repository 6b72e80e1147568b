/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dae.h -- what an integrator needs to know of a mechanical system: no bodies, only a table of
 * coordinate cells.
 *
 *   M v' + G(q,t)' lambda - Q(q, v, v', x, x', lambda, y, t) = 0     nv rows: balance of forces
 *   d(x', x, q, v, v', lambda, y, t)                         = 0     nx rows: differential states
 *   C(q, x, t), then V(q, v, t)                              = 0     nl rows: constraints
 *   s(y, q, v, v', x, x', lambda, t)                         = 0     ny rows: algebraic unknowns
 *
 * The last nn of the constraints are velocity rows, V = N(q,t) v + c(q,t), of which no position is
 * the integral: a wheel that rolls, an edge that does not slip. Their multipliers are the last of
 * lambda, their force is N' times those, and G' above stands for (G' N').
 *
 * Unknown number u counts rigid directions first (nv), then states (nx), multipliers (nl) and
 * algebraic unknowns (ny); rows are numbered likewise. A rotation cell has three directions, in
 * body axes: dR = R dxi~, its velocity is the angular velocity w in body axes, its force a torque
 * in body axes. A vector cell's directions are its coordinates: three of a place, any number of
 * modal coordinates.
 *
 * The inertia terms of a cell (m v', J w' + w x J w) are the integrator's own affair: `residual`
 * gives the rest.
 *
 * Couplings and rows may come and go while an engine is at work, as contacts, stops and phases do.
 * The unknowns do not: a system has from the start all it may ever need, and the engine's history,
 * its step and its numbering stay. What changes is where entries are:
 *   - Before it makes a matrix whoever makes one calls `reshape`, in which the system may replace
 *     the entries of its pattern in place. By pattern->generation all who hold something made for
 *     the old ones (an engine, a projection, each at its own next matrix) see that they have to map
 *     and to analyse anew. Residuals need no pattern, and factors of the old one go on to serve as
 *     any old factors do.
 *   - A row that is not there has c, rate and gamma zero, and for entries its own diagonal alone,
 *     1 in by_q. Newton then leaves its multiplier as it is, and nothing reads it. When the row
 *     comes its multiplier is a first guess like any other.
 * With numbers of unknowns that change instead, every array of histories, levels, weights and
 * multipliers would have to be renumbered in all engines, IDA's inside as well; a row that is not
 * there costs one entry. What it means for velocities that a row comes (an impact) is not said
 * here: who switches rows on knows whether to start anew.
 */
#ifndef PHK_DAE_H
#define PHK_DAE_H

#include <math.h>
#include <stdbool.h>
#include <polhode/base.h>
#include <polhode/math.h>
#include "linalg/pattern.h"

typedef enum { PHK_CELL_VECTOR, PHK_CELL_ROTATION } phk_cell_kind;

typedef struct {
    phk_cell_kind kind;
    int q; /* first of its coordinates: `width` of a vector, 4 (unit quaternion) of a rotation */
    int v; /* first of its directions */
    int width;       /* number of its directions: 3 of a rotation */
    double mass;     /* [kg] vector: of every direction */
    ph_sym3 inertia; /* [kg m^2] rotation, body axes */
    bool definite;   /* the inertia is positive definite (rotation), the mass > 0 (vector) */
    /* Vector: [width] the displacement [m] that a unit of each coordinate is, > 0; NULL: they are
     * lengths. Errors, stops and rounding are measured in displacements: coordinates of modes have
     * units of their own, in which a tolerance would mean something else for every mesh. */
    const double *size;
} phk_cell;

static inline int phk_cell_coordinates(const phk_cell *cell)
{
    return cell->kind == PHK_CELL_ROTATION ? 4 : cell->width;
}
/* Is it where a body is in space, rather than how its points are displaced besides? */
static inline bool phk_cell_is_place(const phk_cell *cell)
{
    return cell->kind == PHK_CELL_VECTOR && cell->width == 3 && !cell->size;
}
/* How many numbers its directions count for in a mean: coordinates with sizes displace the points
 * of one body, so that a thousand of them are no more than its three. */
static inline int phk_cell_components(const phk_cell *cell)
{
    return cell->size && cell->width > 3 ? 3 : cell->width;
}
/* From direction k of the cell to a displacement [m], or turn [rad]. */
static inline double phk_cell_size(const phk_cell *cell, int k)
{
    return cell->size ? cell->size[k] : 1;
}
/* Length of a vector of the cell's directions, as displacements. Most cells are of three. */
static inline double phk_cell_length(const phk_cell *cell, const double *x)
{
    double sum = 0;
    if (cell->width == 3 && !cell->size) return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (int k = 0; k < cell->width; k++) {
        double d = phk_cell_size(cell, k) * x[k];
        sum += d * d;
    }
    return sqrt(sum);
}

/* Where the system is evaluated. Borrowed pointers; those of length 0 may be NULL. */
typedef struct {
    double t;
    const double *q;      /* [nq] quaternions scalar first, body to world; may be off norm 1 by
                             rounding: R is that of q / |q| */
    const double *v;      /* [nv] world velocity; body angular velocity */
    const double *a;      /* [nv] its derivative: world acceleration; w' in body axes */
    const double *x, *xd; /* [nx] states and their rates */
    const double *lambda; /* [nl] */
    const double *y;      /* [ny] */
} phk_point;

/* All first derivatives, on one pattern over the unknowns. Row r, column u:
 *   by_q  by the displacement of a direction; by x, lambda, y for the other columns
 *   by_v  by the velocity of a direction; by x' for the states' columns
 *   by_a  by the acceleration of a direction; not written unless the system uses_a
 * A velocity row has N in by_v and the derivative of N v + c in by_q; as everywhere v is held
 * there, that is the body components of an angular velocity. The rows of the balance hold the
 * derivatives of G'lambda - Q; along rotations the derivative is that of the torque's body
 * components. The pattern holds whole rotations: an entry in one direction of a rotation cell
 * brings the other two, in columns and in rows of the balance; those of vector cells may stand
 * alone. */
typedef struct {
    double *by_q, *by_v, *by_a; /* [pattern->entries] */
} phk_tangents;

typedef struct phk_dae phk_dae;
struct phk_dae {
    void *self;
    int nq, nv, nx, nl, ny;
    int nn; /* of the nl constraints: velocity rows, the last */
    int cells;
    const phk_cell *cell;
    const phk_pattern *pattern; /* n = nv + nx + nl + ny; the diagonal of all
                                   directions is in it. Stays where it is */
    const int *node;            /* [n] see linalg/factor.h: the body of a direction, else -1 */
    bool uses_a;                /* some row reads accelerations: by_a is written */
    const double *size_x;       /* [nx] usual size of each state; NULL: 1 */
    const bool *held;           /* [nx] it stays as it is in a search for rest; NULL: none does */
    bool timed;                 /* some force or rate reads time itself, */
    bool driven;                /* or some constraint does */
    double length;              /* [m] 1, or the largest coordinate at the start if that is more */
    double size;                /* [m] that coordinate, of bodies and of markers on them */
    int ng;                     /* guard functions: */
    const int *guard_way;       /* [ng] 1, -1: counts where it rises, falls; 0, NULL: both */
    /* one-sided forces: bodies touch, rub and part; steps are then taken as integrate/contact.h
     * says */
    bool contacts;

    /* g [nv] = G'lambda - Q, d [nx], c [nl], s [ny]; all overwritten. PH_E_NONFINITE and other
     * failures leave their story for `explain`. */
    ph_status (*residual)(void *self, const phk_point *p, double *g, double *d, double *c,
                          double *s);
    /* A matrix at p is to be made: the pattern may change now. NULL: it never does. PH_E_NOMEM
     * leaves it as it was. */
    ph_status (*reshape)(void *self, const phk_point *p);
    /* All derivatives at p, which need not be the point of the last residual. */
    ph_status (*tangent)(void *self, const phk_point *p, phk_tangents *out);
    /* Constraints on velocities and on accelerations: rate [nl] = G v + C_x x' + C_t, and gamma
     * [nl], the part of the second derivative without v' and x'': C'' = G v' + C_x x'' + gamma. Of
     * velocity rows: V itself, and V' = N v' + gamma. Either may be NULL. The rows of the tangents'
     * constraint block are G and C_x. */
    ph_status (*rates)(void *self, const phk_point *p, double *rate, double *gamma);
    /* value [ng] of functions whose changes of sign are events: a step ends there. They are asked
     * within steps, at states that are interpolated: everything of the point may be read. */
    ph_status (*guards)(void *self, const phk_point *p, double *value);
    /* [s] How far ahead of p bodies can go, at the velocities of p, before something could pass
     * through something else; INFINITY: no bound. Of p, q and v are read, and v need not be what it
     * is at q. NULL: none. */
    double (*ahead)(void *self, const phk_point *p);
    /* The integrator has reached t and will not go back before it (NULL: not wanted). */
    void (*accepted)(void *self, double t);
    /* Writes what row r is, for messages: "joint `crank`, row 4", "body `rod1`, force x". */
    void (*describe)(void *self, int row, char *text, size_t size);
};

static inline ph_status phk_dae_reshape(const phk_dae *dae, const phk_point *p)
{
    return dae->reshape ? dae->reshape(dae->self, p) : PH_OK;
}

/* How many of the constraints are on positions: the first. */
static inline int phk_dae_positions(const phk_dae *dae)
{
    return dae->nl - dae->nn;
}
/* Is row r of the system a velocity row? */
static inline bool phk_dae_is_velocity(const phk_dae *dae, int r)
{
    int end = dae->nv + dae->nx + dae->nl;
    return r >= end - dae->nn && r < end;
}

#endif
