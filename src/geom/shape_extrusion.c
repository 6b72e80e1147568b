/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_extrusion.c -- a polygon in the plane of x and y, drawn along z.
 *
 * Points may go round either way. About a point o of the plane an edge from p to q, and o, span a
 * triangle of twice the area d = p x q, below zero where o is on the right; its integrals are
 *
 *     1: d/2      x: d/6 s      x x^T: d/24 (s s^T + p p^T + q q^T),    s = p + q,
 *
 * and what lies outside cancels. o is the middle of the box, so that one far away loses no digits.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "geom/polygon.h"
#include "geom/shape.h"

/* So many are cut to triangles in no time. */
enum { MOST = 10000 };

static ph_vec3 point_of(const ph_shape_sizes *s, int i)
{
    const double *p = s->rows.value + 2 * (size_t)(i % s->rows.count);
    return ph_v3(p[0], p[1], 0);
}

/* The middle of its points' box. */
static ph_vec3 centre_of(const ph_shape_sizes *s)
{
    ph_vec3 low = point_of(s, 0), high = low;
    for (int i = 1; i < s->rows.count; i++) {
        const ph_vec3 p = point_of(s, i);
        low = ph_v3(fmin(low.x, p.x), fmin(low.y, p.y), 0);
        high = ph_v3(fmax(high.x, p.x), fmax(high.y, p.y), 0);
    }
    return ph_scale(0.5, ph_add(low, high));
}

static const char *wrong(const ph_shape_sizes *s)
{
    if (s->rows.count == 0) return "an extrusion needs `points`, or a `file` of them";
    if (s->rows.width != 2) return "its `points` are rows of x and y";
    if (s->rows.count < 3) return "it goes through at least three points";
    if (s->rows.count > MOST) return "it goes through at most 10,000 points";
    return s->length == 0 ? "its `length` must not be 0" : NULL;
}

/* The end of a side and the beginning of the next one are the same point. */
static bool fault(const ph_shape_sizes *s, char *text, size_t size)
{
    int at[2];
    const int n = s->rows.count, crosses = phk_polygon_crosses(s->rows.value, n, false, at);
    if (crosses == 0) return false;
    if (crosses < 0) {
        snprintf(text, size, "there is not enough memory to look at its points");
        return true;
    }
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            const int a = (at[0] + i) % n, b = (at[1] + k) % n;
            const ph_vec3 p = point_of(s, a), q = point_of(s, b);
            if (a == b || p.x != q.x || p.y != q.y) continue;
            if (a + b == n - 1 && a * b == 0)
                snprintf(text, size, "its last point must not be its first again");
            else
                snprintf(text, size, "its points %d and %d are the same, at [%g, %g]",
                         (a < b ? a : b) + 1, (a < b ? b : a) + 1, p.x, p.y);
            return true;
        }
    const ph_vec3 p = point_of(s, at[0]), q = point_of(s, at[1]);
    snprintf(text, size,
             "its sides from point %d, at [%g, %g], and from point %d, at [%g, %g], meet",
             at[0] + 1, p.x, p.y, at[1] + 1, q.x, q.y);
    return true;
}

/* Counter-clockwise, below and above; each side is a patch, and each cap. */
static void mesh(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    const int n = s->rows.count;
    if (wrong(s)) return;
    const bool turned = phk_polygon_area(s->rows.value, n) < 0;
    int *corner = malloc(3 * (size_t)n * sizeof *corner);
    const int triangles = corner ? phk_polygon_cut(s->rows.value, n, corner) : -1;
    (void)around;
    m->failed = triangles < 0;
    for (int end = 0; end < 2; end++)
        for (int i = 0; i < n; i++) {
            ph_vec3 p = point_of(s, i);
            p.z = end ? fmax(0, s->length) : fmin(0, s->length);
            ph_mesh_add_vertex(m, p);
        }
    for (int i = 0; i < n; i++) {
        const int a = turned ? (i + 1) % n : i, b = turned ? i : (i + 1) % n;
        ph_mesh_add_triangle(m, a, b, n + b);
        ph_mesh_add_triangle(m, a, n + b, n + a);
        ph_mesh_end_patch(m);
    }
    for (int end = 0; end < 2; end++) {
        for (int i = 0; i < triangles; i++) {
            const int *c = &corner[3 * i];
            if (end)
                ph_mesh_add_triangle(m, n + c[0], n + c[1], n + c[2]);
            else
                ph_mesh_add_triangle(m, c[0], c[2], c[1]);
        }
        ph_mesh_end_patch(m);
    }
    free(corner);
}

static ph_mass_of mass(const ph_shape_sizes *s)
{
    if (wrong(s)) return (ph_mass_of){0};
    const ph_vec3 o = centre_of(s);
    double area = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < s->rows.count; i++) {
        const ph_vec3 p = ph_sub(point_of(s, i), o), q = ph_sub(point_of(s, i + 1), o);
        const double d = p.x * q.y - p.y * q.x, sx = p.x + q.x, sy = p.y + q.y;
        area += d / 2;
        x += d / 6 * sx;
        y += d / 6 * sy;
        xx += d / 24 * (sx * sx + p.x * p.x + q.x * q.x);
        xy += d / 24 * (sx * sy + p.x * p.y + q.x * q.y);
        yy += d / 24 * (sy * sy + p.y * p.y + q.y * q.y);
    }
    if (area == 0) return (ph_mass_of){0};
    x /= area;
    y /= area;
    /* about the centre, and along z */
    const double h = fabs(s->length), way = area < 0 ? -h : h, v = way * area;
    xx = way * (xx - area * x * x);
    xy = way * (xy - area * x * y);
    yy = way * (yy - area * y * y);
    const double zz = v * h * h / 12;
    return (ph_mass_of){
        v, {o.x + x, o.y + y, s->length / 2}, {yy + zz, xx + zz, xx + yy, -xy, 0, 0}};
}

static ph_vec3 middle(const ph_shape_sizes *s)
{
    const ph_vec3 o = !wrong(s) ? centre_of(s) : ph_v3(0, 0, 0);
    return ph_v3(o.x, o.y, s->length / 2);
}

const phk_shape_type phk_shape_extrusion = {
    .has = PH_SHAPE_POINTS | PH_SHAPE_FILE | PH_SHAPE_LENGTH | PH_SHAPE_ROUNDING,
    .optional = PH_SHAPE_POINTS | PH_SHAPE_FILE | PH_SHAPE_ROUNDING,
    .wrong = wrong,
    .fault = fault,
    .mesh = mesh,
    .mass = mass,
    .middle = middle};
