/* SPDX-License-Identifier: BSD-3-Clause
 *
 * watch.c -- has the system passed a position in which its constraints depend on each other?
 *
 * There a mechanism can go on in more than one way, and steps are long enough to jump over it: no
 * matrix near it need ever be made. But the least velocities dv whose rates are some fixed numbers,
 * G dv = rhs, are dominated by 1/sigma of the smallest singular value of G, which runs through zero
 * and changes its sign: before and after, dv is large and points in opposite ways. Where the
 * constraints merely come close to depending on each other, dv grows and shrinks, but keeps its
 * direction.
 *
 * Whoever has new factors asks them: the steps (noise.c) and the rows (project_watch.c), one solve
 * each. Near such a position old factors soon no longer serve, so that there are enough of them.
 */
#include "integrate/watch.h"

#include <math.h>
#include <string.h>

#define OPPOSITE                                                                                   \
    -0.7          /* cosine of directions that are opposite; regular mechanisms stay above 0.3 */
#define LARGE 3.0 /* times the smallest dv so far, on both sides */
#define TURN  1.0 /* [rad] since the last look: a body that turned further has no direction */

static ph_quat quat(const double *q)
{
    return ph_quat_make(q[0], q[1], q[2], q[3]);
}

/* a . b of one cell, weighted by its mass or mean inertia; and of all. */
static double share(const phk_cell *c, const double *a, const double *b)
{
    ph_sym3 J = c->inertia;
    double m = c->kind == PHK_CELL_VECTOR ? c->mass : (J.xx + J.yy + J.zz) / 3, sum = 0;
    for (int k = c->v; k < c->v + c->width; k++) sum += m * a[k] * b[k];
    return sum;
}

static double dot(const phk_dae *dae, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < dae->cells; i++) sum += share(dae->cell + i, a, b);
    return sum;
}

static bool turned(const phk_dae *dae, const double *a, const double *b)
{
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *c = dae->cell + i;
        if (c->kind == PHK_CELL_VECTOR) continue;
        ph_quat d = ph_quat_mul(ph_quat_conj(quat(a + c->q)), quat(b + c->q));
        if (!(fabs(d.w) > cos(0.5 * TURN))) return true;
    }
    return false;
}

/* A direction of the cell that moves most. Multipliers would tell of constraints, but what is most
 * of them depends on units and on the masses they hold. */
static int liveliest(const phk_dae *dae, const double *dv)
{
    const phk_cell *at = dae->cell;
    for (int i = 1; i < dae->cells; i++)
        if (share(dae->cell + i, dv, dv) > share(at, dv, dv)) at = dae->cell + i;
    return at->v;
}

bool phk_watch_see(phk_watch *w, const phk_dae *dae, const double *dv, const double *q, double t,
                   phk_passage *out)
{
    double size = sqrt(dot(dae, dv, dv));
    if (!(size > 0 && size < INFINITY)) return false;
    if (!(w->least > 0 && w->least < size)) w->least = size;
    bool passed = false;
    if (w->size > LARGE * w->least && size > LARGE * w->least)
        passed = dot(dae, dv, w->dv) < OPPOSITE * size * w->size && !turned(dae, q, w->q);
    if (passed) *out = (phk_passage){w->t, t, liveliest(dae, dv)};
    w->size = size;
    w->t = t;
    memcpy(w->dv, dv, (size_t)dae->nv * sizeof *w->dv);
    memcpy(w->q, q, (size_t)dae->nq * sizeof *w->q);
    return passed;
}

void phk_watch_store(phk_watch *w, const phk_dae *dae, phk_store *s)
{
    PHK_STORE_EACH(s, PHK_PART(w->size), PHK_PART(w->t), PHK_PART(w->least));
    phk_store_doubles(s, w->dv, (size_t)dae->nv);
    phk_store_doubles(s, w->q, (size_t)dae->nq);
}

void phk_watch_to_world(const phk_dae *dae, const double *q, double *dv)
{
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *c = dae->cell + i;
        double *x = dv + c->v;
        if (c->kind == PHK_CELL_VECTOR) continue;
        ph_vec3 w = ph_rotate(quat(q + c->q), ph_v3(x[0], x[1], x[2]));
        x[0] = w.x, x[1] = w.y, x[2] = w.z;
    }
}
