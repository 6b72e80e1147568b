/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Point masses hung one from the other by stiff springs, damped or not, and let go or pushed. As
 * with bushings, what is very stiff is compared with rods, the rest with a tight run.
 */
#include <math.h>
#include "problem.h"

typedef struct {
    int masses;
    double m[4], x[4], z[4], vx[4], vz[4], y[4], vy[4];
} beads;

static void write_masses(FILE *f, const beads *b, double l)
{
    fprintf(f, "markers:\n  hook: {on: ground}\nbodies:\n");
    for (int i = 0; i < b->masses; i++) {
        double j = 0.01 * b->m[i] * l * l;
        fprintf(f, "  bead%d: {mass: %.17g, inertia: [%.17g, %.17g, %.17g],\n", i, b->m[i], j, j,
                j);
        fprintf(f, "    position: [%.17g, %.17g, %.17g],\n", b->x[i], b->y[i], b->z[i]);
        fprintf(f, "    velocity: [%.17g*(1 + nudge), %.17g*(1 + nudge), %.17g*(1 + nudge)]}\n",
                b->vx[i], b->vy[i], b->vz[i]);
    }
}

static char *write(const beads *b, const units *u, double k, double c)
{
    char above[20] = "hook";
    pen w;
    pen_open(&w);
    write_head(w.file, k > 0 ? "stiff springs" : "rods in place of springs", u->g);
    write_masses(w.file, b, u->l);
    fprintf(w.file, k > 0 ? "forces:\n" : "joints:\n");
    for (int i = 0; i < b->masses; i++) {
        double x = b->x[i] - (i ? b->x[i - 1] : 0), y = b->y[i] - (i ? b->y[i - 1] : 0);
        double z = b->z[i] - (i ? b->z[i - 1] : 0), length = sqrt(x * x + y * y + z * z);
        if (k > 0)
            fprintf(w.file,
                    "  rod%d: {type: spring_damper, on: bead%d, reaction: %s,\n"
                    "    stiffness: %.17g*(1 + ring), damping: %.17g, length: %.17g}\n",
                    i, i, above, k, c, length);
        else
            fprintf(w.file, "  rod%d: {type: distance, between: [%s, bead%d]}\n", i, above, i);
        snprintf(above, sizeof above, "bead%d", i);
    }
    return pen_close(&w);
}

/* Places link by link, and speeds across the links: the springs start unstretched and still. */
static beads hang(const units *u, dice *d)
{
    beads b = {.masses = dice_whole(d, 1, 3)};
    bool moving = dice_chance(d, 0.6), flat = dice_chance(d, 0.5);
    double p[3] = {0, 0, 0}, v[3] = {0, 0, 0};
    for (int i = 0; i < b.masses; i++) {
        double r[3], w[3], length = u->l * dice_between(d, 0.3, 1);
        dice_direction(d, r);
        dice_direction(d, w);
        if (flat) r[1] = 0, w[0] = w[2] = 0;
        r[2] = -fabs(r[2]) - 0.1;
        double n = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
        for (int k = 0; k < 3; k++) r[k] *= length / n, w[k] *= moving ? 1.5 / u->t : 0;
        for (int k = 0; k < 3; k++) {
            int s = (k + 1) % 3, t = (k + 2) % 3;
            p[k] += r[k];
            v[k] += w[s] * r[t] - w[t] * r[s];
        }
        b.m[i] = u->m * dice_decades(d, 0.1, 10);
        b.x[i] = p[0], b.y[i] = p[1], b.z[i] = p[2];
        b.vx[i] = v[0], b.vy[i] = v[1], b.vz[i] = v[2];
    }
    return b;
}

void make_spring(problem *p, dice *d)
{
    units u = units_any(d);
    beads b = hang(&u, d);
    double total = 0, least = INFINITY;
    for (int i = 0; i < b.masses; i++) {
        total += b.m[i];
        least = fmin(least, b.m[i]);
    }
    double ratio = dice_chance(d, 0.5) ? 0 : dice_decades(d, 0.01, 1);
    double give = give_any(d, ratio > 0);
    double k = total * u.g / (give * u.l), c = 2 * ratio * sqrt(k * least);
    problem_hangs(p, &u, b.masses, ratio, d);
    p->text = write(&b, &u, k, c);
    if (give < 1e-6) {
        p->stand_in = write(&b, &u, 0, 0);
        p->slack = 300 * give;
    } else if (ratio == 0) {
        p->ring = give;
    }
    snprintf(p->what, sizeof p->what, "%d beads of %.2g m, %.2g N/m gives %.2g, damping %.2g",
             b.masses, u.l, k, give, ratio);
}
