/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The alarm of the energy ledger: what the integrator has made or lost, as a share of all that was
 * moved,
 *
 *     max |numerical| / max (kinetic + |potential - that at the start| + what passed in and out)
 *
 * over the steps. It finds gross errors, such as a stiff spring that is fed with energy, whatever
 * their cause; it does not measure accuracy: a motion may be off at the right energy.
 *
 * What contacts take is known from the ends of steps, and is a guess where these are long beside a
 * blow. But contacts never give more than they have taken: what is there beyond what was put in was
 * made, whatever the ledger says of them.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "element/elements.h"
#include "sim/sim.h"

#define WARNING 0.1 /* shares; runs that are right keep below a few hundredths */
#define DOUBT   0.3
/* Where there are contacts: with many of them errors of single impacts do not show in anything
 * else, and a run that makes or loses more is off by far more than its tolerance. */
#define CONTACTS 0.01

/* Energies need an evaluation of the system, so that not every step is looked at: what is made or
 * lost stays made or lost. */
enum { EVERY = 16 };

/* ---- what an imbalance may be without meaning anything ---- */

/* Below this share of its terms the balance may be all rounding: of bodies in perfect balance, or
 * far above where potentials are counted from. */
#define ROUNDING 1e-12
/* Motion as slow as so many times what the tolerance allows is rest. */
#define REST 10
/* So many times the energy there was a hard stop may seem to do in work; a right run was seen with
 * 10. Sums that are further off excuse nothing: a bounce that made 1,500 times it was wrong. */
#define BLOW 30

static void add_load(phk_loads *sum, ph_wrench w)
{
    sum->force += fabs(w.force.x) + fabs(w.force.y) + fabs(w.force.z);
    sum->torque += fabs(w.torque.x) + fabs(w.torque.y) + fabs(w.torque.z);
}

/* What forces exert whose work is booked, and motions. */
static phk_loads working(const ph_sim *sim)
{
    const phk_sim_drive *drive = sim->drive;
    const phk_system *sys = sim->system;
    phk_loads sum = {0, 0};
    for (int k = 0; k < sim->ledger.accounts; k++) {
        const phk_account *a = &sim->ledger.account[k];
        /* what dissipates, contacts among it, does no work of its own */
        if (a->group >= 0 && a->lost) continue;
        const phk_group *g = a->group < 0 ? NULL : &sys->program->elements.group[a->group];
        for (int m = 0; g && m < g->type->markers; m++)
            add_load(&sum, phk_group_wrenches(sys, g)[a->index * g->type->markers + m]);
        if (g) continue;
        bool equation = sys->program->constraint[a->index].kind == PHK_HOLD_EQUATION;
        if (!equation) add_load(&sum, drive->reaction(drive, a->index, 1));
        for (int i = 0; equation && i < sys->program->bodies; i++)
            if (drive->touches(drive, a->index, i))
                add_load(&sum, drive->on_body(drive, a->index, i));
    }
    return sum;
}

/* [J] of all bodies in motion so slow that it is rest. */
static double energy_of_rest(const ph_sim *sim)
{
    double sum = 0, speed = REST * sim->drive->speed, spin = REST * sim->drive->spin;
    for (int i = 0; i < sim->system->program->bodies; i++) {
        ph_sym3 j = sim->system->program->inertia[i];
        sum += 0.5 * sim->system->program->mass[i] * speed * speed;
        sum += 0.5 * fmax(j.xx, fmax(j.yy, j.zz)) * spin * spin;
    }
    return sum;
}

/* Takes in what the imbalance is to be compared with, beside what the ledger knows of its own sums
 * (phk_ledger.blur), which are poor where a stop is hit hard; potential: the sum of magnitudes. A
 * load that is held does work all the same, on velocities that meet the constraints to the order of
 * the method only. */
static void weigh(ph_sim *sim, double potential)
{
    phk_energy_watch *w = &sim->watch;
    phk_loads held = working(sim), last = w->held;
    double dt = fabs(sim->now.t - w->t);
    w->size = fmax(w->size, fmax(potential, sim->ledger.passed));
    w->slip += dt * sim->drive->speed * fmin(held.force, last.force);
    w->slip += dt * sim->drive->spin * fmin(held.torque, last.torque);
    w->held = held;
    w->t = sim->now.t;
}

/* ---- watching ---- */

/* Who chooses the step answers for it; a tolerance is a promise. */
static bool follows_tolerance(const ph_sim *sim)
{
    for (int k = 0; k <= sim->phase; k++)
        if (!(sim->part[k].step > 0)) return true;
    return false;
}

/* [J] That contacts have taken, by the ledger; without those that may give: whose force is a
 * formula, or pulls before they touch. */
static double taken_by_contacts(const ph_sim *sim)
{
    const phk_contact_plan *c = &sim->system->program->contacts;
    const int group = sim->system->program->elements.groups;
    double sum = 0;
    for (int k = 0; k < c->sets; k++) {
        if (c->set[k].formula || c->set[k].def->adhesion > 0) continue;
        const int account = phk_ledger_find(&sim->ledger, group, c->set[k].contact, true);
        if (account >= 0) sum += sim->ledger.work[account];
    }
    return sum;
}

/* Takes in the energies at the present state, where the system was evaluated last. */
static void take_in(ph_sim *sim)
{
    ph_stats *s = &sim->stats;
    const phk_ledger *l = &sim->ledger;
    phk_view bodies = phk_sim_bodies(sim);
    double size, kinetic = phk_sim_kinetic(sim, &bodies);
    double potential = phk_system_potential(sim->system, &size);
    double numerical = kinetic + potential - l->applied + l->dissipated - l->initial;
    double energy = kinetic + fabs(potential - l->potential);
    if (!isfinite(numerical)) return;
    weigh(sim, size);
    if (sim->drive->contacts)
        sim->watch.given = fmax(sim->watch.given, numerical - taken_by_contacts(sim));
    s->largest_energy = fmax(s->largest_energy, energy);
    s->energy_moved = fmax(s->energy_moved, energy + l->passed);
    if (fabs(numerical) > fabs(s->energy_made)) s->energy_made = numerical;
    /* what may be nothing is below the warning, however little was moved */
    double nothing = ROUNDING * sim->watch.size + sim->watch.slip + energy_of_rest(sim);
    nothing += fmin(sim->ledger.blur, BLOW * s->largest_energy);
    sim->watch.nothing = nothing;
    double whole = s->energy_moved + nothing / WARNING;
    s->energy_error = whole > 0 ? fabs(s->energy_made) / whole : 0;
    s->doubtful = s->energy_error > DOUBT && follows_tolerance(sim);
}

void phk_sim_watch_energy(ph_sim *sim)
{
    /* what cannot be evaluated here, the next step will tell of */
    if (!sim->drive->evaluate(sim->drive, PHK_NOW)) take_in(sim);
}

void phk_sim_watch_step(ph_sim *sim)
{
    long long n = sim->stats.steps;
    bool early = (n & (n - 1)) == 0; /* 1, 2, 4, .. for runs of a few steps */
    if (early || n % EVERY == 0) phk_sim_watch_energy(sim);
}

/* ---- telling ---- */

/* "the integrator made 1 J of energy, where 3 J were moved" */
static int say_energy(const ph_stats *s, char *text, size_t size)
{
    return snprintf(text, size, "the integrator %s %.3g J of energy, where %.3g J were moved",
                    s->energy_made > 0 ? "made" : "lost", fabs(s->energy_made), s->energy_moved);
}

size_t ph_sim_verdict(const ph_sim *sim, char *text, size_t size)
{
    const ph_stats *s = &sim->stats;
    if (size > 0) *text = 0;
    if (!(s->energy_error > WARNING)) return 0;
    int length = say_energy(s, text, size);
    return length > 0 ? (size_t)length : 0;
}

/* Whether elements of a type are conservative by somebody's word: by a `potential` they are given,
 * or as a plug-in's. */
static bool is_claimed(const ph_force_type *type)
{
    for (const ph_field *f = type->fields; f && f->name; f++)
        if (strcmp(f->name, "potential") == 0) return true;
    for (int i = 0; i < ph_force_type_count(); i++)
        if (type == ph_force_type_get(i)) return false;
    return true;
}

/* An element whose potential may not be its own; NULL: there is none. */
static const char *find_claim(const phk_system *sys)
{
    for (int g = 0; g < sys->program->elements.groups; g++) {
        const phk_group *group = &sys->program->elements.group[g];
        if (!group->type->potential || !is_claimed(group->type)) continue;
        for (int e = 0; e < group->n; e++)
            if (group->work[e] == PH_WORK_CONSERVATIVE) return group->name[e];
    }
    return NULL;
}

/* With contacts, what would pass elsewhere. */
static void warn_of_contacts(const ph_sim *sim, ph_diag *diag)
{
    const ph_stats *s = &sim->stats;
    if (!sim->drive->contacts) return;
    const phk_energy_watch *w = &sim->watch;
    bool made = w->given > CONTACTS * s->energy_moved + w->slip + energy_of_rest(sim);
    if (!made && !(fabs(s->energy_made) > CONTACTS * s->energy_moved + w->nothing)) return;
    char text[120];
    ph_stats told = *s;
    if (made) told.energy_made = w->given;
    say_energy(&told, text, sizeof text);
    phk_warn(diag, PH_OK, phk_nowhere,
             follows_tolerance(sim) ? "tighten the tolerance until it is less than a hundredth"
                                    : "take smaller steps until it is less than a hundredth",
             "%s: its contacts are not resolved", text);
}

void phk_sim_warn_of_energy(const ph_sim *sim, ph_diag *diag)
{
    char verdict[120], hint[240];
    if (ph_sim_verdict(sim, verdict, sizeof verdict) == 0) {
        warn_of_contacts(sim, diag);
        return;
    }
    const char *cure = follows_tolerance(sim) ? "tighten the tolerance" : "take a smaller step";
    /* what rounding decides, a tolerance does not */
    bool rounded = sim->whole.tolerance > 0 && sim->stats.rounding > DOUBT;
    if (rounded) cure = "rounding decides here, no tolerance helps";
    const char *claim = find_claim(sim->system);
    snprintf(hint, sizeof hint, "%s", cure);
    if (claim)
        snprintf(hint, sizeof hint,
                 "%s; if that changes little, force `%.60s` may not be what its potential makes it",
                 cure, claim);
    phk_warn(diag, PH_OK, phk_nowhere, hint, "%s: the result %s", verdict,
             sim->stats.doubtful ? "is doubtful" : "is far from accurate");
}
