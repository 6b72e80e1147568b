/* SPDX-License-Identifier: BSD-3-Clause
 *
 * settings.c -- ACCGRAV and INTEGRATOR.
 *
 * HHT is `hht`; every other integrator of ADAMS becomes `galpha`. ERROR bounds the local error in
 * the deck's unit of length and in radians: it is the tolerance, relative to that unit, and the
 * error of a second is to meet it, which is stricter than that of a step. A deck that gives none is
 * run with what ADAMS would take, 1e-3 of its unit of length (1e-5 with HHT), and the log says how
 * much that is. What belongs to ADAMS' own methods is left out, and the log says so.
 */
#include "io/adams/build/settings.h"

#include <math.h>
#include <string.h>
#include "base/diag.h"
#include "io/adams/read/args.h"
#include "io/adams/build/frame.h"
#include "io/adams/read/readers.h"

/* ---- ACCGRAV ---- */

const phk_arg phk_adams_accgrav_args[] = {ARG_NUMBER("IGRAV"), ARG_NUMBER("JGRAV"),
                                          ARG_NUMBER("KGRAV"), ARG_END};

/* A setting stands once in a deck. */
static bool is_first(phk_deck *deck, const phk_statement *s)
{
    if (phk_deck_next(deck, s->type->name, NULL) == s) return true;
    phk_deck_error(deck, PH_E_KEY, s->keyword, "leave one of them out",
                   "%s stands here for the second time", s->type->name);
    return false;
}

void phk_adams_build_accgrav(phk_deck *deck, const phk_statement *s)
{
    if (!is_first(deck, s)) return;
    double unit = deck->units.length / (deck->units.time * deck->units.time);
    ph_vec3 g = ph_v3(phk_in_si(phk_arg_number(s, "IGRAV", 0, 0), unit),
                      phk_in_si(phk_arg_number(s, "JGRAV", 0, 0), unit),
                      phk_in_si(phk_arg_number(s, "KGRAV", 0, 0), unit));
    if (ph_model_set_gravity(deck->model, g))
        phk_deck_error(deck, PH_E_NONFINITE, s->keyword, "give numbers below 1e150",
                       "this gravity is infinite, or its square is");
}

/* ---- INTEGRATOR ---- */

#define OTHER(name, kind, text)                                                                    \
    {                                                                                              \
        name, kind, .flags = PHK_ARG_UNUSED, .why = text                                           \
    }
static const char own[] = "it belongs to ADAMS' own methods";
const phk_arg phk_adams_integrator_args[] = {
    ARG_FLAG("GSTIFF"),
    ARG_FLAG("WSTIFF"),
    ARG_FLAG("HASTIFF"),
    ARG_FLAG("CONSTANT_BDF"),
    ARG_FLAG("SI2_GSTIFF"),
    ARG_FLAG("HHT"),
    ARG_FLAG("NEWMARK"),
    ARG_FLAG("ABAM"),
    ARG_FLAG("RKF45"),
    ARG_FLAG("DSTIFF"),
    ARG_FLAG("I3"),
    ARG_FLAG("SI1"),
    ARG_FLAG("SI2"),
    ARG_NUMBER("ERROR"),
    ARG_NUMBER("HMAX"),
    ARG_NUMBER("HMIN"),
    ARG_NUMBER("HINIT"),
    ARG_NUMBER("MAXIT"),
    ARG_NUMBER("ALPHA"),
    OTHER("BETA", PHK_ARG_NUMBER, own),
    OTHER("GAMMA", PHK_ARG_NUMBER, own),
    OTHER("KMAX", PHK_ARG_NUMBER, own),
    OTHER("FIXIT", PHK_ARG_NUMBER, own),
    OTHER("ADAPTIVITY", PHK_ARG_NUMBER, own),
    OTHER("SCALE", PHK_ARG_MIXED, own),
    OTHER("PATTERN", PHK_ARG_MIXED, own),
    OTHER("CORRECTOR", PHK_ARG_TEXTS, own),
    OTHER("INTERPOLATE", PHK_ARG_TEXTS, "output times are interpolated to the method's order"),
    ARG_END};

/* The name the deck has for its method. */
static const char *method_of(const phk_statement *s)
{
    for (const phk_arg *arg = phk_adams_integrator_args; arg->kind == PHK_ARG_FLAG; arg++)
        if (phk_arg_flag(s, arg->name)) return arg->name;
    return "GSTIFF";
}

/* A number above zero in its SI unit; 0: not given, or reported. */
static double positive(phk_deck *deck, const phk_statement *s, const char *name, double unit)
{
    const phk_given *given = phk_arg_find(s, name);
    if (!given) return 0;
    double value = phk_in_si(given->number[0], unit);
    if (value > 0 && isfinite(value)) return value;
    phk_deck_error(deck, PH_E_RANGE, given->piece[0], "give a number above zero",
                   "%s of the integrator is not above zero", name);
    return 0;
}

static void set(double *option, double value)
{
    if (value > 0) *option = value;
}

/* tolerances a run takes */
#define LEAST 1e-14
#define MOST  1.0

/* ERROR where a deck has none: of all methods, and of HHT */
#define USUAL     1e-3
#define USUAL_HHT 1e-5

/* An error in so long a unit, in radians, of a second. */
static void set_error(ph_options *o, double error, double length)
{
    o->tolerance = fmin(fmax(error, LEAST), MOST);
    o->scale[0] = length;
    o->scale[1] = o->scale[2] = 1;
}

void phk_deck_read_steps(phk_deck *deck, const phk_statement *s, ph_options *o)
{
    double time = deck->units.time, error = positive(deck, s, "ERROR", 1);
    set(&o->max_step, positive(deck, s, "HMAX", time));
    set(&o->min_step, positive(deck, s, "HMIN", time));
    set(&o->first_step, positive(deck, s, "HINIT", time));
    double most = positive(deck, s, "MAXIT", 1);
    if (most > 0) o->iterations = (int)fmin(ceil(most), 1000);
    if (error == 0) return;
    // units above a metre make no run coarser than ERROR itself
    set_error(o, error, fmin(deck->units.length, 1));
    if (o->tolerance != error)
        phk_deck_note(deck, phk_arg_find(s, "ERROR")->name, "ERROR becomes a tolerance of %g",
                      o->tolerance);
}

void phk_deck_set_tolerance(phk_deck *deck)
{
    ph_options o = deck->model->options;
    if (o.tolerance > 0 || o.step > 0) return;
    bool hht = o.integrator.text && strcmp(o.integrator.text, "hht") == 0;
    set_error(&o, hht ? USUAL_HHT : USUAL, fmin(deck->units.length, 1));
    phk_note_at(deck->diag, (ph_source){.file = deck->file},
                "the deck gives no ERROR: taken is that of ADAMS, %g %s and %g rad", o.tolerance,
                deck->units.length > 1 ? "m" : deck->units.length_name, o.tolerance);
    phk_deck_failed(deck, ph_model_set_options(deck->model, &o));
}

void phk_deck_read_integrator(phk_deck *deck, const phk_statement *s, ph_options *o)
{
    const phk_given *alpha = phk_arg_find(s, "ALPHA");
    bool hht = phk_arg_flag(s, "HHT");
    o->integrator = (ph_text){hht ? "hht" : "galpha", phk_deck_place(deck, s->keyword)};
    phk_deck_note(deck, s->keyword, "integrator %s becomes `%s`", method_of(s), o->integrator.text);
    o->alpha = NAN;
    if (alpha && !hht)
        phk_deck_note(deck, alpha->name, "ALPHA is not used: it belongs to HHT");
    else if (alpha && !(alpha->number[0] >= -1.0 / 3 && alpha->number[0] <= 0))
        phk_deck_error(deck, PH_E_RANGE, alpha->piece[0], "-0.3 is the default",
                       "ALPHA must lie between -1/3 and 0");
    else if (alpha)
        o->alpha = alpha->number[0];
    phk_deck_read_steps(deck, s, o);
}

void phk_adams_build_integrator(phk_deck *deck, const phk_statement *s)
{
    if (!is_first(deck, s)) return;
    ph_options options = deck->model->options;
    phk_deck_read_integrator(deck, s, &options);
    phk_deck_failed(deck, ph_model_set_options(deck->model, &options));
}
