/* SPDX-License-Identifier: BSD-3-Clause */
#include "page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <polhode/json.h>
#include "base64.h"

/* Numbers read at once. */
enum { READ_NUMBERS = 1 << 18 };

/* Begins a value in base64, which base64_put goes on with and end_numbers ends. */
static base64 begin_numbers(ph_json *j, const char *key)
{
    ph_json_raw(j, key, "");
    fputc('"', j->out);
    return (base64){.out = j->out};
}

static void end_numbers(base64 *b)
{
    base64_end(b);
    fputc('"', b->out);
}

static void put_times(const page *p, ph_json *j, const long long *row, long long count)
{
    base64 b = begin_numbers(j, "time");
    for (long long i = 0; i < count; i++) base64_put(&b, &p->time[row[i]], 1, 8);
    end_numbers(&b);
}

typedef struct {
    const int *column;
    int columns, bytes;
    const double *base; /* [columns] taken off before rounding; NULL: nothing */
} numbers;

/* Columns of the rows of a list, in blocks of rows where these are next to each other. */
static bool put_numbers(const page *p, ph_json *j, const char *key, const numbers *n,
                        const long long *row, long long count, ph_diag *diag)
{
    long long most = n->columns > 0 ? READ_NUMBERS / n->columns : 1;
    if (most < 1) most = 1;
    double *value = malloc((size_t)most * (size_t)(n->columns ? n->columns : 1) * sizeof *value);
    base64 b = begin_numbers(j, key);
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
    end_numbers(&b);
    free(value);
    return good;
}

/* `width` columns of every body, from its column of positions or of quaternions on. */
static bool put_bodies(const page *p, ph_json *j, const char *key, int width, int bytes,
                       ph_diag *diag)
{
    int bodies = p->bodies.count;
    int *column = malloc(((size_t)bodies * (size_t)width + 1) * sizeof *column);
    if (!column) return false;
    for (int b = 0; b < bodies; b++)
        for (int k = 0; k < width; k++) {
            const cli_body *body = &p->bodies.body[b];
            column[b * width + k] = (width == 4 ? body->quat : body->pos) + k;
        }
    numbers n = {column, bodies * width, bytes, NULL};
    ph_json_begin(j, key, '{');
    ph_json_int(j, "bytes", bytes);
    bool good = put_numbers(p, j, "data", &n, p->frame, p->frames, diag);
    ph_json_end(j);
    free(column);
    return good;
}

static bool put_frames(const page *p, ph_json *j, ph_diag *diag)
{
    ph_json_begin(j, "frames", '{');
    ph_json_int(j, "count", p->frames);
    put_times(p, j, p->frame, p->frames);
    ph_json_begin(j, "bodies", '[');
    for (int b = 0; b < p->bodies.count; b++) ph_json_text(j, NULL, p->bodies.body[b].name);
    ph_json_end(j);
    bool good =
        put_bodies(p, j, "pos", 3, p->position_bytes, diag) && put_bodies(p, j, "quat", 4, 4, diag);
    ph_json_end(j);
    return good;
}

/* Up to the parts of a block's objects, and of one of them. */
static void begin_block(ph_json *j, const ph_block *b, const char *unit)
{
    ph_json_line(j);
    ph_json_begin(j, NULL, '{');
    ph_json_text(j, "group", b->group);
    ph_json_text(j, "quantity", b->quantity);
    ph_json_text(j, "unit", unit);
    ph_json_begin(j, "objects", '[');
}

static void begin_object(ph_json *j, const ph_block *b, int object)
{
    ph_json_begin(j, NULL, '{');
    if (b->object) ph_json_text(j, "name", b->object[object]);
    if (b->owner) ph_json_text(j, "owner", b->owner[object]);
    ph_json_begin(j, "parts", '[');
}

static void end_brackets(ph_json *j, int count)
{
    while (count--) ph_json_end(j);
}

/* The columns in their order: those next to each other of one block and unit, and of these those of
 * one object, stand together. */
static void put_blocks(const page *p, ph_json *j)
{
    const ph_block *open = NULL;
    const char *unit = "";
    int object = -1;
    ph_json_begin(j, "blocks", '[');
    for (int i = 0; i < p->curve.count; i++) {
        const ph_block *b = ph_result_block_of(p->result, p->curve.column[i]);
        int at = p->curve.column[i] - b->first, part = at % b->width;
        bool same = b == open && strcmp(unit, ph_block_unit(b, part)) == 0;
        bool same_object = same && at / b->width == object;
        /* of what is open the list of parts and its object, and the list of these and its block */
        if (open && !same_object) end_brackets(j, same ? 2 : 4);
        open = b;
        unit = ph_block_unit(b, part);
        object = at / b->width;
        if (!same) begin_block(j, b, unit);
        if (!same_object) begin_object(j, b, object);
        ph_json_text(j, NULL, b->component ? b->component[part] : "");
    }
    end_brackets(j, open ? 5 : 1);
}

static bool put_curves(const page *p, ph_json *j, ph_diag *diag)
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
    ph_json_begin(j, "curves", '{');
    ph_json_int(j, "count", p->samples);
    ph_json_int(j, "columns", columns);
    put_times(p, j, p->sample, p->samples);
    put_blocks(p, j);
    base64 b = begin_numbers(j, "base");
    base64_put(&b, base, (size_t)columns, 8);
    end_numbers(&b);
    good = good && put_numbers(p, j, "data", &n, p->sample, p->samples, diag);
    ph_json_end(j);
    free(base);
    return good;
}

static bool put_bends(const page *p, ph_json *j, ph_diag *diag)
{
    bool good = true;
    ph_json_begin(j, "bending", '[');
    for (int k = 0; good && k < p->bends.count; k++) {
        const page_bend *b = &p->bends.body[k];
        ph_json_line(j);
        ph_json_begin(j, NULL, '{');
        page_bend_put(b, j);
        numbers n = {b->column, b->is->modes, 4, NULL};
        if (b->column) good = put_numbers(p, j, "q", &n, p->frame, p->frames, diag);
        ph_json_end(j);
    }
    ph_json_end(j);
    return good;
}

bool page_write(const page *p, FILE *out, ph_diag *diag)
{
    ph_json json = {.out = out, .page = true}, *j = &json;
    const char *scene = ph_result_scene(p->result), *modes = ph_result_modes(p->result);
    ph_json_begin(j, NULL, '{');
    ph_json_int(j, "format", 2);
    ph_json_text(j, "polhode", ph_version());
    ph_json_text(j, "title", ph_result_title(p->result));
    ph_json_text(j, "source", p->options->source);
    ph_json_text(j, "doubtful", ph_result_doubtful(p->result));
    ph_json_int(j, "rows", p->rows);
    ph_json_int(j, "columns", ph_result_columns(p->result));
    ph_json_bool(j, "live", p->options->live);
    ph_json_raw(j, "modes", modes ? modes : "null");
    ph_json_begin(j, "notes", '[');
    for (int i = 0; i < p->notes; i++) ph_json_text(j, NULL, p->note[i]);
    ph_json_end(j);
    ph_json_line(j);
    bool good = put_frames(p, j, diag);
    ph_json_line(j);
    good = good && put_curves(p, j, diag);
    ph_json_line(j);
    good = good && put_bends(p, j, diag);
    ph_json_line(j);
    ph_json_raw(j, "scene", scene ? scene : "null");
    ph_json_line(j);
    ph_json_raw(j, "drawn", p->options->drawn);
    ph_json_end(j);
    return good;
}
