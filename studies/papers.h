/* SPDX-License-Identifier: BSD-3-Clause
 *
 * papers.h -- the papers whose figures, tables and claims `polhode papers` computes anew, each with
 * a table of items. A new item is a row in the table of its paper and a function.
 */
#ifndef STUDIES_PAPERS_H
#define STUDIES_PAPERS_H

#include "study.h"

typedef struct {
    const char *name;  /* "table1"; as an argument "pcdm.table1" */
    const char *place; /* "Table 1": where in the paper */
    const char *title;
    const char *claim; /* of the paper, in our words */
    const char *found; /* what there is to know about it: our choices, errors in print */
    double seconds;    /* about how long it takes: for the progress bar */
    void (*compute)(study *s);
} paper_item;

typedef struct {
    const char *name; /* "pcdm" */
    const char *authors, *title, *where;
    const char *left_out; /* what this build does not produce, and why; NULL: nothing */
    const paper_item *item;
    int items;
} paper;

enum { PAPERS = 5 };
extern const paper paper_krysl_newmark, paper_krysl_liemid, paper_pcdm, paper_modified_hht,
    paper_index3_hht;
extern const paper *const papers[PAPERS];

/* The sub-command, as those of command.h. */
int cmd_papers(int argc, char **argv);

#endif
