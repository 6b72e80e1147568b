/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bushing.c -- BUSHING: three springs and dampers for displacement and three for rotation.
 *
 * Displacement, velocity and angular velocity of I against J are taken in the axes of J; the force
 * acts on I, and J takes the opposite force and torque at the place of I. The angles are the three
 * projected ones, AX(I,J), AY(I,J) and AZ(I,J), of which ADAMS wants all but AZ to be small.
 */
#include "element/elements.h"
#include "io/adams/build/force.h"
#include "io/adams/read/readers.h"

#define THREE(name)                                                                                \
    {                                                                                              \
        name, .kind = PHK_ARG_NUMBER, .least = 3, .most = 3                                        \
    }
const phk_arg phk_adams_bushing_args[] = {
    {"I", .kind = PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED},
    {"J", .kind = PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED},
    THREE("K"),
    THREE("KT"),
    THREE("C"),
    THREE("CT"),
    THREE("FORCE"),
    THREE("TORQUE"),
    {.name = NULL}};

/* Six numbers in SI from two arguments of three. */
static void six(phk_deck_force *f, const char *field, const char *const name[2],
                const double unit[2])
{
    double *value = phk_arena_alloc(&f->deck->arena, 6 * sizeof *value);
    if (!value) phk_deck_failed(f->deck, PH_E_NOMEM);
    for (int k = 0; value && k < 6; k++)
        value[k] = unit[k / 3] * phk_arg_number(f->statement, name[k / 3], k % 3, 0);
    phk_deck_force_numbers(f, field, value ? 6 : 0, value);
}

/* Stiffness and damping are not negative. */
static bool is_passive(phk_deck *deck, const phk_statement *s, const char *name)
{
    const phk_given *given = phk_arg_find(s, name);
    for (int k = 0; given && k < given->count; k++)
        if (given->number[k] < 0) {
            phk_deck_error(deck, PH_E_RANGE, given->piece[k], NULL, "%s must not be below 0", name);
            return false;
        }
    return true;
}

enum { PROJECTED = 1 }; /* of the words of `angles` */

void phk_adams_build_bushing(phk_deck *deck, const phk_statement *s)
{
    static const char *const k_name[] = {"K", "KT"}, *const c_name[] = {"C", "CT"};
    static const char *const f_name[] = {"FORCE", "TORQUE"};
    const phk_deck_units *u = &deck->units;
    double force[] = {u->force, u->force * u->length};
    double stiffness[] = {force[0] / u->length, force[1]};
    double damping[] = {stiffness[0] * u->time, stiffness[1] * u->time};
    bool ok = true;
    for (int k = 0; k < 2; k++)
        ok = is_passive(deck, s, k_name[k]) && is_passive(deck, s, c_name[k]) && ok;
    if (!ok) return;
    phk_deck_force f = phk_deck_force_begin(deck, s, &phk_force_bushing);
    phk_deck_force_marker(&f, "on", phk_arg_target(s, "I"));
    phk_deck_force_marker(&f, "reaction", phk_arg_target(s, "J"));
    phk_deck_force_word(&f, "angles", PROJECTED);
    six(&f, "stiffness", k_name, stiffness);
    six(&f, "damping", c_name, damping);
    six(&f, "preload", f_name, force);
    phk_deck_force_add(&f);
}
