/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Mechanisms without any trick: one to four bodies in space, each on a hinge, ball joint, cross,
 * guide or sleeve to ground or to one before it, with springs, oil, motors by expressions, a state
 * that drives a torque, and sometimes a rod that closes a loop.
 */
#include "problem.h"

enum { MOST = 4 };

typedef enum { REVOLUTE, SPHERICAL, UNIVERSAL, PRISMATIC, CYLINDRICAL, KINDS } kind;

typedef struct {
    int parent; /* -1: ground */
    kind kind;
    double at[3], axis[3], axis2[3], centre[3], mass, inertia[3];
    double oil; /* of its damping: a part of what would be critical */
} limb;

typedef struct {
    units u;
    int limbs;
    limb limb[MOST];
    bool motor, state, rod;
    double amplitude, rate, spin;
} tree;

static void cross(const double *a, const double *b, double *c)
{
    for (int k = 0; k < 3; k++)
        c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static limb grow(const tree *t, int number, dice *d)
{
    static const double none[3] = {0, 0, 0};
    limb b = {.parent = number ? dice_whole(d, -1, number - 1) : -1};
    const double *from = b.parent < 0 ? none : t->limb[b.parent].centre;
    double way[3], other[3], edge[3], l = t->u.l;
    b.kind = (kind)dice_whole(d, 0, KINDS - 1);
    dice_direction(d, way);
    for (int k = 0; k < 3; k++) b.at[k] = from[k] + way[k] * l * dice_between(d, 0.2, 0.5);
    dice_direction(d, way);
    for (int k = 0; k < 3; k++) b.centre[k] = b.at[k] + way[k] * l * dice_between(d, 0.2, 0.6);
    dice_direction(d, b.axis);
    dice_direction(d, other);
    cross(b.axis, other, b.axis2);
    b.mass = t->u.m * dice_decades(d, 0.2, 5);
    for (int k = 0; k < 3; k++) edge[k] = l * dice_between(d, 0.1, 0.6);
    for (int k = 0; k < 3; k++) {
        double a = edge[(k + 1) % 3], c = edge[(k + 2) % 3];
        b.inertia[k] = b.mass * (a * a + c * c) / 12;
    }
    b.oil = dice_chance(d, 0.85) ? dice_decades(d, 0.03, 1) : 0;
    return b;
}

static void write_bodies(FILE *f, const tree *t)
{
    fprintf(f, "bodies:\n");
    for (int i = 0; i < t->limbs; i++) {
        const limb *b = &t->limb[i];
        fprintf(f, "  limb%d: {mass: %.17g, inertia: [%.17g, %.17g, %.17g],\n", i, b->mass,
                b->inertia[0], b->inertia[1], b->inertia[2]);
        fprintf(f, "    position: [%.17g, %.17g, %.17g]}\n", b->centre[0], b->centre[1],
                b->centre[2]);
    }
}

static void write_joints(FILE *f, const tree *t)
{
    static const char *const name[] = {"revolute", "spherical", "universal", "prismatic",
                                       "cylindrical"};
    fprintf(f, "joints:\n");
    for (int i = 0; i < t->limbs; i++) {
        const limb *b = &t->limb[i];
        char before[20] = "ground";
        if (b->parent >= 0) snprintf(before, sizeof before, "limb%d", b->parent);
        fprintf(f, "  joint%d: {type: %s, between: [%s, limb%d],\n", i, name[b->kind], before, i);
        fprintf(f, "    at: [%.17g, %.17g, %.17g],", b->at[0], b->at[1], b->at[2]);
        fprintf(f, " axis: [%.17g, %.17g, %.17g]", b->axis[0], b->axis[1], b->axis[2]);
        if (b->kind == UNIVERSAL)
            fprintf(f, ", axis2: [%.17g, %.17g, %.17g]", b->axis2[0], b->axis2[1], b->axis2[2]);
        if (i == 0 && t->spin != 0 && b->kind == REVOLUTE)
            fprintf(f, ", initial: {rate: %.17g*(1 + nudge)}", t->spin);
        fprintf(f, "}\n");
    }
    if (t->rod) fprintf(f, "  rod: {type: distance, between: [hook, limb%d]}\n", t->limbs - 1);
    if (t->motor)
        fprintf(f, "motions:\n  motor: {joint: joint0, displacement: \"%.17g*sin(%.17g*time)\"}\n",
                t->amplitude, t->rate);
}

static void write_forces(FILE *f, const tree *t)
{
    const units *u = &t->u;
    fprintf(f, "forces:\n");
    for (int i = 0; i < t->limbs; i++) {
        const limb *b = &t->limb[i];
        double c = b->oil * b->mass / u->t, k = 3 * b->mass * u->g / u->l;
        /* guides end nowhere: a spring holds what could slide away */
        if (b->kind >= PRISMATIC)
            fprintf(f,
                    "  spring%d: {type: force, on: limb%d, force: [\"-%.17g*(1 - "
                    "nudge)*(limb%d.pos.x - "
                    "(%.17g))\", \"-%.17g*(1 + nudge)*(limb%d.pos.y - (%.17g))\", \"-%.17g*(1 - "
                    "2*nudge)*(limb%d.pos.z - "
                    "(%.17g))\"]}\n",
                    i, i, k, i, b->centre[0], k, i, b->centre[1], k, i, b->centre[2]);
        if (i % 2 == 0)
            fprintf(f,
                    "  coil%d: {type: spring_damper, on: limb%d, reaction: hook, stiffness: "
                    "%.17g*(1 - nudge), "
                    "damping: %.17g, length: %.17g}\n",
                    i, i, k, c, 0.5 * u->l);
        if (c > 0)
            fprintf(f,
                    "  oil%d: {type: general_force, on: limb%d, axes: own, force: [0, 0, 0], "
                    "torque: [\"-%.17g*limb%d.omega.x\", \"-%.17g*limb%d.omega.y\", "
                    "\"-%.17g*limb%d.omega.z\"]}\n",
                    i, i, c * b->inertia[0] / b->mass, i, c * b->inertia[1] / b->mass, i,
                    c * b->inertia[2] / b->mass, i);
    }
    if (t->state)
        fprintf(f,
                "  servo: {type: torque, on: limb0, torque: [\"%.17g*(1 + nudge)*servo_state\", 0, "
                "0]}\n"
                "states:\n  servo_state: {rate: \"(sin(%.17g*time) - servo_state)/%.17g\"}\n",
                0.3 * u->m * u->g * u->l, t->rate, u->t);
}

void make_smooth(problem *p, dice *d)
{
    tree t = {.u = units_any(d), .limbs = dice_whole(d, 1, MOST)};
    const units *u = &t.u;
    int freedom = 0;
    static const int free[KINDS] = {1, 3, 2, 1, 2};
    for (int i = 0; i < t.limbs; i++) {
        t.limb[i] = grow(&t, i, d);
        freedom += free[t.limb[i].kind];
    }
    kind first = t.limb[0].kind;
    t.rate = dice_between(d, 0.3, 3) / u->t;
    t.motor = (first == REVOLUTE || first == PRISMATIC) && freedom > 1 && dice_chance(d, 0.5);
    t.amplitude = dice_between(d, 0.1, 0.8) * (first == PRISMATIC ? 0.3 * u->l : 1);
    if (!t.motor && dice_chance(d, 0.5)) t.spin = dice_between(d, -3, 3) / u->t;
    t.rod = freedom - t.motor > 2 && dice_chance(d, 0.3);
    t.state = dice_chance(d, 0.3);
    pen w;
    pen_open(&w);
    write_head(w.file, "a tree of bodies", u->g);
    fprintf(w.file, "markers:\n  hook: {on: ground, at: [%.17g, %.17g, %.17g]}\n", 0.9 * u->l,
            0.3 * u->l, 1.7 * u->l);
    write_bodies(w.file, &t);
    write_joints(w.file, &t);
    write_forces(w.file, &t);
    p->text = pen_close(&w);
    p->bodies = t.limbs;
    p->length = u->l;
    p->time = u->t;
    p->span = u->t * dice_between(d, 5, 20);
    snprintf(p->what, sizeof p->what, "%d limbs of %.2g m%s%s%s", t.limbs, u->l,
             t.motor ? ", motor" : "", t.rod ? ", loop" : "", t.state ? ", state" : "");
}
