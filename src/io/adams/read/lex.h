/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lex.h -- the words of an ADAMS deck or command file.
 *
 * Tokens are read from the file's text as it stands: continuation lines (a comma in front, an
 * ampersand at the end of the line before, indentation) and comments are passed over, so every
 * token keeps its place in the file and nothing is copied.
 */
#ifndef PHK_ADAMS_LEX_H
#define PHK_ADAMS_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <polhode/base.h>

typedef enum {
    PHK_TOKEN_END,    /* of the range */
    PHK_TOKEN_WORD,   /* letter or _, then letters, digits, _, and $ */
    PHK_TOKEN_NUMBER, /* without a sign: "1.5", ".5e-3", "1D3" (an exponent), "90D" (degrees) */
    PHK_TOKEN_TEXT,   /* between quotes */
    PHK_TOKEN_MARK,   /* one character; "**" is two */
    PHK_TOKEN_BAD     /* a character or a number that means nothing; the error is reported */
} phk_word_kind;

typedef struct {
    phk_word_kind kind;
    size_t at, length; /* in the text; a quoted text without its quotes */
    char mark;         /* of PHK_TOKEN_MARK; '^' stands for "**" */
    double number;     /* degrees are radians already */
    bool degrees;      /* written with D */
    /* It is the first of a continuation line: a comma before it there is no token and may stand for
     * a separator or for nothing. */
    bool continued;
} phk_word;

typedef struct {
    const char *text;
    size_t at, end; /* the range still to be read */
    bool at_line;   /* at the beginning of a line */
    ph_diag *diag;  /* NULL: be silent */
    const char *file;
    const struct phk_lines *lines; /* where lines begin */
} phk_lexer;

phk_word phk_lexer_next(phk_lexer *lexer);
phk_word phk_lexer_peek(const phk_lexer *lexer); /* reports nothing */

/* Where the lines of a text begin, so that an offset becomes line and column. */
typedef struct phk_lines {
    size_t *start; /* [count] */
    size_t count;
} phk_lines;
ph_source phk_lines_place(const phk_lines *lines, const char *file, size_t at, size_t length);

/* Does a word, whatever its case, abbreviate `name` with at least `least` letters? */
bool phk_abbreviates(const char *word, size_t length, const char *name, int least);

#endif
