/* SPDX-License-Identifier: BSD-3-Clause
 *
 * across.h -- the part of a vector across a unit normal, P x with P = 1 - n n', and how it changes
 * with both. The normal of a contact turns: what is left out with dn is up to some percent of
 * the tangent of friction.
 */
#ifndef PHK_CONTACT_ACROSS_H
#define PHK_CONTACT_ACROSS_H

#include <polhode/math.h>

static inline ph_vec3 phk_across(ph_vec3 n, ph_vec3 x)
{
    return ph_axpy(x, -ph_dot(n, x), n);
}

/* d(P x) = P dx - dn (n.x) - n (dn.x) */
static inline ph_vec3 phk_across_change(ph_vec3 n, ph_vec3 x, ph_vec3 dn, ph_vec3 dx)
{
    return ph_axpy(ph_axpy(phk_across(n, dx), -ph_dot(n, x), dn), -ph_dot(dn, x), n);
}

#endif
