/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shadow.h -- the angle by which one marker is turned about an axis of another: that of the shadow
 * one of its axes throws.
 */
#ifndef PHK_SHADOW_H
#define PHK_SHADOW_H

#include <stdbool.h>
#include <polhode/element.h>

/* Which axis of i throws the shadow, and on which axes of j its sine and cosine are. */
typedef struct {
    int of, sine, cosine, sign;
} phk_shadow_axes;
extern const phk_shadow_axes phk_shadow[3]; /* about x, y, z of j */

/* The angle within half a turn, and its rate, from the frames; false where the shadow has no
 * length. */
bool phk_shadow_angle(const ph_frame *i, const ph_frame *j, int k, double *angle, double *rate);

#endif
