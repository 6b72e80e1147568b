/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/system/bend.h"

#include "math/chart.h"

/* A 3 x n matrix times a vector. */
static ph_vec3 times(int n, const double *a, const double *x)
{
    double sum[3];
    for (int c = 0; c < 3; c++, a += n) {
        sum[c] = 0;
        for (int j = 0; j < n; j++) sum[c] += a[j] * x[j];
    }
    return ph_v3(sum[0], sum[1], sum[2]);
}

ph_vec3 phk_bend_shifts(const phk_bend *bend, const double *x)
{
    return times(bend->modes, bend->now.node->phi, x);
}

ph_vec3 phk_bend_turns(const phk_bend *bend, const double *x)
{
    if (!bend->now.node->psi) return ph_v3(0, 0, 0);
    return times(bend->modes, bend->now.node->psi, x);
}

void phk_bend_move(phk_bend *bend, const double *rate)
{
    bend->slip = phk_bend_shifts(bend, rate);
    bend->chi_rate = phk_bend_turns(bend, rate);
    bend->spin = ph_mat3_mul(bend->T, bend->chi_rate);
}

void phk_bend_put(phk_bend *bend, const phk_marker *undeformed, const double *mode,
                  const double *rate)
{
    phk_marker *now = &bend->now;
    *now = *undeformed;
    now->r = ph_add(undeformed->r, phk_bend_shifts(bend, mode));
    bend->chi = phk_bend_turns(bend, mode);
    now->q_BM = ph_quat_mul(phk_exp(bend->chi), undeformed->q_BM);
    now->R_BM = ph_mat3_from_quat(now->q_BM);
    now->turned = true;
    bend->T = phk_chart(bend->chi);
    phk_bend_move(bend, rate);
}

static void spread(int n, const double *a, ph_vec3 v, double *to)
{
    const double by[3] = {v.x, v.y, v.z};
    for (int c = 0; c < 3; c++, a += n)
        for (int j = 0; by[c] != 0 && j < n; j++) to[j] += by[c] * a[j];
}

void phk_bend_spread(const phk_bend *bend, ph_vec3 a, ph_vec3 b, double *to)
{
    spread(bend->modes, bend->now.node->phi, a, to);
    if (bend->now.node->psi) spread(bend->modes, bend->now.node->psi, b, to);
}

void phk_bend_load(const phk_bend *bend, ph_vec3 force, ph_vec3 torque, double *to)
{
    phk_bend_spread(bend, force, phk_chart_back(bend->T, torque), to);
}
