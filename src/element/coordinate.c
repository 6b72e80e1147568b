/* SPDX-License-Identifier: BSD-3-Clause */
#include "element/coordinate.h"

#include <math.h>
#include <string.h>
#include "element/tangent.h"
#include "mech/system/row.h"

enum { PHI0 = 3, PHI1 = 9 };

static void put(double *to, double s, ph_vec3 v)
{
    to[0] = s * v.x;
    to[1] = s * v.y;
    to[2] = s * v.z;
}

static void add_block(phk_coordinate *c, int row, int column, double s, const ph_mat3 *a)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) c->dg[row + i][column + j] += s * a->m[i][j];
}

/* The rate, and how it changes with places. */
static void finish(const ph_frame *frame, phk_coordinate *c)
{
    double u[PHK_TWELVE];
    for (int k = 0; k < 2; k++) {
        put(u + 6 * k, 1, frame[k].v);
        put(u + 6 * k + 3, 1, frame[k].w);
    }
    for (int i = 0; i < PHK_TWELVE; i++) {
        c->rate += c->g[i] * u[i];
        for (int j = 0; j < PHK_TWELVE; j++) c->rate_by_place[j] += u[i] * c->dg[i][j];
    }
}

void phk_coordinate_slide(const ph_frame *frame, int axis, phk_coordinate *c)
{
    static const double one = 1;
    const ph_row row = {PH_ROW_OFFSET, {axis, 0}};
    memset(c, 0, sizeof *c);
    phk_row_value(&row, NULL, frame, &c->value);
    phk_row_gradient(&row, NULL, frame, &c->g);
    phk_row_curvature(&row, NULL, frame, &one, c->dg);
    finish(frame, c);
}

void phk_coordinate_turn(const ph_frame *frame, int marker, int axis, phk_coordinate *c)
{
    memset(c, 0, sizeof *c);
    ph_vec3 a = phk_axis(&frame[marker].R_WM, axis);
    ph_mat3 turned = phk_hat(a); /* da = dphi x a = -a~ dphi */
    put(c->g + PHI0, -1, a);
    put(c->g + PHI1, 1, a);
    add_block(c, PHI0, marker ? PHI1 : PHI0, 1, &turned);
    add_block(c, PHI1, marker ? PHI1 : PHI0, -1, &turned);
    finish(frame, c);
}

void phk_coordinate_fixed(const ph_frame *frame, int k, phk_coordinate *c)
{
    memset(c, 0, sizeof *c);
    c->g[PHI0 + k] = -1;
    c->g[PHI1 + k] = 1;
    finish(frame, c);
}

bool phk_coordinate_twist(const ph_frame *frame, double near, phk_coordinate *c)
{
    const ph_mat3 *R = &frame[0].R_WM, *r = &frame[1].R_WM;
    ph_vec3 x = phk_axis(r, 0), y = phk_axis(r, 1), z = phk_axis(r, 2);
    ph_vec3 X = phk_axis(R, 0), Y = phk_axis(R, 1), Z = phk_axis(R, 2);
    double s = 1 + ph_dot(z, Z);
    memset(c, 0, sizeof *c);
    if (!(s > 1e-12)) return false;
    c->value = atan2(ph_dot(Y, x) - ph_dot(X, y), ph_dot(X, x) + ph_dot(Y, y));
    c->value += 2 * PH_PI * nearbyint((near - c->value) / (2 * PH_PI));
    ph_vec3 g = ph_scale(1 / s, ph_add(z, Z));
    put(c->g + PHI0, -1, g);
    put(c->g + PHI1, 1, g);
    for (int k = 0; k < 2; k++) {
        /* dg by the turn of one marker: -(z~ + g (z x Z)')/s */
        ph_vec3 own = k ? z : Z, other = k ? Z : z;
        ph_mat3 turned = phk_mat3_axpy(phk_hat(own), 1, phk_outer(g, ph_cross(own, other)));
        add_block(c, PHI0, k ? PHI1 : PHI0, 1 / s, &turned);
        add_block(c, PHI1, k ? PHI1 : PHI0, -1 / s, &turned);
    }
    finish(frame, c);
    return true;
}

void phk_twelve_outer(double *matrix, double s, const double *a, const double *b)
{
    for (int i = 0; i < PHK_TWELVE; i++)
        for (int j = 0; s * a[i] != 0 && j < PHK_TWELVE; j++)
            matrix[i * PHK_TWELVE + j] += s * a[i] * b[j];
}
