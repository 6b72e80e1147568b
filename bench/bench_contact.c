/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_contact.c -- two machines with hundreds of contacts, a short way each: what an iteration
 * and a matrix cost, ours beside IDA; and 100,000 pairs that are near, sought and looked at.
 */
#include <math.h>
#include <stdio.h>
#include "bench_engine.h"
#include "geom/touchable.h"
#include "math/so3.h"

typedef struct {
    const char *name, *file;
    double end;
} machine;

typedef struct {
    const char *integrator;
    double tolerance;
} method;

static void machine_case(const ph_model *model, const machine *of, const method *by)
{
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = bench_sim(model, by->integrator, 0, by->tolerance);
    double begin = bench_now();
    if (ph_sim_advance(sim, of->end, diag)) bench_fail(of->name, diag);
    double seconds = bench_now() - begin;
    const ph_stats *n = ph_sim_stats(sim);
    printf("  %-6s %-7s %6.0e %8.2f s %7lld %9lld %9lld %8.0f us\n", of->name, by->integrator,
           by->tolerance, seconds, n->steps, n->iterations, n->jacobians,
           1e6 * seconds / (double)n->iterations);
    ph_sim_free(sim);
    ph_diag_free(diag);
}

/* ---- pairs that are near ---- */

enum { THINGS = 40000, PAIRS = 100000 };
#define PAIRS_GOAL 0.05 /* [s] */

static unsigned long long state = 88172645463325252ull;

/* in -1 .. 1 */
static double random_part(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state >> 11) / 4503599627370496.0 - 1;
}

typedef struct {
    phk_touchable shape;
    phk_touch_frame place[THINGS];
    phk_bounds bounds[THINGS];
    phk_broad broad;
} crowd;

/* Things of one kind in a cube, as close as makes so many pairs of boxes that overlap. */
static void crowd_gather(crowd *c, int kind, const ph_shape_sizes *sizes, phk_arena *arena)
{
    ph_vec3 middle;
    if (phk_touchable_create(kind, sizes, 0, NULL, arena, &c->shape, &middle)) exit(1);
    for (double room = 1; c->broad.pairs < PAIRS; room *= 0.97) {
        for (int i = 0; i < THINGS; i++) {
            const double x = room * random_part(), y = room * random_part();
            const ph_vec3 turn = {3 * random_part(), 3 * random_part(), 3 * random_part()};
            c->place[i] = (phk_touch_frame){{x, y, room * random_part()}, phk_exp(turn)};
            c->bounds[i] = phk_touchable_bounds(&c->shape, &c->place[i]);
        }
        if (phk_broad_find(&c->broad, c->bounds, THINGS, 0, PHK_BROAD_BY_COUNT)) exit(1);
    }
}

/* Those that do not touch: in a run all that are near are like that, or touch by little. */
static int keep_apart(crowd *c)
{
    phk_touch_point touch[PHK_TOUCH_MOST];
    size_t n = 0;
    for (size_t k = 0; k < c->broad.pairs; k++) {
        const phk_candidate p = c->broad.pair[k];
        if (phk_touch_pair(&c->shape, &c->place[p.a], &c->shape, &c->place[p.b], 0, touch))
            continue;
        c->broad.pair[n++] = p;
    }
    return (int)n;
}

/* Seconds of the search, and of a look at each pair found. */
static int crowd_case(crowd *c, const char *name, int kind, const ph_shape_sizes *sizes)
{
    phk_arena arena = {0};
    phk_touch_point touch[PHK_TOUCH_MOST];
    double seek[5], look[5];
    c->broad.pairs = 0;
    crowd_gather(c, kind, sizes, &arena);
    for (int n = 0; n < 5; n++) {
        double begin = bench_now();
        phk_broad_find(&c->broad, c->bounds, THINGS, 0, PHK_BROAD_BY_COUNT);
        seek[n] = bench_now() - begin;
    }
    const int apart = keep_apart(c);
    for (int n = 0; n < 5; n++) {
        double begin = bench_now();
        for (int k = 0; k < apart; k++) {
            const phk_touch_frame *a = &c->place[c->broad.pair[k].a];
            const phk_touch_frame *b = &c->place[c->broad.pair[k].b];
            /* as in a run: spheres around both first */
            if (ph_norm(ph_sub(a->p, b->p)) > 2 * c->shape.reach) continue;
            phk_touch_pair(&c->shape, a, &c->shape, b, 0, touch);
        }
        look[n] = bench_now() - begin;
    }
    const double sought = bench_median(seek, 5), looked = PAIRS * bench_median(look, 5) / apart;
    printf("  %-9s %9.1f ms %9.1f ms%s\n", name, 1e3 * sought, 1e3 * looked,
           looked < PAIRS_GOAL ? "" : "  missed");
    phk_arena_free(&arena);
    return !(looked < PAIRS_GOAL);
}

static int crowds(void)
{
    static const struct {
        const char *name;
        int kind;
        ph_shape_sizes sizes;
    } kinds[] = {{"spheres", PH_SHAPE_SPHERE, {.radius = 0.01}},
                 {"capsules", PH_SHAPE_CAPSULE, {.radius = 0.01, .length = 0.02}},
                 {"boxes", PH_SHAPE_BOX, {.size = {0.02, 0.02, 0.03}}},
                 {"cylinders", PH_SHAPE_CYLINDER, {.radius = 0.01, .length = 0.02}}};
    crowd *c = calloc(1, sizeof *c);
    int missed = 0;
    if (!c) exit(1);
    printf("\n%d things with %d pairs of boxes that overlap: goal %.0f ms to look at these\n",
           THINGS, PAIRS, 1e3 * PAIRS_GOAL);
    printf("  %-9s %12s %12s\n", "", "search", "look");
    for (int k = 0; k < 4; k++)
        missed += crowd_case(c, kinds[k].name, kinds[k].kind, &kinds[k].sizes);
    phk_broad_free(&c->broad);
    free(c);
    return missed;
}

int bench_contact(void)
{
    static const machine machines[] = {{"belt", "models/papers/poly-v-belt.yaml", 0.005},
                                       {"track", "models/papers/crawler-track.yaml", 1}};
    static const method methods[] = {{"galpha", 1e-3}, {"hht", 1e-3}, {"ida", 1e-3}};
    printf("\nBelt, 5 ms, and track, 1 s, with 400 and 690 contacts\n");
    printf("  %-6s %-7s %6s %10s %7s %9s %9s %11s\n", "", "", "tol", "time", "steps", "iterations",
           "matrices", "iteration");
    for (int k = 0; k < 2; k++) {
        ph_model *model = bench_load(machines[k].file, NULL);
        for (int i = 0; i < 3; i++) {
            if (ph_integrator_find(methods[i].integrator)->traits & PH_ABSENT) continue;
            machine_case(model, &machines[k], &methods[i]);
        }
        ph_model_free(model);
    }
    return crowds();
}
