/* SPDX-License-Identifier: BSD-3-Clause
 *
 * smooth_fault.c -- what is wrong with points that a smooth curve is to go through, and where.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "geom/polygon.h"
#include "geom/smooth.h"

/* Of a piece: so many straight lines are it when crossings are sought. */
enum { LINES = 4 };

static ph_vec3 row_of(const ph_rows *rows, int i)
{
    const double *v = rows->value + (size_t)i * (size_t)rows->width;
    return ph_v3(v[0], v[1], rows->width > 2 ? v[2] : 0);
}

static void write_place(const ph_rows *rows, ph_vec3 p, char *out, size_t size)
{
    if (rows->width == 2)
        snprintf(out, size, "(%.6g, %.6g)", p.x, p.y);
    else
        snprintf(out, size, "(%.6g, %.6g, %.6g)", p.x, p.y, p.z);
}

/* Neighbours at one place; counted from 1. */
static bool coincide(const ph_rows *rows, bool open, char *text, size_t size)
{
    double extent = 0;
    for (int i = 1; i < rows->count; i++)
        extent = fmax(extent, ph_norm(ph_sub(row_of(rows, i), row_of(rows, 0))));
    for (int i = 0; i < rows->count; i++) {
        const int next = (i + 1) % rows->count;
        const double away = ph_norm(ph_sub(row_of(rows, next), row_of(rows, i)));
        /* an open one has no such pair, and a closed one may repeat its first point */
        if (next == 0 && (open || away == 0)) continue;
        if (away > 1e-9 * extent) continue;
        char at[60];
        write_place(rows, row_of(rows, i), at, sizeof at);
        snprintf(text, size, "points %d and %d are both at %s", i + 1, next + 1, at);
        return true;
    }
    return false;
}

/* Where the lines that begin at two corners cross; of lines that lie on each other the corner. */
static ph_vec3 crossing(const double *xy, int n, const int at[2])
{
    ph_vec3 p[2], d[2];
    for (int k = 0; k < 2; k++) {
        const double *a = xy + 2 * at[k], *b = xy + 2 * ((at[k] + 1) % n);
        p[k] = ph_v3(a[0], a[1], 0);
        d[k] = ph_v3(b[0] - a[0], b[1] - a[1], 0);
    }
    const double det = ph_cross(d[0], d[1]).z;
    return det == 0 ? p[0] : ph_axpy(p[0], ph_cross(ph_sub(p[1], p[0]), d[1]).z / det, d[0]);
}

static bool crosses(const ph_rows *rows, const phk_smooth *s, char *text, size_t size)
{
    const int n = LINES * s->pieces + s->open;
    double *xy = malloc(2 * (size_t)n * sizeof *xy);
    int at[2];
    if (!xy) return false;
    for (int i = 0; i < n; i++) {
        const phk_smooth_piece *p = &s->piece[i / LINES < s->pieces ? i / LINES : s->pieces - 1];
        const double part = (double)(i % LINES) / LINES;
        const ph_vec3 x = i / LINES < s->pieces ? phk_smooth_point(p, part * p->length) : p->at[1];
        xy[2 * i] = x.x;
        xy[2 * i + 1] = x.y;
    }
    const bool found = phk_polygon_crosses(xy, n, s->open, at) == 1;
    if (found) {
        char place[60];
        write_place(rows, crossing(xy, n, at), place, sizeof place);
        const int a = s->piece[at[0] / LINES].row + 1, b = s->piece[at[1] / LINES].row + 1;
        snprintf(text, size, "its curve crosses itself about %s, after point %d and after point %d",
                 place, a < b ? a : b, a < b ? b : a);
    }
    free(xy);
    return found;
}

/* A wire that is bent more than it is thick has no surface there. */
static bool bends(const ph_rows *rows, const phk_smooth *s, double radius, char *text, size_t size)
{
    enum { PARTS = 8 };
    for (int i = 0; i < s->pieces; i++)
        for (int k = 0; k <= PARTS; k++) {
            const phk_smooth_piece *p = &s->piece[i];
            const phk_smooth_at e = phk_smooth_eval(p, k * p->length / PARTS);
            const double bend = ph_norm(e.k);
            char at[60];
            if (bend * radius < 1) continue;
            write_place(rows, e.x, at, sizeof at);
            snprintf(text, size,
                     "it is bent to a radius of %.4g m about %s, after point %d: less than its own",
                     1 / bend, at, p->row + 1);
            return true;
        }
    return false;
}

bool phk_smooth_fault(const ph_shape_sizes *sizes, double radius, char *text, size_t size)
{
    const ph_rows *rows = &sizes->rows;
    phk_smooth s;
    if (rows->count > PHK_SMOOTH_POINTS) {
        snprintf(text, size, "it has %d points, and may have %d", rows->count, PHK_SMOOTH_POINTS);
        return true;
    }
    if (coincide(rows, sizes->open, text, size)) return true;
    if (!phk_smooth_create(rows, sizes->open, NULL, &s)) {
        snprintf(text, size, "there is no memory for its curve");
        return true;
    }
    const bool wrong =
        radius < 0 ? crosses(rows, &s, text, size) : bends(rows, &s, radius, text, size);
    phk_smooth_free(&s);
    return wrong;
}
