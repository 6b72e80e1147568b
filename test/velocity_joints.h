/* SPDX-License-Identifier: BSD-3-Clause
 *
 * velocity_joints.h -- a joint with a row in velocities, for tests, written as a user would write
 * it.
 *
 *   edge   the origin of marker 1 moves along x and z of its own axes over the body of marker 0,
 *          not along y; the ground may drift under it: y.(v1 - v0 - w0 x d) = drift + pull t
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
