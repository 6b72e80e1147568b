/* SPDX-License-Identifier: BSD-3-Clause
 *
 * smooth_near.c -- places of a smooth curve next to a point, or lowest along a direction.
 *
 * They are where f = (x - y).x', or n.x', passes from below zero to above it: a polynomial of the
 * fifth, or second, degree on each piece. In Bernstein's form it has no more zeros than its
 * coefficients change their sign: with one change there is one zero, with more the piece is halved.
 * Pieces share their ends to the last bit, and zero counts as above: so none is found twice, and
 * none is lost between two.
 */
#include "geom/smooth.h"

#include <math.h>
#include "geom/shell.h"

enum { STACK = 64, HALVES = 24, MOST_DEGREE = 5 };

/* What is sought: next to y, or lowest along n. */
typedef struct {
    bool lowest;
    ph_vec3 y; /* or n */
    double reach;
    int most, feet;
    phk_smooth_foot *foot;
} search;

static double value_of(const search *q, ph_vec3 x)
{
    return q->lowest ? ph_dot(q->y, x) : ph_norm(ph_sub(x, q->y));
}

/* Keeps it, or, when there is no room, in place of the furthest one. */
static void add(search *q, int piece, double u, ph_vec3 x, int end)
{
    const double distance = value_of(q, x);
    if (!(distance < q->reach)) return;
    int slot = q->feet;
    if (slot == q->most) {
        slot = 0;
        for (int i = 1; i < q->most; i++)
            if (q->foot[i].distance > q->foot[slot].distance) slot = i;
        if (q->foot[slot].distance <= distance) return;
        q->feet--;
    }
    q->foot[slot] = (phk_smooth_foot){piece, u, distance, end};
    q->feet++;
}

/* f and its slope at a place. */
static double slope_at(const search *q, const phk_smooth_piece *p, double u, double *by)
{
    const phk_smooth_at e = phk_smooth_eval(p, u);
    const ph_vec3 d = q->lowest ? q->y : ph_sub(e.x, q->y);
    *by = ph_dot(d, e.d2) + (q->lowest ? 0 : ph_dot(e.d1, e.d1));
    return ph_dot(d, e.d1);
}

/* Newton's method between two places, which are halved where it leaves them. */
static double refine(const search *q, const phk_smooth_piece *p, double low, double high)
{
    double u = 0.5 * (low + high);
    for (int i = 0; i < 60; i++) {
        double by;
        const double f = slope_at(q, p, u, &by);
        *(f < 0 ? &low : &high) = u;
        double next = by > 0 ? u - f / by : low - 1;
        if (!(next >= low && next <= high)) next = 0.5 * (low + high);
        const double step = fabs(next - u);
        u = next;
        if (step <= 1e-15 * p->length) break;
    }
    return u;
}

/* Coefficients of f on a piece; of the ends with the sign they have in the next piece. */
static int coefficients(const search *q, const phk_smooth_piece *p, double f[MOST_DEGREE + 1])
{
    const double h = p->length;
    const ph_vec3 chord = ph_sub(p->at[1], p->at[0]);
    const ph_vec3 d[3] = {ph_scale(h, p->slope[0]),
                          ph_sub(ph_scale(3, chord), ph_scale(h, ph_add(p->slope[0], p->slope[1]))),
                          ph_scale(h, p->slope[1])};
    if (q->lowest) {
        for (int i = 0; i < 3; i++) f[i] = ph_dot(q->y, d[i]);
        f[0] = h * ph_dot(q->y, p->slope[0]);
        f[2] = h * ph_dot(q->y, p->slope[1]);
        return 2;
    }
    const ph_vec3 b[4] = {
        ph_sub(p->at[0], q->y), ph_sub(ph_axpy(p->at[0], h / 3, p->slope[0]), q->y),
        ph_sub(ph_axpy(p->at[1], -h / 3, p->slope[1]), q->y), ph_sub(p->at[1], q->y)};
    static const double three[4] = {1, 3, 3, 1}, two[3] = {1, 2, 1}, five[6] = {1, 5, 10, 10, 5, 1};
    for (int i = 0; i <= MOST_DEGREE; i++) f[i] = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            f[i + j] += three[i] * two[j] / five[i + j] * ph_dot(b[i], d[j]);
    f[0] = h * ph_dot(b[0], p->slope[0]);
    f[5] = h * ph_dot(b[3], p->slope[1]);
    return MOST_DEGREE;
}

/* Zeros from below to above between parts of a piece. */
static void find_zeros(search *q, int piece, const phk_smooth_piece *p, int degree, const double *f,
                       double from, double to, int halves)
{
    int changes = 0;
    for (int i = 0; i < degree; i++) changes += (f[i] < 0) != (f[i + 1] < 0);
    const bool up = f[0] < 0 && !(f[degree] < 0);
    if (changes == 0 || (changes == 1 && !up)) return;
    if (changes == 1 || halves == 0) {
        if (!up) return;
        const double u = refine(q, p, from * p->length, to * p->length);
        add(q, piece, u, phk_smooth_point(p, u), 0);
        return;
    }
    double left[MOST_DEGREE + 1], right[MOST_DEGREE + 1];
    for (int i = 0; i <= degree; i++) right[i] = f[i];
    for (int k = 0; k <= degree; k++) {
        left[k] = right[0];
        for (int i = 0; i < degree - k; i++) right[i] = 0.5 * (right[i] + right[i + 1]);
    }
    const double middle = 0.5 * (from + to);
    find_zeros(q, piece, p, degree, left, from, middle, halves - 1);
    find_zeros(q, piece, p, degree, right, middle, to, halves - 1);
}

static void seek_piece(search *q, const phk_smooth *s, int piece)
{
    const phk_smooth_piece *p = &s->piece[piece];
    double f[MOST_DEGREE + 1];
    const int degree = coefficients(q, p, f);
    find_zeros(q, piece, p, degree, f, 0, 1, HALVES);
    if (!s->open || q->lowest) return;
    if (piece == 0 && !(f[0] < 0)) add(q, piece, 0, p->at[0], 1);
    if (piece == s->pieces - 1 && f[degree] < 0) add(q, piece, p->length, p->at[1], 2);
}

/* No place of a node is nearer, or lower. */
static double at_least(const search *q, const phk_smooth_node *n)
{
    if (!q->lowest) return sqrt(phk_from_box(q->y, n->low, n->high));
    return fmin(q->y.x * n->low.x, q->y.x * n->high.x) +
           fmin(q->y.y * n->low.y, q->y.y * n->high.y) +
           fmin(q->y.z * n->low.z, q->y.z * n->high.z);
}

static void seek(search *q, const phk_smooth *s)
{
    int stack[STACK], depth = 0;
    stack[depth++] = 0;
    while (depth) {
        const int index = stack[--depth];
        const phk_smooth_node *node = &s->node[index];
        if (!(at_least(q, node) < q->reach)) continue;
        if (node->pieces == 1) {
            seek_piece(q, s, node->first);
            /* only the best one: nothing further counts */
            if (q->most == 1 && q->feet) q->reach = fmin(q->reach, q->foot[0].distance);
            continue;
        }
        /* the nearer half is the next one */
        const bool turned = at_least(q, &s->node[node->other]) < at_least(q, &s->node[index + 1]);
        stack[depth++] = turned ? index + 1 : node->other;
        stack[depth++] = turned ? node->other : index + 1;
    }
}

double phk_smooth_off(const phk_smooth *s, ph_vec3 y)
{
    return sqrt(phk_from_box(y, s->node[0].low, s->node[0].high));
}

int phk_smooth_feet(const phk_smooth *s, ph_vec3 y, double reach, int most, phk_smooth_foot *foot)
{
    search q = {false, y, reach, most, 0, foot};
    seek(&q, s);
    return q.feet;
}

int phk_smooth_lowest(const phk_smooth *s, ph_vec3 n, double reach, int most, phk_smooth_foot *foot)
{
    search q = {true, n, reach, most, 0, foot};
    seek(&q, s);
    return q.feet;
}

/* A point that is as far from all of a circle has no place that is nearer: then any will do. */
phk_smooth_foot phk_smooth_nearest(const phk_smooth *s, ph_vec3 y)
{
    phk_smooth_foot foot = {0, 0, ph_norm(ph_sub(s->piece[0].at[0], y)), 0};
    search q = {false, y, INFINITY, 1, 0, &foot};
    seek(&q, s);
    return foot;
}
