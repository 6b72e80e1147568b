/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Looking ahead along an expression: one sweep over the tape with a line of time for each slot in
 * place of its value. The side of a choice that is not taken there is not looked at.
 */
#include "expr/tape_ahead.h"

#include <stdbool.h>
#include "expr/tape.h"

static phk_line product(phk_line x, phk_line y)
{
    if (x.a == 0) return phk_line_times(y, x.b);
    return phk_line_times(x, phk_line_value(y));
}

static phk_line compare(phk_op op, phk_line x, phk_line y, phk_ahead *ahead)
{
    double side = phk_ahead_sign(ahead, phk_line_sum(x, -1, y), PHK_JUMP);
    return phk_line_constant(phk_apply(op, side, 0));
}

static phk_line call(const phk_function *f, const phk_line *x, int n, phk_ahead *ahead)
{
    double value[PHK_ARGUMENTS];
    bool moves = false, timed = false;
    for (int k = 0; k < n; k++) {
        value[k] = phk_line_value(x[k]);
        moves |= isnan(value[k]);
        timed |= x[k].timed;
    }
    /* functions of the user's are not called before the run, and tell no corners */
    if (!f->value) return phk_line_unknown();
    phk_line line = f->corners && timed ? f->corners(x, n, ahead) : phk_line_unknown();
    return moves ? line : phk_line_constant(f->value(value, n));
}

static phk_line instruction(const phk_tape *tape, const phk_instruction *i, const phk_line *v,
                            phk_ahead *ahead)
{
    phk_line x[PHK_ARGUMENTS];
    switch (i->op) {
    case PHK_OP_ADD:
        return phk_line_sum(v[i->a], 1, v[i->b]);
    case PHK_OP_SUBTRACT:
        return phk_line_sum(v[i->a], -1, v[i->b]);
    case PHK_OP_NEGATE:
        return phk_line_times(v[i->a], -1);
    case PHK_OP_MULTIPLY:
        return product(v[i->a], v[i->b]);
    case PHK_OP_DIVIDE:
        return phk_line_times(v[i->a], 1 / phk_line_value(v[i->b]));
    case PHK_OP_LESS:
    case PHK_OP_LESS_EQUAL:
    case PHK_OP_EQUAL:
    case PHK_OP_UNEQUAL:
        return compare(i->op, v[i->a], v[i->b], ahead);
    case PHK_OP_NOT:
    case PHK_OP_SQUARE:
        return phk_line_constant(phk_apply(i->op, phk_line_value(v[i->a]), 0));
    case PHK_OP_CALL1:
        return call(i->with.function, &v[i->a], 1, ahead);
    case PHK_OP_CALL:
        for (int k = 0; k < i->b; k++) x[k] = v[tape->arg[i->a + k]];
        return call(i->with.function, x, i->b, ahead);
    case PHK_OP_CURVE:
        return phk_ahead_curve(ahead, i->with.curve, (phk_spline_kind)i->b, i->c, v[i->a]);
    case PHK_OP_SURFACE:
        phk_ahead_surface(ahead, i->with.curve, (phk_spline_kind)i->d, i->c, v[i->a], v[i->b]);
        return phk_line_unknown();
    case PHK_OP_BRANCH:
    case PHK_OP_JUMP:
        return phk_line_unknown();
    case PHK_OP_SELECT: {
        double condition = phk_line_value(v[i->a]);
        return isnan(condition) ? phk_line_unknown() : v[condition != 0 ? i->b : i->c];
    }
    default: /* and, or, powers: of constants */
        return phk_line_constant(
            phk_apply(i->op, phk_line_value(v[i->a]), phk_line_value(v[i->b])));
    }
}

/* Whether time is in an instruction, also where its value stands still. */
static bool reads_time(const phk_tape *tape, const phk_instruction *i, const phk_line *v)
{
    bool timed = false;
    switch (i->op) {
    case PHK_OP_CALL:
        for (int k = 0; k < i->b; k++) timed |= v[tape->arg[i->a + k]].timed;
        return timed;
    case PHK_OP_CALL1:
    case PHK_OP_NEGATE:
    case PHK_OP_NOT:
    case PHK_OP_SQUARE:
    case PHK_OP_CURVE:
        return v[i->a].timed;
    case PHK_OP_SELECT: /* what was not taken has no line */
        return v[i->a].timed || v[phk_line_value(v[i->a]) != 0 ? i->b : i->c].timed;
    default:
        return v[i->a].timed || v[i->b].timed;
    }
}

size_t phk_tape_lines(const phk_tape *tape)
{
    return phk_tape_slots(tape);
}

phk_line phk_tape_ahead(const phk_tape *tape, const phk_line *input, phk_line *v, phk_ahead *ahead)
{
    phk_line *out = v + tape->inputs + tape->constants;
    for (int k = 0; k < tape->inputs; k++) v[k] = input[tape->input[k]];
    for (int k = 0; k < tape->constants; k++)
        v[tape->inputs + k] = phk_line_constant(tape->constant[k]);
    for (int k = 0; k < tape->count; k++) {
        const phk_instruction *i = &tape->code[k];
        /* both sides of a choice that is not known are looked at */
        if (i->op == PHK_OP_BRANCH) {
            if (phk_line_value(v[i->a]) == 0) k = i->b - 1;
        } else if (i->op == PHK_OP_JUMP) {
            double condition = phk_line_value(v[tape->code[i->c].a]);
            if (condition != 0 && !isnan(condition)) k = i->b - 1;
        } else {
            out[k] = instruction(tape, i, v, ahead);
            out[k].timed = reads_time(tape, i, v);
        }
    }
    return v[tape->result];
}
