/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape.h -- the ways from 0 to 1 as u goes from 0 to 1: what steps are made of.
 */
#ifndef PHK_SHAPE_H
#define PHK_SHAPE_H

#include <math.h>

static const double PHK_PI = 3.14159265358979323846;

typedef struct {
    double s, ds, dds; /* the derivatives are by u */
} phk_shape;

static inline phk_shape phk_shape_cubic(double u)
{
    return (phk_shape){u * u * (3 - 2 * u), 6 * u * (1 - u), 6 - 12 * u};
}

static inline phk_shape phk_shape_quintic(double u)
{
    return (phk_shape){u * u * u * (10 + u * (6 * u - 15)), 30 * u * u * (1 - u) * (1 - u),
                       60 * u * (1 - u) * (1 - 2 * u)};
}

static inline phk_shape phk_shape_haversine(double u)
{
    double half = sin(PHK_PI / 2 * u);
    return (phk_shape){half * half, PHK_PI / 2 * sin(PHK_PI * u),
                       PHK_PI * PHK_PI / 2 * cos(PHK_PI * u)};
}

#endif
