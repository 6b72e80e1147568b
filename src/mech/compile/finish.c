/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a program gets when it is complete: numbers of its elements, the list of markers
 * somebody reads, the formulas that never change, and the events by time.
 */
#include <math.h>
#include <stdlib.h>
#include "base/diag.h"
#include "mech/compile/scope.h"

static void *take(phk_program *program, int n, size_t size)
{
    return phk_arena_alloc(&program->arena, (size_t)(n > 0 ? n : 1) * size);
}

static ph_status add_event(phk_program *program, double time, phk_event_kind kind, int group,
                           int index)
{
    phk_event event = {.time = time, .kind = kind, .group = group, .index = index};
    return phk_event_add(&program->arena, &program->event, &program->events, event);
}

/* When an element strikes, or begins and ceases to act. */
static ph_status add_events_of(phk_program *program, int g, int e, ph_diag *diag)
{
    const phk_group *group = &program->elements.group[g];
    const ph_force_type *type = group->type;
    const void *par = group->par + (size_t)e * type->par_bytes;
    double from = -INFINITY, until = INFINITY, at = type->event_time ? type->event_time(par) : 0;
    if (type->window) type->window(par, &from, &until);
    if (!(from < until))
        return phk_error(diag, PH_E_RANGE, group->where[e], "`until` must lie after `from`",
                         "force `%s` would act from %g s until %g s: never", group->name[e], from,
                         until);
    if (!isfinite(at))
        return phk_error(diag, PH_E_RANGE, group->where[e], "give a time",
                         "`%s` would strike at no time", group->name[e]);
    ph_status status = PH_OK;
    if (type->event_time) status = add_event(program, at, PHK_EVENT_IMPULSE, g, e);
    if (!status) status = add_event(program, from, PHK_EVENT_ON, g, e);
    if (!status) status = add_event(program, until, PHK_EVENT_OFF, g, e);
    return status;
}

static ph_status collect_events(phk_program *program, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int g = 0; g < program->elements.groups; g++)
        for (int e = 0; e < program->elements.group[g].n; e++) {
            ph_status one = add_events_of(program, g, e, diag);
            if (one) status = one;
        }
    phk_event_sort(program->event, program->events);
    return status;
}

/* Frames are kept up for markers somebody reads; those on ground never change. */
static ph_status list_moving(phk_program *program)
{
    bool *read = take(program, program->places.n, sizeof *read);
    program->places.moving_marker =
        take(program, program->places.n, sizeof *program->places.moving_marker);
    if (!read || !program->places.moving_marker) return PH_E_NOMEM;
    for (int g = 0; g < program->elements.groups; g++) {
        const phk_group *group = &program->elements.group[g];
        bool reads = group->type->wrench && !group->steady;
        for (int k = 0; reads && k < group->n * group->type->markers; k++)
            read[group->marker[k]] = true;
    }
    for (int i = 0; i < program->contacts.shapes; i++)
        read[program->contacts.shape[i].marker] = true;
    for (int i = 0; i < program->inputs.n; i++) {
        const phk_quantity *q = &program->inputs.quantity[i];
        int markers = phk_quantity_type_of(q->kind)->markers;
        if (markers > 0) read[q->a] = true;
        if (markers > 1) read[q->b] = true;
    }
    for (int m = 0; m < program->places.n; m++)
        if (program->places.marker[m].body >= 0 && read[m])
            program->places.moving_marker[program->places.moving++] = m;
    return PH_OK;
}

/* Formulas that read nothing that changes get their value here, once. One that is not finite is
 * left to the evaluations, which say when and whose it is. */
static void fix_formula(phk_program *program, phk_formula *f, double *work, double *value)
{
    const phk_inputs *inputs = &program->inputs;
    const int *input;
    int n = phk_tape_inputs(f->tape, &input);
    f->fixed = true;
    for (int k = 0; k < n; k++) {
        const phk_quantity *q = &inputs->quantity[input[k]];
        if (q->kind != PHK_QUANTITY_VARIABLE || !program->variables.formula[q->a].fixed)
            f->fixed = false;
    }
    if (!f->fixed) return;
    *value = phk_tape_value(f->tape, inputs->fixed, work);
    f->fixed = isfinite(*value);
}

static ph_status fix_formulas(phk_program *program)
{
    phk_variable_list *v = &program->variables;
    double *work = take(program, (int)program->tape_work + 1, sizeof *work);
    program->inputs.fixed = take(program, program->inputs.asked, sizeof(double));
    program->fixed = take(program, program->formulas, sizeof *program->fixed);
    if (!work || !program->inputs.fixed || !program->fixed) return PH_E_NOMEM;
    for (int k = 0; k < v->ordered; k++) {
        int n = v->order[k];
        fix_formula(program, &v->formula[n], work, &program->inputs.fixed[v->input[n]]);
    }
    for (int i = 0; i < program->formulas; i++)
        fix_formula(program, &program->formula[i], work, &program->fixed[i]);
    return PH_OK;
}

/* Expressions of what is not there, or rests, are not evaluated. */
static void link_formulas(phk_program *program)
{
    const phk_elements *elements = &program->elements;
    for (int g = 0; g < elements->groups; g++) {
        const phk_group *group = &elements->group[g];
        for (int e = 0; group->masked && e < group->n; e++)
            for (const ph_field *f = group->type->fields; f->name; f++) {
                int count = f->kind == PH_FIELD_EXPR ? 1 : f->kind == PH_FIELD_EXPR3 ? 3 : 0;
                const ph_expr *x =
                    (const void *)(group->par + (size_t)e * group->type->par_bytes + f->offset);
                for (int i = 0; i < count; i++)
                    if (x[i].value >= 0) program->formula[x[i].value].acts = group->first + e;
            }
    }
    bool switched = ph_model_phases(program->model) > 0 || program->triggers.switches;
    for (int k = 0; switched && k < program->constraints; k++)
        if (program->constraint[k].kind == PHK_HOLD_EQUATION)
            program->formula[program->constraint[k].formula].acts = elements->n + k;
}

/* Where the states of a group begin among those of all groups. */
static int states_before(const phk_program *program, const phk_group *group)
{
    int n = 0;
    for (const phk_group *g = program->elements.group; g < group; g++) n += g->n * g->type->states;
    return n;
}

/* Which state of the program each state of an element is. */
static void link_states(phk_program *program)
{
    phk_elements *all = &program->elements;
    for (int i = 0; all->states && i < ph_model_forces(program->model); i++) {
        const phk_group *group = &all->group[all->force[i].group];
        int *at = all->state + group->state + all->force[i].index * group->type->states;
        for (int k = 0; k < group->type->states; k++) at[k] = all->first_state[i] + k;
    }
}

/* Numbers the elements of a group among all, and asks once what each of them is. */
static ph_status finish_group(phk_program *program, phk_group *group)
{
    const ph_force_type *type = group->type;
    phk_elements *all = &program->elements;
    int memory = type->remember ? type->memory : 0;
    group->first = all->n;
    group->place = all->places;
    group->memory = memory ? all->memories : -1;
    group->reaction = type->reacts ? all->reactions : -1;
    all->n += group->n;
    all->places += group->n * type->markers;
    all->memories += group->n * memory;
    all->reactions += type->reacts ? group->n : 0;
    group->state = states_before(program, group);
    group->masked =
        type->window || ph_model_phases(program->model) > 0 || program->triggers.switches;
    group->steady = type->steady && !type->window;
    group->work = take(program, group->n, sizeof *group->work);
    if (!group->work) return PH_E_NOMEM;
    for (int e = 0; e < group->n; e++) {
        if (type->work) group->work[e] = (char)type->work(group->par + (size_t)e * type->par_bytes);
        group->steady &= group->work[e] == PH_WORK_CONSERVATIVE;
    }
    return PH_OK;
}

ph_status phk_program_finish(phk_program *program, ph_diag *diag)
{
    ph_status status = phk_program_add_requests(program, diag);
    for (int g = 0; !status && g < program->elements.groups; g++)
        status = finish_group(program, &program->elements.group[g]);
    if (status) return status;
    link_formulas(program);
    link_states(program);
    status = fix_formulas(program);
    if (!status) status = list_moving(program);
    return status ? status : collect_events(program, diag);
}
