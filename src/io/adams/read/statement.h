/* SPDX-License-Identifier: BSD-3-Clause
 *
 * statement.h -- the statements of an ADAMS deck: what may stand in them, and what was given.
 *
 * A statement is KEYWORD/id, ARGUMENT = values, ARGUMENT, ... One table per statement lists its
 * arguments; the reader of statements checks everything such a table says (unknown, repeated and
 * missing arguments, numbers of values, references to what is not there) and reports all errors.
 * The table of statements (statements.c) says what becomes of each.
 */
#ifndef PHK_ADAMS_STATEMENT_H
#define PHK_ADAMS_STATEMENT_H

#include <polhode/model.h>
#include "base/arena.h"
#include "io/adams/read/lex.h"

typedef struct phk_deck phk_deck;
typedef struct phk_statement phk_statement;

/* What follows the name of an argument and its = sign. */
typedef enum {
    PHK_ARG_FLAG,     /* nothing: the name alone */
    PHK_ARG_NUMBER,   /* numbers, with their signs; with D: degrees, given in radians */
    PHK_ARG_ID,       /* numbers of other statements, of the kind `of` */
    PHK_ARG_WORD,     /* one of `words`, abbreviated as arguments are */
    PHK_ARG_WORDS,    /* several of them */
    PHK_ARG_TEXT,     /* a text in quotes, or up to the end of the statement or to a backslash */
    PHK_ARG_TEXTS,    /* texts in quotes or plain words, separated by commas */
    PHK_ARG_FUNCTION, /* an expression: up to a backslash or to a comma outside of parentheses */
    PHK_ARG_MIXED     /* what a statement reads itself from its tokens: a span of the text */
} phk_arg_kind;

enum {
    PHK_ARG_REQUIRED = 1,
    PHK_ARG_UNUSED = 2,  /* of no meaning here: a note says so when it is given */
    PHK_ARG_REFUSED = 4, /* would change the physics and cannot be done: an error when given */
    PHK_ARG_REPEATED = 8 /* may be given several times: all are in the statement's list */
};

typedef struct {
    const char *name; /* upper case; NULL ends a table */
    phk_arg_kind kind;
    int least, most;          /* values; 0, 0: exactly one; most < 0: any number */
    const char *of;           /* PHK_ARG_ID: the statement it refers to, "MARKER"; a list "A|B" */
    const char *const *words; /* upper case, NULL at the end */
    int abbreviation;         /* letters that suffice though others begin so too; 0: as many as
                                 tell it from the others */
    unsigned flags;
    const char *why; /* of PHK_ARG_REFUSED and PHK_ARG_UNUSED: a clause for the message */
} phk_arg;

/* Which stage of building the model a statement's `build` belongs to: all of a stage come before
 * those of the next, each in the order of the file. */
typedef enum {
    PHK_STAGE_UNITS,
    PHK_STAGE_PARTS, /* bodies, once all markers are known */
    PHK_STAGE_MARKERS,
    PHK_STAGE_DATA, /* tables, lists */
    PHK_STAGE_JOINTS,
    PHK_STAGE_MOTIONS,
    PHK_STAGE_STATES, /* differential equations, variables */
    PHK_STAGE_CONTROL,
    PHK_STAGE_FORCES,
    PHK_STAGE_REQUESTS,
    PHK_STAGE_SHAPES,
    PHK_STAGE_SETTINGS,
    PHK_STAGES
} phk_stage;

typedef enum {
    PHK_STATEMENT_BUILD, /* becomes part of the model */
    PHK_STATEMENT_SKIP,  /* has no meaning here: a note, once for all of its kind */
    PHK_STATEMENT_REFUSE /* changes the physics, and there is no element for it: an error */
} phk_treatment;

typedef struct {
    const char *name; /* upper case, "SPRINGDAMPER" */
    int abbreviation; /* letters that suffice; 0: as many as tell it from the others */
    bool has_id;      /* NAME/id; otherwise NAME/ */
    phk_treatment treatment;
    const char *becomes; /* for the manual: "joint `revolute`, ..", or why it is skipped/refused */
    const phk_arg *args; /* NULL: not looked at */
    phk_stage stage;
    /* Adds it to the model. Reports errors itself, by phk_deck_error. */
    void (*build)(phk_deck *deck, const phk_statement *statement);
    const char *unknown; /* why an argument it does not know changes no motion: it is left out, and
                            a note says so; NULL: such a one is an error */
} phk_statement_type;

/* The table; ends with name == NULL. */
extern const phk_statement_type phk_statement_types[];

/* A piece of the deck's text. */
typedef struct {
    size_t at, length;
} phk_piece;

/* One argument as it was given. */
typedef struct {
    const phk_arg *arg;
    phk_piece name;               /* where it stands */
    int count;                    /* of values */
    const double *number;         /* [count]; of an id: the id */
    const phk_piece *piece;       /* [count] where each value stands; a function or a text: one */
    unsigned words;               /* bit k: words[k] */
    const phk_statement **target; /* [count] of PHK_ARG_ID: the statements referred to; NULL:
                                     an error was reported */
} phk_given;

struct phk_statement {
    const phk_statement_type *type;
    phk_piece keyword; /* where it stands, with its id */
    int id;            /* 0: none */
    const char *name;  /* unique, of the model's name space: from adams_view_name, or "PART_2" */
    const char *view_name; /* as the comment has it; NULL: none */
    int count;
    const phk_given *given; /* in the order of the file */
    bool broken;            /* errors were reported: it is not built */
    bool left_out;          /* the user goes without it: its arguments are not read */
    void *data;             /* for `build`: what was made of it, such as the place of a marker */
};

/* The argument of that name, or NULL: not given. */
const phk_given *phk_arg_find(const phk_statement *s, const char *name);
bool phk_arg_flag(const phk_statement *s, const char *name);
/* Its value number k, or `otherwise`. */
double phk_arg_number(const phk_statement *s, const char *name, int k, double otherwise);
/* The statement it refers to, or NULL: not given, or not there (which was reported). */
const phk_statement *phk_arg_target(const phk_statement *s, const char *name);
/* Index into its words, or `otherwise`. */
int phk_arg_word(const phk_statement *s, const char *name, int otherwise);
/* A copy of a text without its line breaks and continuation marks, or NULL. */
const char *phk_arg_text(phk_deck *deck, const phk_statement *s, const char *name);

#endif
