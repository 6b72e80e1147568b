/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The language: what binds stronger, how numbers and names are read, what constants and choices
 * do, and derivatives where a careless rule would give 0 * infinity.
 */
#include "harness.h"
#include "scope.h"

static test_world world;

/* The inputs all expressions here are evaluated at; x = 0.3, y = -1.2, time = 0.7. */
static double inputs[INPUTS] = {0, 0, 0, 0, 0, 0, 0, 0, 0.3, -1.2, 0.7, 11, 31};
enum { A = 0, B = 1, X = 8, Y = 9, TIME = 10 };

/* Value, and the derivative by one input (0 when the tape does not read it). */
static double evaluate(const char *text, int input, double *derivative)
{
    phk_arena arena = {0};
    phk_scope scope = world_scope(&world);
    ph_diag *diag = ph_diag_create();
    const phk_tape *tape = phk_expr_compile(&arena, text, (ph_source){0}, &scope, diag);
    double value = -12345;
    if (derivative) *derivative = 0;
    if (tape) {
        double *work = malloc(phk_tape_work(tape) * sizeof *work), gradient[INPUTS];
        const int *index;
        int n = phk_tape_inputs(tape, &index);
        value = phk_tape_gradient(tape, inputs, work, gradient);
        for (int k = 0; derivative && k < n; k++)
            if (index[k] == input) *derivative = gradient[k];
        free(work);
    } else {
        printf("%s: %s\n", text, ph_diag_count(diag) ? ph_diag_get(diag, 0)->message : "?");
    }
    ph_diag_free(diag);
    phk_arena_free(&arena);
    return value;
}

static const struct {
    const char *text;
    double value;
} values[] = {
    /* powers bind strongest and to the right, a sign is weaker */
    {"-2^2", -4},
    {"-2**2", -4},
    {"(-2)^2", 4},
    {"2^3^2", 512},
    {"2**3**2", 512},
    {"2^-1", 0.5},
    {"2^-2^2", 0.0625},
    {"-2^-2", -0.25},
    {"2*3^2", 18},
    {"(-2)^3", -8},
    {"(-3)^-1", -1. / 3},
    {"0^0", 1},
    {"--3", 3},
    {"+-+-+3", 3},
    {"- -3 - -3", 6},
    {"2*-3", -6},
    {"6/-3", -2},
    /* products before sums, both to the left */
    {"1+2*3", 7},
    {"1-2-3", -4},
    {"2-3+4", 3},
    {"24/4/3", 2},
    {"24/4*3", 18},
    {"2*3/4", 1.5},
    {"(1+2)*3", 9},
    /* comparisons, then not, and, or */
    {"1+1 < 3", 1},
    {"2*2 >= 4", 1},
    {"1 < 2 == 0", -12345}, /* chained */
    {"(1 < 2) == 0", 0},
    {"not 1 == 2", 1},
    {"not 0 and 0", 0},
    {"not (0 and 0)", 1},
    {"1 or 1 and 0", 1},
    {"(1 or 1) and 0", 0},
    {"0 && 1 || 1", 1},
    {"!0 + 0", 1},
    {"!!5", 1},
    {"not not not 5", 0},
    {"NOT 0 AND 1", 1},
    {"2 and -3", 1},
    {"1 != 2", 1},
    {"1 != 1", 0},
    {"1>0", 1},
    {"1<=0", 0},
    /* numbers */
    {"1e3", 1000},
    {"1E+3", 1000},
    {"1d3", 1000},
    {"2.5D-1", 0.25},
    {".5", 0.5},
    {"5.", 5},
    {"5.e1", 50},
    {"1.7976931348623157e308", 1.7976931348623157e308},
    {"1e-400", 0},
    {"0.1", 0.1},
    {"123456789012345678901234567890", 123456789012345678901234567890.},
    {"0000000000000000000000000000000000000000000000000001", 1},
    {"0.000000000000000000000000000000000000000001e42", 1},
    {"2.2250738585072014e-308", 2.2250738585072014e-308},
    {"90D", 1.5707963267948966},
    {"1.8E2D", 3.141592653589793},
    {"30D+60D", 1.5707963267948966},
    {"1D+2", 100},
    {"180D-0.5", 2.641592653589793},
    {"360d-x", 6.283185307179586 - 0.3},
    /* names */
    {"x", 0.3},
    {"time", 0.7},
    {"body.pos.x", 11},
    {"body.R.31", 31},
    {"body.R.31*2", 62},
    {"seven", 7},
    {"pi", 3.141592653589793},
    {"Pi", 3.141592653589793},
    {"e", 2.718281828459045},
    {"2*e+1", 6.43656365691809},
    {"1e1*e", 27.18281828459045},
    {"rtod*dtor", 1},
    {"distance(left, right)", 0.3},
    {"2*distance( right ,left )^2", 0.18},
    {" \t x\n+\r1 ", 1.3},
    /* choices */
    {"if(1, 2, 3)", 2},
    {"if(0, 2, 3)", 3},
    {"if(x, 2, 3)", 2},
    {"if(x > 1, 2, 3)", 3},
    {"if(x: 1, 2, 3)", 3},
    {"if(-x: 1, 2, 3)", 1},
    {"if(x-x: 1, 2, 3)", 2},
    {"if(-1: 1, 2, 3)", 1},
    {"if(0: 1, 2, 3)", 2},
    {"if(1: 1, 2, 3)", 3},
    {"if(x > 0, if(y > 0, 1, 2), if(y > 0, 3, 4))", 2},
    {"if(x < 0, if(y > 0, 1, 2), if(y > 0, 3, 4))", 4},
    {"if(if(x > 0, 0, 1), 1/nought, 5)", 5},
    {"if(seven == 7, x, y) + if(nought, x, 2)", 2.3},
    {"if(seven > 5, 2*x, 3*y)", 0.6},
    {"if(seven < 5, 2*x, 3*y)", -3.6},
    {"if(x > 0, 1, y) + if(x > 0, y, 1)", -0.2},
    /* an untaken branch does no harm */
    {"if(x < 0, log(-x)*0 + sqrt(-x), x)", 0.3},
    {"if(x > 0, x, 1/(x-x))", 0.3},
    {"x < 0 and sqrt(-x) > 0", 0},
    {"x > 0 or sqrt(-x) > 0", 1},
    {"mod(-7, 3)", -1},
    {"mod(7, -3)", 1},
    {"anint(-2.5)", -3},
    {"aint(-2.7)", -2},
    {"cheby(2, 1, 1, 0, -1)", 0},
    {"forcos(0.25, 0, 360D, 1, 2, 3, 4)", -2},
    {"step(1, 1, 5, 1 + 1e-300, 6)", -12345}, /* no width left in double precision */
};

static void test_values(void)
{
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        double got = evaluate(values[k].text, -1, NULL), want = values[k].value;
        int failed = harness_failed;
        CHECK_NEAR(got, want, fabs(want) * 4e-16);
        if (harness_failed > failed) printf("  %s\n", values[k].text);
    }
    world.hides_e = 1;
    CHECK_NEAR(evaluate("2*e", -1, NULL), 1, 0);
    world.hides_e = 0;
}

/* Derivatives at points where a naive rule gives NaN. */
static void test_derivatives(void)
{
    static const struct {
        const char *text;
        double a, value, derivative; /* by a */
    } at[] = {
        {"a^2", 0, 0, 0},
        {"a**3", 0, 0, 0},
        {"a**3", -2, -8, 12},
        {"a^7", -1.5, -17.0859375, 79.734375},
        {"a^-2", -2, 0.25, 0.25},
        {"a^0", 0, 1, 0},
        {"a^1", 0, 0, 1},
        {"pow(a, 2)", 0, 0, 0},
        {"pow(a, 3)", -2, -8, 12},
        {"pow(a, 0)", 0, 1, 0},
        {"a^(2*b)", 0, 0, 0},         /* b is 1 below */
        {"a^round(3*b)", -2, -8, 12}, /* a whole number that is not constant */
        {"(-2)^round(a)", 3, -8, 0},  /* flat in a */
        {"2^a", 3, 8, 5.545177444479562},
        {"0^a", 2, 0, 0},
        {"sqrt(a)", 0, 0, INFINITY},
        {"sqrt(a)*0", 0, 0, 0},
        {"sqrt(a^2)", 0, 0, 0},
        {"sqrt(a*a + x*0)", 0, 0, 0},
        {"sqrt(a^2 + b^2)", 0, 1, 0},
        {"hypot(a, 0)", 0, 0, 0},
        {"hypot(a, a)", 0, 0, 0},
        {"atan2(a, 0*b)", 0, 0, 0},
        {"abs(a)", 0, 0, 0},
        {"abs(a)^1.5", 0, 0, 0},
        {"sign(a, b)", 0, 0, 0},
        {"a*abs(a)", 0, 0, 0},
        {"0*log(a)", 1, 0, 0},
        {"floor(sqrt(a))", 0, 0, 0},
        {"if(a > 0, sqrt(a), 0)", 0, 0, 0},
        {"if(a == 0, 1, sin(a)/a)", 0, 1, 0},
        {"if(a == 0, 1, sin(a)/a)", 1, 0.8414709848078965, -0.3011686789397568},
        {"if(a: -a, 0, a^2)", -3, 3, -1},
        {"if(a: -a, 0, a^2)", 3, 9, 6},
        {"if(a: -a, 0, a^2)", 0, 0, 0},
        {"if(a > 0, a, 0/a) + if(b > 0, 3*a, a/0)", 2, 8, 4},
        {"if(b > 0, if(a > 0, 2*a, 3*a), sqrt(-1*b)) * a", -2, 12, -12},
        {"a/a", 2, 1, 0},
        {"1/a", 2, 0.5, -0.25},
        {"0/a", 2, 0, 0},
        {"a - a", 2, 0, 0},
        {"-a*-a", 3, 9, 6},
        {"a > 0 and a < 2", 1, 1, 0},
        {"tanh(a)", 800, 1, 0},
        {"step(a, 0, 0, 1, 1)", 0, 0, 0},
        {"step(a, 0, 0, 1, 1)", 1, 1, 0},
        {"step(a, b, 3, b, 4)", 0.5, 3, 0}, /* a step without width: a jump */
        {"step(a, b, 3, b, 4)", 1.5, 4, 0},
        {"impact(a, 0, 1, 100, 1.5, 0, 0.1)", 1, 0, 0},
        {"impact(a, 0, 1, 100, 1, 5, nought*b)", 0.5, 50, -100}, /* no depth: full damping */
        {"impact(a, 1000, 1, 100, 1, 5, 0.1)", 0.5, 0, 0},       /* never pulls */
        {"atan2(a, 1e-200*b)", 0, 0, 1e200},
    };
    inputs[B] = 1;
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        int failed = harness_failed;
        double derivative;
        inputs[A] = at[k].a;
        CHECK_NEAR(evaluate(at[k].text, A, &derivative), at[k].value, 1e-15 * fabs(at[k].value));
        if (isinf(at[k].derivative))
            CHECK(derivative == at[k].derivative);
        else
            CHECK_NEAR(derivative, at[k].derivative, 4e-16 * fabs(at[k].derivative));
        if (harness_failed > failed) printf("  %s at %g\n", at[k].text, at[k].a);
    }
    inputs[A] = inputs[B] = 0;
}

/* The first and second derivative while a grows at rate 1 and all else rests. */
static void jet_by_a(const char *text, double *first, double *second)
{
    phk_arena arena = {0};
    phk_scope scope = world_scope(&world);
    const phk_tape *tape = phk_expr_compile(&arena, text, (ph_source){0}, &scope, NULL);
    CHECK(tape);
    if (tape) {
        double *work = malloc(phk_tape_work(tape) * sizeof *work), rate[INPUTS];
        const int *index;
        int n = phk_tape_inputs(tape, &index);
        for (int k = 0; k < n; k++) rate[k] = index[k] == A;
        phk_tape_jet(tape, inputs, rate, NULL, work, first, second);
        free(work);
    }
    phk_arena_free(&arena);
}

/* Second derivatives where pieces meet, and beside things that are steep but rest. */
static void test_second(void)
{
    static const struct {
        const char *text;
        double a, first, second;
    } at[] = {
        {"a^2", 0, 0, 2},
        {"a^3", -2, 12, -12},
        {"a^1", 0, 1, 0},
        {"a^0", 0, 0, 0},
        {"pow(a, 2)", 0, 0, 2},
        {"pow(a, round(3*b))", -2, 12, -12},
        {"a^b", 0, 1, 0}, /* b is 1 and c is 0 below */
        {"pow(b, 2*a)", 3, 0, 0},
        {"pow(c, a)", 2, 0, 0},
        {"a + sqrt(c)", 2, 1, 0},
        {"a*a + a*log(c+1)", 2, 4, 2},
        {"a^2 * sqrt(c)", 2, 0, 0},
        {"0*sqrt(a)", 0, 0, 0},
        {"sqrt(a)", 0, INFINITY, -INFINITY},
        {"floor(sqrt(a))", 0, 0, 0},
        {"abs(a)*a", 0, 0, 0},
        {"abs(a)*a", -1, 2, -2},
        {"hypot(a, b)", 0, 0, 1},
        {"hypot(a, c)", 0, 0, 0},
        {"atan2(c, c*a)", 0, 0, 0},
        {"if(a > 0, a^2, sqrt(a))", 1, 2, 2},
        {"if(a: a^2, 0, a^3)", -1, -2, 2},
        {"if(a: a^2, 0, a^3)", 2, 12, 12},
        {"1/a", 2, -0.25, 0.25},
        {"a/b - b/a", 1, 2, -2},
        {"tanh(a)", 800, 0, 0},
        {"step(a, 0, 0, 1, 1)", 0, 0, 0},
        {"step(a, b, 3, b, 4)", 1.5, 0, 0},
        {"impact(a, 0, 1, 100, 2, 0, 0.1)", 0.5, -100, 200},
        {"impact(a, 0, 1, 100, 2, 0, 0.1)", 1.5, 0, 0},
        {"7", 1, 0, 0},
    };
    inputs[B] = 1;
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        int failed = harness_failed;
        double first = NAN, second = NAN;
        inputs[A] = at[k].a;
        jet_by_a(at[k].text, &first, &second);
        CHECK(first == at[k].first || fabs(first - at[k].first) <= 1e-15 * fabs(first));
        CHECK(second == at[k].second || fabs(second - at[k].second) <= 1e-15 * fabs(second));
        if (harness_failed > failed)
            printf("  %s at %g: %g, %g\n", at[k].text, at[k].a, first, second);
    }
    inputs[A] = inputs[B] = 0;
}

/* Trouble is passed on, not hidden by a comparison or a choice. */
static void test_nan(void)
{
    static const char *const bad[] = {"sqrt(y)",
                                      "sqrt(y) > 0",
                                      "if(sqrt(y), 1, 2)",
                                      "if(sqrt(y) > 0, 1, 2)",
                                      "if(log(y): 1, 2, 3)",
                                      "min(1, sqrt(y))",
                                      "max(sqrt(y), 1)",
                                      "sign(sqrt(y))",
                                      "abs(sqrt(y))",
                                      "step(sqrt(y), 0, 0, 1, 1)",
                                      "impact(sqrt(y), 0, 1, 1, 1, 1, 1)",
                                      "not sqrt(y)",
                                      "sqrt(y) and 1",
                                      "sqrt(y) or 0",
                                      "akima(sqrt(y), wavy_data)",
                                      "if(sqrt(-1)*x, 1, 2)",
                                      "sign(1, sqrt(y))",
                                      "dim(sqrt(y), 1)"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        double value = evaluate(bad[k], Y, NULL);
        CHECK(isnan(value));
        if (!isnan(value)) printf("  %s = %g\n", bad[k], value);
    }
}

static void check_inputs(const char *text, int count, const int *want)
{
    phk_arena arena = {0};
    phk_scope scope = world_scope(&world);
    const phk_tape *tape = phk_expr_compile(&arena, text, (ph_source){0}, &scope, NULL);
    const int *index;
    CHECK(tape);
    if (tape) {
        CHECK(phk_tape_inputs(tape, &index) == count);
        CHECK(phk_tape_inputs(tape, NULL) == count);
        CHECK(phk_tape_is_constant(tape) == (count == 0));
        for (int k = 0; k < count && count == phk_tape_inputs(tape, NULL); k++)
            CHECK(index[k] == want[k]);
    }
    phk_arena_free(&arena);
}

static void test_inputs(void)
{
    check_inputs("1 + sin(2)*seven", 0, NULL);
    check_inputs("x", 1, (int[]){X});
    check_inputs("time*x + x^2 + sin(x*time) + y", 3, (int[]){X, Y, TIME});
    check_inputs("min(time, x, 1, x, y, x)", 3, (int[]){X, Y, TIME});
    /* what a constant condition rules out is not read */
    check_inputs("if(seven > 5, x, y)", 1, (int[]){X});
    check_inputs("if(seven < 5, min(x, time), y) + 1", 1, (int[]){Y});
    check_inputs("if(seven: time, time, y*time^0)", 1, (int[]){Y});
    check_inputs("if(1, 2, y)", 0, NULL);
    check_inputs("if(x > 0, 2, y)", 2, (int[]){X, Y});
}

static void test_constant(void)
{
    phk_scope scope = world_scope(&world);
    double value = 0;
    CHECK(phk_expr_constant("2*seven + sqrt(4)", (ph_source){0}, &scope, NULL, &value));
    CHECK_NEAR(value, 16, 0);
    CHECK(phk_expr_constant("if(nought == 0, 0, 1/nought)", (ph_source){0}, &scope, NULL, &value));
    CHECK_NEAR(value, 0, 0);
    CHECK(phk_expr_constant("akima(0.5, wavy_data)", (ph_source){0}, &scope, NULL, &value));
    CHECK(phk_expr_constant("3", (ph_source){0}, NULL, NULL, &value));
    CHECK_NEAR(value, 3, 0);
    value = 42;
    CHECK(!phk_expr_constant("x", (ph_source){0}, &scope, NULL, &value));
    CHECK(!phk_expr_constant("1/0", (ph_source){0}, &scope, NULL, &value));
    CHECK(!phk_expr_constant("sqrt(-1)", (ph_source){0}, &scope, NULL, &value));
    CHECK(value == 42);
}

int main(void)
{
    world_create(&world);
    test_values();
    test_derivatives();
    test_second();
    test_nan();
    test_inputs();
    test_constant();
    phk_arena_free(&world.arena);
    return TEST_RESULT();
}
