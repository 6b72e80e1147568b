/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bristle.c -- the return map of bristle.h, and its tangent:
 *
 *   dE = kt ds + ct dvt
 *   sticks: dT = -dE
 *   slips:  dT = -(mu N/|E|) (1 - e e') dE - (mu dN + N mu' vt.dvt/|vt|) e,  e = E/|E|
 *
 * A chord z = R x of a body that has turned by the half turn H twice gives y = H'z and w = H'y in
 * the middle and at the beginning, and is carried by (8 y - z - w)/6. With xi = dc - dp - dphi x r
 * the change of z that is not its turn, r the arm, and t = tan(angle/4) times the axis of the turn,
 *
 *   dz = dphi x z + xi,  dy = (dphi + dphi x t)/2 x y + H'xi,  dw = H'H'xi.
 */
#include "contact/bristle.h"

#include "contact/across.h"
#include "math/so3.h"

/* --- the way of the surfaces ------------------------------------------------------------------ */

/* From `from` to `to`, half of the way, in world axes. */
static ph_quat half_turn(ph_quat from, ph_quat to)
{
    ph_quat q = ph_quat_mul(to, ph_quat_conj(from));
    if (q.w < 0) q = (ph_quat){-q.w, -q.x, -q.y, -q.z};
    q.w += 1;
    return phk_quat_unit(q);
}

static phk_bristle_roll roll_of(ph_quat from, ph_vec3 c_from, const phk_bristle_place *to,
                                ph_vec3 c)
{
    const ph_quat h = half_turn(from, to->q);
    phk_bristle_roll r = {.arm = ph_sub(c, to->p), .back = ph_quat_conj(h)};
    r.half = ph_scale(1 / h.w, ph_v3(h.x, h.y, h.z));
    r.chord = ph_sub(r.arm, ph_rotate(to->q, c_from));
    return r;
}

/* (8 y - z - w)/6, less z. */
static ph_vec3 carry(ph_vec3 y, ph_vec3 z, ph_vec3 w)
{
    return ph_scale(1.0 / 6, ph_sub(ph_axpy(ph_scale(8, y), -7, z), w));
}

static ph_vec3 carried(const phk_bristle_roll *r)
{
    const ph_vec3 y = ph_rotate(r->back, r->chord);
    return carry(y, r->chord, ph_rotate(r->back, y));
}

static ph_vec3 carried_change(const phk_bristle_roll *r, ph_vec3 dp, ph_vec3 dphi, ph_vec3 dc)
{
    const ph_vec3 xi = ph_sub(ph_sub(dc, dp), ph_cross(dphi, r->arm));
    const ph_vec3 turn = ph_scale(0.5, ph_add(dphi, ph_cross(dphi, r->half)));
    const ph_vec3 y = ph_rotate(r->back, r->chord), back_xi = ph_rotate(r->back, xi);
    const ph_vec3 dy = ph_add(ph_cross(turn, y), back_xi);
    const ph_vec3 dz = ph_add(ph_cross(dphi, r->chord), xi);
    return carry(dy, dz, ph_rotate(r->back, back_xi));
}

phk_bristle_motion phk_bristle_move(const phk_bristle_memory *memory,
                                    const phk_bristle_place place[2], ph_vec3 c)
{
    phk_bristle_motion m = {.D = {0, 0, 0}};
    if (memory->touched == 0) return m;
    /* the bend turns with both */
    m.arm[0] = ph_rotate(place[0].q, ph_axpy(memory->ca, 0.5, memory->sa));
    m.arm[1] = ph_rotate(place[1].q, ph_axpy(memory->cb, -0.5, memory->sb));
    m.roll[0] = roll_of(memory->qa, memory->ca, &place[0], c);
    m.roll[1] = roll_of(memory->qb, memory->cb, &place[1], c);
    /* the origins first: the difference of far points loses fewer digits so */
    ph_vec3 apart = ph_sub(place[0].p, place[1].p);
    m.D = ph_add(apart, ph_sub(m.arm[0], m.arm[1]));
    m.D = ph_add(m.D, ph_sub(carried(&m.roll[1]), carried(&m.roll[0])));
    return m;
}

ph_vec3 phk_bristle_move_change(const phk_bristle_motion *m, const ph_vec3 dp[2],
                                const ph_vec3 dphi[2], ph_vec3 dc)
{
    ph_vec3 d = ph_sub(dp[0], dp[1]);
    d = ph_add(d, ph_sub(ph_cross(dphi[0], m->arm[0]), ph_cross(dphi[1], m->arm[1])));
    return ph_add(d, ph_sub(carried_change(&m->roll[1], dp[1], dphi[1], dc),
                            carried_change(&m->roll[0], dp[0], dphi[0], dc)));
}

/* --- the force -------------------------------------------------------------------------------- */

/* How long a bend the limit can hold, and how much of P D is in the bend. */
static double part_of(const phk_bristle_par *par, const phk_bristle_state *x, double most,
                      ph_vec3 s)
{
    const double size = par->kt * ph_norm(s);
    if (x->fresh) return 0;
    return size > most ? most / size : 1;
}

phk_bristle phk_bristle_hold(const phk_bristle_par *par, const phk_bristle_state *x)
{
    phk_bristle b = {.most = phk_friction_limit(&par->mu, ph_norm(x->vt))};
    const double most = x->N <= 0 ? 0 : b.most.mu * x->N;
    const ph_vec3 s = phk_across(x->n, x->D);
    b.part = part_of(par, x, most, s);
    b.s = ph_axpy(ph_scale(b.part, s), (1 - b.part) * x->since, x->vt);
    b.E = ph_axpy(ph_scale(par->kt, b.s), par->ct, x->vt);
    const double size = ph_norm(b.E);
    b.slips = !(size <= most); /* so that a NaN comes out as one */
    b.T = ph_scale(b.slips ? -most / size : -1, b.E);
    /* the bend that is left */
    const double bend = par->kt * ph_norm(b.s);
    if (bend > most) b.s = ph_scale(most / bend, b.s);
    return b;
}

/* Of the bend before it is cut. */
static ph_vec3 change_of_bend(const phk_bristle_par *par, const phk_bristle_state *x,
                              const phk_bristle *b, const phk_bristle_state *d, double d_most)
{
    const ph_vec3 s = phk_across(x->n, x->D), ds = phk_across_change(x->n, x->D, d->n, d->D);
    if (b->part == 1) return ds;
    const ph_vec3 slid = ph_scale(x->since, x->vt);
    const ph_vec3 d_slid = ph_axpy(ph_scale(x->since, d->vt), d->since, x->vt);
    if (b->part == 0) return d_slid;
    const double size = ph_norm(s);
    const double d_part = d_most / (par->kt * size) - b->part * ph_dot(s, ds) / (size * size);
    const ph_vec3 blend = ph_axpy(ph_scale(b->part, ds), 1 - b->part, d_slid);
    return ph_axpy(blend, d_part, ph_sub(s, slid));
}

ph_vec3 phk_bristle_change(const phk_bristle_par *par, const phk_bristle_state *x,
                           const phk_bristle *b, const phk_bristle_state *d)
{
    const double speed = ph_norm(x->vt);
    const double by_speed = speed > 0 ? x->N * b->most.slope * ph_dot(x->vt, d->vt) / speed : 0;
    const double d_most = x->N <= 0 ? 0 : b->most.mu * d->N + by_speed;
    const ph_vec3 bend = change_of_bend(par, x, b, d, d_most);
    const ph_vec3 dE = ph_axpy(ph_scale(par->kt, bend), par->ct, d->vt);
    if (!b->slips) return ph_scale(-1, dE);
    if (x->N <= 0) return ph_v3(0, 0, 0);
    const double size = ph_norm(b->E);
    const ph_vec3 e = ph_scale(1 / size, b->E);
    return ph_axpy(ph_scale(-b->most.mu * x->N / size, phk_across(e, dE)), -d_most, e);
}

phk_bristle_memory phk_bristle_keep(ph_vec3 s, ph_vec3 c, const phk_bristle_place place[2],
                                    double time)
{
    const ph_quat qa = place[0].q, qb = place[1].q;
    return (phk_bristle_memory){.touched = 1,
                                .time = time,
                                .sa = ph_unrotate(qa, s),
                                .sb = ph_unrotate(qb, s),
                                .ca = ph_unrotate(qa, ph_sub(c, place[0].p)),
                                .cb = ph_unrotate(qb, ph_sub(c, place[1].p)),
                                .qa = qa,
                                .qb = qb};
}
