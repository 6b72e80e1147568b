/* SPDX-License-Identifier: BSD-3-Clause */
#include "reach.h"

#include <math.h>
#include <polhode/analysis.h>
#include "command.h"
#include "common/report.h"

/* What the command was asked for, or what happened on the way. */
static int status_of(ph_status status)
{
    bool failed = status == PH_E_SOLVE || status == PH_E_NONFINITE || status == PH_E_NOMEM;
    return status >= 0 ? CLI_DONE : failed ? CLI_FAILED : CLI_USAGE;
}

/* Methods for free bodies have no equations to linearise: the usual engine takes their place. */
static ph_options fitting(const ph_options *given)
{
    ph_options o = *given;
    const char *name = o.integrator.text ? o.integrator.text : ph_integrator_default();
    const ph_integrator_info *info = ph_integrator_find(name);
    if (info && info->traits & PH_FREE_BODIES) {
        const ph_integrator_info *engine = ph_integrator_find("galpha");
        ph_options_fit(&o, engine);
        o.integrator = (ph_text){.text = engine->name};
    }
    return o;
}

int reach(const char *command, const ph_model *model, const ph_options *options,
          const reach_options *how, ph_diag *diag, ph_sim **sim)
{
    ph_options o = fitting(options);
    double start = isfinite(o.start) ? o.start : 0;
    *sim = NULL;
    if (how->at < start) {
        cli_error(command, "--at %g s is before the start, %g s", how->at, start);
        return CLI_USAGE;
    }
    if (isnan(o.end)) o.end = start + 1;
    if (how->at > o.end) o.end = how->at;
    ph_status status = ph_sim_create(model, &o, diag, sim);
    if (!status && how->at > start) status = ph_sim_advance(*sim, how->at, diag);
    ph_equilibrium found;
    if (!status && how->equilibrium) status = ph_sim_find_equilibrium(*sim, diag, &found);
    if (status < 0) cli_report(diag);
    return status_of(status);
}
