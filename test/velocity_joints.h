/* SPDX-License-Identifier: BSD-3-Clause
 *
 * velocity_joints.h -- joints with rows in velocities, for tests, written as a user would write
 * them.
 *
 *   edge   the origin of marker 1 moves along x and z of its own axes over the body of marker 0,
 * not along y; the ground may drift under it: y.(v1 - v0 - w0 x d) = drift + pull t disc   a thin
 * disc about z of marker 1 rolls on the plane x, y of marker 0: one row keeps it on the plane, two
 * its lowest point from slipping
 */
#ifndef VELOCITY_JOINTS_H
#define VELOCITY_JOINTS_H

#include <math.h>
#include <stddef.h>
#include <string.h>
#include "build_model.h"
#include "mech/system/row.h"

static inline void vj_put(double *to, double s, ph_vec3 v)
{
    to[0] = s * v.x, to[1] = s * v.y, to[2] = s * v.z;
}

/* Changes of d, of the axes of marker 0 and of an axis of marker 1 along displacement i of twelve.
 */
static inline ph_vec3 vj_unit(int i)
{
    return ph_v3(i % 3 == 0, i % 3 == 1, i % 3 == 2);
}
static inline ph_vec3 vj_moved(int i)
{
    return i / 3 == 0 ? ph_scale(-1, vj_unit(i)) : i / 3 == 2 ? vj_unit(i) : ph_v3(0, 0, 0);
}
static inline ph_vec3 vj_turned(int i, int marker, ph_vec3 axis)
{
    return i / 3 == 1 + 2 * marker ? ph_cross(vj_unit(i), axis) : ph_v3(0, 0, 0);
}

/* ---- the edge ---- */

typedef struct {
    double drift, pull; /* [m/s], [m/s^2] */
} edge_par;

static inline ph_vec3 edge_slip(const ph_frame *f)
{
    ph_vec3 d = ph_sub(f[1].p, f[0].p);
    return ph_sub(f[1].v, ph_add(f[0].v, ph_cross(f[0].w, d)));
}

static inline void edge_value(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                              double *value)
{
    const edge_par *p = par;
    for (int e = 0; e < n; e++, f += 2, p++)
        *value++ = ph_dot(phk_frame_axis(&f[1], 1), edge_slip(f)) - p->drift - p->pull * eval->t;
}

static inline void edge_coefficient(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                                    double *to)
{
    (void)par, (void)eval;
    for (int e = 0; e < n; e++, f += 2, to += 12) {
        ph_vec3 y = phk_frame_axis(&f[1], 1), d = ph_sub(f[1].p, f[0].p);
        vj_put(to, -1, y);
        vj_put(to + 3, -1, ph_cross(d, y));
        vj_put(to + 6, 1, y);
        vj_put(to + 9, 0, y);
    }
}

static inline void edge_gradient(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                                 double *to)
{
    (void)par, (void)eval;
    for (int e = 0; e < n; e++, f += 2, to += 12) {
        ph_vec3 y = phk_frame_axis(&f[1], 1), u = edge_slip(f);
        for (int i = 0; i < 12; i++)
            to[i] = ph_dot(vj_turned(i, 1, y), u) - ph_dot(y, ph_cross(f[0].w, vj_moved(i)));
    }
}

static inline void edge_curvature(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                                  const double *lambda, double *k)
{
    (void)par, (void)eval;
    for (int e = 0; e < n; e++, f += 2, lambda++, k += 144) {
        ph_vec3 y = phk_frame_axis(&f[1], 1), d = ph_sub(f[1].p, f[0].p);
        for (int i = 0; i < 12; i++) {
            ph_vec3 dy = vj_turned(i, 1, y), dd = vj_moved(i);
            ph_vec3 turn = ph_add(ph_cross(dd, y), ph_cross(d, dy));
            double column[12] = {0};
            vj_put(column, -*lambda, dy);
            vj_put(column + 3, -*lambda, turn);
            vj_put(column + 6, *lambda, dy);
            for (int j = 0; j < 12; j++) k[12 * j + i] = column[j];
        }
    }
}

static inline void edge_rate(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                             double *rate)
{
    const edge_par *p = par;
    (void)eval, (void)f;
    for (int e = 0; e < n; e++, p++) *rate++ = -p->pull;
}

static const ph_velocity_rows edge_rows = {
    1, edge_value, edge_coefficient, edge_gradient, edge_curvature, edge_rate};
static const ph_field edge_fields[] = {
    {.name = "drift", .kind = PH_FIELD_NUMBER, .offset = offsetof(edge_par, drift), .help = "v"},
    {.name = "pull", .kind = PH_FIELD_NUMBER, .offset = offsetof(edge_par, pull), .help = "a"},
    {.name = NULL}};
static const ph_joint_type edge_joint = {.name = "edge",
                                         .help = "an edge that does not slip",
                                         .par_bytes = sizeof(edge_par),
                                         .fields = edge_fields,
                                         .velocity = &edge_rows};

/* ---- the disc ---- */

typedef struct {
    double radius; /* [m] */
} disc_par;

/* Where it touches: rho from the centre, with e of the plane and n of the disc; and how that
 * changes along a displacement. */
typedef struct {
    ph_vec3 d, e, n, rho, slip;
    double c, s;
} disc_touch;

static inline disc_touch disc_at(double radius, const ph_frame *f)
{
    disc_touch t = {
        .d = ph_sub(f[1].p, f[0].p), .e = phk_frame_axis(&f[0], 2), .n = phk_frame_axis(&f[1], 2)};
    t.c = ph_dot(t.e, t.n);
    t.s = sqrt(1 - t.c * t.c);
    t.rho = ph_scale(-radius / t.s, ph_axpy(t.e, -t.c, t.n));
    t.slip = ph_sub(ph_add(f[1].v, ph_cross(f[1].w, t.rho)),
                    ph_add(f[0].v, ph_cross(f[0].w, ph_add(t.d, t.rho))));
    return t;
}

static inline double disc_turn(const disc_touch *t, int i, ph_vec3 *de, ph_vec3 *dn)
{
    *de = vj_turned(i, 0, t->e);
    *dn = vj_turned(i, 1, t->n);
    return ph_dot(*de, t->n) + ph_dot(t->e, *dn);
}

static inline ph_vec3 disc_roll(double radius, const disc_touch *t, int i)
{
    ph_vec3 de, dn;
    double dc = disc_turn(t, i, &de, &dn), s3 = t->s * t->s * t->s;
    ph_vec3 own = ph_scale(1 / t->s, ph_sub(de, ph_add(ph_scale(dc, t->n), ph_scale(t->c, dn))));
    return ph_scale(-radius, ph_axpy(own, t->c * dc / s3, ph_axpy(t->e, -t->c, t->n)));
}

static inline void disc_value(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                              double *value)
{
    const disc_par *p = par;
    (void)eval;
    for (int k = 0; k < n; k++, f += 2, p++) {
        disc_touch t = disc_at(p->radius, f);
        *value++ = ph_dot(t.e, t.d) - p->radius * t.s;
    }
}

static inline void disc_gradient(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                                 double *to)
{
    const disc_par *p = par;
    (void)eval;
    for (int k = 0; k < n; k++, f += 2, p++, to += 12) {
        disc_touch t = disc_at(p->radius, f);
        ph_vec3 across = ph_scale(p->radius * t.c / t.s, ph_cross(t.e, t.n));
        vj_put(to, -1, t.e);
        vj_put(to + 3, 1, ph_add(ph_cross(t.e, t.d), across));
        vj_put(to + 6, 1, t.e);
        vj_put(to + 9, -1, across);
    }
}

static inline void disc_curvature(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                                  const double *lambda, double *k)
{
    const disc_par *p = par;
    (void)eval;
    for (int m = 0; m < n; m++, f += 2, p++, lambda++, k += 144) {
        disc_touch t = disc_at(p->radius, f);
        double arm = p->radius * t.c / t.s;
        for (int i = 0; i < 12; i++) {
            ph_vec3 de, dn;
            double dc = disc_turn(&t, i, &de, &dn), column[12];
            ph_vec3 across = ph_scale(p->radius * dc / (t.s * t.s * t.s), ph_cross(t.e, t.n));
            across = ph_axpy(across, arm, ph_add(ph_cross(de, t.n), ph_cross(t.e, dn)));
            ph_vec3 turn = ph_add(ph_cross(de, t.d), ph_cross(t.e, vj_moved(i)));
            vj_put(column, -*lambda, de);
            vj_put(column + 3, *lambda, ph_add(turn, across));
            vj_put(column + 6, *lambda, de);
            vj_put(column + 9, -*lambda, across);
            for (int j = 0; j < 12; j++) k[12 * j + i] = column[j];
        }
    }
}

static inline void disc_slip(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                             double *value)
{
    const disc_par *p = par;
    (void)eval;
    for (int k = 0; k < n; k++, f += 2, p++)
        for (int axis = 0; axis < 2; axis++)
            *value++ = ph_dot(phk_frame_axis(&f[0], axis), disc_at(p->radius, f).slip);
}

static inline void disc_coefficient(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                                    double *to)
{
    const disc_par *p = par;
    (void)eval;
    for (int k = 0; k < n; k++, f += 2, p++) {
        disc_touch t = disc_at(p->radius, f);
        for (int axis = 0; axis < 2; axis++, to += 12) {
            ph_vec3 x = phk_frame_axis(&f[0], axis);
            vj_put(to, -1, x);
            vj_put(to + 3, -1, ph_cross(ph_add(t.d, t.rho), x));
            vj_put(to + 6, 1, x);
            vj_put(to + 9, 1, ph_cross(t.rho, x));
        }
    }
}

static inline void disc_slip_gradient(int n, const void *par, const ph_eval *eval,
                                      const ph_frame *f, double *to)
{
    const disc_par *p = par;
    (void)eval;
    for (int k = 0; k < n; k++, f += 2, p++, to += 24) {
        disc_touch t = disc_at(p->radius, f);
        for (int i = 0; i < 24; i++) {
            ph_vec3 x = phk_frame_axis(&f[0], i / 12), dx = vj_turned(i % 12, 0, x);
            ph_vec3 roll = disc_roll(p->radius, &t, i % 12);
            ph_vec3 du =
                ph_sub(ph_cross(f[1].w, roll), ph_cross(f[0].w, ph_add(vj_moved(i % 12), roll)));
            to[i] = ph_dot(dx, t.slip) + ph_dot(x, du);
        }
    }
}

static inline void disc_slip_curvature(int n, const void *par, const ph_eval *eval,
                                       const ph_frame *f, const double *lambda, double *k)
{
    const disc_par *p = par;
    (void)eval;
    for (int m = 0; m < n; m++, f += 2, p++, lambda += 2, k += 144) {
        disc_touch t = disc_at(p->radius, f);
        ph_vec3 x = ph_axpy(ph_scale(lambda[0], phk_frame_axis(&f[0], 0)), lambda[1],
                            phk_frame_axis(&f[0], 1));
        for (int i = 0; i < 12; i++) {
            ph_vec3 dx = vj_turned(i, 0, x), roll = disc_roll(p->radius, &t, i);
            ph_vec3 at = ph_add(t.d, t.rho), dat = ph_add(vj_moved(i), roll);
            double column[12];
            vj_put(column, -1, dx);
            vj_put(column + 3, -1, ph_add(ph_cross(dat, x), ph_cross(at, dx)));
            vj_put(column + 6, 1, dx);
            vj_put(column + 9, 1, ph_add(ph_cross(roll, x), ph_cross(t.rho, dx)));
            for (int j = 0; j < 12; j++) k[12 * j + i] = column[j];
        }
    }
}

static const ph_velocity_rows disc_rows = {
    2, disc_slip, disc_coefficient, disc_slip_gradient, disc_slip_curvature, NULL};
static const ph_field disc_fields[] = {
    {.name = "radius", .kind = PH_FIELD_NUMBER, .offset = offsetof(disc_par, radius), .help = "r"},
    {.name = NULL}};
static const ph_joint_type disc_joint = {.name = "disc",
                                         .help = "a disc that rolls on a plane",
                                         .rows = 1,
                                         .par_bytes = sizeof(disc_par),
                                         .fields = disc_fields,
                                         .value = disc_value,
                                         .gradient = disc_gradient,
                                         .curvature = disc_curvature,
                                         .velocity = &disc_rows};

/* A joint between two markers of the model. */
static inline void add_between(ph_model *model, const char *name, const ph_joint_type *type,
                               const void *par, const char *a, const char *b)
{
    ph_text between[2] = {{.text = a}, {.text = b}};
    ph_joint_def def = ph_default_joint();
    def.between = (ph_names){2, between};
    CHECK(ph_model_add_joint(model, name, type, &def, par) == PH_OK);
}

#endif
