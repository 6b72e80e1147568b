/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variables read each other in any order. Each is compiled by itself; then a walk along what their
 * tapes read puts each after those it needs, and finds those that need themselves: they are
 * unknowns of the system, which a method for free bodies does not solve for. The search for such
 * circles is Tarjan's (1972); it keeps its way in an array, so that a chain of a million variables
 * is as good as one of three.
 */
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "mech/compile/scope.h"

static void *take(phk_system *sys, int n, size_t size)
{
    return phk_arena_alloc(&sys->arena, ((size_t)n + 1) * size);
}

static ph_status compile_all(phk_system *sys, ph_diag *diag)
{
    const ph_model *model = sys->model;
    ph_status status = PH_OK;
    /* first a place for the value of each, so that any may read any */
    for (int v = 0; v < sys->variables; v++) {
        const char *name = model->list[PHK_KIND_VARIABLE].name[v];
        phk_quantity quantity = {PHK_QUANTITY_VARIABLE, v, 0, 0};
        sys->variable_input[v] = phk_system_input(sys, name, strlen(name), quantity);
        if (sys->variable_input[v] < 0) return PH_E_NOMEM;
    }
    for (int v = 0; v < sys->variables; v++) {
        const char *name = model->list[PHK_KIND_VARIABLE].name[v];
        ph_status one = phk_system_compile(sys, &phk_variables(model)[v].value, name, "value", diag,
                                           &sys->variable[v]);
        if (one == PH_E_NOMEM) return one;
        if (one) status = one;
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
static int next_needed(const phk_system *sys, way *w)
{
    int v = w->variable[w->depth - 1];
    const phk_tape *tape = sys->variable[v].tape;
    const int *input;
    int n = tape ? phk_tape_inputs(tape, &input) : 0;
    while (w->read[w->depth - 1] < n) {
        const phk_quantity *q = &sys->quantity[input[w->read[w->depth - 1]++]];
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
static void close_circle(phk_system *sys, way *w, int v)
{
    int first = w->open;
    while (w->stack[first - 1] != v) first--;
    int count = w->open - --first;
    for (int k = first; k < w->open; k++) w->closed[w->stack[k]] = true;
    if (count == 1 && !w->itself[v]) {
        sys->variable_order[sys->ordered++] = v;
    } else {
        qsort(w->stack + first, (size_t)count, sizeof *w->stack, by_number);
        sys->loop_first[sys->loops] = true;
        memcpy(sys->loop + sys->loops, w->stack + first, (size_t)count * sizeof *w->stack);
        sys->loops += count;
    }
    w->open = first;
}

static void walk_from(phk_system *sys, way *w, int root)
{
    meet(w, root);
    while (w->depth > 0) {
        int v = w->variable[w->depth - 1], needed = next_needed(sys, w);
        if (needed >= 0) {
            if (!w->met[needed])
                meet(w, needed);
            else if (!w->closed[needed])
                lower(w, v, w->met[needed]);
            continue;
        }
        w->depth--;
        if (w->low[v] == w->met[v]) close_circle(sys, w, v);
        if (w->depth > 0) lower(w, w->variable[w->depth - 1], w->low[v]);
    }
}

static bool is_place(phk_quantity_kind kind)
{
    return kind == PHK_QUANTITY_TIME || kind == PHK_QUANTITY_POSITION ||
           kind == PHK_QUANTITY_ROTATION || kind == PHK_QUANTITY_QUATERNION ||
           kind == PHK_QUANTITY_DISTANCE || kind == PHK_QUANTITY_TURN || kind == PHK_QUANTITY_STATE;
}

void phk_system_classify(const phk_system *sys, const phk_formula *f, bool *of_time, bool *of_place)
{
    const int *input;
    int n = f->tape ? phk_tape_inputs(f->tape, &input) : 0;
    *of_time = *of_place = true;
    for (int i = 0; i < n; i++) {
        const phk_quantity *q = &sys->quantity[input[i]];
        bool variable = q->kind == PHK_QUANTITY_VARIABLE;
        *of_time &= q->kind == PHK_QUANTITY_TIME || (variable && sys->of_time[q->a]);
        *of_place &= is_place(q->kind) || (variable && sys->of_place[q->a]);
    }
}

static ph_status put_in_order(phk_system *sys)
{
    int n = sys->variables;
    way w = {.variable = take(sys, n, sizeof(int)),
             .read = take(sys, n, sizeof(int)),
             .met = take(sys, n, sizeof(int)),
             .low = take(sys, n, sizeof(int)),
             .stack = take(sys, n, sizeof(int)),
             .closed = take(sys, n, sizeof(bool)),
             .itself = take(sys, n, sizeof(bool))};
    if (!w.variable || !w.read || !w.met || !w.low || !w.stack || !w.closed || !w.itself)
        return PH_E_NOMEM;
    for (int root = 0; root < n; root++)
        if (!w.met[root]) walk_from(sys, &w, root);
    for (int k = 0; k < sys->loops; k++)
        sys->quantity[sys->variable_input[sys->loop[k]]] =
            (phk_quantity){PHK_QUANTITY_LOOP, sys->loop[k], 0, k};
    for (int k = 0; k < sys->ordered; k++) {
        int v = sys->variable_order[k];
        phk_system_classify(sys, &sys->variable[v], &sys->of_time[v], &sys->of_place[v]);
    }
    return PH_OK;
}

/* ---- what a method for free bodies cannot do ---- */

/* The circles, each once: by its first variable. Those of one circle lie together, in order. */
static ph_status report_loops(const phk_system *sys, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int k = 0; k < sys->loops; k++) {
        int v = sys->loop[k];
        if (!sys->loop_first[k]) continue;
        status = phk_error(diag, PH_E_UNSUPPORTED, phk_variables(sys->model)[v].value.where,
                           "take integrator `galpha`, which solves for it, or write one of the "
                           "circle without the others",
                           "variable `%s` is defined through itself",
                           sys->model->list[PHK_KIND_VARIABLE].name[v]);
    }
    return status;
}

static const char *what_is(phk_quantity_kind kind)
{
    switch (kind) {
    case PHK_QUANTITY_REACTION:
        return "a reaction";
    case PHK_QUANTITY_WATCH:
        return "what another force does";
    case PHK_QUANTITY_STATE:
    case PHK_QUANTITY_STATE_RATE:
        return "a state";
    default:
        return "an acceleration";
    }
}

static ph_status check_formula(const phk_system *sys, const phk_formula *f, ph_diag *diag)
{
    const int *input;
    int n = phk_tape_inputs(f->tape, &input);
    for (int k = 0; k < n; k++) {
        phk_quantity_kind kind = sys->quantity[input[k]].kind;
        if (phk_quantity_is_solved(kind) && kind != PHK_QUANTITY_LOOP)
            return phk_error(diag, PH_E_UNSUPPORTED, f->where,
                             "take integrator `galpha`, which solves for it",
                             "%s of `%s` reads %s, which a method for free bodies does not know",
                             f->field, f->owner, what_is(kind));
    }
    return PH_OK;
}

ph_status phk_system_check_explicit(const phk_system *sys, ph_diag *diag)
{
    ph_status status = report_loops(sys, diag);
    for (int v = 0; v < sys->variables; v++) {
        ph_status one = check_formula(sys, &sys->variable[v], diag);
        if (one) status = one;
    }
    for (int i = 0; i < sys->formulas; i++) {
        ph_status one = check_formula(sys, &sys->formula[i], diag);
        if (one) status = one;
    }
    return status;
}

ph_status phk_system_check_requests(const phk_system *sys, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int i = 0; i < sys->answers; i++) {
        ph_status one = check_formula(sys, &sys->answer[i], diag);
        if (one) status = one;
    }
    return status;
}

ph_status phk_system_add_variables(phk_system *sys, ph_diag *diag)
{
    int n = sys->variables = ph_model_variables(sys->model);
    sys->variable = take(sys, n, sizeof *sys->variable);
    sys->variable_input = take(sys, n, sizeof *sys->variable_input);
    sys->variable_order = take(sys, n, sizeof *sys->variable_order);
    sys->of_time = take(sys, n, sizeof *sys->of_time);
    sys->of_place = take(sys, n, sizeof *sys->of_place);
    sys->loop = take(sys, n, sizeof *sys->loop);
    sys->loop_first = take(sys, n, sizeof *sys->loop_first);
    sys->loop_value = take(sys, n, sizeof *sys->loop_value);
    if (!sys->variable || !sys->variable_input || !sys->variable_order || !sys->of_time ||
        !sys->of_place || !sys->loop || !sys->loop_first || !sys->loop_value)
        return PH_E_NOMEM;
    ph_status compiled = compile_all(sys, diag);
    if (compiled == PH_E_NOMEM) return compiled;
    ph_status ordered = put_in_order(sys);
    return ordered ? ordered : compiled;
}
