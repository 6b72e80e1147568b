/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What does not move: hanging and upright pendulums, seesaws, counterweights, springs and floors
 * that carry a weight, a loop held by its motor, a slider-crank pressed in its dead centre; and
 * damped pendulums that come to rest. Everything here is at rest but the last, and has to stay so
 * for as long as rounding allows.
 */
#include <stdlib.h>
#include <string.h>
#include "chain.h"

enum { MOST = MOST_LINKS };

typedef struct {
    int bodies;
    double pose[MOST * POSE];
} still;

static void begin_still(const void *data, double nudge, double *y)
{
    (void)data, (void)nudge;
    y[0] = 0;
}

static void rates_still(const void *data, double nudge, double t, const double *y, double *rate)
{
    (void)data, (void)nudge, (void)t, (void)y;
    rate[0] = 0;
}

static void poses_still(const void *data, double t, const double *y, double *pose)
{
    const still *s = data;
    (void)t, (void)y;
    memcpy(pose, s->pose, (size_t)(s->bodies * POSE) * sizeof *pose);
}

static const own_motion rest = {1, begin_still, rates_still, poses_still};

static void keep(still *s, double x, double z, double angle)
{
    pose_flat(x, z, angle, s->pose + POSE * s->bodies++);
}

static void keep_links(still *s, const chain *c)
{
    for (int i = 0; i < c->links; i++) {
        const link *l = &c->link[i];
        keep(s, (l->x[0] + l->x[1]) / 2, (l->z[0] + l->z[1]) / 2,
             -atan2(l->z[1] - l->z[0], l->x[1] - l->x[0]));
    }
}

/* ---- at rest ---- */

/* [1/s] How fast an upright chain could fall, at most about. */
static double fastest_fall(const chain *c)
{
    double above = 0, fastest = 0;
    for (int i = c->links - 1; i >= 0; i--) {
        const link *l = &c->link[i];
        double length = fabs(l->z[1] - l->z[0]);
        above += l->mass;
        /* a light link between heavy ones turns about its middle, and zigzags with the next */
        fastest = fmax(fastest, 24 * c->g * above / (l->mass * length));
    }
    return sqrt(fastest);
}

static char *hanging(problem *p, still *s, const units *u, dice *d)
{
    double length[4], angle[4], rate[4] = {0}, mass[4];
    int links = dice_whole(d, 1, 4);
    bool up = dice_chance(d, 0.4);
    for (int i = 0; i < links; i++) {
        length[i] = u->l * dice_between(d, 0.3, 1);
        angle[i] = up ? -1.5707963267948966 : 1.5707963267948966;
        mass[i] = u->m * dice_decades(d, 0.03, 30);
    }
    chain c = chain_hanging(links, length, angle, rate, mass, u->g);
    /* upright to the last bit: an angle of pi/2 is not */
    for (int i = 0; i < links; i++) c.link[i].x[0] = c.link[i].x[1] = c.pin[i].x = 0;
    keep_links(s, &c);
    snprintf(p->what, sizeof p->what, "%d links %s", links, up ? "upright" : "hanging");
    /* a light link under heavy ones falls fast: let rounding grow a million times, no more */
    if (up) p->span = fmin(p->span, 14 / fastest_fall(&c));
    return chain_write(&c, "a pendulum at rest", false);
}

static char *seesaw(problem *p, still *s, const units *u, dice *d)
{
    double m = u->m * dice_decades(d, 0.1, 10), arm2 = u->l * dice_between(d, 0.3, 1);
    double ratio = dice_decades(d, 1, 1000), drop = u->l * dice_between(d, 0.1, 0.5);
    double arm = arm2 / ratio, m2 = m / ratio;
    chain c = {.links = 3, .pins = 3, .slider = -1, .soft = -1, .g = u->g};
    c.link[0] = link_from(-u->l / 2, 0, u->l, 0, u->m);
    c.link[1] = link_from(-arm, 0, drop, 1.5707963267948966, m);
    c.link[2] = link_from(arm2, 0, drop, 1.5707963267948966, m2);
    c.link[1].x[1] = -arm, c.link[2].x[1] = arm2;
    c.pin[0] = (pin){-1, 0, 0, 0};
    c.pin[1] = (pin){0, 1, -arm, 0};
    c.pin[2] = (pin){0, 2, arm2, 0};
    keep_links(s, &c);
    snprintf(p->what, sizeof p->what, "seesaw 1 : %.2g", ratio);
    return chain_write(&c, "a seesaw in balance", false);
}

static char *counterweights(problem *p, still *s, const units *u, dice *d)
{
    double ratio = dice_decades(d, 0.01, 100), j = 0.1 * u->m * u->l * u->l;
    flat_body left = {.name = "left", .mass = u->m, .inertia = {j, j, j}, .z = u->l};
    flat_body right = left;
    right.name = "right", right.x = u->l, right.z = -0.5 * u->l, right.mass = u->m / ratio;
    pen w;
    pen_open(&w);
    write_head(w.file, "counterweights", u->g);
    fprintf(w.file, "bodies:\n");
    write_flat_body(w.file, &left);
    write_flat_body(w.file, &right);
    fprintf(w.file,
            "joints:\n  a: {type: prismatic, between: [ground, left]}\n"
            "  b: {type: prismatic, between: [ground, right], at: [%.17g, 0, 0]}\n"
            "  rope: {type: equation, expression: \"(left.pos.z - %.17g)*%.17g + right.pos.z - "
            "(%.17g)\"}\n",
            u->l, left.z, ratio, right.z);
    keep(s, left.x, left.z, 0);
    keep(s, right.x, right.z, 0);
    snprintf(p->what, sizeof p->what, "counterweights 1 : %.2g", ratio);
    return pen_close(&w);
}

/* On a linear spring, or on a floor by impact(), pressed in by its weight. */
static char *carried(problem *p, still *s, const units *u, dice *d)
{
    double depth = u->l * dice_decades(d, 1e-8, 0.1), e = dice_between(d, 1, 2.5);
    double k = u->m * u->g / pow(depth, e), j = 0.1 * u->m * u->l * u->l;
    bool guided = dice_chance(d, 0.5);
    flat_body b = {.name = "load", .mass = u->m, .inertia = {j, j, j}, .z = -depth};
    pen w;
    pen_open(&w);
    write_head(w.file, "a weight that is carried", u->g);
    fprintf(w.file, "bodies:\n");
    write_flat_body(w.file, &b);
    if (guided) fprintf(w.file, "joints:\n  guide: {type: prismatic, between: [ground, load]}\n");
    fprintf(w.file,
            "forces:\n  floor: {type: force, on: load, force: [0, 0, \"impact(load.pos.z, "
            "load.vel.z, 0, %.17g, %.17g, %.17g, %.17g)\"]}\n",
            k, e, dice_between(d, 0, 1) * sqrt(k * pow(depth, e - 1) * u->m), depth / 2);
    keep(s, 0, -depth, 0);
    snprintf(p->what, sizeof p->what, "on a floor, %.2g deep, e %.2g", depth / u->l, e);
    return pen_close(&w);
}

/* A crank in line with its rod, pressed or pulled along the line. */
static char *dead_centre(problem *p, still *s, const units *u, dice *d)
{
    double r = u->l * dice_between(d, 0.1, 0.4), l = r * dice_between(d, 1.2, 4);
    double side = dice_sign(d), x = side * r, end = x + l, force = dice_sign(d) * u->m * u->g;
    chain c = {.links = 3, .pins = 3, .slider = 2, .soft = -1, .g = 0};
    c.link[0] = link_from(0, 0, r, 0, u->m);
    c.link[0].x[1] = x;
    c.link[1] = link_from(x, 0, l, 0, u->m * dice_decades(d, 0.1, 10));
    c.link[2] = link_from(end - 0.1 * l, 0, 0.2 * l, 0, u->m);
    c.pin[0] = (pin){-1, 0, 0, 0};
    c.pin[1] = (pin){0, 1, x, 0};
    c.pin[2] = (pin){1, 2, end, 0};
    keep_links(s, &c);
    snprintf(p->what, sizeof p->what, "dead centre, %s, %s", side > 0 ? "outer" : "inner",
             force > 0 ? "pulled" : "pressed");
    char *text = chain_write(&c, "a slider-crank in dead centre", false);
    pen w;
    pen_open(&w);
    fprintf(w.file, "%sforces:\n  press: {type: force, on: link2, force: [%.17g, 0, 0]}\n", text,
            force);
    free(text);
    return pen_close(&w);
}

static char *held(problem *p, still *s, const units *u, dice *d)
{
    double length[3], angle[3], rate[3] = {0}, mass[3];
    int links = dice_whole(d, 1, 3);
    for (int i = 0; i < links; i++) {
        length[i] = u->l * dice_between(d, 0.3, 1);
        angle[i] = dice_between(d, -3, 3);
        mass[i] = u->m * dice_decades(d, 0.1, 10);
    }
    chain c = chain_hanging(links, length, angle, rate, mass, u->g);
    keep_links(s, &c);
    char *text = chain_write(&c, "an arm held by its motors", false);
    pen w;
    pen_open(&w);
    fprintf(w.file, "%smotions:\n", text);
    for (int i = 0; i < links; i++)
        fprintf(w.file, "  motor%d: {joint: pin%d, displacement: 0}\n", i, i);
    free(text);
    snprintf(p->what, sizeof p->what, "arm of %d links held", links);
    return pen_close(&w);
}

/* ---- coming to rest ---- */

typedef struct {
    double m, g, arm, c, x; /* inertia about the hinge, weight, ..; angle from hanging */
} damped;

static void begin_damped(const void *data, double nudge, double *y)
{
    (void)nudge;
    y[0] = ((const damped *)data)->x;
    y[1] = 0;
}

static void rates_damped(const void *data, double nudge, double t, const double *y, double *rate)
{
    const damped *s = data;
    (void)t;
    rate[0] = y[1];
    rate[1] = -(s->c * y[1] + s->arm * s->g * (1 + nudge) * sin(y[0])) / s->m;
}

static void poses_damped(const void *data, double t, const double *y, double *pose)
{
    const damped *s = data;
    (void)t;
    pose_flat(s->arm * sin(y[0]), -s->arm * cos(y[0]), -y[0], pose);
}

static const own_motion coming = {2, begin_damped, rates_damped, poses_damped};

static void make_damped(problem *p, const units *u, dice *d)
{
    damped *s = calloc(1, sizeof *s);
    double ratio = dice_decades(d, 0.1, 30), j = 0.1 * u->m * u->l * u->l;
    *s = (damped){.m = j + u->m * u->l * u->l, .g = u->m * u->g, .arm = u->l};
    s->x = dice_between(d, -3, 3);
    s->c = ratio * sqrt(s->m * s->g * s->arm);
    flat_body rod = {.name = "rod", .mass = u->m, .inertia = {j, j, j}, .angle = -s->x};
    rod.x = s->arm * sin(s->x), rod.z = -s->arm * cos(s->x);
    pen w;
    pen_open(&w);
    write_head(w.file, "a pendulum that comes to rest", u->g);
    fprintf(w.file, "bodies:\n");
    write_flat_body(w.file, &rod);
    fprintf(w.file,
            "joints:\n  hinge: {type: revolute, between: [ground, rod], axis: [0, 1, 0]}\n"
            "forces:\n  oil: {type: torque, on: rod, torque: [0, \"%.17g*rod.omega.y\", 0]}\n",
            -s->c);
    p->text = pen_close(&w);
    p->bodies = 1;
    p->own = &coming;
    p->data = s;
    p->span = u->t * dice_between(d, 20, 100);
    p->size[0] = 1;
    p->size[1] = 1 / u->t;
    snprintf(p->what, sizeof p->what, "pendulum of %.2g m damped by %.2g", u->l, ratio);
}

void make_balance(problem *p, dice *d)
{
    static char *(*const shape[])(problem *, still *, const units *, dice *) = {
        hanging, seesaw, counterweights, carried, dead_centre, held};
    units u = units_any(d);
    int kind = dice_whole(d, 0, 6);
    p->length = u.l;
    p->time = u.t;
    p->event = true;
    if (kind == 6) {
        make_damped(p, &u, d);
        return;
    }
    still *s = calloc(1, sizeof *s);
    /* what is out of balance by a rounding grows with e^(t/T) */
    p->span = u.t * dice_between(d, 2, 8);
    p->text = shape[kind](p, s, &u, d);
    p->bodies = s->bodies;
    p->own = &rest;
    p->data = s;
    p->sturdy = true;
    p->size[0] = 1;
}
