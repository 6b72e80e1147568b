/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_rot.c -- time of a step of every rotation method for many free bodies with diagonal
 * inertia, beside the time of a plain copy of their state (13 numbers a body) in the same run.
 *
 * usage: bench_rot [--csv] [--bodies N] [--steps N] [METHOD..]
 */
#include "rot/rot.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STATE = 13, REPEATS = 7 };

static double now(void)
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

static double median(double *value, int n)
{
    qsort(value, (size_t)n, sizeof *value, ascending);
    return value[n / 2];
}

/* [s] a body and step, for copying the state */
static double time_copy(int n, int steps)
{
    size_t count = (size_t)n * STATE;
    double *from = malloc(count * sizeof *from), *to = malloc(count * sizeof *to);
    double seconds[REPEATS];
    if (!from || !to) exit(1);
    for (size_t i = 0; i < count; i++) from[i] = to[i] = (double)i;
    for (int r = 0; r < REPEATS; r++) {
        double begin = now();
        for (int k = 0; k < steps; k++) {
            /* a plain loop; the fence keeps it from being dropped or turned into one copy */
            const double *restrict p = from;
            double *restrict q = to;
            for (size_t i = 0; i < count; i++) q[i] = p[i];
            __asm__ volatile("" : : "r"(from), "r"(to) : "memory");
        }
        seconds[r] = (now() - begin) / ((double)n * steps);
    }
    free(from);
    free(to);
    return median(seconds, REPEATS);
}

/* A number in -1 .. 1 that looks random. */
static double noise(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (1 << 23) - 1;
}

static void fill(phk_rot *rot)
{
    unsigned seed = 1;
    for (int i = 0; i < rot->n; i++) {
        ph_sym3 inertia = {
            2 + 0.3 * noise(&seed), 3 + 0.3 * noise(&seed), 4 + 0.3 * noise(&seed), 0, 0, 0};
        ph_vec3 x = {noise(&seed), noise(&seed), noise(&seed)};
        ph_vec3 v = {noise(&seed), noise(&seed), noise(&seed)};
        ph_vec3 w = {noise(&seed), noise(&seed), noise(&seed)};
        phk_rot_set_constants(rot, i, 1 + 0.5 * noise(&seed), inertia);
        phk_rot_set_state(rot, i, x, v, ph_quat_identity(), w);
    }
}

/* [s] a body and step */
static double time_method(const phk_rot_method *method, int n, int steps)
{
    double seconds[REPEATS];
    int repeats = method->solves ? 3 : REPEATS;
    phk_rot *rot;
    if (phk_rot_create(method, n, 0, &rot) != PH_OK) exit(1);
    fill(rot);
    phk_rot_begin(rot, 0, 0.01);
    if (phk_rot_step(rot) != PH_OK) exit(1);
    for (int r = 0; r < repeats; r++) {
        double begin = now();
        for (int k = 0; k < steps; k++)
            if (phk_rot_step(rot) != PH_OK) exit(1);
        seconds[r] = (now() - begin) / ((double)n * steps);
    }
    phk_rot_free(rot);
    return median(seconds, repeats);
}

int main(int argc, char **argv)
{
    int n = 100000, steps = 100, csv = 0, named = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--csv") == 0)
            csv = 1;
        else if (strcmp(argv[i], "--bodies") == 0 && i + 1 < argc)
            n = atoi(argv[++i]);
        else if (strcmp(argv[i], "--steps") == 0 && i + 1 < argc)
            steps = atoi(argv[++i]);
        else
            named++;
    }
    if (csv)
        printf("method,bodies,steps,ns_per_body_step,copy_ns,ratio\n");
    else
        printf("%d free bodies, %d steps\n%-18s %14s %10s %8s\n", n, steps, "method",
               "ns/body/step", "copy [ns]", "ratio");
    for (int k = 0; phk_rot_methods[k]; k++) {
        const char *name = phk_rot_methods[k]->info.name;
        int wanted = !named;
        for (int i = 1; i < argc; i++) wanted |= strcmp(argv[i], name) == 0;
        if (!wanted) continue;
        /* the copy beside each method: other work on the machine then hits both */
        double copy = time_copy(n, steps), own = time_method(phk_rot_methods[k], n, steps);
        if (csv)
            printf("%s,%d,%d,%.3f,%.3f,%.3f\n", name, n, steps, 1e9 * own, 1e9 * copy, own / copy);
        else
            printf("%-18s %14.2f %10.2f %8.2f\n", name, 1e9 * own, 1e9 * copy, own / copy);
        fflush(stdout);
    }
    return 0;
}
