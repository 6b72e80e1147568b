/* SPDX-License-Identifier: BSD-3-Clause
 *
 * limits.h -- what held the steps of a run, other than its tolerance, and so its accuracy:
 * rounding, bounds of the steps, corners of expressions, stiff forces.
 */
#ifndef CLI_LIMITS_H
#define CLI_LIMITS_H

#include <stdio.h>
#include <polhode/json.h>
#include <polhode/sim.h>

typedef struct {
    const ph_options *options;
    const ph_stats *stats;
    double time;              /* [s] the run has reached */
    const double *break_time; /* [breaks] as ph_sim_breaks gives them */
    int breaks;
    long long rows;
} limits;

/* Lines of a summary; none where there is nothing to tell. */
void limits_print(const limits *l, FILE *out);
/* Members of an object; all of them, always. */
void limits_json(const limits *l, ph_json *j);

#endif
