/* SPDX-License-Identifier: BSD-3-Clause */
#include "model_options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "report.h"

const model_options model_options_none = {NULL, NAN, NAN, NAN, NAN, NAN, NAN, 0, {0, NULL}};

/* A step on the command line replaces a tolerance in the file, and so on. */
static void override(ph_options *o, const model_options *given)
{
    static const ph_source nowhere = {0};
    bool any = given->integrator || given->rows || !isnan(given->step) ||
               !isnan(given->tolerance) || !isnan(given->alpha) || !isnan(given->rho) ||
               !isnan(given->end) || !isnan(given->every);
    /* what is wrong may now come from the command line: then the file is not to blame */
    if (any) o->where = nowhere;
    if (given->integrator) o->integrator = (ph_text){given->integrator, nowhere};
    if (!isnan(given->end)) o->end = given->end;
    if (!isnan(given->alpha)) o->alpha = given->alpha;
    if (!isnan(given->rho)) o->rho = given->rho;
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

ph_model *model_open(const char *path, const model_options *given, ph_diag *diag,
                     ph_options *options)
{
    ph_model *model = NULL;
    ph_status status = ph_model_load(path, given->set.text, given->set.count, diag, &model);
    if (status < 0 || !model) {
        cli_report(diag);
        return NULL;
    }
    *options = *ph_model_options(model);
    override(options, given);
    return model;
}

void model_stem(const char *path, char *stem, int size)
{
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    const char *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    snprintf(stem, (size_t)size, "%.*s", length, name);
}
