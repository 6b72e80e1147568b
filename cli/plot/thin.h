/* SPDX-License-Identifier: BSD-3-Clause
 *
 * thin.h -- a curve with as many points as a figure can show.
 *
 * A long curve is cut into THIN_PARTS equal parts; of each the first point and those with the
 * smallest and largest x and y stay, in their order, so that no peak is lost.
 */
#ifndef CLI_THIN_H
#define CLI_THIN_H

#include <stddef.h>

enum { THIN_LIMIT = 20000, THIN_PARTS = 4000, THIN_KEPT = 5 };

/* Thins in place where there are more than THIN_LIMIT points; returns how many stay. */
size_t thin(double *x, double *y, size_t n);

#endif
