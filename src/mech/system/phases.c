/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is there in a phase of a run, or after an event: joints, motions, forces, contacts
 * and events, activated and deactivated by name.
 *
 * Nothing is compiled anew. Rows of a joint that is not there are left out of the mechanism, as
 * redundant ones are; a force that is not there has no wrench, like one whose time has not come.
 */
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "mech/system/system.h"

static bool can_switch(phk_kind kind)
{
    return phk_kinds[kind].flags & PHK_SWITCHED;
}

static ph_status unknown(const ph_model *model, const char *whose, const ph_text *name,
                         ph_diag *diag)
{
    char hint[200] = "name joints, motions, forces, contacts and events";
    phk_object o = phk_model_find(model, name->text, strlen(name->text));
    if (o.index >= 0)
        return phk_error(diag, PH_E_NAME, name->where, hint,
                         "%s: a %s like `%s` cannot be activated or deactivated", whose,
                         phk_kind_text(o.kind), name->text);
    phk_nearest nearest = phk_nearest_to(name->text, strlen(name->text));
    for (int k = 0; k < PHK_KINDS && phk_diag_wants(diag, name->where); k++)
        if (can_switch((phk_kind)k)) phk_model_offer(model, (phk_kind)k, &nearest);
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best);
    return phk_error(diag, PH_E_NAME, name->where, hint,
                     "%s: there is no joint, motion, force, contact or event `%s`", whose,
                     name->text);
}

static ph_status check_names(const ph_model *model, const char *whose, const ph_names *names,
                             ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int i = 0; i < names->count; i++) {
        const ph_text *name = &names->name[i];
        phk_object o = phk_model_find(model, name->text, strlen(name->text));
        if (o.index < 0 || !can_switch(o.kind)) status = unknown(model, whose, name, diag);
    }
    return status;
}

static ph_status check_set(const ph_model *model, const char *whose, const ph_phase_def *phase,
                           ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int i = 0; i < phase->count; i++) {
        const ph_text *name = &phase->set[i].name;
        phk_object o = phk_model_find(model, name->text, strlen(name->text));
        if (o.index >= 0 && o.kind == PHK_KIND_PARAMETER) continue;
        char hint[200] = "set parameters, which expressions then read anew";
        phk_nearest nearest = phk_nearest_to(name->text, strlen(name->text));
        phk_model_offer(model, PHK_KIND_PARAMETER, &nearest);
        if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best);
        status = phk_error(diag, PH_E_NAME, name->where, hint, "%s: there is no parameter `%s`",
                           whose, name->text);
    }
    return status;
}

ph_status phk_check_phases(const ph_model *model, ph_diag *diag)
{
    const phk_list *events = &model->list[PHK_KIND_EVENT];
    ph_status status = PH_OK;
    for (int i = 0; i < ph_model_phases(model) + events->count; i++) {
        int e = i - ph_model_phases(model);
        const ph_phase_def *phase = e < 0 ? &phk_phases(model)[i] : NULL;
        const ph_event_def *event = e < 0 ? NULL : &phk_events(model)[e];
        char whose[100];
        if (e < 0)
            snprintf(whose, sizeof whose, "phase %d", i + 1);
        else
            snprintf(whose, sizeof whose, "event `%.80s`", events->name[e]);
        ph_status one =
            check_names(model, whose, e < 0 ? &phase->activate : &event->activate, diag);
        ph_status other =
            check_names(model, whose, e < 0 ? &phase->deactivate : &event->deactivate, diag);
        ph_status set = e < 0 ? check_set(model, whose, phase, diag) : PH_OK;
        if (one || other || set) status = one ? one : other ? other : set;
    }
    return status;
}

static void set_force(phk_system *sys, int force, bool on)
{
    const phk_element_at *at = &sys->program->elements.force[force];
    int e = sys->program->elements.group[at->group].first + at->index;
    sys->off[e] = !on;
    sys->acts[e] = on && sys->within[e];
    sys->known[at->group] = false;
}

/* What is on a joint is there while that is. */
static void follow_joints(phk_system *sys)
{
    for (int g = 0; g < sys->program->elements.groups; g++) {
        const phk_group *group = &sys->program->elements.group[g];
        for (int k = 0; group->joint && k < group->n; k++) {
            int e = group->first + k;
            sys->acts[e] =
                !sys->off[e] && sys->within[e] && *phk_constraint_acts(sys, group->joint[k]);
        }
    }
}

static void set_event(phk_occurrence *o, bool on)
{
    if (on && o->off) o->met = false;
    o->off = !on;
}

void phk_system_activate(phk_system *sys, const ph_names *names, bool on)
{
    const ph_model *model = sys->program->model;
    int joints = ph_model_joints(model);
    for (int i = 0; i < names->count; i++) {
        const char *name = names->name[i].text;
        phk_object o = phk_model_find(model, name, strlen(name));
        if (o.index < 0) continue;
        if (o.kind == PHK_KIND_JOINT) *phk_constraint_acts(sys, o.index) = on;
        if (o.kind == PHK_KIND_MOTION) *phk_constraint_acts(sys, joints + o.index) = on;
        if (o.kind == PHK_KIND_FORCE) set_force(sys, o.index, on);
        if (o.kind == PHK_KIND_CONTACT) sys->pool.off[o.index] = !on;
        if (o.kind == PHK_KIND_EVENT) set_event(&sys->occurrence[o.index], on);
    }
    follow_joints(sys);
}

void phk_system_set(phk_system *sys, const ph_phase_def *phase)
{
    for (int i = 0; i < phase->count; i++) {
        const char *name = phase->set[i].name.text;
        phk_object o = phk_model_find(sys->program->model, name, strlen(name));
        if (o.index < 0 || o.kind != PHK_KIND_PARAMETER) continue;
        sys->setting[sys->program->triggers.setting[o.index]] = phase->set[i].value;
        sys->sets++;
    }
}

/* Whether all of them are, or are not, there. */
static bool all_are(const phk_system *sys, const ph_names *names, bool on)
{
    const phk_program *program = sys->program;
    int joints = ph_model_joints(program->model);
    for (int i = 0; i < names->count; i++) {
        const char *name = names->name[i].text;
        phk_object o = phk_model_find(program->model, name, strlen(name));
        bool is = on;
        if (o.kind == PHK_KIND_JOINT) is = *phk_constraint_acts(sys, o.index);
        if (o.kind == PHK_KIND_MOTION) is = *phk_constraint_acts(sys, joints + o.index);
        if (o.kind == PHK_KIND_CONTACT) is = !sys->pool.off[o.index];
        if (o.kind == PHK_KIND_EVENT) is = !sys->occurrence[o.index].off;
        if (o.kind == PHK_KIND_FORCE) {
            const phk_element_at *at = &program->elements.force[o.index];
            is = !sys->off[program->elements.group[at->group].first + at->index];
        }
        if (is != on) return false;
    }
    return true;
}

bool phk_trigger_sleeps(const phk_system *sys, int trigger)
{
    const ph_event_def *def = sys->program->triggers.trigger[trigger].def;
    if (sys->occurrence[trigger].off) return true;
    if (def->once && sys->occurrence[trigger].count > 0) return true;
    return def->activate.count + def->deactivate.count > 0 && all_are(sys, &def->activate, true) &&
           all_are(sys, &def->deactivate, false);
}

int phk_system_actives(const phk_system *sys)
{
    return sys->program->constraints + ph_model_forces(sys->program->model) +
           sys->program->contacts.contacts + sys->program->triggers.n;
}

void phk_system_get_actives(const phk_system *sys, bool *active)
{
    const phk_elements *elements = &sys->program->elements;
    for (int k = 0; k < sys->program->constraints; k++) *active++ = *phk_constraint_acts(sys, k);
    for (int f = 0; f < ph_model_forces(sys->program->model); f++) {
        const phk_element_at *at = &elements->force[f];
        *active++ = !sys->off[elements->group[at->group].first + at->index];
    }
    for (int k = 0; k < sys->program->contacts.contacts; k++) *active++ = !sys->pool.off[k];
    for (int e = 0; e < sys->program->triggers.n; e++) *active++ = !sys->occurrence[e].off;
}

void phk_system_put_actives(phk_system *sys, const bool *active)
{
    for (int k = 0; k < sys->program->constraints; k++) *phk_constraint_acts(sys, k) = *active++;
    for (int f = 0; f < ph_model_forces(sys->program->model); f++) set_force(sys, f, *active++);
    for (int k = 0; k < sys->program->contacts.contacts; k++) sys->pool.off[k] = !*active++;
    for (int e = 0; e < sys->program->triggers.n; e++) sys->occurrence[e].off = !*active++;
    follow_joints(sys);
}
