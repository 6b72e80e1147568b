/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mat_file.h -- variables of a MAT-file of level 5, one after the other: matrices, texts, lists of
 * texts. Errors of the stream are the caller's to ask for.
 */
#ifndef CLI_MAT_FILE_H
#define CLI_MAT_FILE_H

#include <stddef.h>
#include <stdio.h>

/* What the file begins with. */
void mat_begin(FILE *out);
/* A matrix of rows x columns: mat_numbers gives its numbers, column by column, in any parts. */
void mat_matrix(FILE *out, const char *name, size_t rows, size_t columns);
void mat_numbers(FILE *out, const double *value, size_t count);
/* One whose numbers lie row by row. */
void mat_put_matrix(FILE *out, const char *name, size_t rows, size_t columns, const double *value);
/* A text. What is no UTF-8 in it becomes '?'. */
void mat_put_text(FILE *out, const char *name, char *text);
/* A list (cell) of texts: its size is that of all of them together, then each is put with an empty
 * name. */
size_t mat_text_bytes(const char *text);
void mat_list(FILE *out, const char *name, size_t count, size_t bytes);
void mat_put_list(FILE *out, const char *name, size_t count, char *const *text);

#endif
