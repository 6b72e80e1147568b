/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pair.h -- terms of rows between two markers, 0 and 1, with gradient and curvature.
 *
 * A row is a sum of terms, each a function of the two frames; every function here adds s times the
 * derivatives of its term where they are wanted and returns s times its value. With d = p1 - p0, a
 * vector a that turns with marker 0, b with marker 1, and c = a x b:
 *
 *            term     gradient by p0, phi0, p1, phi1      curvature
 *   dot      a . b     0    c     0   -c                  (phi0,phi0) b~a~  (phi0,phi1) -a~b~
 *                                                         (phi1,phi0) -b~a~ (phi1,phi1) a~b~
 *   offset   a . d    -a    a x d    a    0               (p0,phi0) a~  (p1,phi0) -a~
 *                                               (phi0,p0) -a~ (phi0,p1) a~ (phi0,phi0) d~a~
 *   angle    atan2(y, x), y and x sums of dots: the chain rule of atan2 over those.
 */
#ifndef PHK_PAIR_H
#define PHK_PAIR_H

#include "element/tangent.h"

/* Where the derivatives of a row go. */
typedef struct {
    const ph_frame *frame; /* [2] */
    int markers;           /* of the joint */
    int first;             /* which of them marker 0 is; marker 1 is the next */
    double *gradient;      /* [6 markers] added to; NULL: not wanted */
    double *curvature;     /* [6 markers][6 markers] added to; NULL: not wanted */
} phk_pair_at;

static inline ph_vec3 phk_pair_axis(const phk_pair_at *p, int marker, int k)
{
    return phk_axis(&p->frame[marker].R_WM, k);
}

static inline void phk_pair_gradient(const phk_pair_at *p, int block, double s, ph_vec3 v)
{
    double *to = p->gradient + 6 * p->first + 3 * block;
    to[0] += s * v.x;
    to[1] += s * v.y;
    to[2] += s * v.z;
}

/* Adds to a block of the curvature: rows and columns PHK_MOVE(k), PHK_TURN(k) of marker k. */
static inline void phk_pair_curvature(const phk_pair_at *p, int row, int column, double s,
                                      ph_mat3 a)
{
    phk_block_add(p->curvature, p->markers, 2 * p->first + row, 2 * p->first + column, s, &a);
}

static inline ph_mat3 phk_hat_hat(ph_vec3 a, ph_vec3 b)
{
    return phk_mat3_product(phk_hat(a), phk_hat(b));
}

static inline double phk_pair_dot(const phk_pair_at *p, double s, ph_vec3 a, ph_vec3 b)
{
    if (p->gradient) {
        ph_vec3 c = ph_cross(a, b);
        phk_pair_gradient(p, PHK_TURN(0), s, c);
        phk_pair_gradient(p, PHK_TURN(1), -s, c);
    }
    if (p->curvature) {
        phk_pair_curvature(p, PHK_TURN(0), PHK_TURN(0), s, phk_hat_hat(b, a));
        phk_pair_curvature(p, PHK_TURN(0), PHK_TURN(1), -s, phk_hat_hat(a, b));
        phk_pair_curvature(p, PHK_TURN(1), PHK_TURN(0), -s, phk_hat_hat(b, a));
        phk_pair_curvature(p, PHK_TURN(1), PHK_TURN(1), s, phk_hat_hat(a, b));
    }
    return s * ph_dot(a, b);
}

static inline double phk_pair_offset(const phk_pair_at *p, double s, ph_vec3 a)
{
    ph_vec3 d = ph_sub(p->frame[1].p, p->frame[0].p);
    if (p->gradient) {
        phk_pair_gradient(p, PHK_MOVE(0), -s, a);
        phk_pair_gradient(p, PHK_TURN(0), s, ph_cross(a, d));
        phk_pair_gradient(p, PHK_MOVE(1), s, a);
    }
    if (p->curvature) {
        phk_pair_curvature(p, PHK_MOVE(0), PHK_TURN(0), s, phk_hat(a));
        phk_pair_curvature(p, PHK_MOVE(1), PHK_TURN(0), -s, phk_hat(a));
        phk_pair_curvature(p, PHK_TURN(0), PHK_MOVE(0), -s, phk_hat(a));
        phk_pair_curvature(p, PHK_TURN(0), PHK_MOVE(1), s, phk_hat(a));
        phk_pair_curvature(p, PHK_TURN(0), PHK_TURN(0), s, phk_hat_hat(d, a));
    }
    return s * ph_dot(a, d);
}

/* s a . b of an angle: a turns with marker 0, b with marker 1. */
typedef struct {
    double s;
    ph_vec3 a, b;
} phk_dot_term;

/* The angle whose sine and cosine are in the ratio of two sums of dots, within half a turn; 0,
 * without derivatives, where both are zero. */
static inline double phk_pair_angle(const phk_pair_at *p, double s, int terms,
                                    const phk_dot_term *sine, const phk_dot_term *cosine)
{
    double y = 0, x = 0;
    ph_vec3 cy = {0, 0, 0}, cx = {0, 0, 0}; /* gradients by phi0; by phi1 the opposite */
    for (int k = 0; k < terms; k++) {
        y += sine[k].s * ph_dot(sine[k].a, sine[k].b);
        x += cosine[k].s * ph_dot(cosine[k].a, cosine[k].b);
        cy = ph_axpy(cy, sine[k].s, ph_cross(sine[k].a, sine[k].b));
        cx = ph_axpy(cx, cosine[k].s, ph_cross(cosine[k].a, cosine[k].b));
    }
    double square = x * x + y * y;
    if (!(square > 0)) return 0;
    double by_y = x / square, by_x = -y / square;
    phk_pair_at turning = *p;
    turning.gradient = NULL; /* of the dots only the curvature is added here */
    for (int k = 0; p->curvature && k < terms; k++) {
        phk_pair_dot(&turning, s * by_y * sine[k].s, sine[k].a, sine[k].b);
        phk_pair_dot(&turning, s * by_x * cosine[k].s, cosine[k].a, cosine[k].b);
    }
    if (p->gradient) {
        ph_vec3 g = ph_axpy(ph_scale(by_y, cy), by_x, cx);
        phk_pair_gradient(p, PHK_TURN(0), s, g);
        phk_pair_gradient(p, PHK_TURN(1), -s, g);
    }
    if (p->curvature) {
        double yy = -2 * x * y / (square * square), yx = (y * y - x * x) / (square * square);
        ph_mat3 m = phk_outer(ph_axpy(ph_scale(yy, cy), yx, cx), cy);
        m = phk_mat3_axpy(m, 1, phk_outer(ph_axpy(ph_scale(yx, cy), -yy, cx), cx));
        phk_pair_curvature(p, PHK_TURN(0), PHK_TURN(0), s, m);
        phk_pair_curvature(p, PHK_TURN(0), PHK_TURN(1), -s, m);
        phk_pair_curvature(p, PHK_TURN(1), PHK_TURN(0), -s, m);
        phk_pair_curvature(p, PHK_TURN(1), PHK_TURN(1), s, m);
    }
    return s * atan2(y, x);
}

/* How marker 1 is turned about z of marker 0, by the shadow of its x axis: what a motion drives. */
static inline double phk_pair_shadow(const phk_pair_at *p, double s)
{
    ph_vec3 x = phk_pair_axis(p, 1, 0);
    phk_dot_term sine = {1, phk_pair_axis(p, 0, 1), x}, cosine = {1, phk_pair_axis(p, 0, 0), x};
    return phk_pair_angle(p, s, 1, &sine, &cosine);
}

/* The same by both axes across z, which treats both markers alike where their z axes part: its
 * gradient is (z + Z)/(1 + z.Z). */
static inline double phk_pair_twist(const phk_pair_at *p, double s)
{
    ph_vec3 X = phk_pair_axis(p, 0, 0), Y = phk_pair_axis(p, 0, 1);
    ph_vec3 x = phk_pair_axis(p, 1, 0), y = phk_pair_axis(p, 1, 1);
    const phk_dot_term sine[] = {{1, Y, x}, {-1, X, y}}, cosine[] = {{1, X, x}, {1, Y, y}};
    return phk_pair_angle(p, s, 2, sine, cosine);
}

/* How far marker 1 has moved along z of marker 0. */
static inline double phk_pair_travel(const phk_pair_at *p, double s)
{
    return phk_pair_offset(p, s, phk_pair_axis(p, 0, 2));
}

#endif
