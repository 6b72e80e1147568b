/* SPDX-License-Identifier: BSD-3-Clause
 *
 * index.h -- the steps between the text of a deck and its model, for load.c and read_deck.c.
 */
#ifndef PHK_ADAMS_INDEX_H
#define PHK_ADAMS_INDEX_H

#include "io/adams/read/deck.h"

enum { PHK_TYPES_MOST = 128 }; /* rows of the table of statements, at most */

typedef struct phk_id_index {
    size_t capacity;
    int *slot; /* [capacity] index of a statement, -1: free */
    int *next; /* [statements] the next one of the same type, -1: none */
    int first[PHK_TYPES_MOST];
} phk_id_index;

/* Finds statements by type and number from here on; reports numbers used twice. */
void phk_deck_index(phk_deck *deck);
/* What arguments with numbers of other statements refer to. */
void phk_deck_resolve(phk_deck *deck);
/* Gives every statement that is built a name of its own. `view` is the name its comment has. */
void phk_deck_name(phk_deck *deck);
/* The note about a statement without meaning here, once for all of its kind. */
void phk_deck_note_skipped(phk_deck *deck, const phk_statement *s);
/* Errors about arguments that cannot be done, one for all statements of a kind that have it. */
void phk_deck_refuse_arguments(phk_deck *deck);
/* What becomes of statements that are not built: of each kind that is left out, skipped or refused
 * one message, at its first. */
void phk_deck_tell_kinds(phk_deck *deck);

#endif
