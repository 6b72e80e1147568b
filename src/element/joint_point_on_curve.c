/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_point_on_curve.c -- `point_on_curve`: the origin of marker 1 moves along a curve c(u) in
 * the axes of marker 0: a bead on a wire, a pin in a slot, ADAMS' PTCV.
 *
 * y is where the point is, in axes of marker 0. The foot is the parameter u with (y - c).c' = 0,
 * found by Newton's method from the one remembered of the last step. Across the tangent t = c'/L
 * stand n1 = e x c' made unit and n2 = t x n1, with e a direction that is not along t:
 *   C_k = n_k.(y - c),  k = 1, 2
 * With om = n1'.n2 (a prime is d/du) and den = L^2 - (y - c).c'', du = c'.dy/den, so that
 *   m1 = dC1/dy = n1 + om C2 c'/den,   m2 = n2 - om C1 c'/den
 * and their derivatives follow by the chain rule; e stays as it is within a step: the normal of a
 * plane curve, or else the axis that is most across the tangent. The multipliers are the forces of
 * the wire along n1 and n2 [N].
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "element/curve.h"
#include "element/displace.h"
#include "element/elements.h"
#include "element/tangent.h"

typedef struct {
    phk_curve curve;
    double start;   /* parameter to begin at; NAN: the nearest, until completed, */
    ph_vec3 near;   /* to this; NAN: to the point as drawn */
    bool plane;     /* it lies in a plane, */
    ph_vec3 normal; /* with this normal */
    char fault[PHK_CURVE_TEXT];
} parameters;

enum { FOOT, ACROSS, REMEMBERED }; /* what is remembered: u, and the choice of e (3: the normal) */

static int across_of(const parameters *p, ph_vec3 c1)
{
    if (p->plane) return 3;
    double x = fabs(c1.x), y = fabs(c1.y), z = fabs(c1.z);
    return x <= y && x <= z ? 0 : y <= z ? 1 : 2;
}

/* ---- rows in axes of marker 0 ---- */

/* Everything at the foot; primes by u. */
typedef struct {
    double u, c[2];
    ph_vec3 m[2];
    double den;
    ph_vec3 c1, c2, off;
    ph_vec3 n[2], dn[2];
    double om, dom;
    double dden; /* by u, with y held */
} rows;

/* Directions across the tangent and two derivatives of the first. */
static void put_across(rows *r, ph_vec3 e, const ph_vec3 *d)
{
    double length = ph_norm(d[1]);
    ph_vec3 t = ph_scale(1 / length, d[1]);
    ph_vec3 dt = ph_scale(1 / length, ph_axpy(d[2], -ph_dot(t, d[2]), t));
    ph_vec3 a = ph_cross(e, d[1]), a1 = ph_cross(e, d[2]), a2 = ph_cross(e, d[3]);
    double size = ph_norm(a);
    ph_vec3 n = ph_scale(1 / size, a);
    double along = ph_dot(n, a1);
    ph_vec3 n1 = ph_scale(1 / size, ph_axpy(a1, -along, n));
    ph_vec3 twice = ph_axpy(ph_axpy(a2, -2 * along, n1), -(ph_dot(n1, a1) + ph_dot(n, a2)), n);
    twice = ph_scale(1 / size, twice);
    r->n[0] = n;
    r->n[1] = ph_cross(t, n);
    r->dn[0] = n1;
    r->dn[1] = ph_add(ph_cross(dt, n), ph_cross(t, n1));
    r->om = ph_dot(n1, r->n[1]);
    r->dom = ph_dot(twice, r->n[1]) + ph_dot(n1, r->dn[1]);
}

static rows rows_of(const parameters *p, const double *memory, const ph_frame *f)
{
    static const ph_vec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    ph_vec3 y = phk_mat3_transposed_mul(&f[0].R_WM, ph_sub(f[1].p, f[0].p));
    rows r = {.u = phk_curve_foot(&p->curve, y, memory ? memory[FOOT] : p->start)};
    phk_curve_at at = phk_curve_look(&p->curve, r.u);
    int across = memory ? (int)memory[ACROSS] : across_of(p, at.d[1]);
    put_across(&r, across == 3 ? p->normal : axis[across], at.d);
    r.off = ph_sub(y, at.d[0]);
    r.c1 = at.d[1], r.c2 = at.d[2];
    r.den = ph_dot(r.c1, r.c1) - ph_dot(r.off, r.c2);
    r.dden = 3 * ph_dot(r.c1, r.c2) - ph_dot(r.off, at.d[3]);
    for (int k = 0; k < 2; k++) r.c[k] = ph_dot(r.n[k], r.off);
    double turn = r.om / r.den;
    r.m[0] = ph_axpy(r.n[0], turn * r.c[1], r.c1);
    r.m[1] = ph_axpy(r.n[1], -turn * r.c[0], r.c1);
    return r;
}

/* How sum_k lambda[k] m_k changes when the point moves by dy. */
static ph_vec3 change(const rows *r, const double *lambda, ph_vec3 dy)
{
    double du = ph_dot(r->c1, dy) / r->den, turn = r->om / r->den;
    double dden = r->dden * du - ph_dot(r->c2, dy);
    double dturn = (r->dom * du - turn * dden) / r->den;
    ph_vec3 sum = {0, 0, 0};
    for (int k = 0; k < 2; k++) {
        double sign = k ? -1 : 1, other = sign * r->c[1 - k],
               dother = sign * ph_dot(r->m[1 - k], dy);
        ph_vec3 dm = ph_scale(du, r->dn[k]);
        dm = ph_axpy(dm, dturn * other + turn * dother, r->c1);
        dm = ph_axpy(dm, turn * other * du, r->c2);
        sum = ph_axpy(sum, lambda[k], dm);
    }
    return sum;
}

/* ---- the joint ---- */

static const double *memory_of(const ph_eval *eval, int e)
{
    return eval->memory ? eval->memory + REMEMBERED * e : NULL;
}

static void value(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *value)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2, value += 2) {
        rows r = rows_of(&p[e], memory_of(eval, e), f);
        value[0] = r.c[0], value[1] = r.c[1];
    }
}

static void put_row(double *to, ph_vec3 a, ph_vec3 turn)
{
    phk_put_scaled(to, -1, a);
    phk_put_scaled(to + 3, 1, turn);
    phk_put_scaled(to + 6, 1, a);
    phk_put_scaled(to + 9, 0, a);
}

static void gradient(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *to)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2) {
        rows r = rows_of(&p[e], memory_of(eval, e), f);
        ph_vec3 d = ph_sub(f[1].p, f[0].p);
        for (int k = 0; k < 2; k++, to += 12) {
            ph_vec3 a = ph_mat3_mul(f[0].R_WM, r.m[k]);
            put_row(to, a, ph_cross(a, d));
        }
    }
}

static void curvature(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                      const double *lambda, double *to)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2, lambda += 2, to += 144) {
        rows r = rows_of(&p[e], memory_of(eval, e), f);
        const ph_mat3 *R = &f[0].R_WM;
        ph_vec3 d = ph_sub(f[1].p, f[0].p);
        ph_vec3 a = ph_mat3_mul(*R, ph_axpy(ph_scale(lambda[0], r.m[0]), lambda[1], r.m[1]));
        for (int i = 0; i < PHK_DISPLACEMENTS; i++) {
            /* dy = R' (dd - dphi0 x d) */
            ph_vec3 dd = phk_displaced_way(i);
            ph_vec3 seen = ph_sub(dd, phk_displaced_axis(i, 0, d));
            ph_vec3 own = change(&r, lambda, phk_mat3_transposed_mul(R, seen));
            ph_vec3 da = ph_add(phk_displaced_axis(i, 0, a), ph_mat3_mul(*R, own));
            double column[PHK_DISPLACEMENTS];
            put_row(column, da, ph_add(ph_cross(da, d), ph_cross(a, dd)));
            phk_put_column(to, i, column);
        }
    }
}

static void remember(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *memory)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2, memory += REMEMBERED) {
        rows r = rows_of(&p[e], memory_of(eval, e), f);
        memory[FOOT] = r.u;
        memory[ACROSS] = across_of(&p[e], r.c1);
    }
}

static bool lost(const void *par, const ph_eval *eval, const ph_frame *f, char *why, size_t size)
{
    const parameters *p = par;
    rows r = rows_of(p, eval->memory, f);
    int end = phk_curve_end(&p->curve, r.u);
    ph_vec3 at = phk_curve_look(&p->curve, end < 0 ? -1 : 1).d[0];
    if (end)
        snprintf(why, size,
                 "has run off curve `%s` at its %s, (%.6g, %.6g, %.6g) m in the axes of its first "
                 "marker",
                 p->curve.is.name.text, end < 0 ? "beginning" : "end", at.x, at.y, at.z);
    else if (!(r.den > 0))
        snprintf(why, size,
                 "is as far from curve `%s` as its radius of curvature: no point of it is the "
                 "nearest",
                 p->curve.is.name.text);
    return end || !(r.den > 0);
}

static const char *complete(void *par, ph_drawn *drawn)
{
    parameters *p = par;
    const ph_frame *f = drawn->frame;
    const char *fault = phk_curve_fault(&p->curve, p->fault);
    if (fault) return fault;
    p->plane = phk_curve_plane(&p->curve, &p->normal);
    ph_vec3 y = phk_mat3_transposed_mul(&f[0].R_WM, ph_sub(f[1].p, f[0].p));
    if (isnan(p->start)) p->start = phk_curve_nearest(&p->curve, isnan(p->near.x) ? y : p->near);
    return NULL;
}

static const ph_field fields[] = {
    {"curve", PH_FIELD_CURVE, .offset = offsetof(parameters, curve.is),
     .help = "A table with `points`: the curve, in the axes of the first marker.",
     .flags = PH_REQUIRED},
    {"unit", PH_FIELD_NUMBER, .offset = offsetof(parameters, curve.unit), .unit = "m",
     .help = "Length of a unit of its points.", .init = 1, .min = 0, .max = INFINITY,
     .flags = PH_ABOVE},
    {"start", PH_FIELD_NUMBER, .offset = offsetof(parameters, start), .unit = "",
     .help =
         "Where on the curve to look for the point at the start: -1 at its first point, 1 at its "
         "last.",
     .init = NAN, .min = -1, .max = 1, .default_help = "the place nearest to the point as drawn"},
    {"near", PH_FIELD_VEC3, .offset = offsetof(parameters, near), .unit = "m",
     .help = "The same by a place near it, in the axes of the first marker.", .init = NAN,
     .default_help = "the point as drawn"},
    {.name = NULL}};

const ph_joint_type phk_joint_point_on_curve = {
    .name = "point_on_curve",
    .help = "point of the second body, marker or centre of mass, that moves along a curve on the "
            "first",
    .rows = 2,
    .placing = PH_PLACE_APART,
    .par_bytes = sizeof(parameters),
    .fields = fields,
    .complete = complete,
    .value = value,
    .gradient = gradient,
    .curvature = curvature,
    .memory = REMEMBERED,
    .remember = remember,
    .lost = lost,
};
