/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stepper.c -- steps: trial, error test, choice of the next one.
 *
 * A step is judged (judge.c) per unit step or per step, as asked, around jumps of forces as
 * elsewhere. Per unit step a jump is passed with h ~ tol V/a, and what it does to velocities is
 * right to the tolerance. To judge steps that were rejected often per step instead, so that the
 * step does not shrink as far, makes a stiff bounce wrong by all of its energy. A long step is
 * looked into before it is accepted (look.c).
 *
 * Constants: grow at most by 2 (less where bodies touch: contact.h), shrink at most to 0.2, keep h
 * when it could grow by less than 1.2 (factors live longer), at most 0.9 of a rejected step, a
 * quarter of one in which Newton failed. Dead band, limit of growth and degree of prediction were
 * varied on pendulum and Andrews' mechanism; the others were not.
 */
#include "integrate/stepper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "integrate/within.h"

#define SAFETY  0.9
#define SHRINK  0.2
#define BAND    1.2
#define FAILED  0.25
#define REFUSED 0.9
#define CALM    1.3   /* growth of a step whose error is rounding: else that holds it for ever, */
#define STEADY  10    /* tried after so many steps of one size */
#define LEAP    8.0   /* growth of a fixed step that asks for a restart */
#define LEAST   1e-11 /* of |t| or of the span: a step below is no step */
#define PART    0.02  /* of the span: longest step, so that what starts out of rest is not missed */
enum { OFTEN = 2, ATTEMPTS = 60 };

void phk_stepper_publish(phk_stepper *s)
{
    const phk_dae *dae = s->form->dae;
    const double *lambda = s->now.z + s->form->na + dae->nx;
    phk_state *state = s->engine.state;
    state->t = s->now.t;
    if (dae->nl > 0) memcpy(state->lambda, lambda, (size_t)dae->nl * sizeof *lambda);
    if (dae->ny > 0) memcpy(state->y, lambda + dae->nl, (size_t)dae->ny * sizeof *lambda);
    phk_engine_publish(&s->engine);
}

static double factor_of(const phk_stepper *s, const phk_verdict *v)
{
    double f = SAFETY * pow(fmax(v->share, 1e-15), v->exponent);
    if (!(f > SHRINK)) return SHRINK;
    return fmin(f, s->stepping.grow);
}

static double fastest_turn(const phk_stepper *s)
{
    const phk_dae *dae = s->form->dae;
    double w = 0;
    for (int i = 0; i < dae->cells; i++)
        for (int k = 0; k < 3 && dae->cell[i].kind == PHK_CELL_ROTATION; k++)
            w = fmax(w, fabs(s->now.v[dae->cell[i].v + k]));
    return w;
}

/* Was the step as long as it may be for what could be passed through, or longer? */
static void count_ahead(phk_stepper *s)
{
    double h = fabs(s->engine.h);
    if (h > s->ahead * (1 + 1e-9))
        s->engine.count.leapt++;
    else if (h >= s->ahead * (1 - 1e-9))
        s->engine.count.limited++;
}

/* `to` becomes `now`. */
static void advance(phk_stepper *s)
{
    const phk_dae *dae = s->form->dae;
    phk_level old = s->now;
    s->form->type->accept(s->form, &s->to);
    s->now = s->to;
    s->to = old;
    phk_state_swap(s->engine.state, s->engine.from);
    s->engine.behind = true;
    phk_guards_accept(&s->engine.guards);
    s->used = (phk_level){.q = s->now.q,
                          .vel = s->used.vel,
                          .v = s->used.v,
                          .a = s->now.a,
                          .held = s->now.held,
                          .x = s->now.x,
                          .xd = s->now.xd};
    s->engine.h = s->form->h;
    s->engine.stiffness = s->form->stiffness;
    phk_stepper_remember(s);
    s->first.pending = false;
    s->engine.count.steps++;
    count_ahead(s);
    s->it.turned += fabs(s->engine.h) * fastest_turn(s);
    s->noise.left_before = s->noise.left;
    phk_scales_follow(s);
    phk_noise_watch(s);
    phk_stepper_publish(s);
    if (dae->accepted) dae->accepted(dae->self, s->now.t);
}

/* Prediction and correction of one step of size h to time t. */
static ph_status attempt(phk_stepper *s, double h, double t)
{
    s->engine.behind = false;
    ph_status status = phk_stepper_prepare(s, h);
    if (status) return status;
    s->form->type->begin(s->form, &s->used);
    s->to.t = t;
    phk_stepper_predict(s, h);
    s->form->type->predict(s->form, s->it.u);
    return phk_stepper_newton(s, h);
}

static ph_status failed(phk_stepper *s, ph_status status)
{
    s->engine.count.failures++;
    if (status == PH_RETRY) status = s->engine.failure.status;
    if (status == PH_OK) status = PH_E_SOLVE;
    s->engine.failure.status = status;
    /* what could not be evaluated a little further on says more than the troubles before it */
    const phk_failure *cause = &s->cause;
    if (!cause->evaluation || (cause->t + cause->h - s->now.t) * cause->h <= 0) return status;
    s->engine.failure = *cause;
    s->engine.failure.t = s->now.t;
    return cause->status;
}

/* Within the step that is being tried. */
static ph_status inside(void *self, double t, phk_state *out)
{
    const phk_stepper *s = self;
    phk_point from = phk_stepper_point(s, &s->now), to = phk_stepper_point(s, &s->to);
    out->t = t;
    phk_within(s->form->dae, &from, &to, t, out);
    return PH_OK;
}

/* The step that is all but accepted ends where guards cross zero: it is made again, up to there.
 * PH_RETRY: Newton has not found the shorter one. */
static ph_status heed_guards(phk_stepper *s, double *h)
{
    double t, to = s->to.t;
    if (s->form->dae->ng == 0) return PH_OK;
    ph_status status = phk_guards_find(&s->engine.guards, s->now.t, to, inside, s, &t);
    if (status) /* the system knows which */
        s->engine.failure =
            (phk_failure){.status = status, .t = s->now.t, .h = *h, .row = -1, .evaluation = true};
    if (status || t == to) return status;
    *h = t - s->now.t;
    return attempt(s, *h, t);
}

/* [s] A step below is no step. */
static double least_of(const phk_stepper *s)
{
    return LEAST * fmax(fabs(s->now.t), s->options.span);
}

/* How far a step of h may go for what could be passed through. */
static void look_ahead(phk_stepper *s, double h)
{
    phk_point p = phk_stepper_point(s, &s->now);
    s->ahead = phk_contact_ahead(s->form->dae, &p, h, least_of(s), s->path.v);
}

static ph_status step_fixed(phk_stepper *s, double limit)
{
    double h = limit - s->now.t;
    look_ahead(s, h);
    /* the accelerations of a far smaller step are mostly rounding to this one: start anew */
    if (!s->first.pending && fabs(h) > LEAP * fabs(s->engine.h)) {
        ph_status start = phk_stepper_start(&s->engine, &s->engine.now, h);
        if (start) return failed(s, start);
    }
    ph_status status = attempt(s, h, limit);
    if (!status) status = heed_guards(s, &h);
    if (status) return failed(s, status);
    advance(s);
    s->degree = PHK_HISTORY - 1;
    return PH_OK;
}

/* Would a part of a step be none any more? */
static bool too_short(phk_stepper *s, double h)
{
    if (fabs(h) >= least_of(s)) return false;
    s->engine.failure.shortest = least_of(s);
    return true;
}

/* The step to try: h, but not beyond the limit, and no short one before it. */
static double fit(double h, double rest, bool *last)
{
    *last = fabs(h) >= fabs(rest) * (1 - 1e-10);
    if (*last) return rest;
    if (fabs(h) > 0.5 * fabs(rest)) return 0.5 * rest;
    return h;
}

/* After a step that was no good, the next to try is a part of it; but as long as they were longer,
 * no shorter than the shortest allowed. False: that was tried, and there is none. */
static bool shorten(phk_stepper *s, double part, double *h)
{
    double least = s->options.run.min_step, next = part * *h;
    if (fabs(next) < least) {
        if (fabs(*h) <= least * (1 + 1e-9)) {
            s->engine.failure.least = least;
            return false;
        }
        next = copysign(least, *h);
    }
    *h = next;
    return true;
}

/* A step that was no good: the next to try. PH_OK: there is one. */
static ph_status refuse(phk_stepper *s, double part, double *h)
{
    s->engine.failure.status = PH_OK;
    if (too_short(s, *h * SHRINK) || !shorten(s, part, h)) return failed(s, PH_E_SOLVE);
    s->engine.count.rejected++;
    if (++s->rejections > OFTEN) s->degree = 0;
    return PH_OK;
}

/* Newton found nothing in the step: a shorter one. */
static ph_status retry(phk_stepper *s, int failures, bool last, double *h)
{
    if (s->engine.failure.evaluation) s->cause = s->engine.failure;
    if (last || too_short(s, *h * FAILED)) {
        s->engine.failure.exhausted = true;
        return failed(s, PH_RETRY);
    }
    if (!shorten(s, FAILED, h)) return failed(s, PH_RETRY);
    s->engine.count.failures++;
    phk_noise_failed(s, failures);
    s->degree = 0;
    s->it.factored = false;
    return PH_OK;
}

/* What the next step is to be, and what held this one. */
static void choose(phk_stepper *s, const phk_verdict *v, double h, double wanted, double most)
{
    phk_engine_counts *count = &s->engine.count;
    double f = factor_of(s, v);
    if (s->rejections && f > 1) f = 1;
    s->noise.since = s->rejections ? 0 : s->noise.since + 1;
    if (v->calm && f < CALM) f = s->noise.since < STEADY ? fmax(f, 1) : CALM;
    if (f > BAND) s->noise.since = 0;
    s->engine.error = v->share;
    s->change = v->change;
    s->h_wanted = h * (f > 1 && f < BAND ? 1 : f);
    /* a step cut short by the limit says less than the one wanted */
    if (fabs(h) < fabs(wanted) && fabs(s->h_wanted) < fabs(wanted)) s->h_wanted = wanted;
    s->engine.h_next = s->h_wanted;
    count->longest += most > 0 && fabs(h) >= most * (1 - 1e-9);
    count->shortest += fabs(h) <= s->options.run.min_step * (1 + 1e-9);
    count->rounded += s->noise.acts;
    if (s->noise.acts) count->rounding = fmax(count->rounding, s->noise.limit);
}

static ph_status step_variable(phk_stepper *s, double limit)
{
    double rest = limit - s->now.t, sign = rest < 0 ? -1 : 1;
    double most = s->options.run.max_step > 0 ? s->options.run.max_step : PART * s->options.span;
    double wanted = sign * fabs(s->h_wanted), h = wanted;
    if (most > 0 && fabs(h) > most) h = wanted = sign * most;
    look_ahead(s, h);
    if (fabs(h) > s->ahead) h = wanted = sign * s->ahead;
    if (fabs(h) < s->options.run.min_step) h = wanted = sign * s->options.run.min_step;
    s->rejections = 0;
    s->noise.patience = 1;
    s->degree = s->form->stiffness > PHK_STIFF ? s->stepping.degree : PHK_HISTORY - 1;
    for (int tries = 1, failures = 0; tries <= ATTEMPTS; tries++, wanted = h) {
        bool last;
        h = fit(h, rest, &last);
        ph_status status = attempt(s, h, last ? limit : s->now.t + h);
        if (status != PH_OK && status != PH_RETRY) return failed(s, status);
        if (status == PH_RETRY) {
            status = retry(s, ++failures, tries == ATTEMPTS, &h);
            if (status) return status;
            continue;
        }
        phk_verdict v = phk_stepper_judge(s);
        double part = v.share <= 1 ? phk_stepper_look(s, h) : fmin(factor_of(s, &v), REFUSED);
        if (!(v.share <= 1) || part < 1) {
            status = refuse(s, part, &h);
            if (status) return status;
            continue;
        }
        status = heed_guards(s, &h);
        if (status == PH_RETRY) {
            status = retry(s, ++failures, tries == ATTEMPTS, &h);
            if (status) return status;
            continue;
        }
        if (status) return failed(s, status);
        choose(s, &v, h, wanted, most);
        advance(s);
        return PH_OK;
    }
    return failed(s, PH_E_SOLVE);
}

static ph_status step(phk_engine *engine, double limit, bool fixed)
{
    phk_stepper *s = (phk_stepper *)engine;
    if (!s->started || !(limit != s->now.t)) return PH_E_USAGE;
    if (fixed || !(s->options.run.tolerance > 0)) return step_fixed(s, limit);
    return step_variable(s, limit);
}

static ph_status within(phk_engine *engine, double t, phk_state *out)
{
    phk_stepper *s = (phk_stepper *)engine;
    if (!engine->behind || !phk_is_within(s->to.t, s->now.t, t)) return PH_E_USAGE;
    phk_point from = phk_stepper_point(s, &s->to), to = phk_stepper_point(s, &s->now);
    out->t = t;
    phk_within(engine->dae, &from, &to, t, out);
    phk_stepper_recall(s, t, out->lambda, out->y);
    return PH_OK;
}

static void release(phk_engine *engine)
{
    phk_stepper *s = (phk_stepper *)engine;
    if (s->form) s->form->type->free(s->form);
    if (!s->options.project) phk_project_free(s->project);
    phk_engine_free_states(engine);
    phk_guards_free(&engine->guards);
    phk_factor_free(s->factor);
    free(s->memory);
    free(s);
}

ph_status phk_stepper_create(const phk_engine_method *method, const phk_dae *dae,
                             const phk_engine_options *options, const phk_stepper_def *def,
                             phk_engine **out)
{
    phk_stepper *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s) {
        def->form->type->free(def->form);
        return PH_E_NOMEM;
    }
    s->form = def->form;
    s->engine = (phk_engine){.method = method,
                             .dae = dae,
                             .start = phk_stepper_start,
                             .step = step,
                             .jump = phk_stepper_jump,
                             .within = within,
                             .store = phk_stepper_store,
                             .free = release};
    s->options = *options;
    s->scheme = def->scheme;
    s->stepping = def->stepping;
    ph_status status = phk_engine_take_states(&s->engine, options);
    if (!status) status = phk_guards_create(dae, &s->engine.guards);
    if (!status) status = phk_stepper_lay_out(s);
    if (!status) {
        s->project = options->project;
        if (!s->project) status = phk_project_create(dae, &s->project);
    }
    if (!status && !phk_project_values(s->project, s->form->pattern->entries)) status = PH_E_NOMEM;
    if (!status) status = phk_factor_create(s->form->pattern, s->form->node, &s->factor);
    if (status) {
        release(&s->engine);
        return status;
    }
    s->form->scheme = s->scheme;
    s->engine.scheme = &s->scheme;
    s->engine.stepping = &s->stepping;
    s->it.generation = dae->pattern->generation;
    phk_scales_create(s);
    phk_noise_create(s);
    *out = &s->engine;
    return PH_OK;
}
