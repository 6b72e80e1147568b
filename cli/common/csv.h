/* SPDX-License-Identifier: BSD-3-Clause
 *
 * csv.h -- columns of a result as CSV: a line time,COLUMN,..., then the rows with 17 digits.
 */
#ifndef CLI_CSV_H
#define CLI_CSV_H

#include <stdbool.h>
#include <stdio.h>
#include "columns.h"

/* False: out of memory. */
bool csv_header(FILE *out, const ph_result *result, const cli_columns *list);
void csv_row(FILE *out, double time, const double *value, int count);
/* Header and every stored row, block by block; it ends early where the stream has failed. False:
 * see the diagnostics; without any: out of memory. */
bool csv_all(FILE *out, ph_result *result, const cli_columns *list, ph_diag *diag);

/* Calls `row` for each stored row, until it returns false. False as above. */
typedef bool (*csv_visit)(void *user, double time, const double *value);
bool csv_rows(ph_result *result, const cli_columns *list, csv_visit row, void *user, ph_diag *diag);

#endif
