/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A rotation method drives the simulation: free bodies, equal steps, started anew after a step of
 * another size.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "sim/drive_rot.h"

typedef struct {
    phk_sim_drive base;
    phk_rot *rot;
    bool load_failed;
    double *power;               /* [accounts] [W] at the last load call of the step before */
    double *call[PHK_ROT_CALLS]; /* [accounts] [W] at the calls of this step */
    double *mean;                /* [accounts] [W] of the step */
    double *rates;               /* [6 ld] of output rows */
} drive_rot;

/* Loads of all bodies for the integrator; also the power, for the ledger. */
static ph_status load(void *self, phk_rot *rot, double t, const phk_rot_point *p, int call)
{
    drive_rot *d = self;
    ph_sim *sim = d->base.sim;
    double *s = rot->s;
    size_t ld = (size_t)rot->ld;
    phk_view view = {.x = s + (size_t)p->x * ld,
                     .q = s + (size_t)p->q * ld,
                     .v = s + (size_t)p->v * ld,
                     .w = s + (size_t)p->w * ld,
                     .stride = rot->ld};
    ph_status status =
        phk_system_loads(sim->system, t, &view, s + PHK_F * ld, s + PHK_T * ld, NULL);
    if (status < 0)
        d->load_failed = true;
    else
        phk_ledger_powers(&sim->ledger, sim->system, call < 0 ? d->power : d->call[call]);
    return status;
}

/* Work of this step by the method's own quadrature of the powers at its load calls. */
static void book_work(drive_rot *d, double h)
{
    const phk_rot *rot = d->rot;
    const phk_rot_method *m = rot->method;
    phk_ledger *l = &d->base.sim->ledger;
    if (l->accounts == 0) return;
    /* implicit methods repeat one call, so it keeps number 0 */
    int last = m->info.traits & PH_IMPLICIT ? 0 : m->info.calls_per_step - 1;
    /* a list of its own for the way back makes the same calls in the opposite order */
    bool mirrored = rot->reversed && m->reverse;
    for (int i = 0; i < l->accounts; i++) {
        d->mean[i] = m->carry * d->power[i];
        for (int k = 0; k <= last; k++)
            d->mean[i] += m->weight[mirrored ? last - k : k] * d->call[k][i];
        d->power[i] = d->call[last][i];
    }
    phk_ledger_add(l, h, d->mean);
}

static ph_status explain(const drive_rot *d, ph_status status, ph_diag *diag)
{
    const phk_rot *rot = d->rot;
    const ph_sim *sim = d->base.sim;
    if (d->load_failed) return phk_system_explain(sim->system, status, diag);
    /* the spin before the step: what an iteration that diverged ended with says nothing */
    int i = rot->failed_body;
    phk_view bodies = phk_sim_bodies(sim);
    double turn = i < 0 ? 0 : fabs(rot->h) * ph_norm(phk_view_spin(&bodies, i));
    const char *body = i < 0 ? "?" : ph_model_body_name(sim->model, i);
    char hint[120] = "the motion has become unstable: try a smaller step";
    if (status == PH_E_SOLVE && rot->load && rot->method->info.traits & PH_IMPLICIT)
        snprintf(hint, sizeof hint,
                 "its iteration converges where the loads change little within "
                 "a step: try a smaller one");
    /* what is lost has become fast long after the step was too large */
    else if (status == PH_E_SOLVE && turn > 0.5 && turn < 1e3)
        snprintf(hint, sizeof hint, "a step below %.2g s turns the body by less than half a radian",
                 0.5 / turn * fabs(rot->h));
    const char *what = status == PH_E_SOLVE ? "found no solution for" : "lost";
    return phk_error(diag, status, phk_nowhere, hint,
                     "t = %.10g s: integrator `%s` %s body `%s`; h|omega| = %.4g rad in a step of "
                     "%g s",
                     sim->now.t, rot->method->info.name, what, body, turn, rot->h);
}

static void halt(phk_sim_drive *drive)
{
    if (!drive->fresh) phk_rot_halt(((drive_rot *)drive)->rot);
    drive->fresh = true;
}

/* At the end of a step, where contacts remember. Was it so long that a body could pass through
 * another? */
static ph_status settle_contacts(phk_sim_drive *drive, double h)
{
    ph_sim *sim = drive->sim;
    ph_status status = drive->evaluate(drive, PHK_NOW);
    if (status) return status;
    const phk_pool_frames at = phk_system_shapes(sim->system);
    sim->stats.leapt += h > phk_pool_ahead(&sim->system->pool, &at);
    return PH_OK;
}

static ph_status advance(phk_sim_drive *drive, double h, double target, ph_diag *diag)
{
    drive_rot *d = (drive_rot *)drive;
    ph_sim *sim = drive->sim;
    bool shortened = fabs(h) != sim->h;
    if (shortened) halt(drive);
    if (drive->fresh) {
        phk_rot_begin(d->rot, sim->now.t, h);
        sim->stats.restarts++;
    }
    d->load_failed = false;
    drive->h = h;
    phk_ledger_keep(&sim->ledger);
    ph_status status = phk_rot_step(d->rot);
    sim->stats.force_evaluations = d->rot->calls;
    sim->stats.iterations = d->rot->iterations;
    if (status < 0) return explain(d, status, diag);
    drive->fresh = false;
    sim->stats.steps++;
    book_work(d, h);
    sim->now.t = target;
    if (shortened) halt(drive);
    /* the last call was not at its end */
    return sim->program->contacts.sets ? settle_contacts(drive, h) : PH_OK;
}

static double next_time(const phk_sim_drive *drive)
{
    const phk_rot *rot = ((const drive_rot *)drive)->rot;
    if (drive->fresh) return drive->sim->now.t + drive->sim->direction * drive->sim->h;
    return rot->t0 + (double)(rot->k + 1) * rot->h;
}

static ph_status make_room(phk_sim_drive *drive)
{
    ph_sim *sim = drive->sim;
    size_t size = PHK_STATE_SLOTS * (size_t)drive->seating.stride * sizeof(double);
    if (!sim->shown.q) sim->shown.q = sim->shown.v = phk_arena_alloc(&sim->arena, size);
    return sim->shown.q ? PH_OK : PH_E_NOMEM;
}

static void keep(phk_sim_drive *drive)
{
    ph_sim *sim = drive->sim;
    size_t size = PHK_STATE_SLOTS * (size_t)drive->seating.stride;
    memcpy(sim->before.q, sim->now.q, size * sizeof(double));
    sim->before.t = sim->now.t;
}

static ph_status strike(phk_sim_drive *drive, double sign, ph_diag *diag)
{
    (void)diag;
    const double *linear = drive->blow.linear, *angular = drive->blow.angular;
    const phk_rot *rot = ((drive_rot *)drive)->rot;
    int ld = rot->ld;
    double *v = rot->s + PHK_V * (size_t)ld, *w = rot->s + PHK_W * (size_t)ld;
    for (int i = 0; i < rot->n; i++) {
        double mass_inverse = rot->c[PHK_MASS_INVERSE * (size_t)ld + (size_t)i];
        ph_vec3 kick = ph_sym3_mul(phk_rot_inertia_inverse(rot, i), phk_column3(angular, ld, i));
        phk_put_column3(
            v, ld, i,
            ph_axpy(phk_column3(v, ld, i), sign * mass_inverse, phk_column3(linear, ld, i)));
        phk_put_column3(w, ld, i, ph_axpy(phk_column3(w, ld, i), sign, kick));
    }
    return PH_OK;
}

static void set(phk_sim_drive *drive, int body, ph_vec3 x, ph_vec3 v, ph_quat q, ph_vec3 w)
{
    phk_rot_set_state(((drive_rot *)drive)->rot, body, x, v, q, w);
}

static ph_status reverse(phk_sim_drive *drive)
{
    if (!drive->fresh) phk_rot_reverse(((drive_rot *)drive)->rot);
    return PH_OK;
}

static ph_status evaluate(phk_sim_drive *drive, phk_moment when)
{
    const ph_sim *sim = drive->sim;
    const phk_state *state = when == PHK_NOW ? &sim->now : &sim->before;
    phk_view bodies = phk_sim_view(sim, state);
    return phk_system_evaluate(sim->system, state->t, &bodies);
}

/* How far the quaternions are from norm 1: the one constraint there is without joints. */
static double violation_of(const phk_view *s, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(ph_quat_norm(phk_view_turn(s, i)) - 1));
    return most;
}

static ph_status look(phk_sim_drive *drive, double t, bool within, ph_diag *diag)
{
    const drive_rot *d = (drive_rot *)drive;
    ph_sim *sim = drive->sim;
    phk_system *sys = sim->system;
    phk_view *s = &drive->seen.bodies;
    int ld = drive->seating.stride;
    if (within)
        phk_columns_within(sys->program->bodies, ld, &sim->before, &sim->now, t, &sim->shown);
    *s = phk_sim_view(sim, within ? &sim->shown : &sim->now);
    /* loads become rates in the same place */
    double *acc = d->rates, *alpha = d->rates + 3 * (size_t)ld;
    ph_status status = phk_system_loads(sys, t, s, acc, alpha, NULL);
    if (!status) status = phk_system_answer(sys, t);
    if (status < 0) return phk_system_explain(sys, status, diag);
    for (int i = 0; i < sys->program->bodies; i++) {
        ph_vec3 w = phk_view_spin(s, i),
                spin = ph_cross(w, ph_sym3_mul(sys->program->inertia[i], w));
        double mass_inverse = sys->program->pivot[i] ? 0 : 1 / sys->program->mass[i];
        phk_put_column3(acc, ld, i, ph_scale(mass_inverse, phk_column3(acc, ld, i)));
        phk_put_column3(alpha, ld, i,
                        ph_sym3_mul(phk_rot_inertia_inverse(d->rot, i),
                                    ph_sub(phk_column3(alpha, ld, i), spin)));
    }
    drive->seen.violation = violation_of(s, sys->program->bodies);
    return PH_OK;
}

static void store(phk_sim_drive *drive, phk_store *s, ph_diag *diag)
{
    (void)diag;
    drive_rot *d = (drive_rot *)drive;
    ph_sim *sim = drive->sim;
    size_t slots = PHK_STATE_SLOTS * (size_t)d->rot->ld, accounts = (size_t)sim->ledger.accounts;
    phk_rot_store(d->rot, s);
    phk_store_doubles(s, sim->before.q, slots);
    phk_store_doubles(s, d->power, accounts);
    PHK_STORE_EACH(s, PHK_PART(sim->now.t), PHK_PART(sim->before.t), PHK_PART(drive->fresh),
                   PHK_PART(drive->h));
}

static void free_drive(phk_sim_drive *drive)
{
    phk_rot_free(((drive_rot *)drive)->rot);
    free(drive);
}

static void set_bodies(drive_rot *d)
{
    const ph_sim *sim = d->base.sim;
    for (int i = 0; i < sim->system->program->bodies; i++) {
        const ph_body_def *b = &phk_bodies(sim->model)[i];
        phk_rot_set_constants(d->rot, i, b->has_pivot ? 0 : sim->program->mass[i],
                              sim->program->inertia[i]);
        phk_rot_set_state(d->rot, i, b->has_pivot ? b->pivot : b->position,
                          b->has_pivot ? ph_v3(0, 0, 0) : b->velocity, b->orientation, b->omega);
    }
    if (!phk_program_is_free(sim->program)) {
        d->rot->load = load;
        d->rot->load_self = d;
    }
}

static bool has_impulses(const phk_program *program)
{
    for (int i = 0; i < program->events; i++)
        if (program->event[i].kind == PHK_EVENT_IMPULSE) return true;
    return false;
}

static ph_status allocate(drive_rot *d)
{
    ph_sim *sim = d->base.sim;
    size_t ld = (size_t)d->rot->ld, rates = 6 * ld * sizeof(double);
    size_t accounts = ((size_t)sim->ledger.accounts + 1) * sizeof(double);
    phk_blow *blow = &d->base.blow;
    blow->size = has_impulses(sim->program) ? 6 * ld : 0;
    blow->linear = phk_arena_alloc(&sim->arena, (blow->size + 1) * sizeof(double));
    d->rates = phk_arena_alloc(&sim->arena, rates);
    d->power = phk_arena_alloc(&sim->arena, accounts);
    d->mean = phk_arena_alloc(&sim->arena, accounts);
    bool good = d->rates && blow->linear && d->power && d->mean;
    for (int k = 0; k < PHK_ROT_CALLS; k++) {
        d->call[k] = phk_arena_alloc(&sim->arena, accounts);
        good = good && d->call[k];
    }
    if (!good) return PH_E_NOMEM;
    d->base.seen.linear = d->rates;
    d->base.seen.angular = d->rates + 3 * ld;
    if (blow->size) blow->angular = blow->linear + 3 * ld;
    sim->now.q = sim->now.v = d->rot->s;
    /* the method keeps it anyway, in case the step fails */
    sim->before.q = sim->before.v = d->rot->backup;
    return PH_OK;
}

ph_status phk_drive_rot_create(ph_sim *sim, const phk_rot_method *method, phk_sim_drive **out)
{
    *out = NULL;
    drive_rot *d = calloc(1, sizeof *d);
    if (!d) return PH_E_NOMEM;
    bool loaded = !phk_program_is_free(sim->program);
    ph_status status = phk_rot_create(method, sim->system->program->bodies, loaded, &d->rot);
    if (status) {
        free(d);
        return status;
    }
    size_t ld = (size_t)d->rot->ld;
    d->base = (phk_sim_drive){.sim = sim,
                              .seating = {.place = PHK_X * ld,
                                          .turn = PHK_Q * ld,
                                          .speed = PHK_V * ld,
                                          .spin = PHK_W * ld,
                                          .stride = d->rot->ld},
                              .fresh = true,
                              .advance = advance,
                              .next_time = next_time,
                              .make_room = make_room,
                              .keep = keep,
                              .halt = halt,
                              .strike = strike,
                              .set = set,
                              .reverse = reverse,
                              .evaluate = evaluate,
                              .look = look,
                              .store = store,
                              .free = free_drive};
    *out = &d->base;
    if (allocate(d)) return PH_E_NOMEM;
    set_bodies(d);
    return PH_OK;
}
