/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The scene of a model as text, the shapes of bodies, and meshes good and bad.
 */
#include <polhode/polhode.h>
#include <stdint.h>
#include <unistd.h>
#include "base/diag.h"
#include "harness.h"
#include "io/model/mesh.h"
#include "io/result/scene.h"

static char folder[] = "/tmp/polhode_test_XXXXXX";
static char path[3][100]; /* model, STL, OBJ */

static void write_bytes(const char *name, const void *data, size_t size)
{
    FILE *file = fopen(name, "wb");
    CHECK(file && fwrite(data, 1, size, file) == size);
    if (file) fclose(file);
}

static void write_text(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

static const char model_text[] =
    "polhode: 1\n"
    "title: a </script> \"top\"\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  top: {mass: 2, inertia: [1, 2, 2.5], position: [0, 1, 0],\n"
    "        shape: {cone: {radius: 0.25, length: 1, axis: y}}}\n"
    "  bob: {mass: 1, inertia: [3, 3, 1], pivot: [0, 0, 0], position: [0, 0, 1]}\n"
    "markers:\n"
    "  tip: {on: top, at: [0, -1, 0], orientation: {rotation: [0, 0, 90 deg]}}\n"
    "joints:\n"
    "  ball: {type: spherical, between: [ground, top], at: [0, 0, 0]}\n"
    "forces:\n"
    "  pull: {type: spring_damper, on: tip, reaction: bob, stiffness: 1, length: 1}\n"
    "shapes:\n"
    "  pipe: {type: tube, on: tip, radius: 0.2, radius2: 0.1, length: 0.5, at: [1, 0, 0]}\n"
    "  rod: {type: link, radius: 0.01, through: [tip, bob]}\n"
    "  rock: {type: mesh, on: bob, file: rock.obj, scale: 0.5}\n"
    "  floor: {type: plane}\n"
    "  drop: {type: sphere, on: tip, radius: 0.1}\n"
    "  stone: {type: sphere, on: bob, radius: 0.1, hidden: yes}\n"
    "groups:\n"
    "  round: {of: [stone, drop]}\n"
    "contacts:\n"
    "  land: {between: [round, floor], stiffness: 1, damping: 1}\n"
    "  meet: {between: [round]}\n";

static void test_scene(void)
{
    write_text(path[0], model_text);
    write_text(path[2],
               "# a quad\nv 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nvn 0 0 1\nf 1//1 2//1 3//1 -1\n");
    ph_diag *diag = ph_diag_create();
    ph_model *model = NULL;
    CHECK(ph_model_load(path[0], NULL, 0, diag, &model) == PH_OK);
    for (int i = 0; i < ph_diag_count(diag); i++) puts(ph_diag_get(diag, i)->message);
    char *text = NULL;
    CHECK(model && phk_scene_text(model, diag, &text) == PH_OK && text);
    static const char *const parts[] = {
        "\"title\":\"a \\u003c/script> \\u0022top\\u0022\"", "\"gravity\":[0,0,-9.81]",
        "{\"name\":\"top\",\"mass\":2,\"inertia\":[1,2,2.5,0,0,0],\"pose\":[0,1,0,1,0,0,0]}",
        /* about the pivot 3, so 3 - 1*1^2 about the centre of mass */
        "{\"name\":\"bob\",\"mass\":1,\"inertia\":[2,2,1,0,0,0],\"pose\":[0,0,1,1,0,0,0],"
        "\"pivot\":[0,0,0]}",
        "{\"name\":\"tip\",\"body\":0,\"pose\":[0,-1,0,0.70710678118654",
        "{\"name\":\"ball\",\"type\":\"spherical\",\"at\":[{\"body\":-1,\"pose\":[0,0,0,1,0,0,0]},"
        "{\"body\":0,\"pose\":[0,-1,0,1,0,0,0]}]}",
        "{\"name\":\"pull\",\"type\":\"spring_damper\",\"at\":[{\"body\":0,\"pose\":[0,-1,0,",
        /* the cone lies about the centre of mass, z along y */
        "{\"name\":\"top_shape\",\"type\":\"cone\",\"body\":0,\"pose\":[0,-0.5,0,0.5,-0.5,-0.5,-0."
        "5],"
        "\"radius\":0.25,\"length\":1}",
        /* an offset of 1 along x of the marker, which is y of the body */
        "\"type\":\"tube\",\"body\":0,\"pose\":[2.22044604925",
        "\"radius\":0.2,\"radius2\":0.1,\"length\":0.5}",
        "\"type\":\"link\",\"body\":-1,\"pose\":[0,0,0,1,0,0,0],\"radius\":0.01,\"through\":[{"
        "\"body\":0",
        "\"vertices\":[0,0,0,1,0,0,1,1,0,0,1,0],\"triangles\":[0,1,2,0,2,3]}",
        "\"type\":\"sphere\",\"body\":1,\"pose\":[0,0,0,1,0,0,0],\"hidden\":true,\"radius\":0.1}",
        /* shapes by number, in the order of the file; the one that is named once on both sides */
        "{\"name\":\"land\",\"type\":\"impact\",\"between\":[[5,6],[4]]}",
        "{\"name\":\"meet\",\"type\":\"hertz\",\"between\":[[5,6],[5,6]]}"};
    for (size_t i = 0; text && i < sizeof parts / sizeof *parts; i++) {
        CHECK(strstr(text, parts[i]));
        if (!strstr(text, parts[i])) printf("  no %s in\n%s", parts[i], text);
    }
    free(text);
    ph_model_free(model);
    ph_diag_free(diag);
}

/* A body's own shape lies about its centre of mass, along whatever axis. */
static void test_centred(void)
{
    static const char *const poses[] = {"z \"pose\":[-0.5,-1,-1.5,1,0,0,0]",
                                        "x \"pose\":[-1.5,-0.5,-1,0.5,0.5,0.5,0.5]",
                                        "y \"pose\":[-1,-1.5,-0.5,0.5,-0.5,-0.5,-0.5]"};
    for (int i = 0; i < 3; i++) {
        char file[300], *text = NULL;
        snprintf(
            file, sizeof file,
            "polhode: 1\nbodies:\n  top: {mass: 1, inertia: [1, 1, 1], shape: {box: {size: [1, "
            "2, 3], axis: %c}}}\n",
            poses[i][0]);
        write_text(path[0], file);
        ph_model *model = NULL;
        CHECK(ph_model_load(path[0], NULL, 0, NULL, &model) == PH_OK);
        CHECK(model && phk_scene_text(model, NULL, &text) == PH_OK);
        CHECK(text && strstr(text, poses[i] + 2));
        free(text);
        ph_model_free(model);
    }
}

/* What is wrong with the shape of a body is told with its place. */
static void check_refused(const char *shape, const char *message)
{
    char text[500];
    snprintf(text, sizeof text,
             "polhode: 1\nbodies:\n  top: {mass: 1, inertia: [1, 1, 1], shape: %s}\n", shape);
    write_text(path[0], text);
    ph_diag *diag = ph_diag_create();
    ph_model *model = NULL;
    CHECK(ph_model_load(path[0], NULL, 0, diag, &model) != PH_OK && !model);
    CHECK(ph_diag_count(diag) == 1 && strstr(ph_diag_get(diag, 0)->message, message) &&
          ph_diag_get(diag, 0)->where.line == 3);
    for (int i = 0; i < ph_diag_count(diag); i++)
        if (!strstr(ph_diag_get(diag, i)->message, message)) puts(ph_diag_get(diag, i)->message);
    ph_diag_free(diag);
}

static void test_bad_shapes(void)
{
    check_refused("cone", "is not one type");
    check_refused("{cone: {radius: 1, length: 1}, box: {size: [1, 1, 1]}}", "is not one type");
    check_refused("{con: {radius: 1, length: 1}}", "no such choice `con`");
    check_refused("{cone: {radius: 1, lenth: 1}}", "lenth");
    check_refused("{cone: {radius: 1}}", "needs a `length`");
    check_refused("{tube: {radius: 1, radius2: 2, length: 1}}", "must be below");
    check_refused("{sphere: {size: [1, 1, 1], radius: 1}}", "has no `size`");
    check_refused("{mesh: {file: nothing.stl}}", "nothing.stl");
    check_refused("{mesh: {file: model.yaml}}", "neither in .stl nor in .obj");
}

static void check_mesh(const char *name, const void *data, size_t size, int triangles)
{
    ph_mesh mesh;
    ph_diag *diag = ph_diag_create();
    write_bytes(name, data, size);
    ph_status status = phk_mesh_read(name, phk_nowhere, diag, &mesh);
    CHECK((status == PH_OK) == (triangles > 0));
    CHECK(triangles == 0 || mesh.triangles == triangles);
    CHECK((ph_diag_errors(diag) == 0) == (triangles > 0));
    ph_mesh_free(&mesh);
    ph_diag_free(diag);
}

static void check_text(const char *name, const char *text, int triangles)
{
    check_mesh(name, text, strlen(text), triangles);
}

static void test_meshes(void)
{
    static const char text[] = "solid a\nfacet normal 0 0 1\n outer loop\n  vertex 0 0 0\n"
                               "  VERTEX 1 0 0\n  vertex 0 1e0 0\n endloop\nendfacet\nendsolid\n";
    const char *stl = path[1], *obj = path[2];
    check_mesh(stl, text, strlen(text), 1);
    check_mesh(stl, text, 75, 0); /* cut short */
    check_text(stl, "", 0);
    check_text(stl, "solid\nvertex 0 0 nan\n", 0);
    unsigned char binary[84 + 50] = "binary";
    float corner[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    binary[80] = 1;
    memcpy(binary + 84 + 12, corner, sizeof corner);
    check_mesh(stl, binary, sizeof binary, 1);
    check_mesh(stl, binary, sizeof binary - 1, 0);
    corner[4] = INFINITY;
    memcpy(binary + 84 + 12, corner, sizeof corner);
    check_mesh(stl, binary, sizeof binary, 0);
    check_text(obj, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", 0);
    check_text(obj, "v 0 0 0\nv 1 0 0\nf 1 2\n", 0);
    check_text(obj, "v 0 0\n", 0);
    check_text(obj, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1 2/2/2 3\r\n", 1);
}

/* A model keeps the triangles of a mesh, from a file or from a program: in metres, with corners of
 * equal position as one. */
static void test_kept_meshes(void)
{
    static const char two[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
                              "f 1 2 3\nf 4 5 6\n";
    write_bytes(path[2], two, strlen(two));
    write_text(path[0], "polhode: 1\nbodies:\n  top: {mass: 1, inertia: [1, 1, 1], shape: {mesh: "
                        "{file: rock.obj, scale: 0.001}}}\n");
    ph_model *model = NULL;
    CHECK(ph_model_load(path[0], NULL, 0, NULL, &model) == PH_OK);
    const ph_mesh *kept = model ? ph_model_shape(model, 0)->mesh : NULL;
    CHECK(kept && kept->vertices == 4 && kept->triangles == 2 && kept->corner[4] == 3);
    if (kept) CHECK_NEAR(kept->vertex[3].y, 0.001, 1e-18);

    ph_model *own = ph_model_create();
    const ph_shape_def def = {.kind = PH_SHAPE_MESH, .mesh = kept};
    const ph_body_def body = {
        .mass = 1, .inertia = {1, 1, 1, 0, 0, 0}, .orientation = {1, 0, 0, 0}};
    CHECK(ph_model_add_body(own, "top", &body) == PH_OK);
    CHECK(ph_model_add_shape(own, "rock", &def) == PH_OK);
    ph_model_free(model);
    char *text = NULL;
    CHECK(ph_model_check(own, NULL) == PH_OK && ph_model_shape(own, 0)->mesh->triangles == 2);
    CHECK(phk_scene_text(own, NULL, &text) == PH_OK && text &&
          strstr(text, "\"triangles\":[0,1,2"));
    free(text);
    ph_model_free(own);
}

int main(void)
{
    if (!mkdtemp(folder)) TEST_SKIP("no temporary folder");
    static const char *const name[] = {"model.yaml", "rock.stl", "rock.obj"};
    for (int i = 0; i < 3; i++) snprintf(path[i], sizeof path[i], "%s/%s", folder, name[i]);
    test_scene();
    test_centred();
    test_bad_shapes();
    test_meshes();
    test_kept_meshes();
    for (int i = 0; i < 3; i++) unlink(path[i]);
    rmdir(folder);
    return TEST_RESULT();
}
