/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gnuplot.h -- runs a gnuplot script that draws to its standard output.
 */
#ifndef CLI_GNUPLOT_H
#define CLI_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

/* Whether there is a gnuplot to run: for those who can do without. */
bool gnuplot_present(void);

/* Puts what the script draws at `output`, whole or not at all. Complains itself and returns an exit
 * status. */
int gnuplot_run(FILE *script, const char *output, const char *command);

#endif
