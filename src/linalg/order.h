/* SPDX-License-Identifier: BSD-3-Clause
 *
 * order.h -- in which order the unknowns of a saddle-point system are eliminated.
 *
 * Minimum degree on the graph of nodes (bodies), two of them being neighbours when they touch in
 * the pattern or share an unknown that belongs to no node (a constraint row, a state). The unknowns
 * of a node stay together; an unknown without node follows the last node it touches: there its
 * pivot, zero at first, has been filled by all of them. An unknown that touches no node is made one
 * itself, so that chains of states are ordered as well.
 */
#ifndef PHK_ORDER_H
#define PHK_ORDER_H

#include "linalg/pattern.h"

/* node[n]: see factor.h. place[k]: the unknown eliminated at place k, malloc'ed by the caller. */
ph_status phk_order(const phk_pattern *pattern, const int *node, int *place);

#endif
