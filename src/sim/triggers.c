/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The events of a model, when they happen: where a step has ended because an expression crosses
 * zero there, or because their time has come.
 *
 * All that happen at one time read the state before any of them acts. What they do decides how the
 * method goes on. Where forces alone jump it shifts what it knows (engine.h); where states do, it
 * starts anew; where joints open or close, the mechanism is put together as at the beginning of a
 * phase, with velocities that jump as in a blow without rebound. Then expressions may have jumped
 * over zero: those events happen at the same time, after the others.
 *
 * An event that happens again and again within no time would never let a run end; it is an error.
 */
#include <math.h>
#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "sim/sim.h"

enum { STAYED = 2, MOST_TOLD = 20, MOST_BURST = 8, MOST_ROUNDS = 100 };
#define NO_TIME                                                                                    \
    1e-6 /* of the run: MOST_BURST times within are too many. Bounces that shrink by a factor ten  \
            of time each are seen before rounding makes an end of them */

/* What is to follow. */
typedef enum { NOTHING, FORCES, STATES, JOINTS } effect;

/* ---- when ---- */

static double time_of(const ph_sim *sim, int e)
{
    const ph_event_def *def = sim->program->triggers.trigger[e].def;
    double first = isnan(def->first) ? sim->whole.start : def->first;
    return first + (double)sim->system->occurrence[e].count * def->every;
}

static bool is_timed(const ph_sim *sim, int e)
{
    return sim->program->triggers.trigger[e].guard < 0 && !phk_trigger_sleeps(sim->system, e);
}

double phk_sim_next_sample(const ph_sim *sim)
{
    double next = INFINITY;
    for (int e = 0; e < sim->program->triggers.n; e++)
        if (is_timed(sim, e)) next = fmin(next, time_of(sim, e));
    return next;
}

/* Times that differ by rounding are one. */
static bool is_due(const ph_sim *sim, int e)
{
    double every = sim->program->triggers.trigger[e].def->every;
    double slack = 1e-12 * every + 8 * DBL_EPSILON * fabs(sim->now.t);
    return is_timed(sim, e) && time_of(sim, e) <= sim->now.t + slack;
}

/* After an event its expression lies on zero. That it then goes back to where it came from is no
 * crossing, which is right for what bounces, and wrong for a relay that is to hold it there. */
static void note_return(ph_sim *sim, int e, int side, ph_diag *diag)
{
    phk_occurrence *o = &sim->system->occurrence[e];
    const phk_trigger *t = &sim->program->triggers.trigger[e];
    if (o->way == 0 || side == 0) return;
    if (side == -o->way && !o->back && sim->program->triggers.way[t->guard] == 0) {
        o->back = true;
        phk_warn(diag, PH_OK, t->def->where,
                 "say a `direction` if that is meant, as of a ball that bounces; a relay needs two "
                 "events, at two values",
                 "t = %.10g s: event `%s` sends `when` back to the side it came from, which is no "
                 "crossing",
                 o->last, t->name);
    }
    o->way = 0;
}

/* An event that counts what is near zero for zero, as SENSOR of decks with EQ, happens also where
 * its expression stays so near for a step: it may come there without ever crossing, as what comes
 * to rest. Once, until it has left. */
static void note_stay(phk_occurrence *o, double value, double within)
{
    if (!(fabs(value) <= within))
        o->inside = 0;
    else if (o->inside < STAYED && ++o->inside == STAYED)
        o->pending = 1;
}

void phk_sim_note_crossings(ph_sim *sim, ph_diag *diag)
{
    const phk_trigger_list *l = &sim->program->triggers;
    phk_guards *g = sim->drive->guards;
    if (!g) return;
    for (int k = 0; k < l->guards; k++) {
        phk_occurrence *o = &sim->system->occurrence[l->of_guard[k]];
        const ph_event_def *def = l->trigger[l->of_guard[k]].def;
        bool near = def->at_start && def->within > 0;
        if (g->crossings > 0 && g->crossed[k]) {
            o->way = g->crossed[k];
            if (!near || o->inside < STAYED) o->pending = o->way;
            o->inside = STAYED;
            continue;
        }
        if (near && g->crossings == 0) note_stay(o, g->value[k], def->within);
        if (phk_trigger_sleeps(sim->system, l->of_guard[k]))
            o->way = 0;
        else
            note_return(sim, l->of_guard[k], g->side[k], diag);
    }
}

/* ---- the log ---- */

typedef struct {
    char text[400];
    size_t used;
} line;

static void put(line *l, const char *format, ...) PH_PRINTF(2, 3);
static void put(line *l, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(l->text + l->used, sizeof l->text - l->used, format, list);
    va_end(list);
    if (n > 0) l->used += (size_t)n;
    if (l->used >= sizeof l->text) l->used = sizeof l->text - 1;
}

static void put_names(line *l, const char *verb, const ph_names *names)
{
    for (int i = 0; i < names->count; i++)
        put(l, "%s%s",
            i         ? ", "
            : l->used ? "; "
                      : "",
            i ? "" : verb),
            put(l, "`%s`", names->name[i].text);
}

/* What an event does, in words. */
static void describe(const ph_sim *sim, const phk_trigger *t, line *l)
{
    const ph_event_def *def = t->def;
    if (def->message.text) put(l, "%s", def->message.text);
    if (l->used) return;
    put_names(l, "activates ", &def->activate);
    put_names(l, "deactivates ", &def->deactivate);
    for (int i = 0; i < t->targets; i++)
        put(l, "%s`%s` = %.6g",
            i         ? ", "
            : l->used ? "; sets "
                      : "sets ",
            def->set[i].name.text, sim->system->trigger_value[t->target[i].formula]);
    if (def->restart) put(l, "%srestart", l->used ? "; " : "");
    if (def->end_phase) put(l, "%sends the phase", l->used ? "; " : "");
    if (def->stop) put(l, "%sstops the run", l->used ? "; " : "");
}

/* One by times is told of where it has a message. */
static void tell(const ph_sim *sim, int e, ph_diag *diag)
{
    const phk_trigger *t = &sim->program->triggers.trigger[e];
    long long count = sim->system->occurrence[e].count;
    line l = {.used = 0};
    if (count > MOST_TOLD || (t->guard < 0 && !t->def->message.text)) return;
    describe(sim, t, &l);
    char value[60] = "";
    if (t->guard >= 0)
        snprintf(value, sizeof value, ", value %.3g", sim->system->trigger_value[t->when]);
    const char *label = phk_list_label(&sim->model->list[PHK_KIND_EVENT], e);
    char name[160];
    snprintf(name, sizeof name, label ? "%s (%.80s)" : "%s `%.80s`", label ? label : "event",
             t->name);
    phk_note(diag, "%s at t = %.10g s%s%s%s%s", name, sim->now.t, value, l.used ? ": " : "", l.text,
             count == MOST_TOLD ? "; it is not told of any more" : "");
}

/* ---- what happens ---- */

static ph_status refuse_chatter(const ph_sim *sim, int e, ph_diag *diag)
{
    const phk_trigger *t = &sim->program->triggers.trigger[e];
    const phk_occurrence *o = &sim->system->occurrence[e];
    return phk_error(diag, PH_E_SOLVE, t->def->where,
                     "let what it does carry `when` away from zero, switch back at another value "
                     "than forth, or say `once: yes`",
                     "t = %.10g s: event `%s` has happened %d times within %.3g s: it chatters",
                     sim->now.t, t->name, o->burst, sim->now.t - o->since);
}

/* Counts it; an error if it happens too often. */
static ph_status count(ph_sim *sim, int e, ph_diag *diag)
{
    phk_occurrence *o = &sim->system->occurrence[e];
    double span = sim->whole.end - sim->whole.start;
    o->count++;
    o->pending = 0;
    o->last = sim->now.t;
    if (sim->program->triggers.trigger[e].guard < 0) return PH_OK;
    sim->happened = true;
    if (!(sim->now.t - o->since <= NO_TIME * (isfinite(span) ? span : 1))) {
        o->since = sim->now.t;
        o->burst = 0;
    }
    return ++o->burst >= MOST_BURST ? refuse_chatter(sim, e, diag) : PH_OK;
}

static bool switches(const ph_event_def *def)
{
    return def->activate.count + def->deactivate.count > 0;
}

static effect effect_of(const phk_trigger *t)
{
    bool anew = t->def->restart || t->def->next_step > 0;
    effect most = anew ? STATES : switches(t->def) || t->targets ? FORCES : NOTHING;
    for (int i = 0; i < t->targets; i++)
        if (t->target[i].state) most = STATES;
    return t->moves ? JOINTS : most;
}

/* States, parameters and what is active become what the event says. */
static void act(ph_sim *sim, const phk_trigger *t)
{
    phk_system *sys = sim->system;
    for (int i = 0; i < t->targets; i++) {
        double value = sys->trigger_value[t->target[i].formula];
        *(t->target[i].state ? &sim->now.x[t->target[i].index]
                             : &sys->setting[t->target[i].index]) = value;
        sys->sets++;
    }
    phk_system_activate(sys, &t->def->activate, true);
    phk_system_activate(sys, &t->def->deactivate, false);
}

/* Those that were asleep and are awake now lie anywhere: which way they leave is to be seen. */
static void wake(ph_sim *sim, const bool *slept)
{
    for (int e = 0; e < sim->program->triggers.n; e++)
        if (slept[e] && !phk_trigger_sleeps(sim->system, e) &&
            sim->program->triggers.trigger[e].guard >= 0)
            sim->system->occurrence[e].last = sim->now.t;
}

/* What is held at a place or a speed must not be thrown off it: constraints that read what was set
 * say by how much they have been. */
static ph_status change(ph_sim *sim, effect what, ph_diag *diag)
{
    phk_sim_drive *drive = sim->drive;
    if (what != FORCES) drive->halt(drive);
    return what == JOINTS ? phk_sim_change_engine(sim, diag) : drive->jump(drive, true, diag);
}

/* What they set must be numbers. */
static ph_status check_values(const ph_sim *sim, const int *list, int n, ph_diag *diag)
{
    const phk_trigger_list *l = &sim->program->triggers;
    for (int i = 0; i < n; i++) {
        const phk_trigger *t = &l->trigger[list[i]];
        for (int k = 0; k < t->targets; k++) {
            int formula = t->target[k].formula;
            double *value = &sim->system->trigger_value[formula];
            if (isfinite(*value)) continue;
            ph_status status = phk_system_formula(sim->system, &l->formula[formula], value);
            if (status) return phk_system_explain(sim->system, status, diag);
        }
    }
    return PH_OK;
}

/* All events that are to happen now, at once. */
static ph_status happen(ph_sim *sim, const int *list, int n, effect what, ph_diag *diag)
{
    phk_system *sys = sim->system;
    const phk_trigger *trigger = sim->program->triggers.trigger;
    ph_energy before, after;
    ph_status status = ph_sim_energy(sim, &before);
    if (status) return phk_system_explain(sys, status, diag);
    if (what == FORCES) status = sim->drive->jump(sim->drive, false, diag);
    if (status) return status;
    phk_system_get_actives(sys, sim->actives);
    for (int e = 0; e < sim->program->triggers.n; e++) sim->slept[e] = phk_trigger_sleeps(sys, e);
    for (int i = 0; i < n; i++) act(sim, &trigger[list[i]]);
    wake(sim, sim->slept);
    status = change(sim, what, diag);
    if (status) {
        phk_system_put_actives(sys, sim->actives);
        return status;
    }
    status = ph_sim_energy(sim, &after);
    if (status) return phk_system_explain(sys, status, diag);
    char name[120];
    snprintf(name, sizeof name, "event `%.90s`", trigger[list[0]].name);
    phk_sim_book(sim, &before, &after, name, diag);
    return PH_OK;
}

/* The values of all guards. */
static void get_guards(const ph_sim *sim, double *value)
{
    const phk_trigger_list *l = &sim->program->triggers;
    for (int k = 0; k < l->guards; k++)
        value[k] = sim->system->trigger_value[l->trigger[l->of_guard[k]].when];
}

/* Guards that have jumped over zero are to happen, too. */
static ph_status follow(ph_sim *sim, const double *before, ph_diag *diag)
{
    const phk_trigger_list *l = &sim->program->triggers;
    ph_status status = sim->drive->ask(sim->drive, diag);
    for (int k = 0; !status && k < l->guards; k++) {
        int e = l->of_guard[k];
        double now = sim->system->trigger_value[l->trigger[e].when];
        int side = (now > 0) - (now < 0), was = (before[k] > 0) - (before[k] < 0);
        if (sim->system->occurrence[e].last == sim->now.t || phk_trigger_sleeps(sim->system, e))
            continue;
        if (side && was && side != was && (l->way[k] == 0 || l->way[k] == side))
            sim->system->occurrence[e].pending = side;
    }
    return status;
}

/* What follows from the events that have happened for the run: its rows, its next step, its end or
 * that of its phase. */
static ph_status end(ph_sim *sim, const int *list, int n, ph_diag *diag)
{
    bool stop = false, phase = false;
    for (int i = 0; i < n; i++) {
        const ph_event_def *def = sim->program->triggers.trigger[list[i]].def;
        stop |= def->stop;
        phase |= def->end_phase;
    }
    for (int i = 0; i < n; i++) {
        const ph_event_def *def = sim->program->triggers.trigger[list[i]].def;
        if (def->rows_every > 0) sim->rows_every = def->rows_every;
        if (def->next_step > 0) sim->drive->first = def->next_step;
    }
    bool last = sim->phase + 1 >= sim->phases;
    if (stop || (phase && last)) sim->over = true;
    if (!phase || last || stop) return PH_OK;
    ph_status status = phk_sim_next_phase(sim, diag);
    return status ? status : phk_sim_start_triggers(sim, diag);
}

/* Which are to happen now. */
static int list_pending(ph_sim *sim, effect *what)
{
    const phk_trigger_list *l = &sim->program->triggers;
    int n = 0;
    *what = NOTHING;
    for (int e = 0; e < l->n; e++) {
        if (!sim->system->occurrence[e].pending && !is_due(sim, e)) continue;
        sim->pending[n++] = e;
        effect one = effect_of(&l->trigger[e]);
        if (one > *what) *what = one;
    }
    return n;
}

ph_status phk_sim_apply_triggers(ph_sim *sim, ph_diag *diag)
{
    ph_status status = PH_OK;
    effect what;
    if (sim->program->triggers.n == 0 || sim->direction < 0) return PH_OK;
    for (int round = 0, n; !status && (n = list_pending(sim, &what)) > 0; round++) {
        status = sim->drive->ask(sim->drive, diag);
        if (!status) get_guards(sim, sim->guard_value);
        if (!status) status = check_values(sim, sim->pending, n, diag);
        for (int i = 0; !status && i < n; i++) {
            status = count(sim, sim->pending[i], diag);
            if (!status) tell(sim, sim->pending[i], diag);
        }
        if (!status && round == MOST_ROUNDS) status = refuse_chatter(sim, sim->pending[0], diag);
        if (!status && what != NOTHING) status = happen(sim, sim->pending, n, what, diag);
        if (!status) status = end(sim, sim->pending, n, diag);
        if (!status && what != NOTHING) status = follow(sim, sim->guard_value, diag);
        if (!status && what != NOTHING) status = phk_sim_start_triggers(sim, diag);
    }
    return status;
}

/* ---- the start ---- */

static ph_status make_room(ph_sim *sim)
{
    size_t n = (size_t)sim->program->triggers.n + 1;
    sim->pending = phk_arena_alloc(&sim->arena, n * sizeof *sim->pending);
    sim->slept = phk_arena_alloc(&sim->arena, n * sizeof *sim->slept);
    sim->guard_value = phk_arena_alloc(&sim->arena, n * sizeof *sim->guard_value);
    return sim->pending && sim->slept && sim->guard_value ? PH_OK : PH_E_NOMEM;
}

ph_status phk_sim_plan_triggers(ph_sim *sim)
{
    const phk_trigger_list *l = &sim->program->triggers;
    for (int e = 0; e < l->n; e++) {
        const ph_event_def *def = l->trigger[e].def;
        double over = isnan(def->first) ? 0 : (sim->whole.start - def->first) / def->every;
        if (l->trigger[e].guard < 0 && over > 0)
            sim->system->occurrence[e].count = (long long)ceil(over - 1e-9);
    }
    return make_room(sim);
}

ph_status phk_sim_start_triggers(ph_sim *sim, ph_diag *diag)
{
    const phk_trigger_list *l = &sim->program->triggers;
    phk_occurrence *o = sim->system->occurrence;
    bool any = false;
    for (int e = 0; e < l->n; e++) any |= l->trigger[e].def->at_start && !o[e].met && !o[e].off;
    if (!any) return PH_OK;
    ph_status status = sim->drive->ask(sim->drive, diag);
    for (int k = 0; !status && k < l->guards; k++) {
        int e = l->of_guard[k];
        double value = sim->system->trigger_value[l->trigger[e].when];
        bool here = fabs(value) <= l->trigger[e].def->within || value * l->way[k] > 0;
        if (phk_trigger_sleeps(sim->system, e) || o[e].met) continue;
        if (l->trigger[e].def->at_start && here) {
            o[e].pending = 1;
            o[e].inside = STAYED;
        }
        o[e].met = true;
    }
    return status;
}
