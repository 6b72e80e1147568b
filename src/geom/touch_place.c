/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_place.c -- weights of places on a mesh.
 *
 * A place vanishes where it comes to a concave edge, whose other face is nearer by then. If the
 * edge turns by an angle t that is sharp, what is round no longer touches there. If it is shallow,
 * as in a bowl, both faces touch; each place then has a weight that is zero at the edge, and 1
 * further off than a width W, where the two are when the body lies in the middle: so their sum is
 * 1. Of a ball W = 2 L sin(t/2). Of a sharp edge W is less, as both walls of a corner are to bear.
 * W ends where the next edge may be. A corner of such an edge may bear nonetheless, where n leads
 * away from the edge. About a concave corner more than two share: places of nearly one normal have
 * no more than a weight of 1 together.
 */
#include "geom/touch_place.h"

#include <math.h>

/* Cosines between normals, and ratios of distances, from where on two places are one surface. */
static const double apart = 0.8, alike = 0.95, nearer = 1.05, farther = 1.1;

static void multiply(phk_place *p, double factor, const double by[6])
{
    for (int k = 0; k < 6; k++) p->by_weight[k] = factor * p->by_weight[k] + p->weight * by[k];
    p->weight *= factor;
}

/* Whether n leads away from an edge at the end that is nearer, so that a corner there may bear: 0
 * where it is normal to the edge, as on its faces. by: along n and along the edge. */
static double leads_away(const phk_shell *s, const phk_shell_edge *e, const phk_place *p,
                         double ahead, double *by_n, double *by)
{
    const double lean = fmin(-0.5 * e->turn, 0.1), x = ph_dot(p->n, e->along);
    double slope, by_x;
    *by_n = *by = 0;
    if (!s->corner[e->corner[x > 0]].bears) return 0;
    const double far = phk_touch_ramp(ahead, 0, e->length, &slope);
    const double away = phk_touch_ramp(fabs(x), 0, lean, &by_x);
    *by_n = x < 0 ? -(1 - far) * by_x : far * by_x;
    *by = x < 0 ? -slope * away : slope * away;
    return x < 0 ? (1 - far) * away : far * away;
}

void phk_place_fade_at(const phk_shell *s, phk_place *p, const phk_shell_edge *e,
                       phk_place_width width_of, const void *what)
{
    const ph_vec3 from = s->corner[e->corner[0]].at;
    const double along = ph_dot(ph_sub(p->at, from), e->along);
    const double ahead = fmin(fmax(along, 0), e->length);
    const ph_vec3 off = ph_sub(p->at, ph_axpy(from, ahead, e->along));
    const double a = ph_norm(off);
    double by_width[6], width = width_of(what, e, p, by_width);
    if (e->fade > 0 && width > e->most_fade) {
        width = e->most_fade;
        for (int k = 0; k < 6; k++) by_width[k] = 0;
    }
    if (a >= width) return;
    double by_a, by_side, by_lean, by_ahead;
    const double near = phk_touch_ramp(a, 0, width, &by_a);
    /* not on the other side of a thin wall, nor on a corner that bears */
    const double same = phk_touch_ramp(ph_dot(p->n, e->normal), 0, 0.5, &by_side);
    const double away = leads_away(s, e, p, ahead, &by_lean, &by_ahead);
    double by[6];
    for (int k = 0; k < 6; k++) {
        const ph_vec3 dz = p->by_at[k], dn = p->by_n[k];
        const double da = (a > 0 ? ph_dot(off, dz) / a : 0) - a / width * by_width[k];
        const double daway =
            by_lean * ph_dot(e->along, dn) + (along == ahead ? by_ahead * ph_dot(e->along, dz) : 0);
        by[k] = same * (1 - away) * by_a * da -
                (1 - near) * ((1 - away) * by_side * ph_dot(e->normal, dn) - same * daway);
    }
    multiply(p, 1 - same * (1 - away) * (1 - near), by);
}

void phk_place_fade(const phk_shell *s, phk_place *p, double most, phk_place_width width,
                    const void *what)
{
    int stack[PHK_SHELL_STACK], depth = 0;
    stack[depth++] = 0;
    while (depth && p->weight > 0) {
        const int index = stack[--depth];
        const phk_shell_node *node = &s->node[index];
        const double reach = most * node->fade;
        if (phk_from_box(p->at, node->low, node->high) >= reach * reach) continue;
        for (int i = 0; i < 3 * node->faces; i++) {
            const int face = s->order[node->first + i / 3];
            const phk_shell_edge *e = &s->edge[s->face[face].edge[i % 3]];
            if (e->fade > 0 && e->face[0] == face) phk_place_fade_at(s, p, e, width, what);
        }
        if (node->faces || depth + 2 > PHK_SHELL_STACK) continue;
        stack[depth++] = node->other;
        stack[depth++] = index + 1;
    }
}

/* How much of b is the same surface as a, and how that changes. */
static double alike_to(const phk_place *a, const phk_place *b, double by[6])
{
    for (int k = 0; k < 6; k++) by[k] = 0;
    if (a == b) return 1;
    const double cosine = ph_dot(a->n, b->n), ratio = b->distance / a->distance;
    if (cosine <= apart || ratio >= farther) return 0;
    double by_cosine, by_ratio;
    const double turned = phk_touch_ramp(cosine, apart, alike, &by_cosine);
    const double near = 1 - phk_touch_ramp(ratio, nearer, farther, &by_ratio);
    for (int k = 0; k < 6; k++) {
        const double dratio = (b->by_distance[k] - ratio * a->by_distance[k]) / a->distance;
        by[k] = near * by_cosine * (ph_dot(a->by_n[k], b->n) + ph_dot(a->n, b->by_n[k])) -
                turned * by_ratio * dratio;
    }
    return turned * near;
}

/* Without a kink where that begins, as two faces of a shallow edge have very nearly 1. */
void phk_places_share(phk_place *place, int places)
{
    double sum[PHK_PLACES], by_sum[PHK_PLACES][6];
    for (int i = 0; i < places; i++) {
        sum[i] = 0;
        for (int k = 0; k < 6; k++) by_sum[i][k] = 0;
        for (int j = 0; place[i].distance > 0 && j < places; j++) {
            const phk_place *p = &place[j];
            double by[6];
            if (!(p->distance > 0)) continue;
            const double same = alike_to(&place[i], p, by);
            sum[i] += same * p->weight;
            for (int k = 0; k < 6; k++) by_sum[i][k] += same * p->by_weight[k] + by[k] * p->weight;
        }
    }
    for (int i = 0; i < places; i++) {
        if (sum[i] <= 1) continue;
        const double more = sum[i] - 1, soft = more + 0.1, by_more = 1 - 0.01 / (soft * soft);
        const double factor = 1 / (1 + more * more / soft);
        double by[6];
        for (int k = 0; k < 6; k++) by[k] = -factor * factor * by_more * by_sum[i][k];
        multiply(&place[i], factor, by);
    }
}
