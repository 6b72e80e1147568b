/* SPDX-License-Identifier: BSD-3-Clause
 *
 * solve.c -- Newton and continuation for the equations of solve.h.
 */
#include "rot/solve.h"

enum {
    NEWTON_LIMIT = 8, /* more says that the start is too far away */
    FOLLOW_LIMIT = 4, /* the same on a branch: 8 changed the branch twelve times in 300 at 30 rad */
    ATTEMPT_LIMIT = 500 /* of the continuation; 30 rad in a step take about 20 */
};
#define FOLLOW_PART    0.25  /* largest relative change of the solution in an increase of h */
#define TIGHT          1e-15 /* relative residual at which Newton stops */
#define REACHED        1e-13 /* and at which it may stop when it no longer gains */
#define LEAST_INCREASE 1e-7  /* of h, relative: a solution that cannot be followed has ended */

typedef struct {
    ph_vec3 residual;
    double scale; /* size of the terms that should cancel */
    ph_mat3 jacobian;
} evaluation;

/* (exp(-f~) p)~ dexp(-f): how exp(-f~) p changes with f. */
static ph_mat3 turned_slope(ph_vec3 turned, ph_vec3 f)
{
    return phk_mat3_product(phk_hat(turned), phk_dexp(ph_scale(-1, f)));
}

static ph_vec3 turned_back(ph_vec3 f, ph_vec3 p)
{
    return ph_unrotate(phk_exp(f), p);
}

/* x~ I - (I x)~: how x x I x changes with x. */
static ph_mat3 gyro_slope(ph_mat3 inertia, ph_vec3 x, ph_vec3 p)
{
    return phk_mat3_axpy(phk_mat3_product(phk_hat(x), inertia), -1, phk_hat(p));
}

static void evaluate_variational(const phk_equation *e, double h, ph_vec3 x, ph_vec3 p,
                                 evaluation *out)
{
    /* k1 = sin a/a, k2 = (1 - cos a)/a^2; their slopes are a k1' = cos a - k1, a k2' = k1 - 2 k2 */
    ph_vec3 f = ph_scale(h, x), gyro = ph_cross(x, p);
    ph_quat q = phk_exp(f);
    double a2 = ph_dot(f, f), s, c, k2, unused;
    phk_dexp_coefficients(sqrt(a2), &k2, &unused);
    phk_sincos(sqrt(a2), &s, &c);
    double k1 = a2 > 0 ? 2 * q.w * sqrt(q.x * q.x + q.y * q.y + q.z * q.z) / sqrt(a2) : 1;
    double d1 = a2 > 1e-8 ? (c - k1) / a2 : -1.0 / 3;       /* k1'/a */
    double d2 = a2 > 1e-4 ? (k1 - 2 * k2) / a2 : -1.0 / 12; /* k2'/a */
    out->residual = ph_sub(ph_axpy(ph_scale(k1, p), h * k2, gyro), e->b);
    ph_mat3 inertia = phk_mat3_from_sym3(e->inertia), j = {{{0}}};
    j = phk_mat3_axpy(j, k1, inertia);
    j = phk_mat3_axpy(j, h * k2, gyro_slope(inertia, x, p));
    /* the change of k1, k2 along x: d a = h^2 x.dx / a */
    ph_vec3 t = ph_scale(h * h, ph_axpy(ph_scale(d1, p), h * d2, gyro));
    ph_mat3 outer = {{{t.x * x.x, t.x * x.y, t.x * x.z},
                      {t.y * x.x, t.y * x.y, t.y * x.z},
                      {t.z * x.x, t.z * x.y, t.z * x.z}}};
    out->jacobian = phk_mat3_axpy(j, 1, outer);
}

static evaluation evaluate(const phk_equation *e, double h, ph_vec3 x)
{
    evaluation out;
    ph_mat3 inertia = phk_mat3_from_sym3(e->inertia);
    ph_vec3 p = ph_sym3_mul(e->inertia, x), half = ph_scale(0.5 * h, x);
    out.scale = ph_norm(p) + ph_norm(e->b) + 0.5 * fabs(h) * ph_norm(e->c);

    if (e->form == PHK_QUADRATIC) {
        ph_vec3 right = ph_axpy(e->b, 0.5 * h, e->c);
        out.residual = ph_sub(ph_axpy(p, 0.5 * h, ph_cross(x, p)), right);
        out.jacobian = phk_mat3_axpy(inertia, 0.5 * h, gyro_slope(inertia, x, p));
    } else if (e->form == PHK_EXPONENTIAL) {
        ph_vec3 turned = turned_back(half, e->b);
        out.residual = ph_sub(p, ph_axpy(turned, 0.5 * h, e->c));
        out.jacobian = phk_mat3_axpy(inertia, -0.5 * h, turned_slope(turned, half));
    } else if (e->form == PHK_MEAN) {
        ph_vec3 full = ph_scale(h, x), turned = turned_back(full, e->b);
        ph_vec3 pushed = turned_back(half, e->c);
        ph_vec3 sum = ph_axpy(ph_add(e->b, turned), h, pushed);
        out.residual = ph_axpy(p, -0.5, sum);
        out.jacobian = phk_mat3_axpy(inertia, -0.5 * h, turned_slope(turned, full));
        out.jacobian = phk_mat3_axpy(out.jacobian, -0.25 * h * h, turned_slope(pushed, half));
    } else {
        evaluate_variational(e, h, x, p, &out);
    }
    return out;
}

static int residual_at(const phk_equation *e, double h, ph_vec3 x, double *relative,
                       ph_vec3 *correction)
{
    evaluation v = evaluate(e, h, x);
    double size = ph_norm(v.residual);
    *relative = size == 0 ? 0 : size / v.scale;
    return !correction || phk_mat3_solve(v.jacobian, v.residual, correction);
}

int phk_equation_residual(const phk_equation *e, ph_vec3 x, double *relative, ph_vec3 *correction)
{
    return residual_at(e, e->h, x, relative, correction);
}

static int newton(const phk_equation *e, double h, int limit, ph_vec3 *x, long long *iterations)
{
    double relative, before = HUGE_VAL;
    ph_vec3 y = *x, d;
    for (int k = 0;; k++) {
        int regular = residual_at(e, h, y, &relative, &d);
        if (relative <= TIGHT || (relative <= REACHED && relative >= before)) break;
        if (!regular || !isfinite(relative) || k == limit) return 0;
        before = relative;
        y = ph_sub(y, d);
        ++*iterations;
    }
    *x = y;
    return 1;
}

/* Close enough to be on the same branch: a part of itself, or of a radian in the step. */
static int near(ph_vec3 z, ph_vec3 y, double h, double part)
{
    double d = ph_norm(ph_sub(z, y));
    return d <= part * ph_norm(z) || fabs(h) * d <= part;
}

/* Follows the solution from h = 0, where it is I^-1 b, in steps that Newton takes easily; the
 * first increase of h is given, as a part of the whole. */
static int follow(const phk_equation *e, double increase, int limit, double part, ph_vec3 *x,
                  long long *iterations)
{
    ph_vec3 y = ph_sym3_mul(phk_sym3_inverse(e->inertia), e->b);
    double at = 0;
    for (int attempt = 0; attempt < ATTEMPT_LIMIT && increase > LEAST_INCREASE; attempt++) {
        double next = at + increase < 1 ? at + increase : 1;
        ph_vec3 z = y;
        if (newton(e, next * e->h, limit, &z, iterations) && near(z, y, next * e->h, part)) {
            at = next;
            y = z;
            increase *= 2;
            if (at == 1) {
                *x = y;
                return 1;
            }
        } else {
            increase *= 0.5;
        }
    }
    return 0;
}

int phk_equation_solve(const phk_equation *e, ph_vec3 *x, long long *iterations)
{
    if (!(fabs(e->h) * ph_norm(*x) > PHK_PLAIN_TURN) &&
        newton(e, e->h, NEWTON_LIMIT, x, iterations))
        return 1;
    double turn = fabs(e->h) * ph_norm(ph_sym3_mul(phk_sym3_inverse(e->inertia), e->b));
    if (!isfinite(turn)) return 0;
    if (follow(e, turn > 1 ? 1 / turn : 1, FOLLOW_LIMIT, FOLLOW_PART, x, iterations)) return 1;
    if (e->form == PHK_VARIATIONAL) return 0;
    /* the branch may end in a fold on the way; large increases may step across, to the solution
     * nearest to Newton's start */
    for (double increase = 1; increase > 0.01; increase *= 0.85)
        if (follow(e, increase, NEWTON_LIMIT, 0.5, x, iterations)) return 1;
    return 0;
}
