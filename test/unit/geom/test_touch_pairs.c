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

static const shape shapes[] = {
    {"sphere", PH_SHAPE_SPHERE, {{0, 0, 0}, 0.3, 0, 0}, 0},
    {"box", PH_SHAPE_BOX, {{0.8, 0.5, 0.4}, 0, 0, 0}, 0.03},
    {"capsule", PH_SHAPE_CAPSULE, {{0, 0, 0}, 0.15, 0, 0.7}, 0},
    {"cylinder", PH_SHAPE_CYLINDER, {{0, 0, 0}, 0.3, 0, 0.7}, 0.03},
    {"frustum", PH_SHAPE_FRUSTUM, {{0, 0, 0}, 0.35, 0.15, -0.6}, 0.03},
    {"cone", PH_SHAPE_CONE, {{0, 0, 0}, 0.3, 0, 0.6}, 0.03},
    {"ellipsoid", PH_SHAPE_ELLIPSOID, {{0.9, 0.6, 0.5}, 0, 0, 0}, 0},
    {"torus", PH_SHAPE_TORUS, {{0, 0, 0}, 0.4, 0.12, 0}, 0},
    {"tube", PH_SHAPE_TUBE, {{0, 0, 0}, 0.5, 0.35, 0.6}, 0.02},
    {"plane", PH_SHAPE_PLANE, {{1, 1, 0}, 0, 0, 0}, 0},
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
    for (int i = 0; i < 50; i++) {
        phk_touch_point t[PHK_TOUCH_MOST];
        const double s = 0.5 * (in + out);
        f[0].p = ph_axpy(from, s, way);
        *(points_of(f, &near, t) ? &in : &out) = s;
    }
    return out < 3.9;
}

static bool make(int i, int j, both *p)
{
    const int of[2] = {i, j};
    for (int k = 0; k < 2; k++) {
        const shape *s = &shapes[of[k]];
        ph_vec3 middle;
        CHECK(!phk_touchable_create(s->kind, &s->sizes, s->rounding, NULL, NULL, &p->shape[k],
                                    &middle));
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

static void test_differences(int i, int j)
{
    both p;
    if (!make(i, j, &p)) {
        if (i <= j) printf("%s-%s: none\n", shapes[i].name, shapes[j].name);
        return;
    }
    lab_worst worst = {.step = 2e-7}, apart = worst, fine = {.step = 3e-8};
    double swapped = 0;
    int lost = 0;
    for (int n = 0; n < poses; n++) {
        phk_touch_frame f[2];
        const bool deep = n % 2;
        if (!touching(&p, deep ? -0.01 : 0.001, deep ? -0.002 : 0.01, f)) {
            lost++;
            continue;
        }
        lab_differences(points_of, f, &p, deep ? &worst : &apart);
        if (deep) lab_differences(points_of, f, &p, &fine);
        test_swapped(&p, f, &swapped);
    }
    /* weights change with the depth and have kinks: shorter steps; of what does not touch they
     * change within a millionth of the size, and do not matter */
    worst.weight = fine.weight;
    lab_more(&worst.gap, apart.gap);
    lab_more(&worst.normal, apart.normal);
    lab_more(&worst.point, apart.point);
    worst.points += apart.points;
    worst.skipped += apart.skipped;
    char name[64];
    snprintf(name, sizeof name, "%s-%s", shapes[i].name, shapes[j].name);
    lab_report(name, &worst);
    if (lost || swapped > 1e-8) printf("    lost %d, swapped %.1e\n", lost, swapped);
    CHECK(worst.points > poses / 4 * 3);
    CHECK(swapped < 1e-7);
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
        }
    return TEST_RESULT();
}
