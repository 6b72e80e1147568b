/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Balls dropped on a floor: impact(), or a penalty law by if(), lossless or damped, depths of a
 * millionth to some hundredths of the height, exponents 1 to 3. Free, flying and spinning, or on a
 * guide. m z'' = F(z, z') - m g is one equation for any of them.
 */
#include <stdlib.h>
#include "contact.h"
#include "problem.h"

typedef struct {
    double m, g, k, e, c, d; /* d: skin of impact(); 0: the penalty law */
    double z, v, vx, rate;   /* at the start */
} ball;

static void begin(const void *data, double nudge, double *y)
{
    const ball *b = data;
    y[0] = b->z;
    y[1] = b->v * (1 + nudge);
}

static void rates(const void *data, double nudge, double t, const double *y, double *rate)
{
    const ball *b = data;
    (void)t;
    double f = b->d > 0 ? impact_force(y[0], y[1], 0, b->k, b->e, b->c, b->d)
                        : penalty_force(y[0], y[1], 0, b->k, b->e, b->c);
    rate[0] = y[1];
    rate[1] = f / b->m - b->g * (1 + nudge);
}

static void poses(const void *data, double t, const double *y, double *pose)
{
    const ball *b = data;
    pose_flat(b->vx * t, y[0], b->rate * t, pose);
}

static const own_motion own = {2, begin, rates, poses};

static void write(problem *p, const ball *b, bool guided, double radius)
{
    double j = 0.4 * b->m * radius * radius;
    pen w;
    pen_open(&w);
    write_head(w.file, "a ball that bounces", b->g);
    fprintf(w.file, "bodies:\n");
    write_flat_body(w.file, &(flat_body){.name = "ball",
                                         .mass = b->m,
                                         .inertia = {j, j, j},
                                         .z = b->z,
                                         .vx = b->vx,
                                         .vz = b->v,
                                         .rate = b->rate});
    if (guided) fprintf(w.file, "joints:\n  guide: {type: prismatic, between: [ground, ball]}\n");
    fprintf(w.file, "forces:\n  floor:\n    type: force\n    on: ball\n    force: [0, 0, \"");
    if (b->d > 0)
        fprintf(w.file, "impact(ball.pos.z, ball.vel.z, 0, %.17g, %.17g, %.17g, %.17g)", b->k, b->e,
                b->c, b->d);
    else
        fprintf(w.file, "if(ball.pos.z: %.17g*(-ball.pos.z)^%.17g - %.17g*ball.vel.z, 0, 0)", b->k,
                b->e, b->c);
    fprintf(w.file, "\"]\n");
    p->text = pen_close(&w);
}

void make_ball(problem *p, dice *d)
{
    units u = units_any(d);
    ball *b = calloc(1, sizeof *b);
    bool guided = dice_chance(d, 0.3);
    *b = (ball){.m = u.m, .g = u.g, .z = u.l};
    if (dice_chance(d, 0.5)) b->v = dice_between(d, -2, 1) * u.l / u.t;
    if (!guided) {
        b->vx = dice_between(d, -1, 1) * u.l / u.t;
        b->rate = dice_between(d, -3, 3) / u.t;
    }
    double v = sqrt(2 * u.g * u.l + b->v * b->v), depth = dice_decades(d, 1e-6, 3e-2);
    b->e = dice_chance(d, 0.3) ? 1 : dice_chance(d, 0.3) ? 1.5 : dice_between(d, 1, 3);
    b->k = stiffness_for(u.m, v, depth * u.l, b->e);
    double ratio = dice_chance(d, 0.5) ? 0 : dice_decades(d, 0.01, 0.5);
    b->c = damping_for(u.m, b->k, depth * u.l, b->e, ratio);
    if (dice_chance(d, 0.5)) b->d = depth * u.l * dice_decades(d, 0.01, 1);

    p->bodies = 1;
    p->length = u.l;
    p->time = u.l / v;
    p->span = p->time * dice_between(d, 3, 10);
    p->own = &own;
    p->data = b;
    p->size[0] = u.l;
    p->size[1] = v;
    p->event = true;
    write(p, b, guided, 0.1 * u.l);
    snprintf(p->what, sizeof p->what, "%s of %.2g kg from %.2g m, k %.2g, e %.2g, damping %.2g%s",
             b->d > 0 ? "impact" : "penalty", u.m, u.l, b->k, b->e, ratio,
             guided ? ", guided" : "");
}
