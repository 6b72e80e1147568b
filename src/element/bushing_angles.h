/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bushing_angles.h -- how a bushing measures the rotation of its first marker against its second.
 *
 * psi is the rotation vector, psi' = B w with B = dexp^-1(psi) and w the angular velocity, all in
 * the axes of the second marker; or it holds three projected angles, each that of an axis of the
 * first marker seen along an axis of the second: of z about x and about y, of x about z. With s
 * that axis in the axes of the second marker, the angle about axis k has the rate (1_k - s_k (s -
 * s_k 1_k)/(s.s - s_k^2)) . w,   a row of B.
 */
#ifndef PHK_BUSHING_ANGLES_H
#define PHK_BUSHING_ANGLES_H

#include <polhode/math.h>

/* psi and B from the axes of the first marker in those of the second. memory (NULL: none): the
 * projected angles of the step before, so that turns are counted. */
void phk_bushing_turn(int projected, const ph_mat3 *relative, const double *memory, ph_vec3 *psi,
                      ph_mat3 *B);
/* Derivative of B' M by the rotation vector psi, M fixed. */
ph_mat3 phk_bushing_bend(ph_vec3 psi, ph_vec3 M);

#endif
