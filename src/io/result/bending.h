/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bending.h -- flexible bodies in a result: what they are, and the envelope of their stresses.
 *
 * Group bending/K of the K-th flexible body; attributes name, modes, separation [m] of hot spots,
 * and of each dataset its unit:
 *   node_at [nodes, 3]             [m] undeformed, from the centre of mass
 *   shape [nodes, 3, modes]        displacement [m] of a unit of each modal coordinate
 *   line [lines, 2], face [faces, 3]   nodes
 *   spot_at [spots, 3], spot_node [spots], spot_label
 *   stress [spots, 6, modes]       [Pa] of a unit of each modal coordinate, xx yy zz xy yz zx; not
 *                                  there where it is above PHK_LARGEST_STRESSES bytes
 *   peak, peak_time [spots]        [Pa] largest von Mises stress of all steps, [s] when
 *   peak_stress [spots, 6]         [Pa] the tensor then
 */
#ifndef PHK_RESULT_BENDING_H
#define PHK_RESULT_BENDING_H

#include "flex/envelope.h"
#include "io/h5/h5.h"

enum { PHK_LARGEST_STRESSES = 64 << 20 };

/* Number k, of the body of this name. Negative: it failed. */
int phk_bending_put(hid_t file, int k, const char *name, const phk_flex *flex);
/* The envelope of number k, settled. */
int phk_bending_put_peaks(hid_t file, int k, const phk_envelope *envelope);

#endif
