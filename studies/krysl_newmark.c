/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Krysl and Endres, the explicit Newmark method for rotations: figures 1 to 9. Figures of errors
 * over the step are in krysl_newmark_errors.c, and what is said beside the figures in
 * krysl_newmark_claims.c.
 */
#include <math.h>
#include <stdio.h>
#include "krysl_newmark.h"
#include "measure.h"

static const char *step_label(double h)
{
    return h >= 4 ? "h = 4 s" : h >= 2 ? "h = 2 s" : h >= 1 ? "h = 1 s" : "h = 0.5 s";
}

static const double large_step[] = {4, 2, 1, 0.5};
enum { LARGE_STEPS = 4 };

void newmark_fig1(study *s)
{
    const ph_model *m = study_model(s, "papers/free-body", NULL, 0);
    study_chart *c = study_add_chart(s, CHART_PLAIN, "time [s]",
                                     "Kinetic energy of the free body with nmb, the first 200 s of "
                                     "1000 s. The exact energy is constant.");
    int panel = chart_add_panel(s, c, "kinetic energy [J]");
    study_table *table = study_add_table(
        s, "step [s]|largest error of the energy [%]|spread of the energy [J]|drift",
        "Over 1000 s");
    for (int i = 0; i < LARGE_STEPS; i++) {
        double h = large_step[i];
        const track *t =
            study_run(s, m, (run_plan){.method = "nmb", .step = h, .end = 1000, .energy = true});
        chart_add_track(s, c, panel, FIGURE_BOTH, t, value_energy, 200, step_label(h));
        table_add(s, table, "%g|%.3g|%.4g|%.4f", h, 100 * track_largest(t, value_energy_error),
                  track_span(t, value_energy), track_drift(t, value_energy));
        study_must(s, track_drift(t, value_energy), 0, 0.05,
                   "h = %g s: mean of the second 500 s less that of the first, over the spread", h);
        study_must(s, 100 * track_largest(t, value_energy_error), 0, 25,
                   "h = %g s: largest error of the energy [%%]", h);
    }
}

void newmark_fig2(study *s)
{
    const ph_model *m = study_model(s, "papers/free-body", NULL, 0);
    study_chart *c = study_add_chart(s, CHART_PLAIN, "time [s]",
                                     "Angle of the rotation of each step, nmb on the free body.");
    int panel = chart_add_panel(s, c, "turn in a step [degrees]");
    for (int i = 0; i < LARGE_STEPS; i++) {
        double h = large_step[i], most = 0;
        const track *t = study_run(s, m, (run_plan){.method = "nmb", .step = h, .end = 100});
        study_curve *curve = chart_add_curve(s, c, panel, FIGURE_BOTH, "%s", step_label(h));
        for (size_t k = 1; k < t->rows; k++) {
            const ph_body_state *a = &t->row[k - 1].body, *b = &t->row[k].body;
            double about = h * ph_norm(ph_scale(0.5, ph_add(a->omega, b->omega)));
            double angle = 180 / PH_PI * turn_angle(a->orientation, b->orientation, about);
            curve_add(s, curve, t->row[k - 1].t, angle);
            most = fmax(most, angle);
        }
        if (h == 4) study_must(s, most, 180, 360, "largest turn of a step of 4 s [degrees]");
        if (h == 0.5) study_must(s, most, 15, 45, "largest turn of a step of 0.5 s [degrees]");
    }
}

/* The largest misfit of the three components' spans. */
static double span_misfit(const track *t, const track *exact)
{
    row_value *const value[] = {value_omega_x, value_omega_y, value_omega_z};
    double worst = 0;
    for (int k = 0; k < 3; k++)
        worst = fmax(worst, fabs(track_span(t, value[k]) / track_span(exact, value[k]) - 1));
    return t->rows ? worst : NAN;
}

void newmark_fig3(study *s)
{
    static const double step[] = {5, 4, 2, 0.125};
    row_value *const value[] = {value_omega_x, value_omega_y, value_omega_z};
    static const char *const name[] = {"omega x [rad/s]", "omega y [rad/s]", "omega z [rad/s]"};
    const ph_model *m = study_model(s, "papers/free-body", NULL, 0);
    const track *exact = study_run(s, m, (run_plan){.method = "cf4", .step = 0.05, .end = 200});
    study_chart *c = study_add_chart(s, CHART_PLAIN, "time [s]",
                                     "Angular velocity in body axes, nmb, up to 100 s.");
    for (int k = 0; k < 3; k++) chart_add_panel(s, c, name[k]);
    for (int i = 0; i < 4; i++) {
        char label[40];
        snprintf(label, sizeof label, "h = %g s", step[i]);
        const track *t = study_run(s, m, (run_plan){.method = "nmb", .step = step[i], .end = 200});
        for (int k = 0; k < 3; k++)
            chart_add_track(s, c, k, i < 3 ? FIGURE_BOTH : FIGURE_LINE, t, value[k], 100,
                            k ? "" : label);
        if (i == 3) continue;
        study_must(s, 100 * span_misfit(t, exact), 0, 35,
                   "nmb, h = %g s: misfit of the components' spans [%%]", step[i]);
    }
    study_table *table = study_add_table(
        s, "method|misfit of the components' spans [%]|ran to the end", "Steps of 5 s");
    static const char *const method[] = {"nmb", "akw", "dmv"};
    for (int i = 0; i < 3; i++) {
        const track *t = study_run(
            s, m, (run_plan){.method = method[i], .step = 5, .end = 200, .may_fail = true});
        bool whole = t->status >= 0;
        table_add(s, table, whole ? "%s|%.3g|yes" : "%s|%.3g|no: the step has no solution",
                  method[i], whole ? 100 * span_misfit(t, exact) : NAN);
        if (i == 1)
            study_must(s, 100 * span_misfit(t, exact), 0, 35,
                       "akw, h = 5 s: misfit of the components' spans [%%]");
        if (i == 2)
            study_must(
                s, t->status < 0, 1, 1,
                "dmv, h = 5 s: 1 where its step has no solution, as the paper's source reports");
    }
}

/* --- book toss ------------------------------------------------------------------------------ */

static const struct {
    const char *method, *label;
    double step;
} toss[] = {{"nmb", "nmb, h = 0.05 s", 0.05},
            {"nmb", "nmb, h = 0.001 s", 0.001},
            {"sw", "sw, h = 0.05 s", 0.05},
            {"sw", "sw, h = 0.001 s", 0.001}};
enum { TOSSES = 4 };

static const track *toss_run(study *s, const ph_model *m, int i)
{
    return study_run(s, m,
                     (run_plan){.method = toss[i].method,
                                .step = toss[i].step,
                                .end = 10,
                                .every = toss[i].step < 0.01 ? 10 : 1,
                                .energy = true});
}

/* Largest kinetic energy after the blow over that just after it. Not the ledger's total, which
 * leaves out the work of the torque. */
static double toss_growth(const track *t)
{
    double first = NAN, most = 0;
    for (size_t i = 0; i < t->rows; i++) {
        if (t->row[i].t <= 2 + 1e-9) continue;
        ph_vec3 w = t->row[i].body.omega;
        double e =
            (t->inertia[0] * w.x * w.x + t->inertia[1] * w.y * w.y + t->inertia[2] * w.z * w.z) / 2;
        if (isnan(first)) first = e;
        most = fmax(most, e / first);
    }
    return isnan(first) ? NAN : most;
}

void newmark_fig6(study *s)
{
    row_value *const value[] = {value_omega_x, value_omega_y, value_omega_z};
    static const char *const name[] = {"omega x [rad/s]", "omega y [rad/s]", "omega z [rad/s]"};
    const ph_model *m = study_model(s, "papers/book-toss", NULL, 0);
    study_chart *chart[2];
    for (int k = 0; k < 2; k++) {
        chart[k] = study_add_chart(s, CHART_PLAIN, "time [s]",
                                   k ? "Angular velocity in body axes, sw (Simo and Wong)."
                                     : "Angular velocity in body axes, nmb.");
        for (int i = 0; i < 3; i++) chart_add_panel(s, chart[k], name[i]);
    }
    for (int i = 0; i < TOSSES; i++) {
        const track *t = toss_run(s, m, i);
        for (int k = 0; k < 3; k++)
            chart_add_track(s, chart[i / 2], k, i % 2 ? FIGURE_LINE : FIGURE_BOTH, t, value[k], 0,
                            k ? "" : toss[i].label);
        bool wild = i == 2;
        study_must(s, toss_growth(t), wild ? 1.3 : 1, wild ? 1e9 : 1.05,
                   "%s: largest energy after the blow over the first", toss[i].label);
    }
}

void newmark_fig7(study *s)
{
    row_value *const value[] = {value_momentum_x, value_momentum_y, value_momentum_z};
    static const char *const name[] = {"x [kg m^2/s]", "y [kg m^2/s]", "z [kg m^2/s]"};
    const ph_model *m = study_model(s, "papers/book-toss", NULL, 0);
    study_chart *c =
        study_add_chart(s, CHART_PLAIN, "time [s]",
                        "Angular momentum in world axes, steps of 0.05 s. The exact one "
                        "is constant after 2 s.");
    for (int k = 0; k < 3; k++) chart_add_panel(s, c, name[k]);
    for (int i = 0; i < TOSSES; i++) {
        const track *t = toss_run(s, m, i);
        for (int k = 0; k < 3 && i % 2 == 0; k++)
            chart_add_track(s, c, k, FIGURE_LINE, t, value[k], 0, k ? "" : toss[i].label);
        double change = track_momentum_change(t, 2);
        if (i < 2)
            study_must(s, 100 * change, i ? 0 : 0.1, i ? 0.1 : 30,
                       "%s: largest change of the momentum after the blow [%%]", toss[i].label);
        else
            study_must(s, change, 0, 1e-9,
                       "%s: largest change of the momentum after the blow, relative",
                       toss[i].label);
    }
}

/* --- Lagrangian top ------------------------------------------------------------------------- */

void newmark_fig8(study *s)
{
    const ph_model *m = study_model(s, "papers/lagrangian-top", NULL, 0);
    const track *t =
        study_run(s, m, (run_plan){.method = "nmb", .step = 0.05, .end = 100, .energy = true});
    study_chart *c = study_add_chart(s, CHART_PLAIN, "time [s]",
                                     "Relative error of the energy of the top, nmb, h = 0.05 s.");
    int panel = chart_add_panel(s, c, "E/E(0) - 1");
    chart_add_track(s, c, panel, FIGURE_LINE, t, value_energy_error, 0, "");
    study_must(s, 100 * track_largest(t, value_energy_error), 0, 0.5, "largest error [%%]");
    study_must(s, track_drift(t, value_energy_error), 0, 0.05,
               "mean of the second 50 s less that of the first, over the spread");
}

static double spin_error(const track *t, const track_row *row)
{
    return row->body.omega.z / t->row[0].body.omega.z - 1;
}

void newmark_fig9(study *s)
{
    const ph_model *m = study_model(s, "papers/lagrangian-top", NULL, 0);
    const track *t = study_run(s, m, (run_plan){.method = "nmb", .step = 0.05, .end = 100});
    study_chart *c = study_add_chart(
        s, CHART_PLAIN, "time [s]", "Relative error of the angular momentum about the top's axis.");
    int panel = chart_add_panel(s, c, "Pi3/Pi3(0) - 1");
    chart_add_track(s, c, panel, FIGURE_LINE, t, spin_error, 0, "");
    study_must(s, track_largest(t, spin_error), 0, 1e-13, "largest relative error");
}
