/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Shapes of a scene as triangles: each encloses the volume it should, seen from outside; lines and
 * bodies that are not there; texts that are no scene.
 */
#include "convert/geometry.h"
#include "common/drawing.h"
#include "common/json.h"
#include "harness.h"

static const double pi = 3.14159265358979323846;
#define SCENE(shapes)                                                                              \
    "{\"bodies\":[{\"name\":\"a\"},{\"name\":\"gone\"},{\"name\":\"b\\u0020c\"}],\"shapes\":"      \
    "[" shapes "]}"
#define POSE "\"body\":0,\"pose\":[1,2,3,0.5,0.5,0.5,0.5]"

static int find(void *user, const char *name)
{
    (void)user;
    return strcmp(name, "a") == 0 ? 7 : strcmp(name, "b c") == 0 ? 5 : -1;
}

/* By the divergence theorem: negative when triangles are seen from inside. */
static double volume(const geometry *g)
{
    double sum = 0;
    for (size_t i = 0; i < g->triangles; i++) {
        const int *t = g->triangle + 3 * i;
        sum += ph_dot(g->corner[t[0]].at, ph_cross(g->corner[t[1]].at, g->corner[t[2]].at)) / 6;
    }
    return sum;
}

static void test_volumes(void)
{
    const struct {
        const char *scene;
        double volume;
    } cases[] = {
        {SCENE("{\"type\":\"box\"," POSE ",\"size\":[2,3,4]}"), 24},
        {SCENE("{\"type\":\"cylinder\"," POSE ",\"radius\":2,\"length\":3}"), pi * 12},
        {SCENE("{\"type\":\"cylinder\"," POSE ",\"radius\":2,\"length\":-3}"), pi * 12},
        {SCENE("{\"type\":\"cone\"," POSE ",\"radius\":2,\"length\":3}"), pi * 4},
        {SCENE("{\"type\":\"frustum\"," POSE ",\"radius\":2,\"radius2\":1,\"length\":-3}"), pi * 7},
        {SCENE("{\"type\":\"sphere\"," POSE ",\"radius\":2}"), pi * 32 / 3},
        {SCENE("{\"type\":\"ellipsoid\"," POSE ",\"size\":[2,4,6]}"), pi * 8},
        {SCENE("{\"type\":\"capsule\"," POSE ",\"radius\":1,\"length\":3}"), pi * (3 + 4.0 / 3)},
        {SCENE("{\"type\":\"tube\"," POSE ",\"radius\":2,\"radius2\":1,\"length\":3}"), pi * 9},
        {SCENE("{\"type\":\"torus\"," POSE ",\"radius\":2,\"radius2\":0.5}"), pi * pi},
        {SCENE("{\"type\":\"mesh\"," POSE ",\"vertices\":[0,0,0,1,0,0,0,1,0,0,0,1],"
               "\"triangles\":[0,2,1,0,1,3,1,2,3,0,3,2,0,1,99]}"),
         1.0 / 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        geometry g = {0};
        CHECK(geometry_add_scene(&g, cases[i].scene, find, NULL));
        CHECK(g.triangles > 0 && g.corner[0].body == 7);
        /* round things are polyhedra inside of them */
        CHECK_RATIO(volume(&g), cases[i].volume, 0.04);
        geometry_free(&g);
    }
}

static void test_places(void)
{
    geometry g = {0};
    CHECK(geometry_add_scene(
        &g,
        SCENE(
            "{\"type\":\"link\",\"through\":[{\"body\":2,\"pose\":[1,2,3,1,0,0,0]},{\"body\":-1}]},"
            "{\"type\":\"link\",\"through\":[{\"body\":1},{\"body\":0}]},"
            "{\"type\":\"sphere\",\"radius\":1,\"body\":1},{\"type\":\"box\",\"body\":99},"
            "{\"type\":\"circle\",\"radius\":2}"),
        find, NULL));
    CHECK(g.left_out == 3 && g.triangles == 0 && g.lines == 1 + 24);
    CHECK(g.corner[0].body == 5 && g.corner[1].body == -1);
    CHECK_NEAR(g.corner[0].at.y, 2.0, 0);
    geometry_free(&g);
}

/* A body without a shape: lines to its joints, or the solid of its inertia about its centre. */
static void test_bare_bodies(void)
{
    geometry g = {0};
    CHECK(geometry_add_scene(
        &g,
        "{\"bodies\":[{\"name\":\"a\",\"mass\":12,"
        "\"inertia\":[5,13,10,0,0,0]},{\"name\":\"b c\"}],"
        "\"joints\":[{\"at\":[{\"body\":-1},{\"body\":1,\"pose\":[4,5,6,1,0,0,0]}]}]}",
        find, NULL));
    CHECK(g.triangles == 12 && g.lines == 1);
    CHECK_NEAR(volume(&g), 6.0, 1e-12);
    ph_vec3 sum = {0, 0, 0};
    for (int i = 0; i < 8; i++) sum = ph_add(sum, g.corner[i].at);
    CHECK_NEAR(ph_norm(sum), 0.0, 1e-12);
    CHECK(g.corner[8].body == 5 && g.corner[9].body == 5);
    CHECK_NEAR(g.corner[8].at.x, 0.0, 0);
    CHECK_NEAR(g.corner[9].at.z, 6.0, 0);
    geometry_free(&g);
}

/* Shapes that differ in how they are stretched have one mesh, and so have solids of bodies; those
 * of files have their own. */
static void test_sharing(void)
{
    drawing d;
    CHECK(
        drawing_read(&d,
                     "{\"bodies\":[{\"mass\":1,\"inertia\":[1,1,1,0,0,0]},"
                     "{\"mass\":1,\"inertia\":[2,2,2,0,0,0]},{}],\"shapes\":["
                     "{\"type\":\"sphere\",\"radius\":1},{\"type\":\"sphere\",\"radius\":3},"
                     "{\"type\":\"cylinder\",\"radius\":1,\"length\":2},"
                     "{\"type\":\"cylinder\",\"radius\":3,\"length\":1},"
                     "{\"type\":\"cylinder\",\"radius\":3,\"length\":-1},"
                     "{\"type\":\"torus\",\"radius\":4,\"radius2\":1},"
                     "{\"type\":\"torus\",\"radius\":8,\"radius2\":2},"
                     "{\"type\":\"torus\",\"radius\":8,\"radius2\":1},"
                     "{\"type\":\"mesh\"},{\"type\":\"mesh\"},{\"type\":\"link\"},{\"type\":\"?\"},"
                     "{\"type\":\"sphere\",\"hidden\":true,\"radius\":1}]}",
                     12));
    const int want[] = {0, 0, 1, 1, 2, 3, 3, 4, 5, 6, -1, -1, -1};
    CHECK(d.shapes == 13 && d.bodies == 3 && d.meshes == 7);
    for (int i = 0; i < 13; i++) CHECK(d.shape[i].mesh == want[i]);
    CHECK_NEAR(d.shape[3].stretch.x, 3.0, 0);
    CHECK_NEAR(d.shape[2].stretch.z, 2.0, 0);
    CHECK(d.solid[0].shape.mesh == 0 && d.solid[1].shape.mesh == 0 && d.solid[2].shape.mesh == -1);
    drawing_free(&d);
    CHECK(drawing_read(&d, NULL, 12) && d.shapes == 0 && d.bodies == 0);
    drawing_free(&d);
}

static void test_no_scene(void)
{
    const char *const bad[] = {"",      "{",   "[1,",  "{\"a\"}", "{\"a\":}", "nul",
                               "[1 2]", "\"a", "{} x", "-",       "[\"\\"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        geometry g = {0};
        CHECK(!geometry_add_scene(&g, bad[i], find, NULL) && !g.failed && g.corners == 0);
        geometry_free(&g);
    }
    const char *const odd[] = {"[]", "1", "{\"shapes\":7}", "{\"shapes\":[1,null,{}]}",
                               "{\"shapes\":[{\"type\":3,\"body\":\"x\"}],\"bodies\":{}}"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        geometry g = {0};
        CHECK(geometry_add_scene(&g, odd[i], find, NULL) && g.triangles == 0);
        geometry_free(&g);
    }
    char deep[200];
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    json j;
    CHECK(!json_read(&j, deep));
    json_free(&j);
}

int main(void)
{
    test_volumes();
    test_places();
    test_bare_bodies();
    test_sharing();
    test_no_scene();
    return TEST_RESULT();
}
