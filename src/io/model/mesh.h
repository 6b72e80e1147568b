/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mesh.h -- triangles of a file, for looking at: STL (binary or text) and OBJ.
 */
#ifndef PHK_MESH_H
#define PHK_MESH_H

#include <polhode/base.h>

enum { PHK_MESH_TRIANGLES = 100000 }; /* more would make a page nobody can send */

typedef struct {
    float *vertex; /* [vertices][3] in units of the file */
    int *corner;   /* [triangles][3] indices of vertices */
    int vertices, triangles;
} phk_mesh;

/* Reads a file; errors point to the place that names it. Free with phk_mesh_free, also then. */
ph_status phk_mesh_read(const char *path, ph_source where, ph_diag *diag, phk_mesh *mesh);
void phk_mesh_free(phk_mesh *mesh);

#endif
