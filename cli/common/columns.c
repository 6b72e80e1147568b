/* SPDX-License-Identifier: BSD-3-Clause */
#include "columns.h"

#include <stdio.h>
#include <stdlib.h>
#include "report.h"

ph_result *cli_open_result(const char *path)
{
    ph_diag *diag = ph_diag_create();
    ph_result *result = NULL;
    ph_result_open(path, diag, &result);
    cli_report(diag);
    ph_diag_free(diag);
    return result;
}

/* Room for n more; NULL after a complaint. */
static int *room(cli_columns *list, const char *command, int n)
{
    if (list->capacity - list->count < n) {
        size_t capacity = 2 * (size_t)list->capacity + (size_t)n;
        int *larger = capacity < 1u << 30 ? realloc(list->column, capacity * sizeof *larger) : NULL;
        if (!larger) {
            cli_error(command, "out of memory for %zu columns", capacity);
            return NULL;
        }
        list->column = larger;
        list->capacity = (int)capacity;
    }
    return list->column + list->count;
}

static void no_such_column(const char *command, const ph_result *result, const char *name)
{
    char near[256];
    size_t length = ph_result_suggest(result, name, near, sizeof near);
    cli_error(command, "no column \"%s\" in this result", name);
    if (length > 0 && length < sizeof near) {
        fprintf(stderr, "  did you mean \"%s\"?\n", near);
        return;
    }
    fprintf(stderr, "  columns begin with");
    int columns = ph_result_columns(result), shown = columns < 3 ? columns : 3;
    for (int i = 0; i < shown; i++) {
        char *text = cli_column_name(result, i);
        fprintf(stderr, "%s %s", i ? "," : "", text ? text : "");
        free(text);
    }
    fprintf(stderr, "%s\n", columns > shown ? ", ..." : columns ? "" : " none: it has only time");
}

bool cli_columns_add(cli_columns *list, const char *command, const ph_result *result,
                     const char *name)
{
    int n = ph_result_match(result, name, NULL, 0);
    if (n == 0) {
        no_such_column(command, result, name);
        return false;
    }
    int *at = room(list, command, n);
    if (!at) return false;
    ph_result_match(result, name, at, n);
    list->count += n;
    return true;
}

bool cli_columns_all(cli_columns *list, const char *command, const ph_result *result)
{
    int n = ph_result_columns(result);
    int *at = n ? room(list, command, n) : NULL;
    if (n && !at) return false;
    for (int i = 0; i < n; i++) at[i] = i;
    list->count += n;
    return true;
}

bool cli_columns_put(cli_columns *list, const char *command, int column)
{
    int *at = room(list, command, 1);
    if (at) *at = column;
    list->count += at != NULL;
    return at != NULL;
}

int cli_column_like(const ph_result *result, const ph_result *other, int column)
{
    const ph_block *b = ph_result_block_of(other, column);
    int at = column - b->first;
    return ph_result_column(result, b->object ? b->object[at / b->width] : b->group, b->quantity,
                            b->component ? b->component[at % b->width] : "");
}

void cli_columns_free(cli_columns *list)
{
    free(list->column);
    *list = (cli_columns){0};
}

char *cli_column_name(const ph_result *result, int column)
{
    size_t size = ph_result_column_name(result, column, NULL, 0) + 1;
    char *text = malloc(size);
    if (text) ph_result_column_name(result, column, text, size);
    return text;
}
