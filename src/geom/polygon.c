/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polygon.c -- area, crossings and triangles of polygons.
 *
 * An ear is a corner that is not hollow, and whose triangle with its neighbours has no other corner
 * in it; cut off, a polygon with one corner less is left (Meisters 1975: there are always two).
 * Only hollow corners can be in the way, and they become fewer. Triangles without an area come
 * last, so that corners on a straight line cost nothing but those.
 */
#include "geom/polygon.h"

#include <math.h>
#include <stdlib.h>

static double cross(const double *a, const double *b, const double *c)
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

double phk_polygon_area(const double *xy, int n)
{
    double sum = 0;
    for (int i = 1; i + 1 < n; i++) sum += cross(xy, xy + 2 * i, xy + 2 * i + 2);
    return 0.5 * sum;
}

/* --- triangles -------------------------------------------------------------------------------- */

typedef struct {
    const double *xy;
    int *next, *last; /* rings of the corners that are left, counter-clockwise */
    bool *hollow;     /* not seen from inside as a corner of less than half a turn */
} ring;

static const double *corner_at(const ring *r, int i)
{
    return r->xy + 2 * i;
}

static double ear_area(const ring *r, int i)
{
    return cross(corner_at(r, r->last[i]), corner_at(r, i), corner_at(r, r->next[i]));
}

static bool same(const double *a, const double *b)
{
    return a[0] == b[0] && a[1] == b[1];
}

/* Whether no hollow corner is inside of its triangle, or on the side that would be new. */
static bool is_free(const ring *r, int i)
{
    const double *a = corner_at(r, r->last[i]), *b = corner_at(r, i), *c = corner_at(r, r->next[i]);
    for (int k = r->next[r->next[i]]; k != r->last[i]; k = r->next[k]) {
        const double *p = corner_at(r, k);
        if (!r->hollow[k] || same(p, a) || same(p, b) || same(p, c)) continue;
        if (cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0) return false;
    }
    return true;
}

/* The next corner to cut off: an ear with an area, or one without, or, where rounding leaves none
 * or the polygon crosses itself, any that is not hollow. */
static int next_ear(const ring *r, int from, int left)
{
    int flat = -1, any = from;
    for (int k = 0, i = from; k < left; k++, i = r->next[i]) {
        const double area = ear_area(r, i);
        if (area > 0 && is_free(r, i)) return i;
        if (area == 0 && flat < 0) flat = i;
        if (area > 0) any = i;
    }
    return flat >= 0 ? flat : any;
}

static int cut(ring *r, int n, int *corner)
{
    int at = 0, triangles = 0;
    for (int i = 0; i < n; i++) r->hollow[i] = !(ear_area(r, i) > 0);
    for (int left = n; left > 2; left--) {
        const int i = next_ear(r, at, left), a = r->last[i], b = r->next[i];
        corner[3 * triangles] = a;
        corner[3 * triangles + 1] = i;
        corner[3 * triangles++ + 2] = b;
        r->next[a] = b;
        r->last[b] = a;
        r->hollow[a] = !(ear_area(r, a) > 0);
        r->hollow[b] = !(ear_area(r, b) > 0);
        /* not from here on, else triangles become a fan of slivers */
        at = r->next[b];
    }
    return triangles;
}

int phk_polygon_cut(const double *xy, int n, int *corner)
{
    if (n < 3) return 0;
    ring r = {xy, malloc((size_t)n * sizeof(int)), malloc((size_t)n * sizeof(int)),
              malloc((size_t)n * sizeof(bool))};
    int triangles = -1;
    if (r.next && r.last && r.hollow) {
        const int way = phk_polygon_area(xy, n) < 0 ? n - 1 : 1;
        for (int i = 0; i < n; i++) {
            r.next[i] = (i + way) % n;
            r.last[i] = (i + n - way) % n;
        }
        triangles = cut(&r, n, corner);
    }
    free(r.next);
    free(r.last);
    free(r.hollow);
    return triangles;
}

/* --- crossings -------------------------------------------------------------------------------- */

typedef struct {
    int from, to;
    double low, high; /* x of its ends */
} side;

static int compare_sides(const void *a, const void *b)
{
    const side *s = a, *t = b;
    return s->low != t->low ? (s->low > t->low) - (s->low < t->low) : s->from - t->from;
}

/* Whether c, which is in line with a and b, lies between them. */
static bool between(const double *a, const double *b, const double *c)
{
    return c[0] >= fmin(a[0], b[0]) && c[0] <= fmax(a[0], b[0]) && c[1] >= fmin(a[1], b[1]) &&
           c[1] <= fmax(a[1], b[1]);
}

static bool meet(const double *xy, const side *s, const side *t)
{
    const double *a = xy + 2 * s->from, *b = xy + 2 * s->to, *c = xy + 2 * t->from,
                 *d = xy + 2 * t->to;
    if (fmax(a[1], b[1]) < fmin(c[1], d[1]) || fmax(c[1], d[1]) < fmin(a[1], b[1])) return false;
    /* neighbours share a corner: they meet elsewhere only when one goes back on the other */
    if (s->to == t->from || t->to == s->from) {
        const double *p = s->to == t->from ? a : c, *q = s->to == t->from ? b : d,
                     *r = s->to == t->from ? d : b;
        const double ahead = (q[0] - p[0]) * (r[0] - q[0]) + (q[1] - p[1]) * (r[1] - q[1]);
        return (cross(p, q, r) == 0 && ahead < 0) || same(p, q) || same(q, r);
    }
    const double c1 = cross(a, b, c), d1 = cross(a, b, d), a1 = cross(c, d, a), b1 = cross(c, d, b);
    if (((c1 > 0 && d1 < 0) || (c1 < 0 && d1 > 0)) && ((a1 > 0 && b1 < 0) || (a1 < 0 && b1 > 0)))
        return true;
    return (c1 == 0 && between(a, b, c)) || (d1 == 0 && between(a, b, d)) ||
           (a1 == 0 && between(c, d, a)) || (b1 == 0 && between(c, d, b));
}

/* Sides by where they begin along x: only those that overlap there are compared. */
int phk_polygon_crosses(const double *xy, int n, bool open, int at[2])
{
    const int sides = open ? n - 1 : n;
    if (sides < 2) return 0;
    side *list = malloc((size_t)sides * sizeof *list);
    if (!list) return -1;
    for (int i = 0; i < sides; i++) {
        const int to = (i + 1) % n;
        list[i] = (side){i, to, fmin(xy[2 * i], xy[2 * to]), fmax(xy[2 * i], xy[2 * to])};
    }
    qsort(list, (size_t)sides, sizeof *list, compare_sides);
    at[0] = at[1] = n;
    for (int i = 0; i < sides; i++)
        for (int j = i + 1; j < sides && list[j].low <= list[i].high; j++) {
            const bool first = list[i].from < list[j].from;
            const side *s = first ? &list[i] : &list[j], *t = first ? &list[j] : &list[i];
            if (s->from > at[0] || (s->from == at[0] && t->from >= at[1])) continue;
            if (!meet(xy, s, t)) continue;
            at[0] = s->from;
            at[1] = t->from;
        }
    free(list);
    return at[0] < n;
}
