/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode convert: a model or a result in another form. The ending of a name says its form.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include "common/columns.h"
#include "command.h"
#include "common/csv.h"
#include "mat.h"
#include "common/model_options.h"
#include "common/options.h"
#include "common/replacement.h"
#include "table/requests.h"
#include "common/report.h"
#include "vtk.h"

static const char me[] = "convert";

typedef struct {
    model_options model; /* of a model */
    double fps;          /* of a series of frames */
} convert_options;

typedef struct {
    const char *const *endings; /* of the input, NULL at the end; a folder is "/" */
    const char *const *becomes; /* of the output */
    int (*convert)(const char *from, const char *to, const convert_options *o);
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

/* What `check` would refuse: told, and false. */
static bool is_sound(const ph_model *model)
{
    ph_diag *diag = ph_diag_create();
    ph_assembly assembly;
    ph_sim *sim = NULL;
    ph_status status =
        diag ? model_assemble(model, ph_model_options(model), diag, &assembly, &sim) : PH_E_NOMEM;
    ph_sim_free(sim);
    /* what a sound model has to say for itself is for those who check or run it */
    if (status < 0) cli_report(diag);
    if (!diag) cli_error(me, "out of memory");
    ph_diag_free(diag);
    return status >= 0;
}

static int convert_model(const char *from, const char *to, const convert_options *o)
{
    const ph_reading how = model_reading(&o->model);
    if (o->fps > 0) {
        cli_error(me, "--fps is for results as .pvd; \"%s\" is a model", from);
        return CLI_USAGE;
    }
    ph_model *model = NULL;
    ph_diag *diag = ph_diag_create();
    int status = CLI_USAGE;
    if (diag && ph_model_read(from, &how, diag, &model) == PH_OK && is_sound(model))
        status = ph_model_save(model, to, diag) == PH_OK ? CLI_DONE : CLI_FAILED;
    if (!diag) cli_error(me, "out of memory");
    cli_report(diag);
    ph_model_free(model);
    ph_diag_free(diag);
    return status;
}

/* Writes a result to a stream. False: see the diagnostics; without any: out of memory. */
typedef bool (*result_writer)(FILE *out, ph_result *result, ph_diag *diag);

static bool write_csv(FILE *out, ph_result *result, ph_diag *diag)
{
    cli_columns all = {0};
    bool good = cli_columns_all(&all, me, result) && csv_all(out, result, &all, diag);
    cli_columns_free(&all);
    return good;
}

static int write_stream(FILE *out, ph_result *result, result_writer write)
{
    ph_diag *diag = ph_diag_create();
    bool good = diag && write(out, result, diag);
    if (!good && (!diag || ph_diag_errors(diag) == 0)) cli_error(me, "out of memory");
    cli_report(diag);
    ph_diag_free(diag);
    return good ? CLI_DONE : CLI_FAILED;
}

/* How a result becomes a file, by the ending of that. */
static const struct {
    const char *ending;
    result_writer write;
} forms[] = {
    {".csv", write_csv}, {".req", requests_write}, {".tab", requests_write}, {".mat", mat_write}};

static int write_result(ph_result *result, const char *from, const char *to)
{
    size_t i = 0;
    while (strcasecmp(forms[i].ending, ending(to)) != 0) i++;
    if (forms[i].write == requests_write && !requests_any(result)) {
        cli_error(me, "\"%s\" holds no requests", from);
        return CLI_USAGE;
    }
    if (forms[i].write == mat_write && !mat_fits(result)) {
        cli_error(me, "too large for a .mat of level 5, whose variables have less than 2 GB");
        fprintf(stderr, "  MATLAB reads result.h5 as it is: h5read('result.h5', '/time')\n");
        return CLI_USAGE;
    }
    replacement r;
    if (!replacement_open(&r, to, me)) return CLI_FAILED;
    return replacement_close(&r, write_stream(r.file.out, result, forms[i].write));
}

static int convert_result(const char *from, const char *to, const convert_options *o)
{
    bool series = strcasecmp(ending(to), ".pvd") == 0;
    if (o->model.set.count || o->model.geometry || o->model.leave_out.count ||
        o->model.approximate.count) {
        cli_error(me, "--%s is for models; \"%s\" is a result",
                  o->model.set.count         ? "set"
                  : o->model.geometry        ? "geometry"
                  : o->model.leave_out.count ? "leave-out"
                                             : "approximate",
                  from);
        return CLI_USAGE;
    }
    if (o->fps > 0 && !series) {
        cli_error(me, "--fps is for .pvd; \"%s\" gets all rows", to);
        return CLI_USAGE;
    }
    ph_result *result = cli_open_result(from);
    if (!result) return CLI_USAGE;
    int status = series ? vtk_write(to, result, o->fps, me) : write_result(result, from, to);
    ph_result_close(result);
    return status;
}

static const char *const models[] = {".yaml", ".yml", ".json", ".adm", ".acf", NULL};
static const char *const files[] = {".yaml", ".yml", NULL};
static const char *const results[] = {".h5", "/", NULL};
static const char *const forms_of_results[] = {".csv", ".req", ".tab", ".mat", ".pvd", NULL};
static const way ways[] = {{models, files, convert_model},
                           {results, forms_of_results, convert_result}};

int cmd_convert(int argc, char **argv)
{
    convert_options o = {0};
    const cli_option option[] = {{"set", 0, CLI_TEXTS, &o.model.set, "PATH=VALUE",
                                  "replace a value of the model; may be repeated", NULL},
                                 MODEL_OPTIONS_DECK(o.model),
                                 {"fps", 0, CLI_POSITIVE, &o.fps, "N",
                                  "frames of .pvd for each second of the run, at most",
                                  "50, and 600 in all for runs below 12 s"},
                                 {0}};
    const cli_syntax syntax = {
        me,
        "IN OUT",
        "Writes a model or a result in another form; the endings of the names say which.\n"
        "A model (.yaml, .json, .adm, .acf) that `polhode check` finds right becomes .yaml: "
        "numbers\n"
        "in SI units, names and expressions as they are. A result (result.h5 or its folder) "
        "becomes .csv, all columns\n"
        "with 17 digits; .req or .tab: its requests as tables parted by tabs, in the units of the\n"
        "deck; .mat, for MATLAB, Octave and SciPy; .pvd, for ParaView: bodies with their shapes,\n"
        "a file for each frame in a folder beside it. An older OUT is replaced when the new one "
        "is\n"
        "complete.\n",
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
            status = found->convert(argv[1], argv[2], &o);
        } else {
            cli_error(me, "no way from \"%s\" to \"%s\"", argv[1], argv[2]);
            fprintf(stderr,
                    "  a model (.yaml, .json, .adm, .acf) becomes .yaml;\n"
                    "  a result (.h5, or its folder) becomes .csv, .req, .tab, .mat or .pvd.\n");
        }
    }
    model_options_free(&o.model);
    return status;
}
