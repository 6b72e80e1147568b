/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint.h -- joints of a deck, for what drives them.
 */
#ifndef PHK_ADAMS_JOINT_H
#define PHK_ADAMS_JOINT_H

#include "io/adams/read/deck.h"

typedef struct {
    const char *word, *type; /* in the deck; our joint type */
    unsigned free;           /* PH_FREE_Z, PH_TURN_Z: what IC and MOTION can speak of */
} phk_joint_kind;

/* Of a JOINT; NULL: it has none, which was reported. */
const phk_joint_kind *phk_deck_joint_kind(const phk_statement *joint);

/* The markers J and I of a statement, in this order: fixed ones of different parts. False:
 * reported. */
bool phk_deck_pair(phk_deck *deck, const phk_statement *s, const phk_statement *pair[2]);

/* Adds a joint of a type without parameters. */
ph_status phk_deck_add_joint(phk_deck *deck, const char *name, const char *type,
                             const ph_joint_def *def);

#endif
