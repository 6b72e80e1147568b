/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_across.c -- a bar that lies flat across a cap: what is long and round, a capsule or a
 * mantle, touches the rim of the cap where it crosses it, at both ends of the chord.
 *
 * Each place is the nearest one of the bar and the rim, a circle, about there. With the tilt t
 * against the cap and l half the chord of a circle of radius R, H from the axis to the circle,
 * there are two such places as long as H t is below 0.19 l^3/R^2, about. So both fade out as
 *
 *   t^2,  (H t)^2 R^4/l^6,  l^2/R^2
 *
 * leave what is flat, what has two places, and what has a chord; then the nearest point of all is
 * the one that carries. t and l are those of the axis, c + s u, seen along the axis e of the cap,
 * with w the place of the crossing from the middle of the circle:
 *
 *   w.w = R^2,  ds = -w.(dc + s du)/w.u,  l = |w.u|,  t = u.e - k,
 *
 * where the mantle comes nearer to the axis by k.
 */
#include "geom/touch_solid.h"

/* Squares: of the tilt, of what it is of the most that has two places, of the half chord. */
static const double lying = 1e-6, tilted = 1e-4;
static const double sure = 1e-3, unsure = 1e-2;
static const double chord = 0.01, long_chord = 0.04;

/* The rim of one cap. */
typedef struct {
    ph_vec3 middle, out;
    double radius;
    phk_near_side side;
} rim;

/* False: it has none. */
static bool rim_of(const phk_near_side *body, int end, rim *r)
{
    const phk_near_core *c = &body->core;
    if (c->kind != PHK_NEAR_TURNED || !(c->outer[end] > 0)) return false;
    r->radius = c->outer[end];
    r->out = ph_rotate(body->f.q, ph_v3(0, 0, end ? 1 : -1));
    r->middle = ph_axpy(body->f.p, c->half.z, r->out);
    r->side = *body;
    r->side.f.p = r->middle;
    r->side.core = (phk_near_core){.kind = PHK_NEAR_TURNED,
                                   .half = {r->radius, r->radius, 0},
                                   .inner = r->radius,
                                   .outer = {r->radius, r->radius}};
    return true;
}

/* How far the surface is from the axis at the middle, and how fast it comes nearer. */
static void mantle_of(const phk_near_side *bar, double *radius, double *taper)
{
    const phk_near_core *c = &bar->core;
    *radius = bar->radius;
    *taper = 0;
    if (c->kind != PHK_NEAR_TURNED) return;
    const double slope = (c->outer[1] - c->outer[0]) / (2 * c->half.z);
    *radius += 0.5 * (c->outer[0] + c->outer[1]) / hypot(1, slope);
    *taper = slope / hypot(1, slope);
}

static void fade(phk_touch_point *t, const phk_touch_slope *x, double low, double high, bool up)
{
    double slope, by[6];
    const double ramp = phk_touch_ramp(x->value, low, high, &slope);
    for (int k = 0; k < 6; k++) by[k] = (up ? slope : -slope) * x->by[k];
    phk_touch_weigh(t, up ? ramp : 1 - ramp, by);
}

/* One crossing: `sign` says which. */
static bool cross(const phk_near_side *bar, const rim *r, double sign, double within,
                  phk_touch_point *t)
{
    double radius, taper;
    mantle_of(bar, &radius, &taper);
    const ph_vec3 u = ph_rotate(bar->f.q, ph_v3(0, 0, 1)), e = r->out;
    const ph_vec3 y = ph_sub(bar->f.p, r->middle);
    const double up = ph_dot(u, e), lean = up - taper, height = ph_dot(y, e);
    const double reach = (radius + r->side.radius) / r->radius;
    if (lean * lean >= tilted || height <= 0) return false;

    /* where the axis crosses, seen from above */
    const ph_vec3 v = ph_axpy(u, -up, e), flat = ph_axpy(y, -height, e);
    const double a = ph_dot(v, v), b = ph_dot(flat, v);
    const double root = b * b - a * (ph_dot(flat, flat) - r->radius * r->radius);
    phk_touch_slope half = {.value = root / (r->radius * r->radius)}, tilt = {.value = lean * lean};
    if (half.value <= chord) return false;
    const double most = reach * reach / (half.value * half.value * half.value);
    phk_touch_slope two = {.value = tilt.value * most};
    if (two.value >= unsure) return false;
    const double s = (sign * sqrt(root) - b) / a;
    const ph_vec3 w = ph_axpy(flat, s, v);
    const double wu = ph_dot(w, u);

    phk_near_pair pair;
    if (!phk_touch_from(bar, &r->side, within, ph_axpy(bar->f.p, s, u), &pair, t)) return false;
    /* at an end it is the end's; only a mantle or an axis has a direction without curvature */
    const phk_near *const on = &pair.at[0];
    if (on->c[0] != 0 || on->c[1] == 0) return false;
    /* from beyond an end it may have come to the other crossing */
    if (ph_dot(ph_sub(pair.at[1].x, r->middle), u) * wu <= 0) return false;
    for (int k = 0; k < 6; k++) {
        const ph_vec3 du = phk_touch_turns(k, u);
        const ph_vec3 by = ph_axpy(phk_touch_moves(k, ph_sub(bar->f.p, bar->body->p)), s, du);
        const double ds = -ph_dot(w, by) / wu;
        const ph_vec3 dx = ph_axpy(by, ds, u);
        const double dwu = ph_dot(dx, u) - ph_dot(dx, e) * up + ph_dot(w, du);
        tilt.by[k] = 2 * lean * ph_dot(du, e);
        half.by[k] = 2 * wu * dwu / (r->radius * r->radius);
        two.by[k] = most * tilt.by[k] - 3 * two.value / half.value * half.by[k];
    }
    fade(t, &tilt, lying, tilted, false);
    fade(t, &two, sure, unsure, false);
    fade(t, &half, chord, long_chord, true);
    return t->weight > 0;
}

int phk_touch_across(const phk_near_side *bar, const phk_near_side *body, double within,
                     phk_touch_point touch[PHK_TOUCH_ACROSS])
{
    int points = 0;
    for (int i = 0; i < PHK_TOUCH_ACROSS; i++) {
        rim r;
        phk_touch_point *const t = &touch[points];
        if (!rim_of(body, i / 2, &r) || !cross(bar, &r, i % 2 ? 1 : -1, within, t)) continue;
        t->feature = i;
        points++;
    }
    return points;
}
