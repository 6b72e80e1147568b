/* SPDX-License-Identifier: BSD-3-Clause
 *
 * look.c -- looks within a long step, before it is accepted.
 *
 * What begins and ends within a step (a bump after rest, a pulse, a thin wall) leaves no trace at
 * its ends. So in a step longer than a thousandth of the run forces are looked at in between, and
 * what they differ from the straight line between the step's ends is summed to a change of
 * velocity; where that exceeds the tolerance the step ends before. The difference of a resolved
 * motion stays below it, for it is h^3 a''/12.
 *
 * Where nothing is stiff, forces are those along the path. In a stiff step the path between the
 * ends means nothing to stiff forces; there time alone moves, if anything depends on it. But a step
 * that starts where nothing is stiff has a path, whatever it ends in: the far slope of a barrier
 * that it has leapt over is as steep as the near one. And factors may be older than the step: what
 * they hold of a wall that was touched long ago, or in a longer step that was refused, is felt for
 * anew. Time alone moves for the rates of states always, for any state may be stiff. What is driven
 * is looked at through the second derivative of its constraints.
 *
 * At most a thousand looks a run, and none in a run of more steps than that.
 */
#include "integrate/stepper.h"

#include <math.h>
#include <string.h>
#include "math/so3.h"

#define LOOKS 1000 /* a run */
#define RIGID 0.1  /* stiffness of the step up to which its path is followed */

/* Forces, rates of states and accelerations of constraints at one look. */
typedef struct {
    double *force, *rate, *drive;
} view;

static view view_in(const phk_stepper *s, double *room)
{
    return (view){room, room + s->form->dae->nv, room + s->form->dae->nv + s->form->dae->nx};
}

/* State at part f of the step: accelerations linear between its ends, states cubic. */
static void along(const phk_stepper *s, double h, double f)
{
    const phk_dae *dae = s->form->dae;
    double d = f * h, g = 1 - f;
    for (int i = 0; i < dae->nx; i++)
        s->path.x[i] = g * g * ((1 + 2 * f) * s->now.x[i] + d * s->now.xd[i]) +
                       f * f * ((1 + 2 * g) * s->to.x[i] - g * h * s->to.xd[i]);
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        const double *v = s->now.v + cell->v, *p = s->now.q + cell->q;
        const double *a = s->now.a + cell->v, *b = s->to.a + cell->v;
        double turn[3], *out = s->path.q + cell->q;
        for (int k = 0; k < cell->width; k++) {
            double move = d * (v[k] + 0.5 * d * (a[k] + f / 3 * (b[k] - a[k])));
            s->path.v[cell->v + k] = v[k] + d * (a[k] + 0.5 * f * (b[k] - a[k]));
            if (cell->kind == PHK_CELL_VECTOR)
                out[k] = p[k] + move;
            else
                turn[k] = move;
        }
        if (cell->kind == PHK_CELL_ROTATION) {
            ph_quat e =
                phk_turn(ph_quat_make(p[0], p[1], p[2], p[3]), ph_v3(turn[0], turn[1], turn[2]));
            out[0] = e.w, out[1] = e.x, out[2] = e.y, out[3] = e.z;
        }
    }
}

/* Torques to world axes, in which they do not change by the turn alone. */
static void to_world(const phk_dae *dae, const double *q, double *force)
{
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        const double *e = q + cell->q;
        double *g = force + cell->v;
        if (cell->kind != PHK_CELL_ROTATION) continue;
        ph_vec3 x = ph_rotate(ph_quat_make(e[0], e[1], e[2], e[3]), ph_v3(g[0], g[1], g[2]));
        g[0] = x.x, g[1] = x.y, g[2] = x.z;
    }
}

/* What is seen at part f of the step. False: it cannot be evaluated there. */
static bool look_at(phk_stepper *s, double h, double f, bool path, view *out)
{
    const phk_dae *dae = s->form->dae;
    phk_point p = phk_stepper_point(s, &s->now);
    p.t = s->now.t + f * h;
    p.lambda = s->path.zero; /* reactions are no forces of their own */
    if (path) {
        if (dae->nx && dae->timed) {
            s->engine.count.residuals++;
            if (dae->residual(dae->self, &p, s->it.g, out->rate, s->it.c, s->it.s)) return false;
        }
        along(s, h, f);
        p.q = s->path.q, p.v = s->path.v, p.x = s->path.x;
    }
    s->engine.count.residuals++;
    double *rate = path ? s->it.d : out->rate;
    if (dae->residual(dae->self, &p, out->force, rate, s->it.c, s->it.s)) return false;
    if (path) to_world(dae, p.q, out->force);
    return !dae->driven || !dae->rates(dae->self, &p, NULL, out->drive);
}

/* sum += (now - the line from a to b) dt; the largest of |sum| over what it may be. */
static double add(double *sum, const double *now, const double *a, const double *b, double f,
                  double dt, double most)
{
    *sum += (*now - (*a + f * (*b - *a))) * dt;
    return fabs(*sum) / most;
}

/* Sums what `now` differs from the line between the ends; the largest sum, over the tolerance. */
static double differ(phk_stepper *s, const view *now, const view end[2], double f, double dt,
                     view *sum)
{
    const phk_dae *dae = s->form->dae;
    double tol = s->options.run.tolerance, time = phk_scales_time(s), worst = 0;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        bool turn = cell->kind == PHK_CELL_ROTATION;
        const ph_sym3 *J = &cell->inertia;
        double mass = turn ? fmax(J->xx, fmax(J->yy, J->zz)) : cell->mass;
        double may = mass * tol * (turn ? s->form->angle : s->form->length) / time;
        may /= sqrt(s->scale.weight[cell->v]);
        for (int k = cell->v; k < cell->v + cell->width && mass > 0; k++)
            worst =
                fmax(worst, add(sum->force + k, now->force + k, end[0].force + k, end[1].force + k,
                                f, dt, may / phk_cell_size(cell, k - cell->v)));
    }
    for (int k = 0; k < dae->nx && dae->timed; k++)
        worst = fmax(worst, add(sum->rate + k, now->rate + k, end[0].rate + k, end[1].rate + k, f,
                                dt, tol * s->scale.x[k]));
    for (int k = 0; k < dae->nl && dae->driven; k++)
        worst = fmax(worst, add(sum->drive + k, now->drive + k, end[0].drive + k, end[1].drive + k,
                                f, dt, tol * s->scale.row_size[k] / time));
    return worst;
}

/* Has the step a path: is nothing stiff to it at its end, or nothing at its start? */
static bool has_path(phk_stepper *s, double h)
{
    double last = s->engine.h, ratio = h / last;
    if (s->form->stiffness > RIGID && !s->it.felt) phk_stepper_feel(s);
    if (s->form->stiffness <= RIGID) return true;
    return last != 0 && s->engine.stiffness * fmax(1, ratio * ratio) <= RIGID;
}

double phk_stepper_look(phk_stepper *s, double h)
{
    const phk_dae *dae = s->form->dae;
    double apart = s->options.span / LOOKS;
    if (!(apart > 0) || !(fabs(h) > apart)) return 1;
    bool path = has_path(s, h);
    if (!path && !dae->timed && !dae->driven) return 1;
    int n = (int)fmin(ceil(fabs(h) / apart), LOOKS);
    view end[2] = {view_in(s, s->it.start), view_in(s, s->it.back)};
    view now = view_in(s, s->it.dz), sum = view_in(s, s->it.bar);
    memset(s->it.bar, 0, (size_t)s->form->n * sizeof *s->it.bar);
    if (!look_at(s, h, 0, path, &end[0]) || !look_at(s, h, 1, path, &end[1])) return 1;
    for (int i = 1; i < n; i++) {
        double f = (double)i / n;
        if (!look_at(s, h, f, path, &now)) return 1;
        if (differ(s, &now, end, f, fabs(h) / n, &sum) > 1) return fmax(i - 1, 1) / n;
    }
    return 1;
}
