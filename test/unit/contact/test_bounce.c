/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_bounce.c -- a ball that falls and bounces: parabolas in the air, the law on the ground.
 */
#include "harness.h"
#include "contact_test.h"
#include "contact/restitution.h"

static const double G = 9.81;

/* A fall of 1 m, then as many bounces as there are until `end` [s]; `hit`: the first times it
 * touches, at most `hits`. Height above the place of touch and speed upwards at the end. */
typedef struct {
    double z, v;
    double hit[8];
    int hits;
} flight;

/* wanted: a restitution whose damping is chosen anew for every touch; 0: the law's own */
static flight bounce(const phk_normal_par *par, double wanted, double end, int most)
{
    flight f = {0};
    double t = 0, z = 1, v = 0;
    for (;;) {
        double speed = sqrt(v * v + 2 * G * z), down = (v + speed) / G;
        if (t + down > end || f.hits == most) break;
        t += down;
        f.hit[f.hits++] = t;
        collision c = {&phk_normal_laws[PHK_NORMAL_POWER], *par, .m = 1, .v0 = speed, .g = G};
        if (wanted > 0) c.par.a = phk_restitutions[PHK_RESTITUTION_EXACT].damping(wanted) / speed;
        collide(&c);
        t += c.duration, z = 0, v = c.speed;
    }
    double left = end - t;
    f.z = z + left * (v - 0.5 * G * left), f.v = v - G * left;
    return f;
}

/* References: another integrator of order 8, with the touches as events. */
static void ball_is_where_it_should_be(void)
{
    const double k[] = {1e6, 1e9, 1e12, 1e6}, a[] = {0, 0, 0, 0.3};
    const double z[] = {.9500791036, .9178522280, .9157194014, .1043676907};
    const double v[] = {-1.7150650094, -1.8904336238, -1.9014692596, -.571295978};
    for (int i = 0; i < 4; i++) {
        phk_normal_par par = {.k = k[i], .e = 1.5, .a = a[i]};
        flight f = bounce(&par, 0, 2, 8);
        printf("k = %g, a = %g: after 2 s and %d touches z %.10f, v %.10f\n", k[i], a[i], f.hits,
               f.z + 0.1, f.v);
        CHECK_NEAR(f.z + 0.1, z[i], 2e-10);
        CHECK_NEAR(f.v, v[i], 1e-9);
        CHECK(f.hits == (a[i] > 0 ? 6 : 2));
    }
}

/* A very stiff law with r = .8 is a rigid one: touches at t0 (1 + 2 sum r^k). */
static void stiff_is_rigid(void)
{
    const double want[] = {.4515236, 1.1739615, 1.7519117, 2.2142719};
    phk_normal_par par = {.k = 1e15, .e = 1.5};
    flight f = bounce(&par, 0.8, 4, 4);
    double t0 = sqrt(2 / G), sum = 1, power = 1;
    CHECK(f.hits == 4);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(t0 * sum, want[i], 1e-7);
        CHECK_NEAR(f.hit[i], want[i], 1e-5);
        power *= 0.8, sum += 2 * power;
    }
    printf("r = .8, k = 1e15: fourth touch at %.7f s, rigid %.7f s\n", f.hit[3], want[3]);
}

/* The whole of its bounces: they end at t0 (1 + r)/(1 - r), after h (1 + r^2)/(1 - r^2) up and
 * down. What comes after the thirtieth, when a touch is no longer short beside a flight, is by the
 * sums of the rigid one. */
static void bounces_end(void)
{
    const double r = 0.8;
    phk_normal_par par = {.k = 1e18, .e = 1.5};
    double t = sqrt(2 / G), path = 1, v = sqrt(2 * G);
    for (int n = 0; n < 30; n++) {
        collision c = {&phk_normal_laws[PHK_NORMAL_POWER], par, .m = 1, .v0 = v, .g = G};
        c.par.a = phk_restitutions[PHK_RESTITUTION_EXACT].damping(r) / v;
        collide(&c);
        v = c.speed;
        t += c.duration + 2 * v / G, path += v * v / G;
    }
    t += 2 * v / G * r / (1 - r), path += v * v / G * r * r / (1 - r * r);
    printf("r = .8, k = 1e18: rest at %.7f s after %.7f m\n", t, path);
    CHECK_NEAR(sqrt(2 / G) * (1 + r) / (1 - r), 4.0637128, 1e-7);
    CHECK_NEAR((1 + r * r) / (1 - r * r), 4.5555556, 1e-7);
    CHECK_NEAR(t, 4.0637128, 2e-5);
    CHECK_NEAR(path, 4.5555556, 2e-5);
}

/* What n equal points carry at rest. */
static void weight_is_carried(void)
{
    for (int law = 0; law < PHK_NORMAL_COUNT; law++)
        for (int n = 1; n <= 4; n++) {
            phk_normal_par par = {.k = 1e6, .e = 1.5, .c = 200, .d = 1e-4, .a = 0.3};
            double q = pow(G / (n * par.k), 1 / par.e);
            CHECK_RATIO(n * phk_normal_laws[law].force(&par, q, 0).force, G, 1e-14);
        }
}

int main(void)
{
    ball_is_where_it_should_be();
    stiff_is_rigid();
    bounces_end();
    weight_is_carried();
    return TEST_RESULT();
}
