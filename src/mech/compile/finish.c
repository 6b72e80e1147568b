/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a compiled system gets when it is complete: room for evaluation, the list of markers
 * somebody reads, the formulas that never change, and the events by time.
 */
#include <math.h>
#include <stdlib.h>
#include "base/diag.h"
#include "mech/compile/scope.h"

static void *take(phk_system *sys, int n, size_t size)
{
    return phk_arena_alloc(&sys->arena, (size_t)(n > 0 ? n : 1) * size);
}

static int by_time(const void *a, const void *b)
{
    const phk_event *p = a, *q = b;
    if (p->time != q->time) return p->time < q->time ? -1 : 1;
    if (p->group != q->group) return p->group < q->group ? -1 : 1;
    if (p->index != q->index) return p->index < q->index ? -1 : 1;
    return p->kind < q->kind ? -1 : p->kind > q->kind;
}

ph_status phk_system_add_event(phk_system *sys, phk_event event)
{
    if (!isfinite(event.time)) return PH_OK;
    phk_event *larger =
        phk_arena_grow(&sys->arena, sys->event, (size_t)sys->events, sizeof *larger);
    if (!larger) return PH_E_NOMEM;
    sys->event = larger;
    larger[sys->events++] = event;
    return PH_OK;
}

void phk_system_sort_events(phk_system *sys)
{
    if (sys->events) qsort(sys->event, (size_t)sys->events, sizeof *sys->event, by_time);
}

static ph_status add_event(phk_system *sys, double time, phk_event_kind kind, int group, int index)
{
    return phk_system_add_event(
        sys, (phk_event){.time = time, .kind = kind, .group = group, .index = index});
}

/* When an element strikes, or begins and ceases to act. */
static ph_status add_events_of(phk_system *sys, int g, int e, ph_diag *diag)
{
    const phk_group *group = &sys->group[g];
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
    group->active[e] = group->within[e] = from == -INFINITY;
    ph_status status = PH_OK;
    if (type->event_time) status = add_event(sys, at, PHK_EVENT_IMPULSE, g, e);
    if (!status) status = add_event(sys, from, PHK_EVENT_ON, g, e);
    if (!status) status = add_event(sys, until, PHK_EVENT_OFF, g, e);
    return status;
}

static ph_status collect_events(phk_system *sys, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int g = 0; g < sys->groups; g++)
        for (int e = 0; e < sys->group[g].n; e++) {
            ph_status one = add_events_of(sys, g, e, diag);
            if (one) status = one;
        }
    phk_system_sort_events(sys);
    return status;
}

/* Frames are kept up for markers somebody reads; those on ground never change. */
static ph_status list_moving(phk_system *sys)
{
    bool *read = take(sys, sys->markers, sizeof *read);
    sys->moving_marker = take(sys, sys->markers, sizeof *sys->moving_marker);
    if (!read || !sys->moving_marker) return PH_E_NOMEM;
    for (int g = 0; g < sys->groups; g++) {
        const phk_group *group = &sys->group[g];
        bool reads = group->type->wrench && !group->steady;
        for (int k = 0; reads && k < group->n * group->type->markers; k++)
            read[group->marker[k]] = true;
    }
    for (int i = 0; i < sys->inputs; i++) {
        const phk_quantity *q = &sys->quantity[i];
        if (q->kind == PHK_QUANTITY_TIME || q->kind == PHK_QUANTITY_TURN ||
            q->kind >= PHK_QUANTITY_VARIABLE)
            continue;
        read[q->a] = true;
        if (q->kind == PHK_QUANTITY_DISTANCE || q->kind == PHK_QUANTITY_CLOSING) read[q->b] = true;
    }
    for (int m = 0; m < sys->markers; m++) {
        const phk_marker *marker = &sys->marker[m];
        if (marker->body < 0)
            sys->frame[m] = (ph_frame){.p = marker->r, .R_WM = marker->R_BM};
        else if (read[m])
            sys->moving_marker[sys->moving++] = m;
    }
    for (int g = 0; g < sys->groups; g++)
        for (int k = 0; k < sys->group[g].n * sys->group[g].type->markers; k++)
            sys->group[g].frame[k] = sys->frame[sys->group[g].marker[k]];
    return PH_OK;
}

/* Formulas that read nothing that changes get their value here, once. One that is not finite is
 * left to the evaluations, which say when and whose it is. */
static void fix_formula(phk_system *sys, phk_formula *f, double *value)
{
    const int *input;
    int n = phk_tape_inputs(f->tape, &input);
    f->fixed = true;
    for (int k = 0; k < n; k++) {
        const phk_quantity *q = &sys->quantity[input[k]];
        if (q->kind != PHK_QUANTITY_VARIABLE || !sys->variable[q->a].fixed) f->fixed = false;
    }
    if (!f->fixed) return;
    *value = phk_tape_value(f->tape, sys->input, sys->tape_work);
    f->fixed = isfinite(*value);
}

static void fix_formulas(phk_system *sys)
{
    for (int k = 0; k < sys->ordered; k++) {
        int v = sys->variable_order[k];
        fix_formula(sys, &sys->variable[v], &sys->input[sys->variable_input[v]]);
    }
    for (int i = 0; i < sys->formulas; i++) fix_formula(sys, &sys->formula[i], &sys->value[i]);
}

/* Expressions of what is not there, or rests, are not evaluated. */
static void link_formulas(phk_system *sys)
{
    for (int g = 0; g < sys->groups; g++) {
        const phk_group *group = &sys->group[g];
        for (int e = 0; group->masked && e < group->n; e++)
            for (const ph_field *f = group->type->fields; f->name; f++) {
                int count = f->kind == PH_FIELD_EXPR ? 1 : f->kind == PH_FIELD_EXPR3 ? 3 : 0;
                const ph_expr *x =
                    (const void *)(group->par + (size_t)e * group->type->par_bytes + f->offset);
                for (int i = 0; i < count; i++)
                    if (x[i].value >= 0) sys->formula[x[i].value].active = &group->active[e];
            }
    }
    for (int k = 0; ph_model_phases(sys->model) && k < sys->constraints; k++)
        if (sys->constraint[k].kind == PHK_HOLD_EQUATION)
            sys->formula[sys->constraint[k].formula].active = &sys->constraint[k].active;
}

ph_status phk_system_finish(phk_system *sys, ph_diag *diag)
{
    ph_status status = phk_system_add_requests(sys, diag);
    if (status) return status;
    sys->frame = take(sys, sys->markers, sizeof *sys->frame);
    sys->input = take(sys, sys->asked_inputs, sizeof *sys->input);
    sys->value = take(sys, sys->formulas, sizeof *sys->value);
    sys->tape_work = phk_arena_alloc(&sys->arena, (sys->tape_work_size + 1) * sizeof(double));
    sys->told = take(sys, sys->rows, sizeof *sys->told);
    sys->pose = take(sys, sys->bodies + 1, sizeof *sys->pose);
    sys->load = take(sys, sys->bodies + 1, sizeof *sys->load);
    if (!sys->pose || !sys->load || !sys->told) return PH_E_NOMEM;
    if (!sys->frame || !sys->input || !sys->value || !sys->tape_work) return PH_E_NOMEM;
    for (int g = 0; g < sys->groups; g++) {
        phk_group *group = &sys->group[g];
        int n = group->n * group->type->markers;
        group->frame = take(sys, n, sizeof *group->frame);
        group->wrench = take(sys, n, sizeof *group->wrench);
        group->potential = take(sys, group->n, sizeof *group->potential);
        group->work = take(sys, group->n, sizeof *group->work);
        group->active = take(sys, group->n, sizeof *group->active);
        group->within = take(sys, group->n, sizeof *group->within);
        group->off = take(sys, group->n, sizeof *group->off);
        group->masked = group->type->window || ph_model_phases(sys->model) > 0;
        if (!group->frame || !group->wrench || !group->potential || !group->work ||
            !group->active || !group->within || !group->off)
            return PH_E_NOMEM;
        int memory = group->type->remember ? group->type->memory : 0;
        group->memory = memory ? take(sys, group->n * memory, sizeof(double)) : NULL;
        if (memory && !group->memory) return PH_E_NOMEM;
        for (int e = 0; group->type->work && e < group->n; e++)
            group->work[e] =
                (char)group->type->work(group->par + (size_t)e * group->type->par_bytes);
        group->steady = group->type->steady && !group->type->window;
        for (int e = 0; e < group->n; e++) group->steady &= group->work[e] == PH_WORK_CONSERVATIVE;
    }
    link_formulas(sys);
    fix_formulas(sys);
    status = list_moving(sys);
    return status ? status : collect_events(sys, diag);
}
