/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Krysl and Endres: what is said beside the figures, and two equations with a misprint.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "krysl_newmark.h"
#include "measure.h"

/* Of the body's z axis along the world's: R33. */
static double value_upright(const track *t, const track_row *row)
{
    (void)t;
    return ph_rotate(row->body.orientation, ph_v3(0, 0, 1)).z;
}

void newmark_sign(study *s)
{
    static const char *const sign[] = {"parameters.sign=-1", "parameters.sign=1"};
    static const char *const label[] = {"sign as printed", "sign changed"};
    study_chart *c =
        study_add_chart(s, CHART_PLAIN, "time [s]",
                        "R33; the wall stands near -0.6, the pole of the field is at -1.1.");
    int panel = chart_add_panel(s, c, "R33");
    for (int k = 0; k < 2; k++) {
        const ph_model *m = study_model(s, "papers/coulomb-wall", &sign[k], 1);
        const track *t = study_run(s, m, (run_plan){.method = "cf4", .step = 0.001, .every = 10});
        chart_add_track(s, c, panel, FIGURE_LINE, t, value_upright, 0, label[k]);
        double low = 1;
        for (size_t i = 0; i < t->rows; i++) low = fmin(low, value_upright(t, &t->row[i]));
        if (k)
            study_should(s, low, -1, -0.55, "lowest R33 with the sign changed: the wall is hit");
        else
            study_must(s, low, -1, -0.55, "lowest R33 with the sign as printed: is the wall hit?");
    }
}

void newmark_spatial(study *s)
{
    static const char *const model[] = {"papers/free-body", "papers/slow-top",
                                        "papers/coulomb-wall"};
    static const double step[] = {0.5, 0.05, 0.05};
    study_chart *c =
        study_add_chart(s, CHART_LOG_Y, "time [s]",
                        "Difference of the attitudes of nmb and nms: rounding, which the "
                        "motion makes grow.");
    int panel = chart_add_panel(s, c, "|R_nmb - R_nms|");
    for (int i = 0; i < 3; i++) {
        const ph_model *m = study_model(s, model[i], NULL, 0);
        const track *a = study_run(s, m, (run_plan){.method = "nmb", .step = step[i], .end = 10});
        const track *b = study_run(s, m, (run_plan){.method = "nms", .step = step[i], .end = 10});
        study_curve *curve = chart_add_curve(s, c, panel, FIGURE_LINE, "%s", model[i] + 7);
        double most = a->rows ? 0 : NAN;
        for (size_t k = 1; k < a->rows && k < b->rows; k++) {
            double d = turn_between(a->row[k].body.orientation, b->row[k].body.orientation);
            curve_add(s, curve, a->row[k].t, fmax(d, 1e-17));
            most = fmax(most, d);
        }
        study_must(s, most, 0, 1e-10, "%s, h = %g s: largest difference in 10 s", model[i] + 7,
                   step[i]);
    }
}

void newmark_symmetry(study *s)
{
    static const struct {
        const char *method;
        bool symmetric;
    } row[] = {{"nmb", true}, {"nms", true}, {"sw", true}, {"pcdm", false}, {"liemid-e1", false}};
    const ph_model *m = study_model(s, "papers/slow-top", NULL, 0);
    study_table *table = study_add_table(s, "method|distance from the start",
                                         "Slow top, 200 steps of 0.01 s and back");
    study_chart *c = study_add_chart(s, CHART_LOG, "step size h [s]",
                                     "Distance from the start after 2 s forward and 2 s back.");
    int panel = chart_add_panel(s, c, "|R - R(0)|");
    for (int i = 0; m && i < 5; i++) {
        study_curve *curve = chart_add_curve(s, c, panel, FIGURE_BOTH, "%s", row[i].method);
        for (int k = 0; k < 4; k++) {
            double h = 0.04 / (1 << k);
            curve_add(s, curve, h,
                      fmax(study_return(s, m, row[i].method, row[i].method, h, 50 << k), 1e-17));
        }
        double error = study_return(s, m, row[i].method, row[i].method, 0.01, 200);
        table_add(s, table, "%s|%.2e", row[i].method, error);
        if (row[i].symmetric)
            study_must(s, error, 0, 1e-9, "%s: distance from the start", row[i].method);
        else
            study_must(s, error, 1e-7, 10, "%s, which is not symmetric: distance from the start",
                       row[i].method);
    }
}

void newmark_sw_drift(study *s)
{
    static const struct {
        const char *model;
        double step, end;
    } run[] = {{"papers/free-body", 2, 20000},
               {"papers/free-body", 0.5, 5000},
               {"papers/slow-top", 0.1, 2000},
               {"papers/lagrangian-top", 0.05, 1000}};
    study_table *table = study_add_table(
        s, "model|step [s]|time [s]|largest error of the energy|drift", "Energy with sw");
    study_chart *c = study_add_chart(s, CHART_PLAIN, "share of the run",
                                     "Relative error of the energy with sw over its longest runs.");
    for (int i = 0; i < 4; i++) {
        const ph_model *m = study_model(s, run[i].model, NULL, 0);
        char label[80];
        const track *t = study_run(
            s, m,
            (run_plan){.method = "sw", .step = run[i].step, .end = run[i].end, .energy = true});
        snprintf(label, sizeof label, "%s, h = %g s", run[i].model + 7, run[i].step);
        int panel = chart_add_panel(s, c, "E/E(0) - 1");
        study_curve *curve = chart_add_curve(s, c, panel, FIGURE_LINE, "%s", label);
        size_t stride = 1 + t->rows / 2000;
        for (size_t k = 0; k < t->rows; k += stride)
            curve_add(s, curve, t->row[k].t / run[i].end, value_energy_error(t, &t->row[k]));
        double drift = track_drift(t, value_energy_error);
        table_add(s, table, "%s|%g|%g|%.2e|%.4f", run[i].model + 7, run[i].step, run[i].end,
                  track_largest(t, value_energy_error), drift);
        study_must(
            s, drift, 0.1, 1,
            "%s: mean of the second half less that of the first, over the spread (a ramp has 0.5)",
            label);
    }
}

/* --- equations ------------------------------------------------------------------------------ */

/* S(Psi) x of eq. 33, with the sign of its term of first order. */
static ph_vec3 dexp(ph_vec3 psi, ph_vec3 x, double sign)
{
    double a = ph_norm(psi);
    ph_vec3 once = ph_cross(psi, x), twice = ph_cross(psi, once);
    return ph_axpy(ph_axpy(x, sign * (1 - cos(a)) / (a * a), once), (1 - sin(a) / a) / (a * a),
                   twice);
}

void newmark_eq33(study *s)
{
    const ph_vec3 direction = ph_v3(0.36, -0.48, 0.8), theta = ph_v3(0.3, 0.5, -0.2);
    study_chart *c = study_add_chart(s, CHART_LOG_Y, "|Psi| [rad]",
                                     "How far eq. 33 misses eq. 31, which it is to solve, by a "
                                     "difference quotient.");
    int panel = chart_add_panel(s, c, "|theta_B - S theta_A|");
    study_curve *curve[] = {chart_add_curve(s, c, panel, FIGURE_BOTH, "sign as printed, +"),
                            chart_add_curve(s, c, panel, FIGURE_BOTH, "sign changed, -")};
    double most[2] = {0, 0};
    for (int i = 1; i <= 12; i++) {
        ph_vec3 psi = ph_scale(0.25 * i, direction);
        /* R_B exp(eps theta_B) = R_A exp(Psi + eps theta_A), central differences */
        const double eps = 1e-5;
        ph_quat back = ph_quat_conj(quat_turn(psi)),
                plus = ph_quat_mul(back, quat_turn(ph_axpy(psi, eps, theta)));
        ph_quat minus = ph_quat_mul(back, quat_turn(ph_axpy(psi, -eps, theta)));
        ph_vec3 exact =
            ph_scale(1 / eps, ph_v3(plus.x - minus.x, plus.y - minus.y, plus.z - minus.z));
        for (int k = 0; k < 2; k++) {
            double miss = ph_norm(ph_sub(exact, dexp(psi, theta, k ? -1 : 1)));
            curve_add(s, curve[k], 0.25 * i, miss);
            most[k] = fmax(most[k], miss);
        }
    }
    study_must(s, most[0], 0, 1e-8, "largest miss of eq. 33 as printed");
    study_should(s, most[1], 0, 1e-8,
                 "largest miss with the sign of the term of first order changed");
}

/* Eq. 43 is the derivative by A of I A + (W + h/2 A) x I (W + h/2 A) - T. */

static ph_vec3 diagonal(const double I[3], ph_vec3 v)
{
    return ph_v3(I[0] * v.x, I[1] * v.y, I[2] * v.z);
}

static ph_vec3 spin_residual(const double I[3], ph_vec3 w, double h, ph_vec3 torque, ph_vec3 a)
{
    ph_vec3 at = ph_axpy(w, h / 2, a);
    return ph_sub(ph_add(diagonal(I, a), ph_cross(at, diagonal(I, at))), torque);
}

static ph_vec3 tangent_column(const double I[3], ph_vec3 w, double h, ph_vec3 a, ph_vec3 e,
                              bool printed)
{
    /* printed: I w~ e = I (w x e); right: (I w) x e, and a quarter of h^2 */
    ph_vec3 first = printed ? diagonal(I, ph_cross(w, e)) : ph_cross(diagonal(I, w), e);
    ph_vec3 last = printed ? diagonal(I, ph_cross(a, e)) : ph_cross(diagonal(I, a), e);
    ph_vec3 sum = ph_axpy(diagonal(I, e), h / 2, ph_sub(ph_cross(w, diagonal(I, e)), first));
    return ph_axpy(sum, h * h / (printed ? 2 : 4), ph_sub(ph_cross(a, diagonal(I, e)), last));
}

static ph_vec3 solve3(const ph_vec3 c[3], ph_vec3 b)
{
    double det = ph_dot(c[0], ph_cross(c[1], c[2]));
    return ph_v3(ph_dot(b, ph_cross(c[1], c[2])) / det, ph_dot(c[0], ph_cross(b, c[2])) / det,
                 ph_dot(c[0], ph_cross(c[1], b)) / det);
}

void newmark_eq43(study *s)
{
    const double I[3] = {0.9144, 1.098, 1.66}, h = 1;
    const ph_vec3 w = ph_v3(0.45549, 0.82623, 0.43476), torque = ph_v3(0.1, -0.2, 0.3);
    const ph_vec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    study_chart *c =
        study_add_chart(s, CHART_LOG_Y, "iteration",
                        "Newton's method for the acceleration of one step of 1 s of the "
                        "free body with a torque.");
    int panel = chart_add_panel(s, c, "residual [N m]");
    int needed[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        study_curve *curve =
            chart_add_curve(s, c, panel, FIGURE_BOTH, k ? "corrected" : "as printed");
        ph_vec3 a = ph_v3(0, 0, 0), r = spin_residual(I, w, h, torque, a);
        for (int i = 0; i <= 30 && ph_norm(r) > 1e-15; i++) {
            ph_vec3 column[3];
            curve_add(s, curve, i, ph_norm(r));
            for (int j = 0; j < 3; j++) column[j] = tangent_column(I, w, h, a, axis[j], k == 0);
            a = ph_sub(a, solve3(column, r));
            r = spin_residual(I, w, h, torque, a);
            if (ph_norm(r) > 1e-13) needed[k] = i + 1;
        }
        needed[k]++;
    }
    study_must(s, needed[0], 1, 6, "iterations to a residual of 1e-13, tangent as printed");
    study_should(s, needed[1], 1, 6, "iterations, tangent corrected");
}
