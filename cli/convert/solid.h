/* SPDX-License-Identifier: BSD-3-Clause
 *
 * solid.h -- the box of uniform density that has a mass and an inertia.
 */
#ifndef CLI_SOLID_H
#define CLI_SOLID_H

#include <stdbool.h>
#include <polhode/math.h>

/* inertia [xx, yy, zz, xy, xz, yz] [kg m^2] about the centre of mass; size [m] are the edges along
 * the axes that `turn` makes of x, y, z. A thin one gets 4 % of its longest edge. False: there is
 * none, like for a point. */
bool solid_box(double mass, const double inertia[6], double size[3], ph_quat *turn);

#endif
