/* SPDX-License-Identifier: BSD-3-Clause
 *
 * inertia.h -- how many eigenvalues of a symmetric matrix are negative, without finding any.
 *
 * A = L D L' with D diagonal has as many negative entries in D as A has negative eigenvalues
 * (Sylvester's law of inertia). The order is that of order.h, in which a constraint row follows the
 * bodies it touches, and its zero diagonal has been filled by them. Pivots stay where they are: one
 * that is small beside the terms it is the difference of may have lost its sign, and the count is
 * then called doubtful. Who asks shifts the matrix a little and asks again.
 *
 * Davis, Direct Methods for Sparse Linear Systems, 2006, chapter 4 (elimination tree, rows of L).
 */
#ifndef PHK_INERTIA_H
#define PHK_INERTIA_H

#include "linalg/pattern.h"

typedef struct phk_inertia phk_inertia;

/* node: see factor.h. The pattern is read now, and not kept. */
ph_status phk_inertia_create(const phk_pattern *pattern, const int *node, phk_inertia **out);
void phk_inertia_free(phk_inertia *inertia);
/* Of the symmetric part of the matrix of these values; -1: doubtful. Allocates nothing. */
int phk_inertia_count(phk_inertia *inertia, const double *values);

#endif
