/* SPDX-License-Identifier: BSD-3-Clause
 *
 * elements.h -- the element types of this build; what the simulation itself needs of them.
 */
#ifndef PHK_ELEMENTS_H
#define PHK_ELEMENTS_H

#include <polhode/element.h>

#define PH_FORCE(descriptor) extern const ph_force_type descriptor;
#define PH_JOINT(descriptor) extern const ph_joint_type descriptor;
#include "element/elements.def"

/* Parameters of gravity on one body: `on` is the body, so its marker is the centre of mass. */
typedef struct {
    ph_place on;
    double mass; /* [kg] */
    ph_vec3 g;   /* [m/s^2] world axes */
} phk_gravity;

#endif
