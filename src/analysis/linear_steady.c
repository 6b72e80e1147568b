/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Is a state steady? Eigenvalues mean something where M, D and K stay what they are along the
 * motion, seen from the frame. So the motion is followed for a moment, by one step of the classical
 * method of Runge and Kutta, and they are made again there.
 */
#include <float.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/linear.h"
#include "math/so3.h"

#define PART 1e-3 /* of the time in which bodies move noticeably */

/* [s] in which something moves by the size of the system, or turns by a radian; 1 at most. */
static double pace(const phk_dae *dae, const phk_point *p)
{
    double rate = 1;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        bool turns = cell->kind == PHK_CELL_ROTATION;
        double size = turns ? 1 : fmax(dae->size, DBL_MIN);
        rate = fmax(rate, phk_cell_length(cell, p->v + cell->v) / size);
        rate = fmax(rate, sqrt(phk_cell_length(cell, p->a + cell->v) / size));
    }
    return 1 / rate;
}

/* q' of velocities v: quaternions by q' = q w / 2. */
static void rates_of(const phk_dae *dae, const double *q, const double *v, double *rate)
{
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        if (cell->kind == PHK_CELL_VECTOR) {
            memcpy(rate + cell->q, v + cell->v, (size_t)cell->width * sizeof *v);
            continue;
        }
        const double *e = q + cell->q, *w = v + cell->v;
        double *r = rate + cell->q;
        r[0] = -0.5 * (e[1] * w[0] + e[2] * w[1] + e[3] * w[2]);
        r[1] = 0.5 * (e[0] * w[0] + e[2] * w[2] - e[3] * w[1]);
        r[2] = 0.5 * (e[0] * w[1] + e[3] * w[0] - e[1] * w[2]);
        r[3] = 0.5 * (e[0] * w[2] + e[1] * w[1] - e[2] * w[0]);
    }
}

typedef struct {
    phk_state at;      /* where it is evaluated */
    double *q, *v, *x; /* rates, and */
    double *sum;       /* [nq + nv + nx] their weighted sum */
} stages;

static void advance(const double *from, const double *rate, double h, int n, double *to)
{
    for (int i = 0; i < n; i++) to[i] = from[i] + h * rate[i];
}

/* At `at`, which is h along the rates at hand: accelerations, and rates anew. */
static ph_status evaluate(const phk_dae *dae, phk_project *project, stages *s, double weight)
{
    phk_point p = phk_state_point(&s->at);
    ph_status status =
        phk_project_accelerations(project, &p, s->at.a, s->at.lambda, s->at.xd, s->at.y);
    if (status) return status;
    rates_of(dae, s->at.q, s->at.v, s->q);
    memcpy(s->v, s->at.a, (size_t)dae->nv * sizeof(double));
    if (dae->nx) memcpy(s->x, s->at.xd, (size_t)dae->nx * sizeof(double));
    for (int i = 0; i < dae->nq + dae->nv + dae->nx; i++) s->sum[i] += weight * s->q[i];
    return PH_OK;
}

static void go(const phk_dae *dae, const phk_point *p, stages *s, const double *rate, double h)
{
    s->at.t = p->t + h;
    advance(p->q, rate, h, dae->nq, s->at.q);
    advance(p->v, rate + dae->nq, h, dae->nv, s->at.v);
    if (dae->nx) advance(p->x, rate + dae->nq + dae->nv, h, dae->nx, s->at.x);
}

/* The state h later. */
static ph_status follow(const phk_dae *dae, phk_project *project, const phk_point *p, double h,
                        stages *s)
{
    static const double way[] = {0, 0.5, 0.5, 1}, weight[] = {1 / 6., 1 / 3., 1 / 3., 1 / 6.};
    ph_status status = PH_OK;
    phk_state_keep(dae, p, &s->at);
    for (int k = 0; k < 4 && !status; k++) {
        if (k > 0) go(dae, p, s, s->q, way[k] * h);
        status = evaluate(dae, project, s, weight[k]);
    }
    if (status) return status;
    go(dae, p, s, s->sum, h);
    phk_point end = phk_state_point(&s->at);
    return phk_project_accelerations(project, &end, s->at.a, s->at.lambda, s->at.xd, s->at.y);
}

/* ---- comparison ---- */

/* From the axes of a cell before to those later, after the frame has turned by `turn`. */
static ph_mat3 between(const phk_cell *cell, const phk_point *p, const phk_point *later,
                       ph_quat turn)
{
    ph_quat before = ph_quat_mul(turn, phk_cell_axes(cell, p));
    return ph_mat3_from_quat(ph_quat_mul(ph_quat_conj(phk_cell_axes(cell, later)), before));
}

/* y = displacements and rates x, as they are later. */
static void carry(const phk_dae *dae, const phk_point *p, const phk_point *later, ph_quat turn,
                  const double *x, double *y)
{
    memcpy(y, x, (size_t)(2 * dae->nv + dae->nx) * sizeof *y);
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        if (cell->kind == PHK_CELL_VECTOR && !phk_cell_is_place(cell)) continue;
        ph_mat3 m = between(cell, p, later, turn);
        for (int k = 0; k < 2; k++) {
            const double *from = x + k * dae->nv + cell->v;
            ph_vec3 v = ph_mat3_mul(m, ph_v3(from[0], from[1], from[2]));
            double *to = y + k * dae->nv + cell->v;
            to[0] = v.x, to[1] = v.y, to[2] = v.z;
        }
    }
}

/* |(A - s E)^-1 E r| now and later, r being a vector by chance. Rows of constraints may be written
 * in axes that turn: what they do together is compared, not they. */
static ph_status compare(const phk_pencil *l, const phk_pencil *then, const phk_point *p,
                         const phk_point *later, double *change)
{
    const phk_dae *dae = l->dae;
    int n = 2 * dae->nv + dae->nx;
    ph_quat turn = phk_turn(ph_quat_identity(), ph_scale(later->t - p->t, l->omega));
    phk_shifted now = {0}, next = {0};
    double *r = calloc(4 * (size_t)n + 1, sizeof *r), *a = r + n, *b = a + n, *c = b + n;
    ph_status status = r ? phk_shifted_create(l, PHK_SHIFT, &now) : PH_E_NOMEM;
    if (!status) status = phk_shifted_create(then, PHK_SHIFT, &next);
    if (!status) {
        double size = 0, most = 0;
        for (int i = 0; i < n; i++) r[i] = sin(1 + 0.7 * i); /* by chance, as it were */
        phk_shifted_apply(&now, r, a);
        phk_shifted_apply(&now, a, r); /* free of what constraints remove */
        phk_shifted_apply(&now, r, a);
        carry(dae, p, later, turn, r, b);
        phk_shifted_apply(&next, b, c);
        carry(dae, p, later, turn, a, b);
        for (int i = 0; i < n; i++) {
            size = fmax(size, fabs(b[i]));
            most = fmax(most, fabs(c[i] - b[i]));
        }
        *change = size > 0 ? most / size : 0;
    }
    phk_shifted_free(&now);
    phk_shifted_free(&next);
    free(r);
    return status;
}

static ph_status compare_later(const phk_pencil *l, const phk_point *p, const phk_point *later,
                               double *change)
{
    phk_pencil then;
    ph_status status = phk_pencil_create(l->dae, later, l->omega, &then);
    if (status) return status;
    status = compare(l, &then, p, later, change);
    phk_pencil_free(&then);
    return status;
}

ph_status phk_pencil_change(const phk_pencil *l, phk_project *project, const phk_point *p,
                            double *change)
{
    const phk_dae *dae = l->dae;
    size_t rates = (size_t)dae->nq + (size_t)dae->nv + (size_t)dae->nx,
           size = phk_state_size(dae) + 2 * rates;
    double *room = calloc(size + 1, sizeof *room);
    if (!room) return PH_E_NOMEM;
    stages s = {.at = phk_state_in(dae, room), .q = room + phk_state_size(dae)};
    s.v = s.q + dae->nq, s.x = s.v + dae->nv, s.sum = s.x + dae->nx;
    ph_status status = follow(dae, project, p, PART * pace(dae, p), &s);
    phk_point later = phk_state_point(&s.at);
    *change = INFINITY;
    if (!status) status = compare_later(l, p, &later, change);
    free(room);
    return status == PH_E_NOMEM ? status : PH_OK;
}
