/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contact_ball.h -- a ball that falls onto the floor z = 0 by a law of contact/normal.h, as a
 * system of contacts behind integrate/dae.h; and the truth, parabolas in the air and the law
 * integrated by itself on the ground.
 */
#ifndef CONTACT_BALL_H
#define CONTACT_BALL_H

#include "dae_problems.h"
#include "unit/contact/contact_test.h"

static const double BALL_G = 9.81, BALL_R = 0.1, BALL_FALL = 1;

typedef struct {
    dae_problem p; /* first: forces are handed it */
    const phk_normal_law *law;
    phk_normal_par par;
    double radius;
    double thickness; /* [m] of a plate under the plane z = 0; 0: a floor without end */
} ball;

/* Depth of the ball in the floor or the near face of the plate, and the way it is pushed. */
static inline double ball_depth(const ball *b, double z, double *way)
{
    bool below = b->thickness > 0 && z < -0.5 * b->thickness;
    *way = below ? -1 : 1;
    return below ? b->radius + z + b->thickness : b->radius - z;
}

static inline ph_status ball_force(dae_problem *p, const phk_point *at, double *q, double *d,
                                   double *s, phk_tangents *tangents)
{
    const ball *b = (const ball *)p;
    (void)d, (void)s;
    double way, depth = ball_depth(b, at->q[2], &way);
    phk_normal n = b->law->force(&b->par, depth, -way * at->v[2]);
    if (q) q[2] += way * n.force;
    if (tangents) {
        dae_add(p, tangents->by_q, 2, 2, n.by_depth);
        dae_add(p, tangents->by_v, 2, 2, n.by_rate);
    }
    return PH_OK;
}

/* A ball of radius r whose lowest point is `fall` above the plane. */
static inline void ball_create(ball *b, int law, phk_normal_par par, double mass, double r,
                               double fall)
{
    double J = 0.4 * mass * r * r;
    *b = (ball){.law = &phk_normal_laws[law], .par = par, .radius = r};
    b->p = (dae_problem){.gravity = {0, 0, -BALL_G}, .force = ball_force};
    dae_body(&b->p, mass, (ph_sym3){J, J, J, 0, 0, 0}, ph_v3(0, 0, fall + r), ph_quat_identity(),
             ph_v3(0, 0, 0), ph_v3(0, 0, 0));
    dae_finish(&b->p, 0, 0);
    b->p.dae.contacts = true;
}

/* ---- the truth ---- */

enum { BALL_PARTS = 40 };
typedef struct {
    double from[BALL_PARTS], to[BALL_PARTS]; /* [s] times of flight */
    double z[BALL_PARTS], v[BALL_PARTS];     /* of the lowest point, at their beginning */
    int flights;
} ball_truth;

static inline ball_truth ball_flies(const ball *b, double mass, double end)
{
    ball_truth f = {.flights = 0};
    double t = 0, z = BALL_FALL, v = 0;
    while (f.flights < BALL_PARTS) {
        double speed = sqrt(v * v + 2 * BALL_G * z), down = (v + speed) / BALL_G;
        int i = f.flights++;
        f.from[i] = t, f.to[i] = t + down, f.z[i] = z, f.v[i] = v;
        if (t + down > end) break;
        collision c = {.law = b->law, .par = b->par, .m = mass, .v0 = speed, .g = BALL_G};
        collide(&c);
        t += down + c.duration, z = 0, v = c.speed;
    }
    return f;
}

/* The same on the ground, where a touch has lasted for `since` [s]. */
static inline void ball_on_ground(const ball *b, double mass, double speed, double since, double *z,
                                  double *v)
{
    enum { PIECES = 2000 };
    const collision c = {.law = b->law, .par = b->par, .m = mass, .v0 = speed, .g = BALL_G};
    const double scale[2] = {1, 1};
    double y[2] = {0, speed}, next[2];
    for (int i = 0; i < PIECES; i++) {
        collision_step(&c, y, since / PIECES, scale, next);
        y[0] = next[0], y[1] = next[1];
    }
    *z = b->radius - y[0];
    *v = -y[1];
}

/* Height of the centre and speed at t; false: it is on the ground. */
static inline bool ball_at(const ball_truth *f, double r, double t, double *z, double *v)
{
    for (int i = 0; i < f->flights; i++) {
        double dt = t - f->from[i];
        if (dt < 0 || t > f->to[i]) continue;
        *z = r + f->z[i] + dt * (f->v[i] - 0.5 * BALL_G * dt);
        *v = f->v[i] - BALL_G * dt;
        return true;
    }
    return false;
}

/* The same, wherever it is. */
static inline double ball_height(const ball *b, double mass, const ball_truth *f, double t)
{
    double z = NAN, v;
    if (ball_at(f, b->radius, t, &z, &v)) return z;
    for (int i = 0; i < f->flights; i++) {
        const double last = f->to[i] - f->from[i];
        if (t > f->to[i] && (i + 1 == f->flights || t < f->from[i + 1]))
            ball_on_ground(b, mass, BALL_G * last - f->v[i], t - f->to[i], &z, &v);
    }
    return z;
}

#endif
