/* SPDX-License-Identifier: BSD-3-Clause
 *
 * settings.h -- settings that statements of a deck and commands share.
 */
#ifndef PHK_ADAMS_SETTINGS_H
#define PHK_ADAMS_SETTINGS_H

#include "io/adams/read/deck.h"

/* What INTEGRATOR says, put into the options of a run. Errors and notes are reported. */
void phk_deck_read_integrator(phk_deck *deck, const phk_statement *s, ph_options *options);
/* The same without the method and its damping: tolerance, steps, iterations. */
void phk_deck_read_steps(phk_deck *deck, const phk_statement *s, ph_options *options);
/* The tolerance of a deck that names none. */
void phk_deck_set_tolerance(phk_deck *deck);

#endif
