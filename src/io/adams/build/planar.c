/* SPDX-License-Identifier: BSD-3-Clause
 *
 * planar.c -- ARC, CIRCLE and CURVE of GRAPHICS that touch: curves in a plane, which become
 * profiles.
 *
 * A contact of curves in ADAMS has no thickness, and needs bodies that stay in one plane. A profile
 * has one, half on either side of the plane: a tenth of its extent, so that it can be seen.
 *
 * What is inside lies within a closed curve, on the left of an open one, looked at against the axis
 * across its plane, and on the right of one that is flipped; of an ARC it is where the centre is.
 */
#include <math.h>
#include "expr/spline.h"
#include "io/adams/build/frame.h"
#include "io/adams/build/graphics.h"

/* Of a circle; of a curve at least so many, each of its points among them: between them runs a
 * spline of another parameter, which is the same curve within the fourth power of their distance.
 */
enum { AROUND = 180, ALONG = 200 };

/* How far a curve may leave its plane, as a part of its extent. */
#define FLAT  1e-6
#define THICK 0.1

/* The CURVE that is meant; NULL: there is none. A drawing may name one that is not. */
static const phk_statement *curve_of(const phk_deck *deck, const phk_statement *s)
{
    return phk_deck_find(deck, "CURVE", (int)phk_arg_number(s, "CID", 0, 0));
}

bool phk_graphics_is_open(const phk_deck *deck, const phk_statement *s)
{
    if (phk_arg_flag(s, "ARC")) return fabs(phk_arg_number(s, "RANGLE", 0, 0)) < 2 * PH_PI;
    const phk_statement *curve = phk_arg_flag(s, "CURVE") ? curve_of(deck, s) : NULL;
    return curve && !phk_arg_flag(curve, "CLOSED");
}

/* Points of so many steps along a curve. The spline of a profile has no curvature at its ends: more
 * points there leave it no room for that. */
enum { ENDS = 2 };
static int points_of(int steps, bool open)
{
    return open ? steps + 1 + 2 * ENDS : steps;
}

/* Where point k is, from 0 to `steps`. */
static double place_of(int k, int steps, bool open)
{
    static const double near[ENDS] = {1.0 / 16, 1.0 / 4};
    if (!open || k == 0) return k;
    if (k <= ENDS) return near[k - 1];
    const int left = points_of(steps, open) - 1 - k;
    if (left == 0) return steps;
    return left <= ENDS ? steps - near[left - 1] : k - ENDS;
}

/* Room for points of width 2; NULL: out of memory, which is noted. */
static double *room(phk_deck *deck, int count)
{
    double *value = phk_arena_alloc(&deck->arena, 2 * (size_t)count * sizeof *value);
    if (!value) phk_deck_failed(deck, PH_E_NOMEM);
    return value;
}

/* Points of an arc from the x axis on, counter-clockwise; of a full turn the last is left out. */
static bool read_arc(phk_deck *deck, const phk_statement *s, double angle, ph_shape_def *def)
{
    const phk_given *radius = phk_arg_find(s, "RADIUS");
    if (!radius || !(radius->number[0] > 0)) {
        phk_deck_error(deck, radius ? PH_E_RANGE : PH_E_MISSING, s->keyword, NULL,
                       "%s touches: it needs a RADIUS above 0", phk_deck_label(deck, s));
        return false;
    }
    const double r = phk_in_si(radius->number[0], deck->units.length);
    const bool full = angle >= 2 * PH_PI;
    const int steps = full ? AROUND : (int)fmax(8, ceil(AROUND * angle / (2 * PH_PI)));
    const int count = points_of(steps, !full);
    double *value = room(deck, count);
    if (!value) return false;
    for (int k = 0; k < count; k++) {
        const double turn = angle * place_of(k, steps, !full) / steps;
        value[2 * k] = r * cos(turn);
        value[2 * k + 1] = r * sin(turn);
    }
    def->points = (ph_rows){count, 2, value};
    def->closed = full;
    return true;
}

/* An arc that turns clockwise is walked from its end. */
static bool read_turn(phk_deck *deck, const phk_statement *s, ph_shape_def *def)
{
    const phk_given *given = phk_arg_find(s, "RANGLE");
    if (phk_arg_flag(s, "CIRCLE")) return read_arc(deck, s, 2 * PH_PI, def);
    const double angle = given ? given->number[0] : 0;
    if (!given || !(fabs(angle) > 0)) {
        phk_deck_error(deck, given ? PH_E_RANGE : PH_E_MISSING, s->keyword,
                       "RANGLE is in radians, or in degrees with a D: RANGLE = 90D",
                       "%s touches: it needs RANGLE, from the x axis of CM on",
                       phk_deck_label(deck, s));
        return false;
    }
    if (!read_arc(deck, s, fmin(fabs(angle), 2 * PH_PI), def)) return false;
    double *v = (double *)def->points.value;
    const int n = def->points.count;
    for (int k = 0; angle < 0 && k < n; k++) v[2 * k + 1] = -v[2 * k + 1];
    return true;
}

/* The axis a curve does not leave its plane along, and where that is; -1: there is none. */
static int plane_of(const double *point, int count, double *at, double *extent)
{
    double low[3], high[3];
    int axis = 0;
    for (int k = 0; k < 3; k++) low[k] = high[k] = point[k];
    for (int i = 1; i < count; i++)
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], point[3 * i + k]);
            high[k] = fmax(high[k], point[3 * i + k]);
        }
    for (int k = 1; k < 3; k++)
        if (high[k] - low[k] <= high[axis] - low[axis]) axis = k;
    *extent = 0;
    for (int k = 0; k < 3; k++) *extent = fmax(*extent, high[k] - low[k]);
    *at = 0.5 * (low[axis] + high[axis]);
    return high[axis] - low[axis] <= FLAT * *extent ? axis : -1;
}

/* Evaluates the curve where its points are, and between them. */
static bool sample(phk_deck *deck, const ph_table_def *table, int axis, ph_rows *rows)
{
    const phk_curve_form form = {table->order ? table->order : 4, table->control, table->closed};
    const int n = table->points.count / 3, pieces = n - 1;
    const int steps = pieces * (1 + (ALONG - 1) / pieces);
    const int count = points_of(steps, !table->closed);
    const phk_spline *curve =
        phk_curve_create(&deck->arena, n, table->points.value, form, table->where, deck->diag);
    double *value = curve ? room(deck, count) : NULL;
    if (!curve) phk_deck_failed(deck, PH_E_MODEL);
    for (int i = 0; value && i < count; i++)
        for (int k = 0; k < 2; k++) {
            double at[4];
            const int part = (axis + 1 + k) % 3;
            phk_spline_eval(curve, (phk_spline_kind)part,
                            2 * place_of(i, steps, !table->closed) / steps - 1, at);
            value[2 * i + k] = phk_in_si(at[0], deck->units.length);
        }
    *rows = (ph_rows){count, 2, value};
    return value != NULL;
}

/* Why a CURVE cannot touch. */
typedef enum { FINE, IN_SPACE, STRAIGHT } trouble;
static const struct {
    const char *what, *hint;
} troubles[] = {
    [IN_SPACE] = {"does not lie in a plane of its marker CRM",
                  "one of x, y and z must be the same for all its points"},
    [STRAIGHT] = {"is made of straight lines: what touches must be smooth",
                  "ORDER = 4 is a smooth one"},
};
static trouble trouble_of(const ph_table_def *table)
{
    double at, extent;
    const int axis = plane_of(table->points.value, table->points.count / 3, &at, &extent);
    if (axis < 0 || !(extent > 0)) return IN_SPACE;
    return table->order == 2 ? STRAIGHT : FINE;
}

/* Once for all of a kind, at the first of them. */
static void tell_trouble(phk_deck *deck, const phk_statement *s, trouble what)
{
    int count = 0;
    if (!phk_deck_is_new(deck, what == STRAIGHT ? "GRAPHICS.straight" : "GRAPHICS.space")) return;
    for (const phk_statement *g = NULL; (g = phk_deck_next(deck, "GRAPHICS", g));) {
        const phk_graphics_known *known = g->data;
        const phk_statement *curve =
            known && known->touches && phk_arg_flag(g, "CURVE") ? curve_of(deck, g) : NULL;
        count += curve && curve->data && trouble_of(curve->data) == what;
    }
    phk_deck_error(
        deck, PH_E_UNSUPPORTED, s->keyword, troubles[what].hint, "%s touches along %s, which %s%s",
        phk_deck_label(deck, s), phk_deck_label(deck, curve_of(deck, s)), troubles[what].what,
        count > 1 ? phk_deck_print(deck, " (%d statements, the first here)", count) : "");
}

static bool read_curve(phk_deck *deck, const phk_statement *s, ph_shape_def *def)
{
    const phk_given *cid = phk_arg_find(s, "CID");
    const phk_statement *curve = curve_of(deck, s);
    const ph_table_def *table = curve ? curve->data : NULL;
    if (!curve)
        phk_deck_error(deck, cid ? PH_E_NAME : PH_E_MISSING, cid ? cid->name : s->keyword, NULL,
                       "%s touches: it needs CID, the number of a CURVE", phk_deck_label(deck, s));
    if (!table) return false; /* which was reported */
    const trouble what = trouble_of(table);
    if (what != FINE) {
        tell_trouble(deck, s, what);
        return false;
    }
    double at, extent;
    const int axis = plane_of(table->points.value, table->points.count / 3, &at, &extent);
    (&def->at.x)[axis] = phk_in_si(at, deck->units.length);
    def->axis = (axis + 1) % 3; /* z, x, y */
    def->closed = table->closed;
    return sample(deck, table, axis, &def->points);
}

/* The other way round. */
static void flip(ph_rows *rows)
{
    double *v = (double *)rows->value;
    for (int i = 0, j = rows->count - 1; i < j; i++, j--)
        for (int k = 0; k < 2; k++) {
            const double x = v[2 * i + k];
            v[2 * i + k] = v[2 * j + k];
            v[2 * j + k] = x;
        }
}

bool phk_graphics_read_planar(phk_deck *deck, const phk_statement *s, bool flipped,
                              ph_shape_def *def)
{
    const bool curve = phk_arg_flag(s, "CURVE");
    if (!(curve ? read_curve(deck, s, def) : read_turn(deck, s, def))) return false;
    const bool clockwise = phk_arg_flag(s, "ARC") && phk_arg_number(s, "RANGLE", 0, 0) < 0;
    if (!def->closed && flipped != clockwise) flip(&def->points);
    if (!def->closed && curve && phk_deck_is_new(deck, "GRAPHICS.open"))
        phk_deck_note(
            deck, s->keyword,
            "an open CURVE that touches has its inside on the left of its way, looked at "
            "against the axis across it; IFLIP_GEOMETRY and JFLIP_GEOMETRY name those that "
            "have it on the right");
    /* half of its thickness on either side */
    double extent = 0;
    for (int i = 0; i < def->points.count; i++)
        for (int k = 0; k < 2; k++)
            extent = fmax(extent, fabs(def->points.value[2 * i + k] - def->points.value[k]));
    static const int axes[] = {2, 0, 1};
    def->length = THICK * extent;
    (&def->at.x)[axes[def->axis]] -= def->length / 2;
    ph_field_give(phk_shape_fields, def, "closed");
    ph_field_give(phk_shape_fields, def, "points");
    return true;
}
