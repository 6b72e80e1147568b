/* SPDX-License-Identifier: BSD-3-Clause */
#include "overlay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "common/report.h"

/* "out/fine/" and "out/fine/result.h5" are called "out/fine". */
static char *name_of(const char *path)
{
    static const char file[] = "/result.h5";
    size_t n = strlen(path), tail = sizeof file - 1;
    if (n > tail && strcmp(path + n - tail, file) == 0) n -= tail;
    while (n > 1 && path[n - 1] == '/') n--;
    return strndup(path, n);
}

bool overlay_add(overlay *o, const char *path, const char *command)
{
    overlay_part *more = realloc(o->part, ((size_t)o->parts + 1) * sizeof *more);
    if (more) o->part = more;
    char *name = more ? name_of(path) : NULL;
    if (!name) {
        cli_error(command, "out of memory");
        return false;
    }
    o->part[o->parts++] = (overlay_part){path, name, cli_open_result(path), {0}, -1};
    return o->part[o->parts - 1].result != NULL;
}

bool overlay_is_result(const overlay *o, const char *operand)
{
    struct stat info;
    return ph_result_match(o->part[0].result, operand, NULL, 0) == 0 && stat(operand, &info) == 0;
}

/* The column of another part that is called as one of the first. */
static bool add_like(overlay_part *p, const overlay_part *first, int column, cli_columns *list,
                     const char *command)
{
    char *name = cli_column_name(first->result, column);
    if (!name) {
        cli_error(command, "out of memory");
        return false;
    }
    const char *unit = ph_result_column_unit(first->result, column);
    int found = cli_column_like(p->result, first->result, column);
    const char *its_unit = found < 0 ? unit : ph_result_column_unit(p->result, found);
    bool good = found >= 0 && strcmp(unit, its_unit) == 0;
    if (found < 0)
        cli_error(command, "no column \"%s\" in \"%s\", which \"%s\" has", name, p->path,
                  first->path);
    else if (!good)
        cli_error(command, "units differ: \"%s\" is in [%s] in \"%s\" and in [%s] in \"%s\"", name,
                  unit, first->path, its_unit, p->path);
    else
        good = cli_columns_put(list, command, found);
    free(name);
    return good;
}

/* Folders that all names begin with tell nothing. */
static void shorten_names(overlay *o)
{
    const char *first = o->part[0].name;
    size_t common = strlen(first);
    for (int k = 1; k < o->parts; k++) {
        size_t n = 0;
        while (n < common && first[n] == o->part[k].name[n]) n++;
        common = n;
    }
    while (common > 0 && first[common - 1] != '/') common--;
    for (int k = 0; k < o->parts && o->parts > 1; k++)
        memmove(o->part[k].name, o->part[k].name + common, strlen(o->part[k].name + common) + 1);
}

bool overlay_choose(overlay *o, const char *const *name, int count, const char *command)
{
    bool good = true;
    overlay_part *first = &o->part[0];
    shorten_names(o);
    for (int i = 0; i < count; i++)
        good &= cli_columns_add(&first->list, command, first->result, name[i]);
    for (int k = 1; k < o->parts && good; k++)
        for (int i = 0; i < first->list.count && good; i++)
            good = add_like(&o->part[k], first, first->list.column[i], &o->part[k].list, command);
    return good;
}

bool overlay_choose_x(overlay *o, const char *name, const char *command)
{
    if (!name || strcmp(name, "time") == 0) return true;
    cli_columns x = {0};
    overlay_part *first = &o->part[0];
    bool good = cli_columns_add(&x, command, first->result, name);
    if (good && x.count != 1) {
        cli_error(command, "--x wants one column; \"%s\" stands for %d", name, x.count);
        good = false;
    }
    if (good) first->x = x.column[0];
    for (int k = 1; k < o->parts && good; k++) {
        x.count = 0;
        good = add_like(&o->part[k], first, first->x, &x, command);
        if (good) o->part[k].x = x.column[0];
    }
    cli_columns_free(&x);
    return good;
}

void overlay_free(overlay *o)
{
    for (int k = 0; k < o->parts; k++) {
        free(o->part[k].name);
        cli_columns_free(&o->part[k].list);
        ph_result_close(o->part[k].result);
    }
    free(o->part);
    *o = (overlay){0};
}
