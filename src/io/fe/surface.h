/* SPDX-License-Identifier: BSD-3-Clause
 *
 * surface.h -- what is drawn of a finite-element model: faces that one solid has alone, shells, and
 * beams as lines; by corner nodes.
 */
#ifndef PHK_FE_SURFACE_H
#define PHK_FE_SURFACE_H

#include "io/fe/build.h"

ph_status phk_fe_surface(const phk_fe_build *b, phk_fe *fe);

#endif
