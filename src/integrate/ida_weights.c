/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ida_weights.c -- what errors are relative to in IDA's test.
 *
 * Tolerance: the weight of a component is 1 / (tol (scale + size)), so tol is relative and absolute
 * tolerance at once. Scales are `length` for positions, `angle` for rotations (half of it for
 * quaternions), the same over `time` for velocities, 1 for states and algebraic unknowns; sizes are
 * the length of a cell's vector, so that the axes do not matter. Where the time is to follow the
 * motion it is length over the largest speed so far, as in scales.c. The norm is the root mean
 * square over the weighted components.
 *   ida         lambda and mu have no weight: they are as good as velocities and positions make
 *               them, and their errors neither shrink the step nor hold Newton up.
 *   ida-index3  nor have velocities. In index 3 the errors of v and lambda behind a change of step
 *               fall with h no faster than h^(order-1) and h^(order-2), so a test on them rejects
 *               every small step; the price is that tol says nothing about velocities and
 *               reactions.
 */
#include <math.h>
#include "integrate/ida_work.h"
#include "integrate/scales.h"

/* The same where the scale of time follows the motion, and is shorter: with PHK_IDA_RELAXATION free
 * bodies and tops take up to 1.7 times the steps. */
static const double RELAXATION_FOLLOWING = 10;
static const double NO_WEIGHT = 1e-30; /* IDA wants weights above 0 */

static void fill(double *w, int n, double value)
{
    for (int i = 0; i < n; i++) w[i] = value;
}

/* The same of the directions of a cell, measured as displacements. */
static void fill_cell(double *w, const phk_cell *cell, double value)
{
    for (int k = 0; k < cell->width; k++) w[k] = value * phk_cell_size(cell, k);
}

/* [s] what velocities' errors are relative to */
static double time_scale(const phk_ida *e)
{
    return e->options.follow ? e->options.length / e->speed : e->options.time;
}

double phk_ida_relaxation(const phk_ida *e)
{
    return (e->options.follow ? RELAXATION_FOLLOWING : PHK_IDA_RELAXATION) / time_scale(e);
}

void phk_ida_follow(phk_ida *e)
{
    const phk_dae *d = e->base.dae;
    double length = e->options.length;
    e->speed *= phk_scales_kept(e->speed, e->base.h, length);
    e->speed = fmax(e->speed, phk_scales_slowest(length, e->options.span));
    for (int c = 0; c < d->cells; c++)
        e->speed = fmax(e->speed,
                        e->radius[c] * phk_cell_length(&d->cell[c], e->base.now.v + d->cell[c].v));
}

bool phk_ida_judges_speeds(const phk_ida *e)
{
    return e->ggl->stabilised || phk_dae_positions(e->base.dae) == 0;
}

int phk_ida_weigh(N_Vector vector, N_Vector weights, void *self)
{
    phk_ida *e = self;
    const phk_ggl *f = e->ggl;
    const phk_dae *d = e->base.dae;
    const phk_engine_options *o = &e->options;
    const double *z = N_VGetArrayPointer(vector);
    double *w = N_VGetArrayPointer(weights), unit = e->spread / o->run.tolerance;
    double time = time_scale(e);
    fill(w, f->n, NO_WEIGHT);
    for (int c = 0; c < d->cells; c++) {
        const phk_cell *cell = &d->cell[c];
        bool turns = cell->kind == PHK_CELL_ROTATION;
        double scale = turns ? o->angle : o->length;
        double speed = phk_cell_length(cell, z + f->v + cell->v);
        if (turns)
            fill(w + cell->q, 4, unit * 2 / scale);
        else
            fill_cell(w + cell->q, cell, unit / (scale + phk_cell_length(cell, z + cell->q)));
        if (phk_ida_judges_speeds(e))
            fill_cell(w + f->v + cell->v, cell, unit / (scale / time + speed));
    }
    for (int i = 0; i < d->nx; i++)
        w[f->x + i] = unit / ((d->size_x ? d->size_x[i] : 1) + fabs(z[f->x + i]));
    for (int i = 0; i < d->ny; i++) w[f->y + i] = unit / (1 + fabs(z[f->y + i]));
    return 0;
}
