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

/* An equation at a point, and what its Jacobian has in common with it. */
typedef struct {
    ph_vec3 residual;
    double scale;           /* size of the terms that should cancel */
    ph_vec3 p;              /* I x */
    ph_vec3 turned, pushed; /* exp(-f~) b, exp(-f~) c with the f of the form */
    double k1, k2, d1, d2;  /* variational: sin a/a, (1 - cos a)/a^2 and their slopes over a */
} evaluation;

/* r c^T */
static ph_mat3 outer(ph_vec3 r, ph_vec3 c)
{
    ph_mat3 m = {{{r.x * c.x, r.x * c.y, r.x * c.z},
                  {r.y * c.x, r.y * c.y, r.y * c.z},
                  {r.z * c.x, r.z * c.y, r.z * c.z}}};
    return m;
}

/* p~ dexp(-f) with p = exp(-f~) b: how exp(-f~) b changes with f. Multiplied out, by
 * p~ f~ = f p^T - (p.f) 1 and p~ f~^2 = f (p x f)^T - (p.f) f~, it needs no product of matrices. */
static ph_mat3 turned_slope(ph_vec3 p, ph_vec3 f)
{
    double c1, c2, pf = ph_dot(p, f);
    phk_dexp_coefficients(ph_norm(f), &c1, &c2);
    ph_vec3 row = ph_axpy(ph_scale(-c1, p), c2, ph_cross(p, f));
    ph_mat3 m = phk_mat3_axpy(outer(f, row), 1, phk_hat(ph_axpy(p, -c2 * pf, f)));
    for (int i = 0; i < 3; i++) m.m[i][i] += c1 * pf;
    return m;
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

/* k1 = sin a/a, k2 = (1 - cos a)/a^2; their slopes are a k1' = cos a - k1, a k2' = k1 - 2 k2. */
static void evaluate_variational(const phk_turn_equation *e, double h, ph_vec3 x, evaluation *v)
{
    ph_vec3 f = ph_scale(h, x);
    ph_quat q = phk_exp(f);
    double a2 = ph_dot(f, f), s, c, unused;
    phk_dexp_coefficients(sqrt(a2), &v->k2, &unused);
    phk_sincos(sqrt(a2), &s, &c);
    v->k1 = a2 > 0 ? 2 * q.w * sqrt(q.x * q.x + q.y * q.y + q.z * q.z) / sqrt(a2) : 1;
    v->d1 = a2 > 1e-8 ? (c - v->k1) / a2 : -1.0 / 3;
    v->d2 = a2 > 1e-4 ? (v->k1 - 2 * v->k2) / a2 : -1.0 / 12;
    v->residual = ph_sub(ph_axpy(ph_scale(v->k1, v->p), h * v->k2, ph_cross(x, v->p)), e->b);
}

static void evaluate(const phk_turn_equation *e, double h, ph_vec3 x, evaluation *v)
{
    ph_vec3 p = v->p = ph_sym3_mul(e->inertia, x), half = ph_scale(0.5 * h, x);
    v->scale = ph_norm(p) + ph_norm(e->b) + 0.5 * fabs(h) * ph_norm(e->c);
    switch (e->form) {
    case PHK_QUADRATIC:
        v->residual = ph_sub(ph_axpy(p, 0.5 * h, ph_cross(x, p)), ph_axpy(e->b, 0.5 * h, e->c));
        break;
    case PHK_EXPONENTIAL:
        v->turned = turned_back(half, e->b);
        v->residual = ph_sub(p, ph_axpy(v->turned, 0.5 * h, e->c));
        break;
    case PHK_MEAN:
        v->turned = turned_back(ph_scale(h, x), e->b);
        v->pushed = turned_back(half, e->c);
        v->residual = ph_axpy(p, -0.5, ph_axpy(ph_add(e->b, v->turned), h, v->pushed));
        break;
    case PHK_VARIATIONAL:
        evaluate_variational(e, h, x, v);
        break;
    }
}

static ph_mat3 variational_jacobian(const evaluation *v, ph_mat3 inertia, double h, ph_vec3 x)
{
    ph_mat3 j = {{{0}}};
    j = phk_mat3_axpy(j, v->k1, inertia);
    j = phk_mat3_axpy(j, h * v->k2, gyro_slope(inertia, x, v->p));
    /* the change of k1, k2 along x: d a = h^2 x.dx / a */
    ph_vec3 t = ph_axpy(ph_scale(v->d1, v->p), h * v->d2, ph_cross(x, v->p));
    t = ph_scale(h * h, t);
    return phk_mat3_axpy(j, 1, outer(t, x));
}

static ph_mat3 jacobian(const phk_turn_equation *e, double h, ph_vec3 x, const evaluation *v)
{
    ph_mat3 inertia = phk_mat3_from_sym3(e->inertia), j;
    ph_vec3 half = ph_scale(0.5 * h, x);
    switch (e->form) {
    case PHK_QUADRATIC:
        return phk_mat3_axpy(inertia, 0.5 * h, gyro_slope(inertia, x, v->p));
    case PHK_EXPONENTIAL:
        return phk_mat3_axpy(inertia, -0.5 * h, turned_slope(v->turned, half));
    case PHK_MEAN:
        j = phk_mat3_axpy(inertia, -0.5 * h, turned_slope(v->turned, ph_scale(h, x)));
        return phk_mat3_axpy(j, -0.25 * h * h, turned_slope(v->pushed, half));
    case PHK_VARIATIONAL:
        break;
    }
    return variational_jacobian(v, inertia, h, x);
}

static int correct(const phk_turn_equation *e, double h, ph_vec3 x, const evaluation *v, ph_vec3 *d)
{
    ph_mat3 j = jacobian(e, h, x, v);
    return phk_mat3_solve(&j, v->residual, d);
}

static double relative_size(const evaluation *v)
{
    double size = ph_norm(v->residual);
    return size == 0 ? 0 : size / v->scale;
}

int phk_equation_residual(const phk_turn_equation *e, ph_vec3 x, double *relative,
                          ph_vec3 *correction)
{
    evaluation v;
    evaluate(e, e->h, x, &v);
    *relative = relative_size(&v);
    return !correction || correct(e, e->h, x, &v, correction);
}

static int newton(const phk_turn_equation *e, double h, int limit, ph_vec3 *x,
                  long long *iterations)
{
    double before = HUGE_VAL;
    ph_vec3 y = *x, d;
    for (int k = 0;; k++) {
        evaluation v;
        evaluate(e, h, y, &v);
        double relative = relative_size(&v);
        if (relative <= TIGHT || (relative <= REACHED && relative >= before)) break;
        if (!isfinite(relative) || k == limit || !correct(e, h, y, &v, &d)) return 0;
        before = relative;
        y = ph_sub(y, d);
        ++*iterations;
    }
    *x = y;
    return 1;
}

/* Close enough to be on the same branch: a part of itself, or of a radian in the step. */
static int near(ph_vec3 z, ph_vec3 y, double h)
{
    double d = ph_norm(ph_sub(z, y));
    return d <= FOLLOW_PART * ph_norm(z) || fabs(h) * d <= FOLLOW_PART;
}

/* Follows the solution from h = 0, where it is I^-1 b, in steps that Newton takes easily; the
 * first increase of h is given, as a part of the whole. */
static int follow(const phk_turn_equation *e, double increase, ph_vec3 *x, long long *iterations)
{
    ph_vec3 y = ph_sym3_mul(phk_sym3_inverse(e->inertia), e->b);
    double at = 0;
    for (int attempt = 0; attempt < ATTEMPT_LIMIT && increase > LEAST_INCREASE; attempt++) {
        double next = at + increase < 1 ? at + increase : 1;
        ph_vec3 z = y;
        if (newton(e, next * e->h, FOLLOW_LIMIT, &z, iterations) && near(z, y, next * e->h)) {
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

int phk_equation_solve(const phk_turn_equation *e, ph_vec3 *x, long long *iterations)
{
    if (!(fabs(e->h) * ph_norm(*x) > PHK_PLAIN_TURN) &&
        newton(e, e->h, NEWTON_LIMIT, x, iterations))
        return 1;
    double turn = fabs(e->h) * ph_norm(ph_sym3_mul(phk_sym3_inverse(e->inertia), e->b));
    if (!isfinite(turn)) return 0;
    /* a branch that ends in a fold has no continuation: what lies beyond is another motion */
    return follow(e, turn > 1 ? 1 / turn : 1, x, iterations);
}
