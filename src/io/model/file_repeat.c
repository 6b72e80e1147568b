/* SPDX-License-Identifier: BSD-3-Clause
 *
 * file_repeat.c -- `repeat`: families of objects, `link{k}` for k from 1 to N.
 *
 * Nothing is copied: each section walks over the repeats and reads the objects it finds there once
 * for every k, with k in the scope of numbers and texts. So a chain of a hundred thousand links
 * takes as much memory as its model, whatever the file says about a link.
 *
 * Before anything is read, the turns and the objects of all repeats are counted: their number is
 * limited, so that a slip of the finger does not eat the machine.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "io/model/file.h"

/* So much may be made: turns, objects, and values or letters of theirs. */
enum { MOST_COPIES = PHK_REPEAT_MOST, MOST_VALUES = 50 * PHK_REPEAT_MOST };

/* A section inside a repeat. */
typedef struct {
    const phk_section *section;
    const phk_node *node;
    long long values; /* all its objects have, long texts counted by their length */
} part;

struct phk_repeat {
    const phk_node *node;
    const char *name; /* of the running number */
    ph_source name_where;
    part *part;
    int parts;
    phk_repeat *inner, *next;
};

/* What a repeat says about its running number. */
typedef struct {
    ph_text name;
    int from, to, step;
} range;

#define AT(member) .offset = offsetof(range, member)
const ph_field phk_repeat_fields[] = {
    {"for", PH_FIELD_TEXT, AT(name), .help = "Name of the running number.", .flags = PH_REQUIRED},
    {"from", PH_FIELD_INTEGER, AT(from), .unit = "", .help = "Its first value.", .init = 1},
    {"to", PH_FIELD_INTEGER, AT(to), .unit = "",
     .help = "Its last value. Below the first one: no copies.", .flags = PH_REQUIRED},
    {"step", PH_FIELD_INTEGER, AT(step), .unit = "", .help = "From one value to the next.",
     .init = 1, .min = 1, .max = 1e9},
    {.name = NULL}};
#undef AT

static const phk_section *find_section(const char *key)
{
    return phk_section_find(key, strlen(key));
}

/* ---- the repeats of a file, once, before anything in them is read ---- */

static void unknown_key(phk_load *l, const phk_entry *e)
{
    char hint[200] = "known are `for`, `from`, `to`, `step`, `repeat`, and sections of objects";
    phk_nearest nearest = phk_nearest_to(e->key, strlen(e->key));
    phk_load_failed(l, PH_E_MODEL);
    l->incomplete = 1;
    if (find_section(e->key)) {
        phk_error(l->diag, PH_E_KEY, e->where, "put it outside",
                  "the section `%.60s` cannot be repeated", e->key);
        return;
    }
    for (const ph_field *f = phk_repeat_fields; f->name; f++) phk_nearest_offer(&nearest, f->name);
    for (const phk_section *const *s = phk_sections; *s; s++)
        if (phk_section_repeats(*s)) phk_nearest_offer(&nearest, (*s)->name);
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%s`?", nearest.best);
    phk_error(l->diag, PH_E_KEY, e->where, hint, "unknown key `%.60s` in `repeat`", e->key);
}

static long long values_of(const phk_node *node)
{
    long long values = 1;
    if (node->kind == PHK_NODE_SCALAR) return 1 + (long long)strlen(node->text) / 32;
    for (int i = 0; i < node->count; i++) values += values_of(node->entry[i].value);
    return values;
}

/* A section of objects: a map of them, or the list of outputs. */
static int add_part(phk_load *l, phk_repeat *r, const phk_section *s, const phk_node *node)
{
    bool objects = s->kind < PHK_KINDS;
    if (phk_node_is_null(node)) return 1;
    if (node->kind != (objects ? PHK_NODE_MAP : PHK_NODE_LIST)) {
        phk_load_decoded(l, phk_decode_wrong_kind(&l->decoder, node, s->name,
                                                  objects ? "a map from names to what they name"
                                                          : "a list of names",
                                                  NULL));
        return 1;
    }
    part *grown = phk_arena_grow(&l->arena, r->part, (size_t)r->parts, sizeof *grown);
    if (!grown) return 0;
    r->part = grown;
    grown[r->parts++] = (part){s, node, values_of(node)};
    return 1;
}

static void check_name(phk_load *l, const phk_repeat *r)
{
    const phk_loops *loops = &l->parameters.loops;
    const char *what = NULL;
    for (int i = 0; i < loops->count; i++)
        if (strcmp(loops->name[i], r->name) == 0) what = "the running number of an outer repeat";
    if (phk_names_find(&l->parameters.names, r->name, strlen(r->name)) >= 0) what = "a parameter";
    if (!what && phk_is_name(r->name)) return;
    if (what)
        phk_error(l->diag, PH_E_NAME, r->name_where, "choose another name", "`%.60s` is already %s",
                  r->name, what);
    else
        phk_error(l->diag, PH_E_NAME, r->name_where,
                  "a name is a letter or _, then letters, digits and _", "`%.60s` is not a name",
                  r->name);
    phk_load_failed(l, PH_E_MODEL);
}

static phk_repeat *collect(phk_load *l, const phk_node *list);

/* One item of the list. NULL: reported, or out of memory. */
static phk_repeat *collect_one(phk_load *l, const phk_entry *item)
{
    const phk_node *node = item->value, *name = phk_node_find(node, "for");
    phk_loops *loops = &l->parameters.loops;
    range ignored;
    if (node->kind != PHK_NODE_MAP) {
        phk_load_decoded(l, phk_decode_wrong_kind(&l->decoder, node, "repeat", "a map",
                                                  "`- {for: k, to: 5, bodies: {..}}`"));
        return NULL;
    }
    if (!name || !phk_node_find(node, "to")) {
        phk_error(l->diag, PH_E_MISSING, item->where, "e.g. `for: k, to: 5`",
                  "a repeat has no `%s`", name ? "to" : "for");
        phk_load_failed(l, PH_E_MODEL);
        return NULL;
    }
    phk_repeat *r = phk_arena_alloc(&l->arena, sizeof *r);
    if (!r || loops->count == PHK_LOOPS) return NULL; /* such a tree is too deep to be read */
    if (!phk_decode_value(&l->decoder, name, phk_repeat_fields, &ignored.name)) {
        phk_load_failed(l, PH_E_MODEL);
        return NULL;
    }
    r->node = node;
    r->name = name->text;
    r->name_where = name->where;
    check_name(l, r);
    loops->name[loops->count++] = r->name;
    for (int i = 0; i < node->count; i++) {
        const phk_entry *e = &node->entry[i];
        const phk_section *s = find_section(e->key);
        bool repeats = s && phk_section_repeats(s);
        if (strcmp(e->key, "repeat") == 0)
            r->inner = collect(l, e->value);
        else if (repeats && !add_part(l, r, s, e->value))
            phk_load_failed(l, PH_E_NOMEM);
        else if (!repeats && !ph_field_find(phk_repeat_fields, e->key))
            unknown_key(l, e);
    }
    loops->count--;
    return r;
}

static phk_repeat *collect(phk_load *l, const phk_node *list)
{
    phk_repeat *first = NULL, **end = &first;
    if (phk_node_is_null(list)) return NULL;
    if (list->kind != PHK_NODE_LIST) {
        phk_load_decoded(l, phk_decode_wrong_kind(&l->decoder, list, "repeat", "a list",
                                                  "`repeat: [{for: k, to: 5, bodies: {..}}]`"));
        return NULL;
    }
    for (int i = 0; i < list->count; i++) {
        *end = collect_one(l, &list->entry[i]);
        if (*end)
            end = &(*end)->next;
        else
            l->incomplete = 1;
    }
    return first;
}

/* ---- walks over them ---- */

typedef struct {
    phk_load *load;
    const phk_section *section; /* whose objects are read; NULL: they are counted */
    long long turns, objects, values;
    int too_many;
} walk;

/* The values of all running numbers, for messages. */
static void tell_values(phk_load *l)
{
    const phk_loops *loops = &l->parameters.loops;
    size_t used = 0, size = sizeof l->context;
    for (int i = 0; i < loops->count && used < size; i++)
        used += (size_t)snprintf(l->context + used, size - used, "%s%.40s = %lld",
                                 i ? ", " : ", with ", loops->name[i], (long long)loops->value[i]);
    phk_diag_context(l->diag, loops->count ? l->context : NULL);
}

static void read_part(phk_load *l, const part *p)
{
    if (p->section->kind == PHK_KINDS) {
        p->section->read(l, p->node);
        return;
    }
    for (int i = 0; i < p->node->count && l->status != PH_E_NOMEM; i++) {
        phk_entry made = p->node->entry[i];
        phk_node key = {.text = made.key, .where = made.where, .inside = made.where};
        made.key = phk_decode_text(&l->decoder, &key, NULL);
        if (made.key)
            phk_read_object(l, p->section->kind, &made);
        else
            phk_load_failed(l, PH_E_MODEL);
        phk_arena_reset(&l->scratch);
    }
}

static void count_part(walk *w, const part *p)
{
    w->objects += p->node->count;
    w->values += p->values;
}

static void too_many(walk *w, const phk_repeat *r)
{
    if (w->turns <= MOST_COPIES && w->objects <= MOST_COPIES && w->values <= MOST_VALUES) return;
    if (w->values > MOST_VALUES)
        phk_error(w->load->diag, PH_E_RANGE, r->name_where, "repeat less, or smaller objects",
                  "the repeats of this file make more than %d values", (int)MOST_VALUES);
    else
        phk_error(w->load->diag, PH_E_RANGE, r->name_where, "repeat less",
                  "the repeats of this file make more than %d copies", (int)MOST_COPIES);
    phk_load_failed(w->load, PH_E_MODEL);
    w->too_many = w->load->incomplete = 1;
}

static void walk_all(walk *w, const phk_repeat *first);

static void turn(walk *w, const phk_repeat *r)
{
    phk_load *l = w->load;
    w->turns++;
    for (int i = 0; i < r->parts; i++) {
        if (!w->section) count_part(w, &r->part[i]);
        if (w->section != r->part[i].section) continue;
        tell_values(l);
        read_part(l, &r->part[i]);
    }
    if (!w->section) too_many(w, r);
    if (!w->too_many) walk_all(w, r->inner);
}

/* The range of a repeat, which may depend on the running numbers outside. */
static int read_range(phk_load *l, const phk_repeat *r, range *out)
{
    int ok = 1;
    *out = (range){.from = 1, .step = 1};
    for (int i = 0; i < r->node->count; i++) {
        const phk_entry *e = &r->node->entry[i];
        const ph_field *f = ph_field_find(phk_repeat_fields, e->key);
        if (f && f->kind == PH_FIELD_INTEGER)
            ok &= phk_decode_value(&l->decoder, e->value, f, (char *)out + f->offset);
    }
    phk_load_decoded(l, ok);
    if (!ok) l->incomplete = 1;
    return ok;
}

/* Whether a walk has anything to do there. */
static int has_section(const phk_repeat *r, const phk_section *section)
{
    for (int i = 0; i < r->parts; i++)
        if (r->part[i].section == section) return 1;
    for (const phk_repeat *inner = r->inner; inner; inner = inner->next)
        if (has_section(inner, section)) return 1;
    return 0;
}

static void walk_all(walk *w, const phk_repeat *first)
{
    phk_loops *loops = &w->load->parameters.loops;
    for (const phk_repeat *r = first; r; r = r->next) {
        range values;
        if (w->section && !has_section(r, w->section)) continue;
        w->values++; /* repeats without turns take their time too */
        tell_values(w->load);
        if (!read_range(w->load, r, &values)) continue;
        int level = loops->count++;
        loops->name[level] = r->name;
        for (long long k = values.from; k <= values.to; k += values.step) {
            loops->value[level] = (double)k;
            turn(w, r);
            if (w->too_many || w->load->status == PH_E_NOMEM) break;
        }
        loops->count = level;
        tell_values(w->load);
        if (w->too_many || w->load->status == PH_E_NOMEM) return;
    }
}

void phk_load_repeats(phk_load *l, const phk_node *node)
{
    l->repeats = collect(l, node);
    walk count = {.load = l};
    walk_all(&count, l->repeats);
    if (count.too_many) l->repeats = NULL;
}

void phk_load_repeated(phk_load *l, const phk_section *section)
{
    walk w = {.load = l, .section = section};
    walk_all(&w, l->repeats);
}

/* An object of that name could not be told from the number. */
static void check_objects(phk_load *l, const phk_repeat *first)
{
    for (const phk_repeat *r = first; r; r = r->next) {
        phk_object o = phk_model_find(l->model, r->name, strlen(r->name));
        if (o.index >= 0 && o.kind != PHK_KIND_PARAMETER) {
            phk_error(l->diag, PH_E_NAME, r->name_where, "choose another name",
                      "`%.60s` is also a %s", r->name, phk_kind_text(o.kind));
            phk_load_failed(l, PH_E_MODEL);
        }
        check_objects(l, r->inner);
    }
}

void phk_load_check_repeats(phk_load *l)
{
    check_objects(l, l->repeats);
}
