/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sensor.c -- SENSOR: an event where FUNCTION comes to VALUE.
 *
 *   EQ   FUNCTION - VALUE crosses zero, is within ERROR of it at the start, or stays so for a step
 *   GE   FUNCTION rises to VALUE - ERROR, or is above at the start
 *   LE   FUNCTION falls to VALUE + ERROR, or is below at the start
 *
 * RETURN ends the SIMULATE at hand, which is a phase; HALT ends the run; RESTART and STEPSIZE start
 * the integrator anew; DT changes the distance of rows. EVALUATE is kept in a parameter, which
 * SENVAL reads and which is 0 until then. Where it happens there is a row in any case (PRINT),
 * found within steps, not by the choice of steps (BISECTION). A sensor that stays active acts once,
 * when it becomes so.
 */
#include "io/adams/read/args.h"
#include "io/adams/read/deck.h"
#include "io/adams/read/readers.h"

static const char own_matrix[] = "how matrices are factored is looked after in every step";

const phk_arg phk_adams_sensor_args[] = {
    {"FUNCTION", .kind = PHK_ARG_FUNCTION, .flags = PHK_ARG_REQUIRED},
    ARG_NUMBER("VALUE"),
    ARG_NUMBER("ERROR"),
    ARG_FLAG("EQ"),
    ARG_FLAG("GE"),
    ARG_FLAG("LE"),
    ARG_FLAG("PRINT"),
    ARG_FLAG("RESTART"),
    ARG_NUMBER("STEPSIZE"),
    ARG_NUMBER("DT"),
    ARG_FLAG("RETURN"),
    ARG_FLAG("HALT"),
    {"CODGEN", .kind = PHK_ARG_FLAG, .flags = PHK_ARG_UNUSED, .why = own_matrix},
    {"YYDUMP", .kind = PHK_ARG_FLAG, .flags = PHK_ARG_UNUSED,
     .why = "it prints ADAMS' own inner state"},
    {"BISECTION", .kind = PHK_ARG_FLAG, .flags = PHK_ARG_UNUSED,
     .why = "events are placed within steps by a search of their own"},
    {"EVALUATE", .kind = PHK_ARG_FUNCTION},
    ARG_TEXT("ROUTINE"),
    ARG_END};

const char *phk_deck_sensor_value(phk_deck *deck, const phk_statement *s)
{
    /* one that a command has made keeps the value of the deck's */
    const phk_statement *first = phk_deck_find(deck, "SENSOR", s->id);
    return phk_deck_print(deck, "%s_value", first ? first->name : s->name);
}

/* Which way, and how far from VALUE. */
static void put_comparison(phk_deck *deck, const phk_statement *s, ph_event_def *def)
{
    static const char *const word[] = {"EQ", "GE", "LE"};
    double value = phk_arg_number(s, "VALUE", 0, 0), error = phk_arg_number(s, "ERROR", 0, 1e-3);
    int kinds = 0;
    for (int k = 0; k < 3; k++) {
        kinds += phk_arg_flag(s, word[k]);
        if (phk_arg_flag(s, word[k])) def->direction = k;
    }
    if (kinds > 1)
        phk_deck_error(deck, PH_E_MODEL, s->keyword, "keep one of EQ, GE and LE",
                       "SENSOR/%d compares in several ways", s->id);
    if (error < 0)
        phk_deck_error(deck, PH_E_RANGE, phk_arg_find(s, "ERROR")->name, NULL,
                       "ERROR of SENSOR/%d must not be negative", s->id);
    def->within = def->direction == 0 ? error : 0;
    double at = value + (def->direction == 1 ? -error : def->direction == 2 ? error : 0);
    def->when.text = phk_deck_print(deck, "%s - (%.17g)", def->when.text, at);
    if (def->when.where.length > 0) def->when.where.length = -def->when.where.length;
}

/* A time in the deck's units, above zero; 0: not given, or wrong, which was reported. */
static double time_of(phk_deck *deck, const phk_statement *s, const char *name)
{
    const phk_given *given = phk_arg_find(s, name);
    if (!given) return 0;
    if (given->number[0] > 0) return given->number[0] * deck->units.time;
    phk_deck_error(deck, PH_E_RANGE, given->name, NULL, "%s of SENSOR/%d must be above zero", name,
                   s->id);
    return 0;
}

static void put_actions(phk_deck *deck, const phk_statement *s, ph_event_def *def)
{
    static const char *const word[] = {"HALT", "RETURN",   "RESTART", "STEPSIZE",
                                       "DT",   "EVALUATE", "PRINT"};
    const char *all = "";
    for (size_t k = 0; k < sizeof word / sizeof *word; k++)
        if (phk_arg_find(s, word[k]))
            all = phk_deck_print(deck, "%s%s%s", all, *all ? ", " : "", word[k]);
    def->stop = phk_arg_flag(s, "HALT");
    def->end_phase = phk_arg_flag(s, "RETURN");
    def->restart = phk_arg_flag(s, "RESTART");
    def->next_step = time_of(deck, s, "STEPSIZE");
    def->rows_every = time_of(deck, s, "DT");
    def->message = (ph_text){*all ? all : NULL, def->where};
    if (!*all) phk_deck_note(deck, s->keyword, "SENSOR/%d does nothing but write a row", s->id);
}

void phk_adams_build_sensor(phk_deck *deck, const phk_statement *s)
{
    const phk_given *function = phk_arg_find(s, "FUNCTION"), *value = phk_arg_find(s, "EVALUATE");
    if (!function) return;
    ph_event_def def;
    phk_kind_default(PHK_KIND_EVENT, &def);
    def.where = phk_deck_place(deck, s->keyword);
    def.when = phk_deck_expression(deck, function->piece[0], (phk_function_role){.self = s});
    def.at_start = 1;
    put_comparison(deck, s, &def);
    put_actions(deck, s, &def);
    ph_setting set = {.name = {phk_deck_sensor_value(deck, s), def.where}};
    if (value) {
        set.value = phk_deck_expression(deck, value->piece[0], (phk_function_role){.self = s});
        def.set = &set;
        def.count = 1;
        if (phk_deck_find(deck, "SENSOR", s->id) == s)
            phk_deck_failed(deck, ph_model_add_parameter(deck->model, set.name.text, 0));
    }
    phk_deck_added(deck, ph_model_add_event(deck->model, s->name, &def), s, PHK_KIND_EVENT);
}
