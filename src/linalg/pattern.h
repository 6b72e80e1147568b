/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pattern.h -- where a square sparse matrix may have entries: fixed once, filled many times.
 *
 * Compressed rows with columns increasing. Values live elsewhere, in arrays of `entries` doubles,
 * so that several matrices share one pattern. Whoever owns a pattern may replace its entries in
 * place while others hold it, if they know (see integrate/dae.h): `generation` tells them.
 */
#ifndef PHK_PATTERN_H
#define PHK_PATTERN_H

#include <polhode/base.h>

typedef struct {
    int n;          /* rows and columns */
    int entries;    /* row_start[n] */
    int *row_start; /* [n + 1] */
    int *column;    /* [entries] */
    int generation; /* how often its entries were replaced */
} phk_pattern;

/* Collects entries in any order, also several times; then makes the pattern of them. */
typedef struct phk_collector phk_collector;
phk_collector *phk_collector_create(int n); /* NULL: out of memory */
void phk_collector_free(phk_collector *collector);
void phk_collect(phk_collector *collector, int row, int column);
/* Every entry of rows [row, row + rows) and columns [column, column + columns). */
void phk_collect_block(phk_collector *collector, int row, int rows, int column, int columns);
/* PH_E_NOMEM also when a phk_collect before it ran out of memory. */
ph_status phk_collector_finish(phk_collector *collector, phk_pattern *pattern);
void phk_pattern_free(phk_pattern *pattern);

/* Puts the entries of another pattern of the same size in the place of the old ones; *from is taken
 * over. */
void phk_pattern_replace(phk_pattern *pattern, phk_pattern *from);

/* Index of an entry into value arrays; -1: there is none. Binary search. */
int phk_pattern_find(const phk_pattern *pattern, int row, int column);

#endif
