/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The two industrial examples with contacts of Negrut et al.: belt drive and crawler track. Times
 * are those of the processor, all in one run of one command, one after the other.
 */
#include <math.h>
#include <stdio.h>
#include "index3_hht.h"
#include "machine.h"

enum { RUNS = 12 };

/* A run, and what it is counted among. */
typedef enum { HHT, BDF, BDF_ONE, FAMILIES } family;
typedef struct {
    family family;
    const char *method;
    double tolerance;
    bool per_step;
    int max_order;
    double rho; /* 0: the method's own */
} trial;

typedef struct {
    const char *model, *head;
    const trial *trial; /* the last: the reference */
    int trials, columns;
    double length, time, end, whole, every;
    double most[MACHINE_COLUMNS]; /* [%] errors that are compared at; 0: not looked at */
    const char *column[MACHINE_COLUMNS];
} machine_study;

typedef struct {
    const machine_run *run[RUNS];
    int cheapest[FAMILIES]; /* of those within the errors that are compared at; -1: there is none */
} measured;

static bool good_enough(const machine_study *m, const machine_run *r, const machine_run *exact)
{
    bool good = r->rows > 0;
    for (int c = 0; c < m->columns; c++)
        if (m->most[c] > 0) good = good && machine_misfit(r, exact, c) <= m->most[c];
    return good;
}

static void name_of(const trial *t, char *to, size_t size)
{
    int at = snprintf(to, size, "%s", t->method);
    if (t->max_order) at += snprintf(to + at, size - (size_t)at, ", order %d", t->max_order);
    if (t->rho > 0) at += snprintf(to + at, size - (size_t)at, ", rho %g", t->rho);
    if (t->per_step) snprintf(to + at, size - (size_t)at, ", per step");
}

/* The errors that are compared at, with something before each. */
static void errors_of(const machine_study *m, const machine_run *r, const machine_run *exact,
                      const char *before, char *to, size_t size)
{
    to[0] = '\0';
    for (int c = 0, at = 0; c < m->columns && m->most[c] > 0; c++)
        at += snprintf(to + at, size - (size_t)at, "%s%.3f", before,
                       r == exact ? 0 : machine_misfit(r, exact, c));
}

static void write_down(study *s, const machine_study *m, study_table *table, const trial *t,
                       const machine_run *r, const machine_run *exact)
{
    char name[64], errors[64];
    name_of(t, name, sizeof name);
    errors_of(m, r, exact, "|", errors, sizeof errors);
    table_add(s, table, "%s|%.1e|%lld|%lld|%lld|%lld|%.2f%s|%s", name, t->tolerance, r->stats.steps,
              r->stats.rejected, r->stats.iterations, r->stats.jacobians, r->seconds, errors,
              r == exact                 ? "reference"
              : good_enough(m, r, exact) ? "yes"
                                         : "no");
}

static measured measure(study *s, const machine_study *m)
{
    measured out = {.cheapest = {-1, -1, -1}};
    const ph_model *model = study_model(s, m->model, NULL, 0);
    study_table *table = study_add_table(
        s, m->head,
        "CPU time [s] of one run after the other; largest errors against the last run, in % of the "
        "peak; whether they are within those that are compared at. Of each family the cheapest "
        "that "
        "is counts.");
    for (int i = 0; i < m->trials; i++) {
        const trial *t = &m->trial[i];
        machine_plan plan = {.method = t->method,
                             .tolerance = t->tolerance,
                             .max_order = t->max_order,
                             .per_step = t->per_step,
                             .rho = t->rho,
                             .length = m->length,
                             .time = m->time,
                             .end = s->whole ? m->whole : m->end,
                             .every = m->every};
        for (int c = 0; c < m->columns; c++) plan.column[c] = m->column[c];
        out.run[i] = study_machine(s, model, &plan);
    }
    const machine_run *exact = out.run[m->trials - 1];
    for (int i = 0; i < m->trials; i++) {
        const trial *t = &m->trial[i];
        int *cheapest = &out.cheapest[t->family];
        write_down(s, m, table, t, out.run[i], exact);
        if (i + 1 == m->trials || !good_enough(m, out.run[i], exact)) continue;
        if (*cheapest < 0 || out.run[i]->seconds < out.run[*cheapest]->seconds) *cheapest = i;
    }
    return out;
}

/* "galpha 3e-04 (0.012, 2.5 %)" */
static void tell(const machine_study *m, const measured *f, int i, char *to, size_t size)
{
    char name[64], errors[64];
    if (i < 0) {
        snprintf(to, size, "none that is within them");
        return;
    }
    name_of(&m->trial[i], name, sizeof name);
    errors_of(m, f->run[i], f->run[m->trials - 1], ", ", errors, sizeof errors);
    snprintf(to, size, "%s %.1e (errors %s %%)", name, m->trial[i].tolerance, errors + 2);
}

/* How many times as long the cheapest of a family takes as that of ours. */
static void compare(study *s, const machine_study *m, const measured *f, family other, double least,
                    const char *limits)
{
    int a = f->cheapest[other], b = f->cheapest[HHT];
    double ratio = a < 0 || b < 0 ? NAN : f->run[a]->seconds / f->run[b]->seconds;
    char slow[192], fast[192];
    tell(m, f, a, slow, sizeof slow);
    tell(m, f, b, fast, sizeof fast);
    study_should(s, ratio, least, 100, "at equal error, %s: time of %s over that of %s", limits,
                 slow, fast);
}

/* Whether there is a BDF to compare with. */
static bool has_bdf(study *s)
{
    if (!(ph_integrator_find("ida")->traits & PH_ABSENT)) return true;
    study_skip(s, "this build has no ida: SUNDIALS was not found when it was made");
    return false;
}

/* Two panels of a column: both methods, and their difference. */
static void show(study *s, study_chart *chart, const machine_run *hht, const machine_run *bdf,
                 int c, const char *label, const char *difference)
{
    int first = chart->panels, panel = chart_add_panel(s, chart, label);
    chart_add_machine(s, chart, panel, FIGURE_LINE, hht, c, first ? "" : "hht");
    chart_add_machine(s, chart, panel, FIGURE_DASHED, bdf, c, first ? "" : "ida");
    panel = chart_add_panel(s, chart, difference);
    chart_add_misfit(s, chart, panel, hht, bdf, c, "");
}

void index3_belt(study *s)
{
    static const trial trials[] = {
        {HHT, "hht", 1e-5, true, 0, 0},        {BDF, "ida", 1e-4, false, 0, 0},
        {HHT, "galpha", 2e-4, false, 0, 0},    {BDF, "ida", 5e-4, false, 0, 0},
        {HHT, "galpha", 3e-4, false, 0, 0},    {BDF, "ida", 7e-4, false, 0, 0},
        {HHT, "galpha", 4e-4, false, 0, .7},   {BDF, "ida", 1e-3, false, 0, 0},
        {HHT, "hht", 3e-4, false, 0, 0},       {BDF, "ida", 6e-4, false, 0, 0},
        {HHT, "galpha", 4.2e-4, false, 0, .8}, {BDF, "ida", 1e-6, false, 0, 0},
    };
    static const machine_study belt = {
        .model = "papers/poly-v-belt",
        .head = "method|tolerance|steps|rejected|iterations|matrices|time|speed|reaction|within",
        .trial = trials,
        .trials = 12,
        .columns = 2,
        .length = 1e-3,
        .time = 1e-3,
        .end = 0.06,
        .whole = 0.2,
        .every = 2e-4,
        .most = {0.05, 3},
        .column = {"alternator.omega.z", "alternator_bearing.force.x"}};
    if (!has_bdf(s)) return;
    measured m = measure(s, &belt);
    const machine_run *hht = m.run[0], *bdf = m.run[1], *exact = m.run[belt.trials - 1];
    study_chart *chart = study_add_chart(s, CHART_PLAIN, "time [s]",
                                         "Alternator: reaction of its bearing (Figs. 2, 3) and "
                                         "speed (Figs. 4, 5), hht with 1e-5 and ida "
                                         "with 1e-4, and what the first has more.");
    show(s, chart, hht, bdf, 1, "reaction F_x [N]", "difference [N]");
    show(s, chart, hht, bdf, 0, "speed [rad/s]", "difference [rad/s]");
    study_must(s, machine_misfit(hht, bdf, 1), 0, 3,
               "largest difference of the reactions, in %% of the peak");
    study_must(s, machine_misfit(hht, bdf, 0), 0, 1,
               "largest difference of the speeds, in %% of the peak");
    study_must(s, bdf->seconds / hht->seconds, 1.5, 10,
               "time of ida with 1e-4 over that of hht with 1e-5 (printed: 2.65)");
    compare(s, &belt, &m, BDF, 2.65, "0.05 % of the speed and 3 % of the reaction");
    study_should(s, fabs(exact->stats.energy_error), 0, 1e-3,
                 "what the tightest run made or lost of the energy that was moved");
}

void index3_track(study *s)
{
    static const trial trials[] = {
        {HHT, "hht", 1e-5, true, 0, 0},       {BDF_ONE, "ida", 2e-5, false, 1, 0},
        {HHT, "galpha", 4e-3, false, 0, 0},   {BDF, "ida", 1e-3, false, 0, 0},
        {HHT, "galpha", 7e-3, false, 0, 0},   {BDF, "ida", 1.5e-3, false, 0, 0},
        {HHT, "galpha", 3e-3, false, 0, 0},   {BDF, "ida", 2e-3, false, 0, 0},
        {BDF_ONE, "ida", 1e-5, false, 1, 0},  {HHT, "galpha", 3e-3, false, 0, 0.7},
        {HHT, "galpha", 2.5e-3, false, 0, 0}, {BDF, "ida", 1e-6, false, 0, 0},
    };
    static const machine_study crawler = {
        .model = "papers/crawler-track",
        .head = "method|tolerance|steps|rejected|iterations|matrices|time|speed of the "
                "frame|idler's force|driving torque|within",
        .trial = trials,
        .trials = 12,
        .columns = 5,
        .end = 3,
        .whole = 14,
        .every = 0.02,
        .most = {0.1, 1.2, 1.2},
        .column = {"frame.vel.x", "idler_bearing.force.x", "drive.torque.y", "link8.vel.x",
                   "link8.acc.x"}};
    if (!has_bdf(s)) return;
    measured m = measure(s, &crawler);
    const machine_run *hht = m.run[0], *bdf = m.run[1];
    study_chart *chart = study_add_chart(
        s, CHART_PLAIN, "time [s]",
        "Link 8, which lies on the ground at first: velocity and acceleration along "
        "the way, hht with 1e-5 and ida of order one with 2e-5.");
    show(s, chart, hht, bdf, 3, "velocity [m/s]", "difference [m/s]");
    show(s, chart, hht, bdf, 4, "acceleration [m/s^2]", "difference [m/s^2]");
    study_must(s, machine_misfit(hht, bdf, 3), 0, 3,
               "largest difference of the velocities of link 8, in %% of the peak");
    const char *limits = "0.1 % of the speed, 1.2 % of the idler's force and of the torque";
    compare(s, &crawler, &m, BDF, 2, limits);
    compare(s, &crawler, &m, BDF_ONE, 5.2, limits);
    study_should(s, machine_misfit(hht, bdf, 4), 0, 3,
                 "largest difference of the accelerations of link 8, in %% of the peak");
}
