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

static bool put_request(FILE *out, ph_result *result, const ph_block *q, ph_diag *diag)
{
    sink s = {out, q->width, ph_result_time_unit(result)};
    cli_columns list = {malloc(((size_t)q->width + 1) * sizeof *list.column), q->width, q->width};
    if (!list.column) return false;
    for (int i = 0; i < q->width; i++) list.column[i] = q->first + i;
    if (q->id)
        fprintf(out, "REQUEST/%d\t", q->id);
    else
        fputs("REQUEST\t", out);
    put_text(out, q->object[0]);
    if (q->title && *q->title) putc('\t', out);
    put_text(out, q->title ? q->title : "");
    fputs("\nTIME", out);
    for (int i = 0; i < q->width; i++) {
        putc('\t', out);
        put_text(out, q->component[i]);
    }
    putc('\n', out);
    put_time_unit(out, s.unit);
    for (int i = 0; i < q->width; i++) {
        putc('\t', out);
        put_text(out, ph_block_unit(q, i));
    }
    putc('\n', out);
    bool good = csv_rows(result, &list, put_row, &s, diag);
    putc('\n', out);
    cli_columns_free(&list);
    return good;
}

/* The next request from block `from` on; NULL: there is none. */
static const ph_block *next_request(const ph_result *result, int *from)
{
    while (*from < ph_result_blocks(result)) {
        const ph_block *b = ph_result_block(result, (*from)++);
        if (b->units && strcmp(b->group, "requests") == 0) return b;
    }
    return NULL;
}

bool requests_any(const ph_result *result)
{
    int from = 0;
    return next_request(result, &from) != NULL;
}

bool requests_write(FILE *out, ph_result *result, ph_diag *diag)
{
    int from = 0;
    for (const ph_block *q; (q = next_request(result, &from));)
        if (!put_request(out, result, q, diag)) return false;
    return true;
}
