/* SPDX-License-Identifier: BSD-3-Clause */
#include "sim/engine_failure.h"

#include <math.h>
#include <stdio.h>
#include "base/diag.h"

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

static const char infinite_hint[] =
    "something becomes infinitely fast there: a position in which the mechanism locks, or a force "
    "that jumps";

static const char general_hint[] =
    "a smaller step or tolerance may help; forces that jump, and positions the joints do not "
    "allow, do not yield to it";

static const char exhausted_hint[] =
    "no step is small enough where a force jumps or grows without bound, where an equation has no "
    "solution any more, or where the joints do not let the mechanism pass";

/* [rad] The largest turn of a body in the step that failed. */
static double turn_of(const phk_engine *engine)
{
    const phk_dae *dae = engine->dae;
    double most = 0;
    for (int i = 0; i < dae->cells; i++) {
        const double *w = engine->now.v + dae->cell[i].v;
        if (dae->cell[i].kind == PHK_CELL_ROTATION)
            most = fmax(most, sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]));
    }
    return most * fabs(engine->failure.h);
}

/* A method that is unstable where it came to says so; others give the hint they are given. */
static const char *hint_of(const phk_engine *engine, const char *other, char *text, size_t size)
{
    double turn = turn_of(engine);
    if (!(engine->most_turn > 0 && turn > engine->most_turn)) return other;
    snprintf(text, size,
             "with this damping the method is unstable where joints hold the axis of a body that "
             "turns by more than %.2g rad in a step, and one turns by %.2g: take a smaller step, "
             "more damping (`alpha`), or `galpha`, which has no such limit",
             engine->most_turn, turn);
    return text;
}

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

ph_status phk_explain_engine(const phk_system *sys, const phk_engine *engine, ph_status status,
                             double *room, ph_diag *diag)
{
    const phk_failure *f = &engine->failure;
    const char *name = engine->method->info.name;
    char where[256], hint[320];
    if (status == PH_E_NOMEM) return status;
    bool told = sys->fault.formula || sys->fault.element;
    ph_status ahead =
        (f->evaluation && !told) || status == PH_E_SOLVE ? look_ahead(engine, room) : PH_OK;
    if (ahead < 0) return phk_system_explain(sys, ahead, diag);
    if (f->evaluation) return phk_system_explain(sys, status, diag);
    if (status == PH_E_SINGULAR) {
        blame(engine->dae, f->row, 0, "no pivot", where, sizeof where);
        return phk_error(diag, status, phk_nowhere, singular_hint,
                         "t = %.10g s: the equations of motion are singular, in a step of %.3g s%s",
                         f->t, fabs(f->h), where);
    }
    blame(engine->dae, f->row, f->residual, "largest residual", where, sizeof where);
    if (f->least > 0)
        return phk_error(diag, status, phk_nowhere,
                         "allow shorter steps, or a larger tolerance; forces that jump, and "
                         "positions the joints do not allow, do not yield to it",
                         "t = %.10g s: integrator `%s` would need a step shorter than `min_step`, "
                         "%g s%s",
                         f->t, name, f->least, where);
    if (status == PH_E_NONFINITE)
        return phk_error(diag, status, phk_nowhere,
                         "the motion has become unstable: try a smaller step or tolerance",
                         "t = %.10g s: integrator `%s` met numbers that are not finite, in a step "
                         "of %.3g s%s",
                         f->t, name, fabs(f->h), where);
    if (!*where && status == PH_E_SOLVE) {
        int row = largest_row(engine->now.a, engine->dae->nv);
        blame(engine->dae, row, fabs(engine->now.a[row]), "largest acceleration", where,
              sizeof where);
        return phk_error(diag, status, phk_nowhere,
                         hint_of(engine, infinite_hint, hint, sizeof hint),
                         "t = %.10g s: integrator `%s` would need steps below %.3g s%s", f->t, name,
                         fabs(f->h), where);
    }
    const char *other = f->exhausted ? exhausted_hint : general_hint;
    return phk_error(diag, status, phk_nowhere, hint_of(engine, other, hint, sizeof hint),
                     "t = %.10g s: integrator `%s` found no solution in a step of %.3g s, after %d "
                     "iterations%s",
                     f->t, name, fabs(f->h), f->iterations, where);
}

ph_status phk_explain_projection(const phk_system *sys, const phk_dae *dae,
                                 const phk_project *project, ph_status status, double t,
                                 const char *what, ph_diag *diag)
{
    char where[256];
    if (status == PH_E_NOMEM) return status;
    /* a system that could not be evaluated knows why */
    if (sys->fault.formula || sys->fault.element) return phk_system_explain(sys, status, diag);
    bool singular = status == PH_E_SINGULAR;
    blame(dae, phk_project_culprit(project), 0, singular ? "no pivot" : "largest residual", where,
          sizeof where);
    return phk_error(diag, status, phk_nowhere,
                     singular ? singular_hint
                              : "the constraints may contradict each other there, or let the "
                                "mechanism go on in more than one way",
                     "t = %.10g s: no %s could be found that meet all constraints%s", t, what,
                     where);
}
