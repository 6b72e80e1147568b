/* SPDX-License-Identifier: BSD-3-Clause
 *
 * figure.h -- curves on one or several stacked panels with a common x axis, drawn by gnuplot.
 *
 * gnuplot is a child process: it reads its script and data from an unnamed temporary file and
 * writes the picture to a file of ours, which takes the wanted name when it is complete. No name
 * of the user's is ever part of a command.
 */
#ifndef CLI_FIGURE_H
#define CLI_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

enum { FIGURE_PANELS = 16 }; /* at most */

typedef enum { FIGURE_LINE, FIGURE_DASHED, FIGURE_POINTS, FIGURE_BOTH } figure_style;

typedef struct {
    const double *x, *y; /* [n]; what is not finite is left out */
    size_t n;
    const char *label; /* in the legend; "": not there */
    int panel;         /* from 0, top to bottom */
    figure_style style;
} figure_curve;

typedef struct {
    const char *title; /* "": none */
    const char *x_label;
    const char *const *y_label; /* [panels] */
    int panels;
    bool log_x, log_y;
    const figure_curve *curve;
    int curves;
    int width, height;  /* [pixel]; 0: by the number of panels */
    const char *output; /* .svg, .png or .pdf */
    bool room_x;        /* leave some room beside the curves: the x axis is not time */
    int parts;          /* > 1: the curves are as many equal parts, told apart by dashes */
} figure;

/* Draws. Complains itself and returns an exit status. */
int figure_write(const figure *f, const char *command);

/* Whether a file name ends with a form that can be drawn; complains when not. */
bool figure_check_output(const char *output, const char *command);

#endif
