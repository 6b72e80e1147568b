/* SPDX-License-Identifier: BSD-3-Clause
 *
 * line.h -- elements that push two places apart along the line between them, by a law of its
 * length and rate, of states of the element and of expressions: cylinders.
 *
 *   d = p_0 - p_1,  L = |d|,  u = d/L,  L' = u.(v_0 - v_1);   f_0 = F u,  f_1 = -F u
 *   dL = u.dd,  dL' = u.dv + c.dd,  c = (v - L' u)/L,  du = (1 - u u') dd/L
 */
#ifndef PHK_LINE_H
#define PHK_LINE_H

#include <polhode/element.h>
#include "math/dual.h"

/* Variables of a law, as duals are numbered: length [m], its rate [m/s], states, expressions. */
enum { PHK_LINE_LENGTH, PHK_LINE_RATE, PHK_LINE_STATE };
enum { PHK_LINE_STATES = 4, PHK_LINE_MARKERS = 2 };

typedef struct {
    phk_dual force;                 /* [N] > 0 pushes apart */
    phk_dual rate[PHK_LINE_STATES]; /* of the states */
} phk_line_answer;

/* x[PHK_LINE_STATE + states + values] */
typedef phk_line_answer (*phk_line_law)(const void *par, const phk_dual *x);

/* What a type of this kind is made of; its expressions are at these offsets of its parameters. */
typedef struct {
    phk_line_law law;
    size_t par_bytes;
    int states, values;
    size_t value[2];
} phk_line_kind;

/* Kernels of ph_force_type. */
ph_status phk_line_wrench(const phk_line_kind *kind, int n, const void *par, const ph_eval *eval,
                          const ph_frame *frame, ph_wrench *w);
ph_status phk_line_rates(const phk_line_kind *kind, int n, const void *par, const ph_eval *eval,
                         const ph_frame *frame, double *rate);
ph_status phk_line_tangent(const phk_line_kind *kind, int n, const void *par, const ph_eval *eval,
                           const ph_frame *frame, ph_tangent *out);
/* Length and rate of the line, as variables; false: it has no direction. */
bool phk_line_now(const ph_frame *frame, phk_dual *length, phk_dual *rate);

#define PHK_LINE_KERNELS(kind)                                                                     \
    static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,    \
                            ph_wrench *w)                                                          \
    {                                                                                              \
        return phk_line_wrench(&(kind), n, par, eval, frame, w);                                   \
    }                                                                                              \
    static ph_status rates(int n, const void *par, const ph_eval *eval, const ph_frame *frame,     \
                           double *rate)                                                           \
    {                                                                                              \
        return phk_line_rates(&(kind), n, par, eval, frame, rate);                                 \
    }                                                                                              \
    static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,   \
                             ph_tangent *out)                                                      \
    {                                                                                              \
        return phk_line_tangent(&(kind), n, par, eval, frame, out);                                \
    }

#endif
