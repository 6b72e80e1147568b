/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode converge: run a model with several integrators and step sizes, and measure error and
 * observed order at the end time against a reference: the file's, or a fine run.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "converge.h"
#include "common/model_options.h"
#include "common/report.h"

static const char me[] = "converge";

enum { MOST_STEPS = 64, MOST_METHODS = 64 };

typedef struct {
    const char *methods_text, *steps_text, *tolerances_text, *reference_text, *directory;
    bool csv;
    const char *method[MOST_METHODS];
    int methods;
    double step[MOST_STEPS];
    int steps;
    char *words; /* the list of methods, cut into words */
} request;

/* Cuts "a,b,c" into its words, in place. Returns how many; -1: too many. */
static int cut(char *text, const char **word, int most)
{
    int n = 0;
    for (char *p = strtok(text, ", "); p; p = strtok(NULL, ", ")) {
        if (n == most) return -1;
        word[n++] = p;
    }
    return n;
}

static bool read_methods(request *r, const ph_options *o)
{
    const char *text = r->methods_text ? r->methods_text : o->integrator.text;
    r->words = strdup(text ? text : ph_integrator_default());
    r->methods = r->words ? cut(r->words, r->method, MOST_METHODS) : -1;
    if (r->methods_text && strcmp(r->methods_text, "all") == 0) {
        r->methods = 0;
        for (int i = 0; i < ph_integrator_count() && r->methods < MOST_METHODS; i++)
            if (!(ph_integrator_get(i)->traits & (PH_ABSENT | PH_OWN_STEPS)))
                r->method[r->methods++] = ph_integrator_get(i)->name;
    }
    if (r->methods > 0) return true;
    cli_error(me, "--integrators wants up to %d names parted by commas, or `all`", MOST_METHODS);
    return false;
}

/* Tells every name that is no integrator. */
static bool know_methods(const request *r)
{
    const char *name[MOST_METHODS];
    int count = 0;
    bool good = true;
    for (int i = 0; i < ph_integrator_count() && count < MOST_METHODS; i++)
        name[count++] = ph_integrator_get(i)->name;
    for (int m = 0; m < r->methods; m++) {
        if (ph_integrator_find(r->method[m])) continue;
        cli_error(me, "no integrator `%s`; `polhode list integrators` shows them", r->method[m]);
        cli_did_you_mean(r->method[m], name, count);
        good = false;
    }
    return good;
}

/* Without --h and --tol: the file's step and two halvings. */
static bool read_steps(request *r, const ph_options *o)
{
    const char *text = r->tolerances_text ? r->tolerances_text : r->steps_text;
    if (r->tolerances_text && r->steps_text) {
        cli_error(me, "give step sizes with --h, or tolerances with --tol, not both");
        return false;
    }
    if (!text) {
        if (!(o->step > 0)) {
            cli_error(me, "the file has no step: give --h h1,h2,.. or --tol e1,e2,..");
            return false;
        }
        for (r->steps = 0; r->steps < 3; r->steps++) r->step[r->steps] = ldexp(o->step, -r->steps);
        return true;
    }
    char *copy = strdup(text);
    const char *word[MOST_STEPS];
    r->steps = copy ? cut(copy, word, MOST_STEPS) : -1;
    bool good = r->steps > 0;
    for (int i = 0; good && i < r->steps; i++)
        good = cli_number(word[i], &r->step[i]) && r->step[i] > 0;
    if (!good && r->tolerances_text)
        cli_error(me, "--tol wants up to %d tolerances above zero, e.g. --tol 1e-3,1e-4",
                  MOST_STEPS);
    else if (!good)
        cli_error(me, "--h wants up to %d step sizes above zero, e.g. --h 0.1,0.05", MOST_STEPS);
    free(copy);
    return good;
}

/* What went wrong with the method asked for is usage; what went wrong on its way is a failure. */
static int status_of(const converge_run *run)
{
    if (run->status >= 0) return CLI_DONE;
    bool begun = run->status == PH_E_SOLVE || run->status == PH_E_NONFINITE ||
                 run->status == PH_E_SINGULAR || run->status == PH_E_NOMEM;
    return begun ? CLI_FAILED : CLI_USAGE;
}

/* "cf4:1e-4". Returns an exit status. */
static int read_reference(const request *r, const ph_model *model, const ph_options *o,
                          bool changed, converge_state *reference)
{
    if (!r->reference_text) {
        if (changed)
            cli_note("the file's reference belongs to the file's own values: where --set changes "
                     "the motion, give --reference cf4:H");
        if (converge_reference_of_model(model, reference)) return CLI_DONE;
        cli_error(me, "the model file has no `reference` for its bodies: give --reference cf4:H");
        return CLI_USAGE;
    }
    char name[64];
    double h;
    const char *colon = strrchr(r->reference_text, ':');
    if (!colon || colon - r->reference_text >= (long)sizeof name || !cli_number(colon + 1, &h) ||
        !(h > 0)) {
        cli_error(me, "--reference wants an integrator and a step: cf4:1e-4");
        return CLI_USAGE;
    }
    snprintf(name, sizeof name, "%.*s", (int)(colon - r->reference_text), r->reference_text);
    ph_diag *diag = ph_diag_create();
    converge_run run = converge_measure(model, o, name, h, false, NULL, reference, diag);
    if (run.status < 0)
        cli_error(me, "the reference, %s with h = %g s, failed: %s", name, h, run.message);
    ph_diag_free(diag);
    return status_of(&run);
}

/* Standard error has them whatever becomes of the table. */
static void tell_failures(const converge_study *s)
{
    for (int i = 0; i < s->methods * s->steps; i++)
        if (s->run[i].status < 0)
            cli_error(me, "%s, %s = %g%s: %s", s->method[i / s->steps],
                      s->by_tolerance ? "tolerance" : "h", s->step[i % s->steps],
                      s->by_tolerance ? "" : " s", s->run[i].message);
}

static int work(request *r, const ph_model *model, const ph_options *o, bool changed)
{
    converge_state reference = {0};
    if (!read_methods(r, o) || !read_steps(r, o)) return CLI_USAGE;
    if (!know_methods(r)) return CLI_USAGE;
    int status = CLI_FAILED;
    converge_study study = {.model = model,
                            .options = o,
                            .method = r->method,
                            .methods = r->methods,
                            .step = r->step,
                            .steps = r->steps,
                            .by_tolerance = r->tolerances_text != NULL};
    study.run = calloc((size_t)r->methods * (size_t)r->steps, sizeof *study.run);
    if (!study.run || !converge_state_create(&reference, ph_model_bodies(model))) {
        cli_error(me, "out of memory");
    } else if ((status = read_reference(r, model, o, changed, &reference)) == CLI_DONE) {
        status = converge_study_run(&study, &reference) ? CLI_DONE : CLI_FAILED;
        (r->csv ? converge_csv : converge_print)(&study, stdout);
        fflush(stdout);
        tell_failures(&study);
        if (r->directory && converge_files(&study, r->directory) != CLI_DONE) status = CLI_FAILED;
    }
    converge_study_free(&study);
    converge_state_free(&reference);
    return status;
}

int cmd_converge(int argc, char **argv)
{
    model_options given = model_options_none();
    request r = {0};
    const cli_option options[] = {
        {"integrators", 0, CLI_TEXT, &r.methods_text, "a,b,..", "integrators to compare, or `all`",
         "the file's"},
        {"h", 0, CLI_TEXT, &r.steps_text, "h1,h2,..", "step sizes [s]",
         "the file's step, its half and its quarter"},
        {"tol", 0, CLI_TEXT, &r.tolerances_text, "e1,e2,..",
         "tolerances, instead of step sizes: the order is then that in the tolerance", NULL},
        {"reference", 0, CLI_TEXT, &r.reference_text, "NAME:H",
         "compare with a run of this integrator and step", "the file's `reference`"},
        model_switch(&given, "end"),
        MODEL_OPTION_SET(given),
        MODEL_OPTIONS_DECK(given),
        {"output", 'o', CLI_TEXT, &r.directory, "DIR",
         "write converge.csv and converge.svg into this folder", "no files"},
        {"csv", 0, CLI_FLAG, &r.csv, NULL, "print CSV instead of the table", NULL},
        {.name = NULL}};
    const cli_syntax syntax = {
        me,
        "MODEL",
        "Runs the model with each integrator and step, and prints the error at the end time and\n"
        "the observed order. Errors: attitude 2 |vector part of q q_ref*|, momentum |I omega -\n"
        "(I omega)_ref| in body axes, position and velocity of free bodies; the largest over all\n"
        "bodies.\n",
        options,
        1,
        1};
    ph_diag *diag;
    ph_options o;
    ph_model *model;
    int status = model_begin(&syntax, argc, argv, &given, &diag, &o, &model);
    if (status >= 0) return status;
    status = CLI_DONE;
    if (isnan(o.end)) {
        cli_error(me, "no final time is given: put `end` under `simulate`, or give --end T");
        status = CLI_USAGE;
    }
    if (!isnan(given.options.end) && !r.reference_text) {
        cli_error(me,
                  "the file's reference holds at its own end time: with --end give --reference");
        status = CLI_USAGE;
    }
    if (status == CLI_DONE) status = work(&r, model, &o, given.set.count > 0);
    free(r.words);
    ph_model_free(model);
    ph_diag_free(diag);
    model_options_free(&given);
    return status;
}
