/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every integrator on problem G: its errors are the known ones, its order is the one it claims, it
 * asks for the loads as often as it says, and the energy ledger closes to its order. The same
 * motion from a force law in C and from expressions.
 */
#include "problem_g.h"

/* Errors of attitude and position at h = 0.02, without and with velocity-dependent loads, from an
 * implementation of its own. */
static const struct {
    const char *name;
    double turn[2], x[2];
} known[] = {
    {"nmb", {3.43e-5, 6.00e-5}, {9.82e-5, 1.41e-4}},
    {"nms", {3.43e-5, 6.00e-5}, {9.82e-5, 1.41e-4}},
    {"sw", {4.51e-5, 4.43e-5}, {1.02e-4, 1.70e-4}},
    {"hstagm", {6.85e-5, 1.92e-5}, {7.72e-5, 1.75e-5}},
    {"akw", {4.72e-4, 9.67e-5}, {2.64e-4, 5.14e-5}},
    {"akw-exp", {6.04e-5, 4.78e-5}, {2.32e-4, 5.63e-5}},
    {"liemid", {7.04e-5, 3.54e-5}, {2.16e-4, 5.02e-5}},
    {"liemid-e1", {1.57e-3, 5.19e-3}, {1.08e-2, 1.61e-3}},
    {"liemid-e2", {1.54e-3, 2.14e-2}, {1.09e-2, 1.03e-2}},
    {"liemid-ea", {3.70e-5, 4.94e-5}, {1.02e-4, 1.59e-4}},
    {"liemid-ea-dkd", {1.65e-5, 1.27e-4}, {1.19e-4, 1.89e-4}},
    {"energy-momentum", {4.55e-5, 3.62e-5}, {2.30e-4, 7.06e-5}},
    {"dmv", {9.74e-4, 2.69e-4}, {1.43e-4, 1.49e-4}},
    {"lp2", {5.68e-5, 5.19e-5}, {9.96e-5, 1.55e-4}},
    {"pcdm", {1.25e-2, 1.05e-2}, {1.27e-2, 1.19e-2}},
    {"pcdm-lead", {1.20e-2, 1.04e-2}, {1.24e-2, 1.17e-2}},
    {"pcdm-mid", {1.43e-4, 7.54e-5}, {2.37e-4, 5.86e-5}},
    {"ipcdm-pred", {2.82e-4, 1.82e-4}, {2.20e-4, 1.48e-4}},
    {"ipcdm-corr", {2.95e-5, 9.78e-5}, {1.06e-4, 1.39e-4}},
    {"ipcdm-gpred", {2.56e-4, 1.66e-4}, {1.99e-4, 1.55e-4}},
    {"ipcdm", {2.37e-5, 8.77e-5}, {1.07e-4, 1.46e-4}},
};
enum { KNOWN = sizeof known / sizeof known[0] };

typedef struct {
    double turn, x, v, w;
    double numerical; /* [J] largest in the run */
} errors;

static ph_body_state run(const ph_model *model, const char *method, double h, ph_stats *stats,
                         double *numerical)
{
    ph_options o = options_of(method, h, 4);
    ph_sim *sim = must_create(model, &o);
    ph_body_state s;
    double worst = 0;
    while (ph_sim_time(sim) < 4) {
        ph_energy e;
        CHECK(ph_sim_step(sim, NULL) == PH_OK && ph_sim_energy(sim, &e) == PH_OK);
        worst = fmax(worst, fabs(e.numerical));
    }
    CHECK(ph_sim_time(sim) == 4);
    CHECK(ph_sim_get_body(sim, 0, &s) == PH_OK);
    if (stats) *stats = *ph_sim_stats(sim);
    if (numerical) *numerical = worst;
    ph_sim_free(sim);
    return s;
}

static errors measure(const ph_model *model, const char *method, double h, int with)
{
    errors e;
    ph_body_state s = run(model, method, h, NULL, &e.numerical);
    const ph_body_state *end = &g_end[with];
    e.turn = g_turn_error(s.orientation, end->orientation);
    e.x = ph_norm(ph_sub(s.position, end->position));
    e.v = ph_norm(ph_sub(s.velocity, end->velocity));
    e.w = ph_norm(ph_sub(s.omega, end->omega));
    return e;
}

/* slope between steps h and h/4, against the order */
static void check_order(const char *name, const char *what, double e, double fine, int order,
                        double room)
{
    double slope = log2(e / fine) / 2;
    CHECK(slope > order - room);
    if (!(slope > order - room))
        printf("%s: %s: %.3e -> %.3e, slope %.2f\n", name, what, e, fine, slope);
}

static void orders(const ph_model *model, const ph_integrator_info *info, int with)
{
    double h = info->order == 4 ? 0.04 : info->order == 1 ? 0.005 : 0.01;
    errors a = measure(model, info->name, h, with), b = measure(model, info->name, h / 4, with);
    const double room = 0.2;
    check_order(info->name, "attitude", a.turn, b.turn, info->order, room);
    check_order(info->name, "position", a.x, b.x, info->order, room);
    check_order(info->name, "velocity", a.v, b.v, info->order, room);
    check_order(info->name, "omega", a.w, b.w, info->order, room);
    /* the energy of the mid-point rules closes to rounding, whatever the step */
    if (b.numerical > 1e-11)
        check_order(info->name, "ledger", a.numerical, b.numerical, info->order, room);
}

static void counts(const ph_model *model, const ph_integrator_info *info)
{
    ph_stats n;
    run(model, info->name, 0.02, &n, NULL);
    CHECK(n.steps == 200 && n.rejected == 0);
    long long want = info->calls_at_start + n.steps * info->calls_per_step;
    if (info->traits & PH_IMPLICIT)
        CHECK(n.force_evaluations == n.steps + n.iterations && n.force_evaluations >= want);
    else
        CHECK(n.force_evaluations == want);
}

int main(void)
{
    for (int with = 0; with < 2; with++) {
        double s = with;
        ph_model *function = g_function(&s), *expressions = g_expressions(s);
        for (int i = 0; i < ph_integrator_count(); i++) {
            const ph_integrator_info *info = ph_integrator_get(i);
            /* the error of methods that choose their steps has nothing to do with the one given */
            if (info->traits & (PH_OWN_STEPS | PH_ABSENT)) continue;
            if (!(info->traits & PH_FREE_BODIES)) {
                /* IDA has no steps but its own */
                if (strncmp(info->name, "ida", 3) != 0) orders(function, info, with);
                continue;
            }
            ph_body_state a = run(function, info->name, 0.02, NULL, NULL);
            ph_body_state b = run(expressions, info->name, 0.02, NULL, NULL);
            double apart = g_turn_error(a.orientation, b.orientation) +
                           ph_norm(ph_sub(a.position, b.position)) +
                           ph_norm(ph_sub(a.velocity, b.velocity)) +
                           ph_norm(ph_sub(a.omega, b.omega));
            CHECK_NEAR(apart, 0, 2e-12);
            int k = 0;
            while (k < KNOWN && strcmp(known[k].name, info->name) != 0) k++;
            CHECK(k < KNOWN || strcmp(info->name, "cf4") == 0);
            if (k < KNOWN) {
                double turn = g_turn_error(a.orientation, g_end[with].orientation);
                double x = ph_norm(ph_sub(a.position, g_end[with].position));
                CHECK_RATIO(turn, known[k].turn[with], 0.01);
                CHECK_RATIO(x, known[k].x[with], 0.01);
                if (fabs(turn / known[k].turn[with] - 1) > 0.01 ||
                    fabs(x / known[k].x[with] - 1) > .01)
                    printf("   %s, s = %d\n", info->name, with);
            }
            counts(function, info);
            orders(function, info, with);
        }
        ph_model_free(function);
        ph_model_free(expressions);
    }
    return TEST_RESULT();
}
