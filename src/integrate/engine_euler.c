/* SPDX-License-Identifier: BSD-3-Clause
 *
 * engine_euler.c -- the HHT engines with seven coordinates per body: `hht-euler`, `hht-modified`,
 * `hht-classic`. They start plainly, as published: accelerations and multipliers consistent with
 * the state, no offset.
 *
 * The modified schemes carry places in fixed coordinates, but rates with the body, by half its turn
 * phi of a step. Where joints hold the axis of a spin, what is wrong with the accelerations across
 * it is then multiplied in every step by a root mu of
 *     (mu + rho)^2 = (exp(i phi/2) - 1) (mu - rho^2),   rho = (1 + alpha)/(1 - alpha).
 * Without spin that is the double root -rho, which any turn splits: the larger part reaches 1 at
 * phi = 0.019 for alpha = -0.05, 0.072 for -0.1, 0.52 for -0.3. Beyond, rounding grows from step to
 * step until Newton fails. Six coordinates, and the classic scheme, have no such limit.
 */
#include "integrate/engine.h"

#include <math.h>
#include "integrate/stepper.h"

#define ALPHA -0.3 /* -0.1 costs five times the rejections at variable steps */

/* [rad] The turn at which |mu| = 1: there mu = -exp(-i d) with sin(d/2) = (1 - rho)/2. */
static double most_turn(double alpha)
{
    double rho = (1 + alpha) / (1 - alpha), d = 2 * asin(0.5 * (1 - rho));
    return 4 * atan2(sin(d), rho * rho + cos(d)) - 2 * d;
}

static ph_status create(const phk_engine_method *method, const phk_dae *dae,
                        const phk_engine_options *options, phk_euler_scheme kind, phk_engine **out)
{
    phk_stepper_def def = {
        .stepping = phk_stepping_of(dae, &options->run),
        .scheme = phk_scheme_hht(isnan(options->run.alpha) ? ALPHA : options->run.alpha)};
    phk_scheme_second_order_states(&def.scheme);
    /* the published constant of the error: larger than the true one, so it is on the safe side */
    def.scheme.k = def.scheme.beta - 1 / (6 * (1 - def.scheme.af));
    ph_status status = phk_form_euler_create(dae, kind, &def.form);
    if (status) return status;
    status = phk_stepper_create(method, dae, options, &def, out);
    if (!status && kind != PHK_EULER_CLASSIC) (*out)->most_turn = most_turn(-def.scheme.af);
    return status;
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

/* What is the same of all three. */
#define METHOD(called, said, from, of_order, function)                                             \
    {                                                                                              \
        .info = {.name = called,                                                                   \
                 .summary = said,                                                                  \
                 .reference = from,                                                                \
                 .order = of_order,                                                                \
                 .traits = PH_IMPLICIT,                                                            \
                 .options = (const char *const[]){PHK_ENGINE_TAKES, "error", "alpha", NULL},       \
                 .calls_per_step = 1,                                                              \
                 .calls_at_start = 1},                                                             \
        .euler = true, .create = function                                                          \
    }

const phk_engine_method phk_engine_hht_euler =
    METHOD("hht-euler", "modified HHT on Euler parameters, old forces turned with the body",
           "Sherif, Nachbagauer, Steiner & Lauss 2019, made second order", 2, euler_create);
const phk_engine_method phk_engine_hht_modified =
    METHOD("hht-modified", "modified HHT on Euler parameters, as published",
           "Sherif, Nachbagauer, Steiner & Lauss 2019", 1, modified_create);
const phk_engine_method phk_engine_hht_classic =
    METHOD("hht-classic", "HHT on Euler parameters as on any coordinates; loses fast spins",
           "Negrut et al. 2007", 1, classic_create);
