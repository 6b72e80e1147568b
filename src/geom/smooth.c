/* SPDX-License-Identifier: BSD-3-Clause
 *
 * smooth.c -- cubic splines through points, in short pieces.
 *
 * With h_i the chord from point i to the next one, and delta_i its slope, derivatives m_i at the
 * points follow from a second derivative without jumps,
 *
 *   m_(i-1)/h_(i-1) + 2 (1/h_(i-1) + 1/h_i) m_i + m_(i+1)/h_i
 *       = 3 (delta_(i-1)/h_(i-1) + delta_i/h_i),
 *
 * and 2 m_0 + m_1 = 3 delta_0 at an end that has none. A closed curve joins first and last row: a
 * system of three diagonals and two corners, solved as one of three diagonals with two right hand
 * sides (Sherman and Morrison 1950).
 */
#include "geom/smooth.h"

#include <math.h>
#include <stdlib.h>
#include "geom/polygon.h"

/* [rad] a piece turns by no more, and a span between points has no more pieces. */
static const double most_turn = 0.3;
enum { MOST_PARTS = 16 };

/* --- the derivatives at the points -------------------------------------------------------------
 */

/* Solves with diagonals low, mid, high for vectors, which it overwrites, as it does mid. */
static void solve_three(int n, const double *low, double *mid, const double *high, ph_vec3 *x,
                        double *y)
{
    for (int i = 1; i < n; i++) {
        const double f = low[i] / mid[i - 1];
        mid[i] -= f * high[i - 1];
        x[i] = ph_axpy(x[i], -f, x[i - 1]);
        y[i] -= f * y[i - 1];
    }
    for (int i = n - 1; i >= 0; i--) {
        if (i < n - 1) x[i] = ph_axpy(x[i], -high[i], x[i + 1]), y[i] -= high[i] * y[i + 1];
        x[i] = ph_scale(1 / mid[i], x[i]);
        y[i] /= mid[i];
    }
}

/* chord: [n] of a closed one, [n - 1] of an open one. work: 4 n. */
static void find_slopes(int n, bool open, const ph_vec3 *p, const double *chord, double *work,
                        ph_vec3 *m)
{
    double *low = work, *mid = work + n, *high = work + 2 * n, *y = work + 3 * n;
    for (int i = 0; i < n; i++) {
        const int last = (i + n - 1) % n, next = (i + 1) % n;
        const bool first_end = open && i == 0, last_end = open && i == n - 1;
        const double a = first_end ? 0 : 1 / chord[last], b = last_end ? 0 : 1 / chord[i];
        low[i] = a;
        high[i] = b;
        mid[i] = 2 * (a + b);
        y[i] = 0;
        m[i] = ph_v3(0, 0, 0);
        if (a > 0) m[i] = ph_axpy(m[i], 3 * a * a, ph_sub(p[i], p[last]));
        if (b > 0) m[i] = ph_axpy(m[i], 3 * b * b, ph_sub(p[next], p[i]));
    }
    if (open) {
        solve_three(n, low, mid, high, m, y);
        return;
    }
    /* corners low[0] and high[n - 1], which are equal: mid + c (1, .., 1)(1, .., 1)' of the ends */
    const double c = low[0];
    mid[0] -= c;
    mid[n - 1] -= c;
    y[0] = y[n - 1] = c;
    solve_three(n, low, mid, high, m, y);
    const ph_vec3 sum = ph_add(m[0], m[n - 1]);
    const double factor = 1 / (1 + y[0] + y[n - 1]);
    for (int i = 0; i < n; i++) m[i] = ph_axpy(m[i], -factor * y[i], sum);
}

/* --- pieces ------------------------------------------------------------------------------------
 */

/* Control points: the curve lies within their hull. */
static void control(const phk_smooth_piece *p, ph_vec3 b[4])
{
    b[0] = p->at[0];
    b[1] = ph_axpy(p->at[0], p->length / 3, p->slope[0]);
    b[2] = ph_axpy(p->at[1], -p->length / 3, p->slope[1]);
    b[3] = p->at[1];
}

static double angle_between(ph_vec3 a, ph_vec3 b)
{
    return atan2(ph_norm(ph_cross(a, b)), ph_dot(a, b));
}

static double turn_of(const phk_smooth_piece *p)
{
    ph_vec3 b[4];
    control(p, b);
    const ph_vec3 d[3] = {ph_sub(b[1], b[0]), ph_sub(b[2], b[1]), ph_sub(b[3], b[2])};
    return angle_between(d[0], d[1]) + angle_between(d[1], d[2]);
}

ph_vec3 phk_smooth_point(const phk_smooth_piece *p, double u)
{
    const double h = p->length, s = u / h, s2 = s * s, s3 = s2 * s;
    ph_vec3 x = ph_axpy(p->at[0], 3 * s2 - 2 * s3, ph_sub(p->at[1], p->at[0]));
    x = ph_axpy(x, h * (s - 2 * s2 + s3), p->slope[0]);
    return ph_axpy(x, h * (s3 - s2), p->slope[1]);
}

phk_smooth_at phk_smooth_eval(const phk_smooth_piece *p, double u)
{
    const double h = p->length, s = u / h;
    const ph_vec3 d = ph_sub(p->at[1], p->at[0]), a = p->slope[0], b = p->slope[1];
    phk_smooth_at e = {.x = phk_smooth_point(p, u)};
    e.d1 = ph_axpy(ph_axpy(ph_scale(6 * s * (1 - s) / h, d), 1 - 4 * s + 3 * s * s, a),
                   3 * s * s - 2 * s, b);
    e.d2 = ph_axpy(ph_axpy(ph_scale((6 - 12 * s) / (h * h), d), (6 * s - 4) / h, a),
                   (6 * s - 2) / h, b);
    e.d3 = ph_axpy(ph_scale(6 / (h * h), ph_add(a, b)), -12 / (h * h * h), d);
    const double v2 = ph_dot(e.d1, e.d1), v = sqrt(v2);
    if (!(v > 0)) return e;
    /* k = (x'' - (x''.t) t)/v^2, differentiated, and by s = v u */
    e.t = ph_scale(1 / v, e.d1);
    const double along = ph_dot(e.d2, e.t);
    e.k = ph_scale(1 / v2, ph_axpy(e.d2, -along, e.t));
    const ph_vec3 by_t = ph_scale(v, e.k);
    const double by_along = ph_dot(e.d3, e.t) + ph_dot(e.d2, by_t);
    ph_vec3 by = ph_axpy(ph_axpy(e.d3, -by_along, e.t), -along, by_t);
    by = ph_axpy(ph_scale(1 / v2, by), -2 * along / v, e.k);
    e.by_k = ph_scale(1 / v, by);
    return e;
}

/* A span between two points, cut. */
static int cut_span(const phk_smooth_piece *span, phk_smooth_piece *out)
{
    const double parts = ceil(turn_of(span) / most_turn);
    const int n = parts < 1 ? 1 : parts > MOST_PARTS ? MOST_PARTS : (int)parts;
    for (int k = 0; k < n && out; k++) {
        phk_smooth_piece *p = &out[k];
        *p = (phk_smooth_piece){.length = span->length / n, .row = span->row};
        p->at[0] = k ? p[-1].at[1] : span->at[0];
        p->slope[0] = k ? p[-1].slope[1] : span->slope[0];
        const phk_smooth_at e = phk_smooth_eval(span, (k + 1) * p->length);
        p->at[1] = k < n - 1 ? e.x : span->at[1];
        p->slope[1] = k < n - 1 ? e.d1 : span->slope[1];
        p->turn = turn_of(p);
    }
    return n;
}

/* --- the tree ----------------------------------------------------------------------------------
 */

static void widen(phk_smooth_node *node, ph_vec3 p)
{
    node->low = ph_v3(fmin(node->low.x, p.x), fmin(node->low.y, p.y), fmin(node->low.z, p.z));
    node->high = ph_v3(fmax(node->high.x, p.x), fmax(node->high.y, p.y), fmax(node->high.z, p.z));
}

/* Returns the number of the node after it. Its depth is that of halves: below 17. */
static int build(phk_smooth *s, int index, int first, int pieces)
{
    phk_smooth_node *node = &s->node[index];
    *node = (phk_smooth_node){.low = s->piece[first].at[0], .high = s->piece[first].at[0]};
    node->first = first;
    node->pieces = pieces;
    if (pieces == 1) {
        ph_vec3 b[4];
        control(&s->piece[first], b);
        for (int i = 1; i < 4; i++) widen(node, b[i]);
        const ph_vec3 way = ph_add(s->piece[first].slope[0], s->piece[first].slope[1]);
        node->way = ph_scale(1 / ph_norm(way), way);
        node->turn = s->piece[first].turn;
        return index + 1;
    }
    node->other = build(s, index + 1, first, pieces / 2);
    const int end = build(s, node->other, first + pieces / 2, pieces - pieces / 2);
    for (int i = 0; i < 2; i++) {
        const phk_smooth_node *half = &s->node[i ? node->other : index + 1];
        widen(node, half->low);
        widen(node, half->high);
    }
    /* a cone about those of both halves */
    const phk_smooth_node *a = &s->node[index + 1], *b = &s->node[node->other];
    const ph_vec3 way = ph_add(a->way, b->way);
    node->turn = PH_PI;
    node->way = a->way;
    if (!(ph_norm(way) > 0.1)) return end;
    node->way = ph_scale(1 / ph_norm(way), way);
    node->turn = fmax(angle_between(node->way, a->way) + a->turn,
                      angle_between(node->way, b->way) + b->turn);
    return end;
}

/* --- what is behind --------------------------------------------------------------------------- */

/* An open curve is a wall of this part of its size; what is closed counts as no thicker. */
static const double wall = 0.1, most_thick = 0.2;

/* How far along a ray from `at` a segment is; INFINITY: it does not meet it. */
static double along_ray(ph_vec3 at, ph_vec3 way, ph_vec3 a, ph_vec3 b)
{
    const ph_vec3 d = ph_sub(b, a), off = ph_sub(a, at);
    const double det = ph_cross(way, d).z;
    if (!(fabs(det) > 0)) return INFINITY;
    const double s = ph_cross(off, d).z / det, t = ph_cross(off, way).z / det;
    return s > 0 && t >= 0 && t <= 1 ? s : INFINITY;
}

/* Whether a ray may meet a box nearer than `far`. */
static bool may_meet(ph_vec3 at, ph_vec3 way, const phk_smooth_node *n, double far)
{
    const double p[2] = {at.x, at.y}, d[2] = {way.x, way.y}, low[2] = {n->low.x, n->low.y},
                 high[2] = {n->high.x, n->high.y};
    double from = 0, to = far;
    for (int k = 0; k < 2; k++) {
        const double one = (low[k] - p[k]) / d[k], two = (high[k] - p[k]) / d[k];
        if (d[k] == 0 && (p[k] < low[k] || p[k] > high[k])) return false;
        if (d[k] == 0) continue;
        from = fmax(from, fmin(one, two));
        to = fmin(to, fmax(one, two));
    }
    return from <= to;
}

/* From the middle of a piece straight inwards to the other side. */
static double behind(const phk_smooth *s, const phk_smooth_piece *p)
{
    if (s->open) return wall * s->size;
    const phk_smooth_at e = phk_smooth_eval(p, 0.5 * p->length);
    const ph_vec3 in = {-e.t.y, e.t.x, 0};
    double far = most_thick * s->size;
    int stack[64], depth = 0;
    stack[depth++] = 0;
    while (depth) {
        const int index = stack[--depth];
        const phk_smooth_node *n = &s->node[index];
        if (!may_meet(e.x, in, n, far)) continue;
        if (n->pieces > 1) {
            stack[depth++] = n->other;
            stack[depth++] = index + 1;
        } else if (&s->piece[n->first] != p) {
            far = fmin(far, along_ray(e.x, in, s->piece[n->first].at[0], s->piece[n->first].at[1]));
        }
    }
    return far;
}

double phk_smooth_thickness(const phk_smooth *s)
{
    double area = 0;
    if (s->open) return wall * s->size;
    for (int i = 0; i < s->pieces; i++)
        area += 0.5 * ph_cross(s->piece[i].at[0], s->piece[i].at[1]).z;
    return 2 * area / s->length;
}

/* --- making ------------------------------------------------------------------------------------
 */

static ph_vec3 row_of(const ph_rows *rows, int i)
{
    const double *v = rows->value + (size_t)i * (size_t)rows->width;
    return ph_v3(v[0], v[1], rows->width > 2 ? v[2] : 0);
}

/* How many points there are: a closed one may repeat its first one. */
static int count_of(const ph_rows *rows, bool open)
{
    const int n = rows->count;
    if (open || n < 2) return n;
    const ph_vec3 d = ph_sub(row_of(rows, n - 1), row_of(rows, 0));
    return ph_norm(d) > 0 ? n : n - 1;
}

/* Which way a closed one in the plane goes round: clockwise is turned. */
static bool is_turned(const ph_rows *rows, int n)
{
    return rows->width == 2 && phk_polygon_area(rows->value, n) < 0;
}

static void *room_of(phk_arena *arena, size_t size)
{
    return arena ? phk_arena_alloc(arena, size) : malloc(size);
}

/* Spans, then pieces: twice, as their number is not known before. */
static bool fill(phk_smooth *s, int n, const ph_vec3 *p, const ph_vec3 *m, const double *chord,
                 bool turned, phk_arena *arena)
{
    const int spans = s->open ? n - 1 : n;
    for (int pass = 0; pass < 2; pass++) {
        s->pieces = 0;
        for (int i = 0; i < spans; i++) {
            const int next = (i + 1) % n;
            const phk_smooth_piece span = {.at = {p[i], p[next]},
                                           .slope = {m[i], m[next]},
                                           .length = chord[i],
                                           .row = turned ? (2 * n - 2 - i) % n : i};
            s->pieces += cut_span(&span, pass ? s->piece + s->pieces : NULL);
        }
        if (pass) break;
        s->piece = room_of(arena, (size_t)s->pieces * sizeof *s->piece);
        s->node = room_of(arena, 2 * (size_t)s->pieces * sizeof *s->node);
        if (!s->piece || !s->node) return false;
    }
    build(s, 0, 0, s->pieces);
    s->length = 0;
    for (int i = 0; i < s->pieces; i++) {
        s->piece[i].before = s->length;
        s->length += s->piece[i].length;
    }
    const ph_vec3 d = ph_sub(s->node[0].high, s->node[0].low);
    s->size = fmax(d.x, fmax(d.y, d.z));
    if (!s->flat) return true;
    for (int i = 0; i < s->pieces; i++) s->piece[i].thick = behind(s, &s->piece[i]);
    /* halves are after their node */
    for (int i = 2 * s->pieces - 2; i >= 0; i--) {
        phk_smooth_node *node = &s->node[i];
        node->thick = node->pieces == 1 ? s->piece[node->first].thick
                                        : fmax(node[1].thick, s->node[node->other].thick);
    }
    return true;
}

bool phk_smooth_create(const ph_rows *rows, bool open, phk_arena *arena, phk_smooth *s)
{
    const int n = count_of(rows, open), spans = open ? n - 1 : n;
    const bool turned = !open && is_turned(rows, n);
    *s = (phk_smooth){.open = open, .flat = rows->width == 2};
    ph_vec3 *p = malloc(2 * (size_t)n * sizeof *p), *m = p + n;
    double *chord = malloc(5 * (size_t)n * sizeof *chord);
    bool made = p && chord;
    if (made) {
        for (int i = 0; i < n; i++) p[i] = row_of(rows, turned ? n - 1 - i : i);
        for (int i = 0; i < spans; i++) chord[i] = ph_norm(ph_sub(p[(i + 1) % n], p[i]));
        find_slopes(n, open, p, chord, chord + n, m);
        made = fill(s, n, p, m, chord, turned, arena);
    }
    free(p);
    free(chord);
    if (!made && !arena) phk_smooth_free(s);
    return made;
}

void phk_smooth_free(phk_smooth *s)
{
    free(s->piece);
    free(s->node);
    *s = (phk_smooth){0};
}

void phk_smooth_shift(phk_smooth *s, ph_vec3 by)
{
    for (int i = 0; i < s->pieces; i++)
        for (int k = 0; k < 2; k++) s->piece[i].at[k] = ph_add(s->piece[i].at[k], by);
    for (int i = 0; i < 2 * s->pieces - 1; i++) {
        s->node[i].low = ph_add(s->node[i].low, by);
        s->node[i].high = ph_add(s->node[i].high, by);
    }
}

void phk_smooth_gauss(const phk_smooth_piece *p, double u[PHK_SMOOTH_GAUSS],
                      double weight[PHK_SMOOTH_GAUSS])
{
    static const double x[3] = {0.2386191860831969, 0.6612093864662645, 0.9324695142031521},
                        w[3] = {0.4679139345726910, 0.3607615730481386, 0.1713244923791704};
    for (int i = 0; i < PHK_SMOOTH_GAUSS; i++) {
        u[i] = 0.5 * p->length * (1 + (i % 2 ? x[i / 2] : -x[i / 2]));
        weight[i] = 0.5 * p->length * w[i / 2];
    }
}
