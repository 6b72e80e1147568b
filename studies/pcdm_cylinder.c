/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Seelen, Padding and Kuipers: the driven cylinder, and two that rub.
 */
#include <math.h>
#include "measure.h"
#include "pcdm.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

static double tilt(const track_row *row)
{
    return acos(fmax(-1, fmin(1, pcdm_arrow(row).x)));
}

/* The mean of eq. 6 over the instants both runs have. */
static double tilt_error(const track *t, const track *exact)
{
    double sum = 0;
    size_t n = 0, k = 0;
    for (size_t i = 1; i < t->rows; i++) {
        while (k + 1 < exact->rows && exact->row[k].t < t->row[i].t - 1e-9) k++;
        sum += fabs(tilt(&t->row[i]) - tilt(&exact->row[k]));
        n++;
    }
    return n ? sum / (double)n : NAN;
}

static const struct {
    double step;
    int every; /* rows every 0.1 ms */
} cylinder_step[] = {{1e-3, 1}, {2e-4, 1}, {1e-4, 1}, {1e-5, 10}, {1e-6, 100}, {1e-7, 1000}};

static void draw_rates(study *s, const track *exact)
{
    row_value *const value[] = {value_omega_x, value_omega_y, value_omega_z};
    static const char *const name[] = {"x", "y", "z"};
    ph_vec3 w = track_end(exact)->body.omega;
    study_chart *a =
        study_add_chart(s, CHART_PLAIN, "time [s]", "(a) Angular velocity in body axes.");
    chart_add_panel(s, a, "omega [rad/s]");
    for (int k = 0; k < 3; k++) chart_add_track(s, a, 0, FIGURE_LINE, exact, value[k], 0, name[k]);
    study_must(s, fmin(w.y, w.z), 100, 1e5,
               "the smaller of omega y and z at the end [rad/s]: both grow");
}

void pcdm_fig3(study *s)
{
    static const char *const method[] = {"pcdm", "pcdm-lead", "ipcdm", "ipcdm-pred"};
    static const char *const model[] = {"papers/forced-cylinder", "papers/forced-cylinder-552t"};
    study_table *table =
        study_add_table(s, "reading of the torque|method|error at 0.1 ms|order 0.1 ms to 1 us",
                        "Error of the orientation [rad], eqs. 6 and 7");
    for (int p = 0; p < 2; p++) {
        const ph_model *m = study_model(s, model[p], NULL, 0);
        const track *exact =
            study_run(s, m, (run_plan){.method = "cf4", .step = 1e-6, .every = 100});
        if (p == 0) draw_rates(s, exact);
        study_chart *b = study_add_chart(s, CHART_LOG, "step size h [s]",
                                         p ? "(b), with the torque z read as 1e-5 * 552 t."
                                           : "(b) Error of the orientation over the step.");
        chart_add_panel(s, b, "error, eqs. 6 and 7 [rad]");
        for (int i = 0; i < COUNT(method); i++) {
            study_curve *curve = chart_add_curve(s, b, 0, FIGURE_BOTH, "%s", method[i]);
            double error[COUNT(cylinder_step)];
            for (int k = 0; k < COUNT(cylinder_step); k++) {
                const track *t = study_run(s, m,
                                           (run_plan){.method = method[i],
                                                      .step = cylinder_step[k].step,
                                                      .every = cylinder_step[k].every});
                error[k] = tilt_error(t, exact);
                curve_add(s, curve, cylinder_step[k].step, error[k]);
            }
            double order = log10(error[2] / error[4]) / 2;
            table_add(s, table, "%s|%s|%.2e|%.2f", p ? "1e-5 * 552 t" : "1e-5 * 5^(52 t)",
                      method[i], error[2], order);
            if (i >= 2)
                study_must(s, order, 1.95, 2.05, "%s: order of %s", model[p] + 7, method[i]);
            if (i == 0) {
                study_must(s, order, 0.8, 1.5, "%s: order of pcdm, closer to one than to two",
                           model[p] + 7);
                study_should(s, log10(error[3] / error[4]), 1.02, 1.5,
                             "%s: order of pcdm from 10 to 1 us, said to be slightly above one",
                             model[p] + 7);
            }
        }
        chart_add_slope(s, b, 0, 1);
        chart_add_slope(s, b, 0, 2);
    }
}

/* --- two cylinders -------------------------------------------------------------------------- */

static double rub_exact(double t)
{
    const double R1 = 1, R2 = 2.4, I1 = 5, I2 = 28.8, eta = 5.4, v0 = R1 * 2 + R2 * 0.4;
    double rate = eta * (R1 * R1 / I1 + R2 * R2 / I2);
    return 2 - eta * R1 * v0 * (1 - exp(-rate * t)) / (rate * I1);
}

static double rub_error(const track *t, const track_row *row)
{
    (void)t;
    return fabs(row->body.omega.z / rub_exact(row->t) - 1);
}

void pcdm_fig5(study *s)
{
    static const char *const method[] = {"pcdm", "ipcdm", "ipcdm-pred"};
    const ph_model *m = study_model(s, "papers/two-cylinders", NULL, 0);
    study_chart *a = study_add_chart(s, CHART_PLAIN, "time [s]", "(a) Angular velocities, ipcdm.");
    chart_add_panel(s, a, "omega [rad/s]");
    double end[2];
    for (int k = 0; k < 2; k++) {
        const track *t =
            study_run(s, m, (run_plan){.method = "ipcdm", .step = 0.01, .end = 4, .body = k});
        chart_add_track(s, a, 0, FIGURE_LINE, t, value_omega_z, 0, k ? "cylinder 2" : "cylinder 1");
        end[k] = track_end(t)->body.omega.z;
    }
    study_chart *b =
        study_add_chart(s, CHART_LOG_Y, "time [s]",
                        "(b) Relative error of the velocity of cylinder 1, h = 0.01 s.");
    chart_add_panel(s, b, "relative error");
    double error[3];
    for (int i = 0; i < 3; i++) {
        const track *t = study_run(s, m, (run_plan){.method = method[i], .step = 0.01, .end = 4});
        chart_add_track(s, b, 0, FIGURE_LINE, t, rub_error, 0, method[i]);
        error[i] = track_largest(t, rub_error);
    }
    study_must(s, end[0], 0.1, 1.9, "cylinder 1 at the end [rad/s]: slower, the same way");
    study_must(s, end[1], -1, -0.05, "cylinder 2 at the end [rad/s]: reversed");
    study_must(s, error[0] / error[1], 10, 1e4, "largest error of pcdm over that of ipcdm");
    study_must(s, error[0] / error[2], 10, 1e4,
               "largest error of pcdm over that of ipcdm-pred, the scheme to the letter");
}
