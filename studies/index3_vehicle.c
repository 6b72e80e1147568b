/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The vehicle with a flexible frame of Negrut et al.: reaction of a joint, angular velocity of the
 * engine, and the hot spots of the frame with three methods. Times are those of the processor.
 */
#include <math.h>
#include <stdio.h>
#include "index3_hht.h"
#include "machine.h"
#include "stress/hot_spots.h"

enum { HOT = 10 };

/* The hottest spots, each of another member, as indices into `hot`; returns how many. */
static int hottest(const machine_run *r, int spot[HOT])
{
    int found = 0;
    while (found < HOT) {
        int best = -1;
        for (int p = 0; p < r->spots; p++) {
            bool taken = false;
            for (int k = 0; k < found; k++)
                taken |= hot_spots_same_member(r->hot[p].name, r->hot[spot[k]].name);
            if (!taken && (best < 0 || r->hot[p].stress > r->hot[best].stress)) best = p;
        }
        if (best < 0) break;
        spot[found++] = best;
    }
    return found;
}

/* [%] by which stresses differ at the spots of the second run. */
static double worst_of(const machine_run *a, const machine_run *b, const int *spot, int count)
{
    double worst = 0;
    for (int k = 0; k < count && a->spots == b->spots; k++) {
        double want = b->hot[spot[k]].stress;
        worst = fmax(worst, 100 * fabs(a->hot[spot[k]].stress / want - 1));
    }
    return a->spots == b->spots && count ? worst : NAN;
}

/* How many of the hot spots of both are the same, one by one from the first. */
static int alike(const machine_run *a, const machine_run *b)
{
    int of_a[HOT], of_b[HOT], n = hottest(a, of_a), m = hottest(b, of_b), k = 0;
    while (k < n && k < m && of_a[k] == of_b[k]) k++;
    return k;
}

static void show_spots(study *s, const machine_run *hht, const machine_run *bdf)
{
    int spot[HOT], count = hottest(bdf, spot);
    study_table *table =
        study_add_table(s, "|point|ida [MPa]|time [s]|hht [MPa]|time [s]|difference",
                        "The hottest points of the frame, one of each member (Table I).");
    for (int k = 0; k < count && hht->spots == bdf->spots; k++) {
        const ph_hottest *a = &hht->hot[spot[k]], *b = &bdf->hot[spot[k]];
        table_add(s, table, "%d|%s|%.2f|%.4f|%.2f|%.4f|%+.3f %%", k + 1, b->name, 1e-6 * b->stress,
                  b->time, 1e-6 * a->stress, a->time, 100 * (a->stress / b->stress - 1));
    }
}

static void show_runs(study *s, const char *const *name, const machine_run *const *run, int runs)
{
    int spot[HOT], count = hottest(run[runs - 1], spot);
    study_table *table =
        study_add_table(s, "method|steps|rejected|iterations|matrices|time|spots|reaction|engine",
                        "CPU time [s] of one run after the other; largest errors of the stresses "
                        "at hot spots, of the reaction and of the engine's angular velocity "
                        "against the last, in % of the peak.");
    for (int i = 0; i < runs; i++)
        table_add(
            s, table, "%s|%lld|%lld|%lld|%lld|%.2f|%.4f|%.4f|%.4f", name[i], run[i]->stats.steps,
            run[i]->stats.rejected, run[i]->stats.iterations, run[i]->stats.jacobians,
            run[i]->seconds, worst_of(run[i], run[runs - 1], spot, count),
            machine_misfit(run[i], run[runs - 1], 0), machine_misfit(run[i], run[runs - 1], 1));
}

static void show_course(study *s, study_chart *chart, const machine_run *hht,
                        const machine_run *bdf, int column, const char *label,
                        const char *difference)
{
    int panel = chart_add_panel(s, chart, label);
    chart_add_machine(s, chart, panel, FIGURE_LINE, hht, column, column ? "" : "hht");
    chart_add_machine(s, chart, panel, FIGURE_DASHED, bdf, column, column ? "" : "ida");
    panel = chart_add_panel(s, chart, difference);
    chart_add_misfit(s, chart, panel, hht, bdf, column, "");
}

void index3_vehicle(study *s)
{
    enum { HHT, BDF, OURS, EXACT, RUNS };
    static const char *const name[RUNS] = {"hht 1e-5", "ida 1e-4", "galpha 1e-4", "ida 1e-6"};
    static const char *const method[RUNS] = {"hht", "ida", "galpha", "ida"};
    static const double tolerance[RUNS] = {1e-5, 1e-4, 1e-4, 1e-6};
    if (ph_integrator_find("ida")->traits & PH_ABSENT) {
        study_skip(s, "this build has no ida: SUNDIALS was not found when it was made");
        return;
    }
    const ph_model *model = study_model(s, "papers/atv", NULL, 0);
    const machine_run *run[RUNS];
    for (int i = 0; i < RUNS; i++) {
        const machine_plan plan = {.method = method[i],
                                   .tolerance = tolerance[i],
                                   .end = s->whole ? 2 : 0.5,
                                   .every = 0.005,
                                   .column = {"rear_ball_R.force.z", "engine.omega.y"}};
        run[i] = study_machine(s, model, &plan);
    }
    show_runs(s, name, run, RUNS);
    show_spots(s, run[HHT], run[BDF]);
    study_chart *chart = study_add_chart(
        s, CHART_PLAIN, "time [s]",
        "Vertical reaction in the right rear ball joint (Fig. 9) and angular velocity of the "
        "engine about the axis across (Figs. 10, 11), hht with 1e-5 and ida with 1e-4.");
    show_course(s, chart, run[HHT], run[BDF], 0, "reaction F_z [N]", "difference [N]");
    show_course(s, chart, run[HHT], run[BDF], 1, "pitch rate [rad/s]", "difference [rad/s]");
    int spot[HOT], count = hottest(run[BDF], spot);
    study_must(s, worst_of(run[HHT], run[BDF], spot, count), 0, 0.5,
               "largest difference of the ten hot spots of hht and ida, in %%");
    study_must(s, worst_of(run[OURS], run[BDF], spot, count), 0, 0.5, "the same of galpha and ida");
    study_must(s, alike(run[HHT], run[BDF]), HOT, HOT, "hot spots of hht in the order of ida's");
    study_must(s, alike(run[OURS], run[BDF]), HOT, HOT, "the same of galpha");
    study_must(s, machine_misfit(run[HHT], run[BDF], 1), 0, 1.6,
               "largest difference of the engine's angular velocities, in %% of the peak");
    study_should(s, run[BDF]->seconds / run[HHT]->seconds, 3, 100,
                 "time of ida with 1e-4 over that of hht with 1e-5 (printed: 3.0)");
    study_should(s, run[BDF]->seconds / run[OURS]->seconds, 3, 100,
                 "the same over that of galpha with 1e-4");
}
