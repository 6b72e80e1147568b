/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hull.h -- the least convex body about points, as triangles.
 */
#ifndef PHK_HULL_H
#define PHK_HULL_H

#include <polhode/geometry.h>

/* Triangles about points, x, y and z of each; a flat face is a patch. Points inside are left out,
 * and so are those that stand out by less than 2e-7 of the size, as single numbers of a file may.
 * Returns NULL, or what is wrong, as a sentence about "its points"; the mesh is empty then, and has
 * failed if there was no memory. */
const char *phk_hull_make(const double *xyz, int points, ph_mesh *mesh);

#endif
