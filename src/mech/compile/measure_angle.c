/* SPDX-License-Identifier: BSD-3-Clause
 *
 * With S = R_j' R_i, entry (a, b) the component along axis a of j of axis b of i:
 *
 * Turns about three different axes a, b, c of i, and s = 1 where a b c are in cyclic order, else
 * -1: S_bc = -s sin q1 cos q2,  S_cc = cos q1 cos q2,  S_ac = s sin q2, S_ab = -s cos q2 sin q3,
 * S_aa = cos q2 cos q3. Turns about a, b, a, with c the third axis: S_ba = sin q1 sin q2,  S_ca =
 * -s cos q1 sin q2,  S_aa = cos q2, S_ab = sin q2 sin q3,  S_ac = s sin q2 cos q3. Where cos q2 or
 * sin q2 vanishes, only the sum or difference of q1 and q3 is defined: there q3 is 0 and tan q1 = s
 * S_cb / S_bb. So a turn about the first axis alone is q1, as in planar mechanisms.
 */
#include "mech/compile/measure_angle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "mech/system/shadow.h"

phk_operand3 phk_measure_axis(phk_measuring *m, int marker, int k)
{
    phk_operand3 v;
    for (int c = 0; c < 3; c++)
        v.c[c] = phk_measure_marker(m, PHK_QUANTITY_ROTATION, marker, 3 * c + k);
    return v;
}

static phk_operand entry(phk_measuring *m, int i, int j, int a, int b)
{
    return phk_dot(m->code, phk_measure_axis(m, j, a), phk_measure_axis(m, i, b));
}

/* ---- shadows ---- */

static phk_operand turn_of(phk_measuring *m, int i, int j, int k)
{
    phk_program *program = m->program;
    char key[60];
    int length = snprintf(key, sizeof key, "#turn %d %d %d", i, j, k), n = program->turns;
    int found = phk_names_find(&program->inputs.names, key, (size_t)length);
    if (found >= 0) return (phk_operand){PHK_INPUT, found, 0};
    phk_quantity q = {PHK_QUANTITY_TURN, i, j, 3 * n + k};
    int *larger = phk_arena_grow(&program->arena, program->turn, (size_t)n, sizeof *larger);
    int input = larger ? phk_program_input(program, key, (size_t)length, q) : -1;
    if (input < 0) {
        m->no_memory = true;
        return phk_constant_of(0);
    }
    program->turn = larger;
    larger[program->turns++] = input;
    return (phk_operand){PHK_INPUT, input, 0};
}

phk_operand phk_measure_shadow(phk_measuring *m, int i, int j, int k)
{
    phk_operand y = entry(m, i, j, phk_shadow[k].sine, phk_shadow[k].of);
    phk_operand x = entry(m, i, j, phk_shadow[k].cosine, phk_shadow[k].of);
    if (phk_shadow[k].sign < 0) y = phk_negative(m->code, y);
    phk_operand both[2] = {phk_angle(m->code, y, x), phk_constant_of(0)};
    if (both[0].kind == PHK_CONSTANT) return both[0];
    both[1] = turn_of(m, i, j, k);
    return phk_emit_call(m->code, phk_function_find("unwrap", 6), both, 2);
}

/* ---- sequences of turns ---- */

typedef struct {
    int a, b, c;  /* axes; c the third one */
    bool returns; /* the last turn is about a again */
    double sign;
} sequence;

static sequence sequence_of(int axes)
{
    sequence s = {axes / 100 - 1, axes / 10 % 10 - 1, axes % 10 - 1, false, 1};
    s.returns = s.a == s.c;
    s.c = 3 - s.a - s.b;
    s.sign = (s.a + 1) % 3 == s.b ? 1 : -1;
    return s;
}

/* if(y^2 + x^2 < tiny, otherwise, angle of (y, x)) */
static phk_operand guarded(phk_measuring *m, phk_operand y, phk_operand x, phk_operand y_else,
                           phk_operand x_else)
{
    static const double tiny = 1e-16; /* the square of an angle no method resolves */
    phk_code *c = m->code;
    phk_operand square =
        phk_sum(c, phk_emit(c, PHK_OP_SQUARE, x, x), phk_emit(c, PHK_OP_SQUARE, y, y));
    phk_operand small = phk_emit(c, PHK_OP_LESS, square, phk_constant_of(tiny));
    phk_choice choice = phk_choice_begin(c, small);
    phk_choice_turn(c, &choice, phk_angle(c, y_else, x_else));
    return phk_choice_end(c, &choice, phk_angle(c, y, x));
}

static phk_operand signed_by(phk_measuring *m, double sign, phk_operand x)
{
    return sign < 0 ? phk_negative(m->code, x) : x;
}

phk_operand phk_measure_sequence(phk_measuring *m, int i, int j, int axes, int part)
{
    sequence s = sequence_of(axes);
    phk_code *c = m->code;
    int last = s.returns ? s.a : s.c; /* the axis of i that q3 does not move */
    /* column `last` of S tells q1 and q2; row a tells q2 and q3 */
    phk_operand b = entry(m, i, j, s.b, last), d = entry(m, i, j, s.c, last);
    if (part == 1) {
        phk_operand a = entry(m, i, j, s.a, last), across = phk_hypotenuse(c, b, d);
        return s.returns ? phk_angle(c, across, a) : phk_angle(c, signed_by(m, s.sign, a), across);
    }
    if (part == 0) {
        phk_operand y = s.returns ? b : signed_by(m, -s.sign, b);
        phk_operand x = s.returns ? signed_by(m, -s.sign, d) : d;
        return guarded(m, y, x, signed_by(m, s.sign, entry(m, i, j, s.c, s.b)),
                       entry(m, i, j, s.b, s.b));
    }
    phk_operand ab = entry(m, i, j, s.a, s.b);
    phk_operand other = entry(m, i, j, s.a, s.returns ? s.c : s.a);
    phk_operand y = s.returns ? ab : signed_by(m, -s.sign, ab);
    phk_operand x = s.returns ? signed_by(m, s.sign, other) : other;
    return guarded(m, y, x, phk_constant_of(0), phk_constant_of(1));
}

/* ---- by number ---- */

/* Component n of conj(q_j) q_i. */
static phk_operand parameter(phk_measuring *m, int i, int j, int n)
{
    phk_code *c = m->code;
    phk_operand p[4], q[4];
    phk_operand3 pv, qv;
    for (int k = 0; k < 4; k++) {
        p[k] = phk_measure_marker(m, PHK_QUANTITY_QUATERNION, j, k);
        q[k] = phk_measure_marker(m, PHK_QUANTITY_QUATERNION, i, k);
    }
    for (int k = 0; k < 3; k++) {
        pv.c[k] = p[k + 1];
        qv.c[k] = q[k + 1];
    }
    if (n == 0) return phk_sum(c, phk_product(c, p[0], q[0]), phk_dot(c, pv, qv));
    phk_operand3 cross = phk_cross(c, qv, pv);
    phk_operand sum = phk_sum(c, phk_product(c, p[0], q[n]), cross.c[n - 1]);
    return phk_sum(c, sum, phk_negative(c, phk_product(c, q[0], p[n])));
}

static int small_number(const phk_span *text)
{
    if (text->length < 1 || text->length > 2) return -1;
    int n = 0;
    for (size_t k = 0; k < text->length; k++) {
        if (text->text[k] < '0' || text->text[k] > '9') return -1;
        n = 10 * n + (text->text[k] - '0');
    }
    return n;
}

phk_operand phk_measure_orient(phk_measuring *m, const phk_span *argument, int i, int j)
{
    static const int order[] = {123, 231, 312, 132, 213, 321, 121, 131, 212, 232, 313, 323};
    enum { ORDERS = 12, PARAMETERS = 27 };
    int program = small_number(&argument[0]), part = small_number(&argument[1]);
    bool angles = program >= 1 && program <= 2 * ORDERS;
    if (!angles && program != PARAMETERS) {
        snprintf(m->problem, sizeof m->problem,
                 "the system of orient is a number from 1 to 24, or 27");
        m->at = 0;
        return phk_constant_of(0);
    }
    if (part < 1 || part > (angles ? 3 : 4)) {
        snprintf(m->problem, sizeof m->problem, "the component is a number from 1 to %d",
                 angles ? 3 : 4);
        m->at = 1;
        return phk_constant_of(0);
    }
    if (!angles) return parameter(m, i, j, part - 1);
    int axes = order[(program - 1) % ORDERS];
    if (program <= ORDERS) return phk_measure_sequence(m, i, j, axes, part - 1);
    /* about axes of j in turn: the same as about axes of i in the opposite order */
    int reversed = axes % 10 * 100 + axes / 10 % 10 * 10 + axes / 100;
    return phk_measure_sequence(m, i, j, reversed, 3 - part);
}
