/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <polhode/polhode.h>

static const char *const folders[] = {"models",          "models/adams",  "models/contact",
                                      "models/flexible", "models/papers", "test/data/good"};
enum { FOLDERS = sizeof folders / sizeof folders[0] };
static const char spans_path[] = "test/golden/spans.txt";

/* A deck says nothing of its end, and a model of minutes need not be run to its end by everyone;
 * one that takes long to set up, by nobody else. */
typedef struct {
    char own[16], others[16]; /* [s] end of the run; "": the model's */
} span;

/* A row of the list of spans: MODEL OWN OTHERS, "-" for the model's end. 0: no such row, 1: found.
 */
static int span_find(const char *model, span *s)
{
    char line[300], name[200];
    *s = (span){"", ""};
    FILE *f = fopen(spans_path, "r");
    int found = 0;
    while (f && !found && fgets(line, sizeof line, f))
        found = sscanf(line, "%199s %15s %15s", name, s->own, s->others) == 3 &&
                strcmp(name, model) == 0;
    if (f) fclose(f);
    if (!found || strcmp(s->own, "-") == 0) *s->own = '\0';
    if (!found || strcmp(s->others, "-") == 0) *s->others = '\0';
    return found;
}

/* Says which rows of the list speak of models that are not there: it must not rot. */
static int spans_hold(void)
{
    char line[300], name[200];
    int hold = 1;
    FILE *f = fopen(spans_path, "r"), *model;
    while (f && fgets(line, sizeof line, f)) {
        if (*line == '#' || sscanf(line, "%199s", name) != 1) continue;
        model = fopen(name, "r");
        if (!model) printf("%s: there is no %s\n", spans_path, name);
        if (!model)
            hold = 0;
        else
            fclose(model);
    }
    if (f) fclose(f);
    return hold;
}

static int plan_add(plan *p, const golden_run *run, const char *only)
{
    char name[sizeof run->model + sizeof run->method + 1];
    snprintf(name, sizeof name, "%s %s", run->model, run->method);
    if (only && !strstr(name, only)) return 1;
    if (p->count == p->size) {
        int size = p->size ? 2 * p->size : 256;
        golden_run *more = realloc(p->run, (size_t)size * sizeof *more);
        if (!more) return 0;
        p->run = more;
        p->size = size;
    }
    p->run[p->count++] = *run;
    return 1;
}

/* Puts an option and its value behind those there are. */
static void argue(golden_run *run, const char *option, const char *value)
{
    int n = 0;
    while (n < RUN_ARGUMENTS - 2 && *run->argument[n]) n++;
    snprintf(run->argument[n], sizeof run->argument[n], "%s", option);
    snprintf(run->argument[n + 1], sizeof run->argument[n + 1], "%s", value);
}

static golden_run run_of(const char *model, const char *method, const char *end)
{
    golden_run run = {.argument = {""}};
    snprintf(run.model, sizeof run.model, "%s", model);
    snprintf(run.method, sizeof run.method, "%s", method);
    if (strcmp(method, "own") != 0) argue(&run, "--integrator", method);
    if (*end) argue(&run, "--end", end);
    return run;
}

/* The same the other way round: a thousand equal steps, or a tolerance. False: the model is refused
 * whatever it is run with, or its span is not known. */
static int turned(const ph_options *o, const char *end, golden_run *run)
{
    char value[32];
    double last = *end ? atof(end) : o->end, step = (last - o->start) / 1000;
    if (o->step > 0) {
        strcat(run->method, "+tol");
        argue(run, "--tol", "1e-4");
        return 1;
    }
    if (!(step > 0) || isinf(step)) return 0;
    snprintf(value, sizeof value, "%.6g", step);
    strcat(run->method, "+step");
    argue(run, "--step", value);
    return 1;
}

static int add_model(plan *p, const char *model, const char *only)
{
    span s;
    ph_model *loaded = NULL;
    if (!span_find(model, &s) && strstr(model, ".adm")) s = (span){"1", "1"};
    golden_run run = run_of(model, "own", s.own);
    int done = plan_add(p, &run, only);
    ph_model_load(model, NULL, 0, NULL, &loaded);
    const int methods = strcmp(s.others, "none") == 0 ? 0 : ph_integrator_count();
    for (int i = 0; done && i < methods; i++) {
        const ph_integrator_info *info = ph_integrator_get(i);
        run = run_of(model, info->name, s.others);
        done = plan_add(p, &run, only);
        if (done && loaded && ph_integrator_takes(info, "tolerance") &&
            turned(ph_model_options(loaded), s.others, &run))
            done = plan_add(p, &run, only);
    }
    ph_model_free(loaded);
    return done;
}

/* By its ending; what of these is no model to be run, `polhode run` decides. */
static int is_model(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".adm") || !strcmp(dot, ".acf"));
}

static int add_folder(plan *p, const char *folder, const char *only)
{
    struct dirent **entry;
    char model[200];
    int n = scandir(folder, &entry, is_model, alphasort), done = n > 0;
    if (!done) printf("no models in %s: golden runs at the top of the tree\n", folder);
    for (int i = 0; i < n; i++) {
        snprintf(model, sizeof model, "%s/%.100s", folder, entry[i]->d_name);
        done = done && add_model(p, model, only);
        free(entry[i]);
    }
    if (n >= 0) free(entry);
    return done;
}

int plan_make(const char *only, plan *p)
{
    *p = (plan){0};
    int done = spans_hold();
    for (int i = 0; done && i < FOLDERS; i++) done = add_folder(p, folders[i], only);
    return done;
}

void plan_free(plan *p)
{
    free(p->run);
}
