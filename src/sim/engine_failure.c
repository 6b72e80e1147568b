/* SPDX-License-Identifier: BSD-3-Clause */
#include "sim/drive_engine.h"

#include <math.h>
#include <stdio.h>
#include "base/diag.h"
#include "sim/failure_cause.h"
#include "sim/sim.h"

#define SHORT 1e-11 /* of the time or of the run: a step below has been shortened to the end */

/* ": largest residual, 0.3, in joint `crank`, row 4" */
static void blame(const phk_dae *dae, int row, double residual, const char *what, char *text,
                  size_t size)
{
    char name[160] = "";
    text[0] = '\0';
    if (row >= 0) dae->describe(dae->self, row, name, sizeof name);
    if (!*name) return;
    if (residual > 0)
        snprintf(text, size, "; %s, %.3g, in %s", what, residual, name);
    else
        snprintf(text, size, "; %s in %s", what, name);
}

static int largest_row(const double *a, int n)
{
    int row = 0;
    for (int i = 1; i < n; i++)
        if (fabs(a[i]) > fabs(a[row])) row = i;
    return row;
}

static const char singular_hint[] =
    "the mechanism may have come to a position in which a joint holds nothing any more, or in "
    "which it could go on in more than one way";

static const char unstable_hint[] =
    "the motion has become unstable: try a smaller step or tolerance";

static const char bounded_hint[] =
    "allow shorter steps, or a larger tolerance; forces that jump, and positions the joints do not "
    "allow, do not yield to it";

static const char fixed_hint[] =
    "take a smaller step, or a tolerance in its place: it finds the steps by itself, or tells what "
    "they come to";

static const char general_hint[] =
    "another tolerance may help; forces that jump, and positions the joints do not "
    "allow, do not yield to it";

static const char apart_hint[] =
    "let the motion end or turn back before, or lay the mechanism out so that it gets past";

static const char exhausted_hint[] =
    "no step is small enough where a force jumps or grows without bound, where an equation has no "
    "solution any more, or where the joints do not let the mechanism pass";

/* Steps that shrink towards a time beyond which the system cannot be evaluated end just before it,
 * for no reason of their own: is there such a time? */
static ph_status look_ahead(const phk_engine *engine, double *room)
{
    const phk_dae *dae = engine->dae;
    double h = fmax(fabs(engine->failure.h), 1e-15 * fabs(engine->now.t));
    ph_status status = PH_OK;
    for (int k = 0; k < 4 && !status; k++, h *= 10) {
        phk_point p = engine->now;
        p.t += engine->failure.h < 0 ? -h : h;
        double *d = room + dae->nv, *c = d + dae->nx;
        status = dae->residual(dae->self, &p, room, d, c, c + dae->nl);
    }
    return status;
}

/* What was seen of the failure, and what may help whatever its cause. */
typedef struct {
    char text[400];
    const char *hint;
} account;

/* Was it tried down to steps that are lost in the rounding of times? */
static bool is_exhausted(const phk_drive_engine *d)
{
    const phk_failure *f = &d->engine->failure;
    const ph_options *o = &d->base.sim->options;
    return f->exhausted || fabs(f->h) < SHORT * fmax(fabs(f->t), o->end - o->start);
}

/* The step that failed, in the words of how it did. */
static account account_of(const phk_drive_engine *d, ph_status status)
{
    const phk_engine *engine = d->engine;
    const phk_failure *f = &engine->failure;
    const char *name = engine->method->info.name;
    bool singular = status == PH_E_SINGULAR, fixed = d->base.sim->h > 0;
    double h = fabs(f->h);
    account a = {.hint = singular ? singular_hint : general_hint};
    char where[256];
    blame(engine->dae, f->row, singular ? 0 : f->residual,
          singular ? "no pivot" : "largest residual", where, sizeof where);
    if (engine->method->apart) {
        a.hint = apart_hint;
        snprintf(a.text, sizeof a.text, "the motions lead to no position a step of %.3g s ahead%s",
                 h, where);
    } else if (singular) {
        snprintf(a.text, sizeof a.text,
                 "the equations of motion are singular, in a step of %.3g s%s", h, where);
    } else if (f->least > 0) {
        a.hint = bounded_hint;
        snprintf(a.text, sizeof a.text,
                 "integrator `%s` would need a step shorter than `min_step`, %g s%s", name,
                 f->least, where);
    } else if (status == PH_E_NONFINITE) {
        a.hint = unstable_hint;
        snprintf(a.text, sizeof a.text,
                 "integrator `%s` met numbers that are not finite, in a step of %.3g s%s", name, h,
                 where);
    } else if (!*where && status == PH_E_SOLVE) {
        int row = largest_row(engine->now.a, engine->dae->nv);
        blame(engine->dae, row, fabs(engine->now.a[row]), "largest acceleration", where,
              sizeof where);
        a.hint = fixed ? fixed_hint : exhausted_hint;
        snprintf(a.text, sizeof a.text, "integrator `%s` would need steps below %.3g s%s", name, h,
                 where);
    } else {
        a.hint = fixed ? fixed_hint : is_exhausted(d) ? exhausted_hint : general_hint;
        snprintf(a.text, sizeof a.text,
                 "integrator `%s` found no solution in a step of %.3g s, after %d iterations%s",
                 name, h, f->iterations, where);
    }
    return a;
}

/* The account, and its cause if that is found. */
static ph_status tell(const phk_trouble *trouble, double t, const account *a, ph_diag *diag)
{
    phk_cause cause;
    if (!phk_find_cause(trouble, &cause))
        return phk_error(diag, trouble->status, phk_nowhere, a->hint, "t = %.10g s: %s", t,
                         a->text);
    return phk_error(diag, trouble->status, phk_nowhere, cause.cure, "t = %.10g s: %s: %s", t,
                     a->text, cause.what);
}

static phk_trouble trouble_of(const phk_drive_engine *d, const phk_point *at, ph_status status)
{
    const ph_options *o = &d->base.sim->options;
    return (phk_trouble){.system = d->base.sim->system,
                         .dae = d->dae,
                         .project = d->project,
                         .at = *at,
                         .start = o->start,
                         .tolerance = o->tolerance,
                         .length =
                             o->scale[0] > 0 ? o->scale[0] : phk_system_size(d->base.sim->system),
                         .span = o->end - o->start,
                         .row = -1,
                         .status = status};
}

ph_status phk_explain_engine(const phk_drive_engine *d, ph_status status, ph_diag *diag)
{
    const phk_system *sys = d->base.sim->system;
    const phk_failure *f = &d->engine->failure;
    if (status == PH_E_NOMEM) return status;
    bool told = sys->fault.formula || sys->fault.element;
    ph_status ahead = (f->evaluation && !told) || status == PH_E_SOLVE
                          ? look_ahead(d->engine, d->residual)
                          : PH_OK;
    if (ahead < 0) return phk_system_explain(sys, ahead, diag);
    if (f->evaluation) return phk_system_explain(sys, status, diag);
    phk_trouble trouble = trouble_of(d, &d->engine->now, status);
    trouble.engine = d->engine;
    trouble.h = f->h;
    trouble.row = f->row;
    account a = account_of(d, status);
    return tell(&trouble, f->t, &a, diag);
}

ph_status phk_explain_projection(const phk_drive_engine *d, const phk_state *at, ph_status status,
                                 const char *what, ph_diag *diag)
{
    const phk_system *sys = d->base.sim->system;
    if (status == PH_E_NOMEM) return status;
    /* a system that could not be evaluated knows why */
    if (sys->fault.formula || sys->fault.element) return phk_system_explain(sys, status, diag);
    bool singular = status == PH_E_SINGULAR;
    phk_point p = phk_state_point(at);
    phk_trouble trouble = trouble_of(d, &p, status);
    trouble.row = phk_project_culprit(d->project);
    account a = {.hint = singular ? singular_hint
                                  : "the constraints may contradict each other there, or let the "
                                    "mechanism go on in more than one way"};
    char where[256];
    blame(d->dae, trouble.row, 0, singular ? "no pivot" : "largest residual", where, sizeof where);
    snprintf(a.text, sizeof a.text, "no %s could be found that meet all constraints%s", what,
             where);
    return tell(&trouble, at->t, &a, diag);
}
