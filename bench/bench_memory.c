/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_memory.c -- what a body costs in memory: a model of many free bodies is built, checked,
 * made a simulation by a rotation method, stepped and run for some rows, and each stage is
 * measured. The goal of a simulation that has taken steps stands beside its number.
 *
 * usage: bench_memory [BODIES]
 *
 * Heap: bytes handed out by malloc (glibc's mallinfo2). Peak: the largest resident set of the
 * process up to there, less that before the model was begun. Both over the number of bodies. Every
 * line of the table is a process of its own, so that none profits from pages of another.
 */
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <polhode/polhode.h>

enum { STEPS = 20, GOAL = 1000 /* bytes */ };

typedef struct {
    const char *method;
    bool gravity;
    double goal; /* 0: none */
} memory_case;

static const memory_case cases[] = {{"liemid-ea", false, GOAL}, {"lp2", false, GOAL},
                                    {"cf4", false, 0},          {"liemid", false, 0},
                                    {"liemid-ea", true, 0},     {"galpha", false, 0}};
enum { CASES = sizeof cases / sizeof *cases };

static double heap(void)
{
    struct mallinfo2 info = mallinfo2();
    return (double)info.uordblks + (double)info.hblkhd;
}

static double peak(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * (double)usage.ru_maxrss;
}

static void expect(ph_status status, const char *what)
{
    if (!status) return;
    fprintf(stderr, "bench_memory: %s: %s\n", what, ph_status_text(status));
    exit(1);
}

static ph_model *build(int bodies, bool gravity)
{
    ph_model *model = ph_model_create();
    if (!model) exit(1);
    if (gravity) expect(ph_model_set_gravity(model, ph_v3(0, 0, -9.81)), "gravity");
    for (int i = 0; i < bodies; i++) {
        char name[24];
        ph_body_def body = ph_default_body();
        snprintf(name, sizeof name, "b%d", i);
        body.mass = 1;
        body.inertia = (ph_sym3){0.3, 0.2, 0.1, 0, 0, 0};
        body.position = ph_v3(i, 0, 0);
        body.omega = ph_v3(0.1, 2 + 1e-5 * i, 0.01);
        expect(ph_model_add_body(model, name, &body), name);
    }
    return model;
}

/* Heap and peak over those at the beginning, per body. */
static double report(const double *begin, int bodies)
{
    double used = (heap() - begin[0]) / bodies;
    printf(" %6.0f %6.0f ", used, fmax(peak() - begin[1], 0) / bodies);
    return fmax(used, (peak() - begin[1]) / bodies);
}

static int measure(const memory_case *c, int bodies)
{
    double begin[2] = {heap(), peak()};
    ph_sim *sim;
    ph_options options = ph_default_options();
    options.integrator.text = c->method;
    options.step = 1e-3;
    options.end = STEPS * options.step;
    printf("  %-10s %-8s", c->method, c->gravity ? "gravity" : "");
    ph_model *model = build(bodies, c->gravity);
    report(begin, bodies);
    expect(ph_model_check(model, NULL), "check");
    report(begin, bodies);
    expect(ph_sim_create(model, &options, NULL, &sim), c->method);
    report(begin, bodies);
    for (int k = 0; k < STEPS / 2; k++) expect(ph_sim_step(sim, NULL), "step");
    double most = report(begin, bodies);
    expect(ph_sim_run(sim, NULL, NULL), "run");
    report(begin, bodies);
    bool missed = c->goal > 0 && most > c->goal;
    puts(c->goal <= 0 ? "" : missed ? " MISSED" : " reached");
    fflush(stdout);
    ph_sim_free(sim);
    ph_model_free(model);
    return missed;
}

int main(int argc, char **argv)
{
    int bodies = argc > 1 ? atoi(argv[1]) : 100000, missed = 0;
    if (bodies < 1) return 2;
    printf("memory of %d free bodies [bytes per body: heap, peak resident]; goal: %d stepped\n"
           "  %-19s %14s %14s %14s %14s %14s\n",
           bodies, GOAL, "method", "model", "checked", "simulation", "stepped", "rows");
    fflush(stdout);
    for (int k = 0; k < CASES; k++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) _exit(measure(&cases[k], bodies));
        if (child < 0 || waitpid(child, &status, 0) < 0) return 1;
        missed |= status != 0;
    }
    return missed;
}
