/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A quantity is found by its text, so that two expressions that read "top.omega.z" share one
 * input, evaluated once.
 */
#include "mech/compile/scope.h"

#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "mech/compile/measures.h"
#include "expr/function.h"

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
                                   {"acc.x", PHK_QUANTITY_ACCELERATION, 0},
                                   {"acc.y", PHK_QUANTITY_ACCELERATION, 1},
                                   {"acc.z", PHK_QUANTITY_ACCELERATION, 2},
                                   {"alpha.x", PHK_QUANTITY_ALPHA, 0},
                                   {"alpha.y", PHK_QUANTITY_ALPHA, 1},
                                   {"alpha.z", PHK_QUANTITY_ALPHA, 2},
                                   {"alpha_world.x", PHK_QUANTITY_ALPHA_WORLD, 0},
                                   {"alpha_world.y", PHK_QUANTITY_ALPHA_WORLD, 1},
                                   {"alpha_world.z", PHK_QUANTITY_ALPHA_WORLD, 2},
                                   {NULL, PHK_QUANTITY_TIME, 0}};

/* Of joints, motions and forces. */
static const tail_entry load_tails[] = {{"force.x", PHK_QUANTITY_REACTION, 0},
                                        {"force.y", PHK_QUANTITY_REACTION, 1},
                                        {"force.z", PHK_QUANTITY_REACTION, 2},
                                        {"torque.x", PHK_QUANTITY_REACTION, 3},
                                        {"torque.y", PHK_QUANTITY_REACTION, 4},
                                        {"torque.z", PHK_QUANTITY_REACTION, 5},
                                        {NULL, PHK_QUANTITY_TIME, 0}};
static const tail_entry state_tails[] = {{"rate", PHK_QUANTITY_STATE_RATE, 0},
                                         {NULL, PHK_QUANTITY_TIME, 0}};

/* The same for people, and what has no tail. */
static const ph_function_info quantities[] = {
    {"time", "simulated time [s]"},
    {"PARAMETER, VARIABLE, STATE", "a parameter, a variable or a state, by its name"},
    {"STATE.rate", "the derivative of a state by time"},
    {"NAME.pos.x .y .z", "position of a marker or of a body's centre of mass, world axes [m]"},
    {"NAME.vel.x .y .z", "its velocity, world axes [m/s]"},
    {"NAME.R.11 .. .33", "rotation matrix from its own axes to world axes, row and column"},
    {"NAME.quat.0 .. .3", "the same as a quaternion, scalar first"},
    {"NAME.omega.x .y .z", "angular velocity in its own axes [rad/s]"},
    {"NAME.omega_world.x .y .z", "angular velocity in world axes [rad/s]"},
    {"NAME.acc.x .y .z", "acceleration, world axes [m/s^2]"},
    {"NAME.alpha.x .y .z", "angular acceleration in its own axes [rad/s^2]"},
    {"NAME.alpha_world.x .y .z", "angular acceleration in world axes [rad/s^2]"},
    {"JOINT.force.x .. .torque.z", "what a joint or motion does to its second body, at its marker "
                                   "there, world axes [N], [N m]"},
    {"FORCE.force.x .. .torque.z", "what a force does at its first marker, world axes [N], [N m]"},
};
enum { QUANTITIES = sizeof quantities / sizeof quantities[0] };

int ph_quantity_count(void)
{
    int count = QUANTITIES;
    while (phk_measure_info(count - QUANTITIES)) count++;
    return count;
}

const ph_function_info *ph_quantity_get(int index)
{
    return index >= 0 && index < QUANTITIES ? &quantities[index]
                                            : phk_measure_info(index - QUANTITIES);
}

typedef struct {
    phk_system *system;
    phk_span asked;          /* the name looked up last, for "did you mean" */
    phk_measuring measuring; /* the call looked up last */
    bool no_memory;
} scope;

static const phk_symbol none = {PHK_SYMBOL_NONE, 0, -1};

static phk_symbol constant(double value)
{
    return (phk_symbol){PHK_SYMBOL_CONSTANT, value, -1};
}

int phk_system_input(phk_system *sys, const char *text, size_t length, phk_quantity quantity)
{
    int found = phk_names_find(&sys->input_names, text, length);
    if (found >= 0) return found;
    int n = sys->inputs;
    const char *copy = phk_arena_text(&sys->arena, text, length);
    phk_quantity *larger = phk_arena_grow(&sys->arena, sys->quantity, (size_t)n, sizeof *larger);
    if (larger) sys->quantity = larger;
    if (!copy || !larger || phk_names_add(&sys->input_names, copy, length, n) < 0) return -1;
    larger[n] = quantity;
    return sys->inputs++;
}

static phk_symbol input(scope *s, const char *text, size_t length, phk_quantity quantity)
{
    int i = phk_system_input(s->system, text, length, quantity);
    if (i >= 0) return (phk_symbol){PHK_SYMBOL_INPUT, 0, i};
    s->no_memory = true;
    return none;
}

/* The marker of a body, marker or `ground`; negative: none. */
static int marker_of(scope *s, phk_span name)
{
    int m = phk_system_place(s->system, name.text, name.length);
    if (m == PHK_NO_MEMORY) s->no_memory = true;
    return m;
}

static const tail_entry *find_tail(const tail_entry *t, const char *text, size_t length)
{
    for (; t->tail; t++)
        if (strlen(t->tail) == length && memcmp(t->tail, text, length) == 0) return t;
    return NULL;
}

/* The tails an object may have: bodies, markers and `ground` by default. */
static const tail_entry *tails_of(phk_object o)
{
    if (o.index < 0) return tails;
    switch (o.kind) {
    case PHK_KIND_JOINT:
    case PHK_KIND_MOTION:
    case PHK_KIND_FORCE:
        return load_tails;
    case PHK_KIND_STATE:
        return state_tails;
    default:
        return tails;
    }
}

/* Whether it has them: not every joint and force has a load to be read. */
static bool has_tails(const ph_model *model, phk_object o)
{
    if (o.index < 0) return true;
    if (o.kind == PHK_KIND_JOINT) return phk_joints(model)[o.index].type != NULL;
    if (o.kind == PHK_KIND_FORCE) return phk_forces(model)[o.index].type->wrench != NULL;
    return true;
}

static phk_symbol symbol_of(scope *s, const phk_measuring *m, phk_operand x)
{
    if (m->no_memory) s->no_memory = true;
    if (m->no_memory || m->problem[0]) return none;
    if (x.kind == PHK_CONSTANT) return constant(x.value);
    return (phk_symbol){x.kind == PHK_INPUT ? PHK_SYMBOL_INPUT : PHK_SYMBOL_RESULT, 0, x.index};
}

/* NAME.tail of a joint, motion, force or state. */
static phk_symbol resolve_load(scope *s, phk_object o, const tail_entry *t)
{
    phk_measuring m = {.system = s->system};
    if (!has_tails(s->system->model, o)) return none;
    if (o.kind == PHK_KIND_STATE)
        return symbol_of(s, &m, phk_measure_input(&m, (phk_quantity){t->kind, o.index, 0, 0}));
    /* a joint acts on its second body, a force at its first marker */
    int side = o.kind == PHK_KIND_FORCE ? 0 : 1;
    return symbol_of(s, &m, phk_measure_load_at(&m, o, side, t->component));
}

/* A name without a dot. */
static phk_symbol resolve_plain(scope *s, phk_span name)
{
    const ph_model *model = s->system->model;
    phk_object o = phk_model_find(model, name.text, name.length);
    if (o.index < 0) return none;
    if (o.kind == PHK_KIND_PARAMETER) return constant(phk_parameters(model)[o.index].value);
    if (o.kind == PHK_KIND_VARIABLE)
        return (phk_symbol){PHK_SYMBOL_INPUT, 0, s->system->variable_input[o.index]};
    if (o.kind == PHK_KIND_STATE)
        return input(s, name.text, name.length, (phk_quantity){PHK_QUANTITY_STATE, o.index, 0, 0});
    return none;
}

static phk_symbol resolve_name(void *self, phk_span name)
{
    scope *s = self;
    s->asked = name;
    if (name.length == 4 && memcmp(name.text, "time", 4) == 0)
        return (phk_symbol){PHK_SYMBOL_INPUT, 0, 0};
    const char *dot = memchr(name.text, '.', name.length);
    if (!dot) return resolve_plain(s, name);
    size_t head = (size_t)(dot - name.text);
    phk_object o = phk_model_find(s->system->model, name.text, head);
    const tail_entry *list = tails_of(o);
    const tail_entry *t = find_tail(list, dot + 1, name.length - head - 1);
    if (!t) return none;
    if (list != tails) return resolve_load(s, o, t);
    int marker = marker_of(s, (phk_span){name.text, head});
    if (marker < 0) return none;
    phk_measuring m = {.system = s->system};
    return symbol_of(s, &m, phk_measure_marker(&m, t->kind, marker, t->component));
}

static phk_symbol resolve_call(void *self, struct phk_code *code, phk_span function,
                               const phk_span *argument, int count, const char **problem, int *at)
{
    scope *s = self;
    int k = phk_measure_find(function);
    if (k < 0) return none;
    s->measuring = (phk_measuring){.system = s->system, .code = code, .at = -1};
    phk_operand x = phk_measure_write(&s->measuring, k, argument, count);
    if (s->measuring.problem[0] || s->measuring.no_memory) {
        *problem = s->measuring.no_memory ? "out of memory" : s->measuring.problem;
        *at = s->measuring.at;
    }
    return symbol_of(s, &s->measuring, x);
}

static const phk_function *resolve_function(void *self, phk_span name)
{
    scope *s = self;
    phk_object o = phk_model_find(s->system->model, name.text, name.length);
    return o.index >= 0 && o.kind == PHK_KIND_FUNCTION
               ? &phk_functions(s->system->model)[o.index].own->head
               : NULL;
}

static const phk_spline *resolve_table(void *self, phk_span name)
{
    scope *s = self;
    phk_object o = phk_model_find(s->system->model, name.text, name.length);
    return o.index >= 0 && o.kind == PHK_KIND_TABLE ? s->system->table[o.index] : NULL;
}

/* Every object that has the tail asked for, ".force.x". */
static void offer_owners(const ph_model *model, const char *tail, int length,
                         void (*candidate)(void *cookie, const char *name), void *cookie)
{
    static const phk_kind owner[] = {PHK_KIND_BODY,   PHK_KIND_MARKER, PHK_KIND_JOINT,
                                     PHK_KIND_MOTION, PHK_KIND_FORCE,  PHK_KIND_STATE};
    for (size_t k = 0; k < sizeof owner / sizeof *owner; k++) {
        const phk_list *list = &model->list[owner[k]];
        if (!find_tail(tails_of((phk_object){owner[k], 0}), tail + 1, (size_t)length - 1)) continue;
        for (int i = 0; i < list->count; i++) {
            char text[256];
            if (!has_tails(model, (phk_object){owner[k], i})) continue;
            int used = snprintf(text, sizeof text, "%s%.*s", list->name[i], length, tail);
            /* a name cut short is none */
            if (used < (int)sizeof text) candidate(cookie, text);
        }
    }
}

/* Offers names near the one asked for: the object with another tail, or another object with the
 * same tail. So the work stays linear in the number of objects. */
static void offer(void *self, void (*candidate)(void *cookie, const char *name), void *cookie)
{
    scope *s = self;
    const ph_model *model = s->system->model;
    candidate(cookie, "time");
    const ph_function_info *measure;
    for (int k = 0; (measure = phk_measure_info(k)); k++) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(measure->signature, "("),
                 measure->signature);
        candidate(cookie, name);
    }
    const char *dot = s->asked.text ? memchr(s->asked.text, '.', s->asked.length) : NULL;
    if (!dot) {
        static const phk_kind plain[] = {PHK_KIND_PARAMETER, PHK_KIND_VARIABLE, PHK_KIND_STATE};
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < model->list[plain[k]].count; i++)
                candidate(cookie, model->list[plain[k]].name[i]);
        return;
    }
    char text[256];
    int head = (int)(dot - s->asked.text), rest = (int)s->asked.length - head;
    if (s->asked.length > 200) return;
    phk_object o = phk_model_find(model, s->asked.text, (size_t)head);
    if (tails_of(o) != tails || marker_of(s, (phk_span){s->asked.text, (size_t)head}) >= 0) {
        for (const tail_entry *t = tails_of(o); t->tail && has_tails(model, o); t++) {
            snprintf(text, sizeof text, "%.*s.%s", head, s->asked.text, t->tail);
            candidate(cookie, text);
        }
        return;
    }
    offer_owners(model, dot, rest, candidate, cookie);
}

ph_status phk_system_compile(phk_system *sys, const ph_expr *expr, const char *owner,
                             const char *field, ph_diag *diag, phk_formula *formula)
{
    scope s = {.system = sys};
    phk_scope names = {.self = &s,
                       .name = resolve_name,
                       .call = resolve_call,
                       .function = resolve_function,
                       .table = resolve_table,
                       .offer = offer};
    const phk_tape *tape = phk_expr_compile(&sys->arena, expr->text, expr->where, &names, diag);
    if (s.no_memory) return PH_E_NOMEM;
    if (!tape) return sys->arena.exhausted ? PH_E_NOMEM : PH_E_MODEL;
    *formula = (phk_formula){
        .tape = tape, .owner = owner, .field = field, .text = expr->text, .where = expr->where};
    size_t work = phk_tape_work(tape);
    if (work > sys->tape_work_size) sys->tape_work_size = work;
    return PH_OK;
}
