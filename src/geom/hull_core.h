/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hull_core.h -- a hull as something to touch: a core with flat faces, and a skin about it.
 */
#ifndef PHK_HULL_CORE_H
#define PHK_HULL_CORE_H

#include "geom/convex.h"
#include "geom/shell.h"

/* The body about points with edges of a radius (0: chosen) is a sharp core inflated by it. */
typedef struct {
    phk_shell shell;   /* of the core, about the middle of its box */
    phk_convex convex; /* the same for GJK */
    double rounding;   /* [m] */
    double thickness;  /* [m] the least extent between its faces and what is opposite */
} phk_hull_core;

/* Returns NULL, or what is wrong, as a clause. */
const char *phk_hull_core_create(const ph_rows *points, double rounding, phk_arena *arena,
                                 phk_hull_core *out, ph_vec3 *middle);

#endif
