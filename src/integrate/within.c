/* SPDX-License-Identifier: BSD-3-Clause
 *
 * within.c -- dense output from the states at both ends of a step.
 *
 * Coordinates run along the cubic through places and velocities at the ends, velocities are its
 * derivative: the error is of fourth and third order, constraints hold to the fourth. A turn is
 * R = R_n exp(theta~) with such a cubic for theta, whose slopes are h w_n and h T^-1(theta_1) w_1,
 * and w = T(theta) theta'/h. Straight lines through velocities and places would do for the order of
 * the methods, but leave the constraints by O(h^2).
 *
 * Accelerations, multipliers and algebraic unknowns run straight, states as coordinates do. Nothing
 * here is solved for: where forces are stiff, project.h brings such a state into balance. Of what
 * rests on something hard the small velocities at the ends, times a long step, throw the cubic far
 * off, and the straight way is the better start.
 */
#include "integrate/within.h"

#include <math.h>
#include <string.h>
#include "math/so3.h"

/* Weights of the cubic at part s of a step of h: of values and slopes at both ends. */
typedef struct {
    double from, to, slope_from, slope_to;
} weights;

static weights values_at(double s, double h)
{
    double s2 = s * s, s3 = s2 * s;
    return (weights){1 - 3 * s2 + 2 * s3, 3 * s2 - 2 * s3, h * (s - 2 * s2 + s3), h * (s3 - s2)};
}

static weights slopes_at(double s, double h)
{
    double f = 6 * (s * s - s) / h;
    return (weights){f, -f, 1 - 4 * s + 3 * s * s, 3 * s * s - 2 * s};
}

static double cubic(weights w, double from, double to, double slope_from, double slope_to)
{
    return w.from * from + w.to * to + w.slope_from * slope_from + w.slope_to * slope_to;
}

static ph_vec3 get(const double *a)
{
    return ph_v3(a[0], a[1], a[2]);
}

static ph_quat quat(const double *e)
{
    return ph_quat_make(e[0], e[1], e[2], e[3]);
}

/* T(theta) x, or its inverse: body axes. */
static ph_vec3 turned(ph_vec3 theta, ph_vec3 x)
{
    return ph_mat3_mul(phk_dexp(ph_scale(-1, theta)), x);
}
static ph_vec3 unturned(ph_vec3 theta, ph_vec3 x)
{
    return ph_mat3_mul(phk_dexp_inverse(ph_scale(-1, theta)), x);
}

static void turn_within(const phk_cell *cell, const phk_point *from, const phk_point *to,
                        weights value, weights slope, const phk_state *out)
{
    ph_quat q0 = quat(from->q + cell->q), q1 = quat(to->q + cell->q);
    ph_vec3 w0 = get(from->v + cell->v), w1 = get(to->v + cell->v);
    ph_vec3 theta = phk_log(ph_quat_mul(ph_quat_conj(q0), q1)), rate = unturned(theta, w1);
    ph_vec3 at = ph_scale(value.to, theta), moves = ph_scale(slope.to, theta);
    at = ph_axpy(ph_axpy(at, value.slope_from, w0), value.slope_to, rate);
    moves = ph_axpy(ph_axpy(moves, slope.slope_from, w0), slope.slope_to, rate);
    ph_quat q = phk_turn(q0, at);
    ph_vec3 w = turned(at, moves);
    double *e = out->q + cell->q, *v = out->v + cell->v;
    e[0] = q.w, e[1] = q.x, e[2] = q.y, e[3] = q.z;
    v[0] = w.x, v[1] = w.y, v[2] = w.z;
}

void phk_within(const phk_dae *dae, const phk_point *from, const phk_point *to, double t,
                const phk_state *out)
{
    double h = to->t - from->t, s = (t - from->t) / h;
    weights value = values_at(s, h), slope = slopes_at(s, h);
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        if (cell->kind == PHK_CELL_ROTATION) {
            turn_within(cell, from, to, value, slope, out);
            continue;
        }
        const double *a = from->q + cell->q, *b = to->q + cell->q;
        const double *da = from->v + cell->v, *db = to->v + cell->v;
        for (int k = 0; k < cell->width; k++) {
            out->q[cell->q + k] = cubic(value, a[k], b[k], da[k], db[k]);
            out->v[cell->v + k] = cubic(slope, a[k], b[k], da[k], db[k]);
        }
    }
    for (int i = 0; i < dae->nx; i++) {
        out->x[i] = cubic(value, from->x[i], to->x[i], from->xd[i], to->xd[i]);
        out->xd[i] = cubic(slope, from->x[i], to->x[i], from->xd[i], to->xd[i]);
    }
    for (int i = 0; i < dae->nv; i++) out->a[i] = (1 - s) * from->a[i] + s * to->a[i];
    for (int i = 0; i < dae->nl; i++)
        out->lambda[i] = (1 - s) * from->lambda[i] + s * to->lambda[i];
    for (int i = 0; i < dae->ny; i++) out->y[i] = (1 - s) * from->y[i] + s * to->y[i];
}

/* All of a turn is the same turn, and part of it a part. */
static void turn_straight(const phk_cell *cell, const phk_point *from, const phk_point *to,
                          double s, const phk_state *out)
{
    ph_quat q0 = quat(from->q + cell->q), q1 = quat(to->q + cell->q);
    ph_quat q = phk_turn(q0, ph_scale(s, phk_log(ph_quat_mul(ph_quat_conj(q0), q1))));
    double *e = out->q + cell->q;
    e[0] = q.w, e[1] = q.x, e[2] = q.y, e[3] = q.z;
}

void phk_straight(const phk_dae *dae, const phk_point *from, const phk_point *to, double t,
                  const phk_state *out)
{
    double s = (t - from->t) / (to->t - from->t);
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        if (cell->kind == PHK_CELL_ROTATION)
            turn_straight(cell, from, to, s, out);
        else
            for (int k = cell->q; k < cell->q + cell->width; k++)
                out->q[k] = (1 - s) * from->q[k] + s * to->q[k];
    }
    for (int i = 0; i < dae->nv; i++) out->v[i] = (1 - s) * from->v[i] + s * to->v[i];
}

bool phk_is_within(double from, double to, double t)
{
    double rounding = 1e-12 * fabs(to - from);
    return t >= fmin(from, to) - rounding && t <= fmax(from, to) + rounding;
}
