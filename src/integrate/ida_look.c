/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ida_look.c -- looks within a long step of IDA's, before it is accepted.
 *
 * What begins and ends within a step (a thin barrier, a stop touched and left, a pulse) leaves no
 * trace at its ends. IDA has a polynomial over the step, which tells z and z' in between. Put into
 * the equations they leave a rest F, of which Newton's matrix J = dF/dz + c dF/dz' makes a
 * correction J^-1 F; c J^-1 F is then an error per time, in free motion M^-1 F. Its sum over the
 * step is of the size of the local error, whatever the order, and is measured as that is. Reactions
 * take up their part, and what stiff forces hold is corrected by as little as it can move: neither
 * is a surprise.
 *
 * The measure of look.c, what forces differ from a straight line, is not for steps of high order:
 * these are so long that forces bend.
 */
#include "integrate/ida_look.h"

#include <math.h>
#include <ida/ida.h>

static const double SURPRISE = 10; /* times the tolerance */

bool phk_ida_look_create(phk_ida_look *l, N_Vector like)
{
    N_Vector *room[] = {&l->z, &l->zp, &l->f, &l->sum};
    for (size_t i = 0; i < sizeof room / sizeof *room; i++)
        if (!(*room[i] = N_VClone(like))) return false;
    return true;
}

void phk_ida_look_free(phk_ida_look *l)
{
    N_Vector room[] = {l->z, l->zp, l->f, l->sum};
    for (size_t i = 0; i < sizeof room / sizeof *room; i++)
        if (room[i]) N_VDestroy(room[i]);
}

bool phk_ida_look_at(phk_ida_look *l, double t, phk_point *out)
{
    if (IDAGetDky(l->memory, t, 0, l->z) || IDAGetDky(l->memory, t, 1, l->zp)) return false;
    *out = phk_ggl_point(l->ggl, t, N_VGetArrayPointer(l->z), N_VGetArrayPointer(l->zp));
    return true;
}

bool phk_ida_look_finds(phk_ida_look *l, double t, double h, double apart)
{
    int n = (int)ceil(fabs(h) / apart);
    double *z = N_VGetArrayPointer(l->z), *zp = N_VGetArrayPointer(l->zp);
    double *f = N_VGetArrayPointer(l->f);
    N_VConst(0, l->sum);
    for (int i = 1; i < n; i++) {
        double at = t - h * (n - i) / n;
        if (IDAGetDky(l->memory, at, 0, l->z) || IDAGetDky(l->memory, at, 1, l->zp)) return false;
        l->looks++;
        if (phk_ggl_residual(l->ggl, at, z, zp, f)) return false;
        phk_factor_solve(l->factor, f);
        N_VLinearSum(1, l->sum, l->c * fabs(h) / n, l->f, l->sum);
        if (N_VWrmsNorm(l->sum, l->weights) > SURPRISE) return true;
    }
    return false;
}
