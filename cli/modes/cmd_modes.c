/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode modes: eigenvalues and shapes of a model about a state, or over a speed.
 */
#include <math.h>
#include <stdio.h>
#include "command.h"
#include "common/model_options.h"
#include "common/report.h"
#include "modes.h"

static const char me[] = "modes";

typedef struct {
    int count;
    const char *directory, *campbell, *orders;
    bool csv, shapes, quiet;
    reach_options where;
} request;

static int work(const request *r, const ph_model *model, const ph_options *o, ph_diag *diag)
{
    ph_sim *sim;
    ph_modes *modes = NULL;
    int status = reach(me, model, o, &r->where, diag, &sim);
    const ph_modes_options options = {.frame = r->where.frame, .count = r->count};
    if (status == CLI_DONE) {
        ph_status found = ph_sim_modes(sim, &options, diag, &modes);
        if (found < 0) status = found == PH_E_SOLVE ? CLI_FAILED : CLI_USAGE;
        if (!status && r->directory) status = modes_result(r->directory, model, sim, modes, diag);
        cli_report(diag);
    }
    if (status == CLI_DONE && r->csv)
        modes_csv(modes, model, r->shapes, stdout);
    else if (status == CLI_DONE && !r->quiet)
        modes_print(modes, model, r->shapes, stdout);
    if (status == CLI_DONE && r->directory && !r->quiet && !r->csv)
        printf("%s/result.h5, modes.csv; `polhode view %s` shows them\n", r->directory,
               r->directory);
    ph_modes_free(modes);
    ph_sim_free(sim);
    return status;
}

static int work_campbell(const request *r, const char *path, model_options *given)
{
    campbell_options c = {.path = path,
                          .count = r->count,
                          .csv = r->csv,
                          .quiet = r->quiet,
                          .directory = r->directory};
    if (!campbell_read(r->campbell, &c)) return CLI_USAGE;
    if (r->orders && !campbell_read_orders(r->orders, &c)) return CLI_USAGE;
    return campbell(&c, given, &r->where);
}

int cmd_modes(int argc, char **argv)
{
    model_options given = model_options_none();
    request r = {.where = reach_none()};
    const cli_option options[] = {
        {"count", 'n', CLI_COUNT, &r.count, "N", "so many, of lowest frequency",
         "all, of a large model 20"},
        REACH_AT(r.where),
        REACH_EQUILIBRIUM(r.where),
        REACH_FRAME(r.where),
        {"shapes", 0, CLI_FLAG, &r.shapes, NULL, "print how each body moves and turns", NULL},
        {"campbell", 0, CLI_TEXT, &r.campbell, "NAME=A:B:N",
         "for N values of a parameter, or of a path as --set takes it, from A to B", NULL},
        {"orders", 0, CLI_TEXT, &r.orders, "1,2,..",
         "of a Campbell diagram: draw lines of these multiples of the speed [rad/s]", "none"},
        MODEL_OPTION_SET(given),
        MODEL_OPTIONS_DECK(given),
        {"output", 'o', CLI_TEXT, &r.directory, "DIR",
         "folder for result.h5 and modes.csv, or campbell.csv and campbell.svg", "no files"},
        {"csv", 0, CLI_FLAG, &r.csv, NULL, "print CSV instead of the table", NULL},
        {"quiet", 'q', CLI_FLAG, &r.quiet, NULL, "print nothing", NULL},
        {.name = NULL}};
    const cli_syntax syntax = {
        me,
        "MODEL",
        "Eigenvalues, frequencies, damping ratios and shapes of a model, linearised about a "
        "state.\n"
        "`polhode view DIR` shows the shapes. Shapes are those of small motions about the state;\n"
        "they are right at rest and in steady motion; where the state is neither, it says so.\n",
        options,
        1,
        1};
    int status = model_parse(&syntax, argc, argv, &given);
    if (status >= 0) return status;
    if (r.orders && !r.campbell) {
        cli_error(me, "--orders goes with --campbell");
        status = CLI_USAGE;
    } else if (r.campbell) {
        status = work_campbell(&r, argv[1], &given);
    } else {
        ph_diag *diag = ph_diag_create();
        ph_options o;
        ph_model *model = model_open(argv[1], &given, diag, &o);
        status = model ? work(&r, model, &o, diag) : CLI_USAGE;
        ph_model_free(model);
        ph_diag_free(diag);
    }
    model_options_free(&given);
    return status;
}
