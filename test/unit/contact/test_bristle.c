/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_bristle.c -- friction that holds: its tangent against differences, what it remembers, and
 * that no step creates energy.
 */
#include "harness.h"
#include "contact_test.h"
#include "contact/across.h"
#include "contact/bristle.h"
#include "math/so3.h"

static const ph_vec3 ZERO = {0, 0, 0};

static phk_bristle_par random_par(void)
{
    phk_bristle_par par = {
        {spread(0.1, 1), spread(0.1, 1), spread(1e-3, 0.1), 0}, spread(1e4, 1e6), spread(1, 1e3)};
    par.mu.vd = par.mu.vs * (1 + spread(0.5, 10));
    return par;
}
static phk_bristle_place random_place(double size)
{
    return (phk_bristle_place){random_vector(size),
                               phk_exp(ph_scale(PH_PI * uniform(), random_direction()))};
}

/* A point of contact that is part of a straight line of states, at the parameter a. */
typedef struct {
    phk_bristle_par par;
    phk_bristle_memory memory;
    phk_bristle_place place[2];
    ph_vec3 n, vt, c;
    double N, since;
    bool fresh;
    ph_vec3 dp[2], dphi[2], dn, dv, dc;
    double dN, dsince;
} point;

static point moved(const point *p, double a)
{
    point q = *p;
    for (int i = 0; i < 2; i++) {
        q.place[i].p = ph_axpy(p->place[i].p, a, p->dp[i]);
        q.place[i].q = ph_quat_mul(phk_exp(ph_scale(a, p->dphi[i])), p->place[i].q);
    }
    q.n = ph_axpy(p->n, a, p->dn);
    q.n = ph_scale(1 / ph_norm(q.n), q.n);
    q.vt = phk_across(q.n, ph_axpy(p->vt, a, p->dv));
    q.N = p->N + a * p->dN;
    q.c = ph_axpy(p->c, a, p->dc);
    q.since = p->since + a * p->dsince;
    return q;
}
static phk_bristle_state state_of(const point *p)
{
    return (phk_bristle_state){.D = phk_bristle_move(&p->memory, p->place, p->c).D,
                               .n = p->n,
                               .vt = p->vt,
                               .N = p->N,
                               .since = p->since,
                               .fresh = p->fresh};
}
static phk_bristle hold(const point *p)
{
    const phk_bristle_state x = state_of(p);
    return phk_bristle_hold(&p->par, &x);
}

static point random_point(int n)
{
    point p = {.par = random_par(), .N = spread(100, 1e4), .n = random_direction()};
    /* around the limit, and at every speed the coefficient changes with */
    double most = p.par.mu.mu_s * p.N / p.par.kt, speed = p.par.mu.vd * spread(0.05, 2);
    p.c = random_vector(0.1);
    for (int i = 0; i < 2; i++) p.place[i] = random_place(0.1);
    p.memory = phk_bristle_keep(random_vector(most * spread(0.3, 5)), p.c, p.place, 0);
    p.place[0].p = ph_add(p.place[0].p, random_vector(0.3 * most));
    /* bodies that have turned, and rolled over each other */
    p.c = ph_add(p.c, random_vector(most));
    for (int i = 0; n % 2 && i < 2; i++)
        p.place[i].q = ph_quat_mul(phk_exp(random_vector(most)), p.place[i].q);
    p.fresh = n % 5 == 0;
    p.since = n % 7 == 0 ? 0 : most / speed * spread(0.1, 3);
    p.dsince = p.fresh ? p.since : 0;
    p.dc = random_vector(most);
    p.vt = phk_across(p.n, random_vector(n % 3 ? speed : 0));
    for (int i = 0; i < 2; i++) p.dp[i] = random_vector(most), p.dphi[i] = random_vector(most);
    p.dn = phk_across(p.n, random_vector(1));
    p.dv = random_vector(p.par.mu.vs);
    p.dN = p.N * (2 * uniform() - 1);
    return p;
}

static void tangent_is_exact(void)
{
    double worst[2] = {0, 0}, h = 3e-5;
    int count[2] = {0, 0}, falling = 0, fresh = 0, blends = 0;
    for (int n = 0; n < 20000; n++) {
        point p = random_point(n), up = moved(&p, h), down = moved(&p, -h);
        phk_bristle b = hold(&p), above = hold(&up), below = hold(&down);
        if (above.slips != b.slips || below.slips != b.slips) continue;
        if ((above.part == 1) != (b.part == 1) || (below.part == 1) != (b.part == 1)) continue;
        double speed = ph_norm(p.vt), vs = p.par.mu.vs, vd = p.par.mu.vd;
        if (fabs(speed - vs) < 0.01 * vs || fabs(speed - vd) < 0.01 * vd) continue;
        phk_bristle_motion m = phk_bristle_move(&p.memory, p.place, p.c);
        const phk_bristle_state x = state_of(&p),
                                d = {.D = phk_bristle_move_change(&m, p.dp, p.dphi, p.dc),
                                     .n = p.dn,
                                     .vt = phk_across_change(p.n, p.vt, p.dn, p.dv),
                                     .N = p.dN,
                                     .since = p.dsince};
        ph_vec3 dT = phk_bristle_change(&p.par, &x, &b, &d);
        ph_vec3 off = ph_axpy(dT, -1 / (2 * h), ph_sub(above.T, below.T));
        double size = ph_norm(b.E) + p.N * (p.par.mu.mu_s + p.par.mu.mu_d);
        worst[b.slips] = fmax(worst[b.slips], ph_norm(off) / size);
        count[b.slips]++, falling += b.slips && b.most.slope != 0;
        fresh += p.fresh, blends += b.part > 0 && b.part < 1;
    }
    CHECK(fresh > 1000 && blends > 2000);
    printf("bristle: dT within %.2g sticking (%d), %.2g slipping (%d, %d where mu changes)\n",
           worst[0], count[0], worst[1], count[1], falling);
    CHECK(worst[0] < 1e-7 && worst[1] < 1e-6 && count[0] > 2000 && count[1] > 2000);
    CHECK(falling > 1000);
}

/* The limit, the kinks at it and where a way begins to be slid, and the force at the start of the
 * next step. */
static void force_does_not_jump(void)
{
    double worst = 0;
    for (int n = 0; n < 10000; n++) {
        point p = random_point(n);
        phk_bristle_state x = state_of(&p);
        phk_bristle b = hold(&p);
        double most = b.most.mu * p.N;
        CHECK(ph_norm(b.T) <= most * (1 + 1e-14) && fabs(ph_dot(b.T, p.n)) < 1e-12 * most);
        CHECK(p.par.kt * ph_norm(b.s) <= most * (1 + 1e-14));
        if (!b.slips) CHECK(ph_norm(ph_add(b.T, b.E)) == 0);
        /* N where the way is just not slid yet, from both sides */
        const double at = p.par.kt * ph_norm(phk_across(p.n, x.D)) / b.most.mu;
        x.N = at * (1 - 1e-9);
        phk_bristle a = phk_bristle_hold(&p.par, &x);
        x.N = at * (1 + 1e-9);
        phk_bristle c = phk_bristle_hold(&p.par, &x);
        if (!x.fresh) CHECK(a.part < 1 && c.part == 1);
        double size = ph_norm(a.E) + p.par.kt * x.since * ph_norm(p.vt);
        CHECK(ph_norm(ph_sub(a.T, c.T)) <= 1e-8 * size);
        /* the next step starts where this one ended */
        phk_bristle_memory kept = phk_bristle_keep(b.s, random_vector(1), p.place, 0);
        phk_bristle_motion m = phk_bristle_move(&kept, p.place, random_vector(1));
        CHECK(ph_norm(ph_sub(m.D, b.s)) < 1e-14);
        x = (phk_bristle_state){.D = m.D, .n = p.n, .vt = p.vt, .N = p.N};
        phk_bristle next = phk_bristle_hold(&p.par, &x);
        /* but for a bend that was cut, and is not along vt */
        if (p.par.kt * ph_norm(b.s) > most * (1 - 1e-9) && ph_norm(p.vt) > 0) continue;
        worst = fmax(worst, ph_norm(ph_sub(next.T, b.T)) / (most + p.par.kt * 1e-7));
    }
    printf("bristle: from step to step T changes by %.2g\n", worst);
    CHECK(worst < 1e-8);
}

/* Nothing pressed, nothing held; nothing remembered, nothing bent; what is not a number is not
 * hidden. */
static void nothing_is_made_up(void)
{
    point p = random_point(1);
    phk_bristle_state x = {.D = random_vector(1), .n = p.n, .vt = p.vt, .since = 1e-3};
    const phk_bristle_state d = {.D = random_vector(1), .n = p.n, .vt = p.vt, .N = 1};
    phk_bristle b = phk_bristle_hold(&p.par, &x);
    CHECK(b.slips && ph_norm(b.T) == 0 && ph_norm(b.s) == 0);
    CHECK(ph_norm(phk_bristle_change(&p.par, &x, &b, &d)) == 0);
    x = (phk_bristle_state){.n = p.n};
    b = phk_bristle_hold(&p.par, &x);
    CHECK(!b.slips && ph_norm(b.T) == 0);
    const phk_bristle_state good = {.D = random_vector(1), .n = p.n, .vt = p.vt, .N = 1};
    x = good, x.N = NAN;
    CHECK(isnan(phk_bristle_hold(&p.par, &x).T.x));
    x = good, x.D.x = NAN;
    CHECK(isnan(phk_bristle_hold(&p.par, &x).T.x));
    x = good, x.vt.x = NAN;
    CHECK(isnan(phk_bristle_hold(&p.par, &x).T.x));
    phk_bristle_memory none = {0};
    phk_bristle_motion m = phk_bristle_move(&none, p.place, p.c);
    CHECK(ph_norm(m.D) == 0 && ph_norm(m.arm[0]) == 0 && ph_norm(m.arm[1]) == 0);
}

/* A ball that rolls by an angle, and spins by another about the upright, on a road that turns below
 * it by a third, bends nothing but in the fifth order; one that slides, by the way it slid. Ball
 * and road may both be turned and moved. */
static void rolling_does_not_bend(void)
{
    const double r = 0.3;
    const phk_bristle_place from[2] = {{{0, 0, r}, phk_exp(ph_v3(1, 2, 3))},
                                       {{5, 1, -2}, phk_exp(ph_v3(0, 0, 2))}};
    const phk_bristle_memory memory = phk_bristle_keep(ZERO, ZERO, from, 0);
    double bend[2];
    for (int k = 0; k < 2; k++) {
        const double h = k ? 0.1 : 0.2, spin = 0.7 * h;
        phk_bristle_place at[2] = {from[0], from[1]};
        at[0].p.x += r * h;
        at[0].q = ph_quat_mul(phk_exp(ph_v3(0, h, spin)), at[0].q);
        /* what touches is the lowest point; the ball turns about an axis that leans, so its path on
         * the road is that of a cone: to second order a straight one */
        bend[k] = ph_norm(phk_bristle_move(&memory, at, ph_v3(r * h, 0, 0)).D);
    }
    printf("bristle: rolling and spinning by 0.2 bends by %.2g r, by 0.1 by %.2g r\n", bend[0] / r,
           bend[1] / r);
    CHECK(bend[0] < 1e-4 * r && bend[1] < bend[0] / 28);
    phk_bristle_place at[2] = {from[0], from[1]};
    const double way = 0.1 * r;
    at[0].p.x += way;
    CHECK_NEAR(phk_bristle_move(&memory, at, ph_v3(way, 0, 0)).D.x, way, 1e-14);
    /* both carried along together, and turned */
    for (int i = 0; i < 2; i++) {
        const ph_quat turn = phk_exp(ph_v3(0.3, -0.5, 0.2));
        at[i].p = ph_add(ph_v3(1, 2, 3), ph_rotate(turn, from[i].p));
        at[i].q = ph_quat_mul(turn, from[i].q);
    }
    CHECK(ph_norm(phk_bristle_move(&memory, at, ph_v3(1, 2, 3)).D) < 1e-14);
}

/* Random steps: what the surfaces put in is never less than what is stored more. */
static void no_step_creates_energy(void)
{
    double least = 0;
    int slips = 0;
    for (int n = 0; n < 50000; n++) {
        phk_bristle_par par = random_par();
        ph_vec3 normal = random_direction();
        double N0 = spread(1, 1e3), N1 = n % 2 ? N0 : N0 * spread(0.1, 10), h = spread(1e-6, 1e-2);
        const ph_vec3 far = phk_across(normal, random_vector(3 * par.mu.mu_s * N0 / par.kt));
        phk_bristle_state x = {.D = far, .n = normal, .N = N0};
        const ph_vec3 s0 = phk_bristle_hold(&par, &x).s;
        ph_vec3 way =
            phk_across(normal, random_vector(par.mu.mu_s * N0 / par.kt * spread(0.01, 3)));
        x = (phk_bristle_state){ph_add(s0, way), normal, ph_scale(1 / h, way), N1, h, false};
        phk_bristle b = phk_bristle_hold(&par, &x);
        double more = phk_bristle_stored(&par, b.s) - phk_bristle_stored(&par, s0);
        double lost = -ph_dot(b.T, way) - more;
        double size = phk_bristle_stored(&par, s0) + b.most.mu * N1 * ph_norm(way);
        least = fmin(least, lost / size);
        slips += b.slips;
    }
    printf("bristle: least loss of a step %.2g of its energy, %d of 50000 slip\n", least, slips);
    CHECK(least > -1e-13 && slips > 10000 && slips < 49000);
}

int main(void)
{
    tangent_is_exact();
    force_does_not_jump();
    nothing_is_made_up();
    rolling_does_not_bend();
    no_step_creates_energy();
    return TEST_RESULT();
}
