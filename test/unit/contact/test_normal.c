/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_normal.c -- normal laws: derivatives against differences, where they switch, and a mass
 * that runs into them against closed forms.
 */
#include "harness.h"
#include "contact_test.h"

static const phk_normal_law *impact = &phk_normal_laws[PHK_NORMAL_IMPACT];
static const phk_normal_law *power = &phk_normal_laws[PHK_NORMAL_POWER];

static phk_normal_par random_par(void)
{
    return (phk_normal_par){.k = spread(1e3, 1e9),
                            .e = 1 + 1.5 * uniform(),
                            .c = spread(1, 1e4),
                            .d = spread(1e-5, 1e-2),
                            .a = spread(0.01, 10)};
}

/* Fourth-order difference of a law by depth (0), rate (1), or of what it stores by depth (2). */
static double difference(const phk_normal_law *law, const phk_normal_par *par, double q,
                         double rate, double h, int by)
{
    double f[4], at[4] = {-2, -1, 1, 2};
    for (int i = 0; i < 4; i++) {
        double dq = by == 1 ? 0 : at[i] * h, dv = by == 1 ? at[i] * h : 0;
        f[i] = by == 2 ? law->stored(par, q + dq) : law->force(par, q + dq, rate + dv).force;
    }
    return (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * h);
}

/* Whether q lies so close to a switch that differences look across it. */
static int straddles(const phk_normal_law *law, const phk_normal_par *par, double q, double rate)
{
    double h = 3e-3 * q, hv = 3e-3 * (fabs(rate) + 0.01);
    int positive = 0;
    for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++)
            positive += law->force(par, q + i * h, rate + j * hv).force > 0;
    return (positive != 0 && positive != 9) || fabs(q - par->d) < h;
}

static void derivatives_are_exact(void)
{
    double worst = 0;
    int cut = 0, seen = 0;
    for (int n = 0; n < 40000; n++) {
        const phk_normal_law *law = &phk_normal_laws[n % PHK_NORMAL_COUNT];
        phk_normal_par par = random_par();
        double q = par.d * spread(1e-3, 30), rate = (2 * uniform() - 1) * spread(1e-3, 10);
        if (n % 8 < 2) q = par.d * (1 + (2 * uniform() - 1) * 0.01);
        if (straddles(law, &par, q, rate)) continue;
        phk_normal f = law->force(&par, q, rate);
        double size = par.k * par.e * pow(q, par.e - 1) + par.c / par.d * fabs(rate);
        double h = 1e-3 * q, hv = 1e-3 * (fabs(rate) + 0.01);
        /* what differences can see beside the rounding of the force */
        double damped = (n % 2 ? par.a * par.k * pow(q, par.e) : par.c) + 1e-5 * f.force / hv;
        worst = fmax(worst, fabs(f.by_depth - difference(law, &par, q, rate, h, 0)) / size);
        worst = fmax(worst, fabs(f.by_rate - difference(law, &par, q, rate, hv, 1)) / damped);
        /* what is stored is the work of the force at rest */
        double still = law->force(&par, q, 0).force;
        CHECK_RATIO(difference(law, &par, q, 0, h, 2), still, 1e-9);
        seen++;
        if (f.force > 0) continue;
        cut++;
        CHECK(f.force == 0 && f.by_depth == 0 && f.by_rate == 0);
    }
    printf("normal laws: derivatives within %.2g on %d states, %d of them cut\n", worst, seen, cut);
    CHECK(worst < 1e-9 && seen > 30000 && cut > 3000);
}

/* Nothing jumps: at touch, at full damping, at the cut. */
static void switches_are_continuous(void)
{
    for (int n = 0; n < 5000; n++) {
        const phk_normal_law *law = &phk_normal_laws[n % PHK_NORMAL_COUNT];
        phk_normal_par par = random_par();
        double rate = (2 * uniform() - 1) * 3, d = par.d, eps = 1e-9;
        phk_normal off = law->force(&par, 0, rate), under = law->force(&par, -d, rate);
        CHECK(off.force == 0 && off.by_depth == 0 && off.by_rate == 0 && under.force == 0);
        CHECK(under.by_depth == 0 && under.by_rate == 0 && law->stored(&par, -d) == 0);
        double size = par.k * pow(d, par.e) * (1 + par.a * 3) + par.c * 3;
        CHECK(law->force(&par, d * 1e-9, rate).force <= 1e-8 * size);
        phk_normal a = law->force(&par, d * (1 - eps), rate);
        phk_normal b = law->force(&par, d * (1 + eps), rate);
        CHECK_NEAR(a.force, b.force, 1e-7 * size);
        CHECK_NEAR(a.by_depth, b.by_depth, 1e-6 * size / d);
        CHECK_NEAR(a.by_rate, b.by_rate, 1e-7 * size);
        /* just before the rate that cuts, little is left to cut */
        double cut = n % 2 ? -1 / par.a : -par.k * pow(d, par.e) / par.c;
        double before = law->force(&par, d, cut * (1 - eps)).force;
        CHECK(before > 0 && before < 1e-8 * par.k * pow(d, par.e));
        CHECK(law->force(&par, d, cut * (1 + eps)).force == 0);
    }
    /* what is not a number is not hidden */
    phk_normal_par par = {.k = 1, .e = 1, .c = 1, .d = 1, .a = 1};
    for (int law = 0; law < PHK_NORMAL_COUNT; law++) {
        CHECK(isnan(phk_normal_laws[law].force(&par, 1, NAN).force));
        CHECK(isnan(phk_normal_laws[law].force(&par, NAN, 1).force));
        CHECK(isnan(phk_normal_laws[law].stored(&par, NAN)));
    }
    CHECK(isnan(phk_adhesion_force(&(phk_adhesion){1, 1}, NAN).force));
}

/* k q^e without damping: depth, duration and height of the force. */
static void power_laws_take_their_time(void)
{
    const double exponent[] = {1, 1.5, 2}, C[] = {3.1415926536, 2.9432751843, 2.8043642107};
    for (int i = 0; i < 3; i++) {
        double e = exponent[i], v0 = 0.7, m = 2.5, k = 3e5;
        collision c = {power, {.k = k, .e = e}, .m = m, .v0 = v0};
        collide(&c);
        double deep = pow((e + 1) * m * v0 * v0 / (2 * k), 1 / (e + 1));
        double exact = 2 * sqrt(PH_PI) * tgamma(1 + 1 / (e + 1)) / tgamma(0.5 + 1 / (e + 1));
        CHECK_NEAR(exact, C[i], 1e-10);
        CHECK_RATIO(c.duration, exact * deep / v0, 1e-11);
        CHECK_RATIO(c.speed, v0, 1e-12);
        CHECK_RATIO(c.depth, deep, 1e-3); /* the deepest of the steps */
        CHECK_RATIO(power->stored(&c.par, deep), 0.5 * m * v0 * v0, 1e-14);
    }
}

static void hertz_meets_its_numbers(void)
{
    double v0 = sqrt(2 * 9.81), deep = pow(1.25 * v0 * v0 / 1e6, 0.4);
    collision c = {power, {.k = 1e6, .e = 1.5}, .m = 1, .v0 = v0};
    collide(&c);
    CHECK_NEAR(deep, 1.4316722476e-2, 1e-12);
    CHECK_RATIO(c.duration, 9.513163779706e-3, 1e-11);
    CHECK_NEAR(power->force(&c.par, deep, 0).force, 1713.031739, 1e-6);
    CHECK_RATIO(c.peak, 1713.031739, 1e-3);
    const double a[] = {0.05, 0.3, 1}, r[] = {.871134012989, .520022334878, .220253443803};
    for (int i = 0; i < 3; i++) {
        c.par.a = a[i];
        collide(&c);
        printf("Hunt-Crossley a = %g: v1/v0 = %.12f\n", a[i], c.speed / v0);
        CHECK_NEAR(c.speed / v0, r[i], 1e-12);
    }
    /* steel on steel: two balls of 10 mm, a ball on a plane, a ball in a hollow of twice its size
     */
    phk_hertz ball = {210e9, 0.3, 0.01}, body[2] = {ball, ball};
    double E = 210e9 / (2 * (1 - 0.09));
    CHECK_RATIO(phk_hertz_stiffness(body), 4. / 3 * E * sqrt(0.005), 1e-14);
    body[1].radius = HUGE_VAL;
    CHECK_RATIO(phk_hertz_stiffness(body), 4. / 3 * E * sqrt(0.01), 1e-14);
    body[1].radius = -0.02;
    CHECK_RATIO(phk_hertz_stiffness(body), 4. / 3 * E * sqrt(0.02), 1e-14);
    body[1].radius = -0.01;
    CHECK(!isfinite(phk_hertz_stiffness(body)));
    /* a rigid partner */
    body[1] = (phk_hertz){HUGE_VAL, 0.3, 0.01};
    CHECK_RATIO(phk_hertz_stiffness(body), 4. / 3 * 2 * E * sqrt(0.005), 1e-14);
}

/* Damping at once: an oscillator until its force would pull. */
static void impact_bounces(void)
{
    const double z[] = {0.05, 0.2, 0.5, 0.9};
    const double want[] = {.8587581018, .5717400276, .2984360592, .1552827475};
    double k = 4e4, m = 2, v0 = 1.3;
    for (int i = 0; i < 4; i++) {
        double wd = sqrt(1 - z[i] * z[i]), wt = atan2(2 * z[i] * wd, 2 * z[i] * z[i] - 1) / wd;
        CHECK_NEAR(exp(-z[i] * wt), want[i], 1e-10);
        collision c = {impact, {.k = k, .e = 1, .c = 2 * z[i] * sqrt(k * m)}, .m = m, .v0 = v0};
        collide(&c);
        printf("impact z = %g: v1/v0 = %.12f\n", z[i], c.speed / v0);
        CHECK_NEAR(c.speed / v0, want[i], 1e-10);
        /* a short rise of the damping is nearly none */
        c.par.d = 1e-7;
        collide(&c);
        CHECK_NEAR(c.speed / v0, want[i], 1e-4);
    }
}

static void adhesion_pulls(void)
{
    double worst = 0;
    for (int n = 0; n < 5000; n++) {
        phk_adhesion par = {spread(0.1, 100), spread(1e-5, 1e-2)};
        double q = par.range * (2 * uniform() - 1.5), h = 1e-5 * par.range, eps = 1e-9 * par.range;
        phk_normal f = phk_adhesion_force(&par, q), after = phk_adhesion_force(&par, q + h);
        phk_normal before = phk_adhesion_force(&par, q - h);
        double work = phk_adhesion_stored(&par, q + h) - phk_adhesion_stored(&par, q - h);
        worst = fmax(worst, fabs(f.by_depth - (after.force - before.force) / (2 * h)) * par.range /
                                par.pull);
        worst = fmax(worst, fabs(f.force - work / (2 * h)) / par.pull);
        CHECK(f.force <= 0 && f.force >= -par.pull && f.by_rate == 0);
        for (int i = 0; i < 2; i++) {
            double at = i ? -par.range : 0;
            CHECK_NEAR(phk_adhesion_force(&par, at - eps).force,
                       phk_adhesion_force(&par, at + eps).force, 1e-8 * par.pull);
            CHECK_NEAR(phk_adhesion_force(&par, at - eps).by_depth,
                       phk_adhesion_force(&par, at + eps).by_depth, 1e-7 * par.pull / par.range);
        }
        CHECK(phk_adhesion_force(&par, -par.range).force == 0);
        CHECK(phk_adhesion_force(&par, 1e-6).force == -par.pull);
        CHECK(phk_adhesion_stored(&par, -2 * par.range) == 0);
        CHECK_RATIO(phk_adhesion_stored(&par, 0), -0.5 * par.pull * par.range, 1e-15);
    }
    printf("adhesion: derivatives within %.2g\n", worst);
    CHECK(worst < 1e-4);
}

int main(void)
{
    CHECK_TEXT(impact->name, "impact");
    CHECK_TEXT(power->name, "power");
    derivatives_are_exact();
    switches_are_continuous();
    power_laws_take_their_time();
    hertz_meets_its_numbers();
    impact_bounces();
    adhesion_pulls();
    return TEST_RESULT();
}
