/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Envelopes of stresses, see polhode/stress.h.
 */
#include <math.h>
#include <polhode/stress.h>

#include <stdlib.h>
#include <string.h>
#include "flex/flex.h"
#include "math/clones.h"

enum { INSTANTS = 32 }; /* looked at together */

struct ph_envelope {
    const phk_flex *flex;
    float *largest;  /* [spots] vM^2 [Pa^2]; -1: nothing was seen yet */
    double *time;    /* [spots] [s] of it */
    int *instant;    /* [spots] which one it was */
    int count, seen; /* instants that wait, and those that do not */
    double at[INSTANTS];
    float *q; /* [modes][INSTANTS] */
};

ph_status ph_envelope_create(const ph_flex *flex, ph_envelope **envelope)
{
    const size_t P = (size_t)flex->spots, M = (size_t)flex->modes;
    *envelope = NULL;
    if (P == 0 || !flex->stress) return PH_E_UNSUPPORTED;
    ph_envelope *e = calloc(1, sizeof *e);
    if (!e) return PH_E_NOMEM;
    e->flex = flex;
    e->largest = malloc(P * sizeof *e->largest);
    e->time = calloc(P, sizeof *e->time);
    e->instant = calloc(P, sizeof *e->instant);
    e->q = calloc(M * INSTANTS, sizeof *e->q);
    if (!e->largest || !e->time || !e->instant || !e->q) {
        ph_envelope_free(e);
        return PH_E_NOMEM;
    }
    for (size_t i = 0; i < P; i++) e->largest[i] = -1;
    *envelope = e;
    return PH_OK;
}

void ph_envelope_free(ph_envelope *e)
{
    if (!e) return;
    free(e->largest);
    free(e->time);
    free(e->instant);
    free(e->q);
    free(e);
}

/* Eight instants at once: compilers keep twelve of these in registers, which they do not find by
 * themselves in loops over floats. */
typedef float eight __attribute__((vector_size(32)));

/* s [6][INSTANTS] = S q of one place: six rows by two times eight instants stay in registers.
 * Every sum runs over the modes in their order, so that the bits do not depend on the processor. */
static inline void product(int modes, const float *S, const float *q, float s[6][INSTANTS])
{
    for (int part = 0; part < INSTANTS; part += 16) {
        eight sum[6][2];
        memset(sum, 0, sizeof sum);
        for (int j = 0; j < modes; j++) {
            eight a, b;
            memcpy(&a, q + (size_t)j * INSTANTS + part, sizeof a);
            memcpy(&b, q + (size_t)j * INSTANTS + part + 8, sizeof b);
            for (int k = 0; k < 6; k++) {
                const float f = S[(size_t)k * (size_t)modes + (size_t)j];
                sum[k][0] += f * a;
                sum[k][1] += f * b;
            }
        }
        for (int k = 0; k < 6; k++) memcpy(s[k] + part, sum[k], sizeof sum[k]);
    }
}

/* vM^2 of all instants at one place. */
static inline void squares(float s[6][INSTANTS], float out[INSTANTS])
{
    for (int t = 0; t < INSTANTS; t++) {
        const float x = s[0][t], y = s[1][t], z = s[2][t], u = s[3][t], v = s[4][t], w = s[5][t];
        out[t] = x * x + y * y + z * z - x * y - y * z - z * x + 3 * (u * u + v * v + w * w);
    }
}

/* The instant of the largest stress of each place: at [spots], -1 where it is none of these. */
PHK_CLONES static void look(const phk_flex *flex, int from, int to, int count, const float *q,
                            float *largest, signed char *at)
{
    for (int p = from; p < to; p++) {
        const float *S = flex->stress + (size_t)p * 6 * (size_t)flex->modes;
        float s[6][INSTANTS], square[INSTANTS];
        product(flex->modes, S, q, s);
        squares(s, square);
        float most = largest[p];
        int best = -1;
        for (int t = 0; t < count; t++)
            if (square[t] > most) {
                most = square[t];
                best = t;
            }
        largest[p] = most;
        at[p - from] = (signed char)best;
    }
}

/* What waits is looked at. */
static void flush(ph_envelope *e)
{
    enum { PART = 512 };
    const phk_flex *flex = e->flex;
    signed char at[PART];
    if (e->count == 0) return;
    for (int from = 0; from < flex->spots; from += PART) {
        const int to = flex->spots - from < PART ? flex->spots : from + PART;
        look(flex, from, to, e->count, e->q, e->largest, at);
        for (int p = from; p < to; p++) {
            const int best = at[p - from];
            if (best < 0) continue;
            e->time[p] = e->at[best];
            e->instant[p] = e->seen + best;
        }
    }
    e->seen += e->count;
    e->count = 0;
}

void ph_envelope_add(ph_envelope *e, double time, const double *q)
{
    const size_t M = (size_t)e->flex->modes;
    for (size_t j = 0; j < M; j++) e->q[j * INSTANTS + (size_t)e->count] = (float)q[j];
    e->at[e->count++] = time;
    if (e->count == INSTANTS) flush(e);
}

double ph_envelope_largest(ph_envelope *e, int place, double *time)
{
    flush(e);
    if (place < 0 || place >= e->flex->spots || e->largest[place] < 0) return -1;
    if (time) *time = e->time[place];
    return sqrt(e->largest[place]);
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
    flush(e);
    const phk_flex *flex = e->flex;
    int count = 0;
    for (; count < most; count++) {
        int best = -1;
        for (int p = 0; p < flex->spots; p++)
            if (e->largest[p] >= 0 && (best < 0 || e->largest[p] > e->largest[best]) &&
                apart(flex, p, separation, out, count))
                best = p;
        if (best < 0) break;
        ph_hot_spot *hot = &out[count];
        *hot = (ph_hot_spot){.place = best,
                             .stress = sqrt(e->largest[best]),
                             .time = e->time[best],
                             .instant = e->instant[best]};
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
