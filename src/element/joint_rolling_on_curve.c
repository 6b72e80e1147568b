/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_rolling_on_curve.c -- `rolling_on_curve`: a wheel, the second body, rolls without slipping
 * along a plane curve c(u) of the first: a rail, a half-pipe, the outline of a cam.
 *
 * In axes of marker 0, e is the normal of the curve's plane, y the middle of the wheel, u its foot
 * on the curve, (y - c).c' = 0. With t = c'/L along the curve and n = side e x t towards the wheel
 *   C = n.(y - c) - r           one row on positions: the wheel touches
 *   V = t.s,  s = v1 + w1 x rho - v0 - w0 x (d + rho),  rho = -r n     one in velocities: no slip
 * all but u in world axes. With k = n.c''/L^2, by which the curve bends towards the wheel, and den
 * = L^2 - (y - c).c'', the foot moves by du = c'.dy/den, and L du of its way turns t by k n, n by
 * -k t. Where den is zero the wheel fills a hollow of its own radius, and touches all along it.
 *
 * Other joints keep the wheel in the plane, its axle along e. The multipliers are the opposite of
 * the forces that press the wheel and drive it along [N].
 */
#include <stddef.h>
#include <stdio.h>
#include "element/curve.h"
#include "element/displace.h"
#include "element/elements.h"
#include "element/tangent.h"

typedef struct {
    phk_curve curve;
    double radius;  /* [m] */
    double start;   /* parameter to begin at; NAN: the nearest, until completed, */
    ph_vec3 near;   /* to this; NAN: to the middle as drawn */
    ph_vec3 normal; /* e, on the side of the wheel's turn: n = e x t; axes of marker 0 */
    char fault[PHK_CURVE_TEXT];
} parameters;

/* L^2/den from which on its middle turns as on a point: no step is short enough behind that. */
#define CRAMPED 1e3

/* Where it touches, world axes. */
typedef struct {
    double u, gap, bend, share; /* share: L^2/den */
    ph_vec3 d, t, n, rho;
} touch;

static const double *memory_of(const ph_eval *eval, int e)
{
    return eval->memory ? eval->memory + e : NULL;
}

static touch touch_of(const parameters *p, const double *memory, const ph_frame *f)
{
    const ph_mat3 *R = &f[0].R_WM;
    touch c = {.d = ph_sub(f[1].p, f[0].p)};
    ph_vec3 y = phk_mat3_transposed_mul(R, c.d);
    c.u = phk_curve_foot(&p->curve, y, memory ? *memory : p->start);
    phk_curve_at at = phk_curve_look(&p->curve, c.u);
    ph_vec3 off = ph_sub(y, at.d[0]), t = ph_scale(1 / ph_norm(at.d[1]), at.d[1]);
    ph_vec3 n = ph_cross(p->normal, t);
    double square = ph_dot(at.d[1], at.d[1]);
    c.gap = ph_dot(n, off) - p->radius;
    c.bend = ph_dot(n, at.d[2]) / square;
    c.share = square / (square - ph_dot(off, at.d[2]));
    c.t = ph_mat3_mul(*R, t);
    c.n = ph_mat3_mul(*R, n);
    c.rho = ph_scale(-p->radius, c.n);
    return c;
}

/* How t and n turn along displacement i. */
typedef struct {
    ph_vec3 d, t, n, rho;
} change;

static change change_of(const parameters *p, const touch *c, int i)
{
    change by = {.d = phk_displaced_way(i)};
    ph_vec3 seen = ph_sub(by.d, phk_displaced_axis(i, 0, c->d));
    double turn = c->bend * c->share * ph_dot(c->t, seen);
    by.t = ph_axpy(phk_displaced_axis(i, 0, c->t), turn, c->n);
    by.n = ph_axpy(phk_displaced_axis(i, 0, c->n), -turn, c->t);
    by.rho = ph_scale(-p->radius, by.n);
    return by;
}

/* ---- the row on positions ---- */

static void value(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *value)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2) value[e] = touch_of(&p[e], memory_of(eval, e), f).gap;
}

static void put_row(double *to, double s, ph_vec3 n, ph_vec3 turn)
{
    phk_put_scaled(to, -s, n);
    phk_put_scaled(to + 3, s, turn);
    phk_put_scaled(to + 6, s, n);
    phk_put_scaled(to + 9, 0, n);
}

static void gradient(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *to)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2, to += 12) {
        touch c = touch_of(&p[e], memory_of(eval, e), f);
        put_row(to, 1, c.n, ph_cross(c.n, c.d));
    }
}

static void curvature(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                      const double *lambda, double *to)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2, to += 144) {
        touch c = touch_of(&p[e], memory_of(eval, e), f);
        for (int i = 0; i < PHK_DISPLACEMENTS; i++) {
            change by = change_of(&p[e], &c, i);
            double column[PHK_DISPLACEMENTS];
            put_row(column, lambda[e], by.n, ph_add(ph_cross(by.n, c.d), ph_cross(c.n, by.d)));
            phk_put_column(to, i, column);
        }
    }
}

/* ---- the row in velocities ---- */

static ph_vec3 slip_of(const touch *c, const ph_frame *f)
{
    ph_vec3 own = ph_add(f[1].v, ph_cross(f[1].w, c->rho));
    return ph_sub(own, ph_add(f[0].v, ph_cross(f[0].w, ph_add(c->d, c->rho))));
}

static void slip(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *value)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2) {
        touch c = touch_of(&p[e], memory_of(eval, e), f);
        value[e] = ph_dot(c.t, slip_of(&c, f));
    }
}

static void put_slip(double *to, double s, ph_vec3 t, ph_vec3 turn0, ph_vec3 turn1)
{
    phk_put_scaled(to, -s, t);
    phk_put_scaled(to + 3, -s, turn0);
    phk_put_scaled(to + 6, s, t);
    phk_put_scaled(to + 9, s, turn1);
}

static void coefficient(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *to)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2, to += 12) {
        touch c = touch_of(&p[e], memory_of(eval, e), f);
        put_slip(to, 1, c.t, ph_cross(ph_add(c.d, c.rho), c.t), ph_cross(c.rho, c.t));
    }
}

static void slip_gradient(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                          double *to)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2, to += 12) {
        touch c = touch_of(&p[e], memory_of(eval, e), f);
        ph_vec3 u = slip_of(&c, f);
        for (int i = 0; i < PHK_DISPLACEMENTS; i++) {
            change by = change_of(&p[e], &c, i);
            ph_vec3 ground = ph_cross(f[0].w, ph_add(by.d, by.rho));
            to[i] = ph_dot(by.t, u) + ph_dot(c.t, ph_sub(ph_cross(f[1].w, by.rho), ground));
        }
    }
}

static void slip_curvature(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                           const double *lambda, double *to)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2, to += 144) {
        touch c = touch_of(&p[e], memory_of(eval, e), f);
        ph_vec3 at = ph_add(c.d, c.rho);
        for (int i = 0; i < PHK_DISPLACEMENTS; i++) {
            change by = change_of(&p[e], &c, i);
            double column[PHK_DISPLACEMENTS];
            put_slip(column, lambda[e], by.t,
                     ph_add(ph_cross(ph_add(by.d, by.rho), c.t), ph_cross(at, by.t)),
                     ph_add(ph_cross(by.rho, c.t), ph_cross(c.rho, by.t)));
            phk_put_column(to, i, column);
        }
    }
}

static const ph_velocity_rows velocity = {1,   slip, coefficient, slip_gradient, slip_curvature,
                                          NULL};

/* ---- the joint ---- */

static void remember(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *memory)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, f += 2) memory[e] = touch_of(&p[e], memory_of(eval, e), f).u;
}

static bool lost(const void *par, const ph_eval *eval, const ph_frame *f, char *why, size_t size)
{
    const parameters *p = par;
    touch c = touch_of(p, eval->memory, f);
    int end = phk_curve_end(&p->curve, c.u);
    ph_vec3 at = phk_curve_look(&p->curve, end < 0 ? -1 : 1).d[0];
    bool fills = !(c.share > 0 && c.share < CRAMPED);
    if (end)
        snprintf(why, size,
                 "has rolled off curve `%s` at its %s, (%.6g, %.6g, %.6g) m in the axes of its "
                 "first marker",
                 p->curve.is.name.text, end < 0 ? "beginning" : "end", at.x, at.y, at.z);
    else if (fills)
        snprintf(why, size,
                 "has come to a hollow of curve `%s` that is as narrow as its radius, and would "
                 "touch in more than one place",
                 p->curve.is.name.text);
    return end || fills;
}

static const char *complete(void *par, ph_drawn *drawn)
{
    parameters *p = par;
    const ph_frame *f = drawn->frame;
    const char *fault = phk_curve_fault(&p->curve, p->fault);
    if (fault) return fault;
    if (!phk_curve_plane(&p->curve, &p->normal))
        return "needs a curve that lies in one plane; along a straight line rolls a `rolling_disc`";
    ph_vec3 y = phk_mat3_transposed_mul(&f[0].R_WM, ph_sub(f[1].p, f[0].p));
    if (isnan(p->start)) p->start = phk_curve_nearest(&p->curve, isnan(p->near.x) ? y : p->near);
    touch c = touch_of(p, NULL, f);
    if (fabs(c.gap + p->radius) < 1e-6 * p->radius)
        return "is drawn with the middle of the wheel on the curve: on which side of it the wheel "
               "rolls is seen from there";
    if (c.gap + p->radius < 0) p->normal = ph_scale(-1, p->normal);
    return NULL;
}

static const ph_field fields[] = {
    {"curve", PH_FIELD_CURVE, .offset = offsetof(parameters, curve.is),
     .help = "A table with `points`: the plane curve, in the axes of the first marker.",
     .flags = PH_REQUIRED},
    {"unit", PH_FIELD_NUMBER, .offset = offsetof(parameters, curve.unit), .unit = "m",
     .help = "Length of a unit of its points.", .init = 1, .min = 0, .max = INFINITY,
     .flags = PH_ABOVE},
    {"radius", PH_FIELD_NUMBER, .offset = offsetof(parameters, radius), .unit = "m",
     .help = "Of the wheel about the second marker.", .min = 0, .max = INFINITY,
     .flags = PH_REQUIRED | PH_ABOVE},
    {"start", PH_FIELD_NUMBER, .offset = offsetof(parameters, start), .unit = "",
     .help =
         "Where on the curve to look for the wheel at the start: -1 at its first point, 1 at its "
         "last.",
     .init = NAN, .min = -1, .max = 1, .default_help = "the place nearest to the wheel as drawn"},
    {"near", PH_FIELD_VEC3, .offset = offsetof(parameters, near), .unit = "m",
     .help = "The same by a place near it, in the axes of the first marker.", .init = NAN,
     .default_help = "the wheel as drawn"},
    {.name = NULL}};

const ph_joint_type phk_joint_rolling_on_curve = {
    .name = "rolling_on_curve",
    .help = "wheel on the second body that rolls along a plane curve on the first without slipping",
    .notes =
        "The wheel rolls on the side of the curve on which it is drawn, inside of a closed one or "
        "outside. Other joints keep it in the plane of the curve, its axle across that plane. It "
        "is "
        "held by whatever force it takes, also by one that pulls: `NAME.force` tells. A hollow "
        "that "
        "is narrower than the wheel ends the run.",
    .rows = 1,
    .placing = PH_PLACE_APART,
    .par_bytes = sizeof(parameters),
    .fields = fields,
    .complete = complete,
    .value = value,
    .gradient = gradient,
    .curvature = curvature,
    .memory = 1,
    .remember = remember,
    .lost = lost,
    .velocity = &velocity,
};
