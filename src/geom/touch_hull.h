/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_hull.h -- a hull against the others.
 */
#ifndef PHK_TOUCH_HULL_H
#define PHK_TOUCH_HULL_H

#include "geom/touchable.h"

/* As phk_touch_mesh, where one or both are hulls. */
int phk_touch_hull(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                   const phk_touch_frame *fb, double within, phk_touch_point *touch);

#endif
