/* SPDX-License-Identifier: BSD-3-Clause
 *
 * problem.c -- what the classes of problems have in common: sizes, text, memory; and their list.
 */
#include "problem.h"

#include <stdlib.h>
#include <string.h>

const problem_class problem_classes[] = {
    {"balls", "balls that bounce on impact() or on a penalty law", make_ball, false},
    {"bushings", "pendulums and loops with a stiff bushing in place of a joint", make_bushing,
     false},
    {"springs", "stiff springs as rods of pendulums and chains", make_spring, false},
    {"stops", "one-sided and double stops, barriers in free flight", make_stop, false},
    {"friction", "regularised dry friction: belts, slopes, pendulums", make_friction, false},
    {"pulses", "short pulses and bumps in long rest", make_pulse, false},
    {"balance", "rest, perfect balance, and what comes to rest", make_balance, false},
    {"lines", "closed loops through singular lines, or close by", make_line, true},
    {"slender", "slender and light bodies, extreme ratios of mass", make_slender, false},
    {"smooth", "random trees and loops with springs, motions, states", make_smooth, false},
    {"spins", "free bodies that spin fast", make_spin, false},
    {"drops", "balls, boxes and capsules thrown at floors, by contacts", make_drop, false},
    {0}};

static units sized(dice *d, double l)
{
    /* masses follow from lengths by a density, within what anyone builds */
    double m = dice_decades(d, 10, 1e4) * l * l * l, g = 9.81;
    return (units){l, fmin(fmax(m, 1e-9), 1e6), sqrt(l / g), g};
}

units units_any(dice *d)
{
    return sized(d, dice_decades(d, 1e-6, 3e3));
}

units units_workshop(dice *d)
{
    return sized(d, dice_decades(d, 0.02, 5));
}

double give_any(dice *d, bool damped)
{
    if (damped) return dice_decades(d, 1e-11, 1e-3);
    return dice_chance(d, 0.6) ? dice_decades(d, 1e-11, 3e-9) : dice_decades(d, 3e-5, 1e-3);
}

void problem_hangs(problem *p, const units *u, int bodies, double ratio, dice *d)
{
    p->bodies = bodies;
    p->length = u->l;
    p->time = u->t;
    p->event = true;
    p->rings = ratio == 0;
    p->span = u->t * dice_between(d, 3, 8);
}

void pen_open(pen *p)
{
    p->file = open_memstream(&p->text, &p->size);
    if (!p->file) abort();
}

char *pen_close(pen *p)
{
    fclose(p->file);
    return p->text;
}

void write_head(FILE *f, const char *title, double g)
{
    fprintf(f, "polhode: 1\ntitle: %s\nparameters: {nudge: 0, ring: 0}\n", title);
    /* nudged along all axes: what a motion does with a disturbance depends on its direction */
    if (g != 0) fprintf(f, "gravity: [%.17g*nudge, %.17g*nudge, %.17g*(1 + nudge)]\n", g, -g, -g);
}

void write_flat_body(FILE *f, const flat_body *b)
{
    fprintf(f, "  %s:\n    mass: %.17g\n    inertia: [%.17g, %.17g, %.17g]\n", b->name, b->mass,
            b->inertia[0], b->inertia[1], b->inertia[2]);
    fprintf(f, "    position: [%.17g, 0, %.17g]\n", b->x, b->z);
    if (b->angle != 0) fprintf(f, "    orientation: {rotation: [0, %.17g, 0]}\n", b->angle);
    if (b->vx != 0 || b->vz != 0)
        fprintf(f, "    velocity: [%.17g*(1 + nudge), 0, %.17g*(1 + nudge)]\n", b->vx, b->vz);
    if (b->rate != 0) fprintf(f, "    omega: [0, %.17g*(1 + nudge), 0]\n", b->rate);
}

void pose_flat(double x, double z, double angle, double *pose)
{
    double p[POSE] = {x, 0, z, cos(angle / 2), 0, sin(angle / 2), 0};
    memcpy(pose, p, sizeof p);
}

void problem_free(problem *p)
{
    free(p->text);
    free(p->stand_in);
    free(p->data);
}
