/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_rolling_sphere.c -- `rolling_sphere`: a sphere that rolls on a plane: a rim without a ring
 * (rolling.h). It may spin about the normal.
 */
#include <stddef.h>
#include "element/elements.h"
#include "element/rolling.h"

static const char *complete(void *par, ph_drawn *drawn)
{
    (void)drawn;
    ((phk_rolling *)par)->ring = 0;
    return NULL;
}

static const ph_field fields[] = {
    {"radius", PH_FIELD_NUMBER, .offset = offsetof(phk_rolling, rim), .unit = "m",
     .help = "Of the sphere about the second marker.", .min = 0, .max = INFINITY,
     .flags = PH_REQUIRED | PH_ABOVE},
    {"surface", PH_FIELD_VEC3, .offset = offsetof(phk_rolling, surface), .unit = "m/s",
     .help = "Velocity of the surface over the first body, in the axes of the plane: a conveyor. "
             "Only what is along the plane counts."},
    {.name = NULL}};

const ph_joint_type phk_joint_rolling_sphere = {
    .name = "rolling_sphere",
    .help = "sphere on the second body that rolls on a plane of the first without slipping",
    .rows = 1,
    .placing = PH_PLACE_ROUND,
    .axis_help = "normal of the plane, on the side of the sphere",
    .par_bytes = sizeof(phk_rolling),
    .fields = fields,
    .complete = complete,
    .value = phk_rolling_value,
    .gradient = phk_rolling_gradient,
    .curvature = phk_rolling_curvature,
    .velocity = &phk_rolling_rows,
};
