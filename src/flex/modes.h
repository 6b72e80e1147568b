/* SPDX-License-Identifier: BSD-3-Clause
 *
 * modes.h -- from a frame to a flexible body: few shapes, and all that follows from them.
 */
#ifndef PHK_MODES_H
#define PHK_MODES_H

#include "flex/flex.h"
#include "flex/frame.h"

typedef struct {
    int modes;
    double *value; /* [modes] [1/s^2] squares of the angular frequencies, ascending */
    double *shape; /* [6 nodes][modes] of modal mass 1 */
    double rigid;  /* the largest |f| of the six rigid modes over the lowest f of the others */
} phk_shapes;

/* Takes the rigid motions about the centre of mass out of shapes; M [n][n], n = 6 nodes. */
void phk_frame_mean_axes(const phk_frame *frame, const double *M, int modes, double *shape,
                         phk_arena *scratch);
ph_status phk_frame_reduce(const phk_frame *frame, const ph_reduction *reduction, ph_source where,
                           ph_diag *diag, phk_arena *scratch, phk_shapes *shapes);

/* Fills what mass points say: m, com, J0, C0, C1, D, I7r, I4r, I6r. */
ph_status phk_frame_inertia(const phk_frame *frame, const phk_shapes *shapes, phk_flex *flex);
/* Nodes, lines, sizes; spots with their stresses. */
ph_status phk_frame_nodes(const phk_frame *frame, const phk_shapes *shapes, phk_flex *flex);
ph_status phk_frame_stress(const phk_frame *frame, const ph_beams *beams, const phk_shapes *shapes,
                           phk_flex *flex);
/* Axial forces [N] of the elements in the fields of m (w x (p x w)) about a node that is held, of
 * unit products wx wx, wy wy, wz wz, wx wy, wy wz, wz wx: force [6][elements]. */
ph_status phk_frame_spin(const phk_frame *frame, int held, phk_arena *scratch, double *force);
ph_status phk_frame_stiffening(const phk_frame *frame, int held, const phk_shapes *shapes,
                               phk_flex *flex, phk_arena *scratch);

#endif
