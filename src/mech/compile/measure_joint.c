/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Coordinates of joints: how far and how fast the second marker has moved along, or turned about,
 * the one axis of the first that the joint leaves free for it. They are what a motion on the joint
 * prescribes: with axis k of marker 0 and d = p1 - p0
 *   displacement  axis.d,                    velocity  axis.(d' - w0 x d)
 *   angle         of the shadow of marker 1 about axis, full turns counted (shadow.h), and its rate
 */
#include "mech/compile/measure_joint.h"

#include "mech/compile/measure_angle.h"
#include "mech/compile/measure_vector.h"
#include "mech/system/shadow.h"

/* The one axis among three bits; -1: there are none, or more. */
static int only_axis(unsigned bits)
{
    return bits == 1 ? 0 : bits == 2 ? 1 : bits == 4 ? 2 : -1;
}

int phk_joint_axis(const ph_joint_type *type, int coordinate)
{
    bool turn = coordinate == PHK_JOINT_ANGLE || coordinate == PHK_JOINT_RATE;
    return only_axis(turn ? type->free / PH_TURN_X : type->free % PH_TURN_X);
}

static phk_operand3 of_marker(phk_measuring *m, phk_quantity_kind kind, int marker)
{
    phk_operand3 v;
    for (int c = 0; c < 3; c++) v.c[c] = phk_measure_marker(m, kind, marker, c);
    return v;
}

static phk_operand3 difference(phk_measuring *m, phk_quantity_kind kind, const int *marker)
{
    return phk_minus(m->code, of_marker(m, kind, marker[1]), of_marker(m, kind, marker[0]));
}

static phk_operand velocity(phk_measuring *m, const int *marker, int k)
{
    phk_operand3 w = of_marker(m, PHK_QUANTITY_OMEGA_WORLD, marker[0]);
    phk_operand3 d = difference(m, PHK_QUANTITY_POSITION, marker);
    phk_operand3 v = difference(m, PHK_QUANTITY_VELOCITY, marker);
    v = phk_minus(m->code, v, phk_cross(m->code, w, d));
    return phk_dot(m->code, v, phk_measure_axis(m, marker[0], k));
}

/* With y and x the sine and cosine of the shadow: (x y' - y x') / (x^2 + y^2). */
static phk_operand rate(phk_measuring *m, const int *marker, int k)
{
    phk_code *c = m->code;
    phk_operand3 u = phk_measure_axis(m, marker[1], phk_shadow[k].of);
    phk_operand3 sine = phk_measure_axis(m, marker[0], phk_shadow[k].sine);
    phk_operand3 cosine = phk_measure_axis(m, marker[0], phk_shadow[k].cosine);
    phk_operand3 du = phk_cross(c, difference(m, PHK_QUANTITY_OMEGA_WORLD, marker), u);
    phk_operand y = phk_dot(c, u, sine), x = phk_dot(c, u, cosine);
    phk_operand back = phk_product(c, y, phk_dot(c, du, cosine));
    phk_operand sum = phk_sum(c, phk_product(c, x, phk_dot(c, du, sine)), phk_negative(c, back));
    if (phk_shadow[k].sign < 0) sum = phk_negative(c, sum);
    phk_operand square =
        phk_sum(c, phk_emit(c, PHK_OP_SQUARE, x, x), phk_emit(c, PHK_OP_SQUARE, y, y));
    return phk_emit(c, PHK_OP_DIVIDE, sum, square);
}

phk_operand phk_measure_joint(phk_measuring *m, int joint, phk_joint_coordinate coordinate)
{
    const phk_constraint *joined = &m->program->constraint[joint];
    int k = phk_joint_axis(joined->type, coordinate);
    if (joined->markers == 0) return phk_constant_of(0); /* it could not be placed: told */
    int marker[2] = {joined->marker[0], joined->marker[1]};
    switch (coordinate) {
    case PHK_JOINT_DISPLACEMENT:
        return phk_dot(m->code, difference(m, PHK_QUANTITY_POSITION, marker),
                       phk_measure_axis(m, marker[0], k));
    case PHK_JOINT_VELOCITY:
        return velocity(m, marker, k);
    case PHK_JOINT_ANGLE:
        return phk_measure_shadow(m, marker[1], marker[0], k);
    default:
        return rate(m, marker, k);
    }
}
