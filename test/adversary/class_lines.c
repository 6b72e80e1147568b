/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Closed loops that pass through a line in which all links lie, where they could go on in two ways,
 * or close by: parallelograms, slider-cranks with a rod as long as the crank, four-bars near their
 * change point. They have to go on as they came, or the run has to end with a message.
 */
#include <stdlib.h>
#include "chain.h"

/* Poses of a link that was laid out. */
static void pose_link(const link *l, double *pose)
{
    pose_flat((l->x[0] + l->x[1]) / 2, (l->z[0] + l->z[1]) / 2,
              -atan2(l->z[1] - l->z[0], l->x[1] - l->x[0]), pose);
}

/* ---- parallelograms: all links go round as one ---- */

typedef struct {
    double a, b, m, g;  /* crank, coupler; inertia and weight moved by the crank */
    double angle, rate; /* at the start */
    double mass[3];
} parallel;

static void begin_parallel(const void *data, double nudge, double *y)
{
    const parallel *s = data;
    y[0] = s->angle;
    y[1] = s->rate * (1 + nudge);
}

static void rates_parallel(const void *data, double nudge, double t, const double *y, double *rate)
{
    const parallel *s = data;
    (void)t;
    rate[0] = y[1];
    rate[1] = s->a * s->g * (1 + nudge) * cos(y[0]) / s->m;
}

static chain lay_parallel(const parallel *s, double angle)
{
    chain c = {.links = 3, .pins = 4, .slider = -1, .soft = -1};
    c.link[0] = link_from(0, 0, s->a, angle, s->mass[0]);
    c.link[1] = link_from(c.link[0].x[1], c.link[0].z[1], s->b, 0, s->mass[1]);
    c.link[2] = link_from(s->b, 0, s->a, angle, s->mass[2]);
    return c;
}

static void poses_parallel(const void *data, double t, const double *y, double *pose)
{
    chain c = lay_parallel(data, y[0]);
    (void)t;
    for (int i = 0; i < 3; i++) pose_link(&c.link[i], pose + i * POSE);
}

static const own_motion own_parallel = {2, begin_parallel, rates_parallel, poses_parallel};

static void make_parallel(problem *p, const units *u, dice *d)
{
    parallel *s = calloc(1, sizeof *s);
    s->a = u->l * dice_between(d, 0.3, 1);
    s->b = u->l * dice_between(d, 0.3, 1);
    for (int i = 0; i < 3; i++) s->mass[i] = u->m * dice_decades(d, 0.1, 10);
    s->m = ((s->mass[0] + s->mass[2]) / 3 + s->mass[1]) * s->a * s->a;
    double g = dice_chance(d, 0.5) ? u->g : 0;
    s->g = g * ((s->mass[0] + s->mass[2]) / 2 + s->mass[1]);
    s->angle = dice_between(d, 0.2, 2.8);
    s->rate = dice_sign(d) * dice_between(d, 2, 5) / u->t;
    chain c = lay_parallel(s, s->angle);
    double vx = -s->a * sin(s->angle) * s->rate, vz = -s->a * cos(s->angle) * s->rate;
    for (int i = 0; i < 3; i++) {
        c.link[i].rate = i == 1 ? 0 : s->rate;
        c.link[i].vx = i == 1 ? vx : vx / 2;
        c.link[i].vz = i == 1 ? vz : vz / 2;
    }
    c.g = g;
    c.pin[0] = (pin){-1, 0, 0, 0};
    c.pin[1] = (pin){0, 1, c.link[0].x[1], c.link[0].z[1]};
    c.pin[2] = (pin){1, 2, c.link[2].x[1], c.link[2].z[1]};
    c.pin[3] = (pin){-1, 2, s->b, 0};
    p->text = chain_write(&c, "a parallelogram through its line", false);
    p->own = &own_parallel;
    p->data = s;
    p->size[0] = 1;
    p->size[1] = fabs(s->rate);
    p->time = 1 / fabs(s->rate);
    p->span = p->time * dice_between(d, 4, 10);
    snprintf(p->what, sizeof p->what, "parallelogram %.2g by %.2g m%s", s->a, s->b,
             g > 0 ? "" : ", no gravity");
}

/* ---- slider-cranks with a rod hardly longer than the crank, driven ---- */

typedef struct {
    double r, l, angle, rate, mass[3];
} crank;

static void begin_crank(const void *data, double nudge, double *y)
{
    (void)nudge;
    y[0] = ((const crank *)data)->angle;
}

static void rates_crank(const void *data, double nudge, double t, const double *y, double *rate)
{
    (void)t, (void)y;
    rate[0] = ((const crank *)data)->rate * (1 + nudge);
}

static chain lay_crank(const crank *s, double angle)
{
    chain c = {.links = 3, .pins = 3, .slider = 2, .soft = -1};
    c.link[0] = link_from(0, 0, s->r, angle, s->mass[0]);
    double x = c.link[0].x[1], z = c.link[0].z[1];
    c.link[1] = link_from(x, z, s->l, asin(-s->r * sin(angle) / s->l), s->mass[1]);
    double end = c.link[1].x[1];
    c.link[2] = link_from(end - 0.1 * s->l, 0, 0.2 * s->l, 0, s->mass[2]);
    c.pin[0] = (pin){-1, 0, 0, 0};
    c.pin[1] = (pin){0, 1, x, z};
    c.pin[2] = (pin){1, 2, end, 0};
    return c;
}

static void poses_crank(const void *data, double t, const double *y, double *pose)
{
    chain c = lay_crank(data, y[0]);
    (void)t;
    for (int i = 0; i < 3; i++) pose_link(&c.link[i], pose + i * POSE);
}

static const own_motion own_crank = {1, begin_crank, rates_crank, poses_crank};

static void make_crank(problem *p, const units *u, dice *d)
{
    crank *s = calloc(1, sizeof *s);
    double longer = dice_decades(d, 1e-6, 0.1);
    s->r = u->l * 0.5;
    s->l = s->r * (1 + longer);
    s->angle = dice_between(d, -0.7, 0.7);
    s->rate = dice_sign(d) * dice_between(d, 0.5, 2) / u->t;
    for (int i = 0; i < 3; i++) s->mass[i] = u->m * dice_decades(d, 0.1, 10);
    chain c = lay_crank(s, s->angle);
    c.g = dice_chance(d, 0.5) ? u->g : 0;
    char *text = chain_write(&c, "a rod as long as its crank", false);
    pen w;
    pen_open(&w);
    fprintf(w.file, "%smotions:\n  motor: {joint: pin0, displacement: \"%.17g*time\"}\n", text,
            s->rate);
    free(text);
    p->text = pen_close(&w);
    p->own = &own_crank;
    p->data = s;
    p->size[0] = 1;
    p->time = 1 / fabs(s->rate);
    p->span = p->time * dice_between(d, 2.5, 8);
    snprintf(p->what, sizeof p->what, "crank of %.2g m, its rod longer by %.2g", s->r, longer);
}

/* ---- four-bars whose links nearly fit into a line ---- */

static void make_near(problem *p, const units *u, dice *d)
{
    double a = u->l * dice_between(d, 0.2, 0.4), b = u->l * dice_between(d, 0.6, 1);
    double e = u->l * dice_between(d, 0.5, 0.9), near = dice_sign(d) * dice_decades(d, 1e-6, 0.03);
    double ground = b + e - a * (1 + near), turn = dice_between(d, 0.5, 2.5);
    double x = a * cos(turn), z = -a * sin(turn), dx = ground - x, far = hypot(dx, z);
    double along = (far * far + b * b - e * e) / (2 * far), across = sqrt(b * b - along * along);
    double px = x + (along * dx + across * z) / far, pz = z + (-along * z + across * dx) / far;
    chain c = {.links = 3, .pins = 4, .slider = -1, .soft = -1};
    if (dice_chance(d, 0.5)) c.g = u->g;
    c.link[0] = link_from(0, 0, a, turn, u->m * dice_decades(d, 0.1, 10));
    c.link[1] = link_from(x, z, b, -atan2(pz - z, px - x), u->m * dice_decades(d, 0.1, 10));
    c.link[2] = link_from(ground, 0, e, -atan2(pz, px - ground), u->m * dice_decades(d, 0.1, 10));
    c.link[0].rate = dice_sign(d) * dice_between(d, 2, 4) / u->t;
    c.pin[0] = (pin){-1, 0, 0, 0};
    c.pin[1] = (pin){0, 1, x, z};
    c.pin[2] = (pin){1, 2, px, pz};
    c.pin[3] = (pin){-1, 2, ground, 0};
    p->text = chain_write(&c, "a four-bar near its change point", false);
    p->time = u->t;
    p->span = u->t * dice_between(d, 2, 6);
    snprintf(p->what, sizeof p->what, "four-bar of %.2g m, %.2g from its change point", u->l, near);
}

void make_line(problem *p, dice *d)
{
    static void (*const shape[])(problem *, const units *, dice *) = {make_parallel, make_crank,
                                                                      make_near};
    units u = units_any(d);
    p->bodies = 3;
    p->length = u.l;
    p->event = true;
    shape[dice_whole(d, 0, 2)](p, &u, d);
}
