/* SPDX-License-Identifier: BSD-3-Clause
 *
 * measure.h -- quantities of a recorded run, as curves and as single numbers.
 */
#ifndef STUDIES_MEASURE_H
#define STUDIES_MEASURE_H

#include "study.h"

typedef double row_value(const track *t, const track_row *row);
row_value value_omega_x, value_omega_y, value_omega_z;          /* body axes */
row_value value_momentum_x, value_momentum_y, value_momentum_z; /* angular, world axes */
row_value value_velocity_x, value_velocity_y, value_velocity_z;
row_value value_axis_x, value_axis_y;       /* world components of the body's z axis */
row_value value_energy, value_energy_error; /* the latter relative, E/E(0) - 1 */
row_value value_column;

/* A curve of at most some 2000 points, up to time `until` (0: all). */
void chart_add_track(study *s, study_chart *chart, int panel, figure_style style, const track *t,
                     row_value *value, double until, const char *label);

double track_largest(const track *t, row_value *value); /* of the absolute value */
double track_span(const track *t, row_value *value);    /* largest less smallest */
/* How far the mean of the second half lies from that of the first, in units of the span: a pure
 * oscillation has 0 but for cut periods, a ramp 0.5. */
double track_drift(const track *t, row_value *value);
/* When the absolute value first exceeds a limit; NAN: never. */
double track_first_beyond(const track *t, row_value *value, double limit);
/* The largest distance of the momentum from that of the first row after `from`, relative. */
double track_momentum_change(const track *t, double from);

#endif
