/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Materials: those that are always there, those of a model in their place, pairs in either order,
 * and what is wrong with them.
 */
#include "mech/model/materials.h"
#include "text_model.h"

static bool find(const ph_model *model, const char *name, ph_material_def *def)
{
    return phk_material_find(model, name, strlen(name), def);
}

static void always_there(void)
{
    ph_model *model = ph_model_create();
    ph_material_def def;
    int count = 0;
    for (const phk_material *m; (m = phk_material_get(count)); count++) {
        CHECK(find(model, m->name, &def));
        CHECK(PHK_GIVEN(phk_material_fields, &def, density) && def.density == m->def.density);
        CHECK(PHK_GIVEN(phk_material_fields, &def, poisson) && def.poisson < 0.5);
        CHECK(def.sliding_friction <= def.friction && def.restitution <= 1);
        CHECK(!PHK_GIVEN(phk_material_fields, &def, rolling));
    }
    CHECK(count == 9 && !phk_material_get(-1));
    CHECK(find(model, "steel", &def) && def.density == 7850);
    CHECK(!find(model, "stee", &def) && !find(model, "steels", &def));
    CHECK(phk_material_find(model, "ice cream", 3, &def) && def.density == 917);
    /* what the model says replaces all of it */
    CHECK(ph_model_add(model, "material", "steel", &(ph_material_def){.density = 7800}) == PH_OK);
    CHECK(find(model, "steel", &def) && def.density == 7800);
    CHECK(!PHK_GIVEN(phk_material_fields, &def, young));
    ph_model_free(model);
}

static ph_status add_pair(ph_model *model, const char *name, const char *a, const char *b,
                          double friction)
{
    const ph_text text[2] = {{.text = a}, {.text = b}};
    const ph_material_pair_def def = {.between = {2, text}, .friction = friction};
    return ph_model_add(model, "material_pair", name, &def);
}

static void pairs(void)
{
    ph_model *model = ph_model_create();
    char long_name[300];
    memset(long_name, 'a', sizeof long_name);
    long_name[sizeof long_name - 1] = '\0';
    CHECK(ph_model_add(model, "material", long_name, &(ph_material_def){0}) == PH_OK);
    CHECK(add_pair(model, "p", "steel", "ice", 0.02) == PH_OK);
    CHECK(add_pair(model, "q", "ice", "ice", 0.05) == PH_OK);
    CHECK(add_pair(model, "r", "ice", long_name, 0.5) == PH_OK);
    const ph_material_pair_def *found = phk_material_pair_find(model, "ice", "steel");
    CHECK(found && found->friction == 0.02);
    CHECK(found == phk_material_pair_find(model, "steel", "ice"));
    CHECK(PHK_GIVEN(phk_material_pair_fields, found, friction));
    CHECK(!PHK_GIVEN(phk_material_pair_fields, found, restitution));
    found = phk_material_pair_find(model, "ice", "ice");
    CHECK(found && found->friction == 0.05);
    found = phk_material_pair_find(model, long_name, "ice");
    CHECK(found && found->friction == 0.5);
    CHECK(!phk_material_pair_find(model, "steel", "steel"));
    CHECK(!phk_material_pair_find(model, "ste", "elice"));
    ph_model_free(model);
}

/* Of a program; those of files are in test/data/bad/materials.yaml. */
static void wrong(void)
{
    ph_model *model = ph_model_create();
    ph_body_def body = ph_default_body();
    body.mass = 1;
    body.inertia = (ph_sym3){1, 1, 1, 0, 0, 0};
    ph_model_add_body(model, "ball", &body);
    CHECK(ph_model_check(model, NULL) == PH_OK);
    ph_model_add(model, "material", "a", &(ph_material_def){.density = -1, .poisson = 0.5});
    ph_model_add(model, "material", "b", &(ph_material_def){.young = NAN, .friction = 1});
    add_pair(model, "p", "a", "b", -1);
    add_pair(model, "q", "b", "a", 1);
    ph_model_add(model, "material_pair", "r", &(ph_material_pair_def){.rolling = 1});
    ph_diag *diag = ph_diag_create();
    CHECK(ph_model_check(model, diag) == PH_E_MODEL);
    static const char *const said[] = {
        "material `a`: density must be above 0 kg/m^3, got -1 kg/m^3",
        "material `b`: young is not finite",
        "material_pair `p`: friction must be at least 0, got -1",
        "material_pair `q` is of `b` and `a`, as `p` is",
        "material_pair `r` needs two materials, got 0"};
    CHECK(ph_diag_count(diag) == 5);
    for (int i = 0; i < 5 && i < ph_diag_count(diag); i++)
        CHECK_TEXT(ph_diag_get(diag, i)->message, said[i]);
    ph_diag_free(diag);
    ph_model_free(model);
}

static void from_file(void)
{
    ph_model *model = text_model("materials:\n"
                                 "  grip: {density: 1.2 g/cm^3, young: 3 MPa, friction: 0,\n"
                                 "         rolling: 2 mm}\n"
                                 "material_pairs: {wet: {between: [grip, ice], friction: 0.01}}\n"
                                 "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n");
    ph_material_def def;
    CHECK(find(model, "grip", &def));
    CHECK_RATIO(def.density, 1200.0, 1e-15);
    CHECK(def.young == 3e6 && def.rolling == 2e-3 && def.friction == 0);
    CHECK(PHK_GIVEN(phk_material_fields, &def, friction));
    CHECK(!PHK_GIVEN(phk_material_fields, &def, sliding_friction));
    CHECK(phk_material_pair_find(model, "ice", "grip") != NULL);
    CHECK(ph_model_count(model, "material_pair") == 1);
    ph_model_free(model);
}

int main(void)
{
    always_there();
    pairs();
    wrong();
    from_file();
    return TEST_RESULT();
}
