/* SPDX-License-Identifier: BSD-3-Clause
 *
 * places.h -- where bodies are at rest, and what holds them, as a table for people.
 */
#ifndef CLI_PLACES_H
#define CLI_PLACES_H

#include "summary.h"

/* row: the last one of the run. */
void places_print(const summary *s, const double *row, FILE *out);

#endif
