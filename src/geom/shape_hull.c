/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_hull.c -- the least convex body about points.
 */
#include <math.h>
#include "geom/hull.h"
#include "geom/shape.h"

static const char *wrong(const ph_shape_sizes *s)
{
    if (s->rows.count == 0) return "a hull needs `points`, or a `file` of them";
    if (s->rows.width != 3) return "its `points` are rows of x, y and z";
    if (s->rows.count < 4) return "a hull goes through at least four points";
    ph_mesh mesh;
    const char *why = phk_hull_make(s->rows.value, s->rows.count, &mesh);
    ph_mesh_free(&mesh);
    return why;
}

/* Of points that have no hull there are no triangles: `wrong` says why. */
static void mesh(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    (void)around;
    if (s->rows.width == 3) phk_hull_make(s->rows.value, s->rows.count, m);
}

static ph_mass_of mass(const ph_shape_sizes *s)
{
    ph_mesh m = {0};
    mesh(s, 0, &m);
    const ph_mass_of solid = ph_mesh_mass(&m);
    ph_mesh_free(&m);
    return solid;
}

static ph_vec3 middle(const ph_shape_sizes *s)
{
    ph_vec3 at = {0, 0, 0};
    double *to = &at.x;
    for (int k = 0; k < 3 && s->rows.width == 3 && s->rows.count; k++) {
        double low = s->rows.value[k], high = low;
        for (int i = 1; i < s->rows.count; i++) {
            low = fmin(low, s->rows.value[3 * i + k]);
            high = fmax(high, s->rows.value[3 * i + k]);
        }
        to[k] = low + 0.5 * (high - low);
    }
    return at;
}

const phk_shape_type phk_shape_hull = {.has = PH_SHAPE_POINTS | PH_SHAPE_FILE | PH_SHAPE_ROUNDING,
                                       .optional =
                                           PH_SHAPE_POINTS | PH_SHAPE_FILE | PH_SHAPE_ROUNDING,
                                       .wrong = wrong,
                                       .mesh = mesh,
                                       .mass = mass,
                                       .middle = middle};
