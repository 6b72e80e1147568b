/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/contact/pair.h"

#include <math.h>
#include <string.h>
#include "contact/across.h"

/* A point as the laws see it. */
typedef struct {
    const phk_touch_point *touch;
    const phk_contact_memory *memory; /* NULL: it is new */
    ph_vec3 u, vt, w;                 /* velocity of A's point against B's, across n; spins */
    double vn;
    phk_normal normal;    /* of the law alone, which friction follows */
    phk_normal whole;     /* with what pulls */
    phk_friction_phi phi; /* of friction by speed */
    phk_bristle bristle;  /* or of bristles: */
    phk_bristle_motion motion;
    phk_bristle_state state;
    ph_vec3 roll, spin;    /* parts of w */
    ph_vec3 force, couple; /* on A, for weight 1 */
} point;

/* --- what a point remembers ------------------------------------------------------------------ */

/* Of the thickness: a point that is nearer to where another was is the same one. */
#define NEAR 0.1

static bool has_feature(int points, const phk_touch_point *touch, double feature)
{
    for (int i = 0; i < points; i++)
        if (touch[i].feature == feature) return true;
    return false;
}

/* By its feature; one that has changed its feature, as what rolls over an edge does, is the one
 * that was nearest on B, of those whose feature is not there any more. */
static const phk_contact_memory *memory_of(const phk_contact_at *at, int points,
                                           const phk_touch_point *touch, const phk_touch_point *t)
{
    const phk_contact_memory *found = NULL;
    double nearest = NEAR * fmin(at->shape[0]->thickness, at->shape[1]->thickness);
    for (int i = 0; i < at->memories; i++)
        if (at->memory[i].feature == t->feature) return &at->memory[i];
    for (int i = 0; i < at->memories; i++) {
        const phk_contact_memory *m = &at->memory[i];
        if (m->bristle.touched == 0 || has_feature(points, touch, m->feature)) continue;
        const ph_vec3 was = ph_rotate(at->place[1].q, m->bristle.cb);
        const double way = ph_norm(ph_sub(t->arm_b, was));
        if (way < nearest) nearest = way, found = m;
    }
    return found;
}

static bool has_touched(const phk_contact_memory *m)
{
    return m && m->bristle.touched != 0;
}

static void places_of(const phk_contact_at *at, phk_bristle_place place[2])
{
    for (int i = 0; i < 2; i++) place[i] = (phk_bristle_place){at->place[i].p, at->place[i].q};
}

/* --- normal force ----------------------------------------------------------------------------- */

/* The damping for a wanted restitution: by the speed it came with or, in the step into the touch,
 * by the one it has if that is larger, so that then N does not depend on it. */
static phk_normal with_restitution(const phk_contact_law *law, const point *p, double q,
                                   double rate)
{
    phk_normal_par par = law->par;
    const double came = fmax(p->memory ? p->memory->speed : 0, law->slowest);
    const bool by_own = !has_touched(p->memory) && rate > came;
    par.a = law->restitution / (by_own ? rate : came);
    phk_normal n = phk_normal_laws[law->normal].force(&par, q, rate);
    if (by_own) n.by_rate = 0;
    return n;
}

static phk_normal normal_of(const phk_contact_law *law, const point *p, double q, double rate)
{
    if (!(q > 0)) return (phk_normal){0};
    if (law->formula) return phk_contact_formula_force(law->formula, q, rate);
    if (law->restitution > 0) return with_restitution(law, p, q, rate);
    return phk_normal_laws[law->normal].force(&law->par, q, rate);
}

static void press(const phk_contact_law *law, point *p)
{
    const double q = -p->touch->gap;
    p->normal = p->whole = normal_of(law, p, q, -p->vn);
    if (!(law->adhesion.pull > 0)) return;
    const phk_normal pull = phk_adhesion_force(&law->adhesion, q);
    p->whole.force += pull.force;
    p->whole.by_depth += pull.by_depth;
    p->whole.by_rate += pull.by_rate;
}

/* --- friction --------------------------------------------------------------------------------- */

/* What bends the bristle: the way since the step began or, of a point that came down in this step,
 * the sliding speed since it touches, if it came down as fast as it is deep now. */
static void bend(const phk_contact_at *at, point *p)
{
    const phk_contact_memory *m = p->memory;
    const double depth = -p->touch->gap;
    phk_bristle_place place[2];
    p->state = (phk_bristle_state){
        .n = p->touch->normal, .N = p->normal.force, .vt = p->vt, .fresh = !has_touched(m)};
    if (!m) return;
    p->state.since = at->time - m->bristle.time;
    if (p->state.fresh) {
        p->state.since *= depth / (depth + m->gap);
        return;
    }
    places_of(at, place);
    p->motion = phk_bristle_move(&m->bristle, place, p->touch->point);
    p->state.D = p->motion.D;
}

static ph_vec3 rub(const phk_contact_at *at, point *p)
{
    const phk_contact_law *law = at->law;
    const double N = p->normal.force;
    const ph_vec3 none = {0, 0, 0};
    if (law->friction == PH_FRICTION_NONE || !(N > 0)) return none;
    if (law->friction == PH_FRICTION_BRISTLE) {
        bend(at, p);
        p->bristle = phk_bristle_hold(&law->bristle, &p->state);
        return p->bristle.T;
    }
    const int curve = law->friction == PH_FRICTION_TANH ? PHK_FRICTION_TANH : PHK_FRICTION_STEP;
    p->phi = phk_friction_curves[curve].phi(&law->bristle.mu, ph_norm(p->vt));
    return phk_friction_force(p->phi, N, p->vt);
}

static ph_vec3 resist(const phk_contact_law *law, point *p)
{
    const double N = p->normal.force;
    ph_vec3 c = {0, 0, 0};
    if (!(N > 0)) return c;
    if (law->rolling.arm > 0) {
        p->roll = phk_resistance_turn(PHK_RESISTANCE_ROLLING, p->touch->normal, p->w);
        c = phk_resistance_couple(&law->rolling, N, p->roll);
    }
    if (law->spinning.arm > 0) {
        p->spin = phk_resistance_turn(PHK_RESISTANCE_SPINNING, p->touch->normal, p->w);
        c = ph_add(c, phk_resistance_couple(&law->spinning, N, p->spin));
    }
    return c;
}

/* All of a point; false: nothing acts at it. */
static bool look_at(const phk_contact_at *at, int points, const phk_touch_point *touch, int i,
                    point *p)
{
    const phk_touch_point *t = &touch[i];
    const ph_frame *a = at->frame[0], *b = at->frame[1];
    *p = (point){.touch = t, .memory = memory_of(at, points, touch, t)};
    p->u = ph_sub(ph_add(a->v, ph_cross(a->w, t->arm_a)), ph_add(b->v, ph_cross(b->w, t->arm_b)));
    p->vn = ph_dot(t->normal, p->u);
    p->vt = ph_axpy(p->u, -p->vn, t->normal);
    p->w = ph_sub(a->w, b->w);
    if (!(-t->gap > 0) && !(t->gap < phk_contact_within(at->law))) return false;
    press(at->law, p);
    p->force = ph_axpy(rub(at, p), p->whole.force, t->normal);
    p->couple = resist(at->law, p);
    return true;
}

/* --- the sum ---------------------------------------------------------------------------------- */

static double stored_in(const phk_contact_law *law, const point *p)
{
    const double q = -p->touch->gap;
    double stored = !(q > 0)       ? 0
                    : law->formula ? phk_contact_formula_stored(law->formula, q)
                                   : phk_normal_laws[law->normal].stored(&law->par, q);
    if (law->adhesion.pull > 0) stored += phk_adhesion_stored(&law->adhesion, q);
    if (law->friction == PH_FRICTION_BRISTLE)
        stored += phk_bristle_stored(&law->bristle, p->bristle.s);
    return stored;
}

/* How much of the friction there can be is used. */
static double share_of(const phk_contact_law *law, const point *p)
{
    const double s = ph_norm(p->vt), N = p->normal.force;
    const ph_vec3 T = ph_axpy(p->force, -p->whole.force, p->touch->normal);
    if (law->friction == PH_FRICTION_NONE || !(N > 0)) return 0;
    const double most = phk_friction_limit(&law->bristle.mu, s).mu * N;
    return most > 0 ? fmin(1, ph_norm(T) / most) : 0;
}

static void add_point(const phk_contact_law *law, const point *p, phk_contact_load *load)
{
    const phk_touch_point *t = p->touch;
    const double w = t->weight;
    const ph_vec3 f = ph_scale(w, p->force), c = ph_scale(w, p->couple);
    ph_wrench *on = load->wrench;
    on[0].force = ph_add(on[0].force, f);
    on[1].force = ph_sub(on[1].force, f);
    on[0].torque = ph_add(on[0].torque, ph_add(ph_cross(t->arm_a, f), c));
    on[1].torque = ph_sub(on[1].torque, ph_add(ph_cross(t->arm_b, f), c));
    load->stored += w * stored_in(law, p);
    load->taken -= ph_dot(f, p->u) + ph_dot(c, p->w);
    if (!(t->gap < 0)) {
        load->pull -= w * p->whole.force;
        load->pulled = ph_axpy(load->pulled, -w * p->whole.force, t->point);
        return;
    }
    load->points++;
    load->normal += w * p->normal.force;
    load->depth = fmax(load->depth, -t->gap);
    load->slip = fmax(load->slip, ph_norm(p->vt));
    load->share = fmax(load->share, share_of(law, p));
    load->point = ph_axpy(load->point, w * p->normal.force, t->point);
}

void phk_contact_load_of(const phk_contact_at *at, int points, const phk_touch_point *touch,
                         phk_contact_load *load)
{
    *load = (phk_contact_load){0};
    for (int i = 0; i < points; i++) {
        point p;
        if (!look_at(at, points, touch, i, &p)) continue;
        add_point(at->law, &p, load);
        load->acts = true;
    }
    if (load->normal > 0)
        load->point = ph_scale(1 / load->normal, load->point);
    else if (load->pull > 0)
        load->point = ph_scale(1 / load->pull, load->pulled);
}

/* --- derivatives ------------------------------------------------------------------------------ */

/* One of the 24 directions: what moves, and what follows of the velocities. */
typedef struct {
    phk_touch_move move;
    phk_touch_change by; /* of gap, weight, normal and point */
    ph_vec3 du, dw;
    bool velocity;
} direction;

static direction direction_of(const phk_contact_at *at, const point *p, int k, bool velocity)
{
    const phk_touch_point *t = p->touch;
    const ph_vec3 e = phk_touch_unit(k % 3), none = {0, 0, 0};
    const int side = k / 6;
    const bool turn = k % 6 >= 3;
    direction d = {.velocity = velocity};
    if (velocity) {
        const ph_vec3 by = turn ? ph_cross(e, side ? t->arm_b : t->arm_a) : e;
        d.du = side ? ph_sub(none, by) : by;
        if (turn) d.dw = side ? ph_sub(none, e) : e;
        return d;
    }
    ph_vec3 *const moved[4] = {&d.move.p_a, &d.move.phi_a, &d.move.p_b, &d.move.phi_b};
    *moved[2 * side + turn] = e;
    d.by = phk_touch_along(t, &d.move);
    d.du = ph_sub(ph_cross(at->frame[0]->w, ph_sub(d.by.point, d.move.p_a)),
                  ph_cross(at->frame[1]->w, ph_sub(d.by.point, d.move.p_b)));
    return d;
}

/* What the state of a bristle changes by. */
static phk_bristle_state change_of_bristle(const point *p, const direction *d, double dN,
                                           ph_vec3 dvt)
{
    phk_bristle_state by = {.n = d->by.normal, .vt = dvt, .N = dN};
    if (d->velocity || !p->memory) return by;
    if (p->state.fresh) {
        /* h q/(q + gap) */
        const double depth = -p->touch->gap, gap = p->memory->gap;
        by.since = -p->state.since * gap / (depth * (depth + gap)) * d->by.gap;
        return by;
    }
    const ph_vec3 way[2] = {d->move.p_a, d->move.p_b}, turn[2] = {d->move.phi_a, d->move.phi_b};
    by.D = phk_bristle_move_change(&p->motion, way, turn, d->by.point);
    return by;
}

static ph_vec3 change_of_friction(const phk_contact_law *law, const point *p, const direction *d,
                                  double dN, ph_vec3 dvt)
{
    const ph_vec3 none = {0, 0, 0};
    const double N = p->normal.force;
    if (law->friction == PH_FRICTION_NONE || !(N > 0)) return none;
    if (law->friction != PH_FRICTION_BRISTLE) return phk_friction_change(p->phi, N, p->vt, dN, dvt);
    const phk_bristle_state by = change_of_bristle(p, d, dN, dvt);
    return phk_bristle_change(&law->bristle, &p->state, &p->bristle, &by);
}

static ph_vec3 change_of_couple(const phk_contact_law *law, const point *p, const direction *d,
                                double dN)
{
    const double N = p->normal.force;
    const ph_vec3 n = p->touch->normal;
    ph_vec3 c = {0, 0, 0};
    if (!(N > 0)) return c;
    if (law->rolling.arm > 0) {
        const ph_vec3 dx =
            phk_resistance_turn_change(PHK_RESISTANCE_ROLLING, n, p->w, d->by.normal, d->dw);
        c = phk_resistance_change(&law->rolling, N, p->roll, dN, dx);
    }
    if (law->spinning.arm > 0) {
        const ph_vec3 dx =
            phk_resistance_turn_change(PHK_RESISTANCE_SPINNING, n, p->w, d->by.normal, d->dw);
        c = ph_add(c, phk_resistance_change(&law->spinning, N, p->spin, dN, dx));
    }
    return c;
}

static void add_three(double m[12][12], int row, int column, ph_vec3 x)
{
    m[row][column] += x.x;
    m[row + 1][column] += x.y;
    m[row + 2][column] += x.z;
}

/* Adds column k of the weights by which a point counts in the mean of all. */
static void add_mean_column(const phk_contact_at *at, const point *p, int k, bool velocity,
                            double m[4][12])
{
    const phk_touch_point *t = p->touch;
    const direction d = direction_of(at, p, k, velocity);
    const bool touches = t->gap < 0;
    const phk_normal *by = touches ? &p->normal : &p->whole;
    const double side = touches ? 1 : -1, N = side * by->force;
    const double dvn = ph_dot(d.by.normal, p->u) + ph_dot(t->normal, d.du);
    const double dN = -side * (by->by_depth * d.by.gap + by->by_rate * dvn);
    const double dw = t->weight * dN + d.by.weight * N;
    m[0][k] += dw;
    const ph_vec3 dm = ph_axpy(ph_scale(dw, t->point), t->weight * N, d.by.point);
    for (int c = 0; c < 3; c++) m[1 + c][k] += (&dm.x)[c];
}

void phk_contact_mean_tangent(const phk_contact_at *at, int points, const phk_touch_point *touch,
                              bool pulling, double displacement[4][12], double velocity[4][12])
{
    for (int i = 0; i < points; i++) {
        point p;
        const bool counts = pulling ? !(touch[i].gap < 0) : touch[i].gap < 0;
        if (!counts || !look_at(at, points, touch, i, &p)) continue;
        for (int k = 0; k < 12; k++) {
            add_mean_column(at, &p, k, false, displacement);
            add_mean_column(at, &p, k, true, velocity);
        }
    }
}

/* Adds column k: what both wrenches change by. */
static void add_column(const phk_contact_at *at, const point *p, int k, bool velocity,
                       double m[12][12])
{
    const phk_touch_point *t = p->touch;
    const direction d = direction_of(at, p, k, velocity);
    const ph_vec3 n = t->normal, dn = d.by.normal;
    const double dvn = ph_dot(dn, p->u) + ph_dot(n, d.du);
    const ph_vec3 dvt = ph_axpy(ph_axpy(d.du, -dvn, n), -p->vn, dn);
    const double dN = -p->normal.by_depth * d.by.gap - p->normal.by_rate * dvn;
    const double whole = -p->whole.by_depth * d.by.gap - p->whole.by_rate * dvn;
    ph_vec3 df = ph_axpy(ph_scale(whole, n), p->whole.force, dn);
    df = ph_add(df, change_of_friction(at->law, p, &d, dN, dvt));
    df = ph_axpy(ph_scale(t->weight, df), d.by.weight, p->force);
    ph_vec3 dc =
        ph_axpy(ph_scale(t->weight, change_of_couple(at->law, p, &d, dN)), d.by.weight, p->couple);
    const ph_vec3 f = ph_scale(t->weight, p->force);
    ph_vec3 on_a = ph_add(ph_cross(t->arm_a, df), dc), on_b = ph_add(ph_cross(t->arm_b, df), dc);
    if (!velocity) {
        on_a = ph_add(on_a, ph_cross(ph_sub(d.by.point, d.move.p_a), f));
        on_b = ph_add(on_b, ph_cross(ph_sub(d.by.point, d.move.p_b), f));
    }
    add_three(m, 0, k, df);
    add_three(m, 3, k, on_a);
    add_three(m, 6, k, ph_scale(-1, df));
    add_three(m, 9, k, ph_scale(-1, on_b));
}

void phk_contact_tangent(const phk_contact_at *at, int points, const phk_touch_point *touch,
                         double displacement[12][12], double velocity[12][12])
{
    for (int i = 0; i < points; i++) {
        point p;
        if (!look_at(at, points, touch, i, &p)) continue;
        for (int k = 0; k < 12; k++) {
            add_column(at, &p, k, false, displacement);
            add_column(at, &p, k, true, velocity);
        }
    }
}

/* --- memory ----------------------------------------------------------------------------------- */

int phk_contact_remember(const phk_contact_at *at, int points, const phk_touch_point *touch,
                         phk_contact_memory *out)
{
    int kept = 0;
    for (int i = 0; i < points; i++) {
        point p;
        phk_bristle_place place[2];
        look_at(at, points, touch, i, &p);
        phk_contact_memory *m = &out[kept];
        *m = (phk_contact_memory){.feature = touch[i].feature, .speed = fmax(0, -p.vn)};
        /* a step into the touch has lost some of the speed it came with */
        if (p.memory && touch[i].gap < 0) m->speed = fmax(m->speed, p.memory->speed);
        if (has_touched(p.memory)) m->speed = p.memory->speed;
        if (touch[i].gap < 0) {
            places_of(at, place);
            m->bristle = phk_bristle_keep(p.bristle.s, touch[i].point, place, at->time);
        } else {
            m->speed = fmax(0, -p.vn);
            m->gap = touch[i].gap;
            m->bristle.time = at->time;
        }
        kept++;
    }
    return kept;
}
