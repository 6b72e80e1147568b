/* SPDX-License-Identifier: BSD-3-Clause
 *
 * measure_vector.h -- vectors of operands: each operation writes code. What a constant 0 or 1 makes
 * superfluous is not written, so that quantities of ground cost nothing.
 */
#ifndef PHK_MEASURE_VECTOR_H
#define PHK_MEASURE_VECTOR_H

#include <stdbool.h>
#include "expr/code.h"

typedef struct {
    phk_operand c[3];
} phk_operand3;

phk_operand phk_sum(phk_code *code, phk_operand a, phk_operand b);
phk_operand phk_product(phk_code *code, phk_operand a, phk_operand b);
phk_operand phk_negative(phk_code *code, phk_operand a);
/* A function of two arguments of the library. */
phk_operand phk_angle(phk_code *code, phk_operand y, phk_operand x);
phk_operand phk_hypotenuse(phk_code *code, phk_operand a, phk_operand b);

phk_operand3 phk_plus(phk_code *code, phk_operand3 a, phk_operand3 b);
phk_operand3 phk_minus(phk_code *code, phk_operand3 a, phk_operand3 b);
phk_operand3 phk_cross(phk_code *code, phk_operand3 a, phk_operand3 b); /* a x b */
phk_operand phk_dot(phk_code *code, phk_operand3 a, phk_operand3 b);
/* 0, with derivatives 0, where the vector is. */
phk_operand phk_length(phk_code *code, phk_operand3 a);

#endif
