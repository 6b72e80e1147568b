/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_curve_on_curve.c -- `curve_on_curve`: two plane curves, one on each body, stay tangent to
 * each other and slide along each other: a cam and its follower, ADAMS' CVCV.
 *
 * Curve k is in the axes of marker k: P_k its point at u_k, T_k = dP_k/du_k, both in the world, and
 * r_k = P_k - p_k. Z is the normal of the plane of curve 0, D = P1 - P0. The place where they are
 * closest along a common normal is the solution of
 *   f = Z.(T0 x T1) = 0,   g = D.T0 = 0
 * by Newton's method from the parameters remembered of the last step. With t = T0/|T0|, n = Z x t
 *   C = n.D,   dC: p0 -n, phi0 -(P1 - p0) x n, p1 n, phi1 r1 x n
 * A displacement moves the place by du0, du1, which follow from f and g differentiated; everything
 * else is the product rule. One multiplier, the force between the two along n [N]: it pulls, too.
 * Other joints keep both in one plane. Where both bend alike the place is not determined.
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include "element/curve.h"
#include "element/displace.h"
#include "element/elements.h"
#include "element/tangent.h"

typedef struct {
    phk_curve curve[2];
    double start[2]; /* parameters to begin at; NAN: where they are nearest, until completed, */
    ph_vec3 near[2]; /* to these; NAN: to each other */
    ph_vec3 normal;  /* of the plane of the first, in axes of marker 0 */
    char fault[PHK_CURVE_TEXT];
} parameters;

enum { ITERATIONS = 50, REMEMBERED = 2 };

/* A determinant that is less, of two curves each bent by its own size, is none. */
#define ALIKE 1e-9

/* ---- where they touch ---- */

typedef struct {
    ph_vec3 r, T, dT; /* from the marker to the point; two derivatives by its parameter */
} spot;

static spot spot_of(const phk_curve *curve, const ph_mat3 *R, double u)
{
    phk_curve_at at = phk_curve_look(curve, u);
    return (spot){ph_mat3_mul(*R, at.d[0]), ph_mat3_mul(*R, at.d[1]), ph_mat3_mul(*R, at.d[2])};
}

typedef struct {
    double u[2];
    spot at[2];
    ph_vec3 Z, D, t, n;
    double A[2][2], det; /* derivatives of f and g by u0, u1 */
} touch;

static void look(const parameters *p, const ph_frame *f, touch *c)
{
    for (int k = 0; k < 2; k++) c->at[k] = spot_of(&p->curve[k], &f[k].R_WM, c->u[k]);
    c->D = ph_sub(ph_add(f[1].p, c->at[1].r), ph_add(f[0].p, c->at[0].r));
    const spot *a = &c->at[0], *b = &c->at[1];
    c->A[0][0] = ph_dot(c->Z, ph_cross(a->dT, b->T));
    c->A[0][1] = ph_dot(c->Z, ph_cross(a->T, b->dT));
    c->A[1][0] = ph_dot(c->D, a->dT) - ph_dot(a->T, a->T);
    c->A[1][1] = ph_dot(a->T, b->T);
    c->det = c->A[0][0] * c->A[1][1] - c->A[0][1] * c->A[1][0];
}

/* What f and g change by makes the parameters change by du. */
static void solve(const touch *c, double f, double g, double du[2])
{
    du[0] = -(c->A[1][1] * f - c->A[0][1] * g) / c->det;
    du[1] = -(c->A[0][0] * g - c->A[1][0] * f) / c->det;
}

static double limited(const phk_curve *curve, double step)
{
    double most = 2.0 / (curve->is.count - 1);
    return isnan(step) ? 0 : fmax(-most, fmin(most, step));
}

static touch touch_of(const parameters *p, const double *memory, const ph_frame *f)
{
    const double *from = memory ? memory : p->start;
    touch c = {.u = {from[0], from[1]}, .Z = ph_mat3_mul(f[0].R_WM, p->normal)};
    for (int k = 0; k < ITERATIONS; k++) {
        double du[2], most = 0;
        look(p, f, &c);
        solve(&c, ph_dot(c.Z, ph_cross(c.at[0].T, c.at[1].T)), ph_dot(c.D, c.at[0].T), du);
        for (int i = 0; i < 2; i++) {
            du[i] = limited(&p->curve[i], du[i]);
            c.u[i] += du[i];
            most = fmax(most, fabs(du[i]) / (1 + fabs(c.u[i])));
        }
        if (most <= 1e-15) break;
    }
    look(p, f, &c);
    c.t = ph_scale(1 / ph_norm(c.at[0].T), c.at[0].T);
    c.n = ph_cross(c.Z, c.t);
    return c;
}

/* ---- the row ---- */

static const double *memory_of(const ph_eval *eval, int e)
{
    return eval->memory ? eval->memory + REMEMBERED * e : NULL;
}

static void value(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *value)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2) {
        touch c = touch_of(&p[e], memory_of(eval, e), f);
        value[e] = ph_dot(c.n, c.D);
    }
}

static void put_row(double *to, double s, ph_vec3 n, ph_vec3 turn0, ph_vec3 turn1)
{
    phk_put_scaled(to, -s, n);
    phk_put_scaled(to + 3, -s, turn0);
    phk_put_scaled(to + 6, s, n);
    phk_put_scaled(to + 9, s, turn1);
}

static void gradient(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *to)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2, to += 12) {
        touch c = touch_of(&p[e], memory_of(eval, e), f);
        put_row(to, 1, c.n, ph_cross(ph_add(c.at[0].r, c.D), c.n), ph_cross(c.at[1].r, c.n));
    }
}

/* Column i: how the row changes along a displacement. */
static void put_change(const touch *c, double lambda, int i, double *column)
{
    const spot *a = &c->at[0], *b = &c->at[1];
    ph_vec3 none = {0, 0, 0}, dp[2], dr[2], dT[2];
    for (int k = 0; k < 2; k++) {
        dp[k] = i / 3 == 2 * k ? phk_displacement(i) : none;
        dr[k] = phk_displaced_axis(i, k, c->at[k].r);
        dT[k] = phk_displaced_axis(i, k, c->at[k].T);
    }
    ph_vec3 dD = ph_sub(ph_add(dp[1], dr[1]), ph_add(dp[0], dr[0]));
    double df = ph_dot(phk_displaced_axis(i, 0, c->Z), ph_cross(a->T, b->T)) +
                ph_dot(c->Z, ph_add(ph_cross(dT[0], b->T), ph_cross(a->T, dT[1])));
    double dg = ph_dot(dD, a->T) + ph_dot(c->D, dT[0]), du[2];
    solve(c, df, dg, du);
    for (int k = 0; k < 2; k++) dr[k] = ph_axpy(dr[k], du[k], c->at[k].T);
    dD = ph_sub(ph_add(dp[1], dr[1]), ph_add(dp[0], dr[0]));
    /* n turns with marker 0 and with the tangent */
    ph_vec3 bend = ph_scale(du[0] / ph_norm(a->T), ph_axpy(a->dT, -ph_dot(c->t, a->dT), c->t));
    ph_vec3 dn = ph_add(phk_displaced_axis(i, 0, c->n), ph_cross(c->Z, bend));
    ph_vec3 turn0 = ph_add(ph_cross(ph_add(dr[0], dD), c->n), ph_cross(ph_add(a->r, c->D), dn));
    ph_vec3 turn1 = ph_add(ph_cross(dr[1], c->n), ph_cross(b->r, dn));
    put_row(column, lambda, dn, turn0, turn1);
}

static void curvature(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                      const double *lambda, double *to)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2, to += 144) {
        touch c = touch_of(&p[e], memory_of(eval, e), f);
        for (int i = 0; i < PHK_DISPLACEMENTS; i++) {
            double column[PHK_DISPLACEMENTS];
            put_change(&c, lambda[e], i, column);
            phk_put_column(to, i, column);
        }
    }
}

/* ---- from step to step ---- */

static void remember(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *memory)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2, memory += REMEMBERED) {
        touch c = touch_of(&p[e], memory_of(eval, e), f);
        memory[0] = c.u[0], memory[1] = c.u[1];
    }
}

/* Whether both bend alike where they touch: the determinant beside what it is made of. */
static bool is_alike(const touch *c)
{
    double size = ph_norm(c->at[0].T) * ph_norm(c->at[1].T);
    double bends =
        ph_norm(c->at[0].dT) * ph_norm(c->at[1].T) + ph_norm(c->at[0].T) * ph_norm(c->at[1].dT);
    return !(fabs(c->det) > ALIKE * size * bends);
}

static bool lost(const void *par, const ph_eval *eval, const ph_frame *f, char *why, size_t size)
{
    const parameters *p = par;
    touch c = touch_of(p, eval->memory, f);
    for (int k = 0; k < 2; k++) {
        const phk_curve *curve = &p->curve[k];
        int end = phk_curve_end(curve, c.u[k]);
        ph_vec3 at = phk_curve_look(curve, end < 0 ? -1 : 1).d[0];
        if (!end) continue;
        snprintf(why, size,
                 "touches beyond the %s of curve `%s`, (%.6g, %.6g, %.6g) m in the axes of its "
                 "marker",
                 end < 0 ? "beginning" : "end", curve->is.name.text, at.x, at.y, at.z);
        return true;
    }
    if (!is_alike(&c)) return false;
    snprintf(why, size,
             "has curves that bend alike where they touch: the place is not determined there");
    return true;
}

/* ---- as drawn ---- */

/* The two samples that are nearest to each other. */
static void find_start(parameters *p, const ph_frame *f)
{
    double best = INFINITY, start[2] = {p->start[0], p->start[1]};
    int n = phk_curve_samples(&p->curve[0]), m = phk_curve_samples(&p->curve[1]);
    for (int i = 0; i <= n; i++)
        for (int k = 0; k <= m; k++) {
            double u[2] = {isnan(start[0]) ? phk_curve_sample(i, n) : start[0],
                           isnan(start[1]) ? phk_curve_sample(k, m) : start[1]};
            spot a = spot_of(&p->curve[0], &f[0].R_WM, u[0]),
                 b = spot_of(&p->curve[1], &f[1].R_WM, u[1]);
            double way = ph_norm(ph_sub(ph_add(f[1].p, b.r), ph_add(f[0].p, a.r)));
            if (way < best) best = way, p->start[0] = u[0], p->start[1] = u[1];
            if (!isnan(start[1])) break;
        }
}

static const char *complete(void *par, ph_drawn *drawn)
{
    parameters *p = par;
    const ph_frame *f = drawn->frame;
    ph_vec3 other;
    for (int k = 0; k < 2; k++) {
        const char *fault = phk_curve_fault(&p->curve[k], p->fault);
        if (fault) return fault;
        if (phk_curve_plane(&p->curve[k], k ? &other : &p->normal)) continue;
        snprintf(p->fault, sizeof p->fault, "needs plane curves: `%.80s` lies in no plane",
                 p->curve[k].is.name.text);
        return p->fault;
    }
    ph_vec3 z0 = ph_mat3_mul(f[0].R_WM, p->normal), z1 = ph_mat3_mul(f[1].R_WM, other);
    if (!(ph_norm(ph_cross(z0, z1)) < 1e-3))
        return "has curves whose planes are not parallel as drawn: they lie across the axes of "
               "their markers";
    for (int k = 0; k < 2; k++)
        if (isnan(p->start[k]) && !isnan(p->near[k].x))
            p->start[k] = phk_curve_nearest(&p->curve[k], p->near[k]);
    if (isnan(p->start[0]) || isnan(p->start[1])) find_start(p, f);
    touch c = touch_of(p, NULL, f);
    return is_alike(&c) ? "has curves that bend alike where they touch as drawn: the place is not "
                          "determined"
                        : NULL;
}

static const ph_field fields[] = {
    {"curve", PH_FIELD_CURVE, .offset = offsetof(parameters, curve[0].is),
     .help = "A table with `points`: the plane curve on the first body, in the axes of its marker.",
     .flags = PH_REQUIRED},
    {"curve2", PH_FIELD_CURVE, .offset = offsetof(parameters, curve[1].is),
     .help = "The one on the second body.", .flags = PH_REQUIRED},
    {"unit", PH_FIELD_NUMBER, .offset = offsetof(parameters, curve[0].unit), .unit = "m",
     .help = "Length of a unit of the points of `curve`.", .init = 1, .min = 0, .max = INFINITY,
     .flags = PH_ABOVE},
    {"unit2", PH_FIELD_NUMBER, .offset = offsetof(parameters, curve[1].unit), .unit = "m",
     .help = "Length of a unit of the points of `curve2`.", .init = 1, .min = 0, .max = INFINITY,
     .flags = PH_ABOVE},
    {"start", PH_FIELD_NUMBER, .offset = offsetof(parameters, start[0]), .unit = "",
     .help = "Where on `curve` to look for the place at the start: -1 at its first point, 1 at its "
             "last.",
     .init = NAN, .min = -1, .max = 1, .default_help = "where the two are nearest as drawn"},
    {"start2", PH_FIELD_NUMBER, .offset = offsetof(parameters, start[1]), .unit = "",
     .help = "The same on `curve2`.", .init = NAN, .min = -1, .max = 1,
     .default_help = "where the two are nearest as drawn"},
    {"near", PH_FIELD_VEC3, .offset = offsetof(parameters, near[0]), .unit = "m",
     .help = "The same by a place near it, in the axes of the first marker.", .init = NAN,
     .default_help = "where the two are nearest as drawn"},
    {"near2", PH_FIELD_VEC3, .offset = offsetof(parameters, near[1]), .unit = "m",
     .help = "The same of `curve2`, in the axes of the second marker.", .init = NAN,
     .default_help = "where the two are nearest as drawn"},
    {.name = NULL}};

const ph_joint_type phk_joint_curve_on_curve = {
    .name = "curve_on_curve",
    .help =
        "plane curves on both bodies that stay tangent to each other and slide, as a cam and its "
        "follower",
    .rows = 1,
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
