/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce.h -- from matrices of a finite-element model to a flexible body: Craig-Bampton.
 *
 * With b the unknowns of the interface, Z_b how they follow its motions, i all others:
 *   Psi = -K_ii^-1 K_ib Z_b       static shapes, one for each motion of the interface
 *   K_ii V = M_ii V w^2           modes with the interface held
 *   B = [Z_b 0; Psi V]            (B'K B) Q = (B'M B) Q w^2,   Phi = B Q without the rigid ones
 * A mean motion (average) holds nothing: the static answers to its six forces are shapes instead.
 * Where the interface does not hold the body by itself, as few unknowns as that takes are held
 * besides, which adds rigid motions alone, and modes are those of the body as it is.
 *
 * Then mean axes (the six rigid motions are taken out) and the invariants of flex.h. Solids have
 * one mass matrix Ms for all directions; of what is left, with turns of nodes, the difference
 * between the whole and Ms counts as rotary inertia, so that mass, inertia and modal masses are
 * those of M.
 *
 * Craig and Bampton, AIAA J. 6 (1968).
 */
#ifndef PHK_REDUCE_H
#define PHK_REDUCE_H

#include <stdbool.h>
#include "flex/fe.h"
#include "flex/flex.h"

typedef struct {
    const phk_fe_interface *interface;
    int interfaces;
    int modes;    /* with the interface held: so many */
    double below; /* [Hz] and all of these; 0: only those */
    /* asked now and then, with the share that is done; not PH_OK ends it. NULL: nobody asks */
    ph_status (*tell)(void *user, double share, const char *doing);
    void *user;
} phk_reduction;

typedef struct {
    double
        rigid[6]; /* [Hz] sqrt(|w^2|) of the rigid motions, signed as w^2 is: what rounding left */
    int held;     /* unknowns of the interface */
    int extra;    /* held besides */
    int fixed;    /* modes with the interface held */
    int dropped;  /* shapes that depend on others */
    bool solid;   /* one Ms for all directions */
} phk_reduction_found;

/* Errors name the interface or the node. */
ph_status phk_flex_reduce(const phk_fe *fe, const phk_reduction *how, ph_diag *diag,
                          phk_reduction_found *found, phk_flex **out);

#endif
