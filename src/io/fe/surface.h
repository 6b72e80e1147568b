/* SPDX-License-Identifier: BSD-3-Clause
 *
 * surface.h -- the end of reading a finite-element model, and what is drawn of it: faces that one
 * solid has alone, shells, and beams as lines; by corner nodes.
 */
#ifndef PHK_FE_SURFACE_H
#define PHK_FE_SURFACE_H

#include "io/fe/build.h"

/* All that was read becomes a model. Nodes that no equation is of are left out. */
ph_status phk_fe_build_end(phk_fe_build *b, phk_fe *fe);
/* Lines and faces of one whose nodes are there. */
ph_status phk_fe_surface(const phk_fe_build *b, phk_fe *fe);

#endif
