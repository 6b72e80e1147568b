/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Profiles and wires: derivatives against differences, the other way round, no jump of the load on
 * a way, a circle against a cylinder, an ellipse against its points, gears with several places, and
 * what is refused.
 */
#include <polhode/geometry.h>
#include "geom/shape.h"
#include "geom/smooth.h"
#include "geom/touchable.h"
#include "touch_lab.h"

static int poses = 1000; /* 4,000 take three minutes */

/* A cam with hollow flanks, a gear-like wheel, an ellipse, a circle, a wall, and wires. */
enum { CAM = 24, WHEEL = 96, ROUND = 128, WALL = 9, WIRE = 12 };
static double cam[2 * CAM], wheel[2 * WHEEL], ellipse[2 * ROUND], circle[2 * ROUND], wall[2 * WALL],
    wire[3 * WIRE];
static const double half_long = 0.5, half_wide = 0.3, radius = 0.4;

static void make_points(void)
{
    for (int i = 0; i < CAM; i++) {
        const double a = 2 * PH_PI * i / CAM, r = 0.4 + 0.09 * cos(3 * a) + 0.05 * sin(a);
        cam[2 * i] = r * cos(a) + 0.1;
        cam[2 * i + 1] = r * sin(a);
    }
    for (int i = 0; i < WHEEL; i++) {
        const double a = 2 * PH_PI * i / WHEEL, r = 0.5 + 0.05 * cos(12 * a);
        wheel[2 * i] = r * cos(a);
        wheel[2 * i + 1] = r * sin(a);
    }
    for (int i = 0; i < ROUND; i++) {
        const double a = 2 * PH_PI * i / ROUND;
        ellipse[2 * i] = half_long * cos(a);
        ellipse[2 * i + 1] = half_wide * sin(a);
        circle[2 * i] = radius * cos(a);
        circle[2 * i + 1] = radius * sin(a);
    }
    for (int i = 0; i < WALL; i++) {
        wall[2 * i] = 0.8 - 0.2 * i;
        wall[2 * i + 1] = 0.15 * cos(2.5 * wall[2 * i]);
    }
    for (int i = 0; i < WIRE; i++) {
        const double a = 0.4 * i;
        wire[3 * i] = 0.5 * cos(a);
        wire[3 * i + 1] = 0.6 * sin(a);
        wire[3 * i + 2] = 0.1 * i + 0.05 * cos(2 * a);
    }
}

typedef struct {
    const char *name;
    int kind;
    ph_shape_sizes sizes;
    double rounding;
} shape;

static const shape shapes[] = {
    {"sphere", PH_SHAPE_SPHERE, {.radius = 0.12}, 0},
    {"cylinder", PH_SHAPE_CYLINDER, {.radius = 0.15, .length = 0.3}, 0.02},
    {"capsule", PH_SHAPE_CAPSULE, {.radius = 0.1, .length = 0.5}, 0},
    {"box", PH_SHAPE_BOX, {.size = {0.9, 0.5, 0.3}}, 0.03},
    {"cam", PH_SHAPE_PROFILE, {.length = 0.3, .rows = {CAM, 2, cam}}, 0},
    {"wheel", PH_SHAPE_PROFILE, {.length = 0.2, .rows = {WHEEL, 2, wheel}}, 0},
    {"ellipse", PH_SHAPE_PROFILE, {.length = -0.4, .rows = {ROUND, 2, ellipse}}, 0},
    {"circle", PH_SHAPE_PROFILE, {.length = 0.4, .rows = {ROUND, 2, circle}}, 0},
    {"wall", PH_SHAPE_PROFILE, {.length = 0.4, .rows = {WALL, 2, wall}, .open = true}, 0},
    {"wire", PH_SHAPE_CURVE, {.radius = 0.05, .rows = {WIRE, 3, wire}, .open = true}, 0},
    {"ring", PH_SHAPE_CURVE, {.radius = 0.05, .rows = {WIRE, 3, wire}}, 0},
    {"plane", PH_SHAPE_PLANE, {.size = {1, 1, 0}}, 0},
};
enum { SPHERE, CYLINDER, CAPSULE, BOX, CAM_, WHEEL_, ELLIPSE, CIRCLE, WALL_, WIRE_, RING, PLANE };

typedef struct {
    phk_touchable shape[2];
    double within;
} both;

static phk_arena arena;

static bool make(int i, int j, both *p)
{
    const int of[2] = {i, j};
    for (int k = 0; k < 2; k++) {
        const shape *s = &shapes[of[k]];
        ph_vec3 middle;
        CHECK(!phk_touchable_create(s->kind, &s->sizes, s->rounding, NULL, &arena, &p->shape[k],
                                    &middle));
    }
    p->within = 0.03;
    return !phk_touch_unknown(&p->shape[0], &p->shape[1]);
}

static int points_of(const phk_touch_frame f[2], const void *what, phk_touch_point *t)
{
    const both *p = what;
    const int n = phk_touch_pair(&p->shape[0], &f[0], &p->shape[1], &f[1], p->within, t);
    CHECK(n >= 0);
    return n;
}

static ph_vec3 unit_vector(void)
{
    const ph_vec3 v = lab_vector(1);
    return ph_scale(1 / ph_norm(v), v);
}

/* Nearly along the same direction, either way, and a box with any of its axes. */
static ph_quat beside(const both *p, ph_quat q, double tilt)
{
    const double h = sqrt(0.5), spin = PH_PI * lab_random();
    ph_quat turn = phk_exp(ph_v3(0, 0, spin));
    if (lab_random() > 0) turn = ph_quat_mul(turn, ph_quat_make(0, 1, 0, 0));
    if (p->shape[0].kind == PH_SHAPE_BOX) {
        const double which = lab_random();
        if (which > 0.3) turn = ph_quat_mul(turn, ph_quat_make(h, 0, h, 0));
        if (which < -0.3) turn = ph_quat_mul(turn, ph_quat_make(h, h, 0, 0));
    }
    return ph_quat_mul(ph_quat_mul(q, phk_exp(ph_scale(tilt, unit_vector()))), turn);
}

/* From far off until they touch with a gap between low and high. */
static bool touching(const both *p, double low, double high, phk_touch_frame f[2])
{
    const int kind = p->shape[0].kind;
    const bool any = kind == PH_SHAPE_SPHERE || p->shape[1].kind == PH_SHAPE_PLANE;
    f[0] = lab_frame(0.6);
    f[1] = lab_frame(0.6);
    const double tilt = 0.007 * (1 + lab_random()) * (lab_random() > 0);
    if (!any) f[0].q = beside(p, f[1].q, tilt);
    if (p->shape[1].kind == PH_SHAPE_PLANE && lab_random() > 0) {
        /* lying, or standing */
        const ph_quat lying = phk_exp(ph_v3(0, lab_random() > 0 ? 0.5 * PH_PI : 0, 0));
        f[0].q = ph_quat_mul(ph_quat_mul(f[1].q, phk_exp(ph_scale(tilt, unit_vector()))),
                             ph_quat_mul(lying, phk_exp(ph_v3(0, 0, PH_PI * lab_random()))));
    }
    ph_vec3 way = unit_vector();
    const double z = any ? 0 : 0.25 * lab_random(), turn = PH_PI * lab_random();
    if (!any) way = ph_rotate(f[1].q, ph_v3(cos(turn), sin(turn), 0));
    if (p->shape[1].kind == PH_SHAPE_PLANE) way = ph_rotate(f[1].q, ph_v3(0, 0, 1));
    /* at a wall from outside, which is above: from behind it is in at once */
    const bool wall_below = p->shape[1].kind == PH_SHAPE_PROFILE && p->shape[1].sizes.open;
    if (wall_below && ph_unrotate(f[1].q, way).y < 0) way = ph_scale(-1, way);
    ph_vec3 aim = {0, 0, z};
    if (p->shape[1].kind == PH_SHAPE_CURVE) {
        /* at one of its points */
        const ph_rows *rows = &p->shape[1].sizes.rows;
        const double *row = rows->value + 3 * (int)(0.4999 * rows->count * (1 + lab_random()));
        aim = ph_sub(ph_v3(row[0], row[1], row[2]),
                     phk_shape_middle(PH_SHAPE_CURVE, &p->shape[1].sizes));
    }
    const ph_vec3 from = ph_add(f[1].p, ph_rotate(f[1].q, aim));
    const both near = {{p->shape[0], p->shape[1]}, low + 0.5 * (high - low) * (1 + lab_random())};
    /* down from far off in short steps, as what is hollow may be left again */
    double s = 2.2, by = 0.02;
    phk_touch_point t[PHK_TOUCH_MOST];
    for (; by > 1e-9 && s > -1; s -= by) {
        f[0].p = ph_axpy(from, s, way);
        if (points_of(f, &near, t) == 0) continue;
        s += by;
        by *= 0.1;
        s += by;
    }
    f[0].p = ph_axpy(from, s, way);
    return s > -1;
}

/* The same points from the other side. */
static void test_swapped(const both *p, const phk_touch_frame f[2], double *worst)
{
    const both q = {{p->shape[1], p->shape[0]}, p->within};
    const phk_touch_frame g[2] = {f[1], f[0]};
    phk_touch_point t[PHK_TOUCH_MOST], u[PHK_TOUCH_MOST];
    const int n = points_of(f, p, t), m = points_of(g, &q, u);
    for (int i = 0; i < n; i++) {
        double best = t[i].weight;
        for (int j = 0; j < m; j++)
            best = fmin(best, fabs(t[i].gap - u[j].gap) + ph_norm(ph_sub(t[i].point, u[j].point)) +
                                  ph_norm(ph_add(t[i].normal, u[j].normal)) +
                                  fabs(t[i].weight - u[j].weight));
        lab_more(worst, best);
        for (int j = 0; j < i; j++) CHECK(t[i].feature != t[j].feature);
    }
}

/* Where curves are nearly as bent as each other, points move fast, and weights have kinks: what is
 * wrong stays with shorter steps. Returns whether they were needed. */
static bool differ(const both *p, const phk_touch_frame f[2], lab_worst *worst)
{
    lab_worst best = {.gap = INFINITY};
    int tries = 0;
    for (double step = 1e-7; step > 2e-9; step *= 0.3, tries++) {
        lab_worst here = {.step = step};
        lab_differences(points_of, f, p, &here);
        best.gap = fmin(best.gap, here.gap);
        best.normal = tries ? fmin(best.normal, here.normal) : here.normal;
        best.point = tries ? fmin(best.point, here.point) : here.point;
        best.weight = tries ? fmin(best.weight, here.weight) : here.weight;
        if (tries == 0) worst->points += here.points, worst->skipped += here.skipped;
        if (fmax(best.normal, fmax(best.point, best.weight)) <= 1e-6) break;
    }
    lab_more(&worst->gap, best.gap);
    lab_more(&worst->normal, best.normal);
    lab_more(&worst->point, best.point);
    lab_more(&worst->weight, best.weight);
    return tries > 0;
}

static void test_differences(int i, int j)
{
    both p;
    if (!make(i, j, &p)) {
        CHECK(false);
        return;
    }
    lab_worst worst = {.step = 0};
    double swapped = 0;
    int lost = 0, shorter = 0;
    for (int n = 0; n < poses; n++) {
        phk_touch_frame f[2];
        const bool deep = n % 2;
        if (!touching(&p, deep ? -0.01 : 0.001, deep ? -0.002 : 0.01, f)) {
            lost++;
            continue;
        }
        shorter += differ(&p, f, &worst);
        test_swapped(&p, f, &swapped);
    }
    char name[64];
    snprintf(name, sizeof name, "%s-%s", shapes[i].name, shapes[j].name);
    lab_report(name, &worst);
    printf("    lost %d, swapped %.1e, %d with shorter steps\n", lost, swapped, shorter);
    CHECK(shorter <= 2 + poses / 50);
    CHECK(worst.points > poses / 2);
    CHECK(worst.skipped < worst.points / 20 + 10);
    CHECK(swapped < 1e-7);
}

/* Force and moment per stiffness of Hertz' law. */
static bool load_of(const both *p, const phk_touch_frame f[2], double out[6])
{
    phk_touch_point t[PHK_TOUCH_MOST];
    const int n = points_of(f, p, t);
    ph_vec3 force = {0, 0, 0}, moment = {0, 0, 0};
    for (int i = 0; i < n; i++) {
        if (t[i].gap < -0.02) return false;
        const double size = t[i].weight * pow(fmax(0, -t[i].gap), 1.5);
        force = ph_axpy(force, size, t[i].normal);
        moment = ph_add(moment, ph_cross(t[i].arm_b, ph_scale(size, t[i].normal)));
    }
    memcpy(out, (double[]){force.x, force.y, force.z, moment.x, moment.y, moment.z},
           6 * sizeof *out);
    return true;
}

static double change(const double from[6], const double to[6])
{
    double most = 0;
    for (int k = 0; k < 6; k++) most = fmax(most, fabs(to[k] - from[k]));
    return most;
}

typedef struct {
    const both *p;
    const phk_touch_frame *f;
    ph_vec3 turn, shift;
} way;

static void load_at(const way *w, double s, double out[6])
{
    phk_touch_frame g[2] = {w->f[0], w->f[1]};
    g[0].q = ph_quat_mul(phk_exp(ph_scale(s, w->turn)), w->f[0].q);
    g[0].p = ph_axpy(w->f[0].p, s, w->shift);
    if (load_of(w->p, g, out)) return;
    for (int k = 0; k < 6; k++) out[k] = NAN;
}

/* Where the load changes most it is looked at more and more closely: only a jump stays. */
static double jump(const way *w)
{
    enum { STEPS = 200 };
    static double load[STEPS + 1][6];
    for (int i = 0; i <= STEPS; i++) load_at(w, 2.0 * i / STEPS - 1, load[i]);
    int at = 0;
    for (int i = 1; i < STEPS; i++)
        if (change(load[i], load[i + 1]) > change(load[at], load[at + 1])) at = i;
    double ends[2][6], middle[6], from = 2.0 * at / STEPS - 1, to = from + 2.0 / STEPS;
    memcpy(ends, load[at], sizeof ends);
    for (int i = 0; i < 24; i++) {
        const double half = 0.5 * (from + to);
        load_at(w, half, middle);
        const bool first = change(ends[0], middle) > change(middle, ends[1]);
        *(first ? &to : &from) = half;
        memcpy(ends[first], middle, sizeof middle);
    }
    return change(ends[0], ends[1]);
}

static void test_jumps(int i, int j)
{
    both p;
    double most = 0;
    int jumped = 0;
    make(i, j, &p);
    const bool any = shapes[i].kind == PH_SHAPE_SPHERE || shapes[j].kind == PH_SHAPE_PLANE;
    for (int n = 0; n < poses / 20; n++) {
        phk_touch_frame f[2];
        if (!touching(&p, -0.008, -0.004, f)) continue;
        /* about and along their axis, with a small tilt that keeps them beside each other */
        const ph_vec3 axis = ph_rotate(f[1].q, ph_v3(0, 0, n % 3 ? 0.1 : 0.01));
        way w = {&p, f, any ? lab_vector(0.1) : axis, lab_vector(n % 3 ? 0.002 : 0.05)};
        if (!any) w.turn = ph_add(w.turn, lab_vector(0.002));
        const double by = jump(&w);
        jumped += by > 1e-8;
        lab_more(&most, by);
    }
    printf("%s-%s: %d jumps, up to %.1e\n", shapes[i].name, shapes[j].name, jumped, most);
    /* two places in one hollow: once in a thousand ways one of them is missed */
    CHECK(any ? most < 1e-8 : jumped <= 1 + poses / 2000);
}

/* A circle is a cylinder. */
static void test_circle(void)
{
    both p, q;
    double worst = 0;
    for (int i = SPHERE; i <= CYLINDER; i++) {
        make(i, CIRCLE, &p);
        q = p;
        ph_vec3 middle;
        const ph_shape_sizes s = {.radius = radius, .length = 0.4};
        CHECK(!phk_touchable_create(PH_SHAPE_CYLINDER, &s, 1e-5, NULL, NULL, &q.shape[1], &middle));
        for (int n = 0; n < 500; n++) {
            phk_touch_frame f[2];
            phk_touch_point t[PHK_TOUCH_MOST], u[PHK_TOUCH_MOST];
            if (!touching(&p, -0.01, 0.01, f)) continue;
            const int a = points_of(f, &p, t), b = points_of(f, &q, u);
            double least[2] = {INFINITY, INFINITY};
            /* but for what an end has left as it leaves the other one */
            for (int k = 0; k < a; k++)
                if (t[k].weight > 0.1) least[0] = fmin(least[0], t[k].gap);
            for (int k = 0; k < b; k++)
                if (u[k].weight > 0.1) least[1] = fmin(least[1], u[k].gap);
            const ph_vec3 y = ph_unrotate(f[1].q, ph_sub(f[0].p, f[1].p));
            /* beside it: its edges are rounded a little */
            if (fabs(y.z) > 0.19 && i == SPHERE) continue;
            const double slack = i == SPHERE ? 0 : 4e-5;
            lab_more(&worst, fabs(least[0] - least[1]) - slack);
            if (i == SPHERE && a == 1 && b == 1) {
                lab_more(&worst, ph_norm(ph_sub(t[0].point, u[0].point)));
                lab_more(&worst, ph_norm(ph_sub(t[0].normal, u[0].normal)) * 0.1);
            }
        }
    }
    printf("circle as a cylinder: %.1e\n", worst);
    CHECK(worst < 2e-6);
}

/* The point of an ellipse next to another one, by its equation. */
static void test_ellipse(void)
{
    both p;
    double worst = 0, curved = 0;
    make(SPHERE, ELLIPSE, &p);
    for (int n = 0; n < 2000; n++) {
        const double u = PH_PI * lab_random(), l = 0.12 + 0.005 * lab_random();
        const ph_vec3 x = {half_long * cos(u), half_wide * sin(u), 0};
        ph_vec3 out = {x.x / (half_long * half_long), x.y / (half_wide * half_wide), 0};
        out = ph_scale(1 / ph_norm(out), out);
        const phk_touch_frame f[2] = {{ph_axpy(x, l, out), ph_quat_identity()},
                                      {{0, 0, 0}, ph_quat_identity()}};
        phk_touch_point t[PHK_TOUCH_MOST];
        const int k = points_of(f, &p, t);
        CHECK(k == 1);
        lab_more(&worst, fabs(t[0].gap - (l - 0.12)));
        lab_more(&worst, 0.1 * ph_norm(ph_sub(t[0].normal, out)));
        /* along the tangent the normal turns by 1/(rho + l) */
        const double a = half_long * sin(u), b = half_wide * cos(u);
        const double rho = pow(a * a + b * b, 1.5) / (half_long * half_wide);
        const ph_vec3 tangent = {-out.y, out.x, 0};
        ph_vec3 by = ph_axpy(ph_scale(tangent.x, t[0].by_normal[0]), tangent.y, t[0].by_normal[1]);
        lab_more(&curved, fabs(ph_dot(by, tangent) * (rho + l) - 1));
    }
    printf("ellipse: %.1e, its curvature %.1e\n", worst, curved);
    CHECK(worst < 2e-6);
    CHECK(curved < 2e-3);
}

/* Wheels in mesh touch at more than one tooth; a ball in a groove on both sides. */
static void test_several(void)
{
    both p;
    phk_touch_point t[PHK_TOUCH_MOST];
    make(WHEEL_, WHEEL_, &p);
    p.within = 0.02;
    int most = 0;
    for (int n = 0; n < 50; n++) {
        const phk_touch_frame f[2] = {{{0.995, 0, 0}, phk_exp(ph_v3(0, 0, PH_PI / 12 + 0.01 * n))},
                                      {{0, 0, 0}, phk_exp(ph_v3(0, 0, -0.01 * n))}};
        const int k = points_of(f, &p, t);
        CHECK(k >= 2);
        if (k > most) most = k;
    }
    CHECK(most >= 4);
    make(SPHERE, CAM_, &p);
    CHECK(phk_touch_unknown(&p.shape[1], &p.shape[1]) == NULL);
}

/* Puts A, which is round about its z axis, next to a place of the curve of B. */
static void put_beside(const both *p, int piece, double u, double off, phk_touch_frame f[2])
{
    const phk_smooth *s = p->shape[1].curve;
    const phk_smooth_at e = phk_smooth_eval(&s->piece[piece], u);
    const ph_vec3 out = {e.t.y, -e.t.x, 0.02 * lab_random() / off};
    f[1] = lab_frame(0.6);
    f[0].p = ph_add(f[1].p, ph_rotate(f[1].q, ph_axpy(e.x, off, out)));
    /* without a tilt, so that both ends are as narrow */
    f[0].q = beside(p, f[1].q, 0);
}

/* Where weights are between 0 and 1: in a hollow as narrow as what lies in it, and where an open
 * curve ends. */
static void test_weights(void)
{
    enum { KINDS = 4 };
    static const char *const names[KINDS] = {"ball in a hollow", "roller in a hollow",
                                             "circle in a hollow", "ball at an end"};
    const double size = 0.03;
    static double small[2 * ROUND];
    for (int i = 0; i < 2 * ROUND; i++) small[i] = size / radius * circle[i];
    for (int kind = 0; kind < KINDS; kind++) {
        both p;
        make(SPHERE, kind == 3 ? WALL_ : WHEEL_, &p);
        const ph_shape_sizes round = {.radius = size, .length = 0.15, .rows = {ROUND, 2, small}};
        const int kinds[KINDS] = {PH_SHAPE_SPHERE, PH_SHAPE_CYLINDER, PH_SHAPE_PROFILE,
                                  PH_SHAPE_SPHERE};
        ph_vec3 middle;
        CHECK(!phk_touchable_create(kinds[kind], &round, 0, NULL, &arena, &p.shape[0], &middle));
        p.within = 1e-3;
        const phk_smooth *s = p.shape[1].curve;
        lab_worst worst = {.step = 0};
        int partly = 0;
        for (int n = 0; n < 1000000 && partly < 50 + poses / 20; n++) {
            const int piece = (int)(0.4999 * s->pieces * (1 + lab_random()));
            const double u = 0.5 * s->piece[piece].length * (1 + lab_random());
            const double gap = -1e-4 * (1 + lab_random()), from = s->piece[piece].before + u;
            const phk_smooth_at e = phk_smooth_eval(&s->piece[piece], u);
            const double q = 1 - (e.t.y * e.k.x - e.t.x * e.k.y) * (size + gap);
            const double left = fmin(from, s->length - from) / s->size;
            if (kind == 3 ? !(left > 5e-4 && left < 9e-3) : !(q > 0.02 && q < 0.045)) continue;
            phk_touch_frame f[2];
            phk_touch_point t[PHK_TOUCH_MOST];
            put_beside(&p, piece, u, size + gap, f);
            bool found = false;
            for (int k = points_of(f, &p, t); k-- > 0;)
                found = found || (t[k].by_weight[0] != 0 && t[k].weight < 1);
            if (!found) continue;
            partly++;
            lab_worst best = {
                .gap = INFINITY, .normal = INFINITY, .point = INFINITY, .weight = INFINITY};
            for (double step = 1e-7; step > 1e-9; step *= 0.2) {
                lab_worst here = {.step = step};
                lab_differences(points_of, f, &p, &here);
                best.gap = fmin(best.gap, here.gap);
                best.normal = fmin(best.normal, here.normal);
                best.point = fmin(best.point, here.point);
                best.weight = fmin(best.weight, here.weight);
            }
            lab_more(&worst.gap, best.gap);
            lab_more(&worst.normal, best.normal);
            lab_more(&worst.point, best.point);
            lab_more(&worst.weight, best.weight);
            worst.points++;
        }
        const double most = fmax(fmax(worst.gap, worst.normal), fmax(worst.point, worst.weight));
        printf("%-20s %5d points: %.1e\n", names[kind], worst.points, most);
        CHECK(most <= 1e-6);
        CHECK(partly >= 50);
    }
}

/* Across: nobody knows, and says so. */
static void test_lost(void)
{
    both p;
    phk_touch_point t[PHK_TOUCH_MOST];
    make(CYLINDER, CAM_, &p);
    phk_touch_frame f[2] = {{{0.4, 0, 0}, phk_exp(ph_v3(1, 0, 0))},
                            {{0, 0, 0}, ph_quat_identity()}};
    CHECK(phk_touch_pair(&p.shape[0], &f[0], &p.shape[1], &f[1], 0, t) == PHK_TOUCH_LOST);
    CHECK(strstr(phk_touch_lost(), "1 degree"));
    f[0].p.x = 4;
    CHECK(phk_touch_pair(&p.shape[0], &f[0], &p.shape[1], &f[1], 0, t) == 0);
    make(CYLINDER, WIRE_, &p);
    CHECK_TEXT(phk_touch_unknown(&p.shape[0], &p.shape[1]), "a curve can touch spheres only");
}

static const int pairs[][2] = {
    {SPHERE, CAM_},     {SPHERE, WALL_},   {SPHERE, WIRE_}, {SPHERE, RING},
    {CYLINDER, CAM_},   {CYLINDER, WALL_}, {CAPSULE, CAM_}, {BOX, CAM_},
    {BOX, ELLIPSE},     {CAM_, CAM_},      {CAM_, ELLIPSE}, {WHEEL_, WHEEL_},
    {ELLIPSE, ELLIPSE}, {CAM_, WALL_},     {CAM_, PLANE},   {ELLIPSE, PLANE},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

int main(int argc, char **argv)
{
    if (argc > 1) poses = atoi(argv[1]);
    make_points();
    test_circle();
    test_ellipse();
    test_several();
    test_lost();
    test_weights();
    for (int k = 0; k < PAIRS; k++) test_differences(pairs[k][0], pairs[k][1]);
    for (int k = 0; k < PAIRS; k++) test_jumps(pairs[k][0], pairs[k][1]);
    phk_arena_free(&arena);
    return TEST_RESULT();
}
