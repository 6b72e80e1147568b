/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The elementary functions, and how the library is searched. Derivatives at a kink or a jump are
 * those of one side or 0, never NaN, so that a Newton iteration that lands there goes on.
 */
#include "expr/function.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "expr/lex.h"

/* y = VALUE, dy/da = SLOPE and its derivative BEND as formulas of a (and y). */
#define UNARY(id, VALUE, SLOPE, BEND)                                                              \
    static double id##_value(const double *x, int n)                                               \
    {                                                                                              \
        double a = x[0];                                                                           \
        (void)n;                                                                                   \
        return VALUE;                                                                              \
    }                                                                                              \
    static void id##_partial(const double *x, int n, double y, double *d)                          \
    {                                                                                              \
        double a = x[0];                                                                           \
        (void)n, (void)a, (void)y;                                                                 \
        d[0] = SLOPE;                                                                              \
    }                                                                                              \
    static double id##_bend(const double *x, int n, double y, const double *u)                     \
    {                                                                                              \
        double a = x[0];                                                                           \
        (void)n, (void)a, (void)y;                                                                 \
        return phk_flow(u[0] * u[0], BEND);                                                        \
    }

UNARY(abs, fabs(a), (a > 0) - (a < 0), 0)
UNARY(aint, trunc(a), 0, 0)
UNARY(round, round(a), 0, 0)
UNARY(floor, floor(a), 0, 0)
UNARY(ceil, ceil(a), 0, 0)
UNARY(sqrt, sqrt(a), 0.5 / y, -0.25 / (a * y))
UNARY(exp, exp(a), y, y)
UNARY(log, log(a), 1 / a, -1 / a / a)
UNARY(log10, log10(a), 0.43429448190325182765 / a, -0.43429448190325182765 / a / a)
UNARY(sin, sin(a), cos(a), -y)
UNARY(cos, cos(a), -sin(a), -y)
UNARY(tan, tan(a), 1 + y * y, 2 * y * (1 + y * y))
UNARY(asin, asin(a), 1 / sqrt((1 - a) * (1 + a)), a *pow((1 - a) * (1 + a), -1.5))
UNARY(acos, acos(a), -1 / sqrt((1 - a) * (1 + a)), -a *pow((1 - a) * (1 + a), -1.5))
UNARY(atan, atan(a), 1 / (1 + a * a), -2 * a / (1 + a * a) / (1 + a * a))
UNARY(sinh, sinh(a), cosh(a), y)
UNARY(cosh, cosh(a), sinh(a), y)
UNARY(tanh, tanh(a), 1 / (cosh(a) * cosh(a)), -2 * y / cosh(a) / cosh(a))
UNARY(asinh, asinh(a), 1 / hypot(1, a), -a *pow(hypot(1, a), -3))
UNARY(acosh, acosh(a), 1 / sqrt((a - 1) * (a + 1)), -a *pow((a - 1) * (a + 1), -1.5))
UNARY(atanh, atanh(a), 1 / ((1 - a) * (1 + a)), 2 * a * pow((1 - a) * (1 + a), -2))

/* Constant from one whole number to the next. */
#define STAIRS(id, VALUE)                                                                          \
    static phk_line id##_corners(const phk_line *x, int n, phk_ahead *ahead)                       \
    {                                                                                              \
        (void)n;                                                                                   \
        return phk_line_constant(VALUE);                                                           \
    }
STAIRS(aint, phk_ahead_whole(ahead, x[0], PHK_JUMP))
STAIRS(floor, phk_ahead_floor(ahead, x[0], PHK_JUMP))
STAIRS(ceil, phk_ahead_floor(ahead, x[0], PHK_JUMP) + 1)
STAIRS(round, phk_ahead_floor(ahead, phk_line_plus(x[0], 0.5), PHK_JUMP))

static phk_line abs_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    (void)n;
    return phk_line_times(x[0], phk_ahead_sign(ahead, x[0], PHK_KINK));
}

/* sign(x): -1, 0, 1. sign(a, b): |a| with the sign of b, as in FORTRAN. */
static double sign_value(const double *x, int n)
{
    if (n == 1) return isnan(x[0]) ? x[0] : (x[0] > 0) - (x[0] < 0);
    if (isnan(x[1])) return x[1];
    return x[1] < 0 ? -fabs(x[0]) : fabs(x[0]);
}

static void sign_partial(const double *x, int n, double y, double *d)
{
    (void)y;
    d[0] = n == 1 ? 0 : ((x[0] > 0) - (x[0] < 0)) * (x[1] < 0 ? -1 : 1);
    if (n == 2) d[1] = 0;
}

static phk_line sign_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    if (n == 1) return phk_line_constant(phk_ahead_sign(ahead, x[0], PHK_JUMP));
    double side = phk_ahead_sign(ahead, x[1], PHK_JUMP);
    return phk_line_times(abs_corners(x, 1, ahead), side < 0 ? -1 : side >= 0 ? 1 : NAN);
}

/* Index of the smallest (s = 1) or largest (s = -1) argument; a NaN wins. */
static int extreme(const double *x, int n, double s)
{
    int best = 0;
    for (int k = 1; k < n && !isnan(x[best]); k++)
        if (s * x[k] < s * x[best] || isnan(x[k])) best = k;
    return best;
}

static void pick(int n, int chosen, double *d)
{
    for (int k = 0; k < n; k++) d[k] = k == chosen;
}

static double min_value(const double *x, int n)
{
    return x[extreme(x, n, 1)];
}
static void min_partial(const double *x, int n, double y, double *d)
{
    (void)y;
    pick(n, extreme(x, n, 1), d);
}
static double max_value(const double *x, int n)
{
    return x[extreme(x, n, -1)];
}
static void max_partial(const double *x, int n, double y, double *d)
{
    (void)y;
    pick(n, extreme(x, n, -1), d);
}

/* Only where the one that is chosen meets another there is a corner. */
static phk_line extreme_corners(const phk_line *x, int n, double s, phk_ahead *ahead)
{
    phk_line best = phk_line_unknown();
    bool known = true;
    for (int k = 0; k < n; k++) {
        phk_ahead unused = *ahead;
        known &= !isnan(x[k].a);
        double side = phk_ahead_sign(&unused, phk_line_sum(x[k], -1, best), PHK_KINK);
        if (isnan(best.a) || s * side < 0) best = x[k];
    }
    for (int k = 0; k < n; k++) phk_ahead_sign(ahead, phk_line_sum(x[k], -1, best), PHK_KINK);
    return known ? best : phk_line_unknown();
}
static phk_line min_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    return extreme_corners(x, n, 1, ahead);
}
static phk_line max_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    return extreme_corners(x, n, -1, ahead);
}

static double mod_value(const double *x, int n)
{
    (void)n;
    return fmod(x[0], x[1]);
}
static void mod_partial(const double *x, int n, double y, double *d)
{
    (void)n;
    d[0] = 1;
    d[1] = -round((x[0] - y) / x[1]);
}

static phk_line mod_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    (void)n;
    double b = phk_line_value(x[1]);
    double times = phk_ahead_whole(ahead, phk_line_times(x[0], 1 / b), PHK_JUMP);
    return phk_line_plus(x[0], -b * times);
}

static double dim_value(const double *x, int n)
{
    (void)n;
    return x[0] <= x[1] ? 0 : x[0] - x[1];
}
static void dim_partial(const double *x, int n, double y, double *d)
{
    (void)n;
    (void)y;
    d[0] = x[0] > x[1];
    d[1] = -d[0];
}

static phk_line dim_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    (void)n;
    phk_line d = phk_line_sum(x[0], -1, x[1]);
    double side = phk_ahead_sign(ahead, d, PHK_KINK);
    return phk_line_times(d, side > 0 ? 1 : side <= 0 ? 0 : NAN);
}

static double atan2_value(const double *x, int n)
{
    (void)n;
    return atan2(x[0], x[1]);
}
static void atan2_partial(const double *x, int n, double y, double *d)
{
    (void)n;
    (void)y;
    /* divided twice, so that no square overflows or vanishes */
    double r = hypot(x[0], x[1]);
    d[0] = r > 0 ? x[1] / r / r : 0;
    d[1] = r > 0 ? -(x[0] / r / r) : 0;
}
/* by the rates along and across the radius */
static double atan2_bend(const double *x, int n, double y, const double *u)
{
    (void)n;
    (void)y;
    double r = hypot(x[0], x[1]);
    if (!(r > 0)) return 0;
    double s = x[0] / r, c = x[1] / r;
    return -2 * ((c * u[1] + s * u[0]) / r) * ((c * u[0] - s * u[1]) / r);
}

/* It jumps by a turn where y passes through 0 while x is negative. */
static phk_line atan2_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    (void)n;
    double zero = phk_line_when(x[0], 0);
    if (phk_line_value(x[0]) == 0) phk_ahead_sign(ahead, x[1], PHK_JUMP);
    if (x[1].a * zero + x[1].b <= 0) phk_ahead_note(ahead, x[0], 0, PHK_JUMP);
    return phk_line_unknown();
}

/* The angle nearest to x[1] that differs from x[0] by whole turns. */
static double unwrap_value(const double *x, int n)
{
    (void)n;
    double turn = 6.28318530717958647693;
    return x[0] + turn * nearbyint((x[1] - x[0]) / turn);
}
static void unwrap_partial(const double *x, int n, double y, double *d)
{
    (void)x, (void)n, (void)y;
    d[0] = 1;
    d[1] = 0;
}

static phk_line unwrap_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    (void)n;
    double turn = 6.28318530717958647693;
    phk_line off = phk_line_times(phk_line_sum(x[1], -1, x[0]), 1 / turn);
    double turns = phk_ahead_floor(ahead, phk_line_plus(off, 0.5), PHK_JUMP);
    return phk_line_plus(x[0], turn * turns);
}

static double hypot_value(const double *x, int n)
{
    (void)n;
    return hypot(x[0], x[1]);
}
static void hypot_partial(const double *x, int n, double y, double *d)
{
    (void)n;
    d[0] = y > 0 ? x[0] / y : 0;
    d[1] = y > 0 ? x[1] / y : 0;
}
static double hypot_bend(const double *x, int n, double y, const double *u)
{
    (void)n;
    double across = y > 0 ? x[0] / y * u[1] - x[1] / y * u[0] : 0;
    return y > 0 ? across * across / y : 0;
}

/* The way through the origin has a corner there. */
static phk_line hypot_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    (void)n;
    phk_line one = x[x[0].a == 0], other = x[x[0].a != 0];
    double zero = phk_line_when(one, 0), left = other.a * zero + other.b;
    if (fabs(left) <= fabs(other.a) * phk_line_blur(one, 0))
        phk_ahead_note(ahead, one, 0, PHK_KINK);
    return phk_line_unknown();
}

static double pow_value(const double *x, int n)
{
    (void)n;
    return pow(x[0], x[1]);
}
static void pow_partial(const double *x, int n, double y, double *d)
{
    (void)n;
    /* 0^b is 0 for every b > 0; below 0 a power exists at whole exponents only */
    d[0] = x[1] == 0 ? 0 : x[1] * pow(x[0], x[1] - 1);
    d[1] = x[0] == 0 && x[1] >= 0 ? 0 : y * log(x[0]);
}
double phk_power_bend(double a, double b, double da, double db)
{
    /* by a twice, by both, by b twice; the last two matter to a moving exponent alone */
    double bend = phk_flow(da * da, b == 0 || b == 1 ? 0 : b * (b - 1) * pow(a, b - 2));
    if (db == 0 || (a == 0 && b > 1)) return bend;
    double by_both = pow(a, b - 1) * (1 + phk_flow(b, log(a)));
    double by_b = a == 0 && b >= 0 ? 0 : pow(a, b) * log(a) * log(a);
    return bend + phk_flow(2 * da * db, by_both) + phk_flow(db * db, by_b);
}
static double pow_bend(const double *x, int n, double y, const double *u)
{
    (void)n;
    (void)y;
    return phk_power_bend(x[0], x[1], u[0], u[1]);
}

#define PLAIN(text, id, n0, n1, bends, pieces, help)                                               \
    {                                                                                              \
        .info = {text, help}, .least = n0, .most = n1, .value = id##_value,                        \
        .partial = id##_partial, .bend = bends, .form = PHK_FORM_PLAIN, .corners = pieces          \
    }
#define SMOOTH(text, id, n0, n1, help) PLAIN(text, id, n0, n1, id##_bend, NULL, help)
#define PIECES(text, id, n0, n1, help) PLAIN(text, id, n0, n1, id##_bend, id##_corners, help)
#define LINEAR(text, id, n0, n1, help) PLAIN(text, id, n0, n1, NULL, id##_corners, help)

const phk_function phk_functions_plain[] = {
    PIECES("abs(x)", abs, 1, 1, "absolute value"),
    LINEAR("sign(a[, b])", sign, 1, 2, "-1, 0 or 1 as a; with b: |a| with the sign of b"),
    LINEAR("min(a, b, ...)", min, 2, PHK_ARGUMENTS, "smallest"),
    LINEAR("max(a, b, ...)", max, 2, PHK_ARGUMENTS, "largest"),
    LINEAR("mod(a, b)", mod, 2, 2, "a - b aint(a/b): the remainder, with the sign of a"),
    LINEAR("dim(a, b)", dim, 2, 2, "a - b where that is positive, else 0"),
    PIECES("aint(x)", aint, 1, 1, "whole part: rounded towards 0"),
    PIECES("anint(x)", round, 1, 1, "nearest whole number, halves away from 0"),
    PIECES("round(x)", round, 1, 1, "nearest whole number, halves away from 0"),
    PIECES("floor(x)", floor, 1, 1, "largest whole number not above x"),
    PIECES("ceil(x)", ceil, 1, 1, "smallest whole number not below x"),
    SMOOTH("sqrt(x)", sqrt, 1, 1, "square root"),
    PIECES("hypot(a, b)", hypot, 2, 2, "sqrt(a^2 + b^2)"),
    SMOOTH("pow(a, b)", pow, 2, 2, "a^b"),
    SMOOTH("exp(x)", exp, 1, 1, "e^x"),
    SMOOTH("log(x)", log, 1, 1, "natural logarithm"),
    SMOOTH("log10(x)", log10, 1, 1, "decimal logarithm"),
    SMOOTH("sin(x)", sin, 1, 1, "sine of an angle in radians"),
    SMOOTH("cos(x)", cos, 1, 1, "cosine"),
    SMOOTH("tan(x)", tan, 1, 1, "tangent"),
    SMOOTH("asin(x)", asin, 1, 1, "arc sine, -pi/2 to pi/2"),
    SMOOTH("acos(x)", acos, 1, 1, "arc cosine, 0 to pi"),
    SMOOTH("atan(x)", atan, 1, 1, "arc tangent, -pi/2 to pi/2"),
    PIECES("atan2(y, x)", atan2, 2, 2, "angle of the point (x, y), -pi to pi"),
    LINEAR("unwrap(a, b)", unwrap, 2, 2,
           "the angle a with as many whole turns as bring it next to b"),
    SMOOTH("sinh(x)", sinh, 1, 1, "hyperbolic sine"),
    SMOOTH("cosh(x)", cosh, 1, 1, "hyperbolic cosine"),
    SMOOTH("tanh(x)", tanh, 1, 1, "hyperbolic tangent"),
    SMOOTH("asinh(x)", asinh, 1, 1, "inverse hyperbolic sine"),
    SMOOTH("acosh(x)", acosh, 1, 1, "inverse hyperbolic cosine"),
    SMOOTH("atanh(x)", atanh, 1, 1, "inverse hyperbolic tangent"),
    {.info = {"if(cond, a, b) or if(expr: neg, zero, pos)",
              "a where cond is not 0, else b; or by the sign of expr; only the chosen one is "
              "evaluated"},
     .least = 3,
     .most = 4,
     .form = PHK_FORM_IF},
    {.info = {NULL, NULL}},
};

static const phk_constant constants[] = {
    {{"pi", "3.14159..."}, 3.14159265358979323846, 0},
    {{"e", "2.71828..., unless the model defines e"}, 2.71828182845904523536, 1},
    {{"rtod", "180/pi: radians to degrees"}, 57.295779513082320877, 0},
    {{"dtor", "pi/180: degrees to radians; 30D is 30*dtor"}, 0.017453292519943295769, 0},
};
enum { CONSTANTS = sizeof constants / sizeof *constants };

/* For the manual alone: the parser knows these by itself. Weakest binding first. */
static const ph_function_info operators[] = {
    {"a or b", "1 where a or b is not 0, else 0; also ||"},
    {"a and b", "1 where neither a nor b is 0, else 0; also &&"},
    {"not a", "1 where a is 0, else 0; also !"},
    {"a < b", "1 where true, else 0; also <= > >= == !="},
    {"a + b", "sum; a - b difference"},
    {"a * b", "product; a / b quotient"},
    {"-a", "binds weaker than a power: -2^2 is -4"},
    {"a ^ b", "power, also a ** b; a^b^c is a^(b^c)"},
};
enum { OPERATORS = sizeof operators / sizeof *operators };

/* The function at an index, in the order of ph_function_get; NULL behind the last one. */
static const phk_function *function_at(int index)
{
    static const phk_function *const group[] = {phk_functions_plain, phk_functions_adams,
                                                phk_functions_contact};
    for (int g = 0; g < 3; g++)
        for (const phk_function *f = group[g]; f->info.signature; f++)
            if (index-- == 0) return f;
    return NULL;
}

static int functions(void)
{
    int count = 0;
    while (function_at(count)) count++;
    return count;
}

size_t phk_function_name(const phk_function *f)
{
    return strcspn(f->info.signature, "(");
}

const phk_function *phk_function_find(const char *name, size_t length)
{
    const phk_function *f;
    for (int k = 0; (f = function_at(k)); k++)
        if (phk_same_words(f->info.signature, phk_function_name(f), name, length)) return f;
    return NULL;
}

const phk_constant *phk_constant_find(const char *name, size_t length)
{
    for (int k = 0; k < CONSTANTS; k++) {
        const char *word = constants[k].info.signature;
        if (!phk_same_words(word, strlen(word), name, length)) continue;
        if (!constants[k].exact || memcmp(word, name, length) == 0) return &constants[k];
    }
    return NULL;
}

void phk_library_offer(void (*candidate)(void *cookie, const char *name), void *cookie)
{
    const phk_function *f;
    for (int k = 0; (f = function_at(k)); k++) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)phk_function_name(f), f->info.signature);
        candidate(cookie, name);
    }
    for (int k = 0; k < CONSTANTS; k++) candidate(cookie, constants[k].info.signature);
}

int ph_function_count(void)
{
    return functions() + CONSTANTS + OPERATORS;
}

const ph_function_info *ph_function_get(int index)
{
    const phk_function *f = index < 0 ? NULL : function_at(index);
    if (f) return &f->info;
    int k = index - functions();
    if (k < 0 || k >= CONSTANTS + OPERATORS) return NULL;
    return k < CONSTANTS ? &constants[k].info : &operators[k - CONSTANTS];
}
