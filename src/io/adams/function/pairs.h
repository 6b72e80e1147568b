/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pairs.h -- which elements act between two markers.
 */
#ifndef PHK_ADAMS_FUNCTION_PAIRS_H
#define PHK_ADAMS_FUNCTION_PAIRS_H

#include "io/adams/read/deck.h"

typedef struct {
    const phk_statement *element, *i, *j; /* j NULL: it acts on i alone */
    int next;                             /* in the same slot; -1: none */
} phk_pair_entry;

/* The elements between two markers in either order (j NULL: those that act on i alone), one after
 * the other: start with NULL. All are found in one pass, when the first is asked for. A force whose
 * floating marker is on ground has no reaction in ADAMS: it acts on I alone, too. */
const phk_pair_entry *phk_pairs_find(phk_deck *deck, const phk_statement *i, const phk_statement *j,
                                     const phk_pair_entry *after);

#endif
