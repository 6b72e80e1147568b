/* SPDX-License-Identifier: BSD-3-Clause */
#include "page_bending.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base64.h"
#include "common/bending.h"

/* base64 has 4 letters for 3 bytes. */
#define LETTERS (4.0 / 3.0)
/* Of the page, for stresses of unit modes. */
#define STRESS_SHARE 0.6

static double size_of(const ph_bending *b)
{
    double nodes = b->nodes, modes = b->modes, spots = b->spots;
    return LETTERS * (nodes * (12 + 6 * modes) + 20 * spots) + 7.0 * b->lines * 2 +
           7.0 * b->faces * 3 + 12 * spots;
}

bool page_bends_find(page_bends *bends, ph_result *result, double bytes, ph_diag *diag)
{
    int count = ph_result_bends(result, diag);
    *bends = (page_bends){0};
    if (count < 0) return false;
    bends->body = calloc((size_t)count + 1, sizeof *bends->body);
    if (!bends->body) return false;
    bends->count = count;
    double room = STRESS_SHARE * bytes;
    for (int k = 0; k < count; k++) {
        page_bend *b = &bends->body[k];
        const ph_bending *is = b->is = ph_result_bending(result, k);
        b->column = malloc(((size_t)is->modes + 1) * sizeof *b->column);
        if (!b->column) return false;
        if (!bending_columns(result, is, b->column)) {
            free(b->column);
            b->column = NULL;
        } else {
            bends->modes += is->modes;
        }
        double stress = LETTERS * 12.0 * is->spots * is->modes;
        b->stress = is->stress && stress <= room;
        if (b->stress) room -= stress;
        bends->bytes += size_of(is) + (b->stress ? stress : 0);
    }
    return true;
}

void page_bends_free(page_bends *bends)
{
    for (int k = 0; k < bends->count; k++) free(bends->body[k].column);
    free(bends->body);
    *bends = (page_bends){0};
}

static base64 begin(ph_json *j, const char *key)
{
    ph_json_raw(j, key, "");
    fputc('"', j->out);
    return (base64){.out = j->out};
}

static void end(base64 *b)
{
    base64_end(b);
    fputc('"', b->out);
}

static void put_doubles(ph_json *j, const char *key, const double *value, size_t count)
{
    base64 b = begin(j, key);
    base64_put(&b, value, count, 4);
    end(&b);
}

/* value [count][modes] as whole numbers, the largest of each mode being as large as they can. */
static void put_whole(ph_json *j, const char *key, const char *unit_key, const float *value,
                      size_t count, int modes)
{
    enum { MOST = 32767 };
    size_t m = (size_t)modes;
    double *unit = calloc(m + 1, sizeof *unit);
    if (!unit) return; /* the page does without */
    for (size_t i = 0; i < count * m; i++)
        unit[i % m] = fmax(unit[i % m], fabs((double)value[i]) / MOST);
    put_doubles(j, unit_key, unit, m);
    base64 b = begin(j, key);
    for (size_t i = 0; i < count * m; i++) {
        double u = unit[i % m];
        base64_put_whole(&b, u > 0 ? (int)lround((double)value[i] / u) : 0);
    }
    end(&b);
    free(unit);
}

static void put_list(ph_json *j, const char *key, const int *list, int count)
{
    ph_json_begin(j, key, '[');
    for (int i = 0; i < count; i++) ph_json_int(j, NULL, list[i]);
    ph_json_end(j);
}

/* Those next to each other have mostly the same: that is said once. */
static void put_labels(ph_json *j, const ph_bending *b)
{
    ph_json_begin(j, "labels", '[');
    for (int p = 0; p < b->spots; p++)
        if (!p || strcmp(b->label[p], b->label[p - 1]) != 0) ph_json_text(j, NULL, b->label[p]);
    ph_json_end(j);
    ph_json_begin(j, "spot_label", '[');
    for (int p = 0, k = -1; p < b->spots; p++) {
        k += !p || strcmp(b->label[p], b->label[p - 1]) != 0;
        ph_json_int(j, NULL, k);
    }
    ph_json_end(j);
}

void page_bend_put(const page_bend *bend, ph_json *j)
{
    const ph_bending *b = bend->is;
    ph_json_text(j, "name", b->name);
    ph_json_int(j, "nodes", b->nodes);
    ph_json_int(j, "modes", b->modes);
    ph_json_short(j, "separation", b->separation);
    put_doubles(j, "at", b->node_at, 3 * (size_t)b->nodes);
    put_whole(j, "shape", "shape_unit", b->shape, 3 * (size_t)b->nodes, b->modes);
    put_list(j, "line", b->line, 2 * b->lines);
    put_list(j, "face", b->face, 3 * b->faces);
    put_doubles(j, "spot_at", b->spot_at, 3 * (size_t)b->spots);
    put_list(j, "spot_node", b->spot_node, b->spots);
    put_labels(j, b);
    if (bend->stress)
        put_whole(j, "stress", "stress_unit", b->stress, 6 * (size_t)b->spots, b->modes);
    if (!b->peak) return;
    put_doubles(j, "peak", b->peak, (size_t)b->spots);
    put_doubles(j, "peak_time", b->peak_time, (size_t)b->spots);
}
