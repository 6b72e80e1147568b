/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Krysl and Endres: the figures that show errors over the step, and energies of the staggered
 * method.
 */
#include <math.h>
#include <stdio.h>
#include "krysl_newmark.h"
#include "measure.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

/* A chart of both errors over the step. */
static void draw_errors(study *s, const converge_study *c, const char *caption)
{
    study_chart *chart = study_add_chart(s, CHART_LOG, "step size h [s]", caption);
    static const int kind[] = {MOMENTUM, ATTITUDE};
    static const char *const label[] = {"momentum, body axes [kg m^2/s]", "attitude |R - R_ref|"};
    for (int k = 0; k < 2; k++)
        chart_add_slope(s, chart, chart_add_errors(s, chart, c, kind[k], label[k]), 2);
}

/* Errors of all methods at one step, with the order from the step before. */
static void tabulate(study *s, const converge_study *c, double before, double h)
{
    char caption[64];
    snprintf(caption, sizeof caption, "At h = %g s", h);
    study_table *t =
        study_add_table(s, "method|attitude error|order|momentum error|order", caption);
    for (int m = 0; m < c->methods; m++)
        table_add(s, t, "%s|%.3e|%.2f|%.3e|%.2f", c->method[m],
                  study_error(c, c->method[m], h, ATTITUDE),
                  study_order(c, c->method[m], before, h, ATTITUDE),
                  study_error(c, c->method[m], h, MOMENTUM),
                  study_order(c, c->method[m], before, h, MOMENTUM));
}

static const double halved[] = {8,      4,       2,       1,       1. / 2,   1. / 4,
                                1. / 8, 1. / 16, 1. / 32, 1. / 64, 1. / 128, 1. / 256};

static const converge_study *free_errors(study *s)
{
    static const char *const method[] = {"nmb", "sw", "energy-momentum", "akw", "akw-exp",
                                         "lp2", "dmv"};
    const ph_model *m = study_model(s, "papers/free-body", NULL, 0);
    /* 8 s does not divide 100 s: the last step is shorter. dmv has no solution at large steps. */
    return study_converge(s, m,
                          (converge_plan){.method = method,
                                          .methods = COUNT(method),
                                          .step = halved,
                                          .steps = COUNT(halved),
                                          .may_fail = true});
}

void newmark_fig4(study *s)
{
    const converge_study *c = free_errors(s);
    study_chart *chart = study_add_chart(s, CHART_LOG, "step size h [s]",
                                         "Error of the attitude after 100 s, free body.");
    chart_add_slope(s, chart, chart_add_errors(s, chart, c, ATTITUDE, "attitude |R - R_ref|"), 2);
    tabulate(s, c, 1. / 8, 1. / 16);
    double nmb = study_error(c, "nmb", 1. / 16, ATTITUDE);
    study_must(s, study_order(c, "nmb", 1. / 16, 1. / 64, ATTITUDE), 1.95, 2.05, "order of nmb");
    study_must(s, study_error(c, "akw", 1. / 16, ATTITUDE) / nmb, 30, 300,
               "error of akw over that of nmb, h = 1/16 s");
    study_should(s, study_error(c, "akw-exp", 1. / 16, ATTITUDE) / nmb, 30, 300,
                 "error of akw-exp, which turns by the exponential as nmb does, over that of nmb");
}

void newmark_fig5(study *s)
{
    static const char *const second[] = {"nmb", "sw", "energy-momentum", "akw", "lp2", "dmv"};
    const converge_study *c = free_errors(s);
    study_chart *chart =
        study_add_chart(s, CHART_LOG, "step size h [s]",
                        "Error of the momentum in body axes after 100 s, free body.");
    chart_add_slope(s, chart, chart_add_errors(s, chart, c, MOMENTUM, "momentum [kg m^2/s]"), 2);
    tabulate(s, c, 1. / 8, 1. / 16);
    for (int i = 0; i < COUNT(second); i++)
        study_must(s, study_order(c, second[i], 1. / 16, 1. / 64, MOMENTUM), 1.95, 2.05,
                   "order of %s", second[i]);
}

static const char *const four[] = {"nmb", "sw", "hstagm", "akw"};

void newmark_fig10(study *s)
{
    static const double step[] = {0.02, 0.01, 0.005, 0.0025, 0.00125, 0.000625};
    const ph_model *m = study_model(s, "papers/fast-top", NULL, 0);
    const converge_study *c = study_converge(
        s, m, (converge_plan){.method = four, .methods = 4, .step = step, .steps = COUNT(step)});
    draw_errors(s, c, "Errors after 10 s, fast top.");
    tabulate(s, c, 0.005, 0.0025);
    for (int i = 2; i < COUNT(step); i++)
        study_must(s,
                   study_error(c, "sw", step[i], ATTITUDE) /
                       study_error(c, "hstagm", step[i], ATTITUDE),
                   0.8, 1.25, "h = %g s: attitude error of sw over that of hstagm", step[i]);
    study_must(s, study_order(c, "nmb", 0.00125, 0.000625, ATTITUDE), 1.95, 2.05, "order of nmb");
}

void newmark_fig11(study *s)
{
    static const double step[] = {0.1, 0.05, 0.025, 0.0125, 0.00625, 0.003125};
    const ph_model *m = study_model(s, "papers/slow-top", NULL, 0);
    const converge_study *c = study_converge(
        s, m, (converge_plan){.method = four, .methods = 4, .step = step, .steps = COUNT(step)});
    draw_errors(s, c, "Errors after 10 s, slow top.");
    tabulate(s, c, 0.025, 0.0125);
    for (int i = 1; i < COUNT(step); i++) {
        study_must(
            s, study_error(c, "akw", step[i], ATTITUDE) / study_error(c, "nmb", step[i], ATTITUDE),
            1, 1e3, "h = %g s: attitude error of akw over that of nmb", step[i]);
        study_must(
            s, study_error(c, "akw", step[i], MOMENTUM) / study_error(c, "nmb", step[i], MOMENTUM),
            1, 1e3, "h = %g s: momentum error of akw over that of nmb", step[i]);
    }
}

void newmark_fig12(study *s)
{
    static const char *const method[] = {"nmb", "sw", "hstagm"};
    const ph_model *body = study_model(s, "papers/free-body", NULL, 0);
    const ph_model *top = study_model(s, "papers/slow-top", NULL, 0);
    study_chart *c =
        study_add_chart(s, CHART_PLAIN, "time [s]",
                        "Relative error of the energy: free body, h = 0.5 s; below, the "
                        "slow top, h = 0.05 s, until it leaves the figure.");
    int upper = chart_add_panel(s, c, "free body: E/E(0) - 1");
    int lower = chart_add_panel(s, c, "slow top: E/E(0) - 1");
    for (int i = 0; i < 3; i++) {
        const track *t = study_run(
            s, body, (run_plan){.method = method[i], .step = 0.5, .end = 30, .energy = true});
        chart_add_track(s, c, upper, FIGURE_LINE, t, value_energy_error, 0, method[i]);
        study_must(s, 100 * track_largest(t, value_energy_error), 0, 1,
                   "free body, %s: largest error [%%]", method[i]);
        t = study_run(
            s, top,
            (run_plan){
                .method = method[i], .step = 0.05, .end = 30, .energy = true, .may_fail = true});
        double left = track_first_beyond(t, value_energy_error, 0.5);
        chart_add_track(s, c, lower, FIGURE_LINE, t, value_energy_error, left, "");
        if (i < 2)
            study_must(s, 100 * track_largest(t, value_energy_error), 0, 10,
                       "slow top, %s, h = 0.05 s: largest error [%%]", method[i]);
    }
    static const double step[] = {0.1, 0.05, 0.02, 0.01, 0.005};
    study_table *table =
        study_add_table(s, "step [s]|energy off by half at [s]", "Slow top with hstagm");
    for (int i = 0; i < COUNT(step); i++) {
        const track *t = study_run(
            s, top,
            (run_plan){
                .method = "hstagm", .step = step[i], .end = 30, .energy = true, .may_fail = true});
        double left = track_first_beyond(t, value_energy_error, 0.5);
        table_add(s, table, "%g|%.3g", step[i], left);
        study_must(s, left, 0, 30,
                   "slow top, hstagm, h = %g s: time when the energy is off by half [s]", step[i]);
    }
}

/* Rank of nmb among the four, 1 the best. */
static int rank(const converge_study *c, double h, int kind)
{
    int rank = 1;
    for (int m = 1; m < 4; m++)
        rank += study_error(c, four[m], h, kind) < study_error(c, "nmb", h, kind);
    return rank;
}

void newmark_fig13(study *s)
{
    static const double step[] = {0.05, 0.025, 0.0125, 0.00625, 0.003125};
    const ph_model *m = study_model(s, "papers/coulomb-wall", NULL, 0);
    study_table *table = study_add_table(s, "end [s]|step [s]|nmb|sw|hstagm|akw|rank of nmb",
                                         "Error of the attitude");
    for (int k = 0; k < 2; k++) {
        converge_plan plan = {
            .method = four, .methods = 4, .step = step, .steps = COUNT(step), .may_fail = true};
        if (k) plan.end = 50, plan.fine = 0.0005;
        const converge_study *c = study_converge(s, m, plan);
        draw_errors(s, c,
                    k ? "Errors after 50 s." : "Errors after 10 s, three bounces off the wall.");
        for (int i = 0; i < COUNT(step); i++)
            table_add(s, table, "%d|%g|%.2e|%.2e|%.2e|%.2e|%d", k ? 50 : 10, step[i],
                      study_error(c, "nmb", step[i], ATTITUDE),
                      study_error(c, "sw", step[i], ATTITUDE),
                      study_error(c, "hstagm", step[i], ATTITUDE),
                      study_error(c, "akw", step[i], ATTITUDE), rank(c, step[i], ATTITUDE));
        for (int i = 2; i < COUNT(step); i++) {
            int place = rank(c, step[i], ATTITUDE);
            if (k)
                study_must(s, place, 1, 1, "after 50 s, h = %g s: rank of nmb of four by attitude",
                           step[i]);
            else
                study_should(s, place, 1, 1,
                             "after 10 s, h = %g s: rank of nmb of four by attitude", step[i]);
        }
        study_should(s, rank(c, 0.003125, MOMENTUM), 1, 1,
                     "after %d s, h = 0.003125 s: rank of nmb by momentum", k ? 50 : 10);
    }
}
