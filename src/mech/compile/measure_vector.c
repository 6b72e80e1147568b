/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/compile/measure_vector.h"

static bool is(phk_operand x, double value)
{
    return x.kind == PHK_CONSTANT && x.value == value;
}

phk_operand phk_negative(phk_code *c, phk_operand a)
{
    return phk_emit(c, PHK_OP_NEGATE, a, a);
}

phk_operand phk_sum(phk_code *c, phk_operand a, phk_operand b)
{
    if (is(a, 0)) return b;
    if (is(b, 0)) return a;
    return phk_emit(c, PHK_OP_ADD, a, b);
}

static phk_operand subtract(phk_code *c, phk_operand a, phk_operand b)
{
    if (is(b, 0)) return a;
    if (is(a, 0)) return phk_negative(c, b);
    return phk_emit(c, PHK_OP_SUBTRACT, a, b);
}

phk_operand phk_product(phk_code *c, phk_operand a, phk_operand b)
{
    if (is(a, 0) || is(b, 0)) return phk_constant_of(0);
    if (is(a, 1)) return b;
    if (is(b, 1)) return a;
    if (is(a, -1)) return phk_negative(c, b);
    if (is(b, -1)) return phk_negative(c, a);
    return phk_emit(c, PHK_OP_MULTIPLY, a, b);
}

phk_operand phk_angle(phk_code *c, phk_operand y, phk_operand x)
{
    phk_operand both[2] = {y, x};
    return phk_emit_call(c, phk_function_find("atan2", 5), both, 2);
}

phk_operand phk_hypotenuse(phk_code *c, phk_operand a, phk_operand b)
{
    phk_operand both[2] = {a, b};
    return phk_emit_call(c, phk_function_find("hypot", 5), both, 2);
}

phk_operand3 phk_plus(phk_code *c, phk_operand3 a, phk_operand3 b)
{
    phk_operand3 v;
    for (int k = 0; k < 3; k++) v.c[k] = phk_sum(c, a.c[k], b.c[k]);
    return v;
}

phk_operand3 phk_minus(phk_code *c, phk_operand3 a, phk_operand3 b)
{
    phk_operand3 v;
    for (int k = 0; k < 3; k++) v.c[k] = subtract(c, a.c[k], b.c[k]);
    return v;
}

phk_operand3 phk_cross(phk_code *c, phk_operand3 a, phk_operand3 b)
{
    phk_operand3 v;
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        v.c[k] = subtract(c, phk_product(c, a.c[i], b.c[j]), phk_product(c, a.c[j], b.c[i]));
    }
    return v;
}

phk_operand phk_dot(phk_code *c, phk_operand3 a, phk_operand3 b)
{
    phk_operand sum = phk_constant_of(0);
    for (int k = 0; k < 3; k++) sum = phk_sum(c, sum, phk_product(c, a.c[k], b.c[k]));
    return sum;
}

phk_operand phk_length(phk_code *c, phk_operand3 a)
{
    return phk_hypotenuse(c, phk_hypotenuse(c, a.c[0], a.c[1]), a.c[2]);
}
