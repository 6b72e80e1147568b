/* SPDX-License-Identifier: BSD-3-Clause
 *
 * friction.h -- friction as a function of the sliding velocity vt alone,
 *
 *   T = -N phi(s) vt,  s = |vt|,  phi(s) = mu(s)/s.
 *
 * Curves give phi and phi'/s instead of mu: both are smooth at s = 0, so that neither the force nor
 * its tangent divides by a speed, and no axes of the tangent plane are needed. Such friction creeps
 * where it should stick; bristle.h holds.
 */
#ifndef PHK_CONTACT_FRICTION_H
#define PHK_CONTACT_FRICTION_H

#include <polhode/math.h>

/* The static coefficient is reached at vs, the dynamic one at vd. */
typedef struct {
    double mu_s, mu_d; /* >= 0 */
    double vs, vd;     /* [m/s], 0 < vs < vd; vd = vs makes a jump unless mu_s = mu_d */
} phk_friction_par;

typedef struct {
    double mu;    /* mu(s) */
    double slope; /* mu'(s) [s/m] */
} phk_friction_mu;

typedef struct {
    double phi;   /* mu(s)/s [s/m] */
    double slope; /* phi'(s)/s [s^3/m^3] */
} phk_friction_phi;

typedef struct {
    const char *name; /* the word in model files */
    phk_friction_phi (*phi)(const phk_friction_par *par, double s);
} phk_friction_curve;

enum {
    PHK_FRICTION_STEP, /* MSC.ADAMS: cubic steps from 0 to mu_s at vs, from there to mu_d at vd */
    PHK_FRICTION_TANH, /* mu_s tanh(s/vs) */
    PHK_FRICTION_COUNT
};

extern const phk_friction_curve phk_friction_curves[PHK_FRICTION_COUNT];

/* mu_s up to vs, then as ADAMS': what friction that can stick may reach. */
phk_friction_mu phk_friction_limit(const phk_friction_par *par, double s);

/* T [N], for N >= 0. */
static inline ph_vec3 phk_friction_force(phk_friction_phi f, double N, ph_vec3 vt)
{
    return ph_scale(-N * f.phi, vt);
}
/* dT for changes of N and vt. */
static inline ph_vec3 phk_friction_change(phk_friction_phi f, double N, ph_vec3 vt, double dN,
                                          ph_vec3 dvt)
{
    double along = -dN * f.phi - N * f.slope * ph_dot(vt, dvt);
    return ph_axpy(ph_scale(along, vt), -N * f.phi, dvt);
}

#endif
