/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_rack_pinion.c -- `rack_pinion`: a rack, marker 0, that a pinion, marker 1, drives.
 *
 * Z is the way of the rack, z the axis of the pinion, across it. With d = p1 - p0, the turn phi of
 * the pinion, from Z to its x axis as seen along z, and the pitch radius r
 *   a = x.Z,  b = -y.Z,  phi = atan2(b, a),  C = Z.d + side r phi - c0 ,
 * c0 as drawn. `side` is +1 where the rack lies on the side -(z x Z) of the pinion, -1 on the
 * other: velocities agree at the pitch point, and there, r from the pinion's axis, the multiplier
 * acts on both, along the rack [N]. The row keeps neither axis nor distance: other joints do, as
 * ADAMS' RACKPIN wants it. Turns are counted.
 */
#include <stdio.h>
#include "element/advance.h"
#include "element/elements.h"

static double turn(const phk_pair_at *pair, double s)
{
    ph_vec3 Z = phk_pair_axis(pair, 0, 2);
    phk_dot_term sine = {-1, Z, phk_pair_axis(pair, 1, 1)},
                 cosine = {1, Z, phk_pair_axis(pair, 1, 0)};
    return phk_pair_angle(pair, s, 1, &sine, &cosine);
}

/* On which side the rack lies is seen where it is drawn beside the pinion. */
static const char *complete(void *par, ph_drawn *drawn)
{
    phk_advance_row *p = par;
    const ph_frame *frame = drawn->frame;
    ph_vec3 Z = phk_axis(&frame[0].R_WM, 2), z = phk_axis(&frame[1].R_WM, 2);
    double beside = ph_dot(ph_sub(frame[1].p, frame[0].p), ph_cross(z, Z));
    double r = fabs(p->given) / 2;
    bool seen = fabs(beside) > 1e-3 * r;
    if (r == 0) return "has a pitch diameter of 0";
    double along = fabs(ph_dot(z, Z));
    if (along > 0.999) return "has the pinion's z axis along the rack, not across it";
    if (along > 0.01) drawn->note = "has a pinion whose z axis is not across the rack";
    if (seen && fabs(fabs(beside) - r) > 0.01 * r) {
        snprintf(drawn->text, sizeof drawn->text,
                 "has its rack drawn %.4g m beside the pinion's axis; half the pitch diameter is "
                 "%.4g m",
                 fabs(beside), r);
        drawn->note = drawn->text;
    }
    phk_advance_complete(p, frame, (seen ? beside : p->given) > 0 ? r : -r, turn);
    return NULL;
}

static const ph_field fields[] = {
    {"diameter", PH_FIELD_NUMBER, .offset = offsetof(phk_advance_row, given), .unit = "m",
     .help = "Pitch diameter of the pinion. On which side the rack lies follows from the places of "
             "two markers; where both are one point, as between bodies, a positive diameter lets a "
             "turn of the pinion about `axis2`, by the right hand, move the rack along `axis`, a "
             "negative one against it.",
     .flags = PH_REQUIRED},
    {.name = NULL}};

const ph_joint_type phk_joint_rack_pinion = {
    .name = "rack_pinion",
    .help = "rack (the first body) that a pinion (the second) drives; other joints guide both",
    .notes =
        "One equation: the rack moves along z of its marker as the pinion, which turns about z "
        "of its own, unrolls. Other joints guide the rack and bear the pinion, half a diameter "
        "apart. The teeth press at the pitch point, along the rack, and the bearings feel it.",
    .rows = 1,
    .placing = PH_PLACE_CROSSED,
    .axis_help = "the way of the rack",
    .axis2_help = "the axis of the pinion, across `axis`; `at` lies on it",
    .par_bytes = sizeof(phk_advance_row),
    .fields = fields,
    .complete = complete,
    .value = phk_advance_value,
    .gradient = phk_advance_gradient,
    .curvature = phk_advance_curvature,
    .memory = PHK_ADVANCE_MEMORY,
    .remember = phk_advance_remember,
};
