/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From a model to a simulation: check, compile, allocate. After this a step allocates nothing.
 */
#include <math.h>
#include <stdlib.h>
#include "base/diag.h"
#include "element/elements.h"
#include "mech/model/check.h"
#include "sim/blocks.h"

static ph_status compile(const ph_model *model, ph_diag *diag, phk_program **program)
{
    ph_status status = phk_program_create(model, diag, program);
    ph_vec3 g = model->gravity;
    if (status) return status;
    for (int i = 0; i < ph_model_bodies(model) && ph_norm(g) > 0; i++) {
        phk_gravity par = {
            .on = {.text = ph_model_body_name(model, i)}, .mass = (*program)->mass[i], .g = g};
        status = phk_program_add(*program, &phk_force_gravity, &par, "gravity", phk_nowhere, diag);
        if (status) break;
    }
    if (!status) status = phk_program_finish(*program, diag);
    if (!status) return PH_OK;
    phk_program_free(*program);
    *program = NULL;
    return status;
}

/* Leaves the program with the model, unless somebody was faster. A model that others share does not
 * change: this is no part of what it says. */
static void leave(const ph_model *model, phk_program *program)
{
    phk_compiled *none = NULL;
    atomic_fetch_add(&program->head.users, 1);
    if (!atomic_compare_exchange_strong(&((ph_model *)model)->compiled, &none, &program->head))
        phk_program_free(program);
}

ph_status phk_sim_compile(const ph_model *model, ph_diag *diag, phk_program **program)
{
    *program = (phk_program *)(void *)atomic_load(&((ph_model *)model)->compiled);
    if (*program) {
        atomic_fetch_add(&(*program)->head.users, 1);
        return PH_OK;
    }
    ph_status status = compile(model, diag, program);
    if (!status) leave(model, *program);
    return status;
}

/* What the system holds that the integrator cannot evaluate. */
static ph_status check_explicit(const phk_program *program, const char *integrator, ph_diag *diag)
{
    const ph_integrator_info *method =
        ph_integrator_find(integrator ? integrator : ph_integrator_default());
    if (!program || !method || !(method->traits & PH_FREE_BODIES)) return PH_OK;
    ph_status status = phk_program_check_explicit(program, diag);
    ph_status asked = phk_program_check_requests(program, diag);
    return status ? status : asked;
}

ph_status ph_model_check(const ph_model *model, ph_diag *diag)
{
    phk_program *program = NULL;
    ph_status part[] = {phk_check_objects(model, diag), phk_sim_compile(model, diag, &program),
                        phk_shown_check(model, diag),   phk_check_integrator(&model->options, diag),
                        phk_check_phases(model, diag),  PH_OK};
    enum { PARTS = sizeof part / sizeof *part };
    if (model->options.integrator.text)
        part[PARTS - 1] = check_explicit(program, model->options.integrator.text, diag);
    phk_program_free(program);
    ph_status status = PH_OK;
    for (int i = 0; i < PARTS; i++) {
        if (part[i] == PH_E_NOMEM)
            return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
        if (part[i]) status = PH_E_MODEL;
    }
    return status;
}

static ph_status create_columns(ph_sim *sim)
{
    phk_touch touch = {sim->drive->touches, sim->drive};
    ph_status status =
        phk_blocks_create(&sim->columns, sim->system, &sim->ledger, touch, &sim->arena);
    if (status) return status;
    size_t actives = (size_t)phk_system_actives(sim->system) + 1;
    sim->actives = phk_arena_alloc(&sim->arena, actives * sizeof *sim->actives);
    size_t settings = (size_t)sim->program->triggers.settings + 1;
    sim->settings = phk_arena_alloc(&sim->arena, settings * sizeof *sim->settings);
    return sim->actives && sim->settings ? PH_OK : PH_E_NOMEM;
}

/* With what the present phase integrates by. */
static ph_status create_drive(ph_sim *sim, phk_drive_from from, phk_store *store, ph_diag *diag)
{
    const phk_engine_method *engine = phk_sim_method(&sim->options);
    const char *name = sim->options.integrator.text;
    if (!engine) return phk_drive_rot_create(sim, phk_rot_find(name), &sim->drive);
    return phk_drive_engine_create(sim, engine, from, store, diag, &sim->drive);
}

static ph_status start(ph_sim *sim, ph_diag *diag)
{
    sim->now.t = sim->options.start;
    sim->h = sim->options.step;
    sim->direction = 1;
    phk_sim_skip_events(sim);
    ph_status status = phk_sim_start_triggers(sim, diag);
    if (!status) status = phk_sim_apply_events(sim, diag);
    if (status) return status;
    /* the ledger begins with the energy at the start */
    ph_energy energy;
    status = ph_sim_energy(sim, &energy);
    if (!status) status = phk_system_touch(sim->system);
    if (status) return phk_system_explain(sim->system, status, diag);
    status = phk_sim_check_overlaps(sim, diag);
    if (status) return status;
    phk_ledger_press(&sim->ledger, sim->system);
    phk_view bodies = phk_sim_bodies(sim);
    energy = phk_sim_energy_at(sim, &bodies, sim->ledger.applied, sim->ledger.dissipated);
    sim->ledger.initial = energy.total;
    sim->ledger.potential = phk_system_potential(sim->system, NULL);
    phk_sim_watch_energy(sim);
    status = phk_system_lost(sim->system, diag);
    phk_system_remember(sim->system, true);
    return !status && sim->drive->heed ? sim->drive->heed(sim->drive, diag) : status;
}

/* Everything that does not depend on where it is to begin. */
static ph_status prepare(ph_sim *sim, const ph_options *options, ph_diag *diag)
{
    const ph_model *model = sim->model;
    /* go on after an error, so that all of them are told */
    ph_status part[] = {phk_sim_plan_phases(sim, options, diag), phk_check_objects(model, diag),
                        phk_sim_compile(model, diag, &sim->program), phk_shown_check(model, diag),
                        phk_check_phases(model, diag)};
    ph_status status = PH_OK;
    for (int i = 0; i < 5; i++)
        if (part[i] && (!status || part[i] == PH_E_NOMEM)) status = part[i];
    if (!status && phk_is_dynamic(&sim->options))
        status = check_explicit(sim->program, sim->options.integrator.text, diag);
    if (!status) status = phk_system_create(sim->program, &sim->system);
    if (status) return status;
    phk_sim_switch(model, sim->system, 0);
    status = phk_sim_find_breaks(sim, diag);
    if (!status) status = phk_sim_plan_events(sim);
    if (!status) status = phk_sim_plan_triggers(sim);
    if (!status) status = phk_stresses_create(&sim->stresses, sim->program, &sim->arena);
    return status ? status : phk_ledger_create(&sim->ledger, sim->system, &sim->arena);
}

static ph_status begin(ph_sim *sim, ph_diag *diag)
{
    ph_status status = create_drive(sim, PHK_FROM_MODEL, NULL, diag);
    if (!status) status = create_columns(sim);
    return status ? status : start(sim, diag);
}

/* What was written is of another model, other options or another build; or it is damaged. */
static ph_status read_back(ph_sim *sim, phk_store *store, ph_diag *diag)
{
    phk_store_check(store);
    phk_sim_store_head(sim, store);
    ph_status status = store->status;
    if (!status) status = create_drive(sim, PHK_FROM_STORE, store, diag);
    if (!status) phk_sim_store_tail(sim, store, diag);
    if (!status) status = store->status;
    if (status == PH_E_FORMAT)
        phk_error(diag, status, phk_nowhere, "run it from the start",
                  "this state is damaged, or of another model, other options or another version");
    return status ? status : create_columns(sim);
}

ph_status phk_sim_create_from(const ph_model *model, const ph_options *options, phk_store *store,
                              ph_diag *diag, ph_sim **out)
{
    *out = NULL;
    if (!model) return phk_tell(diag, PH_E_USAGE);
    ph_sim *sim = calloc(1, sizeof *sim);
    if (!sim) return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
    sim->model = model;
    ph_status status = prepare(sim, options, diag);
    if (!status) status = store ? read_back(sim, store, diag) : begin(sim, diag);
    if (status) {
        if (status == PH_E_NOMEM) phk_error(diag, status, phk_nowhere, NULL, "out of memory");
        ph_sim_free(sim);
        return phk_tell(diag, status);
    }
    *out = sim;
    return PH_OK;
}

ph_status ph_sim_create(const ph_model *model, const ph_options *options, ph_diag *diag,
                        ph_sim **out)
{
    return phk_sim_create_from(model, options, NULL, diag, out);
}

void ph_sim_free(ph_sim *sim)
{
    if (!sim) return;
    if (sim->drive) sim->drive->free(sim->drive);
    phk_system_free(sim->system);
    phk_program_free(sim->program);
    phk_arena_free(&sim->arena);
    free(sim);
}
