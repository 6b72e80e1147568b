/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gen_statements.c -- the tables of docs/adams.md, from the table of statements.
 *
 * usage: gen_statements [--check] FILE
 * Writes what stands between the marks below; with --check it says whether it would change FILE.
 */
#include <polhode/polhode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char begin[] = "<!-- statements: written by tools/gen_statements.c -->\n";
static const char end[] = "<!-- end of statements -->\n";

static void write_arguments(FILE *out, int index)
{
    const char *comma = "";
    ph_argument_info a;
    for (int k = 0; (a = ph_statement_argument(index, k)).name; k++) {
        if (a.use != PH_DECK_READ) continue;
        fprintf(out, "%s`%s`", comma, a.name);
        comma = ", ";
    }
}

/* What is not done of a statement, with the reason where there is one. */
static void write_exceptions(FILE *out, int index, ph_deck_use use, const char *words)
{
    const char *comma = words;
    ph_argument_info a;
    for (int k = 0; (a = ph_statement_argument(index, k)).name; k++) {
        if (a.use != use) continue;
        fprintf(out, "%s`%s`", comma, a.name);
        if (a.why) fprintf(out, " (%s)", a.why);
        comma = ", ";
    }
    if (comma != words) fputs(". ", out);
}

static void write_read(FILE *out)
{
    fputs("### Statements that are read\n\n"
          "| statement | becomes | arguments | exceptions |\n|---|---|---|---|\n",
          out);
    for (int i = 0; i < ph_statement_count(); i++) {
        ph_statement_info s = ph_statement_get(i);
        if (s.use != PH_DECK_READ) continue;
        fprintf(out, "| `%s%s` | %s | ", s.name, s.numbered ? "/id" : "", s.meaning);
        write_arguments(out, i);
        fputs(" | ", out);
        write_exceptions(out, i, PH_DECK_SKIPPED, "Not used: ");
        write_exceptions(out, i, PH_DECK_REFUSED, "Refused: ");
        fputs("|\n", out);
    }
}

static void write_others(FILE *out, ph_deck_use use, const char *title)
{
    fprintf(out, "\n### %s\n\n| statement | what it is |\n|---|---|\n", title);
    for (int i = 0; i < ph_statement_count(); i++) {
        ph_statement_info s = ph_statement_get(i);
        if (s.use == use) fprintf(out, "| `%s` | %s |\n", s.name, s.meaning);
    }
}

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (text) text[fread(text, 1, (size_t)size, file)] = '\0';
    fclose(file);
    return text;
}

/* The page with its tables written anew; NULL: it has no marks. */
static char *renew(const char *page)
{
    const char *from = strstr(page, begin), *to = strstr(page, end);
    char *text = NULL;
    size_t size;
    if (!from || !to) return NULL;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fwrite(page, 1, (size_t)(from - page) + sizeof begin - 1, out);
    fputs("\n", out);
    write_read(out);
    write_others(out, PH_DECK_SKIPPED, "Statements that are skipped");
    write_others(out, PH_DECK_REFUSED, "Statements that are refused");
    fputs("\n", out);
    fputs(to, out);
    return fclose(out) == 0 ? text : NULL;
}

int main(int argc, char **argv)
{
    int check = argc == 3 && strcmp(argv[1], "--check") == 0;
    if ((argc != 2 && !check) || *argv[argc - 1] == '-') {
        fprintf(stderr, "usage: gen_statements [--check] FILE\n");
        return 2;
    }
    const char *path = argv[argc - 1];
    char *old = read_all(path), *fresh = old ? renew(old) : NULL;
    int ok = fresh != NULL;
    if (!ok) fprintf(stderr, "%s cannot be read, or has no place for the tables\n", path);
    if (ok && check && strcmp(old, fresh) != 0) {
        fprintf(stderr, "%s is not current: run `ninja docs-reference`\n", path);
        ok = 0;
    }
    if (ok && !check) {
        FILE *file = fopen(path, "w");
        ok = file && fputs(fresh, file) >= 0;
        if (file && fclose(file) != 0) ok = 0;
        if (!ok) perror(path);
    }
    free(old);
    free(fresh);
    return ok ? 0 : 1;
}
