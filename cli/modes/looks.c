/* SPDX-License-Identifier: BSD-3-Clause */
#include "looks.h"

#include <math.h>
#include <stdlib.h>
#include "command.h"
#include "common/replacement.h"
#include "common/report.h"
#include "linear_files.h"
#include "modes.h"
#include "reach.h"

/* The texts of names. NULL: out of memory. */
static const char **texts_of(const ph_names *names)
{
    const char **text = calloc((size_t)names->count + 1, sizeof *text);
    for (int i = 0; text && i < names->count; i++) text[i] = names->name[i].text;
    return text;
}

static int write_modes(const char *command, const ph_model *model, const ph_modes *modes,
                       const char *directory, const char *name)
{
    char path[600];
    replacement csv;
    snprintf(path, sizeof path, "%s/%s.csv", directory, name);
    if (!replacement_open(&csv, path, command)) return CLI_FAILED;
    modes_csv(modes, model, true, csv.file.out);
    return replacement_close(&csv, CLI_DONE);
}

typedef struct {
    const char *command, *name, *directory;
    const ph_linearization_def *def;
    bool quiet;
} look;

static int find_modes(const look *l, const ph_model *model, ph_sim *sim, ph_diag *diag)
{
    ph_modes *modes = NULL;
    const ph_modes_options o = {.frame = l->def->frame.text};
    if (ph_sim_modes(sim, &o, diag, &modes) < 0) return CLI_FAILED;
    int status = write_modes(l->command, model, modes, l->directory, l->name);
    if (!l->quiet) {
        printf("\n%s: ", l->name);
        modes_print(modes, model, false, stdout);
    }
    ph_modes_free(modes);
    return status;
}

static int find_matrices(const look *l, const ph_model *model, ph_sim *sim, ph_diag *diag)
{
    const ph_linearization_def *d = l->def;
    const char **in = texts_of(&d->inputs), **out = texts_of(&d->outputs),
               **states = texts_of(&d->states);
    ph_linear *linear = NULL;
    const ph_linear_options o = {
        d->frame.text, d->inputs.count, d->outputs.count, d->states.count, in, out, states};
    int status = CLI_FAILED;
    if (in && out && states && ph_sim_linearize(sim, &o, diag, &linear) == PH_OK)
        status =
            linear_files(l->command, linear, ph_model_title(model), l->directory, l->name, diag);
    if (status == CLI_DONE && !l->quiet)
        printf("\n%s: %d states, %d inputs, %d outputs in %s/%s.h5 and %s.mat\n", l->name,
               linear->states, linear->inputs, linear->outputs, l->directory, l->name, l->name);
    ph_linear_free(linear);
    free(in);
    free(out);
    free(states);
    return status;
}

/* Opens what is to be an input, an output or a state of any. */
static void open_variables(ph_model *model, int n)
{
    for (int i = 0; i < n; i++) {
        const ph_linearization_def *d = ph_model_get(model, "linearization", i);
        const ph_names *list[] = {&d->inputs, &d->outputs, &d->states};
        for (int k = 0; k < 3; k++)
            for (int v = 0; v < list[k]->count; v++)
                ph_model_open_variable(model, list[k]->name[v].text);
    }
}

static int take(const look *l, const ph_model *model, const ph_options *options)
{
    const reach_options where = {l->def->at, l->def->equilibrium, l->def->frame.text};
    ph_diag *diag = ph_diag_create(); /* what was said of the run was said */
    ph_sim *sim = NULL;
    int status = diag ? reach(l->command, model, options, &where, diag, &sim) : CLI_FAILED;
    if (status == CLI_DONE) {
        status = (l->def->matrices ? find_matrices : find_modes)(l, model, sim, diag);
        cli_report(diag);
    }
    if (status != CLI_DONE) cli_error(l->command, "linearization `%s` failed", l->name);
    ph_sim_free(sim);
    ph_diag_free(diag);
    return status;
}

int looks_take(const char *command, ph_model *model, const ph_options *options,
               const char *directory, bool quiet)
{
    int n = ph_model_count(model, "linearization"), status = CLI_DONE;
    open_variables(model, n);
    for (int i = 0; i < n; i++) {
        look l = {command, ph_model_name(model, "linearization", i), directory,
                  ph_model_get(model, "linearization", i), quiet};
        if (take(&l, model, options) != CLI_DONE) status = CLI_FAILED;
    }
    return status;
}
