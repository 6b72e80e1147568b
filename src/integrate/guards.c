/* SPDX-License-Identifier: BSD-3-Clause */
#include "integrate/guards.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 4, ROUNDS = 100 };
#define PLACED   1e-12 /* of a step: how well a crossing is placed, on the polynomial */
#define TOGETHER 1e-9  /* of a step: crossings that are one event */
#define LEAST    1e-6  /* of a step: a part that is shorter would be all rounding */

ph_status phk_guards_create(const phk_dae *dae, phk_guards *g)
{
    size_t n = (size_t)dae->ng;
    *g = (phk_guards){.dae = dae};
    if (n == 0) return PH_OK;
    g->sides = calloc(3 * n, sizeof *g->sides);
    g->room = calloc(4 * n + phk_state_size(dae), sizeof *g->room);
    if (!g->sides || !g->room) {
        phk_guards_free(g);
        return PH_E_NOMEM;
    }
    g->side = g->sides;
    g->next = g->side + n;
    g->crossed = g->next + n;
    g->value = g->room;
    g->last = g->value + n;
    g->between = g->last + n;
    g->when = g->between + n;
    g->at = phk_state_in(dae, g->when + n);
    return PH_OK;
}

void phk_guards_free(phk_guards *g)
{
    free(g->sides);
    free(g->room);
    *g = (phk_guards){0};
}

void phk_guards_store(phk_guards *g, phk_store *store)
{
    size_t n = (size_t)g->dae->ng;
    phk_store_ints(store, g->sides, 3 * n);
    PHK_STORE(store, g->crossings);
    PHK_STORE(store, g->t);
}

static int sign_of(double x)
{
    return (x > 0) - (x < 0);
}

static ph_status evaluate(phk_guards *g, const phk_point *p, double *value)
{
    return g->dae->guards(g->dae->self, p, value);
}

ph_status phk_guards_start(phk_guards *g, const phk_point *p)
{
    int n = g->dae->ng;
    if (n == 0) return PH_OK;
    ph_status status = evaluate(g, p, g->value);
    if (status) return status;
    for (int k = 0; k < n; k++) {
        bool here = g->crossed[k] && p->t == g->t;
        g->side[k] = here ? 0 : sign_of(g->value[k]);
        g->crossed[k] = 0;
    }
    g->crossings = 0;
    return PH_OK;
}

static ph_status sample(phk_guards *g, double t, phk_inside *inside, void *self, double *value)
{
    ph_status status = inside(self, t, &g->at);
    phk_point p = phk_state_point(&g->at);
    return status ? status : evaluate(g, &p, value);
}

/* Where guard k crosses zero between samples at a and b, to `width`, by the method of Illinois: the
 * far end of the interval that is left. */
static ph_status place(phk_guards *g, int k, double a, double b, double width, phk_inside *inside,
                       void *self)
{
    double fa = g->last[k], fb = g->value[k];
    int side = sign_of(fa);
    for (int i = 0; i < ROUNDS && fabs(b - a) > width; i++) {
        double t = (a * fb - b * fa) / (fb - fa), half = a + 0.5 * (b - a);
        if (!((t - a) * (t - b) < 0) || i % 8 == 7) t = half;
        ph_status status = sample(g, t, inside, self, g->between);
        if (status) return status;
        double f = g->between[k];
        if (sign_of(f) == side)
            a = t, fa = f, fb *= 0.5;
        else
            b = t, fb = f, fa *= 0.5;
        if (f == 0) break;
    }
    g->when[k] = b;
    return PH_OK;
}

/* The guards that are not on their sides at the sample b; how many. One that is at zero where the
 * step ends has come there: what happens at that time may begin anew, and forget its side. */
static int count_crossed(phk_guards *g, bool at_end)
{
    int found = 0;
    for (int k = 0; k < g->dae->ng; k++) {
        int side = sign_of(g->value[k]);
        if (at_end && g->value[k] == 0) side = -g->next[k];
        int way = g->dae->guard_way ? g->dae->guard_way[k] : 0;
        bool crosses = side && g->next[k] && side != g->next[k] && (way == 0 || way == side);
        g->crossed[k] = crosses ? side : 0;
        found += crosses;
        if (side && !crosses) g->next[k] = side;
    }
    return found;
}

/* The first crossing between samples at a and b, and those that belong to it. */
static ph_status place_first(phk_guards *g, double a, double b, double h, phk_inside *inside,
                             void *self, double *t)
{
    double first = b;
    for (int k = 0; k < g->dae->ng; k++) {
        if (!g->crossed[k]) continue;
        /* it has been there since the sample before, which told no side */
        if (sign_of(g->last[k]) != g->next[k]) g->last[k] = -g->value[k];
        ph_status status = PH_OK;
        g->when[k] = b;
        if (g->value[k] != 0) status = place(g, k, a, b, PLACED * fabs(h), inside, self);
        if (status) return status;
        if (fabs(g->when[k] - a) < fabs(first - a)) first = g->when[k];
    }
    *t = first;
    for (int k = 0; k < g->dae->ng; k++) {
        if (!g->crossed[k]) continue;
        if (fabs(g->when[k] - first) > TOGETHER * fabs(h))
            g->crossed[k] = 0;
        else if (fabs(g->when[k] - a) > fabs(*t - a))
            *t = g->when[k];
    }
    return PH_OK;
}

ph_status phk_guards_find(phk_guards *g, double from, double to, phk_inside *inside, void *self,
                          double *t)
{
    size_t n = (size_t)g->dae->ng;
    double h = to - from, a = from;
    *t = to;
    if (n == 0) return PH_OK;
    g->crossings = 0;
    memcpy(g->next, g->side, n * sizeof *g->next);
    ph_status status = sample(g, from, inside, self, g->last);
    for (int i = 1; !status && i <= PARTS; i++) {
        double b = i == PARTS ? to : from + h * i / PARTS;
        status = sample(g, b, inside, self, g->value);
        if (status) return status;
        if (count_crossed(g, i == PARTS)) {
            status = place_first(g, a, b, h, inside, self, t);
            break;
        }
        memcpy(g->last, g->value, n * sizeof *g->last);
        a = b;
    }
    if (status) return status;
    if (fabs(*t - from) < LEAST * fabs(h)) *t = from + LEAST * h;
    for (size_t k = 0; k < n; k++) {
        g->crossings += g->crossed[k] != 0;
        if (g->crossed[k]) g->next[k] = g->crossed[k];
    }
    g->t = *t;
    return PH_OK;
}

void phk_guards_accept(phk_guards *g)
{
    if (g->dae->ng > 0) memcpy(g->side, g->next, (size_t)g->dae->ng * sizeof *g->side);
}
