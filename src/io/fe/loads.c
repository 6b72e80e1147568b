/* SPDX-License-Identifier: BSD-3-Clause
 *
 * loads.c -- loads of a body that is reduced: NAME=FILE.csv, with a line for each node: its number
 * and three forces, in the units of the finite-element files. A first line of words is passed over.
 */
#include "io/fe/loads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/diag.h"
#include "base/names.h"
#include "io/fe/text.h"
#include "io/text/file.h"
#include "mech/model/model.h"

/* Forces at nodes of one load. */
typedef struct {
    phk_arena arena;
    int count, room;
    int *node;
    ph_vec3 *force;
} heap;

static bool has_room(heap *h)
{
    if (h->count < h->room) return true;
    const int room = 2 * h->room + 64;
    int *node = phk_arena_alloc(&h->arena, (size_t)room * sizeof *node);
    ph_vec3 *force = phk_arena_alloc(&h->arena, (size_t)room * sizeof *force);
    if (!node || !force) return false;
    if (h->count) memcpy(node, h->node, (size_t)h->count * sizeof *node);
    if (h->count) memcpy(force, h->force, (size_t)h->count * sizeof *force);
    h->node = node;
    h->force = force;
    h->room = room;
    return true;
}

/* The line at hand. */
static ph_status read_line(phk_fe_text *t, const ph_flex *flex, double unit, heap *h)
{
    phk_fe_piece piece, first = {t->line, 0};
    double v[3] = {0, 0, 0};
    int node = 0, n = 0;
    for (; phk_fe_next(t, true, &piece); n++) {
        if (n == 0) first = piece;
        if (n == 0 && !phk_fe_whole(piece, &node)) {
            if (t->number == 1) return PH_OK;
            return phk_fe_expected(t, piece, "the number of a node");
        }
        if (n > 0 && n < 4 && !phk_fe_real(piece, &v[n - 1]))
            return phk_fe_expected(t, piece, "a force");
    }
    if (n != 4)
        return phk_fe_error(t, first, PH_E_FORMAT, "a line is: node, fx, fy, fz",
                            "%d numbers instead of four", n);
    const int at = ph_flex_node(flex, first.at, (size_t)first.length);
    if (at < 0) return phk_fe_error(t, first, PH_E_NAME, NULL, "the body has no node %d", node);
    if (!has_room(h)) return PH_E_NOMEM;
    h->node[h->count] = at;
    h->force[h->count++] = ph_v3(unit * v[0], unit * v[1], unit * v[2]);
    return PH_OK;
}

static ph_status read_file(const char *path, ph_flex *flex, const char *name, double unit,
                           ph_diag *diag)
{
    heap h = {.count = 0};
    phk_fe_text t;
    size_t length;
    char *text;
    ph_status status = phk_file_read(path, (ph_source){.file = path}, diag, &text, &length);
    if (status != PH_OK) return status;
    phk_fe_text_begin(&t, path, text, length, diag);
    while (status != PH_E_NOMEM && phk_fe_line(&t)) {
        ph_status one = read_line(&t, flex, unit, &h);
        if (one != PH_OK) status = one;
    }
    if (status == PH_OK && h.count == 0)
        status = phk_error(diag, PH_E_FORMAT, (ph_source){.file = path},
                           "a line is: node, fx, fy, fz", "it has no force");
    if (status == PH_OK) {
        status = ph_flex_add_load(flex, name, h.count, h.node, h.force);
        if (status == PH_E_NAME)
            phk_error(diag, status, (ph_source){.file = path}, "give each a name of its own",
                      "a second load `%.80s`", name);
    }
    phk_arena_free(&h.arena);
    free(text);
    return status;
}

ph_status phk_fe_add_loads(ph_flex *flex, const char *const *text, int count, double unit,
                           ph_diag *diag)
{
    char name[100];
    ph_status status = PH_OK;
    for (int k = 0; k < count; k++) {
        const char *is = strchr(text[k], '=');
        const size_t n = is ? (size_t)(is - text[k]) : 0;
        ph_status one;
        snprintf(name, sizeof name, "%.*s", (int)(n < 99 ? n : 99), text[k]);
        if (!is || !is[1] || n > 80 || !phk_is_name(name))
            one = phk_error(diag, PH_E_NAME, phk_nowhere, "--load gust=gust.csv",
                            "`%.80s` is no load: NAME=FILE.csv", text[k]);
        else
            one = read_file(is + 1, flex, name, unit, diag);
        if (one != PH_OK) status = one;
    }
    return status;
}
