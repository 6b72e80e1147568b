/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Corners of curves and surfaces, at the points they pass through.
 *
 * Which derivative jumps at a point is measured on the pieces left and right of it: points in line
 * are no corners, whatever the kind of the curve. A table of many points is not a list of so many
 * corners: of it only those points are told that a polygon needs to follow it within a thousandth
 * of its range: a step ends there, no more. So a pulse in a long table is not passed over, and a
 * smooth curve through ten thousand points costs no more than one through a hundred.
 */
#include <float.h>
#include "expr/ahead.h"
#include "expr/spline_pieces.h"

enum { MANY = 100, DERIVATIVES = 4 };
#define SAME   1e-9 /* of the size of a derivative: a smaller jump is rounding */
#define FOLLOW 1e-3 /* of the range of a table with many points */

typedef struct {
    const phk_spline *s;
    int part, derivative;
    phk_line x;
    int step; /* to the next point ahead: 1 or -1 */
} course;

/* The first point ahead: its index, count or -1 behind the last. */
static int first_ahead(const course *c, const phk_ahead *ahead)
{
    int low = -1, high = c->s->count; /* the one sought is above low, not above high */
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        bool is_ahead = phk_ahead_comes(ahead, c->x, c->s->x[middle]);
        if (is_ahead == (c->step > 0))
            high = middle;
        else
            low = middle;
    }
    return c->step > 0 ? high : low;
}

static double width_of(const phk_spline *s, int i)
{
    int k = i < 1 ? 1 : i > s->count - 1 ? s->count - 1 : i;
    return s->x[k] - s->x[k - 1];
}

/* The derivatives of piece i at a point, and how large each of them may be by its terms. */
static void derive(const course *c, int i, double at, double value[DERIVATIVES],
                   double size[DERIVATIVES])
{
    const phk_spline *s = c->s;
    const double *k = phk_spline_piece(s, c->part, 0, i);
    double t = at - s->x[i > 0 ? i - 1 : 0], w = width_of(s, i), sum = 0;
    for (int j = s->terms - 1; j > 0; j--) sum = (sum + fabs(k[j])) * w;
    for (int d = 0; d < DERIVATIVES; d++) {
        value[d] = 0;
        for (int j = s->terms - 1; j >= d; j--) {
            double factor = 1;
            for (int m = 0; m < d; m++) factor *= j - m;
            value[d] = value[d] * t + factor * k[j];
        }
        size[d] = fmax(size[d], (sum + (d == 0 ? fabs(k[0]) : 0)) / pow(w, d));
    }
}

/* The lowest derivative of what is asked for that jumps at point i. */
static int order_at(const course *c, int i)
{
    double left[DERIVATIVES], right[DERIVATIVES], size[DERIVATIVES] = {0, 0, 0, 0};
    derive(c, i, c->s->x[i], left, size);
    derive(c, i + 1, c->s->x[i], right, size);
    for (int d = c->derivative; d < DERIVATIVES; d++)
        if (fabs(left[d] - right[d]) > SAME * size[d]) return d - c->derivative;
    return PHK_SMOOTH;
}

static double value_at(const course *c, double x)
{
    double derivative[4];
    phk_spline_eval(c->s, (phk_spline_kind)c->part, x, derivative);
    return derivative[c->derivative];
}

/* Of many points: the last one up to which a straight line from here passes all of them closely. */
static int follow(const course *c, double x, int i)
{
    const phk_spline *s = c->s;
    double y = value_at(c, x), low = -INFINITY, high = INFINITY;
    double close = fmax(FOLLOW * s->range[c->part][c->derivative], DBL_MIN);
    for (; i >= 0 && i < s->count; i += c->step) {
        double run = fabs(s->x[i] - x), rise = value_at(c, s->x[i]) - y;
        if (rise / run < low || rise / run > high) return i - c->step;
        low = fmax(low, (rise - close) / run);
        high = fmin(high, (rise + close) / run);
    }
    return i - c->step; /* the end, where the table begins to be continued */
}

static void note_corners(const course *c, phk_ahead *ahead)
{
    const phk_spline *s = c->s;
    int i = first_ahead(c, ahead), order = PHK_SMOOTH;
    if (i < 0 || i >= s->count) return;
    if (s->count > MANY) {
        i = follow(c, c->x.a * ahead->t + c->x.b, i);
        phk_ahead_note(ahead, c->x, s->x[i], PHK_POINT);
        return;
    }
    for (; i >= 0 && i < s->count; i += c->step) {
        if ((order = order_at(c, i)) == PHK_SMOOTH) continue;
        phk_ahead_note(ahead, c->x, s->x[i], order);
        return;
    }
}

/* Where a piece is straight, so is the curve. */
static phk_line line_of(const course *c, const phk_ahead *ahead)
{
    const phk_spline *s = c->s;
    int i = first_ahead(c, ahead) + (c->step < 0);
    const double *k = phk_spline_piece(s, c->part, 0, i);
    for (int j = 2; j < s->terms; j++)
        if (k[j] != 0) return phk_line_unknown();
    if (c->derivative > 0) return phk_line_constant(c->derivative == 1 ? k[1] : 0);
    phk_line from_origin = phk_line_plus(c->x, -s->x[i > 0 ? i - 1 : 0]);
    return phk_line_plus(phk_line_times(from_origin, k[1]), k[0]);
}

phk_line phk_ahead_curve(phk_ahead *ahead, const phk_spline *s, phk_spline_kind kind,
                         int derivative, phk_line x)
{
    course c = {s, (int)kind, derivative, x, x.a > 0 ? 1 : -1};
    double value = phk_line_value(x);
    if (isnan(x.a)) return phk_line_unknown();
    if (!isnan(value)) return phk_line_constant(value_at(&c, value));
    if (s->closed) {
        /* round and round: the seam is like any other point of a B-spline */
        double first = s->x[0], period = s->x[s->count - 1] - first;
        phk_line turns = phk_line_times(phk_line_plus(x, -first), 1 / period);
        double turn = phk_ahead_floor(ahead, turns, s->terms - 1 - derivative);
        c.x = phk_line_plus(x, -period * turn);
    }
    note_corners(&c, ahead);
    return line_of(&c, ahead);
}

/* Neither measured nor thinned out: a surface over time is rare. */
void phk_ahead_surface(phk_ahead *ahead, const phk_spline *s, phk_spline_kind kind, int derivative,
                       phk_line x, phk_line z)
{
    int order = kind == PHK_LINEAR ? PHK_KINK : kind == PHK_AKIMA ? PHK_BEND : PHK_FAINT;
    order = order > derivative ? order - derivative : PHK_JUMP;
    course c = {s, (int)kind, 0, x, x.a > 0 ? 1 : -1};
    int i = isnan(x.a) || x.a == 0 ? -1 : first_ahead(&c, ahead);
    if (i >= 0 && i < s->count) phk_ahead_note(ahead, x, s->x[i], order);
    for (int k = 1; k + 1 < s->curves; k++)
        phk_ahead_sign(ahead, phk_line_plus(z, -s->z[k]), PHK_KINK);
}
