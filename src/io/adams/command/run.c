/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run.c -- SIMULATE and INTEGRATOR as commands, and the run they make.
 */
#include <math.h>
#include <string.h>
#include "base/diag.h"
#include "io/adams/read/args.h"
#include "io/adams/command/command.h"
#include "io/adams/build/settings.h"
#include "mech/model/options.h"

const phk_arg phk_command_simulate_args[] = {
    ARG_FLAG("DYNAMICS"),
    ARG_FLAG("TRANSIENT"),
    ARG_FLAG("KINEMATICS"),
    ARG_FLAG("INITIAL_CONDITIONS"),
    ARG_FLAG("STATICS"),
    ARG_FLAG("EQUILIBRIUM"),
    ARG_FLAG("ACCELERATION"), /* how far the search for initial conditions goes */
    ARG_FLAG("DISPLACEMENT"),
    ARG_FLAG("VELOCITY"),
    ARG_NUMBER("END"),
    ARG_NUMBER("DURATION"),
    ARG_NUMBER("DTOUT"),
    ARG_NUMBER("STEPS"),
    {"UPTO", PHK_ARG_MIXED, .flags = PHK_ARG_REFUSED, .why = "give END or DURATION"},
    ARG_END};

/* A number above zero in SI; 0: not given, or reported. */
static double positive(phk_script *script, const phk_statement *s, const char *name, double unit)
{
    const phk_given *given = phk_arg_find(s, name);
    if (!given) return 0;
    double value = unit * given->number[0];
    if (value > 0 && isfinite(value)) return value;
    phk_deck_error(&script->text, PH_E_RANGE, given->piece[0], "give a number above zero",
                   "%s of SIMULATE is not above zero", name);
    return 0;
}

/* Two arguments of which one may be given. */
static bool both(phk_script *script, const phk_statement *s, const char *first, const char *second)
{
    const phk_given *given = phk_arg_find(s, second);
    if (!phk_arg_find(s, first) || !given) return false;
    phk_deck_error(&script->text, PH_E_KEY, given->name, "leave one of them out",
                   "SIMULATE has both %s and %s", first, second);
    return true;
}

/* A sensor may end simulations before their END: the next may have the same, or an earlier one. */
static bool returns(const phk_deck *deck)
{
    for (const phk_statement *s = NULL; (s = phk_deck_next(deck, "SENSOR", s));)
        if (phk_arg_flag(s, "RETURN")) return true;
    return false;
}

/* Where it ends: at the present time, an equilibrium, or nothing but a row. */
static double read_end(phk_script *script, const phk_statement *s, bool rest)
{
    const phk_given *given = phk_arg_find(s, "END");
    double unit = script->text.units.time, end = NAN;
    if (both(script, s, "END", "DURATION")) return NAN;
    /* a sensor may have ended what was before: then that is the present time */
    if (rest && !given && !phk_arg_find(s, "DURATION"))
        return returns(&script->deck) ? script->text.model->options.start : script->time;
    if (!given && !phk_arg_find(s, "DURATION")) {
        phk_deck_error(&script->text, PH_E_MISSING, s->keyword,
                       "e.g. SIMULATE/DYNAMIC, END = 1.0, STEPS = 100",
                       "SIMULATE needs END or DURATION");
        return NAN;
    }
    if (!given) {
        double duration = positive(script, s, "DURATION", unit);
        return duration > 0 ? script->time + duration : NAN;
    }
    end = unit * given->number[0];
    /* the same END twice is a row, no more */
    if (fabs(end - script->time) <= 1e-12 * fabs(end)) return script->time;
    if ((end > script->time || returns(&script->deck)) && isfinite(end)) return end;
    phk_deck_error(&script->text, PH_E_RANGE, given->piece[0],
                   "END counts from time 0, DURATION from where the last simulation has ended",
                   "END is before %g, where the simulation begins", script->time / unit);
    return NAN;
}

static void read_rows(phk_script *script, const phk_statement *s, ph_options *o)
{
    const phk_given *steps = phk_arg_find(s, "STEPS");
    if (both(script, s, "STEPS", "DTOUT")) return;
    o->every = positive(script, s, "DTOUT", script->text.units.time);
    if (!steps) return;
    double count = steps->number[0];
    if (count >= 1 && count <= 1e9 && count == floor(count))
        o->rows = (int)count;
    else
        phk_deck_error(&script->text, PH_E_RANGE, steps->piece[0], "give a whole number above zero",
                       "STEPS is the number of output steps, not %g", count);
}

static void add_phase(phk_script *script)
{
    phk_deck *text = &script->text;
    if (script->changed) phk_script_note_change(script);
    ph_phase_def *larger =
        phk_arena_grow(&text->arena, script->phase, (size_t)script->phases, sizeof *larger);
    if (!larger) {
        phk_deck_failed(text, PH_E_NOMEM);
        return;
    }
    script->phase = larger;
    larger[script->phases++] = script->next;
    script->time = fmax(script->time, script->next.options.end);
    script->next = (ph_phase_def){.options = ph_default_options()};
}

void phk_command_simulate(phk_script *script, const phk_statement *s)
{
    bool dynamic = phk_arg_flag(s, "DYNAMICS") || phk_arg_flag(s, "TRANSIENT");
    bool kinematic = phk_arg_flag(s, "KINEMATICS");
    bool rest = phk_arg_flag(s, "STATICS") || phk_arg_flag(s, "EQUILIBRIUM");
    bool assemble = phk_arg_flag(s, "INITIAL_CONDITIONS");
    if (dynamic + kinematic + rest + assemble != 1) {
        phk_deck_error(&script->text, PH_E_MISSING, s->keyword,
                       "SIMULATE/STATIC, /DYNAMIC, /TRANSIENT, /KINEMATICS or /INITIAL_CONDITIONS",
                       "SIMULATE needs one kind of simulation");
        return;
    }
    if (assemble) { /* every run begins with it */
        script->assembly = s->keyword;
        return;
    }
    ph_phase_def *next = &script->next;
    next->where = next->options.where = phk_deck_place(&script->text, s->keyword);
    next->options.analysis = rest ? PH_STATIC : kinematic ? PH_KINEMATIC : -1;
    next->options.end = read_end(script, s, rest);
    if (phk_arg_find(s, "DURATION")) next->duration = next->options.end - script->time;
    read_rows(script, s, &next->options);
    if (!isnan(next->options.end)) add_phase(script);
}

/* What is not given stays, the method too. */
void phk_command_integrator(phk_script *script, const phk_statement *s)
{
    ph_options *o = &script->next.options;
    const phk_given *alpha = phk_arg_find(s, "ALPHA");
    bool method = false;
    for (int i = 0; i < s->count; i++) method = method || s->given[i].arg->kind == PHK_ARG_FLAG;
    if (method)
        phk_deck_read_integrator(&script->text, s, o);
    else
        phk_deck_read_steps(&script->text, s, o);
    if (alpha && !method)
        phk_deck_error(&script->text, PH_E_MISSING, alpha->name, "INTEGRATOR/HHT, ALPHA = -0.1",
                       "ALPHA needs the method it belongs to");
}

/* As in ADAMS no step is longer than the time between two outputs, unless HMAX says. */
static void limit_steps(phk_script *script)
{
    double limit = script->text.model->options.max_step, begin = script->text.model->options.start;
    for (int i = 0; i < script->phases; i++) {
        ph_options *o = &script->phase[i].options;
        double rows = o->every > 0 ? o->every : o->rows > 0 ? (o->end - begin) / o->rows : 0;
        if (o->max_step > 0) limit = o->max_step;
        if (limit == 0 && rows > 0 && o->analysis <= PH_DYNAMIC) o->max_step = rows;
        begin = o->end;
    }
}

void phk_script_finish(phk_script *script)
{
    phk_deck *text = &script->text;
    ph_options o = text->model->options;
    phk_deck_add_delays(&script->deck);
    limit_steps(script);
    if (script->phases == 0 && script->assembly.length == 0)
        phk_deck_note(text, (phk_piece){0, 0},
                      "no SIMULATE: what is to be run must be said, by a command or with --end");
    if (script->phases == 0 && script->assembly.length > 0) {
        /* the model as it is put together, and no motion */
        script->next.options.end = o.start;
        script->next.where = phk_deck_place(text, script->assembly);
        add_phase(script);
    }
    if (script->phases == 1 && script->switches == 0 && script->phase[0].options.end > o.start) {
        phk_options_go_on(&o, &script->phase[0].options, NULL, NULL);
        o.where = script->phase[0].options.where;
        phk_deck_failed(text, ph_model_set_options(text->model, &o));
        return;
    }
    for (int i = 0; i < script->phases; i++)
        phk_deck_failed(text, ph_model_add_phase(text->model, &script->phase[i]));
}
