/* SPDX-License-Identifier: BSD-3-Clause
 *
 * decode_orientation.c -- a rotation as people have it: quaternion, axis and angle, rotation
 * vector, a sequence of turns about body axes, or a matrix. All become a unit quaternion.
 *
 * Nothing is mended in silence: a quaternion or matrix off by more than rounding in a file is more
 * often a mistake than a rounding.
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "io/yaml/decode.h"
#include "math/so3.h"

/* Six digits in a file are a rotation; three are not. */
#define ROUNDING 1e-6

typedef struct {
    ph_vec3 axis;
    double angle;     /* [rad] */
    ph_vec3 rotation; /* [rad] */
    ph_numbers euler; /* [rad] */
    ph_text order;
} forms;

enum { AXIS = 1, ANGLE = 2, ROTATION = 4, EULER = 8, ORDER = 16, MATRIX = 32 };

#define AT(member) .offset = offsetof(forms, member)
static const ph_field form_fields[] = {
    {"axis", PH_FIELD_VEC3, AT(axis), .help = "Axis of the turn, of any length."},
    {"angle", PH_FIELD_NUMBER, AT(angle), .unit = "rad", .help = "Angle of the turn."},
    {"rotation", PH_FIELD_VEC3, AT(rotation), .unit = "rad", .help = "Rotation vector."},
    {"euler", PH_FIELD_NUMBERS, AT(euler), .unit = "rad", .help = "Angles of successive turns."},
    {"order", PH_FIELD_TEXT, AT(order), .help = "Their axes, fixed in the body: `zxz`."},
    {.name = NULL}};
#undef AT

static const char one_form[] = "give one of: [w, x, y, z]; {axis, angle}; {rotation: [x, y, z]}; "
                               "{euler: [a, b, c], order: zxz}; {matrix: [[..], [..], [..]]}";

static int from_quaternion(const phk_decoder *d, const phk_node *node, const char *name, ph_quat *q)
{
    double v[4];
    if (!phk_decode_numbers(d, node, name, "", 4, v)) return 0;
    ph_quat raw = ph_quat_make(v[0], v[1], v[2], v[3]);
    double norm = ph_quat_norm(raw);
    if (norm == 0) {
        phk_error(d->diag, PH_E_RANGE, node->where, "no rotation is [1, 0, 0, 0]",
                  "%s: a quaternion of zeros is no rotation", name);
        return 0;
    }
    if (!(fabs(norm - 1) <= ROUNDING)) {
        char hint[200];
        /* by the largest component first: squares of huge and tiny numbers leave the range */
        double most = fmax(fmax(fabs(v[0]), fabs(v[1])), fmax(fabs(v[2]), fabs(v[3])));
        ph_quat u = phk_quat_unit(ph_quat_make(v[0] / most, v[1] / most, v[2] / most, v[3] / most));
        snprintf(hint, sizeof hint, "normalised it is [%.17g, %.17g, %.17g, %.17g]", u.w, u.x, u.y,
                 u.z);
        phk_error(d->diag, PH_E_RANGE, node->where, hint,
                  "%s: a rotation is a quaternion of norm 1, this one has norm %.9g", name, norm);
        return 0;
    }
    *q = phk_quat_unit(raw);
    return 1;
}

static ph_quat about(ph_vec3 axis, double angle)
{
    double s = sin(angle / 2);
    return ph_quat_make(cos(angle / 2), s * axis.x, s * axis.y, s * axis.z);
}

static int from_axis(const phk_decoder *d, const phk_node *node, const char *name, const forms *f,
                     ph_quat *q)
{
    double n = hypot(hypot(f->axis.x, f->axis.y), f->axis.z);
    if (n == 0 || !isfinite(n)) {
        phk_error(d->diag, PH_E_RANGE, phk_node_find(node, "axis")->where,
                  "give a direction, e.g. [0, 0, 1]", "%s: the axis has no direction", name);
        return 0;
    }
    *q = phk_quat_unit(about(ph_v3(f->axis.x / n, f->axis.y / n, f->axis.z / n), f->angle));
    return 1;
}

static int from_vector(const phk_decoder *d, const phk_node *node, const char *name, ph_vec3 r,
                       ph_quat *q)
{
    double n = hypot(hypot(r.x, r.y), r.z);
    if (!isfinite(n)) {
        phk_error(d->diag, PH_E_RANGE, node->where, "angles are in radians", "%s: too large a turn",
                  name);
        return 0;
    }
    *q = n > 0 ? phk_quat_unit(about(ph_v3(r.x / n, r.y / n, r.z / n), n)) : ph_quat_identity();
    return 1;
}

static int from_euler(const phk_decoder *d, const phk_node *node, const char *name, const forms *f,
                      ph_quat *q)
{
    const char *order = f->order.text;
    size_t turns = strlen(order);
    if (strspn(order, "xyz") != turns) {
        phk_error(d->diag, PH_E_RANGE, f->order.where, "e.g. `zxz` or `xyz`",
                  "%s: the order of turns is made of the letters x, y and z, got `%.40s`", name,
                  order);
        return 0;
    }
    if (turns != (size_t)f->euler.count) {
        phk_error(d->diag, PH_E_RANGE, phk_node_find(node, "euler")->where,
                  "give one angle for each letter of the order",
                  "%s: %d angles for %zu turns `%.40s`", name, f->euler.count, turns, order);
        return 0;
    }
    *q = ph_quat_identity();
    for (size_t i = 0; i < turns; i++) {
        ph_vec3 axis = {order[i] == 'x', order[i] == 'y', order[i] == 'z'};
        *q = phk_quat_unit(ph_quat_mul(*q, about(axis, f->euler.value[i])));
    }
    return 1;
}

static int from_matrix(const phk_decoder *d, const phk_node *node, const char *name, ph_quat *q)
{
    ph_mat3 matrix;
    double(*m)[3] = matrix.m;
    int ok = node->kind == PHK_NODE_LIST && node->count == 3;
    if (!ok)
        return phk_decode_wrong_kind(d, node, name, "a list of 3 rows of 3 numbers",
                                     "`matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]`");
    for (int i = 0; i < 3; i++)
        ok &= phk_decode_numbers(d, node->entry[i].value, "matrix", "", 3, m[i]);
    if (!ok) return 0;
    double worst = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double dot = m[i][0] * m[j][0] + m[i][1] * m[j][1] + m[i][2] * m[j][2];
            double off = fabs(dot - (i == j));
            worst = off <= worst ? worst : off;
        }
    double det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                 m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                 m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    if (!(worst <= ROUNDING) || det < 0) {
        phk_error(d->diag, PH_E_RANGE, node->where,
                  "its rows must be orthogonal unit vectors, its determinant 1",
                  "%s: the matrix is no rotation: its rows are off by %.3g, its determinant is "
                  "%.6g",
                  name, worst, det);
        return 0;
    }
    *q = phk_quat_unit(phk_quat_from_mat3(&matrix));
    return 1;
}

int phk_decode_orientation(const phk_decoder *d, const phk_node *node, const char *name, ph_quat *q)
{
    if (node->kind == PHK_NODE_LIST) return from_quaternion(d, node, name, q);
    if (node->kind != PHK_NODE_MAP)
        return phk_decode_wrong_kind(d, node, name, "a quaternion [w, x, y, z] or a map",
                                     "e.g. `{axis: [0, 0, 1], angle: 45 deg}`");
    forms f = {0};
    uint64_t given = 0;
    const phk_node *matrix = phk_node_find(node, "matrix");
    if (!phk_decode_map(d, node, form_fields, name, node->where, "matrix", &f, &given)) return 0;
    if (matrix) given |= MATRIX;
    switch (given) {
    case AXIS | ANGLE:
        return from_axis(d, node, name, &f, q);
    case ROTATION:
        return from_vector(d, node, name, f.rotation, q);
    case EULER | ORDER:
        return from_euler(d, node, name, &f, q);
    case MATRIX:
        return from_matrix(d, matrix, name, q);
    }
    phk_error(d->diag, PH_E_TYPE, node->where, one_form, "%s: these keys do not make a rotation",
              name);
    return 0;
}
