/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_contact.c -- two machines with hundreds of contacts, a short way each: what an iteration
 * and a matrix cost, ours beside IDA.
 */
#include <stdio.h>
#include "bench_engine.h"

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
    return 0;
}
