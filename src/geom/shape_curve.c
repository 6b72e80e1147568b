/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_curve.c -- a round wire along a smooth curve in space, cut off flat where it ends.
 *
 * At c + r across the tangent t, with k the curvature, a volume is (1 - k.r) dA ds. So
 *
 *   V = pi a^2 int ds,   int x dV = pi a^2 int (c - a^2/4 k) ds,
 *   int x x^T dV = pi a^2 int (c c^T + a^2/4 (1 - t t^T - c k^T - k c^T)) ds.
 */
#include <math.h>
#include <stdlib.h>
#include "geom/shape.h"
#include "geom/smooth.h"

static const char *wrong(const ph_shape_sizes *s)
{
    if (s->rows.count == 0) return "a curve needs `points`, or a `file` of them";
    if (s->rows.width != 3) return "its `points` are rows of x, y and z";
    return s->rows.count < 3 ? "it goes through at least three points" : NULL;
}

static bool fault(const ph_shape_sizes *s, char *text, size_t size)
{
    return phk_smooth_fault(s, s->radius > 0 ? s->radius : 0, text, size);
}

static bool spline_of(const ph_shape_sizes *s, phk_smooth *out)
{
    return !wrong(s) && phk_smooth_create(&s->rows, s->open, NULL, out);
}

/* The middle of a box that holds the curve. */
static ph_vec3 middle(const ph_shape_sizes *s)
{
    phk_smooth c;
    if (!spline_of(s, &c)) return ph_v3(0, 0, 0);
    const ph_vec3 m = ph_scale(0.5, ph_add(c.node[0].low, c.node[0].high));
    phk_smooth_free(&c);
    return m;
}

/* Adds w (a b^T + b a^T)/2. */
static void add_product(ph_sym3 *to, double w, ph_vec3 a, ph_vec3 b)
{
    to->xx += w * a.x * b.x;
    to->yy += w * a.y * b.y;
    to->zz += w * a.z * b.z;
    to->xy += 0.5 * w * (a.x * b.y + a.y * b.x);
    to->xz += 0.5 * w * (a.x * b.z + a.z * b.x);
    to->yz += 0.5 * w * (a.y * b.z + a.z * b.y);
}

static ph_mass_of mass(const ph_shape_sizes *s)
{
    const double a2 = s->radius * s->radius, quarter = 0.25 * a2;
    phk_smooth c;
    ph_vec3 first = {0, 0, 0};
    ph_sym3 q = {0};
    double volume = 0;
    if (!spline_of(s, &c)) return (ph_mass_of){0};
    const ph_vec3 o = ph_scale(0.5, ph_add(c.node[0].low, c.node[0].high));
    for (int i = 0; i < c.pieces * PHK_SMOOTH_GAUSS; i++) {
        double u[PHK_SMOOTH_GAUSS], w[PHK_SMOOTH_GAUSS];
        const int k = i % PHK_SMOOTH_GAUSS;
        const phk_smooth_piece *p = &c.piece[i / PHK_SMOOTH_GAUSS];
        phk_smooth_gauss(p, u, w);
        const phk_smooth_at e = phk_smooth_eval(p, u[k]);
        const double dv = PH_PI * a2 * w[k] * ph_norm(e.d1);
        const ph_vec3 x = ph_sub(e.x, o);
        volume += dv;
        first = ph_axpy(first, dv, ph_axpy(x, -quarter, e.k));
        add_product(&q, dv, x, x);
        add_product(&q, -dv * quarter, e.t, e.t);
        add_product(&q, -2 * dv * quarter, x, e.k);
        q.xx += dv * quarter;
        q.yy += dv * quarter;
        q.zz += dv * quarter;
    }
    phk_smooth_free(&c);
    if (!(volume > 0)) return (ph_mass_of){0};
    const ph_vec3 centre = ph_scale(1 / volume, first);
    add_product(&q, -volume, centre, centre);
    return (ph_mass_of){
        volume, ph_add(o, centre), {q.yy + q.zz, q.xx + q.zz, q.xx + q.yy, -q.xy, -q.xz, -q.yz}};
}

/* --- triangles -------------------------------------------------------------------------------- */

/* A ring about a place of the curve, from a direction across it. */
static void add_ring(ph_mesh *m, const phk_smooth_at *e, ph_vec3 across, double radius, int corners)
{
    const ph_vec3 other = ph_cross(e->t, across);
    for (int i = 0; i < corners; i++) {
        const double a = 2 * PH_PI * i / corners;
        const ph_vec3 r = ph_axpy(ph_scale(cos(a), across), sin(a), other);
        ph_mesh_add_vertex(m, ph_axpy(e->x, radius, r));
    }
}

static ph_vec3 unit_across(ph_vec3 d, ph_vec3 t)
{
    const ph_vec3 v = ph_axpy(d, -ph_dot(d, t), t);
    return ph_scale(1 / ph_norm(v), v);
}

static phk_smooth_at at_line(const phk_smooth *c, int i, int lines)
{
    const bool end = i / lines >= c->pieces;
    const phk_smooth_piece *p = &c->piece[end ? c->pieces - 1 : i / lines];
    return phk_smooth_eval(p, end ? p->length : p->length * (i % lines) / lines);
}

/* A direction across is carried along; what is left of a turn when a closed one comes back is
 * shared by all rings. Returns how many rings there are. */
static int add_rings(const phk_smooth *c, int lines, double radius, int corners, ph_mesh *m)
{
    const int rings = c->pieces * lines + c->open;
    const ph_vec3 t = c->piece[0].slope[0],
                  start =
                      unit_across(fabs(t.x) < 0.6 * ph_norm(t) ? ph_v3(1, 0, 0) : ph_v3(0, 1, 0),
                                  ph_scale(1 / ph_norm(t), t));
    ph_vec3 across = start;
    double twist = 0;
    for (int i = 0; !c->open && i <= rings; i++)
        across = unit_across(across, at_line(c, i % rings, lines).t);
    if (!c->open)
        twist =
            atan2(ph_dot(ph_cross(across, start), at_line(c, 0, lines).t), ph_dot(across, start));
    across = start;
    for (int i = 0; i < rings; i++) {
        const phk_smooth_at e = at_line(c, i, lines);
        across = unit_across(across, e.t);
        const double a = twist * i / rings;
        add_ring(m, &e, ph_axpy(ph_scale(cos(a), across), sin(a), ph_cross(e.t, across)), radius,
                 corners);
    }
    return rings;
}

static void add_cap(ph_mesh *m, ph_vec3 at, int ring, int corners, bool end)
{
    const int centre = ph_mesh_add_vertex(m, at);
    for (int i = 0; i < corners; i++) {
        const int a = ring + i, b = ring + (i + 1) % corners;
        ph_mesh_add_triangle(m, centre, end ? a : b, end ? b : a);
    }
    ph_mesh_end_patch(m);
}

static void mesh(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    const int lines = around < 16 ? 2 : around / 8, corners = around < 16 ? 8 : around / 2;
    phk_smooth c;
    if (!spline_of(s, &c)) {
        m->failed = true;
        return;
    }
    const int rings = add_rings(&c, lines, s->radius, corners, m);
    for (int i = 0; i < (c.open ? rings - 1 : rings) * corners; i++) {
        const int a = i / corners * corners, b = (i / corners + 1) % rings * corners;
        const int k = i % corners, next = (k + 1) % corners;
        ph_mesh_add_triangle(m, a + k, a + next, b + k);
        ph_mesh_add_triangle(m, a + next, b + next, b + k);
    }
    ph_mesh_end_patch(m);
    if (c.open) {
        add_cap(m, c.piece[0].at[0], 0, corners, false);
        add_cap(m, c.piece[c.pieces - 1].at[1], (rings - 1) * corners, corners, true);
    }
    phk_smooth_free(&c);
}

const phk_shape_type phk_shape_curve = {
    .has = PH_SHAPE_POINTS | PH_SHAPE_FILE | PH_SHAPE_RADIUS | PH_SHAPE_CLOSED,
    .optional = PH_SHAPE_POINTS | PH_SHAPE_FILE | PH_SHAPE_CLOSED,
    .wrong = wrong,
    .fault = fault,
    .mesh = mesh,
    .mass = mass,
    .middle = middle};
