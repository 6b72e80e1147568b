/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reading.h -- an expression while it is read: one grammar (grammar.c) for two vocabularies.
 *
 * A vocabulary says which words there are, what becomes of what was read, and in which words
 * mistakes are told. That of model files (parse.c) writes a tape. That of decks
 * (io/adams/function) writes the same expression as a model file has it: a deck becomes a model,
 * which may be written to a file, and tapes are made of models alone.
 *
 * Whoever writes does so while it is read; there is no tree, so a long sum needs no deep recursion.
 * A word that makes no sense ends the reading: then `stopped` is set and the word at hand becomes
 * the end, which makes all loops finish. Wrong names and arguments are reported and read over.
 */
#ifndef PHK_READING_H
#define PHK_READING_H

#include "expr/code.h"
#include "expr/lex.h"

/* How strongly operators bind, weakest first. */
enum {
    PHK_LEVEL_OR = 1,
    PHK_LEVEL_AND,
    PHK_LEVEL_NOT,
    PHK_LEVEL_COMPARE,
    PHK_LEVEL_SUM,
    PHK_LEVEL_PRODUCT,
    PHK_LEVEL_SIGNED
};

typedef struct phk_reading phk_reading;

typedef struct {
    int lowest;  /* the level of the weakest operators there are */
    int deepest; /* nesting of parentheses, calls and powers */
    const char *deep_hint, *empty_hint;

    /* The word behind the one at hand. One that makes no sense it reports, and stops. */
    phk_token (*next)(phk_reading *r);
    /* Tells of a mistake in a word; of length 0: in the whole, or at its end. */
    void (*report)(phk_reading *r, ph_status code, const phk_token *at, const char *hint,
                   const char *message);
    /* The word at hand fits nowhere: `value` is wanted, or else an operator. It may stop with words
     * of its own; it returns a hint for the usual ones, or NULL. */
    const char *(*strange)(phk_reading *r, int value);

    /* A name, and a call, whose name was read: the word at hand is its parenthesis. */
    phk_operand (*name)(phk_reading *r, const phk_token *name);
    phk_operand (*call)(phk_reading *r, const phk_token *name);
    /* A list in brackets, of which the word at hand is the first; where words are of that kind. */
    phk_operand (*list)(phk_reading *r);
    /* An operation on what was read; b is a where there is one operand. NULL: not wanted. */
    phk_operand (*apply)(phk_reading *r, phk_op op, phk_operand a, phk_operand b,
                         const phk_token *sign);
    /* Numbers, operators and parentheses in the order in which they stand, before what follows is
     * read: for one who writes text. `alone`: a sign before a value. NULL: not wanted. */
    void (*pass)(phk_reading *r, const phk_token *word, int alone);
} phk_vocabulary;

struct phk_reading {
    const phk_vocabulary *vocabulary;
    void *self; /* the vocabulary's */
    const char *text;
    size_t length;
    phk_token token; /* the word at hand */
    int errors, stopped, depth;
};

/* ---- grammar.c ---- */

/* Reads all of the text; what it means is the operand, if r->errors is 0 afterwards. */
phk_operand phk_read_all(phk_reading *r);
/* An argument of a call, or the inside of parentheses. */
phk_operand phk_read_expression(phk_reading *r);
/* Whether another argument follows; its comma is passed. */
int phk_next_argument(phk_reading *r);
/* Passes the parenthesis at the end of a call; 0: there is none, which was reported. */
int phk_close_call(phk_reading *r, const phk_token *open);

/* What stands for a thing that was reported as wrong: not constant, so that nothing is folded. */
static inline phk_operand phk_anything(void)
{
    return (phk_operand){PHK_INPUT, 0, 0};
}

/* ---- report.c ---- */

/* Reads the next word into r->token. */
void phk_advance(phk_reading *r);
/* An error about a word; NULL: about the whole. */
void phk_complain(phk_reading *r, ph_status code, const phk_token *at, const char *hint,
                  const char *format, ...) PH_PRINTF(5, 6);
/* The same, and the end of reading. */
void phk_stop_at(phk_reading *r, const phk_token *token, const char *hint, const char *format, ...)
    PH_PRINTF(4, 5);
/* The end of reading alone, what is wrong having been told. */
void phk_stop(phk_reading *r);
/* Stops at the word at hand with "expected WHAT, found WORD". */
void phk_expected(phk_reading *r, const char *what, const char *hint);
/* One level deeper; 0: too deep, reported. Every success is paired with r->depth--. */
int phk_deeper(phk_reading *r, const phk_token *at);

/* Text for messages: clipped, without control characters. */
typedef struct {
    char text[96];
} phk_quote;
phk_quote phk_quoted(const char *text, size_t length);

#endif
