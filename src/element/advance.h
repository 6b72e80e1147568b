/* SPDX-License-Identifier: BSD-3-Clause
 *
 * advance.h -- a row that ties an advance along z of marker 0 to an angle of marker 1, as a thread
 * and a rack do:
 *   C = Z.(p1 - p0) + arm angle - c0 ,
 * c0 as drawn and full turns of the angle counted (counted.h).
 */
#ifndef PHK_ADVANCE_H
#define PHK_ADVANCE_H

#include "element/counted.h"

enum { PHK_ADVANCE_MEMORY = PHK_ROW_MEMORY(2) };

typedef struct {
    double given;                     /* [m] what the model gives of it: a pitch, a diameter */
    double arm;                       /* [m/rad] */
    phk_counted q[2];                 /* travel and angle */
    double drawn[PHK_ADVANCE_MEMORY]; /* its memory before the first step */
} phk_advance_row;

/* Completes it with the markers as drawn. angle: a term of pair.h. */
void phk_advance_complete(phk_advance_row *row, const ph_frame *frame, double arm,
                          double (*angle)(const phk_pair_at *pair, double s));

/* The functions of a ph_joint_type whose parameters are a phk_advance_row. */
void phk_advance_value(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                       double *value);
void phk_advance_gradient(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                          double *gradient);
void phk_advance_curvature(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                           const double *lambda, double *curvature);
void phk_advance_remember(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                          double *memory);

#endif
