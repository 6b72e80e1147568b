/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_torque.c -- `torque`: a free torque by three expressions.
 */
#include <stddef.h>
#include "element/force_vector.h"

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const phk_vector *p = par;
    for (int e = 0; e < n; e++, frame += 2, w += 2) {
        ph_vec3 t = phk_vector_world(&p[e], eval, &frame[0]);
        w[0] = (ph_wrench){ph_v3(0, 0, 0), t};
        w[1] = (ph_wrench){ph_v3(0, 0, 0), ph_scale(-1, t)};
    }
    return PH_OK;
}

static const ph_field fields[] = {PHK_VECTOR_FIELDS("torque", "N m")};

const ph_force_type phk_force_torque = {
    .name = "torque",
    .help = "torque by three expressions, on one body or between two",
    .par_bytes = sizeof(phk_vector),
    .fields = fields,
    .markers = 2,
    .wrench = wrench,
    .potential = phk_vector_potential,
    .work = phk_vector_work,
    .window = phk_vector_window,
};
