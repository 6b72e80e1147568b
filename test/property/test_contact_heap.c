/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A thousand balls cost per step and ball what a hundred do: pairs, iterations and processor time,
 * of one large heap beside ten small ones, pressed together so that all neighbours touch. To look
 * at all pairs, or factors that fill, would make it ten times as much, or a hundred.
 */
#include "contact_models.h"
#include "cost.h"

enum { STEPS = 12, SMALL = 10 };

static ph_model *heap(int side, int layers)
{
    return text_model(
        "gravity: [0, 0, -9.81]\n"
        "parameters: {r: 0.01, p: 1.99*r}\n"
        "repeat:\n"
        "  - for: i\n    to: %d\n    repeat:\n"
        "      - for: j\n        to: %d\n        repeat:\n"
        "          - for: l\n            to: %d\n            bodies:\n"
        "              ball_{i}_{j}_{l}:\n"
        "                mass: 5 g\n"
        "                position: [i*p + 3e-5*sin(7*l + j), j*p + 3e-5*cos(5*l + i), l*p - r]\n"
        "                shape: {sphere: {radius: r}}\n"
        "shapes: {floor: {type: plane}}\n"
        "contacts: {all: {between: [everything], friction: 0.3, restitution: 0.5, "
        "stiffness: 1e5}}\n"
        "simulate: {end: 1, step: 2e-4}\n",
        side, side, layers);
}

typedef struct {
    double seconds;
    double pairs, residuals, iterations, jacobians; /* of one step; pairs of one ball */
} cost;

/* So many steps, the first of which finds the pairs and makes the matrix. */
static cost steps_of(const ph_model *model, int balls)
{
    ph_options o = contact_options(model, "galpha", 0);
    ph_sim *sim = must_create(model, &o);
    const double begin = cost_now();
    CHECK(ph_sim_advance(sim, 2e-4 * STEPS, NULL) == PH_OK);
    const double seconds = cost_now() - begin;
    const ph_stats *to = ph_sim_stats(sim);
    CHECK(to->steps == STEPS);
    const cost c = {.seconds = seconds,
                    .pairs = value_now(sim, "all", "points", 0) / balls,
                    .residuals = (double)to->force_evaluations / STEPS,
                    .iterations = (double)to->iterations / STEPS,
                    .jacobians = (double)to->jacobians / STEPS};
    ph_sim_free(sim);
    return c;
}

int main(void)
{
    ph_model *small = heap(5, 4), *large = heap(10, 10);
    cost ten = {0};
    for (int i = 0; i < SMALL; i++) {
        const cost one = steps_of(small, 100);
        const double seconds = ten.seconds + one.seconds;
        ten = one;
        ten.seconds = seconds;
    }
    const cost all = steps_of(large, 1000);
    printf("per step: %.2f pairs a ball, %.1f evaluations, %.1f iterations, %.2f matrices; of a "
           "thousand %.2f, %.1f, %.1f, %.2f\n",
           ten.pairs, ten.residuals, ten.iterations, ten.jacobians, all.pairs, all.residuals,
           all.iterations, all.jacobians);
    printf("%d heaps of 100: %.0f us a step and ball; one of 1,000: %.0f us, %.2f times that\n",
           SMALL, 1e6 * ten.seconds / (1000 * STEPS), 1e6 * all.seconds / (1000 * STEPS),
           all.seconds / ten.seconds);
    /* a small heap has more surface */
    CHECK(ten.pairs > 2 && all.pairs < 1.2 * ten.pairs);
    CHECK(all.residuals < 1.3 * ten.residuals && all.iterations < 1.3 * ten.iterations);
    CHECK(all.jacobians < 1.3 * ten.jacobians + 0.1);
    /* 1.2 by counted instructions; the clock of a busy machine is off by two */
    CHECK(all.seconds < 3 * ten.seconds);
    ph_model_free(small);
    ph_model_free(large);
    return TEST_RESULT();
}
