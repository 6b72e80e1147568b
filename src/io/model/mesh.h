/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mesh.h -- triangles of a file, to look at and to weigh: STL (binary or text) and OBJ.
 */
#ifndef PHK_MESH_H
#define PHK_MESH_H

#include <polhode/geometry.h>

enum { PHK_MESH_TRIANGLES = 100000 }; /* more would make a page nobody can send */

/* Whether a file is a mesh by its name. */
bool phk_mesh_is(const char *path);
/* Reads a file, in its units; errors point to the place that names it. Free with ph_mesh_free, also
 * then. */
ph_status phk_mesh_read(const char *path, ph_source where, ph_diag *diag, ph_mesh *mesh);

#endif
