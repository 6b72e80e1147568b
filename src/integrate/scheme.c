/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scheme.c -- constants of the generalised-alpha family.
 */
#include "integrate/scheme.h"

#include <math.h>

/* Weight of the new rate of a state: 1/2 is the undamped trapezoidal rule, 0.55 to 0.6 gave the
 * best compromise of steps and error on a chain of stiff springs with a controller. */
#define STATE_WEIGHT 0.6

static phk_scheme family(double am, double af)
{
    double del = am - af;
    phk_scheme s = {.am = am,
                    .af = af,
                    .del = del,
                    .gamma = 0.5 - del,
                    .beta = 0.25 * (1 - del) * (1 - del),
                    .kappa = (1 - am) / (1 - af),
                    .k = 1.0 / 12 + 0.25 * del * del,
                    .gamma_x = STATE_WEIGHT,
                    .kappa_x = 1,
                    .k_x = STATE_WEIGHT - 0.5};
    return s;
}

phk_scheme phk_scheme_hht(double alpha)
{
    return family(0, -alpha);
}

phk_scheme phk_scheme_rho(double rho)
{
    return family((2 * rho - 1) / (rho + 1), rho / (rho + 1));
}

void phk_scheme_second_order_states(phk_scheme *scheme)
{
    double del = scheme->del;
    scheme->am_x = scheme->am;
    scheme->af_x = scheme->af;
    scheme->gamma_x = scheme->gamma;
    scheme->kappa_x = scheme->kappa;
    scheme->shifted_x = true;
    /* with x' = f: quadrature of f(t + del h) by weights 1 - gamma, gamma misses
     * (1/12 - del^2/2) h^3 f''; and Y_n = f(t_n + del h) + c h^2 f'' */
    double c = 0.5 * (del + del * del - 2 * del * (1 - scheme->af));
    scheme->k_x = fabs(1.0 / 12 - 0.5 * del * del + c);
}

phk_scheme phk_scheme_backward(void)
{
    phk_scheme s = {
        .gamma = 1, .beta = 0.5, .kappa = 1, .k = 0.5, .gamma_x = 1, .kappa_x = 1, .k_x = 0.5};
    return s;
}
