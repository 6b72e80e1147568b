/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tape.h -- what a compiled expression looks like inside.
 *
 * A tape computes slots: first the inputs it reads, then its constants, then one slot for the
 * result of each instruction, written once. The reverse sweep can therefore read every value of
 * the forward sweep where it stands.
 *
 * A choice `if(c, A, B)` is laid out so that both sweeps find their way without notes:
 *     k: BRANCH c       forward: c is 0 -> go on behind the JUMP
 *        code of A
 *     j: JUMP           forward: go to the SELECT;  backward: B is done -> go to the BRANCH
 *        code of B
 *     s: SELECT c A B   backward: c is not 0 -> go on before the JUMP; c is NaN -> to the BRANCH
 */
#ifndef PHK_TAPE_H
#define PHK_TAPE_H

#include <math.h>
#include "expr/expr.h"
#include "expr/function.h"

typedef enum {
    PHK_OP_ADD,
    PHK_OP_SUBTRACT,
    PHK_OP_MULTIPLY,
    PHK_OP_DIVIDE,
    PHK_OP_LESS,
    PHK_OP_LESS_EQUAL,
    PHK_OP_EQUAL,
    PHK_OP_UNEQUAL,
    PHK_OP_AND,
    PHK_OP_OR,
    PHK_OP_NEGATE,
    PHK_OP_NOT,
    PHK_OP_SQUARE,
    PHK_OP_POWER,   /* a to the constant b; a power with a variable exponent is a call of pow */
    PHK_OP_CALL1,   /* function of a */
    PHK_OP_CALL,    /* function of arg[a .. a + b - 1] */
    PHK_OP_CURVE,   /* curve at a; b: its kind, c: order of the derivative */
    PHK_OP_SURFACE, /* surface at a, b; d: its kind, c: order of the derivative by a */
    PHK_OP_BRANCH,  /* on a, to instruction b */
    PHK_OP_JUMP,    /* to instruction b; c: its branch */
    PHK_OP_SELECT   /* b where a is not 0, else c; d: its jump */
} phk_op;

typedef struct {
    phk_op op;
    int a, b, c, d; /* slots, unless the operation says otherwise */
    union {
        const phk_function *function;
        const phk_spline *curve;
    } with;
} phk_instruction;

struct phk_tape {
    int inputs, constants, count; /* count: instructions */
    int result;                   /* slot */
    const int *input;             /* [inputs] indices into the input vector, increasing */
    const double *constant;       /* [constants] */
    const phk_instruction *code;  /* [count] */
    const int *arg;               /* slots of the arguments of calls */
};

static inline size_t phk_tape_slots(const phk_tape *tape)
{
    return (size_t)tape->inputs + (size_t)tape->constants + (size_t)tape->count;
}

/* The arguments of a call out of the slots v. */
static inline void phk_tape_gather(const phk_tape *tape, const phk_instruction *i, const double *v,
                                   double *x)
{
    for (int k = 0; k < i->b; k++) x[k] = v[tape->arg[i->a + k]];
}

/* The operations on numbers, shared by evaluation and by folding of constants. A comparison with
 * NaN is NaN: trouble is never hidden by the choice of a branch. */
static inline double phk_apply(phk_op op, double a, double b)
{
    switch (op) {
    case PHK_OP_ADD:
        return a + b;
    case PHK_OP_SUBTRACT:
        return a - b;
    case PHK_OP_MULTIPLY:
        return a * b;
    case PHK_OP_DIVIDE:
        return a / b;
    case PHK_OP_LESS:
        return isunordered(a, b) ? NAN : a < b;
    case PHK_OP_LESS_EQUAL:
        return isunordered(a, b) ? NAN : a <= b;
    case PHK_OP_EQUAL:
        return isunordered(a, b) ? NAN : a == b;
    case PHK_OP_UNEQUAL:
        return isunordered(a, b) ? NAN : a != b;
    case PHK_OP_AND: /* false decides, even beside NaN */
        return a == 0 || b == 0 ? 0 : isunordered(a, b) ? NAN : 1;
    case PHK_OP_OR: {
        int true_a = a < 0 || a > 0, true_b = b < 0 || b > 0;
        return true_a || true_b ? 1 : isunordered(a, b) ? NAN : 0;
    }
    case PHK_OP_NEGATE:
        return -a;
    case PHK_OP_NOT:
        return isnan(a) ? NAN : a == 0;
    case PHK_OP_SQUARE:
        return a * a;
    case PHK_OP_POWER:
        return pow(a, b);
    default:
        return NAN;
    }
}

#endif
