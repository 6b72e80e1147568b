/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_rolling_disc.c -- `rolling_disc`: a disc or a wheel that rolls on a plane (rolling.h).
 */
#include <stddef.h>
#include "element/elements.h"
#include "element/rolling.h"
#include "element/tangent.h"

static const char *complete(void *par, ph_drawn *drawn)
{
    (void)par;
    ph_vec3 e = phk_axis(&drawn->frame[0].R_WM, 2), n = phk_axis(&drawn->frame[1].R_WM, 2);
    return ph_norm(ph_cross(e, n)) > PHK_ROLLING_FLAT
               ? NULL
               : "lies flat on its plane, where it touches at every point of its rim: the axle (z "
                 "of the second marker, `axis2`) must not be along the normal of the plane";
}

static const ph_field fields[] = {
    {"radius", PH_FIELD_NUMBER, .offset = offsetof(phk_rolling, ring), .unit = "m",
     .help = "From the middle to the edge, or to the middle of a round rim.", .min = 0,
     .max = INFINITY, .flags = PH_REQUIRED | PH_ABOVE},
    {"rim", PH_FIELD_NUMBER, .offset = offsetof(phk_rolling, rim), .unit = "m",
     .help = "Radius of the section of a round rim, such as a tyre; 0: a sharp edge.", .min = 0,
     .max = INFINITY},
    {"surface", PH_FIELD_VEC3, .offset = offsetof(phk_rolling, surface), .unit = "m/s",
     .help = "Velocity of the surface over the first body, in the axes of the plane: a conveyor. "
             "Only what is along the plane counts."},
    {.name = NULL}};

const ph_joint_type phk_joint_rolling_disc = {
    .name = "rolling_disc",
    .help = "disc or wheel on the second body that rolls on a plane of the first without slipping",
    .rows = 1,
    .placing = PH_PLACE_ROUND,
    .axis_help = "normal of the plane, on the side of the disc",
    .axis2_help = "the axle of the disc",
    .par_bytes = sizeof(phk_rolling),
    .fields = fields,
    .complete = complete,
    .value = phk_rolling_value,
    .gradient = phk_rolling_gradient,
    .curvature = phk_rolling_curvature,
    .memory = PHK_ROLLING_MEMORY,
    .remember = phk_rolling_remember,
    .lost = phk_rolling_lost,
    .velocity = &phk_rolling_rows,
};
