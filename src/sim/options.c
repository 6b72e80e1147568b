/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Run options: what was asked for, checked against what the integrator can do.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "mech/model/options.h"
#include "sim/sim.h"

ph_status phk_check_integrator(const ph_options *o, ph_diag *diag)
{
    const char *name = o->integrator.text;
    const ph_integrator_info *method = name ? ph_integrator_find(name) : NULL;
    if (method && method->traits & PH_ABSENT)
        return phk_error(diag, PH_E_UNSUPPORTED, o->integrator.where,
                         "it comes with SUNDIALS 6 (libsundials-dev): install that, build again",
                         "integrator `%s` is not in this build", name);
    if (!name || method) return PH_OK;
    phk_nearest nearest = phk_nearest_to(name, strlen(name));
    for (int i = 0; i < ph_integrator_count(); i++)
        phk_nearest_offer(&nearest, ph_integrator_get(i)->name);
    char hint[200] = "`polhode list integrators` shows the ones there are";
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%s`?", nearest.best);
    return phk_error(diag, PH_E_NAME, o->integrator.where, hint, "there is no integrator `%.100s`",
                     name);
}

/* An equilibrium takes no time. */
static ph_status check_times(ph_options *o, ph_diag *diag)
{
    if (o->analysis == PH_STATIC && isnan(o->end)) o->end = o->start;
    if (o->analysis == PH_STATIC && o->end == o->start && isfinite(o->start)) return PH_OK;
    if (isnan(o->end))
        return phk_error(diag, PH_E_MISSING, o->where, "give `end` under `simulate`, or --end T",
                         "no final time is given");
    if (!isfinite(o->start) || !isfinite(o->end) || !(o->end > o->start))
        return phk_error(diag, PH_E_RANGE, o->where, "the end must lie after the start",
                         "the end, %g s, is not after the start, %g s", o->end, o->start);
    return PH_OK;
}

static ph_status check_step(const ph_options *o, ph_diag *diag)
{
    double largest = fmax(fabs(o->start), fabs(o->end));
    if (o->step > 0 && o->step < 1e-13 * largest)
        return phk_error(diag, PH_E_RANGE, o->where, "take a larger step",
                         "a step of %g s is lost in the rounding of times near %g s", o->step,
                         largest);
    return PH_OK;
}

/* A tolerance or a step: methods of equal steps need the latter, engines take either. */
static ph_status check_tolerance(ph_options *o, const ph_integrator_info *method, ph_diag *diag)
{
    bool adapts = ph_integrator_takes(method, "tolerance");
    /* has been refused */
    if (!adapts && o->tolerance > 0) return PH_OK;
    if (!adapts && o->step == 0)
        return phk_error(diag, PH_E_MISSING, o->where,
                         "give `step` under `simulate`, or --step H; a twentieth of the shortest "
                         "turn is a start",
                         "integrator `%s` needs a step", method->name);
    if (o->step != 0 && o->tolerance != 0)
        return phk_error(diag, PH_E_USAGE, o->where,
                         "`step` fixes the step, `tolerance` lets the integrator choose it",
                         "both a step and a tolerance are given");
    if (adapts && o->step == 0 && o->tolerance == 0) o->tolerance = PHK_DEFAULT_TOLERANCE;
    /* others have been told of */
    bool number = o->tolerance > 0 && isfinite(o->tolerance);
    if (number && !(o->tolerance >= 1e-14 && o->tolerance <= 1))
        return phk_error(diag, PH_E_RANGE, o->where, "1e-5 is the default",
                         "a tolerance of %g is not between 1e-14 and 1", o->tolerance);
    return PH_OK;
}

/* The shortest step may not be longer than others. */
static ph_status check_bounds(const ph_options *o, ph_diag *diag)
{
    double most = o->max_step > 0 ? o->max_step : INFINITY;
    if (o->min_step > most || (o->first_step > 0 && o->first_step < o->min_step))
        return phk_error(diag, PH_E_RANGE, o->where, "it is the shortest of them",
                         "`min_step`, %g s, is longer than `%s`", o->min_step,
                         o->min_step > most ? "max_step" : "first_step");
    return PH_OK;
}

/* What is given to a method that does not take it. */
static ph_status refuse(const ph_option *option, const ph_integrator_info *method,
                        const ph_options *o, ph_diag *diag)
{
    const char *name = option->field.name, *other = option->instead;
    if (!option->sets || !ph_integrator_takes(method, other))
        return phk_error(diag, PH_E_UNSUPPORTED, o->where, option->hint, "integrator `%s` %s",
                         method->name, option->refused);
    char hint[80];
    snprintf(hint, sizeof hint, "give `%s` instead", other);
    return phk_error(diag, PH_E_UNSUPPORTED, o->where, hint,
                     "the %s of integrator `%s` is set by `%s`, not by `%s`", option->sets,
                     method->name, other, name);
}

static bool is_taken(const ph_option *option, const ph_integrator_info *method)
{
    return option->flags & PH_OF_EVERY_RUN || ph_integrator_takes(method, option->field.name);
}

/* What a run can do without hears of it, but is no reason to stop: a file is often run with another
 * integrator than the one it was written for. */
static ph_status ignore(const ph_option *option, const ph_integrator_info *method,
                        const ph_options *o, ph_diag *diag)
{
    phk_warn(diag, PH_OK, o->where, "leave it out, or take another integrator",
             "integrator `%s` does not take `%s`: it has no effect", method->name,
             option->field.name);
    return PH_OK;
}

/* Files and the command line have met it; a caller's program may not have. */
static ph_status check_range(const ph_field *f, double value, const ph_options *o, ph_diag *diag)
{
    bool above = f->flags & PH_ABOVE;
    if (f->min == f->max) return PH_OK;
    if (isfinite(value) && value <= f->max && (above ? value > f->min : value >= f->min))
        return PH_OK;
    if (isfinite(f->max))
        return phk_error(diag, PH_E_RANGE, o->where, NULL, "`%s` must lie between %.4g and %g: %g",
                         f->name, f->min, f->max, value);
    return phk_error(diag, PH_E_RANGE, o->where, "give a number above zero",
                     "`%s` cannot be %g%s%s", f->name, value, *f->unit ? " " : "", f->unit);
}

/* The numbers of an option, each in its range. */
static ph_status check_ranges(const ph_option *option, const ph_options *o, ph_diag *diag)
{
    const ph_field *f = &option->field;
    const char *at = (const char *)o + f->offset;
    if (f->kind == PH_FIELD_NUMBER)
        return check_range(f, *(const double *)(const void *)at, o, diag);
    if (f->kind == PH_FIELD_INTEGER) return check_range(f, *(const int *)(const void *)at, o, diag);
    for (const ph_field *g = f->group; g && g->name; g++) {
        double value = *(const double *)(const void *)(at + g->offset);
        ph_status status = value == g->init ? PH_OK : check_range(g, value, o, diag);
        if (status) return status;
    }
    return PH_OK;
}

/* Each option by itself: whether the method takes it, and its range. */
static ph_status check_each(const ph_options *o, const ph_integrator_info *method, ph_diag *diag)
{
    ph_status first = PH_OK;
    for (int i = 0; i < ph_option_count(); i++) {
        const ph_option *option = ph_option_get(i);
        if (!ph_option_given(option, o)) continue;
        ph_status status = is_taken(option, method) ? check_ranges(option, o, diag)
                           : option->refused        ? refuse(option, method, o, diag)
                                                    : ignore(option, method, o, diag);
        if (!first) first = status;
    }
    return first;
}

void ph_options_fit(ph_options *o, const ph_integrator_info *method)
{
    for (int i = 0; method && i < ph_option_count(); i++) {
        const ph_option *option = ph_option_get(i);
        if (!is_taken(option, method)) phk_option_clear(option, o);
    }
}

static int count_of(const ph_model *model, phk_kind kind)
{
    return model->list[kind].count;
}

/* Choices of damping that do harm where there are joints. */
static void warn_of_damping(const ph_model *model, const ph_options *o, ph_diag *diag)
{
    if (count_of(model, PHK_KIND_JOINT) + count_of(model, PHK_KIND_MOTION) == 0) return;
    if (o->alpha == 0 || o->rho == 1)
        phk_warn(diag, PH_OK, o->where, o->rho == 1 ? "0.8 is the default" : "-0.3 is the default",
                 "without numerical damping (`%s`) integration fails where there are joints",
                 o->rho == 1 ? "rho: 1" : "alpha: 0");
    if (o->rho == 0)
        phk_warn(diag, PH_OK, o->where, "0.8 is the default, 0.5 serves stiff forces",
                 "`rho: 0` is the strongest damping there is: it costs accuracy");
}

/* A rotation method moves free bodies: names what it cannot handle. */
static ph_status check_elements(const ph_model *model, const ph_options *o,
                                const ph_integrator_info *method, ph_diag *diag)
{
    static const phk_kind kinds[] = {PHK_KIND_JOINT, PHK_KIND_MOTION, PHK_KIND_STATE,
                                     PHK_KIND_EVENT};
    if (!(method->traits & PH_FREE_BODIES)) return PH_OK;
    ph_source where = o->integrator.where.line ? o->integrator.where : o->where;
    for (int k = 0; k < 4; k++)
        if (count_of(model, kinds[k]))
            return phk_error(diag, PH_E_UNSUPPORTED, where, "take `galpha`, the default",
                             "integrator `%s` moves free bodies: it cannot handle %s `%s`",
                             method->name, phk_kind_text(kinds[k]), model->list[kinds[k]].name[0]);
    for (int i = 0; i < ph_model_forces(model); i++)
        if (phk_forces(model)[i].type->states)
            return phk_error(diag, PH_E_UNSUPPORTED, where, "take `galpha`, the default",
                             "integrator `%s` moves free bodies: it cannot handle force `%s`, "
                             "which has states of its own",
                             method->name, model->list[PHK_KIND_FORCE].name[i]);
    return PH_OK;
}

/* Largest side of the box around all bodies and joints, as drawn [m]. */
static double size_of(const ph_model *model)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    int bodies = ph_model_bodies(model), joints = count_of(model, PHK_KIND_JOINT);
    for (int i = 0; i < bodies + joints; i++) {
        ph_vec3 p =
            i < bodies ? phk_bodies(model)[i].position : phk_joints(model)[i - bodies].def.at;
        const double at[3] = {p.x, p.y, p.z};
        for (int c = 0; c < 3; c++) {
            low[c] = fmin(low[c], at[c]);
            high[c] = fmax(high[c], at[c]);
        }
    }
    if (bodies + joints == 0) return 0;
    return fmax(high[0] - low[0], fmax(high[1] - low[1], high[2] - low[2]));
}

/* A tolerance is an error in metres and radians, and per second: it means little to a model that
 * measures in micrometres, or in years. */
static void warn_of_scale(const ph_model *model, const ph_options *o, ph_diag *diag)
{
    static const double FAR = 100, FAR_TIME = 1e4;
    double size = size_of(model), span = o->end - o->start;
    double length = o->scale[0] > 0 ? o->scale[0] : 1, time = o->scale[2] > 0 ? o->scale[2] : 1;
    if (!(o->tolerance > 0)) return;
    if (o->scale[0] > 0 && size > 0 && (size > FAR * length || size < length / FAR))
        phk_warn(diag, PH_OK, o->where, "give `scale: {length: ..}` under `simulate`",
                 "the model is %.3g m large, and the tolerance is relative to %g m", size, length);
    /* a run that ends before it starts has been told of */
    if (o->scale[2] > 0 && span > 0 && (span > FAR_TIME * time || span < time / FAR_TIME))
        phk_warn(diag, PH_OK, o->where, "give `scale: {time: ..}` under `simulate`",
                 "the run lasts %.3g s, and the tolerance is relative to %g s", span, time);
}

static ph_status check_method(const ph_model *model, ph_options *o, ph_diag *diag)
{
    const ph_integrator_info *method = ph_integrator_find(o->integrator.text);
    /* the caller's text may go, the name of the method stays */
    o->integrator.text = method->name;
    ph_status part[] = {check_each(o, method, diag), check_tolerance(o, method, diag),
                        check_step(o, diag), check_elements(model, o, method, diag),
                        check_bounds(o, diag)};
    for (int i = 0; i < 5; i++)
        if (part[i]) return part[i];
    warn_of_damping(model, o, diag);
    warn_of_scale(model, o, diag);
    return PH_OK;
}

/* An analysis that solves for every row has no steps of its own: those given are its rows. */
static ph_status check_analysis(ph_options *o, ph_diag *diag)
{
    /* the caller's text may go, the name of the method stays */
    o->integrator.text = ph_integrator_find(o->integrator.text)->name;
    if (o->every == 0 && o->rows == 0) o->every = o->step;
    o->step = o->tolerance = 0;
    return check_step(o, diag);
}

static ph_status check_output(const ph_options *o, ph_diag *diag)
{
    if (o->every != 0 && o->rows != 0)
        return phk_error(diag, PH_E_USAGE, o->where, "give one of them",
                         "output times are set twice: `every` and `steps`");
    if (o->every > 0 && (o->end - o->start) / o->every > 1e9)
        return phk_error(diag, PH_E_RANGE, o->where, "take a larger `every`",
                         "output every %g s makes more than 1e9 rows", o->every);
    return PH_OK;
}

ph_status phk_sim_options(const ph_model *model, const ph_options *given, ph_diag *diag,
                          ph_options *o)
{
    *o = given ? *given : model->options;
    if (!o->integrator.text) o->integrator.text = ph_integrator_default();
    if (!o->where.file && *model->path) o->where = (ph_source){.file = model->path};
    ph_status part[4] = {phk_check_integrator(o, diag), check_times(o, diag), PH_OK, PH_OK};
    if (!part[0])
        part[2] = phk_is_dynamic(o) ? check_method(model, o, diag) : check_analysis(o, diag);
    if (!part[1]) part[3] = check_output(o, diag);
    for (int i = 0; i < 4; i++)
        if (part[i]) return part[i];
    return PH_OK;
}
