/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_table.c -- our integrators against IDA at equal measured error, on a smooth, a stiff and a
 * discontinuous problem.
 *
 * The error is the largest turn any body is off [rad], at eight times of the run. For each method a
 * ladder of tolerances is run, four to a decade; what counts for an error is the cheapest run that
 * does not exceed it. The reference is a run of another kind at a far smaller tolerance.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "bench_engine.h"

enum { TIMES = 8, BODIES = 8, RUNS = 40, TARGETS = 3, METHODS = 3 };
static const double target[TARGETS] = {1e-3, 1e-4, 1e-5};
static const char *const method[METHODS] = {"galpha", "hht", "ida"};

typedef struct {
    const char *name, *file;
    double end;
    bool ours_should_win;
    const char *why_not; /* where order 5 may win all the same */
} problem;

typedef struct {
    ph_quat q[TIMES][BODIES];
} track;

typedef struct {
    double tolerance, error, seconds;
    long long steps, rejected;
} run;

/* [rad] twice the largest difference of components, whichever sign the quaternions have */
static double turn_between(ph_quat a, ph_quat b)
{
    double plus =
        fmax(fmax(fabs(a.w - b.w), fabs(a.x - b.x)), fmax(fabs(a.y - b.y), fabs(a.z - b.z)));
    double minus =
        fmax(fmax(fabs(a.w + b.w), fabs(a.x + b.x)), fmax(fabs(a.y + b.y), fabs(a.z + b.z)));
    return 2 * fmin(plus, minus);
}

static double distance(const track *a, const track *b, int bodies)
{
    double worst = 0;
    for (int k = 0; k < TIMES; k++)
        for (int i = 0; i < bodies; i++) worst = fmax(worst, turn_between(a->q[k][i], b->q[k][i]));
    return worst;
}

/* One run; 0 when it failed. */
static int go(const ph_model *model, const problem *p, const char *name, double tolerance,
              track *out, run *r)
{
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = bench_sim(model, name, 0, tolerance);
    double begin = bench_now();
    ph_status status = PH_OK;
    for (int k = 0; k < TIMES && !status; k++) {
        status = ph_sim_advance(sim, p->end * (k + 1) / TIMES, diag);
        for (int i = 0; i < ph_model_bodies(model) && i < BODIES; i++) {
            ph_body_state state;
            ph_sim_get_body(sim, i, &state);
            out->q[k][i] = state.orientation;
        }
    }
    const ph_stats *stats = ph_sim_stats(sim);
    *r = (run){tolerance, INFINITY, bench_now() - begin, stats->steps, stats->rejected};
    ph_sim_free(sim);
    ph_diag_free(diag);
    return !status;
}

/* The median time of three runs. */
static void time_again(const ph_model *model, const problem *p, const char *name, run *r)
{
    double seconds[3] = {r->seconds};
    for (int k = 1; k < 3; k++) {
        track unused;
        run again;
        go(model, p, name, r->tolerance, &unused, &again);
        seconds[k] = again.seconds;
    }
    r->seconds = bench_median(seconds, 3);
}

/* The cheapest run for each target; steps 0: none. */
static void climb(const ph_model *model, const problem *p, const char *name, const track *reference,
                  run best[TARGETS])
{
    memset(best, 0, TARGETS * sizeof *best);
    int below = 0;
    for (int k = 0; k < RUNS && below < 3; k++) {
        track t;
        run r;
        if (!go(model, p, name, 1e-2 * pow(10, -0.25 * k), &t, &r)) continue;
        int bodies = ph_model_bodies(model);
        r.error = distance(&t, reference, bodies < BODIES ? bodies : BODIES);
        below += r.error <= target[TARGETS - 1];
        for (int g = 0; g < TARGETS; g++)
            if (r.error <= target[g] && (best[g].steps == 0 || r.seconds < best[g].seconds))
                best[g] = r;
    }
    for (int g = 0; g < TARGETS; g++)
        if (best[g].steps) time_again(model, p, name, &best[g]);
}

static void print_run(const run *r)
{
    if (r->steps)
        printf("  %7lld %8.2f ms %8.1e %8.1e", r->steps, 1e3 * r->seconds, r->error, r->tolerance);
    else
        printf("  %7s %8s    %8s %8s", "-", "-", "-", "-");
}

/* Who is fastest at each target, and by how much. Returns 1 when a goal was missed. */
static int verdict(const problem *p, run best[METHODS][TARGETS], int methods)
{
    int missed = 0;
    printf("  verdict:");
    for (int g = 0; g < TARGETS; g++) {
        double ours = INFINITY, rival = INFINITY;
        const char *name = "none of ours";
        for (int m = 0; m < methods; m++) {
            const run *r = &best[m][g];
            if (!r->steps) continue;
            if (m == 2) {
                rival = r->seconds;
            } else if (r->seconds < ours) {
                ours = r->seconds;
                name = method[m];
            }
        }
        if (isfinite(ours) && isfinite(rival))
            printf(" %.0e %s %.2f of ida's time;", target[g], name, ours / rival);
        else
            printf(" %.0e %s reached it%s;", target[g], isfinite(ours) ? name : "ida alone",
                   isfinite(ours) ? ", ida did not" : "");
        missed |= !(ours <= rival);
    }
    printf("\n  %s", p->ours_should_win ? "goal, ours win everywhere: " : "no goal here");
    if (p->ours_should_win) printf("%s", missed ? "MISSED" : "reached");
    printf("%s%s\n", missed ? ". " : "", missed ? p->why_not : "");
    return p->ours_should_win && missed;
}

static int compare(const problem *p, int methods)
{
    ph_model *model = bench_load(p->file, NULL);
    track reference, check;
    run r;
    int bodies = ph_model_bodies(model);
    /* ida where it is there, checked by ours */
    if (!go(model, p, methods > 2 ? "ida" : "galpha", methods > 2 ? 1e-10 : 1e-8, &reference, &r))
        bench_fail(p->name, NULL);
    if (!go(model, p, "galpha", 1e-6, &check, &r)) bench_fail(p->name, NULL);
    printf("\n%s (%s): reference and galpha at 1e-6 differ by %.1e rad\n", p->name, p->file,
           distance(&reference, &check, bodies < BODIES ? bodies : BODIES));
    printf("  %-8s", "");
    for (int g = 0; g < TARGETS; g++) printf("  error <= %-9.0e%16s", target[g], "");
    printf("\n  %-8s", "method");
    for (int g = 0; g < TARGETS; g++) printf("  %7s %11s %8s %8s", "steps", "time", "error", "tol");
    printf("\n");
    run best[METHODS][TARGETS];
    for (int m = 0; m < methods; m++) {
        climb(model, p, method[m], &reference, best[m]);
        printf("  %-8s", method[m]);
        for (int g = 0; g < TARGETS; g++) print_run(&best[m][g]);
        printf("\n");
        fflush(stdout);
    }
    int missed = methods > 2 ? verdict(p, best, methods) : 0;
    ph_model_free(model);
    return missed;
}

int bench_table(void)
{
    static const problem problems[] = {
        {"smooth", "models/andrews.yaml", 0.03, false,
         "Smooth motion: at small errors order 5 makes up for all else"},
        {"stiff", "bench/models/bushing-crank.yaml", 0.5, true,
         "Below the size of their vibrations the bushings are smooth motion, too"},
        {"discontinuous", "bench/models/pendulum-steps.yaml", 5, true,
         "Between two switches motion is smooth, and at small errors BDF has the time to reach "
         "order 5"},
    };
    const ph_integrator_info *ida = ph_integrator_find("ida");
    int methods = ida && !(ida->traits & PH_ABSENT) ? METHODS : METHODS - 1, missed = 0;
    printf("\nIntegrators at equal error: the largest turn a body is off, at %d times\n", TIMES);
    if (methods < METHODS) printf("(ida is not in this build: no comparison)\n");
    for (size_t k = 0; k < sizeof problems / sizeof *problems; k++)
        missed += compare(&problems[k], methods);
    return missed;
}
