/* SPDX-License-Identifier: BSD-3-Clause
 *
 * change.c -- commands that change the model between simulations: functions of variables,
 * differential equations, motions and forces, and gravity.
 *
 * Before the first simulation the model itself is changed. Later both are kept, and the number of
 * the simulation decides: f becomes if(stage >= 3, g, f) with a parameter `stage` that the phases
 * set. So models that come from command files can be written to files as any others.
 *
 * Gravity is a number of the model: what it changes by later acts as a force on every body, whose
 * work counts as applied.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "base/diag.h"
#include "io/adams/command/command.h"
#include "io/adams/read/args.h"
#include "mech/model/build.h"

#define COMPONENT(name)                                                                            \
    {                                                                                              \
        name, PHK_ARG_FUNCTION, .flags = 0                                                         \
    }
const phk_arg phk_command_function_args[] = {COMPONENT("FUNCTION"), ARG_END};
const phk_arg phk_command_state_args[] = {
    COMPONENT("FUNCTION"), {"IC", PHK_ARG_NUMBER, .least = 1, .most = 2}, ARG_END};
const phk_arg phk_command_force_args[] = {COMPONENT("FX"), COMPONENT("FY"), COMPONENT("FZ"),
                                          COMPONENT("TX"), COMPONENT("TY"), COMPONENT("TZ"),
                                          ARG_END};
const phk_arg phk_command_gravity_args[] = {ARG_NUMBER("IGRAV"), ARG_NUMBER("JGRAV"),
                                            ARG_NUMBER("KGRAV"), ARG_END};

/* ---- stages ---- */

/* The parameter that counts the simulations. */
static const char *stage_of(phk_script *script)
{
    phk_deck *deck = &script->deck;
    if (!script->stage) {
        script->stage = phk_deck_new_name(deck, "stage");
        phk_deck_failed(&script->text, ph_model_add_parameter(deck->model, script->stage, 1));
    }
    return script->stage;
}

void phk_script_note_change(phk_script *script)
{
    ph_assignment *set = phk_arena_alloc(&script->text.arena, sizeof *set);
    if (!set) {
        phk_deck_failed(&script->text, PH_E_NOMEM);
        return;
    }
    *set = (ph_assignment){{script->stage, script->next.where}, script->phases + 1};
    script->next.set = set;
    script->next.count = 1;
    script->switches++;
    script->changed = false;
}

/* Puts a new expression in the place of an old one, from the next simulation on. */
static void put(phk_script *script, ph_expr *old, ph_expr new)
{
    phk_deck *deck = &script->deck;
    if (script->phases > 0 && old->text) {
        new.text = phk_deck_print(deck, "if(%s >= %d, %s, %s)", stage_of(script),
                                  script->phases + 1, new.text, old->text);
        script->changed = true;
    }
    if (!phk_keep_expr(deck->model, &new)) phk_deck_failed(&script->text, PH_E_NOMEM);
    *old = new;
}

/* ---- functions ---- */

/* An expression of the command file, which speaks of the deck. */
static ph_expr translate(phk_script *script, phk_piece piece, const char *unit,
                         const phk_statement *self)
{
    phk_deck *deck = &script->deck;
    const phk_deck own = *deck;
    deck->text = script->text.text;
    deck->length = script->text.length;
    deck->lines = script->text.lines;
    deck->file = script->text.file;
    ph_expr expr = phk_deck_expression(deck, piece, (phk_function_role){unit, self, NULL});
    deck->text = own.text;
    deck->length = own.length;
    deck->lines = own.lines;
    deck->file = own.file;
    phk_deck_failed(&script->text, deck->status);
    return expr;
}

/* The object that a statement of the deck has become, by its label; -1: none. */
static int find(const phk_script *script, phk_kind kind, const char *label)
{
    const phk_list *list = &script->deck.model->list[kind];
    for (int i = 0; i < list->count; i++) {
        const char *has = phk_list_label(list, i);
        if (has && strcmp(has, label) == 0) return i;
    }
    return -1;
}

static ph_expr *expression_of(void *par, const ph_field *fields, const char *name, int k)
{
    for (const ph_field *f = fields; f && f->name; f++)
        if (strcmp(f->name, name) == 0) return (ph_expr *)(void *)((char *)par + f->offset) + k;
    return NULL;
}

/* What FUNCTION, FX, .. of an object of the model is, and its unit; NULL: there is no such. */
typedef struct {
    ph_expr *expr;
    const char *unit;
} place;

static place place_in_force(const phk_force *force, const char *argument)
{
    static const char *const names[] = {"FX", "FY", "FZ", "TX", "TY", "TZ"};
    void *par = (void *)(uintptr_t)force->par;
    const ph_field *fields = force->type->fields;
    for (int k = 0; k < 6; k++)
        if (strcmp(argument, names[k]) == 0)
            return (place){expression_of(par, fields, k < 3 ? "force" : "torque", k % 3),
                           k < 3 ? "force_unit" : "force_unit*length_unit"};
    ph_expr *push = expression_of(par, fields, "force", 0);
    if (push) return (place){push, "force_unit"};
    return (place){expression_of(par, fields, "torque", 0), "force_unit*length_unit"};
}

static place place_in_motion(ph_motion_def *m)
{
    bool turns = m->direction > 2;
    if (m->velocity.text)
        return (place){&m->velocity, turns ? "1/time_unit" : "length_unit/time_unit"};
    if (m->acceleration.text)
        return (place){&m->acceleration, turns ? "1/time_unit^2" : "length_unit/time_unit^2"};
    return (place){&m->displacement, turns ? NULL : "length_unit"};
}

static place find_place(phk_script *script, const phk_statement *s, const char *argument)
{
    ph_model *model = script->deck.model;
    const char *label = phk_deck_print(&script->text, "%s/%d", s->type->name, s->id);
    int i = find(script, PHK_KIND_FORCE, label);
    if (i >= 0) return place_in_force(&phk_forces(model)[i], argument);
    i = find(script, PHK_KIND_MOTION, label);
    if (i >= 0) return place_in_motion((ph_motion_def *)(uintptr_t)&phk_motions(model)[i]);
    i = find(script, PHK_KIND_VARIABLE, label);
    if (i >= 0)
        return (place){&((ph_variable_def *)(uintptr_t)&phk_variables(model)[i])->value, NULL};
    i = find(script, PHK_KIND_STATE, label);
    ph_state_def *state = i >= 0 ? (ph_state_def *)(uintptr_t)&phk_states(model)[i] : NULL;
    if (state && state->rate.text) return (place){&state->rate, "1/time_unit"};
    return (place){state ? &state->equation : NULL, NULL};
}

/* What was given of a definition counts as given when a file of the model is written. */
static void note_given(phk_kind kind, void *def)
{
    phk_any_def blank;
    phk_kind_default(kind, &blank);
    ((phk_head *)def)->given |= phk_field_changed(phk_kinds[kind].is.fields, def, &blank);
}

/* The value a variable or a state begins with, and the guess of its rate. */
static void change_start(phk_script *script, const phk_statement *s, const phk_given *given)
{
    const char *label = phk_deck_print(&script->text, "%s/%d", s->type->name, s->id);
    ph_model *model = script->deck.model;
    int v = find(script, PHK_KIND_VARIABLE, label), d = find(script, PHK_KIND_STATE, label);
    if (v >= 0) {
        ph_variable_def *variable = (ph_variable_def *)(uintptr_t)&phk_variables(model)[v];
        variable->start = given->number[0];
        note_given(PHK_KIND_VARIABLE, variable);
    }
    if (d < 0) return;
    ph_state_def *state = (ph_state_def *)(uintptr_t)&phk_states(model)[d];
    state->initial = given->number[0];
    if (given->count > 1) state->guess = given->number[1] / script->deck.units.time;
    note_given(PHK_KIND_STATE, state);
}

const phk_statement *phk_command_target(phk_script *script, const phk_statement *s)
{
    const phk_statement *self = phk_deck_find(&script->deck, s->type->name, s->id);
    if (!self)
        phk_deck_error(&script->text, PH_E_NAME, s->keyword,
                       phk_deck_missing_hint(&script->deck, s->type->name, s->keyword, s->id),
                       "there is no %s/%d in the deck", s->type->name, s->id);
    return self;
}

void phk_command_change(phk_script *script, const phk_statement *s)
{
    phk_deck *text = &script->text;
    const phk_statement *self = phk_command_target(script, s);
    if (!self || self->left_out) return;
    if (s->count == 0)
        phk_deck_error(text, PH_E_MISSING, s->keyword, "e.g. FUNCTION = 2*TIME",
                       "%s/%d says nothing that is to change", s->type->name, s->id);
    const phk_given *start = phk_arg_find(s, "IC");
    if (start && script->phases > 0) {
        phk_deck_error(
            text, PH_E_UNSUPPORTED, start->name,
            "give it in the deck, or before the first SIMULATE",
            "IC of %s/%d counts before the first simulation alone: now its value goes on",
            s->type->name, s->id);
        return;
    }
    if (start) change_start(script, s, start);
    for (int i = 0; i < s->count; i++) {
        const phk_given *given = &s->given[i];
        if (given->arg->kind != PHK_ARG_FUNCTION) continue;
        place at = find_place(script, s, given->arg->name);
        if (at.expr)
            put(script, at.expr, translate(script, given->piece[0], at.unit, self));
        else
            phk_deck_error(text, PH_E_UNSUPPORTED, given->name, "change the deck instead",
                           "%s of %s/%d cannot be changed here", given->arg->name, s->type->name,
                           s->id);
    }
}

/* ---- gravity ---- */

/* What gravity has become more acts on a body as a force. */
static void add_weight(phk_script *script, int body, ph_vec3 more)
{
    phk_deck *deck = &script->deck;
    ph_model *model = deck->model;
    const ph_force_type *type = ph_force_type_find("force");
    const char *on = ph_model_body_name(model, body);
    const char *name = phk_deck_new_name(deck, "gravity_%d_%s", script->phases + 1, on);
    double mass = ph_model_body(model, body)->mass;
    const double g[3] = {more.x, more.y, more.z};
    void *par = phk_arena_alloc(&deck->arena, type->par_bytes);
    if (!par) {
        phk_deck_failed(&script->text, PH_E_NOMEM);
        return;
    }
    ph_field_defaults(type->fields, par);
    for (const ph_field *f = type->fields; f->name; f++)
        if (strcmp(f->name, "on") == 0)
            *(ph_place *)(void *)((char *)par + f->offset) = (ph_place){.text = on};
    for (int k = 0; k < 3; k++)
        *expression_of(par, type->fields, "force", k) =
            (ph_expr){phk_deck_print(deck, "if(%s >= %d, %.17g, 0)", stage_of(script),
                                     script->phases + 1, mass * g[k]),
                      phk_nowhere, -1};
    phk_deck_failed(&script->text, ph_model_add_force(model, name, type, par, phk_nowhere));
}

void phk_command_gravity(phk_script *script, const phk_statement *s)
{
    static const char *const names[] = {"IGRAV", "JGRAV", "KGRAV"};
    ph_model *model = script->deck.model;
    const phk_deck_units *u = &script->deck.units;
    if (!script->weighs) script->gravity = model->gravity;
    script->weighs = true;
    double *g[] = {&script->gravity.x, &script->gravity.y, &script->gravity.z};
    ph_vec3 before = script->gravity;
    for (int k = 0; k < 3; k++) {
        const phk_given *given = phk_arg_find(s, names[k]);
        if (given) *g[k] = given->number[0] * u->length / (u->time * u->time);
    }
    ph_vec3 more = ph_sub(script->gravity, before);
    if (script->phases == 0) {
        phk_deck_failed(&script->text, ph_model_set_gravity(model, script->gravity));
        return;
    }
    if (ph_norm(more) == 0) return;
    script->changed = true;
    for (int i = 0; i < ph_model_bodies(model); i++) add_weight(script, i, more);
}
