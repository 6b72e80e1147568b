/* SPDX-License-Identifier: BSD-3-Clause
 *
 * decode.h -- a field table reads a map of the tree into a struct.
 *
 * Everything a table says is checked here, once: keys, kinds, units, ranges, what is required. All
 * errors of a map are reported, not only the first.
 */
#ifndef PHK_DECODE_H
#define PHK_DECODE_H

#include <stdint.h>
#include <polhode/field.h>
#include "base/arena.h"
#include "expr/expr.h"
#include "io/yaml/tree.h"

/* The running numbers of the repeats around what is read, outermost first. */
enum { PHK_LOOPS = PHK_TREE_DEPTH / 2 + 2 };
typedef struct {
    int count;
    const char *name[PHK_LOOPS];
    double value[PHK_LOOPS]; /* whole */
} phk_loops;

typedef struct {
    ph_diag *diag;
    phk_arena *arena; /* lists of numbers and names go there; texts are borrowed from the tree */
    const phk_scope *scope; /* what names in number expressions mean; NULL: none */
    /* The scope sets it when it hands out a stand-in for a parameter whose own error is reported
     * already; the number is then dropped without a second complaint. NULL: it never does. */
    int *tainted;
    const phk_loops *loops; /* written into expressions; the scope knows them too. NULL: none */
} phk_decoder;

/* Reads `map` into *out. what, where: "body `top`" and the place of its name, for messages. skip:
 * keys that are the caller's own business, with blanks between them, or NULL. given (NULL: not
 * wanted): the set of fields it names, in which phk_field_bit has its bits. False: errors were
 * reported. */
int phk_decode_map(const phk_decoder *decoder, const phk_node *map, const ph_field *fields,
                   const char *what, ph_source where, const char *skip, void *out, uint64_t *given);

/* Reads one value as a field describes it into *at (the field's offset plays no part). */
int phk_decode_value(const phk_decoder *decoder, const phk_node *node, const ph_field *field,
                     void *at);

/* A number in SI units; unit: as in ph_field, or "*": any. */
int phk_decode_number(const phk_decoder *decoder, const phk_node *node, const char *name,
                      const char *unit, double *value);
/* The text of a scalar with the values of its braces, and in an expression of its running numbers,
 * in place of them: of the node itself when there is nothing to replace, else in the arena. NULL:
 * errors were reported. moved: NULL for a name; for an expression, set when its words no longer
 * stand where they do in the file. */
const char *phk_decode_text(const phk_decoder *decoder, const phk_node *node, int *moved);
/* How much of a number's text comes before its unit: all of it when it has none. */
size_t phk_number_part(const char *text);

int phk_decode_orientation(const phk_decoder *decoder, const phk_node *node, const char *name,
                           ph_quat *q);

/* Reports a value of the wrong kind. Returns 0. */
int phk_decode_wrong_kind(const phk_decoder *decoder, const phk_node *node, const char *name,
                          const char *expected, const char *example);
/* A list of `count` numbers (count < 0: any) of one unit. Returns 0 when there were errors. */
int phk_decode_numbers(const phk_decoder *decoder, const phk_node *node, const char *name,
                       const char *unit, int count, double *value);

#endif
