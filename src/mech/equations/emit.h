/* SPDX-License-Identifier: BSD-3-Clause
 *
 * emit.h -- contributions to the matrix, each written once.
 *
 * A contribution is a function that asks, in an order that depends on nothing but the structure of
 * the mechanism, where its entries are, and adds to them. It is called in three ways: first entries
 * are collected, and a pattern made of them; then where each is goes into a record; from then on
 * the record is replayed, without a search. Only then are there values: before, every answer is -1.
 */
#ifndef PHK_EMIT_H
#define PHK_EMIT_H

#include "integrate/dae.h"
#include "linalg/pattern.h"

typedef struct {
    phk_collector *collector;   /* collecting; else NULL */
    const phk_pattern *pattern; /* recording and replaying */
    int *record;                /* [count of a pass] */
    int count;                  /* how often it was asked in this pass */
    phk_tangents *out;          /* replaying: what is added to; else NULL */
} phk_emitter;

/* Collects or records; see phk_emit_block. */
void phk_emit_new(phk_emitter *e, int row, int rows, int column, int columns);

/* Where a block of so many rows, all of one cell or a single one, and neighbouring columns begins:
 * its offset from the start of each of its rows; -1: nowhere, for row or column is -1, or there are
 * no values yet. */
static inline int phk_emit_block(phk_emitter *e, int row, int rows, int column, int columns)
{
    if (e->out) return e->record[e->count++];
    phk_emit_new(e, row, rows, column, columns);
    return -1;
}

/* One entry: its index, or -1. */
static inline int phk_emit_entry(phk_emitter *e, int row, int column)
{
    int at = phk_emit_block(e, row, 1, column, 1);
    return at < 0 ? -1 : at + e->pattern->row_start[row];
}

/* Passes over so many answers, where there is nothing to add. */
static inline void phk_emit_pass(phk_emitter *e, int count)
{
    e->count += count;
}

#endif
