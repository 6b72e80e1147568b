/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a run with contacts is told: how its engine steps (integrate/contact.h), what was asked for
 * and does harm there, and steps that were too long for what lay before them.
 */
#include <math.h>
#include <stdio.h>
#include "base/diag.h"
#include "sim/drive_engine.h"
#include "sim/sim.h"

/* Of generalised alpha and HHT alike. */
static double rho_of(const phk_scheme *scheme)
{
    return (1 + scheme->del) / (1 - scheme->del);
}

static void warn_of_damping(const ph_options *o, double rho, ph_diag *diag)
{
    if (!(rho > PHK_CREEPS)) return;
    char hint[80];
    const char *name = isnan(o->rho) ? "alpha" : "rho";
    snprintf(hint, sizeof hint, "leave `%s` out: the default damps more where there are contacts",
             name);
    phk_warn(diag, PH_OK, o->where, hint,
             "`%s: %g` damps little: with contacts a body that should rest may creep", name,
             isnan(o->rho) ? o->alpha : o->rho);
}

/* An engine whose steps are its own, which bounds the error of places in each: a blow of few steps
 * may leave a wrong speed. */
static void warn_of_blows(const ph_options *o, ph_diag *diag)
{
    if (!(o->tolerance > PHK_BOUNCES)) return;
    phk_warn(
        diag, PH_OK, o->where, "take `galpha`, or a tolerance of 1e-6",
        "`ida` bounds no errors of velocities: at a tolerance of %g what bounces may come back "
        "with a wrong speed",
        o->tolerance);
}

void phk_tell_contacts(const phk_drive_engine *d, ph_diag *diag)
{
    const ph_options *o = &d->base.sim->options;
    const phk_stepping *s = d->engine->stepping;
    if (!d->dae->contacts) return;
    if (!s) warn_of_blows(o, diag);
    if (!s) return;
    double rho = rho_of(d->engine->scheme);
    bool adapts = o->tolerance > 0;
    if (adapts)
        phk_note(diag, "contacts: damping rho %.2g, steps grow by at most %g, error per %sstep",
                 rho, s->grow, s->per_unit_step ? "unit " : "");
    else
        phk_note(diag, "contacts: damping rho %.2g", rho);
    warn_of_damping(o, rho, diag);
    if (adapts && !s->per_unit_step)
        phk_warn(diag, PH_OK, o->where, "leave `error` out",
                 "`error: per-step` does not bound errors of velocities: with contacts a body may "
                 "come back from an impact with a wrong one");
}

void phk_sim_warn_of_leaps(const ph_sim *sim, ph_diag *diag)
{
    const ph_stats *s = &sim->stats;
    if (s->leapt == 0) return;
    phk_warn(diag, PH_OK, phk_nowhere,
             sim->h > 0 ? "take a smaller step, or a tolerance" : "take a smaller `min_step`",
             "%lld of %lld steps were so long that a body could pass through another unseen",
             s->leapt, s->steps);
}
