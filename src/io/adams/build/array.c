/* SPDX-License-Identifier: BSD-3-Clause
 *
 * array.c -- ARRAY, PINPUT, POUTPUT and STRING: lists that functions read by ARYVAL, PINVAL and
 * POUVAL, and texts. Nothing of the model is made of them; what they hold is looked up where a
 * function names them.
 */
#include "io/adams/read/deck.h"
#include "io/adams/read/readers.h"

const phk_arg phk_adams_array_args[] = {
    {"IC", .kind = PHK_ARG_FLAG},
    {"U", .kind = PHK_ARG_FLAG},
    {"X", .kind = PHK_ARG_FLAG},
    {"Y", .kind = PHK_ARG_FLAG},
    {"NUMBERS", .kind = PHK_ARG_NUMBER, .least = 1, .most = -1},
    {"VARIABLES", .kind = PHK_ARG_ID, .of = "VARIABLE", .least = 1, .most = -1},
    {"SIZE", .kind = PHK_ARG_NUMBER},
    {.name = NULL}};

const phk_arg phk_adams_pinput_args[] = {{"VARIABLES", .kind = PHK_ARG_ID, .of = "VARIABLE",
                                          .least = 1, .most = -1, .flags = PHK_ARG_REQUIRED},
                                         {.name = NULL}};

const phk_arg phk_adams_string_args[] = {{"STRING", .kind = PHK_ARG_TEXT}, {.name = NULL}};

/* U holds variables, IC (and an array of no kind) numbers; X and Y are filled by the element that
 * refers to them. */
void phk_adams_build_array(phk_deck *deck, const phk_statement *s)
{
    static const char *const kind[] = {"IC", "U", "X", "Y"};
    int kinds = 0;
    for (int k = 0; k < 4; k++) kinds += phk_arg_flag(s, kind[k]);
    if (kinds > 1) {
        phk_deck_error(deck, PH_E_MODEL, s->keyword, "keep one of IC, U, X and Y",
                       "ARRAY/%d is of several kinds", s->id);
        return;
    }
    if (phk_arg_flag(s, "X") || phk_arg_flag(s, "Y")) return;
    const char *content = phk_arg_flag(s, "U") ? "VARIABLES" : "NUMBERS";
    const phk_given *list = phk_arg_find(s, content), *size = phk_arg_find(s, "SIZE");
    if (!list)
        phk_deck_error(deck, PH_E_MISSING, s->keyword, NULL, "ARRAY/%d has no %s", s->id, content);
    else if (size && size->number[0] != list->count)
        phk_deck_error(deck, PH_E_MODEL, size->name, "SIZE may be left out",
                       "ARRAY/%d holds %d %s, not %g", s->id, list->count, content,
                       size->number[0]);
}
