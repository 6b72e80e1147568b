/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vforce.c -- VFORCE, VTORQUE and GFORCE: forces and torques by their components.
 *
 * They act on the part of I, at I, with components along the axes of RM, or of ground; FXYZ and
 * TXYZ give all three as a vector. JFLOAT is a floating marker, which always lies where I does: its
 * part takes the opposite load at that point of space.
 */
#include "element/elements.h"
#include "io/adams/build/force.h"
#include "io/adams/read/readers.h"

#define COMPONENTS(F)                                                                              \
    {F "X", .kind = PHK_ARG_FUNCTION}, {F "Y", .kind = PHK_ARG_FUNCTION},                          \
        {F "Z", .kind = PHK_ARG_FUNCTION},                                                         \
    {                                                                                              \
        F "XYZ", .kind = PHK_ARG_FUNCTION                                                          \
    }
#define PLACES                                                                                     \
    {"I", .kind = PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED},                          \
        {"JFLOAT", .kind = PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED},                 \
        {"RM", .kind = PHK_ARG_ID, .of = "MARKER"}, {"FUNCTION", .kind = PHK_ARG_FUNCTION},        \
    {                                                                                              \
        "ROUTINE", .kind = PHK_ARG_TEXT                                                            \
    }

const phk_arg phk_adams_vforce_args[] = {PLACES, COMPONENTS("F"), {.name = NULL}};
const phk_arg phk_adams_vtorque_args[] = {PLACES, COMPONENTS("T"), {.name = NULL}};
const phk_arg phk_adams_gforce_args[] = {PLACES, COMPONENTS("F"), COMPONENTS("T"), {.name = NULL}};

static const char *const f_name[] = {"FX", "FY", "FZ"}, *const t_name[] = {"TX", "TY", "TZ"};
static const char *const f_user[] = {"_fx", "_fy", "_fz"}, *const t_user[] = {"_tx", "_ty", "_tz"};

/* The components are given one by one, or a user's routine makes them all: FUNCTION = USER(..). */
static bool has_components(phk_deck *deck, const phk_statement *s, bool torque)
{
    const phk_given *user = phk_arg_find(s, "FUNCTION");
    bool given = phk_arg_find(s, "FXYZ") || phk_arg_find(s, "TXYZ");
    for (int k = 0; k < 6; k++) {
        const char *all = k < 3 ? "FXYZ" : "TXYZ";
        const phk_given *one = phk_arg_find(s, k < 3 ? f_name[k] : t_name[k - 3]);
        if (one && phk_arg_find(s, all)) {
            phk_deck_error(deck, PH_E_MODEL, one->name, "keep the vector or its components",
                           "%s/%d has %s as well", s->type->name, s->id, all);
            return false;
        }
        given = given || one;
    }
    const char *hint = torque ? "give TX=..\\ TY=..\\ TZ=.." : "give FX=..\\ FY=..\\ FZ=..";
    if (user && given)
        phk_deck_error(deck, PH_E_MODEL, user->name, "keep FUNCTION or the components",
                       "%s/%d has both", s->type->name, s->id);
    else if (user && (user->piece[0].length < 4 ||
                      !phk_abbreviates(deck->text + user->piece[0].at, 4, "USER", 4)))
        phk_deck_error(deck, PH_E_MODEL, user->piece[0], hint,
                       "FUNCTION of %s/%d is USER(..), or nothing", s->type->name, s->id);
    else if (!user && !given)
        phk_deck_error(deck, PH_E_MODEL, s->keyword, hint, "%s/%d has no component", s->type->name,
                       s->id);
    else
        return !user || phk_deck_open_routine(deck, s, user->name);
    return false;
}

/* Force or torque: one vector, three components, or a user's routine for each. */
static void put(phk_deck_force *f, const char *field, const char *vector, const char *const *name,
                const char *const *user, const char *unit)
{
    const phk_statement *s = f->statement;
    const phk_given *all = phk_arg_find(s, vector);
    ph_expr part[3];
    if (all) phk_deck_vector(f->deck, all->piece[0], (phk_function_role){unit, s, NULL}, part);
    for (int k = 0; k < 3; k++) {
        phk_function_role role = {unit, s, user[k]};
        if (all)
            phk_deck_force_expr(f, field, k, part[k]);
        else
            phk_deck_force_function(f, field, k, phk_arg_find(s, "FUNCTION") ? "FUNCTION" : name[k],
                                    role);
    }
}

static void build(phk_deck *deck, const phk_statement *s, const ph_force_type *type, bool force,
                  bool torque)
{
    if (!has_components(deck, s, torque)) return;
    phk_deck_force f = phk_deck_force_begin(deck, s, type);
    phk_deck_force_marker(&f, "on", phk_arg_target(s, "I"));
    phk_deck_force_part_of(&f, "reaction", phk_arg_target(s, "JFLOAT"));
    if (phk_arg_target(s, "RM")) phk_deck_force_marker(&f, "axes_of", phk_arg_target(s, "RM"));
    if (force) put(&f, "force", "FXYZ", f_name, f_user, "force_unit");
    if (torque) put(&f, "torque", "TXYZ", t_name, t_user, "force_unit*length_unit");
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
