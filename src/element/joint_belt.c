/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_belt.c -- `belt`: a belt or a chain around two wheels that neither slips nor stretches.
 *
 * Wheels of the radii r0, r1 turn about n, z of marker 0; the markers are on their axles. As seen
 * from the line between the axles, which turns about n by W, the belt runs as fast on both wheels:
 *   V = r0 (n.w0 - W) - g r1 (n.w1 - W) = 0      g = 1: open, -1: crossed
 * With d = p1 - p0, h = n.d, d' = d - h n the way across n, D = |d'| and a = n x d,
 *   W = (a.(v1 - v0) + h d'.w0)/D^2
 * One row in velocities, as no position of the belt matters. Its multiplier is the pull [N] that
 * one strand has more and the other less than without load: r0 - g r1 over D is the slope of the
 * strands, and what they pull across the line of the axles is in the row. Bearings that hold the
 * axles are joints of their own.
 */
#include <math.h>
#include <stddef.h>
#include "element/displace.h"
#include "element/elements.h"
#include "element/tangent.h"

typedef struct {
    double radius, radius2; /* [m] */
    int lay;                /* 0: open, 1: crossed */
} parameters;

/* The ways between the axles, and what multiplies v0 (and less v1), w0 and w1. */
typedef struct {
    ph_vec3 n, d, across, a;
    double h, square; /* D^2 */
} line;

typedef struct {
    ph_vec3 v, w0, w1;
} row;

static double other(const parameters *p)
{
    return p->lay ? -p->radius2 : p->radius2;
}

static line line_of(const ph_frame *f)
{
    line l = {.n = phk_axis(&f[0].R_WM, 2), .d = ph_sub(f[1].p, f[0].p)};
    l.h = ph_dot(l.n, l.d);
    l.across = ph_axpy(l.d, -l.h, l.n);
    l.a = ph_cross(l.n, l.d);
    l.square = ph_dot(l.across, l.across);
    return l;
}

static row row_of(const parameters *p, const line *l)
{
    double k = (p->radius - other(p)) / l->square;
    return (row){ph_scale(k, l->a), ph_axpy(ph_scale(p->radius, l->n), -k * l->h, l->across),
                 ph_scale(-other(p), l->n)};
}

/* The row along displacement i. */
static row change_of(const parameters *p, const line *l, int i)
{
    ph_vec3 dn = phk_displaced_axis(i, 0, l->n), dd = phk_displaced_way(i);
    double dh = ph_dot(dn, l->d) + ph_dot(l->n, dd);
    ph_vec3 da = ph_add(ph_cross(dn, l->d), ph_cross(l->n, dd));
    ph_vec3 dacross = ph_sub(dd, ph_add(ph_scale(l->h, dn), ph_scale(dh, l->n)));
    double k = (p->radius - other(p)) / l->square;
    double dk = -2 * k * ph_dot(l->across, dacross) / l->square;
    ph_vec3 slope = ph_add(ph_scale(dk * l->h + k * dh, l->across), ph_scale(k * l->h, dacross));
    return (row){ph_add(ph_scale(dk, l->a), ph_scale(k, da)),
                 ph_sub(ph_scale(p->radius, dn), slope), ph_scale(-other(p), dn)};
}

static double along(const row *r, const ph_frame *f)
{
    return ph_dot(r->v, ph_sub(f[0].v, f[1].v)) + ph_dot(r->w0, f[0].w) + ph_dot(r->w1, f[1].w);
}

static void put_row(double *to, double s, const row *r)
{
    phk_put_scaled(to, s, r->v);
    phk_put_scaled(to + 3, s, r->w0);
    phk_put_scaled(to + 6, -s, r->v);
    phk_put_scaled(to + 9, s, r->w1);
}

static void value(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *value)
{
    const parameters *p = par;
    (void)eval;
    for (int e = 0; e < n; e++, f += 2, p++) {
        line l = line_of(f);
        row r = row_of(p, &l);
        value[e] = along(&r, f);
    }
}

static void coefficient(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *to)
{
    const parameters *p = par;
    (void)eval;
    for (int e = 0; e < n; e++, f += 2, p++, to += 12) {
        line l = line_of(f);
        row r = row_of(p, &l);
        put_row(to, 1, &r);
    }
}

static void gradient(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *to)
{
    const parameters *p = par;
    (void)eval;
    for (int e = 0; e < n; e++, f += 2, p++, to += 12) {
        line l = line_of(f);
        for (int i = 0; i < PHK_DISPLACEMENTS; i++) {
            row by = change_of(p, &l, i);
            to[i] = along(&by, f);
        }
    }
}

static void curvature(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                      const double *lambda, double *k)
{
    const parameters *p = par;
    (void)eval;
    for (int e = 0; e < n; e++, f += 2, p++, k += 144) {
        line l = line_of(f);
        for (int i = 0; i < PHK_DISPLACEMENTS; i++) {
            row by = change_of(p, &l, i);
            double column[PHK_DISPLACEMENTS];
            put_row(column, lambda[e], &by);
            phk_put_column(k, i, column);
        }
    }
}

/* Strands that touch both wheels need some way between the axles. */
static const char *complete(void *par, ph_drawn *drawn)
{
    const parameters *p = par;
    line l = line_of(drawn->frame);
    if (sqrt(l.square) > fabs(p->radius - other(p))) return NULL;
    return p->lay ? "has its axles closer than `radius` and `radius2` together: a crossed belt has "
                    "no way around both wheels"
                  : "has its axles closer than the difference of `radius` and `radius2`: one wheel "
                    "is inside the other";
}

static const char *const lays[] = {"open", "crossed", NULL};
static const ph_field fields[] = {
    {"radius", PH_FIELD_NUMBER, .offset = offsetof(parameters, radius), .unit = "m",
     .help = "Of the belt on the first wheel.", .min = 0, .max = INFINITY,
     .flags = PH_REQUIRED | PH_ABOVE},
    {"radius2", PH_FIELD_NUMBER, .offset = offsetof(parameters, radius2), .unit = "m",
     .help = "Of the belt on the second wheel.", .min = 0, .max = INFINITY,
     .flags = PH_REQUIRED | PH_ABOVE},
    {"lay", PH_FIELD_WORD, .offset = offsetof(parameters, lay),
     .help = "`open`: both wheels turn the same way; `crossed`: opposite ways.", .words = lays},
    {.name = NULL}};

static const ph_velocity_rows velocity = {1, value, coefficient, gradient, curvature, NULL};

const ph_joint_type phk_joint_belt = {
    .name = "belt",
    .help = "belt or chain around two wheels that neither slips nor stretches",
    .placing = PH_PLACE_CENTRES,
    .axis_help = "the axles of both wheels, which stand at the centres of mass",
    .par_bytes = sizeof(parameters),
    .fields = fields,
    .complete = complete,
    .velocity = &velocity,
};
