/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From a model to a simulation: check, compile, allocate. After this nothing allocates.
 */
#include <math.h>
#include <stdlib.h>
#include "base/diag.h"
#include "element/elements.h"
#include "mech/check.h"
#include "sim/sim.h"

/* The model's forces, and gravity on every body. */
static ph_status compile(const ph_model *model, ph_diag *diag, phk_system **system)
{
    ph_status status = phk_system_create(model, diag, system);
    ph_vec3 g = model->gravity;
    if (status) return status;
    for (int i = 0; i < ph_model_bodies(model) && ph_norm(g) > 0; i++) {
        phk_gravity par = {
            .on = {.text = ph_model_body_name(model, i)}, .mass = model->body[i].mass, .g = g};
        status = phk_system_add(*system, &phk_force_gravity, &par, "gravity", phk_nowhere, diag);
        if (status) break;
    }
    if (!status) status = phk_system_finish(*system, diag);
    if (status) {
        phk_system_free(*system);
        *system = NULL;
    }
    return status;
}

ph_status ph_model_check(const ph_model *model, ph_diag *diag)
{
    phk_system *system = NULL;
    ph_status part[] = {phk_check_bodies(model, diag), compile(model, diag, &system),
                        phk_columns_check(model, diag),
                        phk_check_integrator(&model->options, diag)};
    phk_system_free(system);
    for (int i = 0; i < 4; i++)
        if (part[i] == PH_E_NOMEM)
            return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
    return part[0] || part[1] || part[2] || part[3] ? PH_E_MODEL : PH_OK;
}

static double *doubles(ph_sim *sim, size_t count)
{
    return phk_arena_alloc(&sim->arena, (count + 1) * sizeof(double));
}

static ph_status allocate(ph_sim *sim, const phk_rot_method *method)
{
    ph_status status = phk_rot_create(method, sim->system->bodies, &sim->rot);
    if (!status) status = phk_columns_create(sim);
    if (status) return status;
    size_t ld = (size_t)sim->rot->ld;
    sim->before = doubles(sim, 13 * ld);
    sim->between = doubles(sim, 13 * ld);
    sim->loads = doubles(sim, 6 * ld);
    sim->row = doubles(sim, sim->columns.width);
    return sim->before && sim->between && sim->loads && sim->row ? PH_OK : PH_E_NOMEM;
}

/* Loads of all bodies for the integrator; also the power, for the ledger. */
static ph_status load(void *self, phk_rot *rot, double t, const phk_rot_point *p, int call)
{
    ph_sim *sim = self;
    double *s = rot->s, power;
    size_t ld = (size_t)rot->ld;
    phk_state state = {s + (size_t)p->x * ld, s + (size_t)p->v * ld, s + (size_t)p->q * ld,
                       s + (size_t)p->w * ld, rot->ld};
    ph_status status =
        phk_system_loads(sim->system, t, &state, s + PHK_F * ld, s + PHK_T * ld, &power);
    if (status < 0) sim->load_failed = true;
    double lost = status < 0 ? 0 : phk_system_dissipation(sim->system);
    phk_ledger *l = &sim->ledger;
    *(call < 0 ? &l->power : &l->call[call]) = power;
    *(call < 0 ? &l->lost : &l->lost_call[call]) = lost;
    return status;
}

static void set_bodies(ph_sim *sim)
{
    for (int i = 0; i < sim->system->bodies; i++) {
        const ph_body_def *b = &sim->model->body[i];
        phk_rot_set_constants(sim->rot, i, b->has_pivot ? 0 : b->mass, b->inertia);
        phk_rot_set_state(sim->rot, i, b->has_pivot ? b->pivot : b->position,
                          b->has_pivot ? ph_v3(0, 0, 0) : b->velocity, b->orientation, b->omega);
    }
    if (!phk_system_is_free(sim->system)) {
        sim->rot->load = load;
        sim->rot->load_self = sim;
    }
}

static ph_status start(ph_sim *sim, ph_diag *diag)
{
    sim->t = sim->options.start;
    sim->h = sim->options.step;
    sim->direction = 1;
    sim->fresh = true;
    set_bodies(sim);
    phk_sim_skip_events(sim);
    phk_sim_apply_events(sim);
    /* the ledger begins with the energy at the start */
    ph_energy energy;
    ph_status status = ph_sim_energy(sim, &energy);
    if (status) return phk_system_explain(sim->system, status, diag);
    sim->ledger.initial = energy.total;
    return PH_OK;
}

ph_status ph_sim_create(const ph_model *model, const ph_options *options, ph_diag *diag,
                        ph_sim **out)
{
    *out = NULL;
    if (!model) return PH_E_USAGE;
    ph_sim *sim = calloc(1, sizeof *sim);
    if (!sim) return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
    sim->model = model;
    /* go on after an error, so that all of them are told */
    ph_status part[] = {phk_sim_options(model, options, diag, &sim->options),
                        phk_check_bodies(model, diag), compile(model, diag, &sim->system),
                        phk_columns_check(model, diag)};
    ph_status status = PH_OK;
    for (int i = 0; i < 4; i++)
        if (part[i] && (!status || part[i] == PH_E_NOMEM)) status = part[i];
    if (!status) status = allocate(sim, phk_rot_find(sim->options.integrator.text));
    if (!status) status = start(sim, diag);
    if (status) {
        if (status == PH_E_NOMEM) phk_error(diag, status, phk_nowhere, NULL, "out of memory");
        ph_sim_free(sim);
        return status;
    }
    *out = sim;
    return PH_OK;
}

void ph_sim_free(ph_sim *sim)
{
    if (!sim) return;
    phk_rot_free(sim->rot);
    phk_system_free(sim->system);
    phk_arena_free(&sim->arena);
    free(sim);
}
