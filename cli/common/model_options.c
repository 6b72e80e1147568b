/* SPDX-License-Identifier: BSD-3-Clause */
#include "model_options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "report.h"

const model_options model_options_none = {
    .step = NAN, .tolerance = NAN, .alpha = NAN, .rho = NAN, .end = NAN, .every = NAN};

/* "MODEL --end -1 --step 2", so that a complaint about options shows those of the command line and
 * not a line of the file that they override. Unchanged options keep their place in the file. */
static ph_source place_of(const char *path, model_options *given)
{
    const struct {
        const char *name;
        double value;
    } option[] = {{"end", given->end},
                  {"step", given->step},
                  {"tol", given->tolerance},
                  {"alpha", given->alpha},
                  {"rho", given->rho},
                  {"every", given->every},
                  {"steps", given->rows ? given->rows : NAN}};
    size_t size = sizeof given->place, used = (size_t)snprintf(given->place, size, "%s", path);
    bool any = false;
    for (size_t i = 0; i < sizeof option / sizeof option[0]; i++) {
        if (isnan(option[i].value)) continue;
        any = true;
        if (used < size)
            used += (size_t)snprintf(given->place + used, size - used, " --%s %g", option[i].name,
                                     option[i].value);
    }
    return any ? (ph_source){.file = given->place} : (ph_source){0};
}

/* What the file says of damping and tolerance belongs to its own integrator: another one that does
 * not take it goes without. */
static void choose(ph_options *o, const char *name)
{
    const ph_integrator_info *method = ph_integrator_find(name);
    o->integrator = (ph_text){.text = name};
    ph_options_fit(o, method);
}

/* A step on the command line replaces a tolerance in the file, and so on. */
static void override(ph_options *o, const model_options *given)
{
    static const ph_source nowhere = {0};
    bool any = given->integrator || given->rows || !isnan(given->step) ||
               !isnan(given->tolerance) || !isnan(given->alpha) || !isnan(given->rho) ||
               !isnan(given->end) || !isnan(given->every);
    /* what is wrong may now come from the command line: then the file is not to blame */
    if (any) o->where = nowhere;
    if (given->integrator) choose(o, given->integrator);
    if (!isnan(given->end)) o->end = given->end;
    if (!isnan(given->alpha) || !isnan(given->rho)) {
        o->alpha = given->alpha;
        o->rho = given->rho;
    }
    if (!isnan(given->step)) {
        o->step = given->step;
        if (isnan(given->tolerance)) o->tolerance = 0;
    }
    if (!isnan(given->tolerance)) {
        o->tolerance = given->tolerance;
        if (isnan(given->step)) o->step = 0;
    }
    if (!isnan(given->every) || given->rows) {
        o->every = isnan(given->every) ? 0 : given->every;
        o->rows = given->rows;
    }
}

ph_model *model_open(const char *path, model_options *given, ph_diag *diag, ph_options *options)
{
    ph_model *model = NULL;
    if (!diag) {
        cli_error(NULL, "out of memory");
        return NULL;
    }
    ph_status status = ph_model_load(path, given->set.text, given->set.count, diag, &model);
    if (status < 0 || !model) {
        cli_report(diag);
        return NULL;
    }
    *options = *ph_model_options(model);
    override(options, given);
    ph_source place = place_of(path, given);
    if (place.file) options->where = place;
    return model;
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
