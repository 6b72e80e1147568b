/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The energy ledger: total = kinetic + potential - applied + dissipated stays what it was at the
 * start, but for what the integrator adds or loses (`numerical`).
 */
#include "sim/sim.h"

double phk_sim_kinetic(const ph_sim *sim, const phk_view *s)
{
    const phk_system *sys = sim->system;
    double sum = 0;
    for (int i = 0; i < sys->program->bodies; i++) {
        ph_vec3 v = phk_view_speed(s, i), w = phk_view_spin(s, i);
        /* v is 0 on a pivot, where the inertia about it covers everything */
        sum += 0.5 * (sys->program->mass[i] * ph_dot(v, v) +
                      ph_dot(w, ph_sym3_mul(sys->program->inertia[i], w)));
    }
    for (int k = 0; k < sys->program->flexible.n; k++) sum += phk_system_elastic(sim->system, k, s);
    return sum;
}

ph_energy phk_sim_energy_at(ph_sim *sim, const phk_view *bodies, double applied, double dissipated)
{
    ph_energy e = {.kinetic = phk_sim_kinetic(sim, bodies),
                   .potential = phk_system_potential(sim->system, NULL),
                   .applied = applied,
                   .dissipated = dissipated};
    e.total = e.kinetic + e.potential - e.applied + e.dissipated;
    e.numerical = e.total - sim->ledger.initial;
    /* what contacts have taken and still hold */
    double pressed = phk_system_pressed(sim->system);
    e.potential += pressed;
    e.dissipated -= pressed;
    return e;
}

ph_energy phk_sim_energy_between(ph_sim *sim, double t, const phk_view *bodies, double total)
{
    const phk_ledger *l = &sim->ledger;
    double share = (t - sim->before.t) / (sim->now.t - sim->before.t);
    if (l->step != 0) {
        double applied, dissipated;
        phk_ledger_sums(l, share, &applied, &dissipated);
        return phk_sim_energy_at(sim, bodies, applied, dissipated);
    }
    ph_energy e = phk_sim_energy_at(sim, bodies, 0, 0);
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
    phk_view bodies = phk_sim_bodies(sim);
    ph_status status = sim->drive->evaluate(sim->drive, PHK_NOW);
    if (status) return status;
    *energy = phk_sim_energy_at(sim, &bodies, sim->ledger.applied, sim->ledger.dissipated);
    return PH_OK;
}
