/* SPDX-License-Identifier: BSD-3-Clause
 *
 * units.h -- units of measure: "kg m^2/s", "deg", "mm" as a factor to SI and a dimension.
 *
 * An angle is a dimension of its own here, though it has none in SI: that is what makes `30 deg`
 * in place of a length an error, and rpm no frequency.
 */
#ifndef PHK_UNITS_H
#define PHK_UNITS_H

#include <stddef.h>
#include "base/names.h"

typedef struct {
    double factor;             /* value in SI = factor * number */
    signed char m, kg, s, rad; /* exponents */
} phk_unit;

/* Reads a product of units: names with whole powers, `/` before those that divide. The whole text
 * must be one. Returns 0 when it is not; *unknown (NULL: not wanted) is then the offset of the
 * first word that is no unit, or length when the form itself is wrong. */
int phk_unit_parse(const char *text, size_t length, phk_unit *unit, size_t *unknown);
int phk_unit_same_dimension(phk_unit a, phk_unit b);
/* "an angle", "a torque"; NULL: no common word for it. */
const char *phk_unit_quantity(phk_unit unit);
void phk_unit_offer(phk_nearest *nearest);

/* The table, for the manual. */
typedef struct {
    const char *name;
    phk_unit unit;
} phk_unit_info;
int phk_unit_count(void);
const phk_unit_info *phk_unit_get(int index);

#endif
