/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every pair of solid shapes: derivatives against differences, the other way round, no jump of the
 * load on a way, features that are different, and gaps against triangles with many corners.
 */
#include <polhode/geometry.h>
#include "geom/touchable.h"
#include "touch_lab.h"

typedef struct {
    const char *name;
    int kind;
    ph_shape_sizes sizes;
    double rounding;
} shape;

/* Four to six faces at a corner, a quadrangle, and a point inside. */
static const double gem[] = {-0.3,  -0.2,  -0.2, 0.3, -0.25, -0.2, 0.35, 0.2, -0.2,
                             -0.25, 0.25,  -0.2, 0.1, 0.0,   0.25, -0.2, 0.1, 0.22,
                             0.0,   -0.35, 0.1,  0.4, -0.05, 0.1,  0,    0,   0};

static phk_arena arena;

static const shape shapes[] = {
    {"sphere", PH_SHAPE_SPHERE, {.radius = 0.3}, 0},
    {"box", PH_SHAPE_BOX, {.size = {0.8, 0.5, 0.4}}, 0.03},
    {"capsule", PH_SHAPE_CAPSULE, {.radius = 0.15, .length = 1}, 0},
    {"cylinder", PH_SHAPE_CYLINDER, {.radius = 0.3, .length = 0.7}, 0.03},
    {"frustum", PH_SHAPE_FRUSTUM, {.radius = 0.35, .radius2 = 0.15, .length = -0.6}, 0.03},
    {"cone", PH_SHAPE_CONE, {.radius = 0.3, .length = 0.6}, 0.03},
    {"ellipsoid", PH_SHAPE_ELLIPSOID, {.size = {0.9, 0.6, 0.5}}, 0},
    {"hull", PH_SHAPE_HULL, {.rows = {9, 3, gem}}, 0.02},
    {"torus", PH_SHAPE_TORUS, {.radius = 0.4, .radius2 = 0.12}, 0},
    {"tube", PH_SHAPE_TUBE, {.radius = 0.5, .radius2 = 0.35, .length = 0.6}, 0.02},
    {"plane", PH_SHAPE_PLANE, {.size = {1, 1, 0}}, 0},
};
static int poses = 4000;
enum { SHAPES = sizeof shapes / sizeof *shapes };

typedef struct {
    phk_touchable shape[2];
    double within;
} both;

static int points_of(const phk_touch_frame f[2], const void *what, phk_touch_point *t)
{
    const both *p = what;
    return phk_touch_pair(&p->shape[0], &f[0], &p->shape[1], &f[1], p->within, t);
}

/* Places where the two touch with a gap between low and high. */
static bool touching(const both *p, double low, double high, phk_touch_frame f[2])
{
    for (int i = 0; i < 2; i++) f[i] = lab_frame(0.6);
    ph_vec3 way = lab_vector(1);
    way = ph_scale(1 / ph_norm(way), way);
    if (p->shape[1].kind == PH_SHAPE_PLANE) way = ph_rotate(f[1].q, ph_v3(0, 0, 1));
    const ph_vec3 from = f[1].p;
    const both near = {{p->shape[0], p->shape[1]}, low + 0.5 * (high - low) * (1 + lab_random())};
    double in = 0, out = 4;
    for (int i = 0; i < 40; i++) {
        phk_touch_point t[PHK_TOUCH_MOST];
        const double s = 0.5 * (in + out);
        f[0].p = ph_axpy(from, s, way);
        *(points_of(f, &near, t) ? &in : &out) = s;
    }
    /* not where a body leaves the wall of a tube the other way */
    phk_touch_point t[PHK_TOUCH_MOST];
    const both more = {{p->shape[0], p->shape[1]}, near.within + 0.01};
    double least = INFINITY;
    const int n = points_of(f, &more, t);
    for (int i = 0; i < n; i++) least = fmin(least, t[i].gap);
    return fabs(least - near.within) < 1e-6;
}

/* A shaft in the hole of a tube: nearly along it, and aside until it touches. */
static void in_the_hole(const both *p, double low, double high, phk_touch_frame f[2])
{
    f[1] = lab_frame(0.6);
    f[0].q =
        ph_quat_mul(f[1].q, phk_exp(ph_v3(0.1 * lab_random(), 0.1 * lab_random(), lab_random())));
    const double turn = PH_PI * lab_random(), z = 0.7 * lab_random();
    const both near = {{p->shape[0], p->shape[1]}, low + 0.5 * (high - low) * (1 + lab_random())};
    double in = 0, out = 0.35;
    for (int i = 0; i < 40; i++) {
        phk_touch_point t[PHK_TOUCH_MOST];
        const double s = 0.5 * (in + out);
        f[0].p = ph_add(f[1].p, ph_rotate(f[1].q, ph_v3(s * cos(turn), s * sin(turn), z)));
        *(points_of(f, &near, t) ? &out : &in) = s;
    }
}

static bool is_shaft(const both *p)
{
    return p->shape[1].kind == PH_SHAPE_TUBE &&
           (p->shape[0].kind == PH_SHAPE_CAPSULE || p->shape[0].kind == PH_SHAPE_CYLINDER);
}

static bool make(int i, int j, double rounding, both *p)
{
    const int of[2] = {i, j};
    for (int k = 0; k < 2; k++) {
        const shape *s = &shapes[of[k]];
        ph_vec3 middle;
        CHECK(!phk_touchable_create(s->kind, &s->sizes, rounding > 0 ? rounding : s->rounding, NULL,
                                    &arena, &p->shape[k], &middle));
    }
    p->within = 0.05;
    return !phk_touch_unknown(&p->shape[0], &p->shape[1]);
}

/* The same points from the other side; what has no weight may be left out of one. */
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

/* Weights have kinks, and one within a step is no error: it is gone with a shorter one, what is
 * wrong stays. Returns whether shorter ones were needed. */
static bool fine_weights(const both *p, const phk_touch_frame f[2], double *worst)
{
    double least = INFINITY;
    bool shorter = false;
    for (double step = 3e-8; step > 2e-9 && least > 1e-6; step *= 0.3) {
        lab_worst here = {.step = step, .touching = true};
        lab_differences(points_of, f, p, &here);
        shorter = step < 2e-8;
        least = fmin(least, here.weight);
    }
    lab_more(worst, least);
    return shorter;
}

static void test_differences(int i, int j)
{
    both p;
    if (!make(i, j, 0, &p)) {
        if (i <= j) printf("%s-%s: none\n", shapes[i].name, shapes[j].name);
        return;
    }
    /* a shaft in the middle of a hole is as near to it on either side */
    if (is_shaft(&p)) p.within = 0.03;
    lab_worst worst = {.step = 8e-8}, apart = worst;
    double swapped = 0, weight = 0;
    int lost = 0, shorter = 0;
    for (int n = 0; n < poses; n++) {
        phk_touch_frame f[2];
        const bool deep = n % 2;
        if (!touching(&p, deep ? -0.01 : 0.001, deep ? -0.002 : 0.01, f)) {
            lost++;
            continue;
        }
        if (is_shaft(&p) && n % 4 < 2)
            in_the_hole(&p, deep ? -0.01 : 0.001, deep ? -0.002 : 0.01, f);
        lab_differences(points_of, f, &p, deep ? &worst : &apart);
        if (deep) shorter += fine_weights(&p, f, &weight);
        test_swapped(&p, f, &swapped);
    }
    /* weights change with the depth and have kinks: shorter steps; of what does not touch they
     * change within a millionth of the size, and do not matter */
    worst.weight = weight;
    lab_more(&worst.gap, apart.gap);
    lab_more(&worst.normal, apart.normal);
    lab_more(&worst.point, apart.point);
    worst.points += apart.points;
    worst.skipped += apart.skipped;
    char name[64];
    snprintf(name, sizeof name, "%s-%s", shapes[i].name, shapes[j].name);
    lab_report(name, &worst);
    if (lost || shorter || swapped > 1e-8)
        printf("    lost %d, swapped %.1e, %d with shorter steps\n", lost, swapped, shorter);
    CHECK(shorter <= 1 + poses / 200);
    CHECK(worst.points > poses / 4 * 3);
    CHECK(swapped < 1e-7);
}

/* Force and moment per stiffness of Hertz' law; nothing where a body is deeper than edges are
 * round, which no formula promises to be smooth. */
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

/* A way from a pose: a turn and a shift in the world. */
typedef struct {
    const both *p;
    const phk_touch_frame *f;
    ph_vec3 turn, shift;
} way;

/* Nothing where there is none to tell: no change is seen there. */
static void load_at(const way *w, double s, double out[6])
{
    phk_touch_frame g[2] = {w->f[0], w->f[1]};
    g[0].q = ph_quat_mul(phk_exp(ph_scale(s, w->turn)), w->f[0].q);
    g[0].p = ph_axpy(w->f[0].p, s, w->shift);
    if (load_of(w->p, g, out)) return;
    for (int k = 0; k < 6; k++) out[k] = NAN;
}

static double change(const double from[6], const double to[6], int part)
{
    double most = 0;
    for (int k = 3 * part; k < 3 * part + 3; k++) most = fmax(most, fabs(to[k] - from[k]));
    return most;
}

/* Where force and moment change most they are looked at more and more closely: only a jump stays.
 */
static void jump(const way *w, double out[2])
{
    enum { STEPS = 200 };
    double load[STEPS + 1][6];
    for (int i = 0; i <= STEPS; i++) load_at(w, 2.0 * i / STEPS - 1, load[i]);
    for (int part = 0; part < 2; part++) {
        int at = 0;
        for (int i = 1; i < STEPS; i++)
            if (change(load[i], load[i + 1], part) > change(load[at], load[at + 1], part)) at = i;
        double ends[2][6], middle[6], from = 2.0 * at / STEPS - 1, to = from + 2.0 / STEPS;
        memcpy(ends, load[at], sizeof ends);
        for (int i = 0; i < 24; i++) {
            const double half = 0.5 * (from + to);
            load_at(w, half, middle);
            const bool first = change(ends[0], middle, part) > change(middle, ends[1], part);
            *(first ? &to : &from) = half;
            memcpy(ends[first], middle, sizeof middle);
        }
        out[part] = change(ends[0], ends[1], part);
    }
}

/* Random ways, and such that turn a body through where it lies flat on the other one. */
static void test_jumps(int i, int j)
{
    both p;
    if (!make(i, j, 0, &p)) return;
    double force = 0, moment = 0;
    for (int n = 0; n < poses / 40; n++) {
        phk_touch_frame f[2] = {{{0, 0, 0}, ph_quat_identity()}, lab_frame(0.5)};
        if (n % 2) {
            if (!touching(&p, -0.008, -0.004, f)) continue;
            if (is_shaft(&p) && n % 4 == 1) in_the_hole(&p, -0.008, -0.004, f);
        } else {
            const ph_vec3 quarter = ph_scale(0.5 * PH_PI, phk_touch_unit(n / 2));
            const ph_quat q =
                ph_quat_mul(f[1].q, n / 2 % 4 < 3 ? phk_exp(quarter) : ph_quat_identity());
            const ph_vec3 side = ph_rotate(f[1].q, phk_touch_unit(n / 8));
            const ph_vec3 aside = ph_scale(0.2, lab_vector(1));
            const ph_vec3 off = ph_axpy(aside, -ph_dot(aside, side), side);
            const both near = {{p.shape[0], p.shape[1]}, -0.004 + 0.003 * lab_random()};
            const bool on_plane = p.shape[1].kind == PH_SHAPE_PLANE;
            double in = 0, out = 4;
            f[0].q = q;
            for (int k = 0; k < 40; k++) {
                phk_touch_point t[PHK_TOUCH_MOST];
                const double s = 0.5 * (in + out);
                const ph_vec3 up = on_plane ? ph_rotate(f[1].q, ph_v3(0, 0, 1)) : side;
                f[0].p = ph_axpy(ph_add(f[1].p, off), s, up);
                *(points_of(f, &near, t) ? &in : &out) = s;
            }
        }
        const way w = {&p, f, lab_vector(n % 3 ? 0.03 : 0.3), lab_vector(n % 3 ? 0.002 : 0.1)};
        double by[2];
        jump(&w, by);
        lab_more(&force, by[0]);
        lab_more(&moment, by[1]);
    }
    printf("%s-%s: jumps of force %.1e, of moment %.1e\n", shapes[i].name, shapes[j].name, force,
           moment);
    CHECK(force < 1e-8 && moment < 1e-8);
}

/* Bars that lie flat across a cap without an end on it: neither force nor moment jumps while they
 * roll over, but for chords shorter than a fifth of the rim, which have one point. */
static void test_across(int i, int j)
{
    both p;
    if (!make(i, j, 0, &p)) return;
    const phk_convex *bar = &p.shape[0].core, *cap = &p.shape[1].core;
    const double rim = cap->kind == PHK_CONVEX_FRUSTUM ? cap->half.y : cap->half.x;
    const double half = bar->half.z,
                 ends[2] = {bar->half.x,
                            bar->kind == PHK_CONVEX_FRUSTUM ? bar->half.y : bar->half.x};
    const double lean = atan((ends[1] - ends[0]) / (2 * half));
    const double up = cap->half.z + p.shape[1].rounding + p.shape[0].rounding +
                      0.5 * (ends[0] + ends[1]) * cos(lean);
    lab_worst worst = {.step = 3e-8, .touching = true};
    double force = 0, moment = 0, weight = 0;
    int shorter = 0, crossed = 0;
    for (int n = 0; n < 4 + poses / 40; n++) {
        const double aside = 0.9 * rim * lab_random(),
                     left = fmax(0, half - sqrt(rim * rim - aside * aside));
        phk_touch_frame f[2] = {{{0, 0, 0}, ph_quat_identity()}, lab_frame(0.5)};
        const ph_quat flat = phk_exp(ph_v3(-0.5 * PH_PI + lean, 0, 0));
        const ph_quat about = phk_exp(ph_v3(0, 0, PH_PI * lab_random()));
        const ph_quat spun = phk_exp(ph_v3(0, 0, PH_PI * lab_random()));
        const ph_vec3 at = {aside, 0.8 * left * lab_random(), up - 0.005 - 0.003 * lab_random()};
        const ph_quat tilt = phk_exp(ph_scale(pow(10, -3.5 + 2 * lab_random()), lab_vector(1)));
        f[0].p = ph_add(f[1].p, ph_rotate(f[1].q, ph_rotate(about, at)));
        f[0].q = ph_quat_mul(f[1].q, ph_quat_mul(about, ph_quat_mul(flat, spun)));
        const way w = {&p, f, lab_vector(0.03), lab_vector(0.002)};
        double by[2];
        jump(&w, by);
        lab_more(&force, by[0]);
        lab_more(&moment, by[1]);
        phk_touch_point t[PHK_TOUCH_MOST];
        int held = 0;
        for (int k = points_of(f, &p, t); k-- > 0;) held += t[k].gap < 0 && t[k].weight > 0.9;
        crossed += held == 2;
        /* and derivatives nearly flat */
        f[0].q = ph_quat_mul(tilt, f[0].q);
        shorter += fine_weights(&p, f, &weight);
        lab_differences(points_of, f, &p, &worst);
    }
    worst.weight = weight;
    char name[64];
    snprintf(name, sizeof name, "%s across %s", shapes[i].name, shapes[j].name);
    lab_report(name, &worst);
    printf("    jumps of force %.1e, of moment %.1e; %d held at both ends, %d shorter\n", force,
           moment, crossed, shorter);
    CHECK(force < 1e-8 && moment < 1e-8);
    CHECK(crossed > poses / 80);
}

/* The same of an edge of a box, along any of its three. */
static void test_edge_across(int j)
{
    both p;
    if (!make(1, j, 0, &p)) return;
    const phk_convex *box = &p.shape[0].core, *cap = &p.shape[1].core;
    const double rim = cap->kind == PHK_CONVEX_FRUSTUM ? cap->half.y : cap->half.x;
    const double half[3] = {box->half.x, box->half.y, box->half.z};
    double force = 0, moment = 0;
    int crossed = 0;
    for (int n = 0; n < 4 + poses / 20; n++) {
        /* the edge below the middle, the two faces beside it at any slope, or one of them flat */
        const int i = n % 3, y = (i + 1) % 3, z = (i + 2) % 3;
        const double slope = n % 4 ? 0.2 + 0.6 * (1 + lab_random()) : 0;
        const double up = half[y] * sin(slope) + half[z] * cos(slope) + p.shape[0].rounding +
                          cap->half.z + p.shape[1].rounding - 0.005 - 0.003 * lab_random();
        const double across = half[y] * cos(slope) - half[z] * sin(slope);
        phk_touch_frame f[2] = {{{0, 0, 0}, ph_quat_identity()}, lab_frame(0.5)};
        const ph_quat turn = phk_exp(ph_scale(slope, phk_touch_unit(i)));
        const ph_vec3 third = ph_scale(-2 * PH_PI / 3 * i / sqrt(3), ph_v3(1, 1, 1));
        const ph_quat upright = ph_quat_mul(phk_exp(third), turn);
        const ph_quat about = phk_exp(ph_v3(0, 0, PH_PI * lab_random()));
        const ph_vec3 at = {0.3 * half[i] * lab_random(), across + 0.8 * rim * lab_random(), up};
        f[0].p = ph_add(f[1].p, ph_rotate(f[1].q, ph_rotate(about, at)));
        f[0].q = ph_quat_mul(f[1].q, ph_quat_mul(about, upright));
        const way w = {&p, f, lab_vector(0.03), lab_vector(0.002)};
        double by[2];
        jump(&w, by);
        lab_more(&force, by[0]);
        lab_more(&moment, by[1]);
        phk_touch_point t[PHK_TOUCH_MOST];
        int held = 0;
        for (int k = points_of(f, &p, t); k-- > 0;) held += t[k].gap < 0 && t[k].weight > 0.9;
        crossed += held >= 2;
    }
    printf("edge across %s: jumps of force %.1e, of moment %.1e; %d held at both ends\n",
           shapes[j].name, force, moment, crossed);
    CHECK(force < 1e-8 && moment < 1e-8);
    CHECK(crossed > poses / 80);
}

/* Corners of the triangles of a shape about the middle of what can touch. */
static ph_mesh corners_of(const shape *s, double rounding)
{
    phk_touchable t;
    ph_vec3 middle;
    ph_mesh mesh = {0};
    phk_touchable_create(s->kind, &s->sizes, rounding, NULL, &arena, &t, &middle);
    CHECK(ph_shape_mesh(s->kind, &s->sizes, 64, &mesh) == PH_OK);
    for (int i = 0; i < mesh.vertices; i++) mesh.vertex[i] = ph_sub(mesh.vertex[i], middle);
    return mesh;
}

/* The corner that is least along n. */
static double least_along(const ph_mesh *m, const phk_touch_frame *f, ph_vec3 n)
{
    const ph_vec3 l = ph_unrotate(f->q, n);
    double least = INFINITY;
    for (int i = 0; i < m->vertices; i++) least = fmin(least, ph_dot(l, m->vertex[i]));
    return least + ph_dot(n, f->p);
}

static double between(const ph_mesh m[2], const phk_touch_frame f[2], ph_vec3 n)
{
    return least_along(&m[0], &f[0], n) + least_along(&m[1], &f[1], ph_scale(-1, n));
}

/* Nearer and nearer from a direction that is good already. */
static double climb(const ph_mesh m[2], const phk_touch_frame f[2], ph_vec3 best)
{
    double most = between(m, f, best), size = 0.3;
    for (int i = 0, idle = 0; size > 1e-5 && i < 3000; i++) {
        ph_vec3 n = ph_add(best, lab_vector(size));
        if (ph_norm(n) <= 0) continue;
        n = ph_scale(1 / ph_norm(n), n);
        const double x = between(m, f, n);
        idle = x > most ? 0 : idle + 1;
        if (x > most) most = x, best = n;
        if (idle > 20) size *= 0.7, idle = 0;
    }
    return most;
}

/* How far convex bodies are apart: along the best direction. There may be several good ones when
 * they are inside each other. */
static double search(const ph_mesh m[2], const phk_touch_frame f[2])
{
    enum { TRIES = 4 };
    ph_vec3 best[TRIES];
    double found = -INFINITY;
    for (int k = 0; k < TRIES; k++) {
        double most = -INFINITY;
        for (int i = 0; i < 100; i++) {
            ph_vec3 n = lab_vector(1);
            n = ph_scale(1 / ph_norm(n), n);
            const double x = between(m, f, n);
            if (x > most) most = x, best[k] = n;
        }
        found = fmax(found, climb(m, f, best[k]));
    }
    return found;
}

/* A ball against a surface of any kind, and any surface on a plane: the nearest corner. */
static double search_corner(const both *p, const ph_mesh *m, const phk_touch_frame f[2])
{
    if (p->shape[1].kind == PH_SHAPE_PLANE) {
        const ph_vec3 up = ph_rotate(f[1].q, ph_v3(0, 0, 1));
        return least_along(&m[0], &f[0], up) - ph_dot(up, f[1].p);
    }
    const ph_vec3 y = ph_unrotate(f[1].q, ph_sub(f[0].p, f[1].p));
    enum { PARTS = 24 };
    double least = INFINITY;
    for (int i = 0; i < m[1].triangles; i++) {
        const ph_vec3 o = m[1].vertex[m[1].corner[3 * i]];
        const ph_vec3 e = ph_sub(m[1].vertex[m[1].corner[3 * i + 1]], o);
        const ph_vec3 g = ph_sub(m[1].vertex[m[1].corner[3 * i + 2]], o);
        for (int j = 0; j <= PARTS; j++)
            for (int k = 0; k <= PARTS - j; k++) {
                const ph_vec3 x = ph_axpy(ph_axpy(o, (double)j / PARTS, e), (double)k / PARTS, g);
                least = fmin(least, ph_norm(ph_sub(x, y)));
            }
    }
    return least - p->shape[0].sizes.radius;
}

static void test_gaps(int i, int j)
{
    both p;
    const double rounding = 2e-4;
    if (!make(i, j, rounding, &p) || is_shaft(&p) || i == SHAPES - 1) return;
    const bool convex = j < 8;
    ph_mesh m[2] = {corners_of(&shapes[i], rounding), {0}};
    if (j < SHAPES - 1) m[1] = corners_of(&shapes[j], rounding);
    double worst = 0, below = 0;
    for (int n = 0; n < 1 + poses / 100; n++) {
        phk_touch_frame f[2];
        if (!touching(&p, convex ? -0.005 : 0.01, 0.04, f)) continue;
        phk_touch_point t[PHK_TOUCH_MOST];
        double gap = INFINITY;
        const int points = points_of(f, &p, t);
        for (int k = 0; k < points; k++) gap = fmin(gap, t[k].gap);
        const double want = convex ? search(m, f) : search_corner(&p, m, f);
        /* the middle of a ball in the wall of a tube is beyond what corners tell */
        if (gap > -0.01) lab_more(&worst, fabs(gap - want));
        if (gap > -0.01) lab_more(&below, want - gap);
    }
    printf("%s-%s: gap %.1e from triangles, %.1e below\n", shapes[i].name, shapes[j].name, worst,
           below);
    CHECK(worst < 2e-3);
    for (int k = 0; k < 2; k++) ph_mesh_free(&m[k]);
}

/* [poses [shape shape]] */
int main(int words, char **word)
{
    if (words > 1) poses = atoi(word[1]);
    for (int i = 0; i < SHAPES; i++)
        for (int j = i; j < SHAPES; j++) {
            if (words > 3 && (strcmp(word[2], shapes[i].name) || strcmp(word[3], shapes[j].name)))
                continue;
            test_differences(i, j);
            test_jumps(i, j);
            test_gaps(i, j);
        }
    if (words > 2) phk_arena_free(&arena);
    if (words > 2) return TEST_RESULT();
    static const int bars[] = {2, 3, 4, 5}, caps[] = {3, 4, 9};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) test_across(bars[i], caps[j]);
    for (int j = 0; j < 2; j++) test_edge_across(caps[j]);
    phk_arena_free(&arena);
    return TEST_RESULT();
}
