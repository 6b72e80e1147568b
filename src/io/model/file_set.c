/* SPDX-License-Identifier: BSD-3-Clause
 *
 * file_set.c -- overrides `path.to.key=value` of the command line, applied to the tree.
 *
 * The nodes along the path are copied before they change, because an alias may share them with
 * other places of the file. Only the last key may be new, and only where keys are the format's:
 * a misspelt `parameters.spn=3` must not become a parameter nobody uses.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/model/file.h"

typedef struct {
    phk_load *load;
    const char *file, *text; /* "--set TEXT", TEXT */
    size_t path;             /* length of the path in text */
} override;

static ph_source place(const override *o, size_t at, size_t length)
{
    return (ph_source){o->file, 1, (int)at + 1, (int)length};
}

static void fail(const override *o, ph_status code, size_t at, size_t length, const char *hint,
                 const char *message)
{
    phk_error(o->load->diag, code, place(o, at, length), hint, "%s", message);
    phk_load_failed(o->load, PH_E_MODEL);
}

/* A map or list of its own in place of one that may be shared; a map in place of nothing. */
static phk_node *own_copy(const override *o, const phk_node *node)
{
    phk_node *copy = phk_arena_alloc(&o->load->arena, sizeof *copy);
    /* room for one more */
    size_t n = (size_t)node->count;
    phk_entry *entry = phk_arena_alloc(&o->load->arena, (n + 1) * sizeof *entry);
    if (!copy || !entry) {
        phk_load_failed(o->load, PH_E_NOMEM);
        return NULL;
    }
    *copy = *node;
    if (node->kind == PHK_NODE_SCALAR) copy->kind = PHK_NODE_MAP;
    if (n) memcpy(entry, node->entry, n * sizeof *entry);
    copy->entry = entry;
    return copy;
}

static int find_entry(const phk_node *node, const char *part, size_t length)
{
    if (node->kind == PHK_NODE_LIST) {
        char *end;
        long index = strtol(part, &end, 10);
        return part[0] >= '0' && part[0] <= '9' && end == part + length && index < node->count
                   ? (int)index
                   : -1;
    }
    for (int i = 0; i < node->count; i++)
        if (strncmp(node->entry[i].key, part, length) == 0 && node->entry[i].key[length] == '\0')
            return i;
    return -1;
}

static void no_such_part(const override *o, const phk_node *node, size_t at, size_t length)
{
    char hint[200], message[200];
    int shown = (int)(length < 60 ? length : 60);
    phk_nearest nearest = phk_nearest_to(o->text + at, length);
    for (int i = 0; node->kind == PHK_NODE_MAP && i < node->count; i++)
        phk_nearest_offer(&nearest, node->entry[i].key);
    /* the name of a section the file has not got is spelt right */
    int known = at == 0 && phk_section_find(o->text, length);
    for (const phk_section *const *s = phk_sections; at == 0 && !known && *s; s++)
        phk_nearest_offer(&nearest, (*s)->name);
    if (known) nearest.best = NULL;
    if (length == 0) nearest.best = NULL;
    if (node->kind == PHK_NODE_LIST)
        snprintf(hint, sizeof hint, "items of this list are numbered from 0 to %d",
                 node->count - 1);
    else if (nearest.best)
        snprintf(hint, sizeof hint, "did you mean `%.60s`?", nearest.best);
    else
        snprintf(hint, sizeof hint,
                 "a path names keys of the model file, as in "
                 "`bodies.top.mass=3`");
    if (length == 0)
        snprintf(message, sizeof message, "a part of the path is empty");
    else
        snprintf(message, sizeof message, "the model has no `%.*s` there", shown, o->text + at);
    fail(o, PH_E_KEY, at, length, hint, message);
}

static phk_node *read_value(const override *o)
{
    phk_node *value = NULL;
    phk_yaml_text in = {o->file, o->text, strlen(o->text), o->path + 1};
    if (phk_yaml_read(&o->load->arena, &in, o->load->diag, &value) != PH_OK) {
        phk_load_failed(o->load, PH_E_MODEL);
        return NULL;
    }
    if (value) return value;
    value = phk_arena_alloc(&o->load->arena, sizeof *value);
    if (!value) phk_load_failed(o->load, PH_E_NOMEM);
    if (value)
        *value = (phk_node){.kind = PHK_NODE_SCALAR,
                            .plain = 1,
                            .text = "",
                            .weight = 1,
                            .where = place(o, in.begin, 0),
                            .inside = place(o, in.begin, 0)};
    return value;
}

/* The entry of `node` a part of the path names, made when it may be new; -1: reported. */
static int entry_of(const override *o, phk_node *node, size_t at, size_t length, int may_be_new)
{
    int index = find_entry(node, o->text + at, length);
    if (index >= 0) return index;
    if (!may_be_new || node->kind != PHK_NODE_MAP || length == 0) {
        no_such_part(o, node, at, length);
        return -1;
    }
    char *key = phk_arena_text(&o->load->arena, o->text + at, length);
    phk_node *empty = phk_arena_alloc(&o->load->arena, sizeof *empty);
    if (!key || !empty) {
        phk_load_failed(o->load, PH_E_NOMEM);
        return -1;
    }
    *empty = (phk_node){.kind = PHK_NODE_MAP, .where = place(o, at, length), .weight = 1};
    node->entry[node->count] = (phk_entry){key, place(o, at, length), empty};
    return node->count++;
}

/* Whose words the keys at a place are. */
typedef enum {
    SECTIONS, /* the format's: sections, and what else a repeat has */
    REPEATS,  /* numbers: the list of repeats */
    NAMES,    /* the user's: names of objects */
    INSIDE    /* the format's: what an object has */
} level;

static level level_below(level at, const phk_section *section)
{
    if (at == REPEATS) return SECTIONS;
    if (at != SECTIONS || !section) return INSIDE;
    if (strcmp(section->name, "repeat") == 0) return REPEATS;
    return phk_section_named(section) ? NAMES : INSIDE;
}

/* Walks down part by part; `slot` is where the present node hangs. */
static void apply(const override *o, phk_node *value)
{
    phk_node **slot = &o->load->root;
    level keys = SECTIONS;
    size_t at = 0;
    for (int depth = 0;; depth++) {
        size_t length = strcspn(o->text + at, ".=");
        int last = at + length == o->path;
        const phk_section *section = phk_section_find(o->text + at, length);
        if ((*slot)->kind == PHK_NODE_SCALAR && !phk_node_is_null(*slot)) {
            no_such_part(o, *slot, at, length);
            return;
        }
        phk_node *node = own_copy(o, *slot);
        if (!node) return;
        *slot = node;
        int may_be_new = last && keys != NAMES;
        if (depth == 0) may_be_new = section && (last || !phk_section_named(section));
        int index = entry_of(o, node, at, length, may_be_new);
        if (index < 0) return;
        slot = &node->entry[index].value;
        if (last) {
            node->entry[index].where = place(o, at, length);
            *slot = value;
            return;
        }
        keys = level_below(keys, section);
        at += length + 1;
    }
}

void phk_load_override(phk_load *load, const char *text)
{
    size_t length = strlen(text);
    char *file = phk_arena_alloc(&load->model->arena, length + 7);
    if (!file) {
        phk_load_failed(load, PH_E_NOMEM);
        return;
    }
    memcpy(file, "--set ", 6);
    memcpy(file + 6, text, length);
    phk_diag_text(load->diag, file, file + 6, length);
    override o = {load, file, file + 6, strcspn(text, "=")};
    if (text[o.path] == '\0') {
        fail(&o, PH_E_USAGE, 0, length, "write `--set path.to.key=value`",
             "an override has no `=`");
        return;
    }
    phk_node *value = read_value(&o);
    if (value) apply(&o, value);
}
