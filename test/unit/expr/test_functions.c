/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every function, operator and constant of the library: its value against a formula in quadruple
 * precision, its derivatives against differences of that formula, its second derivatives against
 * differences of the first. A function without a case here fails the test.
 */
#include "references.h"

#include "harness.h"
#include "scope.h"

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
    {"unwrap", "unwrap(a, b)", r_unwrap, -20, 20, 0, 0},
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
    {"linear", "linear(a, cubic_data)", r_linear, -2, 4, 0, 0},
    {"cubspl", "cubspl(a, b, sheet)", r_sheet, -1, 2.75, 0, 0},
    {"curve", "curve(a, 0, 3, space)", r_cubic, -1, 1, 0, 0},
    {"curve", "CURVE(a, 1, 3, space)", r_cubic1, -1, 1, 0, 0},
    {"curve", "curve(a, 2, 3, space)", r_cubic2, -1, 1, 0, 0},
    {"curve", "curve(a, 0, 2, space)", r_square, -1, 1, 0, 0},
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
    {"a ^ b", "a ^ 2.5", r_power25, 0.5, 2, 0, 0},
    {"a ^ b", "(a * b) ^ 3 / sin(c)^2", r_nest, 0.5, 2, 0, 0},
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

/* The inputs at s on a curve through in. */
static void curve_at(const double *in, const double *first, const double *second, int n,
                     const int *index, double s, double *at)
{
    memcpy(at, in, INPUTS * sizeof *at);
    for (int k = 0; k < n; k++) at[index[k]] += s * first[k] + s * s / 2 * second[k];
}

/* Derivative by s along that curve, by the gradient; *size: of its terms. */
static double along(const phk_tape *tape, const double *at, const double *first,
                    const double *second, double s, double *work, double *size)
{
    double gradient[INPUTS], sum = 0;
    int n = phk_tape_inputs(tape, NULL);
    phk_tape_gradient(tape, at, work, gradient);
    *size = 0;
    for (int k = 0; k < n; k++) {
        sum += gradient[k] * (first[k] + s * second[k]);
        *size += fabs(gradient[k] * (first[k] + s * second[k]));
    }
    return sum;
}

/* Along a curve, and along straight lines on which some inputs rest. */
static void check_jet(const phk_tape *tape, const double *in, unsigned long long *seed,
                      double *work)
{
    const double h = 1e-5, at[4] = {-2, -1, 1, 2};
    const int *index;
    int n = phk_tape_inputs(tape, &index);
    for (int way = 0; way < 3; way++) {
        double first[INPUTS] = {0}, second[INPUTS] = {0}, d, dd, f[4], size, point[INPUTS];
        for (int k = 0; k < n; k++) {
            if (way == 0 || uniform(seed) < 0.5) first[k] = 2 * uniform(seed) - 1;
            if (way == 0) second[k] = 4 * uniform(seed) - 2;
        }
        double value = phk_tape_jet(tape, in, first, way == 0 ? second : NULL, work, &d, &dd);
        CHECK(value == phk_tape_value(tape, in, work));
        double slope = along(tape, in, first, second, 0, work, &size);
        CHECK_NEAR(d, slope, 1e-14 * (1 + size));
        for (int j = 0; j < 4; j++) {
            curve_at(in, first, second, n, index, at[j] * h, point);
            f[j] = along(tape, point, first, second, at[j] * h, work, &size);
        }
        double want = (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * h);
        CHECK_NEAR(dd, want, 1e-8 * (1 + size + fabs(want)));
    }
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
    unsigned long long seed = 12345, turn = 54321;
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
        check_jet(tape, in, &turn, work);
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
