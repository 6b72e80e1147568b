/* SPDX-License-Identifier: BSD-3-Clause */
#include "page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base64.h"
#include "common/report.h"

/* Numbers read at once. */
enum { READ_NUMBERS = 1 << 18 };

void page_put_json(FILE *out, const char *json)
{
    for (; *json; json++) {
        if (*json == '<')
            fputs("\\u003c", out);
        else
            fputc(*json, out);
    }
}

/* A text as JSON, fit for a page. */
static void put_text(FILE *out, const char *text)
{
    char *json = NULL;
    size_t size;
    FILE *memory = open_memstream(&json, &size);
    if (!memory) return;
    cli_json_text(memory, text);
    fclose(memory);
    if (json) page_put_json(out, json);
    free(json);
}

static void put_times(const page *p, FILE *out, const long long *row, long long count)
{
    base64 b = {.out = out};
    fputs("\"time\":\"", out);
    for (long long i = 0; i < count; i++) base64_put(&b, &p->time[row[i]], 1, 8);
    base64_end(&b);
    fputc('"', out);
}

typedef struct {
    const int *column;
    int columns, bytes;
    const double *base; /* [columns] taken off before rounding; NULL: nothing */
} numbers;

/* Columns of the rows of a list, in blocks of rows where these are next to each other. */
static bool put_numbers(const page *p, FILE *out, const numbers *n, const long long *row,
                        long long count, ph_diag *diag)
{
    long long most = n->columns > 0 ? READ_NUMBERS / n->columns : 1;
    if (most < 1) most = 1;
    double *value = malloc((size_t)most * (size_t)(n->columns ? n->columns : 1) * sizeof *value);
    base64 b = {.out = out};
    bool good = value != NULL;
    for (long long i = 0; good && n->columns && i < count;) {
        long long first = row[i], end = i;
        while (end < count && row[end] - first < most) end++;
        long long rows = row[end - 1] - first + 1;
        /* far apart: one by one rather than all that lies between */
        if (rows > 4 * (end - i)) rows = 1, end = i + 1;
        good = ph_result_read_rows(p->result, n->column, n->columns, first, rows, value, diag) ==
               PH_OK;
        for (; good && i < end; i++) {
            double *v = value + (row[i] - first) * n->columns;
            for (int k = 0; n->base && k < n->columns; k++) v[k] -= n->base[k];
            base64_put(&b, v, (size_t)n->columns, n->bytes);
        }
    }
    base64_end(&b);
    free(value);
    return good;
}

/* `count` columns from the first one on, of every body. */
static bool put_bodies(const page *p, FILE *out, const int *first, int width, int bytes,
                       ph_diag *diag)
{
    int *column = malloc(((size_t)p->bodies * (size_t)width + 1) * sizeof *column);
    if (!column) return false;
    for (int b = 0; b < p->bodies; b++)
        for (int k = 0; k < width; k++) column[b * width + k] = first[b] + k;
    numbers n = {column, p->bodies * width, bytes, NULL};
    fprintf(out, "{\"bytes\":%d,\"data\":\"", bytes);
    bool good = put_numbers(p, out, &n, p->frame, p->frames, diag);
    fputs("\"}", out);
    free(column);
    return good;
}

static bool put_frames(const page *p, FILE *out, ph_diag *diag)
{
    fprintf(out, "\"frames\":{\"count\":%lld,", p->frames);
    put_times(p, out, p->frame, p->frames);
    fputs(",\"bodies\":[", out);
    for (int b = 0; b < p->bodies; b++) {
        if (b) fputc(',', out);
        put_text(out, p->name[b]);
    }
    fputs("],\"pos\":", out);
    bool good = put_bodies(p, out, p->body, 3, p->position_bytes, diag);
    fputs(",\"quat\":", out);
    good = good && put_bodies(p, out, p->quat, 4, 4, diag);
    fputs("}", out);
    return good;
}

/* Columns in groups: those next to each other that differ in their last part alone. */
static bool put_groups(const page *p, FILE *out)
{
    char *open = NULL; /* the group that is open */
    const char *unit = "";
    for (int i = 0; i < p->curve.count; i++) {
        int column = p->curve.column[i];
        char *name = cli_column_name(p->result, column);
        if (!name) {
            free(open);
            return false;
        }
        char *dot = strrchr(name, '.');
        const char *part = dot ? dot + 1 : "", *its_unit = ph_result_column_unit(p->result, column);
        if (dot) *dot = '\0';
        bool same = open && dot && strcmp(open, name) == 0 && strcmp(unit, its_unit) == 0;
        if (!same) {
            fputs(open ? "]},\n{\"name\":" : "\n{\"name\":", out);
            put_text(out, name);
            fputs(",\"unit\":", out);
            put_text(out, its_unit);
            fputs(",\"parts\":[", out);
            free(open);
            open = name;
            unit = its_unit;
        } else {
            fputc(',', out);
        }
        put_text(out, part);
        if (open != name) free(name);
    }
    if (open) fputs("]}", out);
    free(open);
    return true;
}

static bool put_curves(const page *p, FILE *out, ph_diag *diag)
{
    int columns = p->curve.count;
    double *base = calloc((size_t)columns + 1, sizeof *base);
    if (!base) return false;
    bool good = !p->samples || !columns ||
                ph_result_read_rows(p->result, p->curve.column, columns, p->sample[0], 1, base,
                                    diag) == PH_OK;
    for (int k = 0; k < columns; k++)
        if (!isfinite(base[k])) base[k] = 0;
    numbers n = {p->curve.column, columns, 4, base};
    base64 b = {.out = out};
    fprintf(out, "\"curves\":{\"count\":%lld,\"columns\":%d,", p->samples, p->curve.count);
    put_times(p, out, p->sample, p->samples);
    fputs(",\"groups\":[", out);
    good = good && put_groups(p, out);
    fputs("],\"base\":\"", out);
    base64_put(&b, base, (size_t)columns, 8);
    base64_end(&b);
    fputs("\",\"data\":\"", out);
    good = good && put_numbers(p, out, &n, p->sample, p->samples, diag);
    fputs("\"}", out);
    free(base);
    return good;
}

bool page_write(const page *p, FILE *out, ph_diag *diag)
{
    fputs("{\"format\":1,\"polhode\":", out);
    put_text(out, ph_version());
    fputs(",\"title\":", out);
    put_text(out, ph_result_title(p->result));
    fputs(",\"source\":", out);
    put_text(out, p->options->source);
    fputs(",\"doubtful\":", out);
    put_text(out, ph_result_doubtful(p->result));
    fprintf(out, ",\"rows\":%lld,\"columns\":%d,\"live\":%s,\"notes\":[", p->rows,
            ph_result_columns(p->result), p->options->live ? "true" : "false");
    for (int i = 0; i < p->notes; i++) {
        if (i) fputc(',', out);
        put_text(out, p->note[i]);
    }
    fputs("],\n", out);
    bool good = put_frames(p, out, diag);
    fputs(",\n", out);
    good = good && put_curves(p, out, diag);
    fputs(",\n\"scene\":", out);
    const char *scene = ph_result_scene(p->result);
    page_put_json(out, scene ? scene : "null");
    fputs("}", out);
    return good;
}
