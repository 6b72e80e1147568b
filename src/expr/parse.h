/* SPDX-License-Identifier: BSD-3-Clause
 *
 * parse.h -- expressions of model files: what their words mean (parse.c) and the calls among them
 * (call.c). They write the tape as it is read.
 */
#ifndef PHK_PARSE_H
#define PHK_PARSE_H

#include "expr/reading.h"

typedef struct {
    phk_reading in;
    ph_source where;
    const phk_scope *scope;
    ph_diag *diag;
    phk_code code;
    int choices;        /* open sides of choices: what is here may never be evaluated */
    phk_operand *stack; /* arguments of the calls being read; in the scratch arena */
    int stacked;        /* of them */
    phk_token varies;   /* the first name of an input; length 0: none */
    phk_token trouble;  /* the first operation whose constant result is not finite */
} phk_parser;

/* Remembers where a constant went wrong; hands x on. */
phk_operand phk_watch_operand(phk_parser *p, phk_operand x, const phk_token *at);

/* "did you mean ...?" among the scope's names and the library; text "" when nothing is near. */
phk_quote phk_suggest(const phk_parser *p, const char *name, size_t length);

/* A call: `name` has been read, the word at hand is its parenthesis. */
phk_operand phk_read_call(phk_reading *r, const phk_token *name);

#endif
