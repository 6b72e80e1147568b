/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_restitution.c -- the damping for a wanted restitution: against the relation it solves, a
 * published table of what the formulas give, and masses that run into the law.
 */
#include "harness.h"
#include "contact_test.h"
#include "contact/restitution.h"

/* The restitution that x = a v0 gives: halves the interval of r in
 * x (1 + r) = ln((1 + x)/(1 - x r)), with long doubles, because it cancels near r = 1. */
static double restitution_got(double x)
{
    long double low = 0, high = x > 1 ? 1 / (long double)x : 1, X = x;
    for (int n = 0; n < 100; n++) {
        long double r = 0.5L * (low + high);
        if (X * (1 + r) > log1pl(X) - log1pl(-X * r))
            low = r;
        else
            high = r;
    }
    return (double)low;
}

static void table_is_reproduced(void)
{
    const double r[] = {.95, .9, .8, .7, .5, .3, .1};
    const double x[] = {.07892661,  .16648195,  .37314620, .63482828,
                        1.43275053, 3.08708198, 9.99815940};
    const double got[3][7] = {{.952, .909, .833, .768, .663, .581, .516},
                              {.954, .913, .847, .796, .725, .684, .665},
                              {.947, .894, .789, .683, .470, .256, .069}};
    for (int i = 0; i < 7; i++) {
        double exact = phk_restitutions[PHK_RESTITUTION_EXACT].damping(r[i]);
        printf("r = %g: x = %.10f\n", r[i], exact);
        CHECK_NEAR(exact, x[i], 0.51e-8);
        for (int f = 0; f < 3; f++) {
            double formula = phk_restitutions[PHK_RESTITUTION_HUNT_CROSSLEY + f].damping(r[i]);
            CHECK_NEAR(restitution_got(formula), got[f][i], 0.51e-3);
        }
    }
}

/* From nearly nothing to nearly everything, to rounding. */
static void relation_is_solved(void)
{
    double worst = 0;
    for (int n = 0; n < 4000; n++) {
        double r = n % 4 == 0   ? 1 - spread(1e-12, 0.1)
                   : n % 4 == 1 ? spread(1e-6, 0.1)
                   : n % 4 == 2 ? 0.9 + 1e-3 * (2 * uniform() - 1)
                                : uniform();
        double x = phk_restitutions[PHK_RESTITUTION_EXACT].damping(r);
        /* below 1 by exp(-1/r), which is nothing for small r */
        CHECK(x > 0 && x * r < 1 + 1e-15);
        /* x = 3/2 (1 - r) + ...: where the relation itself cancels away */
        if (1 - r < 1e-4)
            CHECK_RATIO(x, 1.5 * (1 - r), 1.1 * (1 - r));
        else
            worst = fmax(worst, fabs(restitution_got(x) - r) / fmin(r, 1 - r));
    }
    printf("restitution: the relation holds within %.2g\n", worst);
    CHECK(worst < 1e-10);
    for (int f = 0; f < PHK_RESTITUTION_COUNT; f++) {
        CHECK(phk_restitutions[f].damping(1) == 0);
        CHECK(phk_restitutions[f].name != NULL);
    }
}

/* A mass comes back as wanted, whatever mass, stiffness, exponent and speed. */
static void mass_comes_back(void)
{
    double worst = 0;
    for (int n = 0; n < 60; n++) {
        double r = 0.05 + 0.94 * uniform(), v0 = spread(0.01, 10);
        collision c = {&phk_normal_laws[PHK_NORMAL_POWER],
                       {.k = spread(1e4, 1e8), .e = 1 + uniform()},
                       .m = spread(0.1, 10),
                       .v0 = v0};
        c.par.a = phk_restitutions[PHK_RESTITUTION_EXACT].damping(r) / v0;
        collide(&c);
        worst = fmax(worst, fabs(c.speed / v0 - r));
    }
    printf("restitution: masses come back within %.2g\n", worst);
    CHECK(worst < 1e-11);
}

int main(void)
{
    table_is_reproduced();
    relation_is_solved();
    mass_comes_back();
    return TEST_RESULT();
}
