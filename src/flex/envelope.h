/* SPDX-License-Identifier: BSD-3-Clause
 *
 * envelope.h -- the largest von Mises stress at each spot of a flexible body, over all instants it
 * is shown, with the instant and the stress tensor then.
 *
 * Instants are collected and worked on together: 32 of them cost a fifth of what they cost one by
 * one, for the stresses of unit modes are then read once. Single precision does: what it rounds is
 * 1e-6 of what the modes put together. How instants fall into such groups changes no bit.
 */
#ifndef PHK_ENVELOPE_H
#define PHK_ENVELOPE_H

#include "base/store.h"
#include "flex/flex.h"

enum { PHK_INSTANTS = 32 };

typedef struct {
    const phk_flex *of;
    long long shown;        /* instants so far */
    int waiting;            /* of these not yet worked on */
    double t[PHK_INSTANTS]; /* [s] of those */
    float *q;               /* [modes][PHK_INSTANTS] */
    float *square;          /* [spots] [Pa^2] of the largest; negative: none yet */
    double *time;           /* [spots] [s] */
    long long *instant;     /* [spots] which one, from 0 */
    float (*tensor)[6];     /* [spots] [Pa] PHK_XX .. */
} phk_envelope;

/* PH_E_NOMEM: out of memory. */
ph_status phk_envelope_create(phk_envelope *envelope, const phk_flex *flex, phk_arena *arena);
/* An instant: q [modes]. It allocates nothing. */
void phk_envelope_show(phk_envelope *envelope, double t, const double *q);
/* Works on what is waiting: the arrays hold all that was shown. */
void phk_envelope_settle(phk_envelope *envelope);
/* [Pa] of a spot, when settled; 0: nothing was shown. */
double phk_envelope_peak(const phk_envelope *envelope, int spot);
void phk_envelope_store(phk_envelope *envelope, phk_store *store);

/* What a spot is called: its label, else its node. Like snprintf. */
int phk_flex_spot_text(const phk_flex *flex, int spot, char *text, size_t size);
/* [Pa] the largest von Mises stress of all spots; *spot (may be NULL): where; -1: there is none. */
double phk_flex_largest(const phk_flex *flex, const double *q, int *spot);

#endif
