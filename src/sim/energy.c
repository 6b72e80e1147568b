/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The energy ledger: total = kinetic + potential - applied + dissipated stays what it was at the
 * start, but for what the integrator adds or loses (`numerical`).
 */
#include "sim/sim.h"

double phk_sim_kinetic(const ph_sim *sim, const phk_state *s)
{
    const phk_system *sys = sim->system;
    double sum = 0;
    for (int i = 0; i < sys->program->bodies; i++) {
        ph_vec3 v = phk_column3(s->v, s->ld, i), w = phk_column3(s->w, s->ld, i);
        /* v is 0 on a pivot, where the inertia about it covers everything */
        sum += 0.5 * (sys->program->mass[i] * ph_dot(v, v) +
                      ph_dot(w, ph_sym3_mul(sys->program->inertia[i], w)));
    }
    return sum;
}

ph_energy phk_sim_energy_at(ph_sim *sim, const phk_state *state, double applied, double dissipated)
{
    ph_energy e = {.kinetic = phk_sim_kinetic(sim, state),
                   .potential = phk_system_potential(sim->system, NULL),
                   .applied = applied,
                   .dissipated = dissipated};
    e.total = e.kinetic + e.potential - e.applied + e.dissipated;
    e.numerical = e.total - sim->ledger.initial;
    return e;
}

ph_energy phk_sim_energy_between(ph_sim *sim, double t, const phk_state *state, double total)
{
    const phk_ledger *l = &sim->ledger;
    double share = (t - sim->before_t) / (sim->t - sim->before_t);
    if (l->step != 0) {
        double applied, dissipated;
        phk_ledger_sums(l, share, &applied, &dissipated);
        return phk_sim_energy_at(sim, state, applied, dissipated);
    }
    ph_energy e = phk_sim_energy_at(sim, state, 0, 0);
    double rest = e.total - total; /* applied less dissipated */
    /* where only one of the two is at work all is its; else one is interpolated */
    if (l->dissipated == 0)
        e.dissipated = 0;
    else if (l->applied == 0)
        e.dissipated = -rest;
    else
        e.dissipated = l->before_dissipated + share * (l->dissipated - l->before_dissipated);
    e.applied = l->applied == 0 && l->dissipated != 0 ? 0 : rest + e.dissipated;
    e.total = total;
    e.numerical = total - sim->ledger.initial;
    return e;
}

ph_status ph_sim_energy(ph_sim *sim, ph_energy *energy)
{
    phk_state state = phk_sim_state(sim);
    ph_status status = sim->drive->evaluate(sim->drive, sim->t, &state);
    if (status) return status;
    *energy = phk_sim_energy_at(sim, &state, sim->ledger.applied, sim->ledger.dissipated);
    return PH_OK;
}
