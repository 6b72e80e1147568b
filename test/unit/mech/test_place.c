/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where joints sit: every type placed between two bodies as drawn is satisfied at the start, its
 * axes are those the model names, markers are used as they are, and what makes no sense is told.
 */
#include "build_model.h"
#include "joint_example.h"
#include "mech/model/place.h"
#include "mech/system/row.h"

/* Bodies a, b and markers am, bm on them, gm on ground. */
static ph_model *bodies(unsigned long long *seed)
{
    static const char *const name[2] = {"a", "b"}, *const marker[3] = {"am", "bm", "gm"};
    ph_model *model = ph_model_create();
    for (int i = 0; i < 2; i++) {
        ph_body_def b = ph_default_body();
        b.mass = 1;
        b.inertia = (ph_sym3){1, 1, 1, 0, 0, 0};
        b.position = chance3(seed);
        b.orientation = chance4(seed);
        CHECK(ph_model_add_body(model, name[i], &b) == PH_OK);
    }
    for (int i = 0; i < 3; i++) {
        ph_marker_def m = ph_default_marker();
        m.on.text = i < 2 ? name[i] : NULL;
        m.at = chance3(seed);
        m.orientation = chance4(seed);
        CHECK(ph_model_add_marker(model, marker[i], &m) == PH_OK);
    }
    return model;
}

static ph_joint_def between(const ph_text *pair)
{
    ph_joint_def def = ph_default_joint();
    def.between = (ph_names){2, pair};
    return def;
}

static void add(ph_model *model, const char *type, const ph_joint_def *def)
{
    joint_example par;
    const ph_joint_type *t = joint_type(type);
    joint_example_make(t, false, &par);
    CHECK(ph_model_add_joint(model, "j", t, def, &par) == PH_OK);
}

/* The frames of the model's only joint; they must come about. */
static void frames_of(const ph_model *model, ph_frame *frame)
{
    phk_side side[2];
    CHECK(phk_place_joint(model, 0, NULL, side) == PH_OK);
    for (int k = 0; k < 2; k++) frame[k] = phk_side_frame(model, &side[k]);
}

static void near3(ph_vec3 got, ph_vec3 want)
{
    CHECK_NEAR(ph_norm(ph_sub(got, want)), 0, 1e-14);
}

/* Proper rotations, and the joint's rows zero. */
static void satisfied(const ph_joint_type *type, const ph_frame *frame)
{
    joint_example par;
    double value[PHK_JOINT_ROWS];
    joint_example_make(type, false, &par);
    for (int k = 0; k < 2; k++)
        near3(ph_cross(phk_frame_axis(&frame[k], 0), phk_frame_axis(&frame[k], 1)),
              phk_frame_axis(&frame[k], 2));
    /* where a curve or a wheel is met is not a matter of placing */
    if (joint_has_curves(type) || type->placing == PH_PLACE_ROUND || type->rows == 0) return;
    ph_drawn drawn = {.frame = frame};
    if (type->complete) CHECK(type->complete(&par, &drawn) == NULL);
    phk_joint_value(type, 1, &par, &(ph_eval){0}, frame, value);
    for (int r = 0; r < type->rows; r++) CHECK_NEAR(value[r], 0, 1e-14);
}

static void every_type_as_drawn(void)
{
    static const ph_text pairs[3][2] = {{{.text = "a"}, {.text = "b"}},
                                        {{.text = "ground"}, {.text = "b"}},
                                        {{.text = "a"}, {.text = "ground"}}};
    unsigned long long seed = 3;
    for (int i = 0; i < ph_joint_type_count() * 3; i++) {
        const ph_joint_type *type = ph_joint_type_get(i / 3);
        if (type->markers > 0) continue; /* it is about other joints */
        ph_model *model = bodies(&seed);
        ph_joint_def def = between(pairs[i % 3]);
        def.at = chance3(&seed);
        def.axis = chance3(&seed);
        def.axis2 = chance3(&seed);
        if (type->placing == PH_PLACE_CROSSED) def.axis2 = ph_cross(def.axis, def.axis2);
        bool round = type->placing == PH_PLACE_ROUND, centres = type->placing == PH_PLACE_CENTRES;
        add(model, type->name, &def);
        ph_frame frame[2];
        phk_side side[2];
        if (round && i % 3 == 2) { /* ground does not roll */
            CHECK(phk_place_joint(model, 0, NULL, side) == PH_E_MODEL);
            ph_model_free(model);
            continue;
        }
        frames_of(model, frame);
        satisfied(type, frame);
        ph_vec3 z = ph_scale(1 / ph_norm(def.axis), def.axis);
        ph_vec3 z2 = ph_scale(1 / ph_norm(def.axis2), def.axis2);
        if (round || centres) {
            for (int k = round; k < 2; k++) {
                int body = strcmp(pairs[i % 3][k].text, "a") == 0 ? 0 : 1;
                bool ground = strcmp(pairs[i % 3][k].text, "ground") == 0;
                near3(frame[k].p, ground ? def.at : ph_model_body(model, body)->position);
                near3(phk_frame_axis(&frame[k], 2), round ? z2 : z);
            }
            if (round) near3(frame[0].p, def.at);
            near3(phk_frame_axis(&frame[0], 2), z);
        } else if (type->placing != PH_PLACE_APART) {
            near3(frame[0].p, def.at);
            near3(frame[1].p, def.at);
            near3(phk_frame_axis(&frame[0], 2), z);
            near3(phk_frame_axis(&frame[1], 2), type->placing != PH_PLACE_TOGETHER ? z2 : z);
            near3(phk_frame_axis(&frame[0], 0), phk_frame_axis(&frame[1], 0));
        }
        if (type->placing == PH_PLACE_TOGETHER) /* x towards axis2 */
            near3(phk_frame_axis(&frame[0], 1),
                  ph_scale(1 / ph_norm(ph_cross(z, z2)), ph_cross(z, z2)));
        ph_model_free(model);
    }
}

/* Any x will do when axis2 says nothing, but always the same one, for axes of every size. */
static void axis_alone(void)
{
    static const ph_text pair[2] = {{.text = "a"}, {.text = "b"}};
    static const double sizes[3] = {1, 1e200, 1e-200};
    for (int i = 0; i < 9; i++) {
        unsigned long long seed = 1;
        ph_model *model = bodies(&seed);
        ph_joint_def def = between(pair);
        ph_vec3 axis = {i / 3 == 0, i / 3 == 1, i / 3 == 2};
        def.axis = def.axis2 = ph_scale(sizes[i % 3], axis);
        add(model, "revolute", &def);
        ph_frame frame[2];
        frames_of(model, frame);
        satisfied(joint_type("revolute"), frame);
        near3(phk_frame_axis(&frame[0], 2), axis);
        near3(phk_frame_axis(&frame[0], 0), ph_v3(i / 3 != 0, i / 3 == 0, 0));
        ph_model_free(model);
    }
}

static void by_markers(void)
{
    static const ph_text both[2] = {{.text = "am"}, {.text = "bm"}};
    static const ph_text one[2] = {{.text = "b"}, {.text = "am"}};
    static const ph_text rod[2] = {{.text = "ground"}, {.text = "am"}};
    unsigned long long seed = 7;
    ph_model *model = bodies(&seed);
    ph_joint_def def = between(both);
    add(model, "revolute", &def);
    def = between(one);
    CHECK(ph_model_add_joint(model, "k", joint_type("prismatic"), &def, NULL) == PH_OK);
    def = between(rod);
    def.at = ph_v3(1, 2, 3);
    double par = NAN;
    CHECK(ph_model_add_joint(model, "l", joint_type("distance"), &def, &par) == PH_OK);

    phk_side side[2];
    CHECK(phk_place_joint(model, 0, NULL, side) == PH_OK);
    CHECK(side[0].marker == 0 && side[1].marker == 1 && side[0].body == 0 && side[1].body == 1);
    ph_frame am = phk_side_frame(model, &side[0]);

    /* a body gets a marker where the other one is drawn */
    CHECK(phk_place_joint(model, 1, NULL, side) == PH_OK);
    CHECK(side[0].marker == -1 && side[0].body == 1 && side[1].marker == 0);
    ph_frame frame[2] = {phk_side_frame(model, &side[0]), phk_side_frame(model, &side[1])};
    satisfied(joint_type("prismatic"), frame);
    near3(frame[0].p, am.p);

    /* a rod from a point of ground to a marker */
    CHECK(phk_place_joint(model, 2, NULL, side) == PH_OK);
    CHECK(side[0].marker == -1 && side[0].body == -1 && side[1].marker == 0);
    near3(phk_side_frame(model, &side[0]).p, ph_v3(1, 2, 3));
    ph_model_free(model);
}

/* A motion between places takes them as they are. */
static void motions(void)
{
    static const ph_text pair[2] = {{.text = "gm"}, {.text = "b"}};
    static const ph_text self[2] = {{.text = "am"}, {.text = "a"}};
    unsigned long long seed = 9;
    ph_model *model = bodies(&seed);
    ph_motion_def def = ph_default_motion();
    def.displacement.text = "time";
    def.between = (ph_names){2, pair};
    CHECK(ph_model_add_motion(model, "m", &def) == PH_OK);
    def.between = (ph_names){2, self};
    CHECK(ph_model_add_motion(model, "n", &def) == PH_OK);
    phk_side side[2];
    CHECK(phk_place_motion(model, 0, NULL, side) == PH_OK);
    CHECK(side[0].marker == 2 && side[0].body == -1 && side[1].marker == -1 && side[1].body == 1);
    near3(phk_side_frame(model, &side[1]).p, ph_model_body(model, 1)->position);
    CHECK(phk_place_motion(model, 1, NULL, side) == PH_E_MODEL);
    ph_model_free(model);
}

/* What is told of a joint that cannot be. */
static void told(const char *type, ph_joint_def def, ph_status status, const char *words)
{
    unsigned long long seed = 2;
    ph_model *model = bodies(&seed);
    ph_diag *diag = ph_diag_create();
    phk_side side[2];
    add(model, type, &def);
    CHECK(phk_place_joint(model, 0, diag, side) == status);
    CHECK(ph_diag_errors(diag) >= 1);
    char said[1000] = "";
    if (ph_diag_count(diag)) ph_diagnostic_format(ph_diag_get(diag, 0), said, sizeof said);
    CHECK(strstr(said, words) != NULL && strstr(said, "`j`") != NULL);
    if (!strstr(said, words)) printf("said: %s\n", said);
    ph_diag_free(diag);
    ph_model_free(model);
}

static void nonsense(void)
{
    static const ph_text ab[3] = {{.text = "a"}, {.text = "b"}, {.text = "a"}};
    static const ph_text aa[2] = {{.text = "a"}, {.text = "a"}};
    static const ph_text aam[2] = {{.text = "a"}, {.text = "am"}};
    static const ph_text ggm[2] = {{.text = "ground"}, {.text = "gm"}};
    static const ph_text grund[2] = {{.text = "grund"}, {.text = "a"}};
    static const ph_text none[2] = {{.text = "a"}, {.text = "wheel_of_fortune"}};
    static const ph_text abm[2] = {{.text = "a"}, {.text = "bm"}};
    static const ph_text joint[2] = {{.text = "a"}, {.text = "j"}};

    ph_joint_def def = between(ab);
    def.between.count = 3;
    told("revolute", def, PH_E_MISSING, "needs two bodies or markers, got 3");
    def.between.count = 0;
    told("revolute", def, PH_E_MISSING, "got 0");
    told("revolute", between(aa), PH_E_MODEL, "between body `a` and itself");
    told("revolute", between(aam), PH_E_MODEL, "between body `a` and itself");
    told("revolute", between(ggm), PH_E_MODEL, "between ground and ground");
    told("revolute", between(grund), PH_E_NAME, "did you mean `ground`?");
    told("revolute", between(none), PH_E_NAME, "there is no body or marker `wheel_of_fortune`");
    told("revolute", between(joint), PH_E_NAME, "there is no body or marker `j`");

    def = between(ab);
    def.axis = ph_v3(0, 0, 0);
    told("revolute", def, PH_E_RANGE, "`axis` has no direction");
    def.axis = ph_v3(0, NAN, 0);
    told("universal", def, PH_E_RANGE, "`axis` has no direction");
    def = between(ab);
    def.axis2 = ph_v3(INFINITY, 0, 0);
    told("planar", def, PH_E_RANGE, "`axis2` has no direction");
    def = between(ab);
    def.at.y = NAN;
    told("spherical", def, PH_E_RANGE, "`at` is not finite");

    /* two axes that are not crossed, and one that was forgotten */
    def = between(ab);
    def.axis2 = ph_v3(0.1, 0, 1);
    told("universal", def, PH_E_RANGE, "not perpendicular");
    def = between(ab);
    ph_field_give(ph_kind_fields("joint"), &def, "axis");
    told("perpendicular", def, PH_E_MISSING, "needs `axis2`");
    told("universal", between(abm), PH_E_MODEL, "name a marker on each body");

    /* places given twice */
    def = between(abm);
    ph_field_give(ph_kind_fields("joint"), &def, "at");
    told("revolute", def, PH_E_KEY, "has markers, whose places and axes it uses");

    /* a rod without length */
    ph_frame frame[2] = {{.p = {1, 2, 3}}, {.p = {1, 2, 3}}};
    double length = NAN;
    ph_drawn drawn = {.frame = frame};
    CHECK(joint_type("distance")->complete(&length, &drawn) != NULL);
}

int main(void)
{
    every_type_as_drawn();
    axis_alone();
    by_markers();
    motions();
    nonsense();
    return TEST_RESULT();
}
