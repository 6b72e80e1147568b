/* SPDX-License-Identifier: BSD-3-Clause */
#include "options.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "report.h"

enum { HELP_COLUMN = 26, MOST_OPTIONS = 64 };

bool cli_number(const char *text, double *value)
{
    /* strtod alone would take blanks, "inf", "nan" and "0x1p3" */
    size_t length = strlen(text);
    if (length == 0 || strspn(text, "0123456789+-.eE") != length) return false;
    char *end;
    *value = strtod(text, &end);
    return *end == '\0' && isfinite(*value);
}

/* --- help ----------------------------------------------------------------------------------- */

static void print_option(const cli_option *o)
{
    char head[80], letter[8] = "    ";
    if (o->letter) snprintf(letter, sizeof letter, "-%c, ", o->letter);
    int n = snprintf(head, sizeof head, "  %s--%s%s%s", letter, o->name, o->operand ? " " : "",
                     o->operand ? o->operand : "");
    printf("%s", head);
    if (n >= HELP_COLUMN) {
        printf("\n");
        n = 0;
    }
    printf("%*s", HELP_COLUMN - n, "");
    for (const char *p = o->help; *p; p++) {
        putchar(*p);
        if (*p == '\n') printf("%*s", HELP_COLUMN, "");
    }
    if (o->missing) printf(" (default: %s)", o->missing);
    putchar('\n');
}

static void print_help(const cli_syntax *s)
{
    static const cli_option help = {"help", 'h', CLI_FLAG, NULL, NULL, "print this text", NULL};
    printf("usage: polhode %s %s%s[options]\n\n%s\noptions:\n", s->command, s->operands,
           *s->operands ? " " : "", s->about);
    for (const cli_option *o = s->option; o->name; o++) print_option(o);
    print_option(&help);
}

/* --- parsing -------------------------------------------------------------------------------- */

static int complain(const cli_syntax *s)
{
    fprintf(stderr, "usage: polhode %s %s%s[options]; `polhode %s --help` tells more.\n",
            s->command, s->operands, *s->operands ? " " : "", s->command);
    return CLI_USAGE;
}

static const cli_option *find_long(const cli_syntax *s, const char *name, size_t length)
{
    for (const cli_option *o = s->option; o->name; o++)
        if (strlen(o->name) == length && memcmp(o->name, name, length) == 0) return o;
    return NULL;
}

static const cli_option *find_short(const cli_syntax *s, char letter)
{
    for (const cli_option *o = s->option; o->name; o++)
        if (letter && o->letter == letter) return o;
    return NULL;
}

static int unknown(const cli_syntax *s, const char *word, size_t length)
{
    const char *names[MOST_OPTIONS];
    char plain[64];
    int count = 0;
    for (const cli_option *o = s->option; o->name && count < MOST_OPTIONS; o++)
        names[count++] = o->name;
    cli_error(s->command, "no option \"%.*s\"", (int)length, word);
    snprintf(plain, sizeof plain, "%.*s", (int)length, word);
    const char *best = ph_nearest(plain + strspn(plain, "-"), names, count);
    if (best && length > 2) fprintf(stderr, "  did you mean \"--%s\"?\n", best);
    return complain(s);
}

static bool collect(cli_texts *list, const char *text, int argc)
{
    /* there cannot be more of them than arguments */
    if (!list->text) list->text = calloc((size_t)argc, sizeof *list->text);
    if (!list->text) return false;
    list->text[list->count++] = text;
    return true;
}

/* The index of a text among words; -1: it is none of them. `list` has all of them. */
static int find_word(const char *const *words, const char *text, char *list, size_t size)
{
    size_t used = (size_t)snprintf(list, size, "one of");
    int found = -1;
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], text) == 0) found = i;
        if (used < size)
            used += (size_t)snprintf(list + used, size - used, "%s %s", i ? "," : "", words[i]);
    }
    return found;
}

/* Puts a value where a field says. False: `wanted` says what it should have been. What lies beyond
 * other bounds than these is told by whoever takes the value. */
static bool set_field(const cli_field *to, const char *text, char *wanted, size_t size)
{
    const ph_field *f = to->field;
    void *at = (char *)to->in + f->offset;
    double number;
    bool above = f->flags & PH_ABOVE, is_number = cli_number(text, &number);
    if (f->kind == PH_FIELD_TEXT) {
        *(ph_text *)at = (ph_text){.text = text};
        return true;
    }
    if (f->kind == PH_FIELD_WORD) {
        int word = find_word(f->words, text, wanted, size);
        if (word >= 0) *(int *)at = word;
        return word >= 0;
    }
    if (f->kind == PH_FIELD_INTEGER) {
        snprintf(wanted, size, "a whole number from %g on", f->min);
        if (!is_number || number < f->min || number > INT_MAX || number != floor(number))
            return false;
        *(int *)at = (int)number;
        return true;
    }
    snprintf(wanted, size, "a number");
    if (above) snprintf(wanted, size, "a number above %g", f->min);
    if (!is_number || (above && !(number > f->min))) return false;
    *(double *)at = number;
    return true;
}

static int set(const cli_syntax *s, const cli_option *o, const char *text, int argc)
{
    double number = 0;
    bool is_number = o->kind >= CLI_NUMBER && o->kind != CLI_FIELD && cli_number(text, &number);
    char own[200] = "";
    switch (o->kind) {
    case CLI_FLAG:
        *(bool *)o->value = true;
        return -1;
    case CLI_TEXT:
        *(const char **)o->value = text;
        return -1;
    case CLI_TEXTS:
        if (collect(o->value, text, argc)) return -1;
        cli_error(s->command, "out of memory");
        return CLI_FAILED;
    case CLI_NUMBER:
        if (!is_number) break;
        *(double *)o->value = number;
        return -1;
    case CLI_POSITIVE:
        if (!is_number || !(number > 0)) break;
        *(double *)o->value = number;
        return -1;
    case CLI_COUNT:
        if (!is_number || number < 1 || number > INT_MAX || number != floor(number)) break;
        *(int *)o->value = (int)number;
        return -1;
    case CLI_FIELD:
        if (!set_field(o->value, text, own, sizeof own)) break;
        return -1;
    }
    static const char *const wanted[] = {[CLI_NUMBER] = "a number",
                                         [CLI_POSITIVE] = "a number above 0",
                                         [CLI_COUNT] = "a whole number from 1 on",
                                         [CLI_FIELD] = ""};
    cli_error(s->command, "--%s wants %s, not \"%s\"", o->name, *own ? own : wanted[o->kind], text);
    return CLI_USAGE;
}

/* One option at argv[*i]; moves *i on when the value is the next argument. */
static int parse_option(const cli_syntax *s, int argc, char **argv, int *i)
{
    char *word = argv[*i];
    const cli_option *o;
    const char *value = NULL;
    size_t length = strlen(word);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        print_help(s);
        return CLI_DONE;
    }
    if (word[1] == '-') {
        length = strcspn(word, "=");
        o = find_long(s, word + 2, length - 2);
        if (word[length]) value = word + length + 1;
    } else {
        o = find_short(s, word[1]);
        if (word[2]) value = word + 2;
    }
    if (!o) return unknown(s, word, length);
    if (o->kind == CLI_FLAG && value) {
        cli_error(s->command, "--%s takes no value", o->name);
        return complain(s);
    }
    if (o->kind != CLI_FLAG && !value) {
        if (*i + 1 >= argc) {
            cli_error(s->command, "--%s wants a value: --%s %s", o->name, o->name,
                      o->operand ? o->operand : "VALUE");
            return complain(s);
        }
        value = argv[++*i];
    }
    return set(s, o, value, argc);
}

int cli_parse(const cli_syntax *s, int argc, char **argv, int *count)
{
    bool options = true;
    *count = 0;
    for (int i = 1; i < argc; i++) {
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
        } else if (options && argv[i][0] == '-' && argv[i][1]) {
            int status = parse_option(s, argc, argv, &i);
            if (status >= 0) return status;
        } else {
            argv[++*count] = argv[i];
        }
    }
    if (*count >= s->least && (s->most < 0 || *count <= s->most)) return -1;
    if (*count < s->least)
        cli_error(s->command, "something is missing: %s", s->operands);
    else
        cli_error(s->command, "one too many: \"%s\"", argv[s->most + 1]);
    return complain(s);
}
