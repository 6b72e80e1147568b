/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Statements of a deck by a table of arguments: values of every kind, where each ends, and what is
 * said about those that are wrong.
 */
#include "base/diag.h"
#include "harness.h"
#include "io/adams/read/read.h"

static const char *const kinds[] = {"X", "Y", "PSI", "PHI", NULL};

static const phk_arg args[] = {
    {"I", PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED},
    {"QP", PHK_ARG_NUMBER, .least = 3, .most = 3},
    {"NUMBERS", PHK_ARG_NUMBER, .least = 1, .most = -1},
    {"Y", PHK_ARG_NUMBER, 2, 4, .flags = PHK_ARG_REPEATED},
    {"TRANSLATIONAL", .kind = PHK_ARG_FLAG},
    {"TRIVIAL", PHK_ARG_FLAG, .abbreviation = 2},
    {"EXACT", PHK_ARG_WORDS, .words = kinds, .most = -1},
    {"KIND", PHK_ARG_WORD, .words = kinds},
    {"FUNCTION", .kind = PHK_ARG_FUNCTION},
    {"F2", .kind = PHK_ARG_FUNCTION},
    {"F3", .kind = PHK_ARG_FUNCTION},
    {"COMMENT", .kind = PHK_ARG_TEXT},
    {"NAMES", PHK_ARG_TEXTS, .most = -1},
    {"SPAN", .kind = PHK_ARG_MIXED},
    {"OLD", PHK_ARG_NUMBER, .flags = PHK_ARG_UNUSED, .why = "nobody needs it"},
    {"MAGIC", PHK_ARG_FLAG, .flags = PHK_ARG_REFUSED, .why = "there is none"},
    {.name = NULL}};
static const phk_statement_type type = {"THING", .has_id = true, .args = args};

static phk_deck deck;
static phk_reader reader;
static phk_statement statement;
static size_t zero;

/* Reads arguments; what is wrong is in deck.diag. */
static const phk_statement *read(const char *text)
{
    phk_reader_free(&reader);
    phk_arena_free(&deck.arena);
    phk_names_free(&deck.noted);
    if (!deck.diag) deck.diag = ph_diag_create();
    ph_diag_clear(deck.diag);
    deck = (phk_deck){.diag = deck.diag, .file = "f", .text = text, .length = strlen(text)};
    deck.lines = (phk_lines){&zero, 1};
    reader = (phk_reader){.deck = &deck};
    reader.lexer = (phk_lexer){
        .text = text, .end = strlen(text), .diag = deck.diag, .file = "f", .lines = &deck.lines};
    statement = (phk_statement){.type = &type, .id = 7};
    phk_reader_advance(&reader);
    phk_read_arguments(&reader, &statement);
    return &statement;
}

/* The text of value k of an argument. */
static const char *piece(const char *name, int k)
{
    static char text[200];
    const phk_given *given = phk_arg_find(&statement, name);
    if (!given || k >= given->count) return "(none)";
    snprintf(text, sizeof text, "%.*s", (int)given->piece[k].length,
             deck.text + given->piece[k].at);
    return text;
}

/* The only message. */
static const char *message(void)
{
    if (ph_diag_count(deck.diag) != 1) {
        for (int i = 0; i < ph_diag_count(deck.diag); i++)
            printf("  %s\n", ph_diag_get(deck.diag, i)->message);
        return "(not one)";
    }
    return ph_diag_get(deck.diag, 0)->message;
}

static int clean(void)
{
    if (reader.broken) printf("  in: %s\n  %s\n", deck.text, message());
    return !reader.broken;
}

static void test_numbers(void)
{
    const phk_statement *s = read(", I = 012, QP = 1, -2.5\n, +3D0\n, NUM = 4,5 ! so\n , 6");
    CHECK(clean());
    CHECK(s->count == 3 && phk_arg_find(s, "QP")->count == 3);
    CHECK(phk_arg_number(s, "I", 0, -1) == 12);
    CHECK(phk_arg_number(s, "QP", 1, 0) == -2.5 && phk_arg_number(s, "QP", 2, 0) == 3);
    CHECK(phk_arg_number(s, "QP", 3, 99) == 99 && phk_arg_number(s, "Y", 0, 98) == 98);
    CHECK(phk_arg_find(s, "NUMBERS")->count == 3);
    CHECK_TEXT(piece("QP", 1), "-2.5");
    s = read("I=1,Y=1,2,Y=3,4,5");
    CHECK(clean() && s->count == 3);
}

static void test_names(void)
{
    CHECK(phk_arg_flag(read("I=1,TRA"), "TRANSLATIONAL") && clean());
    CHECK(phk_arg_flag(read("I=1,tr"), "TRIVIAL") && clean());
    read("I=1,T");
    CHECK_TEXT(message(), "`T` may be TRIVIAL or TRANSLATIONAL");
    read("I=1, TRANSLATOINAL");
    CHECK_TEXT(message(), "THING has no argument `TRANSLATOINAL`");
    CHECK_TEXT(ph_diag_get(deck.diag, 0)->hint, "did you mean TRANSLATIONAL?");
    read("I=1, ODD = 1, 2, 3, TRI");
    CHECK_TEXT(message(), "THING has no argument `ODD`");
    CHECK(phk_arg_flag(&statement, "TRIVIAL"));
}

static void test_words(void)
{
    const phk_statement *s = read("I=1, EXACT = X:PS\n, TRIVIAL, KIND = phi");
    CHECK(clean());
    CHECK(phk_arg_find(s, "EXACT")->words == (1 | 4) && phk_arg_word(s, "KIND", -1) == 3);
    s = read("I=1, EXACT = X, PSI, Y = 1, 2");
    CHECK(clean() && phk_arg_find(s, "EXACT")->words == (1 | 4) && phk_arg_find(s, "Y"));
    read("I=1, KIND = P");
    CHECK_TEXT(message(), "`P` may be PHI or PSI");
    read("I=1, KIND = Z");
    CHECK_TEXT(message(), "`KIND` knows no `Z`");
}

static void test_functions(void)
{
    read("I=1, FUNCTION = - 100.0*(dm(204,205)-2.0)\n, - 5.0*vr(204,205)\n, + 0.0\n, TRIVIAL");
    CHECK(clean() && phk_arg_flag(&statement, "TRIVIAL"));
    CHECK_TEXT(piece("FUNCTION", 0), "- 100.0*(dm(204,205)-2.0)\n, - 5.0*vr(204,205)\n, + 0.0");
    read("I=1, FUNC = (DX(1,2)*FX(1,2) +\n, DY(1,2))/\n, DM(1,2)\n, QP=1,2,3");
    CHECK(clean());
    CHECK_TEXT(piece("FUNCTION", 0), "(DX(1,2)*FX(1,2) +\n, DY(1,2))/\n, DM(1,2)");
    read("F2=FX(1,2)\\F3=FY(3,\n, 4)\\\n, I=5, C=Force X Y Z");
    CHECK(clean());
    CHECK_TEXT(piece("F3", 0), "FY(3,\n, 4)");
    CHECK_TEXT(piece("COMMENT", 0), "Force X Y Z");
    read("FUNCTION =\n     STEP(TIME,0,0,\n     1,1)\n     *2\n     I=3");
    CHECK(clean());
    CHECK_TEXT(piece("FUNCTION", 0), "STEP(TIME,0,0,\n     1,1)\n     *2");
    /* a parenthesis left open takes no other argument with it */
    read("FUNCTION = STEP(TIME,0,0,1,1\n, I=3, TRIVIAL");
    CHECK(clean() && phk_arg_flag(&statement, "TRIVIAL"));
    read("FUNCTION = 2*TIME, I = 3");
    CHECK(clean());
    CHECK_TEXT(piece("FUNCTION", 0), "2*TIME");
}

static void test_texts(void)
{
    read("I=1, COMMENT = a word, or two (so-so): x ! aside\n, F2 = 1");
    CHECK(clean());
    CHECK_TEXT(piece("COMMENT", 0), "a word, or two (so-so): x");
    CHECK_TEXT(piece("F2", 0), "1");
    read("I=1, COMMENT = one\n, two ! aside\n, three\n, TRIV");
    CHECK(clean() && phk_arg_flag(&statement, "TRIVIAL"));
    CHECK_TEXT(phk_arg_text(&deck, &statement, "COMMENT"), "one two three");
    read("I=1, COMMENT = 'quoted, I = 3', TRIV");
    CHECK(clean() && phk_arg_flag(&statement, "TRIVIAL"));
    CHECK_TEXT(piece("COMMENT", 0), "quoted, I = 3");
    read("I=1, COMMENT = C:\\dir\\file.x\\TRIVIAL");
    CHECK(clean());
    CHECK_TEXT(piece("COMMENT", 0), "C:\\dir\\file.x");
    read("I=1, COMMENT =\n, F2 = 1");
    CHECK(clean());
    CHECK_TEXT(piece("COMMENT", 0), "");
    read("NAMES = \"a, b\", c d,'e'\n, f, I=1");
    CHECK(clean() && phk_arg_find(&statement, "NAMES")->count == 4);
    CHECK_TEXT(piece("NAMES", 0), "a, b");
    CHECK_TEXT(piece("NAMES", 1), "c d");
    CHECK_TEXT(piece("NAMES", 3), "f");
    read("SPAN = 1, a(2, I=3), 'x, TRIVIAL', 4, I = 2");
    CHECK(clean());
    CHECK_TEXT(piece("SPAN", 0), "1, a(2, I=3), 'x, TRIVIAL', 4");
}

static void test_errors(void)
{
    read("QP = 1, 2, 3");
    CHECK_TEXT(message(), "THING/7 needs the argument `I`");
    read("I=1, QP = 1, 2");
    CHECK_TEXT(message(), "`QP` takes 3 values, not 2");
    read("I=1, QP = 1, x, 2, TRIV");
    CHECK_TEXT(message(), "`QP` is a number, not `x`");
    read("I=1, Y = 1");
    CHECK_TEXT(message(), "`Y` takes 2 to 4 values, not 1");
    read("I=1, QP = 1, 2, 3..4");
    CHECK_TEXT(message(), "`3..4` is not a number");
    read("I=1.5");
    CHECK_TEXT(message(), "`I` is the number of a MARKER, not `1.5`");
    read("I=1, QP, TRIV");
    CHECK_TEXT(message(), "`QP` needs a value: QP = ..");
    read("I=1, TRIV = 3, QP = 1,2,3");
    CHECK_TEXT(message(), "`TRIVIAL` takes no value");
    read("I=1, I=2");
    CHECK_TEXT(message(), "`I` is given twice, first in line 1");
    read("I=1, TRIV, 5");
    CHECK_TEXT(message(), "an argument of THING is expected here, not `5`");
    read("I=1, QP =");
    CHECK_TEXT(message(), "`QP` has no value: it is a number");
    read("I=1, MAGIC");
    CHECK_TEXT(message(), "THING: `MAGIC` cannot be done: there is none");
    read("I=1, OLD = 4");
    CHECK_TEXT(message(), "OLD of THING is not used: nobody needs it");
    CHECK(!reader.broken);
}

int main(void)
{
    test_numbers();
    test_names();
    test_words();
    test_functions();
    test_texts();
    test_errors();
    phk_reader_free(&reader);
    phk_arena_free(&deck.arena);
    phk_names_free(&deck.noted);
    ph_diag_free(deck.diag);
    return TEST_RESULT();
}
