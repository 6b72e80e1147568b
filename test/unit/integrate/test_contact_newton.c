/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_contact_newton.c -- a pendulum that swings against a wall at its lowest point, and comes
 * back to its height: with contacts Newton stops earlier (integrate/contact.h), to the same errors,
 * and the joint still holds to a ten-thousandth of the tolerance. And balls that come down one
 * after the other, so that factors are always those of other contacts: Newton learns from its
 * corrections.
 */
#include "harness.h"
#include "contact/normal.h"
#include "dae_problems.h"
#include "integrate/stepper.h"

enum { BALLS = 12 };

static ph_status wall(dae_problem *p, const phk_point *at, double *q, double *d, double *s,
                      phk_tangents *tangents)
{
    const phk_normal_par par = {.k = p->parameter[0], .e = 1.5};
    (void)d, (void)s;
    phk_normal n = phk_normal_laws[PHK_NORMAL_POWER].force(&par, -at->q[1], -at->v[1]);
    if (q) q[1] += n.force;
    if (tangents) {
        dae_add(p, tangents->by_q, 1, 1, n.by_depth);
        dae_add(p, tangents->by_v, 1, 1, n.by_rate);
    }
    return PH_OK;
}

typedef struct {
    double energy;    /* [J] largest loss or gain, away from the wall */
    double violation; /* [m], [1] largest of the joint */
    bool failed;
    phk_engine_counts count;
} outcome;

static outcome run(const phk_engine_method *method, double k, double tolerance, double scale)
{
    dae_problem p;
    dae_pendulum(&p);
    p.force = wall;
    p.parameter[0] = k;
    p.dae.contacts = true;
    phk_engine_options o = dae_options();
    o.run.tolerance = tolerance;
    o.span = 5;
    o.length = o.time = scale;
    phk_engine *engine = dae_start(&p, method, &o);
    outcome r = {0};
    while (engine->now.t < o.span && !r.failed) {
        r.failed = engine->step(engine, o.span, false) != PH_OK;
        const phk_point *at = &engine->now;
        double g[6], c[5], w = at->v[3], v2 = at->v[1] * at->v[1] + at->v[2] * at->v[2];
        CHECK(p.dae.residual(&p, at, g, NULL, c, NULL) == PH_OK);
        for (int i = 0; i < 5; i++) r.violation = fmax(r.violation, fabs(c[i]));
        if (at->q[1] > 0)
            r.energy = fmax(r.energy, fabs(0.5 * v2 + 0.05 * w * w + 9.81 * at->q[2]));
    }
    r.count = engine->count;
    engine->free(engine);
    dae_free(&p);
    return r;
}

/* Balls side by side, in a row of springs, each above a floor of its own. */
static ph_status floors(dae_problem *p, const phk_point *at, double *q, double *d, double *s,
                        phk_tangents *tangents)
{
    const phk_normal_par par = {.k = p->parameter[0], .e = 1.5};
    (void)d, (void)s;
    for (int i = 0; i < BALLS; i++) {
        const int z = 6 * i + 2, place = 7 * i + 2;
        phk_normal n = phk_normal_laws[PHK_NORMAL_POWER].force(&par, -at->q[place], -at->v[z]);
        if (q) q[z] += n.force;
        if (tangents) dae_add(p, tangents->by_q, z, z, n.by_depth);
        for (int j = i - 1; j <= i + 1; j += 2) {
            if (j < 0 || j == BALLS) continue;
            if (q) q[z] += p->parameter[1] * (at->q[7 * j + 2] - at->q[place]);
            if (tangents) dae_add(p, tangents->by_q, z, z, p->parameter[1]);
            if (tangents) dae_add(p, tangents->by_q, z, 6 * j + 2, -p->parameter[1]);
        }
    }
    return PH_OK;
}

static phk_engine_counts rain(bool secant, double *height)
{
    dae_problem p = {.coupled = true, .gravity = {0, 0, -9.81}, .force = floors};
    const ph_sym3 J = {.xx = 1, .yy = 1, .zz = 1};
    const ph_vec3 none = {0, 0, 0};
    for (int i = 0; i < BALLS; i++)
        dae_body(&p, 1, J, ph_v3(i, 0, 0.05 + 0.013 * ((7 * i) % BALLS)), ph_quat_identity(), none,
                 none);
    dae_finish(&p, 0, 0);
    p.parameter[0] = 1e7;
    p.parameter[1] = 50;
    p.dae.contacts = true;
    phk_engine_options o = dae_options();
    o.run.tolerance = 1e-4;
    o.span = 1;
    phk_engine *engine = dae_start(&p, &phk_engine_galpha, &o);
    ((phk_stepper *)engine)->stepping.secant = secant;
    while (engine->now.t < o.span && engine->step(engine, o.span, false) == PH_OK) continue;
    CHECK(engine->now.t == o.span);
    for (int i = 0; i < BALLS; i++) height[i] = engine->now.q[7 * i + 2];
    phk_engine_counts count = engine->count;
    engine->free(engine);
    dae_free(&p);
    return count;
}

static void test_learning(void)
{
    double with[BALLS], without[BALLS], apart = 0;
    phk_engine_counts a = rain(true, with), b = rain(false, without);
    for (int i = 0; i < BALLS; i++) apart = fmax(apart, fabs(with[i] - without[i]));
    printf("learning: %lld matrices and %lld iterations in %lld steps, without %lld and %lld in "
           "%lld, %.1e m apart\n",
           a.jacobians, a.iterations, a.steps, b.jacobians, b.iterations, b.steps, apart);
    CHECK(a.jacobians < b.jacobians && a.iterations < b.iterations);
    CHECK(apart < 2e-3); /* 20 tolerances */
}

int main(void)
{
    const phk_engine_method *mine[] = {&phk_engine_galpha, &phk_engine_hht, &phk_engine_hht_euler};
    for (int i = 0; i < 3; i++)
        for (double tolerance = 1e-3; tolerance > 0.5e-5; tolerance /= 10)
            for (double k = 1e6; k < 2e12; k *= 1e3) {
                outcome r = run(mine[i], k, tolerance, 1), fine = run(mine[i], k, tolerance, 1e-3);
                double per = (double)r.count.iterations / (double)r.count.steps;
                double few = (double)fine.count.iterations / (double)fine.count.steps;
                printf("%-9s %5.0e k %5.0e: %lld steps of %.2f iterations, energy off by %.2g J, "
                       "joint %.1e; by 1 mm, 1 ms %lld of %.2f, joint %.1e\n",
                       mine[i]->info.name, tolerance, k, r.count.steps, per, r.energy, r.violation,
                       fine.count.steps, few, fine.violation);
                CHECK(!r.failed && !fine.failed);
                /* 9.8 J are moved, some eight times */
                CHECK(r.energy < 200 * tolerance);
                CHECK(r.violation < 1e-3 * tolerance && per < 3);
                if (tolerance < 2e-5) CHECK(fine.violation < 5e-6 && few < 3.6);
            }
    test_learning();
    return TEST_RESULT();
}
