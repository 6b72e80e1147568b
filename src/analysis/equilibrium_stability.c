/* SPDX-License-Identifier: BSD-3-Clause
 *
 * equilibrium_stability.c -- whether a mechanism stays where it is in balance.
 *
 * Along what the joints leave free, K xi = mu M xi has as many mu below -s as K + s M has negative
 * eigenvalues there: counts at s and -s tell how many directions are unstable and how many neutral,
 * s being what rounding may make of zero. States and algebraic unknowns are held in that, and
 * forces that have no potential are taken by the symmetric part of K: where there are any the
 * eigenvalues of the linear system decide (equilibrium_flow.c), unless it is too large for a full
 * matrix.
 *
 * The fastest of the unstable directions, with its rate sqrt(-mu), is found by bisection and
 * inverse iteration; one of the neutral ones, a mixture if there are several, by the latter alone.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/equilibrium_work.h"

#define ZERO 1e-10 /* of the largest stiffness by mass: a neutral direction */
enum { TRIALS = 12, BISECTIONS = 40, ROUNDS = 30 };

/* [1/s^2] the largest stiffness of a direction by its own inertia. */
static double stiffest(phk_statics *w)
{
    const phk_dae *dae = w->dae;
    double most = 0;
    for (int i = 0; i < dae->nv; i++) w->dz[i] = 1;
    phk_statics_inertia(w, w->dz, w->r);
    for (int r = 0; r < dae->nv; r++) {
        int p = phk_pattern_find(dae->pattern, r, r);
        double k = p >= 0 ? fabs(w->tangents.by_q[p]) : 0;
        if (fabs(w->r[r]) > 0) most = fmax(most, k / fabs(w->r[r]));
    }
    return most;
}

/* Counts, with a shift near the one asked for where there the count is lost; -1: everywhere. */
static int count_at(phk_statics *w, double *shift)
{
    for (int k = 0; k < TRIALS; k++, *shift *= 1.3) {
        phk_statics_matrix(w, *shift, false);
        int count = phk_statics_downhill(w);
        if (count >= 0) return count;
    }
    return -1;
}

/* A direction whose mu is next to -shift, into way. */
static ph_status find_way(phk_statics *w, double shift, double *way)
{
    const phk_dae *dae = w->dae;
    phk_statics_matrix(w, shift, true);
    ph_status status = phk_factor_make(w->factor, w->values);
    if (status) return status == PH_E_SINGULAR ? PH_OK : status;
    unsigned seed = 1;
    for (int i = 0; i < dae->nv; i++) {
        seed = seed * 1664525u + 1013904223u;
        way[i] = (double)(seed >> 8) / (1 << 24) - 0.5;
    }
    for (int k = 0; k < ROUNDS; k++) {
        double sum = 0;
        memset(w->dz, 0, (size_t)w->n * sizeof *w->dz);
        phk_statics_inertia(w, way, w->dz);
        phk_factor_solve(w->factor, w->dz);
        for (int i = 0; i < dae->nv; i++) {
            double d = w->turns[i] ? w->length * w->dz[i] : w->dz[i];
            sum += d * d;
        }
        if (!(sum > 0) || !isfinite(sum)) return PH_OK;
        for (int i = 0; i < dae->nv; i++) way[i] = w->dz[i] / sqrt(sum);
    }
    return PH_OK;
}

/* The shift from which on nothing is unstable. */
static double find_rate(phk_statics *w, double least)
{
    double low = least, high = least;
    do {
        high *= 4;
        phk_statics_matrix(w, high, false);
    } while (phk_statics_downhill(w) != 0 && isfinite(high));
    for (int k = 0; k < BISECTIONS; k++) {
        double middle = sqrt(low * high);
        phk_statics_matrix(w, middle, false);
        *(phk_statics_downhill(w) == 0 ? &high : &low) = middle;
    }
    return high;
}

static ph_status judge_signs(phk_statics *w, double up, phk_statics_report *report)
{
    double down = -up;
    int unstable = count_at(w, &up), all = count_at(w, &down);
    if (unstable < 0) return PH_OK;
    report->unstable = unstable;
    report->neutral = all < 0 ? -1 : all - unstable;
    ph_status status = PH_OK;
    if (unstable > 0) {
        double shift = find_rate(w, up);
        report->rate = sqrt(shift);
        status = find_way(w, shift * (1 + 1e-6), w->unstable);
        report->unstable_way = w->unstable;
    }
    if (report->neutral > 0 && !status) {
        status = find_way(w, up, w->neutral);
        report->neutral_way = w->neutral;
    }
    return status;
}

ph_status phk_statics_judge(phk_statics *w, const phk_state *s, phk_statics_report *report)
{
    double most = stiffest(w), up = most > 0 ? ZERO * most : ZERO;
    ph_status status = PH_E_UNSUPPORTED;
    if (report->stays >= 0 || phk_statics_flows(w)) {
        status = phk_statics_judge_flow(w, s, most > 0 ? sqrt(most) : 1, report);
        report->by_signs = status != PH_OK;
        if (!status && report->neutral > 0) {
            status = find_way(w, up, w->neutral);
            report->neutral_way = w->neutral;
        }
    }
    if (status == PH_E_NOMEM || !status) return status;
    return judge_signs(w, up, report);
}
