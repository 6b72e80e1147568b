/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where flexible bodies of a simulation were stressed most so far.
 */
#include "sim/sim.h"

int ph_sim_stressed(const ph_sim *sim)
{
    return sim->stresses.n;
}

int ph_sim_spots(const ph_sim *sim, int index)
{
    return index < 0 || index >= sim->stresses.n ? 0 : sim->stresses.envelope[index].of->spots;
}

ph_status ph_sim_stress_at(ph_sim *sim, int index, int spot, ph_hottest *out)
{
    *out = (ph_hottest){.spot = -1};
    if (spot < 0 || spot >= ph_sim_spots(sim, index)) return PH_E_USAGE;
    phk_envelope *e = &sim->stresses.envelope[index];
    phk_envelope_settle(e);
    out->body = ph_model_body_name(sim->model, sim->stresses.body[index]);
    out->spot = spot;
    phk_flex_spot_text(e->of, spot, out->name, sizeof out->name);
    out->stress = phk_envelope_peak(e, spot);
    out->time = e->time[spot];
    return PH_OK;
}

ph_status ph_sim_hottest(ph_sim *sim, int index, ph_hottest *out)
{
    int hottest = 0;
    *out = (ph_hottest){.spot = -1};
    if (index < 0 || index >= sim->stresses.n) return PH_E_USAGE;
    phk_envelope *e = &sim->stresses.envelope[index];
    phk_envelope_settle(e);
    for (int p = 1; p < e->of->spots; p++)
        if (e->square[p] > e->square[hottest]) hottest = p;
    return ph_sim_stress_at(sim, index, hottest, out);
}
