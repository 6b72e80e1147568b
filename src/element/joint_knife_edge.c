/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_knife_edge.c -- `knife_edge`: a blade, or a wheel without mass, that does not slip
 * sideways.
 *
 * One row in velocities, with z the axis of marker 1 across the edge and d = p1 - p0:
 *   V = z.(v1 - v0 - w0 x d) = 0
 * The point of the edge moves over the body of marker 0 along the edge, and as it likes away from
 * it; what else is to hold it there (a plane, say) is a joint of its own. The multiplier is the
 * force across the edge [N].
 */
#include <string.h>
#include "element/displace.h"
#include "element/elements.h"
#include "element/tangent.h"

/* Velocity of the edge over the body of marker 0. */
static ph_vec3 slip(const ph_frame *f)
{
    ph_vec3 d = ph_sub(f[1].p, f[0].p);
    return ph_sub(f[1].v, ph_add(f[0].v, ph_cross(f[0].w, d)));
}

static void value(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *value)
{
    (void)par, (void)eval;
    for (int e = 0; e < n; e++, f += 2) value[e] = ph_dot(phk_axis(&f[1].R_WM, 2), slip(f));
}

/* What multiplies v0, w0, v1, w1: of z, or of a change of it and of d. */
static void put_row(double *to, double s, ph_vec3 z, ph_vec3 turn)
{
    phk_put_scaled(to, -s, z);
    phk_put_scaled(to + 3, -s, turn);
    phk_put_scaled(to + 6, s, z);
    phk_put_scaled(to + 9, 0, z);
}

static void coefficient(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *to)
{
    (void)par, (void)eval;
    for (int e = 0; e < n; e++, f += 2, to += 12) {
        ph_vec3 z = phk_axis(&f[1].R_WM, 2);
        put_row(to, 1, z, ph_cross(ph_sub(f[1].p, f[0].p), z));
    }
}

static void gradient(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *to)
{
    (void)par, (void)eval;
    for (int e = 0; e < n; e++, f += 2, to += 12) {
        ph_vec3 z = phk_axis(&f[1].R_WM, 2), u = slip(f);
        for (int i = 0; i < PHK_DISPLACEMENTS; i++)
            to[i] = ph_dot(phk_displaced_axis(i, 1, z), u) -
                    ph_dot(z, ph_cross(f[0].w, phk_displaced_way(i)));
    }
}

static void curvature(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                      const double *lambda, double *k)
{
    (void)par, (void)eval;
    for (int e = 0; e < n; e++, f += 2, k += 144) {
        ph_vec3 z = phk_axis(&f[1].R_WM, 2), d = ph_sub(f[1].p, f[0].p);
        for (int i = 0; i < PHK_DISPLACEMENTS; i++) {
            ph_vec3 dz = phk_displaced_axis(i, 1, z);
            double column[PHK_DISPLACEMENTS];
            put_row(column, lambda[e], dz,
                    ph_add(ph_cross(phk_displaced_way(i), z), ph_cross(d, dz)));
            phk_put_column(k, i, column);
        }
    }
}

static const ph_velocity_rows velocity = {1, value, coefficient, gradient, curvature, NULL};

const ph_joint_type phk_joint_knife_edge = {
    .name = "knife_edge",
    .help = "edge or skate on the second body that does not slip sideways over the first",
    .axis_help = "across the edge: the direction in which it does not slip",
    .velocity = &velocity,
};
