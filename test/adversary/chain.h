/* SPDX-License-Identifier: BSD-3-Clause
 *
 * chain.h -- flat mechanisms as a list of links and pins in the plane x, z: written out with all
 * pins as joints, or with one of them as a bushing.
 */
#ifndef CHAIN_H
#define CHAIN_H

#include "problem.h"

enum { MOST_LINKS = 8 };

typedef struct {
    double x[2], z[2];       /* its two ends */
    double mass, inertia[3]; /* about its middle, in its own axes: x is its length */
    double vx, vz, rate;     /* of its middle; about y */
} link;

/* A hinge about y at (x, z) between two links; -1: ground. */
typedef struct {
    int a, b;
    double x, z;
} pin;

typedef struct {
    int links, pins;
    link link[MOST_LINKS];
    pin pin[MOST_LINKS + 1];
    int slider;                /* link that a guide along x holds besides; -1: none */
    int soft;                  /* pin that is a bushing; -1: none */
    double stiffness, damping; /* of it */
    double g;
} chain;

/* From (x, z) on by `length` in the direction `angle` from x towards -z: a rotation about y. */
link link_from(double x, double z, double length, double angle, double mass);
/* Links one after the other from the origin, hinged, turning with the rates given. */
chain chain_hanging(int links, const double *length, const double *angle, const double *rate,
                    const double *mass, double g);
char *chain_write(const chain *c, const char *title, bool soft);

#endif
