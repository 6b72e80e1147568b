/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Mass and inertia from shapes, against formulas; scaled to a given mass; written and read again;
 * from C in any order. What is wrong with them is in test/data/bad/masses.yaml.
 */
#include "mech/model/model.h"
#include "text_model.h"

#define PI 3.14159265358979323846

/* The mass of the one body, or of body i. */
static ph_body_mass mass_of(const ph_model *model, int i)
{
    ph_body_mass all[8];
    CHECK(ph_model_bodies(model) <= 8 && ph_model_masses(model, all) == PH_OK);
    return all[i];
}

static void is(ph_body_mass got, double mass, ph_sym3 j, int shapes)
{
    double room = 1e-13 * (j.xx + j.yy + j.zz);
    CHECK_RATIO(got.mass, mass, 1e-13);
    CHECK_NEAR(got.inertia.xx, j.xx, room);
    CHECK_NEAR(got.inertia.yy, j.yy, room);
    CHECK_NEAR(got.inertia.zz, j.zz, room);
    CHECK_NEAR(got.inertia.xy, j.xy, room);
    CHECK_NEAR(got.inertia.xz, j.xz, room);
    CHECK_NEAR(got.inertia.yz, j.yz, room);
    CHECK(got.shapes == shapes);
}

static void file_is(const char *text, double mass, ph_sym3 j, int shapes)
{
    ph_model *model = text_model("%s", text);
    is(mass_of(model, 0), mass, j, shapes);
    ph_model_free(model);
}

static void formulas(void)
{
    file_is("bodies: {a: {shape: {box: {size: [1, 2, 3], density: 2 g/cm^3}}}}\n", 12000,
            (ph_sym3){13000, 10000, 5000, 0, 0, 0}, 1);
    double m = 4 * PI / 3 * 7850 * 1e-3, j = 0.4 * m * 1e-2;
    file_is("bodies: {a: {shape: {sphere: {radius: 0.1, material: steel}}}}\n", m,
            (ph_sym3){j, j, j, 0, 0, 0}, 1);
    /* its own density goes before that of the material */
    m *= 2 / 7850.0, j *= 2 / 7850.0;
    file_is("bodies: {a: {shape: {sphere: {radius: 0.1, material: steel, density: 2}}}}\n", m,
            (ph_sym3){j, j, j, 0, 0, 0}, 1);
    /* a dumbbell along x: parallel axes */
    file_is("bodies: {a: {}}\n"
            "shapes:\n"
            "  l: {type: sphere, on: a, at: [-1, 0, 0], radius: 0.1, density: 2}\n"
            "  r: {type: sphere, on: a, at: [1, 0, 0], radius: 0.1, density: 2}\n",
            2 * m, (ph_sym3){2 * j, 2 * (j + m), 2 * (j + m), 0, 0, 0}, 2);
    /* about a pivot a metre above it, turned */
    file_is("bodies: {a: {pivot: [0, 0, 1], position: [0, 0, 0],\n"
            "  orientation: {axis: [1, 0, 0], angle: 90 deg},\n"
            "  shape: {sphere: {radius: 0.1, density: 2}}}}\n",
            m, (ph_sym3){j + m, j, j + m, 0, 0, 0}, 1);
    /* a cone about its centre of mass, not about the middle of its box */
    m = 1000 * PI / 3 * 0.04 * 0.6;
    file_is("bodies: {a: {shape: {cone: {radius: 0.2, length: 0.6, axis: y, density: 1000}}}}\n", m,
            (ph_sym3){0.15 * m * 0.04 + 0.0375 * m * 0.36, 0.3 * m * 0.04,
                      0.15 * m * 0.04 + 0.0375 * m * 0.36, 0, 0, 0},
            1);
    m = 1000 * PI * (0.04 - 0.01) * 0.6;
    double along = 0.5 * m * 0.05, across = m * (3 * 0.05 + 0.36) / 12;
    file_is("bodies: {a: {shape: {tube: {radius: 0.2, radius2: 0.1, length: 0.6, axis: x,\n"
            "  density: 1000}}}}\n",
            m, (ph_sym3){along, across, across, 0, 0, 0}, 1);
}

/* A cylinder whose axis lies between x and y, by a marker; and what does not count. */
static void turned(void)
{
    double m = 1000 * PI * 0.04 * 0.6;
    double along = 0.5 * m * 0.04, across = m * (3 * 0.04 + 0.36) / 12;
    file_is("bodies: {a: {}, b: {mass: 1, inertia: [1, 1, 1]}}\n"
            "markers:\n"
            "  t: {on: a, orientation: {matrix: [[0, 0.70710678118654757, 0.70710678118654757],\n"
            "    [0, -0.70710678118654757, 0.70710678118654757], [1, 0, 0]]}}\n"
            "shapes:\n"
            "  c: {type: cylinder, on: t, at: [0, 0, -0.3], radius: 0.2, length: 0.6,\n"
            "    density: 1000}\n"
            "  seen: {type: box, on: a, size: [1, 1, 1]}\n"
            "  mark: {type: box, on: a, size: [1, 1, 1], material: steel, density: 0}\n"
            "  plate: {type: plane, on: a, material: steel}\n"
            "  other: {type: box, on: b, size: [1, 1, 1], material: steel}\n"
            "  earth: {type: box, size: [1, 1, 1], material: steel}\n",
            m,
            (ph_sym3){0.5 * (along + across), 0.5 * (along + across), across,
                      0.5 * (along - across), 0, 0},
            1);
}

static void meshes(void)
{
    char folder[400], text[900];
    static const char *const file[] = {"cube", "inward"};
    if (!getcwd(folder, sizeof folder)) exit(1);
    for (int k = 0; k < 2; k++) {
        snprintf(text, sizeof text,
                 "bodies: {a: {shape: {mesh: {file: %s/test/data/meshes/%s.obj, scale: 0.1,\n"
                 "  density: 1000}}}}\n",
                 folder, file[k]);
        double j = 8 * 0.04 / 6;
        file_is(text, 8, (ph_sym3){j, j, j, 0, 0, 0}, 1);
    }
}

/* With a mass, shapes say where it is; of which none has a density they are all alike. */
static void scaled(void)
{
    const ph_sym3 box = {13.0 / 6, 10.0 / 6, 5.0 / 6, 0, 0, 0};
    file_is("bodies: {a: {mass: 2, shape: {box: {size: [1, 2, 3]}}}}\n", 2, box, 1);
    file_is("materials: {grip: {friction: 1}}\n"
            "bodies: {a: {mass: 2, shape: {box: {size: [1, 2, 3], material: grip}}}}\n",
            2, box, 1);
    file_is("bodies: {a: {mass: 2, shape: {box: {size: [1, 2, 3], density: 77}}}}\n"
            "shapes: {seen: {type: sphere, on: a, radius: 5}}\n",
            2, box, 1);
    file_is("bodies: {a: {inertia: [1, 1, 1], shape: {box: {size: [1, 2, 3], density: 2}}}}\n", 12,
            (ph_sym3){1, 1, 1, 0, 0, 0}, 1);
    file_is("parameters: {N: 3}\n"
            "repeat: [{for: k, to: N, bodies: {\"a{k}\": {position: [k, 0, 0], mass: 2,\n"
            "  shape: {box: {size: [1, 2, 3]}}}}}]\n",
            2, box, 1);
}

/* What is written is what was given. */
static void round_trip(void)
{
    const char *path = "/tmp/polhode_masses.yaml";
    ph_model *model = text_model("materials: {oak: {density: 0.8 g/cm^3}}\n"
                                 "material_pairs: {dry: {between: [oak, oak], friction: 0.5}}\n"
                                 "bodies:\n"
                                 "  a: {shape: {cone: {radius: 1, length: 3, material: oak}}}\n"
                                 "  b: {mass: 2, shape: {box: {size: [1, 2, 3], density: 5}}}\n");
    CHECK(ph_model_save(model, path, NULL) == PH_OK);
    ph_model *again = must_load(path);
    const ph_field *fields = ph_kind_fields("body");
    CHECK(!ph_field_given(fields, ph_model_body(again, 0), "mass"));
    CHECK(ph_field_given(fields, ph_model_body(again, 1), "mass"));
    CHECK(!ph_field_given(fields, ph_model_body(again, 1), "inertia"));
    CHECK_TEXT(ph_model_shape(again, 0)->material.text, "oak");
    for (int i = 0; i < 2; i++) {
        ph_body_mass want = mass_of(model, i), got = mass_of(again, i);
        CHECK(memcmp(&got, &want, sizeof got) == 0);
    }
    ph_model_free(model);
    ph_model_free(again);
    remove(path);
}

/* The shape before its marker, this before its body, the material last; and it falls as it should.
 */
static void from_c(void)
{
    ph_model *model = ph_model_create();
    const ph_mass_of cube = {8, {0, 0, 0}, {16.0 / 3, 16.0 / 3, 16.0 / 3, 0, 0, 0}};
    ph_shape_def mesh = {.kind = PH_SHAPE_MESH, .on = {.text = "m"}, .file = {.text = "none.stl"}};
    mesh.material.text = "cork";
    mesh.solid = &cube;
    CHECK(ph_model_add_shape(model, "s", &mesh) == PH_OK);
    ph_marker_def marker = ph_default_marker();
    marker.on.text = "a";
    CHECK(ph_model_add_marker(model, "m", &marker) == PH_OK);
    ph_body_def body = ph_default_body();
    CHECK(ph_model_add_body(model, "a", &body) == PH_OK);
    CHECK(ph_model_check(model, NULL) == PH_E_MODEL);
    CHECK(ph_model_add(model, "material", "cork", &(ph_material_def){.density = 250}) == PH_OK);
    CHECK(ph_model_set_gravity(model, ph_v3(0, 0, -10)) == PH_OK);
    is(mass_of(model, 0), 2000, (ph_sym3){4000 / 3.0, 4000 / 3.0, 4000 / 3.0, 0, 0, 0}, 1);
    static const char *const integrator[] = {"nmb", "galpha"};
    for (int k = 0; k < 2; k++) {
        ph_options o = options_of(integrator[k], 0.01, 1);
        ph_sim *sim = must_create(model, &o);
        ph_energy energy;
        CHECK(ph_sim_advance(sim, 1, NULL) == PH_OK && ph_sim_energy(sim, &energy) == PH_OK);
        CHECK_RATIO(energy.kinetic, 0.5 * 2000 * 100, 1e-9);
        ph_sim_free(sim);
    }
    ph_model_free(model);
}

int main(void)
{
    formulas();
    turned();
    meshes();
    scaled();
    round_trip();
    from_c();
    return TEST_RESULT();
}
