/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tree.c -- libyaml's events, put together to a tree.
 *
 * The recursion is as deep as the text nests, at most PHK_TREE_DEPTH. Each use of an alias costs
 * the weight of what it stands for; the sum is bounded, so that nine lines of aliases of aliases
 * ("billion laughs") cannot keep a reader busy for hours.
 */
#include "io/yaml/tree.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>
#include "base/diag.h"
#include "base/names.h"
#include "io/text/places.h"

typedef struct {
    phk_node *node;
    int open; /* still being read: an alias to it would contain itself */
} anchor;

typedef struct {
    phk_arena *arena;
    ph_diag *diag;
    phk_places places;
    yaml_parser_t parser;
    phk_names anchor_name; /* -> index into anchor */
    anchor *anchor;
    int anchors;
    long long expansion, expansion_limit;
    int mistakes; /* reported errors that do not end the reading */
} reader;

static ph_source place_of(const reader *r, const yaml_event_t *e)
{
    return phk_places_at(&r->places, phk_places_offset(&r->places, e->start_mark.index),
                         phk_places_offset(&r->places, e->end_mark.index));
}

static ph_status out_of_memory(reader *r)
{
    return phk_error(r->diag, PH_E_NOMEM, (ph_source){.file = r->places.file}, NULL,
                     "out of memory while reading");
}

/* What usually lies behind a complaint of libyaml. */
static const char *syntax_hint(const reader *r, const char *problem, size_t at)
{
    static const struct {
        const char *part, *hint;
    } known[] = {
        {"mapping values are not allowed",
         "a value that holds `: ` needs quotes; otherwise look at "
         "the indentation of this line and the one before"},
        {"could not find expected ':'",
         "a map is written `key: value`, with a blank after the colon"},
        {"expected ',' or ']'", "separate list items by commas and close the list with `]`"},
        {"expected ',' or '}'", "separate keys by commas and close the map with `}`"},
        {"expected key", "keys of one map stand in the same column"},
        {"expected '-' indicator", "items of one list stand in the same column, each after `- `"},
        {"unexpected end of stream", "a quote is not closed"},
        {"Unicode character escape",
         "JSON writes characters beyond U+FFFF as two escapes; write the "
         "character itself, or \\U with eight digits"},
        {"unknown escape character",
         "in double quotes a backslash is written `\\\\`; single quotes "
         "take it as it is"},
        {"block sequence entries are not allowed", "begin the list on a line of its own"},
    };
    if (strstr(problem, "cannot start any token")) {
        char c = at < r->places.length ? r->places.text[at] : '\0';
        if (c == '\t') return "indent with spaces; YAML allows no tabs there";
        return "put the text in quotes";
    }
    /* link{k} inside of [..] or {..} */
    if (strstr(problem, "expected ','") && at > 0 && at < r->places.length &&
        r->places.text[at] == '{' && !strchr(" ,[{\n", r->places.text[at - 1]))
        return "a text with braces needs quotes here, as in \"link{k}\"";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strstr(problem, known[i].part)) return known[i].hint;
    return NULL;
}

static ph_status syntax_error(reader *r)
{
    const yaml_parser_t *p = &r->parser;
    if (p->error == YAML_MEMORY_ERROR) return out_of_memory(r);
    const char *problem = p->problem ? p->problem : "not YAML";
    if (p->error == YAML_READER_ERROR) {
        size_t at = r->places.begin + p->problem_offset;
        if (at > r->places.length) at = r->places.length;
        return phk_error(r->diag, PH_E_SYNTAX, phk_places_at(&r->places, at, at + 1), NULL, "%s",
                         problem);
    }
    size_t at = phk_places_offset(&r->places, p->problem_mark.index);
    ph_source where = phk_places_at(&r->places, at, at + 1);
    const char *hint = syntax_hint(r, problem, at);
    if (!p->context) return phk_error(r->diag, PH_E_SYNTAX, where, hint, "%s", problem);
    size_t from = phk_places_offset(&r->places, p->context_mark.index);
    ph_source begin = phk_places_at(&r->places, from, from + 1);
    /* a quote left open is found at the end of the file; its beginning says more */
    if (strstr(problem, "unexpected end of stream")) where = begin;
    if (begin.line == where.line)
        return phk_error(r->diag, PH_E_SYNTAX, where, hint, "%s %s", problem, p->context);
    return phk_error(r->diag, PH_E_SYNTAX, where, hint, "%s %s that begins in line %d", problem,
                     p->context, begin.line);
}

static ph_status next_event(reader *r, yaml_event_t *e)
{
    return yaml_parser_parse(&r->parser, e) ? PH_OK : syntax_error(r);
}

static phk_node *new_node(reader *r, phk_node_kind kind, ph_source where)
{
    phk_node *node = phk_arena_alloc(r->arena, sizeof *node);
    if (node) *node = (phk_node){.kind = kind, .where = where, .inside = where, .weight = 1};
    return node;
}

/* Remembers a node under its anchor's name; returns the anchor's index, -1: it has none, -2: out of
 * memory. A name used again means the new node from here on, as YAML says. */
static int set_anchor(reader *r, const yaml_char_t *name, phk_node *node)
{
    if (!name) return -1;
    size_t length = strlen((const char *)name);
    int index = phk_names_find(&r->anchor_name, (const char *)name, length);
    if (index < 0) {
        char *copy = phk_arena_text(r->arena, (const char *)name, length);
        anchor *grown = phk_arena_grow(r->arena, r->anchor, (size_t)r->anchors, sizeof *grown);
        if (!copy || !grown) return -2;
        r->anchor = grown;
        index = r->anchors;
        if (phk_names_add(&r->anchor_name, copy, length, index) < 0) return -2;
        r->anchors++;
    }
    r->anchor[index] = (anchor){node, 1};
    return index;
}

static ph_status spend(reader *r, long long weight, ph_source where)
{
    r->expansion += weight;
    if (r->expansion <= r->expansion_limit) return PH_OK;
    return phk_error(r->diag, PH_E_RANGE, where, "write the repeated parts out, or fewer of them",
                     "the aliases of this file stand for more than %lld values",
                     r->expansion_limit);
}

static ph_status read_alias(reader *r, const yaml_event_t *e, phk_node **node)
{
    const char *name = (const char *)e->data.alias.anchor;
    ph_source where = place_of(r, e);
    int index = phk_names_find(&r->anchor_name, name, strlen(name));
    if (index < 0)
        return phk_error(r->diag, PH_E_NAME, where,
                         "an alias `*name` repeats a value marked `&name` before it",
                         "nothing before this is marked `&%s`", name);
    if (r->anchor[index].open)
        return phk_error(r->diag, PH_E_NAME, where, "a value cannot hold itself",
                         "`*%s` stands inside the value it repeats", name);
    *node = r->anchor[index].node;
    return spend(r, (*node)->weight, where);
}

/* Where text[0] stands: behind anchors and the opening quote. Found from the end, because a mark
 * begins at the anchor. Folded texts and escapes leave no better place than the beginning. */
static ph_source inside_of(const reader *r, const yaml_event_t *e)
{
    const char *text = (const char *)e->data.scalar.value;
    size_t length = e->data.scalar.length;
    size_t from = phk_places_offset(&r->places, e->start_mark.index);
    size_t to = phk_places_offset(&r->places, e->end_mark.index);
    yaml_scalar_style_t style = e->data.scalar.style;
    if (style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE) {
        /* the first line below the header that is not blank */
        while (from < to && r->places.text[from] != '\n') from++;
        while (from < to && strchr(" \n\r", r->places.text[from])) from++;
        return phk_places_at(&r->places, from, to);
    }
    size_t quote = style == YAML_PLAIN_SCALAR_STYLE ? 0 : 1;
    if (to >= from + length + quote) {
        size_t begin = to - quote - length;
        if (memcmp(r->places.text + begin, text, length) == 0)
            return phk_places_at(&r->places, begin, begin + length);
    }
    return phk_places_at(&r->places, from + quote < to ? from + quote : from, to);
}

static ph_status read_scalar(reader *r, const yaml_event_t *e, phk_node **out)
{
    const char *text = (const char *)e->data.scalar.value;
    size_t length = e->data.scalar.length;
    ph_source where = place_of(r, e);
    if (memchr(text, '\0', length))
        return phk_error(r->diag, PH_E_SYNTAX, where, "leave out the `\\0`",
                         "a text cannot hold the character NUL");
    phk_node *node = new_node(r, PHK_NODE_SCALAR, where);
    if (!node || !(node->text = phk_arena_text(r->arena, text, length))) return out_of_memory(r);
    node->plain = e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    node->inside = inside_of(r, e);
    int mark = set_anchor(r, e->data.scalar.anchor, node);
    if (mark == -2) return out_of_memory(r);
    if (mark >= 0) r->anchor[mark].open = 0;
    *out = node;
    return PH_OK;
}

static ph_status read_node(reader *r, const yaml_event_t *e, int depth, phk_node **node);

static ph_status append(reader *r, phk_node *node, phk_entry entry)
{
    phk_entry *grown =
        phk_arena_grow(r->arena, node->entry, (size_t)node->count, sizeof *node->entry);
    if (!grown) return out_of_memory(r);
    node->entry = grown;
    node->entry[node->count++] = entry;
    node->weight += entry.value->weight;
    return PH_OK;
}

static ph_status read_list(reader *r, phk_node *list, int depth)
{
    for (;;) {
        yaml_event_t e;
        ph_status status = next_event(r, &e);
        if (status != PH_OK) return status;
        int end = e.type == YAML_SEQUENCE_END_EVENT;
        phk_node *item = NULL;
        ph_source where = place_of(r, &e);
        if (end && list->where.length == 1) {
            /* a list in brackets: its place reaches to the closing one */
            size_t to = phk_places_offset(&r->places, e.end_mark.index);
            size_t from = r->places.line[list->where.line - 1] + (size_t)list->where.column - 1;
            list->where = phk_places_at(&r->places, from, to);
        }
        if (!end) status = read_node(r, &e, depth, &item);
        yaml_event_delete(&e);
        if (end || status != PH_OK) return status;
        status = append(r, list, (phk_entry){NULL, where, item});
        if (status != PH_OK) return status;
    }
}

/* A map under construction. Few keys are searched one by one, many through a hash. */
enum { FEW = 8 };
typedef struct {
    phk_node *node;
    phk_names index;
} map_maker;

static int find_key(const map_maker *m, const char *key)
{
    if (m->node->count > FEW) return phk_names_find(&m->index, key, strlen(key));
    for (int i = 0; i < m->node->count; i++)
        if (strcmp(m->node->entry[i].key, key) == 0) return i;
    return -1;
}

static ph_status add_key(reader *r, map_maker *m, phk_entry entry)
{
    ph_status status = append(r, m->node, entry);
    if (status != PH_OK || m->node->count <= FEW) return status;
    for (int i = m->node->count == FEW + 1 ? 0 : FEW; i < m->node->count; i++) {
        /* beyond the first keys only the newest one is not in the hash yet */
        if (i == FEW) i = m->node->count - 1;
        const char *key = m->node->entry[i].key;
        if (phk_names_add(&m->index, key, strlen(key), i) < 0) return out_of_memory(r);
    }
    return PH_OK;
}

/* Adds the keys of `from` that the map lacks. */
static ph_status merge_map(reader *r, map_maker *m, const phk_node *from, ph_source where)
{
    if (from->kind != PHK_NODE_MAP) {
        char text[80];
        r->mistakes++;
        phk_error(r->diag, PH_E_TYPE, where, "write `<<: *name` or `<<: [*one, *two]`",
                  "`<<` merges a map or a list of maps, got %s",
                  phk_node_describe(from, text, sizeof text));
        return PH_OK;
    }
    for (int i = 0; i < from->count; i++) {
        ph_status status = spend(r, 1, where);
        if (status != PH_OK) return status;
        const phk_entry *e = &from->entry[i];
        if (find_key(m, e->key) >= 0) continue;
        status = spend(r, e->value->weight, where);
        if (status == PH_OK) status = add_key(r, m, *e);
        if (status != PH_OK) return status;
    }
    return PH_OK;
}

static ph_status merge(reader *r, map_maker *m, const phk_entry *merged)
{
    const phk_node *value = merged->value;
    if (value->kind != PHK_NODE_LIST) return merge_map(r, m, value, merged->where);
    for (int i = 0; i < value->count; i++) {
        ph_status status = merge_map(r, m, value->entry[i].value, value->entry[i].where);
        if (status != PH_OK) return status;
    }
    return PH_OK;
}

static void repeated_key(reader *r, const phk_entry *again, const phk_entry *first)
{
    char hint[120];
    r->mistakes++;
    snprintf(hint, sizeof hint, "it stands in line %d, column %d already", first->where.line,
             first->where.column);
    phk_error(r->diag, PH_E_KEY, again->where, hint, "the key `%s` is given twice", again->key);
}

static ph_status read_key(reader *r, const yaml_event_t *e, int depth, phk_entry *entry,
                          int *is_merge)
{
    phk_node *key = NULL;
    ph_status status = read_node(r, e, depth, &key);
    if (status != PH_OK) return status;
    if (key->kind != PHK_NODE_SCALAR || key->text[0] == '\0')
        return phk_error(r->diag, PH_E_SYNTAX, key->where, "a map is written `key: value`",
                         "a key must be a word, got %s",
                         key->kind == PHK_NODE_MAP    ? "a map"
                         : key->kind == PHK_NODE_LIST ? "a list"
                                                      : "nothing");
    *entry = (phk_entry){key->text, key->plain ? key->inside : key->where, NULL};
    *is_merge = key->plain && strcmp(key->text, "<<") == 0;
    return PH_OK;
}

static ph_status read_pairs(reader *r, map_maker *m, int depth)
{
    phk_entry merged = {0};
    for (;;) {
        yaml_event_t e;
        ph_status status = next_event(r, &e);
        if (status != PH_OK) return status;
        int end = e.type == YAML_MAPPING_END_EVENT, is_merge = 0;
        phk_entry entry;
        if (!end) status = read_key(r, &e, depth, &entry, &is_merge);
        yaml_event_delete(&e);
        if (end || status != PH_OK) return end && merged.key ? merge(r, m, &merged) : status;
        if ((status = next_event(r, &e)) != PH_OK) return status;
        status = read_node(r, &e, depth, &entry.value);
        yaml_event_delete(&e);
        if (status != PH_OK) return status;
        int first = find_key(m, entry.key);
        if (first >= 0 || (is_merge && merged.key))
            repeated_key(r, &entry, is_merge ? &merged : &m->node->entry[first]);
        else if (is_merge)
            merged = entry;
        else if ((status = add_key(r, m, entry)) != PH_OK)
            return status;
    }
}

static ph_status read_collection(reader *r, const yaml_event_t *e, int depth, phk_node **out)
{
    int is_map = e->type == YAML_MAPPING_START_EVENT;
    ph_source where = place_of(r, e);
    if (depth == PHK_TREE_DEPTH)
        return phk_error(r->diag, PH_E_SYNTAX, where, "a model file needs far fewer levels",
                         "lists and maps are nested more than %d deep", PHK_TREE_DEPTH);
    phk_node *node = new_node(r, is_map ? PHK_NODE_MAP : PHK_NODE_LIST, where);
    if (!node) return out_of_memory(r);
    int mark =
        set_anchor(r, is_map ? e->data.mapping_start.anchor : e->data.sequence_start.anchor, node);
    if (mark == -2) return out_of_memory(r);
    ph_status status;
    if (is_map) {
        map_maker m = {node, {0}};
        status = read_pairs(r, &m, depth + 1);
        phk_names_free(&m.index);
    } else {
        status = read_list(r, node, depth + 1);
    }
    if (mark >= 0) r->anchor[mark].open = 0;
    *out = node;
    return status;
}

static ph_status read_node(reader *r, const yaml_event_t *e, int depth, phk_node **node)
{
    const yaml_char_t *tag = NULL;
    if (e->type == YAML_ALIAS_EVENT) return read_alias(r, e, node);
    if (e->type == YAML_SCALAR_EVENT) tag = e->data.scalar.tag;
    if (e->type == YAML_SEQUENCE_START_EVENT) tag = e->data.sequence_start.tag;
    if (e->type == YAML_MAPPING_START_EVENT) tag = e->data.mapping_start.tag;
    if (tag)
        return phk_error(r->diag, PH_E_SYNTAX, place_of(r, e),
                         "leave it out; a text that begins with `!` needs quotes",
                         "model files have no tags such as `%s`", (const char *)tag);
    if (e->type == YAML_SCALAR_EVENT) return read_scalar(r, e, node);
    return read_collection(r, e, depth, node);
}

/* The stream: one document or none. */
static ph_status read_stream(reader *r, phk_node **root)
{
    int documents = 0;
    for (;;) {
        yaml_event_t e;
        ph_status status = next_event(r, &e);
        if (status != PH_OK) return status;
        yaml_event_type_t type = e.type;
        if (type == YAML_DOCUMENT_START_EVENT && documents++ > 0)
            status =
                phk_error(r->diag, PH_E_SYNTAX, place_of(r, &e),
                          "put each model into a file of its own", "a second document begins here");
        else if (type == YAML_SCALAR_EVENT || type == YAML_ALIAS_EVENT ||
                 type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT)
            status = read_node(r, &e, 0, root);
        yaml_event_delete(&e);
        if (status != PH_OK || type == YAML_STREAM_END_EVENT) return status;
    }
}

/* What libyaml would guess at or report without a line: other encodings, binary files. */
static ph_status check_text(reader *r)
{
    const unsigned char *t = (const unsigned char *)r->places.text;
    size_t length = r->places.length;
    if (length >= 2 && ((t[0] == 0xFF && t[1] == 0xFE) || (t[0] == 0xFE && t[1] == 0xFF)))
        return phk_error(r->diag, PH_E_FORMAT, (ph_source){.file = r->places.file},
                         "save it as UTF-8", "the file is UTF-16 text");
    size_t bad = phk_text_check(r->places.text, length);
    if (bad == length) return PH_OK;
    return phk_error(r->diag, PH_E_FORMAT, phk_places_at(&r->places, bad, bad + 1),
                     t[bad] < 0x80 ? "is this a binary file? a model file is UTF-8 text"
                                   : "save the file as UTF-8",
                     "the byte 0x%02X has no place in a text file", t[bad]);
}

ph_status phk_yaml_read(phk_arena *arena, const phk_yaml_text *in, ph_diag *diag, phk_node **root)
{
    reader r = {.arena = arena, .diag = diag};
    *root = NULL;
    if (!phk_places_make(&r.places, arena, in->file, in->text, in->length, in->begin))
        return out_of_memory(&r);
    ph_status status = check_text(&r);
    if (status != PH_OK) return status;
    /* a file may use as many aliases as it takes lines to write them */
    r.expansion_limit = PHK_TREE_EXPANSION + 16 * (long long)in->length;
    if (!yaml_parser_initialize(&r.parser)) return out_of_memory(&r);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)in->text + in->begin,
                                 in->length - in->begin);
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    status = read_stream(&r, root);
    yaml_parser_delete(&r.parser);
    phk_names_free(&r.anchor_name);
    return status == PH_OK && r.mistakes ? PH_E_KEY : status;
}

phk_node *phk_node_find(const phk_node *map, const char *key)
{
    for (int i = 0; map && map->kind == PHK_NODE_MAP && i < map->count; i++)
        if (strcmp(map->entry[i].key, key) == 0) return map->entry[i].value;
    return NULL;
}

int phk_node_is_null(const phk_node *node)
{
    return node->kind == PHK_NODE_SCALAR && node->plain &&
           (node->text[0] == '\0' || strcmp(node->text, "~") == 0 ||
            strcmp(node->text, "null") == 0);
}

const char *phk_node_describe(const phk_node *node, char *text, size_t size)
{
    if (node->kind == PHK_NODE_MAP) return "a map";
    if (phk_node_is_null(node)) return "nothing";
    if (node->kind == PHK_NODE_SCALAR && node->text[0] == '\0') return "an empty text";
    if (node->kind == PHK_NODE_SCALAR)
        snprintf(text, size, "`%.40s%s`", node->text, strlen(node->text) > 40 ? "..." : "");
    else
        snprintf(text, size, node->count == 1 ? "a list of %d item" : "a list of %d items",
                 node->count);
    return text;
}
