/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every message of the expression compiler, with the place it points to.
 */
#include "harness.h"
#include "scope.h"

static test_world world;

/* The first error of each text: column and length inside the text, message, hint. */
static const struct {
    const char *text;
    int column, length;
    ph_status code;
    const char *message, *hint;
} first[] = {
    {"", 1, 0, PH_E_SYNTAX, "the expression is empty",
     "write a number or a formula, for example 2*sin(time)"},
    {"  \t", 4, 0, PH_E_SYNTAX, "the expression is empty",
     "write a number or a formula, for example 2*sin(time)"},
    /* words */
    {"x @ 2", 3, 1, PH_E_SYNTAX, "unexpected character `@`", NULL},
    {"x = 2", 3, 1, PH_E_SYNTAX, "unexpected character `=`", "to compare, write =="},
    {"x & y", 3, 1, PH_E_SYNTAX, "unexpected character `&`", "write && or and"},
    {"x | y", 3, 1, PH_E_SYNTAX, "unexpected character `|`", "write || or or"},
    {"x % 2", 3, 1, PH_E_SYNTAX, "unexpected character `%`", "the remainder is mod(a, b)"},
    {"x \x01", 3, 1, PH_E_SYNTAX, "unexpected character `?`", NULL},
    {"1 + 2x", 5, 2, PH_E_SYNTAX, "no operator between number and name in `2x`",
     "write a product with *, for example 2*x"},
    {"1.2.3", 1, 5, PH_E_SYNTAX, "malformed number `1.2.3`", "a number has one decimal point"},
    {"x + 1e", 5, 2, PH_E_SYNTAX, "exponent without digits in `1e`", "write, for example, 1e-3"},
    {"1e-x", 1, 2, PH_E_SYNTAX, "exponent without digits in `1e`", "write, for example, 1e-3"},
    {"x*1e999", 3, 5, PH_E_SYNTAX, "number too large: `1e999`", "the largest is about 1.8e308"},
    {"body. + 1", 1, 5, PH_E_SYNTAX, "nothing follows the dot of `body.`",
     "a name looks like body.pos.x"},
    {". + 1", 1, 1, PH_E_SYNTAX, "unexpected character `.`", NULL},
    /* structure */
    {"x +", 4, 0, PH_E_SYNTAX, "expected a value, but the expression ends", NULL},
    {"* x", 1, 1, PH_E_SYNTAX, "expected a value, found `*`", NULL},
    {"2 * (x + )", 10, 1, PH_E_SYNTAX, "expected a value, found `)`", NULL},
    {"2 * (x + 1", 5, 1, PH_E_SYNTAX, "this `(` is never closed", "add the `)`"},
    {"sin(x", 4, 1, PH_E_SYNTAX, "this `(` is never closed", "add the `)`"},
    {"distance(left, right", 9, 1, PH_E_SYNTAX, "this `(` is never closed", "add the `)`"},
    {"x + 1)", 6, 1, PH_E_SYNTAX, "this `)` has no `(`", NULL},
    {"x y", 3, 1, PH_E_SYNTAX, "expected an operator, found `y`", "write a product with *"},
    {"2 (x)", 3, 1, PH_E_SYNTAX, "expected an operator, found `(`", "write a product with *"},
    {"x, y", 2, 1, PH_E_SYNTAX, "expected an operator, found `,`", NULL},
    {"(x, y)", 3, 1, PH_E_SYNTAX, "expected an operator or `)`, found `,`", NULL},
    {"sin(x y)", 7, 1, PH_E_SYNTAX, "expected `,` or `)`, found `y`", NULL},
    {"max(x,)", 7, 1, PH_E_SYNTAX, "expected a value, found `)`", NULL},
    {"0 < x < 1", 7, 1, PH_E_SYNTAX, "comparisons cannot be chained", "write a < b and b < c"},
    {"1 + not x", 5, 3, PH_E_SYNTAX, "expected a value, found `not`",
     "put parentheses around it: (not a)"},
    {"x and", 6, 0, PH_E_SYNTAX, "expected a value, but the expression ends", NULL},
    /* names */
    {"1 + tme", 5, 3, PH_E_NAME, "unknown name `tme`", "did you mean `time`?"},
    {"body.pos.y*2", 1, 10, PH_E_NAME, "unknown name `body.pos.y`", "did you mean `body.pos.x`?"},
    {"Time", 1, 4, PH_E_NAME, "unknown name `Time`", "did you mean `time`?"},
    {"2*qqqqqqqq", 3, 8, PH_E_NAME, "unknown name `qqqqqqqq`", NULL},
    {"E", 1, 1, PH_E_NAME, "unknown name `E`", "did you mean `e`?"},
    {"2*sin", 3, 3, PH_E_NAME, "`sin` is a function: write sin(x)", NULL},
    {"2*sqr(x)", 3, 3, PH_E_NAME, "unknown function `sqr`", "did you mean `sqrt`?"},
    {"time(x)", 1, 4, PH_E_NAME, "`time` is a value, not a function", "write a product with *"},
    {"pi(x)", 1, 2, PH_E_NAME, "`pi` is a value, not a function", "write a product with *"},
    {"distance(left, rihgt)", 16, 5, PH_E_NAME, "there is no such marker", NULL},
    {"1 + distance(left)", 5, 8, PH_E_TYPE, "distance takes 2 arguments", NULL},
    {"1 + distance()", 5, 8, PH_E_TYPE, "distance takes 2 arguments", NULL},
    {"akima(x, wavey_data)", 10, 10, PH_E_NAME, "there is no table `wavey_data`",
     "did you mean `wavy_data`?"},
    /* arguments */
    {"1 + step(x, 0, 1)", 5, 4, PH_E_TYPE, "step takes 5 arguments: step(x, x0, h0, x1, h1), got 3",
     NULL},
    {"sin()", 1, 3, PH_E_TYPE, "sin takes 1 argument: sin(x), got 0", NULL},
    {"sin(x, y)", 1, 3, PH_E_TYPE, "sin takes 1 argument: sin(x), got 2", NULL},
    {"MAX(x)", 1, 3, PH_E_TYPE, "max takes at least 2 arguments: max(a, b, ...), got 1", NULL},
    {"sign(1,2,3)", 1, 4, PH_E_TYPE, "sign takes 1 to 2 arguments: sign(a[, b]), got 3", NULL},
    {"step(x, 2, 0, 1, 1)", 1, 4, PH_E_RANGE, "step(x, x0, h0, x1, h1): x0 must be smaller than x1",
     NULL},
    {"havsin(x, 1, 0, 1, 1)", 1, 6, PH_E_RANGE,
     "havsin(x, x0, h0, x1, h1): x0 must be smaller than x1", NULL},
    {"sweep(x, 1, 2, 0, 1, 1, 1)", 1, 5, PH_E_RANGE,
     "sweep(x, a, x0, f0, x1, f1, dx): x0 must be smaller than x1", NULL},
    {"sweep(x, 1, 0, 0, 1, 1, 0)", 1, 5, PH_E_RANGE,
     "sweep(x, a, x0, f0, x1, f1, dx): dx must be positive", NULL},
    {"impact(x, y, 0, -1, 1, 1, 1)", 1, 6, PH_E_RANGE,
     "impact(x, v, x1, k, e, cmax, d): k, the stiffness, must not be negative", NULL},
    {"impact(x, y, 0, 1, 0, 1, 1)", 1, 6, PH_E_RANGE,
     "impact(x, v, x1, k, e, cmax, d): e, the exponent, must be positive", NULL},
    {"impact(x, y, 0, 1, 1, -1, 1)", 1, 6, PH_E_RANGE,
     "impact(x, v, x1, k, e, cmax, d): cmax, the damping, must not be negative", NULL},
    {"impact(x, y, 0, 1, 1, 1, 0)", 1, 6, PH_E_RANGE,
     "impact(x, v, x1, k, e, cmax, d): d, the penetration of full damping, must be positive", NULL},
    {"bistop(x, y, 1, 0, 1, 1, 1, 1)", 1, 6, PH_E_RANGE,
     "bistop(x, v, x1, x2, k, e, cmax, d): x1 must be smaller than x2", NULL},
    {"if(x, 1)", 1, 2, PH_E_SYNTAX,
     "an argument of `if` is missing: if(cond, a, b) or if(expr: neg, zero, pos)", NULL},
    {"if(x)", 1, 2, PH_E_SYNTAX,
     "an argument of `if` is missing: if(cond, a, b) or if(expr: neg, zero, pos)", NULL},
    {"if(x: 1, 2)", 1, 2, PH_E_SYNTAX,
     "an argument of `if` is missing: if(cond, a, b) or if(expr: neg, zero, pos)", NULL},
    {"if(x, 1, 2, 3)", 11, 1, PH_E_SYNTAX,
     "`if` has too many arguments: if(cond, a, b) or if(expr: neg, zero, pos)", NULL},
    {"if()", 4, 1, PH_E_SYNTAX, "expected a value, found `)`", NULL},
    {"akima(x)", 1, 5, PH_E_TYPE, "akima takes 2 to 3 arguments: akima(x, table[, order]), got 1",
     NULL},
    {"akispl(x, 0)", 1, 6, PH_E_TYPE,
     "akispl takes 2 to 4 arguments: akispl(x, table) or akispl(x, z, table[, order]), got 2",
     NULL},
    {"akispl(x, 1, wavy_data)", 11, 1, PH_E_RANGE,
     "a table is a curve: its second coordinate z must be 0", NULL},
    {"akispl(x, 0, wavy_data, 3)", 25, 1, PH_E_RANGE, "the order of the derivative is 0, 1 or 2",
     NULL},
    {"akima(x, wavy_data, 1, 2)", 1, 5, PH_E_TYPE,
     "akima takes 2 to 3 arguments: akima(x, table[, order]), got 4", NULL},
    {"akima(x, 3)", 10, 1, PH_E_SYNTAX, "expected the name of a table, found `3`", NULL},
    {"akispl(x, y, wavy_data)", 11, 1, PH_E_RANGE,
     "a table is a curve: its second coordinate z must be 0", NULL},
    {"akispl(x, sheet)", 1, 6, PH_E_TYPE,
     "the table is a surface: write akispl(x, z, table) or cubspl", NULL},
    {"akima(x, sheet)", 1, 5, PH_E_TYPE,
     "the table is a surface: write akispl(x, z, table) or cubspl", NULL},
    {"akispl(x, space)", 11, 5, PH_E_NAME, "there is no table `space`", NULL},
    {"curve(x, 0, 1, wavy_data)", 16, 9, PH_E_NAME, "there is no curve `wavy_data`", NULL},
    {"curve(x, 3, 1, space)", 10, 1, PH_E_RANGE, "the order of the derivative is 0, 1 or 2", NULL},
    {"curve(x, 0, 4, space)", 13, 1, PH_E_RANGE, "the component is 1, 2 or 3: x, y or z", NULL},
    {"curve(x, 0)", 1, 5, PH_E_TYPE,
     "curve takes 4 arguments: curve(u, order, component, curve), got 2", NULL},
    {"x/0", 2, 1, PH_E_RANGE, "division by zero", NULL},
    {"x/(seven - 7)", 2, 1, PH_E_RANGE, "division by zero", NULL},
};

static void test_first(void)
{
    phk_scope scope = world_scope(&world);
    for (size_t k = 0; k < sizeof first / sizeof *first; k++) {
        phk_arena arena = {0};
        ph_diag *diag = ph_diag_create();
        ph_source where = {"m.yaml", 7, 21, 99};
        int failed = harness_failed;
        CHECK(!phk_expr_compile(&arena, first[k].text, where, &scope, diag));
        CHECK(ph_diag_errors(diag) == 1);
        const ph_diagnostic *d = ph_diag_get(diag, 0);
        if (d) {
            CHECK_TEXT(d->message, first[k].message);
            CHECK(d->code == first[k].code);
            CHECK(d->where.line == 7);
            CHECK_NEAR(d->where.column, 20 + first[k].column, 0);
            CHECK_NEAR(d->where.length, first[k].length ? first[k].length : 99, 0);
            CHECK(!d->hint == !first[k].hint);
            if (first[k].hint) CHECK_TEXT(d->hint, first[k].hint);
        }
        if (harness_failed > failed) printf("  %s\n", first[k].text);
        ph_diag_free(diag);
        phk_arena_free(&arena);
    }
}

/* Wrong names and arguments do not hide one another. */
static void test_several(void)
{
    phk_arena arena = {0};
    phk_scope scope = world_scope(&world);
    ph_diag *diag = ph_diag_create();
    const char *text = "foo + sin(tme) + step(x) * (qqqq + seven/nought) / zzzz";
    CHECK(!phk_expr_compile(&arena, text, (ph_source){"m", 1, 1, 0}, &scope, diag));
    CHECK(ph_diag_count(diag) == 6);
    static const char *const messages[] = {
        "unknown name `foo`",
        "unknown name `tme`",
        "step takes 5 arguments: step(x, x0, h0, x1, h1), got 1",
        "unknown name `qqqq`",
        "division by zero",
        "unknown name `zzzz`",
    };
    for (int k = 0; k < 6 && k < ph_diag_count(diag); k++)
        CHECK_TEXT(ph_diag_get(diag, k)->message, messages[k]);
    /* a formula of mistakes only: the list ends */
    char many[4000] = "q0";
    for (int k = 1; k < 400; k++) strcat(many, "+qq");
    ph_diag_clear(diag);
    CHECK(!phk_expr_compile(&arena, many, (ph_source){"m", 1, 1, 0}, &scope, diag));
    CHECK(ph_diag_errors(diag) == 20);
    /* without a file the message itself says where */
    ph_diag_clear(diag);
    CHECK(!phk_expr_compile(&arena, "1 + tme", (ph_source){0}, &scope, diag));
    CHECK_TEXT(ph_diag_get(diag, 0)->message, "unknown name `tme` (column 5 of the expression)");
    /* nobody listens, nobody knows anything */
    CHECK(!phk_expr_compile(&arena, "1 + tme(", (ph_source){0}, NULL, NULL));
    CHECK(!phk_expr_compile(&arena, "f(x) + y", (ph_source){0}, NULL, NULL));
    phk_scope empty = {0};
    CHECK(!phk_expr_compile(&arena, "f(x) + y + akima(1, t)", (ph_source){0}, &empty, NULL));
    ph_diag_free(diag);
    phk_arena_free(&arena);
}

static void test_constants(void)
{
    static const struct {
        const char *text;
        int column;
        const char *message;
    } wrong[] = {
        {"2*time", 3, "a constant is needed here, but `time` varies"},
        {"1 + distance(left, right)", 5, "a constant is needed here, but `distance` varies"},
        {"3 + 1/0", 6, "division by zero"},
        {"3 + seven/(2-2)", 10, "division by zero"},
        {"1/(1/0)", 5, "division by zero"},
        {"2*sqrt(-4)", 3, "the value is not a number"},
        {"1 + exp(1000)", 5, "the value is infinite"},
        {"1e308*10", 6, "the value is infinite"},
        {"(-8)^(1/3)", 5, "the value is not a number"},
        {"if(1, 1/0, 2)", 8, "the value is infinite"},
        {"if(sqrt(-1), 1, 2)", 4, "the value is not a number"},
        {"tme", 1, "unknown name `tme`"},
    };
    phk_scope scope = world_scope(&world);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        ph_diag *diag = ph_diag_create();
        double value = 42;
        int failed = harness_failed;
        CHECK(!phk_expr_constant(wrong[k].text, (ph_source){"m", 1, 1, 0}, &scope, diag, &value));
        CHECK(value == 42);
        const ph_diagnostic *d = ph_diag_get(diag, 0);
        CHECK(d);
        if (d) {
            CHECK_TEXT(d->message, wrong[k].message);
            CHECK_NEAR(d->where.column, wrong[k].column, 0);
        }
        if (harness_failed > failed) printf("  %s\n", wrong[k].text);
        ph_diag_free(diag);
    }
}

int main(void)
{
    world_create(&world);
    test_first();
    test_several();
    test_constants();
    phk_arena_free(&world.arena);
    return TEST_RESULT();
}
