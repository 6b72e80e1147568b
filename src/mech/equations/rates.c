/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Constraints differentiated by time, once and twice.
 */
#include "mech/equations/equations.h"
#include "mech/system/velocity.h"

static ph_vec3 get(const double *a)
{
    return ph_v3(a[0], a[1], a[2]);
}

/* What is left of the acceleration of a marker when v' and w' of its body are zero. */
static ph_vec3 centripetal(const phk_system *sys, int marker)
{
    const phk_marker *m = &sys->program->places.marker[marker];
    return m->body < 0 ? ph_v3(0, 0, 0) : phk_arm_centripetal(m, &sys->pose[m->body]);
}

static bool is_bent(const phk_system *sys, int marker)
{
    return sys->program->places.marker[marker].node;
}

/* Adds the same of one on a node, which also turns then: [rows][6 of so many markers] of side. */
static void add_bent(const phk_system *sys, int marker, const double *by, int rows, int markers,
                     double *gamma)
{
    const phk_marker *m = phk_marker_now(sys, marker);
    const phk_bent_rest more = phk_bent_centripetal(m, &sys->pose[m->body]);
    for (int r = 0; r < rows; r++, by += 6 * markers)
        gamma[r] += ph_dot(get(by), more.place) + ph_dot(get(by + 3), more.twist);
}

static void rates_of_hold(const phk_mechanism *m, int k, double *rate, double *gamma)
{
    phk_local l;
    phk_hold_local(m, k, &l);
    phk_joint_gradients gradient;
    phk_hold_gradient(&l, gradient);
    phk_hold_rates(&l, rate, gamma);
    for (int side = 0; side < l.c->markers; side++) {
        const bool bent = is_bent(m->system, l.c->marker[side]);
        ph_vec3 more = bent ? ph_v3(0, 0, 0) : centripetal(m->system, l.c->marker[side]);
        if (bent)
            add_bent(m->system, l.c->marker[side], gradient + 6 * side, l.c->rows, l.c->markers,
                     gamma);
        for (int r = 0; r < l.c->rows; r++) {
            const double *g = gradient + 6 * (r * l.c->markers + side);
            rate[r] += ph_dot(get(g), l.frame[side].v) + ph_dot(get(g + 3), l.frame[side].w);
            gamma[r] += ph_dot(get(g), more);
        }
    }
}

/* Velocity rows themselves, and their derivative less N times accelerations. */
static void rates_of_velocity(const phk_mechanism *m, int k, double *rate, double *gamma)
{
    phk_local l;
    phk_hold_local(m, k, &l);
    phk_joint_gradients n;
    l.c->type->velocity->value(1, l.c->par, &l.eval, l.frame, rate);
    phk_velocity_gamma(l.c->type, l.c->par, &l.eval, l.frame, n, gamma);
    for (int side = 0; side < l.c->markers; side++) {
        const int marker = l.c->marker[side];
        if (is_bent(m->system, marker)) {
            add_bent(m->system, marker, n + 6 * side, l.c->velocity_rows, l.c->markers, gamma);
            continue;
        }
        ph_vec3 more = centripetal(m->system, marker);
        for (int r = 0; r < l.c->velocity_rows; r++)
            gamma[r] += ph_dot(get(n + 6 * (r * l.c->markers + side)), more);
    }
}

/* Puts so many rows where their numbers say. */
static inline void put_rows(const int *number, int rows, const double *r, const double *s,
                            double *rate, double *gamma)
{
    for (int i = 0; i < rows; i++) {
        if (number[i] >= 0 && rate) rate[number[i]] = r[i];
        if (number[i] >= 0 && gamma) gamma[number[i]] = s[i];
    }
}

ph_status phk_mechanism_rates(void *self, const phk_point *p, double *rate, double *gamma)
{
    phk_mechanism *m = self;
    ph_status status = phk_drives_evaluate(m, p->t, 2);
    if (status) return status;
    /* joints need no more than poses; forces are not asked */
    phk_mechanism_poses(m, p);
    if (m->held.n) status = phk_mechanism_express(m, p);
    if (status) return status;
    if (m->dae.nn) m->system->input[0] = phk_system_time(m->system, p->t);
    for (int k = 0; m->suspended && k < m->dae.nl; k++) {
        if (rate) rate[k] = 0;
        if (gamma) gamma[k] = 0;
    }
    for (int k = 0; k < m->system->program->constraints; k++) {
        const phk_constraint *c = &m->system->program->constraint[k];
        double r[PHK_JOINT_ROWS], s[PHK_JOINT_ROWS];
        if (c->kind == PHK_HOLD_EQUATION) continue;
        rates_of_hold(m, k, r, s);
        put_rows(m->multiplier + c->first, c->rows, r, s, rate, gamma);
        if (!c->velocity_rows) continue;
        rates_of_velocity(m, k, r, s);
        put_rows(m->multiplier + c->velocity_first, c->velocity_rows, r, s, rate, gamma);
    }
    phk_equations_rates(m, p, rate, gamma);
    return PH_OK;
}
