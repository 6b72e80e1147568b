/* SPDX-License-Identifier: BSD-3-Clause
 *
 * overlay.h -- the results whose columns go into one figure: the same columns, in the same units,
 * of each.
 */
#ifndef CLI_OVERLAY_H
#define CLI_OVERLAY_H

#include <stdbool.h>
#include "common/columns.h"

typedef struct {
    const char *path;
    char *name; /* of it in a legend: the folder */
    ph_result *result;
    cli_columns list; /* in all results the same columns, in the same order */
    int x;            /* column along the x axis; -1: time */
} overlay_part;

typedef struct {
    overlay_part *part;
    int parts; /* those to draw, then those to take off */
} overlay;

/* Opens a result as a further part. False after a complaint. */
bool overlay_add(overlay *o, const char *path, const char *command);
/* Whether an operand after the first is one more result rather than a column of the first. */
bool overlay_is_result(const overlay *o, const char *operand);
/* Chooses columns of the first part by name, and their like in all others. False after a
 * complaint, also where units differ from part to part. */
bool overlay_choose(overlay *o, const char *const *name, int count, const char *command);
/* The same for the x axis. NULL or "time": time. */
bool overlay_choose_x(overlay *o, const char *name, const char *command);
void overlay_free(overlay *o);

#endif
