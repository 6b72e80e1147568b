/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The two industrial examples with contacts of Negrut et al.: belt drive and crawler track. Times
 * are those of the processor, all in one run of one command, one after the other.
 */
#include <math.h>
#include <stdio.h>
#include "index3_hht.h"
#include "machine.h"

enum { RUNS = 8 };

/* A run, and what it is counted among. */
typedef enum { HHT, BDF, BDF_ONE, FAMILIES } family;
typedef struct {
    family family;
    const char *method;
    double tolerance;
    bool per_step;
    int max_order;
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
    double cheapest[FAMILIES]; /* [s] to the errors that are compared at; NAN: none got there */
} measured;

static bool good_enough(const machine_study *m, const machine_run *r, const machine_run *exact)
{
    bool good = r->rows > 0;
    for (int c = 0; c < m->columns; c++)
        if (m->most[c] > 0) good = good && machine_misfit(r, exact, c) <= m->most[c];
    return good;
}

static void write_down(study *s, const machine_study *m, study_table *table, const trial *t,
                       const machine_run *r, const machine_run *exact)
{
    char errors[3 * 16] = "";
    for (int c = 0, at = 0; c < m->columns && m->most[c] > 0; c++)
        at += snprintf(errors + at, sizeof errors - (size_t)at, "|%.3f",
                       r == exact ? 0 : machine_misfit(r, exact, c));
    table_add(s, table, "%s%s|%.0e|%lld|%lld|%lld|%.1f%s", t->method,
              t->max_order ? ", order 1" : "", t->tolerance, r->stats.steps, r->stats.iterations,
              r->stats.jacobians, r->seconds, errors);
}

static measured measure(study *s, const machine_study *m)
{
    measured out = {.cheapest = {NAN, NAN, NAN}};
    const ph_model *model = study_model(s, m->model, NULL, 0);
    study_table *table = study_add_table(
        s, m->head, "CPU time [s]; largest errors against the last run, in % of the peak");
    for (int i = 0; i < m->trials; i++) {
        const trial *t = &m->trial[i];
        machine_plan plan = {.method = t->method,
                             .tolerance = t->tolerance,
                             .max_order = t->max_order,
                             .per_step = t->per_step,
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
        double *cheapest = &out.cheapest[t->family], seconds = out.run[i]->seconds;
        write_down(s, m, table, t, out.run[i], exact);
        if (i + 1 < m->trials && good_enough(m, out.run[i], exact) && !(*cheapest <= seconds))
            *cheapest = seconds;
    }
    return out;
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
        {HHT, "hht", 1e-5, true, 0},     {BDF, "ida", 1e-4, false, 0}, {HHT, "hht", 3e-5, true, 0},
        {HHT, "galpha", 1e-4, false, 0}, {BDF, "ida", 1e-3, false, 0}, {BDF, "ida", 1e-6, false, 0},
    };
    static const machine_study belt = {
        .model = "papers/poly-v-belt",
        .head = "method|tolerance|steps|iterations|matrices|time|speed|reaction",
        .trial = trials,
        .trials = 6,
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
    const machine_run *hht = m.run[0], *bdf = m.run[1], *exact = m.run[5];
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
    study_should(s, m.cheapest[BDF] / m.cheapest[HHT], 2.65, 100,
                 "the same at equal error, 0.05 %% of the speed and 3 %% of the reaction");
    study_should(s, fabs(exact->stats.energy_error), 0, 1e-3,
                 "what the tightest run made or lost of the energy that was moved");
}

void index3_track(study *s)
{
    static const trial trials[] = {
        {HHT, "hht", 1e-5, true, 0},     {BDF_ONE, "ida", 2e-5, false, 1},
        {HHT, "galpha", 2e-3, false, 0}, {BDF, "ida", 2e-3, false, 0},
        {BDF, "ida", 1e-3, false, 0},    {BDF, "ida", 1e-6, false, 0},
    };
    static const machine_study crawler = {
        .model = "papers/crawler-track",
        .head = "method|tolerance|steps|iterations|matrices|time|speed of the frame|idler's "
                "force|driving torque",
        .trial = trials,
        .trials = 6,
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
    study_must(s, m.cheapest[BDF_ONE] / m.cheapest[HHT], 2, 100,
               "time of ida of order one over that of hht or galpha at equal error: 0.1 %% of the "
               "speed, 1.2 %% of the idler's force and of the torque (printed: 5.2)");
    study_should(s, machine_misfit(hht, bdf, 4), 0, 3,
                 "largest difference of the accelerations of link 8, in %% of the peak");
    study_should(s, m.cheapest[BDF] / m.cheapest[HHT], 2, 100,
                 "time of ida of orders up to five over that of hht or galpha at the same errors");
}
