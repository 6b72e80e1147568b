/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gcon.c -- GCON: a constraint by an expression.
 */
#include "io/adams/read/args.h"
#include "io/adams/read/deck.h"
#include "io/adams/read/readers.h"

/* I is the marker whose reaction ADAMS writes to its results; it holds nothing. */
const phk_arg phk_adams_gcon_args[] = {
    ARG_MARKER("I"), {"FUNCTION", PHK_ARG_FUNCTION, .flags = PHK_ARG_REQUIRED}, ARG_END};

void phk_adams_build_gcon(phk_deck *deck, const phk_statement *s)
{
    /* Most of them are lengths; another quantity is only multiplied by a constant. Kept at zero it
     * is the same, and it is as large as the rows of joints it is solved with. */
    phk_function_role role = {.unit = "length_unit", .self = s};
    ph_expr equation = phk_deck_expression(deck, phk_arg_find(s, "FUNCTION")->piece[0], role);
    phk_deck_added(deck, ph_model_add_equation(deck->model, s->name, &equation), s, PHK_KIND_JOINT);
}
