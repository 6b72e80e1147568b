/* SPDX-License-Identifier: BSD-3-Clause
 *
 * measures.h -- functions over markers in expressions: places, angles, velocities, accelerations of
 * one against another, and loads of elements, in the axes of any marker.
 *
 * A call is written out as code over the quantities of single markers, so that all derivatives,
 * also second ones, and the treatment of what is solved for follow from those.
 */
#ifndef PHK_MEASURES_H
#define PHK_MEASURES_H

#include "mech/compile/measure.h"

/* The manual, in the order of the functions; NULL behind the last one. */
const ph_function_info *phk_measure_info(int index);
/* The function of a name, whose case does not count; -1: there is none. */
int phk_measure_find(phk_span name);
/* Writes a call. */
phk_operand phk_measure_write(phk_measuring *m, int function, const phk_span *argument, int count);

#endif
