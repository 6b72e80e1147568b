/* SPDX-License-Identifier: BSD-3-Clause */
#include "element/rolling.h"

#include <stdio.h>
#include "element/displace.h"
#include "element/tangent.h"

/* Where it touches. */
typedef struct {
    ph_vec3 d, e, n, rho;
    ph_vec3 surface; /* [m/s] world axes */
    double c, s;
    double ring, rim;
} touch;

/* memory: which side of the axle was up, axes of marker 0; NULL: the one that is. */
static touch touch_of(const phk_rolling *p, const double *memory, const ph_frame *f)
{
    touch t = {.d = ph_sub(f[1].p, f[0].p),
               .e = phk_axis(&f[0].R_WM, 2),
               .n = phk_axis(&f[1].R_WM, 2),
               .surface = ph_mat3_mul(f[0].R_WM, p->surface),
               .ring = p->ring,
               .rim = p->rim};
    t.c = ph_dot(t.e, t.n);
    t.s = ph_norm(ph_cross(t.e, t.n));
    t.rho = ph_scale(-t.rim, t.e);
    if (!(t.ring > 0)) return t;
    ph_vec3 up = ph_axpy(t.e, -t.c, t.n);
    if (memory && ph_dot(up, ph_mat3_mul(f[0].R_WM, ph_v3(memory[0], memory[1], memory[2]))) < 0)
        t.s = -t.s;
    t.rho = ph_axpy(t.rho, -t.ring / t.s, up);
    return t;
}

static ph_vec3 slip_of(const touch *t, const ph_frame *f)
{
    ph_vec3 own = ph_add(f[1].v, ph_cross(f[1].w, t->rho));
    ph_vec3 ground = ph_add(f[0].v, ph_cross(f[0].w, ph_add(t->d, t->rho)));
    return ph_sub(ph_sub(own, ground), t->surface);
}

/* ---- how it changes along displacement i ---- */

typedef struct {
    ph_vec3 d, e, n, rho;
    double c;
} change;

static change change_of(const touch *t, int i)
{
    change by = {.d = phk_displaced_way(i),
                 .e = phk_displaced_axis(i, 0, t->e),
                 .n = phk_displaced_axis(i, 1, t->n)};
    by.c = ph_dot(by.e, t->n) + ph_dot(t->e, by.n);
    by.rho = ph_scale(-t->rim, by.e);
    if (t->ring > 0) {
        ph_vec3 up = ph_axpy(t->e, -t->c, t->n);
        ph_vec3 more = ph_sub(by.e, ph_add(ph_scale(by.c, t->n), ph_scale(t->c, by.n)));
        by.rho = ph_axpy(by.rho, -t->ring / t->s, more);
        by.rho = ph_axpy(by.rho, -t->ring * t->c * by.c / (t->s * t->s * t->s), up);
    }
    return by;
}

/* ---- the row on positions ---- */

static const double *memory_of(const ph_eval *eval, int k)
{
    return eval->memory ? eval->memory + PHK_ROLLING_MEMORY * k : NULL;
}

void phk_rolling_value(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                       double *value)
{
    const phk_rolling *p = par;
    for (int k = 0; k < n; k++, f += 2, p++) {
        touch t = touch_of(p, memory_of(eval, k), f);
        value[k] = ph_dot(t.e, t.d) - t.ring * t.s - t.rim;
    }
}

/* d(-r s) = (r c / s) dc, and dc = (e x n).(dphi0 - dphi1). */
static double lever(const touch *t)
{
    return t->ring > 0 ? t->ring * t->c / t->s : 0;
}

static void put_row(double *to, double s, ph_vec3 e, ph_vec3 turn, ph_vec3 across)
{
    phk_put_scaled(to, -s, e);
    phk_put_scaled(to + 3, s, ph_add(turn, across));
    phk_put_scaled(to + 6, s, e);
    phk_put_scaled(to + 9, -s, across);
}

void phk_rolling_gradient(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                          double *to)
{
    const phk_rolling *p = par;
    for (int k = 0; k < n; k++, f += 2, p++, to += 12) {
        touch t = touch_of(p, memory_of(eval, k), f);
        put_row(to, 1, t.e, ph_cross(t.e, t.d), ph_scale(lever(&t), ph_cross(t.e, t.n)));
    }
}

void phk_rolling_curvature(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                           const double *lambda, double *to)
{
    const phk_rolling *p = par;
    for (int k = 0; k < n; k++, f += 2, p++, to += 144) {
        touch t = touch_of(p, memory_of(eval, k), f);
        double bend = t.ring > 0 ? t.ring / (t.s * t.s * t.s) : 0;
        for (int i = 0; i < PHK_DISPLACEMENTS; i++) {
            change by = change_of(&t, i);
            double column[PHK_DISPLACEMENTS];
            ph_vec3 across = ph_scale(bend * by.c, ph_cross(t.e, t.n));
            across = ph_axpy(across, lever(&t), ph_add(ph_cross(by.e, t.n), ph_cross(t.e, by.n)));
            put_row(column, lambda[k], by.e, ph_add(ph_cross(by.e, t.d), ph_cross(t.e, by.d)),
                    across);
            phk_put_column(to, i, column);
        }
    }
}

/* ---- the rows in velocities ---- */

static void slip(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *value)
{
    const phk_rolling *p = par;
    for (int k = 0; k < n; k++, f += 2, p++) {
        touch t = touch_of(p, memory_of(eval, k), f);
        ph_vec3 u = slip_of(&t, f);
        for (int axis = 0; axis < 2; axis++) *value++ = ph_dot(phk_axis(&f[0].R_WM, axis), u);
    }
}

static void coefficient(int n, const void *par, const ph_eval *eval, const ph_frame *f, double *to)
{
    const phk_rolling *p = par;
    for (int k = 0; k < n; k++, f += 2, p++) {
        touch t = touch_of(p, memory_of(eval, k), f);
        for (int axis = 0; axis < 2; axis++, to += 12) {
            ph_vec3 x = phk_axis(&f[0].R_WM, axis);
            phk_put_scaled(to, -1, x);
            phk_put_scaled(to + 3, -1, ph_cross(ph_add(t.d, t.rho), x));
            phk_put_scaled(to + 6, 1, x);
            phk_put_scaled(to + 9, 1, ph_cross(t.rho, x));
        }
    }
}

static void slip_gradient(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                          double *to)
{
    const phk_rolling *p = par;
    for (int k = 0; k < n; k++, f += 2, p++, to += 24) {
        touch t = touch_of(p, memory_of(eval, k), f);
        ph_vec3 u = slip_of(&t, f);
        for (int i = 0; i < PHK_DISPLACEMENTS; i++) {
            change by = change_of(&t, i);
            ph_vec3 ground = ph_cross(f[0].w, ph_add(by.d, by.rho));
            ph_vec3 du = ph_sub(ph_cross(f[1].w, by.rho),
                                ph_add(ground, phk_displaced_axis(i, 0, t.surface)));
            for (int axis = 0; axis < 2; axis++) {
                ph_vec3 x = phk_axis(&f[0].R_WM, axis);
                to[12 * axis + i] = ph_dot(phk_displaced_axis(i, 0, x), u) + ph_dot(x, du);
            }
        }
    }
}

static void slip_curvature(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                           const double *lambda, double *to)
{
    const phk_rolling *p = par;
    for (int k = 0; k < n; k++, f += 2, p++, lambda += 2, to += 144) {
        touch t = touch_of(p, memory_of(eval, k), f);
        ph_vec3 x = ph_axpy(ph_scale(lambda[0], phk_axis(&f[0].R_WM, 0)), lambda[1],
                            phk_axis(&f[0].R_WM, 1));
        ph_vec3 at = ph_add(t.d, t.rho);
        for (int i = 0; i < PHK_DISPLACEMENTS; i++) {
            change by = change_of(&t, i);
            ph_vec3 dx = phk_displaced_axis(i, 0, x), dat = ph_add(by.d, by.rho);
            double column[PHK_DISPLACEMENTS];
            phk_put_scaled(column, -1, dx);
            phk_put_scaled(column + 3, -1, ph_add(ph_cross(dat, x), ph_cross(at, dx)));
            phk_put_scaled(column + 6, 1, dx);
            phk_put_scaled(column + 9, 1, ph_add(ph_cross(by.rho, x), ph_cross(t.rho, dx)));
            phk_put_column(to, i, column);
        }
    }
}

const ph_velocity_rows phk_rolling_rows = {2,   slip, coefficient, slip_gradient, slip_curvature,
                                           NULL};

/* ---- from step to step ---- */

void phk_rolling_remember(int n, const void *par, const ph_eval *eval, const ph_frame *f,
                          double *memory)
{
    const phk_rolling *p = par;
    for (int k = 0; k < n; k++, f += 2, p++, memory += PHK_ROLLING_MEMORY) {
        touch t = touch_of(p, memory_of(eval, k), f);
        ph_vec3 up = ph_scale(1 / t.s, ph_axpy(t.e, -t.c, t.n));
        up = phk_mat3_transposed_mul(&f[0].R_WM, up);
        memory[0] = up.x, memory[1] = up.y, memory[2] = up.z;
    }
}

bool phk_rolling_lost(const void *par, const ph_eval *eval, const ph_frame *f, char *why,
                      size_t size)
{
    touch t = touch_of(par, eval->memory, f);
    if (t.s > PHK_ROLLING_FLAT) return false;
    snprintf(
        why, size,
        "has fallen flat onto its plane, at (%.6g, %.6g, %.6g) m: it touches at every point of "
        "its rim",
        f[1].p.x, f[1].p.y, f[1].p.z);
    return true;
}
