/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_engine.h -- what the parts of bench_engine share.
 */
#ifndef BENCH_ENGINE_H
#define BENCH_ENGINE_H

#include <stdlib.h>
#include <time.h>
#include <polhode/polhode.h>

/* [s] on this thread alone: others on the machine count little */
static inline double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int bench_ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double bench_median(double *value, int n)
{
    qsort(value, (size_t)n, sizeof *value, bench_ascending);
    return value[n / 2];
}

/* The model of a file below the folder of the sources; ends the program when it cannot be read. */
ph_model *bench_load(const char *file, const char *set);
/* A simulation by this integrator, with a step or a tolerance (0: none); likewise. */
ph_sim *bench_sim(const ph_model *model, const char *integrator, double step, double tolerance);
/* Ends the program with what diag says. */
void bench_fail(const char *what, const ph_diag *diag);

/* The parts; each returns how many of its goals were missed. */
int bench_v8(void);
int bench_chain(void);
int bench_table(void);
int bench_contact(void);

#endif
