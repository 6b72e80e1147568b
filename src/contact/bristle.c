/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bristle.c -- the return map of bristle.h, and its tangent:
 *
 *   dE = kt d(P D) + ct dvt
 *   sticks: dT = -dE
 *   slips:  dT = -(mu N/|E|) (1 - e e') dE - (mu dN + N mu' vt.dvt/|vt|) e,  e = E/|E|
 */
#include "contact/bristle.h"

#include "contact/across.h"

/* R' v: world components to those of the axes. */
static ph_vec3 back(const ph_mat3 *R, ph_vec3 v)
{
    return ph_v3(R->m[0][0] * v.x + R->m[1][0] * v.y + R->m[2][0] * v.z,
                 R->m[0][1] * v.x + R->m[1][1] * v.y + R->m[2][1] * v.z,
                 R->m[0][2] * v.x + R->m[1][2] * v.y + R->m[2][2] * v.z);
}

phk_bristle_motion phk_bristle_move(const phk_bristle_memory *memory,
                                    const phk_bristle_place place[2])
{
    phk_bristle_motion m = {{0, 0, 0}, {{0, 0, 0}, {0, 0, 0}}};
    if (memory->touched == 0) return m;
    /* the bend turns with both */
    m.arm[0] = ph_mat3_mul(place[0].R_WM, ph_axpy(memory->ca, 0.5, memory->sa));
    m.arm[1] = ph_mat3_mul(place[1].R_WM, ph_axpy(memory->cb, -0.5, memory->sb));
    /* the origins first: the difference of far points loses fewer digits so */
    ph_vec3 apart = ph_sub(place[0].p, place[1].p);
    m.D = ph_add(apart, ph_sub(m.arm[0], m.arm[1]));
    return m;
}

phk_bristle phk_bristle_hold(const phk_bristle_par *par, ph_vec3 D, ph_vec3 n, double N, ph_vec3 vt)
{
    phk_bristle b = {.s = phk_across(n, D), .most = phk_friction_limit(&par->mu, ph_norm(vt))};
    b.E = ph_axpy(ph_scale(par->kt, b.s), par->ct, vt);
    double most = N <= 0 ? 0 : b.most.mu * N, size = ph_norm(b.E);
    b.slips = !(size <= most); /* so that a NaN comes out as one */
    b.T = ph_scale(b.slips ? -most / size : -1, b.E);
    /* the bend that is left */
    double bend = par->kt * ph_norm(b.s);
    if (bend > most) b.s = ph_scale(most / bend, b.s);
    return b;
}

ph_vec3 phk_bristle_pull(const phk_bristle_par *par, ph_vec3 D, ph_vec3 n, ph_vec3 dD, ph_vec3 dn,
                         ph_vec3 dvt)
{
    return ph_axpy(ph_scale(par->kt, phk_across_change(n, D, dn, dD)), par->ct, dvt);
}

ph_vec3 phk_bristle_change(const phk_bristle *b, double N, ph_vec3 vt, ph_vec3 dE, double dN,
                           ph_vec3 dvt)
{
    if (!b->slips) return ph_scale(-1, dE);
    if (N <= 0) return ph_v3(0, 0, 0);
    double size = ph_norm(b->E), speed = ph_norm(vt);
    ph_vec3 e = ph_scale(1 / size, b->E);
    double limit = b->most.mu * dN + (speed > 0 ? N * b->most.slope * ph_dot(vt, dvt) / speed : 0);
    return ph_axpy(ph_scale(-b->most.mu * N / size, phk_across(e, dE)), -limit, e);
}

phk_bristle_memory phk_bristle_keep(ph_vec3 s, ph_vec3 c, const phk_bristle_place place[2])
{
    return (phk_bristle_memory){1, back(&place[0].R_WM, s), back(&place[1].R_WM, s),
                                back(&place[0].R_WM, ph_sub(c, place[0].p)),
                                back(&place[1].R_WM, ph_sub(c, place[1].p))};
}
