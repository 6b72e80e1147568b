/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_hull.c -- a hull touches as its core does, which is a mesh, with a skin as thick as its
 * edges are round (hull_core.c).
 *
 * A ball, a box or what is turned gets the skin of the hull on top of its own radius: gaps are the
 * same, and points lie as much too deep, which is put right. GJK tells how far convex bodies are
 * apart, so that those that are not near cost no more; and where they are, which faces can touch,
 * and which edges cross along the best way out. What has sunk so deep that corners and edges no
 * longer tell of it gets one point more, by EPA: its normal jumps, but nothing stays inside.
 */
#include "geom/touch_hull.h"

#include <limits.h>
#include <math.h>
#include "geom/touch_mesh.h"

/* Moves a point along its normal. */
static void shift(phk_touch_point *t, double by)
{
    t->point = ph_axpy(t->point, by, t->normal);
    t->arm_a = ph_axpy(t->arm_a, by, t->normal);
    t->arm_b = ph_axpy(t->arm_b, by, t->normal);
    for (int k = 0; k < 6; k++) t->by_point[k] = ph_axpy(t->by_point[k], by, t->by_normal[k]);
}

static bool is_convex(const phk_touchable *t)
{
    return t->kind != PH_SHAPE_MESH && t->kind != PH_SHAPE_PLANE;
}

/* The least way out of what has sunk deeper than its edges are round, where the points there are do
 * not tell of it: its weight goes up with what they are short of it. */
static int rescue(const phk_touch_frame *fa, const phk_touch_frame *fb, const phk_convex_gap *apart,
                  double radii, int n, phk_touch_point *touch)
{
    phk_touch_point t = {
        .gap = apart->distance - radii, .weight = 1, .normal = apart->normal, .feature = INT_MAX};
    t.point = ph_scale(0.5, ph_add(apart->a, apart->b));
    t.arm_a = ph_sub(t.point, fa->p);
    t.arm_b = ph_sub(t.point, fb->p);
    double known = 0, by_known[6] = {0}, by[6], slope;
    for (int i = 0; i < n; i++) {
        const phk_touch_point *p = &touch[i];
        if (-p->gap * p->weight <= known) continue;
        known = -p->gap * p->weight;
        for (int k = 0; k < 6; k++)
            by_known[k] = -p->gap * p->by_weight[k] -
                          p->weight * ph_dot(p->normal, phk_touch_moves(k, p->arm_a));
    }
    const double factor = phk_touch_ramp(-t.gap - known, 0.5 * radii, 1.5 * radii, &slope);
    if (!(factor > 0)) return n;
    for (int k = 0; k < 6; k++) {
        const ph_vec3 move = phk_touch_moves(k, t.arm_a);
        t.by_point[k] = ph_scale(0.5, move);
        by[k] = slope * (-ph_dot(t.normal, move) - by_known[k]);
    }
    phk_touch_weigh(&t, factor, by);
    touch[n < PHK_TOUCH_MOST ? n : n - 1] = t;
    return n < PHK_TOUCH_MOST ? n + 1 : n;
}

/* A has no surface of triangles: it gets the skin of B, too. */
static int touch_solid(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                       const phk_touch_frame *fb, double within, const phk_convex_gap *apart,
                       phk_touch_point *touch)
{
    phk_touchable thick = *a;
    thick.rounding += b->rounding;
    const int n =
        phk_touch_mesh(&thick, fa, b, fb, within, a->kind == PH_SHAPE_BOX ? apart : NULL, touch);
    for (int i = 0; i < n; i++) shift(&touch[i], b->rounding);
    return n;
}

/* Both have one: what is between their cores is inflated. */
static int touch_surface(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                         const phk_touch_frame *fb, double within, const phk_convex_gap *apart,
                         phk_touch_point *touch)
{
    const double skin_a = a->kind == PH_SHAPE_HULL ? a->rounding : 0;
    const double skin_b = b->kind == PH_SHAPE_HULL ? b->rounding : 0;
    const int n = phk_touch_mesh(a, fa, b, fb, within + skin_a + skin_b, apart, touch);
    for (int i = 0; i < n; i++) {
        touch[i].gap -= skin_a + skin_b;
        shift(&touch[i], 0.5 * (skin_b - skin_a));
    }
    return n;
}

int phk_touch_hull(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                   const phk_touch_frame *fb, double within, phk_touch_point *touch)
{
    const bool edges = a->kind == PH_SHAPE_BOX || a->kind == PH_SHAPE_HULL;
    const bool convex = is_convex(a) && is_convex(b);
    const double radii = a->rounding + b->rounding, far = fmax(0, within + radii);
    phk_convex_gap apart = {.far = false};
    if (convex) apart = phk_convex_about(&a->core, fa, &b->core, fb, edges ? 1e-14 : 1e-3, far);
    if (apart.far) return 0;
    const int n = (a->surface ? touch_surface : touch_solid)(a, fa, b, fb, within,
                                                             convex ? &apart : NULL, touch);
    return apart.met ? rescue(fa, fb, &apart, radii, n, touch) : n;
}
