/* SPDX-License-Identifier: BSD-3-Clause
 *
 * engine_lie.c -- the engines with six coordinates per body: `galpha` and `hht`.
 */
#include "integrate/engine.h"

#include <math.h>
#include "integrate/stepper.h"

#define HHT_ALPHA -0.3 /* -0.1 costs five times the rejections at variable steps */

/* The scheme the options ask for, else that of the default. */
static phk_scheme scheme_of(const phk_engine_options *options, phk_scheme standard)
{
    if (!isnan(options->run.rho)) return phk_scheme_rho(options->run.rho);
    if (!isnan(options->run.alpha)) return phk_scheme_hht(options->run.alpha);
    return standard;
}

static ph_status galpha_create(const phk_dae *dae, const phk_engine_options *options,
                               phk_engine **out)
{
    phk_stepper_def def = {.stepping = phk_stepping_of(dae, &options->run)};
    def.scheme = scheme_of(options, phk_scheme_rho(def.stepping.rho));
    phk_scheme_second_order_states(&def.scheme);
    ph_status status = phk_form_lie_create(dae, true, &def.form);
    if (status) return status;
    return phk_stepper_create(&phk_engine_galpha, dae, options, &def, out);
}

static ph_status hht_create(const phk_dae *dae, const phk_engine_options *options, phk_engine **out)
{
    phk_stepper_def def = {.stepping = phk_stepping_of(dae, &options->run),
                           .scheme = scheme_of(options, phk_scheme_hht(HHT_ALPHA))};
    phk_scheme_second_order_states(&def.scheme);
    ph_status status = phk_form_lie_create(dae, false, &def.form);
    if (status) return status;
    return phk_stepper_create(&phk_engine_hht, dae, options, &def, out);
}

const phk_engine_method phk_engine_galpha = {
    .info = {.name = "galpha",
             .summary = "generalised-alpha on rotations, spatial momentum",
             .reference = "Chung & Hulbert 1993; Bruels, Cardona & Arnold 2012",
             .order = 2,
             .traits = PH_IMPLICIT,
             .options = (const char *const[]){PHK_ENGINE_TAKES, "error", "rho", NULL},
             .calls_per_step = 1,
             .calls_at_start = 1},
    .create = galpha_create,
};

const phk_engine_method phk_engine_hht = {
    .info = {.name = "hht",
             .summary = "HHT on rotations, body angular velocity",
             .reference = "Hilber, Hughes & Taylor 1977; Negrut et al. 2007",
             .order = 2,
             .traits = PH_IMPLICIT,
             .options = (const char *const[]){PHK_ENGINE_TAKES, "error", "alpha", NULL},
             .calls_per_step = 1,
             .calls_at_start = 1},
    .create = hht_create,
};
