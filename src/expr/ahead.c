/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What functions tell their corners with: where lines come to zero, or to whole numbers.
 */
#include "expr/ahead.h"

#include <float.h>

double phk_line_when(phk_line x, double value)
{
    return (value - x.b) / x.a;
}

/* A line is the sum of a few terms; each is rounded once here, and once when it is evaluated. */
double phk_line_blur(phk_line x, double value)
{
    return 2 * DBL_EPSILON * (fabs(phk_line_when(x, value)) + (x.size + fabs(value)) / fabs(x.a));
}

bool phk_ahead_comes(const phk_ahead *ahead, phk_line x, double value)
{
    return phk_line_when(x, value) > ahead->t + phk_line_blur(x, value);
}

static void note(phk_ahead *ahead, double t, double blur, int order)
{
    if (order >= PHK_SMOOTH || !(t <= ahead->next) || t == INFINITY) return;
    if (t < ahead->next || order < ahead->order) ahead->order = order;
    if (t < ahead->next || blur > ahead->blur) ahead->blur = blur;
    ahead->next = t;
}

void phk_ahead_note(phk_ahead *ahead, phk_line x, double value, int order)
{
    if (!phk_ahead_comes(ahead, x, value)) return;
    note(ahead, phk_line_when(x, value), phk_line_blur(x, value), order);
}

/* A line that stands still on an edge. */
static void stand(phk_ahead *ahead, phk_line x, bool edge, int order)
{
    if (edge && x.timed && order < ahead->edge) ahead->edge = order;
}

double phk_ahead_sign(phk_ahead *ahead, phk_line x, int order)
{
    if (isnan(x.a)) return NAN;
    if (x.a == 0) {
        stand(ahead, x, x.b == 0, order);
        return (x.b > 0) - (x.b < 0);
    }
    phk_ahead_note(ahead, x, 0, order);
    double behind = x.a > 0 ? 1 : -1;
    return phk_ahead_comes(ahead, x, 0) ? -behind : behind;
}

double phk_ahead_floor(phk_ahead *ahead, phk_line x, int order)
{
    double now = x.a * ahead->t + x.b;
    if (isnan(x.a) || x.a == 0) {
        stand(ahead, x, x.b == floor(x.b), order);
        return floor(now);
    }
    /* the whole number it comes to, unless it is there already */
    double to = x.a > 0 ? floor(now) + 1 : ceil(now) - 1;
    if (!phk_ahead_comes(ahead, x, to)) to += x.a > 0 ? 1 : -1;
    double t = phk_line_when(x, to), blur = phk_line_blur(x, to);
    /* corners that cannot be told apart are told as the many they are, one behind the other */
    note(ahead, fmax(t, ahead->t + 2 * blur), blur, order);
    return x.a > 0 ? to - 1 : to;
}

double phk_ahead_whole(phk_ahead *ahead, phk_line x, int order)
{
    phk_ahead past = *ahead;
    if (isnan(x.a) || x.a == 0) {
        stand(ahead, x, x.b == trunc(x.b), order);
        return trunc(x.b);
    }
    double below = phk_ahead_floor(&past, x, order);
    if (below == -1 || below == 0) {
        /* within (-1, 1) */
        phk_ahead_note(ahead, x, copysign(1, x.a), order);
        return 0;
    }
    *ahead = past;
    return below < 0 ? below + 1 : below;
}
