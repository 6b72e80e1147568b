/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Events compiled. What they read is worked out within steps that may hold one, and when one
 * happens, but not in the iterations of a step: as with requests, their quantities get numbers
 * behind those of all other expressions.
 *
 * A parameter that some event or phase sets is no constant: expressions read it as a quantity
 * (SETTING). Models without such an event are compiled as ever.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "mech/compile/scope.h"

static void *take(phk_program *program, int n, size_t size)
{
    return phk_arena_alloc(&program->arena, (size_t)(n > 0 ? n : 1) * size);
}

static phk_object find(const phk_program *program, const char *name)
{
    return phk_model_find(program->model, name, strlen(name));
}

/* A parameter that is set in a run, unless it is known as one. */
static void add_setting(phk_program *program, const char *name)
{
    phk_trigger_list *l = &program->triggers;
    phk_object o = find(program, name);
    if (o.index < 0 || o.kind != PHK_KIND_PARAMETER || l->setting[o.index] >= 0) return;
    l->start[l->settings] = phk_parameters(program->model)[o.index].value;
    l->setting[o.index] = l->settings++;
}

ph_status phk_program_add_settings(phk_program *program)
{
    phk_trigger_list *l = &program->triggers;
    const ph_model *model = program->model;
    int parameters = model->list[PHK_KIND_PARAMETER].count;
    l->n = model->list[PHK_KIND_EVENT].count;
    l->setting = take(program, parameters, sizeof *l->setting);
    l->start = take(program, parameters, sizeof *l->start);
    if (!l->setting || !l->start) return PH_E_NOMEM;
    for (int i = 0; i < parameters; i++) l->setting[i] = -1;
    for (int e = 0; e < l->n; e++) {
        const ph_event_def *def = &phk_events(model)[e];
        l->switches |= def->activate.count + def->deactivate.count > 0;
        for (int i = 0; i < def->count; i++) add_setting(program, def->set[i].name.text);
    }
    for (int k = 0; k < ph_model_phases(model); k++)
        for (int i = 0; i < phk_phases(model)[k].count; i++)
            add_setting(program, phk_phases(model)[k].set[i].name.text);
    return PH_OK;
}

/* Compiles an expression of an event; *index: among the formulas of all. */
static ph_status add_formula(phk_program *program, const ph_expr *expr, const char *owner,
                             const char *field, ph_diag *diag, int *index)
{
    phk_trigger_list *l = &program->triggers;
    *index = l->formulas;
    ph_status status =
        phk_program_compile(program, expr, owner, field, diag, &l->formula[l->formulas]);
    if (!status) l->formulas++;
    return status;
}

static ph_status unknown_target(const phk_program *program, const ph_text *name, const char *owner,
                                ph_diag *diag)
{
    phk_object o = find(program, name->text);
    if (o.index >= 0)
        return phk_error(diag, PH_E_NAME, name->where, "set states and parameters",
                         "event `%s` cannot set %s `%s`", owner, phk_kind_text(o.kind), name->text);
    char hint[200] = "set states and parameters";
    phk_nearest nearest = phk_nearest_to(name->text, strlen(name->text));
    phk_model_offer(program->model, PHK_KIND_STATE, &nearest);
    phk_model_offer(program->model, PHK_KIND_PARAMETER, &nearest);
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best);
    return phk_error(diag, PH_E_NAME, name->where, hint,
                     "event `%s` sets `%s`, and there is no such state or parameter", owner,
                     name->text);
}

static ph_status add_target(phk_program *program, phk_trigger *t, int i, ph_diag *diag)
{
    const ph_setting *set = &t->def->set[i];
    phk_target *target = &t->target[t->targets++];
    phk_object o = find(program, set->name.text);
    target->state = o.index >= 0 && o.kind == PHK_KIND_STATE;
    target->index = o.index;
    ph_status status =
        add_formula(program, &set->value, t->name, set->name.text, diag, &target->formula);
    if (status == PH_E_NOMEM) return status;
    if (o.index >= 0 && o.kind == PHK_KIND_PARAMETER)
        target->index = program->triggers.setting[o.index];
    else if (!target->state)
        return unknown_target(program, &set->name, t->name, diag);
    return status;
}

/* Whether it switches joints or motions, which changes what is solved for. */
static bool moves(const phk_program *program, const ph_names *names)
{
    for (int i = 0; i < names->count; i++) {
        phk_object o = find(program, names->name[i].text);
        if (o.index >= 0 && (o.kind == PHK_KIND_JOINT || o.kind == PHK_KIND_MOTION)) return true;
    }
    return false;
}

static ph_status check_times(const phk_trigger *t, ph_diag *diag)
{
    const ph_event_def *def = t->def;
    bool acts = def->stop || def->end_phase || def->restart || def->count || def->message.text ||
                def->activate.count || def->deactivate.count;
    if (!acts)
        phk_warn(diag, PH_OK, def->where, "let it `set`, `activate`, `deactivate`, `stop`, ..",
                 "event `%s` does nothing but end a step and write a row", t->name);
    if (t->guard < 0 && (def->direction || def->at_start || def->within != 0))
        return phk_error(diag, PH_E_KEY, def->where, "leave them out",
                         "event `%s` happens at equal times: `direction`, `at_start` and `within` "
                         "belong to `when`",
                         t->name);
    if (t->guard >= 0 && !isnan(def->first))
        return phk_error(diag, PH_E_KEY, def->where, "leave it out",
                         "event `%s`: `first` belongs to `every`", t->name);
    return PH_OK;
}

static ph_status add_trigger(phk_program *program, int e, ph_diag *diag)
{
    phk_trigger_list *l = &program->triggers;
    phk_trigger *t = &l->trigger[e];
    t->def = &phk_events(program->model)[e];
    t->name = program->model->list[PHK_KIND_EVENT].name[e];
    t->guard = t->when = -1;
    t->moves = moves(program, &t->def->activate) || moves(program, &t->def->deactivate);
    t->target = take(program, t->def->count, sizeof *t->target);
    if (!t->target) return PH_E_NOMEM;
    ph_status status = PH_OK;
    if (t->def->when.text) {
        t->guard = l->guards++;
        l->of_guard[t->guard] = e;
        l->way[t->guard] = t->def->direction == 1 ? 1 : t->def->direction == 2 ? -1 : 0;
        status = add_formula(program, &t->def->when, t->name, "when", diag, &t->when);
    }
    for (int i = 0; status != PH_E_NOMEM && i < t->def->count; i++) {
        ph_status one = add_target(program, t, i, diag);
        if (one) status = one;
    }
    ph_status times = check_times(t, diag);
    return status ? status : times;
}

/* What a constraint by an expression does is known at rows alone. */
static ph_status check_formula(const phk_program *program, const phk_formula *f, ph_diag *diag)
{
    const int *input;
    int n = phk_tape_inputs(f->tape, &input);
    for (int k = 0; k < n; k++)
        if (program->inputs.quantity[input[k]].kind == PHK_QUANTITY_EQUATION)
            return phk_error(diag, PH_E_UNSUPPORTED, f->where, "let a request show it",
                             "%s of event `%s` reads what a constraint by an expression does",
                             f->field, f->owner);
    return PH_OK;
}

ph_status phk_program_add_triggers(phk_program *program, ph_diag *diag)
{
    phk_trigger_list *l = &program->triggers;
    int formulas = l->n;
    for (int e = 0; e < l->n; e++) formulas += phk_events(program->model)[e].count;
    l->trigger = take(program, l->n, sizeof *l->trigger);
    l->of_guard = take(program, l->n, sizeof *l->of_guard);
    l->way = take(program, l->n, sizeof *l->way);
    l->formula = take(program, formulas, sizeof *l->formula);
    if (!l->trigger || !l->of_guard || !l->way || !l->formula) return PH_E_NOMEM;
    ph_status status = PH_OK;
    int before = program->inputs.n;
    for (int e = 0; e < l->n; e++) {
        ph_status one = add_trigger(program, e, diag);
        if (one == PH_E_NOMEM) return one;
        if (one) status = one;
    }
    l->asked = program->inputs.n;
    for (int i = before; i < l->asked; i++) {
        phk_quantity_kind kind = program->inputs.quantity[i].kind;
        l->loads |= kind == PHK_QUANTITY_WATCH || kind == PHK_QUANTITY_CONTACT;
    }
    for (int i = 0; i < l->formulas; i++) {
        ph_status one = check_formula(program, &l->formula[i], diag);
        if (one) status = one;
    }
    return status;
}
