/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run.c -- running a model as a user does: from a file, through the public headers, looking at the
 * rows alone. Work is bounded by a count of evaluations, not by the clock, so that a verdict is the
 * same on every machine.
 */
#include "run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ode.h"

void write_model(FILE *f, const char *text, const problem *p, const setting *s)
{
    fprintf(f, "%ssimulate:\n  integrator: %s\n  end: %.17g\n  steps: %d\n", text, s->integrator,
            p->span, INTERVALS);
    if (s->tolerance > 0) fprintf(f, "  tolerance: %.17g\n", s->tolerance);
    if (s->step > 0) fprintf(f, "  step: %.17g\n", s->step);
    if (s->scaled)
        fprintf(f, "  scale: {length: %.17g, angle: 1, time: %.17g}\n", p->length, p->time);
}

static ph_model *load(const char *text, const problem *p, const setting *s, ph_diag *diag)
{
    char path[200], nudge[60], ring[60];
    const char *folder = getenv("TMPDIR"), *set[] = {nudge, ring};
    snprintf(path, sizeof path, "%s/adversary_%ld.yaml", folder ? folder : "/tmp", (long)getpid());
    snprintf(nudge, sizeof nudge, "parameters.nudge=%.17g", s->nudge);
    snprintf(ring, sizeof ring, "parameters.ring=%.17g", s->ring);
    FILE *f = fopen(path, "w");
    if (!f) abort();
    write_model(f, text, p, s);
    if (fclose(f)) abort();
    ph_model *model = NULL;
    ph_model_load(path, set, s->ring != 0 ? 2 : s->nudge != 0, diag, &model);
    remove(path);
    return model;
}

typedef struct {
    outcome *out;
    long long most;
    int pos, quat; /* first columns */
} watch;

static ph_status on_row(void *user, const double *row, size_t width)
{
    watch *w = user;
    outcome *o = w->out;
    for (size_t i = 0; i < width; i++)
        if (!isfinite(row[i])) o->not_a_number = true;
    if (o->rows > INTERVALS) return PH_OK;
    for (int b = 0; b < o->bodies; b++) {
        double *pose = o->pose + (o->rows * o->bodies + b) * POSE;
        memcpy(pose, row + w->pos + 3 * b, 3 * sizeof *pose);
        memcpy(pose + 3, row + w->quat + 4 * b, 4 * sizeof *pose);
    }
    o->rows++;
    return PH_OK;
}

static ph_status on_tick(void *user, const ph_sim *sim)
{
    watch *w = user;
    w->out->endless = ph_sim_stats(sim)->force_evaluations > w->most;
    return w->out->endless ? PH_STOPPED : PH_OK;
}

/* First column of a quantity of all bodies; -1: it is not there. */
static int column_of(const ph_sim *sim, const char *quantity)
{
    int column = 1;
    for (int i = 0; i < ph_sim_blocks(sim); i++) {
        const ph_block *b = ph_sim_block(sim, i);
        if (strcmp(b->group, "bodies") == 0 && strcmp(b->quantity, quantity) == 0) return column;
        column += b->objects * b->width;
    }
    return -1;
}

/* What was said from diagnostic `first` on, but for notes; of several, the worst and last. */
static void listen(outcome *o, const ph_diag *diag, int first)
{
    for (int i = first; i < ph_diag_count(diag); i++) {
        const ph_diagnostic *d = ph_diag_get(diag, i);
        if (d->severity < o->said || d->severity == PH_NOTE) continue;
        o->said = d->severity;
        snprintf(o->message, sizeof o->message, "%s", d->message);
    }
}

static void simulate(const ph_model *model, const setting *s, ph_diag *diag, outcome *o)
{
    ph_sim *sim = NULL;
    o->status = ph_sim_create(model, NULL, diag, &sim);
    if (o->status < 0) {
        listen(o, diag, 0);
        return;
    }
    /* warnings before the run are about the model, not about its motion */
    int before = ph_diag_count(diag);
    watch w = {o, s->most, column_of(sim, "pos"), column_of(sim, "quat")};
    ph_run_hooks hooks = {&w, on_row, on_tick};
    o->status = ph_sim_run(sim, &hooks, diag);
    o->steps = ph_sim_stats(sim)->steps;
    o->evaluations = ph_sim_stats(sim)->force_evaluations;
    listen(o, diag, before);
    ph_sim_free(sim);
}

static outcome outcome_new(const problem *p)
{
    outcome o = {.bodies = p->bodies};
    o.pose = calloc((size_t)((INTERVALS + 1) * p->bodies * POSE), sizeof *o.pose);
    if (!o.pose) abort();
    return o;
}

outcome run_model(const char *text, const problem *p, const setting *s)
{
    outcome o = outcome_new(p);
    ph_diag *diag = ph_diag_create();
    ph_model *model = load(text, p, s, diag);
    /* a model that cannot be read is a mistake of the class that wrote it */
    if (!model || ph_model_bodies(model) != p->bodies) {
        for (int i = 0; i < ph_diag_count(diag); i++)
            fprintf(stderr, "adversary: %s\n", ph_diag_get(diag, i)->message);
        write_model(stderr, text, p, s);
        abort();
    }
    simulate(model, s, diag, &o);
    ph_model_free(model);
    ph_diag_free(diag);
    return o;
}

/* ---- motions that need no engine ---- */

typedef struct {
    const problem *p;
    double nudge;
} nudged;

static void rates(const void *self, double t, const double *y, double *rate)
{
    const nudged *n = self;
    n->p->own->rates(n->p->data, n->nudge, t, y, rate);
}

outcome run_own(const problem *p, double tolerance, double nudge)
{
    outcome o = outcome_new(p);
    nudged self = {p, nudge};
    ode e = {.n = p->own->n, .tolerance = tolerance, .rates = rates, .self = &self};
    memcpy(e.size, p->size, sizeof e.size);
    e.longest = p->longest > 0 ? p->longest : p->span / 100;
    double y[MOST_STATE] = {0}, t = 0, h = 0;
    int next = 0;
    p->own->begin(p->data, nudge, y);
    for (int i = 0; i <= INTERVALS && !o.status; i++) {
        double row = p->span * i / INTERVALS;
        for (; next < p->breaks && p->at[next] <= row && !o.status; next++, h = 0)
            if (!ode_to(&e, &t, p->at[next], &h, y)) o.status = PH_E_SOLVE;
        if (!o.status && !ode_to(&e, &t, row, &h, y)) o.status = PH_E_SOLVE;
        p->own->poses(p->data, t, y, o.pose + i * o.bodies * POSE);
        o.rows++;
    }
    return o;
}

void outcome_free(outcome *o)
{
    free(o->pose);
}

double distance_of(const problem *p, const outcome *a, const outcome *b)
{
    double worst = a->rows == b->rows ? 0 : INFINITY;
    for (int i = 0; i < a->rows * p->bodies; i++) {
        const double *x = a->pose + i * POSE, *y = b->pose + i * POSE, *q = x + 3, *r = y + 3;
        double sign = q[0] * r[0] + q[1] * r[1] + q[2] * r[2] + q[3] * r[3] < 0 ? -1 : 1;
        double place = 0, turn = 0;
        for (int k = 0; k < 3; k++) place += (x[k] - y[k]) * (x[k] - y[k]);
        for (int k = 0; k < 4; k++) turn += (q[k] - sign * r[k]) * (q[k] - sign * r[k]);
        worst = fmax(worst, fmax(sqrt(place) / p->length, 2 * sqrt(turn)));
    }
    return worst;
}
