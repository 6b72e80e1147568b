/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report.h -- what the studies found, as files in a folder: index.html with everything in it,
 * summary.json, and for each item its figures (.svg) and their numbers (.csv).
 */
#ifndef STUDIES_REPORT_H
#define STUDIES_REPORT_H

#include <stdio.h>
#include "papers.h"

typedef struct {
    const paper *paper;
    const paper_item *item;
    study study;
    double seconds;
} finding;

typedef struct {
    const char *directory;
    finding *finding;
    int findings;
    bool figures; /* gnuplot is there */
} report;

/* "pcdm.table1", and of its Kth chart or table "pcdm.table1-2.csv" */
void finding_name(const finding *f, char *name, size_t size);

/* A file of the report. NULL after a complaint; closing complains itself and returns an exit
 * status. */
FILE *report_open(const report *r, const char *name);
int report_close(const report *r, FILE *out, const char *name);

/* Each complains itself; returns an exit status. */
int report_figures(report *r); /* draws, and writes the numbers */
int report_html(const report *r);
int report_json(const report *r);

#endif
