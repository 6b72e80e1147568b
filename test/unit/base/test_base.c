/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Diagnostics as text, the bounded list of them, the arena, the table of names, the nearest word.
 */
#include <stdint.h>
#include <polhode/base.h>
#include "base/arena.h"
#include "base/diag.h"
#include "base/names.h"
#include "harness.h"

static char shown[4000];

/* Reports at a place in `text`, the whole file "f", and returns the report as text. */
static const char *report(const char *text, ph_source where, const char *hint, const char *message)
{
    ph_diag *diag = ph_diag_create();
    phk_diag_text(diag, "f", text, strlen(text));
    phk_error(diag, PH_E_KEY, where, hint, "%s", message);
    phk_diag_text(diag, NULL, NULL, 0);
    CHECK(ph_diag_count(diag) == 1 && ph_diag_get(diag, 1) == NULL);
    size_t need = ph_diagnostic_format(ph_diag_get(diag, 0), shown, sizeof shown);
    CHECK(need == strlen(shown));
    /* any smaller room holds the beginning, terminated, and tells the same length */
    for (size_t size = 0; size < need; size += 7) {
        char part[4000] = "??";
        CHECK(ph_diagnostic_format(ph_diag_get(diag, 0), part, size) == need);
        CHECK(size == 0 ? part[0] == '?'
                        : strlen(part) == size - 1 && memcmp(part, shown, size - 1) == 0);
    }
    ph_diag_free(diag);
    return shown;
}

static void format(void)
{
    CHECK_TEXT(report("a: 1\nmas: 2\n", (ph_source){"f", 2, 1, 3}, "did you mean `mass`?",
                      "unknown key `mas`"),
               "f:2:1: error: unknown key `mas` [PH_E_KEY]\n    2 | mas: 2\n      | ^~~\n"
               "  hint: did you mean `mass`?\n");
    CHECK_TEXT(report("", (ph_source){0}, NULL, "m"), "error: m [PH_E_KEY]\n");
    CHECK_TEXT(report("", (ph_source){.file = "f"}, NULL, "m"), "f: error: m [PH_E_KEY]\n");
    /* a tab below a tab, one mark for a letter of two bytes, no carriage return */
    CHECK_TEXT(report("\t\xC3\xA4 \xC3\xB6\xC3\xB6x\r\n", (ph_source){"f", 1, 5, 5}, NULL, "m"),
               "f:1:5: error: m [PH_E_KEY]\n    1 | \t\xC3\xA4 \xC3\xB6\xC3\xB6x\n"
               "      | \t  ^~~\n");
    /* places no line has, and lines no file has */
    CHECK_TEXT(report("ab", (ph_source){"f", 1, 99, 5}, NULL, "m"),
               "f:1:99: error: m [PH_E_KEY]\n    1 | ab\n      |   ^\n");
    CHECK_TEXT(report("ab", (ph_source){"f", 7, 1, 1}, NULL, "m"), "f:7:1: error: m [PH_E_KEY]\n");
    CHECK_TEXT(report("ab", (ph_source){"g", 1, 1, 1}, NULL, "m"), "g:1:1: error: m [PH_E_KEY]\n");
    /* what would steer a terminal is not passed on, from the file nor from a name in it */
    CHECK_TEXT(report("\x1B[2J", (ph_source){"f", 1, 1, 1}, NULL, "key `\x1B[2J`"),
               "f:1:1: error: key `?[2J` [PH_E_KEY]\n    1 | ?[2J\n      | ^\n");
}

/* The caret stands below the byte it means, whatever the length of the line or its number. */
static void long_lines(void)
{
    char line[2000], *text = malloc(400000);
    for (int width = 1; width <= 2; width++)
        for (int column = 1; column < 1500; column += 7) {
            memset(line, 'x', sizeof line);
            if (width == 2)
                for (int i = 0; i + 1 < 1990; i += 2) memcpy(line + i, "\xC3\xA4", 2);
            line[1990] = '\0';
            int at = width == 2 ? column | 1 : column;
            line[at - 1] = '#';
            if (width == 2) line[at] = '#';
            report(line, (ph_source){"f", 1, at, 1}, NULL, "m");
            char *first = strchr(shown, '\n') + 1, *second = strchr(first, '\n') + 1;
            CHECK(second - first < 120);
            int want = 0, got = 0;
            for (char *c = first; *c != '#'; c++) want += ((unsigned char)*c & 0xC0) != 0x80;
            for (char *c = second; *c != '^'; c++) got++;
            CHECK(want == got);
            /* no half of a letter at either end */
            CHECK(((unsigned char)first[8] & 0xC0) != 0x80);
            CHECK(second[-2] != '\xC3');
        }
    memset(text, '\n', 399999);
    strcpy(text + 123455, "ab#");
    report(text, (ph_source){"f", 123456, 3, 1}, NULL, "m");
    CHECK_TEXT(shown, "f:123456:3: error: m [PH_E_KEY]\n123456 | ab#\n       |   ^\n");
    free(text);
}

static void list(void)
{
    ph_diag *diag = ph_diag_create();
    CHECK(ph_diag_count(diag) == 0 && ph_diag_get(diag, 0) == NULL &&
          ph_diag_get(diag, -1) == NULL);
    for (int i = 0; i < 1000; i++)
        CHECK(phk_error(diag, PH_E_NAME, (ph_source){"f", 1000 - i, 1, 1}, NULL, "e%d", i) ==
              PH_E_NAME);
    phk_warn(diag, PH_OK, phk_nowhere, NULL, "one more");
    CHECK(ph_diag_errors(diag) == 1000);
    CHECK(ph_diag_count(diag) + ph_diag_dropped(diag) == 1001 && ph_diag_count(diag) >= 20);
    /* the first mistakes are kept, and one said twice is one */
    CHECK_TEXT(ph_diag_get(diag, 3)->message, "e3");
    phk_error(diag, PH_E_NAME, (ph_source){"f", 1000, 1, 1}, NULL, "e0");
    CHECK(ph_diag_errors(diag) == 1000);
    phk_diag_sort(diag, "f");
    int last = ph_diag_count(diag) - 1;
    for (int i = 1; i < last; i++)
        CHECK(ph_diag_get(diag, i - 1)->where.line < ph_diag_get(diag, i)->where.line);
    /* many errors leave room for a warning; without a place it comes last */
    CHECK_TEXT(ph_diag_get(diag, last)->message, "one more");
    ph_diag_clear(diag);
    CHECK(ph_diag_count(diag) == 0 && ph_diag_errors(diag) == 0 && ph_diag_dropped(diag) == 0);
    phk_note(diag, "n");
    CHECK(ph_diag_errors(diag) == 0 && ph_diag_get(diag, 0)->severity == PH_NOTE);
    ph_diag_free(diag);
    ph_diag_free(NULL);
    CHECK(phk_error(NULL, PH_E_IO, phk_nowhere, NULL, "unheard") == PH_E_IO);
    phk_diag_text(NULL, "f", "", 0);
    phk_diag_sort(NULL, "f");
}

/* A failure that nobody told is told by its status; a list with an error in it has told enough. */
static void told(void)
{
    ph_diag *diag = ph_diag_create();
    CHECK(phk_tell(diag, PH_OK) == PH_OK && phk_tell(diag, PH_STOPPED) == PH_STOPPED);
    CHECK(ph_diag_count(diag) == 0);
    phk_warn(diag, PH_OK, phk_nowhere, NULL, "a warning says nothing of it");
    CHECK(phk_tell(diag, PH_E_RANGE) == PH_E_RANGE && ph_diag_errors(diag) == 1);
    CHECK_TEXT(ph_diag_get(diag, 1)->message, ph_status_text(PH_E_RANGE));
    CHECK(phk_tell(diag, PH_E_MODEL) == PH_E_MODEL && ph_diag_errors(diag) == 1);
    ph_diag_free(diag);
    CHECK(phk_tell(NULL, PH_E_IO) == PH_E_IO);
}

/* What aliases and repeats say again is said once; other mistakes at the same place are not. */
static void repeated(void)
{
    static const char *const said[] = {"got -1 of `b1`", "got 2.5e-3 of `b17`",
                                       "got 2 of `c1`",  "got 2 of `b1`, with k = 3",
                                       "got no 1",       "got -no 1"};
    static const int count[] = {1, 1, 2, 3, 4, 5};
    ph_source where = {"f", 3, 5, 1};
    ph_diag *diag = ph_diag_create();
    for (int i = 0; i < 6; i++) {
        phk_error(diag, PH_E_NAME, where, NULL, "%s", said[i]);
        CHECK(ph_diag_count(diag) == count[i]);
    }
    CHECK(!phk_diag_wants(diag, where) && phk_diag_wants(diag, (ph_source){"f", 3, 6, 1}));
    CHECK(phk_diag_wants(diag, phk_nowhere) && !phk_diag_wants(NULL, phk_nowhere));
    /* somewhere in 10 bytes: a mistake told within them is told, and the other way round */
    phk_error(diag, PH_E_NAME, (ph_source){"f", 3, 1, -10}, NULL, "got 7 of `b3`");
    CHECK(ph_diag_count(diag) == 5);
    phk_error(diag, PH_E_NAME, (ph_source){"f", 4, 1, -10}, NULL, "got 7 of `b3`");
    CHECK(ph_diag_count(diag) == 6 && ph_diag_get(diag, 5)->where.length == 10);
    phk_error(diag, PH_E_NAME, (ph_source){"f", 4, 9, 2}, NULL, "got 8 of `b3`");
    CHECK(ph_diag_count(diag) == 6);
    phk_error(diag, PH_E_NAME, (ph_source){"f", 4, 12, 2}, NULL, "got 8 of `b3`");
    CHECK(ph_diag_count(diag) == 7);
    phk_diag_context(diag, ", with k = 3");
    phk_error(diag, PH_E_NAME, (ph_source){"f", 9, 1, 1}, NULL, "wrong");
    CHECK_TEXT(ph_diag_get(diag, 7)->message, "wrong, with k = 3");
    phk_diag_context(diag, NULL);
    phk_diag_context(NULL, NULL);
    for (int i = 0; i < 100; i++)
        phk_error(diag, PH_E_NAME, (ph_source){"f", 10 + i, 1, 1}, NULL, "wrong");
    CHECK(!phk_diag_wants(diag, (ph_source){"f", 999, 1, 1}));
    ph_diag_free(diag);
}

static void status_words(void)
{
    CHECK_TEXT(ph_status_name(PH_E_NOMEM), "PH_E_NOMEM");
    CHECK_TEXT(ph_status_text(PH_OK), "done");
    CHECK_TEXT(ph_status_text((ph_status)-999), "unknown status");
    CHECK_TEXT(ph_status_name((ph_status)-999), "PH_?");
    CHECK(strlen(ph_version()) >= 5);
}

static void arena(void)
{
    phk_arena a = {0}, none = {0};
    CHECK(phk_arena_alloc(&none, 0) != NULL && none.last != NULL);
    phk_arena_free(&none);
    unsigned seed = 1;
    for (int i = 0; i < 20000; i++) {
        seed = seed * 1664525u + 1013904223u;
        size_t size = seed >> 20;
        unsigned char *p = phk_arena_alloc(&a, size);
        CHECK(p && (uintptr_t)p % _Alignof(max_align_t) == 0);
        size_t zero = 0;
        while (zero < size && p[zero] == 0) zero++;
        CHECK(zero == size);
        memset(p, 0xAB, size);
    }
    CHECK(phk_arena_alloc(&a, 50000000) != NULL);
    CHECK(phk_arena_alloc(&a, (size_t)-1) == NULL);
    int *array = NULL;
    for (int i = 0; i < 100000; i++) {
        array = phk_arena_grow(&a, array, (size_t)i, sizeof *array);
        array[i] = i;
    }
    int right = 0;
    while (right < 100000 && array[right] == right) right++;
    CHECK(right == 100000);
    CHECK(phk_arena_grow(&a, array, (size_t)1 << 62, 1 << 10) == NULL);
    CHECK(phk_arena_grow(&a, NULL, 0, 0) != NULL);
    CHECK_TEXT(phk_arena_text(&a, "hello", 4), "hell");
    CHECK_TEXT(phk_arena_text(&a, NULL, 0), "");
    /* used again, it hands out zeroed memory as before */
    for (int i = 0; i < 3; i++) {
        phk_arena_reset(&a);
        CHECK(a.used == 0 && a.size > 0);
        unsigned char *p = phk_arena_alloc(&a, 1000);
        size_t zero = 0;
        while (zero < 1000 && p[zero] == 0) zero++;
        CHECK(zero == 1000);
        memset(p, 0xAB, 1000);
    }
    phk_arena_free(&a);
    phk_arena_reset(&a);
    CHECK(a.last == NULL && a.size == 0);
    phk_arena_free(&a);
}

static void names(void)
{
    enum { MANY = 100000 };
    phk_names table = {0};
    phk_arena a = {0};
    CHECK(phk_names_find(&table, "x", 1) == -1);
    int added = 0, again = 0, found = 0, strange = 0;
    for (int i = 0; i < MANY; i++) {
        char text[20];
        int n = snprintf(text, sizeof text, "link%d", i);
        const char *copy = phk_arena_text(&a, text, (size_t)n);
        added += phk_names_add(&table, copy, (size_t)n, i) == 1;
        again += phk_names_add(&table, copy, (size_t)n, i + 1) == 0;
    }
    for (int i = 0; i < MANY; i++) {
        char text[20];
        int n = snprintf(text, sizeof text, "link%d", i);
        found += phk_names_find(&table, text, (size_t)n) == i;
        strange += phk_names_find(&table, text, (size_t)n - 1) == i;
        text[0] = 'L';
        strange += phk_names_find(&table, text, (size_t)n) != -1;
    }
    CHECK(added == MANY && again == MANY && found == MANY && strange == 0);
    CHECK(table.count == MANY && table.capacity < 4 * (size_t)MANY);
    phk_names_free(&table);
    phk_arena_free(&a);
}

static void nearest(void)
{
    static const char *const words[] = {"revolute", "spherical", "mass", "inertia", "R.11"};
    static const char *const pairs[][2] = {{"revolut", "revolute"},   {"revoltue", "revolute"},
                                           {"Sphrical", "spherical"}, {"MASS", "mass"},
                                           {"msas", "mass"},          {"inertai", "inertia"},
                                           {"R.12", "R.11"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        CHECK_TEXT(ph_nearest(pairs[i][0], words, 5), pairs[i][1]);
    CHECK(ph_nearest("zzzz", words, 5) == NULL);
    CHECK(ph_nearest("", words, 5) == NULL);
    CHECK(ph_nearest("mass", words, 0) == NULL);
    /* a word too long to compare is near nothing */
    char endless[1000];
    memset(endless, 'a', 999);
    endless[999] = '\0';
    CHECK(ph_nearest(endless, words, 5) == NULL);
    const char *const long_word[] = {endless};
    CHECK(ph_nearest("a", long_word, 1) == NULL);
}

int main(void)
{
    format();
    long_lines();
    list();
    repeated();
    told();
    status_words();
    arena();
    names();
    nearest();
    return TEST_RESULT();
}
