/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ida.c -- `ida` and `ida-index3`: the backward differentiation formulas of SUNDIALS' IDA
 * (Hindmarsh et al., ACM Trans. Math. Softw. 31 (2005) 363), variable order up to 5 and variable
 * step, on the first-order form of ggl.h. The rival our own methods are compared with, and a second
 * opinion.
 *
 * What errors are relative to is ida_weights.c's, the linear algebra ida_linear.c's.
 *
 * Stiff forces are where it is weak: what a stiff spring holds moves like an index-3 constraint, so
 * its velocity is off by h a/2 after a step of order one, and by another amount after a step of
 * another length. The error test sees the difference, of order h and not h^2, and refuses every
 * longer step; order two needs steps of one length, which never come. Steps then stay short and of
 * order one, and the sum of their errors is far above tol.
 * Steps to a tolerance longer than a thousandth of the run are looked into (ida_look.c). Where one
 * has passed something over it is taken back: IDA starts anew before it and takes short steps until
 * it is past. When that has happened often, steps stay short.
 * IDA has no fixed steps. A fixed step ends exactly at its limit, with as many steps of IDA's own
 * choice in between as the tolerance asks for (1e-6 when none is given).
 *
 * IDA allocates when it is made and may do so in a step; this is the one engine whose steps are not
 * free of allocation.
 */
#include "integrate/ida.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "integrate/ida_work.h"
#include "integrate/project.h"
#include "integrate/scales.h"
#include "integrate/within.h"

static const double DEFAULT_TOLERANCE = 1e-6;
/* Part of the tolerance that Newton may leave. IDA's own 0.33 spoils the differences from which
 * order and step are chosen: with this, pendulum, slider-crank, heavy top and Andrews' mechanism at
 * 1e-4 to 1e-6 take 0.65 of the evaluations and a third of the steps, to 0.4 of the errors (mean of
 * the ratios' logarithms). */
static const double NEWTON = 3e-3;
static const double PART = 0.02; /* longest step over the span, unless told */
enum { HIGHEST_ORDER = 5 };
/* looks a run at most; and steps taken back, after which all stay short */
enum { LOOKS = 1000, RETURNS = 100 };

/* ---- what IDA calls ---- */

int phk_ida_report(phk_ida *e, ph_status status, bool evaluation)
{
    if (status < 0) {
        e->trouble = status;
        e->evaluation = evaluation;
    }
    return status == PH_E_NOMEM ? -1 : status ? 1 : 0;
}

static int residual(realtype t, N_Vector z, N_Vector zp, N_Vector f, void *self)
{
    phk_ida *e = self;
    e->base.count.residuals++;
    double *out = N_VGetArrayPointer(f);
    ph_status status =
        phk_ggl_residual(e->ggl, t, N_VGetArrayPointer(z), N_VGetArrayPointer(zp), out);
    if (!status) memcpy(e->residual, out, (size_t)e->ggl->n * sizeof *out);
    return phk_ida_report(e, status, true);
}

/* Where entries are may have changed: values and factors for the new ones. IDA keeps its history.
 */
static ph_status follow(phk_ida *e, double t, const double *z, const double *zp)
{
    bool changed;
    ph_status status = phk_ggl_follow(e->ggl, t, z, zp, &changed);
    if (status || !changed) return status;
    double *values = calloc((size_t)e->ggl->pattern.entries + 1, sizeof *values);
    if (!values) return PH_E_NOMEM;
    free(e->values);
    e->values = values;
    status = phk_factor_follow(&e->factor, &e->ggl->pattern, e->ggl->node);
    e->look.factor = e->factor;
    return status;
}

static int jacobian(realtype t, realtype c, N_Vector z, N_Vector zp, N_Vector f, SUNMatrix matrix,
                    void *self, N_Vector w1, N_Vector w2, N_Vector w3)
{
    (void)f, (void)matrix, (void)w1, (void)w2, (void)w3;
    phk_ida *e = self;
    const double *at = N_VGetArrayPointer(z), *rate = N_VGetArrayPointer(zp);
    ph_status status = follow(e, t, at, rate);
    if (status) return phk_ida_report(e, status, false);
    e->base.count.jacobians++;
    e->look.c = c;
    return phk_ida_report(e, phk_ggl_jacobian(e->ggl, t, c, at, rate, e->values), true);
}

static void be_silent(int code, const char *module, const char *function, char *message, void *self)
{
    (void)code, (void)module, (void)function, (void)message, (void)self;
}

static void set_now(phk_ida *e, const phk_point *p)
{
    phk_state_keep(e->base.dae, p, e->base.state);
    phk_engine_publish(&e->base);
}

/* ---- running ---- */

static void count(phk_ida *e)
{
    long steps = 0, rejected = 0, iterations = 0, failures = 0;
    IDAGetNumSteps(e->memory, &steps);
    IDAGetNumErrTestFails(e->memory, &rejected);
    IDAGetNumNonlinSolvIters(e->memory, &iterations);
    IDAGetNumStepSolveFails(e->memory, &failures);
    phk_engine_counts *c = &e->base.count;
    e->base.last_iterations = (int)(e->before.iterations + iterations - c->iterations);
    c->steps = e->before.steps + steps;
    c->rejected = e->before.rejected + rejected;
    c->iterations = e->before.iterations + iterations;
    c->failures = e->before.failures + failures;
}

static ph_status fail(phk_ida *e, int flag)
{
    phk_failure *f = &e->base.failure;
    *f = (phk_failure){.status = PH_E_SOLVE, .row = -1, .iterations = e->base.last_iterations};
    IDAGetCurrentTime(e->memory, &f->t);
    IDAGetCurrentStep(e->memory, &f->h);
    if (flag == IDA_MEM_FAIL) f->status = PH_E_NOMEM;
    bool shortest = flag == IDA_ERR_FAIL || flag == IDA_CONV_FAIL;
    if (shortest && fabs(f->h) <= e->options.run.min_step * (1 + 1e-9))
        f->least = e->options.run.min_step;
    if (e->trouble && flag != IDA_ERR_FAIL) f->status = e->trouble;
    if (f->status == e->trouble && e->evaluation) {
        f->evaluation = true;
        return f->status;
    }
    int worst = f->status == PH_E_SINGULAR ? phk_factor_culprit(e->factor) : -1;
    for (int i = 0; f->status != PH_E_SINGULAR && i < e->ggl->n; i++)
        if (worst < 0 || fabs(e->residual[i]) > fabs(e->residual[worst])) worst = i;
    if (worst >= 0) {
        f->row = phk_ggl_row(e->ggl, worst);
        f->residual = fabs(e->residual[worst]);
    }
    return f->status;
}

static void accept(phk_ida *e, double t)
{
    phk_point p = phk_ggl_point(e->ggl, t, N_VGetArrayPointer(e->z), N_VGetArrayPointer(e->zp));
    phk_state_swap(e->base.state, e->base.from);
    e->base.behind = true;
    set_now(e, &p);
    IDAGetLastStep(e->memory, &e->base.h);
    phk_ida_follow(e);
    e->base.stiffness = INFINITY; /* not known */
    IDAGetCurrentStep(e->memory, &e->base.h_next);
    IDAGetEstLocalErrors(e->memory, e->errors);
    IDAGetErrWeights(e->memory, e->weights);
    e->base.error = N_VWrmsNorm(e->errors, e->weights);
    if (e->base.dae->accepted) e->base.dae->accepted(e->base.dae->self, t);
}

/* Where the next step must end at the latest: at the limit; half way to it when that is more than
 * one step away and less than two. A step is thus never cut to less than half of what IDA wants:
 * after a tiny one its formulas are out of balance, those of index 3 for good. */
static double next_stop(phk_ida *e, double limit)
{
    double t = e->base.now.t, h = 0;
    IDAGetCurrentTime(e->memory, &t);
    IDAGetCurrentStep(e->memory, &h);
    double left = fabs(limit - t);
    /* IDA takes a stop nearer than rounding for one it has reached */
    if (left < 1e4 * DBL_EPSILON * fmax(fabs(t), fabs(limit))) return limit;
    return left > fabs(h) * (1 + 1e-9) && left < 2 * fabs(h) ? t + (limit - t) / 2 : limit;
}

/* Whether the step just taken was as long, or as short, as steps may be. */
static void count_bounds(phk_ida *e)
{
    double h = 0;
    IDAGetLastStep(e->memory, &h);
    h = fabs(h);
    e->base.count.longest += e->longest > 0 && h >= e->longest * (1 - 1e-9);
    e->base.count.shortest +=
        e->options.run.min_step > 0 && h <= e->options.run.min_step * (1 + 1e-9);
}

/* [s] How far the next step may go for what could be passed through. A stop keeps it: IDA heeds a
 * change of its longest step one step later only. */
static double look_ahead(phk_ida *e)
{
    double t = e->base.now.t, h = 0;
    if (!e->base.dae->ahead) return INFINITY;
    IDAGetCurrentTime(e->memory, &t);
    IDAGetCurrentStep(e->memory, &h);
    phk_point p = phk_ggl_point(e->ggl, t, N_VGetArrayPointer(e->z), N_VGetArrayPointer(e->zp));
    double least = 1e4 * DBL_EPSILON * fmax(fabs(t), e->options.span);
    return phk_contact_ahead(e->base.dae, &p, h, least, e->later);
}

/* One step of IDA's; *t: where it has come to. */
static int one_step(phk_ida *e, double limit, double *t)
{
    double from = e->base.now.t, stop = next_stop(e, limit), ahead = look_ahead(e);
    IDAGetCurrentTime(e->memory, &from);
    if (fabs(stop - from) > ahead) stop = from + copysign(ahead, limit - from);
    int flag = IDASetStopTime(e->memory, stop);
    if (flag >= 0) flag = IDASolve(e->memory, limit, t, e->z, e->zp, IDA_ONE_STEP);
    count(e);
    if (flag >= 0 && fabs(*t - from) >= ahead * (1 - 1e-9)) e->base.count.limited++;
    if (flag < 0 || flag != IDA_TSTOP_RETURN || stop != limit) return flag < 0 ? flag : IDA_SUCCESS;
    /* IDA stops a rounding error short of a limit: does the system exist there? */
    return residual(*t, e->z, e->zp, e->errors, e) ? IDA_RES_FAIL : IDA_TSTOP_RETURN;
}

/* IDA begins anew at `now`. */
static int begin(phk_ida *e, double h)
{
    phk_ggl_pack(e->ggl, &e->base.now, N_VGetArrayPointer(e->z), N_VGetArrayPointer(e->zp));
    e->before = e->base.count;
    int flag = IDAReInit(e->memory, e->base.now.t, e->z, e->zp);
    return flag == IDA_SUCCESS ? IDASetInitStep(e->memory, h) : flag;
}

/* Whether the step to t has passed something over. */
static bool is_blind(phk_ida *e, double t)
{
    double h = 0;
    IDAGetLastStep(e->memory, &h);
    if (!(e->apart > 0) || !(fabs(h) > e->apart * (1 + 1e-9))) return false;
    IDAGetErrWeights(e->memory, e->weights);
    e->look.looks = 0;
    bool blind = phk_ida_look_finds(&e->look, t, h, e->apart);
    e->base.count.residuals += e->look.looks;
    e->base.count.solves += e->look.looks;
    return blind;
}

/* The step to t is taken back, and the way to t to be made in short ones. */
static int go_back(phk_ida *e, double t)
{
    e->base.count.steps--;
    e->base.count.rejected++;
    e->returns++;
    e->careful = true;
    e->until = t;
    int flag = begin(e, 0);
    return flag == IDA_SUCCESS ? IDASetMaxStep(e->memory, e->apart) : flag;
}

/* Steps may be long again, once they are past what was passed over. way: +1 or -1. */
static int take_heart(phk_ida *e, double way)
{
    if (!e->careful || e->returns >= RETURNS || (e->until - e->base.now.t) * way > 0)
        return IDA_SUCCESS;
    e->careful = false;
    return IDASetMaxStep(e->memory, e->longest);
}

/* ---- guards ---- */

static ph_status inside(void *self, double t, phk_state *out)
{
    phk_ida *e = self;
    phk_point p;
    if (!phk_ida_look_at(&e->look, t, &p)) return PH_E_USAGE;
    phk_state_keep(e->base.dae, &p, out);
    out->t = t;
    return PH_OK;
}

/* Where in the last step of IDA's, which led to t, guards cross zero first; t: they do not. */
static ph_status find_crossing(phk_ida *e, double t, double *at)
{
    double h = 0;
    *at = t;
    if (e->base.dae->ng == 0) return PH_OK;
    IDAGetLastStep(e->memory, &h);
    ph_status status = phk_guards_find(&e->base.guards, t - h, t, inside, e, at);
    if (!status) phk_guards_accept(&e->base.guards);
    return status;
}

static ph_status complete(phk_ida *e, const phk_point *state);

/* Ends the step at t, which lies within it, and begins anew there: IDA itself has gone further. Its
 * polynomial meets the constraints to its own order. */
static ph_status end_at(phk_ida *e, double t)
{
    phk_engine *engine = &e->base;
    double h = t - engine->now.t;
    ph_status status = inside(e, t, &engine->guards.at);
    if (status) return status;
    phk_state_swap(engine->state, engine->from);
    phk_point p = phk_state_point(&engine->guards.at);
    phk_project_forget(e->project);
    status = phk_project_positions(e->project, &p, engine->guards.at.q, 1e-12 * engine->dae->length,
                                   50, &(double){0});
    if (!status) status = phk_project_velocities(e->project, &p, engine->guards.at.v, NULL);
    if (!status) status = complete(e, &p);
    if (status) {
        phk_state_swap(engine->state, engine->from);
        phk_engine_publish(engine);
        return status;
    }
    engine->h = h;
    engine->behind = true; /* its polynomial is gone; the ends of the step are there */
    phk_ida_follow(e);
    if (engine->dae->accepted) engine->dae->accepted(engine->dae->self, t);
    if (begin(e, 0) != IDA_SUCCESS) return PH_E_SOLVE;
    engine->behind = true; /* rows within it are cubics between its ends */
    return PH_OK;
}

static ph_status step(phk_engine *engine, double limit, bool fixed)
{
    phk_ida *e = (phk_ida *)engine;
    double t = 0, before = engine->now.t;
    /* against endless steps that do not move the clock, towards a wall or a wish too fine */
    double rounding = 32 * DBL_EPSILON * fmax(fabs(before), isfinite(limit) ? fabs(limit) : 0);
    int flag = IDASetMinStep(e->memory, fmax(rounding, e->options.run.min_step));
    /* the norm of quaternions is drawn to 1 in either direction of time */
    e->ggl->relaxation = copysign(phk_ida_relaxation(e), limit - before);
    e->trouble = PH_OK;
    engine->behind = false;
    if (flag >= 0) flag = take_heart(e, limit < before ? -1 : 1);
    while (flag >= 0) {
        flag = one_step(e, limit, &t);
        if (flag < 0) break;
        if (!fixed && is_blind(e, t)) {
            flag = go_back(e, t);
            continue;
        }
        count_bounds(e);
        double at;
        ph_status status = find_crossing(e, t, &at);
        if (!status && at != t) return end_at(e, at);
        if (status) return fail(e, phk_ida_report(e, status, true) ? IDA_RES_FAIL : IDA_SUCCESS);
        if (!fixed || flag == IDA_TSTOP_RETURN) break;
    }
    if (flag < 0) return fail(e, flag);
    accept(e, t);
    if (fixed) engine->h = limit - before;
    return PH_OK;
}

/* By IDA's own polynomial. A fixed step may hold several of its steps: in those before the last the
 * ends of ours must do. */
static ph_status within(phk_engine *engine, double t, phk_state *out)
{
    phk_ida *e = (phk_ida *)engine;
    phk_point p, from = phk_state_point(engine->from);
    if (!engine->behind || !phk_is_within(from.t, engine->now.t, t)) return PH_E_USAGE;
    if (phk_ida_look_at(&e->look, t, &p))
        phk_state_keep(engine->dae, &p, out);
    else
        phk_within(engine->dae, &from, &engine->now, t, out);
    out->t = t;
    return PH_OK;
}

/* Accelerations, multipliers and the rest belong to the state given. */
static ph_status complete(phk_ida *e, const phk_point *state)
{
    const phk_state *now = e->base.state;
    set_now(e, state);
    e->base.behind = false;
    phk_project_forget(e->project);
    ph_status status =
        phk_project_accelerations(e->project, &e->base.now, now->a, now->lambda, now->xd, now->y);
    if (status) {
        int row = phk_project_culprit(e->project);
        e->base.failure = (phk_failure){
            .status = status, .t = state->t, .row = row, .evaluation = status == PH_E_NONFINITE};
    }
    return status;
}

static ph_status start(phk_engine *engine, const phk_point *state, double h)
{
    phk_ida *e = (phk_ida *)engine;
    ph_status status = complete(e, state);
    if (!status) status = phk_guards_start(&engine->guards, &engine->now);
    if (status) return status;
    if (e->started) engine->count.restarts++;
    e->started = true;
    int flag = begin(e, h != 0 ? h : e->options.run.first_step);
    engine->h = 0;
    phk_ida_follow(e);
    engine->h_next = h;
    engine->error = 0;
    return flag == IDA_SUCCESS ? PH_OK : fail(e, flag);
}

/* ---- making ---- */

static void destroy(phk_engine *engine)
{
    phk_ida *e = (phk_ida *)engine;
    if (!e) return;
    if (e->memory) IDAFree(&e->memory);
    if (e->z) N_VDestroy(e->z);
    if (e->zp) N_VDestroy(e->zp);
    if (e->errors) N_VDestroy(e->errors);
    if (e->weights) N_VDestroy(e->weights);
    phk_ida_look_free(&e->look);
    if (e->matrix) SUNMatFreeEmpty(e->matrix);
    if (e->solver) SUNLinSolFreeEmpty(e->solver);
    if (e->context) SUNContext_Free(&e->context);
    phk_factor_free(e->factor);
    if (!e->options.project) phk_project_free(e->project);
    phk_ggl_free(e->ggl);
    free(e->values);
    phk_engine_free_states(&e->base);
    phk_guards_free(&e->base.guards);
    free(e->residual);
    free(e->radius);
    free(e->later);
    free(e);
}

static void choose(phk_ida *e)
{
    const phk_dae *d = e->base.dae;
    phk_engine_options *o = &e->options;
    /* fixed steps are bounds enough */
    if (o->run.tolerance > 0) e->longest = o->run.max_step > 0 ? o->run.max_step : PART * o->span;
    if (o->run.tolerance > 0 && e->longest > 0) e->longest = fmax(e->longest, o->run.min_step);
    if (e->longest > 0) e->apart = fmax(o->span / LOOKS, o->run.min_step);
    if (!(o->run.tolerance > 0)) o->run.tolerance = DEFAULT_TOLERANCE;
    int weighted = d->nx + d->ny;
    for (int c = 0; c < d->cells; c++) {
        const phk_cell *cell = &d->cell[c];
        int speeds = phk_cell_components(cell);
        weighted += cell->kind == PHK_CELL_ROTATION ? 4 : speeds;
        if (phk_ida_judges_speeds(e)) weighted += speeds;
    }
    e->spread = weighted > 0 ? sqrt((double)e->ggl->n / weighted) : 1;
}

static bool make_memory(phk_ida *e)
{
    if (SUNContext_Create(NULL, &e->context) != 0) return false;
    sunindextype n = e->ggl->n;
    int order = e->options.run.max_order;
    e->z = N_VNew_Serial(n, e->context);
    e->zp = N_VNew_Serial(n, e->context);
    e->errors = N_VNew_Serial(n, e->context);
    e->weights = N_VNew_Serial(n, e->context);
    e->memory = IDACreate(e->context);
    if (!e->z || !e->zp || !e->errors || !e->weights || !e->memory || !phk_ida_make_linear(e))
        return false;
    IDASetErrHandlerFn(e->memory, be_silent, NULL);
    N_VConst(0, e->z);
    N_VConst(0, e->zp);
    return IDAInit(e->memory, residual, 0, e->z, e->zp) == IDA_SUCCESS &&
           IDASetUserData(e->memory, e) == IDA_SUCCESS &&
           IDAWFtolerances(e->memory, phk_ida_weigh) == IDA_SUCCESS &&
           IDASetLinearSolver(e->memory, e->solver, e->matrix) == IDA_SUCCESS &&
           IDASetJacFn(e->memory, jacobian) == IDA_SUCCESS &&
           IDASetMaxOrd(e->memory, order > 0 ? order : HIGHEST_ORDER) == IDA_SUCCESS &&
           IDASetNonlinConvCoef(e->memory, NEWTON) == IDA_SUCCESS &&
           (!(e->longest > 0) || IDASetMaxStep(e->memory, e->longest) == IDA_SUCCESS) &&
           (!e->options.run.iterations ||
            IDASetMaxNonlinIters(e->memory, e->options.run.iterations) == IDA_SUCCESS);
}

static ph_status make(phk_ida *e, const phk_engine_options *options, bool stabilised)
{
    e->options = *options; /* first: what is borrowed must not be freed */
    ph_status status =
        phk_ggl_create(e->base.dae, stabilised, PHK_IDA_RELAXATION, options->length, &e->ggl);
    e->project = options->project;
    if (!status && !e->project) status = phk_project_create(e->base.dae, &e->project);
    if (!status) status = phk_factor_create(&e->ggl->pattern, e->ggl->node, &e->factor);
    if (!status) status = phk_engine_take_states(&e->base, options);
    if (!status) status = phk_guards_create(e->base.dae, &e->base.guards);
    if (status) return status;
    e->values = calloc((size_t)e->ggl->pattern.entries + 1, sizeof *e->values);
    e->residual = calloc((size_t)e->ggl->n + 1, sizeof *e->residual);
    e->radius = calloc((size_t)e->base.dae->cells + 1, sizeof *e->radius);
    e->later = calloc((size_t)e->base.dae->nv + 1, sizeof *e->later);
    for (int i = 0; e->radius && i < e->base.dae->cells; i++)
        e->radius[i] = phk_scales_radius(e->base.dae, i, options->length);
    choose(e);
    if (!e->values || !e->residual || !e->radius || !e->later || !make_memory(e)) return PH_E_NOMEM;
    e->look = (phk_ida_look){
        .memory = e->memory, .ggl = e->ggl, .factor = e->factor, .weights = e->weights};
    return phk_ida_look_create(&e->look, e->z) ? PH_OK : PH_E_NOMEM;
}

static ph_status create(const phk_engine_method *method, const phk_dae *dae,
                        const phk_engine_options *options, phk_engine **out)
{
    *out = NULL;
    phk_ida *e = calloc(1, sizeof *e);
    if (!e) return PH_E_NOMEM;
    e->base = (phk_engine){.method = method,
                           .dae = dae,
                           .start = start,
                           .step = step,
                           .within = within,
                           .free = destroy};
    ph_status status = make(e, options, method == &phk_engine_ida);
    if (status)
        destroy(&e->base);
    else
        *out = &e->base;
    return status;
}

static ph_status create_index2(const phk_dae *dae, const phk_engine_options *o, phk_engine **out)
{
    return create(&phk_engine_ida, dae, o, out);
}
static ph_status create_index3(const phk_dae *dae, const phk_engine_options *o, phk_engine **out)
{
    return create(&phk_engine_ida_index3, dae, o, out);
}

const phk_engine_method phk_engine_ida = {
    .info = PHK_IDA_INFO(0), .euler = true, .multistep = true, .create = create_index2};
const phk_engine_method phk_engine_ida_index3 = {
    .info = PHK_IDA_INDEX3_INFO(0), .euler = true, .multistep = true, .create = create_index3};
