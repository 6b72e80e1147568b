/* SPDX-License-Identifier: BSD-3-Clause
 *
 * drawing.h -- a scene (docs/viewer.md) as what is drawn: the triangles of its shapes, and of each
 * body the solid of its inertia, for one that has no shape. Shapes that differ in how they are
 * stretched have their triangles in common, so that a thousand balls need those of one.
 */
#ifndef CLI_DRAWING_H
#define CLI_DRAWING_H

#include <polhode/geometry.h>
#include "json.h"

typedef struct {
    int kind; /* ph_shape_kind; PH_SHAPE_MESH is one of a single shape, as the scene has it */
    ph_shape_sizes sizes;
    ph_mesh mesh;
} drawing_mesh;

typedef struct {
    int mesh;        /* -1: none, like what lies between places */
    ph_vec3 stretch; /* of the mesh along its axes */
} drawing_shape;

typedef struct {
    ph_solid is;
    drawing_shape shape;
} drawing_solid;

typedef struct {
    json scene;
    int around; /* corners of what is round */
    drawing_mesh *mesh;
    int meshes;
    drawing_shape *shape; /* [shapes] of the scene */
    int shapes;
    drawing_solid *solid; /* [bodies] of the scene */
    int bodies;
    bool failed; /* out of memory */
} drawing;

/* NULL is a scene of nothing. False: out of memory (`failed`), or it is no scene. To be freed in
 * any case; the text must stay until then. */
bool drawing_read(drawing *d, const char *scene, int around);
/* The triangles of a shape, made where there are none yet. */
drawing_shape drawing_find(drawing *d, int kind, const ph_shape_sizes *sizes);
void drawing_free(drawing *d);

#endif
