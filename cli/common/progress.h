/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.h -- a bar on the terminal while a run goes on, and a clean end on Ctrl-C.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <polhode/sim.h>

typedef struct {
    bool shown;          /* standard error is a terminal and nobody asked for quiet */
    double start, end;   /* [s] simulated */
    double began, drawn; /* [s] wall clock */
    long long ticks;
} progress;

/* From now on Ctrl-C (and SIGTERM) is a request that progress_tick answers with PH_STOPPED. */
void progress_begin(progress *p, double start, double end, bool quiet);
ph_status progress_tick(progress *p, const ph_sim *sim);
/* The same for work that is no single run: how far it is, in the units of `start` and `end`. */
ph_status progress_part(progress *p, double done, const char *text);
void progress_end(progress *p); /* wipes the bar */

double wall_clock(void); /* [s] */

#endif
