/* SPDX-License-Identifier: BSD-3-Clause
 *
 * friction.c -- the curves of friction.h.
 *
 * ADAMS' rise from 0 is half of a cubic step from -mu_s at -vs to mu_s at vs, and so odd in s:
 *   mu = mu_s w (3 - w^2)/2,  w = s/vs.
 */
#include "contact/friction.h"

phk_friction_mu phk_friction_limit(const phk_friction_par *par, double s)
{
    if (s <= par->vs) return (phk_friction_mu){par->mu_s, 0};
    if (s >= par->vd) return (phk_friction_mu){par->mu_d, 0};
    double width = par->vd - par->vs, u = (s - par->vs) / width, fall = par->mu_d - par->mu_s;
    return (phk_friction_mu){par->mu_s + fall * u * u * (3 - 2 * u),
                             fall * 6 * u * (1 - u) / width};
}

static phk_friction_phi step_phi(const phk_friction_par *par, double s)
{
    if (s < par->vs) {
        double w = s / par->vs, unit = par->mu_s / par->vs;
        return (phk_friction_phi){0.5 * unit * (3 - w * w), -unit / (par->vs * par->vs)};
    }
    phk_friction_mu f = phk_friction_limit(par, s);
    double phi = f.mu / s;
    return (phk_friction_phi){phi, (f.slope - phi) / (s * s)};
}

/* Below SMALL the closed form of the slope would cancel; the series' next terms are as small as
 * what rounding leaves of it above. */
static phk_friction_phi tanh_phi(const phk_friction_par *par, double s)
{
    const double SMALL = 0.03;
    double w = s / par->vs, unit = par->mu_s / par->vs, cubic = unit / (par->vs * par->vs);
    if (w < SMALL) {
        double x = w * w;
        double phi = 1 - x * (1. / 3 - x * (2. / 15 - x * (17. / 315 - x * 62. / 2835)));
        double slope = -2. / 3 + x * (8. / 15 - x * (34. / 105 - x * 496. / 2835));
        return (phk_friction_phi){unit * phi, cubic * slope};
    }
    double t = tanh(w), phi = t / w, rise = (1 - t) * (1 + t);
    return (phk_friction_phi){unit * phi, cubic * (rise - phi) / (w * w)};
}

const phk_friction_curve phk_friction_curves[PHK_FRICTION_COUNT] = {
    [PHK_FRICTION_STEP] = {"step", step_phi},
    [PHK_FRICTION_TANH] = {"tanh", tanh_phi},
};
