/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bending.h -- flexible bodies of a result, as commands use them: columns of their modal
 * coordinates, and stresses for values of these.
 */
#ifndef CLI_BENDING_H
#define CLI_BENDING_H

#include <stdbool.h>
#include <polhode/result.h>

/* The columns NAME.q.1 .. NAME.q.M; column [modes]. False: not all are in the result. */
bool bending_columns(const ph_result *result, const ph_bending *bending, int *column);
/* [Pa] the tensor at a spot (xx, yy, zz, xy, yz, zx) for modal coordinates q; where the result
 * keeps what it takes. */
void bending_stress(const ph_bending *bending, int spot, const double *q, double tensor[6]);
/* Where a node is in the axes of its body, displacements multiplied by `scale`. */
ph_vec3 bending_node(const ph_bending *bending, int node, const double *q, double scale);

#endif
