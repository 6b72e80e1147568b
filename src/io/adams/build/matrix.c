/* SPDX-License-Identifier: BSD-3-Clause
 *
 * matrix.c -- MATRIX: numbers in rows and columns for other statements, in the units of the deck.
 *
 * FULL lists all VALUES, by columns unless RORDER says by rows; SPARSE those that are not zero,
 * each with its row I and its column J; FILE and NAME take them from a file. ROWS and COLUMNS are
 * also called M and N.
 */
#include "io/adams/build/matrix.h"

#include <math.h>
#include <string.h>
#include "io/adams/build/frame.h"
#include "io/adams/read/readers.h"

static const char *const order_words[] = {"RORDER", "CORDER", NULL};

const phk_arg phk_adams_matrix_args[] = {{"ROWS", .kind = PHK_ARG_NUMBER},
                                         {"COLUMNS", .kind = PHK_ARG_NUMBER},
                                         {"M", .kind = PHK_ARG_NUMBER},
                                         {"N", .kind = PHK_ARG_NUMBER},
                                         {"FULL", .kind = PHK_ARG_WORD, .words = order_words},
                                         {"SPARSE", .kind = PHK_ARG_FLAG},
                                         {"I", .kind = PHK_ARG_NUMBER, .least = 1, .most = -1},
                                         {"J", .kind = PHK_ARG_NUMBER, .least = 1, .most = -1},
                                         {"VALUES", .kind = PHK_ARG_NUMBER, .least = 1, .most = -1},
                                         {"FILE", .kind = PHK_ARG_TEXTS},
                                         {"NAME", .kind = PHK_ARG_TEXTS},
                                         {.name = NULL}};

/* Whole numbers from 1 to a million, as counts and indices are; 0: it is none. */
static int whole(double x)
{
    return x >= 1 && x <= 1e6 && x == floor(x) ? (int)x : 0;
}

/* How many rows, or columns, by one name or the other. */
static int size_of(const phk_statement *s, const char *name, const char *other)
{
    return whole(phk_arg_number(s, phk_arg_find(s, name) ? name : other, 0, 0));
}

static bool has_places(const phk_statement *s, int count)
{
    const phk_given *i = phk_arg_find(s, "I"), *j = phk_arg_find(s, "J");
    return i && j && i->count == count && j->count == count;
}

/* Are the sizes there, and as many values? */
static bool is_whole(phk_deck *deck, const phk_statement *s, const phk_deck_matrix *m)
{
    const phk_given *v = phk_arg_find(s, "VALUES");
    bool sparse = phk_arg_flag(s, "SPARSE");
    if (!v || !m->rows || !m->columns)
        phk_deck_error(deck, PH_E_MISSING, s->keyword, "give ROWS, COLUMNS and VALUES",
                       "MATRIX/%d needs %s", s->id,
                       v ? "ROWS and COLUMNS, whole numbers" : "VALUES");
    else if (!sparse && v->count != (double)m->rows * m->columns)
        phk_deck_error(deck, PH_E_MODEL, v->name, NULL,
                       "MATRIX/%d has %d rows and %d columns, but %d values", s->id, m->rows,
                       m->columns, v->count);
    else if (sparse && !has_places(s, v->count))
        phk_deck_error(deck, PH_E_MODEL, s->keyword, "give I, J and VALUES of the same length",
                       "MATRIX/%d is sparse: each of its values needs a row I and a column J",
                       s->id);
    else
        return true;
    return false;
}

/* Puts the values in their places. */
static bool fill(phk_deck *deck, const phk_statement *s, phk_deck_matrix *m)
{
    const phk_given *v = phk_arg_find(s, "VALUES");
    bool by_rows = phk_arg_word(s, "FULL", 1) == 0, sparse = phk_arg_flag(s, "SPARSE");
    for (int k = 0; k < v->count; k++) {
        int row = by_rows ? k / m->columns : k % m->rows;
        int column = by_rows ? k % m->columns : k / m->rows;
        if (sparse) {
            row = whole(phk_arg_number(s, "I", k, 0)) - 1;
            column = whole(phk_arg_number(s, "J", k, 0)) - 1;
        }
        if (row < 0 || row >= m->rows || column < 0 || column >= m->columns) {
            phk_deck_error(
                deck, PH_E_RANGE, v->piece[k], NULL,
                "the place of this value is outside of a matrix of %d rows and %d columns", m->rows,
                m->columns);
            return false;
        }
        m->value[(size_t)row * (size_t)m->columns + (size_t)column] = v->number[k];
    }
    return true;
}

static bool read_values(phk_deck *deck, const phk_statement *s, phk_deck_matrix *m)
{
    m->rows = size_of(s, "ROWS", "M");
    m->columns = size_of(s, "COLUMNS", "N");
    if (!is_whole(deck, s, m)) return false;
    size_t bytes = (size_t)m->rows * (size_t)m->columns * sizeof *m->value;
    m->value = phk_arena_alloc(&deck->arena, bytes);
    if (!m->value) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return false;
    }
    memset(m->value, 0, bytes);
    return fill(deck, s, m);
}

static const char *text_of(phk_deck *deck, const phk_given *given)
{
    return phk_deck_print(deck, "%.*s", (int)given->piece[0].length,
                          deck->text + given->piece[0].at);
}

static bool read_file(phk_deck *deck, const phk_statement *s, phk_deck_matrix *m)
{
    const phk_given *file = phk_arg_find(s, "FILE"), *name = phk_arg_find(s, "NAME");
    if (!name || phk_arg_find(s, "VALUES")) {
        phk_deck_error(deck, name ? PH_E_MODEL : PH_E_MISSING, file->name,
                       "give FILE and NAME, or ROWS, COLUMNS and VALUES",
                       name ? "MATRIX/%d has both values and a file"
                            : "MATRIX/%d needs the NAME it has in the file",
                       s->id);
        return false;
    }
    return phk_deck_matrix_read(deck, file->piece[0], text_of(deck, file), text_of(deck, name), m);
}

const phk_deck_matrix *phk_deck_matrix_of(phk_deck *deck, const phk_statement *s)
{
    phk_statement *own = phk_deck_own(deck, s);
    phk_deck_matrix *m = own->data;
    if (s->broken) return NULL;
    if (!m) {
        m = phk_arena_alloc(&deck->arena, sizeof *m);
        if (!m) {
            phk_deck_failed(deck, PH_E_NOMEM);
            return NULL;
        }
        *m = (phk_deck_matrix){0};
        own->data = m;
        bool done = phk_arg_find(s, "FILE") ? read_file(deck, s, m) : read_values(deck, s, m);
        if (!done) m->value = NULL;
    }
    return m->value ? m : NULL;
}

/* Modes of a flexible body, which come from another file. */
static bool is_of_flexible(const phk_deck *deck, const phk_statement *s)
{
    for (const phk_statement *f = NULL; (f = phk_deck_next(deck, "FLEX_BODY", f));) {
        const phk_given *list = phk_arg_find(f, "MATRICES");
        for (int k = 0; list && k < list->count; k++)
            if (list->number[k] == s->id) return true;
    }
    return false;
}

void phk_adams_build_matrix(phk_deck *deck, const phk_statement *s)
{
    if (is_of_flexible(deck, s)) return;
    phk_deck_matrix_of(deck, s);
}
