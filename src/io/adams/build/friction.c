/* SPDX-License-Identifier: BSD-3-Clause
 *
 * friction.c -- FRICTION in a JOINT. EFFECT=SLIDING is `joint_friction`, by speed alone; with
 * stiction it becomes `joint_bristle`: ADAMS' own law of creep is not published. EFFECT=STICTION
 * has no friction while it slides. Defaults are numbers in the deck's units: 0.1 length/time, 0.01
 * length, and 1 length for every radius and arm.
 */
#include "element/elements.h"
#include "io/adams/build/force.h"
#include "io/adams/read/args.h"
#include "io/adams/read/readers.h"

static const char *const effects[] = {"ALL", "STICTION", "SLIDING", NULL};
static const char *const inputs[] = {
    "PRELOAD", "REACTION_FORCE", "BENDING_MOMENT", "TORSIONAL_MOMENT", "ALL", "NONE", NULL};
static const char *const deltas[] = {"CONSTANT", "INCREASE", "DECREASE", NULL};
static const char *const yokes[] = {"J", "I", NULL};
static const char *const inactive[] = {"STATIC", NULL};
enum { WITH_ALL, STICTION, SLIDING, ALL_INPUTS = 4, NO_INPUT };

const phk_arg phk_adams_friction_args[] = {
    {"JOINT", .kind = PHK_ARG_ID, .of = "JOINT", .flags = PHK_ARG_REQUIRED},
    ARG_NUMBER("MU_STATIC"),
    {"MU_DYNAMIC", .kind = PHK_ARG_NUMBER, .flags = PHK_ARG_REQUIRED},
    ARG_NUMBER("STICTION_TRANSITION_VELOCITY"),
    ARG_NUMBER("MAX_STICTION_DEFORMATION"),
    {"EFFECT", .kind = PHK_ARG_WORD, .words = effects},
    {"INPUTS", .kind = PHK_ARG_WORDS, .least = 1, .most = 4, .words = inputs},
    ARG_NUMBER("FRICTION_FORCE_PRELOAD"),
    ARG_NUMBER("FRICTION_TORQUE_PRELOAD"),
    ARG_NUMBER("PIN_RADIUS"),
    ARG_NUMBER("FRICTION_ARM"),
    ARG_NUMBER("BENDING_REACTION_ARM"),
    ARG_NUMBER("BALL_RADIUS"),
    ARG_NUMBER("REACTION_ARM"),
    ARG_NUMBER("INITIAL_OVERLAP"),
    {"OVERLAP_DELTA", .kind = PHK_ARG_WORD, .words = deltas},
    {"YOKE", .kind = PHK_ARG_WORD, .words = yokes},
    {"INACTIVE", .kind = PHK_ARG_WORD, .flags = PHK_ARG_UNUSED, .words = inactive,
     .why = "in equilibria nothing rubs in any case"},
    ARG_END};

static int inputs_of(const phk_statement *s)
{
    const phk_given *given = phk_arg_find(s, "INPUTS");
    if (!given || given->words >> ALL_INPUTS & 1) return 15;
    return given->words >> NO_INPUT & 1 ? 0 : (int)(given->words & 15);
}

void phk_adams_build_friction(phk_deck *deck, const phk_statement *s)
{
    const phk_deck_units *u = &deck->units;
    int effect = phk_arg_word(s, "EFFECT", WITH_ALL);
    phk_deck_force f = phk_deck_force_begin(
        deck, s, effect == SLIDING ? &phk_force_joint_friction : &phk_force_joint_bristle);
    const phk_statement *joint = phk_arg_target(s, "JOINT");
    if (!f.par || !joint) return;
    ph_text name = {joint->name, phk_deck_place(deck, phk_arg_find(s, "JOINT")->piece[0])};
    ph_status status = ph_field_set_names(f.type->fields, f.par, "joint", 1, &name, NULL);
    if (status) phk_deck_failed(deck, status);
    double mu_d = phk_arg_number(s, "MU_DYNAMIC", 0, 0);
    double mu_s = phk_arg_number(s, "MU_STATIC", 0, mu_d);
    if (effect == STICTION) mu_d = 0;
    phk_deck_force_number(&f, "dynamic", mu_d, "MU_DYNAMIC");
    if (effect != SLIDING) phk_deck_force_number(&f, "static", mu_s, "MU_STATIC");
    const struct {
        const char *field, *argument;
        double unit, otherwise;
    } row[] = {{"transition_velocity", "STICTION_TRANSITION_VELOCITY", u->length / u->time, 0.1},
               {"force_preload", "FRICTION_FORCE_PRELOAD", u->force, 0},
               {"torque_preload", "FRICTION_TORQUE_PRELOAD", u->force * u->length, 0},
               {"pin_radius", "PIN_RADIUS", u->length, 1},
               {"friction_arm", "FRICTION_ARM", u->length, 1},
               {"bending_arm", "BENDING_REACTION_ARM", u->length, 1},
               {"ball_radius", "BALL_RADIUS", u->length, 1},
               {"reaction_arm", "REACTION_ARM", u->length, 1},
               {"overlap", "INITIAL_OVERLAP", u->length, 1000}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        phk_deck_force_number(&f, row[k].field,
                              phk_arg_number(s, row[k].argument, 0, row[k].otherwise) * row[k].unit,
                              row[k].argument);
    if (effect != SLIDING)
        phk_deck_force_number(&f, "deformation",
                              phk_arg_number(s, "MAX_STICTION_DEFORMATION", 0, 0.01) * u->length,
                              "MAX_STICTION_DEFORMATION");
    phk_deck_force_word(&f, "overlap_change", phk_arg_word(s, "OVERLAP_DELTA", 0));
    phk_deck_force_word(&f, "inputs", inputs_of(s));
    phk_deck_force_word(&f, "pins", 1 + phk_arg_word(s, "YOKE", -1));
    phk_deck_force_add(&f);
}
