/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_box.c -- edges along x, y and z from a corner at the origin.
 */
#include <math.h>
#include "geom/shape.h"

static void mesh(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    static const int face[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    const ph_vec3 low = {fmin(0, s->size.x), fmin(0, s->size.y), fmin(0, s->size.z)};
    const ph_vec3 high = {fmax(0, s->size.x), fmax(0, s->size.y), fmax(0, s->size.z)};
    (void)around;
    for (int i = 0; i < 8; i++)
        ph_mesh_add_vertex(
            m, ph_v3(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z));
    for (int k = 0; k < 6; k++) {
        ph_mesh_add_triangle(m, face[k][0], face[k][1], face[k][2]);
        ph_mesh_add_triangle(m, face[k][0], face[k][2], face[k][3]);
        ph_mesh_end_patch(m);
    }
}

static ph_mass_of mass(const ph_shape_sizes *s)
{
    const ph_vec3 e = s->size;
    double v = fabs(e.x * e.y * e.z);
    return (ph_mass_of){v,
                        ph_scale(0.5, e),
                        {v * (e.y * e.y + e.z * e.z) / 12, v * (e.x * e.x + e.z * e.z) / 12,
                         v * (e.x * e.x + e.y * e.y) / 12, 0, 0, 0}};
}

static ph_vec3 middle(const ph_shape_sizes *s)
{
    return ph_scale(0.5, s->size);
}

static ph_vec3 unit(const ph_shape_sizes *s, ph_shape_sizes *one)
{
    *one = *s;
    double x = phk_unit_size(&one->size.x), y = phk_unit_size(&one->size.y);
    return ph_v3(x, y, phk_unit_size(&one->size.z));
}

const phk_shape_type phk_shape_box = {.has = PH_SHAPE_SIZE | PH_SHAPE_ROUNDING,
                                      .optional = PH_SHAPE_ROUNDING,
                                      .mesh = mesh,
                                      .mass = mass,
                                      .middle = middle,
                                      .unit = unit};
