/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cost.h -- does work grow in proportion to its size, and not with the square?
 *
 * The same amount is done in COST_PIECES small pieces and in one large one. Where it grows in
 * proportion both take the same processor time; the square shows as a factor of COST_PIECES. The
 * limit lies half way between, so that no busy machine comes near it: processor time leaves out
 * what others take, and what they do to caches and shared cores is a factor of two or three.
 */
#ifndef COST_H
#define COST_H

#include <time.h>

enum { COST_PIECES = 100, COST_LIMIT = 10 };

/* [s] of this process. */
static inline double cost_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
