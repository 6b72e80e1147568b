/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Balls, boxes and capsules thrown at a floor or at a slab, by contacts of every law and friction,
 * from millimetres to metres, micrograms to tons. The reference is another engine: a blow that is
 * lost, or a body that goes through, parts from it at once. No body goes in deeper than a third of
 * its size: what a law makes of deeper ones means nothing.
 */
#include <stdlib.h>
#include "contact.h"
#include "problem.h"

typedef enum { BALL, BOX, CAPSULE, KINDS } kind;
static const char *const kind_name[KINDS] = {"ball", "box", "capsule"};

typedef struct {
    kind kind;
    bool slab;
    double l, m, v, gap, k;
    double size[3], reach; /* of a box; from its middle */
} drop;

static void write_body(FILE *f, const drop *s, dice *d)
{
    double turn[3], way[3], spin[3], j[3],
        tilt = dice_chance(d, 0.3) ? 0 : dice_decades(d, 1e-3, 3);
    const double l = s->l;
    dice_direction(d, turn);
    dice_direction(d, way);
    dice_direction(d, spin);
    const double side = dice_chance(d, 0.5) ? dice_between(d, 0, 1) * s->v : 0;
    const double rate = dice_chance(d, 0.5) ? dice_between(d, 0, 2) * s->v / l : 0;
    for (int i = 0; i < 3; i++) j[i] = s->m * l * l * 0.1;
    if (s->kind == BOX)
        for (int i = 0; i < 3; i++) {
            double a = s->size[(i + 1) % 3], b = s->size[(i + 2) % 3];
            j[i] = s->m * (a * a + b * b) / 12;
        }
    if (s->kind == CAPSULE) j[0] = j[1] = s->m * l * l * 0.25;
    fprintf(f,
            "bodies:\n  it: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], position: [0, 0, %.17g], "
            "velocity: [%.17g*(1 + nudge), %.17g*(1 + nudge), %.17g*(1 + nudge)], "
            "orientation: {rotation: [%.17g, %.17g, %.17g]}, omega: [%.17g, %.17g, %.17g]}\n",
            s->m, j[0], j[1], j[2], s->gap + s->reach, side * way[0], side * way[1], -s->v,
            tilt * turn[0], tilt * turn[1], tilt * turn[2], rate * spin[0], rate * spin[1],
            rate * spin[2]);
}

static void write_shapes(FILE *f, const drop *s)
{
    const double l = s->l;
    fprintf(f, "shapes:\n");
    if (s->kind == BALL) fprintf(f, "  own: {type: sphere, on: it, radius: %.17g}\n", 0.5 * l);
    if (s->kind == CAPSULE)
        fprintf(f,
                "  own: {type: capsule, on: it, radius: %.17g, length: %.17g, at: [0, 0, %.17g]}\n",
                0.3 * l, l, -0.5 * l);
    if (s->kind == BOX)
        fprintf(f,
                "  own: {type: box, on: it, size: [%.17g, %.17g, %.17g], at: [%.17g, %.17g, "
                "%.17g]}\n",
                s->size[0], s->size[1], s->size[2], -0.5 * s->size[0], -0.5 * s->size[1],
                -0.5 * s->size[2]);
    if (s->slab)
        fprintf(f, "  floor: {type: box, size: [%.17g, %.17g, %.17g], at: [%.17g, %.17g, %.17g]}\n",
                100 * l, 100 * l, 2 * l, -50 * l, -50 * l, -2 * l);
    else
        fprintf(f, "  floor: {type: plane}\n");
}

static void write_contact(FILE *f, const drop *s, dice *d, double depth)
{
    static const char *const friction[] = {"bristle", "step", "tanh", "none"};
    const bool impact = dice_chance(d, 0.3);
    fprintf(f, "contacts:\n  touch: {between: [own, floor], stiffness: %.17g, exponent: 1.5", s->k);
    if (impact)
        fprintf(f, ", law: impact, damping: %.17g, depth: %.17g",
                damping_for(s->m, s->k, depth, 1.5, dice_decades(d, 0.01, 0.5)),
                depth * dice_decades(d, 0.01, 1));
    else
        fprintf(f, ", restitution: %.17g", dice_chance(d, 0.2) ? 1 : dice_between(d, 0.05, 1));
    fprintf(f, ", friction_law: %s, friction: %.17g, stiction_speed: %.17g}\n",
            friction[dice_whole(d, 0, 3)], dice_between(d, 0, 1), 0.02 * s->v);
}

void make_drop(problem *p, dice *d)
{
    drop s = {.kind = (kind)dice_whole(d, 0, KINDS - 1), .slab = dice_chance(d, 0.4)};
    s.l = dice_decades(d, 1e-3, 1);
    s.m = dice_decades(d, 1e-6, 1e3);
    s.v = dice_decades(d, 0.1, 20);
    s.k = dice_decades(d, 1e5, 1e11);
    s.gap = s.l * dice_decades(d, 0.1, 10);
    for (int i = 0; i < 3; i++) s.size[i] = s.l * dice_between(d, 0.5, 1.5);
    s.reach =
        s.kind == BALL ? 0.5 * s.l
        : s.kind == BOX
            ? 0.5 * sqrt(s.size[0] * s.size[0] + s.size[1] * s.size[1] + s.size[2] * s.size[2])
            : 0.8 * s.l;
    const double least = s.kind == BALL ? 0.2 * s.l : 0.1 * s.l;
    /* at the floor */
    const double speed = sqrt(s.v * s.v + 2 * 9.81 * s.gap);
    s.k = fmax(s.k, stiffness_for(s.m, 2 * speed, least, 1.5));
    const double depth = pow(1.25 * s.m * speed * speed / s.k, 0.4);
    p->length = s.l;
    p->time = s.l / speed;
    p->span = 2 * (s.gap + s.reach) / (s.v + speed) * dice_between(d, 1.5, 4);
    p->bodies = 1;
    p->event = true;
    /* what tumbles from bounce to bounce carries errors by more than one small change tells; what
     * is looked for here are blows that are lost, and energy that is made */
    p->roughly = 10;
    pen w;
    pen_open(&w);
    write_head(w.file, "something thrown at a floor", 9.81);
    write_body(w.file, &s, d);
    write_shapes(w.file, &s);
    write_contact(w.file, &s, d, depth);
    p->text = pen_close(&w);
    snprintf(p->what, sizeof p->what, "%s of %.2g m, %.2g kg on a %s at %.2g m/s, depth %.2g of it",
             kind_name[s.kind], s.l, s.m, s.slab ? "slab" : "plane", s.v, depth / s.l);
}
