/* SPDX-License-Identifier: BSD-3-Clause
 *
 * text.h -- a text of finite-element programs, line by line: pieces between separators, numbers as
 * such programs write them, errors with their place.
 */
#ifndef PHK_FE_TEXT_H
#define PHK_FE_TEXT_H

#include <stdbool.h>
#include <polhode/base.h>

typedef struct {
    const char *file; /* outlives all messages */
    const char *next, *end;
    const char *line; /* the line at hand, up to `stop`, its end of line left out */
    const char *stop;
    int number;     /* from 1 */
    const char *at; /* where reading of the line goes on */
    ph_diag *diag;
} phk_fe_text;

void phk_fe_text_begin(phk_fe_text *t, const char *file, const char *text, size_t length,
                       ph_diag *diag);
/* The next line that is not blank. False: there is none. */
bool phk_fe_line(phk_fe_text *t);
/* A piece of the line at hand. */
typedef struct {
    const char *at;
    int length;
} phk_fe_piece;
/* The next piece, without blanks around it: up to a comma, or with `blank` up to a blank or comma.
 * False: the line is over. A piece between two commas may be empty. */
bool phk_fe_next(phk_fe_text *t, bool blank, phk_fe_piece *out);
/* Columns from..from+width of the line at hand, cut at its end and without blanks around. */
phk_fe_piece phk_fe_columns(const phk_fe_text *t, int from, int width);

/* True where a piece is one: 1.5, 3.+5 (no E), 1.d-3. */
bool phk_fe_real(phk_fe_piece piece, double *value);
bool phk_fe_whole(phk_fe_piece piece, int *value);
bool phk_fe_is(phk_fe_piece piece, const char *word); /* case does not matter */

/* An error at a piece; returns the code. */
ph_status phk_fe_error(const phk_fe_text *t, phk_fe_piece piece, ph_status code, const char *hint,
                       const char *format, ...) PH_PRINTF(5, 6);
/* "expected WHAT, got ...". */
ph_status phk_fe_expected(const phk_fe_text *t, phk_fe_piece piece, const char *what);

#endif
