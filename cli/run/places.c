/* SPDX-License-Identifier: BSD-3-Clause */
#include "places.h"

#include <math.h>
#include <string.h>

enum { MOST = 60 }; /* lines of a table; the result has all */

static const ph_block *find_block(const ph_sim *sim, const char *group, const char *quantity)
{
    for (int i = 0; i < ph_sim_blocks(sim); i++) {
        const ph_block *b = ph_sim_block(sim, i);
        if (strcmp(b->group, group) == 0 && strcmp(b->quantity, quantity) == 0) return b;
    }
    return NULL;
}

/* Values of an object in a row, whose first column is time. */
static const double *values_of(const ph_block *b, const double *row, int object)
{
    return row + 1 + b->first + object * b->width;
}

static void print_more(const ph_block *b, const summary *s, FILE *out)
{
    if (b->objects > MOST)
        fprintf(out, "  and %d more: `polhode table %s`\n", b->objects - MOST, s->directory);
}

/* "`name` x y z", and how it is turned: a vector along the axis, as long as the angle. */
static void print_bodies(const summary *s, const double *row, FILE *out)
{
    const ph_block *place = find_block(s->sim, "bodies", "pos");
    const ph_block *turn = find_block(s->sim, "bodies", "quat");
    if (!place) return;
    fprintf(out, "\n%-16s %14s %14s %14s", "body", "x [m]", "y [m]", "z [m]");
    fprintf(out, turn ? "   rotation vector [deg]\n" : "\n");
    for (int i = 0; i < place->objects && i < MOST; i++) {
        const double *p = values_of(place, row, i);
        fprintf(out, "%-16s %14.9g %14.9g %14.9g", place->object[i], p[0], p[1], p[2]);
        if (turn && turn->objects == place->objects) {
            const double *q = values_of(turn, row, i);
            double n = sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), side = q[0] < 0 ? -1 : 1;
            double angle = 2 * atan2(n, fabs(q[0])) * 180 / PH_PI;
            double f = n > 0 ? side * angle / n : 0;
            fprintf(out, "   %12.7g %12.7g %12.7g", f * q[1], f * q[2], f * q[3]);
        }
        fputc('\n', out);
    }
    print_more(place, s, out);
}

static void print_reactions(const summary *s, const double *row, const char *group,
                            const char *title, FILE *out)
{
    const ph_block *force = find_block(s->sim, group, "force");
    const ph_block *torque = find_block(s->sim, group, "torque");
    if (!force || !torque || force->objects != torque->objects || force->width != 3) return;
    fprintf(out, "\n%-16s %13s %13s %13s %13s %13s %13s\n", title, "Fx [N]", "Fy [N]", "Fz [N]",
            "Tx [N m]", "Ty [N m]", "Tz [N m]");
    for (int i = 0; i < force->objects && i < MOST; i++) {
        const double *f = values_of(force, row, i), *t = values_of(torque, row, i);
        fprintf(out, "%-16s %13.7g %13.7g %13.7g %13.7g %13.7g %13.7g\n", force->object[i], f[0],
                f[1], f[2], t[0], t[1], t[2]);
    }
    print_more(force, s, out);
}

static void print_verdict(const ph_equilibrium *e, FILE *out)
{
    fprintf(out, "%-22s ", "stability");
    if (e->unstable < 0)
        fprintf(out, "not known");
    else if (e->unstable > 0)
        fprintf(out, "unstable in %d direction%s, fastest as exp(%.6g t)", e->unstable,
                e->unstable == 1 ? "" : "s", e->rate);
    else
        fprintf(out, "stable");
    if (e->neutral > 0)
        fprintf(out, ", %d freedom%s held by nothing", e->neutral, e->neutral == 1 ? "" : "s");
    fputc('\n', out);
}

void places_print(const summary *s, const double *row, FILE *out)
{
    ph_equilibrium e = ph_sim_equilibrium(s->sim);
    ph_energy energy;
    const char *title = ph_model_title(s->model);
    if (*title) fprintf(out, "%s\n", title);
    fprintf(out, "%-22s at %g s, found in %d iterations%s; out of balance by %.2g N of %.4g N\n",
            "equilibrium", ph_sim_time(s->sim), e.iterations,
            e.loaded    ? ", its load taken off part by part"
            : e.settled ? " after it has swung to rest"
                        : "",
            e.residual, e.force);
    print_verdict(&e, out);
    if (ph_sim_energy(s->sim, &energy) == PH_OK)
        fprintf(out, "%-22s %.9g J\n", "potential energy", energy.potential);
    fprintf(out, "%-22s %s/result.h5, %lld row%s\n", "result", s->directory, s->rows,
            s->rows == 1 ? "" : "s");
    print_bodies(s, row, out);
    print_reactions(s, row, "joints", "joint", out);
    print_reactions(s, row, "motions", "motion", out);
}
