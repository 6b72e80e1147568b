/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which columns are said to swing faster than their rows show: waves of known period, noise, rest.
 */
#include "run/swings.h"
#include "../build_model.h"

enum { ROWS = 400 };

/* Hands over `wave` as the first column, with rows at 0, 1, 2, ..; how many columns swing. */
static int watch(const ph_sim *sim, double (*wave)(double t, double period), double period)
{
    double row[64] = {0}, begin = -1;
    size_t width = ph_sim_row_width(sim), column = 0;
    swings s;
    CHECK(width <= 64);
    swings_begin(&s, width);
    for (int k = 0; k < ROWS; k++) {
        row[0] = k;
        row[1] = wave(k, period);
        row[2] = 5; /* a sibling of some size */
        swings_row(&s, row);
    }
    int found = swings_found(&s, sim, &column, &begin);
    CHECK(found == 0 || (column == 1 && begin >= 0 && begin < ROWS));
    swings_end(&s);
    return found;
}

static double sine(double t, double period)
{
    return 3 * sin(2 * PH_PI * t / period);
}

/* Faster and faster, to this period in the end. */
static double run_up(double t, double period)
{
    return 3 * sin(PH_PI * t * t / (ROWS * period));
}

static double rounding(double t, double period)
{
    return 5e-16 * sin(2 * PH_PI * t / period);
}

static double small(double t, double period)
{
    return 1 + 1e-5 * sin(2 * PH_PI * t / period);
}

/* A ring dies out to nothing: what is left of it is no matter. */
static double decay(double t, double period)
{
    return exp(-t / 40) * sin(2 * PH_PI * t / 50) + 1e-3 * sin(2 * PH_PI * t / period);
}

int main(void)
{
    ph_model *model = ph_model_create();
    ph_body_def body = ph_default_body();
    body.mass = 1;
    body.inertia = (ph_sym3){1, 1, 1, 0, 0, 0};
    CHECK(ph_model_add_body(model, "a", &body) == PH_OK);
    ph_options o = options_of("nmb", 0.1, 1);
    ph_sim *sim = must_create(model, &o);
    /* a period of rows enough, and too few; a little more than a row looks like a slow wave where
     * it is steady, and is caught on the way there when it runs up */
    CHECK(watch(sim, sine, 50) == 0 && watch(sim, sine, 8) == 0 && watch(sim, sine, 5) == 0);
    CHECK(watch(sim, sine, 2.9) == 1 && watch(sim, sine, 2.1) == 1 && watch(sim, sine, 1.7) == 1);
    CHECK(watch(sim, run_up, 20) == 0 && watch(sim, run_up, 8) == 0);
    CHECK(watch(sim, run_up, 2.2) == 1 && watch(sim, run_up, 0.8) == 1);
    CHECK(watch(sim, rounding, 2.1) == 0 && watch(sim, small, 2.1) == 0);
    CHECK(watch(sim, decay, 2.1) == 0);
    ph_sim_free(sim);
    ph_model_free(model);
    return TEST_RESULT();
}
