/* SPDX-License-Identifier: BSD-3-Clause
 *
 * restitution.h -- the damping a [s/m] of the law N = k q^e (1 + a q') that sends a free mass back
 * with r times the speed v0 it came with. It depends on neither k, e nor the mass, only x = a v0:
 *
 *   x (1 + r) = ln((1 + x)/(1 - x r)).
 *
 * Beside this relation itself stand three formulas that were published as approximations of it;
 * they are here because models quote them. Only Flores' comes near for soft impacts.
 */
#ifndef PHK_CONTACT_RESTITUTION_H
#define PHK_CONTACT_RESTITUTION_H

typedef struct {
    const char *name; /* the word in model files */
    /* x = a v0 for 0 < r <= 1: 0 at r = 1 */
    double (*damping)(double r);
} phk_restitution;

enum {
    PHK_RESTITUTION_EXACT,
    PHK_RESTITUTION_HUNT_CROSSLEY,       /* 3 (1 - r)/2 */
    PHK_RESTITUTION_LANKARANI_NIKRAVESH, /* 3 (1 - r^2)/4 */
    PHK_RESTITUTION_FLORES,              /* 8 (1 - r)/(5 r) */
    PHK_RESTITUTION_COUNT
};

extern const phk_restitution phk_restitutions[PHK_RESTITUTION_COUNT];

#endif
