/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_smooth.c -- places of smooth curves as surfaces, the weight of a point between two, and
 * balls and planes against them.
 *
 * Where a curve is hollow, with a radius of curvature rho, and what touches it has a radius r, a
 * place is nearest as long as q = 1 - (r + L)/rho is above zero; L is the distance of the cores.
 * There it turns into a furthest one and vanishes, so its weight goes to zero with q. A face holds
 * a curve as long as that is bent towards it.
 */
#include "geom/touch_smooth.h"

#include <math.h>

/* q, curvature times size on a face, and part of its length before an open one ends, up to which
 * weights are less than 1. */
static const double tight = 0.05, flat = 0.02, ending = 0.01;

phk_smooth_place phk_smooth_place_at(const phk_smooth *s, const phk_touch_frame *f, int piece,
                                     double u, double z)
{
    const phk_smooth_piece *p = &s->piece[piece];
    phk_smooth_place at = {.e = phk_smooth_eval(p, u), .left = INFINITY, .size = s->size};
    if (s->open) {
        const double from = p->before + u, to = s->length - from;
        at.left = fmin(from, to);
        at.by_left = (from < to ? 1 : -1) / ph_norm(at.e.d1);
    }
    at.e.x.z += z;
    at.e.x = ph_add(f->p, ph_rotate(f->q, at.e.x));
    ph_vec3 *const turned[] = {&at.e.d1, &at.e.d2, &at.e.t, &at.e.k, &at.e.by_k};
    for (int i = 0; i < 5; i++) *turned[i] = ph_rotate(f->q, *turned[i]);
    return at;
}

/* --- surfaces ----------------------------------------------------------------------------------
 */

static ph_vec3 across(ph_vec3 m)
{
    const ph_vec3 v = fabs(m.x) < 0.6 ? ph_v3(0, m.z, -m.y) : ph_v3(m.z, 0, -m.x);
    return ph_scale(1 / ph_norm(v), v);
}

/* Two directions: to go by s turns the normal by c. */
static phk_near surface(ph_vec3 x, ph_vec3 m, ph_vec3 along, const double c[2], const double s[2])
{
    return (phk_near){
        .x = x, .m = m, .e = {along, ph_cross(m, along)}, .c = {c[0], c[1]}, .s = {s[0], s[1]}};
}

phk_smooth_side phk_smooth_mantle(const phk_smooth_place *at, ph_vec3 axis,
                                  const phk_touch_frame *body)
{
    const ph_vec3 out = ph_cross(at->e.t, axis);
    const double c[2] = {-ph_dot(out, at->e.k), 0}, s[2] = {1, 1};
    return (phk_smooth_side){surface(at->e.x, out, at->e.t, c, s), *at, 0, body};
}

phk_smooth_side phk_smooth_edge(const phk_smooth_place *at, ph_vec3 m, double radius,
                                const phk_touch_frame *body)
{
    const double c[2] = {-ph_dot(m, at->e.k), 1}, s[2] = {1, 0};
    return (phk_smooth_side){surface(at->e.x, m, at->e.t, c, s), *at, radius, body};
}

phk_smooth_side phk_smooth_corner(ph_vec3 x, ph_vec3 m, double radius, const phk_touch_frame *body)
{
    const double c[2] = {1, 1}, s[2] = {0, 0};
    return (phk_smooth_side){surface(x, m, across(m), c, s), {.left = INFINITY}, radius, body};
}

phk_smooth_side phk_smooth_line(ph_vec3 x, ph_vec3 m, ph_vec3 axis, double radius,
                                const phk_touch_frame *body)
{
    const double c[2] = {0, 1}, s[2] = {1, 0};
    return (phk_smooth_side){surface(x, m, axis, c, s), {.left = INFINITY}, radius, body};
}

phk_smooth_side phk_smooth_face(ph_vec3 x, ph_vec3 m, const phk_touch_frame *body)
{
    const double c[2] = {0, 0}, s[2] = {1, 1};
    return (phk_smooth_side){surface(x, m, across(m), c, s), {.left = INFINITY}, 0, body};
}

/* --- weights -----------------------------------------------------------------------------------
 */

/* A curvature that changes: 1/m, as a number for each motion. */
typedef struct {
    double c, by[6];
} bend;

/* Of side i along its curve. m goes with the normal, seen from its own body. */
static bend bend_of(const phk_smooth_side *s, int i, const phk_near_pair *p,
                    const phk_touch_point *t)
{
    bend b = {.c = s->near.c[0]};
    for (int k = 0; k < 6; k++) {
        const ph_vec3 dm =
            i ? t->by_normal[k] : ph_sub(phk_touch_turns(k, t->normal), t->by_normal[k]);
        b.by[k] = -ph_dot(dm, s->on.e.k) - p->by[k][2 * i] * ph_dot(s->near.m, s->on.e.by_k);
    }
    return b;
}

/* One curve hollow by c below zero, the other one with a radius of curvature rho. */
static void weigh_tight(const bend *hollow, double rho, const double by_rho[6],
                        const phk_near_pair *p, phk_touch_point *t)
{
    double slope, by[6];
    const double reach = rho + p->distance, q = 1 + hollow->c * reach;
    const double w = phk_touch_ramp(q, 0, tight, &slope);
    for (int k = 0; k < 6; k++) {
        const double by_reach = by_rho[k] + ph_dot(t->normal, phk_touch_moves(k, t->arm_a));
        by[k] = slope * (hollow->by[k] * reach + hollow->c * by_reach);
    }
    phk_touch_weigh(t, w, by);
}

static void weigh_curves(const phk_smooth_side *const side[2], const phk_near_pair *p,
                         phk_touch_point *t)
{
    bend b[2];
    double by[6], slope;
    for (int i = 0; i < 2; i++) b[i] = bend_of(side[i], i, p, t);
    const int low = b[0].c > b[1].c, high = !low;
    const bool round = side[high]->near.s[0] <= 0;
    if (!round) {
        /* together they are bent away from each other */
        const double size = fmax(side[0]->on.size, side[1]->on.size);
        const double w = phk_touch_ramp(size * (b[0].c + b[1].c), 0, flat, &slope);
        for (int k = 0; k < 6; k++) by[k] = slope * size * (b[0].by[k] + b[1].by[k]);
        phk_touch_weigh(t, w, by);
    }
    if (b[low].c >= 0 || t->weight <= 0) return;
    const double rho = round ? 0 : 1 / b[high].c;
    for (int k = 0; k < 6; k++) by[k] = round ? 0 : -rho * rho * b[high].by[k];
    weigh_tight(&b[low], rho, by, p, t);
}

static void weigh_end(const phk_smooth_side *s, int i, const phk_near_pair *p, phk_touch_point *t)
{
    double slope, by[6];
    if (isinf(s->on.left)) return;
    const double w = phk_touch_ramp(s->on.left, 0, ending * s->on.size, &slope);
    for (int k = 0; k < 6; k++) by[k] = slope * s->on.by_left * p->by[k][2 * i];
    phk_touch_weigh(t, w, by);
}

/* What is no curve has no bend of its own: a corner or a line is round, a face is flat. */
static double round_of(const phk_smooth_side *s)
{
    return s->on.size > 0 ? s->near.c[0] : s->near.c[1];
}

bool phk_smooth_touch(const phk_smooth_side *a, const phk_smooth_side *b, ph_vec3 n, double within,
                      phk_touch_point *t)
{
    const phk_smooth_side *const side[2] = {a, b};
    const phk_near_side na = {.f = *a->body, .body = a->body, .radius = a->radius},
                        nb = {.f = *b->body, .body = b->body, .radius = b->radius};
    phk_near_pair p = {.at = {a->near, b->near}, .normal = n};
    p.distance = ph_dot(n, ph_sub(a->near.x, b->near.x));
    if (!phk_touch_known(&na, &nb, within, &p, t)) return false;
    for (int i = 0; i < 2; i++) {
        const phk_smooth_side *other = side[!i];
        if (side[i]->on.size <= 0 || other->on.size > 0) continue;
        const bend own = bend_of(side[i], i, &p, t);
        const double none[6] = {0};
        if (round_of(other) > 0) {
            if (own.c < 0) weigh_tight(&own, 0, none, &p, t);
        } else {
            double slope, by[6];
            const double w = phk_touch_ramp(side[i]->on.size * own.c, 0, flat, &slope);
            for (int k = 0; k < 6; k++) by[k] = slope * side[i]->on.size * own.by[k];
            phk_touch_weigh(t, w, by);
        }
    }
    if (a->on.size > 0 && b->on.size > 0) weigh_curves(side, &p, t);
    for (int i = 0; i < 2 && t->weight > 0; i++) weigh_end(side[i], i, &p, t);
    return t->weight > 0;
}

/* --- a ball ------------------------------------------------------------------------------------
 */

/* How far y is outside of a place. */
static double outside_of(const phk_smooth *s, const phk_smooth_foot *foot, ph_vec3 y)
{
    const phk_smooth_at e = phk_smooth_eval(&s->piece[foot->piece], foot->u);
    const ph_vec3 d = ph_sub(y, e.x);
    return e.t.y * d.x - e.t.x * d.y;
}

int phk_smooth_towards(const phk_smooth *s, ph_vec3 y, double reach,
                       phk_smooth_foot foot[PHK_SMOOTH_FEET])
{
    /* into the wall of an open one, too, however small the ball is */
    const double far = fmax(reach, s->open ? phk_smooth_thickness(s) : 0);
    if (phk_smooth_off(s, y) > far) return 0;
    int n = far > 0 ? phk_smooth_feet(s, y, far, PHK_SMOOTH_FEET, foot) : 0, kept = 0;
    if (!s->open) {
        phk_smooth_foot near = n ? foot[0] : phk_smooth_nearest(s, y);
        for (int i = 1; i < n; i++)
            if (foot[i].distance < near.distance) near = foot[i];
        if (outside_of(s, &near, y) <= 0) {
            near.distance = -near.distance;
            foot[0] = near;
            return near.distance < reach;
        }
    }
    for (int i = 0; i < n; i++) {
        const double out = outside_of(s, &foot[i], y);
        if (foot[i].end || (!s->open && out <= 0)) continue;
        foot[kept] = foot[i];
        if (out <= 0) foot[kept].distance = -foot[kept].distance;
        /* an open one is a wall, and no thicker */
        kept += foot[kept].distance > -s->piece[foot[kept].piece].thick;
    }
    return kept;
}

static phk_touch_point *keep(phk_touch_point *touch, int *points, bool good, int feature)
{
    touch[*points].feature = feature;
    *points += good;
    return &touch[*points < PHK_TOUCH_MOST ? *points : PHK_TOUCH_MOST - 1];
}

/* A centre in line with the curve of a profile in its plane, but above or below it, or inside: its
 * caps. */
static bool touch_cap(const phk_touchable *b, const phk_touch_frame *fb, ph_vec3 y,
                      const phk_smooth_side *ball, double within, phk_touch_point *t)
{
    const double side = y.z < 0 ? -1 : 1, half = 0.5 * b->sizes.length;
    const ph_vec3 n = ph_scale(side, ph_rotate(fb->q, ph_v3(0, 0, 1)));
    const ph_vec3 x = ph_add(fb->p, ph_rotate(fb->q, ph_v3(y.x, y.y, side * half)));
    const phk_smooth_side face = phk_smooth_face(x, n, fb);
    phk_smooth_side a = *ball;
    a.near = phk_smooth_corner(ball->near.x, ph_scale(-1, n), 0, ball->body).near;
    return phk_smooth_touch(&a, &face, n, within, t);
}

/* The same of a wall, which fades towards its back: its outward normal m there, and how far inside
 * the centre is, below zero. */
static bool touch_ledge(bool cap, ph_vec3 m, double distance, double thick, phk_touch_point *t)
{
    phk_touch_slope inside = {.value = distance};
    for (int k = 0; k < 3; k++) inside.by[k] = ph_dot(m, phk_touch_unit(k));
    return cap && phk_touch_ramp_up(t, &inside, -thick, 0);
}

int phk_touch_ball_profile(const phk_touchable *a, const phk_touch_frame *fa,
                           const phk_touchable *b, const phk_touch_frame *fb, double within,
                           phk_touch_point *touch)
{
    const phk_smooth *s = b->curve;
    const ph_vec3 y = ph_unrotate(fb->q, ph_sub(fa->p, fb->p)), flat_y = {y.x, y.y, 0};
    const ph_vec3 axis = ph_rotate(fb->q, ph_v3(0, 0, 1)), up = {0, 0, 1};
    const double half = 0.5 * b->sizes.length, above = fabs(y.z) - half,
                 reach = a->rounding + within;
    phk_smooth_side ball = phk_smooth_corner(fa->p, up, a->rounding, fa);
    phk_smooth_foot foot[PHK_SMOOTH_FEET];
    int points = 0;
    if (above >= reach && above >= 0) return 0;
    /* from inside the nearest one counts, however deep */
    const int n = phk_smooth_towards(s, flat_y, fmax(reach, 0), foot);
    if (!s->open && n == 1 && foot[0].distance <= 0 && above > foot[0].distance)
        return keep(touch, &points, touch_cap(b, fb, y, &ball, within, touch), y.z < 0), points;
    for (int i = 0; i < n; i++) {
        if (above > 0 && foot[i].distance <= 0 && !s->open) continue;
        const double z = above <= 0 ? y.z : y.z < 0 ? -half : half;
        const phk_smooth_place at = phk_smooth_place_at(s, fb, foot[i].piece, foot[i].u, z);
        const ph_vec3 d = ph_sub(fa->p, at.e.x);
        phk_smooth_side side = phk_smooth_mantle(&at, axis, fb);
        if (above > 0 && foot[i].distance <= 0) {
            phk_touch_point *const t = &touch[points];
            const bool cap = touch_cap(b, fb, y, &ball, within, t);
            const double thick = s->piece[foot[i].piece].thick;
            keep(touch, &points, touch_ledge(cap, side.near.m, foot[i].distance, thick, t),
                 y.z < 0);
            continue;
        }
        if (above > 0) side = phk_smooth_edge(&at, ph_scale(1 / ph_norm(d), d), 0, fb);
        const ph_vec3 m = side.near.m;
        ball.near = phk_smooth_corner(fa->p, ph_scale(-1, m), 0, fa).near;
        keep(touch, &points, phk_smooth_touch(&ball, &side, m, within, &touch[points]),
             4 * foot[i].piece +
                 (above <= 0 ? 0
                  : y.z < 0  ? 2
                             : 3) +
                 4);
    }
    return points;
}

int phk_touch_ball_wire(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                        const phk_touch_frame *fb, double within, phk_touch_point *touch)
{
    const phk_smooth *s = b->curve;
    const ph_vec3 y = ph_unrotate(fb->q, ph_sub(fa->p, fb->p));
    const double reach = a->rounding + b->rounding + within;
    phk_smooth_foot foot[PHK_SMOOTH_FEET];
    int points = 0;
    if (reach <= 0 || phk_smooth_off(s, y) >= reach) return 0;
    const int n = phk_smooth_feet(s, y, reach, PHK_SMOOTH_FEET, foot);
    for (int i = 0; i < n; i++) {
        phk_smooth_place at = phk_smooth_place_at(s, fb, foot[i].piece, foot[i].u, 0);
        const ph_vec3 d = ph_sub(fa->p, at.e.x);
        const double l = ph_norm(d);
        /* a centre on the wire: any way out is as good */
        const ph_vec3 m = l > 1e-14 * s->size ? ph_scale(1 / l, d) : across(at.e.t);
        /* its ends are round, and do not fade */
        at.left = INFINITY;
        const phk_smooth_side wire = foot[i].end ? phk_smooth_corner(at.e.x, m, b->rounding, fb)
                                                 : phk_smooth_edge(&at, m, b->rounding, fb),
                              ball = phk_smooth_corner(fa->p, ph_scale(-1, m), a->rounding, fa);
        keep(touch, &points, phk_smooth_touch(&ball, &wire, m, within, &touch[points]),
             4 * foot[i].piece + foot[i].end);
    }
    return points;
}

/* --- a plane -----------------------------------------------------------------------------------
 */

/* Squares of the sine of the tilt: below the first one a profile stands, above the second not. */
static const double standing = 1e-6, tilted = 1e-4;
enum { LEGS = 8 };

/* Of one that stands: places that are furthest along some directions, fixed in the body. */
static int add_legs(const phk_touchable *a, const phk_touch_frame *fa, const phk_touch_frame *fb,
                    double share, const double by[6], double within, phk_touch_point *touch,
                    int points)
{
    const phk_smooth *s = a->curve;
    const phk_touch_core plane = phk_core_plane();
    for (int i = 0; i < 2 * LEGS; i++) {
        const int leg = i / 2;
        const double angle = 2 * PH_PI * leg / LEGS;
        phk_smooth_foot foot;
        if (!phk_smooth_lowest(s, ph_v3(cos(angle), sin(angle), 0), INFINITY, 1, &foot)) continue;
        ph_vec3 x = phk_smooth_point(&s->piece[foot.piece], foot.u);
        x.z = (i % 2 ? 0.5 : -0.5) * a->sizes.length;
        phk_touch_round(fa, x, 0, fb, &plane, &touch[points]);
        if (touch[points].gap >= within) continue;
        double less[6];
        for (int k = 0; k < 6; k++) less[k] = -by[k] / LEGS;
        phk_touch_weigh(&touch[points], share / LEGS, less);
        touch[points++].feature = i;
    }
    return points;
}

int phk_touch_profile_plane(const phk_touchable *a, const phk_touch_frame *fa,
                            const phk_touch_frame *fb, double within, phk_touch_point *touch)
{
    const phk_smooth *s = a->curve;
    const ph_vec3 n = ph_rotate(fb->q, ph_v3(0, 0, 1)), l = ph_unrotate(fa->q, n);
    const ph_vec3 axis = ph_rotate(fa->q, ph_v3(0, 0, 1)), down = ph_scale(-1, n);
    const double sine2 = l.x * l.x + l.y * l.y, height = ph_dot(n, ph_sub(fa->p, fb->p));
    double slope, by[6];
    const double one = phk_touch_ramp(sine2, standing, tilted, &slope);
    for (int k = 0; k < 6; k++) by[k] = -2 * slope * l.z * ph_dot(n, phk_touch_turns(k, axis));
    int points = 0;
    for (int end = 0; one > 0 && end < 2; end++) {
        const double z = (end ? 0.5 : -0.5) * a->sizes.length;
        phk_smooth_foot foot[PHK_SMOOTH_FEET];
        const int feet = phk_smooth_lowest(s, ph_v3(l.x, l.y, 0), within - height - l.z * z,
                                           PHK_SMOOTH_FEET, foot);
        for (int i = 0; i < feet; i++) {
            const phk_smooth_place at = phk_smooth_place_at(s, fa, foot[i].piece, foot[i].u, z);
            const double h = ph_dot(n, ph_sub(at.e.x, fb->p));
            const phk_smooth_side edge = phk_smooth_edge(&at, down, 0, fa),
                                  face = phk_smooth_face(ph_axpy(at.e.x, -h, n), n, fb);
            if (!phk_smooth_touch(&edge, &face, n, within, &touch[points])) continue;
            /* the wall of an open one has its inside above */
            if (ph_dot(ph_cross(at.e.t, axis), n) > 0) continue;
            phk_touch_weigh(&touch[points], one, by);
            touch[points++].feature = 2 * LEGS + 2 * foot[i].piece + end;
        }
    }
    if (one < 1) points = add_legs(a, fa, fb, 1 - one, by, within, touch, points);
    return points;
}
