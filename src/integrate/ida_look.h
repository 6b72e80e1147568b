/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ida_look.h -- looks within a step of IDA's, before it is accepted (ida_look.c) or after.
 */
#ifndef PHK_IDA_LOOK_H
#define PHK_IDA_LOOK_H

#include <nvector/nvector_serial.h>
#include "integrate/ggl.h"
#include "linalg/factor.h"

typedef struct {
    void *memory; /* of IDA */
    phk_ggl *ggl;
    phk_factor *factor;     /* of the last matrix, */
    double c;               /* [1/s] which is dF/dz + c dF/dz' */
    N_Vector weights;       /* of errors in the last step */
    N_Vector z, zp, f, sum; /* room */
    long long looks;        /* so far */
} phk_ida_look;

/* Room for vectors like this one. False: no memory. */
bool phk_ida_look_create(phk_ida_look *look, N_Vector like);
void phk_ida_look_free(phk_ida_look *look); /* the room alone */
/* What IDA's polynomial says at t, within its last step; false: it is not within. In room of the
 * look's, till the next one. */
bool phk_ida_look_at(phk_ida_look *look, double t, phk_point *out);
/* Whether the last step, of h to t, has passed something over. apart [s]: from look to look. */
bool phk_ida_look_finds(phk_ida_look *look, double t, double h, double apart);

#endif
