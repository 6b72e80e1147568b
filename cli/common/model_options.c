/* SPDX-License-Identifier: BSD-3-Clause */
#include "model_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "report.h"

model_options model_options_none(void)
{
    return (model_options){.options = ph_default_options()};
}

ph_reading model_reading(const model_options *given)
{
    return (ph_reading){.set = given->set.text,
                        .sets = given->set.count,
                        .geometry = given->geometry,
                        .leave_out = given->leave_out.text,
                        .left_out = given->leave_out.count,
                        .approximate = given->approximate.text,
                        .approximated = given->approximate.count};
}

void model_options_free(model_options *given)
{
    free(given->set.text);
    free(given->leave_out.text);
    free(given->approximate.text);
}

static cli_option switch_of(model_options *m, const ph_option *option)
{
    const ph_switch *line = &option->line;
    cli_field *field = &m->field[m->fields++];
    *field = (cli_field){&option->field, &m->options};
    return (cli_option){line->name, 0, CLI_FIELD, field, line->operand, line->help, line->missing};
}

int model_switches(model_options *m, cli_option row[MODEL_SWITCHES])
{
    int n = 0;
    for (int i = 0; i < ph_option_count() && m->fields < MODEL_SWITCHES; i++)
        if (ph_option_get(i)->line.name) row[n++] = switch_of(m, ph_option_get(i));
    return n;
}

cli_option model_switch(model_options *m, const char *key)
{
    return switch_of(m, ph_option_find(key));
}

/* The value of an option as the command line has it; 0: it has none to show. */
static size_t show(const ph_option *option, const ph_options *o, char *text, size_t size)
{
    const ph_field *f = &option->field;
    const void *at = (const char *)o + f->offset;
    int n = 0;
    if (f->kind == PH_FIELD_NUMBER)
        n = snprintf(text, size, " --%s %g", option->line.name, *(const double *)at);
    if (f->kind == PH_FIELD_INTEGER)
        n = snprintf(text, size, " --%s %d", option->line.name, *(const int *)at);
    if (f->kind == PH_FIELD_WORD)
        n = snprintf(text, size, " --%s %s", option->line.name, f->words[*(const int *)at]);
    return n > 0 ? (size_t)n : 0;
}

/* "MODEL --end -1 --step 2", so that a complaint about options shows those of the command line and
 * not a line of the file that they override. Unchanged options keep their place in the file. */
static ph_source place_of(const char *path, model_options *given)
{
    size_t size = sizeof given->place, used = (size_t)snprintf(given->place, size, "%s", path);
    size_t begin = used;
    for (int i = 0; i < ph_option_count() && used < size; i++)
        if (ph_option_given(ph_option_get(i), &given->options))
            used += show(ph_option_get(i), &given->options, given->place + used, size - used);
    return used > begin ? (ph_source){.file = given->place} : (ph_source){0};
}

/* What the command line says, over what the file says. What that says of damping and tolerance
 * belongs to its own integrator: another one that does not take it goes without. */
static void override(ph_options *o, const ph_options *given)
{
    static const ph_source nowhere = {0};
    /* what is wrong may now come from the command line: then the file is not to blame */
    for (int i = 0; i < ph_option_count(); i++)
        if (ph_option_given(ph_option_get(i), given)) o->where = nowhere;
    if (given->integrator.text) ph_options_fit(o, ph_integrator_find(given->integrator.text));
    ph_options_merge(o, given);
}

int model_parse(const cli_syntax *syntax, int argc, char **argv, model_options *given)
{
    int operands, status = cli_parse(syntax, argc, argv, &operands);
    if (status >= 0) model_options_free(given);
    return status;
}

ph_model *model_open(const char *path, model_options *given, ph_diag *diag, ph_options *options)
{
    ph_model *model = NULL;
    if (!diag) {
        cli_error(NULL, "out of memory");
        return NULL;
    }
    const ph_reading how = model_reading(given);
    ph_status status = ph_model_read(path, &how, diag, &model);
    if (status < 0 || !model) {
        cli_report(diag);
        return NULL;
    }
    *options = *ph_model_options(model);
    override(options, &given->options);
    ph_source place = place_of(path, given);
    if (place.file) options->where = place;
    return model;
}

int model_begin(const cli_syntax *syntax, int argc, char **argv, model_options *given,
                ph_diag **diag, ph_options *options, ph_model **model)
{
    int status = model_parse(syntax, argc, argv, given);
    if (status >= 0) return status;
    *diag = ph_diag_create();
    *model = model_open(argv[1], given, *diag, options);
    if (*model) return -1;
    ph_diag_free(*diag);
    model_options_free(given);
    return CLI_USAGE;
}

ph_status model_assemble(const ph_model *model, const ph_options *o, ph_diag *diag,
                         ph_assembly *assembly, ph_sim **sim)
{
    bool complete = (o->where.line > 0 && !isnan(o->end)) || ph_model_phases(model) > 0;
    double start = isfinite(o->start) ? o->start : 0;
    *sim = NULL;
    ph_status status = complete ? ph_sim_create(model, o, diag, sim) : PH_OK;
    /* what there is to say of the assembly has been said when there is a simulation */
    return status < 0 ? status : ph_model_assemble(model, start, *sim ? NULL : diag, assembly);
}

void model_stem(const char *path, char *stem, int size)
{
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    const char *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    snprintf(stem, (size_t)size, "%.*s", length, name);
}
