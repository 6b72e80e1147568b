/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plot.h -- what `polhode plot` puts into a figure: curves of results (cmd_plot.c), and what they
 * and their axes are called (plot_labels.c).
 */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include "figure.h"
#include "common/options.h"
#include "overlay.h"
#include "trace.h"

typedef struct {
    const char *output, *title, *x, *size, *minus, *log;
    cli_texts with;
    bool phase, fft;
    double from, to; /* [s] */
} plot_options;

/* What columns share of their names: that of one of them, down to a level (plot_labels.c). */
typedef struct {
    int column, level;
} plot_shared;

/* Freed as one by cmd_plot. */
typedef struct {
    const plot_options *option;
    trace_kind kind;
    overlay all;
    const char *named; /* the first column, as the user calls it */
    int drawn;         /* parts to draw; a part after them is taken off */
    int columns;       /* of each part */
    trace *data;       /* [drawn * columns], part by part */
    char **legend;     /* of the same length */
    figure_curve *curve;
    plot_shared shared[FIGURE_PANELS];
    char *label[FIGURE_PANELS], *unit[FIGURE_PANELS];
    char *title, *x_label, *output;
    figure figure;
} plot;

/* Each returns an exit status; -1: out of memory. */

/* One panel per unit of what is drawn. */
int plot_panels(plot *p);
/* The texts at the axes and the title, when the curves are there. */
int plot_labels(plot *p);

#endif
