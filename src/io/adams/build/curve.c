/* SPDX-License-Identifier: BSD-3-Clause
 *
 * curve.c -- CURVE: a curve in space for the function CURVE, in the units of the deck.
 *
 * A CURVE is a B-spline through the points of a MATRIX of three columns (CURVE_POINTS), or by them
 * as its control polygon (CONTROL_POINTS); its parameter runs from -1 to 1. First and last point of
 * a closed curve are the same.
 */
#include <math.h>
#include "io/adams/build/frame.h"
#include "io/adams/build/matrix.h"
#include "io/adams/read/readers.h"

const phk_arg phk_adams_curve_args[] = {
    {"OPEN", .kind = PHK_ARG_FLAG},
    {"CLOSED", .kind = PHK_ARG_FLAG},
    {"CURVE_POINTS", .kind = PHK_ARG_FLAG},
    {"CONTROL_POINTS", .kind = PHK_ARG_FLAG},
    {"MATRIX", .kind = PHK_ARG_ID, .of = "MATRIX", .flags = PHK_ARG_REQUIRED},
    {"ORDER", .kind = PHK_ARG_NUMBER},
    {"MINPAR", .kind = PHK_ARG_NUMBER, .flags = PHK_ARG_UNUSED,
     .why = "the parameter of a curve by points runs from -1 to 1"},
    {"MAXPAR", .kind = PHK_ARG_NUMBER, .flags = PHK_ARG_UNUSED,
     .why = "the parameter of a curve by points runs from -1 to 1"},
    {"FUNCTION", .kind = PHK_ARG_FUNCTION, .flags = PHK_ARG_REFUSED,
     .why = "a user's subroutine makes the curve"},
    {"ROUTINE", .kind = PHK_ARG_TEXT, .flags = PHK_ARG_REFUSED,
     .why = "a user's subroutine makes the curve"},
    {.name = NULL}};

static bool meets(const ph_numbers *points)
{
    const double *first = points->value, *last = first + points->count - 3;
    return first[0] == last[0] && first[1] == last[1] && first[2] == last[2];
}

void phk_adams_build_curve(phk_deck *deck, const phk_statement *s)
{
    const phk_given *matrix = phk_arg_find(s, "MATRIX");
    const phk_statement *target = phk_arg_target(s, "MATRIX");
    const phk_deck_matrix *m = target ? phk_deck_matrix_of(deck, target) : NULL;
    if (!m) return; /* which was reported */
    ph_table_def def = {.where = phk_deck_place(deck, s->keyword),
                        .order = (int)fmax(0, fmin(100, phk_arg_number(s, "ORDER", 0, 4))),
                        .control = phk_arg_flag(s, "CONTROL_POINTS"),
                        .closed = phk_arg_flag(s, "CLOSED")};
    int least = def.order > 4 ? def.order : 4;
    if (m->columns != 3 || m->rows < least) {
        phk_deck_error(deck, PH_E_MODEL, matrix->name, "a row of x, y, z for each point",
                       "CURVE/%d needs a matrix of 3 columns and at least %d rows", s->id, least);
        return;
    }
    if (def.order < 2) {
        phk_deck_error(deck, PH_E_RANGE, phk_arg_find(s, "ORDER")->name, "4 is a cubic",
                       "the ORDER of CURVE/%d must be 2 or more", s->id);
        return;
    }
    def.points = (ph_numbers){3 * m->rows, m->value};
    if (def.closed && !meets(&def.points)) {
        phk_deck_error(deck, PH_E_MODEL, matrix->name, "repeat the first point at the end",
                       "CURVE/%d is closed, but its first and last point differ", s->id);
        return;
    }
    ph_table_def *kept = phk_arena_alloc(&deck->arena, sizeof *kept);
    if (!kept) phk_deck_failed(deck, PH_E_NOMEM);
    if (kept) *kept = def;
    phk_deck_own(deck, s)->data = kept; /* for what touches along it */
    phk_deck_added(deck, ph_model_add_table(deck->model, s->name, &def), s, PHK_KIND_TABLE);
}
