/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scales.c -- what the error test is relative to.
 *
 * Length, angle and time as given; then the length grows with the largest coordinate. Or, when the
 * time is to follow the motion, T = L/V with V the largest speed of a body so far, at least what
 * crosses L in the whole run. The error per unit step is then relative to V itself, and the test
 * free of units: a model made smaller and faster takes the same steps. A body's speed is that of
 * its centre, or of its turn at a part of the radius of gyration.
 *
 * Where bodies fly faster than they turn, turns are judged by the largest turn in that time instead
 * of by a radian, down to a tenth of it.
 *
 * So is a state's error relative to its largest rate, where that is faster than the bodies.
 *
 * The error is the mean over the bodies that move, not over those that stand still besides: one
 * moving body among a hundred idle ones is judged as if it were alone. All move, to this end, that
 * have reached a hundredth of the largest speed. And what is slower than a tenth of it is judged as
 * if it were a tenth: its error counts by its own speed. Else what is sprung to a base that shot
 * up and back in a millisecond would be judged by that shot ten swings later.
 *
 * V forgets slowly, as dV/dt = -V^2/(15 L): a fast event does not make all that follows it loose,
 * and between the strokes of a mechanism a fifth of V is lost. So do the speeds that bodies have
 * reached.
 */
#include "integrate/scales.h"

#include <math.h>
#include "integrate/stepper.h"

#define FORGET 15   /* times L/V: half of V is forgotten */
#define MOVES  0.01 /* of the largest speed: a body that has not reached it stands still */
/* of the largest speed: bodies below it are judged by their own, but not by less than IDLE. With
 * SLOW 1 an ordinary mechanism takes 1.5 to 1.8 times the steps, with 0.1 none more. */
#define SLOW 0.1
#define IDLE 0.003
/* of the radius of gyration: with 1 what moves besides a fast rotor is three times worse, with 0.3
 * bodies that spin freely are 1.5 % off after a hundred radians at the default */
#define SPIN       0.15
#define LEAST_TURN 0.1
/* weight of the next Magnus term in the error of a turn; where scales follow the motion with 0.05 a
 * stone that tumbles about its middle axis is 2 % off after a hundred radians at the default */
#define MAGNUS        0.05
#define MAGNUS_FOLLOW 0.15
#define ARM           0.1 /* of L: radius of gyration of who has inertia but no mass */

double phk_scales_time(const phk_stepper *s)
{
    return s->options.follow ? s->form->length / s->scale.speed : s->options.time;
}

double phk_scales_state(const phk_stepper *s, int i)
{
    if (!s->options.follow) return s->scale.x[i];
    return fmax(s->scale.x[i], s->scale.rate_x[i] * phk_scales_time(s));
}

/* The vector cell of the body a rotation belongs to; NULL: none (a body on a pivot). */
static const phk_cell *centre_of(const phk_dae *dae, const phk_cell *turn)
{
    for (const phk_cell *c = turn; c-- > dae->cell;)
        if (c->kind == PHK_CELL_VECTOR) return dae->node[c->v] == dae->node[turn->v] ? c : NULL;
    return NULL;
}

double phk_scales_radius(const phk_dae *dae, int i, double length)
{
    const phk_cell *cell = dae->cell + i;
    if (cell->kind == PHK_CELL_VECTOR) return 1;
    const phk_cell *centre = dae->node ? centre_of(dae, cell) : NULL;
    double most = fmax(cell->inertia.xx, fmax(cell->inertia.yy, cell->inertia.zz));
    if (!centre || !(centre->mass > 0)) return ARM * length;
    return SPIN * sqrt(most / centre->mass);
}

double phk_scales_kept(double speed, double h, double length)
{
    return 1 / (1 + speed * fabs(h) / (FORGET * length));
}

double phk_scales_slowest(double length, double span)
{
    return length / (span > 0 ? span : 1);
}

/* Notes the speeds reached; the largest. */
static double note_speeds(phk_stepper *s, double keep)
{
    const phk_dae *dae = s->form->dae;
    double most = 0;
    for (int i = 0; i < dae->cells; i++) {
        double now = s->scale.radius[i] * phk_cell_length(dae->cell + i, s->now.v + dae->cell[i].v);
        s->scale.reached[i] = fmax(keep * s->scale.reached[i], now);
        most = fmax(most, s->scale.reached[i]);
    }
    return most;
}

/* Do cells i and i + 1 belong to one body? */
static bool same_body(const phk_dae *dae, int i)
{
    return dae->node && i + 1 < dae->cells &&
           dae->node[dae->cell[i].v] == dae->node[dae->cell[i + 1].v];
}

static int components(const phk_form *form, int cell)
{
    const phk_cell *c = form->dae->cell + cell;
    return form->own_velocities && c->kind == PHK_CELL_ROTATION ? 4 : phk_cell_components(c);
}

/* What the errors of a cell count, squared, whose body has reached this speed. */
static void weigh(phk_stepper *s, int cell, double reached, double speed)
{
    double more = reached < SLOW * speed ? SLOW * speed / fmax(reached, IDLE * speed) : 1;
    const phk_cell *c = s->form->dae->cell + cell;
    for (int k = 0; k < c->width; k++) s->scale.weight[c->v + k] = more * more;
}

/* Components of the bodies that move; all of them, when none does. And the weights of all. */
static int moving(phk_stepper *s, double speed)
{
    const phk_dae *dae = s->form->dae;
    int count = 0, all = 0;
    for (int i = 0; i < dae->cells; i++) {
        int first = i, own = components(s->form, i);
        double reached = s->scale.reached[i];
        while (same_body(dae, i)) {
            i++;
            own += components(s->form, i);
            reached = fmax(reached, s->scale.reached[i]);
        }
        for (int k = first; k <= i && s->options.follow; k++) weigh(s, k, reached, speed);
        all += own;
        if (reached > MOVES * speed) count += own;
    }
    return count > 0 ? count : all > 0 ? all : 1;
}

void phk_scales_create(phk_stepper *s)
{
    const phk_dae *dae = s->form->dae;
    double *scale[3] = {&s->options.length, &s->options.angle, &s->options.time};
    for (int i = 0; i < 3; i++)
        if (!(*scale[i] > 0)) *scale[i] = 1;
    s->form->length = s->options.length;
    s->form->angle = s->options.angle;
    s->form->spin = s->options.follow ? MAGNUS_FOLLOW : MAGNUS;
    s->form->weight = s->scale.weight;
    for (int i = 0; i < dae->nv; i++) s->scale.weight[i] = s->scale.alike[i] = 1;
    for (int i = 0; i < dae->nx; i++) s->scale.x[i] = dae->size_x ? dae->size_x[i] : 1;
    for (int i = 0; i < dae->cells; i++)
        s->scale.radius[i] = phk_scales_radius(dae, i, s->form->length);
}

/* What has been reached so far. */
static void note_reach(phk_stepper *s)
{
    const phk_dae *dae = s->form->dae;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        if (cell->kind == PHK_CELL_VECTOR)
            s->scale.furthest =
                phk_largest_of(s->now.q + cell->q, cell->width, cell->size, s->scale.furthest);
    }
    for (int i = 0; i < dae->nx; i++) s->scale.x[i] = fmax(s->scale.x[i], fabs(s->now.x[i]));
}

/* [rad/s] largest rate of a turn so far. */
static double fastest_turn(const phk_stepper *s)
{
    const phk_dae *dae = s->form->dae;
    double most = 0;
    for (int i = 0; i < dae->cells; i++)
        if (dae->cell[i].kind == PHK_CELL_ROTATION && s->scale.radius[i] > 0)
            most = fmax(most, s->scale.reached[i] / s->scale.radius[i]);
    return most;
}

static void note_motion(phk_stepper *s, double keep)
{
    for (int i = 0; i < s->form->dae->nx; i++)
        s->scale.rate_x[i] = fmax(keep * s->scale.rate_x[i], fabs(s->now.xd[i]));
    double fastest = note_speeds(s, keep);
    s->form->components = moving(s, fastest);
    double slowest = phk_scales_slowest(s->form->length, s->options.span);
    s->scale.speed = fmax(fmax(keep * s->scale.speed, slowest), fastest);
    if (!s->options.follow) return;
    double turn = fastest_turn(s) * phk_scales_time(s);
    s->form->angle = s->options.angle * fmin(fmax(turn, LEAST_TURN), 1);
}

void phk_scales_start(phk_stepper *s)
{
    note_reach(s);
    note_motion(s, 1);
}

void phk_scales_follow(phk_stepper *s)
{
    note_reach(s);
    note_motion(s, phk_scales_kept(s->scale.speed, s->engine.h, s->form->length));
    if (!s->options.follow) s->form->length = fmax(s->options.length, s->scale.furthest);
}
