/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Free bodies thrown with a fast spin, long and flat and nearly round, some about their middle
 * axis, which flips. The reference is the rotation method cf4 at a step no engine takes.
 */
#include "problem.h"

void make_spin(problem *p, dice *d)
{
    units u = units_any(d);
    double edge[3], j[3], w[3], q[3], v[3];
    bool middle = dice_chance(d, 0.3), round = dice_chance(d, 0.3);
    for (int i = 0; i < 3; i++) edge[i] = u.l * dice_decades(d, 0.05, 1);
    if (round) edge[1] = edge[0] * (dice_chance(d, 0.5) ? 1 : 1 + dice_decades(d, 1e-6, 1e-2));
    for (int i = 0; i < 3; i++) {
        double a = edge[(i + 1) % 3], b = edge[(i + 2) % 3];
        j[i] = u.m * (a * a + b * b) / 12;
    }
    double rate = dice_decades(d, 1, 300) / u.t;
    dice_direction(d, w);
    if (middle) {
        int axis = 0;
        for (int i = 0; i < 3; i++)
            if ((j[i] - j[(i + 1) % 3]) * (j[i] - j[(i + 2) % 3]) < 0) axis = i;
        for (int i = 0; i < 3; i++) w[i] = i == axis ? 1 : dice_between(d, -0.1, 0.1);
    }
    dice_direction(d, q);
    dice_direction(d, v);
    pen wr;
    pen_open(&wr);
    write_head(wr.file, "a body that spins", dice_chance(d, 0.5) ? u.g : 0);
    fprintf(wr.file, "bodies:\n  stone:\n    mass: %.17g\n    inertia: [%.17g, %.17g, %.17g]\n",
            u.m, j[0], j[1], j[2]);
    fprintf(wr.file, "    orientation: {rotation: [%.17g, %.17g, %.17g]}\n", q[0], q[1], q[2]);
    fprintf(wr.file, "    velocity: [%.17g*(1 + nudge), %.17g*(1 + nudge), %.17g*(1 + nudge)]\n",
            v[0] * u.l / u.t, v[1] * u.l / u.t, v[2] * u.l / u.t);
    /* nudged across as well: a flip depends on that */
    fprintf(wr.file, "    omega: [%.17g + %.17g*nudge, %.17g + %.17g*nudge, %.17g - %.17g*nudge]\n",
            w[0] * rate, rate, w[1] * rate, rate, w[2] * rate, rate);
    p->text = pen_close(&wr);
    p->bodies = 1;
    p->length = u.l;
    p->time = 1 / rate;
    p->span = p->time * dice_between(d, 5, 20);
    p->fine = 0.008 / rate;
    snprintf(p->what, sizeof p->what, "stone of %.2g m at %.2g rad/s%s%s", u.l, rate,
             middle ? ", about its middle axis" : "", round ? ", nearly round" : "");
}
