/* SPDX-License-Identifier: BSD-3-Clause
 *
 * curve.c -- MATRIX, and CURVE: a curve in space for the function CURVE, in the units of the deck.
 *
 * A CURVE is a B-spline through the points of a MATRIX of three columns (CURVE_POINTS), or by them
 * as its control polygon (CONTROL_POINTS); its parameter runs from -1 to 1. First and last point of
 * a closed curve are the same.
 */
#include <math.h>
#include "io/adams/build/frame.h"
#include "io/adams/read/readers.h"

static const char *const order_words[] = {"RORDER", "CORDER", NULL};
static const char of_file[] = "a matrix in a file has a form of its own; give its VALUES";

const phk_arg phk_adams_matrix_args[] = {
    {"M", .kind = PHK_ARG_NUMBER},
    {"N", .kind = PHK_ARG_NUMBER},
    {"FULL", .kind = PHK_ARG_WORD, .words = order_words},
    {"SPARSE", .kind = PHK_ARG_FLAG},
    {"I", .kind = PHK_ARG_NUMBER, .least = 1, .most = -1},
    {"J", .kind = PHK_ARG_NUMBER, .least = 1, .most = -1},
    {"VALUES", .kind = PHK_ARG_NUMBER, .least = 1, .most = -1},
    {"FILE", .kind = PHK_ARG_TEXTS, .flags = PHK_ARG_REFUSED, .why = of_file},
    {"NAME", .kind = PHK_ARG_TEXTS, .flags = PHK_ARG_REFUSED, .why = of_file},
    {.name = NULL}};

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

/* Whole numbers from 1 to a million, as counts and indices are; 0: it is none. */
static int whole(double x)
{
    return x >= 1 && x <= 1e6 && x == floor(x) ? (int)x : 0;
}

static int rows_of(const phk_statement *s)
{
    return whole(phk_arg_number(s, "M", 0, 0));
}

static int columns_of(const phk_statement *s)
{
    return whole(phk_arg_number(s, "N", 0, 0));
}

/* The first value of a sparse matrix that lies outside of it; -1: none. */
static int stray_value(const phk_statement *s, int count)
{
    for (int k = 0; k < count; k++) {
        int row = whole(phk_arg_number(s, "I", k, 0)), column = whole(phk_arg_number(s, "J", k, 0));
        if (row < 1 || row > rows_of(s) || column < 1 || column > columns_of(s)) return k;
    }
    return -1;
}

static bool has_places(const phk_statement *s, int count)
{
    const phk_given *i = phk_arg_find(s, "I"), *j = phk_arg_find(s, "J");
    return i && j && i->count == count && j->count == count;
}

/* Has it all its values, each in its place? */
static bool is_whole(const phk_statement *s)
{
    const phk_given *v = phk_arg_find(s, "VALUES");
    if (!v || !rows_of(s) || !columns_of(s)) return false;
    if (!phk_arg_flag(s, "SPARSE")) return v->count == (double)rows_of(s) * columns_of(s);
    return has_places(s, v->count) && stray_value(s, v->count) < 0;
}

/* A matrix is read where a CURVE names it; here it is seen whether it is one. */
void phk_adams_build_matrix(phk_deck *deck, const phk_statement *s)
{
    const phk_given *v = phk_arg_find(s, "VALUES");
    int rows = rows_of(s), columns = columns_of(s);
    if (is_whole(s)) return;
    if (!v || !rows || !columns)
        phk_deck_error(deck, PH_E_MISSING, s->keyword, "M rows, N columns, and VALUES",
                       "MATRIX/%d needs %s", s->id, v ? "M and N, whole numbers" : "VALUES");
    else if (!phk_arg_flag(s, "SPARSE"))
        phk_deck_error(deck, PH_E_MODEL, v->name, NULL,
                       "MATRIX/%d has %d rows and %d columns, but %d values", s->id, rows, columns,
                       v->count);
    else if (!has_places(s, v->count))
        phk_deck_error(deck, PH_E_MODEL, s->keyword, "give I, J and VALUES of the same length",
                       "MATRIX/%d is sparse: each of its values needs a row I and a column J",
                       s->id);
    else
        phk_deck_error(deck, PH_E_RANGE, v->piece[stray_value(s, v->count)], NULL,
                       "the place of this value is outside of a matrix of %d rows and %d columns",
                       rows, columns);
}

/* Row and column of value number k, from 0. */
static void place_of(const phk_statement *s, int k, int *row, int *column)
{
    int rows = rows_of(s), columns = columns_of(s);
    bool by_rows = phk_arg_word(s, "FULL", 1) == 0;
    *row = by_rows ? k / columns : k % rows;
    *column = by_rows ? k % columns : k / rows;
    if (!phk_arg_flag(s, "SPARSE")) return;
    *row = (int)phk_arg_number(s, "I", k, 1) - 1;
    *column = (int)phk_arg_number(s, "J", k, 1) - 1;
}

/* The points of a curve from its matrix. */
static bool read_points(phk_deck *deck, const phk_statement *m, ph_numbers *points)
{
    const phk_given *v = phk_arg_find(m, "VALUES");
    double *value = phk_arena_alloc(&deck->arena, (size_t)rows_of(m) * 3 * sizeof *value);
    if (!value) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return false;
    }
    for (int k = 0; k < v->count; k++) {
        int row, column;
        place_of(m, k, &row, &column);
        value[3 * row + column] = v->number[k];
    }
    *points = (ph_numbers){3 * rows_of(m), value};
    return true;
}

static bool meets(const ph_numbers *points)
{
    const double *first = points->value, *last = first + points->count - 3;
    return first[0] == last[0] && first[1] == last[1] && first[2] == last[2];
}

void phk_adams_build_curve(phk_deck *deck, const phk_statement *s)
{
    const phk_given *matrix = phk_arg_find(s, "MATRIX");
    const phk_statement *m = phk_arg_target(s, "MATRIX");
    if (!m || !is_whole(m)) return; /* which was reported */
    ph_table_def def = {.where = phk_deck_place(deck, s->keyword),
                        .order = (int)fmax(0, fmin(100, phk_arg_number(s, "ORDER", 0, 4))),
                        .control = phk_arg_flag(s, "CONTROL_POINTS"),
                        .closed = phk_arg_flag(s, "CLOSED")};
    int least = def.order > 4 ? def.order : 4;
    if (columns_of(m) != 3 || rows_of(m) < least) {
        phk_deck_error(deck, PH_E_MODEL, matrix->name, "a row of x, y, z for each point",
                       "CURVE/%d needs a matrix of 3 columns and at least %d rows", s->id, least);
        return;
    }
    if (def.order < 2) {
        phk_deck_error(deck, PH_E_RANGE, phk_arg_find(s, "ORDER")->name, "4 is a cubic",
                       "the ORDER of CURVE/%d must be 2 or more", s->id);
        return;
    }
    if (!read_points(deck, m, &def.points)) return;
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
