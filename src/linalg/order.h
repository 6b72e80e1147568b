/* SPDX-License-Identifier: BSD-3-Clause
 *
 * order.h -- in which order the unknowns of a saddle-point system are eliminated.
 *
 * Minimum degree on the graph of nodes (bodies), two of them being neighbours when they touch in
 * the pattern or share an unknown that belongs to no node (a constraint row, a state). The unknowns
 * of a node stay together. An unknown without node has a zero pivot until nodes it touches have
 * filled it:
 *
 *   late   it follows the last node it touches. Its pivot is sound whatever the constraints are,
 *          but a body that many others hang on leaves all their rows to the end, in one full block.
 *   early  it follows the first node it touches at which the bodies eliminated together so far have
 *          at least as many directions as rows: those of a leaf of a tree, with the joint to its
 *          parent. Trees of any shape then fill linearly. In loops such rows may still depend on
 *          each other; the numbers decide whether that order serves.
 *
 * An unknown that touches no node is made one itself, so that chains of states are ordered as well.
 */
#ifndef PHK_ORDER_H
#define PHK_ORDER_H

#include <stdbool.h>
#include "linalg/pattern.h"

/* node[n]: see factor.h. place[n]: the unknown eliminated at each place. */
ph_status phk_order(const phk_pattern *pattern, const int *node, bool early, int *place);

#endif
