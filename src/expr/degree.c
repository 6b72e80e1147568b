/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The degree of an expression in some of its inputs, as it is written: sums keep the larger of two
 * degrees, products add them, and whatever else is done with such an input is no polynomial. What
 * cancels is not seen: x*x - x*x is of degree 2.
 */
#include "expr/tape.h"

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Of what is no polynomial of anything that has a degree. */
static int of_other(int degree)
{
    return degree > 0 ? PHK_DEGREE_MORE : 0;
}

static int of_call(const phk_tape *tape, const phk_instruction *i, const int *slot)
{
    int most = 0;
    for (int k = 0; k < i->b; k++) most = larger(most, slot[tape->arg[i->a + k]]);
    return of_other(most);
}

static int degree_of(const phk_tape *tape, const phk_instruction *i, const int *slot)
{
    switch (i->op) {
    case PHK_OP_ADD:
    case PHK_OP_SUBTRACT:
        return larger(slot[i->a], slot[i->b]);
    case PHK_OP_MULTIPLY:
        return slot[i->a] + slot[i->b];
    case PHK_OP_DIVIDE:
        return slot[i->b] > 0 ? PHK_DEGREE_MORE : slot[i->a];
    case PHK_OP_NEGATE:
        return slot[i->a];
    case PHK_OP_SQUARE:
        return 2 * slot[i->a];
    case PHK_OP_NOT:
    case PHK_OP_POWER:
    case PHK_OP_CALL1:
    case PHK_OP_CURVE:
        return of_other(slot[i->a]);
    case PHK_OP_CALL:
        return of_call(tape, i, slot);
    case PHK_OP_BRANCH:
    case PHK_OP_JUMP:
        return 0;
    case PHK_OP_SELECT:
        return slot[i->a] > 0 ? PHK_DEGREE_MORE : larger(slot[i->b], slot[i->c]);
    default: /* comparisons, logic, surfaces */
        return of_other(larger(slot[i->a], slot[i->b]));
    }
}

int phk_tape_degree(const phk_tape *tape, const int *degree, int *slot)
{
    int first = tape->inputs + tape->constants;
    for (int k = 0; k < first; k++) slot[k] = k < tape->inputs ? degree[k] : 0;
    for (int k = 0; k < tape->count; k++) {
        int d = degree_of(tape, &tape->code[k], slot);
        slot[first + k] = d < PHK_DEGREE_MORE ? d : PHK_DEGREE_MORE;
    }
    return slot[tape->result];
}
