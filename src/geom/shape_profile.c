/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_profile.c -- a smooth curve in the plane of x and y, drawn along z from the origin.
 *
 * Area and its moments are integrals around the border, by Green's theorem,
 *
 *   A = int x dy,  int x dA = int x^2/2 dy,  int x^2 dA = int x^3/3 dy,  int xy dA = int x^2 y/2
 * dy,
 *
 * and the same with -dx for y: polynomials of the 11th degree along a piece, for which Gauss' rule
 * is exact.
 */
#include <math.h>
#include <stdlib.h>
#include "geom/polygon.h"
#include "geom/shape.h"
#include "geom/smooth.h"

static const char *wrong(const ph_shape_sizes *s)
{
    if (s->rows.count == 0) return "a profile needs `points`, or a `file` of them";
    if (s->rows.width != 2) return "its `points` are rows of x and y";
    return s->rows.count < 3 ? "it goes through at least three points" : NULL;
}

static bool fault(const ph_shape_sizes *s, char *text, size_t size)
{
    return phk_smooth_fault(s, -1, text, size);
}

static bool spline_of(const ph_shape_sizes *s, phk_smooth *out)
{
    return !wrong(s) && phk_smooth_create(&s->rows, s->open, NULL, out);
}

/* The middle of a box that holds the curve. */
static ph_vec3 middle(const ph_shape_sizes *s)
{
    phk_smooth c;
    ph_vec3 m = {0, 0, 0.5 * s->length};
    if (!spline_of(s, &c)) return m;
    m.x = 0.5 * (c.node[0].low.x + c.node[0].high.x);
    m.y = 0.5 * (c.node[0].low.y + c.node[0].high.y);
    phk_smooth_free(&c);
    return m;
}

/* --- volume ----------------------------------------------------------------------------------- */

typedef struct {
    double area, x, y, xx, yy, xy;
} moments;

/* About a place, so that a curve far away loses no digits. */
static moments moments_about(const phk_smooth *c, ph_vec3 o)
{
    moments m = {0};
    for (int i = 0; i < c->pieces; i++) {
        double u[PHK_SMOOTH_GAUSS], w[PHK_SMOOTH_GAUSS];
        phk_smooth_gauss(&c->piece[i], u, w);
        for (int k = 0; k < PHK_SMOOTH_GAUSS; k++) {
            const phk_smooth_at e = phk_smooth_eval(&c->piece[i], u[k]);
            const double x = e.x.x - o.x, y = e.x.y - o.y, dx = w[k] * e.d1.x, dy = w[k] * e.d1.y;
            m.area += x * dy;
            m.x += x * x / 2 * dy;
            m.y -= y * y / 2 * dx;
            m.xx += x * x * x / 3 * dy;
            m.yy -= y * y * y / 3 * dx;
            m.xy += x * x * y / 2 * dy;
        }
    }
    return m;
}

static ph_mass_of mass(const ph_shape_sizes *s)
{
    phk_smooth c;
    if (s->open || !spline_of(s, &c)) return (ph_mass_of){0};
    const ph_vec3 o = ph_scale(0.5, ph_add(c.node[0].low, c.node[0].high));
    const moments m = moments_about(&c, o);
    phk_smooth_free(&c);
    const double h = fabs(s->length), x = m.x / m.area, y = m.y / m.area, v = h * m.area;
    if (!(v > 0)) return (ph_mass_of){0};
    const double xx = h * m.xx - v * x * x, yy = h * m.yy - v * y * y, zz = v * h * h / 12;
    return (ph_mass_of){v,
                        {o.x + x, o.y + y, 0.5 * s->length},
                        {yy + zz, xx + zz, xx + yy, -(h * m.xy - v * x * y), 0, 0}};
}

/* --- triangles -------------------------------------------------------------------------------- */

/* So many lines for each piece. */
static int lines_of(int around)
{
    return around < 16 ? 2 : around / 8;
}

/* Points along the curve, x and y of each. */
static double *points_of(const phk_smooth *c, int lines, int *n)
{
    double *xy = malloc(2 * ((size_t)c->pieces * (size_t)lines + 1) * sizeof *xy);
    *n = 0;
    for (int i = 0; xy && i < c->pieces; i++)
        for (int k = 0; k < lines + (c->open && i == c->pieces - 1); k++) {
            const phk_smooth_piece *p = &c->piece[i];
            const ph_vec3 x = phk_smooth_point(p, p->length * k / lines);
            xy[2 * *n] = x.x;
            xy[2 * (*n)++ + 1] = x.y;
        }
    return xy;
}

/* The side between heights; back: seen from the other side. */
static void add_side(const double *xy, int n, bool open, const double z[2], bool back, ph_mesh *m)
{
    const int first = m->vertices;
    for (int i = 0; i < 2 * n; i++)
        ph_mesh_add_vertex(m, ph_v3(xy[i / 2 * 2], xy[i / 2 * 2 + 1], z[i % 2]));
    for (int i = 0; i < (open ? n - 1 : n); i++) {
        const int a = first + 2 * i, b = first + 2 * ((i + 1) % n);
        ph_mesh_add_triangle(m, back ? b : a, back ? a : b, back ? b + 1 : a + 1);
        ph_mesh_add_triangle(m, back ? a : b, back ? a + 1 : b + 1, back ? b + 1 : a + 1);
    }
    ph_mesh_end_patch(m);
}

/* Both ends, on the vertices of the side. */
static void add_caps(const double *xy, int n, ph_mesh *m)
{
    int *corner = malloc(3 * (size_t)n * sizeof *corner);
    const int triangles = corner ? phk_polygon_cut(xy, n, corner) : -1;
    if (triangles < 0) {
        ph_mesh_free(m);
        m->failed = true;
    }
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < triangles; i++) {
            const int *t = corner + 3 * i;
            ph_mesh_add_triangle(m, 2 * t[k ? 0 : 1] + k, 2 * t[k ? 1 : 0] + k, 2 * t[2] + k);
        }
        ph_mesh_end_patch(m);
    }
    free(corner);
}

/* An open one is a wall without a thickness, that can be seen from both sides. */
static void mesh(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    const double z[2] = {fmin(0, s->length), fmax(0, s->length)};
    phk_smooth c;
    int n = 0;
    if (!spline_of(s, &c)) {
        m->failed = true;
        return;
    }
    double *xy = points_of(&c, lines_of(around), &n);
    if (xy) {
        add_side(xy, n, s->open, z, false, m);
        if (s->open)
            add_side(xy, n, true, z, true, m);
        else
            add_caps(xy, n, m);
    }
    m->failed = m->failed || !xy;
    free(xy);
    phk_smooth_free(&c);
}

const phk_shape_type phk_shape_profile = {
    .has = PH_SHAPE_POINTS | PH_SHAPE_FILE | PH_SHAPE_LENGTH | PH_SHAPE_CLOSED,
    .optional = PH_SHAPE_POINTS | PH_SHAPE_FILE | PH_SHAPE_CLOSED,
    .wrong = wrong,
    .fault = fault,
    .mesh = mesh,
    .mass = mass,
    .middle = middle};
