/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A quantity is found by its text, so that two expressions that read "top.omega.z" share one
 * input, evaluated once.
 */
#include "mech/compile/scope.h"

#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "mech/compile/measure_joint.h"
#include "mech/compile/measures.h"
#include "expr/function.h"
#include "mech/model/place.h"

const ph_function_info *ph_quantity_get(int index)
{
    if (index < 0) return NULL;
    for (int k = 0; k < PHK_QUANTITIES; k++)
        if (phk_quantity_type_of(k)->info.signature && index-- == 0)
            return &phk_quantity_type_of(k)->info;
    return phk_measure_info(index);
}

int ph_quantity_count(void)
{
    int count = 0;
    while (ph_quantity_get(count)) count++;
    return count;
}

/* What stands behind the dot of a name. */
typedef struct {
    phk_quantity_kind kind;
    int component;
} tail;

typedef struct {
    phk_program *program;
    phk_span asked;          /* the name looked up last, for "did you mean" */
    phk_measuring measuring; /* the call looked up last */
    bool no_memory;
} scope;

static const phk_symbol none = {PHK_SYMBOL_NONE, 0, -1};

static phk_symbol constant(double value)
{
    return (phk_symbol){PHK_SYMBOL_CONSTANT, value, -1};
}

int phk_program_input(phk_program *program, const char *text, size_t length, phk_quantity quantity)
{
    int found = phk_names_find(&program->inputs.names, text, length);
    if (found >= 0) return found;
    int n = program->inputs.n;
    const char *copy = phk_arena_text(&program->arena, text, length);
    phk_quantity *larger =
        phk_arena_grow(&program->arena, program->inputs.quantity, (size_t)n, sizeof *larger);
    if (larger) program->inputs.quantity = larger;
    if (!copy || !larger || phk_names_add(&program->inputs.names, copy, length, n) < 0) return -1;
    larger[n] = quantity;
    return program->inputs.n++;
}

static phk_symbol input(scope *s, const char *text, size_t length, phk_quantity quantity)
{
    int i = phk_program_input(s->program, text, length, quantity);
    if (i >= 0) return (phk_symbol){PHK_SYMBOL_INPUT, 0, i};
    s->no_memory = true;
    return none;
}

/* The marker of a body, marker or `ground`; negative: none. */
static int marker_of(scope *s, phk_span name)
{
    int m = phk_program_place(s->program, name.text, name.length);
    if (m == PHK_NO_MEMORY) s->no_memory = true;
    return m;
}

/* Tail number `index` of what belongs to such an owner, as text; length 0: there are no more. */
static phk_span tail_text(unsigned owner, int index, tail *t)
{
    for (int k = 0; k < PHK_QUANTITIES; k++) {
        const phk_quantity_type *type = phk_quantity_type_of(k);
        const char *word = type->owner & owner ? type->tails : NULL;
        for (int c = 0; word && *word; c++) {
            size_t length = strcspn(word, " ");
            *t = (tail){k, c};
            if (index-- == 0) return (phk_span){word, length};
            word += length + (word[length] == ' ');
        }
    }
    return (phk_span){NULL, 0};
}

static bool find_tail(unsigned owner, const char *text, size_t length, tail *t)
{
    phk_span word;
    for (int k = 0; (word = tail_text(owner, k, t)).length > 0; k++)
        if (word.length == length && memcmp(word.text, text, length) == 0) return true;
    return false;
}

/* Whose tails an object has: those of markers also belong to bodies and `ground`. */
static unsigned owner_of(phk_object o)
{
    if (o.index < 0) return PHK_OF_MARKER;
    switch (o.kind) {
    case PHK_KIND_JOINT:
        return PHK_OF_LOAD | PHK_OF_JOINT;
    case PHK_KIND_MOTION:
    case PHK_KIND_FORCE:
    case PHK_KIND_CONTACT:
        return PHK_OF_LOAD;
    case PHK_KIND_STATE:
        return PHK_OF_STATE;
    default:
        return PHK_OF_MARKER;
    }
}

/* Whether it has that one: not every joint and force has a load to be read, or coordinates. */
static bool has_tail(const ph_model *model, phk_object o, const tail *t)
{
    if (o.index < 0) return true;
    if (o.kind == PHK_KIND_FORCE) return phk_forces(model)[o.index].type->wrench != NULL;
    if (o.kind != PHK_KIND_JOINT) return true;
    const ph_joint_type *type = phk_joints(model)[o.index].type;
    if (!type || t->kind != PHK_QUANTITY_COORDINATE) return type != NULL;
    return type->markers == 0 && phk_joint_axis(type, t->component) >= 0;
}

static phk_symbol symbol_of(scope *s, const phk_measuring *m, phk_operand x)
{
    if (m->no_memory) s->no_memory = true;
    if (m->no_memory || m->problem[0]) return none;
    if (x.kind == PHK_CONSTANT) return constant(x.value);
    return (phk_symbol){x.kind == PHK_INPUT ? PHK_SYMBOL_INPUT : PHK_SYMBOL_RESULT, 0, x.index};
}

/* NAME.tail of a joint, motion, force, contact or state. */
static phk_symbol resolve_load(scope *s, phk_object o, const tail *t)
{
    phk_measuring m = {.program = s->program};
    if (o.kind == PHK_KIND_STATE)
        return symbol_of(s, &m, phk_measure_input(&m, (phk_quantity){t->kind, o.index, 0, 0}));
    /* a joint acts on its second body, a force at its first marker, a contact on what it names
     * first */
    int side = o.kind == PHK_KIND_FORCE || o.kind == PHK_KIND_CONTACT ? 0 : 1;
    return symbol_of(s, &m, phk_measure_load_at(&m, o, side, t->component));
}

static phk_span text_of(const char *text)
{
    return (phk_span){text, strlen(text)};
}

/* NAME.tail of a force with states of its own. */
static phk_symbol resolve_own_state(scope *s, phk_span name, phk_object o, size_t head)
{
    int state =
        phk_program_force_state(s->program, o.index, name.text + head + 1, name.length - head - 1);
    if (state < 0) return none;
    return input(s, name.text, name.length, (phk_quantity){PHK_QUANTITY_STATE, state, 0, 0});
}

/* A name without a dot. */
static phk_symbol resolve_plain(scope *s, phk_span name)
{
    const ph_model *model = s->program->model;
    phk_object o = phk_model_find(model, name.text, name.length);
    if (o.index >= 0 && o.kind == PHK_KIND_CONTROLLER) {
        o = phk_controller_output(model, o.index);
        if (o.index >= 0) name = text_of(model->list[o.kind].name[o.index]);
    }
    if (o.index < 0) return none;
    if (o.kind == PHK_KIND_PARAMETER && s->program->triggers.setting[o.index] >= 0)
        return input(
            s, name.text, name.length,
            (phk_quantity){PHK_QUANTITY_SETTING, s->program->triggers.setting[o.index], 0, 0});
    if (o.kind == PHK_KIND_PARAMETER) return constant(phk_parameters(model)[o.index].value);
    if (o.kind == PHK_KIND_VARIABLE)
        return (phk_symbol){PHK_SYMBOL_INPUT, 0, s->program->variables.input[o.index]};
    if (o.kind == PHK_KIND_STATE)
        return input(s, name.text, name.length, (phk_quantity){PHK_QUANTITY_STATE, o.index, 0, 0});
    return none;
}

static phk_symbol resolve_name(void *self, struct phk_code *code, phk_span name)
{
    scope *s = self;
    s->asked = name;
    if (name.length == 4 && memcmp(name.text, "time", 4) == 0)
        return (phk_symbol){PHK_SYMBOL_INPUT, 0, 0};
    size_t head = phk_place_length(s->program->model, name.text, name.length);
    if (head == name.length) return resolve_plain(s, name);
    const char *dot = name.text + head;
    phk_object o = phk_model_find(s->program->model, name.text, head);
    tail t;
    if (!find_tail(owner_of(o), dot + 1, name.length - head - 1, &t))
        return o.index >= 0 && o.kind == PHK_KIND_FORCE ? resolve_own_state(s, name, o, head)
                                                        : none;
    if (!has_tail(s->program->model, o, &t)) return none;
    if (t.kind == PHK_QUANTITY_COORDINATE) {
        phk_measuring m = {.program = s->program, .code = code};
        return symbol_of(s, &m, phk_measure_joint(&m, o.index, t.component));
    }
    if (owner_of(o) != PHK_OF_MARKER) return resolve_load(s, o, &t);
    int marker = marker_of(s, (phk_span){name.text, head});
    if (marker < 0) return none;
    phk_measuring m = {.program = s->program};
    return symbol_of(s, &m, phk_measure_marker(&m, t.kind, marker, t.component));
}

static phk_symbol resolve_call(void *self, struct phk_code *code, phk_span function,
                               const phk_span *argument, int count, const char **problem, int *at)
{
    scope *s = self;
    int k = phk_measure_find(function);
    if (k < 0) return none;
    s->measuring = (phk_measuring){.program = s->program, .code = code, .at = -1};
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
    phk_object o = phk_model_find(s->program->model, name.text, name.length);
    return o.index >= 0 && o.kind == PHK_KIND_FUNCTION
               ? &phk_functions(s->program->model)[o.index].own->head
               : NULL;
}

static const phk_spline *resolve_table(void *self, phk_span name)
{
    scope *s = self;
    phk_object o = phk_model_find(s->program->model, name.text, name.length);
    return o.index >= 0 && o.kind == PHK_KIND_TABLE ? s->program->table[o.index] : NULL;
}

/* Every object that has the tail asked for, ".force.x". */
static void offer_owners(const ph_model *model, const char *ending, int length,
                         void (*candidate)(void *cookie, const char *name), void *cookie)
{
    static const phk_kind owner[] = {PHK_KIND_BODY,   PHK_KIND_MARKER, PHK_KIND_JOINT,
                                     PHK_KIND_MOTION, PHK_KIND_FORCE,  PHK_KIND_CONTACT,
                                     PHK_KIND_STATE};
    for (size_t k = 0; k < sizeof owner / sizeof *owner; k++) {
        const phk_list *list = &model->list[owner[k]];
        tail t;
        if (!find_tail(owner_of((phk_object){owner[k], 0}), ending + 1, (size_t)length - 1, &t))
            continue;
        for (int i = 0; i < list->count; i++) {
            char text[256];
            if (!has_tail(model, (phk_object){owner[k], i}, &t)) continue;
            int used = snprintf(text, sizeof text, "%s%.*s", list->name[i], length, ending);
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
    const ph_model *model = s->program->model;
    candidate(cookie, "time");
    const ph_function_info *measure;
    for (int k = 0; (measure = phk_measure_info(k)); k++) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(measure->signature, "("),
                 measure->signature);
        candidate(cookie, name);
    }
    size_t owned = s->asked.text ? phk_place_length(model, s->asked.text, s->asked.length) : 0;
    const char *dot = owned < s->asked.length ? s->asked.text + owned : NULL;
    if (!dot) {
        static const phk_kind plain[] = {PHK_KIND_PARAMETER, PHK_KIND_VARIABLE, PHK_KIND_STATE,
                                         PHK_KIND_CONTROLLER};
        for (int k = 0; k < 4; k++)
            for (int i = 0; i < model->list[plain[k]].count; i++)
                candidate(cookie, model->list[plain[k]].name[i]);
        return;
    }
    char text[256];
    int head = (int)(dot - s->asked.text), rest = (int)s->asked.length - head;
    if (s->asked.length > 200) return;
    phk_object o = phk_model_find(model, s->asked.text, (size_t)head);
    unsigned owner = owner_of(o);
    if (owner != PHK_OF_MARKER || marker_of(s, (phk_span){s->asked.text, (size_t)head}) >= 0) {
        phk_span word;
        tail t;
        for (int k = 0; (word = tail_text(owner, k, &t)).length > 0; k++) {
            if (!has_tail(model, o, &t)) continue;
            snprintf(text, sizeof text, "%.*s.%.*s", head, s->asked.text, (int)word.length,
                     word.text);
            candidate(cookie, text);
        }
        const ph_force_type *type =
            o.index >= 0 && o.kind == PHK_KIND_FORCE ? phk_forces(model)[o.index].type : NULL;
        for (int k = 0; type && k < type->states; k++) {
            snprintf(text, sizeof text, "%.*s.%s", head, s->asked.text, type->state[k].name);
            candidate(cookie, text);
        }
        return;
    }
    offer_owners(model, dot, rest, candidate, cookie);
}

/* In the law of a contact: what it acts by, and parameters. */
static phk_symbol resolve_contact_name(void *self, struct phk_code *code, phk_span name)
{
    scope *s = self;
    (void)code;
    static const char *const words[] = {"depth", "rate"};
    s->asked = name;
    for (int k = 0; k < 2; k++)
        if (name.length == strlen(words[k]) && memcmp(name.text, words[k], name.length) == 0)
            return (phk_symbol){PHK_SYMBOL_INPUT, 0, k};
    phk_object o = phk_model_find(s->program->model, name.text, name.length);
    bool parameter = o.index >= 0 && o.kind == PHK_KIND_PARAMETER &&
                     s->program->triggers.setting[o.index] < 0; /* nothing else reads live ones */
    return parameter ? constant(phk_parameters(s->program->model)[o.index].value) : none;
}

static void offer_contact_names(void *self, void (*candidate)(void *cookie, const char *name),
                                void *cookie)
{
    const phk_list *list = &((scope *)self)->program->model->list[PHK_KIND_PARAMETER];
    candidate(cookie, "depth");
    candidate(cookie, "rate");
    for (int i = 0; i < list->count; i++) candidate(cookie, list->name[i]);
}

ph_status phk_program_compile_contact(phk_program *program, const ph_expr *expr, ph_diag *diag,
                                      const phk_tape **tape)
{
    scope s = {.program = program};
    phk_scope names = {.self = &s,
                       .name = resolve_contact_name,
                       .function = resolve_function,
                       .table = resolve_table,
                       .offer = offer_contact_names};
    *tape = phk_expr_compile(&program->arena, expr->text, expr->where, &names, diag);
    if (!*tape) return program->arena.exhausted ? PH_E_NOMEM : PH_E_MODEL;
    if (phk_tape_work(*tape) <= PHK_FORMULA_WORK) return PH_OK;
    return phk_error(diag, PH_E_RANGE, expr->where, "write it shorter, or as a table",
                     "the law of a contact is longer than there is room for");
}

ph_status phk_program_compile(phk_program *program, const ph_expr *expr, const char *owner,
                              const char *field, ph_diag *diag, phk_formula *formula)
{
    scope s = {.program = program};
    phk_scope names = {.self = &s,
                       .name = resolve_name,
                       .call = resolve_call,
                       .function = resolve_function,
                       .table = resolve_table,
                       .offer = offer};
    const phk_tape *tape = phk_expr_compile(&program->arena, expr->text, expr->where, &names, diag);
    if (s.no_memory) return PH_E_NOMEM;
    if (!tape) return program->arena.exhausted ? PH_E_NOMEM : PH_E_MODEL;
    *formula = (phk_formula){.tape = tape,
                             .owner = owner,
                             .field = field,
                             .text = expr->text,
                             .where = expr->where,
                             .acts = -1};
    size_t work = phk_tape_work(tape);
    if (work > program->tape_work) program->tape_work = work;
    return PH_OK;
}
