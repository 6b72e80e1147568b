/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode check: read a model, compile it, and say what it consists of.
 */
#include <stdio.h>
#include <stdlib.h>
#include "command.h"
#include "model_options.h"
#include "report.h"

static const char me[] = "check";

typedef struct {
    int bodies, pivots;
} count;

static count count_bodies(const ph_model *model)
{
    count c = {ph_model_bodies(model), 0};
    for (int i = 0; i < c.bodies; i++) c.pivots += ph_model_body(model, i)->has_pivot;
    return c;
}

/* A pivot holds three of a body's six coordinates. */
static void print(const ph_model *model, ph_sim *sim, bool json)
{
    count c = count_bodies(model);
    ph_energy e = {0};
    if (sim) ph_sim_energy(sim, &e);
    const struct {
        const char *key, *text;
        long value;
    } row[] = {
        {"bodies", "bodies", c.bodies},
        {"pivots", "  on a pivot", c.pivots},
        {"markers", "markers", ph_model_markers(model)},
        {"forces", "forces", ph_model_forces(model)},
        {"variables", "variables", ph_model_variables(model)},
        {"coordinates", "coordinates (6 per body)", 6L * c.bodies},
        {"equations", "differential equations", 6L * c.bodies},
        {"constraints", "constraints (3 per pivot)", 3L * c.pivots},
        {"redundant", "redundant constraints", 0},
        {"degrees_of_freedom", "degrees of freedom", 6L * c.bodies - 3L * c.pivots},
    };
    int rows = (int)(sizeof row / sizeof row[0]);
    printf(json ? "{\n" : "%s", ph_model_title(model));
    if (!json && *ph_model_title(model)) putchar('\n');
    for (int i = 0; i < rows; i++)
        if (json)
            printf("  \"%s\": %ld%s\n", row[i].key, row[i].value, i + 1 < rows || sim ? "," : "");
        else
            printf("%-26s %ld\n", row[i].text, row[i].value);
    if (sim && json) {
        printf("  \"initial_violation\": 0,\n  \"initial_energy\": ");
        cli_json_number(stdout, e.total);
        printf("\n");
    } else if (sim) {
        const ph_options *o = ph_sim_options(sim);
        printf("%-26s %g\n%-26s %.9g J\n", "initial violation", 0.0, "initial energy", e.total);
        printf("%-26s %s, step %g s, to %g s\n", "simulation", o->integrator.text, o->step, o->end);
    }
    if (json) printf("}\n");
}

int cmd_check(int argc, char **argv)
{
    model_options given = model_options_none;
    bool json = false;
    const cli_option options[] = {MODEL_OPTION_SET(given),
                                  {"json", 0, CLI_FLAG, &json, NULL, "print as JSON", NULL},
                                  {.name = NULL}};
    const cli_syntax syntax = {
        me,
        "MODEL",
        "Reads a model file, lists every error in it, or else what it consists of.\n",
        options,
        1,
        1};
    int operands, status = cli_parse(&syntax, argc, argv, &operands);
    if (status >= 0) {
        free(given.set.text);
        return status;
    }
    ph_diag *diag = ph_diag_create();
    ph_options o;
    ph_sim *sim = NULL;
    ph_model *model = diag ? model_open(argv[1], &given, diag, &o) : NULL;
    status = model ? CLI_DONE : CLI_USAGE;
    /* a file may leave `simulate` to the command line; one that has it must have it right */
    bool complete = model && o.where.line > 0;
    if (complete && ph_sim_create(model, &o, diag, &sim) < 0) status = CLI_USAGE;
    if (model) {
        cli_report(diag);
        if (status == CLI_DONE) print(model, sim, json);
    }
    ph_sim_free(sim);
    ph_model_free(model);
    ph_diag_free(diag);
    free(given.set.text);
    return status;
}
