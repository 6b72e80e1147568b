/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure.h"

#include <math.h>

enum { MOST_POINTS = 2000 };

double value_omega_x(const track *t, const track_row *row)
{
    (void)t;
    return row->body.omega.x;
}
double value_omega_y(const track *t, const track_row *row)
{
    (void)t;
    return row->body.omega.y;
}
double value_omega_z(const track *t, const track_row *row)
{
    (void)t;
    return row->body.omega.z;
}
double value_momentum_x(const track *t, const track_row *row)
{
    return row_momentum(t, row).x;
}
double value_momentum_y(const track *t, const track_row *row)
{
    return row_momentum(t, row).y;
}
double value_momentum_z(const track *t, const track_row *row)
{
    return row_momentum(t, row).z;
}
double value_velocity_x(const track *t, const track_row *row)
{
    (void)t;
    return row->body.velocity.x;
}
double value_velocity_y(const track *t, const track_row *row)
{
    (void)t;
    return row->body.velocity.y;
}
double value_velocity_z(const track *t, const track_row *row)
{
    (void)t;
    return row->body.velocity.z;
}
double value_axis_x(const track *t, const track_row *row)
{
    (void)t;
    return ph_rotate(row->body.orientation, ph_v3(0, 0, 1)).x;
}
double value_axis_y(const track *t, const track_row *row)
{
    (void)t;
    return ph_rotate(row->body.orientation, ph_v3(0, 0, 1)).y;
}
double value_energy(const track *t, const track_row *row)
{
    (void)t;
    return row->energy;
}
double value_energy_error(const track *t, const track_row *row)
{
    return row->energy / t->row[0].energy - 1;
}
double value_column(const track *t, const track_row *row)
{
    (void)t;
    return row->column;
}

void chart_add_track(study *s, study_chart *chart, int panel, figure_style style, const track *t,
                     row_value *value, double until, const char *label)
{
    study_curve *curve = chart_add_curve(s, chart, panel, style, "%s", label);
    size_t rows = t->rows;
    while (until > 0 && rows > 0 && t->row[rows - 1].t > until * (1 + 1e-12)) rows--;
    size_t stride = 1 + rows / MOST_POINTS;
    for (size_t i = 0; i < rows; i += stride)
        curve_add(s, curve, t->row[i].t, value(t, &t->row[i]));
}

double track_largest(const track *t, row_value *value)
{
    double largest = t->rows ? 0 : NAN;
    for (size_t i = 0; i < t->rows; i++) largest = fmax(largest, fabs(value(t, &t->row[i])));
    return largest;
}

double track_span(const track *t, row_value *value)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 0; i < t->rows; i++) {
        double x = value(t, &t->row[i]);
        low = fmin(low, x);
        high = fmax(high, x);
    }
    return t->rows ? high - low : NAN;
}

double track_drift(const track *t, row_value *value)
{
    double sum[2] = {0, 0};
    size_t half = t->rows / 2;
    for (size_t i = 0; i < 2 * half; i++) sum[i / half] += value(t, &t->row[i]);
    return half ? fabs(sum[1] - sum[0]) / (double)half / track_span(t, value) : NAN;
}

double track_first_beyond(const track *t, row_value *value, double limit)
{
    for (size_t i = 0; i < t->rows; i++)
        if (!(fabs(value(t, &t->row[i])) <= limit)) return t->row[i].t;
    return NAN;
}

double track_momentum_change(const track *t, double from)
{
    double largest = 0;
    const track_row *first = NULL;
    for (size_t i = 0; i < t->rows; i++) {
        if (t->row[i].t <= from * (1 + 1e-12) && from > 0) continue;
        if (!first) first = &t->row[i];
        ph_vec3 p = row_momentum(t, first);
        largest = fmax(largest, ph_norm(ph_sub(row_momentum(t, &t->row[i]), p)) / ph_norm(p));
    }
    return first ? largest : NAN;
}
