/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/system/bend.h"

#include <string.h>
#include "math/chart.h"
#include "mech/system/system.h"

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
    phk_bend_spread(bend, force, phk_mat3_transposed_mul(bend->T, torque), to);
}

double phk_system_elastic(phk_system *sys, int k, const phk_view *view)
{
    const phk_flexible_body *f = &sys->program->flexible.item[k];
    const phk_seat *seat = &view->seat[f->body];
    const ph_vec3 none = {0, 0, 0};
    const phk_elastic b = phk_elastic_at(f->is, view->x + seat->modes, view->v + seat->mode_rates,
                                         NULL, phk_view_spin(view, f->body), none, sys->elastic);
    return phk_elastic_kinetic(&b);
}

double phk_system_damping(const phk_system *sys, int k)
{
    const phk_flexible_body *f = &sys->program->flexible.item[k];
    const double *rate = sys->mode_rate + f->first;
    double sum = 0;
    for (int j = 0; j < f->is->modes; j++) sum += f->damping[j] * rate[j] * rate[j];
    return sum;
}

double phk_system_strain(const phk_system *sys)
{
    double sum = 0;
    for (int k = 0; k < sys->program->flexible.n; k++) {
        const phk_flexible_body *f = &sys->program->flexible.item[k];
        sum += phk_elastic_strain(f->is, sys->mode + f->first);
    }
    return sum;
}

void phk_system_bend(phk_system *sys, int k, const double *mode, const double *rate)
{
    const phk_program *p = sys->program;
    const phk_flexible_body *f = &p->flexible.item[k];
    size_t bytes = (size_t)f->is->modes * sizeof *mode;
    memcpy(sys->mode + f->first, mode, bytes);
    memcpy(sys->mode_rate + f->first, rate, bytes);
    for (int m = 0; m < p->places.n; m++) {
        const phk_marker *marker = &p->places.marker[m];
        if (marker->node && marker->body == f->body)
            phk_bend_put(&sys->bend[marker->bend], marker, mode, rate);
    }
}
