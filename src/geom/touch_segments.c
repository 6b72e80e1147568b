/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_segments.c -- capsules against each other, which is spheres about the nearest points of two
 * segments.
 *
 *   d = w + s u_a - t u_b;  d.u_a = 0 unless s is at an end, d.u_b = 0 unless t is
 *
 * Differentiated, these two give ds and dt. When the axes become parallel that point runs to and
 * fro along them. So its weight goes to zero there, and the ends take over: those of the stretch
 * that both share, each of which is an end of A or of B. Who it is changes over a stretch as long
 * as the two are thick.
 */
#include "geom/touch.h"

/* Squares of the sine between axes: below the first one they are parallel, above the second not. */
static const double parallel = 1e-6, crossing = 1e-4;

typedef struct {
    ph_vec3 u_a, u_b, w, d; /* axes, A's origin from B's, and between the nearest points */
    double cosine, sine2;
    double s, t;
    bool s_free, t_free;
    int feature;
} nearest;

/* Held to an end; 0 free, 1 and 2 ends. */
static int hold(double *x, double half)
{
    const int end = *x >= half ? 2 : *x <= -half ? 1 : 0;
    if (end) *x = end == 2 ? half : -half;
    return end;
}

static nearest find(const phk_touch_frame *a, double half_a, const phk_touch_frame *b,
                    double half_b)
{
    nearest f = {.u_a = ph_rotate(a->q, ph_v3(0, 0, 1)), .u_b = ph_rotate(b->q, ph_v3(0, 0, 1))};
    f.w = ph_sub(a->p, b->p);
    const ph_vec3 across = ph_cross(f.u_a, f.u_b);
    f.cosine = ph_dot(f.u_a, f.u_b);
    f.sine2 = ph_dot(across, across);
    const double d = ph_dot(f.u_a, f.w), e = ph_dot(f.u_b, f.w);

    /* on A, then on B what is next to it, and back when that is beyond its end */
    f.s = f.sine2 > 0 ? (f.cosine * e - d) / f.sine2 : 0;
    int end_s = hold(&f.s, half_a), end_t;
    f.t = e + f.s * f.cosine;
    if ((end_t = hold(&f.t, half_b)) != 0) {
        f.s = f.t * f.cosine - d;
        end_s = hold(&f.s, half_a);
    }
    f.s_free = !end_s;
    f.t_free = !end_t;
    f.feature = 3 * end_s + end_t;
    f.d = ph_axpy(ph_axpy(f.w, f.s, f.u_a), -f.t, f.u_b);

    /* axes that meet: any way out is as good that is normal to both */
    if (ph_norm(f.d) < 1e-14) {
        ph_vec3 out = f.sine2 > 0 ? across : ph_cross(f.u_a, ph_v3(f.u_a.y, f.u_a.z, -f.u_a.x));
        f.d = ph_scale(1e-14 / ph_norm(out), out);
    }
    return f;
}

/* The nearest point, whatever its weight. */
static void touch_nearest(const nearest *f, const phk_touch_frame *a, const phk_touch_frame *b,
                          const double radius[2], phk_touch_point *t)
{
    const ph_vec3 xa = ph_axpy(a->p, f->s, f->u_a);
    const double distance = ph_norm(f->d);
    phk_touch_between(a, b, xa, f->d, radius, t);
    for (int k = 0; k < 6; k++) {
        const ph_vec3 r = phk_touch_moves(k, ph_sub(xa, a->p));
        const double fa = ph_dot(f->u_a, r) + ph_dot(phk_touch_turns(k, f->u_a), f->d);
        const double fb = ph_dot(f->u_b, r);
        double ds = 0;
        if (f->s_free) ds = f->t_free ? (f->cosine * fb - fa) / f->sine2 : -fa;
        const double dt = f->t_free ? f->cosine * ds + fb : 0;
        const ph_vec3 by_a = ph_axpy(r, ds, f->u_a);
        phk_touch_column(t, k, radius, by_a, ph_axpy(by_a, -dt, f->u_b), distance);
    }
    t->feature = f->feature;
}

/* An end of a capsule against the other one; below: the lower of the two along the other's axis. */
static void touch_end(const phk_touch_frame *const f[2], const phk_touch_capsule *const c[2],
                      bool of_b, double z, phk_touch_point *t)
{
    const int i = of_b, j = !of_b;
    const phk_touch_core core = phk_core_capsule(c[j]->half, c[j]->radius);
    phk_touch_round(f[i], ph_v3(0, 0, z * c[i]->half), c[i]->radius, f[j], &core, t);
    if (of_b) phk_touch_swap(t);
}

/* The four ends with the share of each of them; those without one are left out. */
static int touch_ends(const nearest *n, const phk_touch_frame *const f[2],
                      const phk_touch_capsule *const c[2], double share, const double by_share[6],
                      phk_touch_point *t)
{
    const double thick = 0.5 * (c[0]->radius + c[1]->radius), same = n->cosine < 0 ? -1 : 1;
    double by_x[6];
    const double x = phk_touch_station(n->u_a, n->u_b, n->w, by_x);
    int points = 0;
    for (int i = 0; i < 4; i++) {
        const bool of_b = i / 2, upper = i % 2;
        /* how far A's end is inside B's: B's is then not inside A's */
        const double sign = upper ? -1 : 1;
        const double inside = sign * x - c[0]->half + c[1]->half;
        double slope, ramp = phk_touch_ramp(inside, -thick, thick, &slope), by[6];
        if (of_b) ramp = 1 - ramp, slope = -slope;
        if (ramp * share <= 0) continue;
        for (int k = 0; k < 6; k++) by[k] = 0.5 * slope * sign * by_x[k];
        touch_end(f, c, of_b, (upper ? 1 : -1) * (of_b ? 1 : same), &t[points]);
        phk_touch_weigh(&t[points], share, by_share);
        phk_touch_weigh(&t[points], 0.5 * ramp, by);
        t[points++].feature += 64 * (i + 1);
    }
    return points;
}

int phk_touch_capsules(const phk_touch_frame *a, const phk_touch_capsule *capsule_a,
                       const phk_touch_frame *b, const phk_touch_capsule *capsule_b,
                       phk_touch_point touch[PHK_TOUCH_CAPSULES])
{
    const phk_touch_frame *const f[2] = {a, b};
    const phk_touch_capsule *const c[2] = {capsule_a, capsule_b};
    const double radius[2] = {capsule_a->radius, capsule_b->radius};
    const nearest n = find(a, capsule_a->half, b, capsule_b->half);
    double slope, by[6], less[6];
    const double one = phk_touch_ramp(n.sine2, parallel, crossing, &slope);
    for (int k = 0; k < 6; k++) {
        by[k] = -2 * slope * n.cosine * ph_dot(phk_touch_turns(k, n.u_a), n.u_b);
        less[k] = -by[k];
    }

    int points = 0;
    if (one > 0) {
        touch_nearest(&n, a, b, radius, &touch[points]);
        phk_touch_weigh(&touch[points++], one, by);
    }
    if (one < 1) points += touch_ends(&n, f, c, 1 - one, less, touch + points);
    return points;
}
