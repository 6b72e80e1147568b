/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every function, operator and constant of the library: its value against a formula in quadruple
 * precision, its derivatives against differences of that formula. A function without a case here
 * fails the test.
 */
#define __STDC_WANT_IEC_60559_TYPES_EXT__ 1 /* glibc: declare sinf128 and its kin */
#include "harness.h"
#include "scope.h"

/* Quadruple precision by glibc's own functions; clang has no such type in C and makes do with
 * extended precision. */
#if defined(__GLIBC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpedantic"
typedef _Float128 real;
#define Q(function) function##f128
#define DIGITS(x)   x##F128
static const double slope_tolerance = 1e-12;
#else
typedef long double real;
#define Q(function) function##l
#define DIGITS(x)   x##L
static const double slope_tolerance = 1e-10;
#endif

/* in[k] is input k of scope.h: a, b, c, ... */
#define F(id, formula)                                                                             \
    static real id(const real *in)                                                                 \
    {                                                                                              \
        real a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5], g = in[6],          \
             h = in[7];                                                                            \
        (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;                    \
        return formula;                                                                            \
    }

static const real PI_L = DIGITS(3.141592653589793238462643383279502884);

F(r_abs, a < 0 ? -a : a)
F(r_sign, a<0 ? -1 : a> 0 ? 1 : 0)
F(r_sign2, (b < 0 ? -1 : 1) * Q(fabs)(a))
F(r_min, a < b ? (a < c ? a : c) : b < c ? b : c)
F(r_max, a > b ? (a > c ? a : c) : b > c ? b : c)
F(r_mod, a - b * Q(trunc)(a / b))
F(r_dim, a > b ? a - b : 0)
F(r_aint, a < 0 ? Q(ceil)(a) : Q(floor)(a))
F(r_anint, a < 0 ? Q(ceil)(a - 0.5L) : Q(floor)(a + 0.5L))
F(r_floor, Q(floor)(a))
F(r_ceil, Q(ceil)(a))
F(r_sqrt, Q(sqrt)(a))
F(r_hypot, Q(sqrt)(a *a + b * b))
F(r_pow, Q(exp)(b *Q(log)(a)))
F(r_exp, Q(exp)(a))
F(r_log, Q(log)(a))
F(r_log10, Q(log)(a) / Q(log)(10))
F(r_sin, Q(sin)(a))
F(r_cos, Q(cos)(a))
F(r_tan, Q(sin)(a) / Q(cos)(a))
F(r_asin, Q(asin)(a))
F(r_acos, Q(acos)(a))
F(r_atan, Q(atan)(a))
F(r_atan2, Q(atan2)(a, b))
F(r_sinh, (Q(exp)(a) - Q(exp)(-a)) / 2)
F(r_cosh, (Q(exp)(a) + Q(exp)(-a)) / 2)
F(r_tanh, (Q(exp)(a) - Q(exp)(-a)) / (Q(exp)(a) + Q(exp)(-a)))
F(r_asinh, Q(asinh)(a))
F(r_acosh, Q(log)(a + Q(sqrt)(a * a - 1)))
F(r_atanh, Q(log)((1 + a) / (1 - a)) / 2)
F(r_if, a > b ? a * c : b / c)
F(r_if3, a<0 ? b : a> 0 ? c *c : d)

/* argument order as in ADAMS: x, x0, h0, x1, h1 */
F(r_step, a <= b   ? c
          : a >= d ? e
                   : c + (e - c) * Q(pow)((a - b) / (d - b), 2) * (3 - 2 * (a - b) / (d - b)))
F(r_step5, a <= b   ? c
           : a >= d ? e
                    : c + (e - c) * Q(pow)((a - b) / (d - b), 3) *
                              (10 - 15 * (a - b) / (d - b) + 6 * Q(pow)((a - b) / (d - b), 2)))
F(r_havsin, a <= b   ? c
            : a >= d ? e
                     : (c + e) / 2 + (e - c) / 2 * Q(sin)((a - b) / (d - b) * PI_L - PI_L / 2))
F(r_poly, c + d * (a - b) + e * Q(pow)(a - b, 2) + f * Q(pow)(a - b, 3))
F(r_cheby, c + d * (a - b) + e * (2 * Q(pow)(a - b, 2) - 1) +
               f * (4 * Q(pow)(a - b, 3) - 3 * (a - b)) +
               g * (8 * Q(pow)(a - b, 4) - 8 * Q(pow)(a - b, 2) + 1))
F(r_shf, c *Q(sin)(d *(a - b) - e) + f)
F(r_forcos, d + e * Q(cos)(c * (a - b)) + f * Q(cos)(2 * c * (a - b)) + g * Q(cos)(3 * c * (a - b)))
F(r_forsin, d + e * Q(sin)(c * (a - b)) + f * Q(sin)(2 * c * (a - b)) + g * Q(sin)(3 * c * (a - b)))

/* sweep(x, a, x0, f0, x1, f1, dx) */
static real r_sweep(const real *v)
{
    real x = v[0], x0 = v[2], f0 = v[3], x1 = v[4], f1 = v[5];
    real rise[5] = {x, x0, 0, x0 + v[6], 1}, cycles;
    if (x <= x0)
        cycles = f0 * x;
    else if (x < x1)
        cycles = f0 * (x - x0) + (f1 - f0) / (2 * (x1 - x0)) * (x - x0) * (x - x0) + f0 * x0;
    else
        cycles = f1 * x - (f1 - f0) / 2 * (x1 + x0);
    real in[8] = {rise[0], rise[1], rise[2], rise[3], rise[4]};
    return r_step5(in) * v[1] * Q(sin)(2 * PI_L * cycles);
}

/* impact(x, v, x1, k, e, cmax, d) and bistop(x, v, x1, x2, k, e, cmax, d), by the manual */
static real r_impact(const real *v)
{
    real in[8] = {v[0], v[2] - v[6], v[5], v[2], 0};
    if (v[0] >= v[2]) return 0;
    return Q(fmax)(0, v[3] * Q(pow)(v[2] - v[0], v[4]) - r_step(in) * v[1]);
}
static real r_bistop(const real *v)
{
    real low[8] = {v[0], v[2] - v[7], v[6], v[2], 0}, high[8] = {v[0], v[3], 0, v[3] + v[7], v[6]};
    if (v[0] < v[2]) return Q(fmax)(0, v[4] * Q(pow)(v[2] - v[0], v[5]) - r_step(low) * v[1]);
    if (v[0] > v[3]) return Q(fmin)(0, -v[4] * Q(pow)(v[0] - v[3], v[5]) - r_step(high) * v[1]);
    return 0;
}

/* the cubic of scope.h, straight on outside its points */
static real r_cubic(const real *v)
{
    real x = Q(fmin)(Q(fmax)(v[0], -1), 2.75L);
    return 2 - x + 3 * x * x - 0.5L * x * x * x + (v[0] - x) * (-1 + 6 * x - 1.5L * x * x);
}
static real r_cubic1(const real *v)
{
    real x = Q(fmin)(Q(fmax)(v[0], -1), 2.75L);
    return -1 + 6 * x - 1.5L * x * x;
}
static real r_cubic2(const real *v)
{
    return v[0] < -1 || v[0] > 2.75L ? 0 : 6 - 3 * v[0];
}

/* Akima's curve through wavy_data, after his paper: five points at a time, two added at each end */
static real akima_at(real x, int order)
{
    enum { N = 8 };
    real X[N + 4], Y[N + 4], m[N + 3], t[N + 4];
    for (int k = 0; k < N; k++) {
        X[k + 2] = wavy_x[k];
        Y[k + 2] = (double)((long long)(1000 * wavy_x[k]) % 7) / 3;
    }
    for (int k = 2; k < N + 1; k++) m[k] = (Y[k + 1] - Y[k]) / (X[k + 1] - X[k]);
    m[1] = 2 * m[2] - m[3];
    m[0] = 2 * m[1] - m[2];
    m[N + 1] = 2 * m[N] - m[N - 1];
    m[N + 2] = 2 * m[N + 1] - m[N];
    for (int k = 2; k < N + 2; k++) {
        real u = Q(fabs)(m[k + 1] - m[k]), w = Q(fabs)(m[k - 1] - m[k - 2]);
        t[k] = u + w == 0 ? (m[k - 1] + m[k]) / 2 : (u * m[k - 1] + w * m[k]) / (u + w);
    }
    if (x < X[2] || x > X[N + 1]) {
        int k = x < X[2] ? 2 : N + 1;
        return order == 0 ? Y[k] + t[k] * (x - X[k]) : order == 1 ? t[k] : 0;
    }
    int k = 2;
    while (k < N && x > X[k + 1]) k++;
    real w = X[k + 1] - X[k], s = x - X[k];
    real p2 = (3 * m[k] - 2 * t[k] - t[k + 1]) / w, p3 = (t[k] + t[k + 1] - 2 * m[k]) / (w * w);
    if (order == 1) return t[k] + 2 * p2 * s + 3 * p3 * s * s;
    if (order == 2) return 2 * p2 + 6 * p3 * s;
    return Y[k] + t[k] * s + p2 * s * s + p3 * s * s * s;
}
F(r_akima, akima_at(a, 0))
F(r_akima1, akima_at(a, 1))
F(r_akima2, akima_at(a, 2))

F(r_or, a < 0 || b < 0)
F(r_and, a < 0 && b < 0)
F(r_not, !(a < 0))
F(r_compare, (a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b) + 32 * (a != b))
F(r_sum, a + b - c)
F(r_product, a *b / c)
F(r_minus, -Q(pow)(a, 2))
F(r_power, Q(pow)(a, Q(pow)(b, 2)))
F(r_pi, PI_L *a)
F(r_e, Q(exp)(1) * a)
F(r_rtod, 180 / PI_L * a)
F(r_dtor, PI_L / 180 * a)
F(r_degrees, Q(cos)(30 * PI_L / 180) * a)

typedef struct {
    const char *key; /* name of the function, or the whole signature of an operator or constant */
    const char *text;
    real (*reference)(const real *in);
    double low, high; /* range of all inputs */
    double from;      /* range of the first input, when from < to */
    double to;
} test_case;

static const test_case cases[] = {
    {"abs", "abs(a)", r_abs, -2, 2, 0, 0},
    {"sign", "sign(a)", r_sign, -2, 2, 0, 0},
    {"sign", "SIGN(a, b)", r_sign2, -2, 2, 0, 0},
    {"min", "min(a, b, c)", r_min, -2, 2, 0, 0},
    {"max", "max(a, b, c)", r_max, -2, 2, 0, 0},
    {"mod", "mod(a, b)", r_mod, 0.3, 2, -20, 20},
    {"dim", "dim(a, b)", r_dim, -2, 2, 0, 0},
    {"aint", "aint(a)", r_aint, -5, 5, 0, 0},
    {"anint", "anint(a)", r_anint, -5, 5, 0, 0},
    {"round", "round(a)", r_anint, -5, 5, 0, 0},
    {"floor", "floor(a)", r_floor, -5, 5, 0, 0},
    {"ceil", "ceil(a)", r_ceil, -5, 5, 0, 0},
    {"sqrt", "sqrt(a)", r_sqrt, 0.01, 5, 0, 0},
    {"hypot", "hypot(a, b)", r_hypot, -5, 5, 0, 0},
    {"pow", "pow(a, b)", r_pow, 0.1, 3, 0, 0},
    {"exp", "Exp(a)", r_exp, -3, 3, 0, 0},
    {"log", "log(a)", r_log, 0.05, 9, 0, 0},
    {"log10", "log10(a)", r_log10, 0.05, 9, 0, 0},
    {"sin", "SIN(a)", r_sin, -9, 9, 0, 0},
    {"cos", "cos(a)", r_cos, -9, 9, 0, 0},
    {"tan", "tan(a)", r_tan, -1.4, 1.4, 0, 0},
    {"asin", "asin(a)", r_asin, -0.99, 0.99, 0, 0},
    {"acos", "acos(a)", r_acos, -0.99, 0.99, 0, 0},
    {"atan", "atan(a)", r_atan, -9, 9, 0, 0},
    {"atan2", "atan2(a, b)", r_atan2, -5, 5, 0, 0},
    {"sinh", "sinh(a)", r_sinh, -3, 3, 0, 0},
    {"cosh", "cosh(a)", r_cosh, -3, 3, 0, 0},
    {"tanh", "tanh(a)", r_tanh, -3, 3, 0, 0},
    {"asinh", "asinh(a)", r_asinh, -9, 9, 0, 0},
    {"acosh", "acosh(a)", r_acosh, 1.05, 9, 0, 0},
    {"atanh", "atanh(a)", r_atanh, -0.95, 0.95, 0, 0},
    {"if", "if(a > b, a*c, b/c)", r_if, 0.5, 2, 0, 0},
    {"if", "IF(a: b, d, c^2)", r_if3, -2, 2, 0, 0},
    {"step", "step(a, b, c, d+2, ee)", NULL, 0, 1, 0, 0},
    {"step5", "step5(a, b, c, d+2, ee)", NULL, 0, 1, 0, 0},
    {"havsin", "havsin(a, b, c, d+2, ee)", NULL, 0, 1, 0, 0},
    {"haversin", "haversin(a, b, c, d+2, ee)", NULL, 0, 1, 0, 0},
    {"poly", "poly(a, b, c, d, ee, f)", r_poly, -1, 1, 0, 0},
    {"cheby", "cheby(a, b, c, d, ee, f, g)", r_cheby, -1, 1, 0, 0},
    {"shf", "shf(a, b, c, d, ee, f)", r_shf, -2, 2, 0, 0},
    {"forcos", "forcos(a, b, c, d, ee, f, g)", r_forcos, -2, 2, 0, 0},
    {"forsin", "forsin(a, b, c, d, ee, f, g)", r_forsin, -2, 2, 0, 0},
    {"sweep", "sweep(a, b, c, d, ee+1, f, g)", NULL, 0.1, 1, -1, 4},
    {"impact", "impact(a, b, c, d, ee, f, g)", r_impact, 0.2, 2, -1, 2},
    {"impact", "impact(a, -b, c, d, ee, f, g)", NULL, 0.2, 2, -1, 2},
    {"bistop", "bistop(a, b, c, d+2, ee, f, g, h)", NULL, 0.2, 2, -3, 6},
    {"bistop", "bistop(a, -b, c, d+2, ee, f, g, h)", NULL, 0.2, 2, -3, 6},
    {"akispl", "akispl(a, wavy_data)", r_akima, -3, 5, 0, 0},
    {"akispl", "AKISPL(a, 0, wavy_data)", r_akima, -3, 5, 0, 0},
    {"akispl", "akispl(a, 0, wavy_data, 1)", r_akima1, -3, 5, 0, 0},
    {"akispl", "akispl(a, 0, wavy_data, 2)", r_akima2, -3, 5, 0, 0},
    {"akima", "akima(a, wavy_data)", r_akima, -3, 5, 0, 0},
    {"akima", "akima(a, wavy_data, 1)", r_akima1, -3, 5, 0, 0},
    {"cubspl", "cubspl(a, cubic_data)", r_cubic, -2, 4, 0, 0},
    {"cubspl", "cubspl(a, 0, cubic_data, 1)", r_cubic1, -2, 4, 0, 0},
    {"cubspl", "cubspl(a, 0, cubic_data, 2)", r_cubic2, -2, 4, 0, 0},
    {"cubic", "cubic(a, cubic_data)", r_cubic, -2, 4, 0, 0},
    {"cubic", "cubic(a, cubic_data, 2)", r_cubic2, -2, 4, 0, 0},
    {"a or b", "a < 0 or b < 0", r_or, -2, 2, 0, 0},
    {"a or b", "a < 0 || b < 0", r_or, -2, 2, 0, 0},
    {"a and b", "a < 0 and b < 0", r_and, -2, 2, 0, 0},
    {"a and b", "a < 0 && b < 0", r_and, -2, 2, 0, 0},
    {"not a", "not a < 0", r_not, -2, 2, 0, 0},
    {"not a", "!(a < 0)", r_not, -2, 2, 0, 0},
    {"a < b", "(a<b) + 2*(a<=b) + 4*(a>b) + 8*(a>=b) + 16*(a==b) + 32*(a!=b)", r_compare, -2, 2, 0,
     0},
    {"a + b", "a + b - c", r_sum, -2, 2, 0, 0},
    {"a * b", "a * b / c", r_product, 0.5, 2, 0, 0},
    {"-a", "-a^2", r_minus, -2, 2, 0, 0},
    {"a ^ b", "a ^ b ** 2", r_power, 0.5, 2, 0, 0},
    {"pi", "PI*a", r_pi, -2, 2, 0, 0},
    {"e", "e*a", r_e, -2, 2, 0, 0},
    {"rtod", "rtod*a", r_rtod, -2, 2, 0, 0},
    {"dtor", "dtor*a", r_dtor, -2, 2, 0, 0},
    {"dtor", "cos(30D)*a", r_degrees, -2, 2, 0, 0},
};
enum { CASES = sizeof cases / sizeof *cases };

/* References of cases whose text shifts or turns an input before the function sees it. */
static real shifted(const test_case *c, const real *in)
{
    real v[INPUTS];
    memcpy(v, in, sizeof v);
    if (c->reference) return c->reference(v);
    if (strstr(c->text, "-b,")) v[1] = -v[1];
    if (strcmp(c->key, "sweep") == 0) {
        v[4] += 1;
        return r_sweep(v);
    }
    if (strcmp(c->key, "impact") == 0) return r_impact(v);
    v[3] += 2;
    return strcmp(c->key, "step") == 0     ? r_step(v)
           : strcmp(c->key, "step5") == 0  ? r_step5(v)
           : strcmp(c->key, "bistop") == 0 ? r_bistop(v)
                                           : r_havsin(v);
}

static double uniform(unsigned long long *seed)
{
    *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

/* Fourth-order central difference of the reference. */
static real slope(const test_case *c, const real *in, int k)
{
    const real h = 1e-5L;
    real v[INPUTS], f[4];
    memcpy(v, in, sizeof v);
    for (int j = 0; j < 4; j++) {
        const real at[4] = {-2, -1, 1, 2};
        v[k] = in[k] + at[j] * h;
        f[j] = shifted(c, v);
    }
    return (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * h);
}

static void run_case(const test_case *c, test_world *world)
{
    phk_arena arena = {0};
    phk_scope scope = world_scope(world);
    ph_diag *diag = ph_diag_create();
    const phk_tape *tape = phk_expr_compile(&arena, c->text, (ph_source){0}, &scope, diag);
    CHECK(tape);
    if (!tape) printf("  %s: %s\n", c->text, ph_diag_get(diag, 0)->message);
    double *work = tape ? malloc(phk_tape_work(tape) * sizeof *work) : NULL;
    unsigned long long seed = 12345;
    int failed = harness_failed;
    for (int trial = 0; tape && trial < 200 && harness_failed == failed; trial++) {
        double in[INPUTS], gradient[INPUTS];
        real exact[INPUTS];
        const int *index;
        for (int k = 0; k < INPUTS; k++) {
            in[k] = c->low + (c->high - c->low) * uniform(&seed);
            if (k == 0 && c->from < c->to) in[k] = c->from + (c->to - c->from) * uniform(&seed);
            exact[k] = in[k];
        }
        double want = (double)shifted(c, exact);
        double value = phk_tape_value(tape, in, work);
        CHECK_NEAR(value, want, 1e-14 * (1 + fabs(want)));
        CHECK(phk_tape_gradient(tape, in, work, gradient) == value);
        int n = phk_tape_inputs(tape, &index);
        for (int k = 0; k < n; k++) {
            want = (double)slope(c, exact, index[k]);
            CHECK_NEAR(gradient[k], want, slope_tolerance * (1 + fabs(want)));
        }
    }
    if (harness_failed > failed) printf("  in case %s\n", c->text);
    free(work);
    ph_diag_free(diag);
    phk_arena_free(&arena);
}

/* Each entry of the library has a case, and words about itself. */
static void test_complete(void)
{
    for (int k = 0; k < ph_function_count(); k++) {
        const ph_function_info *info = ph_function_get(k);
        size_t length = strcspn(info->signature, "(");
        int found = 0;
        for (int j = 0; j < CASES; j++)
            found |= strlen(cases[j].key) == length &&
                     memcmp(cases[j].key, info->signature, length) == 0;
        CHECK(found);
        CHECK(info->help && info->help[0]);
        if (!found) printf("  no case for %s\n", info->signature);
    }
    CHECK(ph_function_get(-1) == NULL);
    CHECK(ph_function_get(ph_function_count()) == NULL);
}

int main(void)
{
    test_world world;
    world_create(&world);
    test_complete();
    for (int j = 0; j < CASES; j++) run_case(&cases[j], &world);
    phk_arena_free(&world.arena);
    return TEST_RESULT();
}
