/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_friction.c -- friction of velocities and resistance to rolling and spinning: curves against
 * their definitions, tangents against differences, and how what should stick creeps.
 */
#include "harness.h"
#include "contact_test.h"
#include "contact/across.h"
#include "contact/friction.h"
#include "contact/resistance.h"

static phk_friction_par random_par(void)
{
    phk_friction_par par = {spread(0.05, 1.5), spread(0.05, 1.5), spread(1e-4, 1), 0};
    par.vd = par.vs * (1 + spread(0.05, 20));
    return par;
}
/* speeds of every size, and close to where the curves switch */
static double random_speed(const phk_friction_par *par, int n)
{
    double off = 1 + (2 * uniform() - 1) * 0.02;
    switch (n % 5) {
    case 0:
        return par->vs * spread(1e-9, 1e-3);
    case 1:
        return par->vs * spread(1e-3, 1);
    case 2:
        return par->vs * off;
    case 3:
        return par->vd * off;
    default:
        return par->vd * spread(0.05, 5);
    }
}

/* mu(s) as it is written in manuals, with long doubles: a cubic step from (x0, h0) to (x1, h1). */
static long double step(long double x, long double x0, long double h0, long double x1,
                        long double h1)
{
    long double u = (x - x0) / (x1 - x0);
    if (u <= 0) return h0;
    return u >= 1 ? h1 : h0 + (h1 - h0) * u * u * (3 - 2 * u);
}
static long double mu_of(int curve, const phk_friction_par *par, long double s)
{
    if (curve == PHK_FRICTION_TANH) return par->mu_s * tanhl(s / par->vs);
    return s < par->vs ? step(s, -par->vs, -par->mu_s, par->vs, par->mu_s)
                       : step(s, par->vs, par->mu_s, par->vd, par->mu_d);
}

static void curves_are_as_defined(void)
{
    double worst = 0, worst_slope = 0;
    for (int n = 0; n < 50000; n++) {
        int curve = n % PHK_FRICTION_COUNT;
        phk_friction_par par = random_par();
        double s = random_speed(&par, n / 2);
        phk_friction_phi f = phk_friction_curves[curve].phi(&par, s);
        double unit = par.mu_s / par.vs, cubic = unit / (par.vs * par.vs);
        double off = fabs(f.phi - (double)(mu_of(curve, &par, s) / s)) / (unit + par.mu_d / par.vs);
        /* ADAMS' step from -mu_s cancels for small speeds, here, not there */
        if (s > 1e-3 * par.vs)
            worst = fmax(worst, off);
        else
            CHECK(off < 1e-9);
        /* a step across a switch sees half of the bend on the other side */
        long double h = 1e-4L * s;
        double near = fmin(fabs(s - par.vs), fabs(s - par.vd));
        if ((curve == PHK_FRICTION_STEP && near < 3e-4 * s) || s < 1e-2 * par.vs) continue;
        long double a = mu_of(curve, &par, s - 2 * h) / (s - 2 * h);
        long double b = mu_of(curve, &par, s - h) / (s - h),
                    c = mu_of(curve, &par, s + h) / (s + h);
        long double d = mu_of(curve, &par, s + 2 * h) / (s + 2 * h);
        double slope = (double)((a - 8 * b + 8 * c - d) / (12 * h) / s);
        double size = cubic + par.mu_d / (s * s * (par.vd - par.vs));
        worst_slope = fmax(worst_slope, fabs(f.slope - slope) / size);
    }
    printf("friction: phi within %.2g, its slope within %.2g\n", worst, worst_slope);
    CHECK(worst < 1e-14 && worst_slope < 1e-10);
}

/* At 0, vs and vd: ADAMS' curve and its slope do not jump, nor does tanh between its two forms. */
static void curves_are_continuous(void)
{
    for (int n = 0; n < 3000; n++) {
        phk_friction_par par = random_par();
        double unit = par.mu_s / par.vs, cubic = unit / (par.vs * par.vs), eps = 1e-9;
        const double at[] = {par.vs, par.vd, 0.03 * par.vs};
        for (int i = 0; i < 3; i++)
            for (int curve = 0; curve < PHK_FRICTION_COUNT; curve++) {
                double s = at[i];
                phk_friction_phi a = phk_friction_curves[curve].phi(&par, s * (1 - eps));
                phk_friction_phi b = phk_friction_curves[curve].phi(&par, s * (1 + eps));
                CHECK_NEAR(a.phi, b.phi, 1e-8 * (unit + par.mu_d / par.vs));
                double steep = cubic + par.mu_d / (s * (par.vd - par.vs) * (par.vd - par.vs));
                CHECK_NEAR(a.slope, b.slope, (i == 2 ? 1e-11 : 1e-6) * steep);
            }
        phk_friction_phi f = phk_friction_curves[PHK_FRICTION_STEP].phi(&par, 0);
        CHECK_RATIO(f.phi, 1.5 * unit, 1e-15);
        CHECK_RATIO(f.slope, -cubic, 1e-15);
        f = phk_friction_curves[PHK_FRICTION_TANH].phi(&par, 0);
        CHECK_RATIO(f.phi, unit, 1e-15);
        CHECK_RATIO(f.slope, -2. / 3 * cubic, 1e-15);
        /* what bristles may reach: mu_s at rest, one curve with ADAMS' from vs on */
        double s = par.vs * (1 + 30 * uniform()), h = 1e-6 * s;
        CHECK(phk_friction_limit(&par, 0).mu == par.mu_s);
        CHECK(phk_friction_limit(&par, par.vs * uniform()).slope == 0);
        CHECK_RATIO(phk_friction_limit(&par, s).mu, (double)mu_of(0, &par, s), 1e-14);
        if (s - h < par.vs || fabs(s - par.vd) < 2 * h) continue;
        double after = phk_friction_limit(&par, s + h).mu,
               before = phk_friction_limit(&par, s - h).mu;
        double steep = fabs(par.mu_d - par.mu_s) / (par.vd - par.vs);
        CHECK_NEAR(phk_friction_limit(&par, s).slope, (after - before) / (2 * h),
                   1e-3 * steep + 1e-9 / s);
    }
}

static ph_vec3 force_at(int curve, const phk_friction_par *par, double N, ph_vec3 vt)
{
    return phk_friction_force(phk_friction_curves[curve].phi(par, ph_norm(vt)), N, vt);
}

/* dT along random changes of N and vt. */
static void tangent_is_exact(void)
{
    double worst = 0, at_rest = 0;
    for (int n = 0; n < 20000; n++) {
        int curve = n % PHK_FRICTION_COUNT;
        phk_friction_par par = random_par();
        double s = n % 7 ? random_speed(&par, n / 2) : 0, N = spread(1, 1e4), h = 1e-4;
        ph_vec3 vt = ph_scale(s, random_direction());
        double dN = N * (2 * uniform() - 1), reach = fmax(s, par.vs);
        ph_vec3 dvt = ph_scale(fmin(reach, par.vd - par.vs), random_vector(1));
        phk_friction_phi f = phk_friction_curves[curve].phi(&par, s);
        ph_vec3 dT = phk_friction_change(f, N, vt, dN, dvt);
        ph_vec3 up = force_at(curve, &par, N + h * dN, ph_axpy(vt, h, dvt));
        ph_vec3 down = force_at(curve, &par, N - h * dN, ph_axpy(vt, -h, dvt));
        ph_vec3 want = ph_scale(1 / (2 * h), ph_sub(up, down));
        double off = ph_norm(ph_sub(dT, want)) / (N * (par.mu_s + par.mu_d));
        worst = fmax(worst, off);
        if (s == 0) at_rest = fmax(at_rest, off);
        CHECK(ph_dot(force_at(curve, &par, N, vt), vt) <= 0);
    }
    printf("friction: dT within %.2g, at rest %.2g\n", worst, at_rest);
    CHECK(worst < 1e-4 && at_rest < 1e-7);
}

/* On an incline that should hold, the speed at which friction carries the weight. */
static void creep_is_as_computed(void)
{
    const double angle[] = {20, 10}, want[] = {.5368759258, .2396929792};
    phk_friction_par par = {0.5, 0.4, 1e-3, 1e-2};
    for (int curve = 0; curve < PHK_FRICTION_COUNT; curve++)
        for (int i = 0; i < 2; i++) {
            double load = tan(angle[i] * PH_PI / 180), low = 0, high = par.vs;
            for (int n = 0; n < 100; n++) {
                double s = 0.5 * (low + high);
                phk_friction_phi f = phk_friction_curves[curve].phi(&par, s);
                if (f.phi * s < load)
                    low = s;
                else
                    high = s;
            }
            double closed = curve == PHK_FRICTION_TANH ? atanh(load / par.mu_s) : want[i];
            CHECK_NEAR(low / par.vs, closed, 1e-10);
            if (curve == PHK_FRICTION_TANH && i == 0) CHECK_NEAR(low / par.vs, 0.924, 5e-4);
        }
}

/* C along random changes of N, the normal and the turning, for both kinds. */
static void resistance_is_exact(void)
{
    double worst = 0;
    for (int n = 0; n < 20000; n++) {
        phk_resistance_kind kind = n % 2 ? PHK_RESISTANCE_ROLLING : PHK_RESISTANCE_SPINNING;
        phk_resistance_par par = {spread(1e-4, 1e-1), spread(1e-3, 1)};
        double N = spread(1, 1e4), dN = N * (2 * uniform() - 1), h = 1e-5;
        ph_vec3 normal = random_direction(), w = random_vector(par.w0 * spread(1e-3, 30));
        if (n % 9 == 0) w = ph_v3(0, 0, 0);
        ph_vec3 dn = phk_across(normal, random_vector(1)), dw = random_vector(par.w0);
        ph_vec3 x = phk_resistance_turn(kind, normal, w), C[2];
        ph_vec3 dx = phk_resistance_turn_change(kind, normal, w, dn, dw);
        for (int i = 0; i < 2; i++) {
            double a = i ? h : -h;
            ph_vec3 n1 = ph_axpy(normal, a, dn);
            ph_vec3 x1 =
                phk_resistance_turn(kind, ph_scale(1 / ph_norm(n1), n1), ph_axpy(w, a, dw));
            C[i] = phk_resistance_couple(&par, N + a * dN, x1);
        }
        ph_vec3 got = phk_resistance_change(&par, N, x, dN, dx);
        ph_vec3 off = ph_axpy(got, -1 / (2 * h), ph_sub(C[1], C[0]));
        worst = fmax(worst, ph_norm(off) / (par.arm * N * (1 + ph_norm(w) / par.w0)));
        ph_vec3 couple = phk_resistance_couple(&par, N, x);
        CHECK(ph_dot(couple, w) <= 0 && ph_norm(couple) <= par.arm * N);
        CHECK_NEAR(ph_dot(x, normal), n % 2 ? 0 : ph_dot(w, normal), 1e-15 * ph_norm(w));
    }
    printf("resistance: dC within %.2g\n", worst);
    CHECK(worst < 1e-7);
    /* fast turning: the whole arm */
    phk_resistance_par par = {0.01, 1e-3};
    CHECK_NEAR(phk_resistance_couple(&par, 50, ph_v3(0, 20, 0)).y, -0.5, 1e-8);
}

int main(void)
{
    CHECK_TEXT(phk_friction_curves[PHK_FRICTION_STEP].name, "step");
    CHECK_TEXT(phk_friction_curves[PHK_FRICTION_TANH].name, "tanh");
    curves_are_as_defined();
    curves_are_continuous();
    tangent_is_exact();
    creep_is_as_computed();
    resistance_is_exact();
    return TEST_RESULT();
}
