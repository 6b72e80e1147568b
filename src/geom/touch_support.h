/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_support.h -- what has one deepest point in every direction, an ellipsoid or a rim, against
 * a mesh.
 */
#ifndef PHK_TOUCH_SUPPORT_H
#define PHK_TOUCH_SUPPORT_H

#include "geom/shell.h"
#include "geom/touchable.h"

typedef struct {
    bool ring;             /* else an ellipsoid */
    ph_vec3 half;          /* [m] of an ellipsoid */
    double height, radius; /* [m] of a ring about z */
    double section;        /* [m] what it is inflated by */
    double deep;           /* [m] how far it may sink below a surface */
} phk_support;

/* Features are below phk_shell_features. A ring that lies flat on a surface has no deepest point,
 * and a weight of zero there: see phk_support_tilt. Room for PHK_TOUCH_MOST points. */
int phk_touch_support(const phk_touch_frame *a, const phk_support *core, const phk_touch_frame *b,
                      const phk_shell *surface, double within, phk_touch_point *touch);

/* How far a disc about z of A is from lying flat at a point: 0 to 1, and its derivatives. */
double phk_support_tilt(const phk_touch_frame *a, const phk_touch_point *t, double by[6]);

#endif
