/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is there in a phase of a run: joints, motions, forces and contacts, activated and
 * deactivated by name.
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

static ph_status unknown(const ph_model *model, int phase, const ph_text *name, ph_diag *diag)
{
    char hint[200] = "name joints, motions, forces and contacts";
    phk_object o = phk_model_find(model, name->text, strlen(name->text));
    if (o.index >= 0)
        return phk_error(diag, PH_E_NAME, name->where, hint,
                         "phase %d: a %s like `%s` cannot be activated or deactivated", phase + 1,
                         phk_kind_text(o.kind), name->text);
    phk_nearest nearest = phk_nearest_to(name->text, strlen(name->text));
    for (int k = 0; k < PHK_KINDS && phk_diag_wants(diag, name->where); k++)
        if (can_switch((phk_kind)k)) phk_model_offer(model, (phk_kind)k, &nearest);
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best);
    return phk_error(diag, PH_E_NAME, name->where, hint,
                     "phase %d: there is no joint, motion, force or contact `%s`", phase + 1,
                     name->text);
}

ph_status phk_check_phases(const ph_model *model, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int p = 0; p < ph_model_phases(model); p++) {
        const ph_names *lists[] = {&phk_phases(model)[p].activate,
                                   &phk_phases(model)[p].deactivate};
        for (int l = 0; l < 2; l++)
            for (int i = 0; i < lists[l]->count; i++) {
                const ph_text *name = &lists[l]->name[i];
                phk_object o = phk_model_find(model, name->text, strlen(name->text));
                if (o.index < 0 || !can_switch(o.kind)) status = unknown(model, p, name, diag);
            }
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
    }
}

int phk_system_actives(const phk_system *sys)
{
    return sys->program->constraints + ph_model_forces(sys->program->model) +
           sys->program->contacts.contacts;
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
}

void phk_system_put_actives(phk_system *sys, const bool *active)
{
    for (int k = 0; k < sys->program->constraints; k++) *phk_constraint_acts(sys, k) = *active++;
    for (int f = 0; f < ph_model_forces(sys->program->model); f++) set_force(sys, f, *active++);
    for (int k = 0; k < sys->program->contacts.contacts; k++) sys->pool.off[k] = !*active++;
}
