/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mat.h -- a result as a MAT-file of level 5, which MATLAB, Octave and SciPy load: `time` [rows,
 * 1], `data` [rows, columns], `names` and `units` of the columns (cells of texts) and `title`.
 */
#ifndef CLI_MAT_H
#define CLI_MAT_H

#include <stdbool.h>
#include <stdio.h>
#include <polhode/result.h>

/* Whether it can be: a variable has less than 2 GB. */
bool mat_fits(const ph_result *result);
/* False: see the diagnostics; without any: out of memory. Errors of `out` are the caller's to ask
 * for. */
bool mat_write(FILE *out, ph_result *result, ph_diag *diag);

#endif
