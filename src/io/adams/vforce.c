/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vforce.c -- VFORCE, VTORQUE and GFORCE: forces and torques by their components.
 *
 * They act on the part of I, at I, with components along the axes of RM, or of
 * ground. JFLOAT is a floating
 * marker, which always lies where I does: its part takes the opposite load at that point of space.
 */
#include "element/elements.h"
#include "io/adams/force.h"
#include "io/adams/readers.h"

static const char user_routine[] = "a user's subroutine makes all components at once";
static const char vector_functions[] = "vector functions are not known; give the components";

#define COMPONENTS(F)                                                                              \
    {F "X", .kind = PHK_ARG_FUNCTION}, {F "Y", .kind = PHK_ARG_FUNCTION},                          \
        {F "Z", .kind = PHK_ARG_FUNCTION},                                                         \
    {                                                                                              \
        F "XYZ", .kind = PHK_ARG_FUNCTION, .flags = PHK_ARG_REFUSED, .why = vector_functions       \
    }
#define PLACES                                                                                     \
    {"I", .kind = PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED},                          \
        {"JFLOAT", .kind = PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED},                 \
        {"RM", .kind = PHK_ARG_ID, .of = "MARKER"},                                                \
        {"FUNCTION", .kind = PHK_ARG_FUNCTION, .flags = PHK_ARG_REFUSED, .why = user_routine},     \
    {                                                                                              \
        "ROUTINE", .kind = PHK_ARG_TEXT, .flags = PHK_ARG_REFUSED, .why = user_routine             \
    }

const phk_arg phk_adams_vforce_args[] = {PLACES, COMPONENTS("F"), {.name = NULL}};
const phk_arg phk_adams_vtorque_args[] = {PLACES, COMPONENTS("T"), {.name = NULL}};
const phk_arg phk_adams_gforce_args[] = {PLACES, COMPONENTS("F"), COMPONENTS("T"), {.name = NULL}};

static void build(phk_deck *deck, const phk_statement *s, const ph_force_type *type, bool force,
                  bool torque)
{
    static const char *const f_name[] = {"FX", "FY", "FZ"}, *const t_name[] = {"TX", "TY", "TZ"};
    phk_deck_force f = phk_deck_force_begin(deck, s, type);
    phk_deck_force_marker(&f, "on", phk_arg_target(s, "I"));
    phk_deck_force_part_of(&f, "reaction", phk_arg_target(s, "JFLOAT"));
    if (phk_arg_target(s, "RM")) phk_deck_force_marker(&f, "axes_of", phk_arg_target(s, "RM"));
    int given = 0;
    for (int k = 0; k < 3; k++) {
        given += phk_arg_find(s, f_name[k]) || phk_arg_find(s, t_name[k]);
        if (force) phk_deck_force_function(&f, "force", k, f_name[k], "force_unit");
        if (torque) phk_deck_force_function(&f, "torque", k, t_name[k], "force_unit*length_unit");
    }
    if (!given)
        phk_deck_error(deck, PH_E_MODEL, s->keyword,
                       torque ? "give TX=..\\ TY=..\\ TZ=.." : "give FX=..\\ FY=..\\ FZ=..",
                       "%s/%d has no component", s->type->name, s->id);
    phk_deck_force_add(&f);
}

void phk_adams_build_vforce(phk_deck *deck, const phk_statement *s)
{
    build(deck, s, &phk_force_force, true, false);
}

void phk_adams_build_vtorque(phk_deck *deck, const phk_statement *s)
{
    build(deck, s, &phk_force_torque, false, true);
}

void phk_adams_build_gforce(phk_deck *deck, const phk_statement *s)
{
    build(deck, s, &phk_force_general, true, true);
}
