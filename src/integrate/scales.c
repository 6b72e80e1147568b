/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scales.c -- what the error test is relative to.
 *
 * Length, angle and time as given; then the length grows with the largest coordinate. Or, when the
 * time is to follow the motion, T = L/V with V the largest speed of a body so far, at least what
 * crosses L in the whole run. The error per unit step is then relative to V itself, and the test
 * free of units: a model made smaller and faster takes the same steps. A body's speed is that of
 * its centre, or of its turn at the radius of gyration.
 *
 * V forgets slowly, as dV/dt = -V^2/(30 L): a fast event does not make all that follows it loose,
 * and between the strokes of a mechanism a tenth of V is lost.
 */
#include "integrate/stepper.h"

#include <math.h>

#define FORGET 30  /* times L/V: half of V is forgotten */
#define ARM    0.1 /* of L: radius of gyration of who has inertia but no mass */

double phk_scales_time(const phk_stepper *s)
{
    return s->options.follow ? s->form->length / s->speed : s->options.time;
}

/* The vector cell of the body a rotation belongs to; NULL: none (a body on a pivot). */
static const phk_cell *centre_of(const phk_dae *dae, const phk_cell *turn)
{
    for (const phk_cell *c = turn; c-- > dae->cell;)
        if (c->kind == PHK_CELL_VECTOR) return dae->node[c->v] == dae->node[turn->v] ? c : NULL;
    return NULL;
}

static double radius_of(const phk_stepper *s, const phk_cell *cell)
{
    const phk_cell *centre = s->form->dae->node ? centre_of(s->form->dae, cell) : NULL;
    double most = fmax(cell->inertia.xx, fmax(cell->inertia.yy, cell->inertia.zz));
    if (!centre || !(centre->mass > 0)) return ARM * s->form->length;
    return sqrt(most / centre->mass);
}

static double size3(const double *v)
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double fastest(const phk_stepper *s)
{
    const phk_dae *dae = s->form->dae;
    double speed = 0;
    for (int i = 0; i < dae->cells; i++)
        speed = fmax(speed, s->radius[i] * size3(s->now.v + dae->cell[i].v));
    return speed;
}

void phk_scales_create(phk_stepper *s)
{
    const phk_dae *dae = s->form->dae;
    double *scale[3] = {&s->options.length, &s->options.angle, &s->options.time};
    for (int i = 0; i < 3; i++)
        if (!(*scale[i] > 0)) *scale[i] = 1;
    s->form->length = s->options.length;
    s->form->angle = s->options.angle;
    for (int i = 0; i < dae->nx; i++) s->scale_x[i] = dae->size_x ? dae->size_x[i] : 1;
    for (int i = 0; i < dae->cells; i++)
        s->radius[i] = dae->cell[i].kind == PHK_CELL_VECTOR ? 1 : radius_of(s, dae->cell + i);
}

/* What has been reached so far. */
static void note_reach(phk_stepper *s)
{
    const phk_dae *dae = s->form->dae;
    for (int i = 0; i < dae->cells; i++)
        for (int k = 0; k < 3 && dae->cell[i].kind == PHK_CELL_VECTOR; k++)
            s->furthest = fmax(s->furthest, fabs(s->now.q[dae->cell[i].q + k]));
    for (int i = 0; i < dae->nx; i++) s->scale_x[i] = fmax(s->scale_x[i], fabs(s->now.x[i]));
}

static double slowest(const phk_stepper *s)
{
    return s->form->length / (s->options.span > 0 ? s->options.span : 1);
}

void phk_scales_start(phk_stepper *s)
{
    note_reach(s);
    s->speed = fmax(fmax(s->speed, slowest(s)), fastest(s));
}

void phk_scales_follow(phk_stepper *s)
{
    note_reach(s);
    if (!s->options.follow) {
        s->form->length = fmax(s->options.length, s->furthest);
        return;
    }
    double old = s->speed / (1 + s->speed * fabs(s->engine.h) / (FORGET * s->form->length));
    s->speed = fmax(fmax(old, slowest(s)), fastest(s));
}
