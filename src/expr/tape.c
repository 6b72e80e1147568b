/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Evaluation: a forward sweep for the value, a reverse sweep for all partial derivatives at once,
 * which costs about as much again whatever the number of inputs. Second derivatives: jet.c.
 */
#include "expr/tape.h"

#include <string.h>

int phk_tape_is_constant(const phk_tape *tape)
{
    return tape->inputs == 0;
}

int phk_tape_inputs(const phk_tape *tape, const int **index)
{
    if (index) *index = tape->input;
    return tape->inputs;
}

/* Values, then as many derivatives of the result by them; or values, first and second
 * derivatives of each. */
size_t phk_tape_work(const phk_tape *tape)
{
    return 3 * phk_tape_slots(tape);
}

static double call(const phk_tape *tape, const phk_instruction *i, const double *v)
{
    double x[PHK_ARGUMENTS];
    phk_tape_gather(tape, i, v, x);
    return phk_call_value(i->with.function, x, i->b);
}

static double curve(const phk_instruction *i, double x)
{
    double derivative[4];
    phk_spline_eval(i->with.curve, (phk_spline_kind)i->b, x, derivative);
    return derivative[i->c];
}

static phk_surface_point surface(const phk_instruction *i, const double *v)
{
    return phk_surface_eval(i->with.curve, (phk_spline_kind)i->d, i->c, v[i->a], v[i->b]);
}

double phk_tape_value(const phk_tape *tape, const double *input, double *v)
{
    for (int k = 0; k < tape->inputs; k++) v[k] = input[tape->input[k]];
    memcpy(v + tape->inputs, tape->constant, (size_t)tape->constants * sizeof *v);
    double *out = v + tape->inputs + tape->constants;
    const phk_instruction *code = tape->code;
    for (int k = 0; k < tape->count; k++) {
        const phk_instruction *i = &code[k];
        switch (i->op) {
        case PHK_OP_ADD:
            out[k] = v[i->a] + v[i->b];
            break;
        case PHK_OP_MULTIPLY:
            out[k] = v[i->a] * v[i->b];
            break;
        case PHK_OP_CALL1:
            out[k] = phk_call_value(i->with.function, &v[i->a], 1);
            break;
        case PHK_OP_CALL:
            out[k] = call(tape, i, v);
            break;
        case PHK_OP_CURVE:
            out[k] = curve(i, v[i->a]);
            break;
        case PHK_OP_SURFACE:
            out[k] = surface(i, v).y;
            break;
        case PHK_OP_BRANCH:
            if (v[i->a] == 0) k = i->b - 1;
            break;
        case PHK_OP_JUMP:
            k = i->b - 1;
            break;
        case PHK_OP_SELECT:
            out[k] = isnan(v[i->a]) ? NAN : v[v[i->a] != 0 ? i->b : i->c];
            break;
        case PHK_OP_NEGATE:
        case PHK_OP_NOT:
        case PHK_OP_SQUARE:
            out[k] = phk_apply(i->op, v[i->a], 0);
            break;
        default:
            out[k] = phk_apply(i->op, v[i->a], v[i->b]);
        }
    }
    return v[tape->result];
}

/* Adds g * slope to a derivative. A slope of 0 lets nothing through, not even infinity: what does
 * not depend on x has no derivative by x, however steep it is in something else. */
static inline void flow(double *derivative, double g, double slope)
{
    if (slope != 0) *derivative += g * slope;
}

static void call_back(const phk_tape *tape, const phk_instruction *i, const double *v, double y,
                      double g, double *d)
{
    double x[PHK_ARGUMENTS], partial[PHK_ARGUMENTS];
    phk_tape_gather(tape, i, v, x);
    phk_call_partial(i->with.function, x, i->b, y, partial);
    for (int k = 0; k < i->b; k++) flow(&d[tape->arg[i->a + k]], g, partial[k]);
}

static void curve_back(const phk_instruction *i, const double *v, double g, double *d)
{
    double derivative[4];
    phk_spline_eval(i->with.curve, (phk_spline_kind)i->b, v[i->a], derivative);
    flow(&d[i->a], g, derivative[i->c + 1]);
}

static void surface_back(const phk_instruction *i, const double *v, double g, double *d)
{
    phk_surface_point p = surface(i, v);
    flow(&d[i->a], g, p.by_x);
    flow(&d[i->b], g, p.by_z);
}

/* One instruction backwards: g is the derivative of the result by its value y. */
static void back(const phk_tape *tape, const phk_instruction *i, const double *v, double y,
                 double g, double *d)
{
    double slope;
    switch (i->op) {
    case PHK_OP_ADD:
        d[i->a] += g;
        d[i->b] += g;
        break;
    case PHK_OP_SUBTRACT:
        d[i->a] += g;
        d[i->b] -= g;
        break;
    case PHK_OP_MULTIPLY:
        flow(&d[i->a], g, v[i->b]);
        flow(&d[i->b], g, v[i->a]);
        break;
    case PHK_OP_DIVIDE:
        d[i->a] += g / v[i->b];
        flow(&d[i->b], g / v[i->b], -y);
        break;
    case PHK_OP_NEGATE:
        d[i->a] -= g;
        break;
    case PHK_OP_SQUARE:
        flow(&d[i->a], g, 2 * v[i->a]);
        break;
    case PHK_OP_POWER:
        flow(&d[i->a], g, v[i->b] * pow(v[i->a], v[i->b] - 1));
        break;
    case PHK_OP_CALL1:
        phk_call_partial(i->with.function, &v[i->a], 1, y, &slope);
        flow(&d[i->a], g, slope);
        break;
    case PHK_OP_CALL:
        call_back(tape, i, v, y, g, d);
        break;
    case PHK_OP_CURVE:
        curve_back(i, v, g, d);
        break;
    case PHK_OP_SURFACE:
        surface_back(i, v, g, d);
        break;
    case PHK_OP_SELECT:
        if (!isnan(v[i->a])) d[v[i->a] != 0 ? i->b : i->c] += g;
        break;
    default: /* comparisons and logic are flat */
        break;
    }
}

double phk_tape_gradient(const phk_tape *tape, const double *input, double *v, double *gradient)
{
    double value = phk_tape_value(tape, input, v);
    double *d = v + phk_tape_slots(tape);
    memset(d, 0, phk_tape_slots(tape) * sizeof *d);
    d[tape->result] = 1;
    int first = tape->inputs + tape->constants;
    for (int k = tape->count - 1; k >= 0; k--) {
        const phk_instruction *i = &tape->code[k];
        double g = d[first + k];
        if (i->op == PHK_OP_JUMP) {
            k = i->c;
            continue;
        }
        if (i->op == PHK_OP_BRANCH) continue;
        if (g != 0) back(tape, i, v, v[first + k], g, d);
        if (i->op == PHK_OP_SELECT && v[i->a] != 0) {
            /* the untaken side has no values: step over it */
            k = isnan(v[i->a]) ? tape->code[i->d].c : i->d;
        }
    }
    memcpy(gradient, d, (size_t)tape->inputs * sizeof *d);
    return value;
}
