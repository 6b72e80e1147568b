/* SPDX-License-Identifier: BSD-3-Clause
 *
 * failure_cause.c -- causes of failure, each with a test of its own.
 *
 * The tests stand in a table and are asked in turn; the first that finds its cause has the word.
 * Those that measure (failure_rank.c, failure_path.c) come before those that conclude from sizes.
 * What none of them finds is left to general words.
 */
#include "sim/failure_cause.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "integrate/jam.h"
#include "sim/sim.h"

#define LIGHT 1e-8 /* of the heaviest: masses that rounding takes for none */
#define WAY   1e-9 /* of the size of the model: a step in which something moves as far is one */

/* ---- names ---- */

void phk_name_row(const phk_trouble *f, int row, char *text, size_t size)
{
    text[0] = '\0';
    if (row >= 0) f->dae->describe(f->dae->self, row, text, size);
}

/* "body `rod`" */
void phk_name_body(const phk_trouble *f, const phk_cell *cell, char *text, size_t size)
{
    phk_name_row(f, cell->v, text, size);
    char *comma = strrchr(text, ',');
    if (comma) *comma = '\0';
}

/* ---- a method beyond its limit ---- */

/* [rad] The largest turn of a body in the step that failed. */
static double turn_of(const phk_trouble *f)
{
    double most = 0;
    for (int i = 0; i < f->dae->cells; i++) {
        const double *w = f->at.v + f->dae->cell[i].v;
        if (f->dae->cell[i].kind == PHK_CELL_ROTATION)
            most = fmax(most, sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]));
    }
    return most * fabs(f->h);
}

static bool turns_too_far(const phk_trouble *f, phk_cause *c)
{
    double turn = turn_of(f), most = f->engine ? f->engine->most_turn : 0;
    if (!(most > 0 && turn > most)) return false;
    snprintf(c->what, sizeof c->what,
             "with its damping it is unstable where joints hold the axis of a body that turns by "
             "more than %.2g rad in a step, and one turns by %.2g",
             most, turn);
    snprintf(c->cure, sizeof c->cure,
             "take a smaller step, more damping (`alpha`), or `hht`, which has no such limit");
    return true;
}

/* ---- masses that are none ---- */

static double inertia_of(const phk_cell *cell)
{
    if (cell->kind == PHK_CELL_VECTOR) return cell->mass;
    return fmax(cell->inertia.xx, fmax(cell->inertia.yy, cell->inertia.zz));
}

/* The largest of all cells of the same kind. */
static double heaviest(const phk_dae *dae, phk_cell_kind kind)
{
    double most = 0;
    for (int i = 0; i < dae->cells; i++)
        if (dae->cell[i].kind == kind) most = fmax(most, inertia_of(dae->cell + i));
    return most;
}

static bool in_row(const phk_dae *dae, int row, const phk_cell *cell)
{
    if (row < dae->nv) return row >= cell->v && row < cell->v + cell->width;
    return phk_pattern_find(dae->pattern, row, cell->v) >= 0;
}

static bool is_light(const phk_trouble *f, phk_cause *c)
{
    const phk_dae *dae = f->dae;
    const phk_cell *light = NULL;
    double ratio = LIGHT;
    for (int i = 0; f->row >= 0 && i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        double own = inertia_of(cell), share = own / heaviest(dae, cell->kind);
        if (!(own > 0 && share < ratio) || !in_row(dae, f->row, cell)) continue;
        light = cell;
        ratio = share;
    }
    if (!light) return false;
    char body[160];
    phk_name_body(f, light, body, sizeof body);
    bool turn = light->kind == PHK_CELL_ROTATION;
    snprintf(c->what, sizeof c->what,
             "%s has %.2g of the %s of the heaviest, which rounding makes nothing of", body, ratio,
             turn ? "moment of inertia" : "mass");
    snprintf(c->cure, sizeof c->cure,
             "leave it out (one joint or force for the two it stands between), or give it %s of "
             "the size of the others",
             turn ? "a moment of inertia" : "a mass");
    return true;
}

/* ---- friction that jams ---- */

static bool friction_jams(const phk_trouble *f, phk_cause *c)
{
    int row;
    char name[160];
    if (!phk_jams(f->dae, &f->at, &row)) return false;
    phk_name_row(f, row, name, sizeof name);
    char *comma = strrchr(name, ',');
    if (comma) *comma = '\0';
    snprintf(c->what, sizeof c->what,
             "%s jams: its friction takes as much as what presses its surfaces together gains by "
             "it, so that no accelerations and reactions are in balance",
             name);
    snprintf(c->cure, sizeof c->cure,
             "less friction, a longer `overlap` or `bending_arm`, or forces and masses nearer to "
             "the axis of the joint");
    return true;
}

/* ---- clocks ---- */

/* The largest way or turn of a body in the step, as a share of the model's size or of a radian. */
static double way_of(const phk_trouble *f)
{
    double most = 0, h = fabs(f->h), size = phk_system_size(f->system);
    for (int i = 0; i < f->dae->cells; i++) {
        const phk_cell *cell = f->dae->cell + i;
        double unit = cell->kind == PHK_CELL_VECTOR && size > 0 ? size : 1;
        for (int k = 0; k < cell->width; k++) {
            double speed = fabs(f->at.v[cell->v + k]), gain = fabs(f->at.a[cell->v + k]);
            most = fmax(most, phk_cell_size(cell, k) * h * (speed + h * gain) / unit);
        }
    }
    return most;
}

static bool clock_is_coarse(const phk_trouble *f, phk_cause *c)
{
    double shortest = f->engine ? f->engine->failure.shortest : 0, t = fabs(f->at.t);
    if (!(shortest > 0) || way_of(f) < WAY) return false;
    if (t > f->span) {
        snprintf(c->what, sizeof c->what,
                 "at so late a time a step below %.2g s, 1e-11 of it, is lost in the "
                 "rounding of times",
                 shortest);
        snprintf(c->cure, sizeof c->cure,
                 "let the run start nearer to zero, and shift the times in expressions");
        return true;
    }
    snprintf(c->what, sizeof c->what, "a run of %.3g s has no steps below %.2g s, 1e-11 of it",
             f->span, shortest);
    snprintf(c->cure, sizeof c->cure,
             "let it end earlier, or divide it into `phases`; `first_step` and `max_step` keep it "
             "from beginning with steps too long");
    return true;
}

/* ---- damping ---- */

static bool is_undamped(const phk_trouble *f, phk_cause *c)
{
    const phk_scheme *s = f->engine ? f->engine->scheme : NULL;
    if (!s || s->del < -1e-9 || f->dae->nl == 0) return false;
    snprintf(c->what, sizeof c->what,
             "without numerical damping errors of the constraint forces alternate from step to "
             "step, and nothing takes them away");
    snprintf(c->cure, sizeof c->cure, "leave out `%s`: the default damps them",
             ph_integrator_takes(&f->engine->method->info, "rho") ? "rho" : "alpha");
    return true;
}

/* ---- */

bool phk_find_cause(const phk_trouble *trouble, phk_cause *cause)
{
    static const phk_cause_test test[] = {
        turns_too_far,     is_light,        phk_lost_rank,   friction_jams,   phk_out_of_reach,
        phk_asks_too_much, phk_force_jumps, phk_force_grows, clock_is_coarse, is_undamped};
    /* where nothing is integrated it is the constraints */
    const bool apart = trouble->engine && trouble->engine->method->apart;
    for (size_t i = 0; i < sizeof test / sizeof *test; i++)
        if ((!apart || test[i] == phk_lost_rank || test[i] == phk_out_of_reach) &&
            test[i](trouble, cause))
            return true;
    return false;
}
