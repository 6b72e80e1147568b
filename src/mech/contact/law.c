/* SPDX-License-Identifier: BSD-3-Clause
 *
 * law.c -- numbers of a law that nobody has given.
 *
 * Depth and slope at rest are those of the lighter body lying on one point: they say how stiff
 * bristles are, and over which depth a damping sets in. Dampings are parts of the critical one of
 * that slope.
 */
#include "mech/contact/law.h"

#include <math.h>
#include "contact/restitution.h"

#define CRITICAL   0.1  /* of it: the damping of IMPACT */
#define BRISTLE    0.3  /* the same of bristles */
#define SETS_IN    0.1  /* of the depth at rest: where damping is full */
#define SLIDING    10   /* times that */
#define WEIGHT     9.81 /* [m/s^2] where there is no gravity */
#define WEIGHTLESS 1e-4 /* of that: there nothing comes to rest by its weight */
#define EXPONENT   1.5  /* Hertz' */
#define LARGEST_R  1e3  /* [m] radius above which a surface is a plane */

static double either(double given, double otherwise)
{
    return isnan(given) ? otherwise : given;
}

/* What a pair has of two materials: friction and restitution half way on a scale of factors. */
static double between(double a, double b)
{
    return sqrt(a * b);
}

static double sliding_of(const phk_surface *s)
{
    return either(s->sliding_friction, s->friction);
}

static phk_surface common(const phk_contact_side side[2], const phk_surface *pair)
{
    const phk_surface *a = side[0].surface, *b = side[1].surface;
    phk_surface s = {.friction = either(pair->friction, between(a->friction, b->friction)),
                     .restitution =
                         either(pair->restitution, between(a->restitution, b->restitution)),
                     .rolling = either(pair->rolling, fmax(a->rolling, b->rolling)),
                     .spinning = either(pair->spinning, fmax(a->spinning, b->spinning))};
    double sliding = isnan(pair->friction) ? between(sliding_of(a), sliding_of(b)) : pair->friction;
    s.sliding_friction = either(pair->sliding_friction, sliding);
    return s;
}

static double hertz_of(const phk_contact_side side[2])
{
    phk_hertz body[2];
    for (int i = 0; i < 2; i++) {
        double r = side[i].shape->radius;
        body[i] = (phk_hertz){side[i].surface->young, side[i].surface->poisson,
                              r < LARGEST_R ? r : HUGE_VAL};
    }
    /* two flat faces: as if the thinner one were as round as it is thick */
    if (isinf(body[0].radius) && isinf(body[1].radius))
        body[0].radius = fmin(side[0].shape->thickness, side[1].shape->thickness);
    return phk_hertz_stiffness(body);
}

/* At rest: mass, what presses it, and slope of the normal force. */
typedef struct {
    double mass, gravity, depth, slope;
} rest;

static rest rest_of(const phk_contact_law *law, const phk_contact_side side[2], double gravity)
{
    double mass = fmin(side[0].mass, side[1].mass), g = gravity > 0 ? gravity : WEIGHT;
    if (!isfinite(mass) || !(mass > 0)) mass = 1;
    double depth = pow(mass * g / law->par.k, 1 / law->par.e);
    return (rest){mass, gravity > 0 ? g : WEIGHTLESS * g, depth,
                  law->par.e * law->par.k * pow(depth, law->par.e - 1)};
}

static void put_normal(const ph_contact_def *d, const phk_contact_side side[2],
                       phk_contact_law *law)
{
    bool hertz = d->law == PH_CONTACT_HERTZ || isnan(d->stiffness);
    law->normal = d->law == PH_CONTACT_IMPACT ? PHK_NORMAL_IMPACT : PHK_NORMAL_POWER;
    law->par.e = either(d->exponent, EXPONENT);
    law->par.k = hertz && isnan(d->stiffness) ? hertz_of(side) : d->stiffness;
}

static void put_damping(const ph_contact_def *d, double restitution, const rest *at,
                        phk_contact_law *law)
{
    if (law->normal == PHK_NORMAL_IMPACT) {
        law->par.c = either(d->damping, 2 * CRITICAL * sqrt(at->slope * at->mass));
        law->par.d = either(d->depth, SETS_IN * at->depth);
        return;
    }
    if (!isnan(d->damping))
        law->par.a = d->damping;
    else
        law->restitution = phk_restitutions[d->formula].damping(restitution);
    law->slowest = sqrt(at->gravity * at->depth);
}

static void put_friction(const ph_contact_def *d, const phk_surface *both, const rest *at,
                         phk_contact_law *law)
{
    phk_bristle_par *b = &law->bristle;
    b->mu.mu_s = either(d->friction, both->friction);
    b->mu.mu_d =
        either(d->sliding_friction, isnan(d->friction) ? both->sliding_friction : b->mu.mu_s);
    b->mu.vs = either(d->stiction_speed, PHK_CONTACT_STICTION);
    b->mu.vd = either(d->sliding_speed, SLIDING * b->mu.vs);
    b->kt = either(d->bristle_stiffness, at->slope);
    b->ct = either(d->bristle_damping, 2 * BRISTLE * sqrt(b->kt * at->mass));
    law->friction = b->mu.mu_s > 0 || b->mu.mu_d > 0 ? d->friction_law : PH_FRICTION_NONE;
}

phk_contact_law phk_contact_law_of(const ph_contact_def *d, const phk_contact_side side[2],
                                   const phk_surface *pair, double gravity)
{
    phk_contact_law law = {.normal = PHK_NORMAL_POWER};
    const phk_surface both = common(side, pair);
    double radius = fmin(side[0].shape->radius, side[1].shape->radius);
    put_normal(d, side, &law);
    const rest at = rest_of(&law, side, gravity);
    put_damping(d, either(d->restitution, both.restitution), &at, &law);
    put_friction(d, &both, &at, &law);
    law.adhesion.pull = either(d->adhesion, 0);
    law.adhesion.range = either(d->range, PHK_CONTACT_RANGE * (isfinite(radius) ? radius : 1));
    double w0 = law.bristle.mu.vs / (isfinite(radius) && radius > 0 ? radius : 1);
    law.rolling = (phk_resistance_par){either(d->rolling, both.rolling), w0};
    law.spinning = (phk_resistance_par){either(d->spinning, both.spinning), w0};
    return law;
}

phk_normal phk_contact_formula_force(const phk_tape *formula, double q, double rate)
{
    const double input[2] = {q, rate};
    const int *read;
    double work[PHK_FORMULA_WORK], gradient[2] = {0, 0};
    phk_normal n = {.force = phk_tape_gradient(formula, input, work, gradient)};
    const int inputs = phk_tape_inputs(formula, &read);
    /* what is not finite goes on, to be told of */
    if (n.force <= 0) return (phk_normal){0};
    for (int i = 0; i < inputs; i++) *(read[i] ? &n.by_rate : &n.by_depth) += gradient[i];
    return n;
}

double phk_contact_formula_stored(const phk_tape *formula, double q)
{
    /* Gauss' five points: exact to the ninth power of the depth */
    static const double at[] = {0, 0.53846931010568309, 0.90617984593866399};
    static const double weight[] = {0.56888888888888889, 0.47862867049936647, 0.23692688505618909};
    double sum = 0;
    for (int i = -2; i <= 2; i++) {
        const double x = (i < 0 ? -at[-i] : at[i]), w = weight[i < 0 ? -i : i];
        sum += 0.5 * q * w * phk_contact_formula_force(formula, 0.5 * q * (1 + x), 0).force;
    }
    return sum;
}
