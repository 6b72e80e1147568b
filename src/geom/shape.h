/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape.h -- a kind of shape: which sizes it has, its triangles, volume and inertia. A file each,
 * which defines phk_shape_WORD; the rows of PH_SHAPE_LIST name them.
 */
#ifndef PHK_SHAPE_H
#define PHK_SHAPE_H

#include <stddef.h>
#include <polhode/geometry.h>

typedef struct {
    unsigned has, optional; /* PH_SHAPE_* bits: what it has, and what of that may be left out */
    int most_places;        /* of `through`; 0: as many as wanted */
    /* What is wrong with sizes that are finite; NULL: nothing. A kind without it takes all. */
    const char *(*wrong)(const ph_shape_sizes *sizes);
    /* The same of its points, where it has numbers to tell, into a text; false: nothing is. */
    bool (*fault)(const ph_shape_sizes *sizes, char *text, size_t size);
    /* Its triangles with so many corners around; NULL: it has none of its own. */
    void (*mesh)(const ph_shape_sizes *sizes, int around, ph_mesh *mesh);
    /* Of density 1; NULL: it has no inside. */
    ph_mass_of (*mass)(const ph_shape_sizes *sizes);
    /* The middle of its box; NULL: half its length along z. */
    ph_vec3 (*middle)(const ph_shape_sizes *sizes);
    /* As ph_shape_unit; NULL: it keeps its proportions. */
    ph_vec3 (*unit)(const ph_shape_sizes *sizes, ph_shape_sizes *unit);
} phk_shape_type;

/* By ph_shape_kind. */
extern const phk_shape_type *const phk_shape_types[PH_SHAPE_KINDS];

#define PHK_SHAPE_TYPE(NAME, word, help) extern const phk_shape_type phk_shape_##word;
PH_SHAPE_LIST(PHK_SHAPE_TYPE)
#undef PHK_SHAPE_TYPE

/* The middle of the box of a shape. */
ph_vec3 phk_shape_middle(int kind, const ph_shape_sizes *sizes);

/* How much longer than 1 a size is, which becomes 1, or -1 below zero; zero stays, and counts 1. */
double phk_unit_size(double *size);
/* The unit of what is turned about z and may be stretched along it: radii with the larger one. */
ph_vec3 phk_unit_turned(const ph_shape_sizes *sizes, ph_shape_sizes *unit);

#endif
