/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_example.h -- parameters for any joint type, by its field table: for tests that go over all
 * types of the build.
 */
#ifndef JOINT_EXAMPLE_H
#define JOINT_EXAMPLE_H

#include <math.h>
#include <string.h>
#include <polhode/element.h>

enum { JOINT_EXAMPLE_BYTES = 2048 };

typedef union {
    double align;
    char bytes[JOINT_EXAMPLE_BYTES];
} joint_example;

/* Ellipses in the plane of x and y, from -1 to 1 once round; the third is bent out of it. */
static inline void joint_example_curve(const void *form, double u, ph_vec3 derivative[4])
{
    const double *half = form;
    for (int k = 0; k < 4; k++) {
        double s = pow(PH_PI, k), a = PH_PI * u + k * PH_PI / 2;
        double twice = pow(2 * PH_PI, k) * half[2] * sin(2 * PH_PI * u + k * PH_PI / 2);
        derivative[k] = ph_v3(s * half[0] * cos(a), s * half[1] * sin(a), twice);
    }
}

enum { JOINT_EXAMPLE_POINTS = 13 };
static const double joint_example_half[3][3] = {{1.3, 0.9, 0}, {0.5, 0.8, 0}, {1.3, 0.9, 0.3}};

static inline ph_curve joint_example_ellipse(int which)
{
    static double point[3][3 * JOINT_EXAMPLE_POINTS];
    ph_vec3 d[4];
    for (int i = 0; i < JOINT_EXAMPLE_POINTS; i++) {
        joint_example_curve(joint_example_half[which], -1 + 2.0 * i / (JOINT_EXAMPLE_POINTS - 1),
                            d);
        point[which][3 * i] = d[0].x, point[which][3 * i + 1] = d[0].y;
        point[which][3 * i + 2] = d[0].z;
    }
    return (ph_curve){.name = {.text = which == 1 ? "other" : "one"},
                      .at = joint_example_curve,
                      .form = joint_example_half[which],
                      .closed = true,
                      .order = 8,
                      .count = JOINT_EXAMPLE_POINTS,
                      .point = point[which]};
}

/* Defaults, and numbers where they are wanted, all different; joints that are named turn about z.
 * `full`: also where a default would do, and for what is completed from the drawing. */
static inline const void *joint_example_make(const ph_joint_type *type, bool full,
                                             joint_example *out)
{
    static const ph_text joints[PH_JOINTS] = {{.text = "j_1"}, {.text = "j_4"}, {.text = "j_7"}};
    static const double scales[PH_JOINTS] = {1, -0.5, 0.4};
    double next = 0.4;
    int curves = 0, named = 0;
    memset(out, 0, sizeof *out);
    if (!type->fields) return out;
    ph_field_defaults(type->fields, out);
    for (const ph_field *f = type->fields; f->name; f++) {
        double *at = (double *)(void *)(out->bytes + f->offset);
        bool wanted = full || (f->flags & PH_REQUIRED);
        ph_joints *about = (void *)at;
        if (f->kind == PH_FIELD_JOINTS) about->names = (ph_names){named = (int)f->max, joints};
        for (int k = 0; f->kind == PH_FIELD_JOINTS && k < named; k++) {
            about->joint[k] = k;
            about->free[k] = PH_TURN_Z;
            about->rows[k] = 5;
        }
        if (f->kind == PH_FIELD_NUMBERS) *(ph_numbers *)(void *)at = (ph_numbers){named, scales};
        if (f->kind == PH_FIELD_JOINTS || f->kind == PH_FIELD_NUMBERS) continue;
        if (curves && isnan(*at)) continue; /* where to begin follows from the markers */
        if (wanted && f->kind == PH_FIELD_NUMBER && (isnan(*at) || *at == 0)) {
            *at = isnan(*at) ? 1 : next;
            next *= 0.7;
        }
        if (f->kind == PH_FIELD_CURVE)
            *(ph_curve *)(void *)at = joint_example_ellipse(type->rows == 2 ? 2 : curves);
        curves += f->kind == PH_FIELD_CURVE;
        if (full && f->kind == PH_FIELD_VEC3 && !isnan(*at))
            *(ph_vec3 *)(void *)at = ph_v3(0.2, -0.3, 0.1);
    }
    return out;
}

static inline bool joint_has_curves(const ph_joint_type *type)
{
    for (const ph_field *f = type->fields; f && f->name; f++)
        if (f->kind == PH_FIELD_CURVE) return true;
    return false;
}

#endif
