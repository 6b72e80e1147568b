/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names of result columns: OBJECT.QUANTITY.COMPONENT, GROUP.QUANTITY.COMPONENT for a group's own,
 * each part left out where it is empty.
 *
 * Column names are never stored: a result of 100,000 bodies has over a million of them. A name is
 * split at its dots; the part before a split is looked up among the objects (one hash table per
 * list of names), the rest is compared with each block's few "QUANTITY.COMPONENT".
 */
#include "io/result/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sim/block_name.h"

enum { REST = 256 }; /* bytes of "QUANTITY.COMPONENT" that are compared */

/* "QUANTITY.COMPONENT" of a block. */
static const char *rest_of(const ph_block *b, int component, char text[REST])
{
    phk_block_tail(b, component, text, REST);
    return text;
}

size_t ph_result_column_name(const ph_result *r, int column, char *text, size_t size)
{
    if (size) text[0] = '\0';
    const ph_block *b = ph_result_block_of(r, column);
    if (!b) return 0;
    int at = column - b->first;
    return ph_block_column_name(b, at / b->width, at % b->width, text, size);
}

const char *ph_result_column_unit(const ph_result *r, int column)
{
    const ph_block *b = ph_result_block_of(r, column);
    return b ? ph_block_unit(b, (column - b->first) % b->width) : "";
}

/* Index of an object, or -1. Without memory for the table the list is searched as it is. */
static int find_object(phk_name_list *list, const char *name, size_t length)
{
    if (list->table.count == 0) {
        for (int i = 0; i < list->count; i++)
            if (phk_names_add(&list->table, list->name[i], strlen(list->name[i]), i) < 0) {
                phk_names_free(&list->table);
                break;
            }
    }
    if (list->table.count) return phk_names_find(&list->table, name, length);
    for (int i = 0; i < list->count; i++)
        if (strncmp(list->name[i], name, length) == 0 && !list->name[i][length]) return i;
    return -1;
}

/* The object of a block that the first `length` letters of a name are (0: the group itself), or
 * -1. */
static int find_in(const phk_block_in *b, const char *name, size_t length)
{
    const char *group = b->is.group;
    if (b->names) return find_object(b->names, name, length);
    return strncmp(group, name, length) == 0 && !group[length] ? 0 : -1;
}

/* Does `prefix` end at a dot or at the end of `whole`? The empty prefix fits everything. */
static int fits(const char *prefix, const char *whole)
{
    size_t n = strlen(prefix);
    return n == 0 || (strncmp(prefix, whole, n) == 0 && (whole[n] == '\0' || whole[n] == '.'));
}

/* Where matches go. */
typedef struct {
    int *column;
    int max, count;
} match_list;

static void add(match_list *m, int column)
{
    if (m->count < m->max) m->column[m->count] = column;
    m->count++;
}

/* All components of an object whose "QUANTITY.COMPONENT" begins with `rest`. */
static void match_rest(const ph_block *b, int object, const char *rest, match_list *m)
{
    char text[REST];
    for (int c = 0; c < b->width; c++)
        if (fits(rest, rest_of(b, c, text))) add(m, b->first + object * b->width + c);
}

/* The same; *rest is what follows the dot after them. A name that ends with a dot is none. */
static int split(const phk_block_in *b, const char *name, size_t length, const char **rest)
{
    *rest = name[length] ? name + length + 1 : "";
    if (name[length] && !**rest) return -1;
    return find_in(b, name, length);
}

/* Objects of which the whole name is only the beginning: "tip" for "tip.on.top". */
static void match_longer(const phk_block_in *b, const char *name, match_list *m)
{
    size_t n = strlen(name);
    if (!b->names || !b->names->owner || !n) return;
    for (int i = 0; i < b->is.objects; i++)
        if (strncmp(b->names->name[i], name, n) == 0 && b->names->name[i][n] == '.')
            match_rest(&b->is, i, "", m);
}

int ph_result_find(const ph_result *r, const char *name)
{
    char text[REST];
    const char *rest;
    for (int i = 0; i < r->blocks; i++) {
        const phk_block_in *b = &r->block[i];
        for (size_t n = strcspn(name, ".");; n += 1 + strcspn(name + n + 1, ".")) {
            int object = split(b, name, n, &rest);
            for (int c = 0; c < b->is.width && object >= 0; c++)
                if (strcmp(rest_of(&b->is, c, text), rest) == 0)
                    return b->is.first + object * b->is.width + c;
            if (!name[n]) break;
        }
    }
    return -1;
}

int ph_result_column(const ph_result *r, const char *object, const char *quantity,
                     const char *component)
{
    for (int i = 0; i < r->blocks; i++) {
        const ph_block *b = &r->block[i].is;
        if (strcmp(b->quantity, quantity) != 0) continue;
        int k = find_in(&r->block[i], object, strlen(object)), c = 0;
        while (b->component && c < b->width && strcmp(b->component[c], component) != 0) c++;
        if (k >= 0 && c < b->width && (b->component || !*component))
            return b->first + k * b->width + c;
    }
    return -1;
}

int ph_result_match(const ph_result *r, const char *name, int *columns, int max)
{
    match_list m = {columns, max, 0};
    const char *rest;
    int exact = ph_result_find(r, name);
    if (exact >= 0) {
        add(&m, exact);
        return 1;
    }
    for (int i = 0; i < r->blocks && *name; i++) {
        const phk_block_in *b = &r->block[i];
        for (size_t n = strcspn(name, ".");; n += 1 + strcspn(name + n + 1, ".")) {
            int object = split(b, name, n, &rest);
            if (object >= 0) match_rest(&b->is, object, rest, &m);
            if (!name[n]) break;
        }
        match_longer(b, name, &m);
    }
    return m.count;
}

/* --- did you mean --------------------------------------------------------------------------- */

typedef struct {
    char *text;
    size_t size, length;
    int distance; /* of the best so far */
} suggestion;

static void better(suggestion *s, int distance, const char *object, const char *rest)
{
    if (distance >= s->distance) return;
    s->distance = distance;
    int n = snprintf(s->text, s->size, "%s%s%s", object, *rest ? "." : "", rest);
    s->length = n > 0 ? (size_t)n : 0;
}

/* The rest of a name against "QUANTITY" and "QUANTITY.COMPONENT" of a block. */
static void suggest_rest(const ph_block *b, const char *object, int distance, const char *rest,
                         suggestion *s)
{
    char text[REST];
    if (!*rest) {
        better(s, distance, object, "");
        return;
    }
    for (int c = -1; c < b->width; c++) {
        const char *candidate = c < 0 ? b->quantity : rest_of(b, c, text);
        phk_nearest n = phk_nearest_to(rest, strlen(rest));
        phk_nearest_offer(&n, candidate);
        if (n.best && *candidate) better(s, distance + n.distance, object, candidate);
    }
}

/* The object nearest to the first `length` letters of a name, and how far it is. The last answer
 * is kept: neighbouring blocks share their list. */
typedef struct {
    const phk_name_list *list;
    const char *best;
    int distance;
} near_object;

static void find_near(near_object *near, phk_name_list *list, const char *name, size_t length)
{
    if (near->list == list) return;
    near->list = list;
    near->distance = 0;
    int object = find_object(list, name, length);
    if (object >= 0) {
        near->best = list->name[object];
        return;
    }
    phk_nearest n = phk_nearest_to(name, length);
    for (int i = 0; i < list->count; i++) phk_nearest_offer(&n, list->name[i]);
    near->best = n.best;
    near->distance = n.distance;
}

size_t ph_result_suggest(const ph_result *r, const char *name, char *text, size_t size)
{
    suggestion s = {text, size, 0, 1 << 20};
    if (size) text[0] = '\0';
    for (size_t length = strcspn(name, ".");; length += 1 + strcspn(name + length + 1, ".")) {
        const char *rest = name[length] ? name + length + 1 : "";
        near_object near = {0};
        for (int i = 0; i < r->blocks; i++) {
            const phk_block_in *b = &r->block[i];
            if (b->names) {
                find_near(&near, b->names, name, length);
                if (near.best) suggest_rest(&b->is, near.best, near.distance, rest, &s);
            } else {
                phk_nearest n = phk_nearest_to(name, length);
                phk_nearest_offer(&n, b->is.group);
                if (n.best) suggest_rest(&b->is, b->is.group, n.distance, rest, &s);
            }
        }
        if (!name[length]) break;
    }
    return s.length;
}
