/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_ellipsoid.c -- spheres by their radius, ellipsoids by their three diameters, about the
 * origin. A mesh is one of the unit sphere, stretched; its poles lie on z.
 */
#include <math.h>
#include "geom/turned.h"
#include "geom/shape.h"

static ph_vec3 half_axes(const ph_shape_sizes *s)
{
    if (s->radius > 0) return ph_v3(s->radius, s->radius, s->radius);
    return ph_v3(fabs(s->size.x) / 2, fabs(s->size.y) / 2, fabs(s->size.z) / 2);
}

static void mesh(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    const ph_vec3 half = half_axes(s);
    phk_profile p = {.points = 0};
    phk_profile_arc(&p, 0, 0, 1, (double[]){-PH_PI / 2, PH_PI / 2}, (around + 1) / 2);
    phk_profile_turn(&p, around, m);
    for (int i = 0; i < m->vertices; i++) {
        ph_vec3 *v = &m->vertex[i];
        *v = ph_v3(half.x * v->x, half.y * v->y, half.z * v->z);
    }
}

static ph_mass_of mass(const ph_shape_sizes *s)
{
    const ph_vec3 h = half_axes(s);
    double v = 4 * PH_PI / 3 * h.x * h.y * h.z;
    return (ph_mass_of){v,
                        {0, 0, 0},
                        {v * (h.y * h.y + h.z * h.z) / 5, v * (h.x * h.x + h.z * h.z) / 5,
                         v * (h.x * h.x + h.y * h.y) / 5, 0, 0, 0}};
}

static ph_vec3 unit(const ph_shape_sizes *s, ph_shape_sizes *one)
{
    ph_vec3 half = half_axes(s), size = ph_scale(2, half);
    *one = (ph_shape_sizes){.radius = s->radius, .size = s->size};
    if (s->radius > 0) {
        one->radius = 1;
        return half;
    }
    one->size = size;
    double x = phk_unit_size(&one->size.x), y = phk_unit_size(&one->size.y);
    return ph_v3(x, y, phk_unit_size(&one->size.z));
}

const phk_shape_type phk_shape_sphere = {
    .has = PH_SHAPE_RADIUS, .mesh = mesh, .mass = mass, .unit = unit};
const phk_shape_type phk_shape_ellipsoid = {
    .has = PH_SHAPE_SIZE, .mesh = mesh, .mass = mass, .unit = unit};
