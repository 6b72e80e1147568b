/* SPDX-License-Identifier: BSD-3-Clause
 *
 * friction_load.h -- how hard the surfaces of a joint are pressed together, from what the joint
 * does: force F and torque T at its second marker, and the axis a of the pin or guide,
 *
 *   N = across F_r + along F_a + bend T_b + twist T_a
 *   F_r = |F - (F.a) a|,  F_a = |F.a|,  T_b = |T - (T.a) a|,  T_a = |T.a|
 *
 * A ball has no axis: N = across |F|. Magnitudes are sqrt(x^2 + e^2), with e so small beside the
 * largest load so far that nobody sees it: then all is smooth where a load passes zero.
 */
#ifndef PHK_FRICTION_LOAD_H
#define PHK_FRICTION_LOAD_H

#include <polhode/element.h>

typedef struct {
    double across, along; /* N per force */
    double bend, twist;   /* N per torque */
    double e_force, e_torque;
} phk_pressing;

/* N and its derivatives. */
typedef struct {
    double N;
    double bending; /* T_b */
    ph_vec3 by_force, by_torque, by_axis;
} phk_pressed;

/* axis NULL: a ball. */
phk_pressed phk_press(const phk_pressing *p, const ph_wrench *reaction, const ph_vec3 *axis);

#endif
