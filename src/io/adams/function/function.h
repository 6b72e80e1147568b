/* SPDX-License-Identifier: BSD-3-Clause
 *
 * function.h -- an expression of a deck while it is translated into one of the model.
 *
 * The grammar of both is the same but for names (expr/reading.h): a sign binds weaker than a power
 * on its right, powers go from right to left. So operators and numbers are copied, and names and
 * calls are replaced. Quantities of the model are SI and are brought into the deck's units where
 * they enter.
 */
#ifndef PHK_ADAMS_FUNCTION_H
#define PHK_ADAMS_FUNCTION_H

#include "expr/reading.h"
#include "io/adams/read/deck.h"

typedef struct {
    phk_reading in;
    phk_deck *deck;
    phk_function_role role;
    phk_lexer lexer;
    bool own;                     /* the text is the deck's own: tokens have places in it */
    phk_piece where;              /* of the whole expression */
    struct phk_vector_node *node; /* [nodes] what was read, where there are vectors */
    int nodes;
    bool vectors; /* the words are those of an expression with vectors */
    char *text;   /* what is written so far */
    size_t length, room;
    bool no_memory;
} phk_translation;

/* ---- vocabulary.c: words, names and messages ---- */

extern const phk_vocabulary phk_function_vocabulary;
phk_piece phk_function_piece(const phk_translation *t, const phk_token *token);

/* ---- function.c: what is written ---- */

void phk_function_write(phk_translation *t, const char *format, ...) PH_PRINTF(2, 3);

/* What a quantity of the model is divided by to be in the deck's units. */
typedef enum {
    PHK_IN_NOTHING,
    PHK_IN_LENGTH,
    PHK_IN_VELOCITY,
    PHK_IN_ACCELERATION,
    PHK_IN_RATE,  /* of an angle, by time */
    PHK_IN_RATE2, /* by time twice */
    PHK_IN_FORCE,
    PHK_IN_TORQUE,
    PHK_IN_TIME
} phk_in_unit;
/* "*time_unit/length_unit"; "" where all of it is 1. */
const char *phk_function_unit(const phk_translation *t, phk_in_unit unit);

/* ---- call.c, table.c: calls ---- */

enum { PHK_FUNCTION_ARGUMENTS = 64 };

typedef struct {
    phk_token token;             /* where it begins */
    const char *text;            /* translated: an expression, a number, a name */
    int number;                  /* of a whole number or an id */
    const phk_statement *target; /* of an id; NULL: ground, or an error that was reported */
} phk_function_argument;

typedef struct phk_function_entry phk_function_entry;
struct phk_function_entry {
    const char *name; /* upper case */
    /* One letter for each argument: e expression, m marker, i number of a statement `of`, n whole
     * number; those behind | may be left out; a * repeats the one before. NULL: it cannot be
     * translated, and `takes` says why. */
    const char *arguments;
    const char *takes; /* "DX(i[,j[,k]])" */
    const char *of;
    void (*write)(phk_translation *t, const phk_function_entry *entry,
                  const phk_function_argument *argument, int count);
    phk_in_unit unit;
};
extern const phk_function_entry phk_function_entries[];

/* A call: `name` was read, the token at hand is its parenthesis. */
phk_operand phk_function_call(phk_reading *r, const phk_token *name);
/* The function of that name; NULL: there is none. Its arguments, the token at hand being their
 * parenthesis: how many there are; -1: something was wrong, which was reported. */
const phk_function_entry *phk_function_entry_of(const char *name, size_t length);
int phk_function_arguments(phk_translation *t, const phk_function_entry *entry,
                           const phk_token *name, phk_function_argument *argument);
/* What was written since `from`, as a text of its own; it is taken away. */
const char *phk_function_take(phk_translation *t, size_t from);
/* Writes NAME(arguments) of the model, in the deck's units. */
void phk_function_write_call(phk_translation *t, const char *name, phk_in_unit unit,
                             const phk_function_argument *argument, int count);

/* ---- vector.c ---- */

/* Whether there are vectors in what a lexer has before it, and the words of such expressions. */
bool phk_vector_reads(phk_lexer lexer);
phk_vocabulary phk_vector_vocabulary(void);
/* The text of what was read: of a number; a vector is reported. Of a vector; false: it is none. */
const char *phk_vector_number(phk_translation *t, phk_operand read, const phk_token *where);
bool phk_vector_parts(phk_translation *t, phk_operand read, const char *parts[3]);

/* ---- user.c ---- */

void phk_function_write_user(phk_translation *t, const phk_function_entry *entry,
                             const phk_function_argument *argument, int count);

/* ---- psd.c ---- */

void phk_function_write_psd(phk_translation *t, const phk_function_entry *entry,
                            const phk_function_argument *argument, int count);

/* ---- load.c ---- */

/* JOINT(id, jflag, comp, rm) and its like. */
void phk_function_write_load(phk_translation *t, const phk_function_entry *entry,
                             const phk_function_argument *argument, int count);
/* FX(i, j, rm) and its like: all that acts between two markers. */
void phk_function_write_force(phk_translation *t, const phk_function_entry *entry,
                              const phk_function_argument *argument, int count);

#endif
