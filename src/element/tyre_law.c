/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tyre_law.c -- from where a wheel is and how it moves to load and slip, and what follows.
 */
#include "element/tyre.h"

typedef phk_dual dual;
#define K_(v)        phk_d_constant(v)
#define ADD(a, b)    phk_d_plus(a, b)
#define SUB(a, b)    phk_d_minus(a, b)
#define MUL(a, b)    phk_d_times(a, b)
#define DIV(a, b)    phk_d_over(a, b)
#define LIN(s, a, c) phk_d_affine(s, a, c)

/* a + b x */
static dual line(double a, double b, dual x)
{
    return LIN(b, x, a);
}

/* |V_x|, and no less than half of `low` where that would be divided by. */
static dual speed_of(dual forward, double low)
{
    if (fabs(forward.v) >= low) return phk_d_magnitude(forward);
    return LIN(0.5 / low, phk_d_square(forward), 0.5 * low);
}

/* Effective rolling radius at a deflection. */
static dual rolling_radius(const phk_tyre *t, dual deflection)
{
    double nominal = t->FNOMIN / t->VERTICAL_STIFFNESS;
    dual r = LIN(1 / nominal, deflection, 0);
    dual bent = LIN(t->DREFF, phk_d_atan(LIN(t->BREFF, r, 0)), 0);
    return LIN(-nominal, ADD(bent, LIN(t->FREFF, r, 0)), t->UNLOADED_RADIUS);
}

/* Relaxation lengths at a load; they do not fall below a tenth of the radius. */
static void relaxation(const phk_tyre *t, const phk_tyre_slip *s, dual sigma[2])
{
    double F0 = t->FNOMIN * t->LFZO, R0 = t->UNLOADED_RADIUS, least = 0.1 * R0;
    dual d = LIN(1 / F0, s->load, -1);
    sigma[0] = LIN(R0 / F0 * t->LSGKP,
                   MUL(MUL(s->load, line(t->PTX1, t->PTX2, d)), phk_d_exp(LIN(-t->PTX3, d, 0))), 0);
    dual loaded = phk_d_sine(LIN(2, phk_d_atan(LIN(1 / (t->PTY2 * F0), s->load, 0)), 0));
    sigma[1] = LIN(t->PTY1 * R0 * t->LFZO * t->LSGAL,
                   MUL(loaded, LIN(-t->PKY3 * t->LGAY, phk_d_magnitude(s->gamma), 1)), 0);
    for (int k = 0; k < 2; k++)
        if (sigma[k].v < least) sigma[k] = K_(least);
}

/* Slip from speeds, or from the deflections of the tyre. */
static void slip_of(const phk_tyre *t, bool relaxes, const dual *x, dual slide, phk_tyre_slip *s,
                    dual rate[2])
{
    dual u = x[PHK_TYRE_U], v = x[PHK_TYRE_V], sigma[2], kappa, tangent;
    if (relaxes) {
        dual fast = phk_d_magnitude(x[PHK_TYRE_FORWARD]);
        relaxation(t, s, sigma);
        kappa = DIV(u, sigma[0]);
        tangent = DIV(v, sigma[1]);
        rate[0] = LIN(-1, ADD(slide, MUL(fast, kappa)), 0);
        rate[1] = SUB(x[PHK_TYRE_SIDE], MUL(fast, tangent));
    } else {
        dual fast = speed_of(x[PHK_TYRE_FORWARD], t->VXLOW);
        kappa = LIN(-1, DIV(slide, fast), 0);
        tangent = DIV(x[PHK_TYRE_SIDE], fast);
        rate[0] = rate[1] = K_(0);
    }
    s->kappa = phk_d_clip(kappa, t->KPUMIN, t->KPUMAX);
    s->alpha = phk_d_clip(phk_d_atan(tangent), t->ALPMIN, t->ALPMAX);
}

phk_tyre_answer phk_tyre_law(const phk_tyre *t, bool relaxes, const double at[PHK_TYRE_SEES])
{
    phk_tyre_answer is = {.touches = false};
    dual x[PHK_TYRE_SEES];
    for (int k = 0; k < PHK_TYRE_SEES; k++) x[k] = phk_d_variable(at[k], k);
    dual deflection = LIN(-1, x[PHK_TYRE_RADIUS], t->UNLOADED_RADIUS);
    dual load = ADD(LIN(t->VERTICAL_STIFFNESS, deflection, 0),
                    LIN(t->VERTICAL_DAMPING, x[PHK_TYRE_RATE], 0));
    is.touches = deflection.v > 0 && load.v > 0;
    phk_tyre_slip s = {.load = is.touches ? phk_d_clip(load, 0, t->FZMAX) : K_(0)};
    s.gamma =
        phk_d_clip(phk_d_asin(phk_d_clip(x[PHK_TYRE_LEAN], -0.999, 0.999)), t->CAMMIN, t->CAMMAX);
    dual radius = rolling_radius(t, deflection.v > 0 ? deflection : K_(0));
    dual slide = SUB(x[PHK_TYRE_FORWARD], MUL(radius, x[PHK_TYRE_SPIN]));
    slip_of(t, relaxes, x, slide, &s, is.rate);
    is.kappa = s.kappa.v, is.alpha = s.alpha.v, is.gamma = s.gamma.v, is.rolling = radius.v;
    if (!is.touches) return is;
    phk_tyre_formula(t, &s, x[PHK_TYRE_FORWARD], is.force, is.moment);
    is.force[2] = load;
    return is;
}
