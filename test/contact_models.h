/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contact_models.h -- models with shapes that touch, as text, and runs of them, for tests.
 */
#ifndef CONTACT_MODELS_H
#define CONTACT_MODELS_H

#include "text_model.h"

/* Engines with the damping that models with contacts want. */
static inline ph_options contact_options(const ph_model *model, const char *integrator,
                                         double tolerance)
{
    ph_options o = text_options(model, integrator, tolerance);
    if (strcmp(integrator, "galpha") == 0) o.rho = 0.5;
    return o;
}

/* A run that has ended, to be asked and freed. */
static inline ph_sim *contact_run(const ph_model *model, const ph_options *o)
{
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = NULL;
    ph_status status = ph_sim_create(model, o, diag, &sim);
    text_hook hook = {.sim = sim, .most = 1000000};
    if (!status) status = ph_sim_run(sim, &(ph_run_hooks){&hook, text_on_row, text_on_tick}, diag);
    CHECK(status == PH_OK);
    if (status) show_diag(diag);
    ph_diag_free(diag);
    if (!sim) exit(1);
    return sim;
}

/* The same of a text, in scales of 1 m, 1 rad, 1 s. */
static inline ph_sim *contact_run_one(ph_model *model, const char *integrator, double tolerance)
{
    ph_options o = contact_options(model, integrator, tolerance);
    text_scale_one(&o);
    ph_sim *sim = contact_run(model, &o);
    return sim;
}

/* A ball of 0.1 m and 1 kg on the floor z = 0. `more`: further keys of its body and the contact. */
#define CONTACT_BALL                                                                               \
    "gravity: [0, 0, %s]\n"                                                                        \
    "bodies: {ball: {mass: 1, inertia: [0.004, 0.004, 0.004], position: [0, 0, %.17g], "           \
    "velocity: [%.17g, 0, %.17g]}}\n"                                                              \
    "shapes: {round: {type: sphere, on: ball, radius: 0.1}, floor: {type: plane}}\n"               \
    "contacts: {touch: {between: [round, floor], %s}}\n"                                           \
    "simulate: {end: %.17g, steps: 2000}\n"

/* A block of 1 kg, 0.2 long, 0.1 high, on four balls inside its lower corners: flat on a slope, at
 * the depth where it rests. */
#define CONTACT_BLOCK                                                                              \
    "parameters: {slope: %.17g}\n"                                                                 \
    "gravity: ['9.81*sin(slope)', 0, '-9.81*cos(slope)']\n"                                        \
    "bodies:\n"                                                                                    \
    "  block: {mass: 1, inertia: [%.17g, %.17g, %.17g], position: [0, 0, %.17g], "                 \
    "velocity: [%.17g, 0, 0]}\n"                                                                   \
    "shapes:\n"                                                                                    \
    "  floor: {type: plane}\n"                                                                     \
    "  foot_1: {type: sphere, on: block, radius: 0.005, at: [0.095, 0.045, -0.045]}\n"             \
    "  foot_2: {type: sphere, on: block, radius: 0.005, at: [0.095, -0.045, -0.045]}\n"            \
    "  foot_3: {type: sphere, on: block, radius: 0.005, at: [-0.095, 0.045, -0.045]}\n"            \
    "  foot_4: {type: sphere, on: block, radius: 0.005, at: [-0.095, -0.045, -0.045]}\n"           \
    "contacts:\n"                                                                                  \
    "  rub: {between: [block, floor], law: impact, stiffness: 1e6, exponent: 1.5, "                \
    "damping: 200, depth: 1e-4, %s}\n"                                                             \
    "simulate: {end: %.17g, steps: 100}\n"

static inline ph_model *contact_block(double slope, double speed, const char *friction, double end)
{
    const double j = 0.05 / 12, depth = pow(9.81 * cos(slope) / 4e6, 1 / 1.5);
    return text_model(CONTACT_BLOCK, slope, 0.02 / 12, j, j, 0.05 - depth, speed, friction, end);
}

#endif
