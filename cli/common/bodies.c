/* SPDX-License-Identifier: BSD-3-Clause */
#include "bodies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "columns.h"

/* Sets *column to that of a body's quantity, -1: none. False: out of memory. */
static bool look_up(const ph_result *result, const char *body, const char *quantity, int *column)
{
    size_t size = strlen(body) + strlen(quantity) + 1;
    char *text = malloc(size);
    if (!text) return false;
    snprintf(text, size, "%s%s", body, quantity);
    *column = ph_result_find(result, text);
    free(text);
    return true;
}

/* Takes over the name of what has a position in column `pos`, where it has a quaternion, too. */
static bool add(cli_bodies *list, const ph_result *result, int pos, char *name)
{
    cli_body b = {.name = name, .pos = pos};
    bool good = look_up(result, name, ".quat.0", &b.quat) &&
                look_up(result, name, ".vel.x", &b.vel) &&
                look_up(result, name, ".omega_world.x", &b.omega_world);
    cli_body *larger = NULL;
    if (good && b.quat >= 0)
        larger = realloc(list->body, ((size_t)list->count + 1) * sizeof *larger);
    if (!larger) {
        free(name);
        return good && b.quat < 0;
    }
    list->body = larger;
    larger[list->count++] = b;
    return true;
}

bool cli_bodies_find(cli_bodies *list, const ph_result *result)
{
    static const char tail[] = ".pos.x";
    const size_t n = sizeof tail - 1;
    int columns = ph_result_columns(result);
    *list = (cli_bodies){NULL, 0};
    for (int i = 0; i < columns; i++) {
        char *name = cli_column_name(result, i);
        if (!name) return false;
        size_t length = strlen(name);
        if (length <= n || strcmp(name + length - n, tail) != 0) {
            free(name);
            continue;
        }
        name[length - n] = '\0';
        if (!add(list, result, i, name)) return false;
    }
    return true;
}

void cli_bodies_free(cli_bodies *list)
{
    for (int i = 0; i < list->count; i++) free(list->body[i].name);
    free(list->body);
    *list = (cli_bodies){NULL, 0};
}
