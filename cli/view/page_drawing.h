/* SPDX-License-Identifier: BSD-3-Clause
 *
 * page_drawing.h -- what the page draws, so that it need not know what a shape is: triangles, and
 * how each shape and body has them.
 *
 * JSON: `meshes`, each with vertices [x, y, z, ..], triangles [corners, ..], and patches, the
 * number of triangles up to the end of each smooth face; `shapes` in the order of the scene, each a
 * mesh and how it is stretched along x, y and z, or null where it has none or the scene has its
 * triangles; `solids` of the bodies of the scene: moments about their principal axes and how these
 * are turned, and, where there is a uniform solid of that inertia, its type, mesh and stretch;
 * `ball`, a mesh for bodies of which nothing is known.
 */
#ifndef CLI_PAGE_DRAWING_H
#define CLI_PAGE_DRAWING_H

#include <polhode/result.h>

/* A text to be freed; NULL: out of memory. */
char *page_drawing(ph_result *result);

#endif
