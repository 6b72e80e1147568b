/* SPDX-License-Identifier: BSD-3-Clause
 *
 * overlap.c -- shapes that overlap at the start. What rests on something is pressed into it a
 * little; what is drawn into it by mistake is shot away, or leaves by the wrong side.
 */
#include <math.h>
#include <stdio.h>
#include "base/diag.h"
#include "sim/sim.h"

#define MOST   0.5 /* of the thickness of the thinner one: from there on no side is the right one */
#define WEIGHT 100 /* times the weight of the lighter one: a force that nobody can mean */
#define EARTH  9.81

typedef struct {
    const phk_contact_pair *pair;
    const phk_contact_shape *a, *b;
    const char *contact;
    double thickness; /* [m] of the thinner one */
    double force;     /* in weights of the lighter one */
} overlap;

/* What it can be half of; a point goes into a solid as deep as it likes. */
static double thickness_of(const phk_touchable *t)
{
    const bool point = t->kind == PH_SHAPE_SPHERE && t->sizes.radius <= PHK_POINT_RADIUS;
    return point ? INFINITY : t->thickness;
}

static overlap overlap_of(const phk_system *sys, const phk_contact_pair *p)
{
    const phk_contact_plan *plan = &sys->program->contacts;
    overlap o = {p, &plan->shape[p->a], &plan->shape[p->b], plan->set[p->set].name, 0, 0};
    double mass = fmin(o.a->mass, o.b->mass);
    double g = plan->gravity > 0 ? plan->gravity : EARTH;
    o.thickness = fmin(thickness_of(&o.a->solid), thickness_of(&o.b->solid));
    o.force = isfinite(mass) && mass > 0 ? p->load.normal / (mass * g) : 0;
    return o;
}

/* "move `ball` by 0.03 m along [0, 0, 1]" */
static void put_cure(const overlap *o, char *hint, size_t size)
{
    ph_vec3 f = o->pair->load.wrench[0].force;
    bool first = o->a->body >= 0;
    /* forces may be so large that their squares are not finite */
    const double most = fmax(fabs(f.x), fmax(fabs(f.y), fabs(f.z)));
    if (most > 0) f = ph_scale(1 / most, f);
    double s = ph_norm(f) > 0 ? (first ? 1 : -1) / ph_norm(f) : 0;
    snprintf(hint, size, "move `%.60s` by %.3g m along [%.3g, %.3g, %.3g], or leave the pair out",
             first ? o->a->name : o->b->name, o->pair->load.depth, s * f.x, s * f.y, s * f.z);
}

ph_status phk_sim_check_overlaps(const ph_sim *sim, ph_diag *diag)
{
    const phk_system *sys = sim->system;
    ph_status status = PH_OK;
    for (int k = 0; k < sys->pool.pairs; k++) {
        if (!sys->pool.pair[k].load.acts) continue;
        const overlap o = overlap_of(sys, &sys->pool.pair[k]);
        const double depth = o.pair->load.depth;
        char hint[240];
        put_cure(&o, hint, sizeof hint);
        if (depth > MOST * o.thickness)
            status = phk_error(diag, PH_E_RANGE, o.a->where, hint,
                               "contact `%s`: `%s` and `%s` overlap by %.3g m at the start, more "
                               "than half the thickness of the thinner one, %.3g m",
                               o.contact, o.a->name, o.b->name, depth, o.thickness);
        else if (o.force > WEIGHT)
            phk_warn(diag, PH_OK, o.a->where, hint,
                     "contact `%s`: `%s` and `%s` overlap by %.3g m at the start, which pushes "
                     "them apart with %.3g N, %.3g times the weight of the lighter one",
                     o.contact, o.a->name, o.b->name, depth, o.pair->load.normal, o.force);
    }
    return status;
}
