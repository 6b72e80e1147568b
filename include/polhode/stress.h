/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/stress.h -- stresses of flexible bodies over a run: the largest von Mises stress at every
 * place, and where it is hottest.
 *
 * A stress tensor is S_p q, six rows of as many numbers as there are modes; per instant and place
 *   vM^2 = xx^2 + yy^2 + zz^2 - xx yy - yy zz - zz xx + 3 (xy^2 + yz^2 + zx^2).
 * Modal coordinates are gathered for some instants, so that S is read from memory once for all of
 * them; the product and vM^2 are in single precision, which is enough to find what is hot. Those
 * few are worked out again in double. 46,580 places, 134 modes and 4,000 instants take five seconds
 * of a processor that has AVX2; the bits are the same without.
 */
#ifndef POLHODE_STRESS_H
#define POLHODE_STRESS_H

#include <polhode/base.h>
#include <polhode/flexible.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Components of a stress tensor: xx yy zz xy yz zx, in the axes of the body. */
enum { PH_STRESSES = 6 };

/* sigma [Pa] of a place (0 .. ph_flex_spots - 1) at modal coordinates q, in double; and its size.
 */
PH_API void ph_flex_stress(const ph_flex *flex, int place, const double *q,
                           double sigma[PH_STRESSES]);
PH_API double ph_von_mises(const double sigma[PH_STRESSES]);

typedef struct ph_envelope ph_envelope;

/* The body must stay as long. PH_E_UNSUPPORTED: it has no stresses. */
PH_API ph_status ph_envelope_create(const ph_flex *flex, ph_envelope **envelope);
PH_API void ph_envelope_free(ph_envelope *envelope);
/* One instant more; allocates nothing. */
PH_API void ph_envelope_add(ph_envelope *envelope, double time, const double *q);
/* The largest stress so far of a place [Pa], and when it was [s] (NULL: not wanted); -1: nothing
 * was seen yet. */
PH_API double ph_envelope_largest(ph_envelope *envelope, int place, double *time);

typedef struct {
    int place;
    int instant;               /* which one, from 0 */
    double time;               /* [s] */
    double stress;             /* [Pa] von Mises */
    double sigma[PH_STRESSES]; /* [Pa] then; NaN where nobody knows q */
} ph_hot_spot;

/* Modal coordinates of an instant, by its number; NULL: not known. */
typedef struct {
    void *user;
    const double *(*at)(void *user, int instant);
} ph_modal_history;

/* The hottest places, hottest first, none nearer than `separation` [m] to a hotter one; of equals
 * the one with the lower number is first. With a history (NULL: none) they are worked out in
 * double. Returns how many there are, `most` at most. */
PH_API int ph_envelope_hottest(ph_envelope *envelope, double separation, int most,
                               const ph_modal_history *history, ph_hot_spot *out);
/* Three times the distance [m] from a place to its nearest neighbour, the median: as far as hot
 * spots are apart by default. */
PH_API double ph_flex_separation(const ph_flex *flex);

#ifdef __cplusplus
}
#endif
#endif
