/* SPDX-License-Identifier: BSD-3-Clause
 *
 * engine_euler.c -- the HHT engines with seven coordinates per body: `hht-euler`, `hht-modified`,
 * `hht-classic`. They start plainly, as published: accelerations and multipliers consistent with
 * the state, no offset.
 */
#include "integrate/engine.h"

#include <math.h>
#include "integrate/stepper.h"

#define ALPHA -0.3 /* -0.1 costs five times the rejections at variable steps */

static ph_status create(const phk_engine_method *method, const phk_dae *dae,
                        const phk_engine_options *options, phk_euler_scheme kind, phk_engine **out)
{
    phk_stepper_def def = {.scheme =
                               phk_scheme_hht(isnan(options->alpha) ? ALPHA : options->alpha)};
    phk_scheme_second_order_states(&def.scheme);
    /* the published constant of the error: larger than the true one, so it is on the safe side */
    def.scheme.k = def.scheme.beta - 1 / (6 * (1 - def.scheme.af));
    ph_status status = phk_form_euler_create(dae, kind, &def.form);
    if (status) return status;
    return phk_stepper_create(method, dae, options, &def, out);
}

static ph_status euler_create(const phk_dae *dae, const phk_engine_options *o, phk_engine **out)
{
    return create(&phk_engine_hht_euler, dae, o, PHK_EULER_CONSISTENT, out);
}

static ph_status modified_create(const phk_dae *dae, const phk_engine_options *o, phk_engine **out)
{
    return create(&phk_engine_hht_modified, dae, o, PHK_EULER_MODIFIED, out);
}

static ph_status classic_create(const phk_dae *dae, const phk_engine_options *o, phk_engine **out)
{
    return create(&phk_engine_hht_classic, dae, o, PHK_EULER_CLASSIC, out);
}

const phk_engine_method phk_engine_hht_euler = {
    .info = {.name = "hht-euler",
             .summary = "modified HHT on Euler parameters, old forces turned with the body",
             .reference = "Sherif, Nachbagauer, Steiner & Lauss 2019, made second order",
             .order = 2,
             .traits = PH_IMPLICIT | PH_TOLERANCE | PH_ALPHA,
             .calls_per_step = 1,
             .calls_at_start = 1},
    .euler = true,
    .create = euler_create,
};

const phk_engine_method phk_engine_hht_modified = {
    .info = {.name = "hht-modified",
             .summary = "modified HHT on Euler parameters, as published",
             .reference = "Sherif, Nachbagauer, Steiner & Lauss 2019",
             .order = 1,
             .traits = PH_IMPLICIT | PH_TOLERANCE | PH_ALPHA,
             .calls_per_step = 1,
             .calls_at_start = 1},
    .euler = true,
    .create = modified_create,
};

const phk_engine_method phk_engine_hht_classic = {
    .info = {.name = "hht-classic",
             .summary = "HHT on Euler parameters as on any coordinates; loses fast spins",
             .reference = "Negrut et al. 2007",
             .order = 1,
             .traits = PH_IMPLICIT | PH_TOLERANCE | PH_ALPHA,
             .calls_per_step = 1,
             .calls_at_start = 1},
    .euler = true,
    .create = classic_create,
};
