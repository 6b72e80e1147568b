/* SPDX-License-Identifier: BSD-3-Clause */
#include "bodies.h"

#include <stdlib.h>
#include <string.h>

/* The block of the positions; NULL: none is shown. */
static const ph_block *positions(const ph_result *result)
{
    for (int i = 0; i < ph_result_blocks(result); i++) {
        const ph_block *b = ph_result_block(result, i);
        if (strcmp(b->group, "bodies") == 0 && strcmp(b->quantity, "pos") == 0 && b->object)
            return b;
    }
    return NULL;
}

bool cli_bodies_find(cli_bodies *list, const ph_result *result)
{
    const ph_block *pos = positions(result);
    *list = (cli_bodies){NULL, 0};
    if (!pos) return true;
    list->body = malloc((size_t)pos->objects * sizeof *list->body);
    if (!list->body) return false;
    for (int i = 0; i < pos->objects; i++) {
        const char *name = pos->object[i];
        cli_body b = {.name = name,
                      .pos = pos->first + i * pos->width,
                      .quat = ph_result_column(result, name, "quat", "0"),
                      .vel = ph_result_column(result, name, "vel", "x"),
                      .omega_world = ph_result_column(result, name, "omega_world", "x")};
        if (b.quat >= 0) list->body[list->count++] = b;
    }
    return true;
}

void cli_bodies_free(cli_bodies *list)
{
    free(list->body);
    *list = (cli_bodies){NULL, 0};
}
