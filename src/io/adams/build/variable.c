/* SPDX-License-Identifier: BSD-3-Clause
 *
 * variable.c -- VARIABLE: an algebraic variable, in the units of the deck.
 *
 * V = FUNCTION, which may read V itself: the model then solves for it. With IMPLICIT it is
 * 0 = FUNCTION, which is the same as V = V + FUNCTION. IC is a first guess of such a V. Where a
 * FUNCTION is 0/0, as many are at rest, ADAMS goes on with 0; so does a run here, with a warning.
 */
#include <string.h>
#include "io/adams/read/deck.h"
#include "io/adams/read/readers.h"

const phk_arg phk_adams_variable_args[] = {
    {"FUNCTION", .kind = PHK_ARG_FUNCTION, .flags = PHK_ARG_REQUIRED},
    {"IC", .kind = PHK_ARG_NUMBER},
    {"IMPLICIT", .kind = PHK_ARG_FLAG},
    {"ROUTINE", .kind = PHK_ARG_TEXT},
    {.name = NULL}};

void phk_adams_build_variable(phk_deck *deck, const phk_statement *s)
{
    const phk_given *function = phk_arg_find(s, "FUNCTION");
    if (!function) return;
    ph_expr value = phk_deck_expression(deck, function->piece[0], (phk_function_role){.self = s});
    if (phk_arg_flag(s, "IMPLICIT"))
        value.text = phk_deck_print(deck, "%s + (%s)", s->name, value.text);
    ph_variable_def def = {.where = value.where,
                           .value = value,
                           .start = phk_arg_number(s, "IC", 0, 0),
                           .undefined = strchr(value.text, '/') != NULL};
    phk_deck_added(deck, ph_model_add(deck->model, "variable", s->name, &def), s,
                   PHK_KIND_VARIABLE);
}
