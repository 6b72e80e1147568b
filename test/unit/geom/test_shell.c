/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Surfaces of meshes: corners of equal position are one, each edge is that of two faces; whatever
 * is wrong with a mesh is said. Cost of large ones goes with their size, and of a place on one with
 * less.
 */
#include "geom/shell.h"
#include "geom/touch_mesh.h"
#include "mesh_lab.h"

static phk_arena arena;

static ph_vec3 as_it_is(ph_vec3 p)
{
    return p;
}

/* Counted as triangles are, by Euler's formula and by the volume. */
static void test_tables(void)
{
    for (int n = 1; n < 8; n++) {
        ph_mesh m = lab_cube(n, as_it_is);
        phk_shell s;
        ph_vec3 middle;
        CHECK(phk_shell_create(&m, 0, &arena, &s, &middle) == NULL);
        CHECK(s.faces == 12 * n * n && s.edges == 18 * n * n && s.corners == 6 * n * n + 2);
        CHECK(s.spoke && s.corner[s.corners].first == 2 * s.edges);
        int convex = 0, corners = 0;
        for (int i = 0; i < s.edges; i++) {
            const phk_shell_edge *e = &s.edge[i];
            convex += e->turn > 1;
            CHECK(fabs(e->turn) < 1e-12 || fabs(e->turn - 1.5707963267948966) < 1e-12);
            CHECK(e->fade <= 0);
            for (int k = 0; k < 2; k++) {
                /* inwards is towards the third corner of the face */
                const phk_shell_face *f = &s.face[e->face[k]];
                int third = 0;
                while (f->corner[third] == e->corner[0] || f->corner[third] == e->corner[1])
                    third++;
                const ph_vec3 in = ph_sub(s.corner[f->corner[third]].at, s.corner[e->corner[0]].at);
                CHECK(ph_dot(in, e->inward[k]) > 0);
                CHECK_NEAR(ph_dot(f->normal, e->inward[k]), 0, 1e-15);
            }
        }
        for (int i = 0; i < s.corners; i++) {
            corners += s.corner[i].pointed > 0.1;
            /* the ball of the rounding touches all faces from inside */
            const ph_vec3 v = s.corner[i].inset;
            const double most = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
            CHECK_NEAR(most, 1 - s.rounding, 1e-12);
        }
        CHECK(convex == 12 * n && corners == 8);
        CHECK_NEAR(s.thickness, 2.0 * 8 / 24, 1e-14);
        ph_mesh_free(&m);
    }
}

/* What is wrong with a mesh, as a clause. */
static const char *flaw_of(const ph_mesh *m)
{
    phk_shell s;
    ph_vec3 middle;
    return phk_shell_create(m, 0, &arena, &s, &middle);
}

static void expect(const ph_mesh *m, const char *begin)
{
    const char *flaw = flaw_of(m);
    CHECK(flaw && strncmp(flaw, begin, strlen(begin)) == 0);
    if (!flaw || strncmp(flaw, begin, strlen(begin)) != 0)
        printf("wanted `%s`, got `%s`\n", begin, flaw ? flaw : "nothing");
    /* the same keeps it from touching */
    phk_touchable t;
    ph_vec3 middle;
    CHECK(phk_touchable_create(PH_SHAPE_MESH, &(ph_shape_sizes){0}, 0, m, &arena, &t, &middle));
}

static void test_flaws(void)
{
    ph_mesh m = {0};
    expect(NULL, "has no triangles");
    expect(&m, "has no triangles");
    m = lab_cube(2, as_it_is);
    CHECK(!flaw_of(&m));
    m.triangles--;
    expect(&m, "is not closed: 3 edges");
    m.triangles++;
    /* a triangle more, the same again */
    ph_mesh_add_triangle(&m, m.corner[0], m.corner[1], m.corner[2]);
    expect(&m, "has 3 edges of more than two");
    m.triangles--;
    const int swap = m.corner[0];
    m.corner[0] = m.corner[1];
    m.corner[1] = swap;
    expect(&m, "has 3 edges whose triangles look to different sides");
    for (int i = 1; i < m.triangles; i++) {
        const int c = m.corner[3 * i];
        m.corner[3 * i] = m.corner[3 * i + 1];
        m.corner[3 * i + 1] = c;
    }
    expect(&m, "is inside out");
    m.vertex[3].y = NAN;
    expect(&m, "has a corner that is not finite");
    m.vertex[3].y = 0;
    m.corner[5] = m.vertices;
    expect(&m, "has a triangle without a corner");
    m.corner[5] = -1;
    expect(&m, "has a triangle without a corner");
    ph_mesh_free(&m);

    /* two triangles, back to back */
    for (int i = 0; i < 3; i++) ph_mesh_add_vertex(&m, phk_touch_unit(i));
    ph_mesh_add_triangle(&m, 0, 1, 2);
    ph_mesh_add_triangle(&m, 0, 2, 1);
    expect(&m, "has no volume");
    m.corner[1] = 0;
    m.corner[4] = 0;
    expect(&m, "has no triangles");
    ph_mesh_free(&m);

    /* one of no area: a side of a tetrahedron is cut at the middle of an edge, on one side only */
    const ph_vec3 v[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.5, 0, 0}};
    const int t[6][3] = {{0, 2, 4}, {4, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}, {0, 4, 1}};
    for (int i = 0; i < 5; i++) ph_mesh_add_vertex(&m, v[i]);
    for (int i = 0; i < 6; i++) ph_mesh_add_triangle(&m, t[i][0], t[i][1], t[i][2]);
    expect(&m, "has 1 triangle without an area");
    ph_mesh_free(&m);
}

/* A copy has each position once, scaled, and the same volume but for that. */
static void test_copy(void)
{
    ph_mesh m = lab_cube(3, as_it_is);
    const ph_mesh *copy = phk_mesh_keep(&m, 0.5, &arena);
    CHECK(copy && copy->vertices == 56 && copy->triangles == m.triangles);
    CHECK_RATIO(ph_mesh_mass(copy).volume, 1.0, 1e-14);
    CHECK(!flaw_of(copy));
    m.corner[0] = 1000;
    CHECK(flaw_of(phk_mesh_keep(&m, 1, &arena)));
    ph_mesh_free(&m);
}

/* Every face is in one leaf, and within all boxes above it. */
static int check_tree(const phk_shell *s, int index, ph_vec3 low, ph_vec3 high)
{
    const phk_shell_node *node = &s->node[index];
    const ph_vec3 a = ph_sub(node->low, low), b = ph_sub(high, node->high);
    CHECK(a.x >= 0 && a.y >= 0 && a.z >= 0 && b.x >= 0 && b.y >= 0 && b.z >= 0);
    for (int i = 0; i < 3 * node->faces; i++) {
        const phk_shell_face *f = &s->face[s->order[node->first + i / 3]];
        CHECK(phk_from_box(s->corner[f->corner[i % 3]].at, node->low, node->high) <= 0);
        CHECK(node->cosine <= -1 || ph_dot(f->normal, node->axis) >= node->cosine);
    }
    if (node->faces) return node->faces;
    return check_tree(s, index + 1, node->low, node->high) +
           check_tree(s, node->other, node->low, node->high);
}

static void test_tree(void)
{
    ph_mesh m = lab_cube(40, lab_as_ball);
    phk_shell s;
    ph_vec3 middle;
    CHECK(!phk_shell_create(&m, 0, &arena, &s, &middle));
    CHECK(check_tree(&s, 0, s.low, s.high) == s.faces && s.faces == 19200);
    ph_mesh_free(&m);
}

/* A fan of very many triangles about two corners: nothing goes with the square of their number. */
static void test_fan(void)
{
    enum { AROUND = 20000 };
    ph_mesh m = {0};
    ph_mesh_add_vertex(&m, ph_v3(0, 0, 1));
    ph_mesh_add_vertex(&m, ph_v3(0, 0, -1));
    for (int i = 0; i < AROUND; i++) {
        const double a = 6.283185307179586 * i / AROUND;
        ph_mesh_add_vertex(&m, ph_v3(cos(a), sin(a), 0));
    }
    for (int i = 0; i < AROUND; i++) {
        ph_mesh_add_triangle(&m, 0, 2 + i, 2 + (i + 1) % AROUND);
        ph_mesh_add_triangle(&m, 1, 2 + (i + 1) % AROUND, 2 + i);
    }
    const phk_touchable t = lab_mesh(&m, 0, &arena);
    const phk_touch_frame f[2] = {{{0.01, 0, 1.1}, ph_quat_identity()},
                                  {{0, 0, 0}, ph_quat_identity()}};
    const lab_pair pair = {
        {lab_touchable(PH_SHAPE_SPHERE, (ph_shape_sizes){.radius = 0.2}, 0, NULL, &arena), t}, 0.1};
    phk_touch_point p[PHK_TOUCH_MOST];
    CHECK(lab_between(f, &pair, p) == 1);
    CHECK_NEAR(p[0].gap, sqrt(0.01 + 1e-4) - 0.2, 1e-12);
}

int main(void)
{
    test_tables();
    test_flaws();
    test_copy();
    test_tree();
    test_fan();
    phk_arena_free(&arena);
    return TEST_RESULT();
}
