/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sforce.c -- SFORCE: a force or torque by one expression.
 *
 * Between I and J a force acts along the line that joins them, positive when it pushes them apart,
 * and a torque about the z axis of J (that of I is to be parallel to it), on I by the right-hand
 * rule and oppositely on J. With ACTIONONLY the load acts on I alone, along or about z of J,
 * wherever J's part carries that axis.
 */
#include "element/elements.h"
#include "io/adams/build/force.h"
#include "io/adams/read/readers.h"

const phk_arg phk_adams_sforce_args[] = {
    {"TRANSLATIONAL", .kind = PHK_ARG_FLAG},
    {"ROTATIONAL", .kind = PHK_ARG_FLAG},
    {"ACTIONONLY", .kind = PHK_ARG_FLAG},
    {"I", .kind = PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED},
    {"J", .kind = PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED},
    {"FUNCTION", .kind = PHK_ARG_FUNCTION, .flags = PHK_ARG_REQUIRED},
    {"ROUTINE", .kind = PHK_ARG_TEXT},
    {.name = NULL}};

/* `direction` of an axial_force and of an axial_torque */
enum { FORCE_LINE = 0, FORCE_Z = 3, TORQUE_Z = 2 };

void phk_adams_build_sforce(phk_deck *deck, const phk_statement *s)
{
    bool turns = phk_arg_flag(s, "ROTATIONAL"), alone = phk_arg_flag(s, "ACTIONONLY");
    if (turns == phk_arg_flag(s, "TRANSLATIONAL")) {
        phk_deck_error(deck, PH_E_MODEL, s->keyword,
                       "a force is TRANSLATIONAL, a torque ROTATIONAL",
                       "SFORCE/%d is %s TRANSLATIONAL %s ROTATIONAL", s->id,
                       turns ? "both" : "neither", turns ? "and" : "nor");
        return;
    }
    const phk_statement *i = phk_arg_target(s, "I"), *j = phk_arg_target(s, "J");
    phk_deck_force f =
        phk_deck_force_begin(deck, s, turns ? &phk_force_axial_torque : &phk_force_axial);
    phk_deck_force_marker(&f, "on", i);
    if (!alone) phk_deck_force_marker(&f, "reaction", j);
    if (turns || alone) phk_deck_force_marker(&f, "axes_of", j);
    phk_deck_force_word(&f, "direction", turns ? TORQUE_Z : alone ? FORCE_Z : FORCE_LINE);
    phk_function_role role = {turns ? "force_unit*length_unit" : "force_unit", s, NULL};
    phk_deck_force_function(&f, turns ? "torque" : "force", 0, "FUNCTION", role);
    phk_deck_force_add(&f);
}
