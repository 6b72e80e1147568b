/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode linearize: a model about a state as x' = A x + B u, y = C x + D u.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "common/model_options.h"
#include "common/report.h"
#include "linear_files.h"
#include "reach.h"
#include "words.h"

static const char me[] = "linearize";

typedef struct {
    const char *inputs_text, *outputs_text, *states_text, *directory;
    bool quiet;
    words inputs, outputs, states;
    reach_options where;
} request;

static int write_files(const request *r, const ph_linear *l, const ph_model *model, ph_diag *diag)
{
    if (!words_folder(r->directory, me)) return CLI_FAILED;
    return linear_files(me, l, ph_model_title(model), r->directory, "linear", diag);
}

/* ---- what is printed ---- */

static void print_matrix(const char *name, const double *a, int rows, int columns, char *const *row)
{
    enum { MOST = 12 };
    if (!rows || !columns) return;
    printf("\n%s =\n", name);
    if (rows > MOST || columns > MOST) {
        printf("  %d x %d\n", rows, columns);
        return;
    }
    for (int i = 0; i < rows; i++) {
        printf("  %-20s", row[i]);
        for (int j = 0; j < columns; j++) printf(" %12.6g", a[i * columns + j]);
        putchar('\n');
    }
}

static void print_linear(const ph_linear *l, const char *directory)
{
    printf(
        "linearised at t = %g s: %d states (%d displacements, %d rates), %d inputs, %d outputs\n",
        l->t, l->states, l->positions, l->rates, l->inputs, l->outputs);
    printf("states:");
    for (int i = 0; i < l->states && i < 40; i++) printf(" %s", l->state[i]);
    printf("%s\n", l->states > 40 ? " .." : "");
    print_matrix("A", l->A, l->states, l->states, l->state);
    print_matrix("B", l->B, l->states, l->inputs, l->state);
    print_matrix("C", l->C, l->outputs, l->states, (char *const *)l->output);
    print_matrix("D", l->D, l->outputs, l->inputs, (char *const *)l->output);
    if (directory) printf("\n%s/linear.h5, linear.mat\n", directory);
}

/* ---- ports ---- */

/* Opens the variables named; an output that is no variable is an expression, which becomes one. */
static int open_ports(ph_model *model, words *w, bool expressions, const char *option)
{
    int status = CLI_DONE;
    for (int i = 0; i < w->count; i++) {
        if (ph_model_open_variable(model, w->word[i]) == PH_OK) continue;
        if (expressions && !words_is_name(w->word[i])) {
            char name[40];
            snprintf(name, sizeof name, "output_%d", i + 1);
            const ph_expr expr = {.text = w->word[i]};
            if (ph_model_add_variable(model, name, &expr) == PH_OK &&
                ph_model_open_variable(model, name) == PH_OK && words_rename(w, i, name))
                continue;
        }
        cli_error(me, "%s: there is no variable `%s`", option, w->word[i]);
        words_suggest(w->word[i], model);
        status = CLI_USAGE;
    }
    return status;
}

static int work(request *r, ph_model *model, const ph_options *o, ph_diag *diag)
{
    int part[] = {open_ports(model, &r->inputs, false, "--inputs"),
                  open_ports(model, &r->outputs, true, "--outputs"),
                  open_ports(model, &r->states, false, "--states")};
    if (part[0] || part[1] || part[2]) return CLI_USAGE;
    ph_sim *sim;
    ph_linear *l = NULL;
    int status = reach(me, model, o, &r->where, diag, &sim);
    const ph_linear_options options = {
        r->where.frame,         r->inputs.count,         r->outputs.count,      r->states.count,
        words_list(&r->inputs), words_list(&r->outputs), words_list(&r->states)};
    if (status == CLI_DONE && ph_sim_linearize(sim, &options, diag, &l) < 0) status = CLI_USAGE;
    if (status == CLI_DONE && r->directory) status = write_files(r, l, model, diag);
    if (l || status == CLI_USAGE) cli_report(diag);
    if (status == CLI_DONE && !r->quiet) print_linear(l, r->directory);
    ph_linear_free(l);
    ph_sim_free(sim);
    return status;
}

int cmd_linearize(int argc, char **argv)
{
    model_options given = model_options_none();
    request r = {.where = reach_none()};
    const cli_option options[] = {
        REACH_AT(r.where),
        REACH_EQUILIBRIUM(r.where),
        REACH_FRAME(r.where),
        {"inputs", 0, CLI_TEXT, &r.inputs_text, "a,b,..",
         "variables; what is added to their values is an input", "none"},
        {"outputs", 0, CLI_TEXT, &r.outputs_text, "c,d,..",
         "variables or expressions, such as arm.pos.x or hinge.force.z", "none"},
        {"states", 0, CLI_TEXT, &r.states_text, "e,f,..",
         "variables, functions of places, to be states", "displacements of bodies"},
        MODEL_OPTION_SET(given),
        MODEL_OPTIONS_DECK(given),
        {"output", 'o', CLI_TEXT, &r.directory, "DIR", "write linear.h5 and linear.mat there",
         "no files"},
        {"quiet", 'q', CLI_FLAG, &r.quiet, NULL, "print nothing", NULL},
        {.name = NULL}};
    const cli_syntax syntax = {
        me,
        "MODEL",
        "Linearises a model about a state: x' = A x + B u, y = C x + D u. States are as many\n"
        "displacements of bodies as the mechanism has freedoms, their rates, and the states of "
        "the\n"
        "model. It is exact at rest and in steady motion; where the state is neither, it says "
        "so.\n",
        options,
        1,
        1};
    ph_diag *diag;
    ph_options o;
    ph_model *model;
    int status = model_begin(&syntax, argc, argv, &given, &diag, &o, &model);
    if (status >= 0) return status;
    bool read = words_cut(&r.inputs, r.inputs_text) && words_cut(&r.outputs, r.outputs_text) &&
                words_cut(&r.states, r.states_text);
    status = read ? work(&r, model, &o, diag) : CLI_FAILED;
    words_free(&r.inputs);
    words_free(&r.outputs);
    words_free(&r.states);
    ph_model_free(model);
    ph_diag_free(diag);
    model_options_free(&given);
    return status;
}
