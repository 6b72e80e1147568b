/* SPDX-License-Identifier: BSD-3-Clause
 *
 * normal.h -- how hard two surfaces push each other apart at one point, by the depth q [m] they
 * overlap and its rate q' [m/s] (> 0: closing). Nothing acts for q <= 0, and nothing pulls:
 *
 *   impact   N = max(0, k q^e + c S(q/d) q'), S(u) = u^2 (3 - 2u), 1 from u = 1 on (MSC.ADAMS)
 *   power    N = max(0, k q^e (1 + a q'))     (Hunt and Crossley 1975; a = 0, e = 3/2: Hertz)
 *
 * Where the maximum cuts, N and all its derivatives are 0: N has a kink there, never a jump.
 * What `a` gives a wanted restitution is in restitution.h.
 */
#ifndef PHK_CONTACT_NORMAL_H
#define PHK_CONTACT_NORMAL_H

/* A law takes of these what it needs. */
typedef struct {
    double k; /* stiffness [N/m^e], >= 0 */
    double e; /* exponent, > 0; from 3/2 on the slope, too, is continuous at touch */
    double c; /* impact: full damping [N s/m], >= 0 */
    double d; /* impact: depth of full damping [m]; 0: at once, so that N jumps at touch */
    double a; /* power: damping [s/m], >= 0 */
} phk_normal_par;

typedef struct {
    double force;    /* N [N] */
    double by_depth; /* dN/dq [N/m] */
    double by_rate;  /* dN/dq' [N s/m] */
} phk_normal;

typedef struct {
    const char *name; /* the word in model files */
    phk_normal (*force)(const phk_normal_par *par, double q, double rate);
    /* V(q) [J] of the force without damping: dV/dq = N(q, 0) */
    double (*stored)(const phk_normal_par *par, double q);
} phk_normal_law;

enum { PHK_NORMAL_IMPACT, PHK_NORMAL_POWER, PHK_NORMAL_COUNT };

extern const phk_normal_law phk_normal_laws[PHK_NORMAL_COUNT];

/* An elastic sphere, or what it touches: radius HUGE_VAL is a plane, a negative one a hollow. */
typedef struct {
    double E;      /* Young's modulus [Pa] */
    double nu;     /* Poisson's ratio */
    double radius; /* [m] */
} phk_hertz;

/* k [N/m^1.5] of Hertz' law N = k q^1.5 between two bodies. Not finite where they fit each other,
 * so that the contact is no point. */
double phk_hertz_stiffness(const phk_hertz body[2]);

/* Surfaces that pull each other: -pull at touch and deeper, fading by 1 - S(gap/range) to nothing
 * at the gap `range`. Added to the force of a law; q < 0 is a gap. */
typedef struct {
    double pull;  /* [N], >= 0 */
    double range; /* [m], > 0 */
} phk_adhesion;

phk_normal phk_adhesion_force(const phk_adhesion *par, double q);
/* [J], 0 at the gap `range` and beyond */
double phk_adhesion_stored(const phk_adhesion *par, double q);

#endif
