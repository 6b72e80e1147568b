/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Run options: what was asked for, checked against what the integrator can do.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "sim/sim.h"

ph_status phk_check_integrator(const ph_options *o, ph_diag *diag)
{
    const char *name = o->integrator.text;
    if (!name || ph_integrator_find(name)) return PH_OK;
    phk_nearest nearest = phk_nearest_to(name, strlen(name));
    for (int i = 0; i < ph_integrator_count(); i++)
        phk_nearest_offer(&nearest, ph_integrator_get(i)->name);
    char hint[200] = "`polhode list integrators` shows the ones there are";
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%s`?", nearest.best);
    return phk_error(diag, PH_E_NAME, o->integrator.where, hint, "there is no integrator `%.100s`",
                     name);
}

static ph_status check_times(const ph_options *o, ph_diag *diag)
{
    if (isnan(o->end))
        return phk_error(diag, PH_E_MISSING, o->where, "give `end` under `simulate`, or --end T",
                         "no final time is given");
    if (!isfinite(o->start) || !isfinite(o->end) || !(o->end > o->start))
        return phk_error(diag, PH_E_RANGE, o->where, "the end must lie after the start",
                         "the end, %g s, is not after the start, %g s", o->end, o->start);
    return PH_OK;
}

/* The rotation methods take equal steps and have no damping to set. */
static ph_status check_fixed_step(const ph_options *o, ph_diag *diag)
{
    ph_status status = PH_OK;
    const char *name = o->integrator.text;
    if (o->tolerance > 0)
        status = phk_error(diag, PH_E_UNSUPPORTED, o->where, "give a step instead of a tolerance",
                           "integrator `%s` takes steps of one size: it cannot follow a tolerance",
                           name);
    if (!isnan(o->alpha) || !isnan(o->rho))
        status = phk_error(diag, PH_E_UNSUPPORTED, o->where, "leave it out",
                           "integrator `%s` has no numerical damping: `%s` does not apply", name,
                           isnan(o->alpha) ? "rho" : "alpha");
    if (o->step == 0 && !(o->tolerance > 0))
        return phk_error(diag, PH_E_MISSING, o->where,
                         "give `step` under `simulate`, or --step H; a twentieth of the shortest "
                         "turn is a start",
                         "integrator `%s` needs a step", name);
    if (o->step != 0 && (!isfinite(o->step) || o->step < 0))
        return phk_error(diag, PH_E_RANGE, o->where, "give a step above zero",
                         "a step of %g s cannot be taken", o->step);
    double largest = fmax(fabs(o->start), fabs(o->end));
    if (o->step > 0 && o->step < 1e-13 * largest)
        return phk_error(diag, PH_E_RANGE, o->where, "take a larger step",
                         "a step of %g s is lost in the rounding of times near %g s", o->step,
                         largest);
    return status;
}

static ph_status check_output(const ph_options *o, ph_diag *diag)
{
    if (o->every != 0 && o->rows != 0)
        return phk_error(diag, PH_E_USAGE, o->where, "give one of them",
                         "output times are set twice: `every` and `steps`");
    if (!isfinite(o->every) || o->every < 0 || o->rows < 0)
        return phk_error(diag, PH_E_RANGE, o->where, "give a number above zero",
                         "output times must lie apart by a positive time");
    if (o->every > 0 && (o->end - o->start) / o->every > 1e9)
        return phk_error(diag, PH_E_RANGE, o->where, "take a larger `every`",
                         "output every %g s makes more than 1e9 rows", o->every);
    return PH_OK;
}

ph_status phk_sim_options(const ph_model *model, const ph_options *given, ph_diag *diag,
                          ph_options *o)
{
    *o = given ? *given : model->options;
    if (!o->integrator.text) o->integrator.text = ph_integrator_default();
    if (!o->where.file && *model->path) o->where = (ph_source){.file = model->path};
    ph_status part[4] = {phk_check_integrator(o, diag), check_times(o, diag), PH_OK, PH_OK};
    if (!part[0]) {
        /* the caller's text may go, the name of the method stays */
        o->integrator.text = ph_integrator_find(o->integrator.text)->name;
        part[2] = check_fixed_step(o, diag);
    }
    if (!part[1]) part[3] = check_output(o, diag);
    for (int i = 0; i < 4; i++)
        if (part[i]) return part[i];
    return PH_OK;
}
