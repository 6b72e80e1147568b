/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mesh_lab.h -- meshes for tests of what they touch.
 */
#ifndef MESH_LAB_H
#define MESH_LAB_H

#include "geom/shape.h"
#include "geom/touchable.h"
#include "touch_lab.h"

/* A point of a surface over the unit square, for each side of something box-like. */
typedef ph_vec3 (*lab_form)(ph_vec3 p);

/* The surface of a cube from -1 to 1, each side cut into n by n cells of two triangles, and every
 * point put where `form` says. Corners of neighbouring sides are apart, as in an STL file. */
static inline ph_mesh lab_cube(int n, lab_form form)
{
    ph_mesh m = {0};
    for (int side = 0; side < 6; side++) {
        const int axis = side / 2, sign = side % 2 ? 1 : -1, first = m.vertices;
        for (int i = 0; i <= n; i++)
            for (int j = 0; j <= n; j++) {
                const double u = -1 + 2.0 * i / n, v = -1 + 2.0 * j / n;
                double x[3];
                x[axis] = sign;
                x[(axis + 1) % 3] = u;
                x[(axis + 2) % 3] = v;
                ph_mesh_add_vertex(&m, form(ph_v3(x[0], x[1], x[2])));
            }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                const int a = first + i * (n + 1) + j, b = a + n + 1, c = b + 1, d = a + 1;
                const bool other = (i + j) % 2;
                const int t[6] = {a, b, other ? d : c, other ? b : a, c, d};
                for (int k = 0; k < 2; k++)
                    ph_mesh_add_triangle(&m, t[3 * k], t[3 * k + (sign > 0 ? 1 : 2)],
                                         t[3 * k + (sign > 0 ? 2 : 1)]);
            }
    }
    return m;
}

static inline ph_vec3 lab_as_ball(ph_vec3 p)
{
    return ph_scale(1 / ph_norm(p), p);
}

/* A plate, 4 by 4 by 0.5, its top at z = 0. */
static inline ph_vec3 lab_as_plate(ph_vec3 p)
{
    return ph_v3(2 * p.x, 2 * p.y, 0.25 * (p.z - 1));
}

/* Its top is a bowl of radius 2, deepest at the origin. */
static inline ph_vec3 lab_as_bowl(ph_vec3 p)
{
    const double rise = 2 - sqrt(4 - 0.64 * (p.x * p.x + p.y * p.y));
    return ph_v3(0.8 * p.x, 0.8 * p.y,
                 p.z > 0 ? rise * (p.z + 1) / 2 - 0.25 * (1 - p.z)
                         : 0.5 * (p.z + 1) * rise - 0.25 * (1 - p.z));
}

/* Its top goes up and down. */
static inline ph_vec3 lab_as_hills(ph_vec3 p)
{
    const double h = 0.25 * sin(4 * p.x) * cos(3 * p.y);
    return ph_v3(p.x, p.y, 0.5 * (p.z + 1) * h - 0.25 * (1 - p.z));
}

/* Two boards at a right angle: what is x > 0 of a thick plate is bent upwards. */
static inline ph_mesh lab_angle(void)
{
    static const double section[6][2] = {{0, 0}, {1, 0}, {1, 0.3}, {0.3, 0.3}, {0.3, 1}, {0, 1}};
    static const int caps[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    ph_mesh m = {0};
    for (int i = 0; i < 12; i++)
        ph_mesh_add_vertex(&m, ph_v3(section[i % 6][0], i / 6 - 0.5, section[i % 6][1]));
    for (int i = 0; i < 4; i++) {
        ph_mesh_add_triangle(&m, caps[i][0], caps[i][1], caps[i][2]);
        ph_mesh_add_triangle(&m, 6 + caps[i][0], 6 + caps[i][2], 6 + caps[i][1]);
    }
    for (int i = 0; i < 6; i++) {
        const int j = (i + 1) % 6;
        ph_mesh_add_triangle(&m, i, i + 6, j + 6);
        ph_mesh_add_triangle(&m, i, j + 6, j);
    }
    return m;
}

/* A pair of shapes, for touch_lab.h. */
typedef struct {
    phk_touchable shape[2];
    double within;
} lab_pair;

static inline int lab_between(const phk_touch_frame f[2], const void *what, phk_touch_point *t)
{
    const lab_pair *p = what;
    return phk_touch_pair(&p->shape[0], &f[0], &p->shape[1], &f[1], p->within, t);
}

static inline phk_touchable lab_touchable(int kind, ph_shape_sizes sizes, double rounding,
                                          const ph_mesh *mesh, phk_arena *arena)
{
    phk_touchable t;
    ph_vec3 middle;
    const char *wrong = phk_touchable_create(kind, &sizes, rounding, mesh, arena, &t, &middle);
    CHECK(!wrong);
    if (wrong) printf("a %s %s\n", ph_shape_word(kind), wrong);
    return t;
}

static inline phk_touchable lab_mesh(ph_mesh *mesh, double rounding, phk_arena *arena)
{
    const phk_touchable t =
        lab_touchable(PH_SHAPE_MESH, (ph_shape_sizes){0}, rounding, mesh, arena);
    ph_mesh_free(mesh);
    return t;
}

#endif
