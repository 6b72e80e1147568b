/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_bristle_block.c -- a block on bristles, in one dimension: pulled by a spring it sticks and
 * slips as closed forms say, pushed less it rests, sliding it stops; never is energy created.
 */
#include "harness.h"
#include "contact/bristle.h"

static const ph_vec3 ZERO = {0, 0, 0};

/* A block of mass m on a plane, its spring K pulled at the speed V; x from backward Euler. */
typedef struct {
    phk_bristle_par par;
    double m, K, V, h, push; /* push: a force on the block */
    double t, x, v, s, load; /* load: the normal force */
    double put_in, lost, least_lost, T;
    bool slips;
} block;

static void block_step(block *b)
{
    double end = b->t + b->h, x = b->x + b->h * b->v;
    const ph_vec3 n = {0, 0, 1}, one = {1, 0, 0};
    phk_bristle now = {0};
    for (int i = 0; i < 50; i++) {
        ph_vec3 D = ph_v3(b->s + x - b->x, 0, 0), vt = ph_v3((x - b->x) / b->h, 0, 0);
        const phk_bristle_state at = {D, n, vt, b->load, b->h, false};
        const phk_bristle_state by = {one, ZERO, ph_scale(1 / b->h, one), 0, 0, false};
        now = phk_bristle_hold(&b->par, &at);
        ph_vec3 dT = phk_bristle_change(&b->par, &at, &now, &by);
        double left = b->m * (vt.x - b->v) / b->h - b->K * (b->V * end - x) - b->push - now.T.x;
        double change = left / (b->m / (b->h * b->h) + b->K - dT.x);
        if (fabs(change) <= 1e-20 + 1e-15 * fabs(x)) break;
        x -= change;
    }
    double way = x - b->x, pull = b->K * (b->V * end - x);
    double more = 0.5 * b->par.kt * (now.s.x * now.s.x - b->s * b->s), lost = -now.T.x * way - more;
    b->lost += lost, b->least_lost = fmin(b->least_lost, lost);
    b->put_in += pull * b->V * b->h;
    b->t = end, b->v = way / b->h, b->x = x, b->s = now.s.x, b->T = now.T.x, b->slips = now.slips;
}
static double block_energy(const block *b)
{
    double stretch = b->V * b->t - b->x;
    return 0.5 * b->m * b->v * b->v + 0.5 * b->K * stretch * stretch +
           0.5 * b->par.kt * b->s * b->s;
}

/* Rigid sticking: the block slides when K V t = mu_s N; with D = (mu_s - mu_d) N/K, w^2 = K/m it
 * is fastest at V + sqrt(V^2 + D^2 w^2), slides for (2 pi - 2 atan(D w/V))/w and sticks for 2 D/V.
 */
static void block_sticks_and_slips(double mu_d)
{
    block b = {.par = {{0.5, mu_d, 1e-5, 2e-5}, 1e7, 600},
               .m = 1,
               .K = 1000,
               .V = 0.01,
               .h = 2e-5,
               .load = 9.81};
    double w = sqrt(b.K / b.m), D = (0.5 - mu_d) * b.load / b.K, start[8] = {0}, fastest = 0;
    int slides = 0;
    bool sliding = false;
    while (b.t < 2.3) {
        block_step(&b);
        bool now = b.slips && b.v > 0.01 * b.V;
        if (now && !sliding && slides < 8) start[slides++] = b.t;
        sliding = now || (sliding && b.v > 0.005 * b.V);
        fastest = fmax(fastest, b.v);
        CHECK(fabs(b.T) <= 0.5 * b.load * (1 + 1e-14));
    }
    double first = 0.5 * b.load / b.K / b.V;
    double period = (2 * PH_PI - 2 * atan(D * w / b.V)) / w + 2 * D / b.V;
    printf("block, mu_d %g: slides at %.4f (%.4f), %d times, period %.4f (%.4f), fastest %.5f "
           "(%.5f); least loss %.2g J, lost %.4g J\n",
           mu_d, start[0], first, slides, start[2] - start[1], period, fastest,
           b.V + sqrt(b.V * b.V + D * D * w * w), b.least_lost, b.lost);
    CHECK_RATIO(start[0], first, 0.02);
    CHECK_RATIO(fastest, b.V + sqrt(b.V * b.V + D * D * w * w), 0.02);
    if (D > 0) CHECK(slides == 4);
    if (D > 0) CHECK_RATIO(start[2] - start[1], period, 0.02);
    CHECK(b.least_lost > -1e-18);
    CHECK(block_energy(&b) + b.lost <= b.put_in * (1 + 1e-12));
    CHECK_RATIO(block_energy(&b) + b.lost, b.put_in, 0.02);
}

/* Pulled by nine tenths of what friction can take it bends by F/kt and then stays, to the last
 * digit, though the normal force shakes. */
static void block_rests(void)
{
    block b = {.par = {{0.5, 0.3, 1e-3, 1e-2}, 1e6, 500}, .m = 1, .h = 1e-3, .load = 9.81};
    double F = 0.9 * 0.5 * 9.81, at = 0;
    b.push = F;
    for (int n = 0; n < 2000; n++) {
        b.load = 9.81 * (1 + 0.05 * sin(0.37 * n));
        block_step(&b);
        if (n == 999) at = b.x;
    }
    CHECK_NEAR(b.s, F / b.par.kt, 1e-12 * F / b.par.kt);
    printf("block at rest: moved %.2g m in 1000 steps, v %.2g, least loss %.2g J\n", b.x - at, b.v,
           b.least_lost);
    CHECK(!b.slips && fabs(b.x - at) < 1e-18 && fabs(b.v) < 1e-15);
    CHECK(b.least_lost > -1e-18);
}

/* Sliding freely to rest: v0^2/(2 mu g), and what the bristle gives back is small beside it. */
static void block_stops(void)
{
    block b = {.par = {{0.3, 0.3, 1e-3, 2e-3}, 1e6, 500}, .m = 1, .h = 1e-5, .v = 1, .load = 9.81};
    while (b.t < 0.5) block_step(&b);
    printf("block: stops at %.8f after a rigid %.8f, v %.2g, least loss %.2g J\n", b.x, .1698946653,
           b.v, b.least_lost);
    /* backward Euler stops h v0/2 early */
    CHECK_NEAR(b.x + 0.5 * b.h, .1698946653, 1e-5);
    CHECK(fabs(b.v) < 1e-10 && b.least_lost > -1e-18);
}

int main(void)
{
    block_sticks_and_slips(0.5);
    block_sticks_and_slips(0.3);
    block_rests();
    block_stops();
    return TEST_RESULT();
}
