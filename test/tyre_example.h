/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tyre_example.h -- the numbers of a tyre for tests: those of models/car.tir.
 */
#ifndef TYRE_EXAMPLE_H
#define TYRE_EXAMPLE_H

#include "element/tyre.h"
#include "harness.h"

static inline phk_tyre tyre_example(void)
{
    phk_tyre t;
    static char text[20000];
    FILE *file = fopen("models/car.tir", "rb");
    size_t length = file ? fread(text, 1, sizeof text, file) : 0;
    if (file) fclose(file);
    CHECK(phk_tyre_read("models/car.tir", text, length, (ph_source){0}, NULL, &t.FNOMIN) == PH_OK);
    return t;
}

/* The same of a size that random places and loads near 1 fit. */
static inline phk_tyre tyre_of_size_one(void)
{
    phk_tyre t = tyre_example();
    t.UNLOADED_RADIUS = 3;
    t.FNOMIN = 4;
    t.VERTICAL_STIFFNESS = 2;
    t.VERTICAL_DAMPING = 0.2;
    t.VXLOW = 0.3;
    t.CAMMIN = -1.4;
    t.CAMMAX = 1.4;
    t.LONGVL = 1;
    return t;
}

#endif
