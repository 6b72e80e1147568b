/* SPDX-License-Identifier: BSD-3-Clause
 *
 * csv.h -- columns of a text of numbers.
 */
#ifndef PHK_CSV_H
#define PHK_CSV_H

#include <polhode/field.h>
#include "base/arena.h"

/* Reads x and y from lines of numbers separated by semicolons, commas or blanks. The first line may
 * be a header; empty lines and what follows `#` are ignored. `file` names the text in errors. */
ph_status phk_csv_read(phk_arena *arena, const char *file, const char *text, size_t length,
                       ph_diag *diag, ph_numbers *x, ph_numbers *y);

/* The same, of so many columns in each line; 0: as many as the first line of numbers has. */
ph_status phk_csv_rows(phk_arena *arena, const char *file, const char *text, size_t length,
                       int width, ph_diag *diag, ph_rows *rows);

#endif
