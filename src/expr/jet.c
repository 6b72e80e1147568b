/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Second derivatives: the inputs move along curves, and one forward sweep takes the first and
 * second derivative of every slot along. What a motion or a constraint needs of its expression.
 */
#include "expr/tape.h"

#include <string.h>

/* Values, first and second derivatives of all slots; k: the slot being computed. */
typedef struct {
    double *v, *first, *second;
} jets;

/* One argument of slope and curvature known. */
static void unary(const jets *j, size_t k, int a, double slope, double curvature)
{
    double u = j->first[a];
    j->first[k] = phk_flow(u, slope);
    j->second[k] = phk_flow(j->second[a], slope) + phk_flow(u * u, curvature);
}

static void call(const phk_tape *tape, const phk_instruction *i, const jets *j, size_t k)
{
    double x[PHK_ARGUMENTS], u[PHK_ARGUMENTS], partial[PHK_ARGUMENTS];
    const phk_function *f = i->with.function;
    phk_tape_gather(tape, i, j->v, x);
    phk_tape_gather(tape, i, j->first, u);
    phk_call_partial(f, x, i->b, j->v[k], partial);
    int moves = 0;
    for (int n = 0; n < i->b; n++) {
        j->first[k] += phk_flow(u[n], partial[n]);
        j->second[k] += phk_flow(j->second[tape->arg[i->a + n]], partial[n]);
        moves |= u[n] != 0;
    }
    if (moves) j->second[k] += phk_call_bend(f, x, i->b, j->v[k], u);
}

static void call1(const phk_instruction *i, const jets *j, size_t k)
{
    double slope, *v = &j->v[i->a], *u = &j->first[i->a];
    const phk_function *f = i->with.function;
    phk_call_partial(f, v, 1, j->v[k], &slope);
    unary(j, k, i->a, slope, 0);
    if (*u != 0) j->second[k] += phk_call_bend(f, v, 1, j->v[k], u);
}

static void curve(const phk_instruction *i, const jets *j, size_t k)
{
    double derivative[5];
    phk_spline_eval(i->with.curve, (phk_spline_kind)i->b, j->v[i->a], derivative);
    derivative[4] = 0;
    unary(j, k, i->a, derivative[i->c + 1], derivative[i->c + 2]);
}

static void surface(const phk_instruction *i, const jets *j, size_t k)
{
    phk_surface_point p =
        phk_surface_eval(i->with.curve, (phk_spline_kind)i->d, i->c, j->v[i->a], j->v[i->b]);
    double x = j->first[i->a], z = j->first[i->b];
    j->first[k] = phk_flow(x, p.by_x) + phk_flow(z, p.by_z);
    j->second[k] = phk_flow(j->second[i->a], p.by_x) + phk_flow(j->second[i->b], p.by_z) +
                   phk_flow(x * x, p.by_xx) + phk_flow(2 * x * z, p.by_xz);
}

/* One instruction, whose value is there already. */
static void forward(const phk_tape *tape, const phk_instruction *i, const jets *j, size_t k)
{
    const double *v = j->v;
    double *d = j->first, *dd = j->second, power;
    int a = i->a, b = i->b;
    switch (i->op) {
    case PHK_OP_ADD:
        d[k] = d[a] + d[b];
        dd[k] = dd[a] + dd[b];
        break;
    case PHK_OP_SUBTRACT:
        d[k] = d[a] - d[b];
        dd[k] = dd[a] - dd[b];
        break;
    case PHK_OP_MULTIPLY:
        d[k] = phk_flow(d[a], v[b]) + phk_flow(d[b], v[a]);
        dd[k] = phk_flow(dd[a], v[b]) + phk_flow(dd[b], v[a]) + 2 * phk_flow(d[a], d[b]);
        break;
    case PHK_OP_DIVIDE:
        d[k] = (d[a] - phk_flow(d[b], v[k])) / v[b];
        dd[k] = (dd[a] - phk_flow(dd[b], v[k]) - 2 * phk_flow(d[b], d[k])) / v[b];
        break;
    case PHK_OP_NEGATE:
        unary(j, k, a, -1, 0);
        break;
    case PHK_OP_SQUARE:
        unary(j, k, a, 2 * v[a], 2);
        break;
    case PHK_OP_POWER:
        power = v[b];
        unary(j, k, a, power * pow(v[a], power - 1), 0);
        dd[k] += phk_power_bend(v[a], power, d[a], 0);
        break;
    case PHK_OP_CALL1:
        call1(i, j, k);
        break;
    case PHK_OP_CALL:
        call(tape, i, j, k);
        break;
    case PHK_OP_CURVE:
        curve(i, j, k);
        break;
    case PHK_OP_SURFACE:
        surface(i, j, k);
        break;
    case PHK_OP_SELECT:
        if (!isnan(v[a])) unary(j, k, v[a] != 0 ? b : i->c, 1, 0);
        break;
    default: /* comparisons and logic are flat */
        break;
    }
}

double phk_tape_jet(const phk_tape *tape, const double *input, const double *first_in,
                    const double *second_in, double *work, double *first, double *second)
{
    double value = phk_tape_value(tape, input, work);
    size_t slots = phk_tape_slots(tape), bytes = (size_t)tape->inputs * sizeof *work;
    jets j = {work, work + slots, work + 2 * slots};
    memset(j.first, 0, 2 * slots * sizeof *work);
    memcpy(j.first, first_in, bytes);
    if (second_in) memcpy(j.second, second_in, bytes);
    size_t begin = (size_t)tape->inputs + (size_t)tape->constants;
    for (int k = 0; k < tape->count; k++) {
        const phk_instruction *i = &tape->code[k];
        if (i->op == PHK_OP_JUMP || (i->op == PHK_OP_BRANCH && j.v[i->a] == 0))
            k = i->b - 1; /* the untaken side has no values */
        else if (i->op != PHK_OP_BRANCH)
            forward(tape, i, &j, begin + (size_t)k);
    }
    *first = j.first[tape->result];
    *second = j.second[tape->result];
    return value;
}
