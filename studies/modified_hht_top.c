/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sherif, Nachbagauer, Steiner and Lauss: the spin about an axis, and the heavy top.
 */
#include <math.h>
#include <stdio.h>
#include "measure.h"
#include "modified_hht.h"
#include "pivoted.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

static const double damping[] = {0, -0.1, -0.2, -0.3};

/* --- one step of a spin --------------------------------------------------------------------- */

static const double rate0 = 10, gain = 40; /* [rad/s], [rad/s^2] of models/papers/spin-up.yaml */

typedef struct {
    double excess, w; /* omega - omega' - h M/I, and e0 of the new attitude */
} one_step;

static one_step step_once(study *s, const ph_model *m, const char *method, double alpha, double h)
{
    const track *t =
        study_run(s, m, (run_plan){.method = method, .step = h, .alpha = alpha, .end = h});
    const track_row *end = track_end(t);
    return (one_step){end->body.omega.x - rate0 - h * gain, end->body.orientation.w};
}

void hht_eq28(study *s)
{
    static const char *const spin[] = {"parameters.spin=10"};
    static const double step[] = {4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4};
    const ph_model *m = study_model(s, "papers/spin-up", spin, 1);
    study_chart *c =
        study_add_chart(s, CHART_LOG, "step size h [s]",
                        "What one step of the classic method misses of the speed: measured "
                        "(points) and eq. 28 (dashed).");
    chart_add_panel(s, c, "loss of speed [rad/s]");
    study_table *table = study_add_table(
        s, "alpha|measured [rad/s]|eq. 28|error of eq. 28|the same at h/2", "h = 1 ms");
    for (int i = 0; i < 4; i++) {
        double a = damping[i], miss[COUNT(step)];
        double c2 = a * pow(rate0, 3) / 4;
        double c3 = gain * rate0 * rate0 *
                    (10 * pow(a, 4) + 3 * pow(a, 3) - 12 * a * a + 11 * a - 4) /
                    (16 * (a - 1) * (a - 1));
        study_curve *found = chart_add_curve(s, c, 0, FIGURE_POINTS, "alpha = %g", a);
        study_curve *theory = chart_add_curve(s, c, 0, FIGURE_DASHED, "%s", "");
        double excess = NAN;
        for (int k = 0; k < COUNT(step); k++) {
            double h = step[k], formula = c2 * h * h + c3 * h * h * h;
            double d = step_once(s, m, "hht-classic", a, h).excess;
            curve_add(s, found, h, -d);
            curve_add(s, theory, h, -formula);
            miss[k] = fabs(d - formula);
            if (k == 2) excess = d;
        }
        table_add(s, table, "%g|%.6e|%.6e|%.2e|%.2e", a, excess, c2 * 1e-6 + c3 * 1e-9, miss[2],
                  miss[3]);
        study_must(s, log2(miss[1] / miss[2]), 3.5, 5.5,
                   "alpha = %g: order in h of what eq. 28 leaves over (four, or more)", a);
    }
}

void hht_eq42(study *s)
{
    static const char *const spin[] = {"parameters.spin=10"};
    const ph_model *m = study_model(s, "papers/spin-up", spin, 1);
    study_chart *c =
        study_add_chart(s, CHART_LOG, "step size h [s]",
                        "What one step of the modified method misses of the speed: measured "
                        "(points) and eq. 42 (dashed).");
    chart_add_panel(s, c, "loss of speed [rad/s]");
    study_table *table =
        study_add_table(s, "alpha|measured [rad/s]|eq. 42|difference|classic method", "h = 1 ms");
    for (int i = 0; i < 4; i++) {
        double a = damping[i];
        study_curve *found = i ? chart_add_curve(s, c, 0, FIGURE_POINTS, "alpha = %g", a) : NULL;
        study_curve *theory = i ? chart_add_curve(s, c, 0, FIGURE_DASHED, "%s", "") : NULL;
        for (int k = 0; k < 4; k++) {
            double h = 8e-3 / (1 << k);
            one_step one = step_once(s, m, "hht-modified", a, h);
            double formula = gain * h * (0.5 - a) * a * (1 - one.w);
            if (i) curve_add(s, found, h, -one.excess), curve_add(s, theory, h, -formula);
            if (k < 3) continue;
            table_add(s, table, "%g|%.6e|%.6e|%.1e|%.6e", a, one.excess, formula,
                      fabs(one.excess - formula), step_once(s, m, "hht-classic", a, h).excess);
            study_must(s, fabs(one.excess - formula), 0, 1e-13,
                       "alpha = %g, h = 1 ms: measured less eq. 42 [rad/s]", a);
        }
    }
}

/* Runs up for 20 s, to 800 rad/s. */
void hht_stall(study *s)
{
    static const char *const method[] = {"hht-classic", "hht-modified", "hht-euler"};
    const ph_model *m = study_model(s, "papers/spin-up", NULL, 0);
    study_chart *c = study_add_chart(s, CHART_PLAIN, "time [s]",
                                     "Speed of the body, alpha = -0.3, h = 1 ms; exact 40 t.");
    chart_add_panel(s, c, "omega [rad/s]");
    study_table *table = study_add_table(
        s, "alpha|hht-classic|where eq. 28 balances the torque|hht-modified|hht-euler",
        "Speed after 20 s [rad/s], exact 800");
    for (int i = 1; i < 4; i++) {
        double end[3], balance = cbrt(4 * gain / (-damping[i] * 1e-3));
        for (int k = 0; k < 3; k++) {
            const track *t = study_run(
                s, m,
                (run_plan){.method = method[k], .step = 1e-3, .alpha = damping[i], .every = 20});
            if (i == 3) chart_add_track(s, c, 0, FIGURE_LINE, t, value_omega_x, 0, method[k]);
            end[k] = track_end(t)->body.omega.x;
        }
        table_add(s, table, "%g|%.6f|%.3f|%.6f|%.6f", damping[i], end[0], balance, end[1], end[2]);
        study_must(s, end[0] / balance, 0.999, 1.001,
                   "alpha = %g: speed of the classic method over that where its loss is what the "
                   "torque adds",
                   damping[i]);
        study_must(s, end[1], 790, 800, "alpha = %g: speed of the modified method [rad/s]",
                   damping[i]);
    }
}

void hht_alpha_zero(study *s)
{
    const ph_model *spin = study_model(s, "papers/spin-up", NULL, 0);
    const ph_model *top = study_model(s, "papers/heavy-top", NULL, 0);
    const track *t =
        study_run(s, spin, (run_plan){.method = "hht-modified", .step = 1e-3, .every = 100});
    study_must(s, fabs(track_end(t)->body.omega.x - 800), 0, 1e-4,
               "free body: error of the speed after 20 s [rad/s] of 800");
    study_table *table = study_add_table(s, "alpha|ran to [s]|reaction at 5 ms [N]",
                                         "Heavy top on its ball joint, h = 10 us");
    study_chart *c =
        study_add_chart(s, CHART_PLAIN, "time [s]", "Vertical reaction in the ball joint.");
    chart_add_panel(s, c, "force z [N]");
    for (int i = 0; i < 3; i += 2) {
        const track *run = study_run(s, top,
                                     (run_plan){.method = "hht-modified",
                                                .step = 1e-5,
                                                .alpha = damping[i],
                                                .end = 1,
                                                .every = 1,
                                                .column = "tip.force.z",
                                                .may_fail = true});
        char label[40];
        snprintf(label, sizeof label, "alpha = %g", damping[i]);
        chart_add_track(s, c, 0, FIGURE_LINE, run, value_column, fmin(0.01, track_end(run)->t),
                        label);
        table_add(s, table, "%g|%.4g|%.4g", damping[i], track_end(run)->t,
                  run->rows > 500 ? run->row[500].column : NAN);
        if (i == 0)
            study_must(s, track_end(run)->t, 0, 0.5,
                       "heavy top with alpha = 0: breaks off at [s], of 1 s");
        else
            study_must(s, track_end(run)->t, 0.999, 1.001, "heavy top with alpha = %g: runs to [s]",
                       damping[i]);
    }
}

/* One step of a body that turns about all three axes. */
void hht_local_error(study *s)
{
    static const char *const free[] = {"bodies.rotor.omega=[5, 3, 2]"};
    static const char *const method[] = {"hht-modified", "hht-classic", "hht-euler"};
    const ph_model *m = study_model(s, "papers/spin-up", free, 1);
    study_chart *c =
        study_add_chart(s, CHART_LOG, "step size h [s]", "Errors of one step, alpha = -0.3.");
    chart_add_panel(s, c, "attitude [rad]");
    chart_add_panel(s, c, "velocity [rad/s]");
    study_table *table =
        study_add_table(s, "method|order of the attitude|of the velocity", "1 ms to 0.5 ms");
    for (int i = 0; i < 3; i++) {
        study_curve *curve[] = {chart_add_curve(s, c, 0, FIGURE_BOTH, "%s", method[i]),
                                chart_add_curve(s, c, 1, FIGURE_BOTH, "%s", "")};
        double turn[5], rate[5];
        for (int k = 0; k < 5; k++) {
            double h = 8e-3 / (1 << k);
            run_plan plan = {.method = method[i], .step = h, .alpha = -0.3, .end = h};
            const ph_body_state a = track_end(study_run(s, m, plan))->body;
            plan.method = "cf4", plan.step = h / 64;
            const ph_body_state b = track_end(study_run(s, m, plan))->body;
            turn[k] = turn_between(a.orientation, b.orientation);
            rate[k] = ph_norm(ph_sub(a.omega, b.omega));
            curve_add(s, curve[0], h, turn[k]);
            curve_add(s, curve[1], h, rate[k]);
        }
        double order[] = {log2(turn[3] / turn[4]), log2(rate[3] / rate[4])};
        table_add(s, table, "%s|%.2f|%.2f", method[i], order[0], order[1]);
        if (i > 0) continue;
        study_must(s, order[0], 2.8, 4, "modified method: order of the attitude error of a step");
        study_must(s, order[1], 1.8, 4, "modified method: order of the velocity error of a step");
    }
    chart_add_slope(s, c, 0, 3);
    chart_add_slope(s, c, 1, 2);
}

/* --- heavy top ------------------------------------------------------------------------------ */

/* The exact state every 10 us to 1 s; rows of a run lie on these. */
enum { TOP_ROWS = 100001 };

static top_state *top_truth(study *s)
{
    top_state *truth = study_scratch(s, TOP_ROWS, sizeof *truth),
              now = {{1, 0, 0, 0}, {0, 150, -4.61538L}};
    for (int i = 0; truth && i < TOP_ROWS; i++) {
        truth[i] = now;
        top_step(&now, 1e-5L);
    }
    return truth;
}

static const top_state *top_at(const top_state *truth, double t)
{
    long i = lround(t / 1e-5);
    return &truth[i < TOP_ROWS ? i : TOP_ROWS - 1];
}

/* The integral of sum |omega_i - exact|, by trapezoids on the steps. */
static double rate_integral(const track *t, const top_state *truth)
{
    double sum = t->rows ? 0 : NAN, last = 0;
    for (size_t k = 1; k < t->rows; k++) {
        const top_state *x = top_at(truth, t->row[k].t);
        ph_vec3 w = t->row[k].body.omega;
        double d =
            fabs(w.x - (double)x->w[0]) + fabs(w.y - (double)x->w[1]) + fabs(w.z - (double)x->w[2]);
        sum += (t->row[k].t - t->row[k - 1].t) * (d + last) / 2;
        last = d;
    }
    return sum;
}

void hht_fig2(study *s)
{
    static const char *const method[] = {"hht-modified", "hht-classic", "hht-euler", "galpha"};
    static const double step[] = {1e-3, 5e-4, 1e-4, 5e-5, 1e-5};
    const ph_model *m = study_model(s, "papers/heavy-top", NULL, 0);
    const top_state *truth = top_truth(s);
    study_chart *c =
        study_add_chart(s, CHART_LOG, "step size h [s]",
                        "Integrated error of the angular velocity over 1 s, alpha = -0.2 "
                        "(galpha: rho = 0.8).");
    chart_add_panel(s, c, "e_omega [rad]");
    study_table *table = study_add_table(
        s, "method|1 ms|0.5 ms|0.1 ms|50 us|10 us|order 0.1 ms to 10 us", "e_omega");
    for (int i = 0; truth && i < COUNT(method); i++) {
        double e[COUNT(step)];
        study_curve *curve = chart_add_curve(s, c, 0, FIGURE_BOTH, "%s", method[i]);
        for (int k = 0; k < COUNT(step); k++) {
            const track *t =
                study_run(s, m, (run_plan){.method = method[i], .step = step[k], .alpha = -0.2});
            e[k] = rate_integral(t, truth);
            curve_add(s, curve, step[k], e[k]);
        }
        double order = log10(e[2] / e[4]);
        table_add(s, table, "%s|%.3e|%.3e|%.3e|%.3e|%.3e|%.2f", method[i], e[0], e[1], e[2], e[3],
                  e[4], order);
        if (i == 0) {
            study_must(
                s, order, 1.8, 2.2,
                "order of the modified method as published, 0.1 ms to 10 us: two is claimed");
            study_should(
                s, order, 0.8, 1.2,
                "order of the modified method: the slope +1 that the paper reads off its figure");
            study_must(s, e[2] / e[4], 1, 1e9,
                       "e_omega at 0.1 ms over that at 10 us: it converges");
        }
        if (i == 2)
            study_should(s, order, 1.95, 2.05,
                         "order of hht-euler, which differs in the frame of the old force only");
    }
    chart_add_slope(s, c, 0, 1);
    chart_add_slope(s, c, 0, 2);
}

/* A run at 0.1 ms beside the exact curve. */
static const track *top_run(study *s, double alpha)
{
    const ph_model *m = study_model(s, "papers/heavy-top", NULL, 0);
    return study_run(
        s, m, (run_plan){.method = "hht-modified", .step = 1e-4, .alpha = alpha, .every = 10});
}

static ph_vec3 exact_velocity(const top_state *x)
{
    ph_quat q = ph_quat_make((double)x->q[0], (double)x->q[1], (double)x->q[2], (double)x->q[3]);
    ph_vec3 w = ph_v3((double)x->w[0], (double)x->w[1], (double)x->w[2]);
    return ph_rotate(q, ph_cross(w, ph_v3(0, 1, 0)));
}

void hht_fig3(study *s)
{
    row_value *const value[] = {value_velocity_x, value_velocity_y, value_velocity_z};
    static const char *const name[] = {"v x [m/s]", "v y [m/s]", "v z [m/s]"};
    const top_state *truth = top_truth(s);
    const track *t = top_run(s, -0.2);
    study_chart *c =
        study_add_chart(s, CHART_PLAIN, "time [s]",
                        "Velocity of the centre of mass, h = 0.1 ms, alpha = -0.2; exact dashed.");
    double worst = t->rows ? 0 : NAN, size = 0;
    study_curve *exact[3];
    for (int k = 0; k < 3; k++) {
        chart_add_panel(s, c, name[k]);
        chart_add_track(s, c, k, FIGURE_LINE, t, value[k], 0, k ? "" : "hht-modified");
        exact[k] = chart_add_curve(s, c, k, FIGURE_DASHED, "%s", k ? "" : "exact");
    }
    for (size_t i = 0; truth && i < t->rows; i++) {
        ph_vec3 v = exact_velocity(top_at(truth, t->row[i].t));
        curve_add(s, exact[0], t->row[i].t, v.x);
        curve_add(s, exact[1], t->row[i].t, v.y);
        curve_add(s, exact[2], t->row[i].t, v.z);
        worst = fmax(worst, ph_norm(ph_sub(t->row[i].body.velocity, v)));
        size = fmax(size, ph_norm(v));
    }
    study_must(s, 100 * worst / size, 0, 1,
               "largest error of the velocity over the largest velocity [%%]");
}

void hht_fig4(study *s)
{
    const top_state *truth = top_truth(s);
    const track *t = top_run(s, -0.2);
    study_chart *c = study_add_chart(
        s, CHART_PLAIN, "time [s]",
        "Angular velocity about the body's x axis, h = 0.1 ms, alpha = -0.2; exact dashed.");
    chart_add_panel(s, c, "omega x [rad/s]");
    chart_add_track(s, c, 0, FIGURE_LINE, t, value_omega_x, 0, "hht-modified");
    study_curve *exact = chart_add_curve(s, c, 0, FIGURE_DASHED, "exact");
    double worst = t->rows ? 0 : NAN, size = 0;
    for (size_t i = 0; truth && i < t->rows; i++) {
        double w = (double)top_at(truth, t->row[i].t)->w[0];
        curve_add(s, exact, t->row[i].t, w);
        worst = fmax(worst, fabs(t->row[i].body.omega.x - w));
        size = fmax(size, fabs(w));
    }
    study_must(s, 100 * worst / size, 0, 3,
               "largest error of omega x over the largest omega x [%%]");
}

void hht_fig5(study *s)
{
    static const char *const method[] = {"hht-modified", "hht-classic", "hht-euler"};
    const ph_model *m = study_model(s, "papers/heavy-top", NULL, 0);
    study_chart *c =
        study_add_chart(s, CHART_PLAIN, "time [s]",
                        "Change of the energy of the top, h = 10 us; below, the classic method.");
    study_table *table =
        study_add_table(s, "method|alpha|E(10 s) - E(0) [J]|relative", "E(0) = 5435.697 J");
    for (int k = 0; k < 2; k++)
        chart_add_panel(s, c, k ? "classic: E - E(0) [J]" : "modified: E - E(0) [J]");
    double loss[3][4];
    for (int k = 0; k < 3; k++)
        for (int i = 1; i < 4; i++) {
            const track *t = study_run(s, m,
                                       (run_plan){.method = method[k],
                                                  .step = 1e-5,
                                                  .alpha = damping[i],
                                                  .end = 10,
                                                  .every = 5000,
                                                  .energy = true});
            double start = track_start(t)->energy;
            study_curve *curve = k == 2 ? NULL
                                        : chart_add_curve(s, c, k, FIGURE_LINE,
                                                          k ? "%.0d" : "alpha = -0.%d", k ? 0 : i);
            for (size_t n = 0; n < t->rows && k < 2; n++)
                curve_add(s, curve, t->row[n].t, t->row[n].energy - start);
            loss[k][i] = t->rows ? start - track_end(t)->energy : NAN;
            table_add(s, table, "%s|%g|%.3e|%.1e", method[k], damping[i], -loss[k][i],
                      -loss[k][i] / start);
        }
    for (int i = 1; i < 4; i++) {
        study_must(s, fabs(loss[0][i]) / 5435.697, 0, 1e-6,
                   "alpha = %g: relative change with the modified method in 10 s", damping[i]);
        study_must(s, loss[1][i] / 5435.697, 0.05, 1,
                   "alpha = %g: relative loss with the classic method", damping[i]);
    }
}
