/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Nothing a user can write makes the compiler crash, hang or recurse without bound: random words,
 * random bytes, deep nesting, a formula of a megabyte. Run it with the sanitizers as well.
 */
#include "harness.h"
#include "scope.h"

static test_world world;

static unsigned random_below(unsigned long long *seed, unsigned n)
{
    *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)((*seed >> 33) % n);
}

/* Compiles, and evaluates what compiles. Returns whether it did. */
static int feed(const char *text)
{
    static const double inputs[INPUTS + 1] = {0, 1, -1, 0.5, 2, 1e300, -1e-300, 3, 0.3, -1.2, 0.7};
    phk_arena arena = {0};
    phk_scope scope = world_scope(&world);
    ph_diag *diag = ph_diag_create();
    const phk_tape *tape = phk_expr_compile(&arena, text, (ph_source){0}, &scope, diag);
    if (tape) {
        double *work = malloc(phk_tape_work(tape) * sizeof *work), gradient[INPUTS];
        double value = phk_tape_value(tape, inputs, work);
        double again = phk_tape_gradient(tape, inputs, work, gradient);
        if (value != again) CHECK(isnan(value) && isnan(again));
        double first, second;
        again = phk_tape_jet(tape, inputs, inputs + 1, NULL, work, &first, &second);
        if (value != again) CHECK(isnan(value) && isnan(again));
        free(work);
    }
    if (!tape == !ph_diag_errors(diag)) {
        CHECK(0);
        printf("  %s\n", text);
    }
    ph_diag_free(diag);
    phk_arena_free(&arena);
    return tape != NULL;
}

static void test_words(void)
{
    static const char *const word[] = {"1",
                                       "2.5",
                                       "1e3",
                                       "0",
                                       "x",
                                       "y",
                                       "time",
                                       "a",
                                       "body.pos.x",
                                       "nought",
                                       "(",
                                       ")",
                                       "(",
                                       ")",
                                       ",",
                                       ",",
                                       ":",
                                       "+",
                                       "-",
                                       "*",
                                       "/",
                                       "^",
                                       "**",
                                       "<",
                                       "<=",
                                       "==",
                                       "!=",
                                       "and",
                                       "or",
                                       "not",
                                       "!",
                                       "if(",
                                       "if(x:",
                                       "sin(",
                                       "step(",
                                       "max(",
                                       "poly(",
                                       "impact(",
                                       "akima(",
                                       "wavy_data",
                                       "cubspl(x,0,wavy_data)",
                                       "distance(left,right)",
                                       "qq",
                                       "1.2.3",
                                       "@",
                                       "if(x,1,2)",
                                       "if(x<y:1,2,x)",
                                       "sqrt(y)"};
    enum { WORDS = sizeof word / sizeof *word };
    unsigned long long seed = 2024;
    int compiled = 0;
    for (int k = 0; k < 100000; k++) {
        char text[512] = "";
        for (unsigned n = 1 + random_below(&seed, 14); n > 0; n--) {
            strcat(text, word[random_below(&seed, WORDS)]);
            if (random_below(&seed, 3) == 0) strcat(text, " ");
        }
        compiled += feed(text);
    }
    CHECK(compiled > 1000);
}

/* Formulas that are right by construction: every kind of choice inside every kind of call. */
static void grow(char *text, unsigned long long *seed, int depth)
{
    static const char *const leaf[] = {"x", "y", "a", "2", "0.5", "time", "f", "g"};
    static const char *const form[] = {
        "(?+?)",      "(?-?)",           "(?*?)",     "(?/?)",       "(?)^2",
        "(?)^(?)",    "sin(?)",          "if(?,?,?)", "if(?:?,?,?)", "if(?<?,?,?)",
        "max(?,?,?)", "(not ?)",         "-?",        "(? and ?)",   "akima(?,wavy_data)",
        "sqrt(?)",    "step(?,?,?,?,?)", "mod(?,?)"};
    if (depth == 0 || strlen(text) > 3000) {
        strcat(text, leaf[random_below(seed, 8)]);
        return;
    }
    const char *f = form[random_below(seed, sizeof form / sizeof *form)];
    for (; *f; f++) {
        char one[2] = {*f, 0};
        if (*f == '?')
            grow(text, seed, (int)random_below(seed, (unsigned)depth));
        else
            strcat(text, one);
    }
}

static void test_formulas(void)
{
    unsigned long long seed = 7;
    int compiled = 0;
    for (int k = 0; k < 20000; k++) {
        char text[8192] = "";
        grow(text, &seed, 6);
        compiled += feed(text);
    }
    CHECK(compiled > 15000); /* some have a step without width or divide by 0 */
}

static void test_bytes(void)
{
    unsigned long long seed = 99;
    for (int k = 0; k < 20000; k++) {
        char text[64];
        unsigned n = random_below(&seed, 63);
        for (unsigned i = 0; i < n; i++) text[i] = (char)(1 + random_below(&seed, 255));
        text[n] = '\0';
        feed(text);
    }
    CHECK(1);
}

/* before^count middle after^count */
static char *nest(const char *before, const char *middle, const char *after, int count)
{
    size_t a = strlen(before), b = strlen(after), n = (size_t)count;
    char *text = malloc(n * (a + b) + strlen(middle) + 1), *p = text;
    for (size_t k = 0; k < n; k++, p += a) memcpy(p, before, a);
    memcpy(p, middle, strlen(middle));
    p += strlen(middle);
    for (size_t k = 0; k < n; k++, p += b) memcpy(p, after, b);
    *p = '\0';
    return text;
}

static int feed_nest(const char *before, const char *middle, const char *after, int count)
{
    char *text = nest(before, middle, after, count);
    int good = feed(text);
    free(text);
    return good;
}

static void test_deep(void)
{
    static const char *const forms[][3] = {
        {"(", "x", ")"},         {"sin(", "x", ")"},    {"max(x,", "y", ")"},
        {"if(x,", "y", ",x)"},   {"if(x,y,", "y", ")"}, {"if(", "y", ",x,y)"},
        {"if(x:1,", "y", ",x)"}, {"x^", "y", ""},       {"akima(", "x", ",wavy_data)"},
        {"2-(3*", "x", ")"}};
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        const char *const *f = forms[k];
        CHECK(feed_nest(f[0], f[1], f[2], 200));
        CHECK(!feed_nest(f[0], f[1], f[2], 201));
        CHECK(!feed_nest(f[0], f[1], f[2], 50000));
        CHECK(!feed_nest(f[0], "", "", 50000)); /* and never closed */
    }
    /* what is not nested may be repeated */
    CHECK(feed_nest("-", "x", "", 100000));
    CHECK(feed_nest("not ", "x", "", 100000));
    CHECK(feed_nest("x+", "x", "", 100000));
    CHECK(!feed_nest("qq(", "x", ")", 100000));
}

static void test_long(void)
{
    enum { LIMIT = 1 << 20 };
    CHECK(feed_nest("1+", "1", "", LIMIT / 2 - 1));
    CHECK(feed_nest("x*", "1", "", LIMIT / 2 - 1));
    CHECK(feed_nest("x+1.5*", "y", "", LIMIT / 6 - 1));
    CHECK(feed_nest("sin(x)+if(x,y,1)+", "x", "", LIMIT / 17 - 1));
    CHECK(!feed_nest("x,", "x", "", LIMIT / 2 - 1));
    CHECK(!feed_nest("q+", "x", "", LIMIT / 2 - 1));
    char *many = nest("x,", "x", "", LIMIT / 2 - 10), *call = malloc(LIMIT + 10);
    sprintf(call, "max(%s)", many);
    CHECK(!feed(call));
    sprintf(call, "distance(%s)", many);
    CHECK(!feed(call));
    free(many);
    free(call);
    /* a number, a name, blanks */
    CHECK(feed_nest("1", "", "", 300));
    CHECK(!feed_nest("1", "", "", 1000000));
    CHECK(feed_nest("0", ".5", "", 1000000));
    CHECK(feed_nest("", "0.", "1", 1000000));
    CHECK(!feed_nest("n", "", "", 1000000));
    CHECK(feed_nest(" ", "x", "", 1000000));
    char *text = nest("1", "", "", LIMIT + 1);
    ph_diag *diag = ph_diag_create();
    phk_arena arena = {0};
    CHECK(!phk_expr_compile(&arena, text, (ph_source){"m", 1, 1, 0}, NULL, diag));
    CHECK_TEXT(ph_diag_get(diag, 0)->message,
               "expression of 1048577 characters; at most 1048576 fit");
    ph_diag_free(diag);
    free(text);
}

int main(void)
{
    world_create(&world);
    test_words();
    test_formulas();
    test_bytes();
    test_deep();
    test_long();
    phk_arena_free(&world.arena);
    return TEST_RESULT();
}
