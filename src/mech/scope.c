/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A quantity is found by its text, so that two expressions that read "top.omega.z" share one
 * input, evaluated once.
 */
#include "mech/scope.h"

#include <stdio.h>
#include <string.h>
#include "base/diag.h"

typedef struct {
    const char *tail; /* after the object's name */
    phk_quantity_kind kind;
    int component;
} tail_entry;

static const tail_entry tails[] = {{"pos.x", PHK_QUANTITY_POSITION, 0},
                                   {"pos.y", PHK_QUANTITY_POSITION, 1},
                                   {"pos.z", PHK_QUANTITY_POSITION, 2},
                                   {"vel.x", PHK_QUANTITY_VELOCITY, 0},
                                   {"vel.y", PHK_QUANTITY_VELOCITY, 1},
                                   {"vel.z", PHK_QUANTITY_VELOCITY, 2},
                                   {"omega.x", PHK_QUANTITY_OMEGA, 0},
                                   {"omega.y", PHK_QUANTITY_OMEGA, 1},
                                   {"omega.z", PHK_QUANTITY_OMEGA, 2},
                                   {"omega_world.x", PHK_QUANTITY_OMEGA_WORLD, 0},
                                   {"omega_world.y", PHK_QUANTITY_OMEGA_WORLD, 1},
                                   {"omega_world.z", PHK_QUANTITY_OMEGA_WORLD, 2},
                                   {"quat.0", PHK_QUANTITY_QUATERNION, 0},
                                   {"quat.1", PHK_QUANTITY_QUATERNION, 1},
                                   {"quat.2", PHK_QUANTITY_QUATERNION, 2},
                                   {"quat.3", PHK_QUANTITY_QUATERNION, 3},
                                   {"R.11", PHK_QUANTITY_ROTATION, 0},
                                   {"R.12", PHK_QUANTITY_ROTATION, 1},
                                   {"R.13", PHK_QUANTITY_ROTATION, 2},
                                   {"R.21", PHK_QUANTITY_ROTATION, 3},
                                   {"R.22", PHK_QUANTITY_ROTATION, 4},
                                   {"R.23", PHK_QUANTITY_ROTATION, 5},
                                   {"R.31", PHK_QUANTITY_ROTATION, 6},
                                   {"R.32", PHK_QUANTITY_ROTATION, 7},
                                   {"R.33", PHK_QUANTITY_ROTATION, 8},
                                   {NULL, PHK_QUANTITY_TIME, 0}};

typedef struct {
    phk_system *system;
    ph_diag *diag;
    phk_span asked;    /* the name looked up last, for "did you mean" */
    char problem[160]; /* a sentence about the call looked up last */
    ph_status status;  /* of compiling a variable on the way */
} scope;

static const phk_symbol none = {PHK_SYMBOL_NONE, 0, -1};

static phk_symbol constant(double value)
{
    return (phk_symbol){PHK_SYMBOL_CONSTANT, value, -1};
}

/* The input of that text, made when new. */
static phk_symbol input(scope *s, const char *text, size_t length, phk_quantity quantity)
{
    phk_system *sys = s->system;
    int found = phk_names_find(&sys->input_names, text, length);
    if (found >= 0) return (phk_symbol){PHK_SYMBOL_INPUT, 0, found};
    int n = sys->inputs;
    const char *copy = phk_arena_text(&sys->arena, text, length);
    phk_quantity *larger = phk_arena_grow(&sys->arena, sys->quantity, (size_t)n, sizeof *larger);
    if (larger) sys->quantity = larger;
    if (!copy || !larger || phk_names_add(&sys->input_names, copy, length, n) < 0) {
        s->status = PH_E_NOMEM;
        return none;
    }
    larger[n] = quantity;
    sys->inputs++;
    return (phk_symbol){PHK_SYMBOL_INPUT, 0, n};
}

/* The marker of a body, marker or `ground`; -1: no such place. */
static int marker_of(scope *s, phk_span name)
{
    char text[128];
    if (name.length >= sizeof text) return -1;
    memcpy(text, name.text, name.length);
    text[name.length] = '\0';
    phk_object o = phk_model_find(s->system->model, text, name.length);
    bool is_place = o.index >= 0 && (o.kind == PHK_KIND_BODY || o.kind == PHK_KIND_MARKER);
    if (!is_place && strcmp(text, "ground") != 0) return -1;
    return phk_system_place(s->system, &(ph_place){.text = text}, NULL);
}

static const tail_entry *find_tail(const char *text, size_t length)
{
    for (const tail_entry *t = tails; t->tail; t++)
        if (strlen(t->tail) == length && memcmp(t->tail, text, length) == 0) return t;
    return NULL;
}

static phk_symbol variable(scope *s, phk_span name, int v)
{
    s->status = phk_system_compile_variable(s->system, v, s->diag);
    if (s->status) return constant(0); /* reported there; no second message here */
    return input(s, name.text, name.length, (phk_quantity){PHK_QUANTITY_VARIABLE, v, 0, 0});
}

static phk_symbol resolve_name(void *self, phk_span name)
{
    scope *s = self;
    const ph_model *model = s->system->model;
    s->asked = name;
    if (name.length == 4 && memcmp(name.text, "time", 4) == 0)
        return (phk_symbol){PHK_SYMBOL_INPUT, 0, 0};
    const char *dot = memchr(name.text, '.', name.length);
    if (!dot) {
        phk_object o = phk_model_find(model, name.text, name.length);
        if (o.index >= 0 && o.kind == PHK_KIND_PARAMETER)
            return constant(model->parameter[o.index]);
        if (o.index >= 0 && o.kind == PHK_KIND_VARIABLE) return variable(s, name, o.index);
        return none;
    }
    size_t head = (size_t)(dot - name.text);
    const tail_entry *t = find_tail(dot + 1, name.length - head - 1);
    int m = t ? marker_of(s, (phk_span){name.text, head}) : -1;
    if (m < 0) return none;
    return input(s, name.text, name.length, (phk_quantity){t->kind, m, 0, t->component});
}

static phk_symbol resolve_call(void *self, phk_span function, const phk_span *argument, int count,
                               const char **problem, int *at)
{
    static const struct {
        const char *name;
        phk_quantity_kind kind;
    } known[] = {{"distance", PHK_QUANTITY_DISTANCE}, {"distance_rate", PHK_QUANTITY_CLOSING}};
    scope *s = self;
    int k = 0;
    while (k < 2 && (strlen(known[k].name) != function.length ||
                     memcmp(known[k].name, function.text, function.length) != 0))
        k++;
    if (k == 2) return none;
    *problem = NULL;
    *at = -1;
    if (count != 2) {
        *problem = "it takes two markers or bodies";
        return none;
    }
    int m[2];
    for (int i = 0; i < 2; i++) {
        m[i] = marker_of(s, argument[i]);
        if (m[i] >= 0) continue;
        snprintf(s->problem, sizeof s->problem, "`%.*s` is no marker or body",
                 (int)(argument[i].length < 80 ? argument[i].length : 80), argument[i].text);
        *problem = s->problem;
        *at = i;
        return none;
    }
    char text[64];
    int length = snprintf(text, sizeof text, "%s(%d,%d)", known[k].name, m[0], m[1]);
    return input(s, text, (size_t)length, (phk_quantity){known[k].kind, m[0], m[1], 0});
}

static const phk_spline *resolve_table(void *self, phk_span name)
{
    scope *s = self;
    phk_object o = phk_model_find(s->system->model, name.text, name.length);
    return o.index >= 0 && o.kind == PHK_KIND_TABLE ? s->system->table[o.index] : NULL;
}

/* Offers names near the one asked for: the object with another tail, or another object with the
 * same tail. So the work stays linear in the number of objects. */
static void offer(void *self, void (*candidate)(void *cookie, const char *name), void *cookie)
{
    scope *s = self;
    const ph_model *model = s->system->model;
    candidate(cookie, "time");
    const char *dot = s->asked.text ? memchr(s->asked.text, '.', s->asked.length) : NULL;
    if (!dot) {
        static const phk_kind plain[] = {PHK_KIND_PARAMETER, PHK_KIND_VARIABLE};
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < model->list[plain[k]].count; i++)
                candidate(cookie, model->list[plain[k]].name[i]);
        return;
    }
    char text[256];
    int head = (int)(dot - s->asked.text), rest = (int)s->asked.length - head;
    if (s->asked.length > 200) return;
    if (marker_of(s, (phk_span){s->asked.text, (size_t)head}) >= 0) {
        for (const tail_entry *t = tails; t->tail; t++) {
            snprintf(text, sizeof text, "%.*s.%s", head, s->asked.text, t->tail);
            candidate(cookie, phk_arena_text(&s->system->arena, text, strlen(text)));
        }
        return;
    }
    static const phk_kind place[] = {PHK_KIND_BODY, PHK_KIND_MARKER};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < model->list[place[k]].count; i++) {
            snprintf(text, sizeof text, "%.100s%.*s", model->list[place[k]].name[i], rest, dot);
            candidate(cookie, phk_arena_text(&s->system->arena, text, strlen(text)));
        }
}

ph_status phk_system_compile(phk_system *sys, const ph_expr *expr, const char *owner,
                             const char *field, ph_diag *diag, phk_formula *formula)
{
    scope s = {.system = sys, .diag = diag};
    phk_scope names = {&s, resolve_name, resolve_call, resolve_table, offer};
    const phk_tape *tape = phk_expr_compile(&sys->arena, expr->text, expr->where, &names, diag);
    if (s.status) return s.status;
    if (!tape) return PH_E_MODEL;
    *formula = (phk_formula){tape, owner, field, expr->text, expr->where, NULL};
    size_t work = phk_tape_work(tape);
    if (work > sys->tape_work_size) sys->tape_work_size = work;
    return PH_OK;
}

/* variable_input: -1 untouched, -2 being compiled, -3 failed (reported) */
ph_status phk_system_compile_variable(phk_system *sys, int v, ph_diag *diag)
{
    const ph_model *model = sys->model;
    const char *name = model->list[PHK_KIND_VARIABLE].name[v];
    if (sys->variable_input[v] >= 0) return PH_OK;
    if (sys->variable_input[v] == -3) return PH_E_MODEL;
    if (sys->variable_input[v] == -2)
        return phk_error(diag, PH_E_MODEL, model->variable[v].where,
                         "break the circle: write one of them without the others",
                         "variable `%s` is defined through itself", name);
    sys->variable_input[v] = -2;
    ph_status status =
        phk_system_compile(sys, &model->variable[v], name, "value", diag, &sys->variable[v]);
    if (status) {
        sys->variable_input[v] = -3;
        return status;
    }
    scope s = {.system = sys};
    phk_symbol symbol =
        input(&s, name, strlen(name), (phk_quantity){PHK_QUANTITY_VARIABLE, v, 0, 0});
    if (symbol.kind == PHK_SYMBOL_NONE) return PH_E_NOMEM;
    sys->variable_input[v] = symbol.input;
    sys->variable_order[sys->ordered++] = v;
    return PH_OK;
}
