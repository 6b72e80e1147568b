/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_screw.c -- `screw`: a thread between two markers.
 *
 * With z along the screw, d = p1 - p0 and the twist tau of marker 1 against marker 0 (pair.h)
 *   C = Z.d - pitch tau / 2 pi - c0 ,
 * c0 as drawn: marker 1 advances by `pitch` along z of marker 0 with each turn, by the right hand;
 * a negative pitch is a left-hand thread. The row keeps nothing else: a cylindrical joint beside it
 * holds the axes together, as ADAMS' SCREW wants it. Its multiplier is the axial force of the
 * thread [N]. Turns are counted.
 */
#include "element/advance.h"
#include "element/elements.h"

static const char *complete(void *par, ph_drawn *drawn)
{
    phk_advance_row *p = par;
    const ph_frame *frame = drawn->frame;
    double along = ph_dot(phk_axis(&frame[0].R_WM, 2), phk_axis(&frame[1].R_WM, 2));
    if (p->given == 0) return "has a pitch of 0: let a joint hold it along the axis instead";
    if (along < -0.9)
        return "has z axes that point against each other: both lie along the screw, alike";
    if (along < 0.999)
        drawn->note = "has z axes that are not parallel: a cylindrical joint must keep them so";
    phk_advance_complete(p, frame, -p->given / (2 * PH_PI), phk_pair_twist);
    return NULL;
}

static const ph_field fields[] = {
    {"pitch", PH_FIELD_NUMBER, .offset = offsetof(phk_advance_row, given), .unit = "m",
     .help = "Advance of the second body along `axis` with a full turn by the right hand; negative "
             "for a left-hand thread.",
     .flags = PH_REQUIRED},
    {.name = NULL}};

const ph_joint_type phk_joint_screw = {
    .name = "screw",
    .help = "thread: a turn about `axis` goes with an advance; a cylindrical joint keeps the axis",
    .notes =
        "One equation: the second marker moves along z of the first by `pitch` with every turn "
        "about it, from where both are drawn. It holds nothing else, so that a cylindrical joint, "
        "or others, keep the z axes in line. `NAME.force` has the load of the thread.",
    .rows = 1,
    .axis_help = "the screw",
    .par_bytes = sizeof(phk_advance_row),
    .fields = fields,
    .complete = complete,
    .value = phk_advance_value,
    .gradient = phk_advance_gradient,
    .curvature = phk_advance_curvature,
    .memory = PHK_ADVANCE_MEMORY,
    .remember = phk_advance_remember,
};
