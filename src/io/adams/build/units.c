/* SPDX-License-Identifier: BSD-3-Clause
 *
 * units.c -- UNITS: what the numbers of a deck are measured in.
 *
 * A deck names all four units, or a system of them, or none but the constant UCF of
 * force * UCF = mass * acceleration. Force and mass need not belong together (pounds of both): as
 * every number is converted to SI by itself, no constant is left over. With UCF alone the numbers
 * pass for metres, seconds and kilograms, and the unit of force is what the constant makes it.
 */
#include <math.h>
#include "io/adams/read/args.h"
#include "io/adams/read/deck.h"
#include "io/adams/read/readers.h"

/* exact by definition: the foot, the inch, the pound and the standard fall */
#define FOOT  0.3048
#define INCH  0.0254
#define POUND 0.45359237
#define FALL  9.80665
#define LBF   (POUND * FALL)

/* word in the deck, name for show, size in SI */
#define LENGTHS(X)                                                                                 \
    X("ANGSTROM", "A", 1e-10)                                                                      \
    X("CENTIMETER", "cm", 1e-2)                                                                    \
    X("FOOT", "ft", FOOT)                                                                          \
    X("INCH", "in", INCH)                                                                          \
    X("KILOMETER", "km", 1e3)                                                                      \
    X("METER", "m", 1)                                                                             \
    X("MICROINCH", "uin", 1e-6 * INCH)                                                             \
    X("MICROMETER", "um", 1e-6)                                                                    \
    X("MILE", "mi", 5280 * FOOT)                                                                   \
    X("MILLIMETER", "mm", 1e-3)                                                                    \
    X("MILS", "mil", 1e-3 * INCH)                                                                  \
    X("NANOMETER", "nm", 1e-9)                                                                     \
    X("YARD", "yd", 3 * FOOT)
#define MASSES(X)                                                                                  \
    X("GRAM", "g", 1e-3)                                                                           \
    X("KILOGRAM", "kg", 1)                                                                         \
    X("KPOUND_MASS", "klbm", 1e3 * POUND)                                                          \
    X("MICROGRAM", "ug", 1e-9)                                                                     \
    X("MILLIGRAM", "mg", 1e-6)                                                                     \
    X("NANOGRAM", "ng", 1e-12)                                                                     \
    X("OUNCE_MASS", "ozm", POUND / 16)                                                             \
    X("POUND_MASS", "lbm", POUND)                                                                  \
    X("SLINCH", "slinch", LBF / INCH)                                                              \
    X("SLUG", "slug", LBF / FOOT)                                                                  \
    X("TONNE", "t", 1e3)                                                                           \
    X("US_TON", "ton", 2e3 * POUND)
#define FORCES(X)                                                                                  \
    X("CENTINEWTON", "cN", 1e-2)                                                                   \
    X("DYNE", "dyn", 1e-5)                                                                         \
    X("KILOGRAM_FORCE", "kgf", FALL)                                                               \
    X("KNEWTON", "kN", 1e3)                                                                        \
    X("KPOUND_FORCE", "klbf", 1e3 * LBF)                                                           \
    X("MEGANEWTON", "MN", 1e6)                                                                     \
    X("MICRONEWTON", "uN", 1e-6)                                                                   \
    X("MILLINEWTON", "mN", 1e-3)                                                                   \
    X("NANONEWTON", "nN", 1e-9)                                                                    \
    X("NEWTON", "N", 1)                                                                            \
    X("OUNCE_FORCE", "ozf", LBF / 16)                                                              \
    X("POUNDAL", "pdl", POUND *FOOT)                                                               \
    X("POUND_FORCE", "lbf", LBF)
#define TIMES(X)                                                                                   \
    X("DAY", "d", 86400)                                                                           \
    X("HOUR", "h", 3600)                                                                           \
    X("MICROSECONDS", "us", 1e-6)                                                                  \
    X("MILLISECONDS", "ms", 1e-3)                                                                  \
    X("MINUTE", "min", 60)                                                                         \
    X("NANOSECONDS", "ns", 1e-9)                                                                   \
    X("SECONDS", "s", 1)

typedef struct {
    const char *name;
    double size;
} unit;

#define WORD(word, name, size) word,
#define UNIT(word, name, size) {name, size},
static const char *const length_words[] = {LENGTHS(WORD) NULL};
static const char *const mass_words[] = {MASSES(WORD) NULL};
static const char *const force_words[] = {FORCES(WORD) NULL};
static const char *const time_words[] = {TIMES(WORD) NULL};
static const unit lengths[] = {LENGTHS(UNIT)}, masses[] = {MASSES(UNIT)}, forces[] = {FORCES(UNIT)},
                  times[] = {TIMES(UNIT)};
#undef WORD
#undef UNIT

static const char *const system_words[] = {"CGS", "FPS", "IPS", "MKS", "NONE", NULL};
static const phk_deck_units systems[] = {
    {1e-2, 1, 1e-5, 1e-3, "cm", "s", "dyn", "g"},
    {FOOT, 1, LBF, POUND, "ft", "s", "lbf", "lbm"},
    {INCH, 1, LBF, POUND, "in", "s", "lbf", "lbm"},
    {1, 1, 1, 1, "m", "s", "N", "kg"},
    {1, 1, 1, 1, "", "", "", ""},
};

const phk_arg phk_adams_units_args[] = {{"FORCE", PHK_ARG_WORD, .words = force_words},
                                        {"LENGTH", PHK_ARG_WORD, .words = length_words},
                                        {"MASS", PHK_ARG_WORD, .words = mass_words},
                                        {"TIME", PHK_ARG_WORD, .words = time_words},
                                        {"SYSTEM", PHK_ARG_WORD, .words = system_words},
                                        ARG_NUMBER("UCF"),
                                        ARG_END};

/* All four of them, or what is missing is an error. */
static void take_units(phk_deck *deck, const phk_statement *s)
{
    static const char *const names[] = {"LENGTH", "TIME", "FORCE", "MASS"};
    static const unit *const tables[] = {lengths, times, forces, masses};
    unit found[4];
    for (int k = 0; k < 4; k++) {
        int word = phk_arg_word(s, names[k], -1);
        if (word < 0) {
            phk_deck_error(deck, PH_E_MISSING, s->keyword,
                           "name FORCE, MASS, LENGTH and TIME, or a SYSTEM, or UCF alone",
                           "UNITS has no %s", names[k]);
            return;
        }
        found[k] = tables[k][word];
    }
    deck->units = (phk_deck_units){found[0].size, found[1].size, found[2].size, found[3].size,
                                   found[0].name, found[1].name, found[2].name, found[3].name};
}

static void take_constant(phk_deck *deck, const phk_given *ucf)
{
    double constant = ucf->number[0];
    if (!(constant > 0) || !isfinite(constant)) {
        phk_deck_error(deck, PH_E_RANGE, ucf->piece[0],
                       "it is mass times acceleration over force, of the units of the deck",
                       "UCF must be above zero");
        return;
    }
    deck->units = systems[4];
    deck->units.force = constant;
}

/* Expressions read those units that are not 1 from parameters. */
static void add_parameters(phk_deck *deck, const phk_statement *s)
{
    const struct {
        const char *name;
        double value;
    } parameter[] = {{"length_unit", deck->units.length},
                     {"time_unit", deck->units.time},
                     {"force_unit", deck->units.force},
                     {"mass_unit", deck->units.mass}};
    for (int k = 0; k < 4; k++)
        if (parameter[k].value != 1)
            phk_deck_added(
                deck, ph_model_add_parameter(deck->model, parameter[k].name, parameter[k].value), s,
                PHK_KIND_PARAMETER);
}

void phk_adams_build_units(phk_deck *deck, const phk_statement *s)
{
    if (phk_deck_next(deck, "UNITS", NULL) != s) {
        phk_deck_error(deck, PH_E_KEY, s->keyword, "one UNITS holds for all of the deck",
                       "UNITS stands here for the second time");
        return;
    }
    const phk_given *ucf = phk_arg_find(s, "UCF");
    int system = phk_arg_word(s, "SYSTEM", -1);
    if ((ucf || system >= 0) && s->count > 1) {
        phk_deck_error(deck, PH_E_KEY, s->keyword,
                       "name FORCE, MASS, LENGTH and TIME, or a SYSTEM, or UCF alone",
                       "%s goes with no other argument", ucf ? "UCF" : "SYSTEM");
        return;
    }
    if (ucf)
        take_constant(deck, ucf);
    else if (system >= 0)
        deck->units = systems[system];
    else
        take_units(deck, s);
    add_parameters(deck, s);
}
