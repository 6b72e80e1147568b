/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Envelopes of stresses and hot spots for programs, see polhode/stress.h.
 */
#include <math.h>
#include <polhode/stress.h>

#include <stdlib.h>
#include "flex/envelope.h"

struct ph_envelope {
    phk_envelope is;
    phk_arena arena;
};

ph_status ph_envelope_create(const ph_flex *flex, ph_envelope **envelope)
{
    *envelope = NULL;
    if (flex->spots == 0 || !flex->stress) return PH_E_UNSUPPORTED;
    ph_envelope *e = calloc(1, sizeof *e);
    if (!e) return PH_E_NOMEM;
    ph_status status = phk_envelope_create(&e->is, flex, &e->arena);
    if (status)
        ph_envelope_free(e);
    else
        *envelope = e;
    return status;
}

void ph_envelope_free(ph_envelope *e)
{
    if (!e) return;
    phk_arena_free(&e->arena);
    free(e);
}

void ph_envelope_add(ph_envelope *e, double time, const double *q)
{
    phk_envelope_show(&e->is, time, q);
}

double ph_envelope_largest(ph_envelope *e, int place, double *time)
{
    phk_envelope_settle(&e->is);
    if (place < 0 || place >= e->is.of->spots || e->is.square[place] < 0) return -1;
    if (time) *time = e->is.time[place];
    return phk_envelope_peak(&e->is, place);
}

void ph_flex_stress(const ph_flex *flex, int spot, const double *q, double sigma[6])
{
    const float *S = flex->stress + (size_t)spot * 6 * (size_t)flex->modes;
    for (int k = 0; k < 6; k++, S += flex->modes) {
        sigma[k] = 0;
        for (int j = 0; j < flex->modes; j++) sigma[k] += (double)S[j] * q[j];
    }
}

double ph_von_mises(const double s[6])
{
    const double x = s[PHK_XX] - s[PHK_YY], y = s[PHK_YY] - s[PHK_ZZ], z = s[PHK_ZZ] - s[PHK_XX];
    return sqrt((x * x + y * y + z * z) / 2 +
                3 * (s[PHK_XY] * s[PHK_XY] + s[PHK_YZ] * s[PHK_YZ] + s[PHK_ZX] * s[PHK_ZX]));
}

/* Whether a place is as far from those found as it must be. */
static bool apart(const phk_flex *flex, int spot, double separation, const ph_hot_spot *found,
                  int count)
{
    for (int i = 0; i < count; i++)
        if (found[i].place == spot ||
            ph_norm(ph_sub(flex->spot[spot].at, flex->spot[found[i].place].at)) < separation)
            return false;
    return true;
}

static int hotter_first(const void *a, const void *b)
{
    const ph_hot_spot *x = a, *y = b;
    if (x->stress != y->stress) return x->stress > y->stress ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

int ph_envelope_hottest(ph_envelope *e, double separation, int most,
                        const ph_modal_history *history, ph_hot_spot *out)
{
    phk_envelope_settle(&e->is);
    const phk_flex *flex = e->is.of;
    int count = 0;
    for (; count < most; count++) {
        int best = -1;
        for (int p = 0; p < flex->spots; p++)
            if (e->is.square[p] >= 0 && (best < 0 || e->is.square[p] > e->is.square[best]) &&
                apart(flex, p, separation, out, count))
                best = p;
        if (best < 0) break;
        ph_hot_spot *hot = &out[count];
        *hot = (ph_hot_spot){.place = best,
                             .stress = sqrt(e->is.square[best]),
                             .time = e->is.time[best],
                             .instant = (int)e->is.instant[best]};
        for (int k = 0; k < 6; k++) hot->sigma[k] = NAN;
        const double *q = history ? history->at(history->user, hot->instant) : NULL;
        if (!q) continue;
        ph_flex_stress(flex, best, q, hot->sigma);
        hot->stress = ph_von_mises(hot->sigma);
    }
    /* near-ties may have changed places with the digits */
    qsort(out, (size_t)count, sizeof *out, hotter_first);
    return count;
}

static int smaller_first(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double ph_flex_separation(const ph_flex *flex)
{
    enum { SAMPLES = 101 };
    double nearest[SAMPLES];
    const int count = flex->spots < SAMPLES ? flex->spots : SAMPLES;
    if (count == 0) return 0;
    for (int i = 0; i < count; i++) {
        /* places at one point, as those around a beam's axis may be, are no neighbours */
        const ph_vec3 at = flex->spot[(int)((long long)i * flex->spots / count)].at;
        nearest[i] = INFINITY;
        for (int p = 0; p < flex->spots; p++) {
            const double distance = ph_norm(ph_sub(flex->spot[p].at, at));
            if (distance > 0) nearest[i] = fmin(nearest[i], distance);
        }
    }
    qsort(nearest, (size_t)count, sizeof *nearest, smaller_first);
    return isfinite(nearest[count / 2]) ? 3 * nearest[count / 2] : 0;
}
