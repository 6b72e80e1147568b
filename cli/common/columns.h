/* SPDX-License-Identifier: BSD-3-Clause
 *
 * columns.h -- a result and the columns a user named, as `table` and `plot` want them.
 */
#ifndef CLI_COLUMNS_H
#define CLI_COLUMNS_H

#include <stdbool.h>
#include <polhode/result.h>

/* A list of columns of a result. */
typedef struct {
    int *column;
    int count, capacity;
} cli_columns;

/* Opens a result, or says why not and returns NULL. */
ph_result *cli_open_result(const char *path);

/* Appends what a name stands for. False after a complaint: no such column, out of memory. */
bool cli_columns_add(cli_columns *list, const char *command, const ph_result *result,
                     const char *name);
bool cli_columns_all(cli_columns *list, const char *command, const ph_result *result);
bool cli_columns_put(cli_columns *list, const char *command, int column);
void cli_columns_free(cli_columns *list);

/* The column that is called as one of another result; -1: there is none. */
int cli_column_like(const ph_result *result, const ph_result *other, int column);

/* The name of a column, in memory of its own (to be freed); NULL: out of memory. */
char *cli_column_name(const ph_result *result, int column);

#endif
