/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Pendulums of one to three links, slider-cranks and four-bars, one pin of which is a stiff
 * bushing, damped or not. Where the bushing is so stiff that it gives way by less than a millionth
 * of the size, the motion is that with a joint in its place, but for what it gives way; a softer
 * one is compared with a tight run of the same model.
 */
#include "chain.h"

/* Pendulum of one to three links, let go at rest or in motion. */
static chain pendulum(const units *u, dice *d)
{
    double length[3], angle[3], rate[3], mass[3];
    int links = dice_whole(d, 1, 3);
    bool moving = dice_chance(d, 0.5);
    for (int i = 0; i < links; i++) {
        length[i] = u->l * dice_between(d, 0.3, 1);
        angle[i] = dice_between(d, -0.5, 2);
        rate[i] = moving ? dice_between(d, -1, 1) / u->t : 0;
        mass[i] = u->m * dice_decades(d, 0.1, 10);
    }
    return chain_hanging(links, length, angle, rate, mass, u->g);
}

/* A rate that all links of a loop share at the start, so that the loop stays closed: the crank's,
 * passed on by assembly; others start at rest and follow. */
static chain slider_crank(const units *u, dice *d)
{
    double r = u->l * dice_between(d, 0.2, 0.5), l = r * dice_between(d, 1.5, 4);
    double a = dice_between(d, 0, 6.28), b = asin(-r * sin(a) / l);
    chain c = {.links = 3, .pins = 3, .slider = 2, .soft = -1, .g = u->g};
    c.link[0] = link_from(0, 0, r, a, u->m * dice_decades(d, 0.1, 10));
    double x = c.link[0].x[1], z = c.link[0].z[1];
    c.link[1] = link_from(x, z, l, b, u->m * dice_decades(d, 0.1, 10));
    double end = c.link[1].x[1];
    /* the piston's middle is its pin */
    c.link[2] = link_from(end - 0.1 * l, 0, 0.2 * l, 0, u->m * dice_decades(d, 0.1, 10));
    c.pin[0] = (pin){-1, 0, 0, 0};
    c.pin[1] = (pin){0, 1, x, z};
    c.pin[2] = (pin){1, 2, end, 0};
    return c;
}

/* Ground, crank, coupler, rocker, none near a line with another. */
static chain four_bar(const units *u, dice *d)
{
    double a = dice_between(d, 0.2, 0.4) * u->l, b = dice_between(d, 0.7, 1) * u->l;
    double e = dice_between(d, 0.6, 0.9) * u->l, ground = dice_between(d, 0.8, 1) * u->l;
    double turn = dice_between(d, 0, 6.28), x = a * cos(turn), z = -a * sin(turn);
    /* the other end of the coupler: where two circles meet */
    double dx = ground - x, dz = -z, far = hypot(dx, dz);
    double along = (far * far + b * b - e * e) / (2 * far), across = sqrt(b * b - along * along);
    double px = x + (along * dx - across * dz) / far, pz = z + (along * dz + across * dx) / far;
    chain c = {.links = 3, .pins = 4, .slider = -1, .soft = -1, .g = u->g};
    c.link[0] = link_from(0, 0, a, turn, u->m * dice_decades(d, 0.1, 10));
    c.link[1] = link_from(x, z, b, -atan2(pz - z, px - x), u->m * dice_decades(d, 0.1, 10));
    c.link[2] = link_from(ground, 0, e, -atan2(pz, px - ground), u->m * dice_decades(d, 0.1, 10));
    c.pin[0] = (pin){-1, 0, 0, 0};
    c.pin[1] = (pin){0, 1, x, z};
    c.pin[2] = (pin){1, 2, px, pz};
    c.pin[3] = (pin){-1, 2, ground, 0};
    return c;
}

void make_bushing(problem *p, dice *d)
{
    static chain (*const shape[])(const units *, dice *) = {pendulum, pendulum, slider_crank,
                                                            four_bar};
    static const char *const name[] = {"pendulum", "pendulum", "slider-crank", "four-bar"};
    units u = units_any(d);
    int kind = dice_whole(d, 0, 3);
    chain c = shape[kind](&u, d);
    double total = 0, least = INFINITY;
    for (int i = 0; i < c.links; i++) {
        total += c.link[i].mass;
        least = fmin(least, c.link[i].mass);
    }
    /* what it gives way under all the weight, as part of the size */
    double ratio = dice_chance(d, 0.5) ? 0 : dice_decades(d, 0.01, 1);
    double give = give_any(d, ratio > 0);
    c.soft = dice_whole(d, 0, c.pins - 1);
    c.stiffness = total * u.g / (give * u.l);
    c.damping = 2 * ratio * sqrt(c.stiffness * least);
    problem_hangs(p, &u, c.links, ratio, d);
    p->text = chain_write(&c, "a bushing in place of a joint", true);
    if (give < 1e-6) {
        p->stand_in = chain_write(&c, "a joint in place of a bushing", false);
        /* weights, and several times as much where links swing */
        p->slack = 300 * give;
    } else if (ratio == 0) {
        p->ring = give;
    }
    snprintf(p->what, sizeof p->what,
             "%s of %d links, %.2g m, %.2g N/m at pin %d gives %.2g, damping %.2g", name[kind],
             c.links, u.l, c.stiffness, c.soft, give, ratio);
}
