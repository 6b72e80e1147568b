/* SPDX-License-Identifier: BSD-3-Clause */
#include "expr/code.h"

#include <stdlib.h>
#include <string.h>

static phk_mark mark_of(const phk_code *c)
{
    return (phk_mark){c->count, c->constants, c->args};
}

static void rewind_to(phk_code *c, phk_mark mark)
{
    c->count = mark.count;
    c->constants = mark.constants;
    c->args = mark.args;
}

void phk_code_free(phk_code *c)
{
    phk_arena_free(&c->arena);
}

/* A reference to an operand. */
static int refer(phk_code *c, phk_operand x)
{
    int index = x.index;
    if (x.kind == PHK_CONSTANT) {
        double *grown = phk_arena_grow(&c->arena, c->constant, (size_t)c->constants, sizeof *grown);
        if (!grown) {
            c->exhausted = 1;
            return 0;
        }
        c->constant = grown;
        index = c->constants++;
        grown[index] = x.value;
    }
    return 4 * index + (int)x.kind;
}

static int append(phk_code *c, phk_instruction i)
{
    phk_instruction *grown = phk_arena_grow(&c->arena, c->code, (size_t)c->count, sizeof *grown);
    if (!grown) {
        c->exhausted = 1;
        return 0;
    }
    c->code = grown;
    grown[c->count] = i;
    return c->count++;
}

static phk_operand result_of(phk_code *c, phk_instruction i)
{
    return (phk_operand){PHK_RESULT, append(c, i), 0};
}

static int is_unary(phk_op op)
{
    return op == PHK_OP_NEGATE || op == PHK_OP_NOT || op == PHK_OP_SQUARE;
}

phk_operand phk_emit(phk_code *c, phk_op op, phk_operand a, phk_operand b)
{
    int unary = is_unary(op);
    if (a.kind == PHK_CONSTANT && (unary || b.kind == PHK_CONSTANT))
        return phk_constant_of(phk_apply(op, a.value, b.value));
    phk_instruction i = {.op = op, .a = refer(c, a)};
    if (!unary) i.b = refer(c, b);
    return result_of(c, i);
}

phk_operand phk_emit_power(phk_code *c, phk_operand a, phk_operand b)
{
    if (b.kind != PHK_CONSTANT) {
        phk_operand both[2] = {a, b};
        return phk_emit_call(c, phk_function_find("pow", 3), both, 2);
    }
    if (b.value == 0) return phk_constant_of(1);
    if (b.value == 1) return a;
    return phk_emit(c, b.value == 2 ? PHK_OP_SQUARE : PHK_OP_POWER, a, b);
}

static int all_constant(const phk_operand *arg, int count)
{
    for (int k = 0; k < count; k++)
        if (arg[k].kind != PHK_CONSTANT) return 0;
    return 1;
}

phk_operand phk_emit_call(phk_code *c, const phk_function *f, const phk_operand *arg, int count)
{
    if (all_constant(arg, count)) {
        double x[PHK_ARGUMENTS] = {0};
        for (int k = 0; k < count; k++) x[k] = arg[k].value;
        return phk_constant_of(phk_call_value(f, x, count));
    }
    phk_instruction i = {.op = PHK_OP_CALL, .a = c->args, .b = count, .with.function = f};
    if (count == 1) {
        i.op = PHK_OP_CALL1;
        i.a = refer(c, arg[0]);
        return result_of(c, i);
    }
    for (int k = 0; k < count; k++) {
        int *grown = phk_arena_grow(&c->arena, c->arg, (size_t)c->args, sizeof *grown);
        if (!grown) {
            c->exhausted = 1;
            return arg[0];
        }
        c->arg = grown;
        grown[c->args++] = refer(c, arg[k]);
    }
    return result_of(c, i);
}

phk_operand phk_emit_curve(phk_code *c, phk_operand x, const phk_spline *curve,
                           phk_spline_kind kind, int order)
{
    if (x.kind == PHK_CONSTANT) {
        double derivative[4];
        phk_spline_eval(curve, kind, x.value, derivative);
        return phk_constant_of(derivative[order]);
    }
    return result_of(
        c,
        (phk_instruction){
            .op = PHK_OP_CURVE, .a = refer(c, x), .b = (int)kind, .c = order, .with.curve = curve});
}

phk_operand phk_emit_surface(phk_code *c, phk_operand x, phk_operand z, const phk_spline *surface,
                             phk_spline_kind kind, int order)
{
    if (x.kind == PHK_CONSTANT && z.kind == PHK_CONSTANT)
        return phk_constant_of(phk_surface_eval(surface, kind, order, x.value, z.value).y);
    return result_of(c, (phk_instruction){.op = PHK_OP_SURFACE,
                                          .a = refer(c, x),
                                          .b = refer(c, z),
                                          .c = order,
                                          .d = (int)kind,
                                          .with.curve = surface});
}

/* A constant condition leaves one side; the other is compiled for its errors and taken back. */
phk_choice phk_choice_begin(phk_code *c, phk_operand condition)
{
    phk_choice choice = {.condition = condition, .mark = mark_of(c)};
    if (condition.kind != PHK_CONSTANT)
        choice.branch = append(c, (phk_instruction){.op = PHK_OP_BRANCH, .a = refer(c, condition)});
    return choice;
}

void phk_choice_turn(phk_code *c, phk_choice *choice, phk_operand first)
{
    choice->first = first;
    if (choice->condition.kind == PHK_CONSTANT) {
        if (choice->condition.value == 0 || isnan(choice->condition.value))
            rewind_to(c, choice->mark);
        choice->mark = mark_of(c);
        return;
    }
    choice->jump = append(c, (phk_instruction){.op = PHK_OP_JUMP, .c = choice->branch});
    if (!c->exhausted) c->code[choice->branch].b = c->count;
}

phk_operand phk_choice_end(phk_code *c, const phk_choice *choice, phk_operand second)
{
    phk_operand condition = choice->condition;
    if (condition.kind == PHK_CONSTANT) {
        if (condition.value == 0) return second;
        rewind_to(c, choice->mark);
        return isnan(condition.value) ? condition : choice->first;
    }
    phk_instruction i = {.op = PHK_OP_SELECT,
                         .a = refer(c, condition),
                         .b = refer(c, choice->first),
                         .c = refer(c, second),
                         .d = choice->jump};
    if (!c->exhausted) c->code[choice->jump].b = c->count;
    return result_of(c, i);
}

/* ---- from references to slots ---- */

/* How many of a, b, c are references. */
static int references(phk_op op)
{
    switch (op) {
    case PHK_OP_NEGATE:
    case PHK_OP_NOT:
    case PHK_OP_SQUARE:
    case PHK_OP_CALL1:
    case PHK_OP_CURVE:
    case PHK_OP_BRANCH:
        return 1;
    case PHK_OP_CALL:
    case PHK_OP_JUMP:
        return 0;
    case PHK_OP_SELECT:
        return 3;
    default:
        return 2;
    }
}

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void each_reference(phk_code *c, void (*visit)(void *self, int *reference), void *self)
{
    for (int k = 0; k < c->count; k++) {
        phk_instruction *i = &c->code[k];
        int n = references(i->op);
        if (n > 0) visit(self, &i->a);
        if (n > 1) visit(self, &i->b);
        if (n > 2) visit(self, &i->c);
    }
    for (int k = 0; k < c->args; k++) visit(self, &c->arg[k]);
}

typedef struct {
    int *input; /* indices; NULL: count alone */
    int inputs, constants;
} layout;

static void collect(void *self, int *reference)
{
    layout *l = self;
    if (*reference % 4 != PHK_INPUT) return;
    if (l->input) l->input[l->inputs] = *reference / 4;
    l->inputs++;
}

static void place(void *self, int *reference)
{
    const layout *l = self;
    int kind = *reference % 4, index = *reference / 4;
    if (kind == PHK_INPUT) {
        const int *at = bsearch(&index, l->input, (size_t)l->inputs, sizeof index, compare);
        *reference = (int)(at - l->input);
    } else {
        *reference = l->inputs + (kind == PHK_RESULT ? l->constants : 0) + index;
    }
}

/* The distinct inputs the code reads, in increasing order. */
static int list_inputs(phk_code *c, int *result, layout *l)
{
    collect(l, result);
    each_reference(c, collect, l);
    l->input = phk_arena_alloc(&c->arena, ((size_t)l->inputs + 1) * sizeof *l->input);
    if (!l->input) return 0;
    l->inputs = 0;
    collect(l, result);
    each_reference(c, collect, l);
    int total = l->inputs;
    l->inputs = 0;
    qsort(l->input, (size_t)total, sizeof *l->input, compare);
    for (int k = 0; k < total; k++)
        if (k == 0 || l->input[k] != l->input[k - 1]) l->input[l->inputs++] = l->input[k];
    return 1;
}

static const void *keep(phk_arena *arena, const void *from, int count, size_t size, int *failed)
{
    void *copy = phk_arena_alloc(arena, (size_t)count * size + 1);
    if (!copy) *failed = 1;
    if (copy && count) memcpy(copy, from, (size_t)count * size);
    return copy;
}

const phk_tape *phk_code_finish(phk_code *c, phk_operand result, phk_arena *arena)
{
    int at = refer(c, result), failed = 0;
    layout l = {0};
    phk_tape *tape = phk_arena_alloc(arena, sizeof *tape);
    if (c->exhausted || !tape || !list_inputs(c, &at, &l)) return NULL;
    l.constants = c->constants;
    place(&l, &at);
    each_reference(c, place, &l);
    *tape = (phk_tape){
        .inputs = l.inputs,
        .constants = c->constants,
        .count = c->count,
        .result = at,
        .input = keep(arena, l.input, l.inputs, sizeof *l.input, &failed),
        .constant = keep(arena, c->constant, c->constants, sizeof *c->constant, &failed),
        .code = keep(arena, c->code, c->count, sizeof *c->code, &failed),
        .arg = keep(arena, c->arg, c->args, sizeof *c->arg, &failed),
    };
    return failed ? NULL : tape;
}
