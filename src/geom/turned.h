/* SPDX-License-Identifier: BSD-3-Clause
 *
 * turned.h -- bodies of revolution: a profile in the plane (r, z) that is turned about z.
 */
#ifndef PHK_TURNED_H
#define PHK_TURNED_H

#include <polhode/geometry.h>

enum { PHK_PROFILE_POINTS = 800 };

/* Points with what is inside to the left, from below to above where it is about the axis. One that
 * ends where it began is closed, and has a hole. */
typedef struct {
    struct {
        double r, z;
        bool edge; /* the surface has one here; smooth otherwise */
    } point[PHK_PROFILE_POINTS];
    int points;
    bool closed;
} phk_profile;

/* A point where the last one was is none. */
void phk_profile_point(phk_profile *profile, double r, double z, bool edge);
/* About (r, z), from one angle to another, upwards from the horizontal, in so many steps. */
void phk_profile_arc(phk_profile *profile, double r, double z, double radius, const double angle[2],
                     int steps);
/* Points on the axis become one vertex. */
void phk_profile_turn(const phk_profile *profile, int around, ph_mesh *mesh);

/* The volume between z = 0 and length of what has a radius there and another one at its end; below
 * zero it lies the other way. */
ph_mass_of phk_frustum_mass(double radius, double radius2, double length);

#endif
