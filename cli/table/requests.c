/* SPDX-License-Identifier: BSD-3-Clause */
#include "requests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "common/csv.h"

/* A text on one line, in one field. */
static void put_text(FILE *out, const char *text)
{
    for (; *text; text++) putc((unsigned char)*text < ' ' ? ' ' : *text, out);
}

static void put_time_unit(FILE *out, double unit)
{
    static const struct {
        double unit;
        const char *name;
    } known[] = {{1, "s"}, {1e-3, "ms"}, {60, "min"}, {3600, "h"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].unit == unit) {
            fputs(known[i].name, out);
            return;
        }
    fprintf(out, "%g s", unit);
}

/* The name of a column without that of its request: it has no dot. */
static bool put_names(FILE *out, const ph_result *result, const cli_columns *list)
{
    fputs("TIME", out);
    for (int i = 0; i < list->count; i++) {
        char *name = cli_column_name(result, list->column[i]);
        if (!name) return false;
        const char *dot = strrchr(name, '.');
        putc('\t', out);
        put_text(out, dot ? dot + 1 : name);
        free(name);
    }
    putc('\n', out);
    return true;
}

typedef struct {
    FILE *out;
    int count;
    double unit;
} sink;

static bool put_row(void *user, double time, const double *value)
{
    const sink *s = user;
    fprintf(s->out, "%.17g", time / s->unit);
    /* the sign of a NaN means nothing */
    for (int i = 0; i < s->count; i++)
        if (isnan(value[i]))
            fputs("\tnan", s->out);
        else
            fprintf(s->out, "\t%.17g", value[i]);
    putc('\n', s->out);
    return !ferror(s->out);
}

static bool put_request(FILE *out, ph_result *result, const ph_result_request *q, ph_diag *diag)
{
    sink s = {out, q->columns, ph_result_time_unit(result)};
    cli_columns list = {malloc(((size_t)q->columns + 1) * sizeof *list.column), q->columns,
                        q->columns};
    if (!list.column) return false;
    for (int i = 0; i < q->columns; i++) list.column[i] = q->first + i;
    if (q->id)
        fprintf(out, "REQUEST/%d\t", q->id);
    else
        fputs("REQUEST\t", out);
    put_text(out, q->name);
    if (*q->title) putc('\t', out);
    put_text(out, q->title);
    putc('\n', out);
    bool good = put_names(out, result, &list);
    put_time_unit(out, s.unit);
    for (int i = 0; i < list.count; i++) {
        putc('\t', out);
        put_text(out, ph_result_column_unit(result, list.column[i]));
    }
    putc('\n', out);
    good = good && csv_rows(result, &list, put_row, &s, diag);
    putc('\n', out);
    cli_columns_free(&list);
    return good;
}

bool requests_write(FILE *out, ph_result *result, ph_diag *diag)
{
    ph_result_request q;
    for (int i = 0; i < ph_result_requests(result); i++)
        if (ph_result_request_get(result, i, &q) != PH_OK || !put_request(out, result, &q, diag))
            return false;
    return true;
}
