/* SPDX-License-Identifier: BSD-3-Clause
 *
 * form_lie.c -- six coordinates per body: kinematics, residual and error (form_lie.h).
 */
#include "integrate/form_lie.h"

#include <stdlib.h>
#include <string.h>

#define SLENDER 1e-3 /* ratio of principal inertias below which P4 does harm (form_lie.h) */
#define JUMP    0.5 /* [rad] a predicted turn further than this from the last one is not believed */

static void lie_free(phk_form *form)
{
    phk_lie *f = phk_lie_of(form);
    free(f->vector);
    free(f->momentum);
    free(f->body);
    phk_mb_free(&f->batch);
    free(f->place);
    free(f->cell_of);
    free(f->by_v);
    free(f);
}

static void velocities(phk_form *form, phk_level *level)
{
    (void)form, (void)level; /* vel is v */
}

/* Factors of a step, or of an iteration: by value, for what is written might be they. */
typedef struct {
    double h, A, speed, rate, held;
} factors;

static inline void begin_vector(const phk_lie *f, const phk_form_vector *c, int width, factors by,
                                const phk_level *from)
{
    for (int k = 0; k < width; k++) {
        int at = c->v + k;
        double A = from->z[at], v = from->v[at];
        f->place[at] = from->q[c->q + k] + by.h * v + by.A * A;
        f->speed[at] = v + by.speed * A;
        f->rate[at] = by.rate * A + by.held * from->held[at];
    }
}

static void begin_vectors(phk_lie *f, const phk_level *from)
{
    const phk_scheme *s = &f->form.scheme;
    double h = f->form.h;
    factors by = {h, h * h * (0.5 - s->beta), h * (1 - s->gamma), s->am / (1 - s->af),
                  -s->af / (1 - s->af)};
    for (int i = 0; i < f->vectors; i++) {
        const phk_form_vector *c = f->vector + i;
        if (phk_is_place(c))
            begin_vector(f, c, 3, by, from);
        else
            begin_vector(f, c, c->width, by, from);
    }
}

static void begin(phk_form *form, const phk_level *from)
{
    phk_lie *f = phk_lie_of(form);
    const phk_scheme *s = &form->scheme;
    double h = form->h, c1 = h * h * (0.5 - s->beta), c2 = h * (1 - s->gamma);
    double c3 = s->am / (1 - s->af), c4 = -s->af / (1 - s->af);
    phk_momentum_batch *batch = &f->batch;
    f->old_a = from->z;
    begin_vectors(f, from);
    for (int i = 0; i < f->momenta; i++) {
        const phk_lie_momentum *c = f->momentum + i;
        ph_quat start = phk_lie_quat(from->q + c->q);
        ph_vec3 w = phk_lie_get(from->v + c->v);
        if (c->turned) {
            start = ph_quat_mul(start, c->axes);
            w = ph_unrotate(c->axes, w);
        }
        ph_vec3 u = phk_times(phk_mb_get(batch, PHK_MB_MAP, i), w);
        ph_vec3 b = ph_unrotate(start, phk_lie_get(from->z + c->v));
        ph_vec3 p = ph_unrotate(start, phk_lie_get(from->held + c->v));
        phk_mb_put_quat(batch, PHK_MB_START, i, start);
        phk_mb_put(batch, PHK_MB_W, i, w);
        phk_mb_put(batch, PHK_MB_U, i, u);
        phk_mb_put(batch, PHK_MB_B, i, b);
        phk_mb_put(batch, PHK_MB_P, i, p);
        phk_mb_put(batch, PHK_MB_END, i, ph_axpy(u, c2, b));
        phk_mb_put(batch, PHK_MB_TRUE, i, ph_axpy(ph_scale(c3, b), c4, p));
    }
    for (int i = 0; i < f->bodies; i++) {
        phk_lie_body *c = f->body + i;
        ph_vec3 w = phk_lie_get(from->v + c->v), A = phk_lie_get(from->z + c->v);
        c->start = phk_lie_quat(from->q + c->q);
        c->turn = ph_axpy(ph_scale(h, w), c1, A);
        c->end = ph_axpy(w, c2, A);
        c->true_ = ph_axpy(ph_scale(c3, A), c4, phk_lie_get(from->held + c->v));
        if (!c->has_last) c->last = w;
    }
}

/* Far from the last turn: extrapolated accelerations of a stiff, ringing body throw it out of
 * range, where Newton finds nothing. */
static inline bool too_far(ph_vec3 theta, ph_vec3 last)
{
    ph_vec3 d = ph_sub(theta, last);
    return !(ph_dot(d, d) <= JUMP * JUMP);
}

static phk_mb_step step_of(const phk_form *form)
{
    const phk_scheme *s = &form->scheme;
    phk_mb_step step = {form->h, s->beta, s->gamma, s->kappa};
    return step;
}

static void predict(phk_form *form, double *u)
{
    phk_lie *f = phk_lie_of(form);
    double h = form->h, beta = form->scheme.beta, bh2 = beta * h * h;
    phk_momentum_batch *batch = &f->batch;
    phk_mb_step step = step_of(form);
    for (int i = 0; i < f->momenta; i++) {
        ph_quat start = phk_mb_quat(batch, PHK_MB_START, i);
        phk_mb_put(batch, PHK_MB_B1, i, ph_unrotate(start, phk_lie_get(u + f->momentum[i].v)));
    }
    if (f->momenta) phk_mb_predict(batch, &step);
    for (int i = 0; i < f->momenta; i++) {
        const phk_lie_momentum *c = f->momentum + i;
        ph_vec3 theta = phk_mb_get(batch, PHK_MB_THETA, i);
        ph_vec3 last = ph_scale(h, phk_mb_get(batch, c->has_last ? PHK_MB_LAST : PHK_MB_W, i));
        phk_lie_put(u + c->v, too_far(theta, last) ? last : theta);
    }
    for (int i = 0; i < f->bodies; i++) {
        phk_lie_body *c = f->body + i;
        ph_vec3 theta = ph_axpy(c->turn, bh2, phk_lie_get(u + c->v)), last = ph_scale(h, c->last);
        if (!too_far(theta, last)) continue;
        phk_lie_put(u + c->v, ph_scale(1 / bh2, ph_sub(last, c->turn)));
    }
}

static inline bool in_range(ph_vec3 theta)
{
    return ph_dot(theta, theta) < PH_PI * PH_PI;
}

/* w' at the end of the step, body axes. */
static ph_vec3 momentum_acceleration(const phk_lie *f, int i)
{
    const phk_lie_momentum *c = f->momentum + i;
    ph_vec3 w = phk_mb_get(&f->batch, PHK_MB_W1, i), p = phk_mb_get(&f->batch, PHK_MB_P1, i);
    ph_vec3 gyro = ph_cross(w, phk_times(phk_mb_get(&f->batch, PHK_MB_MAP, i), w));
    ph_vec3 a = phk_times(phk_mb_get(&f->batch, PHK_MB_MAP + 3, i), ph_sub(p, gyro));
    return c->turned ? ph_rotate(c->axes, a) : a;
}

static void put_quat(double *out, ph_quat q)
{
    out[0] = q.w, out[1] = q.x, out[2] = q.y, out[3] = q.z;
}

static ph_status place_momentum(phk_lie *f, const double *u, phk_level *to)
{
    phk_momentum_batch *batch = &f->batch;
    phk_mb_step step = step_of(&f->form);
    if (!f->momenta) return PH_OK;
    for (int i = 0; i < f->momenta; i++)
        phk_mb_put(batch, PHK_MB_THETA, i, phk_lie_get(u + f->momentum[i].v));
    phk_mb_place(batch, &step);
    for (int i = 0; i < f->momenta; i++) {
        const phk_lie_momentum *c = f->momentum + i;
        if (!(*phk_mb_at(batch, PHK_MB_Z, i) < PH_PI * PH_PI)) return PH_E_SOLVE;
        ph_quat q = phk_mb_quat(batch, PHK_MB_Q1, i);
        ph_vec3 w = phk_mb_get(batch, PHK_MB_W1, i);
        if (c->turned) q = ph_quat_mul(q, ph_quat_conj(c->axes)), w = ph_rotate(c->axes, w);
        put_quat(to->q + c->q, q);
        phk_lie_put(to->v + c->v, w);
        if (f->form.dae->uses_a) phk_lie_put(to->a + c->v, momentum_acceleration(f, i));
    }
    return PH_OK;
}

static ph_status place_bodies(phk_lie *f, const double *u, phk_level *to)
{
    const phk_scheme *s = &f->form.scheme;
    double h = f->form.h, bh2 = s->beta * h * h, gh = s->gamma * h;
    for (int i = 0; i < f->bodies; i++) {
        phk_lie_body *c = f->body + i;
        ph_vec3 A = phk_lie_get(u + c->v);
        c->theta = ph_axpy(c->turn, bh2, A);
        c->w1 = ph_axpy(c->end, gh, A);
        c->a1 = ph_axpy(c->true_, s->kappa, A);
        if (!in_range(c->theta)) return PH_E_SOLVE;
        ph_quat E = phk_map_half(c->theta);
        ph_quat q = ph_quat_mul(c->start, ph_quat_mul(E, E));
        put_quat(to->q + c->q, q);
        phk_lie_put(to->v + c->v, c->w1);
        phk_lie_put(to->a + c->v, c->a1);
    }
    return PH_OK;
}

/* The sum of its accelerations and what there was: finite if they are. */
static inline double place_vector(const phk_lie *f, const phk_form_vector *c, int width, factors by,
                                  const double *u, phk_level *to, double sum)
{
    int v = c->v, q = c->q;
    for (int k = 0; k < width; k++) {
        double A = u[v + k];
        to->q[q + k] = f->place[v + k] + by.A * A;
        to->v[v + k] = f->speed[v + k] + by.speed * A;
        to->a[v + k] = f->rate[v + k] + by.rate * A;
        sum += A;
    }
    return sum;
}

static ph_status place(phk_form *form, const double *u, phk_level *to)
{
    phk_lie *f = phk_lie_of(form);
    const phk_scheme *s = &form->scheme;
    double h = form->h, sum = 0;
    factors by = {h, s->beta * h * h, s->gamma * h, s->kappa, 0};
    for (int i = 0; i < f->vectors; i++) {
        const phk_form_vector *c = f->vector + i;
        sum = phk_is_place(c) ? place_vector(f, c, 3, by, u, to, sum)
                              : place_vector(f, c, c->width, by, u, to, sum);
    }
    if (!isfinite(sum)) return PH_E_SOLVE;
    ph_status status = place_momentum(f, u, to);
    return status ? status : place_bodies(f, u, to);
}

static void finish(phk_form *form, const double *u, phk_level *to)
{
    phk_lie *f = phk_lie_of(form);
    const phk_momentum_batch *batch = &f->batch;
    /* vectors and bodies: A is u, held is a */
    memcpy(to->z, u, (size_t)form->na * sizeof *u);
    memcpy(to->held, to->a, (size_t)form->na * sizeof *u);
    for (int i = 0; i < f->momenta; i++) {
        int v = f->momentum[i].v;
        ph_quat start = phk_mb_quat(batch, PHK_MB_START, i);
        ph_quat end = phk_mb_quat(batch, PHK_MB_Q1, i);
        phk_lie_put(to->a + v, momentum_acceleration(f, i));
        phk_lie_put(to->z + v, ph_rotate(start, phk_mb_get(batch, PHK_MB_B1, i)));
        phk_lie_put(to->held + v, ph_rotate(end, phk_mb_get(batch, PHK_MB_P1, i)));
    }
}

static inline void add_mass(const phk_form_vector *c, int width, const double *a, double *r)
{
    for (int k = 0; k < width; k++) r[c->v + k] += c->mass * a[c->v + k];
}

static void residual(phk_form *form, const phk_level *to, const double *g, const double *d,
                     const double *c, const double *s, double *r)
{
    phk_lie *f = phk_lie_of(form);
    const phk_dae *dae = form->dae;
    memcpy(r, g, (size_t)dae->nv * sizeof *r);
    for (int i = 0; i < f->vectors; i++) {
        const phk_form_vector *cell = f->vector + i;
        if (phk_is_place(cell))
            add_mass(cell, 3, to->a, r);
        else
            add_mass(cell, cell->width, to->a, r);
    }
    for (int i = 0; i < f->momenta; i++) {
        const phk_lie_momentum *cell = f->momentum + i;
        ph_vec3 p = phk_mb_get(&f->batch, PHK_MB_P1, i);
        if (cell->turned) p = ph_rotate(cell->axes, p);
        phk_lie_put(r + cell->v, ph_add(phk_lie_get(r + cell->v), p));
    }
    for (int i = 0; i < f->bodies; i++) {
        const phk_lie_body *cell = f->body + i;
        ph_vec3 gyro = ph_cross(cell->w1, ph_sym3_mul(cell->J, cell->w1));
        ph_vec3 inertia = ph_add(ph_sym3_mul(cell->J, cell->a1), gyro);
        phk_lie_put(r + cell->v, ph_add(phk_lie_get(r + cell->v), inertia));
    }
    double *rx = r + dae->nv, *rc = rx + dae->nx, *ry = rc + dae->nl;
    double scale = 1 / (form->scheme.beta * form->h * form->h);
    double slower = 1 / (form->scheme.gamma * form->h);
    int positions = phk_dae_positions(dae);
    for (int i = 0; i < dae->nx; i++) rx[i] = d[i];
    for (int i = 0; i < positions; i++) rc[i] = scale * c[i];
    for (int i = positions; i < dae->nl; i++) rc[i] = slower * c[i];
    for (int i = 0; i < dae->ny; i++) ry[i] = s[i];
}

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}
static inline double largest(ph_vec3 v, double than)
{
    return larger(larger(fabs(v.x), fabs(v.y)), larger(fabs(v.z), than));
}

/* Corrections of the vectors: the largest, and the sum of their squares. */
typedef struct {
    double most, sum;
} moved;

static inline moved correct_vector(const phk_form_vector *c, int width, const double *size,
                                   double weight, const double *dz, double factor, double *u,
                                   moved so_far)
{
    for (int k = 0; k < width; k++) {
        double x = phk_sized(size, k, dz[c->v + k]);
        u[c->v + k] += factor * dz[c->v + k];
        so_far.most = larger(so_far.most, fabs(x));
        so_far.sum += weight * x * x;
    }
    return so_far;
}

static void correct(phk_form *form, const double *dz, double factor, double *u, phk_size *size)
{
    phk_lie *f = phk_lie_of(form);
    double h = form->h, bh2 = form->scheme.beta * h * h, turns = 0, turn = 0;
    moved places = {0, 0};
    for (int i = 0; i < f->vectors; i++) {
        const phk_form_vector *c = f->vector + i;
        double weight = form->weight[c->v];
        places = phk_is_place(c)
                     ? correct_vector(c, 3, NULL, weight, dz, factor, u, places)
                     : correct_vector(c, c->width, c->size, weight, dz, factor, u, places);
    }
    for (int i = 0; i < f->momenta; i++) {
        const phk_lie_momentum *c = f->momentum + i;
        ph_vec3 theta = phk_lie_get(u + c->v), x = phk_lie_get(dz + c->v);
        if (c->turned) x = ph_unrotate(c->axes, x);
        x = phk_turn_inverse(theta, x);
        phk_lie_put(u + c->v, ph_axpy(theta, factor * bh2, x));
        turn = largest(x, turn);
        turns += form->weight[c->v] * ph_dot(x, x);
    }
    for (int i = 0; i < f->bodies; i++) {
        const phk_lie_body *c = f->body + i;
        ph_vec3 A = phk_lie_get(u + c->v), theta = ph_axpy(c->turn, bh2, A);
        ph_vec3 x = phk_turn_inverse(theta, phk_lie_get(dz + c->v));
        phk_lie_put(u + c->v, ph_axpy(A, factor, x));
        turn = largest(x, turn);
        turns += form->weight[c->v] * ph_dot(x, x);
    }
    size->place = places.most;
    size->turn = turn;
    size->largest = larger(places.most, turn);
    size->scaled = larger(places.most / form->length, turn / form->angle);
    size->sum = places.sum / (form->length * form->length) + turns / (form->angle * form->angle);
}

static void rates(phk_form *form, const phk_level *level, const double *rate, double factor,
                  double *rhs)
{
    const phk_dae *dae = form->dae;
    (void)level;
    memset(rhs, 0, (size_t)form->n * sizeof *rhs);
    for (int i = 0; i < phk_dae_positions(dae); i++) rhs[dae->nv + dae->nx + i] = factor * rate[i];
}

static void shift(phk_form *form, const double *dz, phk_level *level)
{
    for (int i = 0; i < form->na; i++) level->v[i] += dz[i];
}

static void normalise(double *q)
{
    double f = 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; k++) q[k] *= f;
}

static void accept(phk_form *form, phk_level *to)
{
    phk_lie *f = phk_lie_of(form);
    double inverse = 1 / form->h;
    for (int i = 0; i < f->momenta; i++) {
        phk_lie_momentum *c = f->momentum + i;
        ph_vec3 theta = phk_mb_get(&f->batch, PHK_MB_THETA, i);
        phk_mb_put(&f->batch, PHK_MB_LAST, i, ph_scale(inverse, theta));
        c->has_last = true;
        normalise(to->q + c->q);
    }
    for (int i = 0; i < f->bodies; i++) {
        phk_lie_body *c = f->body + i;
        c->last = ph_scale(inverse, c->theta), c->has_last = true;
        normalise(to->q + c->q);
    }
}

static void forget(phk_form *form)
{
    phk_lie *f = phk_lie_of(form);
    for (int i = 0; i < f->momenta; i++) f->momentum[i].has_last = false;
    for (int i = 0; i < f->bodies; i++) f->body[i].has_last = false;
}

static void store(phk_form *form, phk_store *s)
{
    phk_lie *f = phk_lie_of(form);
    for (int i = 0; i < f->momenta; i++) {
        ph_vec3 last = phk_mb_get(&f->batch, PHK_MB_LAST, i);
        PHK_STORE(s, f->momentum[i].has_last);
        PHK_STORE(s, last);
        phk_mb_put(&f->batch, PHK_MB_LAST, i, last);
    }
    for (int i = 0; i < f->bodies; i++) {
        PHK_STORE(s, f->body[i].has_last);
        PHK_STORE(s, f->body[i].last);
    }
}

static int row(const phk_form *form, int i)
{
    (void)form;
    return i;
}

/* The matrix has the system's own pattern. */
static ph_status follow(phk_form *form)
{
    form->pattern = form->dae->pattern;
    form->node = form->dae->node;
    return PH_OK;
}

static const phk_form_type lie = {
    .starts = true,
    .free = lie_free,
    .follow = follow,
    .velocities = velocities,
    .accelerations = phk_lie_accelerations,
    .offset = phk_lie_offset,
    .begin = begin,
    .predict = predict,
    .place = place,
    .finish = finish,
    .residual = residual,
    .matrix = phk_lie_matrix,
    .correct = correct,
    .magnitude = phk_lie_magnitude,
    .old_magnitude = phk_lie_old_magnitude,
    .error = phk_lie_error,
    .rates = rates,
    .shift = shift,
    .accept = accept,
    .forget = forget,
    .store = store,
    .row = row,
};

static bool by_momentum(const phk_cell *cell)
{
    double j[3];
    ph_vec3 axis[3];
    if (cell->kind != PHK_CELL_ROTATION || !cell->definite) return false;
    phk_sym3_eigen(cell->inertia, j, axis);
    return fmin(j[0], fmin(j[1], j[2])) > SLENDER * fmax(j[0], fmax(j[1], j[2]));
}

static void add_cell(phk_lie *f, const phk_cell *cell, bool momentum)
{
    if (cell->kind == PHK_CELL_VECTOR) {
        f->vector[f->vectors++] =
            (phk_form_vector){cell->q, cell->v, cell->width, cell->mass, cell->size};
    } else if (momentum && by_momentum(cell)) {
        phk_lie_momentum *c = f->momentum + f->momenta++;
        double j[3];
        ph_vec3 axis[3];
        phk_sym3_eigen(cell->inertia, j, axis);
        c->q = cell->q, c->v = cell->v;
        phk_mb_set(&f->batch, f->momenta - 1, ph_v3(j[0], j[1], j[2]));
        c->turned = cell->inertia.xy != 0 || cell->inertia.xz != 0 || cell->inertia.yz != 0;
        ph_mat3 P = {{{axis[0].x, axis[1].x, axis[2].x},
                      {axis[0].y, axis[1].y, axis[2].y},
                      {axis[0].z, axis[1].z, axis[2].z}}};
        c->axes = phk_quat_from_mat3(&P);
    } else {
        phk_lie_body *c = f->body + f->bodies++;
        c->q = cell->q, c->v = cell->v, c->J = cell->inertia;
    }
}

ph_status phk_form_lie_create(const phk_dae *dae, bool momentum, phk_form **out)
{
    size_t cells = (size_t)dae->cells + 1, nv = (size_t)dae->nv + 1;
    phk_lie *f = calloc(1, sizeof *f);
    *out = NULL;
    if (!f) return PH_E_NOMEM;
    f->vector = calloc(cells, sizeof *f->vector);
    f->momentum = calloc(cells, sizeof *f->momentum);
    f->body = calloc(cells, sizeof *f->body);
    f->place = calloc(3 * nv, sizeof *f->place);
    f->cell_of = calloc(nv, sizeof *f->cell_of);
    f->by_v = calloc(3 * cells, sizeof *f->by_v);
    int momenta = 0;
    for (int i = 0; i < dae->cells; i++) momenta += momentum && by_momentum(dae->cell + i);
    bool batch = phk_mb_create(&f->batch, momenta);
    if (!batch || !f->vector || !f->momentum || !f->body || !f->place || !f->cell_of || !f->by_v) {
        lie_free(&f->form);
        return PH_E_NOMEM;
    }
    f->speed = f->place + nv, f->rate = f->speed + nv;
    f->by_a = f->by_v + cells, f->inertia = f->by_a + cells;
    for (int i = 0; i < dae->cells; i++) {
        add_cell(f, dae->cell + i, momentum);
        for (int k = 0; k < dae->cell[i].width; k++) f->cell_of[dae->cell[i].v + k] = i;
    }
    f->form = (phk_form){.type = &lie,
                         .dae = dae,
                         .na = dae->nv,
                         .n = dae->nv + dae->nx + dae->nl + dae->ny,
                         .components = dae->nv > 0 ? dae->nv : 1,
                         .pattern = dae->pattern,
                         .node = dae->node,
                         .length = 1,
                         .angle = 1};
    *out = &f->form;
    return PH_OK;
}
