/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scene.h -- what there is to look at in a model, as a text for whoever draws a result of it.
 *
 * JSON; a place is {"body": INDEX, "pose": [x, y, z, w, i, j, k]}: a point [m] and a quaternion in
 * the frame of the body, which lies in its centre of mass along its axes; body -1 is the ground,
 * and its frame the world. Keys: version (1), title, gravity, and lists of
 *   bodies   name, mass, inertia [xx, yy, zz, xy, xz, yz] about the centre of mass, pose as drawn
 *   markers  name, body, pose
 *   joints   name, type, at [two places]
 *   motions  name, joint (or at)
 *   forces   name, type, at [the places it acts on]
 *   shapes   name, type, body, pose (of z along its axis), and the sizes it has: size, radius,
 *            radius2, length, through [places], vertices and triangles of a mesh
 * Where a deck calls an object otherwise, it has that as its label.
 */
#ifndef PHK_SCENE_H
#define PHK_SCENE_H

#include <polhode/model.h>

/* *text is the caller's to free. What cannot be drawn is left out, with a warning. */
ph_status phk_scene_text(const ph_model *model, ph_diag *diag, char **text);

#endif
