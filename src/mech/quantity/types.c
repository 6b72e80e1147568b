/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table of all quantities, and those that are no functions of markers.
 */
#include <stddef.h>
#include "mech/quantity/quantity.h"

const phk_quantity_type *const phk_quantity_types[PHK_QUANTITIES] = {
#define QUANTITY(WORD, type) &phk_quantity_##type,
#include "mech/quantity/quantities.def"
#undef QUANTITY
};

const phk_quantity_type phk_quantity_time = {.info = {"time", "simulated time [s]"}, .place = true};
const phk_quantity_type phk_quantity_variable = {
    .info = {"PARAMETER, VARIABLE, STATE", "a parameter, a variable or a state, by its name"}};

/* A parameter that events set: whoever does knows it. */
const phk_quantity_type phk_quantity_setting = {.place = true};

/* ---- what is solved for together with the motion ---- */

const phk_quantity_type phk_quantity_state = {.called = "a state", .place = true, .solved = true};
const phk_quantity_type phk_quantity_state_rate = {
    .owner = PHK_OF_STATE,
    .tails = "rate",
    .info = {"STATE.rate", "the derivative of a state by time"},
    .called = "a state",
    .solved = true};
const phk_quantity_type phk_quantity_acceleration = {
    .owner = PHK_OF_MARKER,
    .tails = "acc.x acc.y acc.z",
    .info = {"NAME.acc.x .y .z", "acceleration, world axes [m/s^2]"},
    .called = "an acceleration",
    .solved = true,
    .accelerations = true};
const phk_quantity_type phk_quantity_alpha = {
    .owner = PHK_OF_MARKER,
    .tails = "alpha.x alpha.y alpha.z",
    .info = {"NAME.alpha.x .y .z", "angular acceleration in its own axes [rad/s^2]"},
    .called = "an acceleration",
    .solved = true,
    .accelerations = true};
const phk_quantity_type phk_quantity_alpha_world = {
    .owner = PHK_OF_MARKER,
    .tails = "alpha_world.x alpha_world.y alpha_world.z",
    .info = {"NAME.alpha_world.x .y .z", "angular acceleration in world axes [rad/s^2]"},
    .called = "an acceleration",
    .solved = true,
    .accelerations = true};
/* Written out in quantities of its markers where it is read: mech/compile/measure_joint.c. */
const phk_quantity_type phk_quantity_coordinate = {
    .owner = PHK_OF_JOINT,
    .tails = "displacement velocity angle rate",
    .info = {"JOINT.displacement .velocity .angle .rate",
             "how far and how fast the second marker of a joint has moved along the one axis it "
             "leaves free [m], [m/s], or turned about it, full turns counted [rad], [rad/s]"}};
const phk_quantity_type phk_quantity_reaction = {
    .owner = PHK_OF_LOAD,
    .tails = "force.x force.y force.z torque.x torque.y torque.z",
    .info = {"JOINT.force.x .. .torque.z",
             "what a joint or motion does to its second body, at its marker there, world axes [N], "
             "[N m]"},
    .called = "a reaction",
    .solved = true};
const phk_quantity_type phk_quantity_watch = {
    .info = {"FORCE.force.x .. .torque.z",
             "what a force does at its first marker, world axes [N], [N m]"},
    .called = "what another force does",
    .solved = true};
const phk_quantity_type phk_quantity_touch = {
    .info =
        {"CONTACT.force.x .. .torque.z",
         "what a contact does to what it names first, of all its points; the torque about their "
         "mean, world axes [N], [N m]"},
    .called = "what a contact does",
    .solved = true};
const phk_quantity_type phk_quantity_loop = {.called = "a variable", .solved = true};
const phk_quantity_type phk_quantity_equation = {.called = "a reaction", .solved = true};

/* The same in requests alone, where the pairs that touch have been evaluated. */
const phk_quantity_type phk_quantity_contact = {.called = "what a contact does"};

/* The angle counted from step to step; whoever keeps it knows it. */
const phk_quantity_type phk_quantity_turn = {.place = true};
