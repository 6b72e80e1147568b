/* SPDX-License-Identifier: BSD-3-Clause
 *
 * newton.c -- the corrector: Newton with factors that are kept as long as they serve.
 *
 * Stop. At fixed steps: a correction of 1e-7 of the accelerations (1e-9 with Euler parameters,
 * whose accelerations a spin makes large; 1e-11 with a new matrix in every step), or one that
 * rounding of places explains: 3e-16 |r| / (beta h^2), also 100 times that when corrections no
 * longer shrink. At variable steps: when what is left, estimated by the contraction xi of
 * successive corrections as xi/(1 - xi) |dx|, is a share of the error allowed (1e-3, Negrut et al.
 * 2007), and of places a share of the tolerance, so that constraints are met (contact.h). xi starts
 * anew with new factors.
 *
 * Factors are renewed when corrections shrink slowly: by less than 0.3 from the fourth on; in a
 * stiff step from the second on, and before a step when bodies have turned by 0.2 rad since, for a
 * stiffness that turns with its body ages faster than constraints do. At variable steps also when
 * the step has changed by more than 1.2 (contact.h).
 *
 * Where bodies touch, factors are improved as they are used (Broyden 1965): of two corrections d0,
 * d1 by the same factors, d0 was off by d1, so along d0 they are wrong by rho = d0.d1 / d0.d0, and
 * the second is to be d1 / (1 - rho). What corrections will then shrink by is what is left across
 * d0, or the square of what it was, if that is more. The product is that in which errors are
 * measured.
 *
 * When that fails, once more with a new matrix in every iteration and corrections cut in half until
 * the next one, by the same factors, would be smaller (Deuflhard 1974): friction that saturates
 * throws plain Newton to and fro.
 *
 * What is found must also balance. In a stiff step a correction that is small to the error test may
 * leave a large force, and at a jump of a force there may be no solution at all, only an iterate
 * that no correction moves far. To accept that is to wind up a spring, and a shorter step lets it
 * go: a ball then leaves a damped floor faster than it came. So the forces left, unfiltered by the
 * matrix, must be as small a share of the error allowed. Left at all of it, 2 of 1,584 runs of
 * stiff springs and bushings were wrong and 42 rough; at this share none and 26 (one told), in
 * fewer steps.
 */
#include "integrate/stepper.h"

#include <math.h>
#include <string.h>

#define SLOW     0.3   /* contraction that is worth new factors */
#define TURN     0.2   /* [rad] */
#define SHUT     1e-11 /* of the length scale: correction of places to stop at, fixed steps */
#define STAGNANT 100   /* roundings */
#define HALVED   1e-6  /* smallest part of a correction */
#define LOOSE    0.1   /* of the forces: what the damped iteration may leave of them */
#define FAR      0.7   /* share of a correction that is repeated, up to which it teaches */
#define FINEST   3     /* roundings: a correction that leaves nothing to gain */
enum { MOST = 10, MOST_FIXED = 25, MOST_DAMPED = 50, LATE = 4, TOO_LATE = 8 };

/* A correction, each part over what it is compared with. */
typedef struct {
    phk_size a;
    double x, y;     /* largest change of rates and algebraic unknowns */
    double x_sum;    /* of squares over the states' scales */
    double in_error; /* in units of the error allowed: root mean square */
} correction;

phk_point phk_stepper_point(const phk_stepper *s, const phk_level *level)
{
    const phk_form *form = s->form;
    const double *tail = level->z + form->na + form->dae->nx;
    phk_point p = {level->t, level->q,  level->v, level->a,
                   level->x, level->xd, tail,     tail + form->dae->nl};
    return p;
}

/* The point of the iterate: multipliers are in u. */
static phk_point iterate(const phk_stepper *s)
{
    phk_point p = phk_stepper_point(s, &s->to);
    p.lambda = s->it.u + s->form->na + s->form->dae->nx;
    p.y = p.lambda + s->form->dae->nl;
    return p;
}

/* States and rates at the end of the step. */
static void place_states(phk_stepper *s)
{
    const phk_scheme *k = &s->form->scheme;
    double h = s->form->h, f = 1 / (1 - k->af_x);
    const double *old = s->Y, *new = s->it.u + s->form->na;
    for (int i = 0; i < s->form->dae->nx; i++) {
        s->to.x[i] = s->now.x[i] + h * ((1 - k->gamma_x) * old[i] + k->gamma_x * new[i]);
        s->to.xd[i] = f * ((1 - k->am_x) * new[i] + k->am_x *old[i] - k->af_x * s->now.xd[i]);
    }
}

static ph_status place(phk_stepper *s)
{
    ph_status status = s->form->type->place(s->form, s->it.u, &s->to);
    if (status) return status;
    place_states(s);
    return PH_OK;
}

/* The row with the largest residual, each kind of row against the size of its terms. */
static void blame(phk_stepper *s, ph_status status)
{
    const phk_form *form = s->form;
    const phk_dae *dae = form->dae;
    phk_failure *f = &s->engine.failure;
    int end[4] = {form->na, form->na + dae->nx, form->na + dae->nx + dae->nl, form->n};
    double force = 0, worst = -1;
    for (int i = 0; i < dae->nv; i++) force = fmax(force, fabs(s->it.g[i]));
    double scale[4] = {fmax(force, 1e-300), 1,
                       fmax(form->type->magnitude(s->form, s->it.u), 1e-300), 1};
    f->status = status;
    f->row = -1;
    f->residual = NAN;
    for (int i = 0, kind = 0; i < form->n; i++) {
        while (i >= end[kind]) kind++;
        double r = fabs(s->it.r[i]) / scale[kind];
        if (!(r > worst) || r == 0) continue;
        worst = r;
        f->row = form->type->row(form, i);
        f->residual = fabs(s->it.r[i]);
    }
}

/* u -> r. PH_RETRY, with the failure recorded, when there is no residual. */
static ph_status evaluate(phk_stepper *s)
{
    phk_failure *f = &s->engine.failure;
    /* an iterate out of bounds: what it was drawn by is in the residual before it */
    ph_status status = place(s);
    if (status) return PH_RETRY;
    phk_point p = iterate(s);
    s->engine.count.residuals++;
    status = s->form->dae->residual(s->form->dae->self, &p, s->it.g, s->it.d, s->it.c, s->it.s);
    if (status) {
        f->status = status;
        f->evaluation = true;
        return PH_RETRY;
    }
    s->form->type->residual(s->form, &s->to, s->it.g, s->it.d, s->it.c, s->it.s, s->it.r);
    return PH_OK;
}

/* Where entries are may have changed: then all that is made for them is made anew, and the factors
 * at hand are lost. The only place where a step allocates. */
static ph_status follow(phk_stepper *s, const phk_point *p)
{
    const phk_dae *dae = s->form->dae;
    ph_status status = phk_dae_reshape(dae, p);
    if (status || s->it.generation == dae->pattern->generation) return status;
    s->it.factored = false;
    status = s->form->type->follow(s->form);
    if (!status) status = phk_factor_follow(&s->factor, s->form->pattern, s->form->node);
    if (!status) s->it.generation = dae->pattern->generation;
    return status;
}

/* The matrix of the step, and with it form->stiffness, at the iterate. */
static ph_status fill(phk_stepper *s, double **values)
{
    phk_point p = iterate(s);
    ph_status status = follow(s, &p);
    if (status) return status;
    s->engine.count.jacobians++;
    *values = phk_project_values(s->project, s->form->pattern->entries);
    phk_tangents *tangents = phk_project_tangents(s->project);
    if (!*values || !tangents) return PH_E_NOMEM;
    status = s->form->dae->tangent(s->form->dae->self, &p, tangents);
    if (!status) s->form->type->matrix(s->form, &s->to, tangents, *values);
    return status;
}

void phk_stepper_feel(phk_stepper *s)
{
    double stiffness = s->form->stiffness, *values;
    if (fill(s, &values)) s->form->stiffness = stiffness;
}

static ph_status renew(phk_stepper *s)
{
    phk_failure *f = &s->engine.failure;
    s->it.factored = false;
    double *values;
    ph_status status = fill(s, &values);
    if (status == PH_E_NOMEM) return status;
    if (status) {
        f->status = status;
        f->evaluation = true;
        return PH_RETRY;
    }
    s->it.felt = true;
    status = phk_factor_make(s->factor, values);
    if (status) {
        int column = phk_factor_culprit(s->factor);
        f->status = status;
        f->row = column < 0 ? -1 : s->form->type->row(s->form, column);
        return status == PH_E_NOMEM ? status : PH_RETRY;
    }
    s->it.factored = true;
    s->it.h_factored = s->form->h;
    s->it.turned = 0;
    phk_noise_probe(s, values);
    return PH_OK;
}

/* dz = -K^-1 r */
static void solve(phk_stepper *s, double *dz)
{
    for (int i = 0; i < s->form->n; i++) dz[i] = -s->it.r[i];
    phk_factor_correct(s->factor, dz);
    s->engine.count.solves++;
}

static double largest(const double *v, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fabs(v[i]) > most ? fabs(v[i]) : most;
    return most;
}

/* u += factor dz, and how much that is. */
static correction correct(phk_stepper *s, const double *dz, double factor)
{
    const phk_form *form = s->form;
    const phk_dae *dae = form->dae;
    correction c = {0};
    form->type->correct(s->form, dz, factor, s->it.u, &c.a);
    for (int i = form->na; i < form->n; i++) s->it.u[i] += factor * dz[i];
    c.x = largest(dz + form->na, dae->nx);
    c.y = largest(dz + form->na + dae->nx + dae->nl, dae->ny);
    for (int i = 0; i < dae->nx; i++) {
        double x = dz[form->na + i] / phk_scales_state(s, i);
        c.x_sum += x * x;
    }
    if (s->options.run.tolerance > 0) {
        double h = fabs(form->h), k = s->scheme.k, kx = s->scheme.k_x;
        double tolerance = s->options.run.tolerance,
               part = s->stepping.per_unit_step ? h / phk_scales_time(s) : 1;
        double e = k * k * h * h * h * h * c.a.sum / form->components;
        double ex = dae->nx ? kx * kx * h * h * c.x_sum / dae->nx : 0;
        double y = c.y / fmax(1, largest(s->it.u + form->na + dae->nx + dae->nl, dae->ny));
        c.in_error = fmax(sqrt(fmax(e, ex)) / part, y) / tolerance;
    }
    return c;
}

static bool small(double d, double before, double size, double tolerance)
{
    return d <= tolerance * size || (d <= 1e-9 * size && d >= 0.5 * before);
}

/* The stop at fixed steps. */
static bool settled(const phk_stepper *s, const correction *c, const correction *before,
                    double magnitude)
{
    const phk_form *form = s->form;
    double tolerance = s->options.newton_tolerance;
    if (!(tolerance > 0))
        tolerance = s->options.fresh ? 1e-11 : s->form->own_velocities ? 1e-9 : 1e-7;
    double da = c->a.largest, enough = tolerance * magnitude;
    double roundings = phk_noise_roundings(s, &c->a);
    bool stagnant = roundings <= STAGNANT && da >= 0.5 * before->a.largest;
    /* constraints are to hold as well, and a correction moves places by beta h^2 of itself */
    double closed = SHUT * s->options.length / (s->scheme.beta * form->h * form->h);
    if (phk_dae_positions(form->dae) && enough > closed) enough = closed;
    if (da > enough && roundings > 1 && !stagnant) return false;
    const phk_dae *dae = form->dae;
    if (dae->nx && !small(c->x, before->x, largest(s->it.u + form->na, dae->nx), tolerance))
        return c->x * fabs(form->h) <= 1e-15;
    const double *y = s->it.u + form->na + dae->nx + dae->nl;
    return !dae->ny || small(c->y, before->y, largest(y, dae->ny), tolerance);
}

/* What is left of forces at the iterate, as an error of the step in units of that allowed. */
static double unbalanced(const phk_stepper *s)
{
    const phk_form *form = s->form;
    const phk_dae *dae = form->dae;
    double h = fabs(form->h), part = s->stepping.per_unit_step ? h / phk_scales_time(s) : 1,
           most = 0, sum = 0;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        const ph_sym3 *J = &cell->inertia;
        bool turn = cell->kind == PHK_CELL_ROTATION, own = form->own_velocities;
        const double *r = s->it.r + (own ? cell->q : cell->v);
        int width = own && turn ? 4 : cell->width;
        double squares = 0, scale = turn ? form->angle * fmax(J->xx, fmax(J->yy, J->zz))
                                         : form->length * cell->mass;
        if (!(scale > 0)) continue;
        most = fmax(most, largest(r, width) / scale);
        for (int k = 0; k < width; k++) squares += r[k] * r[k];
        sum += form->weight[cell->v] * squares / (scale * scale);
    }
    double left = s->stepping.in_mean ? sqrt(sum / form->components) : most;
    return s->scheme.k * h * h * left / (part * s->options.run.tolerance);
}

/* Would forces be balanced when `left` of this correction is left? In a stiff step that is more
 * than to be near the solution. */
static bool holds(const phk_stepper *s, const correction *c, double left)
{
    if (!(s->form->stiffness > PHK_STIFF)) return true;
    return left * unbalanced(s) <= s->stepping.share ||
           left * phk_noise_roundings(s, &c->a) <= FINEST;
}

/* The stop at variable steps: xi is the contraction, 0 when it is not known. */
static bool within(phk_stepper *s, const correction *c, double xi)
{
    const phk_dae *dae = s->form->dae;
    double size_y = largest(s->it.u + s->form->na + dae->nx + dae->nl, dae->ny), h = s->form->h;
    if (xi > SLOW && phk_noise_stagnant(s, &c->a, c->x, c->y, size_y)) return true;
    double rounding = 4e-16 * sqrt((double)s->form->components) / (s->scheme.beta * h * h);
    if (sqrt(c->a.sum) < rounding && c->x * fabs(h) < 1e-15 && c->y == 0) return true;
    if (c->in_error == 0) return true;
    if (!(xi > 0 && xi < 1)) return false;
    double left = xi / (1 - xi), place = s->scheme.beta * h * h * c->a.scaled;
    if (!(left * c->in_error <= s->stepping.share &&
          left * place <= s->stepping.closed * s->options.run.tolerance))
        return false;
    return holds(s, c, left);
}

static bool stale(const phk_stepper *s)
{
    double ratio = s->form->h / s->it.h_factored;
    if (!s->it.factored || s->options.fresh) return true;
    if (s->it.generation != s->form->dae->pattern->generation) return true;
    double band = s->stepping.band * (1 + 1e-9);
    if (!(ratio <= band && ratio * band >= 1)) return true;
    return s->form->stiffness > PHK_STIFF && s->it.turned > TURN;
}

/* The product of two corrections by which errors are measured. */
static double product(const phk_stepper *s, const double *x, const double *y)
{
    const phk_form *form = s->form;
    double sum = 0;
    for (int i = 0; i < form->dae->cells; i++) {
        const phk_cell *cell = form->dae->cell + i;
        const double scale = cell->kind == PHK_CELL_ROTATION ? form->angle : form->length;
        double part = 0;
        for (int k = cell->v; k < cell->v + cell->width; k++) {
            const double size = phk_cell_size(cell, k - cell->v);
            part += size * size * x[k] * y[k];
        }
        sum += form->weight[cell->v] * part / (scale * scale);
    }
    return sum;
}

/* it.dz, after it.bar by the same factors, as those would have it that have learnt from it; what
 * corrections are to be expected to shrink by from here on, 0: as they did. */
static double learn(phk_stepper *s)
{
    const double *last = s->it.bar;
    double *d = s->it.dz;
    const double size = product(s, last, last), rho = product(s, last, d) / size;
    const double square = product(s, d, d) / size;
    if (!(fabs(rho) <= FAR)) return 0;
    for (int i = 0; i < s->form->n; i++) d[i] /= 1 - rho;
    return sqrt(fmax(square - rho * rho, square * square)) / (1 - rho);
}

static ph_status plain(phk_stepper *s)
{
    bool variable = s->options.run.tolerance > 0, fresh = false, new = stale(s);
    const bool secant = variable && s->stepping.secant && !s->form->own_velocities;
    int most = variable ? MOST : MOST_FIXED, since = 0; /* corrections by the present factors */
    if (s->options.run.iterations) most = s->options.run.iterations;
    double magnitude = 0;
    correction before = {.a.largest = INFINITY, .x = INFINITY, .y = INFINITY};
    for (int it = 1; it <= most; it++) {
        ph_status status = evaluate(s);
        if (!status && new) {
            status = renew(s);
            fresh = true, new = false, since = 0;
        }
        if (status) return status;
        if (it == 1) magnitude = s->form->type->magnitude(s->form, s->it.u);
        solve(s, s->it.dz);
        const double learnt = secant && since > 0 ? learn(s) : 0;
        if (secant) memcpy(s->it.bar, s->it.dz, (size_t)s->form->n * sizeof *s->it.dz);
        correction c = correct(s, s->it.dz, 1);
        s->engine.last_iterations = it;
        s->engine.count.iterations++;
        since++;
        if (!isfinite(c.a.largest + c.x + c.y)) return PH_RETRY;

        double xi = 0;
        if (since > 1)
            xi = variable ? c.in_error / before.in_error : c.a.largest / before.a.largest;
        if (learnt > 0) xi = fmin(xi, learnt);
        if (variable ? within(s, &c, xi) : settled(s, &c, &before, magnitude)) return PH_OK;

        bool slow = xi > SLOW && (it >= LATE || s->form->stiffness > PHK_STIFF);
        if (slow || (variable && xi > 0.9)) {
            if (fresh && (xi > 1 || (variable && it >= TOO_LATE))) return PH_RETRY;
            new = !fresh || s->form->stiffness > PHK_STIFF;
        }
        before = c;
    }
    return PH_RETRY;
}

/* Are forces balanced at the iterate, or nothing to gain any more? */
static bool rests(const phk_stepper *s, const correction *next)
{
    if (largest(s->it.r, s->form->na) <= LOOSE * largest(s->it.g, s->form->dae->nv)) return true;
    return unbalanced(s) <= s->stepping.share || phk_noise_roundings(s, &next->a) <= STAGNANT;
}

static ph_status damped(phk_stepper *s)
{
    bool variable = s->options.run.tolerance > 0;
    int most = s->options.run.iterations ? s->options.run.iterations - s->engine.last_iterations
                                         : MOST_DAMPED;
    size_t bytes = (size_t)s->form->n * sizeof *s->it.u;
    ph_status status = evaluate(s);
    if (status) return status;
    double magnitude = s->form->type->magnitude(s->form, s->it.u), part = 1;
    for (int it = 1; it <= most; it++) {
        status = renew(s);
        if (status) return status;
        solve(s, s->it.dz);
        s->engine.last_iterations++;
        s->engine.count.iterations++;
        memcpy(s->it.back, s->it.u, bytes);
        correction full, next;
        for (part = 1;; part /= 2) {
            if (part < HALVED) return PH_RETRY;
            memcpy(s->it.u, s->it.back, bytes);
            full = correct(s, s->it.dz, part);
            if (!isfinite(full.a.largest)) return PH_RETRY;
            status = evaluate(s);
            if (status == PH_E_NOMEM) return status;
            if (status) continue;
            solve(s, s->it.bar);
            next = correct(s, s->it.bar, 0);
            if (next.a.largest <= (1 - part / 4) * full.a.largest) break;
            if (phk_noise_roundings(s, &full.a) <= STAGNANT) break;
        }
        if (part < 1) continue;
        bool done = variable ? next.in_error <= s->stepping.share || within(s, &next, 0.5)
                             : settled(s, &next, &full, magnitude);
        if (done && variable) done = rests(s, &next);
        if (done) return PH_OK;
    }
    return PH_RETRY;
}

ph_status phk_stepper_newton(phk_stepper *s, double h)
{
    phk_failure *f = &s->engine.failure;
    phk_noise_begin(s, h);
    s->engine.last_iterations = 0;
    s->it.felt = false;
    *f = (phk_failure){.t = s->now.t, .h = h, .row = -1, .residual = NAN};
    memcpy(s->it.start, s->it.u, (size_t)s->form->n * sizeof *s->it.u);
    memset(s->it.r, 0, (size_t)s->form->n * sizeof *s->it.r);

    ph_status status = plain(s);
    bool more = !s->options.run.iterations || s->engine.last_iterations < s->options.run.iterations;
    if (status == PH_RETRY && more) {
        memcpy(s->it.u, s->it.start, (size_t)s->form->n * sizeof *s->it.u);
        f->status = PH_OK, f->row = -1, f->evaluation = false;
        status = damped(s);
    }
    if (!status && place(s)) status = PH_RETRY;
    f->iterations = s->engine.last_iterations;
    if (status) {
        s->it.factored = false;
        if (f->status == PH_OK || (f->status == PH_E_SOLVE && f->row < 0)) blame(s, PH_E_SOLVE);
        return status;
    }
    memcpy(s->to.z + s->form->na, s->it.u + s->form->na,
           (size_t)(s->form->n - s->form->na) * sizeof *s->it.u);
    s->form->type->finish(s->form, s->it.u, &s->to);
    return PH_OK;
}
