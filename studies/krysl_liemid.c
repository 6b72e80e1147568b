/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Krysl, the explicit Newmark method from the midpoint rule on rotations.
 */
#include <math.h>
#include <stdio.h>
#include "measure.h"
#include "papers.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

static const char *const shown[] = {"akw", "sw", "liemid", "liemid-ea"};

/* Root of the mean square distance between the axes of two runs; the second one is finer. */
static double axis_error(const track *t, const track *exact)
{
    double sum = 0;
    size_t n = 0, k = 0;
    for (size_t i = 0; i < t->rows; i++) {
        while (k + 1 < exact->rows && exact->row[k].t < t->row[i].t - 1e-9) k++;
        ph_vec3 a = ph_rotate(t->row[i].body.orientation, ph_v3(0, 0, 1));
        ph_vec3 b = ph_rotate(exact->row[k].body.orientation, ph_v3(0, 0, 1));
        sum += ph_dot(ph_sub(a, b), ph_sub(a, b));
        n++;
    }
    return n ? sqrt(sum / (double)n) : NAN;
}

static void add_path(study *s, study_chart *c, figure_style style, const track *t, size_t rows)
{
    study_curve *curve = chart_add_curve(s, c, 0, style, "%s", "");
    for (size_t i = 0; i < t->rows && i < rows; i++)
        curve_add(s, curve, value_axis_x(t, &t->row[i]), value_axis_y(t, &t->row[i]));
}

static void fig1(study *s)
{
    const ph_model *m = study_model(s, "papers/slow-top", NULL, 0);
    const track *exact =
        study_run(s, m, (run_plan){.method = "cf4", .step = 0.001, .end = 50, .every = 10});
    study_table *table = study_add_table(
        s, "method|error of the axis to 10 s|to 50 s|largest error of the energy", "h = 0.1 s");
    double error[4];
    for (int i = 0; i < 4; i++) {
        char caption[80];
        run_plan plan = {.method = shown[i], .step = 0.1, .end = 10, .energy = true};
        const track *t = study_run(s, m, plan);
        plan.end = 50;
        const track *far = study_run(s, m, plan);
        snprintf(caption, sizeof caption, "%s; grey: reference", shown[i]);
        study_chart *c = study_add_chart(s, CHART_PLAIN, "axis, x", caption);
        c->square = true;
        chart_add_panel(s, c, "axis, y");
        add_path(s, c, FIGURE_BOTH, t, 101);
        add_path(s, c, FIGURE_DASHED, exact, 1001);
        error[i] = axis_error(t, exact);
        table_add(s, table, "%s|%.3f|%.3f|%.1e", shown[i], error[i], axis_error(far, exact),
                  track_largest(far, value_energy_error));
    }
    study_must(s, error[0] / error[3], 10, 1e3, "error of akw over that of liemid-ea, to 10 s");
    study_must(s, error[2] / error[3], 1.5, 1e3,
               "error of liemid (implicit) over that of liemid-ea");
    study_must(s, error[1] / error[3], 1.5, 1e3, "error of sw over that of liemid-ea");
}

static void sw_stability(study *s)
{
    const ph_model *m = study_model(s, "papers/slow-top", NULL, 0);
    study_chart *c =
        study_add_chart(s, CHART_PLAIN, "time [s]",
                        "Relative error of the energy, slow top, h = 0.1 s; the first 200 s "
                        "of 2000 s.");
    static const char *const method[] = {"sw", "liemid-ea", "hstagm"};
    for (int i = 0; i < 3; i++) {
        chart_add_panel(s, c, i ? i == 1 ? "liemid-ea" : "hstagm" : "sw: E/E(0) - 1");
        const track *t = study_run(s, m,
                                   (run_plan){.method = method[i],
                                              .step = 0.1,
                                              .end = i == 2 ? 30 : 2000,
                                              .energy = true,
                                              .may_fail = i == 2});
        double left = track_first_beyond(t, value_energy_error, 0.5);
        chart_add_track(s, c, i, FIGURE_LINE, t, value_energy_error, isnan(left) ? 200 : left, "");
        if (i == 0)
            study_must(
                s, track_largest(t, value_energy_error), 0.5, 1e300,
                "sw: largest error of the energy in 2000 s (lost stability: more than half)");
        if (i == 2)
            study_should(s, left, 0, 30,
                         "hstagm, which does lose it: time when the energy is off by half [s]");
    }
}

static void order(study *s)
{
    static const char *const method[] = {"liemid-e1", "liemid-e2", "liemid-ea", "liemid"};
    static const double h_sphere[] = {0.008, 0.004, 0.002, 0.001, 0.0005};
    static const double h_wall[] = {0.05, 0.025, 0.0125, 0.00625, 0.003125};
    const struct {
        const char *model, *caption;
        const double *step;
    } problem[] = {
        {"papers/forced-sphere", "Errors after 1 s, sphere spun up by a growing torque.", h_sphere},
        {"papers/coulomb-wall", "Errors after 10 s, Coulomb field with a soft wall.", h_wall}};
    for (int p = 0; p < 2; p++) {
        const ph_model *m = study_model(s, problem[p].model, NULL, 0);
        const converge_study *c = study_converge(
            s, m,
            (converge_plan){.method = method, .methods = 4, .step = problem[p].step, .steps = 5});
        study_chart *chart = study_add_chart(s, CHART_LOG, "step size h [s]", problem[p].caption);
        static const int kind[] = {MOMENTUM, ATTITUDE};
        for (int k = 0; k < 2; k++) {
            int panel =
                chart_add_errors(s, chart, c, kind[k], k ? "attitude" : "momentum [kg m^2/s]");
            chart_add_slope(s, chart, panel, 1);
            chart_add_slope(s, chart, panel, 2);
        }
        for (int i = 0; i < 4; i++) {
            double o = study_order(c, method[i], problem[p].step[3], problem[p].step[4], MOMENTUM);
            study_must(s, o, i < 2 ? 0.9 : 1.95, i < 2 ? 1.1 : 2.05, "%s: order of %s in momentum",
                       problem[p].model + 7, method[i]);
        }
    }
}

static void structure(study *s)
{
    static const char *const pair[][2] = {{"liemid-e2", "liemid-e1"},
                                          {"liemid-e1", "liemid-e2"},
                                          {"liemid-ea", "liemid-ea"},
                                          {"liemid-e1", "liemid-e1"}};
    const ph_model *top = study_model(s, "papers/slow-top", NULL, 0);
    const ph_model *body = study_model(s, "papers/free-body", NULL, 0);
    study_table *table = study_add_table(s, "forward|back|distance from the start",
                                         "Slow top, 200 steps of 0.01 s and back");
    for (int i = 0; top && i < 4; i++) {
        double d = study_return(s, top, pair[i][0], pair[i][1], 0.01, 200);
        table_add(s, table, "%s|%s|%.2e", pair[i][0], pair[i][1], d);
        if (i < 3)
            study_must(s, d, 0, 1e-9, "%s undone by %s: distance from the start", pair[i][0],
                       pair[i][1]);
        else
            study_must(s, d, 1e-6, 2, "%s, if undone by itself: distance from the start",
                       pair[i][0]);
    }
    static const char *const method[] = {"liemid", "liemid-e1", "liemid-e2", "liemid-ea", "nmb"};
    study_chart *c =
        study_add_chart(s, CHART_LOG_Y, "time [s]",
                        "Change of the angular momentum of the free body, h = 0.5 s; nmb of the "
                        "earlier paper for comparison.");
    int panel = chart_add_panel(s, c, "|pi - pi(0)|/|pi(0)|");
    for (int i = 0; i < COUNT(method); i++) {
        const track *t =
            study_run(s, body, (run_plan){.method = method[i], .step = 0.5, .end = 100});
        study_curve *curve = chart_add_curve(s, c, panel, FIGURE_LINE, "%s", method[i]);
        for (size_t k = 1; k < t->rows; k++) {
            ph_vec3 p = row_momentum(t, t->row), d = ph_sub(row_momentum(t, &t->row[k]), p);
            curve_add(s, curve, t->row[k].t, fmax(ph_norm(d) / ph_norm(p), 1e-17));
        }
        if (i < 4)
            study_must(s, track_momentum_change(t, 0), 0, 1e-12,
                       "%s: largest change of the momentum", method[i]);
    }
}

/* --- the adjoint as printed ----------------------------------------------------------------- */

typedef struct {
    ph_quat q;
    ph_vec3 momentum; /* body axes */
} spin;

static const double wall_inertia[3] = {2, 3, 4.5};

/* The torque of models/papers/coulomb-wall.yaml. */
static ph_vec3 wall_torque(ph_quat q)
{
    ph_mat3 r = ph_mat3_from_quat(q);
    double u = 1.1 + r.m[2][2], c = 1 / (u * u) - 0.01 / pow(u, 11);
    return ph_v3(c * r.m[2][1], -c * r.m[2][0], 0);
}

/* The free turn of a step: I W = exp(-h/2 W) Pi. */
static ph_quat drift(const spin *s, double h)
{
    ph_vec3 w = ph_v3(0, 0, 0);
    for (int i = 0; i < 60; i++) {
        ph_vec3 p = ph_unrotate(quat_turn(ph_scale(h / 2, w)), s->momentum);
        w = ph_v3(p.x / wall_inertia[0], p.y / wall_inertia[1], p.z / wall_inertia[2]);
    }
    return quat_turn(ph_scale(h, w));
}

/* Half a step with the impulse first, half a step with the impulse last; `printed`: the latter is
 * turned together with the momentum. */
static void alternate(spin *s, double h, bool printed)
{
    s->momentum = ph_axpy(s->momentum, h / 2, wall_torque(s->q));
    ph_quat d = drift(s, h / 2);
    s->q = ph_quat_mul(s->q, d);
    s->momentum = ph_unrotate(d, s->momentum);
    d = drift(s, h / 2);
    s->q = ph_quat_mul(s->q, d);
    ph_vec3 impulse = ph_scale(h / 2, wall_torque(s->q));
    if (printed)
        s->momentum = ph_unrotate(d, ph_add(s->momentum, impulse));
    else
        s->momentum = ph_add(ph_unrotate(d, s->momentum), impulse);
}

static void adjoint(study *s)
{
    static const char *const label[] = {"impulse as it is", "impulse turned, as printed"};
    const ph_model *m = study_model(s, "papers/coulomb-wall", NULL, 0);
    const ph_reference_def *exact = m ? ph_model_reference(m, 0) : NULL;
    study_chart *c =
        study_add_chart(s, CHART_LOG, "step size h [s]",
                        "Error of the attitude after 10 s, Coulomb field with a soft wall.");
    chart_add_panel(s, c, "attitude |R - R_ref|");
    double order[2] = {NAN, NAN}, difference = NAN;
    for (int k = 0; exact && k < 2; k++) {
        study_curve *curve = chart_add_curve(s, c, 0, FIGURE_BOTH, "%s", label[k]);
        double error = NAN;
        for (int i = 0; i < 5; i++) {
            double h = 0.0125 / (1 << i), before = error;
            spin now = {ph_quat_identity(), ph_v3(2, 2, 2)};
            for (int n = 0; n < 800 << i; n++) alternate(&now, h, k == 1);
            error = turn_between(now.q, exact->orientation);
            curve_add(s, curve, h, error);
            order[k] = log2(before / error);
            if (k || i) continue;
            const track *t = study_run(s, m, (run_plan){.method = "liemid-ea", .step = h});
            difference = turn_between(now.q, track_end(t)->body.orientation);
        }
    }
    chart_add_slope(s, c, 0, 1);
    chart_add_slope(s, c, 0, 2);
    study_must(s, order[1], 1.9, 2.1, "order with the impulse turned, as printed");
    study_should(s, order[0], 1.9, 2.1, "order with the impulse as it is");
    study_should(s, difference, 0, 1e-9, "difference of the latter from liemid-ea, h = 0.0125 s");
}

static const paper_item items[] = {
    {"fig1", "Fig. 1", "Slow top with steps of thirty degrees",
     "With a step of 0.1 s the new method (liemid-ea) draws the path of the top's axis much better "
     "than "
     "the implicit midpoint rule (akw), the implicit midpoint rule on rotations (liemid) and the "
     "explicit method of Simo and Wong (sw).",
     "The final time is not given: 10 s drawn, 50 s in the table. The error is the root mean "
     "square "
     "distance of the axis from the exact one.",
     0.3, fig1},
    {"sw-stability", "Sec. 4", "Stability of the method of Simo and Wong",
     "On the slow top with a step of 0.1 s the method of Simo and Wong soon loses stability.",
     "It does not: in 2000 s its energy stays within four percent. What is seen in the figure is "
     "an error "
     "of phase. The staggered method of Hulbert is drawn to show what a loss of stability looks "
     "like.",
     0.3, sw_stability},
    {"order", "Sec. 3", "First order, and second by composition",
     "The two methods with the impulse at the start (liemid-e2) or at the end of a step "
     "(liemid-e1) are of "
     "first order; composed with half steps they make a method of second order (liemid-ea).",
     "Measured in momentum. In attitude the two are often of second order, because they differ "
     "from the "
     "composed method by a change of variables only.",
     0.3, order},
    {"adjoint", "Sec. 3", "The formula of the adjoint method",
     "The adjoint method turns momentum and impulse of the end of the step together by the "
     "rotation of the "
     "step; composed with the other it is of second order.",
     "So it stands in our copy of the paper, where the formula may have suffered. The impulse of "
     "the end is "
     "already in the axes of the end: turned once more, the method is not the adjoint, and the "
     "composition is "
     "of first order. Left as it is, all that the paper says holds (krysl-liemid.order, "
     "krysl-liemid.structure).",
     0.5, adjoint},
    {"structure", "Sec. 3", "Adjoint, symmetric, and true to the momentum",
     "The two first-order methods are adjoint to each other: each undoes the other. Their "
     "composition is "
     "symmetric. All conserve the angular momentum where there is no torque.",
     "The methods of this paper do what the Newmark method of the earlier paper (nmb) does not: "
     "keep the "
     "momentum.",
     0.2, structure},
};

const paper paper_krysl_liemid = {"krysl-liemid",
                                  "P. Krysl",
                                  "Explicit Newmark algorithm for rotational dynamics",
                                  "Computational Fluid and Solid Mechanics, 2005",
                                  NULL,
                                  items,
                                  COUNT(items)};
