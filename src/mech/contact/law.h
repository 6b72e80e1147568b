/* SPDX-License-Identifier: BSD-3-Clause
 *
 * law.h -- the law by which a pair of shapes touches, with every number in it: those that a contact
 * gives, and those that follow from materials, sizes and masses where it does not.
 */
#ifndef PHK_CONTACT_LAW_H
#define PHK_CONTACT_LAW_H

#include "contact/bristle.h"
#include "contact/normal.h"
#include "contact/resistance.h"
#include "expr/expr.h"
#include "geom/touchable.h"
#include "mech/model/model.h"

/* What a surface is made of. */
typedef struct {
    double young, poisson;             /* [Pa] */
    double friction, sliding_friction; /* the second NAN: as the first */
    double restitution;
    double rolling, spinning; /* [m] */
} phk_surface;

/* One of the two that touch. */
typedef struct {
    const phk_touchable *shape;
    const phk_surface *surface;
    double mass; /* [kg] of its body; INFINITY: ground */
} phk_contact_side;

/* [m/s] the speed of stiction that nobody has given. */
#define PHK_CONTACT_STICTION 0.01
/* Of the radius: how far adhesion reaches that nobody has told of. */
#define PHK_CONTACT_RANGE 0.01

/* Numbers that a formula may take to evaluate: on the stack. */
enum { PHK_FORMULA_WORK = 512 };

typedef struct {
    int normal;         /* PHK_NORMAL_* */
    phk_normal_par par; /* of the power law without `a` where */
    double restitution; /* a v0 is this; 0: par.a is the damping whatever the speed */
    double slowest;     /* [m/s] the least v0: what comes slower is about to rest */
    phk_adhesion adhesion;
    int friction; /* ph_friction_law */
    phk_bristle_par bristle;
    phk_resistance_par rolling, spinning;
    const phk_tape *formula; /* instead of the normal law: of depth and rate; NULL: none */
} phk_contact_law;

/* The normal force, never below zero, and the energy stored in it [J]. */
phk_normal phk_contact_formula_force(const phk_tape *formula, double q, double rate);
double phk_contact_formula_stored(const phk_tape *formula, double q);

/* gravity [m/s^2]: what rests is pressed by; pair: what the two materials have in common, NAN where
 * that is not known. */
phk_contact_law phk_contact_law_of(const ph_contact_def *def, const phk_contact_side side[2],
                                   const phk_surface *pair, double gravity);

#endif
