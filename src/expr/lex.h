/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lex.h -- the words of an expression.
 */
#ifndef PHK_LEX_H
#define PHK_LEX_H

#include <stddef.h>

typedef enum {
    PHK_T_END,
    PHK_T_BAD, /* see problem */
    PHK_T_NUMBER,
    PHK_T_NAME, /* dots included: body.R.31 */
    PHK_T_OPEN,
    PHK_T_CLOSE,
    PHK_T_COMMA,
    PHK_T_COLON,
    PHK_T_PLUS,
    PHK_T_MINUS,
    PHK_T_TIMES,
    PHK_T_OVER,
    PHK_T_POWER, /* ^ and ** */
    PHK_T_LESS,
    PHK_T_LESS_EQUAL,
    PHK_T_MORE,
    PHK_T_MORE_EQUAL,
    PHK_T_EQUAL,
    PHK_T_UNEQUAL,
    PHK_T_AND,
    PHK_T_OR,
    PHK_T_NOT,
    PHK_T_OPEN_LIST, /* [, ] and %: where a vocabulary has lists and their product */
    PHK_T_CLOSE_LIST,
    PHK_T_CROSS,
    PHK_T_OTHER, /* what no expression knows; of a deck */
    PHK_T_KINDS
} phk_token_kind;

typedef struct {
    phk_token_kind kind;
    size_t start, length;
    double number;
    const char *problem, *hint; /* of a bad word: a phrase its text follows; what would be right */
    int degrees;                /* of a number written with D */
    int continued;              /* it begins a continuation line of a deck */
} phk_token;

/* The word at or after text[at]. */
phk_token phk_lex(const char *text, size_t length, size_t at);

/* Letters of names: ASCII letters, _, and every byte of a letter beyond ASCII. */
int phk_is_letter(char c);
int phk_is_digit(char c);

/* Equal but for the case of ASCII letters, whatever the locale. */
int phk_same_words(const char *a, size_t na, const char *b, size_t nb);

#endif
