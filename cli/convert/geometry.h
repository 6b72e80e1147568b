/* SPDX-License-Identifier: BSD-3-Clause
 *
 * geometry.h -- the shapes of a scene (docs/viewer.md) as triangles and lines whose corners are
 * fixed to bodies. A body without a shape has lines to its joints, or is the solid of its inertia.
 */
#ifndef CLI_GEOMETRY_H
#define CLI_GEOMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <polhode/math.h>

typedef struct {
    int body;   /* as the caller counts them; -1: ground */
    ph_vec3 at; /* [m] in its frame */
} geometry_corner;

typedef struct {
    geometry_corner *corner;
    size_t corners, corner_room;
    int *triangle; /* [3 * triangles] corners, counter-clockwise from outside */
    size_t triangles, triangle_room;
    int *line; /* [2 * lines] corners */
    size_t lines, line_room;
    int left_out; /* shapes of bodies that the caller does not have */
    bool failed;  /* out of memory */
    /* while a scene is read: the number of each of its bodies with the caller, -1: none; whether a
     * shape shows it */
    int *known, bodies;
    bool *shown;
} geometry;

/* The number of a body by its name; -1: none. */
typedef int (*geometry_find)(void *user, const char *name);

/* Adds the shapes of a scene. False: out of memory (`failed`), or it is no scene: then nothing is
 * added. */
bool geometry_add_scene(geometry *g, const char *scene, geometry_find find, void *user);
void geometry_free(geometry *g);

#endif
