/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_gravity.c -- weight of a body at its centre of mass:  f = m g,  V = -m g . p.
 *
 * The `gravity:` of a model makes one of these for each body; as an element of its own it gives a
 * body (or a marker that carries a mass) a field of another direction or size.
 */
#include <math.h>
#include <stddef.h>
#include "element/elements.h"

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const phk_gravity *p = par;
    (void)eval;
    (void)frame;
    for (int e = 0; e < n; e++) w[e] = (ph_wrench){ph_scale(p[e].mass, p[e].g), ph_v3(0, 0, 0)};
    return PH_OK;
}

/* The same everywhere: all derivatives are zero. */
static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         ph_tangent *derivative)
{
    (void)n;
    (void)par;
    (void)eval;
    (void)frame;
    (void)derivative;
    return PH_OK;
}

static void potential(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *v)
{
    const phk_gravity *p = par;
    (void)eval;
    for (int e = 0; e < n; e++) v[e] = -p[e].mass * ph_dot(p[e].g, frame[e].p);
}

static ph_work_class work(const void *par)
{
    (void)par;
    return PH_WORK_CONSERVATIVE;
}

#define AT(member) .offset = offsetof(phk_gravity, member)
static const ph_field fields[] = {
    {"on", PH_FIELD_PLACE, AT(on), .help = "Body or marker the weight acts on.",
     .flags = PH_REQUIRED},
    {"mass", PH_FIELD_NUMBER, AT(mass), .unit = "kg", .help = "Mass that is attracted.", .min = 0,
     .max = INFINITY, .flags = PH_REQUIRED | PH_ABOVE},
    {"g", PH_FIELD_VEC3, AT(g), .unit = "m/s^2", .help = "Acceleration of gravity, world axes.",
     .flags = PH_REQUIRED},
    {.name = NULL}};
#undef AT

const ph_force_type phk_force_gravity = {
    .name = "gravity",
    .help = "weight m g; the section `gravity` puts one on every body",
    .par_bytes = sizeof(phk_gravity),
    .fields = fields,
    .markers = 1,
    .steady = true,
    .wrench = wrench,
    .tangent = tangent,
    .potential = potential,
    .work = work,
};
