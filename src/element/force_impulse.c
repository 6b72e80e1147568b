/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_impulse.c -- `impulse`: a blow at one instant. Momentum jumps by `linear`, spatial angular
 * momentum about the centre of mass by `angular` and the moment of `linear` about it. A step ends
 * exactly there and the integrator starts anew.
 */
#include <stddef.h>
#include "element/elements.h"

typedef struct {
    ph_place on;
    double at;               /* [s] */
    ph_vec3 linear, angular; /* [N s], [N m s] world axes */
} impulse_par;

static double event_time(const void *par)
{
    return ((const impulse_par *)par)->at;
}

static void impulse(const void *par, const ph_frame *frame, ph_wrench *w)
{
    const impulse_par *p = par;
    (void)frame;
    *w = (ph_wrench){p->linear, p->angular};
}

#define AT(member) .offset = offsetof(impulse_par, member)
static const ph_field fields[] = {
    {"on", PH_FIELD_PLACE, AT(on), .help = "Body or marker that is struck.", .flags = PH_REQUIRED},
    {"at", PH_FIELD_NUMBER, AT(at), .unit = "s", .help = "When.", .flags = PH_REQUIRED},
    {"linear", PH_FIELD_VEC3, AT(linear), .unit = "N s", .help = "Impulse of force, world axes."},
    {"angular", PH_FIELD_VEC3, AT(angular), .unit = "N m s",
     .help = "Impulse of torque, world axes."},
    {.name = NULL}};
#undef AT

const ph_force_type phk_force_impulse = {
    .name = "impulse",
    .help = "a blow at a given time; the step ends there",
    .par_bytes = sizeof(impulse_par),
    .fields = fields,
    .markers = 1,
    .event_time = event_time,
    .impulse = impulse,
};
