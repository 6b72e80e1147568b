/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_rotation.c -- what each method claims to keep: energy, spatial momentum, the way back; and
 * measured long-time behaviour, good and bad.
 */
#include "harness.h"
#include "problems.h"

static ph_vec3 spatial_momentum(const problem *p, const problem_state *s)
{
    return ph_rotate(s->q, problem_momentum(p, s->w));
}

/* Largest relative change of energy and of spatial momentum over a free run, with h = end/steps. */
static void free_run(const problem *p, const phk_rot_method *m, double h, int steps, double *energy,
                     double *momentum, double *last_energy, double *norm)
{
    problem_state s;
    phk_rot *rot = problem_begin(p, m, h);
    problem_read(rot, 0, &s);
    double e0 = problem_spin_energy(p, s.w);
    ph_vec3 p0 = spatial_momentum(p, &s);
    *energy = *momentum = *norm = *last_energy = 0;
    for (int k = 0; k < steps; k++) {
        if (phk_rot_step(rot) != PH_OK) {
            *energy = *momentum = *norm = HUGE_VAL;
            break;
        }
        problem_read(rot, 0, &s);
        *last_energy = problem_spin_energy(p, s.w) / e0 - 1;
        *energy = fmax(*energy, fabs(*last_energy));
        *momentum = fmax(*momentum, problem_distance(spatial_momentum(p, &s), p0) / ph_norm(p0));
        *norm = fmax(*norm, fabs(ph_quat_norm(s.q) - 1));
    }
    phk_rot_free(rot);
}

static void free_body_keeps(void)
{
    /* max |dE/E| at h = 0.5 over 1000 s, where it is not rounding */
    static const struct {
        const char *name;
        double energy;
    } bounded[] = {{"liemid-ea", 3.6e-4}, {"liemid", 1.44e-3}, {"hstagm", 1.54e-3},
                   {"nmb", 2.88e-3},      {"sw", 3.02e-3},     {"lp2", 5.8e-3}};
    const problem *p = problem_find("free");
    double energy, momentum, last, norm;
    for (int k = 0; phk_rot_methods[k]; k++) {
        const phk_rot_method *m = phk_rot_methods[k];
        free_run(p, m, 0.5, 2000, &energy, &momentum, &last, &norm);
        printf("%-16s energy %.2e momentum %.2e norm %.1e\n", m->info.name, energy, momentum, norm);
        CHECK_NEAR(norm, 0, 1e-15);
        if (m->info.traits & PH_ENERGY) CHECK_NEAR(energy, 0, 1e-13);
        if (m->info.traits & PH_MOMENTUM) CHECK_NEAR(momentum, 0, 1e-11);
        /* what does not claim it must not have it, or the claim is missing */
        if (!(m->info.traits & PH_ENERGY)) CHECK(energy > 1e-7);
        if (!(m->info.traits & PH_MOMENTUM)) CHECK(momentum > 1e-7);
        for (int j = 0; j < 6; j++)
            if (strcmp(bounded[j].name, m->info.name) == 0)
                CHECK_RATIO(energy, bounded[j].energy, 0.02);
    }
    free_run(p, phk_rot_find("pcdm-mid"), 0.5, 2000, &energy, &momentum, &last, &norm);
    CHECK_NEAR(last, 4.8e-2, 1e-3);
    free_run(p, phk_rot_find("ipcdm-pred"), 0.5, 2000, &energy, &momentum, &last, &norm);
    CHECK_NEAR(last, 1.2e-1, 5e-3);

    /* four and five radians a step: only continuation gets through */
    free_run(p, phk_rot_find("nmb"), 4, 250, &energy, &momentum, &last, &norm);
    CHECK_NEAR(energy, 0.136, 0.002);
    free_run(p, phk_rot_find("liemid-ea"), 4, 250, &energy, &momentum, &last, &norm);
    CHECK_NEAR(energy, 0.022, 0.001);
    free_run(p, phk_rot_find("liemid"), 4, 250, &energy, &momentum, &last, &norm);
    CHECK_NEAR(energy, 0.068, 0.001);
    free_run(p, phk_rot_find("liemid"), 5, 200, &energy, &momentum, &last, &norm);
    CHECK(energy <= 0.0875);
    free_run(p, phk_rot_find("energy-momentum"), 4, 250, &energy, &momentum, &last, &norm);
    CHECK_NEAR(energy, 0, 1e-13);
    free_run(p, phk_rot_find("dmv"), 4, 1, &energy, &momentum, &last, &norm);
    CHECK(energy == HUGE_VAL);
}

/* 200 steps out and 200 back. */
static double way_back(const problem *p, const phk_rot_method *m, double h)
{
    problem_state a, b;
    phk_rot *rot = problem_begin(p, m, h);
    problem_read(rot, 0, &a);
    for (int k = 0; k < 200; k++) CHECK(phk_rot_step(rot) == PH_OK);
    phk_rot_reverse(rot);
    for (int k = 0; k < 200; k++) CHECK(phk_rot_step(rot) == PH_OK);
    problem_read(rot, 0, &b);
    CHECK(rot_time(rot) == 0);
    phk_rot_free(rot);
    double d = 0;
    for (int k = 0; k < 13; k++) d = fmax(d, fabs(((double *)&a)[k] - ((double *)&b)[k]));
    return d;
}

static void way_back_is_the_way_out(void)
{
    /* free, an autonomous load, and one that depends on time, with translation and full inertia */
    const char *name[] = {"free", "slow", "general"};
    const double h[] = {0.5, 0.0125, 0.02};
    for (int k = 0; phk_rot_methods[k]; k++) {
        const phk_rot_method *m = phk_rot_methods[k];
        for (int j = 0; j < 3; j++) {
            double d = way_back(problem_find(name[j]), m, h[j]);
            int before = harness_failed;
            if (m->info.traits & PH_SYMMETRIC)
                CHECK_NEAR(d, 0, 1e-10);
            else if (j == 2)
                CHECK(d > 1e-10);
            if (harness_failed > before) printf("  that was %s on %s\n", m->info.name, name[j]);
        }
    }
}

/* Kinetic energy plus mgl R33 of a top. */
static double top_energy(const problem *p, const problem_state *s, double mgl)
{
    return problem_spin_energy(p, s->w) + mgl * ph_rotate(s->q, ph_v3(0, 0, 1)).z;
}

/* The chains of hstagm drift apart on the slow top, whatever the step. */
static void staggered_chains_part(void)
{
    static const struct {
        double h, time;
    } seen[] = {{0.1, 11.2}, {0.05, 12.8}, {0.02, 16.1}, {0.01, 19.0}};
    const problem *p = problem_find("slow");
    for (int k = 0; k < 4; k++) {
        phk_rot *rot = problem_begin(p, phk_rot_find("hstagm"), seen[k].h);
        problem_state s;
        problem_read(rot, 0, &s);
        double e0 = top_energy(p, &s, 20), time = -1;
        while (rot_time(rot) < 30 && phk_rot_step(rot) == PH_OK) {
            problem_read(rot, 0, &s);
            if (fabs(top_energy(p, &s, 20) / e0 - 1) > 0.5) {
                time = rot_time(rot);
                break;
            }
        }
        CHECK_NEAR(time, seen[k].time, 0.15);
        phk_rot_free(rot);
    }
}

static void tops(void)
{
    /* Lagrangian top, h = 0.05: energy within 5e-4, spin about the axis of symmetry exact */
    const problem *p = problem_find("ltop");
    phk_rot *rot = problem_begin(p, phk_rot_find("nmb"), 0.05);
    problem_state s;
    problem_read(rot, 0, &s);
    double mgl = sqrt(3.0) / 2 * 9.81, e0 = top_energy(p, &s, mgl), worst = 0;
    for (int k = 0; k < 2000; k++) {
        CHECK(phk_rot_step(rot) == PH_OK);
        problem_read(rot, 0, &s);
        worst = fmax(worst, fabs(top_energy(p, &s, mgl) / e0 - 1));
    }
    CHECK_RATIO(worst, 5.0e-4, 0.02);
    CHECK_NEAR(s.w.z, 15, 1e-12);
    phk_rot_free(rot);

    /* slow top, h = 0.1 over 50 s: energy 6.1e-3 of liemid-ea, 4.6e-2 of akw, 7.3e-2 of nmb */
    const char *name[] = {"liemid-ea", "akw", "nmb"};
    const double bound[] = {6.1e-3, 4.6e-2, 7.3e-2};
    p = problem_find("slow");
    for (int j = 0; j < 3; j++) {
        rot = problem_begin(p, phk_rot_find(name[j]), 0.1);
        problem_read(rot, 0, &s);
        e0 = top_energy(p, &s, 20), worst = 0;
        for (int k = 0; k < 500; k++) {
            CHECK(phk_rot_step(rot) == PH_OK);
            problem_read(rot, 0, &s);
            worst = fmax(worst, fabs(top_energy(p, &s, 20) / e0 - 1));
        }
        CHECK_RATIO(worst, bound[j], 0.02);
        phk_rot_free(rot);
    }
}

/* Symmetric top for 10,000 s with h = 0.01: energy at the end. */
static void long_run(void)
{
    static const struct {
        const char *name;
        double energy;
    } grown[] = {{"pcdm", 7.384e-4},
                 {"ipcdm", 7.384e-4},
                 {"ipcdm-pred", 1.522e-3},
                 {"ipcdm-corr", 1.478e-3}};
    const problem *p = problem_find("symmetric");
    double energy, momentum, last, norm;
    for (int k = 0; k < 4; k++) {
        free_run(p, phk_rot_find(grown[k].name), 0.01, 1000000, &energy, &momentum, &last, &norm);
        CHECK_RATIO(last, grown[k].energy, 0.005);
        CHECK_NEAR(norm, 0, 1e-15);
    }
    free_run(p, phk_rot_find("nmb"), 0.01, 1000000, &energy, &momentum, &last, &norm);
    printf("nmb, a million steps: energy %.1e\n", energy);
    CHECK_NEAR(energy, 0, 1e-12);
}

int main(void)
{
    free_body_keeps();
    way_back_is_the_way_out();
    staggered_chains_part();
    tops();
    long_run();
    return TEST_RESULT();
}
