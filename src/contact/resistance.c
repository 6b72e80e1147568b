/* SPDX-License-Identifier: BSD-3-Clause
 *
 * resistance.c -- the couples of resistance.h: friction of the form -N phi(|x|) x with
 * phi = arm/sqrt(|x|^2 + w0^2), phi'/|x| = -arm/sqrt(|x|^2 + w0^2)^3.
 */
#include "contact/resistance.h"

#include "contact/across.h"
#include "contact/friction.h"

ph_vec3 phk_resistance_turn(phk_resistance_kind kind, ph_vec3 n, ph_vec3 w)
{
    return kind == PHK_RESISTANCE_ROLLING ? phk_across(n, w) : ph_scale(ph_dot(n, w), n);
}

ph_vec3 phk_resistance_turn_change(phk_resistance_kind kind, ph_vec3 n, ph_vec3 w, ph_vec3 dn,
                                   ph_vec3 dw)
{
    ph_vec3 rolling = phk_across_change(n, w, dn, dw);
    return kind == PHK_RESISTANCE_ROLLING ? rolling : ph_sub(dw, rolling);
}

static phk_friction_phi smoothed(const phk_resistance_par *par, ph_vec3 x)
{
    double square = ph_dot(x, x) + par->w0 * par->w0, phi = par->arm / sqrt(square);
    return (phk_friction_phi){phi, -phi / square};
}

ph_vec3 phk_resistance_couple(const phk_resistance_par *par, double N, ph_vec3 x)
{
    return phk_friction_force(smoothed(par, x), N, x);
}

ph_vec3 phk_resistance_change(const phk_resistance_par *par, double N, ph_vec3 x, double dN,
                              ph_vec3 dx)
{
    return phk_friction_change(smoothed(par, x), N, x, dN, dx);
}
