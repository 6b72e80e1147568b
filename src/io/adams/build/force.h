/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force.h -- a force of the model from a statement of the deck: its parameters are set by the names
 * they have in model files, so that a reader needs to know nothing else of the element.
 */
#ifndef PHK_ADAMS_FORCE_H
#define PHK_ADAMS_FORCE_H

#include <polhode/element.h>
#include "io/adams/read/deck.h"

typedef struct {
    phk_deck *deck;
    const phk_statement *statement;
    const ph_force_type *type;
    void *par; /* NULL: something was wrong, and was reported; nothing is added */
} phk_deck_force;

/* A force of that type with the defaults of its fields. */
phk_deck_force phk_deck_force_begin(phk_deck *deck, const phk_statement *statement,
                                    const ph_force_type *type);
/* The place of a marker (NULL, which was reported already: none is added) or the body of a part. */
void phk_deck_force_marker(phk_deck_force *force, const char *field, const phk_statement *marker);
void phk_deck_force_part_of(phk_deck_force *force, const char *field, const phk_statement *marker);
/* A name of the model, as a place or as a text. */
void phk_deck_force_on(phk_deck_force *force, const char *field, const char *name);
void phk_deck_force_text(phk_deck_force *force, const char *field, const char *text);
/* A number in SI; `argument` is the one it comes from, for messages when it is out of range. */
void phk_deck_force_number(phk_deck_force *force, const char *field, double value,
                           const char *argument);
void phk_deck_force_numbers(phk_deck_force *force, const char *field, int count,
                            const double *value);
/* Its choice number `index`, in the order of the field's words. */
void phk_deck_force_word(phk_deck_force *force, const char *field, int index);
/* Component k of an expression. */
void phk_deck_force_expr(phk_deck_force *force, const char *field, int k, ph_expr value);
/* The expression an argument gives, as component k of the field; 0 when it is not given. */
void phk_deck_force_function(phk_deck_force *force, const char *field, int k, const char *argument,
                             phk_function_role role);
void phk_deck_force_add(const phk_deck_force *force);

#endif
