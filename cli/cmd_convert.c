/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode convert: a model or a result in another form. The ending of a name says its form.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "columns.h"
#include "command.h"
#include "csv.h"
#include "model_options.h"
#include "options.h"
#include "replacement.h"
#include "requests.h"
#include "report.h"

static const char me[] = "convert";

typedef struct {
    const char *const *endings; /* of the input, NULL at the end; a folder is "/" */
    const char *const *becomes; /* of the output */
    int (*convert)(const char *from, const char *to, const cli_texts *set);
} way;

static const char *ending(const char *path)
{
    struct stat info;
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) return "/";
    return dot && (!slash || dot > slash) ? dot : "";
}

static bool is_among(const char *word, const char *const *words)
{
    while (*words && strcasecmp(*words, word) != 0) words++;
    return *words != NULL;
}

static int convert_model(const char *from, const char *to, const cli_texts *set)
{
    ph_model *model = NULL;
    ph_diag *diag = ph_diag_create();
    int status = CLI_USAGE;
    if (diag && ph_model_load(from, set->text, set->count, diag, &model) == PH_OK)
        status = ph_model_save(model, to, diag) == PH_OK ? CLI_DONE : CLI_FAILED;
    if (!diag) cli_error(me, "out of memory");
    cli_report(diag);
    ph_model_free(model);
    ph_diag_free(diag);
    return status;
}

/* Writes a result as text to a stream. False: see the diagnostics; without any: out of memory. */
typedef bool (*result_writer)(FILE *out, ph_result *result, ph_diag *diag);

static bool write_csv(FILE *out, ph_result *result, ph_diag *diag)
{
    cli_columns all = {0};
    bool good = cli_columns_all(&all, me, result) && csv_all(out, result, &all, diag);
    cli_columns_free(&all);
    return good;
}

static int write_text(const replacement *r, ph_result *result, result_writer write)
{
    ph_diag *diag = ph_diag_create();
    FILE *out = diag ? fdopen(dup(r->fd), "w") : NULL;
    bool good = out && write(out, result, diag);
    if (!good && (!diag || ph_diag_errors(diag) == 0)) cli_error(me, "out of memory");
    cli_report(diag);
    ph_diag_free(diag);
    errno = 0;
    bool bad = out && ferror(out);
    if (out && fclose(out) != 0) bad = true;
    if (good && bad)
        cli_error(me, "cannot write \"%s\": %s", r->path, strerror(errno ? errno : EIO));
    return good && !bad ? CLI_DONE : CLI_FAILED;
}

static int convert_result(const char *from, const char *to, const cli_texts *set)
{
    bool requests = strcasecmp(ending(to), ".csv") != 0;
    if (set->count) {
        cli_error(me, "--set is for models; \"%s\" is a result", from);
        return CLI_USAGE;
    }
    ph_result *result = cli_open_result(from);
    if (!result) return CLI_USAGE;
    replacement r;
    int status = CLI_FAILED;
    if (requests && ph_result_requests(result) == 0) {
        cli_error(me, "\"%s\" holds no requests", from);
        status = CLI_USAGE;
    } else if (replacement_open(&r, to, me)) {
        status = write_text(&r, result, requests ? requests_write : write_csv);
        status = replacement_close(&r, status);
    }
    ph_result_close(result);
    return status;
}

static const char *const models[] = {".yaml", ".yml", ".json", ".adm", ".acf", NULL};
static const char *const files[] = {".yaml", ".yml", NULL};
static const char *const results[] = {".h5", "/", NULL};
static const char *const texts[] = {".csv", ".req", ".tab", NULL};
static const way ways[] = {{models, files, convert_model}, {results, texts, convert_result}};

int cmd_convert(int argc, char **argv)
{
    cli_texts set = {0};
    const cli_option option[] = {{"set", 0, CLI_TEXTS, &set, "PATH=VALUE",
                                  "replace a value of the model; may be repeated", NULL},
                                 {0}};
    const cli_syntax syntax = {
        me,
        "IN OUT",
        "Writes a model or a result in another form; the endings of the names say which.\n"
        "A model (.yaml, .json, .adm, .acf) becomes .yaml: numbers in SI units, names and\n"
        "expressions as they are. A result (result.h5 or its folder) becomes .csv, all columns\n"
        "with 17 digits, or .req or .tab: its requests as tables parted by tabs, in the units of\n"
        "the deck. An older OUT is replaced when the new one is complete.\n",
        option,
        2,
        2};
    int count, status = cli_parse(&syntax, argc, argv, &count);
    if (status < 0) {
        const char *from = ending(argv[1]), *to = ending(argv[2]);
        status = CLI_USAGE;
        const way *found = NULL;
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
            if (is_among(from, ways[i].endings) && is_among(to, ways[i].becomes)) found = &ways[i];
        if (found) {
            status = found->convert(argv[1], argv[2], &set);
        } else {
            cli_error(me, "no way from \"%s\" to \"%s\"", argv[1], argv[2]);
            fprintf(stderr, "  a model (.yaml, .json, .adm, .acf) becomes .yaml;\n"
                            "  a result (.h5, or its folder) becomes .csv, .req or .tab.\n");
        }
    }
    free(set.text);
    return status;
}
