/* SPDX-License-Identifier: BSD-3-Clause
 *
 * diff.c -- DIFF: a first-order differential equation, its variable in the units of the deck.
 *
 * DIF1 = FUNCTION, or 0 = FUNCTION with IMPLICIT. DIF1 is a derivative by the deck's own time; that
 * of the state is by seconds: the rate is FUNCTION over the unit of time. The second number of IC
 * is a first guess of DIF1, which the equation settles.
 */
#include "io/adams/read/deck.h"
#include "io/adams/read/readers.h"

const phk_arg phk_adams_diff_args[] = {
    {"FUNCTION", .kind = PHK_ARG_FUNCTION, .flags = PHK_ARG_REQUIRED},
    {"IC", .kind = PHK_ARG_NUMBER, .least = 1, .most = 2},
    {"IMPLICIT", .kind = PHK_ARG_FLAG},
    {"STATIC_HOLD", .kind = PHK_ARG_FLAG},
    {"DYNAMIC_HOLD", .kind = PHK_ARG_FLAG},
    {"ROUTINE", .kind = PHK_ARG_TEXT},
    {.name = NULL}};

void phk_adams_build_diff(phk_deck *deck, const phk_statement *s)
{
    const phk_given *function = phk_arg_find(s, "FUNCTION");
    if (!function) return;
    ph_state_def def = ph_default_state();
    def.where = phk_deck_place(deck, s->keyword);
    def.initial = phk_arg_number(s, "IC", 0, 0);
    def.static_hold = phk_arg_flag(s, "STATIC_HOLD");
    def.guess = phk_arg_number(s, "IC", 1, 0) / deck->units.time;
    if (phk_arg_flag(s, "DYNAMIC_HOLD"))
        def.rate =
            phk_deck_expression_text(deck, "0", function->name, (phk_function_role){.self = s});
    else if (phk_arg_flag(s, "IMPLICIT"))
        def.equation =
            phk_deck_expression(deck, function->piece[0], (phk_function_role){.self = s});
    else
        def.rate = phk_deck_expression(deck, function->piece[0],
                                       (phk_function_role){"1/time_unit", s, NULL});
    /* an equation that does not read DIF1 is algebraic */
    if (def.equation.text && !phk_reads_rate(def.equation.text, s->name)) {
        ph_status status =
            phk_model_add_algebraic(deck->model, s->name, &def.equation, def.initial);
        phk_deck_added(deck, status, s, PHK_KIND_VARIABLE);
        return;
    }
    phk_deck_added(deck, ph_model_add_state(deck->model, s->name, &def), s, PHK_KIND_STATE);
}
