/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Corners and jumps ahead in time, as expressions tell them: each function of the library that has
 * any, nested ones, those that are none, and expressions made to confuse.
 */
#include <stdarg.h>
#include "../../harness.h"
#include "expr/tape_ahead.h"
#include "scope.h"

enum { TIME = 10, MOST = 40, WORK = 3000, TABLE = 1000 };

/* One that knows a table of so many points besides. */
typedef struct {
    test_world world;
    const phk_spline *many, *round;
} tables;

static const phk_spline *find_table(void *self, phk_span name)
{
    const tables *t = self;
    if (is(name, "many")) return t->many;
    return is(name, "round") ? t->round : test_table(self, name);
}

static const phk_tape *compile(tables *t, const char *text)
{
    phk_scope scope = world_scope(&t->world);
    scope.self = t;
    scope.table = find_table;
    const phk_tape *tape = phk_expr_compile(&t->world.arena, text, (ph_source){0}, &scope, NULL);
    CHECK(tape != NULL);
    if (!tape) printf("  %s\n", text);
    CHECK(tape == NULL || phk_tape_lines(tape) < WORK);
    return tape;
}

/* The first corners from `from` on, with their orders; x and the others are not known. */
static int corners(tables *t, const char *text, double from, double to, phk_ahead *found)
{
    static phk_line work[WORK];
    phk_line input[INPUTS];
    const phk_tape *tape = compile(t, text);
    int n = 0;
    for (int k = 0; k < INPUTS; k++) input[k] = phk_line_unknown();
    input[TIME] = phk_line_time();
    for (double at = from; tape && n < MOST; at = found[n++].next) {
        found[n] = phk_ahead_from(at);
        phk_tape_ahead(tape, input, work, &found[n]);
        CHECK(found[n].next > at);
        if (found[n].next > to) break;
        CHECK(found[n].order < PHK_SMOOTH && found[n].blur >= 0 && found[n].blur < 1e-8);
    }
    return n;
}

/* Between -5 and 5: so many, of this order if they are all of one (else -1), and when. */
static void expect(tables *t, const char *text, int order, int count, ...)
{
    phk_ahead found[MOST + 1];
    int n = corners(t, text, -5.000001, 5, found), wrong = n != count;
    va_list list;
    va_start(list, count);
    for (int k = 0; k < count; k++) {
        double want = va_arg(list, double);
        if (k < n && (fabs(found[k].next - want) > 1e-14 * fabs(want) + found[k].blur ||
                      (order >= 0 && found[k].order != order)))
            wrong = 1;
    }
    va_end(list);
    CHECK(!wrong);
    if (!wrong) return;
    printf("  of %s:", text);
    for (int k = 0; k < n; k++) printf(" %.17g (%d)", found[k].next, found[k].order);
    printf("\n");
}

static void comparisons(tables *t)
{
    expect(t, "if(time < 1, 0, 5)", 0, 1, 1.0);
    expect(t, "3 <= 2*time", 0, 1, 1.5);
    expect(t, "time == -2", 0, 1, -2.0);
    expect(t, "time != 0", 0, 1, 0.0);
    expect(t, "if(1 - time/4 > time - 3*x*0, 1, 2)", 0, 0); /* x is not known */
    expect(t, "if(1 - time/4 > time, 1, 2)", 0, 1, 0.8);
    expect(t, "if(time - 2: 1, 2, 3)", 0, 1, 2.0);
    /* the expression tells where it would be, whatever is on its sides */
    expect(t, "if(time > 1 and time < 2, 3, 4)", 0, 2, 1.0, 2.0);
    expect(t, "not (time > 1 or x > 2)", 0, 1, 1.0);
    /* constants are no corners */
    expect(t, "if(seven > 3, 1, time)", 0, 0);
    expect(t, "if(time - time < 1, 1, 2)", 0, 0);
    expect(t, "if(0*time < 1, 1, 2)", 0, 0);
}

static void nested(tables *t)
{
    /* the side that is not taken has none */
    expect(t, "if(time < 1, 0, if(time < -2, 1, 2))", 0, 1, 1.0);
    expect(t, "if(time < 1, 0, if(time < 2, 1, 2))", 0, 2, 1.0, 2.0);
    expect(t, "if(time < 4.6, 0, mod(time, 0.25))", 0, 3, 4.6, 4.75, 5.0);
    /* both sides of one that is not known */
    expect(t, "if(x < 1, abs(time - 1), abs(time - 2))", 1, 2, 1.0, 2.0);
    /* conditions made of pieces */
    expect(t, "if(if(time < 1, 2, time) < 1.5, 1, 0)", 0, 2, 1.0, 1.5);
    expect(t, "if(abs(time) < 1.5, 1, 0)", -1, 3, -1.5, 0.0, 1.5);
    expect(t, "if(max(time - 1, 0) < 2, 1, 0)", -1, 2, 1.0, 3.0);
    expect(t, "if(linear(time, wavy_data) > 1, 1, 0)", -1, 10, -1.5, -0.25, 0.0, 0.5, 1.0, 1.375,
           1.5, 2.25, 3.0, 4.0);
}

static void pieces(tables *t)
{
    expect(t, "abs(2*time - 3)", 1, 1, 1.5);
    expect(t, "sign(time + 1)", 0, 1, -1.0);
    expect(t, "sign(time - 4, 1 - time)", -1, 2, 1.0, 4.0);
    expect(t, "min(time, 2, 3 - time)", 1, 1, 1.5);
    expect(t, "max(time, 2, x)", 1, 1, 2.0);
    expect(t, "max(-3, time, 2*time - 1)", 1, 2, -3.0, 1.0);
    expect(t, "dim(time, 2)", 1, 1, 2.0);
    expect(t, "dim(2, time)", 1, 1, 2.0);
    expect(t, "hypot(time - 1, 0) + hypot(time, time - 1)", 1, 1, 1.0);
    expect(t, "hypot(2*time - 2, 1 - time)", 1, 1, 1.0);
    expect(t, "atan2(time - 1, -2) + atan2(time, 2)", 0, 1, 1.0);
    expect(t, "atan2(0, time - 1)", 0, 1, 1.0);
    expect(t, "poly(time, 1, 2, 3) < 5", 0, 1, 2.0);
    expect(t, "sin(time) + time^2 + exp(time)*sqrt(7 + time)", 0, 0);
}

/* A kink of what stands on the edge of a jump is a jump; a constant stands wherever it likes. */
static void edges(tables *t)
{
    static const char *const yes[] = {"sign(max(time - 1, 0))", "if(dim(time, 1) > 0, 1, 2)",
                                      "floor(max(time, 1))", "if(min(time, 1) < 1, 1, 2)",
                                      "sign(time - 1 + abs(time - 1))"};
    static const char *const no[] = {"max(time - 1, 0)*sign(nought)", "abs(time - 1) + (1 < b)",
                                     "max(max(time - 1, 0), 0)", "sign(max(time - 1, 0) + 2)"};
    phk_ahead found[MOST + 1];
    for (int k = 0; k < 9; k++) {
        const char *text = k < 5 ? yes[k] : no[k - 5];
        bool jumps = k < 5;
        CHECK(corners(t, text, 0, 5, found) >= 1);
        CHECK_NEAR(found[0].next, 1, 1e-14);
        CHECK((found[0].edge == PHK_JUMP || found[0].order == PHK_JUMP) == jumps);
        if ((found[0].edge != PHK_JUMP && found[0].order != PHK_JUMP) == jumps)
            printf("  of %s\n", text);
    }
}

static void stairs(tables *t)
{
    expect(t, "floor(time/2)", 0, 5, -4.0, -2.0, 0.0, 2.0, 4.0);
    expect(t, "ceil(-time/2)", 0, 5, -4.0, -2.0, 0.0, 2.0, 4.0);
    expect(t, "aint(time/2)", 0, 4, -4.0, -2.0, 2.0, 4.0);
    expect(t, "aint(-time/2)", 0, 4, -4.0, -2.0, 2.0, 4.0);
    expect(t, "anint(time/2)", 0, 6, -5.0, -3.0, -1.0, 1.0, 3.0, 5.0);
    expect(t, "mod(time, 2)", 0, 4, -4.0, -2.0, 2.0, 4.0);
    expect(t, "mod(-time, -2)", 0, 4, -4.0, -2.0, 2.0, 4.0);
    expect(t, "unwrap(2*pi*time/4, 0)", 0, 2, -2.0, 2.0);
    /* what is made of them */
    expect(t, "if(mod(time + 10, 4) < 1, 1, 0)", 0, 5, -5.0, -2.0, -1.0, 2.0, 3.0);
    expect(t, "if(floor(time/2) < 1, 1, 0)", 0, 5, -4.0, -2.0, 0.0, 2.0, 4.0);
    expect(t, "step(mod(time, 3), 1, 0, 2, 1)", -1, 6, -3.0, 1.0, 2.0, 3.0, 4.0, 5.0);
    /* tenths are no numbers of base 2: each is there once, wherever it is rounded to */
    phk_ahead found[MOST + 1];
    CHECK(corners(t, "if(mod(time, 0.3) < 0.1, 1, 0)", 0, 5.95, found) == 39);
    for (int k = 0; k < 39; k++)
        CHECK_NEAR(found[k].next, k % 2 ? 0.3 * (k / 2 + 1) : 0.1 + 0.3 * (k / 2), 2e-15);
}

static void adams(tables *t)
{
    expect(t, "step(time, 1, 0, 2, 5)", 2, 2, 1.0, 2.0);
    expect(t, "step5(-2*time, 1, 0, 2, x)", 3, 2, -1.0, -0.5);
    expect(t, "havsin(time, 1, 0, 2, 5) + haversin(time, 2, 0, 3, 5)", 2, 3, 1.0, 2.0, 3.0);
    expect(t, "if(step(time, 1, 0, 2, 5) > 3, 1, 2)", 2, 2, 1.0, 2.0);
    expect(t, "if(step(time, 1, 4, 2, 5) > time, 1, 2)", -1, 3, 1.0, 2.0, 5.0);
    expect(t, "sweep(time, 3, 1, 10, 2, 20, 0.5)", -1, 4, 0.0, 0.5, 1.0, 2.0);
    expect(t, "impact(time, 1, 2, 1e3, 2.2, 10, 0.5)", 2, 2, 1.5, 2.0);
    expect(t, "impact(-time, -1, 2, 1e3, 1, 10, 0.5)", -1, 2, -2.0, -1.5);
    expect(t, "bistop(time, 1, -2, 2, 1e3, 2.2, 10, 0.5)", 2, 4, -2.5, -2.0, 2.0, 2.5);
    expect(t, "impact(x, time, 2, 1e3, 2.2, 10, 0.5)", 2, 0);
}

static void splines(tables *t)
{
    /* points in line are none; the cubic through points of a cubic has none but at its ends */
    expect(t, "linear(time, cubic_data)", 1, 3, 0.0, 0.5, 2.0);
    expect(t, "linear(1 - time, cubic_data, 1)", 0, 3, -1.0, 0.5, 1.0);
    expect(t, "akima(time, cubic_data)", 2, 5, -1.0, 0.0, 0.5, 2.0, 2.75);
    expect(t, "cubic(time, cubic_data)", 2, 2, -1.0, 2.75);
    expect(t, "cubic(time, cubic_data, 1)", 1, 2, -1.0, 2.75);
    expect(t, "cubic(time, cubic_data, 2)", 0, 2, -1.0, 2.75);
    expect(t, "cubic(time, wavy_data)", -1, 8, -2.0, -1.5, -0.25, 0.0, 1.0, 1.5, 3.0, 4.0);
    expect(t, "cubic(x, wavy_data)", -1, 0);
    expect(t, "cubspl(time, 0, cubic_data)", 2, 2, -1.0, 2.75);
    expect(t, "cubspl(time, 2, sheet)", 3, 5, -1.0, 0.0, 0.5, 2.0, 2.75);
    expect(t, "cubspl(x, time, sheet)", 1, 1, 1.0);
    /* a closed polygon, once round while the parameter grows by 2: corners at each of its points */
    phk_ahead found[MOST + 1];
    CHECK(corners(t, "curve(time, 0, 1, round)", -5.1, 5.1, found) == 21);
    for (int k = 0; k < 21; k++) CHECK(found[k].next == -5 + 0.5 * k && found[k].order == 1);
}

/* Ten thousand points: those of a straight line count once, those of a pulse are all there. */
static void long_tables(tables *t)
{
    phk_ahead found[MOST + 1];
    int n = corners(t, "linear(time, many)", 0, 10, found);
    CHECK(n == 5);
    static const double want[] = {3.00, 3.01, 3.02, 3.03, 10};
    for (int k = 0; k < 5 && k < n; k++) {
        CHECK_NEAR(found[k].next, want[k], 1e-12);
        CHECK(found[k].order == PHK_POINT);
    }
    /* the other way round, and as a derivative */
    CHECK(corners(t, "linear(10 - time, many)", 0, 10, found) == 5);
    CHECK_NEAR(found[0].next, 6.97, 1e-12);
    CHECK(corners(t, "akima(time, many, 1)", 2.9, 3.1, found) >= 4);
}

/* Nothing is found where nothing can be known, and nothing hangs. */
static void odd(tables *t)
{
    static const char *const none[] = {"if(time < 1e300, 1, 2)",
                                       "if(1e-300*time > 1e300, 1, 2)",
                                       "if(time*1e308*10 > 1, 1, 2)",
                                       "mod(time, nought)",
                                       "mod(time, 1e300)",
                                       "floor(time*nought)",
                                       "if(time/(time - time) < 1, 1, 2)",
                                       "min(time, time)",
                                       "abs(time*nought)",
                                       "floor(1e-300*time + 0.5)",
                                       "if(1/time < 2, 1, 2)",
                                       "if(time*time < 2, 1, 2)",
                                       "if(x < 1, 1, 2)",
                                       "mod(time, time)",
                                       "mod(2, x)",
                                       "if(log(0*time - 1) < time, 1, 2)"};
    phk_ahead found[MOST + 1];
    for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
        int n = corners(t, none[k], -5, 5, found);
        CHECK(n == 0);
        if (n) printf("  of %s: %.17g\n", none[k], found[0].next);
    }
    /* more than can be told apart are told as many */
    CHECK(corners(t, "floor(1e30*time)", 1, 2, found) == MOST);
    CHECK(corners(t, "mod(time, 1e-200)", 1, 2, found) == MOST);
    /* offsets blur what is made of them */
    CHECK(corners(t, "if((time + 1e6) - 1e6 < 0.3, 1, 2)", 0, 1, found) == 1);
    CHECK_NEAR(found[0].next, 0.3, 1e-9);
    CHECK(found[0].blur > 1e-10 && found[0].blur < 1e-8);
}

int main(void)
{
    static double x[TABLE * 10 + 1], y[TABLE * 10 + 1];
    /* a square of four points, the last of which is the first */
    static const double square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0};
    tables t;
    world_create(&t.world);
    for (int k = 0; k <= TABLE * 10; k++) {
        x[k] = k / 1000.0;
        y[k] = k > 3000 && k < 3030 ? (k <= 3010  ? (k - 3000) * 0.1
                                       : k < 3020 ? 1
                                                  : (3030 - k) * 0.1)
                                    : 0;
    }
    t.many = phk_spline_create(&t.world.arena, TABLE * 10 + 1, x, y, PHK_BEYOND_TANGENT,
                               (ph_source){0}, NULL);
    t.round = phk_curve_create(&t.world.arena, 5, square, (phk_curve_form){.order = 2, .closed = 1},
                               (ph_source){0}, NULL);
    CHECK(t.many && t.round);
    comparisons(&t);
    nested(&t);
    pieces(&t);
    edges(&t);
    stairs(&t);
    adams(&t);
    splines(&t);
    long_tables(&t);
    odd(&t);
    phk_arena_free(&t.world.arena);
    return TEST_RESULT();
}
