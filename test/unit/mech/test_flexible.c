/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Flexible bodies in a model: each is a body of its name where its drawing has it, its nodes are
 * places, and what is not there is told with what is.
 */
#include "build_model.h"
#include "flex/flex.h"
#include "joint_example.h"
#include "mech/model/place.h"

/* Two nodes, one mode, drawn with the centre of mass at (1, 2, 3). */
static phk_flex *two_nodes(void)
{
    static const double phi[3] = {0, 0, 0.5}, stiffness[1] = {4}, damping[1] = {NAN};
    static const phk_flex_node node[2] = {{.id = 7, .name = "start", .at = {-1, 0, 0}, .phi = phi},
                                          {.id = 9, .name = "end", .at = {1, 0, 0}, .phi = phi}};
    phk_flex *flex = phk_flex_create();
    flex->modes = 1;
    flex->mass = 2;
    flex->com = ph_v3(1, 2, 3);
    flex->J0 = (ph_sym3){1, 2, 2, 0, 0, 0};
    flex->stiffness = stiffness;
    flex->damping = damping;
    flex->nodes = 2;
    flex->node = node;
    return flex;
}

/* A rod turned a quarter about z, so that its x lies along y of the world. */
static ph_model *with_rod(void)
{
    ph_model *model = ph_model_create();
    ph_flexible_def def = ph_default_flexible();
    def.flex = two_nodes();
    def.position = ph_v3(10, 0, 0);
    def.orientation = ph_quat_make(sqrt(0.5), 0, 0, sqrt(0.5));
    def.omega = ph_v3(0, 0, 1);
    CHECK(ph_model_add_flexible(model, "rod", &def) == PH_OK);
    ph_flex_free(def.flex); /* the model keeps it */
    return model;
}

static void near3(ph_vec3 got, ph_vec3 want)
{
    CHECK_NEAR(ph_norm(ph_sub(got, want)), 0, 1e-14);
}

static void test_body(void)
{
    ph_model *model = with_rod();
    const ph_body_def *b = ph_model_body(model, 0);
    CHECK(ph_model_bodies(model) == 1);
    CHECK(b->mass == 2 && b->inertia.yy == 2);
    near3(b->position, ph_v3(8, 1, 3));
    CHECK(ph_field_given(phk_body_fields, b, "omega"));
    CHECK(!ph_field_given(phk_body_fields, b, "velocity"));
    CHECK(phk_model_flex(model, 0) != NULL && phk_model_flex(model, 0)->modes == 1);
    CHECK(phk_model_is_made(model, PHK_KIND_BODY, "rod"));
    CHECK(!phk_model_is_made(model, PHK_KIND_FLEXIBLE, "rod"));
    ph_flexible_def again = ph_default_flexible();
    CHECK(ph_model_add_flexible(model, "empty", &again) == PH_E_MISSING);
    again.flex = phk_flexible(model)[0].flex;
    CHECK(ph_model_add_flexible(model, "rod", &again) == PH_E_NAME);
    ph_body_def rigid = ph_default_body();
    CHECK(ph_model_add_body(model, "rod", &rigid) == PH_E_NAME);
    CHECK(ph_model_add_body(model, "other", &rigid) == PH_OK);
    CHECK(phk_model_flex(model, 1) == NULL);
    ph_model_free(model);
}

static phk_named_place find(const ph_model *model, const char *name)
{
    return phk_place_find(model, name, strlen(name));
}

static void test_places(void)
{
    ph_model *model = with_rod();
    ph_marker_def m = ph_default_marker();
    m.on.text = "rod.end";
    m.at = ph_v3(0, 0, 0.25);
    CHECK(ph_model_add_marker(model, "m", &m) == PH_OK);
    phk_named_place end = find(model, "rod.end"), seven = find(model, "rod.7"),
                    on = find(model, "m");
    CHECK(end.marker == -1 && end.body == 0 && end.node == 1);
    CHECK(seven.body == 0 && seven.node == 0);
    CHECK(on.marker == 0 && on.body == 0 && on.node == 1);
    CHECK(find(model, "rod").node == -1 && find(model, "rod").body == 0);
    CHECK(find(model, "ground").body == -1);
    CHECK(find(model, "rod.ende").body == PHK_NO_BODY && find(model, "rod.8").body == PHK_NO_BODY);
    CHECK(find(model, "m.end").body == PHK_NO_BODY && find(model, "rod.").body == PHK_NO_BODY);
    phk_side side = phk_place_side(model, on);
    near3(side.at, ph_v3(1, 0, 0.25));
    CHECK(side.node == 1 && side.marker == 0);
    near3(phk_side_frame(model, &side).p, ph_v3(8, 2, 3.25));
    CHECK(phk_place_length(model, "rod.end.pos.x", 13) == 7);
    CHECK(phk_place_length(model, "rod.pos.x", 9) == 3);
    CHECK(phk_place_length(model, "rod.ende.pos.x", 14) == 3);
    ph_model_free(model);
}

/* A joint that gives no place is at its node; what it says of an unknown one. */
static void test_joint(void)
{
    ph_model *model = with_rod();
    const ph_text pair[2] = {{.text = "ground"}, {.text = "rod.end"}};
    ph_joint_def def = ph_default_joint();
    def.between = (ph_names){2, pair};
    CHECK(ph_model_add_joint(model, "pin", joint_type("revolute"), &def, NULL) == PH_OK);
    phk_side side[2];
    CHECK(phk_place_joint(model, 0, NULL, side) == PH_OK);
    near3(side[0].at, ph_v3(8, 2, 3));
    near3(side[1].at, ph_v3(1, 0, 0));
    CHECK(side[1].node == 1 && side[0].node == -1);
    static const struct {
        const char *name, *hint;
    } wrong[] = {{"rod.ent", "did you mean `rod.end`?"},
                 {"rod.12", "the nodes of `rod` are `start`, `end`"},
                 {"rod", "the nodes of `rod` are `start`, `end`"}};
    for (int k = 0; k < 3; k++) {
        char name[8], hint[300];
        const ph_text bad[2] = {{.text = "ground"}, {.text = wrong[k].name}};
        def.between.name = bad;
        snprintf(name, sizeof name, "bad%d", k);
        CHECK(ph_model_add_joint(model, name, joint_type("revolute"), &def, NULL) == PH_OK);
        CHECK(phk_place_joint(model, k + 1, NULL, side) != PH_OK);
        phk_place_hint(model, k < 2 ? wrong[k].name : "rod.", true, hint, sizeof hint);
        CHECK(strcmp(hint, wrong[k].hint) == 0);
    }
    ph_model_free(model);
}

int main(void)
{
    test_body();
    test_places();
    test_joint();
    return TEST_RESULT();
}
