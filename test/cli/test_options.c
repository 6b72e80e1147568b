/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The option parser: every form of an option, and what is refused.
 */
#include <fcntl.h>
#include <unistd.h>
#include "common/options.h"
#include "harness.h"

static bool flag;
static const char *text;
static cli_texts texts;
static double number, positive;
static int count;

static const char *const colours[] = {"red", "green", NULL};
static struct thing {
    double size, shift;
    int parts, colour;
    ph_text name;
} thing;
static const ph_field described[] = {
    {"size", PH_FIELD_NUMBER, offsetof(struct thing, size), .max = INFINITY, .flags = PH_ABOVE},
    {"shift", PH_FIELD_NUMBER, offsetof(struct thing, shift), .max = 1},
    {"parts", PH_FIELD_INTEGER, offsetof(struct thing, parts), .min = 2, .max = 9},
    {"colour", PH_FIELD_WORD, offsetof(struct thing, colour), .words = colours},
    {"name", PH_FIELD_TEXT, .offset = offsetof(struct thing, name)}};
static cli_field field[] = {{&described[0], &thing},
                            {&described[1], &thing},
                            {&described[2], &thing},
                            {&described[3], &thing},
                            {&described[4], &thing}};
static const cli_option option[] = {
    {"quiet", 'q', CLI_FLAG, &flag, NULL, "say nothing", NULL},
    {"output", 'o', CLI_TEXT, &text, "FILE", "where", "here"},
    {"set", 0, CLI_TEXTS, &texts, "A=B", "change", NULL},
    {"from", 0, CLI_NUMBER, &number, "T", "start", NULL},
    {"step", 0, CLI_POSITIVE, &positive, "H", "step", NULL},
    {"steps", 'n', CLI_COUNT, &count, "N", "how many", NULL},
    {"size", 0, CLI_FIELD, &field[0], "D", "its size", NULL},
    {"shift", 0, CLI_FIELD, &field[1], "D", "its shift", NULL},
    {"parts", 0, CLI_FIELD, &field[2], "N", "its parts", NULL},
    {"colour", 0, CLI_FIELD, &field[3], "WORD", "its colour", NULL},
    {"name", 0, CLI_FIELD, &field[4], "TEXT", "its name", NULL},
    {0},
};
static const cli_syntax syntax = {"test", "IN [OUT]", "Does nothing.\n", option, 1, 2};

enum { MOST = 16 };
static char *word[MOST];
static int operands;

/* Parses words up to NULL, quietly. */
static int parse(const char *const *given)
{
    static char copy[MOST][64];
    int argc = 0, saved_out, saved_err, null = open("/dev/null", O_WRONLY);
    flag = false;
    text = NULL;
    free(texts.text);
    texts = (cli_texts){0};
    number = positive = NAN;
    count = 0;
    for (; given[argc]; argc++) {
        snprintf(copy[argc], sizeof copy[argc], "%s", given[argc]);
        word[argc] = copy[argc];
    }
    word[argc] = NULL;
    fflush(stdout);
    saved_out = dup(1);
    saved_err = dup(2);
    dup2(null, 1);
    dup2(null, 2);
    int status = cli_parse(&syntax, argc, word, &operands);
    fflush(stdout);
    dup2(saved_out, 1);
    dup2(saved_err, 2);
    close(saved_out);
    close(saved_err);
    close(null);
    return status;
}
#define PARSE(...) parse((const char *const[]){"test", __VA_ARGS__, NULL})

static void forms(void)
{
    CHECK(PARSE("in") == -1 && operands == 1 && !flag && !text);
    CHECK_TEXT(word[1], "in");
    CHECK(PARSE("--quiet", "in", "-o", "file", "out") == -1 && operands == 2 && flag);
    CHECK_TEXT(text, "file");
    CHECK_TEXT(word[2], "out");
    CHECK(PARSE("in", "-ofile") == -1);
    CHECK_TEXT(text, "file");
    CHECK(PARSE("in", "--output=a=b", "--output", "-x") == -1);
    CHECK_TEXT(text, "-x");
    CHECK(PARSE("in", "--output=") == -1);
    CHECK_TEXT(text, "");
    CHECK(PARSE("--set", "a=1", "in", "--set=b=2") == -1 && texts.count == 2);
    CHECK_TEXT(texts.text[1], "b=2");
    CHECK(PARSE("--from", "-1.5e-3", "--step=.25", "-n12", "in") == -1);
    CHECK(number == -1.5e-3 && positive == 0.25 && count == 12);
    CHECK(PARSE("--", "--quiet", "-") == -1 && operands == 2 && !flag);
    CHECK_TEXT(word[1], "--quiet");
    CHECK(PARSE("-") == -1 && operands == 1);
    CHECK(PARSE("--help") == 0);
    CHECK(PARSE("in", "--nothing", "--help") == 2);
}

static void refused(void)
{
    CHECK(PARSE("in", "--outpt", "x") == 2);
    CHECK(PARSE("in", "-x") == 2);
    CHECK(PARSE("in", "--output") == 2);
    CHECK(PARSE("in", "-o") == 2);
    CHECK(PARSE("in", "--quiet=1") == 2);
    CHECK(PARSE("in", "out", "more") == 2);
    CHECK(parse((const char *const[]){"test", NULL}) == 2);
    CHECK(PARSE("in", "---") == 2);
    CHECK(PARSE("in", "--=x") == 2);
    const char *const bad[] = {"",    " 1",   "1 ",    "1x",  "x",  "nan",
                               "inf", "0x10", "1e999", "1,5", "--", "."};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(PARSE("in", "--from", bad[i]) == 2);
    CHECK(PARSE("in", "--step", "0") == 2);
    CHECK(PARSE("in", "--step", "-1") == 2);
    const char *const no_count[] = {"0", "-1", "1.5", "3000000000", "x"};
    for (int i = 0; i < 5; i++) CHECK(PARSE("in", "--steps", no_count[i]) == 2);
}

static void fields(void)
{
    CHECK(PARSE("in", "--size=0.5", "--shift", "-3", "--parts", "2", "--colour=green", "--name",
                "it") == -1);
    CHECK(thing.size == 0.5 && thing.shift == -3 && thing.parts == 2 && thing.colour == 1);
    CHECK_TEXT(thing.name.text, "it");
    CHECK(PARSE("in", "--size", "0") == 2);
    CHECK(PARSE("in", "--size", "x") == 2);
    CHECK(PARSE("in", "--shift", "inf") == 2);
    CHECK(PARSE("in", "--colour", "blue") == 2);
    const char *const no_parts[] = {"1", "2.5", "3000000000", "x"};
    for (int i = 0; i < 4; i++) CHECK(PARSE("in", "--parts", no_parts[i]) == 2);
    CHECK(thing.size == 0.5 && thing.shift == -3 && thing.parts == 2 && thing.colour == 1);
}

int main(void)
{
    forms();
    refused();
    fields();
    free(texts.text);
    return TEST_RESULT();
}
