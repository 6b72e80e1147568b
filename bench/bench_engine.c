/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_engine.c -- what the engines cost: a step of the V8 in units of back-substitutions, a body
 * and step of chains of growing length, and our integrators beside IDA at equal error
 * (bench_table.c). Goals stand beside the numbers.
 *
 * usage: bench_engine [v8] [chain] [table]      all of them when none is named
 *
 * Times are of the processor and of one thread, the best of repeats taken in turn; ratios are
 * within one run.
 */
#include "bench_engine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "integrate/stepper.h"
#include "mech/equations/mechanism.h"
#include "sim/sim.h"

void bench_fail(const char *what, const ph_diag *diag)
{
    fprintf(stderr, "bench_engine: %s\n", what);
    for (int k = 0; diag && k < ph_diag_count(diag); k++) {
        char line[600];
        ph_diagnostic_format(ph_diag_get(diag, k), line, sizeof line);
        fprintf(stderr, "%s\n", line);
    }
    exit(1);
}

ph_model *bench_load(const char *file, const char *set)
{
    char path[1000];
    ph_diag *diag = ph_diag_create();
    ph_model *model;
    snprintf(path, sizeof path, "%s/%s", BENCH_SOURCE, file);
    if (ph_model_load(path, &set, set ? 1 : 0, diag, &model)) bench_fail(path, diag);
    ph_diag_free(diag);
    return model;
}

ph_sim *bench_sim(const ph_model *model, const char *integrator, double step, double tolerance)
{
    ph_diag *diag = ph_diag_create();
    ph_options options = *ph_model_options(model);
    options.integrator.text = integrator;
    options.step = step;
    options.tolerance = tolerance;
    options.alpha = options.rho = NAN;
    ph_sim *sim;
    if (ph_sim_create(model, &options, diag, &sim)) bench_fail(integrator, diag);
    ph_diag_free(diag);
    return sim;
}

/* ---- V8 ---- */

enum { REPEATS = 15, SOLVES = 1000, STEPS = 300 };

typedef struct {
    const char *name;
    double factor, solves; /* goal: a step costs at most their product of back-substitutions */
} v8_goal;

/* A second engine on the simulation's own system, so that its factors can be reached. */
static phk_engine *bare_engine(const ph_sim *sim, const char *name, phk_mechanism **mechanism)
{
    if (phk_mechanism_create(sim->system, NULL, mechanism)) bench_fail("mechanism", NULL);
    const phk_dae *dae = phk_mechanism_dae(*mechanism);
    phk_engine_options options = {
        .run = ph_default_options(), .length = 1, .angle = 1, .time = 1, .span = 1};
    phk_engine *engine;
    phk_point start = {.t = 0, .q = sim->now.q, .v = sim->now.v};
    if (phk_engine_find(name)->create(dae, &options, &engine) ||
        engine->start(engine, &start, sim->options.step))
        bench_fail(name, NULL);
    return engine;
}

/* [s] a back-substitution with the factors at hand; x [n] is scratch */
static double time_solve(phk_factor *factor, int n, double *x)
{
    for (int i = 0; i < n; i++) x[i] = 1;
    double begin = bench_now();
    for (int k = 0; k < SOLVES; k++) {
        phk_factor_solve(factor, x);
        x[k % n] = 1; /* neither 0 nor infinite in the end */
        for (int i = 0; i < n; i += 16) x[i] = fmin(fmax(x[i], -1), 1);
    }
    return (bench_now() - begin) / SOLVES;
}

static int v8_case(const ph_model *model, const v8_goal *goal)
{
    const double h = 1e-4;
    phk_mechanism *mechanism;
    ph_sim *sim = bench_sim(model, goal->name, h, 0);
    phk_engine *engine = bare_engine(sim, goal->name, &mechanism);
    phk_stepper *stepper = (phk_stepper *)engine;
    double *x = malloc((size_t)stepper->form->n * sizeof *x);
    double step = INFINITY, whole = INFINITY, solve = INFINITY;
    /* in turn, so that all see the same machine, and the best of each: noise only adds */
    for (int r = 0, k = 1; r < REPEATS; r++) {
        double begin = bench_now();
        for (int last = k + STEPS; k < last; k++)
            if (engine->step(engine, k * h, true)) bench_fail("step of the V8", NULL);
        step = fmin(step, (bench_now() - begin) / STEPS);
        begin = bench_now();
        for (int m = 0; m < STEPS; m++)
            if (ph_sim_step(sim, NULL)) bench_fail("step of the V8", NULL);
        whole = fmin(whole, (bench_now() - begin) / STEPS);
        solve = fmin(solve, time_solve(stepper->factor, stepper->form->n, x));
    }
    free(x);
    double steps = (double)engine->count.steps, most = goal->factor * goal->solves;
    printf("  %-8s %7.2f us %7.2f us %7.2f us %6.2f %6.3f %9.2f %6.2f  %s\n", goal->name,
           1e6 * step, 1e6 * whole, 1e6 * solve, (double)engine->count.solves / steps,
           (double)engine->count.jacobians / steps, step / solve, most,
           step / solve <= most ? "reached" : "MISSED");
    engine->free(engine);
    phk_mechanism_free(mechanism);
    ph_sim_free(sim);
    return step / solve > most;
}

int bench_v8(void)
{
    static const v8_goal goals[] = {{"galpha", 3, 2.73}, {"hht", 2.5, 2.42}};
    ph_model *model = bench_load("models/papers/v8.yaml", NULL);
    int missed = 0;
    printf("\nV8 at h = 1e-4 s: a step in units of back-substitutions with its own factors\n");
    printf("  %-8s %10s %10s %10s %6s %6s %9s %6s\n", "", "engine", "ph_sim", "solve", "solves",
           "jac", "ratio", "goal");
    for (int k = 0; k < 2; k++) missed += v8_case(model, &goals[k]);
    ph_model_free(model);
    return missed;
}

/* ---- chains ---- */

typedef struct {
    double load, create, step; /* [s] create: with the first step, which orders the matrix */
    double peak;               /* [bytes] of memory */
} chain_cost;

enum { CHAIN_STEPS = 40, START_STEPS = 100 };

/* [s] a step, over the same steps whatever the length: iterations change along the motion */
static double chain_step(const ph_model *model, double *create)
{
    double begin = bench_now();
    ph_sim *sim = bench_sim(model, "galpha", 1e-4, 0);
    if (ph_sim_step(sim, NULL)) bench_fail("first step of the chain", NULL);
    if (*create == 0) *create = bench_now() - begin; /* later ones are spared the compiling */
    begin = bench_now();
    for (int k = 0; k < CHAIN_STEPS; k++)
        if (ph_sim_step(sim, NULL)) bench_fail("step of the chain", NULL);
    double seconds = (bench_now() - begin) / CHAIN_STEPS;
    ph_sim_free(sim);
    return seconds;
}

/* In a process of its own, so that its peak of memory is its own. Short chains run often. */
static void chain_child(int links, int out)
{
    char set[40];
    chain_cost cost;
    int repeats = links > 10000 ? 1 : links > 1000 ? 5 : 25;
    snprintf(set, sizeof set, "parameters.N=%d", links);
    double begin = bench_now();
    ph_model *model = bench_load("models/chain.yaml", set);
    cost.load = bench_now() - begin;
    /* the best of them: long chains feel the neighbours on the machine in their cache */
    cost.step = INFINITY;
    cost.create = 0;
    for (int r = 0; r < repeats; r++) cost.step = fmin(cost.step, chain_step(model, &cost.create));
    ph_model_free(model);
    ssize_t written = write(out, &cost, sizeof cost);
    _exit(written == (ssize_t)sizeof cost ? 0 : 1);
}

static chain_cost chain_run(int links)
{
    int ends[2], status;
    chain_cost cost;
    fflush(stdout);
    if (pipe(ends)) bench_fail("pipe", NULL);
    pid_t child = fork();
    if (child == 0) chain_child(links, ends[1]);
    close(ends[1]);
    ssize_t got = read(ends[0], &cost, sizeof cost);
    close(ends[0]);
    struct rusage usage;
    if (child < 0 || got != (ssize_t)sizeof cost || waitpid(child, &status, 0) < 0)
        bench_fail("a run of the chain ended early", NULL);
    /* the largest of all children so far: chains come in growing length */
    getrusage(RUSAGE_CHILDREN, &usage);
    cost.peak = 1024.0 * (double)usage.ru_maxrss;
    return cost;
}

int bench_chain(void)
{
    static const int links[] = {100, 1000, 10000, 100000};
    int missed = 0;
    double first = 0;
    printf("\nChain of N ball joints, galpha at h = 1e-4 s\n");
    printf("  %7s %8s %8s %14s %7s %9s\n", "N", "read", "create", "body and step", "ratio",
           "memory");
    for (int k = 0; k < 4; k++) {
        chain_cost c = chain_run(links[k]);
        double each = c.step / links[k];
        if (k == 0) first = each;
        printf("  %7d %6.2f s %6.2f s %11.3f us %7.2f %6.0f MB", links[k], c.load, c.create,
               1e6 * each, each / first, c.peak / 1e6);
        bool slow = c.load + c.create > START_STEPS * c.step;
        if (k == 2) printf("  goal: ratio <= 1.5: %s", each <= 1.5 * first ? "reached" : "MISSED");
        if (k == 2)
            printf("; read and create in %d steps: %s", START_STEPS, slow ? "MISSED" : "reached");
        if (k == 3) printf("  goal: < 2000 MB: %s", c.peak < 2e9 ? "reached" : "MISSED");
        printf("\n");
        missed += (k == 2 && each > 1.5 * first) || (k == 3 && c.peak >= 2e9);
        missed += k == 2 && slow;
    }
    return missed;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(void);
    } parts[] = {{"v8", bench_v8},
                 {"chain", bench_chain},
                 {"table", bench_table},
                 {"contact", bench_contact}};
    int missed = 0;
    for (int k = 0; k < 4; k++) {
        int wanted = argc < 2;
        for (int a = 1; a < argc; a++) wanted |= strcmp(argv[a], parts[k].name) == 0;
        if (wanted) missed += parts[k].run();
    }
    printf("\n%d goal%s missed\n", missed, missed == 1 ? "" : "s");
    return 0;
}
