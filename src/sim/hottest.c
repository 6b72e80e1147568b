/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where flexible bodies of a simulation were stressed most so far.
 */
#include "sim/sim.h"

int ph_sim_stressed(const ph_sim *sim)
{
    return sim->stresses.n;
}

ph_status ph_sim_hottest(ph_sim *sim, int index, ph_hottest *out)
{
    *out = (ph_hottest){.spot = -1};
    if (index < 0 || index >= sim->stresses.n) return PH_E_USAGE;
    phk_envelope *e = &sim->stresses.envelope[index];
    phk_envelope_settle(e);
    out->body = ph_model_body_name(sim->model, sim->stresses.body[index]);
    for (int p = 0; p < e->of->spots; p++)
        if (out->spot < 0 || e->square[p] > e->square[out->spot]) out->spot = p;
    phk_flex_spot_text(e->of, out->spot, out->name, sizeof out->name);
    out->stress = phk_envelope_peak(e, out->spot);
    out->time = e->time[out->spot];
    return PH_OK;
}
