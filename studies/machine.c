/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    study *study;
    machine_run *run;
    size_t place[MACHINE_COLUMNS]; /* of the columns in a row; 0: none */
} recorder;

static void release(void *object)
{
    machine_run *r = object;
    free(r->row);
    free(r->hot);
    free(r);
}

static ph_status keep(void *user, const double *row, size_t width)
{
    recorder *k = user;
    machine_run *r = k->run;
    (void)width;
    if (r->rows == r->capacity) {
        size_t capacity = r->capacity ? 2 * r->capacity : 512;
        void *rows = realloc(r->row, capacity * sizeof *r->row);
        if (!rows) return PH_E_NOMEM;
        r->row = rows;
        r->capacity = capacity;
    }
    double *to = r->row[r->rows++];
    to[0] = row[0];
    for (int i = 0; i < MACHINE_COLUMNS; i++) to[i + 1] = k->place[i] ? row[k->place[i]] : 0;
    return PH_OK;
}

static ph_status tick(void *user, const ph_sim *sim)
{
    study *s = ((recorder *)user)->study;
    (void)sim;
    return s->alive && !s->alive(s->user) ? PH_STOPPED : PH_OK;
}

static ph_options options_of(const ph_model *model, const machine_plan *plan)
{
    ph_options o = *ph_model_options(model);
    o.integrator = (ph_text){.text = plan->method};
    o.tolerance = plan->tolerance;
    o.step = 0;
    o.alpha = NAN;
    o.rho = plan->rho > 0 ? plan->rho : NAN;
    o.max_order = plan->max_order;
    if (plan->per_step) o.error = PH_ERROR_PER_STEP;
    o.scale[0] = plan->length;
    o.scale[1] = plan->length > 0 ? 1 : 0;
    o.scale[2] = plan->time;
    o.end = plan->end;
    o.every = plan->every;
    o.rows = 0;
    return o;
}

/* What the first flexible body went through. */
static ph_status keep_stresses(ph_sim *sim, machine_run *r)
{
    int spots = ph_sim_spots(sim, 0);
    if (!spots) return PH_OK;
    r->hot = calloc((size_t)spots, sizeof *r->hot);
    if (!r->hot) return PH_E_NOMEM;
    for (r->spots = 0; r->spots < spots; r->spots++)
        ph_sim_stress_at(sim, 0, r->spots, &r->hot[r->spots]);
    return PH_OK;
}

static ph_status go(study *s, const ph_model *model, const machine_plan *plan, machine_run *r,
                    ph_diag *diag)
{
    ph_sim *sim = NULL;
    recorder k = {.study = s, .run = r};
    ph_options o = options_of(model, plan);
    const ph_run_hooks hooks = {&k, keep, tick};
    ph_status status = ph_sim_create(model, &o, diag, &sim);
    for (int i = 0; status >= 0 && i < MACHINE_COLUMNS && plan->column[i]; i++) {
        k.place[i] = study_column(sim, plan->column[i]);
        if (!k.place[i]) study_fail(s, "no column %s", plan->column[i]);
        if (!k.place[i]) status = PH_E_NAME;
    }
    clock_t begin = clock();
    if (status >= 0) status = ph_sim_run(sim, &hooks, diag);
    r->seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    if (sim) r->stats = *ph_sim_stats(sim);
    if (sim && status >= 0) {
        ph_status kept = keep_stresses(sim, r);
        if (kept) status = kept;
    }
    ph_sim_free(sim);
    return status;
}

const machine_run *study_machine(study *s, const ph_model *model, const machine_plan *plan)
{
    static const machine_run none;
    machine_run *r = calloc(1, sizeof *r);
    if (!study_borrow(s, r, release) || !model || s->failure || s->no_memory) return &none;
    ph_diag *diag = ph_diag_create();
    ph_status status = diag ? go(s, model, plan, r, diag) : PH_E_NOMEM;
    ph_diag_free(diag);
    if (status == PH_STOPPED)
        study_fail(s, "interrupted");
    else if (status < 0)
        study_fail(s, "%s, tolerance %g: %s", plan->method, plan->tolerance,
                   ph_status_text(status));
    if (s->failure) r->rows = 0;
    return r;
}

double machine_misfit(const machine_run *a, const machine_run *b, int column)
{
    double worst = 0, peak = 0;
    for (size_t i = 0; i < a->rows && i < b->rows; i++) {
        worst = fmax(worst, fabs(a->row[i][column + 1] - b->row[i][column + 1]));
        peak = fmax(peak, fabs(b->row[i][column + 1]));
    }
    return peak > 0 ? 100 * worst / peak : NAN;
}

void chart_add_machine(study *s, study_chart *chart, int panel, figure_style style,
                       const machine_run *run, int column, const char *label)
{
    study_curve *curve = chart_add_curve(s, chart, panel, style, "%s", label);
    for (size_t i = 0; i < run->rows; i++)
        curve_add(s, curve, run->row[i][0], run->row[i][column + 1]);
}

void chart_add_misfit(study *s, study_chart *chart, int panel, const machine_run *a,
                      const machine_run *b, int column, const char *label)
{
    study_curve *curve = chart_add_curve(s, chart, panel, FIGURE_LINE, "%s", label);
    for (size_t i = 0; i < a->rows && i < b->rows; i++)
        curve_add(s, curve, a->row[i][0], a->row[i][column + 1] - b->row[i][column + 1]);
}
