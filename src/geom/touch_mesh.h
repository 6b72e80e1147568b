/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_mesh.h -- a mesh against the others, and a ball against a mesh, which the others are made
 * of: corners of each against the other, and edges where they cross.
 */
#ifndef PHK_TOUCH_MESH_H
#define PHK_TOUCH_MESH_H

#include "geom/shell.h"
#include "geom/touchable.h"

/* A ball about `centre` in axes of A against a surface of B. Features are below
 * phk_shell_features. Room for PHK_TOUCH_MOST points. */
int phk_touch_ball(const phk_touch_frame *a, ph_vec3 centre, double radius,
                   const phk_touch_frame *b, const phk_shell *surface, double within,
                   phk_touch_point *touch);
int phk_shell_features(const phk_shell *surface);

/* B has a surface; A is a plane, a ball, a capsule, a box, or has a surface, too. */
int phk_touch_mesh(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                   const phk_touch_frame *fb, double within, phk_touch_point *touch);

#endif
