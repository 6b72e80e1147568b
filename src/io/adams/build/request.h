/* SPDX-License-Identifier: BSD-3-Clause
 *
 * request.h -- what REQUEST and MREQUEST share: the eight components between two markers.
 */
#ifndef PHK_ADAMS_REQUEST_H
#define PHK_ADAMS_REQUEST_H

#include "io/adams/read/deck.h"

enum { PHK_REQUEST_COMPONENTS = 8 };
typedef enum {
    PHK_REQUEST_DISPLACEMENT,
    PHK_REQUEST_VELOCITY,
    PHK_REQUEST_ACCELERATION,
    PHK_REQUEST_FORCE,
    PHK_REQUEST_KINDS
} phk_request_kind;

/* The arguments that say which: DISPLACEMENT, ..; by one letter too. */
#define PHK_REQUEST_KIND_ARGS                                                                      \
    {"DISPLACEMENT", .kind = PHK_ARG_FLAG, .abbreviation = 1},                                     \
        {"VELOCITY", .kind = PHK_ARG_FLAG, .abbreviation = 1},                                     \
        {"ACCELERATION", .kind = PHK_ARG_FLAG, .abbreviation = 1},                                 \
    {                                                                                              \
        "FORCE", .kind = PHK_ARG_FLAG, .abbreviation = 1                                           \
    }
/* The one that is given; -1: none; PHK_REQUEST_KINDS: several. */
int phk_request_kind_of(const phk_statement *s);

/* Numbers of markers; 0: ground. */
typedef struct {
    int i, j, rm;
} phk_request_markers;

/* Fills the eight columns. */
void phk_request_columns(phk_deck *deck, const phk_statement *s, phk_request_kind kind,
                         phk_request_markers markers, ph_request_column *column);

/* A unit in the words of the deck: F, L, M and T stand for its units of force, length, mass and
 * time in "F L/T^2"; other characters for themselves. */
const char *phk_request_unit(phk_deck *deck, const char *pattern);

/* A name of a column from any text: letters, digits and _, not the name of one of the `count`
 * columns before. */
const char *phk_request_column_name(phk_deck *deck, const char *text, size_t length,
                                    const ph_request_column *column, int count);

#endif
