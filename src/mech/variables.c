/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variables read each other in any order, but not in a circle. Each is compiled by itself; then a
 * walk along what their tapes read puts each after those it needs. The walk keeps its way in an
 * array, so that a chain of a million variables is as good as one of three.
 */
#include <string.h>
#include "base/diag.h"
#include "mech/scope.h"

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
        ph_status one =
            phk_system_compile(sys, &model->variable[v], name, "value", diag, &sys->variable[v]);
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
    char *state;   /* [variables] */
} way;
enum { UNSEEN, ON_THE_WAY, DONE };

/* The next variable the one at the end of the way needs; -1: no more. */
static int next_needed(const phk_system *sys, way *w)
{
    const phk_tape *tape = sys->variable[w->variable[w->depth - 1]].tape;
    const int *input;
    int n = tape ? phk_tape_inputs(tape, &input) : 0;
    while (w->read[w->depth - 1] < n) {
        const phk_quantity *q = &sys->quantity[input[w->read[w->depth - 1]++]];
        if (q->kind == PHK_QUANTITY_VARIABLE) return q->a;
    }
    return -1;
}

static ph_status circle(const phk_system *sys, int v, ph_diag *diag)
{
    return phk_error(diag, PH_E_MODEL, sys->model->variable[v].where,
                     "break the circle: write one of them without the others",
                     "variable `%s` is defined through itself",
                     sys->model->list[PHK_KIND_VARIABLE].name[v]);
}

static ph_status put_in_order(phk_system *sys, ph_diag *diag)
{
    int n = sys->variables, ordered = 0;
    ph_status status = PH_OK;
    way w = {.variable = take(sys, n, sizeof(int)),
             .read = take(sys, n, sizeof(int)),
             .state = take(sys, n, 1)};
    if (!w.variable || !w.read || !w.state) return PH_E_NOMEM;
    for (int root = 0; root < n; root++) {
        int needed = w.state[root] == UNSEEN ? root : -1;
        while (needed >= 0 || w.depth > 0) {
            if (needed >= 0 && w.state[needed] == UNSEEN) {
                w.state[needed] = ON_THE_WAY;
                w.read[w.depth] = 0;
                w.variable[w.depth++] = needed;
            } else if (needed >= 0 && w.state[needed] == ON_THE_WAY) {
                status = circle(sys, needed, diag);
            } else if (needed < 0) {
                int done = w.variable[--w.depth];
                w.state[done] = DONE;
                sys->variable_order[ordered++] = done;
            }
            needed = w.depth > 0 ? next_needed(sys, &w) : -1;
        }
    }
    return status;
}

ph_status phk_system_add_variables(phk_system *sys, ph_diag *diag)
{
    int n = sys->variables = ph_model_variables(sys->model);
    sys->variable = take(sys, n, sizeof *sys->variable);
    sys->variable_input = take(sys, n, sizeof *sys->variable_input);
    sys->variable_order = take(sys, n, sizeof *sys->variable_order);
    if (!sys->variable || !sys->variable_input || !sys->variable_order) return PH_E_NOMEM;
    ph_status compiled = compile_all(sys, diag);
    if (compiled == PH_E_NOMEM) return compiled;
    ph_status ordered = put_in_order(sys, diag);
    return ordered == PH_E_NOMEM || !compiled ? ordered : compiled;
}
