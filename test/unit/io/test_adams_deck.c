/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A deck cut into statements: lines that go on, titles, names, numbers.
 */
#include "base/diag.h"
#include "harness.h"
#include "io/adams/read/index.h"

static phk_deck deck;

static void forget(void)
{
    ph_diag *diag = deck.diag;
    phk_deck_free(&deck);
    deck = (phk_deck){.diag = diag};
}

static void cut(const char *text)
{
    forget();
    if (!deck.diag) deck.diag = ph_diag_create();
    ph_diag_clear(deck.diag);
    deck.file = "f";
    deck.text = text;
    deck.length = strlen(text);
    phk_deck_read(&deck);
}

static const char *name(int k)
{
    return k < deck.count ? deck.statement[k].name : "(none)";
}

static const char *message(int k)
{
    return k < ph_diag_count(deck.diag) ? ph_diag_get(deck.diag, k)->message : "(none)";
}

static void test_lines(void)
{
    cut("DEBUG/ is a title\r\n"
        "DEBUG/\r\n"
        ", DUMP ! a comment; with a semicolon\r\n"
        "\r\n"
        "! PART/1\r\n"
        ", EPRINT\r\n"
        "     , more\r\n"
        "     and more\r\n"
        "  LSOLVER/ FLAT &\r\n"
        "   ! in between\r\n"
        "DEBUG/\r\n"
        "results/; output / ;\r\n"
        "  END\r\n"
        "nonsense");
    CHECK_TEXT(deck.title, "DEBUG/ is a title");
    CHECK(deck.status == PH_OK && deck.count == 4);
    CHECK_TEXT(name(0), "DEBUG");
    CHECK_TEXT(name(1), "LSOLVER");
    CHECK_TEXT(name(2), "RESULTS");
    CHECK_TEXT(name(3), "OUTPUT");
    CHECK_TEXT(message(0), "line 1 of a deck is its title: this statement is not read");
    CHECK(ph_diag_count(deck.diag) == 1);
}

static void test_titles(void)
{
    cut("! made by hand\n!\nADAMS/View model name: arm\nDEBUG/\nEND\n");
    CHECK(deck.status == PH_OK && deck.count == 1);
    CHECK_TEXT(deck.title, "ADAMS/View model name: arm");
    cut("\n\nDEBUG/\nEND");
    CHECK_TEXT(deck.title, "");
    cut("one\nADAMS/View model name: arm\nEND");
    CHECK_TEXT(message(0), "there is no statement `ADAMS`");
    cut("one");
    CHECK(deck.status == PH_OK && deck.count == 0 && ph_diag_count(deck.diag) == 0);
    cut("one\nDEBUG/");
    CHECK(deck.status == PH_OK && deck.count == 1);
    CHECK_TEXT(message(0), "the deck has no END: is it complete?");
    cut("");
    CHECK(deck.count == 0);
}

static void test_names(void)
{
    cut("t\n"
        "!  adams_view_name='arm.left-2'\n"
        "!\n"
        "UCON/1\n" /* not built: takes no name */
        "!  adams_view_name='SPRING_1.force'\n"
        "VARIABLE/0101, FUNCTION=1\n"
        "!  adams_view_name='spring_1.FORCE'\n"
        "STRING/7, STRING=x\n"
        "!  adams_view_name='lost'\n"
        "! STRING/8\n"
        "STRING/9, STRING=x\n"
        "!  adams_view_name='time'\n"
        "STRING/10, STRING=x\n"
        "!  adams_view_name=\"Sin\"\n"
        "STRING/11, STRING=x\n"
        "!  adams_view_name='2nd'\n"
        "STRING/12, STRING=x\n"
        "!  adams_view_name='SPRING_1_force_STRING_7'\n"
        "VARIABLE/8, FUNCTION=1\n"
        "!  adams_view_name='spring_1.force'\n"
        "VARIABLE/7, FUNCTION=1\n"
        "!  adams_view_name=''\n"
        "VARIABLE/5, FUNCTION=1\n"
        "END\n");
    CHECK_TEXT(name(0), "UCON");
    CHECK_TEXT(name(1), "SPRING_1_force");
    CHECK(deck.count > 1 && deck.statement[1].id == 101);
    CHECK_TEXT(deck.statement[1].view_name, "SPRING_1.force");
    CHECK_TEXT(name(2), "spring_1_FORCE_7");
    CHECK_TEXT(name(3), "STRING_9");
    CHECK_TEXT(name(4), "time_10");
    CHECK_TEXT(name(5), "Sin_11");
    CHECK_TEXT(name(6), "_2nd");
    CHECK_TEXT(name(7), "SPRING_1_force_STRING_7");
    CHECK_TEXT(name(8), "spring_1_force_VARIABLE_7");
    CHECK_TEXT(name(9), "VARIABLE_5");
}

static void test_numbers(void)
{
    cut("t\nSTRING/3, STRING=a\nUCON/3\nSTRING/4, STRING=b\nSTRING/03, STRING=c\nSTRING/\n"
        "STRING/0\nSTRING\nSTR/1.5\nEND");
    CHECK(deck.status == PH_E_MODEL);
    const phk_statement *s = phk_deck_find(&deck, "STRING", 3);
    CHECK(s && s == &deck.statement[0] && phk_deck_find(&deck, "UCON", 3) == s + 1);
    CHECK(!phk_deck_find(&deck, "UCON", 4) && !phk_deck_find(&deck, "NOTHING", 3));
    CHECK(phk_deck_next(&deck, "STRING", NULL) == s && phk_deck_next(&deck, "STRING", s) == s + 2);
    CHECK(!phk_deck_next(&deck, "PART", NULL));
    static const char *const said[] = {"`STRING/` needs a number to know it by: STRING/1",
                                       "`0` is no number of a statement: 1 to 2147483647 are",
                                       "`STRING` needs a / behind it: STRING/1",
                                       "`1.5` is no number of a statement: 1 to 2147483647 are"};
    for (int i = 0; i < 4; i++) CHECK_TEXT(message(i), said[i]);
    CHECK_TEXT(message(ph_diag_count(deck.diag) - 1), "STRING/3 is there already, in line 2");
}

static void test_keywords(void)
{
    cut("t\nstri/1,STRING=a\nST/2,STRING=b\nS/3\nSTRNG/4\nQP = 1\n5\nEND");
    CHECK(deck.count == 2);
    CHECK_TEXT(message(0), "`S` may be SURFACE or STRING");
    CHECK_TEXT(message(1), "there is no statement `STRNG`");
    CHECK_TEXT(ph_diag_get(deck.diag, 1)->hint, "did you mean STRING?");
    CHECK_TEXT(message(2), "there is no statement `QP`");
    CHECK_TEXT(ph_diag_get(deck.diag, 2)->hint,
               "a line that goes on with a statement begins with a comma");
    CHECK_TEXT(message(3), "a statement is expected here, not `5`");
}

/* The table itself: what the code around it relies on. */
static void test_table(void)
{
    int rows = 0;
    for (const phk_statement_type *t = phk_statement_types; t->name; t++, rows++) {
        int args = 0;
        CHECK(t->becomes && *t->becomes);
        CHECK(rows == 0 || strcmp(t[-1].name, t->name) < 0);
        for (const phk_arg *a = t->args; a && a->name; a++, args++) {
            bool words = a->kind == PHK_ARG_WORD || a->kind == PHK_ARG_WORDS;
            if (words != (a->words != NULL)) printf("%s: %s\n", t->name, a->name);
            CHECK(words == (a->words != NULL));
            for (const phk_arg *b = t->args; b < a; b++) CHECK(strcmp(a->name, b->name) != 0);
            int count = 0;
            while (words && a->words[count]) count++;
            CHECK(count < 32);
        }
        CHECK(args < 64);
        bool read = t->treatment == PHK_STATEMENT_BUILD && strcmp(t->name, "END") != 0;
        CHECK(read == (t->args != NULL) && (read || !t->build));
    }
    CHECK(rows < PHK_TYPES_MOST);
}

int main(void)
{
    test_lines();
    test_titles();
    test_names();
    test_numbers();
    test_keywords();
    test_table();
    forget();
    ph_diag_free(deck.diag);
    return TEST_RESULT();
}
