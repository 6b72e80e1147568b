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

static const cli_option option[] = {
    {"quiet", 'q', CLI_FLAG, &flag, NULL, "say nothing", NULL},
    {"output", 'o', CLI_TEXT, &text, "FILE", "where", "here"},
    {"set", 0, CLI_TEXTS, &texts, "A=B", "change", NULL},
    {"from", 0, CLI_NUMBER, &number, "T", "start", NULL},
    {"step", 0, CLI_POSITIVE, &positive, "H", "step", NULL},
    {"steps", 'n', CLI_COUNT, &count, "N", "how many", NULL},
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

int main(void)
{
    forms();
    refused();
    free(texts.text);
    return TEST_RESULT();
}
