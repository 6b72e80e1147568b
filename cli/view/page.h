/* SPDX-License-Identifier: BSD-3-Clause
 *
 * page.h -- a result as data of a page: what of it goes in (page_choice.c), and how it is written
 * (page.c).
 *
 * The data is JSON: title, source, rows; `doubtful`, why it is, or null; `modes` as the result has
 * them, or null; `frames` with time, names of bodies, positions and quaternions of the rows to be
 * animated; `curves` with time, `blocks` of columns as ph_block has them (group, quantity, unit,
 * and of each object its name, its owner if it has one, and its parts), `base`, the first row, and
 * the numbers, row by row, less those of the base (an energy that changes in its tenth digit is
 * still seen to change); `scene` as the result has it; `drawn`, its triangles (page_drawing.h);
 * `bending`, flexible bodies (page_bending.h);
 * `notes`, lines on what was left out. Numbers are base64 of floats (doubles: time, and positions
 * where a float would be off by more than 1e-6 m).
 */
#ifndef CLI_PAGE_H
#define CLI_PAGE_H

#include <stdbool.h>
#include <stdio.h>
#include <polhode/result.h>
#include "common/bodies.h"
#include "common/columns.h"
#include "page_bending.h"

typedef struct {
    const char *source; /* how the page calls where it comes from */
    const char *drawn;  /* JSON */
    cli_columns wanted; /* columns named by the user; none: as many as fit */
    double fps;         /* frames a second at most; 0: 50, or FRAMES in all where that is more */
    double bytes;       /* of the whole page at most, `taken` included */
    double taken;       /* of that by what is not data */
    bool live;          /* the run goes on: more will come */
} page_options;

/* What goes into a page. */
typedef struct {
    ph_result *result;
    const page_options *options;
    double *time; /* [rows] */
    long long rows;
    cli_bodies bodies;
    long long *frame, *sample; /* rows of the animation, of the curves */
    long long frames, samples;
    cli_columns curve; /* columns of the curves, in their order */
    page_bends bends;
    int position_bytes;
    char note[4][200]; /* what was left out */
    int notes;
} page;

/* Chooses. False: a complaint is in diag, or (diag empty) memory is out. */
bool page_choose(page *p, ph_result *result, const page_options *options, ph_diag *diag);
/* Writes the data as JSON. False: see diag; errors of `out` are the caller's to ask for. */
bool page_write(const page *p, FILE *out, ph_diag *diag);
void page_free(page *p);

#endif
