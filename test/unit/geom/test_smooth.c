/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Smooth curves through points: they go through them, neither direction nor curvature jumps,
 * derivatives are those of differences, and what is wrong with points is told with its place.
 */
#include "geom/smooth.h"
#include "geom/shape.h"
#include "harness.h"

enum { POINTS = 40 };

static void ellipse(int n, double a, double b, double *xy)
{
    for (int i = 0; i < n; i++) {
        xy[2 * i] = a * cos(2 * PH_PI * i / n);
        xy[2 * i + 1] = b * sin(2 * PH_PI * i / n);
    }
}

static double away(ph_vec3 a, ph_vec3 b)
{
    return ph_norm(ph_sub(a, b));
}

static void check_smooth(const phk_smooth *s)
{
    for (int i = 0; i < s->pieces; i++) {
        const phk_smooth_piece *p = &s->piece[i], *next = &s->piece[(i + 1) % s->pieces];
        const phk_smooth_at mid = phk_smooth_eval(p, 0.4 * p->length);
        const double step = 1e-5 * p->length;
        const phk_smooth_at to = phk_smooth_eval(p, 0.4 * p->length + step),
                            from = phk_smooth_eval(p, 0.4 * p->length - step);
        const double by = 1 / (2 * step), by_s = by / ph_norm(mid.d1), size = ph_norm(mid.d2) + 1;
        CHECK(away(mid.d1, ph_scale(by, ph_sub(to.x, from.x))) < 1e-7);
        CHECK(away(mid.d2, ph_scale(by, ph_sub(to.d1, from.d1))) < 1e-7 * size);
        CHECK(away(mid.d3, ph_scale(by, ph_sub(to.d2, from.d2))) < 1e-6 * ph_norm(mid.d3) + 1e-6);
        CHECK(away(mid.k, ph_scale(by_s, ph_sub(to.t, from.t))) < 1e-6 * size);
        CHECK(away(mid.by_k, ph_scale(by_s, ph_sub(to.k, from.k))) <
              1e-6 * ph_norm(mid.by_k) + 1e-5);
        if (s->open && i == s->pieces - 1) continue;
        const phk_smooth_at end = phk_smooth_eval(p, p->length), begin = phk_smooth_eval(next, 0);
        CHECK(p->at[1].x == next->at[0].x && p->slope[1].y == next->slope[0].y);
        CHECK(away(end.x, begin.x) < 1e-14 && away(end.t, begin.t) < 1e-13);
        CHECK(away(end.k, begin.k) < 1e-9 * size);
    }
}

static void test_smooth(void)
{
    double xy[2 * POINTS];
    ellipse(POINTS, 0.3, 0.2, xy);
    const ph_rows rows = {POINTS, 2, xy};
    phk_smooth s;
    for (int open = 0; open < 2; open++) {
        CHECK(phk_smooth_create(&rows, open, NULL, &s));
        check_smooth(&s);
        const phk_smooth_at e = phk_smooth_eval(&s.piece[0], 0);
        if (open)
            CHECK(ph_norm(e.k) < 1e-9);
        else
            CHECK_NEAR(e.k.x, -0.3 / 0.04, 0.3 / 0.04 * 2e-2);
        phk_smooth_free(&s);
    }
    const double space[] = {0, 0, 0, 1, 0.2, 0.1, 1.5, 1, 0.4, 1, 2, 0.2, 0.2, 1.8, -0.5};
    const ph_rows in_space = {5, 3, space};
    CHECK(phk_smooth_create(&in_space, true, NULL, &s));
    check_smooth(&s);
    CHECK(away(s.piece[s.pieces - 1].at[1], ph_v3(0.2, 1.8, -0.5)) == 0);
    phk_smooth_free(&s);
}

/* Clockwise, and with its first point again at its end: the same curve. */
static void test_ways(void)
{
    double xy[2 * POINTS + 2], back[2 * POINTS + 2];
    ellipse(POINTS, 0.3, 0.2, xy);
    memcpy(xy + 2 * POINTS, xy, 2 * sizeof *xy);
    for (int i = 0; i <= POINTS; i++) memcpy(back + 2 * i, xy + 2 * (POINTS - i), 2 * sizeof *xy);
    ph_mass_of m[3];
    const ph_shape_sizes one = {.length = 0.5, .rows = {POINTS, 2, xy}},
                         two = {.length = 0.5, .rows = {POINTS + 1, 2, xy}},
                         three = {.length = -0.5, .rows = {POINTS + 1, 2, back}};
    m[0] = ph_shape_mass(PH_SHAPE_PROFILE, &one);
    m[1] = ph_shape_mass(PH_SHAPE_PROFILE, &two);
    m[2] = ph_shape_mass(PH_SHAPE_PROFILE, &three);
    /* the spline of an ellipse through 40 points is one to 1e-5 */
    CHECK_RATIO(m[0].volume, PH_PI * 0.3 * 0.2 * 0.5, 1e-5);
    CHECK_RATIO(m[0].inertia.zz / m[0].volume, (0.09 + 0.04) / 4, 1e-5);
    for (int i = 1; i < 3; i++) {
        CHECK_RATIO(m[i].volume, m[0].volume, 1e-13);
        CHECK_RATIO(m[i].inertia.xx, m[0].inertia.xx, 1e-13);
    }
    CHECK_NEAR(m[2].centre.z, -0.25, 1e-15);
}

static const char *fault_of(int kind, ph_shape_sizes s)
{
    static char text[160];
    if (phk_shape_types[kind]->wrong(&s)) return phk_shape_types[kind]->wrong(&s);
    return phk_shape_types[kind]->fault(&s, text, sizeof text) ? text : "none";
}

static void test_faults(void)
{
    const double twice[] = {0, 0, 1, 0, 1, 0, 0, 1}, eight[] = {0, 0, 2, 2, 2, 0, 0, 2},
                 good[] = {0, 0, 1, 0, 1, 1, 0, 1}, bend[] = {0, 0, 0, 1, 0, 0, 1, 0.1, 0};
    CHECK_TEXT(fault_of(PH_SHAPE_PROFILE, (ph_shape_sizes){.rows = {4, 2, twice}}),
               "points 2 and 3 are both at (1, 0)");
    CHECK_TEXT(fault_of(PH_SHAPE_PROFILE, (ph_shape_sizes){.rows = {4, 2, good}}), "none");
    CHECK(strstr(fault_of(PH_SHAPE_PROFILE, (ph_shape_sizes){.rows = {4, 2, eight}}),
                 "its curve crosses itself about ("));
    CHECK(strstr(fault_of(PH_SHAPE_PROFILE, (ph_shape_sizes){.rows = {4, 2, eight}}),
                 "after point 1 and after point 3"));
    CHECK_TEXT(fault_of(PH_SHAPE_CURVE, (ph_shape_sizes){.rows = {3, 3, bend}, .open = true}),
               "none");
    CHECK(strstr(
        fault_of(PH_SHAPE_CURVE, (ph_shape_sizes){.rows = {3, 3, bend}, .open = true, .radius = 1}),
        "less than its own"));
    CHECK_TEXT(fault_of(PH_SHAPE_CURVE, (ph_shape_sizes){.rows = {4, 2, good}}),
               "its `points` are rows of x, y and z");
}

int main(void)
{
    test_smooth();
    test_ways();
    test_faults();
    return TEST_RESULT();
}
