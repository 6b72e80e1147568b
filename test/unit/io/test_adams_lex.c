/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Words of an ADAMS deck: numbers, marks, continuation lines, comments.
 */
#include "harness.h"
#include "io/adams/read/lex.h"

static phk_lexer over(const char *text)
{
    return (phk_lexer){.text = text, .end = strlen(text)};
}

/* The only token of a text. */
static phk_word only(const char *text)
{
    phk_lexer l = over(text);
    phk_word t = phk_lexer_next(&l);
    if (phk_lexer_next(&l).kind != PHK_TOKEN_END) t.kind = PHK_TOKEN_BAD;
    return t;
}

static void test_numbers(void)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {{"0", 0},
                {"0101", 101},
                {"1.5", 1.5},
                {".5e-3", .5e-3},
                {"1D3", 1e3},
                {"1.d-2", 1e-2},
                {"5.", 5},
                {"2.5E+03", 2500},
                {"123456789012345678", 123456789012345678.0},
                {"0.1234567890123456789", 0.1234567890123456789},
                {"1.7976931348623157E308", 1.7976931348623157E308},
                {"4.9e-324", 4.9e-324},
                {"1e-400", 0},
                {"9007199254740993", 9007199254740993.0},
                {"3.0e-23", 3.0e-23}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        phk_word t = only(good[i].text);
        CHECK(t.kind == PHK_TOKEN_NUMBER && !t.degrees);
        if (t.number != good[i].value) printf("%s is %.17g\n", good[i].text, t.number);
        CHECK(t.number == good[i].value);
    }
    CHECK(only("90D").kind == PHK_TOKEN_NUMBER && only("90D").degrees);
    CHECK_NEAR(only("90d").number, acos(0), 1e-16);
    CHECK_NEAR(only("1.8E2D").number, acos(-1), 1e-15);
    static const char *const wrong[] = {"1.2.3", "12abc", "1e", "1E400", "3DD", "5$"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(only(wrong[i]).kind == PHK_TOKEN_BAD);
}

/* Short numbers take a way of their own: it must give what the library gives. */
static void test_rounding(void)
{
    unsigned long long seed = 1;
    for (int i = 0; i < 200000; i++) {
        char text[60];
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        int digits = (int)(seed >> 60) + 1, power = (int)(seed >> 40 & 63) - 32;
        long long whole = (long long)(seed >> 8 & 0xFFFFFFFFFFFF);
        snprintf(text, sizeof text, "%lld.%0*lldE%d", whole % 100000, digits, whole % 997, power);
        double want = strtod(text, NULL), got = only(text).number;
        if (got != want) {
            printf("%s: %.17g, not %.17g\n", text, got, want);
            CHECK(0);
            return;
        }
    }
    CHECK(1);
}

static void test_marks(void)
{
    CHECK(only("**").mark == '^' && only("**").length == 2);
    CHECK(only("*").mark == '*');
    CHECK(only("\\").mark == '\\');
    CHECK(only("A_1$x").kind == PHK_TOKEN_WORD);
    phk_word t = only(" 'it is: a text, so' ");
    CHECK(t.kind == PHK_TOKEN_TEXT && t.at == 2 && t.length == 17);
    CHECK(only("'open").kind == PHK_TOKEN_BAD);
    CHECK(only("\x01\x02").kind == PHK_TOKEN_BAD);
    CHECK(only("   ! nothing").kind == PHK_TOKEN_END);
}

static void test_lines(void)
{
    phk_lexer l = over("A ! one\n!\n\n, B &  ! more\n C\r\n  D\n,, E");
    phk_word t = phk_lexer_next(&l);
    CHECK(t.at == 0 && !t.continued);
    t = phk_lexer_next(&l);
    CHECK(l.text[t.at] == 'B' && t.continued);
    t = phk_lexer_next(&l);
    CHECK(l.text[t.at] == 'C' && !t.continued);
    t = phk_lexer_next(&l);
    CHECK(l.text[t.at] == 'D' && t.continued);
    t = phk_lexer_next(&l);
    CHECK(t.mark == ',' && t.continued);
    CHECK(phk_lexer_peek(&l).kind == PHK_TOKEN_WORD);
    t = phk_lexer_next(&l);
    CHECK(l.text[t.at] == 'E' && !t.continued);
    CHECK(phk_lexer_next(&l).kind == PHK_TOKEN_END);
}

static void test_places(void)
{
    size_t start[] = {0, 5, 6, 20};
    phk_lines lines = {start, 4};
    ph_source at = phk_lines_place(&lines, "f", 4, 1);
    CHECK(at.line == 1 && at.column == 5);
    at = phk_lines_place(&lines, "f", 5, 1);
    CHECK(at.line == 2 && at.column == 1);
    at = phk_lines_place(&lines, "f", 19, 1);
    CHECK(at.line == 3 && at.column == 14);
    at = phk_lines_place(&lines, "f", 100, 1);
    CHECK(at.line == 4);
}

static void test_abbreviations(void)
{
    CHECK(phk_abbreviates("tran", 4, "TRANSLATIONAL", 1));
    CHECK(phk_abbreviates("T", 1, "TRANSLATIONAL", 1));
    CHECK(!phk_abbreviates("T", 1, "TRANSLATIONAL", 2));
    CHECK(!phk_abbreviates("TRANSLATIONALS", 14, "TRANSLATIONAL", 1));
    CHECK(!phk_abbreviates("TRONS", 5, "TRANSLATIONAL", 1));
    CHECK(!phk_abbreviates("", 0, "TRANSLATIONAL", 0));
}

int main(void)
{
    test_numbers();
    test_rounding();
    test_marks();
    test_lines();
    test_places();
    test_abbreviations();
    return TEST_RESULT();
}
