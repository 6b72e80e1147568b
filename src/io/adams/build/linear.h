/* SPDX-License-Identifier: BSD-3-Clause
 *
 * linear.h -- arrays that TFSISO, LSE and GSE read and fill.
 */
#ifndef PHK_ADAMS_LINEAR_H
#define PHK_ADAMS_LINEAR_H

#include "io/adams/read/deck.h"

/* The arrays a statement names are of the kinds it needs; else reported. */
bool phk_deck_check_arrays(phk_deck *deck, const phk_statement *s);
/* The array of an argument says no other SIZE than this; else reported. */
bool phk_deck_check_size(phk_deck *deck, const phk_statement *s, const char *argument, int wanted);
/* The variables of its array U, as expressions; how many. */
int phk_deck_inputs(phk_deck *deck, const phk_statement *s, const ph_expr **input);
/* The numbers of an array IC; none: it has none. */
ph_numbers phk_deck_start_values(const phk_statement *s, const char *argument);
#endif
