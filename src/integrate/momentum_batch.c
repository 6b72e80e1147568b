/* SPDX-License-Identifier: BSD-3-Clause
 *
 * momentum_batch.c -- the momentum map for all bodies at once.
 */
#include "integrate/momentum_batch.h"

#include <stdlib.h>
#include <string.h>
#include "math/clones.h"

#define ENOUGH 1e-9 /* relative change of all turns at which the sweeps of a prediction end */
enum { LANES = 4, SWEEPS = 5, ENTRIES = 8 };

bool phk_mb_create(phk_momentum_batch *b, int count)
{
    b->count = count;
    b->lanes = (count + LANES - 1) / LANES * LANES;
    b->stride = b->lanes < PHK_MB_BLOCK ? b->lanes : PHK_MB_BLOCK;
    size_t blocks = ((size_t)count + PHK_MB_BLOCK - 1) / PHK_MB_BLOCK;
    b->s = calloc(blocks * PHK_MB_SLOTS * (size_t)b->stride + 1, sizeof *b->s);
    if (!b->s) return false;
    for (int i = 0; i < b->lanes; i++) {
        phk_mb_set(b, i, ph_v3(1, 1, 1));
        phk_mb_put_quat(b, PHK_MB_START, i, ph_quat_identity());
    }
    return true;
}

void phk_mb_free(phk_momentum_batch *b)
{
    free(b->s);
}

void phk_mb_set(phk_momentum_batch *b, int i, ph_vec3 j)
{
    phk_map_body m = phk_map_of(j);
    const ph_vec3 entry[ENTRIES] = {m.j, m.inv, m.a2, m.s, m.c1, m.c2, m.p, m.q};
    for (int k = 0; k < ENTRIES; k++) phk_mb_put(b, PHK_MB_MAP + 3 * k, i, entry[k]);
}

PHK_INLINE phk_map_body map_at(const phk_momentum_batch *b, int i)
{
    phk_map_body m = {phk_mb_get(b, PHK_MB_MAP, i),      phk_mb_get(b, PHK_MB_MAP + 3, i),
                      phk_mb_get(b, PHK_MB_MAP + 6, i),  phk_mb_get(b, PHK_MB_MAP + 9, i),
                      phk_mb_get(b, PHK_MB_MAP + 12, i), phk_mb_get(b, PHK_MB_MAP + 15, i),
                      phk_mb_get(b, PHK_MB_MAP + 18, i), phk_mb_get(b, PHK_MB_MAP + 21, i)};
    return m;
}

phk_map_body phk_mb_map(const phk_momentum_batch *b, int i)
{
    return map_at(b, i);
}

/* exp(theta/2) by series good to rounding up to |theta| = pi, without branches. */
PHK_INLINE ph_quat half_turn(ph_vec3 theta, double z)
{
    double x = z * (1.0 / 16);
    double c =
        1 - x * (1.0 / 2) *
                (1 - x * (1.0 / 12) *
                         (1 - x * (1.0 / 30) *
                                  (1 - x * (1.0 / 56) *
                                           (1 - x * (1.0 / 90) *
                                                    (1 - x * (1.0 / 132) *
                                                             (1 - x * (1.0 / 182) *
                                                                      (1 - x * (1.0 / 240))))))));
    double s =
        1 - x * (1.0 / 6) *
                (1 - x * (1.0 / 20) *
                         (1 - x * (1.0 / 42) *
                                  (1 - x * (1.0 / 72) *
                                           (1 - x * (1.0 / 110) *
                                                    (1 - x * (1.0 / 156) *
                                                             (1 - x * (1.0 / 210) *
                                                                      (1 - x * (1.0 / 272))))))));
    s *= 0.25;
    return ph_quat_make(c, s * theta.x, s * theta.y, s * theta.z);
}

PHK_INLINE void place_body(phk_momentum_batch *b, int i, const phk_mb_step *k, double inverse,
                           double weight, double old)
{
    phk_map_body m = map_at(b, i);
    ph_vec3 theta = phk_mb_get(b, PHK_MB_THETA, i), u = phk_mb_get(b, PHK_MB_U, i);
    double z = ph_dot(theta, theta);
    ph_quat E = half_turn(theta, z), F = ph_quat_mul(E, E);
    ph_vec3 n = phk_map_n(&m, inverse, theta, ph_unrotate(E, u));
    ph_vec3 gain = ph_scale(inverse, ph_sub(ph_rotate(E, n), u));
    ph_vec3 b1 = ph_axpy(ph_scale(weight, gain), -old, phk_mb_get(b, PHK_MB_B, i));
    ph_vec3 pi1 = ph_unrotate(F, ph_axpy(phk_mb_get(b, PHK_MB_END, i), k->h * k->gamma, b1));
    /* by division: with a stored inverse the momentum of a free body drifts */
    phk_mb_put(b, PHK_MB_W1, i, ph_v3(pi1.x / m.j.x, pi1.y / m.j.y, pi1.z / m.j.z));
    phk_mb_put(b, PHK_MB_P1, i,
               ph_unrotate(F, ph_axpy(phk_mb_get(b, PHK_MB_TRUE, i), k->kappa, b1)));
    phk_mb_put(b, PHK_MB_N, i, n);
    phk_mb_put(b, PHK_MB_B1, i, b1);
    phk_mb_put_quat(b, PHK_MB_E, i, E);
    phk_mb_put_quat(b, PHK_MB_F, i, F);
    phk_mb_put_quat(b, PHK_MB_Q1, i, ph_quat_mul(phk_mb_quat(b, PHK_MB_START, i), F));
    *phk_mb_at(b, PHK_MB_Z, i) = z;
}

/* The block that begins with body i. */
PHK_INLINE phk_momentum_batch block_at(const phk_momentum_batch *b, int i)
{
    int rest = b->lanes - i, lanes = rest < PHK_MB_BLOCK ? rest : PHK_MB_BLOCK;
    return (phk_momentum_batch){lanes, lanes, b->stride, phk_mb_at(b, 0, i)};
}

PHK_CLONES static void place(phk_momentum_batch *batch, const phk_mb_step *step)
{
    const phk_mb_step k = *step;
    const double inverse = 1 / k.h, weight = 1 / k.beta, old = (0.5 - k.beta) / k.beta;
    for (int i = 0; i < batch->lanes; i += PHK_MB_BLOCK) {
        phk_momentum_batch b = block_at(batch, i);
        PHK_INDEPENDENT for (int j = 0; j < b.lanes; j++)
            place_body(&b, j, &k, inverse, weight, old);
    }
}

void phk_mb_place(phk_momentum_batch *b, const phk_mb_step *step)
{
    place(b, step);
}

/* One sweep theta -= h J^-1 (n - E'pibar), pibar in the slot N; the change's square in the slot Z.
 */
PHK_INLINE void sweep_body(phk_momentum_batch *b, int i, double h, double inverse)
{
    phk_map_body m = map_at(b, i);
    ph_vec3 theta = phk_mb_get(b, PHK_MB_THETA, i);
    ph_quat E = half_turn(theta, ph_dot(theta, theta));
    ph_vec3 n = phk_map_n(&m, inverse, theta, ph_unrotate(E, phk_mb_get(b, PHK_MB_U, i)));
    ph_vec3 f = ph_sub(n, ph_unrotate(E, phk_mb_get(b, PHK_MB_N, i)));
    ph_vec3 change = ph_scale(h, phk_times(m.inv, f));
    phk_mb_put(b, PHK_MB_THETA, i, ph_sub(theta, change));
    *phk_mb_at(b, PHK_MB_Z, i) = ph_dot(change, change);
}

PHK_CLONES static void sweep(phk_momentum_batch *batch, double h)
{
    const double inverse = 1 / h;
    for (int i = 0; i < batch->lanes; i += PHK_MB_BLOCK) {
        phk_momentum_batch b = block_at(batch, i);
        PHK_INDEPENDENT for (int j = 0; j < b.lanes; j++) sweep_body(&b, j, h, inverse);
    }
}

/* pibar into the slot N, h w into theta; the largest turn squared. */
static double prepare(phk_momentum_batch *b, const phk_mb_step *k)
{
    double most = 0;
    for (int i = 0; i < b->count; i++) {
        ph_vec3 mean = ph_axpy(ph_scale(0.5 - k->beta, phk_mb_get(b, PHK_MB_B, i)), k->beta,
                               phk_mb_get(b, PHK_MB_B1, i));
        ph_vec3 theta = ph_scale(k->h, phk_mb_get(b, PHK_MB_W, i));
        phk_mb_put(b, PHK_MB_N, i, ph_axpy(phk_mb_get(b, PHK_MB_U, i), k->h, mean));
        phk_mb_put(b, PHK_MB_THETA, i, theta);
        double z = ph_dot(theta, theta);
        if (!(z <= most)) most = z;
    }
    return most;
}

void phk_mb_predict(phk_momentum_batch *b, const phk_mb_step *k)
{
    double most = prepare(b, k);
    if (most < 0.01) {
        /* small turns: the inertia alone is derivative enough, each sweep gains a factor |theta| */
        for (int round = 0; round < SWEEPS; round++) {
            double change = 0;
            sweep(b, k->h);
            for (int i = 0; i < b->count; i++) {
                double z = *phk_mb_at(b, PHK_MB_Z, i);
                if (!(z <= change)) change = z;
            }
            if (change <= ENOUGH * ENOUGH * most) break;
        }
        return;
    }
    for (int i = 0; i < b->count; i++) {
        phk_map_body m = map_at(b, i);
        phk_mb_put(b, PHK_MB_THETA, i,
                   phk_map_solve(&m, k->h, phk_mb_get(b, PHK_MB_U, i), phk_mb_get(b, PHK_MB_N, i),
                                 phk_mb_get(b, PHK_MB_THETA, i)));
    }
}
