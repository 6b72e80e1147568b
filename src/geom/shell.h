/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shell.h -- a closed mesh as something to touch: faces, edges and corners, each with the
 * directions that are outside of it, and a tree of boxes to find them by.
 *
 * Corners of equal position are one, so that an edge is that of two faces. What turns outwards at
 * an edge is convex, what turns inwards concave; where nothing turns the edge is only drawn.
 */
#ifndef PHK_SHELL_H
#define PHK_SHELL_H

#include <stdbool.h>
#include <polhode/geometry.h>
#include "base/arena.h"

typedef struct {
    int corner[3], edge[3]; /* edge k is that from corner k to the next one */
    ph_vec3 normal;         /* unit, outwards */
} phk_shell_face;

typedef struct {
    int corner[2], face[2]; /* face 0 has it from corner 0 to 1, face 1 the other way round */
    ph_vec3 along;          /* unit, from corner 0 to 1 */
    ph_vec3 inward[2];      /* unit, from the edge into each face */
    ph_vec3 normal;         /* unit, half way between those of the faces */
    double length;          /* [m] */
    double turn;            /* [rad] of the normal across it; above zero: convex */
    double fade, most_fade; /* [-, m] of concave ones: see touch_place.c */
    int run[2], run_of; /* of convex ones that go on straight between the same planes: the corners
                           at the ends of all of it, and one edge to name it by */
} phk_shell_edge;

typedef struct {
    ph_vec3 at;      /* [m] */
    ph_vec3 inset;   /* [m] where a ball of the rounding touches the faces from inside */
    ph_vec3 normal;  /* unit, mean of the faces by their angles */
    double pointed;  /* least sine by which an edge goes down from it; not above zero: no corner */
    int first, face; /* its edges begin there in `spoke`; one of its faces, which looks after it */
    bool bears;      /* some direction leads away from all its edges */
} phk_shell_corner;

/* A node has its faces, or two others: the next one and `other`. */
typedef struct {
    ph_vec3 low, high;   /* [m] */
    ph_vec3 axis;        /* of a cone that has the normals of the faces and those next to them */
    double cosine, sine; /* of its half angle; cosine -1: all directions */
    double fade;         /* largest of its edges */
    int other, first, faces;
} phk_shell_node;

typedef struct phk_shell {
    phk_shell_face *face;
    phk_shell_edge *edge;
    phk_shell_corner *corner; /* one more than there are: the end of the last one's spokes */
    int *spoke;               /* edges of corners */
    phk_shell_node *node;
    int *order; /* faces as nodes have them */
    int faces, edges, corners, nodes;
    double rounding;   /* [m] */
    double thickness;  /* [m] twice the volume over the area, at most the least side of the box */
    ph_vec3 low, high; /* [m] */
} phk_shell;

/* A copy in the arena, scaled, in which vertices of equal position are one; it has neither patches
 * nor lines. NULL: out of memory. */
const ph_mesh *phk_mesh_keep(const ph_mesh *mesh, double scale, phk_arena *arena);

/* Of a mesh moved by -middle, which is that of its box. rounding: 0 is a fiftieth of the thickness.
 * Returns NULL, or what is wrong, as a clause. */
const char *phk_shell_create(const ph_mesh *mesh, double rounding, phk_arena *arena, phk_shell *out,
                             ph_vec3 *middle);
/* The tree over faces that are there; false: out of memory. */
bool phk_shell_grow_tree(phk_shell *surface, phk_arena *arena);

/* The square of the distance of a point from a box. */
static inline double phk_from_box(ph_vec3 y, ph_vec3 low, ph_vec3 high)
{
    const double x[3] = {y.x, y.y, y.z}, l[3] = {low.x, low.y, low.z};
    const double h[3] = {high.x, high.y, high.z};
    double square = 0;
    for (int k = 0; k < 3; k++) {
        const double d = x[k] < l[k] ? l[k] - x[k] : x[k] > h[k] ? x[k] - h[k] : 0;
        square += d * d;
    }
    return square;
}

#endif
