/* SPDX-License-Identifier: BSD-3-Clause
 *
 * parse.h -- what the grammar (parse.c) and the calls in it (call.c) share.
 *
 * The parser writes the tape as it reads; there is no tree, so a long sum needs no deep recursion.
 * A word that makes no sense ends the reading: then `stopped` is set and the word at hand becomes
 * the end, which makes all loops finish. Wrong names and arguments are reported and read over.
 */
#ifndef PHK_PARSE_H
#define PHK_PARSE_H

#include "expr/code.h"
#include "expr/lex.h"

enum {
    PHK_DEEPEST = 200,    /* nesting of parentheses, calls and powers */
    PHK_LONGEST = 1 << 20 /* [bytes] of an expression */
};

typedef struct {
    const char *text;
    size_t length;
    ph_source where;
    const phk_scope *scope;
    ph_diag *diag;
    phk_code code;
    phk_token token; /* the word at hand */
    int errors, stopped, depth;
    int choices;        /* open sides of choices: what is here may never be evaluated */
    phk_operand *stack; /* arguments of the calls being read; in the scratch arena */
    int stacked;        /* of them */
    phk_token varies;   /* the first name of an input; length 0: none */
    phk_token trouble;  /* the first operation whose constant result is not finite */
} phk_parser;

/* Reads the next word into p->token. */
void phk_advance(phk_parser *p);
/* An error about text[start .. start + length - 1]. */
void phk_complain(phk_parser *p, ph_status code, size_t start, size_t length, const char *hint,
                  const char *format, ...) PH_PRINTF(6, 7);
/* The same, and the end of reading. */
void phk_stop_at(phk_parser *p, const phk_token *token, const char *hint, const char *format, ...)
    PH_PRINTF(4, 5);
/* Stops at the word at hand with "expected WHAT, found WORD". */
void phk_expected(phk_parser *p, const char *what, const char *hint);
/* One level deeper; 0: too deep, reported. Every success is paired with p->depth--. */
int phk_deeper(phk_parser *p, const phk_token *at);
/* Remembers where a constant went wrong; hands x on. */
phk_operand phk_watch_operand(phk_parser *p, phk_operand x, const phk_token *at);

/* Text for messages: clipped, without control characters. */
typedef struct {
    char text[96];
} phk_quote;
phk_quote phk_quoted(const char *text, size_t length);

/* "did you mean ...?" among the scope's names and the library; text "" when nothing is near. */
phk_quote phk_suggest(const phk_parser *p, const char *name, size_t length);

/* What stands for a thing that was reported as wrong: not constant, so that nothing is folded. */
static inline phk_operand phk_anything(void)
{
    return (phk_operand){PHK_INPUT, 0, 0};
}

/* The grammar's start. */
phk_operand phk_read_expression(phk_parser *p);
/* A call: `name` has been read, the word at hand is its parenthesis. */
phk_operand phk_read_call(phk_parser *p, const phk_token *name);

#endif
