/* SPDX-License-Identifier: BSD-3-Clause
 *
 * code.h -- the tape while it is written: constants are folded as they come, and what a constant
 * condition rules out is taken back.
 */
#ifndef PHK_CODE_H
#define PHK_CODE_H

#include "expr/tape.h"

typedef enum { PHK_CONSTANT, PHK_INPUT, PHK_RESULT } phk_operand_kind;

/* Something that has a value. */
typedef struct {
    phk_operand_kind kind;
    int index;    /* input vector, or instruction */
    double value; /* constant */
} phk_operand;

/* Until it is finished, the slots of the code are references: 4 * index + kind. */
typedef struct phk_code {
    phk_arena arena; /* scratch */
    phk_instruction *code;
    double *constant;
    int *arg;
    int count, constants, args;
    int exhausted; /* out of memory */
} phk_code;

/* Where the code stood, to take back what came after. */
typedef struct {
    int count, constants, args;
} phk_mark;

static inline phk_operand phk_constant_of(double value)
{
    return (phk_operand){PHK_CONSTANT, 0, value};
}

/* An operation on one (b ignored) or two operands. */
phk_operand phk_emit(phk_code *code, phk_op op, phk_operand a, phk_operand b);
phk_operand phk_emit_power(phk_code *code, phk_operand a, phk_operand b);
phk_operand phk_emit_call(phk_code *code, const phk_function *function, const phk_operand *arg,
                          int count);
phk_operand phk_emit_curve(phk_code *code, phk_operand x, const phk_spline *curve,
                           phk_spline_kind kind, int order);

phk_operand phk_emit_surface(phk_code *code, phk_operand x, phk_operand z,
                             const phk_spline *surface, phk_spline_kind kind, int order);

/* A choice: begin, code of the first side, turn, code of the second side, end. */
typedef struct {
    phk_operand condition, first;
    phk_mark mark;
    int branch, jump;
} phk_choice;
phk_choice phk_choice_begin(phk_code *code, phk_operand condition);
void phk_choice_turn(phk_code *code, phk_choice *choice, phk_operand first);
phk_operand phk_choice_end(phk_code *code, const phk_choice *choice, phk_operand second);

/* The finished tape; NULL: out of memory. */
const phk_tape *phk_code_finish(phk_code *code, phk_operand result, phk_arena *arena);
void phk_code_free(phk_code *code);

#endif
