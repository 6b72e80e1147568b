/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mforce.c -- MFORCE: a load case of a flexible body, times an expression. Load cases are those of
 * the body's file of modes, counted from 1. JFLOAT is a floating marker: its part takes the
 * opposite of the resultant, at the same point of space; without it nothing does.
 */
#include "element/elements.h"
#include "flex/flex.h"
#include "io/adams/build/force.h"
#include "io/adams/build/frame.h"
#include "io/adams/read/readers.h"

static const char no_user[] = "modal loads of user's subroutines are not known; keep the load in "
                              "the file of modes, and give CASE_INDEX and SCALE";

const phk_arg phk_adams_mforce_args[] = {
    {"FLEX_BODY", PHK_ARG_ID, .of = "FLEX_BODY", .flags = PHK_ARG_REQUIRED},
    {"JFLOAT", PHK_ARG_ID, .of = "MARKER"},
    {"CASE_INDEX", PHK_ARG_NUMBER, .flags = 0},
    {"SCALE", PHK_ARG_FUNCTION, .flags = 0},
    {"FUNCTION", PHK_ARG_FUNCTION, .flags = PHK_ARG_REFUSED, .why = no_user},
    {"FORCE", PHK_ARG_FUNCTION, .flags = PHK_ARG_REFUSED, .why = no_user},
    {"ROUTINE", PHK_ARG_TEXT, .flags = PHK_ARG_REFUSED, .why = no_user},
    {.name = NULL}};

/* The name of the load case; NULL: there is none, which was reported. */
static const char *load_of(phk_deck *deck, const phk_statement *s, const phk_flex *flex)
{
    const phk_given *given = phk_arg_find(s, "CASE_INDEX");
    if (!given || !phk_arg_find(s, "SCALE")) {
        phk_deck_error(deck, PH_E_MISSING, s->keyword, "give CASE_INDEX = 1, SCALE = SIN(TIME)",
                       "MFORCE/%d does not say its load", s->id);
        return NULL;
    }
    const double k = given->number[0];
    for (int i = 0; i < flex->loads; i++)
        if (k == i + 1) return flex->load[i].name;
    phk_deck_error(deck, PH_E_RANGE, given->piece[0],
                   "loads are given when the body is reduced: `polhode reduce .. --load NAME=FILE`",
                   "there is no load case %g: the file of modes holds %d", k, flex->loads);
    return NULL;
}

void phk_adams_build_mforce(phk_deck *deck, const phk_statement *s)
{
    const phk_statement *body = phk_arg_target(s, "FLEX_BODY");
    const phk_deck_part *part = body ? phk_deck_part_of(deck, body) : NULL;
    const char *load = part ? load_of(deck, s, part->flex) : NULL;
    if (!load) return;
    phk_deck_force f = phk_deck_force_begin(deck, s, &phk_force_modal);
    phk_deck_force_on(&f, "on", body->name);
    phk_deck_force_text(&f, "load", load);
    if (phk_arg_find(s, "JFLOAT"))
        phk_deck_force_part_of(&f, "reaction", phk_arg_target(s, "JFLOAT"));
    phk_deck_force_function(&f, "scale", 0, "SCALE", (phk_function_role){NULL, s, NULL});
    phk_deck_force_add(&f);
}
