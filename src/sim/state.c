/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reading and setting the state of bodies.
 */
#include <math.h>
#include "sim/sim.h"

phk_view phk_sim_view(const ph_sim *sim, const phk_state *state)
{
    const phk_seating *at = &sim->drive->seating;
    return (phk_view){state->q + at->place, state->q + at->turn, state->v + at->speed,
                      state->v + at->spin,  at->stride,          at->seat};
}

phk_view phk_sim_bodies(const ph_sim *sim)
{
    return phk_sim_view(sim, &sim->now);
}

static bool has_body(const ph_sim *sim, int body)
{
    return body >= 0 && body < sim->system->program->bodies;
}

ph_status ph_sim_get_body(const ph_sim *sim, int body, ph_body_state *out)
{
    if (!has_body(sim, body)) return PH_E_USAGE;
    phk_view s = phk_sim_bodies(sim);
    ph_quat q = phk_view_turn(&s, body);
    ph_vec3 w = phk_view_spin(&s, body), r = sim->system->program->r_C[body];
    out->orientation = q;
    out->omega = w;
    out->position = ph_add(phk_view_place(&s, body), ph_rotate(q, r));
    out->velocity = ph_add(phk_view_speed(&s, body), ph_rotate(q, ph_cross(w, r)));
    return PH_OK;
}

ph_status ph_sim_set_body(ph_sim *sim, int body, const ph_body_state *in)
{
    if (!has_body(sim, body)) return PH_E_USAGE;
    double norm = ph_quat_norm(in->orientation);
    if (!isfinite(ph_norm(in->position) + ph_norm(in->velocity) + ph_norm(in->omega)) ||
        !(fabs(norm - 1) < 1e-6))
        return PH_E_RANGE;
    ph_energy before = {0}, after = {0};
    ph_status status = ph_sim_energy(sim, &before);
    double pressed = phk_system_pressed(sim->system);
    sim->drive->halt(sim->drive);
    ph_quat q = in->orientation;
    q = ph_quat_make(q.w / norm, q.x / norm, q.y / norm, q.z / norm);
    bool pivot = sim->system->program->pivot[body];
    sim->drive->set(sim->drive, body, pivot ? phk_bodies(sim->model)[body].pivot : in->position,
                    pivot ? ph_v3(0, 0, 0) : in->velocity, q, in->omega);
    /* the energy this puts in is not the integrator's doing, nor has it moved */
    if (!status && !ph_sim_energy(sim, &after)) {
        /* what contacts hold now they have not taken from anybody */
        pressed = phk_system_pressed(sim->system) - pressed;
        phk_ledger_lose(&sim->ledger, pressed);
        sim->ledger.initial += after.total - before.total + pressed;
        sim->ledger.potential += after.potential - before.potential - pressed;
    }
    return PH_OK;
}
