/* SPDX-License-Identifier: BSD-3-Clause
 *
 * von Mises: s^2 = xx^2 + yy^2 + zz^2 - xx yy - yy zz - zz xx + 3 (xy^2 + yz^2 + zx^2).
 */
#include "flex/envelope.h"

#include <math.h>
#include <polhode/stress.h>
#include <stdio.h>
#include <string.h>
#include "math/clones.h"

enum { N = PHK_INSTANTS };

ph_status phk_envelope_create(phk_envelope *e, const phk_flex *flex, phk_arena *arena)
{
    size_t spots = (size_t)flex->spots, modes = (size_t)flex->modes;
    *e = (phk_envelope){.of = flex};
    e->q = phk_arena_alloc(arena, (modes * N + 1) * sizeof *e->q);
    e->square = phk_arena_alloc(arena, (spots + 1) * sizeof *e->square);
    e->time = phk_arena_alloc(arena, (spots + 1) * sizeof *e->time);
    e->tensor = phk_arena_alloc(arena, (spots + 1) * sizeof *e->tensor);
    e->instant = phk_arena_alloc(arena, (spots + 1) * sizeof *e->instant);
    if (!e->q || !e->square || !e->time || !e->tensor || !e->instant) return PH_E_NOMEM;
    for (size_t p = 0; p < spots; p++) e->square[p] = -1;
    return PH_OK;
}

/* Eight instants at once: compilers keep twelve of these in registers, which they do not find by
 * themselves in loops over floats. */
typedef float eight __attribute__((vector_size(32)));

/* s [6][N] = S q of one place: six rows by two times eight instants stay in registers.
 * Every sum runs over the modes in their order, so that the bits do not depend on the processor. */
static inline void product(int modes, const float *S, const float *q, float s[6][N])
{
    for (int part = 0; part < N; part += 16) {
        eight sum[6][2];
        memset(sum, 0, sizeof sum);
        for (int j = 0; j < modes; j++) {
            eight a, b;
            memcpy(&a, q + (size_t)j * N + part, sizeof a);
            memcpy(&b, q + (size_t)j * N + part + 8, sizeof b);
            for (int k = 0; k < 6; k++) {
                const float f = S[(size_t)k * (size_t)modes + (size_t)j];
                sum[k][0] += f * a;
                sum[k][1] += f * b;
            }
        }
        for (int k = 0; k < 6; k++) memcpy(s[k] + part, sum[k], sizeof sum[k]);
    }
}

static inline float square_of(const float *x, const float *y, const float *z, const float *xy,
                              const float *yz, const float *zx)
{
    float a = *x - *y, b = *y - *z, c = *z - *x;
    return 0.5F * (a * a + b * b + c * c) + 3 * (*xy * *xy + *yz * *yz + *zx * *zx);
}

PHK_CLONES static void work_on(phk_envelope *e)
{
    const phk_flex *flex = e->of;
    const int modes = flex->modes;
    for (int p = 0; p < flex->spots; p++) {
        float s[6][N], square[N], most = e->square[p];
        product(modes, flex->stress + 6 * (size_t)modes * (size_t)p, e->q, s);
        for (int i = 0; i < N; i++)
            square[i] = square_of(&s[0][i], &s[1][i], &s[2][i], &s[3][i], &s[4][i], &s[5][i]);
        int at = -1;
        for (int i = 0; i < e->waiting; i++)
            if (square[i] > most) most = square[at = i];
        if (at < 0) continue;
        e->square[p] = most;
        e->time[p] = e->t[at];
        e->instant[p] = e->shown - e->waiting + at;
        for (int c = 0; c < 6; c++) e->tensor[p][c] = s[c][at];
    }
}

void phk_envelope_settle(phk_envelope *e)
{
    if (e->waiting) work_on(e);
    e->waiting = 0;
}

void phk_envelope_show(phk_envelope *e, double t, const double *q)
{
    e->t[e->waiting] = t;
    for (int j = 0; j < e->of->modes; j++) e->q[j * N + e->waiting] = (float)q[j];
    e->shown++;
    if (++e->waiting == N) phk_envelope_settle(e);
}

double phk_envelope_peak(const phk_envelope *e, int spot)
{
    return e->square[spot] > 0 ? sqrt((double)e->square[spot]) : 0;
}

void phk_envelope_store(phk_envelope *e, phk_store *s)
{
    size_t spots = (size_t)e->of->spots, modes = (size_t)e->of->modes;
    phk_store_expect(s, e->of->spots);
    phk_store_expect(s, e->of->modes);
    PHK_STORE_EACH(s, PHK_PART(e->shown), PHK_PART(e->waiting), PHK_PART(e->t));
    phk_store_bytes(s, e->q, modes * N * sizeof *e->q);
    phk_store_bytes(s, e->square, spots * sizeof *e->square);
    phk_store_doubles(s, e->time, spots);
    phk_store_bytes(s, e->instant, spots * sizeof *e->instant);
    phk_store_bytes(s, e->tensor, spots * sizeof *e->tensor);
    if (!s->status && (e->waiting < 0 || e->waiting >= N)) s->status = PH_E_FORMAT;
}

int phk_flex_spot_text(const phk_flex *flex, int spot, char *text, size_t size)
{
    const phk_flex_spot *s = &flex->spot[spot];
    const phk_flex_node *node = s->node >= 0 ? &flex->node[s->node] : NULL;
    if (s->label && *s->label) return snprintf(text, size, "%s", s->label);
    if (node && node->name) return snprintf(text, size, "%s", node->name);
    if (node && node->id >= 0) return snprintf(text, size, "node %d", node->id);
    return snprintf(text, size, "point %d", spot + 1);
}

double phk_flex_largest(const phk_flex *flex, const double *q, int *spot)
{
    double most = 0, s[6];
    int at = flex->spots > 0 ? 0 : -1;
    for (int p = 0; p < flex->spots; p++) {
        ph_flex_stress(flex, p, q, s);
        double mises = ph_von_mises(s);
        if (mises > most) most = mises, at = p;
    }
    if (spot) *spot = at;
    return most;
}
