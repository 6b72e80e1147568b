/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Models, runs and convergence studies of a study.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "study.h"

static void release_model(void *object)
{
    ph_model_free(object);
}

static void release_track(void *object)
{
    track *t = object;
    free(t->row);
    free(t);
}

static void release_converge(void *object)
{
    converge_study *c = object;
    converge_study_free(c);
    free(c);
}

/* Nothing more can come of it: what is asked for is handed out empty. */
static bool given_up(const study *s)
{
    return s->failure || s->no_memory;
}

static const char *first_error(const ph_diag *diag, ph_status status)
{
    for (int i = 0; diag && i < ph_diag_count(diag); i++)
        if (ph_diag_get(diag, i)->severity == PH_ERROR) return ph_diag_get(diag, i)->message;
    return ph_status_text(status);
}

const ph_model *study_model(study *s, const char *name, const char *const *set, int sets)
{
    char path[4096];
    ph_model *model = NULL;
    snprintf(path, sizeof path, "%s/%s.yaml", s->models, name);
    ph_diag *diag = ph_diag_create();
    ph_status status = diag ? ph_model_load(path, set, sets, diag, &model) : PH_E_NOMEM;
    if (status < 0) study_fail(s, "%s: %s", path, first_error(diag, status));
    ph_diag_free(diag);
    if (status < 0) return NULL;
    return study_borrow(s, model, release_model) ? model : NULL;
}

/* --- one run -------------------------------------------------------------------------------- */

static bool add_row(track *t, const track_row *row)
{
    if (t->rows == t->capacity) {
        size_t capacity = t->capacity ? 2 * t->capacity : 256;
        track_row *rows = realloc(t->row, capacity * sizeof *rows);
        if (!rows) return false;
        t->row = rows;
        t->capacity = capacity;
    }
    t->row[t->rows++] = *row;
    return true;
}

size_t study_column(const ph_sim *sim, const char *name)
{
    char full[256];
    for (int k = 0; k < ph_sim_blocks(sim); k++) {
        const ph_block *b = ph_sim_block(sim, k);
        for (int i = 0; i < b->objects * b->width; i++) {
            ph_block_column_name(b, i / b->width, i % b->width, full, sizeof full);
            if (strcmp(full, name) == 0) return (size_t)b->first + (size_t)i + 1;
        }
    }
    return 0;
}

typedef struct {
    ph_sim *sim;
    const run_plan *plan;
    track *track;
    double *values; /* a whole row, where a column is wanted */
    size_t column;
    ph_diag *diag;
} recorder;

static ph_status look(recorder *r)
{
    track_row row = {.t = ph_sim_time(r->sim)};
    ph_energy energy;
    ph_status status = ph_sim_get_body(r->sim, r->plan->body, &row.body);
    if (status >= 0 && r->plan->energy) {
        status = ph_sim_energy(r->sim, &energy);
        row.energy = energy.total;
    }
    if (status >= 0 && r->column) {
        status = ph_sim_row(r->sim, r->values, r->diag);
        row.column = r->values[r->column];
    }
    if (status >= 0 && !add_row(r->track, &row)) status = PH_E_NOMEM;
    return status;
}

static ph_status go(study *s, recorder *r, double end)
{
    int every = r->plan->every ? r->plan->every : 1;
    ph_status status = look(r);
    /* the last step may fall short of the end by the rounding of n h */
    for (long long n = 1; status >= 0 && ph_sim_time(r->sim) < end * (1 - 1e-12); n++) {
        status = ph_sim_step(r->sim, r->diag);
        bool last = !(ph_sim_time(r->sim) < end * (1 - 1e-12));
        if (status >= 0 && (n % every == 0 || last)) status = look(r);
        if ((n & 255) == 0 && s->alive && !s->alive(s->user)) return PH_STOPPED;
    }
    return status;
}

static ph_status go_by_grid(study *s, recorder *r, double end)
{
    ph_status status = look(r);
    for (long long n = 1; status >= 0 && ph_sim_time(r->sim) < end * (1 - 1e-12); n++) {
        status = ph_sim_advance(r->sim, fmin(end, (double)n * r->plan->grid), r->diag);
        if (status >= 0) status = look(r);
        if (s->alive && !s->alive(s->user)) return PH_STOPPED;
    }
    return status;
}

/* What the papers mean by a tolerance: metres and radians, of a step where they say so. */
static void as_published(ph_options *o, const ph_integrator_info *info)
{
    for (int i = 0; i < 3; i++) o->scale[i] = 1;
    o->error = ph_integrator_takes(info, "alpha") ? PH_ERROR_PER_STEP : PH_ERROR_PER_UNIT_STEP;
}

static ph_options options_of(const ph_model *model, const run_plan *plan)
{
    ph_options o = *ph_model_options(model);
    const ph_integrator_info *info = ph_integrator_find(plan->method);
    o.integrator = (ph_text){.text = plan->method};
    o.step = plan->step;
    o.tolerance = plan->tolerance;
    o.alpha = ph_integrator_takes(info, "alpha") ? plan->alpha : NAN;
    o.rho = NAN;
    if (plan->end > 0) o.end = plan->end;
    as_published(&o, info);
    return o;
}

static void record(study *s, const ph_model *model, const run_plan *plan, track *t)
{
    ph_options o = options_of(model, plan);
    recorder r = {NULL, plan, t, NULL, 0, ph_diag_create()};
    ph_sym3 inertia = ph_model_body(model, plan->body)->inertia;
    memcpy(t->inertia, (double[]){inertia.xx, inertia.yy, inertia.zz}, sizeof t->inertia);
    t->status = r.diag ? ph_sim_create(model, &o, r.diag, &r.sim) : PH_E_NOMEM;
    if (t->status >= 0 && plan->column) {
        r.column = study_column(r.sim, plan->column);
        r.values = study_scratch(s, ph_sim_row_width(r.sim), sizeof *r.values);
        if (!r.column) study_fail(s, "no column %s", plan->column);
        if (!r.column || !r.values) t->status = PH_E_NOMEM;
    }
    if (t->status >= 0) t->status = plan->grid > 0 ? go_by_grid(s, &r, o.end) : go(s, &r, o.end);
    if (r.sim) t->stats = *ph_sim_stats(r.sim);
    if (t->status < 0)
        snprintf(t->message, sizeof t->message, "%s", first_error(r.diag, t->status));
    if (t->status == PH_STOPPED) study_fail(s, "interrupted");
    ph_sim_free(r.sim);
    ph_diag_free(r.diag);
}

const track *study_run(study *s, const ph_model *model, run_plan plan)
{
    static const track none;
    track *t = calloc(1, sizeof *t);
    if (!study_borrow(s, t, release_track) || !model || given_up(s)) return &none;
    record(s, model, &plan, t);
    if (t->status < 0 && !plan.may_fail)
        study_fail(s, "%s with step %g: %s", plan.method, plan.step, t->message);
    /* nothing comes of half a run: whoever looks at its rows need not */
    if (given_up(s)) t->rows = 0;
    if (t->stats.doubtful)
        study_should(s, t->stats.energy_error, 0, 0.3,
                     "%s, tolerance %g: what the integrator made or lost of the energy",
                     plan.method, plan.tolerance);
    return t;
}

static const track_row no_row;

const track_row *track_start(const track *t)
{
    return t->rows ? t->row : &no_row;
}

const track_row *track_end(const track *t)
{
    return t->rows ? &t->row[t->rows - 1] : &no_row;
}

ph_vec3 row_momentum(const track *t, const track_row *row)
{
    ph_vec3 w = row->body.omega;
    return ph_rotate(row->body.orientation,
                     ph_v3(t->inertia[0] * w.x, t->inertia[1] * w.y, t->inertia[2] * w.z));
}

/* --- convergence ---------------------------------------------------------------------------- */

static bool find_reference(study *s, const converge_study *c, const converge_plan *plan,
                           converge_state *reference)
{
    if (!plan->end) {
        if (converge_reference_of_model(c->model, reference)) return true;
        study_fail(s, "the model has no reference");
        return false;
    }
    ph_diag *diag = ph_diag_create();
    converge_run run = {.status = PH_E_NOMEM};
    if (diag)
        run =
            converge_measure(c->model, c->options, "cf4", plan->fine, false, NULL, reference, diag);
    ph_diag_free(diag);
    if (run.status < 0) study_fail(s, "cf4 with step %g: %s", plan->fine, run.message);
    return run.status >= 0;
}

const converge_study *study_converge(study *s, const ph_model *model, converge_plan plan)
{
    static const converge_study none;
    converge_study *c = calloc(1, sizeof *c);
    converge_state reference = {0};
    ph_options *o = study_scratch(s, 1, sizeof *o);
    if (!study_borrow(s, c, release_converge) || !o || !model || given_up(s)) return &none;
    *o = *ph_model_options(model);
    if (plan.end > 0) o->end = plan.end;
    o->alpha = plan.alpha;
    as_published(o, plan.methods > 0 ? ph_integrator_find(plan.method[0]) : NULL);
    *c = (converge_study){.model = model,
                          .options = o,
                          .method = plan.method,
                          .methods = plan.methods,
                          .step = plan.step,
                          .steps = plan.steps,
                          .by_tolerance = plan.by_tolerance,
                          .alive = s->alive,
                          .user = s->user};
    c->run = calloc((size_t)plan.methods * (size_t)plan.steps, sizeof *c->run);
    if (!c->run || !converge_state_create(&reference, ph_model_bodies(model))) {
        s->no_memory = true;
    } else if (find_reference(s, c, &plan, &reference)) {
        bool good = converge_study_run(c, &reference);
        for (int i = 0; !good && !plan.may_fail && i < plan.methods * plan.steps; i++)
            if (c->run[i].status < 0)
                study_fail(s, "%s with %g: %s", plan.method[i / plan.steps],
                           plan.step[i % plan.steps], c->run[i].message);
    }
    converge_state_free(&reference);
    if (s->alive && !s->alive(s->user)) study_fail(s, "interrupted");
    return c->run ? c : &none;
}

double study_error(const converge_study *c, const char *method, double step, int kind)
{
    for (int m = 0; m < c->methods; m++)
        for (int k = 0; k < c->steps && strcmp(c->method[m], method) == 0; k++)
            if (c->step[k] == step) return c->run[m * c->steps + k].error[kind];
    return NAN;
}

double study_order(const converge_study *c, const char *method, double h1, double h2, int kind)
{
    return log(study_error(c, method, h1, kind) / study_error(c, method, h2, kind)) / log(h1 / h2);
}

int chart_add_errors(study *s, study_chart *chart, const converge_study *c, int kind,
                     const char *label)
{
    int panel = chart_add_panel(s, chart, label);
    for (int m = 0; m < c->methods; m++) {
        study_curve *curve =
            chart_add_curve(s, chart, panel, FIGURE_BOTH, "%s", panel ? "" : c->method[m]);
        for (int k = 0; k < c->steps; k++)
            curve_add(s, curve, c->step[k], c->run[m * c->steps + k].error[kind]);
    }
    return panel;
}

/* --- there and back ------------------------------------------------------------------------- */

static ph_status open_sim(const ph_model *model, const char *method, double h, int steps,
                          ph_sim **sim)
{
    run_plan plan = {.method = method, .step = h, .alpha = NAN, .end = h * steps};
    ph_options o = options_of(model, &plan);
    return ph_sim_create(model, &o, NULL, sim);
}

static ph_status take_steps(ph_sim *sim, int steps)
{
    ph_status status = PH_OK;
    for (int i = 0; i < steps && status >= 0; i++) status = ph_sim_step(sim, NULL);
    return status;
}

/* Goes on with another method from where the first has come to. */
static ph_status hand_over(const ph_model *model, const char *method, double h, int steps,
                           ph_sim **sim)
{
    ph_body_state state;
    ph_status status = ph_sim_get_body(*sim, 0, &state);
    ph_sim_free(*sim);
    *sim = NULL;
    if (status >= 0) status = open_sim(model, method, h, steps, sim);
    return status >= 0 ? ph_sim_set_body(*sim, 0, &state) : status;
}

double study_return(study *s, const ph_model *model, const char *forth, const char *back, double h,
                    int steps)
{
    ph_sim *sim = NULL;
    ph_body_state start, end;
    if (!model || given_up(s)) return NAN;
    ph_status status = open_sim(model, forth, h, steps, &sim);
    if (status >= 0) status = ph_sim_get_body(sim, 0, &start);
    if (status >= 0) status = take_steps(sim, steps);
    if (status >= 0 && strcmp(forth, back) != 0) status = hand_over(model, back, h, steps, &sim);
    if (status >= 0) status = ph_sim_reverse(sim);
    if (status >= 0) status = take_steps(sim, steps);
    if (status >= 0) status = ph_sim_get_body(sim, 0, &end);
    ph_sim_free(sim);
    if (status >= 0) return turn_between(start.orientation, end.orientation);
    study_fail(s, "%s and back by %s: %s", forth, back, ph_status_text(status));
    return NAN;
}

/* --- turns ---------------------------------------------------------------------------------- */

ph_quat quat_turn(ph_vec3 v)
{
    double a = ph_norm(v), f = a > 1e-8 ? sin(a / 2) / a : 0.5;
    return ph_quat_make(cos(a / 2), f * v.x, f * v.y, f * v.z);
}

double turn_between(ph_quat p, ph_quat q)
{
    ph_quat d = ph_quat_mul(p, ph_quat_conj(q));
    return 2 * ph_norm(ph_v3(d.x, d.y, d.z));
}

double turn_angle(ph_quat a, ph_quat b, double about)
{
    ph_quat d = ph_quat_mul(ph_quat_conj(a), b);
    double angle = 2 * atan2(ph_norm(ph_v3(d.x, d.y, d.z)), fabs(d.w));
    /* the other way round is 2 pi less */
    return fabs(2 * PH_PI - angle - about) < fabs(angle - about) ? 2 * PH_PI - angle : angle;
}
