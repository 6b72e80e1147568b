/* SPDX-License-Identifier: BSD-3-Clause
 *
 * attitude.c -- how a marker is turned, and how fast.
 */
#include <stddef.h>
#include "mech/quantity/quantity.h"

/* Axis k of a frame in the world. */
static ph_vec3 axis(const ph_frame *f, int k)
{
    return ph_v3(f->R_WM.m[0][k], f->R_WM.m[1][k], f->R_WM.m[2][k]);
}

/* ---- rotation matrix: entry c = 3 row + column ---- */

static double rotation(const phk_spot *at, int c)
{
    return at->frame->R_WM.m[c / 3][c % 3];
}

static void rotation_covector(const phk_spot *at, int c, phk_covector *cov)
{
    cov->phi = ph_cross(axis(at->frame, c % 3), phk_axis_vector(c / 3));
}

static void rotation_jet(const phk_spot *at, const phk_course *by, int c, double *first,
                         double *second)
{
    ph_vec3 once = ph_cross(by->w, axis(at->frame, c % 3));
    *first = phk_component(once, c / 3);
    *second = phk_component(ph_cross(by->w, once), c / 3);
}

const phk_quantity_type phk_quantity_rotation = {
    .owner = PHK_OF_MARKER,
    .tails = "R.11 R.12 R.13 R.21 R.22 R.23 R.31 R.32 R.33",
    .info = {"NAME.R.11 .. .33", "rotation matrix from its own axes to world axes, row and column"},
    .markers = 1,
    .place = true,
    .turn = true,
    .value = rotation,
    .covector = rotation_covector,
    .jet = rotation_jet};

/* ---- quaternion ---- */

static double component4(ph_quat q, int c)
{
    return c == 0 ? q.w : c == 1 ? q.x : c == 2 ? q.y : q.z;
}

static double quaternion(const phk_spot *at, int c)
{
    return component4(ph_quat_mul(*at->body, *at->own), c);
}

/* dq = (0, dphi) q / 2 */
static void quaternion_covector(const phk_spot *at, int c, phk_covector *cov)
{
    ph_quat q = ph_quat_mul(*at->body, *at->own);
    ph_vec3 u = ph_v3(q.x, q.y, q.z);
    cov->phi = c == 0 ? ph_scale(-0.5, u)
                      : ph_axpy(ph_scale(0.5 * q.w, phk_axis_vector(c - 1)), 0.5,
                                ph_cross(u, phk_axis_vector(c - 1)));
}

/* q' = (0, w) q / 2 with w constant in the world. */
static void quaternion_jet(const phk_spot *at, const phk_course *by, int c, double *first,
                           double *second)
{
    ph_quat half = ph_quat_make(0, by->w.x / 2, by->w.y / 2, by->w.z / 2);
    ph_quat once = ph_quat_mul(half, ph_quat_mul(*at->body, *at->own));
    *first = component4(once, c);
    *second = component4(ph_quat_mul(half, once), c);
}

const phk_quantity_type phk_quantity_quaternion = {
    .owner = PHK_OF_MARKER,
    .tails = "quat.0 quat.1 quat.2 quat.3",
    .info = {"NAME.quat.0 .. .3", "the same as a quaternion, scalar first"},
    .markers = 1,
    .place = true,
    .turn = true,
    .value = quaternion,
    .covector = quaternion_covector,
    .jet = quaternion_jet};

/* ---- angular velocity ---- */

static double omega(const phk_spot *at, int c)
{
    const ph_frame *f = at->frame;
    return f->R_WM.m[0][c] * f->w.x + f->R_WM.m[1][c] * f->w.y + f->R_WM.m[2][c] * f->w.z;
}

static void omega_covector(const phk_spot *at, int c, phk_covector *cov)
{
    cov->w = axis(at->frame, c);
    cov->phi = ph_cross(cov->w, at->frame->w);
}

const phk_quantity_type phk_quantity_omega = {
    .owner = PHK_OF_MARKER,
    .tails = "omega.x omega.y omega.z",
    .info = {"NAME.omega.x .y .z", "angular velocity in its own axes [rad/s]"},
    .markers = 1,
    .turn = true,
    .speed = true,
    .value = omega,
    .covector = omega_covector};

static double omega_world(const phk_spot *at, int c)
{
    return phk_component(at->frame->w, c);
}

static void omega_world_covector(const phk_spot *at, int c, phk_covector *cov)
{
    (void)at;
    cov->w = phk_axis_vector(c);
}

const phk_quantity_type phk_quantity_omega_world = {
    .owner = PHK_OF_MARKER,
    .tails = "omega_world.x omega_world.y omega_world.z",
    .info = {"NAME.omega_world.x .y .z", "angular velocity in world axes [rad/s]"},
    .markers = 1,
    .turn = true,
    .speed = true,
    .value = omega_world,
    .covector = omega_world_covector};
