/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tree.h -- a YAML (or JSON) text as a tree of maps, lists and scalars that know their place.
 *
 * Aliases share the node they name, so a tree takes memory in proportion to its text; what a walk
 * over it can meet is bounded too (PHK_TREE_EXPANSION). Merge keys `<<` are resolved: the merged
 * keys follow the written ones and keep the place they were written at. Everything lives in the
 * caller's arena. Maps have no key twice; nesting is at most PHK_TREE_DEPTH deep.
 */
#ifndef PHK_YAML_TREE_H
#define PHK_YAML_TREE_H

#include <polhode/base.h>
#include "base/arena.h"

enum { PHK_TREE_DEPTH = 100, PHK_TREE_EXPANSION = 1000000 };

typedef enum { PHK_NODE_SCALAR, PHK_NODE_LIST, PHK_NODE_MAP } phk_node_kind;

typedef struct phk_node phk_node;

/* One item of a map or a list. */
typedef struct {
    const char *key; /* NULL in lists */
    ph_source where; /* of the key; in lists of the item, also when it is an alias */
    phk_node *value;
} phk_entry;

struct phk_node {
    phk_node_kind kind;
    int plain; /* a scalar without quotes */
    ph_source where;
    const char *text; /* of a scalar; terminated */
    ph_source inside; /* of text[0]: behind an anchor and the opening quote */
    int count;        /* of a map or list */
    phk_entry *entry;
    long long weight; /* nodes below and with it, every alias counted in full */
};

/* A text to read, and where it is said to come from. */
typedef struct {
    const char *file; /* outlives the tree */
    const char *text;
    size_t length;
    size_t begin; /* reading starts here; places count from text[0] */
} phk_yaml_text;

/* Reads one document. *root is NULL for an empty one. Syntax errors, repeated keys and so on go to
 * diag; repeated keys do not end the reading, so that several are reported at once. */
ph_status phk_yaml_read(phk_arena *arena, const phk_yaml_text *in, ph_diag *diag, phk_node **root);

/* The value of a key of a map, or NULL. */
phk_node *phk_node_find(const phk_node *map, const char *key);
/* True for a plain scalar that stands for nothing: empty, `~` or `null`. */
int phk_node_is_null(const phk_node *node);
/* Describes what a node is, for "expected a number, got %s". Writes into text and returns it. */
const char *phk_node_describe(const phk_node *node, char *text, size_t size);

#endif
