/* SPDX-License-Identifier: BSD-3-Clause
 *
 * field.h -- what a field table can do with a struct, whoever fills it: a file, a deck, a program.
 */
#ifndef PHK_FIELD_H
#define PHK_FIELD_H

#include <stdint.h>
#include <polhode/field.h>

/* Whether two structs have the same value in a field, as far as a file can tell. Of texts, places
 * and lists only whether there is one counts. */
bool phk_field_same(const ph_field *field, const void *a, const void *b);

/* The bits of the fields whose value differs from the one in `blank`. */
uint64_t phk_field_changed(const ph_field *fields, const void *def, const void *blank);

/* The bit of a field in a set of given ones: by its name (0: the table has none), and by the place
 * of its value in the struct, as in PHK_GIVEN. */
uint64_t phk_field_bit(const ph_field *fields, const char *name);
bool phk_field_given_at(const ph_field *fields, const void *def, const void *value);
/* Was a member of *def given? PHK_GIVEN(phk_body_fields, body, velocity) */
#define PHK_GIVEN(fields, def, member) phk_field_given_at(fields, def, &(def)->member)

/* Markers an element sees for a field. */
static inline int phk_field_markers(const ph_field *f)
{
    return f->kind == PH_FIELD_PLACE ? 1 : f->kind == PH_FIELD_JOINTS ? 2 * (int)f->max : 0;
}

/* Whether a number lies in the range of a field; if not, `why` says what it must be. */
enum { PHK_RANGE_TEXT = 200 };
bool phk_field_in_range(const ph_field *field, double value, char why[PHK_RANGE_TEXT]);
/* Index of a word among those of a field, or of `all` behind them in a set of words; -1: none, and
 * the hint says which there are. */
enum { PHK_HINT_TEXT = 400 };
int phk_field_word(const ph_field *field, const char *word, char hint[PHK_HINT_TEXT]);
/* "did you mean", else the fields there are; returns the one that was probably meant, or NULL.
 * more: words that would be right as well, with blanks between them, or NULL. */
enum { PHK_WORDS_MORE = 8 };
const ph_field *phk_field_nearest(const ph_field *fields, const char *name, const char *more,
                                  char *hint, size_t size);

#endif
