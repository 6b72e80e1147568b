/* SPDX-License-Identifier: BSD-3-Clause
 *
 * springdamper.c -- SPRINGDAMPER: a linear spring and damper, along the line between I and J or
 * about their z axes.
 *
 *   F = FORCE - K (r - LENGTH) - C r',      positive when it pushes I and J apart
 *   T = TORQUE - KT (a - ANGLE) - CT a',    on I about z; a is the angle from x of J to x of I
 *
 * ADAMS asks for parallel z axes, and counts turns; so does `torsion_spring`.
 */
#include "element/elements.h"
#include "io/adams/build/force.h"
#include "io/adams/read/readers.h"

const phk_arg phk_adams_springdamper_args[] = {
    {"TRANSLATIONAL", .kind = PHK_ARG_FLAG},
    {"ROTATIONAL", .kind = PHK_ARG_FLAG},
    {"I", .kind = PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED},
    {"J", .kind = PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED},
    {"K", .kind = PHK_ARG_NUMBER},
    {"C", .kind = PHK_ARG_NUMBER},
    {"LENGTH", .kind = PHK_ARG_NUMBER},
    {"FORCE", .kind = PHK_ARG_NUMBER},
    {"KT", .kind = PHK_ARG_NUMBER},
    {"CT", .kind = PHK_ARG_NUMBER},
    {"ANGLE", .kind = PHK_ARG_NUMBER},
    {"TORQUE", .kind = PHK_ARG_NUMBER, .abbreviation = 2},
    {.name = NULL}};

/* The arguments of the other kind: given, they would be overlooked. */
static bool has_any(phk_deck *deck, const phk_statement *s, const char *const *name)
{
    bool any = false;
    for (; *name; name++) {
        const phk_given *given = phk_arg_find(s, *name);
        if (!given) continue;
        any = true;
        phk_deck_error(deck, PH_E_MODEL, given->name,
                       "K, C, LENGTH, FORCE are TRANSLATIONAL; KT, CT, ANGLE, TORQUE ROTATIONAL",
                       "%s is of the other kind of SPRINGDAMPER", *name);
    }
    return any;
}

void phk_adams_build_springdamper(phk_deck *deck, const phk_statement *s)
{
    static const char *const push[] = {"K", "C", "LENGTH", "FORCE", NULL};
    static const char *const turn[] = {"KT", "CT", "ANGLE", "TORQUE", NULL};
    static const char *const field[2][4] = {{"stiffness", "damping", "length", "force"},
                                            {"stiffness", "damping", "angle", "torque"}};
    bool turns = phk_arg_flag(s, "ROTATIONAL");
    if (turns == phk_arg_flag(s, "TRANSLATIONAL")) {
        phk_deck_error(deck, PH_E_MODEL, s->keyword, "write TRANSLATIONAL or ROTATIONAL",
                       "SPRINGDAMPER/%d is %s TRANSLATIONAL %s ROTATIONAL", s->id,
                       turns ? "both" : "neither", turns ? "and" : "nor");
        return;
    }
    if (has_any(deck, s, turns ? push : turn)) return;
    const phk_deck_units *u = &deck->units;
    double force = turns ? u->force * u->length : u->force, length = turns ? 1 : u->length;
    double unit[] = {force / length, force * u->time / length, length, force};
    phk_deck_force f =
        phk_deck_force_begin(deck, s, turns ? &phk_force_torsion_spring : &phk_force_spring_damper);
    phk_deck_force_marker(&f, "on", phk_arg_target(s, "I"));
    phk_deck_force_marker(&f, "reaction", phk_arg_target(s, "J"));
    for (int k = 0; k < 4; k++) {
        const char *name = turns ? turn[k] : push[k];
        phk_deck_force_number(&f, field[turns][k], unit[k] * phk_arg_number(s, name, 0, 0), name);
    }
    phk_deck_force_add(&f);
}
