/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/system/velocity.h"

#include <string.h>

static ph_vec3 get(const double *a)
{
    return ph_v3(a[0], a[1], a[2]);
}

void phk_velocity_wrench(const ph_joint_type *type, const void *par, const ph_eval *eval,
                         const ph_frame *frame, const double *lambda, ph_wrench *wrench)
{
    phk_joint_gradients n;
    int markers = phk_joint_markers(type);
    type->velocity->coefficient(1, par, eval, frame, n);
    for (int k = 0; k < type->velocity->rows; k++)
        for (int m = 0; m < markers; m++) {
            const double *by = n + 6 * (k * markers + m);
            wrench[m].force = ph_axpy(wrench[m].force, lambda[k], get(by));
            wrench[m].torque = ph_axpy(wrench[m].torque, lambda[k], get(by + 3));
        }
}

void phk_velocity_gamma(const ph_joint_type *type, const void *par, const ph_eval *eval,
                        const ph_frame *frame, double *coefficient, double *gamma)
{
    const ph_velocity_rows *v = type->velocity;
    phk_joint_gradients by;
    int markers = phk_joint_markers(type);
    v->coefficient(1, par, eval, frame, coefficient);
    v->gradient(1, par, eval, frame, by);
    memset(gamma, 0, (size_t)v->rows * sizeof *gamma);
    if (v->rate) v->rate(1, par, eval, frame, gamma);
    for (int k = 0; k < v->rows; k++)
        for (int m = 0; m < markers; m++) {
            const double *b = by + 6 * (k * markers + m);
            gamma[k] += ph_dot(get(b), frame[m].v) + ph_dot(get(b + 3), frame[m].w);
        }
}
