/* SPDX-License-Identifier: BSD-3-Clause
 *
 * container.h -- files of flexible bodies, NAME.phf.h5: HDF5 by name, in SI units.
 *
 *   attributes format = "polhode-flex", version = 1, units, source; of the reduction: rigid[6]
 * [Hz], unit[3], nodes, equations, held, extra, fixed, dropped, solid mass, com[3], C0[3,3],
 * C1[3,3,M], D[6,M,M] (xx yy zz xy yz zx), I7r[3,3], I4r[3,M], I6r[M,M] frequency[M] [Hz], zeta[M]
 * (NaN: the default), modal_stiffness[M,M] only where modes are coupled nodes/id[N] (-1: none),
 * nodes/position[N,3] from the centre of mass modes/translation[N,3,M], modes/rotation[N,3,M] (NaN:
 * the node has none; missing: none has) interface/name, interface/node (among the nodes),
 * interface/rotation[I,3,M] elements/line[L,2], elements/face[F,3]: what to draw, between nodes
 *   stress/node[P], stress/position[P,3], stress/tensor[P,6,M] in single precision, stress/label[P]
 *   stiffening/KG[6,M,M]; loads/name, loads/modal[L,M], loads/resultant[L,6] (force, torque about
 *   the centre of mass, body axes)
 *
 * Behind its end are sixteen bytes more, which find damage (seal.h).
 *
 * What is read is checked: sizes, sum_a D_aa + I6r = 1, ax(C1) + I4r = 0, D symmetric, an inertia
 * that a body can have. Memory is bounded by the size of the file.
 */
#ifndef PHK_CONTAINER_H
#define PHK_CONTAINER_H

#include <polhode/reduce.h>
#include "flex/flex.h"

/* `where` is the place that errors of opening it point to: the file itself, or the line that names
 * it. */
ph_status phk_flex_read(const char *path, ph_source where, ph_diag *diag, ph_reduced *found,
                        phk_flex **out);
/* What is wrong with data of a body, in words; NULL: nothing. */
const char *phk_flex_fault(const phk_flex *flex, char text[200]);

#endif
