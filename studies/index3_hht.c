/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Negrut, Rampalli, Ottarsson and Sajdak, HHT for index-3 equations: its claims on order, error
 * control, reuse of matrices and quality of results, with models of this project.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "index3_hht.h"
#include "measure.h"
#include "papers.h"
#include "pivoted.h"
#include "v8.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

static void order(study *s)
{
    static const char *const method[] = {"hht", "hht-modified", "galpha"};
    static const double slow[] = {0.02, 0.01, 0.005, 0.0025, 0.00125},
                        fast[] = {1e-3, 5e-4, 2.5e-4, 1.25e-4, 6.25e-5};
    const struct {
        const char *model, *caption;
        const double *step;
    } problem[] = {{"pendulum", "Error of the position after 5 s, pendulum.", slow},
                   {"spatial-slider-crank",
                    "Error of the crank after 2 s, spatial slider-crank with a rotor.", fast},
                   {"papers/heavy-top", "Error of the position after 1 s, heavy top.", fast}};
    study_table *table =
        study_add_table(s, "model|method|error at the smallest step [m]|order", "Last two steps");
    for (int p = 0; p < COUNT(problem); p++) {
        const ph_model *m = study_model(s, problem[p].model, NULL, 0);
        const double *h = problem[p].step;
        const converge_study *c = study_converge(
            s, m,
            (converge_plan){.method = method, .methods = 3, .step = h, .steps = 5, .alpha = -0.3});
        study_chart *chart = study_add_chart(s, CHART_LOG, "step size h [s]", problem[p].caption);
        int panel = chart_add_errors(s, chart, c, POSITION, "position [m]");
        chart_add_slope(s, chart, panel, 1);
        chart_add_slope(s, chart, panel, 2);
        for (int i = 0; i < 3; i++) {
            double o = study_order(c, method[i], h[3], h[4], POSITION);
            table_add(s, table, "%s|%s|%.2e|%.2f", problem[p].model, method[i],
                      study_error(c, method[i], h[4], POSITION), o);
            if (i == 0) study_must(s, o, 1.8, 2.3, "%s: order of hht", problem[p].model);
            if (i == 1)
                study_should(s, o, 1.8, 2.3,
                             "%s: order of hht-modified, which turns by Euler parameters",
                             problem[p].model);
        }
    }
}

/* The end of a mechanism may be passed by chance: the pendulum is followed all the way. */
static double pendulum_error(const track *t)
{
    double theta = PH_PI / 2, omega = 0, now = 0, worst = t->rows ? 0 : NAN;
    for (size_t i = 0; i < t->rows; i++) {
        const track_row *row = &t->row[i];
        if (row->t > now) pendulum_to(&theta, &omega, row->t - now);
        now = row->t;
        worst = fmax(worst,
                     hypot(row->body.position.y - sin(theta), row->body.position.z + cos(theta)));
    }
    return worst;
}

static const double eps[] = {1e-3, 1e-4, 1e-5, 1e-6};

typedef struct {
    double error[COUNT(eps)], steps[COUNT(eps)];
} by_tolerance;

static by_tolerance measure(study *s, const char *name)
{
    static const char *const method[] = {"hht"};
    by_tolerance out = {{0}, {0}};
    const ph_model *m = study_model(s, name, NULL, 0);
    if (strcmp(name, "pendulum") == 0) {
        for (int k = 0; k < COUNT(eps); k++) {
            const track *t =
                study_run(s, m, (run_plan){.method = "hht", .tolerance = eps[k], .alpha = -0.3});
            out.error[k] = pendulum_error(t);
            out.steps[k] = (double)t->stats.steps;
        }
        return out;
    }
    const converge_study *r = study_converge(s, m,
                                             (converge_plan){.method = method,
                                                             .methods = 1,
                                                             .step = eps,
                                                             .steps = COUNT(eps),
                                                             .alpha = -0.3,
                                                             .by_tolerance = true});
    for (int k = 0; r->run && k < COUNT(eps); k++) {
        out.error[k] = r->run[k].error[POSITION];
        out.steps[k] = (double)r->run[k].steps;
    }
    return out;
}

static void tolerance(study *s)
{
    static const char *const model[] = {"pendulum", "papers/heavy-top", "spatial-slider-crank"};
    study_chart *c = study_add_chart(
        s, CHART_LOG, "tolerance",
        "hht, alpha = -0.3: error of the position (pendulum: largest of all steps; the "
        "others: at the end), and steps taken. Dashed: powers 2/3 and -1/3 of the tolerance.");
    chart_add_panel(s, c, "position error [m]");
    chart_add_panel(s, c, "steps");
    study_table *table =
        study_add_table(s, "model|tolerance|steps|error [m]|error over tolerance", "");
    for (int p = 0; p < COUNT(model); p++) {
        by_tolerance r = measure(s, model[p]);
        study_curve *error = chart_add_curve(s, c, 0, FIGURE_BOTH, "%s", model[p]);
        study_curve *steps = chart_add_curve(s, c, 1, FIGURE_BOTH, "%s", "");
        for (int k = 0; k < COUNT(eps); k++) {
            curve_add(s, error, eps[k], r.error[k]);
            curve_add(s, steps, eps[k], r.steps[k]);
            table_add(s, table, "%s|%.0e|%.0f|%.2e|%.0f", model[p], eps[k], r.steps[k], r.error[k],
                      r.error[k] / eps[k]);
        }
        study_must(
            s, log10(r.steps[3] / r.steps[1]) / 2, 0.28, 0.38,
            "%s: power of 1/tolerance in the number of steps, 1e-4 to 1e-6 (1/3 by the formula)",
            model[p]);
        study_must(s, log10(r.error[1] / r.error[3]) / 2, 0.55, 0.8,
                   "%s: power of the tolerance in the error (2/3 for second order)", model[p]);
        study_should(s, r.error[3] / eps[3], 0, 100, "%s: error over a tolerance of 1e-6",
                     model[p]);
    }
    study_curve *line = chart_add_curve(s, c, 0, FIGURE_DASHED, "powers");
    study_curve *count = chart_add_curve(s, c, 1, FIGURE_DASHED, "%s", "");
    for (int k = 0; k < 2; k++) {
        double e = k ? 1e-6 : 1e-3;
        curve_add(s, line, e, 0.1 * pow(e / 1e-3, 2. / 3));
        curve_add(s, count, e, 200 * pow(e / 1e-3, -1. / 3));
    }
}

static void jacobians(study *s)
{
    static const double small[] = {1e-4, 1e-5, 1e-6, 1e-7};
    static const struct {
        const char *model;
        double end;
        int most; /* of the tolerances */
    } run[] = {{"papers/v8", 5, 3}, {"pendulum", 5, 4}, {"spatial-slider-crank", 2, 4}};
    study_chart *c =
        study_add_chart(s, CHART_LOG, "tolerance", "Factorised matrices per step, hht.");
    chart_add_panel(s, c, "matrices per step");
    study_table *table = study_add_table(
        s, "model|tolerance|steps|rejected|matrices per step|iterations per step", "");
    for (int p = 0; p < COUNT(run); p++) {
        const ph_model *m = study_model(s, run[p].model, NULL, 0);
        study_curve *curve = chart_add_curve(s, c, 0, FIGURE_BOTH, "%s", run[p].model);
        for (int k = 0; k < run[p].most; k++) {
            const track *t = study_run(s, m,
                                       (run_plan){.method = "hht",
                                                  .tolerance = small[k],
                                                  .alpha = -0.3,
                                                  .end = run[p].end,
                                                  .every = 1000000});
            double steps = (double)t->stats.steps, per = (double)t->stats.jacobians / steps;
            curve_add(s, curve, small[k], per);
            table_add(s, table, "%s|%.0e|%lld|%lld|%.3f|%.2f", run[p].model, small[k],
                      t->stats.steps, t->stats.rejected, per, (double)t->stats.iterations / steps);
            if (k == 2)
                study_must(s, per, 0, 0.5, "%s, tolerance 1e-6: matrices per step", run[p].model);
        }
    }
}

/* --- position, velocity, reaction ----------------------------------------------------------- */

static double value_slide(const track *t, const track_row *row)
{
    (void)t;
    return row->body.position.x;
}

static double value_height(const track *t, const track_row *row)
{
    (void)t;
    return row->body.position.z;
}

/* The largest difference of two runs on one grid, over the span of the second. */
static double misfit(const track *t, const track *exact, row_value *value)
{
    double worst = t->rows ? 0 : NAN;
    for (size_t i = 0; i < t->rows && i < exact->rows; i++)
        worst = fmax(worst, fabs(value(t, &t->row[i]) - value(exact, &exact->row[i])));
    return worst / track_span(exact, value);
}

static void levels(study *s)
{
    static const struct {
        const char *model, *column;
        int body;
        row_value *place, *speed;
        double grid, fine;
    } run[] = {
        {"pendulum", "hinge.force.z", 0, value_height, value_velocity_z, 0.01, 1e-4},
        {"spatial-slider-crank", "guide.force.y", 3, value_slide, value_velocity_x, 0.005, 2.5e-5},
        {"papers/heavy-top", "tip.force.z", 0, value_height, value_velocity_z, 0.002, 1e-5}};
    study_table *table = study_add_table(s, "model|tolerance|position|velocity|reaction",
                                         "Largest error over the range of the values, hht");
    study_chart *c =
        study_add_chart(s, CHART_LOG, "tolerance", "Largest errors over the range of the values.");
    for (int p = 0; p < COUNT(run); p++) {
        const ph_model *m = study_model(s, run[p].model, NULL, 0);
        run_plan plan = {.method = "galpha",
                         .step = run[p].fine,
                         .grid = run[p].grid,
                         .body = run[p].body,
                         .column = run[p].column};
        const track *exact = study_run(s, m, plan);
        int panel = chart_add_panel(s, c, run[p].model);
        row_value *const value[] = {run[p].place, run[p].speed, value_column};
        static const char *const name[] = {"position", "velocity", "reaction"};
        double error[3][3];
        plan.method = "hht", plan.step = 0, plan.alpha = -0.3;
        for (int i = 0; i < 3; i++) {
            plan.tolerance = eps[i + 1];
            const track *t = study_run(s, m, plan);
            for (int k = 0; k < 3; k++) error[i][k] = misfit(t, exact, value[k]);
            table_add(s, table, "%s|%.0e|%.2e|%.2e|%.2e", run[p].model, eps[i + 1], error[i][0],
                      error[i][1], error[i][2]);
        }
        for (int k = 0; k < 3; k++) {
            study_curve *curve =
                chart_add_curve(s, c, panel, FIGURE_BOTH, "%s", panel ? "" : name[k]);
            for (int i = 0; i < 3; i++) curve_add(s, curve, eps[i + 1], error[i][k]);
        }
        study_must(s, error[1][2] / error[1][0], 1, 1e3,
                   "%s, tolerance 1e-5: error of the reaction over that of the position",
                   run[p].model);
        study_should(s, error[1][1] / error[1][0], 1, 1e3,
                     "%s: error of the velocity over that of the position", run[p].model);
        study_should(s, error[1][2] / error[1][1], 1, 1e3,
                     "%s: error of the reaction over that of the velocity", run[p].model);
    }
}

static void bdf(study *s)
{
    static const char *const method[] = {"hht", "ida"};
    static const double fine[] = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10};
    if (ph_integrator_find("ida")->traits & PH_ABSENT) {
        study_skip(s, "this build has no ida: SUNDIALS was not found when it was made");
        return;
    }
    const ph_model *m = study_model(s, "andrews", NULL, 0);
    study_chart *c =
        study_add_chart(s, CHART_LOG, "steps",
                        "Andrews' mechanism, 30 ms: error at the end over the steps it took.");
    chart_add_panel(s, c, "attitude error [rad]");
    study_table *table = study_add_table(s, "method|tolerance|steps|attitude error", "");
    double least[2][2] = {{NAN, NAN}, {NAN, NAN}}; /* steps to errors below 1e-3 and 3e-5 */
    for (int i = 0; i < 2; i++) {
        const converge_study *r = study_converge(s, m,
                                                 (converge_plan){.method = &method[i],
                                                                 .methods = 1,
                                                                 .step = fine,
                                                                 .steps = i ? 5 : 7,
                                                                 .alpha = -0.3,
                                                                 .by_tolerance = true});
        study_curve *curve = chart_add_curve(s, c, 0, FIGURE_BOTH, "%s", method[i]);
        for (int k = 0; r->run && k < r->steps; k++) {
            double steps = (double)r->run[k].steps, error = r->run[k].error[ATTITUDE];
            curve_add(s, curve, steps, error);
            table_add(s, table, "%s|%.0e|%.0f|%.2e", method[i], fine[k], steps, error);
            for (int n = 0; n < 2; n++)
                if (error < (n ? 3e-5 : 1e-3) && !(least[i][n] <= steps)) least[i][n] = steps;
        }
    }
    study_must(s, least[1][1] / least[0][1], 0, 1,
               "steps of ida to an error below 3e-5 over those of hht");
    study_should(s, least[1][0] / least[0][0], 0, 1,
                 "steps of ida to an error below 1e-3 over those of hht");
}

static const paper_item items[] = {
    {"order", "Sec. 1, 2", "Order of the method on constrained mechanisms",
     "HHT is of second order for the linear equations of structures; the paper carries it over to "
     "mechanisms "
     "with constraints of index 3.",
     "With rotations as such (hht), second order is kept on all three models. With the coordinates "
     "of the "
     "papers, whose mass matrix depends on them (hht-modified stands for these), it drops to one "
     "where a body "
     "spins in space.",
     3, order},
    {"tolerance", "Sec. 3", "Error control",
     "The step is chosen so that an estimate of the local error meets the tolerance; the number of "
     "steps then "
     "grows with the power -1/3 of the tolerance.",
     "It does. The paper is clear that the local error is controlled: the error of the run falls "
     "with the power "
     "2/3 of the tolerance only, and may be a thousand times larger than the tolerance.",
     0.3, tolerance},
    {"jacobians", "Conclusions", "Few matrices",
     "The step-size rules let the method reuse its factorised matrix over many steps.",
     "A dead band for the step helps: it stays as it is while it could grow by less than a fifth.",
     2, jacobians},
    {"levels", "Sec. 4.1", "Position, velocity, reaction",
     "Results for positions are better than those for velocities, and these better than those for "
     "forces and "
     "accelerations.",
     "Against fine runs. Reactions are less accurate than positions on all three models, but "
     "velocities are not "
     "always between the two. The changes of the step, which disturb reactions, are corrected for "
     "in this build.",
     3, levels},
    {"bdf", "Conclusions", "Against BDF on a smooth problem",
     "Where BDF can work at high order, HHT cannot reach the same accuracy at comparable cost; it "
     "is meant for stiff and discontinuous models.",
     "IDA of SUNDIALS stands for BDF. One smooth mechanism, steps only: no evidence on the "
     "speed-ups reported for "
     "models with contacts and flexible bodies.",
     3, bdf},
    {"belt", "Figs. 2 to 5", "Belt drive: reaction and speed of the alternator",
     "On a belt drive of 105 bodies HHT with an error of 1e-5 is 2.65 times as fast as BDF with "
     "1e-4 "
     "(485 s, 1286 s). The reactions of both on the alternator differ by less than 3 % at the "
     "peak, "
     "its speeds by less than 1 %.",
     "The model is ours, with the paper's counts; IDA of SUNDIALS, whose order goes up to five, "
     "stands for BDF. The first 60 ms; with --whole all 200 ms. With the paper's two tolerances "
     "HHT "
     "is as much faster as printed, but BDF then is far more accurate: to errors of 0.05 % and 3 % "
     "it needs a tolerance of 1e-3 only, and a factor of about two is left.",
     45, index3_belt},
    {"track", "Fig. 7", "Crawler track: velocity and acceleration of a link",
     "On a track with 690 contacts HHT is 5.2 times as fast as BDF of order one (1713 s, 8988 s). "
     "Velocities of both agree; accelerations do but for spikes, which are due to the contacts.",
     "The model is ours, with the paper's counts. The first 3 s; with --whole all 14 s. Order one "
     "is what makes BDF slow at a given error: with orders up to five a factor below two is left.",
     55, index3_track},
    {"atv", "Figs. 9 to 11, Table I", "All-terrain vehicle: hot spots of its frame",
     "On a vehicle whose frame bends by 134 modes HHT with an error of 1e-5 is three times as fast "
     "as BDF with 1e-4 (122 s, 367 s), with steps of at most 0.5 ms. Its ten hot spots are the "
     "same, and their stresses differ by less than 0.5 %; the angular velocities of the engine by "
     "less than 1.6 %.",
     "The model is ours, with the paper's counts; IDA of SUNDIALS, whose order goes up to five, "
     "stands for BDF. The first 0.5 s; with --whole all 2 s. Nearly every step is as long as it "
     "may be, with all methods, so that they take as many and cost alike: the factor of three is "
     "one of the paper's BDF, whose matrices depend on the step.",
     12, index3_vehicle},
};

const paper paper_index3_hht = {
    "index3-hht",
    "D. Negrut, R. Rampalli, G. Ottarsson, A. Sajdak",
    "On an implementation of the Hilber-Hughes-Taylor method in the context of index 3 "
    "differential-algebraic equations of multibody dynamics",
    "J. Comput. Nonlinear Dynam., 2007",
    "The data of the belt, the track and the vehicle are not published: those here are ours. The "
    "condition numbers of section 2 "
    "are "
    "not part of the library's interface.",
    items,
    COUNT(items)};
