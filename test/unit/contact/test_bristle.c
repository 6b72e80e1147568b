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
    return (phk_bristle_place){
        random_vector(size),
        ph_mat3_from_quat(phk_exp(ph_scale(PH_PI * uniform(), random_direction())))};
}

/* A point of contact that is part of a straight line of states, at the parameter a. */
typedef struct {
    phk_bristle_par par;
    phk_bristle_memory memory;
    phk_bristle_place place[2];
    ph_vec3 n, vt;
    double N;
    ph_vec3 dp[2], dphi[2], dn, dv;
    double dN;
} point;

static point moved(const point *p, double a)
{
    point q = *p;
    for (int i = 0; i < 2; i++) {
        ph_mat3 turn = ph_mat3_from_quat(phk_exp(ph_scale(a, p->dphi[i])));
        q.place[i].p = ph_axpy(p->place[i].p, a, p->dp[i]);
        q.place[i].R_WM = phk_mat3_product(turn, p->place[i].R_WM);
    }
    q.n = ph_axpy(p->n, a, p->dn);
    q.n = ph_scale(1 / ph_norm(q.n), q.n);
    q.vt = phk_across(q.n, ph_axpy(p->vt, a, p->dv));
    q.N = p->N + a * p->dN;
    return q;
}
static phk_bristle hold(const point *p)
{
    ph_vec3 D = phk_bristle_move(&p->memory, p->place).D;
    return phk_bristle_hold(&p->par, D, p->n, p->N, p->vt);
}

static point random_point(int n)
{
    point p = {.par = random_par(), .N = spread(100, 1e4), .n = random_direction()};
    /* around the limit, and at every speed the coefficient changes with */
    double most = p.par.mu.mu_s * p.N / p.par.kt, speed = p.par.mu.vd * spread(0.05, 2);
    ph_vec3 c = random_vector(0.1);
    for (int i = 0; i < 2; i++) p.place[i] = random_place(0.1);
    p.memory = phk_bristle_keep(random_vector(most * spread(0.3, 5)), c, p.place);
    p.place[0].p = ph_add(p.place[0].p, random_vector(0.3 * most));
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
    int count[2] = {0, 0}, falling = 0;
    for (int n = 0; n < 20000; n++) {
        point p = random_point(n), up = moved(&p, h), down = moved(&p, -h);
        phk_bristle b = hold(&p), above = hold(&up), below = hold(&down);
        if (above.slips != b.slips || below.slips != b.slips) continue;
        double speed = ph_norm(p.vt), vs = p.par.mu.vs, vd = p.par.mu.vd;
        if (fabs(speed - vs) < 0.01 * vs || fabs(speed - vd) < 0.01 * vd) continue;
        phk_bristle_motion m = phk_bristle_move(&p.memory, p.place);
        ph_vec3 dD = ph_sub(p.dp[0], p.dp[1]);
        dD = ph_add(dD, ph_cross(p.dphi[0], m.arm[0]));
        dD = ph_sub(dD, ph_cross(p.dphi[1], m.arm[1]));
        ph_vec3 dvt = phk_across_change(p.n, p.vt, p.dn, p.dv);
        ph_vec3 dE = phk_bristle_pull(&p.par, m.D, p.n, dD, p.dn, dvt);
        ph_vec3 dT = phk_bristle_change(&b, p.N, p.vt, dE, p.dN, dvt);
        ph_vec3 off = ph_axpy(dT, -1 / (2 * h), ph_sub(above.T, below.T));
        double size = ph_norm(dE) + p.N * (p.par.mu.mu_s + p.par.mu.mu_d);
        worst[b.slips] = fmax(worst[b.slips], ph_norm(off) / size);
        count[b.slips]++, falling += b.slips && b.most.slope != 0;
    }
    printf("bristle: dT within %.2g sticking (%d), %.2g slipping (%d, %d where mu changes)\n",
           worst[0], count[0], worst[1], count[1], falling);
    CHECK(worst[0] < 1e-7 && worst[1] < 1e-6 && count[0] > 2000 && count[1] > 2000);
    CHECK(falling > 1000);
}

/* The limit, the kink at it, and the force at the start of the next step. */
static void force_does_not_jump(void)
{
    double worst = 0;
    for (int n = 0; n < 10000; n++) {
        point p = random_point(n);
        ph_vec3 D = phk_bristle_move(&p.memory, p.place).D;
        phk_bristle b = hold(&p);
        double most = b.most.mu * p.N;
        CHECK(ph_norm(b.T) <= most * (1 + 1e-14) && fabs(ph_dot(b.T, p.n)) < 1e-12 * most);
        CHECK(p.par.kt * ph_norm(b.s) <= most * (1 + 1e-14));
        if (!b.slips) CHECK(ph_norm(ph_add(b.T, b.E)) == 0);
        /* N just at the limit, from both sides */
        double at = ph_norm(b.E) / b.most.mu;
        phk_bristle a = phk_bristle_hold(&p.par, D, p.n, at * (1 - 1e-9), p.vt);
        phk_bristle c = phk_bristle_hold(&p.par, D, p.n, at * (1 + 1e-9), p.vt);
        CHECK(a.slips && !c.slips);
        CHECK(ph_norm(ph_sub(a.T, c.T)) <= 3e-9 * ph_norm(b.E));
        /* the next step starts where this one ended; a bend that was cut keeps its own direction */
        phk_bristle_memory kept = phk_bristle_keep(b.s, random_vector(1), p.place);
        phk_bristle_motion m = phk_bristle_move(&kept, p.place);
        CHECK(ph_norm(ph_sub(m.D, b.s)) < 1e-14);
        phk_bristle next = phk_bristle_hold(&p.par, m.D, p.n, p.N, p.vt);
        if (ph_norm(b.s) < ph_norm(phk_across(p.n, D)) * (1 - 1e-12) && ph_norm(p.vt) > 0) continue;
        worst = fmax(worst, ph_norm(ph_sub(next.T, b.T)) / (most + p.par.kt * 1e-7));
    }
    printf("bristle: from step to step T changes by %.2g\n", worst);
    CHECK(worst < 1e-8);
    /* nothing pressed, nothing held; nothing remembered, nothing bent */
    point p = random_point(1);
    phk_bristle b = phk_bristle_hold(&p.par, random_vector(1), p.n, 0, p.vt);
    CHECK(b.slips && ph_norm(b.T) == 0 && ph_norm(b.s) == 0);
    CHECK(ph_norm(phk_bristle_change(&b, 0, p.vt, random_vector(1), 1, p.vt)) == 0);
    b = phk_bristle_hold(&p.par, ZERO, p.n, 0, ZERO);
    CHECK(!b.slips && ph_norm(b.T) == 0);
    /* what is not a number is not hidden */
    ph_vec3 D = random_vector(1);
    CHECK(isnan(phk_bristle_hold(&p.par, D, p.n, NAN, p.vt).T.x));
    CHECK(isnan(phk_bristle_hold(&p.par, ph_v3(NAN, 0, 0), p.n, 1, p.vt).T.x));
    CHECK(isnan(phk_bristle_hold(&p.par, D, p.n, 1, ph_v3(NAN, 0, 0)).T.x));
    phk_bristle_memory none = {0};
    phk_bristle_motion m = phk_bristle_move(&none, p.place);
    CHECK(ph_norm(m.D) == 0 && ph_norm(m.arm[0]) == 0 && ph_norm(m.arm[1]) == 0);
}

/* A wheel that rolls by an angle bends the bristle by r (angle - sin) only; one that slides, by the
 * way it slid. Wheel and road may both be turned and moved. */
static void rolling_does_not_bend(void)
{
    double r = 0.3, angle = 1e-2;
    phk_bristle_place at[2] = {{{0, 0, r}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
                               {{5, 1, -2}, {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}}};
    phk_bristle_memory memory = phk_bristle_keep(ZERO, ZERO, at);
    at[0].p.x += r * angle;
    at[0].R_WM = ph_mat3_from_quat(phk_exp(ph_v3(0, angle, 0)));
    ph_vec3 D = phk_bristle_move(&memory, at).D;
    CHECK_NEAR(D.x, r * (angle - sin(angle)), 1e-15);
    CHECK_NEAR(D.y, 0, 1e-15);
    at[0].R_WM = ph_mat3_from_quat(ph_quat_identity());
    D = phk_bristle_move(&memory, at).D;
    CHECK_NEAR(D.x, r * angle, 1e-15);
    /* both carried along together */
    at[0].p.x += 1, at[1].p.x += 1;
    CHECK_NEAR(phk_bristle_move(&memory, at).D.x, r * angle, 1e-15);
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
        ph_vec3 far = phk_across(normal, random_vector(3 * par.mu.mu_s * N0 / par.kt));
        ph_vec3 s0 = phk_bristle_hold(&par, far, normal, N0, ZERO).s;
        ph_vec3 way =
            phk_across(normal, random_vector(par.mu.mu_s * N0 / par.kt * spread(0.01, 3)));
        ph_vec3 vt = ph_scale(1 / h, way);
        phk_bristle b = phk_bristle_hold(&par, ph_add(s0, way), normal, N1, vt);
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
    rolling_does_not_bend();
    no_step_creates_energy();
    return TEST_RESULT();
}
