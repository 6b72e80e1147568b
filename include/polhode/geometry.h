/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/geometry.h -- shapes of bodies and meshes of triangles: what they look like, and how much
 * there is of them.
 *
 * PH_SHAPE_LIST has a row for each kind of shape; what else there is to say of one is in its file
 * in src/geom/. Whoever draws asks for triangles, so that no two pictures of a shape differ.
 */
#ifndef POLHODE_GEOMETRY_H
#define POLHODE_GEOMETRY_H

#include <stdbool.h>
#include <polhode/base.h>
#include <polhode/field.h>
#include <polhode/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* X(PH_SHAPE_*, word in files, what it is) */
#define PH_SHAPE_LIST(X)                                                                           \
    X(BOX, box, "from a corner at the marker along its axes")                                      \
    X(CYLINDER, cylinder, "along z, from the marker")                                              \
    X(FRUSTUM, frustum, "the same with two radii; without `radius` a cone")                        \
    X(ELLIPSOID, ellipsoid, "about the marker")                                                    \
    X(TORUS, torus, "a ring about z")                                                              \
    X(CIRCLE, circle, "about z")                                                                   \
    X(LINE, line, "from place to place")                                                           \
    X(SPRING, spring, "between two places; `radius` may be left out")                              \
    X(SPHERE, sphere, "about the marker")                                                          \
    X(CAPSULE, capsule, "a cylinder with round ends beyond its length")                            \
    X(CONE, cone, "its base at the marker")                                                        \
    X(TUBE, tube, "a hollow cylinder")                                                             \
    X(LINK, link, "a bar from eye to eye")                                                         \
    X(MESH, mesh, "triangles, at most 100,000")                                                    \
    X(PLANE, plane, "all below the marker, without an end; `size` is that of the plate drawn")     \
    X(HULL, hull, "the least convex body about `points`")                                          \
    X(EXTRUSION, extrusion, "a polygon in x and y through `points`, drawn along z")                \
    X(PROFILE, profile, "the same with a smooth curve through them: a cam")                        \
    X(CURVE, curve, "a round wire along a smooth curve through `points`")                          \
    X(TERRAIN, terrain, "all below a smooth surface of `heights` over x and y")

typedef enum {
#define PH_SHAPE_KIND(NAME, word, help) PH_SHAPE_##NAME,
    PH_SHAPE_LIST(PH_SHAPE_KIND)
#undef PH_SHAPE_KIND
        PH_SHAPE_KINDS
} ph_shape_kind;

/* What of its sizes a shape has. Bit k is called ph_shape_size_name(k) in files. */
enum {
    PH_SHAPE_SIZE = 1, /* edges of a box from its corner; diameters of an ellipsoid; plate drawn */
    PH_SHAPE_RADIUS = 2,    /* of a frustum at the marker, of a torus that of the ring */
    PH_SHAPE_RADIUS2 = 4,   /* of a frustum at its far end, of a tube inside; section of a torus */
    PH_SHAPE_LENGTH = 8,    /* along z from the marker; of a capsule without its round ends */
    PH_SHAPE_THROUGH = 16,  /* places; it has no triangles of its own, as it moves with them */
    PH_SHAPE_FILE = 32,     /* its triangles, points or heights are in a file */
    PH_SHAPE_POINTS = 64,   /* rows of x and y of an extrusion or a profile, of x, y and z else */
    PH_SHAPE_HEIGHTS = 128, /* a row for each y from 0 to size.y, x in steps from 0 to size.x */
    PH_SHAPE_CLOSED = 256,  /* its last point may be joined to its first */
    PH_SHAPE_ROUNDING = 512 /* it has edges, which are rounded where it touches */
};

typedef struct {
    ph_vec3 size;
    double radius, radius2, length; /* [m] */
    ph_rows rows;                   /* [m] points or heights, of kinds that have them; borrowed */
    bool open; /* of a curve or a profile: its last point is not joined to its first */
} ph_shape_sizes;

/* -1: no shape is called so. */
PH_API int ph_shape_kind_find(const char *word);
/* The word of a kind, what it is, and its sizes as PH_SHAPE_* bits; of no kind NULL and 0. */
PH_API const char *ph_shape_word(int kind);
PH_API const char *ph_shape_help(int kind);
PH_API unsigned ph_shape_has(int kind);
/* How the size of bit k is called; NULL: there is none. */
PH_API const char *ph_shape_size_name(int k);

/* Triangles, counter-clockwise from outside. Of one that is closed each edge is that of two. A
 * patch is a run of triangles that are to look like one smooth face; at its border the surface has
 * an edge. Without patches every triangle is flat. Lines stand for what has no inside: the
 * triangles are then a thin body about them, for those who draw no lines; their corners are the
 * first vertices. */
typedef struct {
    ph_vec3 *vertex; /* [vertices] [m] */
    int *corner;     /* [3 * triangles] vertices */
    int *patch;      /* [patches] how many triangles there are up to the end of each */
    int *line;       /* [2 * lines] vertices */
    int vertices, triangles, patches, lines;
    bool failed; /* out of memory while it was made; it is empty then */
} ph_mesh;

/* For meshes made by hand: zero is an empty one. */
PH_API int ph_mesh_add_vertex(ph_mesh *mesh, ph_vec3 vertex);
PH_API void ph_mesh_add_triangle(ph_mesh *mesh, int a, int b, int c);
PH_API void ph_mesh_add_line(ph_mesh *mesh, int a, int b);
/* Triangles added since the last one are a patch. */
PH_API void ph_mesh_end_patch(ph_mesh *mesh);
PH_API void ph_mesh_free(ph_mesh *mesh);

/* Its box; of no vertices zero. */
PH_API void ph_mesh_bounds(const ph_mesh *mesh, ph_vec3 *low, ph_vec3 *high);

/* Volume, centre and inertia about the centre, of density 1. */
typedef struct {
    double volume;   /* [m^3] */
    ph_vec3 centre;  /* [m] */
    ph_sym3 inertia; /* [m^5] */
} ph_mass_of;

/* Whether each edge of a mesh is that of triangles on both its sides; vertices at the same place
 * are one. PH_E_NOMEM. */
PH_API ph_status ph_mesh_closed(const ph_mesh *mesh, bool *closed);
/* Of a closed mesh, by the divergence theorem; below zero: its triangles look inwards. */
PH_API ph_mass_of ph_mesh_mass(const ph_mesh *mesh);
/* Of a shape, by its formula; of one without an inside zero. */
PH_API ph_mass_of ph_shape_mass(int kind, const ph_shape_sizes *sizes);

/* The triangles of a shape; what is round has `around` corners on its full turn, 3 to 512.
 * PH_E_KIND where it has none of its own: what lies between places, and files. */
PH_API ph_status ph_shape_mesh(int kind, const ph_shape_sizes *sizes, int around, ph_mesh *mesh);
/* The sizes of a shape that becomes this one when it is stretched along x, y and z by what is
 * returned, so that shapes that differ in this alone may share their triangles. */
PH_API ph_vec3 ph_shape_unit(int kind, const ph_shape_sizes *sizes, ph_shape_sizes *unit);

/* The uniform solid of a mass and an inertia about its centre: a ball, a cylinder or a box; thin
 * ones get some thickness. */
typedef struct {
    int kind; /* ph_shape_kind; -1: none, like that of a point */
    ph_shape_sizes sizes;
    ph_vec3 centre; /* of the shape in its own axes */
    ph_quat turn;   /* its axes, which are principal ones, to those of the inertia */
    ph_vec3 moment; /* [kg m^2] about them */
} ph_solid;

PH_API ph_solid ph_solid_of(double mass, ph_sym3 inertia);

#ifdef __cplusplus
}
#endif
#endif
