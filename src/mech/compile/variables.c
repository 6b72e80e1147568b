/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variables read each other in any order. Each is compiled by itself; then a walk along what their
 * tapes read puts each after those it needs, and finds those that need themselves: they are
 * unknowns of the program, which a method for free bodies does not solve for. So are those that
 * were opened for a linearisation. The search for such circles is Tarjan's (1972); it keeps its way
 * in an array, so that a chain of a million variables is as good as one of three.
 */
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "mech/compile/scope.h"

static void *take(phk_program *program, int n, size_t size)
{
    return phk_arena_alloc(&program->arena, ((size_t)n + 1) * size);
}

static ph_status compile_all(phk_program *program, ph_diag *diag)
{
    const ph_model *model = program->model;
    ph_status status = PH_OK;
    /* first a place for the value of each, so that any may read any */
    for (int v = 0; v < program->variables.n; v++) {
        const char *name = model->list[PHK_KIND_VARIABLE].name[v];
        phk_quantity quantity = {PHK_QUANTITY_VARIABLE, v, 0, 0};
        program->variables.input[v] = phk_program_input(program, name, strlen(name), quantity);
        if (program->variables.input[v] < 0) return PH_E_NOMEM;
    }
    for (int v = 0; v < program->variables.n; v++) {
        const char *name = model->list[PHK_KIND_VARIABLE].name[v];
        ph_status one = phk_program_compile(program, &phk_variables(model)[v].value, name, "value",
                                            diag, &program->variables.formula[v]);
        if (one == PH_E_NOMEM) return one;
        if (one) status = one;
        if (!one) program->variables.formula[v].zero = phk_variables(model)[v].undefined != 0;
    }
    return status;
}

/* The way from a variable to one it needs, to one that needs, ... */
typedef struct {
    int depth;
    int *variable; /* [depth] */
    int *read;     /* [depth] how many inputs of it have been looked at */
    int seen;      /* how many variables have been met */
    int *met;      /* [variables] when, from 1; 0: not yet */
    int *low;      /* [variables] the earliest met that it leads back to */
    int open;      /* those met whose circle is not complete */
    int *stack;    /* [open] */
    bool *closed;  /* [variables] */
    bool *itself;  /* [variables] reads itself directly */
} way;

/* The next variable the one at the end of the way needs; -1: no more. */
static int next_needed(const phk_program *program, way *w)
{
    int v = w->variable[w->depth - 1];
    const phk_tape *tape = program->variables.formula[v].tape;
    const int *input;
    int n = tape ? phk_tape_inputs(tape, &input) : 0;
    while (w->read[w->depth - 1] < n) {
        const phk_quantity *q = &program->inputs.quantity[input[w->read[w->depth - 1]++]];
        if (q->kind != PHK_QUANTITY_VARIABLE) continue;
        if (q->a == v) w->itself[v] = true;
        return q->a;
    }
    return -1;
}

static void meet(way *w, int v)
{
    w->met[v] = w->low[v] = ++w->seen;
    w->stack[w->open++] = v;
    w->read[w->depth] = 0;
    w->variable[w->depth++] = v;
}

static void lower(way *w, int v, int to)
{
    if (to < w->low[v]) w->low[v] = to;
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The variables from v on in the stack need each other; or v stands alone. */
static void close_circle(phk_program *program, way *w, int v)
{
    int first = w->open;
    while (w->stack[first - 1] != v) first--;
    int count = w->open - --first;
    for (int k = first; k < w->open; k++) w->closed[w->stack[k]] = true;
    if (count == 1 && !w->itself[v] && !phk_variables(program->model)[v].open) {
        program->variables.order[program->variables.ordered++] = v;
    } else {
        qsort(w->stack + first, (size_t)count, sizeof *w->stack, by_number);
        program->variables.loop_first[program->variables.loops] = true;
        memcpy(program->variables.loop + program->variables.loops, w->stack + first,
               (size_t)count * sizeof *w->stack);
        program->variables.loops += count;
    }
    w->open = first;
}

static void walk_from(phk_program *program, way *w, int root)
{
    meet(w, root);
    while (w->depth > 0) {
        int v = w->variable[w->depth - 1], needed = next_needed(program, w);
        if (needed >= 0) {
            if (!w->met[needed])
                meet(w, needed);
            else if (!w->closed[needed])
                lower(w, v, w->met[needed]);
            continue;
        }
        w->depth--;
        if (w->low[v] == w->met[v]) close_circle(program, w, v);
        if (w->depth > 0) lower(w, w->variable[w->depth - 1], w->low[v]);
    }
}

bool phk_program_is_timed(const phk_program *program, const phk_formula *f)
{
    const int *input;
    int n = f->tape ? phk_tape_inputs(f->tape, &input) : 0;
    for (int i = 0; i < n; i++) {
        const phk_quantity *q = &program->inputs.quantity[input[i]];
        bool variable = q->kind == PHK_QUANTITY_VARIABLE;
        bool timed = q->kind == PHK_QUANTITY_TIME || q->kind == PHK_QUANTITY_SETTING;
        if (!timed && !(variable && program->variables.of_time[q->a])) return false;
    }
    return true;
}

static int quantity_degree(const phk_program *program, const phk_quantity *q)
{
    const phk_quantity_type *type = phk_quantity_type_of(q->kind);
    if (q->kind == PHK_QUANTITY_VARIABLE) return program->variables.degree[q->a];
    return type->place ? 0 : type->speed ? 1 : PHK_DEGREE_SOLVED;
}

int phk_program_degree(phk_program *program, const phk_formula *f)
{
    const int *input;
    int n = f->tape ? phk_tape_inputs(f->tape, &input) : 0, most = 0;
    int *degree = take(program, n, sizeof *degree);
    if (!degree) return -1;
    for (int i = 0; i < n; i++) {
        degree[i] = quantity_degree(program, &program->inputs.quantity[input[i]]);
        most = degree[i] > most ? degree[i] : most;
    }
    if (most == 0 || most == PHK_DEGREE_SOLVED) return most;
    int *work = take(program, (int)phk_tape_work(f->tape), sizeof *work);
    return work ? phk_tape_degree(f->tape, degree, work) : -1;
}

static ph_status put_in_order(phk_program *program)
{
    int n = program->variables.n;
    way w = {.variable = take(program, n, sizeof(int)),
             .read = take(program, n, sizeof(int)),
             .met = take(program, n, sizeof(int)),
             .low = take(program, n, sizeof(int)),
             .stack = take(program, n, sizeof(int)),
             .closed = take(program, n, sizeof(bool)),
             .itself = take(program, n, sizeof(bool))};
    if (!w.variable || !w.read || !w.met || !w.low || !w.stack || !w.closed || !w.itself)
        return PH_E_NOMEM;
    for (int root = 0; root < n; root++)
        if (!w.met[root]) walk_from(program, &w, root);
    for (int k = 0; k < program->variables.loops; k++)
        program->inputs.quantity[program->variables.input[program->variables.loop[k]]] =
            (phk_quantity){PHK_QUANTITY_LOOP, program->variables.loop[k], 0, k};
    for (int k = 0; k < program->variables.ordered; k++) {
        int v = program->variables.order[k];
        const phk_formula *f = &program->variables.formula[v];
        program->variables.of_time[v] = phk_program_is_timed(program, f);
        program->variables.degree[v] = phk_program_degree(program, f);
        if (program->variables.degree[v] < 0) return PH_E_NOMEM;
    }
    return PH_OK;
}

/* ---- what a method for free bodies cannot do ---- */

/* The circles, each once: by its first variable. Those of one circle lie together, in order. */
static ph_status report_loops(const phk_program *program, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int k = 0; k < program->variables.loops; k++) {
        int v = program->variables.loop[k];
        if (!program->variables.loop_first[k]) continue;
        status = phk_error(diag, PH_E_UNSUPPORTED, phk_variables(program->model)[v].value.where,
                           "take integrator `galpha`, which solves for it, or write one of the "
                           "circle without the others",
                           "variable `%s` is defined through itself",
                           program->model->list[PHK_KIND_VARIABLE].name[v]);
    }
    return status;
}

static ph_status check_formula(const phk_program *program, const phk_formula *f, ph_diag *diag)
{
    const int *input;
    int n = phk_tape_inputs(f->tape, &input);
    for (int k = 0; k < n; k++) {
        phk_quantity_kind kind = program->inputs.quantity[input[k]].kind;
        if (phk_quantity_type_of(kind)->solved && kind != PHK_QUANTITY_LOOP)
            return phk_error(diag, PH_E_UNSUPPORTED, f->where,
                             "take integrator `galpha`, which solves for it",
                             "%s of `%s` reads %s, which a method for free bodies does not know",
                             f->field, f->owner, phk_quantity_type_of(kind)->called);
    }
    return PH_OK;
}

/* Forces that read what joints do. */
static ph_status check_reactions(const phk_program *program, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int g = 0; g < program->elements.groups; g++) {
        const phk_group *group = &program->elements.group[g];
        for (int e = 0; group->type->reacts && e < group->n; e++)
            status = phk_error(diag, PH_E_UNSUPPORTED, group->where[e],
                               "take integrator `galpha`, which solves for it",
                               "force `%s` reads what a joint does, which a method for free bodies "
                               "does not know",
                               group->name[e]);
    }
    return status;
}

/* Modes are solved for with forces that read accelerations. */
static ph_status report_flexible(const phk_program *program, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int k = 0; k < program->flexible.n; k++) {
        const int body = program->flexible.item[k].body;
        if (program->flexible.item[k].is->modes == 0) continue;
        status =
            phk_error(diag, PH_E_UNSUPPORTED, phk_model_where(program->model, PHK_KIND_BODY, body),
                      "choose an integrator for mechanisms: galpha, hht, ida",
                      "body `%s` bends, which methods for free bodies cannot integrate",
                      ph_model_body_name(program->model, body));
    }
    return status;
}

ph_status phk_program_check_explicit(const phk_program *program, ph_diag *diag)
{
    ph_status status = report_loops(program, diag);
    ph_status bends = report_flexible(program, diag);
    if (bends) status = bends;
    ph_status reads = check_reactions(program, diag);
    if (reads) status = reads;
    for (int v = 0; v < program->variables.n; v++) {
        ph_status one = check_formula(program, &program->variables.formula[v], diag);
        if (one) status = one;
    }
    for (int i = 0; i < program->formulas; i++) {
        ph_status one = check_formula(program, &program->formula[i], diag);
        if (one) status = one;
    }
    return status;
}

ph_status phk_program_check_requests(const phk_program *program, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int i = 0; i < program->answers; i++) {
        ph_status one = check_formula(program, &program->answer[i], diag);
        if (one) status = one;
    }
    return status;
}

ph_status phk_program_add_variables(phk_program *program, ph_diag *diag)
{
    int n = program->variables.n = ph_model_variables(program->model);
    program->variables.formula = take(program, n, sizeof *program->variables.formula);
    program->variables.input = take(program, n, sizeof *program->variables.input);
    program->variables.order = take(program, n, sizeof *program->variables.order);
    program->variables.of_time = take(program, n, sizeof *program->variables.of_time);
    program->variables.degree = take(program, n, sizeof *program->variables.degree);
    program->variables.loop = take(program, n, sizeof *program->variables.loop);
    program->variables.loop_first = take(program, n, sizeof *program->variables.loop_first);
    if (!program->variables.formula || !program->variables.input || !program->variables.order ||
        !program->variables.of_time || !program->variables.degree || !program->variables.loop ||
        !program->variables.loop_first)
        return PH_E_NOMEM;
    ph_status compiled = compile_all(program, diag);
    if (compiled == PH_E_NOMEM) return compiled;
    ph_status ordered = put_in_order(program);
    return ordered ? ordered : compiled;
}
