/* SPDX-License-Identifier: BSD-3-Clause
 *
 * frontal_tree.h -- the order of elimination of frontal.h, and its fronts: which columns have
 * their rows in common, and which front takes what another one leaves.
 */
#ifndef PHK_FRONTAL_TREE_H
#define PHK_FRONTAL_TREE_H

#include "linalg/sparse.h"

typedef struct {
    int n, fronts, largest; /* rows of the largest front */
    int *order;             /* [n] which unknown is eliminated when; all numbers below are times */
    int *first;             /* [fronts + 1] columns */
    size_t *begin;          /* [fronts + 1] */
    int *index;             /* [begin[fronts]] rows of each front, ascending, its columns first */
    int *child, *next; /* [fronts] the first child of each, and the next one of its parent; -1 */
    /* the matrix in that order: rows of the lower triangle of each column, and where in the values
     * of the given one they are */
    size_t *start;
    int *row;
    size_t *from;
} phk_front_tree;

ph_status phk_front_tree_make(const phk_sparse *a, phk_front_tree *t);
void phk_front_tree_free(phk_front_tree *t);

#endif
