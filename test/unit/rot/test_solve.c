/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_solve.c -- the small equations: Jacobians, random bodies up to 30 rad in a step, the branch
 * found, and the end of the solutions of the variational equation.
 */
#include "harness.h"
#include "rot/solve.h"

static unsigned long long seed = 2463534242ull;

static double uniform(void)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (double)(seed >> 11) / 9007199254740992.0;
}
static ph_vec3 direction(void)
{
    for (;;) {
        ph_vec3 v = {2 * uniform() - 1, 2 * uniform() - 1, 2 * uniform() - 1};
        double n = ph_norm(v);
        if (n > 0.1 && n <= 1) return ph_scale(1 / n, v);
    }
}

/* Principal moments a real body can have, turned anyhow. */
static ph_sym3 random_inertia(void)
{
    double a = uniform(), b = uniform(), c = uniform(), size = pow(10, 6 * uniform() - 3);
    ph_sym3 d = {size * (b + c + 0.01), size * (a + c + 0.01), size * (a + b + 0.01), 0, 0, 0};
    return phk_sym3_rotate(phk_exp(ph_scale(2, direction())), d);
}

/* Newton's correction must be that of a Jacobian by differences: quadratic convergence shows it. */
static void converges_quadratically(phk_form form)
{
    for (int n = 0; n < 200; n++) {
        ph_sym3 inertia = random_inertia();
        ph_vec3 w = ph_scale(0.5, direction()), x, d;
        double size = inertia.xx + inertia.yy + inertia.zz;
        phk_turn_equation e = {form, 1, inertia, ph_sym3_mul(inertia, w),
                               ph_scale(0.1 * size, direction())};
        long long iterations = 0;
        if (form == PHK_VARIATIONAL) e.c = ph_v3(0, 0, 0);
        x = w;
        CHECK(phk_equation_solve(&e, &x, &iterations));
        /* from a point at the distance 1e-4, one correction must leave about 1e-8 */
        ph_vec3 y = ph_axpy(x, 1e-4, direction());
        double relative;
        CHECK(phk_equation_residual(&e, y, &relative, &d));
        CHECK(ph_norm(ph_sub(ph_sub(y, d), x)) < 3e-7);
    }
}

/* A slow but sure follower: 400 small steps in h, each with Newton from the one before. */
static int follow(phk_turn_equation e, ph_vec3 *x)
{
    double h = e.h, relative;
    ph_vec3 d, y = ph_sym3_mul(phk_sym3_inverse(e.inertia), e.b);
    for (int k = 1; k <= 400; k++) {
        e.h = h * k / 400;
        for (int n = 0; n < 12; n++) {
            if (!phk_equation_residual(&e, y, &relative, &d)) return 0;
            if (relative < 1e-14) break;
            y = ph_sub(y, d);
        }
        if (!(relative < 1e-12)) return 0;
    }
    *x = y;
    return 1;
}

static void large_turns(phk_form form, double turn)
{
    long long iterations = 0;
    int followed = 0, elsewhere = 0, ended = 0;
    for (int n = 0; n < 300; n++) {
        ph_vec3 w = ph_scale(turn, direction()), x = w, y;
        ph_sym3 inertia = random_inertia();
        phk_turn_equation e = {form, 1, inertia, ph_sym3_mul(inertia, w), {0, 0, 0}};
        double relative;
        if (!phk_equation_solve(&e, &x, &iterations)) {
            ended++;
            continue;
        }
        CHECK(phk_equation_residual(&e, x, &relative, NULL));
        CHECK(relative <= 1e-13);
        if (n < 60 && follow(e, &y)) {
            followed++;
            elsewhere += !(ph_norm(ph_sub(x, y)) <= 1e-9 * turn);
        }
    }
    /* the exponential branch ends in a fold for some bodies above 9 rad: that is a failure, and
     * nothing else is */
    CHECK(ended <= (form == PHK_EXPONENTIAL && turn > 9 ? 130 : 0));
    CHECK(followed > (turn > 20 ? 30 : 50));
    /* from 10 rad on, branches lie so close that one body in fifty may end on another */
    CHECK(elsewhere <= (turn > 9 ? followed / 30 : 0));
    printf("form %d, %g rad: %.1f iterations, %d ended, %d of %d elsewhere\n", form, turn,
           (double)iterations / 300, ended, elsewhere, followed);
}

static void variational_ends(void)
{
    /* the free body of the tables at h = 4 has no solution, at h = 0.5 it has */
    ph_sym3 inertia = {0.9144, 1.098, 1.66, 0, 0, 0};
    ph_vec3 w = {0.45549, 0.82623, 0.03476};
    long long iterations = 0;
    phk_turn_equation e = {PHK_VARIATIONAL, 4, inertia, ph_sym3_mul(inertia, w), {0, 0, 0}};
    ph_vec3 x = w;
    CHECK(!phk_equation_solve(&e, &x, &iterations));
    CHECK(iterations < 5000);
    e.h = 0.5, x = w;
    CHECK(phk_equation_solve(&e, &x, &iterations));
    /* nonsense comes back as failure, in finite time */
    e.b.x = NAN;
    CHECK(!phk_equation_solve(&e, &x, &iterations));
    e.b.x = INFINITY;
    CHECK(!phk_equation_solve(&e, &x, &iterations));
}

static void from_rest(void)
{
    /* a body at rest with a hard push: half a turn and more within the step */
    for (int form = PHK_QUADRATIC; form <= PHK_MEAN; form++) {
        for (double push = 1; push < 200; push *= 2) {
            ph_sym3 inertia = {1, 2, 2.5, 0, 0, 0};
            phk_turn_equation e = {
                (phk_form)form, 1, inertia, {0, 0, 0}, {push, 0.3 * push, -0.2 * push}};
            ph_vec3 x = {0, 0, 0};
            long long iterations = 0;
            double relative;
            if (!phk_equation_solve(&e, &x, &iterations)) {
                /* the mean form may have no solution near; the others must */
                CHECK(form == PHK_MEAN);
                continue;
            }
            CHECK(phk_equation_residual(&e, x, &relative, NULL) && relative < 1e-13);
        }
    }
}

int main(void)
{
    for (int form = PHK_QUADRATIC; form <= PHK_VARIATIONAL; form++)
        converges_quadratically((phk_form)form);
    const double turn[] = {0.1, 1, 3, 4, 6, 10, 30};
    for (int k = 0; k < 7; k++) {
        large_turns(PHK_QUADRATIC, turn[k]);
        large_turns(PHK_EXPONENTIAL, turn[k]);
    }
    variational_ends();
    from_rest();
    return TEST_RESULT();
}
