/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Boxes against each other: derivatives of corners and edges, the least gap against all corners and
 * all pairs of edges, loads that do not jump, and bars that lie across each other.
 */
#include "touch_lab.h"

static const phk_touch_box boxes[2] = {{{0.5, 0.3, 0.2}, 0.05}, {{0.4, 0.35, 0.3}, 0.04}};

static int between(const phk_touch_frame f[2], const void *what, phk_touch_point *t)
{
    const phk_touch_box *b = what;
    return phk_touch_boxes(&f[0], &b[0], &f[1], &b[1], 0.2, t);
}

static double least_gap(const phk_touch_point *t, int n)
{
    double least = INFINITY;
    for (int i = 0; i < n; i++) least = fmin(least, t[i].gap);
    return least;
}

/* The end of an edge: k of 12. */
static ph_vec3 edge_end(const phk_touch_frame *f, const phk_touch_box *box, int k, int end)
{
    const double h[3] = {box->half.x, box->half.y, box->half.z};
    const int along = k / 4;
    double x[3];
    x[along] = end ? h[along] : -h[along];
    x[(along + 1) % 3] = (k & 1 ? 1 : -1) * h[(along + 1) % 3];
    x[(along + 2) % 3] = (k & 2 ? 1 : -1) * h[(along + 2) % 3];
    return ph_add(f->p, ph_rotate(f->q, ph_v3(x[0], x[1], x[2])));
}

/* The distance of two edges if their nearest points are within them. */
static double edges_apart(const phk_touch_frame f[2], int i, int j)
{
    const ph_vec3 p = edge_end(&f[0], &boxes[0], i, 0), q = edge_end(&f[1], &boxes[1], j, 0);
    const ph_vec3 u = ph_sub(edge_end(&f[0], &boxes[0], i, 1), p);
    const ph_vec3 v = ph_sub(edge_end(&f[1], &boxes[1], j, 1), q), w = ph_sub(p, q);
    const double uu = ph_dot(u, u), uv = ph_dot(u, v), vv = ph_dot(v, v);
    const double det = uu * vv - uv * uv;
    const double s = (uv * ph_dot(v, w) - vv * ph_dot(u, w)) / det;
    const double t = (uu * ph_dot(v, w) - uv * ph_dot(u, w)) / det;
    if (!(s > 0 && s < 1 && t > 0 && t < 1)) return INFINITY;
    return ph_norm(ph_axpy(ph_axpy(w, s, u), -t, v));
}

/* The distance of the cores, by all there is: corners and the other's insides, edges and edges. */
static double search(const phk_touch_frame f[2], bool *edges)
{
    double least = INFINITY;
    for (int k = 0; k < 2; k++) {
        const ph_vec3 h = boxes[!k].half;
        for (int i = 0; i < 8; i++) {
            const ph_vec3 x = edge_end(&f[k], &boxes[k], i % 4, i / 4);
            const ph_vec3 y = ph_unrotate(f[!k].q, ph_sub(x, f[!k].p));
            const ph_vec3 d = {fmax(0, fabs(y.x) - h.x), fmax(0, fabs(y.y) - h.y),
                               fmax(0, fabs(y.z) - h.z)};
            least = fmin(least, ph_norm(d));
        }
    }
    *edges = false;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) {
            const double apart = edges_apart(f, i, j);
            if (apart < least) *edges = true;
            least = fmin(least, apart);
        }
    return least;
}

static bool cores_apart(const phk_touch_frame f[2], double low, double high)
{
    const ph_vec3 half[2] = {boxes[0].half, boxes[1].half};
    const double apart = lab_apart(f, half);
    return apart > low && apart < high;
}

static void test_gap(void)
{
    double worst = 0;
    int cases[2] = {0};
    for (int n = 0; n < 20000; n++) {
        const phk_touch_frame f[2] = {lab_frame(0.7), lab_frame(0.7)};
        phk_touch_point t[PHK_TOUCH_BOXES];
        const int points = between(f, boxes, t);
        bool edges;
        const double want = search(f, &edges) - 0.09;
        if (!cores_apart(f, 0, 1) || want >= 0.2) continue;
        cases[edges]++;
        lab_more(&worst, fabs(least_gap(t, points) - want));
        /* the same when A and B change places */
        phk_touch_point other[PHK_TOUCH_BOXES];
        const phk_touch_frame g[2] = {f[1], f[0]};
        const phk_touch_box swapped[2] = {boxes[1], boxes[0]};
        CHECK(between(g, swapped, other) == points);
        lab_more(&worst, fabs(least_gap(other, points) - want));
    }
    printf("gap of boxes against a search: %.1e (%d by corners, %d by edges)\n", worst, cases[0],
           cases[1]);
    CHECK(worst < 1e-12 && cases[0] > 1000 && cases[1] > 500);
}

static void test_differences(void)
{
    lab_worst worst = {.step = 1e-6};
    for (int n = 0; n < 4000;) {
        const phk_touch_frame f[2] = {lab_frame(0.7), lab_frame(0.7)};
        /* within reach, and no point whose curvature is beyond differences */
        if (!cores_apart(f, 0.03, 0.2)) continue;
        n++;
        lab_differences(between, f, boxes, &worst);
    }
    lab_report("boxes", &worst);
    CHECK(worst.points > 8000);

    /* cores that meet a little: edges that are not the best way out fade */
    worst = (lab_worst){.step = 1e-6, .from = 1024};
    for (int n = 0; n < 4000;) {
        const phk_touch_frame f[2] = {lab_frame(0.7), lab_frame(0.7)};
        if (!cores_apart(f, -0.08, 0)) continue;
        n++;
        lab_differences(between, f, boxes, &worst);
    }
    lab_report("edges that meet", &worst);
    CHECK(worst.points > 2000);
}

/* A face on a face, tilted less than a few degrees, at any angle about the normal. */
static void flat(phk_touch_frame f[2], double tilt, double deep)
{
    f[1] = lab_frame(0.3);
    const ph_quat spin = phk_exp(ph_v3(0, 0, 3 * lab_random()));
    const ph_vec3 side = ph_v3(tilt * lab_random(), tilt * lab_random(), 0);
    f[0].q = ph_quat_mul(ph_quat_mul(f[1].q, phk_exp(side)), spin);
    const ph_vec3 up = {0.3 * lab_random(), 0.3 * lab_random(), 0.2 + 0.3 + 0.09 - deep};
    f[0].p = ph_add(f[1].p, ph_rotate(f[1].q, up));
}

static void test_flat(void)
{
    lab_worst worst = {.step = 3e-7};
    for (int n = 0; n < 4000; n++) {
        phk_touch_frame f[2];
        flat(f, 0.015, 0.02);
        lab_differences(between, f, boxes, &worst);
    }
    lab_report("flat boxes", &worst);
    CHECK(worst.points > 20000);
    for (int n = 0; n < 60; n++) {
        phk_touch_frame f[2];
        flat(f, 0, 0.02);
        ph_vec3 shift = lab_vector(1);
        shift.z *= 0.02;
        lab_no_jump(between, f, boxes, lab_vector(0.05), shift);
        /* edges on edges, corners on corners */
        phk_touch_frame g[2] = {lab_frame(0.7), lab_frame(0.7)};
        while (!cores_apart(g, 0.05, 0.08)) g[0] = lab_frame(0.7);
        lab_no_jump(between, g, boxes, lab_vector(0.1), ph_v3(0, 0, 0));
    }
}

static void test_crossed_bars(void)
{
    const phk_touch_box bar[2] = {{{1, 0.1, 0.1}, 0.01}, {{0.1, 1, 0.1}, 0.01}};
    const phk_touch_frame f[2] = {{{0, 0, 0.215}, ph_quat_identity()},
                                  {{0, 0, 0}, ph_quat_identity()}};
    phk_touch_point t[PHK_TOUCH_BOXES];
    const int points = between(f, bar, t);
    double share = 0, square = 0;
    for (int i = 0; i < points; i++) {
        if (t[i].gap > 0) continue;
        CHECK_NEAR(t[i].gap, -0.005, 1e-15);
        CHECK_NEAR(t[i].normal.z, 1, 1e-15);
        CHECK_NEAR(fabs(t[i].point.x) + fabs(t[i].point.y), 0.2, 1e-15);
        share += t[i].weight;
        square += t[i].point.x * t[i].point.y;
    }
    CHECK_NEAR(share, 1, 1e-15);
    CHECK_NEAR(square, 0, 1e-15);
}

int main(void)
{
    test_gap();
    test_differences();
    test_flat();
    test_crossed_bars();
    return TEST_RESULT();
}
