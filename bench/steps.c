/* SPDX-License-Identifier: BSD-3-Clause
 *
 * steps.c -- time per body and step of every integrator, for one body and for many.
 *
 * Free bodies without loads: what is timed is the method itself. The median of several repeats is
 * printed as CSV. Speed depends on the machine; no test looks at these numbers.
 */
#include <polhode/polhode.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { REPEATS = 5 };

static double now(void) /* [s] */
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* n bodies that differ a little, so that no branch is taken by all of them alike */
static ph_status build(int n, ph_model **out)
{
    ph_status status = PH_OK;
    ph_model *model = ph_model_create();
    if (!model) return PH_E_NOMEM;
    for (int i = 0; i < n && status == PH_OK; i++) {
        char name[32];
        ph_body_def body = ph_default_body();
        snprintf(name, sizeof name, "body%d", i);
        body.mass = 1;
        body.inertia = (ph_sym3){0.9144, 1.098, 1.66, 0, 0, 0};
        body.omega = ph_v3(0.45549, 0.82623 + 1e-3 * (i % 100), 0.03476);
        status = ph_model_add_body(model, name, &body);
    }
    if (status != PH_OK) {
        ph_model_free(model);
        model = NULL;
    }
    *out = model;
    return status;
}

/* Median time [ns] per body and step. */
static ph_status measure(const ph_model *model, const char *integrator, int n, int steps,
                         double *result)
{
    double ns[REPEATS];
    ph_sim *sim = NULL;
    ph_options options = ph_default_options();
    options.integrator.text = integrator;
    options.step = 0.05;
    options.end = 1e9;
    ph_status status = ph_sim_create(model, &options, NULL, &sim);
    if (status == PH_OK) status = ph_sim_step(sim, NULL); /* starts the method */
    for (int r = 0; r < REPEATS && status == PH_OK; r++) {
        double begin = now();
        for (int k = 0; k < steps && status == PH_OK; k++) status = ph_sim_step(sim, NULL);
        ns[r] = (now() - begin) * 1e9 / ((double)n * steps);
    }
    ph_sim_free(sim);
    if (status != PH_OK) return status;
    qsort(ns, REPEATS, sizeof ns[0], ascending);
    *result = ns[REPEATS / 2];
    return PH_OK;
}

int main(void)
{
    static const int bodies[] = {1, 1000};
    int failed = 0;
    printf("integrator,bodies,ns_per_body_and_step\n");
    for (int b = 0; b < 2; b++) {
        ph_model *model = NULL;
        ph_status status = build(bodies[b], &model);
        for (int i = 0; i < ph_integrator_count() && status == PH_OK; i++) {
            const char *name = ph_integrator_get(i)->name;
            double ns = 0;
            ph_status got = measure(model, name, bodies[b], 100000 / bodies[b], &ns);
            if (got == PH_OK)
                printf("%s,%d,%.1f\n", name, bodies[b], ns);
            else
                fprintf(stderr, "bench: %s: %s\n", name, ph_status_text(got)), failed = 1;
        }
        if (status != PH_OK) fprintf(stderr, "bench: %s\n", ph_status_text(status)), failed = 1;
        ph_model_free(model);
    }
    return failed;
}
