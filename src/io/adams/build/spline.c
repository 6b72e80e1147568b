/* SPDX-License-Identifier: BSD-3-Clause
 *
 * spline.c -- SPLINE: a table for AKISPL and CUBSPL, in the units of the deck.
 *
 * One curve is X and Y; a family has a Y for each z, which begins with that z. Outside of its
 * points a curve goes on as the parabola through the last three, or with LINEAR_EXTRAPOLATE
 * straight on, as its tangent at the end. A FILE may hold a time history of RPC III, of which
 * CHANNEL names one, and which keeps its first and last value outside; any other is read in ADAMS
 * by a subroutine of the user's, here it may hold two columns of numbers.
 */
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/adams/read/deck.h"
#include "io/adams/read/readers.h"
#include "io/adams/build/spline_rpc.h"
#include "io/text/csv.h"
#include "io/text/file.h"

const phk_arg phk_adams_spline_args[] = {
    {"X", .kind = PHK_ARG_NUMBER, .least = 4, .most = -1},
    {"Y", .kind = PHK_ARG_NUMBER, .least = 4, .most = -1, .flags = PHK_ARG_REPEATED},
    {"LINEAR_EXTRAPOLATE", .kind = PHK_ARG_FLAG},
    {"FILE", .kind = PHK_ARG_TEXTS},
    {"BLOCK", .kind = PHK_ARG_TEXTS, .flags = PHK_ARG_REFUSED,
     .why = "a file with named blocks is of a user's own form"},
    {"CHANNEL", .kind = PHK_ARG_NUMBER},
    {"ROUTINE", .kind = PHK_ARG_TEXT, .flags = PHK_ARG_REFUSED,
     .why = "it names a user's subroutine"},
    {.name = NULL}};

static bool is_y(const phk_given *given)
{
    return strcmp(given->arg->name, "Y") == 0;
}

static bool has_increasing(phk_deck *deck, const phk_given *x)
{
    for (int k = 1; k < x->count; k++)
        if (!(x->number[k] > x->number[k - 1])) {
            phk_deck_error(deck, PH_E_RANGE, x->piece[k], "sort the points by X",
                           "X must increase: %g follows %g", x->number[k], x->number[k - 1]);
            return false;
        }
    return true;
}

/* The Y of a family, each behind its z, into `y` and `z`. */
static bool read_family(phk_deck *deck, const phk_statement *s, int points, double *y, double *z)
{
    int n = 0;
    for (int k = 0; k < s->count; k++) {
        const phk_given *given = &s->given[k];
        if (!is_y(given)) continue;
        if (given->count != points + 1) {
            phk_deck_error(deck, PH_E_MODEL, given->name,
                           "each Y of several begins with its z: Y = z, y1, y2, ..",
                           "with %d X this Y needs a z and as many values, %d numbers; it has %d",
                           points, points + 1, given->count);
            return false;
        }
        if (n > 0 && !(given->number[0] > z[n - 1])) {
            phk_deck_error(deck, PH_E_RANGE, given->piece[0], "sort the curves by z",
                           "z must increase: %g follows %g", given->number[0], z[n - 1]);
            return false;
        }
        z[n] = given->number[0];
        memcpy(y + (size_t)n * (size_t)points, given->number + 1, (size_t)points * sizeof *y);
        n++;
    }
    return true;
}

static bool read_points(phk_deck *deck, const phk_statement *s, ph_table_def *def)
{
    const phk_given *x = phk_arg_find(s, "X"), *y = phk_arg_find(s, "Y");
    if (!x || !y) {
        phk_deck_error(deck, PH_E_MISSING, s->keyword, "give X = .. and Y = ..",
                       "SPLINE/%d has no %s", s->id, x ? "Y" : "X");
        return false;
    }
    if (!has_increasing(deck, x)) return false;
    def->x = (ph_numbers){x->count, x->number};
    int curves = 0;
    for (int k = 0; k < s->count; k++) curves += is_y(&s->given[k]);
    if (curves == 1) {
        def->y = (ph_numbers){y->count, y->number};
        if (y->count == x->count) return true;
        phk_deck_error(deck, PH_E_MODEL, y->name, "give as many Y as X",
                       "SPLINE/%d has %d X and %d Y", s->id, x->count, y->count);
        return false;
    }
    size_t n = (size_t)curves * (size_t)x->count;
    double *values = phk_arena_alloc(&deck->arena, n * sizeof *values);
    double *z = phk_arena_alloc(&deck->arena, (size_t)curves * sizeof *z);
    if (!values || !z) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return false;
    }
    def->y = (ph_numbers){(int)n, values};
    def->z = (ph_numbers){curves, z};
    return read_family(deck, s, x->count, values, z);
}

/* A channel of a time history. */
static bool read_history(phk_deck *deck, const phk_statement *s, const char *text, size_t length,
                         ph_table_def *def)
{
    const phk_given *given = phk_arg_find(s, "CHANNEL"), *file = phk_arg_find(s, "FILE");
    double channel = given ? given->number[0] : 0;
    int channels = 0;
    bool whole = channel >= 1 && channel <= 1024 && channel == (double)(int)channel;
    const char *wrong = phk_rpc_read(&deck->arena, text, length, whole ? (int)channel : 0,
                                     deck->units.time, &def->x, &def->y, &channels);
    if (wrong && *wrong)
        phk_deck_error(deck, PH_E_FORMAT, file->piece[0], NULL,
                       "this time history of RPC III cannot be read: %s", wrong);
    else if (wrong)
        phk_deck_error(
            deck, given ? PH_E_RANGE : PH_E_MISSING, given ? given->piece[0] : s->keyword,
            phk_deck_print(deck, "CHANNEL = 1 to %d", channels),
            given ? "the file has no channel %g" : "the file has several channels: which?",
            channel);
    else if (!def->x.value)
        phk_deck_failed(deck, PH_E_NOMEM);
    else
        return true;
    return false;
}

/* A time history, or two columns of numbers, from a file beside the deck. */
static bool read_file(phk_deck *deck, const phk_statement *s, const phk_given *file,
                      ph_table_def *def)
{
    const char *given =
        phk_arena_text(&deck->arena, deck->text + file->piece[0].at, file->piece[0].length);
    const char *name = given ? phk_deck_path(deck, given, file->piece[0]) : NULL;
    char *text = NULL;
    size_t length;
    if (!given) phk_deck_failed(deck, PH_E_NOMEM);
    if (!name) return false;
    ph_status status =
        phk_file_read(name, phk_deck_place(deck, file->piece[0]), deck->diag, &text, &length);
    if (!status && phk_rpc_is(text, length)) {
        def->beyond = PH_BEYOND_CONSTANT;
        status = read_history(deck, s, text, length, def) ? PH_OK : PH_E_FORMAT;
    } else if (!status) {
        phk_diag_text(deck->diag, name, text, length);
        status = phk_csv_read(&deck->arena, name, text, length, deck->diag, &def->x, &def->y);
        phk_diag_text(deck->diag, name, NULL, 0);
    }
    free(text);
    phk_deck_failed(deck, status);
    return !status;
}

void phk_adams_build_spline(phk_deck *deck, const phk_statement *s)
{
    const phk_given *file = phk_arg_find(s, "FILE");
    ph_table_def def = {.where = phk_deck_place(deck, s->keyword)};
    if (file && (phk_arg_find(s, "X") || phk_arg_find(s, "Y"))) {
        phk_deck_error(deck, PH_E_MODEL, file->name, "keep FILE or X and Y",
                       "SPLINE/%d has both points and a file", s->id);
        return;
    }
    def.beyond = PH_BEYOND_PARABOLA;
    if (file ? !read_file(deck, s, file, &def) : !read_points(deck, s, &def)) return;
    if (phk_arg_flag(s, "LINEAR_EXTRAPOLATE")) def.beyond = PH_BEYOND_TANGENT;
    phk_deck_added(deck, ph_model_add_table(deck->model, s->name, &def), s, PHK_KIND_TABLE);
}
