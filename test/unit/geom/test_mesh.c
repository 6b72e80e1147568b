/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Meshes: how they grow, their box and their mass, also far from the origin; a circle's lines.
 * Solids of an inertia have that inertia, whatever its axes.
 */
#include <polhode/geometry.h>
#include "harness.h"
#include "math/so3.h"

/* A tetrahedron with legs along the axes from a corner. */
static ph_mesh tetrahedron(ph_vec3 corner, double leg)
{
    ph_mesh m = {0};
    ph_mesh_add_vertex(&m, corner);
    for (int k = 0; k < 3; k++)
        ph_mesh_add_vertex(&m, ph_axpy(corner, leg, ph_v3(k == 0, k == 1, k == 2)));
    ph_mesh_add_triangle(&m, 0, 2, 1);
    ph_mesh_add_triangle(&m, 0, 1, 3);
    ph_mesh_add_triangle(&m, 0, 3, 2);
    ph_mesh_add_triangle(&m, 1, 2, 3);
    return m;
}

static void test_tetrahedron(void)
{
    const ph_vec3 corner = {1000, -2000, 3000};
    ph_mesh m = tetrahedron(corner, 2);
    const ph_mass_of got = ph_mesh_mass(&m);
    double v = 8.0 / 6;
    CHECK_RATIO(got.volume, v, 1e-12);
    CHECK_NEAR(got.centre.y, -2000 + 0.5, 1e-12);
    /* squares about the centre: 3/80 leg^2 each, and -1/80 leg^2 of two directions */
    CHECK_RATIO(got.inertia.xx, 2 * v * 4 * 3 / 80, 1e-10);
    CHECK_RATIO(got.inertia.xz, v * 4 / 80, 1e-10);
    ph_vec3 low, high;
    ph_mesh_bounds(&m, &low, &high);
    CHECK(low.x == 1000 && low.y == -2000 && high.y == -1998 && high.z == 3002);
    CHECK(m.patches == 0);
    ph_mesh_end_patch(&m);
    ph_mesh_end_patch(&m);
    CHECK(m.patches == 1 && m.patch[0] == 4);
    ph_mesh_free(&m);
    CHECK(m.vertices == 0 && ph_mesh_mass(&m).volume == 0);
    ph_mesh_bounds(&m, &low, &high);
    CHECK(low.x == 0 && high.z == 0);
}

/* Every solid shape is closed, also with its corners repeated; less or more than it is not. */
static void test_closed(void)
{
    const ph_shape_sizes s = {.size = {1, 2, 3}, .radius = 2, .radius2 = 1, .length = 3};
    bool closed;
    for (int kind = 0; kind < PH_SHAPE_KINDS; kind++) {
        ph_mesh m, apart = {0};
        if (ph_shape_mass(kind, &s).volume == 0 || ph_shape_mesh(kind, &s, 12, &m)) continue;
        CHECK(ph_mesh_closed(&m, &closed) == PH_OK && closed);
        for (int i = 0; i < m.triangles; i++) {
            int n = apart.vertices;
            for (int k = 0; k < 3; k++) ph_mesh_add_vertex(&apart, m.vertex[m.corner[3 * i + k]]);
            ph_mesh_add_triangle(&apart, n, n + 1, n + 2);
        }
        CHECK(ph_mesh_closed(&apart, &closed) == PH_OK && closed);
        apart.triangles--;
        CHECK(ph_mesh_closed(&apart, &closed) == PH_OK && !closed);
        m.corner[0] = m.corner[1], m.corner[1] = m.corner[2];
        CHECK(ph_mesh_closed(&m, &closed) == PH_OK && !closed);
        ph_mesh_free(&m);
        ph_mesh_free(&apart);
    }
    CHECK(ph_mesh_closed(&(ph_mesh){0}, &closed) == PH_OK && !closed);
}

static void test_circle(void)
{
    const ph_shape_sizes s = {.radius = 2};
    ph_mesh m;
    CHECK(ph_shape_mesh(PH_SHAPE_CIRCLE, &s, 24, &m) == PH_OK);
    CHECK(m.lines == 24 && m.triangles > 0 && ph_shape_mass(PH_SHAPE_CIRCLE, &s).volume == 0);
    for (int i = 0; i < 2 * m.lines; i++) {
        CHECK(m.line[i] < 24);
        CHECK_NEAR(ph_norm(m.vertex[m.line[i]]), 2.0, 1e-15);
    }
    ph_mesh_free(&m);
}

/* The inertia of a shape of some mass, turned, becomes a solid of the same inertia and kind. */
static void check_solid(int kind, ph_shape_sizes sizes, ph_quat turn)
{
    const ph_mass_of own = ph_shape_mass(kind, &sizes);
    const ph_sym3 inertia = phk_sym3_rotate(turn, own.inertia);
    const ph_solid s = ph_solid_of(own.volume, inertia);
    CHECK(s.kind == kind);
    const ph_mass_of made = ph_shape_mass(s.kind, &s.sizes);
    const ph_sym3 back = phk_sym3_rotate(s.turn, made.inertia);
    double size = own.inertia.xx + own.inertia.yy + own.inertia.zz;
    CHECK_RATIO(made.volume, own.volume, 1e-12);
    CHECK_NEAR(back.xx, inertia.xx, 1e-12 * size);
    CHECK_NEAR(back.yy, inertia.yy, 1e-12 * size);
    CHECK_NEAR(back.zz, inertia.zz, 1e-12 * size);
    CHECK_NEAR(back.xy, inertia.xy, 1e-12 * size);
    CHECK_NEAR(back.xz, inertia.xz, 1e-12 * size);
    CHECK_NEAR(back.yz, inertia.yz, 1e-12 * size);
    CHECK_NEAR(s.moment.z, made.inertia.zz, 1e-12 * size);
    CHECK_NEAR(ph_norm(ph_sub(s.centre, made.centre)), 0.0, 0);
}

static void test_solids(void)
{
    const ph_quat turn[] = {
        {1, 0, 0, 0}, {0.5, 0.1, -0.7, 0.5}, {0.6, 0, 0.8, 0}, {0.5, 0.5, 0.5, 0.5}};
    for (int i = 0; i < 4; i++) {
        check_solid(PH_SHAPE_BOX, (ph_shape_sizes){.size = {3, 1, 2}}, turn[i]);
        check_solid(PH_SHAPE_CYLINDER, (ph_shape_sizes){.radius = 0.2, .length = 3}, turn[i]);
        check_solid(PH_SHAPE_CYLINDER, (ph_shape_sizes){.radius = 2, .length = 0.5}, turn[i]);
        check_solid(PH_SHAPE_SPHERE, (ph_shape_sizes){.radius = 0.3}, turn[i]);
    }
    /* a rod and a leaf are not lost to sight; a point is none */
    const ph_solid rod = ph_solid_of(1, (ph_sym3){1, 1, 0, 0, 0, 0});
    CHECK(rod.kind == PH_SHAPE_CYLINDER && rod.sizes.radius > 0.02 * rod.sizes.length);
    const ph_solid leaf = ph_solid_of(1, (ph_sym3){1, 2, 3, 0, 0, 0});
    CHECK(leaf.kind == PH_SHAPE_BOX && leaf.sizes.size.z > 0.1);
    CHECK(ph_solid_of(1, (ph_sym3){0}).kind == -1);
    CHECK(ph_solid_of(0, (ph_sym3){1, 1, 1, 0, 0, 0}).kind == -1);
}

int main(void)
{
    test_tetrahedron();
    test_closed();
    test_circle();
    test_solids();
    return TEST_RESULT();
}
