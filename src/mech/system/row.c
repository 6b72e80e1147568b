/* SPDX-License-Identifier: BSD-3-Clause
 *
 * row.c -- derivatives of constraint rows, and joints as lists of rows.
 */
#include "mech/system/row.h"

#include <stdbool.h>
#include <string.h>

/* Where the displacements of the markers stand among the twelve. */
enum { P0 = 0, PHI0 = 3, P1 = 6, PHI1 = 9 };

static void put(double *to, double s, ph_vec3 v)
{
    to[0] = s * v.x;
    to[1] = s * v.y;
    to[2] = s * v.z;
}

void phk_row_gradient(const ph_row *row, const phk_drive *drive, const ph_frame *frame,
                      double (*gradient)[12])
{
    memset(gradient, 0, (size_t)phk_row_size(row->kind) * sizeof *gradient);
    if (row->kind == PH_ROW_POINT) {
        for (int i = 0; i < 3; i++) {
            gradient[i][P0 + i] = -1;
            gradient[i][P1 + i] = 1;
        }
        return;
    }
    ph_vec3 a = phk_row_axis(row, drive, frame);
    if (row->kind == PH_ROW_DOT) {
        ph_vec3 c = ph_cross(a, phk_frame_axis(&frame[1], row->axis[1]));
        put(&gradient[0][PHI0], 1, c);
        put(&gradient[0][PHI1], -1, c);
        return;
    }
    put(&gradient[0][P0], -1, a);
    put(&gradient[0][P1], 1, a);
    put(&gradient[0][PHI0], 1, ph_cross(a, ph_sub(frame[1].p, frame[0].p)));
}

/* Adds s x~ to a block. */
static void add_hat(double (*k)[12], int row, int column, double s, ph_vec3 x)
{
    k[row][column + 1] -= s * x.z;
    k[row][column + 2] += s * x.y;
    k[row + 1][column] += s * x.z;
    k[row + 1][column + 2] -= s * x.x;
    k[row + 2][column] -= s * x.y;
    k[row + 2][column + 1] += s * x.x;
}

/* Adds s x~y~ = s (y x' - x.y) to a block. */
static void add_hats(double (*k)[12], int row, int column, double s, ph_vec3 x, ph_vec3 y)
{
    const double xs[3] = {x.x, x.y, x.z}, ys[3] = {y.x, y.y, y.z};
    double diagonal = s * ph_dot(x, y);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) k[row + i][column + j] += s * ys[i] * xs[j];
        k[row + i][column + i] -= diagonal;
    }
}

void phk_row_curvature(const ph_row *row, const phk_drive *drive, const ph_frame *frame,
                       const double *lambda, double (*curvature)[12])
{
    if (row->kind == PH_ROW_POINT) return;
    ph_vec3 a = phk_row_axis(row, drive, frame);
    if (row->kind == PH_ROW_DOT) {
        ph_vec3 b = phk_frame_axis(&frame[1], row->axis[1]);
        add_hats(curvature, PHI0, PHI0, lambda[0], b, a);
        add_hats(curvature, PHI0, PHI1, -lambda[0], a, b);
        add_hats(curvature, PHI1, PHI0, -lambda[0], b, a);
        add_hats(curvature, PHI1, PHI1, lambda[0], a, b);
        return;
    }
    add_hat(curvature, P0, PHI0, lambda[0], a);
    add_hat(curvature, P1, PHI0, -lambda[0], a);
    add_hat(curvature, PHI0, P0, -lambda[0], a);
    add_hat(curvature, PHI0, P1, lambda[0], a);
    add_hats(curvature, PHI0, PHI0, lambda[0], ph_sub(frame[1].p, frame[0].p), a);
}

/* What changes of a by itself: its first and second derivative in the axes of marker 0. */
static void own_rates(const ph_row *row, const phk_drive *drive, const ph_frame *frame, ph_vec3 a,
                      ph_vec3 *a1, ph_vec3 *a2)
{
    *a1 = *a2 = ph_v3(0, 0, 0);
    if (!drive || row->kind != PH_ROW_DOT) return;
    ph_vec3 i = phk_frame_axis(&frame[0], row->axis[0]),
            j = phk_frame_axis(&frame[0], row->axis[1]);
    ph_vec3 turned = ph_axpy(ph_scale(-sin(drive->f), i), -cos(drive->f), j);
    *a1 = ph_scale(drive->df, turned);
    *a2 = ph_axpy(ph_scale(drive->ddf, turned), -drive->df * drive->df, a);
}

void phk_row_rates(const ph_row *row, const phk_drive *drive, const ph_frame *frame, double *rate,
                   double *gamma)
{
    if (row->kind == PH_ROW_POINT) {
        for (int i = 0; i < 3; i++) gamma[i] = 0;
        for (int i = 0; rate && i < 3; i++) rate[i] = 0;
        return;
    }
    /* a, its rate by itself, and what is left of its derivatives without w' */
    ph_vec3 w = frame[0].w, own1, own2, a = phk_row_axis(row, drive, frame);
    own_rates(row, drive, frame, a, &own1, &own2);
    ph_vec3 carried = ph_cross(w, a);
    ph_vec3 a1 = ph_add(carried, own1);
    ph_vec3 a2 = ph_add(ph_axpy(ph_cross(w, carried), 2, ph_cross(w, own1)), own2);

    /* the other factor, the same */
    ph_vec3 y = ph_sub(frame[1].p, frame[0].p), y1 = ph_sub(frame[1].v, frame[0].v);
    ph_vec3 y2 = ph_v3(0, 0, 0);
    if (row->kind == PH_ROW_DOT) {
        y = phk_frame_axis(&frame[1], row->axis[1]);
        y1 = ph_cross(frame[1].w, y);
        y2 = ph_cross(frame[1].w, y1);
    }
    bool offset = drive && row->kind == PH_ROW_OFFSET;
    gamma[0] = ph_dot(a2, y) + 2 * ph_dot(a1, y1) + ph_dot(a, y2) - (offset ? drive->ddf : 0);
    if (rate) rate[0] = ph_dot(own1, y) - (offset ? drive->df : 0);
}

/* ---- joints ---- */

/* Element e of an array of parameters. */
static const void *par_of(const ph_joint_type *type, const void *par, int e)
{
    return type->par_bytes ? (const char *)par + (size_t)e * type->par_bytes : NULL;
}

void phk_joint_value(const ph_joint_type *type, int n, const void *par, const ph_eval *eval,
                     const ph_frame *frame, double *value)
{
    if (type->rows == 0) return;
    if (!type->row) {
        type->value(n, par, eval, frame, value);
        return;
    }
    for (int e = 0; e < n; e++, frame += 2)
        for (int k = 0; k < type->row_count; k++) {
            phk_row_value(&type->row[k], NULL, frame, value);
            value += phk_row_size(type->row[k].kind);
        }
}

static ph_vec3 get(const double *a)
{
    return ph_v3(a[0], a[1], a[2]);
}

/* Of a joint that gives gradients only. */
static void wrench_by_gradient(const ph_joint_type *type, const void *par, const ph_eval *eval,
                               const ph_frame *frame, const double *lambda, ph_wrench *w)
{
    phk_joint_gradients g;
    int markers = phk_joint_markers(type);
    if (type->rows == 0) return;
    type->gradient(1, par, eval, frame, g);
    for (int k = 0; k < type->rows; k++)
        for (int m = 0; m < markers; m++) {
            const double *by = g + 6 * (k * markers + m);
            w[m].force = ph_axpy(w[m].force, lambda[k], get(by));
            w[m].torque = ph_axpy(w[m].torque, lambda[k], get(by + 3));
        }
}

void phk_joint_wrench(const ph_joint_type *type, int n, const void *par, const ph_eval *eval,
                      const ph_frame *frame, const double *lambda, ph_wrench *wrench)
{
    int markers = phk_joint_markers(type);
    for (int e = 0; e < n; e++, frame += markers, wrench += markers) {
        memset(wrench, 0, (size_t)markers * sizeof *wrench);
        if (!type->row) {
            wrench_by_gradient(type, par_of(type, par, e), eval, frame, lambda, wrench);
            lambda += type->rows;
        }
        for (int k = 0; k < type->row_count; k++) {
            phk_row_wrench(&type->row[k], NULL, frame, lambda, wrench);
            lambda += phk_row_size(type->row[k].kind);
        }
    }
}

void phk_joint_gradient(const ph_joint_type *type, int n, const void *par, const ph_eval *eval,
                        const ph_frame *frame, double *gradient)
{
    if (type->rows == 0) return;
    if (!type->row) {
        type->gradient(n, par, eval, frame, gradient);
        return;
    }
    double(*g)[12] = (void *)gradient;
    for (int e = 0; e < n; e++, frame += 2)
        for (int k = 0; k < type->row_count; k++) {
            phk_row_gradient(&type->row[k], NULL, frame, g);
            g += phk_row_size(type->row[k].kind);
        }
}

void phk_joint_curvature(const ph_joint_type *type, int n, const void *par, const ph_eval *eval,
                         const ph_frame *frame, const double *lambda, double *curvature)
{
    int width = 6 * phk_joint_markers(type);
    if (type->rows > 0 && !type->row) {
        type->curvature(n, par, eval, frame, lambda, curvature);
        return;
    }
    memset(curvature, 0, (size_t)(n * width * width) * sizeof *curvature);
    for (int e = 0; e < n; e++, frame += 2, curvature += 144)
        for (int k = 0; k < type->row_count; k++) {
            phk_row_curvature(&type->row[k], NULL, frame, lambda, (void *)curvature);
            lambda += phk_row_size(type->row[k].kind);
        }
}

/* The gradient of a joint without a drive changes only with its markers, at the rate curvature
 * times velocity. */
static double gamma_by_curvature(const ph_joint_type *type, const void *par, const ph_eval *eval,
                                 const ph_frame *frame, int row)
{
    int markers = phk_joint_markers(type), width = 6 * markers;
    double lambda[PHK_JOINT_ROWS] = {0}, v[PHK_JOINT_WIDTH], sum = 0;
    phk_joint_curvatures k;
    lambda[row] = 1;
    type->curvature(1, par, eval, frame, lambda, k);
    for (int m = 0; m < markers; m++) {
        put(&v[6 * m], 1, frame[m].v);
        put(&v[6 * m + 3], 1, frame[m].w);
    }
    for (int i = 0; i < width; i++)
        for (int j = 0; j < width; j++) sum += v[i] * k[i * width + j] * v[j];
    return sum;
}

void phk_joint_gamma(const ph_joint_type *type, int n, const void *par, const ph_eval *eval,
                     const ph_frame *frame, double *gamma)
{
    for (int e = 0; e < n; e++, frame += phk_joint_markers(type)) {
        for (int k = 0; !type->row && k < type->rows; k++)
            *gamma++ = gamma_by_curvature(type, par_of(type, par, e), eval, frame, k);
        for (int k = 0; k < type->row_count; k++) {
            phk_row_rates(&type->row[k], NULL, frame, NULL, gamma);
            gamma += phk_row_size(type->row[k].kind);
        }
    }
}
