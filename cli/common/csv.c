/* SPDX-License-Identifier: BSD-3-Clause */
#include "csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 8 << 20, BLOCK_ROWS = 4096 };

/* Quoted where CSV wants it. */
static void print_name(FILE *out, const char *name)
{
    if (!strpbrk(name, ",\"\n")) {
        fputs(name, out);
        return;
    }
    putc('"', out);
    for (; *name; name++) fprintf(out, *name == '"' ? "\"\"" : "%c", *name);
    putc('"', out);
}

bool csv_header(FILE *out, const ph_result *result, const cli_columns *list)
{
    char text[256];
    fputs("time", out);
    for (int i = 0; i < list->count; i++) {
        putc(',', out);
        if (ph_result_column_name(result, list->column[i], text, sizeof text) < sizeof text) {
            print_name(out, text);
            continue;
        }
        char *name = cli_column_name(result, list->column[i]);
        if (!name) return false;
        print_name(out, name);
        free(name);
    }
    putc('\n', out);
    return true;
}

void csv_row(FILE *out, double time, const double *value, int count)
{
    fprintf(out, "%.17g", time);
    /* the sign of a NaN means nothing */
    for (int i = 0; i < count; i++)
        if (isnan(value[i]))
            fputs(",nan", out);
        else
            fprintf(out, ",%.17g", value[i]);
    putc('\n', out);
}

bool csv_rows(ph_result *result, const cli_columns *list, csv_visit row, void *user, ph_diag *diag)
{
    long long rows = ph_result_rows(result);
    long long block = BLOCK_BYTES / (long long)sizeof(double) / (list->count + 1);
    if (block > BLOCK_ROWS) block = BLOCK_ROWS;
    if (block < 1) block = 1;
    size_t n = (size_t)list->count;
    double *value = malloc((size_t)block * (n + 1) * sizeof *value);
    if (!value) return false;
    double *time = value + (size_t)block * n;
    bool good = true, more = true;
    for (long long first = 0; first < rows && good && more; first += block) {
        long long count = rows - first < block ? rows - first : block;
        good = ph_result_time(result, first, count, time, diag) == PH_OK &&
               ph_result_read_rows(result, list->column, list->count, first, count, value, diag) ==
                   PH_OK;
        for (long long i = 0; i < count && good && more; i++)
            more = row(user, time[i], value + (size_t)i * n);
    }
    free(value);
    return good;
}

typedef struct {
    FILE *out;
    int count;
} sink;

static bool put_row(void *user, double time, const double *value)
{
    const sink *s = user;
    csv_row(s->out, time, value, s->count);
    return !ferror(s->out);
}

bool csv_all(FILE *out, ph_result *result, const cli_columns *list, ph_diag *diag)
{
    sink s = {out, list->count};
    return csv_header(out, result, list) && csv_rows(result, list, put_row, &s, diag);
}
