/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vtp.h -- one frame as a VTK file of PolyData. vtk.c makes the series.
 */
#ifndef CLI_VTP_H
#define CLI_VTP_H

#include <stdio.h>
#include "geometry.h"

/* A body at a time; the ground is one at rest. */
typedef struct {
    ph_vec3 at;    /* [m] */
    ph_quat turn;  /* body to world */
    ph_vec3 speed; /* [m/s] */
    ph_vec3 omega; /* [rad/s] in world axes */
} vtp_body;

typedef struct {
    double time; /* [s] */
    const vtp_body *body;
    const char *const *name;
    int bodies;
    bool moves;            /* there are velocities */
    const geometry *shape; /* corners fixed to bodies; the first ones are the bodies' centres */
} vtp_frame;

/* Errors of `out` are the caller's to ask for. */
void vtp_write(FILE *out, const vtp_frame *f);

#endif
