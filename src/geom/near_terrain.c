/* SPDX-License-Identifier: BSD-3-Clause
 *
 * near_terrain.c -- the point of a terrain next to another one, and how the surface curves there.
 *
 * Newton's method for the least of the square of the way, by its first and second derivatives over
 * x and y; where the second one is not positive the part of it that always is takes its place, and
 * no step goes up. With m = (-h_x, -h_y, 1)/w the normal turns along the surface by -h_ij/w.
 */
#include <math.h>
#include "geom/near.h"

enum { MOST_STEPS = 40, HALVINGS = 12 };

/* Half the square of the way from the surface to y, its slope and second derivative. */
typedef struct {
    double half, slope[2], by2[3];
    double safe[3]; /* the part of the second derivative that is always above zero */
} way;

static way way_to(const phk_terrain *t, ph_vec3 y, const double u[2])
{
    const phk_terrain_at h = phk_terrain_find(t, u[0], u[1]);
    const double dx = u[0] - y.x, dy = u[1] - y.y, dz = h.z - y.z;
    way w = {.half = 0.5 * (dx * dx + dy * dy + dz * dz),
             .slope = {dx + dz * h.by[0], dy + dz * h.by[1]},
             .safe = {1 + h.by[0] * h.by[0], h.by[0] * h.by[1], 1 + h.by[1] * h.by[1]}};
    for (int i = 0; i < 3; i++) w.by2[i] = w.safe[i] + dz * h.by2[i];
    return w;
}

/* Minus slope over second derivative; false: that has no inverse. */
static bool newton(const double slope[2], const double by2[3], double by[2])
{
    const double det = by2[0] * by2[2] - by2[1] * by2[1];
    if (!(fabs(det) > 1e-12 * (by2[0] * by2[0] + by2[2] * by2[2]))) return false;
    by[0] = (by2[1] * slope[1] - by2[2] * slope[0]) / det;
    by[1] = (by2[1] * slope[0] - by2[0] * slope[1]) / det;
    return true;
}

/* A step that stays on the map, and is no longer than a cell. Returns its length. */
static double go(const phk_terrain *t, const double u[2], double part, const double by[2],
                 double to[2])
{
    const double cells = fmax(fabs(by[0]) / t->step[0], fabs(by[1]) / t->step[1]);
    const double scale = part / fmax(1, cells);
    for (int i = 0; i < 2; i++) to[i] = fmin(fmax(u[i] + scale * by[i], 0), t->size[i]);
    return hypot(to[0] - u[0], to[1] - u[1]);
}

void phk_terrain_foot(const phk_near_field *f, ph_vec3 y, double u[2])
{
    const phk_terrain *t = f->terrain;
    const double fine = 1e-15 * (t->size[0] + t->size[1]),
                 near = 1e-3 * fmin(t->step[0], t->step[1]);
    y = ph_add(y, f->from);
    for (int i = 0; i < 2; i++) u[i] = fmin(fmax(f->start[i], 0), t->size[i]);
    way w = way_to(t, y, u);
    double last = INFINITY;
    for (int step = 0; step < MOST_STEPS; step++) {
        double by[2] = {0, 0}, next[2];
        const bool least = w.by2[0] > 0 && w.by2[0] * w.by2[2] > w.by2[1] * w.by2[1];
        if (!((least || f->saddle) && newton(w.slope, w.by2, by)) && !newton(w.slope, w.safe, by))
            return;
        double far = go(t, u, 1, by, next);
        way to = way_to(t, y, next);
        /* near the end sums of squares do not tell any more */
        for (int k = 0; k < HALVINGS && !f->saddle && far > near && to.half > w.half; k++) {
            far = go(t, u, ldexp(1, -k - 1), by, next);
            to = way_to(t, y, next);
        }
        u[0] = next[0], u[1] = next[1];
        w = to;
        if (!(far > fine) || (far < 1e-6 * near && far > 0.1 * last)) return;
        last = far;
    }
}

ph_vec3 phk_terrain_point(const phk_near_field *f, const double u[2])
{
    double by[2];
    const ph_vec3 x = {u[0], u[1], phk_terrain_height(f->terrain, u[0], u[1], by)};
    const double down = f->inset / sqrt(1 + by[0] * by[0] + by[1] * by[1]);
    return ph_sub(ph_axpy(x, down, ph_v3(by[0], by[1], -1)), f->from);
}

phk_near phk_terrain_near(const phk_near_field *f, const double u[2])
{
    const phk_terrain_at h = phk_terrain_find(f->terrain, u[0], u[1]);
    const double w = sqrt(1 + h.by[0] * h.by[0] + h.by[1] * h.by[1]);
    phk_near p = {.m = {-h.by[0] / w, -h.by[1] / w, 1 / w}, .smooth = true};
    /* two directions along the surface, and how its normal turns on the way */
    const ph_vec3 a = ph_scale(1 / sqrt(1 + h.by[0] * h.by[0]), ph_v3(1, 0, h.by[0]));
    const ph_vec3 b = ph_cross(p.m, a);
    const double aa = h.by2[0] * a.x * a.x;
    const double ab = (h.by2[0] * b.x + h.by2[1] * b.y) * a.x;
    const double bb = h.by2[0] * b.x * b.x + 2 * h.by2[1] * b.x * b.y + h.by2[2] * b.y * b.y;
    phk_near_curve(&p, a, b, (const double[]){-aa / w, -ab / w, -bb / w});
    for (int i = 0; i < 2; i++) p.s[i] = 1 - f->inset * p.c[i];
    p.x = ph_axpy(ph_sub(ph_v3(u[0], u[1], h.z), f->from), -f->inset, p.m);
    return p;
}
