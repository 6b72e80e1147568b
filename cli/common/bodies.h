/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bodies.h -- the bodies of a result: the objects with a position and a quaternion.
 */
#ifndef CLI_BODIES_H
#define CLI_BODIES_H

#include <stdbool.h>
#include <polhode/result.h>

/* The first columns of what a result shows of a body; -1: it does not show that. */
typedef struct {
    const char *name; /* the result's */
    int pos, quat, vel, omega_world;
} cli_body;

typedef struct {
    cli_body *body;
    int count;
} cli_bodies;

/* False: out of memory. To be freed in any case. */
bool cli_bodies_find(cli_bodies *list, const ph_result *result);
void cli_bodies_free(cli_bodies *list);

#endif
