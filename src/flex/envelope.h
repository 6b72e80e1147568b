/* SPDX-License-Identifier: BSD-3-Clause
 *
 * envelope.h -- the largest von Mises stress at every place of a flexible body over a run, and where
 * it is hottest.
 *
 * A stress tensor is S_p q, six rows of as many numbers as there are modes; per instant and place
 *   vM^2 = xx^2 + yy^2 + zz^2 - xx yy - yy zz - zz xx + 3 (xy^2 + yz^2 + zx^2).
 * Modal coordinates are gathered for PHK_INSTANTS instants, so that S is read from memory once for all
 * of them; the product and vM^2 are in single precision, which is enough to find what is hot. Those
 * few are worked out again in double.
 */
#ifndef PHK_ENVELOPE_H
#define PHK_ENVELOPE_H

#include <stdbool.h>
#include "flex/flex.h"

enum { PHK_INSTANTS = 32 };

typedef struct {
    const phk_flex *flex;
    float *largest; /* [spots] vM^2 [Pa^2]; -1: nothing was seen yet */
    double *time;   /* [spots] [s] of it */
    int *instant;   /* [spots] which one it was, counted from 0 */
    /* instants that wait */
    int count, seen; /* seen: those that do not */
    double at[PHK_INSTANTS];
    float *q; /* [modes][PHK_INSTANTS] */
} phk_envelope;

ph_status phk_envelope_create(const phk_flex *flex, phk_envelope *out);
void phk_envelope_free(phk_envelope *e);
/* One instant more; allocates nothing. */
void phk_envelope_add(phk_envelope *e, double time, const double *q);
/* What waits is looked at: before anything is read. */
void phk_envelope_flush(phk_envelope *e);

/* sigma [6], PHK_XX .., of a place at q, in double. */
void phk_stress_at(const phk_flex *flex, int spot, const double *q, double sigma[6]);
double phk_von_mises(const double sigma[6]);

typedef struct {
    int spot;
    double stress; /* [Pa] von Mises */
    double time;   /* [s] */
    int instant;
    double sigma[6]; /* [Pa] then; NaN where nobody knows q */
} phk_hot_spot;

/* Modal coordinates of an instant, by its number. */
typedef struct {
    void *user;
    const double *(*at)(void *user, int instant);
} phk_history;

/* The hottest places, hottest first, none nearer than `separation` [m] to a hotter one; of equals the
 * one with the lower number is first. With a history they are worked out in double. Returns how many
 * there are, `most` at most. */
int phk_envelope_hottest(const phk_envelope *e, double separation, int most,
                         const phk_history *history, phk_hot_spot *out);
/* Three times the median distance from a place to its nearest neighbour: as far as hot spots are
 * apart by default. */
double phk_envelope_separation(const phk_flex *flex);

#endif
