/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_plane.c -- all that is below z = 0, without an end. Of it a plate is drawn, about the
 * origin and below it, as large as `size` says.
 */
#include <math.h>
#include "geom/shape.h"

static double side(double size, double otherwise)
{
    return size != 0 ? fabs(size) : otherwise;
}

/* Of the plate that is drawn. */
static ph_shape_sizes plate_of(const ph_shape_sizes *s)
{
    const double x = side(s->size.x, 2), y = side(s->size.y, 2);
    return (ph_shape_sizes){.size = {x, y, side(s->size.z, 0.01 * fmax(x, y))}};
}

static void mesh(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    const ph_shape_sizes plate = plate_of(s);
    const ph_vec3 corner = {-0.5 * plate.size.x, -0.5 * plate.size.y, -plate.size.z};
    phk_shape_box.mesh(&plate, around, m);
    for (int i = 0; i < m->vertices; i++) m->vertex[i] = ph_add(m->vertex[i], corner);
}

static ph_vec3 middle(const ph_shape_sizes *s)
{
    return ph_v3(0, 0, -0.5 * plate_of(s).size.z);
}

static ph_vec3 unit(const ph_shape_sizes *s, ph_shape_sizes *one)
{
    *one = plate_of(s);
    double x = phk_unit_size(&one->size.x), y = phk_unit_size(&one->size.y);
    return ph_v3(x, y, phk_unit_size(&one->size.z));
}

const phk_shape_type phk_shape_plane = {
    .has = PH_SHAPE_SIZE, .optional = PH_SHAPE_SIZE, .mesh = mesh, .middle = middle, .unit = unit};
