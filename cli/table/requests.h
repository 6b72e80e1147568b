/* SPDX-License-Identifier: BSD-3-Clause
 *
 * requests.h -- the requests of a result as text, one table after the other.
 *
 *   REQUEST/12 <tab> name <tab> title
 *   TIME <tab> COLUMN <tab> ..
 *   unit <tab> unit <tab> ..
 *   time <tab> value <tab> ..            a line for each row, 17 digits
 *   (an empty line)
 *
 * Values are in the units of the requests, which for a deck are its own; so is time.
 */
#ifndef CLI_REQUESTS_H
#define CLI_REQUESTS_H

#include <stdbool.h>
#include <stdio.h>
#include <polhode/result.h>

/* Whether there are any. */
bool requests_any(const ph_result *result);
/* False: see the diagnostics; without any: out of memory. */
bool requests_write(FILE *out, ph_result *result, ph_diag *diag);

#endif
