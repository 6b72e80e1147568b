/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_lab.h -- random places of two frames, and derivatives of points of contact against central
 * differences.
 */
#ifndef TOUCH_LAB_H
#define TOUCH_LAB_H

#include "geom/touch.h"
#include "harness.h"
#include "math/so3.h"

enum { LAB_MOST = 64 };

/* The points of a pair of shapes at two frames. */
typedef int (*lab_points)(const phk_touch_frame f[2], const void *what, phk_touch_point *touch);

static unsigned long long lab_state = 88172645463325252ull;

/* Uniform between -1 and 1 (xorshift, so that every machine has the same ones). */
static double lab_random(void)
{
    lab_state ^= lab_state << 13;
    lab_state ^= lab_state >> 7;
    lab_state ^= lab_state << 17;
    return (double)(lab_state >> 11) / 4503599627370496.0 - 1;
}

static inline ph_vec3 lab_vector(double size)
{
    const double x = size * lab_random(), y = size * lab_random();
    return ph_v3(x, y, size * lab_random());
}

static inline phk_touch_frame lab_frame(double spread)
{
    const ph_vec3 p = lab_vector(spread);
    ph_quat q;
    do {
        q = ph_quat_make(lab_random(), lab_random(), lab_random(), lab_random());
    } while (ph_quat_norm(q) > 1 || ph_quat_norm(q) < 0.1);
    return (phk_touch_frame){p, phk_quat_unit(q)};
}

/* One of the twelve displacements, so far. */
static inline phk_touch_move lab_move(int k, double size)
{
    phk_touch_move move = {0};
    ph_vec3 *const parts[4] = {&move.p_a, &move.phi_a, &move.p_b, &move.phi_b};
    *parts[k / 3] = ph_scale(size, phk_touch_unit(k));
    return move;
}

static inline void lab_apply(const phk_touch_move *move, const phk_touch_frame f[2],
                             phk_touch_frame out[2])
{
    const ph_vec3 p[2] = {move->p_a, move->p_b}, phi[2] = {move->phi_a, move->phi_b};
    for (int i = 0; i < 2; i++) {
        out[i].p = ph_add(f[i].p, p[i]);
        out[i].q = phk_quat_unit(ph_quat_mul(phk_exp(phi[i]), f[i].q));
    }
}

static inline const phk_touch_point *lab_find(const phk_touch_point *touch, int n, int feature)
{
    for (int i = 0; i < n; i++)
        if (touch[i].feature == feature) return &touch[i];
    return NULL;
}

typedef struct {
    double step;                       /* of differences; 0: 3e-6 */
    double gap, normal, point, weight; /* worst differences, of the largest entry of each */
    int points, skipped;
    int from;      /* features below this one are left out */
    bool touching; /* weights of points that do not touch are left out */
} lab_worst;

static inline void lab_more(double *worst, double x)
{
    if (!(x <= *worst)) *worst = x;
}

/* What there is a step to and fro along each displacement. */
typedef struct {
    phk_touch_point at[12][2][LAB_MOST];
    int n[12][2];
    double step;
} lab_around;

/* Differences of one point along all displacements; false: a feature changes nearby. */
static inline bool lab_one(const lab_around *around, const phk_touch_point *t, lab_worst *worst)
{
    double off[4] = {0}, size[4] = {1, 1, 1, 1};
    for (int k = 0; k < 12; k++) {
        const phk_touch_move unit = lab_move(k, 1);
        const phk_touch_change by = phk_touch_along(t, &unit);
        const phk_touch_point *low = lab_find(around->at[k][0], around->n[k][0], t->feature);
        const phk_touch_point *high = lab_find(around->at[k][1], around->n[k][1], t->feature);
        if (!low || !high) return false;
        const double s = 1 / (2 * around->step);
        const ph_vec3 dn = ph_scale(s, ph_sub(high->normal, low->normal));
        const ph_vec3 dc = ph_scale(s, ph_sub(high->point, low->point));
        lab_more(&off[0], fabs(by.gap - s * (high->gap - low->gap)));
        lab_more(&off[1], ph_norm(ph_sub(by.normal, dn)));
        lab_more(&off[2], ph_norm(ph_sub(by.point, dc)));
        lab_more(&off[3], fabs(by.weight - s * (high->weight - low->weight)));
        lab_more(&size[0], fabs(by.gap));
        lab_more(&size[1], ph_norm(by.normal));
        lab_more(&size[2], ph_norm(by.point));
        lab_more(&size[3], fabs(by.weight));
    }
    lab_more(&worst->gap, off[0] / size[0]);
    lab_more(&worst->normal, off[1] / size[1]);
    lab_more(&worst->point, off[2] / size[2]);
    if (!worst->touching || t->gap <= 0) lab_more(&worst->weight, off[3] / size[3]);
    worst->points++;
    return true;
}

/* All points at a pose. */
static inline void lab_differences(lab_points points, const phk_touch_frame f[2], const void *what,
                                   lab_worst *worst)
{
    static lab_around around;
    phk_touch_point t[LAB_MOST];
    const int n = points(f, what, t);
    around.step = worst->step > 0 ? worst->step : 3e-6;
    for (int k = 0; k < 24; k++) {
        const phk_touch_move move = lab_move(k / 2, k % 2 ? around.step : -around.step);
        phk_touch_frame g[2];
        lab_apply(&move, f, g);
        around.n[k / 2][k % 2] = points(g, what, around.at[k / 2][k % 2]);
    }
    for (int i = 0; i < n; i++) {
        if (t[i].feature < worst->from) continue;
        CHECK(fabs(ph_norm(t[i].normal) - 1) < 1e-14);
        if (!lab_one(&around, &t[i], worst)) worst->skipped++;
    }
}

/* How far boxes of these half sizes are apart along the best of the 15 directions; below zero: the
 * least way out. */
static inline double lab_apart(const phk_touch_frame f[2], const ph_vec3 half[2])
{
    double best = -INFINITY;
    const ph_vec3 d = ph_sub(f[0].p, f[1].p);
    for (int k = 0; k < 15; k++) {
        ph_vec3 m = ph_rotate(f[k >= 3].q, phk_touch_unit(k));
        if (k >= 6)
            m = ph_cross(ph_rotate(f[0].q, phk_touch_unit((k - 6) / 3)),
                         ph_rotate(f[1].q, phk_touch_unit(k - 6)));
        if (ph_norm(m) < 1e-9) continue;
        m = ph_scale(1 / ph_norm(m), m);
        double apart = fabs(ph_dot(m, d));
        for (int i = 0; i < 2; i++) {
            const ph_vec3 l = ph_unrotate(f[i].q, m);
            apart -= fabs(l.x) * half[i].x + fabs(l.y) * half[i].y + fabs(l.z) * half[i].z;
        }
        best = fmax(best, apart);
    }
    return best;
}

static inline void lab_report(const char *name, const lab_worst *w)
{
    printf("%-20s %5d points, %3d skipped: gap %.1e, normal %.1e, point %.1e, weight %.1e\n", name,
           w->points, w->skipped, w->gap, w->normal, w->point, w->weight);
    CHECK(w->gap <= 1e-6 && w->normal <= 1e-6 && w->point <= 1e-6 && w->weight <= 1e-6);
}

/* What a law would make of the points: force and moment per stiffness. */
static inline void lab_load(lab_points points, const phk_touch_frame f[2], const void *what,
                            double out[6])
{
    phk_touch_point t[LAB_MOST];
    const int n = points(f, what, t);
    ph_vec3 force = {0, 0, 0}, moment = {0, 0, 0};
    for (int i = 0; i < n; i++) {
        const ph_vec3 one = ph_scale(t[i].weight * fmax(0, -t[i].gap), t[i].normal);
        force = ph_add(force, one);
        moment = ph_add(moment, ph_cross(t[i].arm_b, one));
    }
    const double six[6] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
    memcpy(out, six, sizeof six);
}

/* The largest change of the load from step to step on a way that turns A by `turn` and shifts it
 * in axes of B. */
static inline double lab_largest_step(lab_points points, const phk_touch_frame start[2],
                                      const void *what, ph_vec3 turn, ph_vec3 shift, int steps)
{
    double worst = 0, last[6], now[6];
    for (int i = 0; i <= steps; i++) {
        const double s = (double)i / steps;
        phk_touch_frame f[2] = {start[0], start[1]};
        f[0].q = ph_quat_mul(phk_exp(ph_scale(s - 0.5, turn)), start[0].q);
        f[0].p = ph_axpy(start[0].p, s, ph_rotate(f[1].q, shift));
        lab_load(points, f, what, now);
        for (int k = 0; i && k < 6; k++) lab_more(&worst, fabs(now[k] - last[k]));
        memcpy(last, now, sizeof last);
    }
    return worst;
}

/* Steps half as long change the load half as much: a jump would stay as it is. */
static inline void lab_no_jump(lab_points points, const phk_touch_frame f[2], const void *what,
                               ph_vec3 turn, ph_vec3 shift)
{
    const double coarse = lab_largest_step(points, f, what, turn, shift, 1000);
    const double fine = lab_largest_step(points, f, what, turn, shift, 2000);
    CHECK(fine <= 0.65 * coarse + 1e-12);
}

#endif
