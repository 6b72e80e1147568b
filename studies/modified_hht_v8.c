/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sherif, Nachbagauer, Steiner and Lauss: the crank drive of a V8 engine.
 */
#include <math.h>
#include <stdio.h>
#include "measure.h"
#include "modified_hht.h"
#include "v8.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

/* The exact speed every 50 us to 15 s; rows of a run lie on these. */
enum { CRANK_ROWS = 300001 };

static double *crank_truth(study *s)
{
    double *w = study_scratch(s, CRANK_ROWS, sizeof *w);
    v8_crank c = {0, .3, 0};
    for (int i = 0; w && i < CRANK_ROWS; i++) {
        v8_to(&c, 5e-5 * i);
        w[i] = c.w;
        if ((i & 1023) == 0 && s->alive && !s->alive(s->user)) break;
    }
    return w;
}

static double crank_at(const double *truth, double t)
{
    long i = lround(t / 5e-5);
    return truth[i < CRANK_ROWS ? i : CRANK_ROWS - 1];
}

/* The integral of |omega - exact| to a time. */
static double rate_integral(const track *t, const double *truth, double end)
{
    double sum = t->rows > 1 ? 0 : NAN, last = 0;
    for (size_t k = 1; k < t->rows && t->row[k].t < end * (1 + 1e-12); k++) {
        double d = fabs(t->row[k].body.omega.x - crank_at(truth, t->row[k].t));
        sum += (t->row[k].t - t->row[k - 1].t) * (d + last) / 2;
        last = d;
    }
    return sum;
}

static const track *crank_run(study *s, const ph_model *m, const char *method, double alpha,
                              double h, double end)
{
    return study_run(s, m, (run_plan){.method = method, .step = h, .alpha = alpha, .end = end});
}

void hht_fig8(study *s)
{
    const ph_model *m = study_model(s, "papers/v8", NULL, 0);
    const double *truth = crank_truth(s);
    study_chart *c = study_add_chart(
        s, CHART_PLAIN, "time [s]",
        "Above, the torque on the crank (figure 7); below, its speed, alpha = -0.3, "
        "h = 0.1 ms.");
    chart_add_panel(s, c, "torque [N m]");
    chart_add_panel(s, c, "omega x [rad/s]");
    study_curve *torque = chart_add_curve(s, c, 0, FIGURE_LINE, "%s", "");
    for (int i = 0; i <= 300; i++) {
        double t = 0.05 * i;
        curve_add(s, torque, t, t < 3 ? 2 * (1 - cos(PH_PI * t / 3)) : 4);
    }
    const track *classic = crank_run(s, m, "hht-classic", -0.3, 1e-4, 15);
    const track *modified = crank_run(s, m, "hht-modified", -0.3, 1e-4, 15);
    chart_add_track(s, c, 1, FIGURE_LINE, classic, value_omega_x, 0, "hht-classic");
    chart_add_track(s, c, 1, FIGURE_LINE, modified, value_omega_x, 0, "hht-modified");
    study_curve *exact = chart_add_curve(s, c, 1, FIGURE_DASHED, "exact");
    for (int i = 0; truth && i < CRANK_ROWS; i += 1000) curve_add(s, exact, 5e-5 * i, truth[i]);
    study_table *table =
        study_add_table(s, "time [s]|exact [rad/s]|hht-modified|hht-classic", "Speed of the crank");
    for (int i = 3; truth && i <= 15; i += 2) {
        size_t k = (size_t)i * 10000;
        if (k < modified->rows && k < classic->rows)
            table_add(s, table, "%d|%.6f|%.6f|%.6f", i, crank_at(truth, i),
                      modified->row[k].body.omega.x, classic->row[k].body.omega.x);
    }
    double end = truth ? truth[CRANK_ROWS - 1] : NAN, last = track_end(classic)->body.omega.x;
    study_must(s, last / end, 0, 0.5, "classic method: speed after 15 s over the exact one");
    study_must(s, classic->rows > 90000 ? last / classic->row[90000].body.omega.x : NAN, 0.95, 1.05,
               "classic method: speed after 15 s over that after 9 s: it stands still");
    study_must(s, last / cbrt(4 * 4 / (0.060 * 0.3 * 1e-4)), 0.99, 1.01,
               "classic method: speed over that where the loss of eq. 28 of the crank alone "
               "balances the torque");
    study_must(s, 100 * fabs(track_end(modified)->body.omega.x / end - 1), 0, 2,
               "modified method: error after 15 s [%%]");
}

void hht_fig9(study *s)
{
    static const char *const method[] = {"hht-modified", "hht-euler", "galpha"};
    static const double step[] = {1e-3, 5e-4, 1e-4, 5e-5};
    const ph_model *m = study_model(s, "papers/v8", NULL, 0);
    const double *truth = crank_truth(s);
    study_chart *c = study_add_chart(
        s, CHART_LOG, "step size h [s]",
        "Integrated error of the speed over 9 s, alpha = -0.3 (galpha: rho = 0.8).");
    chart_add_panel(s, c, "e_omega [rad]");
    study_table *table =
        study_add_table(s, "method|1 ms|0.5 ms|0.1 ms|50 us|order, last two", "e_omega");
    for (int i = 0; truth && i < COUNT(method); i++) {
        double e[COUNT(step)];
        study_curve *curve = chart_add_curve(s, c, 0, FIGURE_BOTH, "%s", method[i]);
        for (int k = 0; k < COUNT(step); k++) {
            e[k] = rate_integral(crank_run(s, m, method[i], -0.3, step[k], 9), truth, 9);
            curve_add(s, curve, step[k], e[k]);
        }
        double order = log2(e[2] / e[3]);
        table_add(s, table, "%s|%.4g|%.4g|%.4g|%.4g|%.2f", method[i], e[0], e[1], e[2], e[3],
                  order);
        if (i > 0) continue;
        study_must(s, order, 1.8, 2.6, "order of the modified method, 0.1 ms to 50 us");
        study_must(s, log(e[0] / e[3]) / log(20), 1.8, 2.6,
                   "order of the modified method, 1 ms to 50 us");
        study_should(
            s, order, 0.8, 1.2,
            "order of the modified method: the slope +1 that the paper reads off its figure");
    }
    chart_add_slope(s, c, 0, 1);
    chart_add_slope(s, c, 0, 2);
}

void hht_fig10(study *s)
{
    static const double alpha[] = {-0.1, -0.15, -0.2, -0.3};
    const ph_model *m = study_model(s, "papers/v8", NULL, 0);
    const double *truth = crank_truth(s);
    study_chart *c =
        study_add_chart(s, CHART_LOG, "-alpha", "Integrated error of the speed, h = 0.1 ms.");
    chart_add_panel(s, c, "e_omega [rad]");
    study_table *table = study_add_table(s, "alpha|e_omega to 9 s|to 15 s", "Modified method");
    study_curve *curve[] = {chart_add_curve(s, c, 0, FIGURE_BOTH, "to 15 s"),
                            chart_add_curve(s, c, 0, FIGURE_BOTH, "to 9 s")};
    double e[4];
    for (int i = 0; truth && i < 4; i++) {
        const track *t = crank_run(s, m, "hht-modified", alpha[i], 1e-4, 15);
        e[i] = rate_integral(t, truth, 15);
        double nine = rate_integral(t, truth, 9);
        curve_add(s, curve[0], -alpha[i], e[i]);
        curve_add(s, curve[1], -alpha[i], nine);
        table_add(s, table, "%g|%.5g|%.5g", alpha[i], nine, e[i]);
    }
    const track *weak = study_run(s, m,
                                  (run_plan){.method = "hht-modified",
                                             .step = 1e-4,
                                             .alpha = -0.05,
                                             .end = 15,
                                             .every = 1000,
                                             .may_fail = true});
    if (weak->status < 0) table_add(s, table, "-0.05|broke off after %.3g s|", track_end(weak)->t);
    chart_add_slope(s, c, 0, 2);
    study_must(s, log(e[3] / e[0]) / log(3), 1.8, 2.2,
               "exponent of the error in alpha, -0.1 to -0.3");
    study_must(s, log(e[2] / e[0]) / log(2), 1.8, 2.2,
               "exponent of the error in alpha, -0.1 to -0.2");
}

/* --- joints --------------------------------------------------------------------------------- */

#define JOINT(name) "repeat.1.repeat.0.joints." name "{2*pin + bank - 2}"
/* the set that comes to mind first: ball on the crankpin, hinge in the piston, sleeve in the bore
 */
static const char *const first_idea[] = {
    JOINT("crankpin") ".type=spherical", JOINT("small_end") ".type=revolute",
    JOINT("small_end") ".axis=[1, 0, 0]", JOINT("bore") ".type=cylindrical"};
enum { CHANGES = COUNT(first_idea) };

/* 1 where the joints, put together at a crank angle, are singular there. */
static int singular(study *s, bool regular, double degrees, ph_assembly *a)
{
    char start[64];
    const char *set[1 + CHANGES] = {start};
    for (int i = 0; i < CHANGES; i++) set[1 + i] = first_idea[i];
    snprintf(start, sizeof start, "parameters.start=%.17g", degrees * PH_PI / 180);
    const ph_model *m = study_model(s, "papers/v8", set, regular ? 1 : 1 + CHANGES);
    ph_status status = m ? ph_model_assemble(m, 0, NULL, a) : PH_OK;
    if (status < 0 && status != PH_E_SINGULAR)
        study_fail(s, "V8 at %g degrees: %s", degrees, ph_status_text(status));
    return status == PH_E_SINGULAR || a->redundant > 0;
}

static const char *const set_name[] = {"ball, hinge, sleeve", "sleeve, ball, slider"};

/* Over a revolution; how often, and the count of equations at 15 degrees. */
static void turn_crank(study *s, int often[2], ph_assembly shown[2])
{
    study_chart *c = study_add_chart(
        s, CHART_PLAIN, "crank angle [degrees]",
        "Where the joints are singular: 1, equations that depend on others; 0, none.");
    chart_add_panel(s, c, "singular");
    for (int k = 0; k < 2; k++) {
        study_curve *curve = chart_add_curve(s, c, 0, FIGURE_BOTH, "%s", set_name[k]);
        for (int i = 0; i <= 24 && !s->failure; i++) {
            ph_assembly a = {0};
            int yes = singular(s, k == 1, 15 * i, &a);
            curve_add(s, curve, 15 * i, yes);
            often[k] += i < 24 ? yes : 0;
            if (i == 1) shown[k] = a;
        }
    }
}

void hht_v8_joints(study *s)
{
    int often[2] = {0, 0};
    ph_assembly shown[2] = {{.redundant = 0}};
    turn_crank(s, often, shown);
    static const double step[] = {1e-3, 5e-4, 2e-4, 1e-4};
    static const char *const method[] = {"hht-modified", "hht-euler"};
    const ph_model *m = study_model(s, "papers/v8", first_idea, CHANGES),
                   *good = study_model(s, "papers/v8", NULL, 0);
    study_table *table = study_add_table(
        s, "method|step [s]|ball, hinge, sleeve: ran to [s]|sleeve, ball, slider: ran to [s]",
        "Runs of 2 s");
    int failures = 0;
    for (int i = 0; i < COUNT(method); i++)
        for (int k = 0; k < COUNT(step); k++) {
            run_plan plan = {.method = method[i],
                             .step = step[k],
                             .alpha = -0.3,
                             .end = 2,
                             .every = 10,
                             .may_fail = true};
            const track *t = study_run(s, m, plan), *g = study_run(s, good, plan);
            failures += t->status < 0;
            table_add(s, table, "%s|%g|%.4g|%.4g", method[i], step[k], track_end(t)->t,
                      track_end(g)->t);
            study_must(s, track_end(g)->t, 1.999, 2.001,
                       "sleeve, ball, slider; %s, h = %g s: ran to [s]", method[i], step[k]);
        }
    study_must(s, shown[1].euler.coordinates, 119, 119, "coordinates with Euler parameters");
    study_must(s, shown[1].euler.constraints, 118, 118, "constraints with those of the norms");
    study_must(s, shown[0].euler.constraints, 118, 118, "constraints of the other set of joints");
    study_must(s, shown[1].freedom, 1, 1, "degrees of freedom");
    study_must(s, often[1], 0, 0, "sleeve, ball, slider: singular angles of 24");
    study_should(s, often[0], 0, 0, "ball, hinge, sleeve: singular angles of 24");
    study_should(s, failures, 0, 0,
                 "ball, hinge, sleeve: runs of eight that break off at a dead centre");
}
