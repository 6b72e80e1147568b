/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tyre_formula.c -- the Magic Formula, in numbers that carry their derivatives. Letters are
 * Pacejka's; names in capitals are those of property files.
 */
#include <polhode/math.h>
#include "element/tyre.h"

typedef phk_dual dual;
#define K_(v)        phk_d_constant(v)
#define ADD(a, b)    phk_d_plus(a, b)
#define SUB(a, b)    phk_d_minus(a, b)
#define MUL(a, b)    phk_d_times(a, b)
#define DIV(a, b)    phk_d_over(a, b)
#define LIN(s, a, c) phk_d_affine(s, a, c)

/* a + b x + c x^2 */
static dual poly(double a, double b, double c, dual x)
{
    return ADD(LIN(b, x, a), LIN(c, phk_d_square(x), 0));
}

/* B x - E (B x - atan(B x)) */
static dual inner(dual B, dual E, dual x)
{
    dual Bx = MUL(B, x);
    return SUB(Bx, MUL(E, SUB(Bx, phk_d_atan(Bx))));
}

static dual sine_form(dual D, double C, dual B, dual E, dual x)
{
    return MUL(D, phk_d_sine(LIN(C, phk_d_atan(inner(B, E, x)), 0)));
}

static dual cosine_form(double C, dual B, dual E, dual x)
{
    return phk_d_cosine(LIN(C, phk_d_atan(inner(B, E, x)), 0));
}

/* What a slip of the one kind leaves of the force of the other; 1 without the other. */
static dual weight(double C, dual B, dual E, dual slip, dual shift)
{
    return DIV(cosine_form(C, B, E, ADD(slip, shift)), cosine_form(C, B, E, shift));
}

/* E is at most 1, or the curve would not be one. */
static dual at_most_one(dual E)
{
    return E.v > 1 ? K_(1) : E;
}

static double sign(dual a)
{
    return a.v < 0 ? -1 : 1;
}

/* What several of the formulas use. */
typedef struct {
    const phk_tyre *t;
    const phk_tyre_slip *s;
    dual d;          /* (F_z - F_z0)/F_z0 */
    double F0;       /* nominal load, scaled */
    dual gx, gy, gz; /* inclination, scaled */
    dual Kx, SHx, SVx;
    dual Ky, SHy, SVy, By, muy;
} formula;

static dual pure_x(formula *f)
{
    const phk_tyre *t = f->t;
    dual Fz = f->s->load;
    f->SHx = LIN(t->LHX, poly(t->PHX1, t->PHX2, 0, f->d), 0);
    f->SVx = MUL(Fz, LIN(t->LVX * t->LMUX, poly(t->PVX1, t->PVX2, 0, f->d), 0));
    dual x = ADD(f->s->kappa, f->SHx);
    dual mu = MUL(LIN(t->LMUX, poly(t->PDX1, t->PDX2, 0, f->d), 0),
                  LIN(-t->PDX3, phk_d_square(f->gx), 1));
    double C = t->PCX1 * t->LCX;
    dual D = MUL(mu, Fz);
    dual E = LIN(t->LEX * (1 - t->PEX4 * sign(x)), poly(t->PEX1, t->PEX2, t->PEX3, f->d), 0);
    f->Kx = MUL(MUL(Fz, LIN(t->LKX, poly(t->PKX1, t->PKX2, 0, f->d), 0)),
                phk_d_exp(LIN(t->PKX3, f->d, 0)));
    dual B = DIV(f->Kx, LIN(C, D, 0));
    return ADD(sine_form(D, C, B, at_most_one(E), x), f->SVx);
}

static dual pure_y(formula *f)
{
    const phk_tyre *t = f->t;
    dual Fz = f->s->load;
    f->SHy = ADD(LIN(t->LHY, poly(t->PHY1, t->PHY2, 0, f->d), 0), LIN(t->PHY3, f->gy, 0));
    dual by_lean = MUL(poly(t->PVY3, t->PVY4, 0, f->d), f->gy);
    f->SVy =
        LIN(t->LMUY, MUL(Fz, ADD(LIN(t->LVY, poly(t->PVY1, t->PVY2, 0, f->d), 0), by_lean)), 0);
    dual x = ADD(f->s->alpha, f->SHy);
    f->muy = MUL(LIN(t->LMUY, poly(t->PDY1, t->PDY2, 0, f->d), 0),
                 LIN(-t->PDY3, phk_d_square(f->gy), 1));
    double C = t->PCY1 * t->LCY;
    dual D = MUL(f->muy, Fz);
    dual lopsided = LIN(-sign(x), LIN(t->PEY4, f->gy, t->PEY3), 1);
    dual E = MUL(LIN(t->LEY, poly(t->PEY1, t->PEY2, 0, f->d), 0), lopsided);
    dual loaded = phk_d_sine(LIN(2, phk_d_atan(LIN(1 / (t->PKY2 * f->F0), Fz, 0)), 0));
    f->Ky = MUL(LIN(t->PKY1 * f->F0 * t->LKY, loaded, 0), LIN(-t->PKY3, phk_d_magnitude(f->gy), 1));
    f->By = DIV(f->Ky, LIN(C, D, 0));
    return ADD(sine_form(D, C, f->By, at_most_one(E), x), f->SVy);
}

/* The slip angle that does to the trail what both slips do together. */
static dual equivalent(const formula *f, dual alpha)
{
    dual k = MUL(DIV(f->Kx, f->Ky), f->s->kappa);
    dual sum = ADD(phk_d_square(phk_d_tangent(alpha)), phk_d_square(k));
    /* what it is used in is even: its sign does not matter, and at zero it is smooth */
    return phk_d_atan(phk_d_sqrt(LIN(1, sum, 1e-12)));
}

static dual aligning(const formula *f, dual Fx, dual Fy, dual pure_part)
{
    const phk_tyre *t = f->t;
    dual a = f->s->alpha, Fz = f->s->load, d = f->d, cosine = phk_d_cosine(a);
    double R0 = t->UNLOADED_RADIUS, stiffer = t->LKY / t->LMUY;
    dual lean = ADD(LIN(t->QBZ4, f->gz, 1), LIN(t->QBZ5, phk_d_magnitude(f->gz), 0));
    dual Bt = LIN(stiffer, MUL(poly(t->QBZ1, t->QBZ2, t->QBZ3, d), lean), 0);
    dual Dt = LIN(R0 / f->F0 * t->LTR,
                  MUL(MUL(Fz, poly(t->QDZ1, t->QDZ2, 0, d)), poly(1, t->QDZ3, t->QDZ4, f->gz)), 0);
    dual at = ADD(ADD(a, poly(t->QHZ1, t->QHZ2, 0, d)), MUL(poly(t->QHZ3, t->QHZ4, 0, d), f->gz));
    dual turned = LIN(2 / PH_PI, phk_d_atan(LIN(t->QCZ1, MUL(Bt, at), 0)), 0);
    dual Et = MUL(poly(t->QEZ1, t->QEZ2, t->QEZ3, d),
                  LIN(1, MUL(LIN(t->QEZ5, f->gz, t->QEZ4), turned), 1));
    dual trail = MUL(MUL(Dt, cosine_form(t->QCZ1, Bt, at_most_one(Et), equivalent(f, at))), cosine);
    dual ar = ADD(a, ADD(f->SHy, DIV(f->SVy, f->Ky)));
    dual Br = LIN(t->QBZ10 * t->PCY1 * t->LCY, f->By, t->QBZ9 * stiffer);
    dual peak = ADD(LIN(t->LRES, poly(t->QDZ6, t->QDZ7, 0, d), 0),
                    MUL(poly(t->QDZ8, t->QDZ9, 0, d), f->gz));
    dual Dr = LIN(R0 * t->LMUY, MUL(Fz, peak), 0);
    dual left = MUL(MUL(Dr, phk_d_cosine(phk_d_atan(MUL(Br, equivalent(f, ar))))), cosine);
    dual arm =
        LIN(R0 * t->LS,
            ADD(LIN(t->SSZ2 / f->F0, Fy, t->SSZ1), MUL(poly(t->SSZ3, t->SSZ4, 0, d), f->gz)), 0);
    return ADD(SUB(left, MUL(trail, pure_part)), MUL(arm, Fx));
}

void phk_tyre_formula(const phk_tyre *t, const phk_tyre_slip *s, dual forward, dual force[3],
                      dual moment[3])
{
    formula f = {.t = t, .s = s, .F0 = t->FNOMIN * t->LFZO};
    f.d = LIN(1 / f.F0, s->load, -1);
    f.gx = LIN(t->LGAX, s->gamma, 0);
    f.gy = LIN(t->LGAY, s->gamma, 0);
    f.gz = LIN(t->LGAZ, s->gamma, 0);
    dual Fx0 = pure_x(&f), Fy0 = pure_y(&f), k = s->kappa, a = s->alpha, Fz = s->load;
    /* both slips at a time */
    dual Bxa = LIN(t->RBX1 * t->LXAL, phk_d_cosine(phk_d_atan(LIN(t->RBX2, k, 0))), 0);
    dual Gxa = weight(t->RCX1, Bxa, at_most_one(poly(t->REX1, t->REX2, 0, f.d)), a, K_(t->RHX1));
    dual Byk =
        LIN(t->RBY1 * t->LYKA, phk_d_cosine(phk_d_atan(LIN(t->RBY2, a, -t->RBY2 * t->RBY3))), 0);
    dual Gyk = weight(t->RCY1, Byk, at_most_one(poly(t->REY1, t->REY2, 0, f.d)), k,
                      poly(t->RHY1, t->RHY2, 0, f.d));
    dual Dv =
        MUL(MUL(MUL(f.muy, Fz), ADD(poly(t->RVY1, t->RVY2, 0, f.d), LIN(t->RVY3, s->gamma, 0))),
            phk_d_cosine(phk_d_atan(LIN(t->RVY4, a, 0))));
    dual Sv =
        LIN(t->LVYKA, MUL(Dv, phk_d_sine(LIN(t->RVY5, phk_d_atan(LIN(t->RVY6, k, 0)), 0))), 0);
    dual part = MUL(Fy0, Gyk);
    force[0] = MUL(Fx0, Gxa);
    force[1] = ADD(part, Sv);
    force[2] = Fz;
    double R0 = t->UNLOADED_RADIUS;
    dual v = LIN(1 / t->LONGVL, phk_d_magnitude(forward), 0), v2 = phk_d_square(v);
    moment[0] = LIN(
        R0 * t->LMX,
        MUL(Fz, ADD(LIN(-t->QSX2, s->gamma, t->QSX1 * t->LVMX), LIN(t->QSX3 / f.F0, force[1], 0))),
        0);
    /* it brakes the wheel, whichever way it rolls; slowly, less */
    dual fast = phk_d_sqrt(LIN(1, phk_d_square(forward), t->VXLOW * t->VXLOW));
    dual at_speed = ADD(LIN(t->QSY3, v, t->QSY1), LIN(t->QSY4, phk_d_square(v2), 0));
    dual resists = ADD(LIN(t->QSY2 / f.F0, force[0], 0), at_speed);
    moment[1] = LIN(-R0 * t->LMY, MUL(MUL(Fz, resists), DIV(forward, fast)), 0);
    moment[2] = aligning(&f, force[0], force[1], part);
}
