/* SPDX-License-Identifier: BSD-3-Clause
 *
 * text_model.h -- models written as text in a test, as a user writes them, and run to their end:
 * for tests of what an integrator makes of a model, whatever it is.
 */
#ifndef TEXT_MODEL_H
#define TEXT_MODEL_H

#include <stdarg.h>
#include <unistd.h>
#include "build_model.h"

/* The model of a text, which must be right; printf's directives are filled in. */
static inline ph_model *text_model(const char *format, ...)
{
    char path[60];
    snprintf(path, sizeof path, "/tmp/polhode_text_%ld.yaml", (long)getpid());
    FILE *stream = fopen(path, "wb");
    if (!stream) printf("cannot write %s\n", path), exit(1);
    va_list values;
    va_start(values, format);
    fprintf(stream, "polhode: 1\n");
    vfprintf(stream, format, values);
    va_end(values);
    fclose(stream);
    ph_model *model = must_load(path);
    remove(path);
    return model;
}

/* The three engines of one stepper. */
static const char *const text_engine[] = {"galpha", "hht", "hht-euler"};
enum { TEXT_ENGINES = sizeof text_engine / sizeof text_engine[0] };

/* The model's own options with another integrator and tolerance; 0: the default. */
static inline ph_options text_options(const ph_model *model, const char *integrator,
                                      double tolerance)
{
    ph_options o = *ph_model_options(model);
    o.integrator = (ph_text){.text = integrator};
    o.tolerance = tolerance;
    return o;
}

/* What the tolerance is relative to: 1 m, 1 rad, 1 s. */
static inline void text_scale_one(ph_options *o)
{
    for (int i = 0; i < 3; i++) o->scale[i] = 1;
}

typedef struct {
    ph_status status;
    double t; /* reached */
    ph_stats stats;
    ph_energy energy;
    char said[600]; /* the last message */
} text_outcome;

/* Runs a model to its end. With row NULL only that, and rows at both ends; else `row` gets each. */
typedef ph_status (*text_row)(void *user, const ph_sim *sim, const double *row);
typedef struct {
    void *user;
    const ph_sim *sim;
    text_row row;
    long long most; /* steps */
} text_hook;

static inline ph_status text_on_row(void *user, const double *row, size_t width)
{
    text_hook *h = user;
    (void)width;
    return h->row ? h->row(h->user, h->sim, row) : PH_OK;
}

/* No test waits for a run without end. */
static inline ph_status text_on_tick(void *user, const ph_sim *sim)
{
    return ph_sim_stats(sim)->steps > ((text_hook *)user)->most ? PH_E_RANGE : PH_OK;
}

static inline text_outcome text_run(const ph_model *model, const ph_options *o, text_row row,
                                    void *user)
{
    text_outcome out = {.status = PH_OK};
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = NULL;
    ph_options own = *o;
    if (!row) own.every = own.end - own.start;
    out.status = ph_sim_create(model, &own, diag, &sim);
    if (!out.status) {
        text_hook hook = {user, sim, row, 1000000};
        out.status = ph_sim_run(sim, &(ph_run_hooks){&hook, text_on_row, text_on_tick}, diag);
        out.t = ph_sim_time(sim);
        out.stats = *ph_sim_stats(sim);
        ph_sim_energy(sim, &out.energy);
    }
    int last = ph_diag_count(diag) - 1;
    snprintf(out.said, sizeof out.said, "%s", last >= 0 ? ph_diag_get(diag, last)->message : "");
    ph_sim_free(sim);
    ph_diag_free(diag);
    return out;
}

/* A row hook: where the bob is along x, in the last row. */
static inline ph_status text_note_bob(void *user, const ph_sim *sim, const double *row)
{
    *(double *)user = row[column_of(sim, "bob", "pos", 0)];
    return PH_OK;
}

#endif
