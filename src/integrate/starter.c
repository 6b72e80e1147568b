/* SPDX-License-Identifier: BSD-3-Clause
 *
 * starter.c -- starts, restarts after events, and changes of step.
 *
 * In steady running A_n belongs to t_n + del h and velocities miss the constraints' rates by
 * -h^2 G e (form->offset). A start from exact values lacks both and makes the first multipliers
 * wrong by O(h); so A_0 is shifted and v_0 corrected, orthogonally with respect to the inertia,
 * using the rate of change of the accelerations along the flow. Differences are taken forward only:
 * before the start other forces may have acted. Velocity rows hold at the end of every step, so
 * neither a start nor a change of step moves them.
 *
 * The offset grows with h^2, so at a change of step it is rescaled (one solve with the factors at
 * hand); without this multipliers jump at every change.
 *
 * Where forces jump at a time between two steps, A_n, the rates of states and what is held of the
 * end of the last step move by the jump of the true ones, and so does the history: order 2 stays.
 * Without that a jump costs an order.
 *
 * When an implicit step, which has no memory of A_0, finds accelerations ten times smaller than
 * A_0, something stiff is released out of balance, and A_0 would ring through the velocities: then
 * those of the implicit step are taken for A_0.
 */
#include "integrate/stepper.h"

#include <math.h>
#include <string.h>
#include "math/so3.h"

#define FLOW      0.01 /* of the first step: distance of the differences */
#define FLOW_MIN  1e-7 /* [s] */
#define RELEASED  10   /* ratio of accelerations that asks for an implicit start */
#define SPAN_PART 1e-5 /* of the whole time: the first step, when nothing is known */
#define RESTART   0.1  /* of the step before an event: the one after it */

static void copy(double *to, const double *from, int n)
{
    if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
}

/* The state `level`, moved along its flow by d to `to`; what is solved for there is copied. */
static void flow(phk_stepper *s, const phk_level *level, double d, phk_level *to)
{
    const phk_dae *dae = s->form->dae;
    to->t = level->t + d;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        const double *v = level->v + cell->v, *a = level->a + cell->v, *q = level->q + cell->q;
        double *out = to->q + cell->q;
        if (cell->kind == PHK_CELL_VECTOR) {
            for (int k = 0; k < cell->width; k++) out[k] = q[k] + d * (v[k] + 0.5 * d * a[k]);
        } else {
            double turn[3];
            for (int k = 0; k < 3; k++) turn[k] = d * (v[k] + 0.5 * d * a[k]);
            ph_quat r =
                phk_turn(ph_quat_make(q[0], q[1], q[2], q[3]), ph_v3(turn[0], turn[1], turn[2]));
            out[0] = r.w, out[1] = r.x, out[2] = r.y, out[3] = r.z;
        }
    }
    for (int i = 0; i < dae->nv; i++) to->v[i] = level->v[i] + d * level->a[i];
    for (int i = 0; i < dae->nx; i++) to->x[i] = level->x[i] + d * level->xd[i];
    copy(to->a, level->a, dae->nv);
    copy(to->xd, level->xd, dae->nx);
    copy(to->z, level->z, s->form->n);
}

/* a, xd, lambda, y of a level from its q, v, x; then its plain accelerations A. */
static ph_status solve_level(phk_stepper *s, phk_level *level, double *A, double *held)
{
    const phk_form *form = s->form;
    const phk_dae *dae = form->dae;
    double *lambda = level->z + form->na + dae->nx, *y = lambda + dae->nl;
    phk_point p = phk_stepper_point(s, level);
    ph_status status = phk_project_accelerations(s->project, &p, level->a, lambda, level->xd, y);
    if (status) {
        s->engine.failure = (phk_failure){.status = status,
                                          .t = level->t,
                                          .row = phk_project_culprit(s->project),
                                          .residual = NAN,
                                          .evaluation = phk_project_evaluation(s->project)};
        return status;
    }
    status = dae->residual(dae->self, &p, s->it.g, s->it.d, s->it.c, s->it.s);
    if (status) {
        s->engine.failure =
            (phk_failure){.status = status, .t = level->t, .row = -1, .evaluation = true};
        return status;
    }
    form->type->accelerations(s->form, level, s->it.g, A, held);
    return PH_OK;
}

/* Rates of change of A and Y at the start, and the corrections of velocities. */
static ph_status rates_at_start(phk_stepper *s, double h)
{
    const phk_form *form = s->form;
    const phk_dae *dae = form->dae;
    phk_first *f = &s->first;
    double d = fmax(FLOW * fabs(h), FLOW_MIN) * (h < 0 ? -1 : 1), c[3] = {-1.5, 2, -0.5};
    for (int i = 0; i < form->na; i++) f->rate[i] = c[0] / d * f->A[i];
    for (int i = 0; i < dae->nx; i++) f->rate_x[i] = c[0] / d * f->Y[i];
    for (int m = 1; m <= 2; m++) {
        flow(s, &s->now, m * d, &s->to);
        form->type->velocities(s->form, &s->to);
        ph_status status = solve_level(s, &s->to, s->it.r, s->to.held);
        if (status) return status;
        for (int i = 0; i < form->na; i++) f->rate[i] += c[m] / d * s->it.r[i];
        for (int i = 0; i < dae->nx; i++) f->rate_x[i] += c[m] / d * s->to.xd[i];
    }
    memset(f->per_h2, 0, (size_t)dae->nv * sizeof *f->per_h2);
    memset(f->jump, 0, (size_t)dae->nv * sizeof *f->jump);
    if (dae->nl == 0) return PH_OK;

    /* G e as the rates of velocities e less those of none */
    phk_point p = phk_stepper_point(s, &s->now);
    ph_status status = dae->rates(dae->self, &p, s->it.dz, NULL);
    if (status) return status;
    for (int i = 0; i < dae->nl; i++) s->it.dz[i] = -s->it.dz[i];
    status = phk_project_impulse(s->project, &p, s->it.dz, f->jump);
    if (status) return status;
    memset(s->it.bar, 0, (size_t)(dae->nv + dae->nx) * sizeof *s->it.bar);
    phk_point still = p;
    still.v = s->it.bar, still.xd = s->it.bar;
    status = dae->rates(dae->self, &still, s->it.dz, NULL);
    if (status) return status;
    form->type->offset(s->form, &s->now, f->rate, s->it.back);
    still.v = s->it.back;
    status = dae->rates(dae->self, &still, s->it.r, NULL);
    if (status) return status;
    for (int i = 0; i < dae->nl; i++)
        s->it.dz[i] = i < phk_dae_positions(dae) ? s->it.dz[i] - s->it.r[i] : 0;
    return phk_project_impulse(s->project, &p, s->it.dz, f->per_h2);
}

/* Y_n for a step of size h: it belongs to t + del h, and may be moved there along its slope, for
 * states have no frame that would turn. */
static void move_rates(phk_stepper *s, double h)
{
    const double *y0 = s->now.z + s->form->na, *yb = s->node[1].z + s->form->na;
    double move = 0;
    if (s->scheme.shifted_x && s->nodes > 1)
        move = (s->now.t + s->scheme.del * h - s->node[0].shifted) /
               (s->node[0].shifted - s->node[1].shifted);
    for (int i = 0; i < s->form->dae->nx; i++)
        s->Y[i] = y0[i] + (move != 0 ? move * (y0[i] - yb[i]) : 0);
}

/* `used` and z of `now` for a first step of size h. */
static void apply_start(phk_stepper *s, double h)
{
    const phk_form *form = s->form;
    const phk_dae *dae = form->dae;
    const phk_first *f = &s->first;
    bool corrected = f->prepared && !f->implicit;
    double shift = corrected ? s->scheme.del * h : 0;
    for (int i = 0; i < dae->nv; i++)
        s->used.v[i] = f->v[i] + (corrected ? h * h * f->per_h2[i] + f->jump[i] : 0);
    form->type->velocities(s->form, &s->used);
    if (f->implicit) return;
    for (int i = 0; i < form->na; i++) s->now.z[i] = f->A[i] + (corrected ? shift * f->rate[i] : 0);
    if (s->scheme.shifted_x)
        for (int i = 0; i < dae->nx; i++)
            s->now.z[form->na + i] = f->Y[i] + (corrected ? shift * f->rate_x[i] : 0);
    s->node[0].shifted = s->now.t + shift;
}

/* The offset of the velocities, rescaled from the last step's size to h. */
static ph_status change_step(phk_stepper *s, double h)
{
    const phk_dae *dae = s->form->dae;
    double ratio = h / s->engine.h;
    copy(s->used.v, s->now.v, dae->nv);
    if (s->form->own_velocities) copy(s->used.vel, s->now.vel, s->form->na);
    if (s->options.no_step_correction || !s->it.factored || fabs(ratio - 1) < 1e-9) return PH_OK;
    phk_point p = phk_stepper_point(s, &s->now);
    ph_status status = dae->rates(dae->self, &p, s->it.c, NULL);
    if (status) {
        s->engine.failure = (phk_failure){.status = status, .t = s->now.t, .evaluation = true};
        return status;
    }
    s->form->type->rates(s->form, &s->now, s->it.c, ratio * ratio - 1, s->it.dz);
    phk_factor_solve(s->factor, s->it.dz);
    s->engine.count.solves++;
    s->form->type->shift(s->form, s->it.dz, &s->used);
    return PH_OK;
}

/* One step without memory from the plain start. When its accelerations are far smaller than those
 * of the start they become those of the start. */
static void try_implicit(phk_stepper *s, double h)
{
    phk_form *form = s->form;
    phk_first *f = &s->first;
    copy(s->used.v, f->v, form->dae->nv);
    form->type->velocities(form, &s->used);
    copy(s->now.z, f->A, form->na);
    copy(s->now.z + form->na, f->Y, form->dae->nx);
    move_rates(s, h);
    form->scheme = phk_scheme_backward();
    form->type->begin(form, &s->used);
    s->to.t = s->now.t + h;
    copy(s->it.u, s->now.z, form->n);
    form->type->predict(form, s->it.u);
    s->it.factored = false;
    ph_status status = phk_stepper_newton(s, h);
    double before = form->type->old_magnitude(form), after = form->type->magnitude(form, s->it.u);
    s->it.factored = false; /* those factors are of another scheme */
    form->scheme = s->scheme;
    if (status || !(before > RELEASED * after)) return;
    f->implicit = true;
    copy(s->now.z, s->to.z, form->n);
    copy(s->now.held, s->to.held, form->na);
    s->node[0].shifted = s->now.t;
}

ph_status phk_stepper_prepare(phk_stepper *s, double h)
{
    phk_first *f = &s->first;
    s->used.t = s->now.t;
    s->form->scheme = s->scheme;
    s->form->h = h;
    if (!f->pending) {
        move_rates(s, h);
        return change_step(s, h);
    }
    if (!f->tried && s->form->type->starts) {
        f->tried = true;
        try_implicit(s, h);
        /* where the flow cannot be followed the plain start must do */
        if (!f->implicit && !s->options.plain_start) f->prepared = rates_at_start(s, h) == PH_OK;
    }
    apply_start(s, h);
    move_rates(s, h);
    return PH_OK;
}

/* The first step of a run at variable steps. */
static double first_step(const phk_stepper *s, double h)
{
    const phk_engine_options *o = &s->options;
    if (h != 0) return h;
    if (s->engine.count.restarts && s->h_wanted != 0) return RESTART * s->h_wanted;
    if (o->run.first_step > 0) return o->run.first_step;
    return SPAN_PART * (o->span > 0 ? o->span : 1);
}

ph_status phk_stepper_start(phk_engine *engine, const phk_point *state, double h)
{
    phk_stepper *s = (phk_stepper *)engine;
    phk_form *form = s->form;
    const phk_dae *dae = form->dae;
    phk_first *f = &s->first;
    engine->failure = (phk_failure){.row = -1, .residual = NAN};
    engine->behind = false;
    s->now.t = state->t;
    if (state->q != s->now.q) copy(s->now.q, state->q, dae->nq);
    if (state->v != s->now.v) copy(s->now.v, state->v, dae->nv);
    if (state->x != s->now.x) copy(s->now.x, state->x, dae->nx);
    double *lambda = s->now.z + form->na + dae->nx;
    if (state->a && state->a != s->now.a) copy(s->now.a, state->a, dae->nv);
    if (state->xd && state->xd != s->now.xd) copy(s->now.xd, state->xd, dae->nx);
    if (state->lambda && state->lambda != lambda) copy(lambda, state->lambda, dae->nl);
    if (state->y && state->y != lambda + dae->nl) copy(lambda + dae->nl, state->y, dae->ny);
    form->type->velocities(form, &s->now);
    phk_scales_start(s);
    phk_project_forget(s->project);
    ph_status status = solve_level(s, &s->now, f->A, s->now.held);
    if (status) return status;

    phk_point p = phk_stepper_point(s, &s->now);
    status = phk_guards_start(&engine->guards, &p);
    if (status) return status;
    copy(s->now.z, f->A, form->na);
    copy(s->now.z + form->na, s->now.xd, dae->nx);
    copy(f->Y, s->now.xd, dae->nx);
    copy(f->v, s->now.v, dae->nv);
    s->cause = (phk_failure){.evaluation = false};
    f->pending = true;
    f->prepared = f->implicit = f->tried = false;
    form->type->forget(form);
    phk_stepper_forget(s);
    s->seen.there = false;
    s->watch.size = 0;
    s->degree = PHK_HISTORY - 1;
    s->it.factored = false;
    engine->count.restarts += s->started;
    s->h_wanted = first_step(s, h);
    s->started = true;
    engine->h_next = s->h_wanted;
    phk_stepper_publish(s);
    return PH_OK;
}

/* ---- jumps of forces ---- */

/* The present state once more, in `to`, with accelerations and multipliers of the forces at hand.
 */
static ph_status solve_again(phk_stepper *s, double *A, double *held)
{
    flow(s, &s->now, 0, &s->to);
    s->form->type->velocities(s->form, &s->to);
    return solve_level(s, &s->to, A, held);
}

static void move(double *x, const double *before, const double *after, int n)
{
    for (int i = 0; i < n; i++) x[i] += after[i] - before[i];
}

/* What was found before the jump waits in the arrays of a start, which is over: A, held, a, xd; z
 * in those of Newton. */
ph_status phk_stepper_jump(phk_engine *engine, bool after)
{
    phk_stepper *s = (phk_stepper *)engine;
    const phk_form *form = s->form;
    const phk_dae *dae = form->dae;
    phk_first *f = &s->first;
    double *A = after ? s->it.start : f->A, *held = after ? s->it.back : f->rate;
    engine->behind = false;
    ph_status status = solve_again(s, A, held);
    if (status) return status;
    if (!after) {
        copy(f->v, s->to.a, dae->nv);
        copy(f->Y, s->to.xd, dae->nx);
        copy(s->it.u, s->to.z, form->n);
        return PH_OK;
    }
    for (int k = 0; k < s->nodes; k++) {
        double *z = s->node[k].z;
        move(z, f->A, A, form->na);
        move(z + form->na, f->Y, s->to.xd, dae->nx);
        move(z + form->na + dae->nx, s->it.u + form->na + dae->nx, s->to.z + form->na + dae->nx,
             dae->nl + dae->ny);
    }
    move(s->now.held, f->rate, held, form->na);
    move(s->now.a, f->v, s->to.a, dae->nv);
    move(s->now.xd, f->Y, s->to.xd, dae->nx);
    phk_stepper_publish(s);
    phk_point p = phk_stepper_point(s, &s->now);
    return phk_guards_start(&engine->guards, &p);
}
