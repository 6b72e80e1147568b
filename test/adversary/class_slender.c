/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Bodies at the edge of what is one: thin rods without inertia about their axis, links a million
 * times lighter than their neighbours, point masses; and blows on such.
 */
#include <stdlib.h>
#include "chain.h"

/* Pendulum of thin rods, or of links of which one weighs next to nothing. */
static void make_chain(problem *p, const units *u, dice *d)
{
    double length[3], angle[3], rate[3], mass[3], light = dice_decades(d, 1e-9, 1e-3);
    int links = dice_whole(d, 2, 3), which = dice_whole(d, 0, links - 1);
    bool thin = dice_chance(d, 0.5), moving = dice_chance(d, 0.5);
    for (int i = 0; i < links; i++) {
        length[i] = u->l * dice_between(d, 0.3, 1);
        angle[i] = dice_between(d, 0, 2);
        rate[i] = moving ? dice_between(d, -1, 1) / u->t : 0;
        mass[i] = u->m * dice_between(d, 0.5, 2) * (i == which ? light : 1);
    }
    chain c = chain_hanging(links, length, angle, rate, mass, u->g);
    for (int i = 0; i < links && thin; i++) c.link[i].inertia[0] = 0;
    p->bodies = links;
    p->text = chain_write(&c, "a pendulum with a light link", false);
    snprintf(p->what, sizeof p->what, "%d links of %.2g m, link %d lighter by %.2g%s", links, u->l,
             which, light, thin ? ", thin" : "");
}

/* A crank that moves a heavy piston by a rod of next to no mass. */
static void make_rod(problem *p, const units *u, dice *d)
{
    double r = u->l * dice_between(d, 0.2, 0.4), l = r * dice_between(d, 1.5, 3);
    double a = dice_between(d, 0, 6.28), light = dice_decades(d, 1e-9, 1e-3);
    chain c = {.links = 3, .pins = 3, .slider = 2, .soft = -1, .g = u->g};
    c.link[0] = link_from(0, 0, r, a, u->m);
    double x = c.link[0].x[1], z = c.link[0].z[1];
    c.link[1] = link_from(x, z, l, asin(-r * sin(a) / l), u->m * light);
    double end = c.link[1].x[1];
    c.link[2] = link_from(end - 0.1 * l, 0, 0.2 * l, 0, u->m * dice_decades(d, 0.1, 100));
    c.link[0].rate = dice_between(d, -3, 3) / u->t;
    c.pin[0] = (pin){-1, 0, 0, 0};
    c.pin[1] = (pin){0, 1, x, z};
    c.pin[2] = (pin){1, 2, end, 0};
    if (dice_chance(d, 0.5)) c.link[1].inertia[0] = 0;
    p->bodies = 3;
    p->text = chain_write(&c, "a light connecting rod", false);
    snprintf(p->what, sizeof p->what, "slider-crank of %.2g m, rod lighter by %.2g", u->l, light);
}

/* A thin rod on a cross, swinging in space: nothing turns about its own axis. */
static void make_cross(problem *p, const units *u, dice *d)
{
    double j = u->m * u->l * u->l / 12,
           thin = dice_chance(d, 0.5) ? 0 : dice_decades(d, 1e-9, 1e-3);
    double tilt = dice_between(d, 0.3, 1.2), w = dice_between(d, -2, 2) / u->t;
    pen wr;
    pen_open(&wr);
    write_head(wr.file, "a thin rod on a cross", u->g);
    fprintf(wr.file, "bodies:\n  rod:\n    mass: %.17g\n    inertia: [%.17g, %.17g, %.17g]\n", u->m,
            j, j, j * thin);
    /* hanging, tilted about y; pins along y and along x of the rod, speed about y */
    fprintf(wr.file,
            "    position: [%.17g, 0, %.17g]\n    orientation: {rotation: [0, %.17g, 0]}\n",
            -u->l / 2 * sin(tilt), -u->l / 2 * cos(tilt), tilt);
    fprintf(wr.file, "    velocity: [%.17g*(1 + nudge), %.17g*(1 + nudge), %.17g*(1 + nudge)]\n",
            -u->l / 2 * cos(tilt) * w, 0.5 * u->l * w, u->l / 2 * sin(tilt) * w);
    fprintf(wr.file, "    omega: [%.17g*(1 + nudge), %.17g*(1 + nudge), 0]\n", w, w);
    fprintf(wr.file,
            "joints:\n  cross: {type: universal, between: [ground, rod], axis: [0, 1, 0], axis2: "
            "[%.17g, 0, %.17g]}\n",
            cos(tilt), -sin(tilt));
    p->bodies = 1;
    p->text = pen_close(&wr);
    snprintf(p->what, sizeof p->what, "rod of %.2g m on a cross, %.2g about its axis", u->l, thin);
}

/* ---- a blow on a thin rod, or on a point mass, that hangs on a hinge without gravity ---- */

typedef struct {
    double at, rate, arm;
} blow;

static void begin(const void *data, double nudge, double *y)
{
    (void)data, (void)nudge;
    y[0] = 0;
}

static void rates(const void *data, double nudge, double t, const double *y, double *rate)
{
    const blow *b = data;
    (void)y;
    rate[0] = t < b->at ? 0 : b->rate * (1 + nudge);
}

static void poses(const void *data, double t, const double *y, double *pose)
{
    const blow *b = data;
    (void)t;
    pose_flat(b->arm * sin(y[0]), -b->arm * cos(y[0]), -y[0], pose);
}

static const own_motion own = {1, begin, rates, poses};

static void make_blow(problem *p, const units *u, dice *d)
{
    blow *b = calloc(1, sizeof *b);
    bool point = dice_chance(d, 0.5);
    b->arm = point ? u->l : u->l / 2;
    b->rate = dice_sign(d) / u->t;
    b->at = p->span * dice_between(d, 0.1, 0.5);
    double j = point ? 0 : u->m * u->l * u->l / 12, whole = j + u->m * b->arm * b->arm;
    pen w;
    pen_open(&w);
    write_head(w.file, "a blow on a thin rod", 0);
    fprintf(w.file, "bodies:\n");
    flat_body rod = {.name = "rod", .mass = u->m, .inertia = {j, j, 0}, .z = -b->arm};
    write_flat_body(w.file, &rod);
    fprintf(w.file,
            "markers:\n  tip: {on: rod, at: [0, 0, %.17g]}\n"
            "joints:\n  hinge: {type: revolute, between: [ground, rod], axis: [0, 1, 0]}\n"
            "forces:\n  blow: {type: impulse, on: tip, at: %.17g, linear: [%.17g, 0, 0]}\n",
            b->arm - u->l, b->at, b->rate * whole / u->l);
    p->text = pen_close(&w);
    p->bodies = 1;
    p->own = &own;
    p->data = b;
    p->size[0] = 1;
    p->at[p->breaks++] = b->at;
    p->event = true;
    snprintf(p->what, sizeof p->what, "blow on a %s of %.2g m", point ? "point mass" : "thin rod",
             u->l);
}

void make_slender(problem *p, dice *d)
{
    static void (*const shape[])(problem *, const units *, dice *) = {
        make_chain, make_chain, make_rod, make_cross, make_blow};
    units u = units_any(d);
    p->length = u.l;
    p->time = u.t;
    p->span = u.t * dice_between(d, 3, 8);
    shape[dice_whole(d, 0, 4)](p, &u, d);
}
