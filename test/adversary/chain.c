/* SPDX-License-Identifier: BSD-3-Clause
 *
 * chain.c -- see chain.h. Hinges of closed flat loops are redundant in space; polhode finds that.
 */
#include "chain.h"

#include <math.h>

link link_from(double x, double z, double length, double angle, double mass)
{
    double j = mass * length * length / 12;
    return (link){.x = {x, x + length * cos(angle)},
                  .z = {z, z - length * sin(angle)},
                  .mass = mass,
                  .inertia = {0.01 * j, j, j}};
}

chain chain_hanging(int links, const double *length, const double *angle, const double *rate,
                    const double *mass, double g)
{
    chain c = {.links = links, .pins = links, .slider = -1, .soft = -1, .g = g};
    double x = 0, z = 0, vx = 0, vz = 0;
    for (int i = 0; i < links; i++) {
        link *l = &c.link[i];
        *l = link_from(x, z, length[i], angle[i], mass[i]);
        c.pin[i] = (pin){i - 1, i, x, z};
        /* a turn about y moves (cos, -sin) towards (-sin, -cos) */
        double ux = -length[i] * sin(angle[i]) * rate[i];
        double uz = -length[i] * cos(angle[i]) * rate[i];
        l->rate = rate[i];
        l->vx = vx + ux / 2, l->vz = vz + uz / 2;
        vx += ux, vz += uz;
        x = l->x[1], z = l->z[1];
    }
    return c;
}

static void write_links(FILE *f, const chain *c)
{
    char name[20];
    fprintf(f, "bodies:\n");
    for (int i = 0; i < c->links; i++) {
        const link *l = &c->link[i];
        snprintf(name, sizeof name, "link%d", i);
        flat_body b = {.name = name, .mass = l->mass, .vx = l->vx, .vz = l->vz, .rate = l->rate};
        for (int k = 0; k < 3; k++) b.inertia[k] = l->inertia[k];
        b.x = (l->x[0] + l->x[1]) / 2, b.z = (l->z[0] + l->z[1]) / 2;
        b.angle = -atan2(l->z[1] - l->z[0], l->x[1] - l->x[0]);
        write_flat_body(f, &b);
    }
}

/* A marker of a pin on a link, with its z axis along the hinge; on ground where there is none. */
static void write_marker(FILE *f, const chain *c, const pin *p, int on, const char *name)
{
    fprintf(f, "  %s: {on: ", name);
    if (on < 0) {
        fprintf(f, "ground, at: [%.17g, 0, %.17g]", p->x, p->z);
    } else {
        const link *l = &c->link[on];
        double dx = p->x - (l->x[0] + l->x[1]) / 2, dz = p->z - (l->z[0] + l->z[1]) / 2;
        double a = -atan2(l->z[1] - l->z[0], l->x[1] - l->x[0]);
        fprintf(f, "link%d, at: [%.17g, 0, %.17g]", on, dx * cos(a) - dz * sin(a),
                dx * sin(a) + dz * cos(a));
    }
    fprintf(f, ", orientation: {rotation: [%.17g, 0, 0]}}\n", -1.5707963267948966);
}

static void write_bushing(FILE *f, const chain *c)
{
    const link *l = &c->link[c->pin[c->soft].b];
    double arm = hypot(l->x[1] - l->x[0], l->z[1] - l->z[0]), k = c->stiffness, d = c->damping;
    double tilt = arm * arm;
    fprintf(f,
            "forces:\n  bush: {type: bushing, on: eye, reaction: fork,\n"
            "    stiffness: [%.17g*(1 + ring), %.17g*(1 + ring), %.17g*(1 + ring),\n"
            "      %.17g*(1 + ring), %.17g*(1 + ring), 0],\n"
            "    damping: [%.17g, %.17g, %.17g, %.17g, %.17g, 0]}\n",
            k, k, k, k * tilt, k * tilt, d, d, d, d * tilt, d * tilt);
}

static void write_name(FILE *f, int number)
{
    if (number < 0)
        fprintf(f, "ground");
    else
        fprintf(f, "link%d", number);
}

char *chain_write(const chain *c, const char *title, bool soft)
{
    pen w;
    pen_open(&w);
    write_head(w.file, title, c->g);
    write_links(w.file, c);
    if (soft) {
        const pin *p = &c->pin[c->soft];
        fprintf(w.file, "markers:\n");
        write_marker(w.file, c, p, p->a, "fork");
        write_marker(w.file, c, p, p->b, "eye");
        write_bushing(w.file, c);
    }
    int joints = 0;
    for (int i = 0; i < c->pins; i++) {
        const pin *p = &c->pin[i];
        if (soft && i == c->soft) continue;
        fprintf(w.file, "%s  pin%d: {type: revolute, between: [", joints++ ? "" : "joints:\n", i);
        write_name(w.file, p->a);
        fprintf(w.file, ", ");
        write_name(w.file, p->b);
        fprintf(w.file, "], at: [%.17g, 0, %.17g], axis: [0, 1, 0]}\n", p->x, p->z);
    }
    if (c->slider >= 0)
        fprintf(w.file,
                "%s  guide: {type: prismatic, between: [ground, link%d], axis: [1, 0, 0]}\n",
                joints++ ? "" : "joints:\n", c->slider);
    return pen_close(&w);
}
