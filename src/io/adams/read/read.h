/* SPDX-License-Identifier: BSD-3-Clause
 *
 * read.h -- reading one statement after another: what read_*.c share.
 */
#ifndef PHK_ADAMS_READ_H
#define PHK_ADAMS_READ_H

#include <stdint.h>
#include "io/adams/read/deck.h"

/* Arrays that grow with use and serve every statement in turn; results are copied out of them. */
typedef struct {
    size_t count, room;
    void *item;
} phk_pile;

typedef struct {
    phk_deck *deck;
    phk_lexer lexer;
    phk_word token;             /* the next one to look at; the lexer stands behind it */
    const phk_statement *owner; /* the statement being read */
    const phk_arg *args;        /* of its type */
    phk_piece argument;         /* the name of the argument being read */
    bool broken;                /* an error in it was reported */
    bool partial;               /* it changes what is there: nothing is missing in it */
    bool folds;                 /* arguments that are refused are told of later, for all */
    bool wants_more;            /* the list being read has room for one more value */
    uint64_t seen;              /* bit k: args[k] was given, */
    phk_piece first[64];        /* here for the first time */
    phk_pile given;             /* phk_given */
    phk_pile number;            /* double */
    phk_pile piece;             /* phk_piece */
} phk_reader;

void phk_reader_free(phk_reader *reader);
/* Room for one more item of `size` bytes at the end, or NULL: out of memory, which is noted. */
void *phk_pile_add(phk_reader *reader, phk_pile *pile, size_t size);

void phk_reader_advance(phk_reader *reader);
/* Passes over a wrong value: up to the next comma, backslash or line. */
void phk_reader_skip(phk_reader *reader);
/* Reports an error about a piece of the statement, which is broken then. */
void phk_reader_error(phk_reader *reader, ph_status code, phk_piece piece, const char *hint,
                      const char *format, ...) PH_PRINTF(5, 6);
phk_piece phk_token_piece(phk_word token); /* a quoted text without its quotes */

/* Where the lines of the deck's text begin; false: out of memory, which is noted. */
bool phk_deck_find_lines(phk_deck *deck);
/* Where the code of a line from `at` on ends: before a comment, a semicolon or the line's end. */
size_t phk_code_end(const phk_deck *deck, size_t at, size_t end);
size_t phk_skip_blanks(const phk_deck *deck, size_t at, size_t end);

/* Reads the statement in text[begin..end) into *s; false: it is none of the language, which was
 * reported. */
bool phk_read_statement(phk_reader *reader, size_t begin, size_t end, phk_statement *s);
/* Its arguments, from the reader's token on, by the table of its type. */
void phk_read_arguments(phk_reader *reader, phk_statement *s);
/* The value behind the = sign on which the reader stands. */
void phk_read_value(phk_reader *reader, const phk_arg *arg, phk_given *given);

/* Which of several names a word means: the very name; the only one it begins; or the one whose
 * letters suffice. Indices, -1: none. */
typedef struct {
    const char *word;
    size_t length;
    int exact, begins, other, allowed; /* `other`: it begins that one, too */
} phk_match;
#define PHK_MATCH(word, length) ((phk_match){word, length, -1, -1, -1, -1})
void phk_match_offer(phk_match *match, const char *name, int abbreviation, int index);
int phk_match_found(const phk_match *match);
phk_match phk_match_arg(const phk_arg *args, const char *word, size_t length);
phk_match phk_match_type(const char *word, size_t length);

/* Whether an argument of the statement begins at a lexer's next token, a word. */
bool phk_begins_argument(const phk_reader *reader, phk_lexer at);

/* Pieces of the text from the lexer's place on, where it stands behind them afterwards. */
phk_piece phk_scan_function(phk_reader *reader);
phk_piece phk_scan_text(phk_reader *reader, bool list); /* `list`: any comma ends it */
phk_piece phk_scan_mixed(phk_reader *reader);

#endif
