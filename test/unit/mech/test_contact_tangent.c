/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Forces of two shapes that touch against central differences: every pair of shapes there is, both
 * ways round, every law and every friction, from random states with a past. Forces are equal and
 * opposite, and have no moment; what they take from the bodies is their power.
 */
#include "mech/contact/pair.h"
#include "touch_lab.h"

enum { STATES = 4000, COLUMNS = 24 };
static const double LIMIT = 1e-6; /* of the largest entry */

static double between(double low, double high)
{
    return low + 0.5 * (high - low) * (1 + lab_random());
}
static double decades(double low, double high)
{
    return low * pow(high / low, between(0, 1));
}
static int whole(int n)
{
    int k = (int)between(0, n);
    return k < n ? k : n - 1;
}

/* ---- shapes ---- */

static const int kinds[] = {PH_SHAPE_PLANE, PH_SHAPE_SPHERE, PH_SHAPE_CAPSULE, PH_SHAPE_BOX};

static phk_touchable shape_any(int kind)
{
    ph_shape_sizes s = {.radius = between(0.1, 0.3), .length = between(0.2, 0.8)};
    s.size = ph_v3(between(0.3, 1), between(0.3, 1), between(0.3, 1));
    phk_touchable t;
    ph_vec3 middle;
    CHECK(!phk_touchable_create(kind, &s, between(0.02, 0.06), NULL, NULL, &t, &middle));
    return t;
}

typedef struct {
    phk_touchable shape[2];
    phk_contact_law law;
    phk_touch_frame place[2];
    ph_vec3 v[2], w[2];
    phk_contact_memory memory[PHK_TOUCH_MOST];
    int memories;
    double time;
} state;

static double gap_of(const state *s)
{
    phk_touch_point t[PHK_TOUCH_MOST];
    double least = INFINITY;
    int n = phk_touch_pair(&s->shape[0], &s->place[0], &s->shape[1], &s->place[1], 20, t);
    for (int i = 0; i < n; i++) least = fmin(least, t[i].gap);
    return least;
}

/* Brings A towards B until their gap is the one wanted. */
static bool bring(state *s, double gap)
{
    const int plane = s->shape[0].kind == PH_SHAPE_PLANE   ? 0
                      : s->shape[1].kind == PH_SHAPE_PLANE ? 1
                                                           : -1;
    ph_vec3 way;
    do way = lab_vector(1);
    while (ph_norm(way) < 0.2 || ph_norm(way) > 1);
    if (plane >= 0)
        way =
            ph_axpy(ph_scale(plane ? 3 : -3, ph_rotate(s->place[plane].q, ph_v3(0, 0, 1))), 1, way);
    way = ph_scale(1 / ph_norm(way), way);
    double near = 0, far = 6;
    const ph_vec3 from = s->place[1].p;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (near + far);
        s->place[0].p = ph_axpy(from, middle, way);
        *(gap_of(s) > gap ? &far : &near) = middle;
    }
    return fabs(gap_of(s) - gap) < 1e-9;
}

/* ---- laws ---- */

typedef enum { IMPACT, POWER, COMING, TOUCHED, STICKY, LAWS } law_kind;

static phk_contact_law law_any(law_kind kind, int friction)
{
    phk_contact_law l = {.normal = kind == IMPACT ? PHK_NORMAL_IMPACT : PHK_NORMAL_POWER};
    l.par = (phk_normal_par){.k = decades(1e4, 1e7), .e = between(1, 2.5)};
    if (kind == IMPACT) l.par.c = decades(10, 1e3), l.par.d = decades(1e-3, 3e-2);
    if (kind == POWER) l.par.a = between(0, 0.5);
    if (kind == COMING || kind == TOUCHED) l.restitution = between(0.05, 3);
    l.slowest = 1e-3;
    if (kind == STICKY) l.adhesion = (phk_adhesion){between(10, 1e3), between(5e-3, 2e-2)};
    l.friction = friction;
    l.bristle.mu = (phk_friction_par){between(0.1, 1), between(0.1, 1), 0.2, 1.5};
    l.bristle.kt = decades(1e4, 1e6);
    l.bristle.ct = decades(1, 1e3);
    if (lab_random() > 0) l.rolling = (phk_resistance_par){between(1e-3, 5e-2), between(0.1, 1)};
    if (lab_random() > 0) l.spinning = (phk_resistance_par){between(1e-3, 5e-2), between(0.1, 1)};
    return l;
}

/* ---- a state and what acts in it ---- */

static phk_contact_at at_of(const state *s, ph_frame frame[2])
{
    for (int i = 0; i < 2; i++)
        frame[i] = (ph_frame){s->place[i].p, ph_mat3_from_quat(s->place[i].q), s->v[i], s->w[i]};
    return (phk_contact_at){.law = &s->law,
                            .shape = {&s->shape[0], &s->shape[1]},
                            .place = {s->place[0], s->place[1]},
                            .frame = {&frame[0], &frame[1]},
                            .memory = s->memory,
                            .memories = s->memories,
                            .time = s->time};
}

static int load_of(const state *s, phk_contact_load *load)
{
    ph_frame frame[2];
    phk_touch_point t[PHK_TOUCH_MOST];
    const phk_contact_at at = at_of(s, frame);
    const int n = phk_contact_points(&at, phk_contact_within(&s->law), t);
    phk_contact_load_of(&at, n, t, load);
    return n;
}

static void wrenches(const state *s, double out[12])
{
    phk_contact_load load;
    load_of(s, &load);
    memcpy(out, load.wrench, 12 * sizeof *out);
}

/* The state along one of the 24 directions. */
static state along(const state *s, int column, double by)
{
    state m = *s;
    const int k = column % 12, side = k / 6;
    const ph_vec3 e = ph_scale(by, phk_touch_unit(k % 3));
    if (column < 12) {
        const phk_touch_move move = lab_move(k, by);
        lab_apply(&move, s->place, m.place);
    } else {
        ph_vec3 *x = k % 6 >= 3 ? &m.w[side] : &m.v[side];
        *x = ph_add(*x, e);
    }
    return m;
}

static void difference(const state *s, int column, double h, double out[12])
{
    double low[12], high[12];
    const state a = along(s, column, -h), b = along(s, column, h);
    wrenches(&a, low);
    wrenches(&b, high);
    for (int i = 0; i < 12; i++) out[i] = (high[i] - low[i]) / (2 * h);
}

/* Of fourth order; false: two of them do not agree, a kink is near. */
static bool differences(const state *s, int column, double size, double limit, double out[12])
{
    for (double h = (column < 12 ? 4e-7 : 4e-6) * size; h > 1e-9; h /= 8) {
        double one[12], two[12], four[12];
        bool agree = true;
        difference(s, column, h, one);
        difference(s, column, 2 * h, two);
        difference(s, column, 4 * h, four);
        for (int i = 0; i < 12; i++) {
            out[i] = (4 * one[i] - two[i]) / 3;
            agree &= fabs(out[i] - (4 * two[i] - four[i]) / 3) < 0.3 * limit;
        }
        if (agree) return true;
    }
    return false;
}

/* ---- one state ---- */

static state state_once(int a, int b, law_kind kind, int friction)
{
    for (;;) {
        state s = {.shape = {shape_any(a), shape_any(b)}, .law = law_any(kind, friction)};
        for (int i = 0; i < 2; i++) {
            s.place[i] = lab_frame(1);
            s.v[i] = lab_vector(1);
            s.w[i] = lab_vector(1);
        }
        const bool above = kind == STICKY && lab_random() > 0.3;
        if (!bring(&s, above ? between(0.05, 0.9) * s.law.adhesion.range : -decades(2e-3, 1e-2)))
            continue;
        if (kind == COMING && lab_random() > 0) return s;
        /* a past: where it was a moment ago, or where it comes from */
        state past = s;
        s.time = decades(1e-5, 1e-2);
        ph_frame frame[2];
        phk_touch_point t[PHK_TOUCH_MOST];
        const double size = decades(1e-6, 1e-2);
        past.place[0].p = ph_add(past.place[0].p, lab_vector(size));
        past.place[0].q = phk_quat_unit(ph_quat_mul(phk_exp(lab_vector(size)), past.place[0].q));
        if (kind == COMING && !bring(&past, 1e-3)) continue;
        const phk_contact_at at = at_of(&past, frame);
        const int n = phk_contact_points(&at, 0.02, t);
        s.memories = phk_contact_remember(&at, n, t, s.memory);
        return s;
    }
}

/* Most of them with a force: surfaces that part fast have none. */
static state state_any(int a, int b, law_kind kind, int friction)
{
    for (;;) {
        phk_contact_load load;
        const state s = state_once(a, b, kind, friction);
        load_of(&s, &load);
        if (ph_norm(load.wrench[0].force) > 0 || lab_random() > 0.9) return s;
    }
}

typedef struct {
    int states, idle, kinks, slips, sticks;
    double worst;
} tally;

static void check_balance(const state *s, const phk_contact_load *load)
{
    const ph_wrench *a = &load->wrench[0], *b = &load->wrench[1];
    const double f = ph_norm(a->force) + 1e-300;
    const ph_vec3 moment = ph_add(ph_add(a->torque, b->torque),
                                  ph_cross(ph_sub(s->place[0].p, s->place[1].p), a->force));
    const double power = ph_dot(a->force, s->v[0]) + ph_dot(b->force, s->v[1]) +
                         ph_dot(a->torque, s->w[0]) + ph_dot(b->torque, s->w[1]);
    CHECK(ph_norm(ph_add(a->force, b->force)) <= 1e-13 * f);
    CHECK(ph_norm(moment) <= 1e-12 * f);
    CHECK(fabs(power + load->taken) <= 1e-11 * f);
}

static void check_state(const state *s, tally *t)
{
    double by[2][12][12] = {{{0}}}, most[2] = {0}, difference[12], worst = 0;
    ph_frame frame[2];
    phk_contact_load load;
    phk_touch_point touch[PHK_TOUCH_MOST];
    const phk_contact_at at = at_of(s, frame);
    const int n = phk_contact_points(&at, phk_contact_within(&s->law), touch);
    t->states++;
    load_of(s, &load);
    check_balance(s, &load);
    phk_contact_tangent(&at, n, touch, by[0], by[1]);
    for (int k = 0; k < 288; k++) {
        double x = fabs(by[k / 144][k / 12 % 12][k % 12]);
        most[k / 144] = fmax(most[k / 144], x);
    }
    if (!(most[0] > 0)) t->idle++;
    bool kink = false;
    for (int c = 0; c < COLUMNS && !kink; c++) {
        const double size = most[c / 12] + 1e-6 * most[0] + 1e-300;
        kink = !differences(s, c, 1, LIMIT * size, difference);
        for (int r = 0; r < 12 && !kink; r++)
            lab_more(&worst, fabs(by[c / 12][r][c % 12] - difference[r]) / size);
    }
    if (kink) {
        t->kinks++;
        return;
    }
    lab_more(&t->worst, worst);
    if (s->law.friction == PH_FRICTION_BRISTLE) (*(load.share >= 1 ? &t->slips : &t->sticks))++;
    CHECK(worst <= LIMIT);
    if (!(worst <= LIMIT))
        printf("%d on %d, law %d, friction %d, adhesion %g: off by %.3g\n", s->shape[0].kind,
               s->shape[1].kind, s->law.normal, s->law.friction, s->law.adhesion.pull, worst);
}

int main(void)
{
    static const char *const word[LAWS] = {"impact", "power", "coming", "touched", "adhesion"};
    tally all = {0};
    for (int law = 0; law < LAWS; law++) {
        tally t = {0};
        for (int i = 0; i < STATES / LAWS; i++) {
            phk_touchable a, b;
            do a = shape_any(kinds[whole(4)]), b = shape_any(kinds[whole(4)]);
            while (phk_touch_unknown(&a, &b));
            const state s = state_any(a.kind, b.kind, law, whole(4));
            check_state(&s, &t);
        }
        printf("%-9s %d states: worst %.2g; %d near a kink, %d without force, bristles stick %d, "
               "slip %d\n",
               word[law], t.states, t.worst, t.kinks, t.idle, t.sticks, t.slips);
        CHECK(t.kinks < t.states / 10 && t.idle < t.states / 10);
        all.sticks += t.sticks, all.slips += t.slips, all.states += t.states;
    }
    CHECK(all.states == STATES && all.sticks > 100 && all.slips > 100);
    return TEST_RESULT();
}
