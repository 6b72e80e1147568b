/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_boxes.c -- boxes with rounded edges against each other: spheres about the corners of each
 * against the other one, and points where edges cross.
 *
 * An edge of A and one of B touch along m = u_a x u_b, from B to A, when the box has nothing beyond
 * the edge in that direction: -m for A, m for B. Each factor of the weight goes smoothly to zero
 * where one of these conditions ends, so that no point appears with a load on it:
 *   the edges are not parallel;  the points lie within the edges (a corner takes over at an end);
 *   the edges are the outermost ones (two of a body share it when a face lies flat: bars that lie
 *   across each other have no corner in touch, but four crossings);
 *   no other direction keeps the boxes further apart, of the 15 there are.
 */
#include "geom/touch.h"

/* Squares of the sine between edges, as between axes of capsules; the sine of the tilt of a face
 * below which both its edges share; the part of half an edge over which it fades out. */
static const double parallel = 1e-6, crossing = 1e-4, flat = 0.02, fade = 0.2;

typedef struct {
    ph_vec3 p, axis[3];
    double half[3];
} solid;

/* A direction from B to A, unit, with its derivatives seen from B. */
typedef struct {
    ph_vec3 m, by[6];
    double sine2, cosine; /* of the edges it is normal to; 0: there is none */
} direction;

static solid solid_of(const phk_touch_frame *f, const phk_touch_box *box)
{
    solid s = {.p = f->p, .half = {box->half.x, box->half.y, box->half.z}};
    for (int i = 0; i < 3; i++) s.axis[i] = ph_rotate(f->q, phk_touch_unit(i));
    return s;
}

/* The corner that is furthest along m. */
static ph_vec3 furthest(const solid *s, ph_vec3 m)
{
    ph_vec3 x = s->p;
    for (int i = 0; i < 3; i++)
        x = ph_axpy(x, ph_dot(m, s->axis[i]) < 0 ? -s->half[i] : s->half[i], s->axis[i]);
    return x;
}

/* The k-th of 15: normals of faces of A, of B, then of pairs of edges. */
static direction direction_of(const solid *a, const solid *b, int k)
{
    direction d = {0};
    const ph_vec3 between = ph_sub(a->p, b->p);
    if (k < 6) {
        d.m = k < 3 ? a->axis[k] : b->axis[k - 3];
        if (ph_dot(d.m, between) < 0) d.m = ph_scale(-1, d.m);
        for (int j = 0; k < 3 && j < 6; j++) d.by[j] = phk_touch_turns(j, d.m);
        return d;
    }
    const ph_vec3 u = a->axis[(k - 6) / 3], v = b->axis[(k - 6) % 3];
    const ph_vec3 across = ph_cross(u, v);
    d.sine2 = ph_dot(across, across);
    d.cosine = ph_dot(u, v);
    if (d.sine2 <= parallel) return d;
    const double scale = (ph_dot(across, between) < 0 ? -1 : 1) / sqrt(d.sine2);
    d.m = ph_scale(scale, across);
    for (int j = 0; j < 6; j++) {
        const ph_vec3 by = ph_scale(scale, ph_cross(phk_touch_turns(j, u), v));
        d.by[j] = ph_axpy(by, -ph_dot(d.m, by), d.m);
    }
    return d;
}

/* How far the boxes are apart along the direction where that is most. */
static phk_touch_slope furthest_apart(const solid *a, const solid *b, const direction all[15])
{
    phk_touch_slope best = {.value = -INFINITY};
    for (int k = 0; k < 15; k++) {
        if (k >= 6 && all[k].sine2 <= parallel) continue;
        const ph_vec3 x = furthest(a, ph_scale(-1, all[k].m));
        const ph_vec3 d = ph_sub(x, furthest(b, all[k].m));
        const double apart = ph_dot(all[k].m, d);
        if (apart <= best.value) continue;
        best.value = apart;
        for (int j = 0; j < 6; j++)
            best.by[j] =
                ph_dot(all[k].by[j], d) + ph_dot(all[k].m, phk_touch_moves(j, ph_sub(x, a->p)));
    }
    return best;
}

/* Whether a face of one of them keeps them further apart than `by`: so it is of most that are near.
 */
static bool face_parts(const solid *a, const solid *b, double by)
{
    const ph_vec3 between = ph_sub(a->p, b->p);
    for (int k = 0; k < 6; k++) {
        const solid *own = k < 3 ? a : b, *other = k < 3 ? b : a;
        const ph_vec3 m = own->axis[k % 3];
        double apart = fabs(ph_dot(m, between)) - own->half[k % 3];
        for (int i = 0; i < 3; i++) apart -= fabs(ph_dot(m, other->axis[i])) * other->half[i];
        if (apart > by) return true;
    }
    return false;
}

/* Whether an edge is outermost at all: a quick answer for the many that are not. */
static bool outermost(const solid *s, int along, const double sign[2], ph_vec3 m, bool of_a)
{
    for (int i = 0; i < 2; i++) {
        const double out = sign[i] * ph_dot(m, s->axis[(along + 1 + i) % 3]);
        if ((of_a ? -out : out) <= -flat) return false;
    }
    return true;
}

/* Whether an edge, by the signs of its two other coordinates, is outermost along m (of B) or
 * against it (of A, whose axes turn). */
static bool weigh_outermost(phk_touch_point *t, const solid *s, int along, const double sign[2],
                            const direction *d, bool of_a)
{
    for (int i = 0; i < 2; i++) {
        const ph_vec3 e = ph_scale(of_a ? -sign[i] : sign[i], s->axis[(along + 1 + i) % 3]);
        phk_touch_slope x = {.value = ph_dot(d->m, e)};
        for (int k = 0; k < 6; k++)
            x.by[k] = ph_dot(d->by[k], e) + (of_a ? ph_dot(d->m, phk_touch_turns(k, e)) : 0);
        if (!phk_touch_ramp_up(t, &x, -flat, flat)) return false;
    }
    return true;
}

/* Whether a place on an edge is within it. */
static bool weigh_within(phk_touch_point *t, phk_touch_slope place, double half)
{
    if (place.value < 0)
        for (int k = 0; k < 6; k++) place.by[k] = -place.by[k];
    for (int k = 0; k < 6; k++) place.by[k] = -place.by[k];
    place.value = half - fabs(place.value);
    return phk_touch_ramp_up(t, &place, 0, fade * half);
}

/* The middle of an edge. */
static ph_vec3 middle(const solid *s, int along, const double sign[2])
{
    ph_vec3 x = s->p;
    for (int i = 0; i < 2; i++) {
        const int j = (along + 1 + i) % 3;
        x = ph_axpy(x, sign[i] * s->half[j], s->axis[j]);
    }
    return x;
}

/* Point of two edges; false: it has no weight or is not within reach. */
static bool touch_edges(const solid *a, const solid *b, const int along[2], const direction *d,
                        const double sign[2][2], const double radius[2],
                        const phk_touch_slope *most, double reach, phk_touch_point *t)
{
    if (!outermost(a, along[0], sign[0], d->m, true) ||
        !outermost(b, along[1], sign[1], d->m, false))
        return false;
    *t = (phk_touch_point){.weight = 1, .normal = d->m};
    if (!weigh_outermost(t, a, along[0], sign[0], d, true) ||
        !weigh_outermost(t, b, along[1], sign[1], d, false))
        return false;

    /* the points of the two lines that are nearest to each other */
    const ph_vec3 u = a->axis[along[0]], v = b->axis[along[1]], xa0 = middle(a, along[0], sign[0]);
    const ph_vec3 w = ph_sub(xa0, middle(b, along[1], sign[1]));
    const double fu = ph_dot(u, w), fv = ph_dot(v, w);
    phk_touch_slope s = {.value = (d->cosine * fv - fu) / d->sine2};
    phk_touch_slope r = {.value = fv + d->cosine * s.value};
    phk_touch_slope over = {.value = ph_dot(d->m, w) - most->value};
    phk_touch_slope angle = {.value = d->sine2};
    t->gap = ph_dot(d->m, w) - radius[0] - radius[1];
    if (t->gap >= reach || fabs(s.value) >= a->half[along[0]] || fabs(r.value) >= b->half[along[1]])
        return false;
    const ph_vec3 xa = ph_axpy(xa0, s.value, u), xb_to_xa = ph_scale(ph_dot(d->m, w), d->m);
    t->point = ph_axpy(xa, -(radius[0] + 0.5 * t->gap), d->m);
    t->arm_a = ph_sub(t->point, a->p);
    t->arm_b = ph_sub(t->point, b->p);
    for (int k = 0; k < 6; k++) {
        const ph_vec3 by = phk_touch_moves(k, ph_sub(xa, a->p)), du = phk_touch_turns(k, u);
        const double gu = ph_dot(u, by) + ph_dot(du, xb_to_xa), gv = ph_dot(v, by);
        const double dg = ph_dot(d->m, by);
        s.by[k] = (d->cosine * gv - gu) / d->sine2;
        r.by[k] = gv + d->cosine * s.by[k];
        over.by[k] = dg - most->by[k];
        angle.by[k] = -2 * d->cosine * ph_dot(du, v);
        t->by_normal[k] = d->by[k];
        t->by_point[k] = ph_axpy(ph_axpy(ph_axpy(by, s.by[k], u), -0.5 * dg, d->m),
                                 -(radius[0] + 0.5 * t->gap), d->by[k]);
    }
    return phk_touch_ramp_up(t, &angle, parallel, crossing) &&
           weigh_within(t, s, a->half[along[0]]) && weigh_within(t, r, b->half[along[1]]) &&
           phk_touch_ramp_up(t, &over, -(radius[0] + radius[1]), 0);
}

/* The corners of one box against the other one. */
static int touch_corners(const phk_touch_frame *f, const phk_touch_box *box,
                         const phk_touch_frame *other, const phk_touch_box *other_box,
                         double within, phk_touch_point *t)
{
    const phk_touch_core core = phk_core_box(other_box->half, other_box->radius);
    const ph_vec3 h = box->half;
    int points = 0;
    for (int i = 0; i < 8; i++) {
        const ph_vec3 at = {i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z};
        phk_touch_round(f, at, box->radius, other, &core, &t[points]);
        t[points].feature += 64 * i;
        if (t[points].gap < within) points++;
    }
    return points;
}

int phk_touch_boxes(const phk_touch_frame *a, const phk_touch_box *box_a, const phk_touch_frame *b,
                    const phk_touch_box *box_b, double within,
                    phk_touch_point touch[PHK_TOUCH_BOXES])
{
    const solid sa = solid_of(a, box_a), sb = solid_of(b, box_b);
    const double radius[2] = {box_a->radius, box_b->radius};
    if (face_parts(&sa, &sb, radius[0] + radius[1] + within)) return 0;
    int points = touch_corners(a, box_a, b, box_b, within, touch);
    const int of_b = touch_corners(b, box_b, a, box_a, within, touch + points);
    for (int i = 0; i < of_b; i++) {
        phk_touch_swap(&touch[points]);
        touch[points++].feature += 64 * 8;
    }

    direction all[15];
    for (int k = 0; k < 15; k++) all[k] = direction_of(&sa, &sb, k);
    const phk_touch_slope most = furthest_apart(&sa, &sb, all);
    if (most.value - radius[0] - radius[1] >= within) return points;

    /* at most two edges of each body are outermost along a direction: no more than 36 points */
    for (int k = 6; k < 15; k++) {
        const int along[2] = {(k - 6) / 3, (k - 6) % 3};
        for (int i = 0; all[k].sine2 > parallel && i < 16; i++) {
            const double sign[2][2] = {{i & 1 ? 1 : -1, i & 2 ? 1 : -1},
                                       {i & 4 ? 1 : -1, i & 8 ? 1 : -1}};
            if (points < PHK_TOUCH_BOXES &&
                touch_edges(&sa, &sb, along, &all[k], sign, radius, &most, within, &touch[points]))
                touch[points++].feature = 64 * 16 + 16 * k + i;
        }
    }
    return points;
}
