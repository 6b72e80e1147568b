/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The decoder on a struct with a field of every kind: values, defaults, units, rotations. What it
 * refuses is in test_model_bad.
 */
#include "io/yaml/decode.h"
#include <stddef.h>
#include "base/diag.h"
#include "harness.h"
#include "io/yaml/units.h"

#define PI 3.14159265358979323846

typedef struct {
    double number;
    int integer, word;
    ph_text text;
    ph_vec3 vec;
    ph_sym3 inertia;
    ph_quat turn;
    ph_expr expr, expr3[3];
    ph_place place;
    ph_numbers numbers;
    ph_rows rows;
    ph_names names;
    double speed, pure;
    int set;
    double group[2];
} all;

static const char *const words[] = {"red", "green", NULL};
static const ph_field group[] = {
    {"length", PH_FIELD_NUMBER, .offset = 0, .unit = "m", .init = 5},
    {"time", PH_FIELD_NUMBER, .offset = sizeof(double), .unit = "s", .min = 0, .max = 9},
    {.name = NULL}};
#define AT(member) .offset = offsetof(all, member)
static const ph_field fields[] = {
    {"number", PH_FIELD_NUMBER, AT(number), .unit = "m", .init = 7},
    {"integer", PH_FIELD_INTEGER, AT(integer), .init = 3, .min = 0, .max = 10},
    {"word", PH_FIELD_WORD, AT(word), .words = words, .init = 1},
    {"text", PH_FIELD_TEXT, AT(text)},
    {"vec", PH_FIELD_VEC3, AT(vec), .unit = "m/s^2"},
    {"inertia", PH_FIELD_INERTIA, AT(inertia), .unit = "kg m^2"},
    {"turn", PH_FIELD_ORIENTATION, AT(turn)},
    {"expr", PH_FIELD_EXPR, AT(expr)},
    {"expr3", PH_FIELD_EXPR3, AT(expr3)},
    {"place", PH_FIELD_PLACE, AT(place)},
    {"numbers", PH_FIELD_NUMBERS, AT(numbers), .unit = "rad"},
    {"rows", PH_FIELD_ROWS, AT(rows), .unit = "m"},
    {"names", PH_FIELD_NAMES, AT(names)},
    {"speed", PH_FIELD_NUMBER, AT(speed), .unit = "rad/s", .min = 0, .max = INFINITY,
     .flags = PH_ABOVE},
    {"pure", PH_FIELD_NUMBER, AT(pure), .unit = ""},
    {"set", PH_FIELD_WORDS, AT(set), .words = words},
    {"group", PH_FIELD_GROUP, AT(group), .group = group},
    {.name = NULL}};

static phk_arena arena;

static phk_symbol name_of(void *self, struct phk_code *code, phk_span name)
{
    (void)code;
    (void)self;
    if (name.length == 1 && name.text[0] == 'm') return (phk_symbol){PHK_SYMBOL_CONSTANT, 10, 0};
    if (name.length == 1 && name.text[0] == 'f') return (phk_symbol){PHK_SYMBOL_CONSTANT, 0.5, 0};
    return (phk_symbol){PHK_SYMBOL_NONE, 0, 0};
}

static all decode(const char *text, int want, uint64_t *given)
{
    all a = {0};
    phk_node *root = NULL;
    phk_yaml_text in = {"t", text, strlen(text), 0};
    phk_scope scope = {.name = name_of};
    ph_diag *diag = ph_diag_create();
    phk_decoder d = {.diag = diag, .arena = &arena, .scope = &scope};
    CHECK(phk_yaml_read(&arena, &in, diag, &root) == PH_OK);
    ph_field_defaults(fields, &a);
    int ok = root && phk_decode_map(&d, root, fields, "thing", root->where, NULL, &a, given);
    if (ok != want)
        printf("%s: %s\n", text, ph_diag_count(diag) ? ph_diag_get(diag, 0)->message : "");
    CHECK(ok == want);
    CHECK((ph_diag_errors(diag) == 0) == want);
    ph_diag_free(diag);
    return a;
}

static double number(const char *text)
{
    char map[200];
    snprintf(map, sizeof map, "number: %s", text);
    return decode(map, 1, NULL).number;
}

static void refuse(const char *text)
{
    decode(text, 0, NULL);
}

static void test_defaults(void)
{
    uint64_t given = 99;
    all a = decode("{}", 1, &given);
    CHECK(given == 0 && a.number == 7 && a.integer == 3 && a.word == 1 && !a.text.text);
    CHECK(a.turn.w == 1 && a.expr.value == -1 && a.expr3[2].value == -1 && !a.place.text);
}

static void test_kinds(void)
{
    uint64_t given = 0;
    all a = decode(
        "integer: 4\nword: red\ntext: hello\nvec: [1, 2 mm/s^2, m]\n"
        "inertia: [1, 2, 3, 4, 5, 6 g cm^2]\nexpr:  'sin(time)'\nexpr3: [1, 2*time, 'x']\n"
        "place: ground\nnumbers: [90 deg, 1]\nrows: [[1, 2], [3, 4 mm], [5, 6]]\nnames: [a, b]\n",
        1, &given);
    CHECK(given == 0x1FBEu);
    CHECK(a.integer == 4 && a.word == 0 && a.vec.x == 1 && a.vec.z == 10);
    CHECK_RATIO(a.vec.y, 0.002, 1e-15);
    CHECK(a.inertia.xx == 1 && a.inertia.xz == 5);
    CHECK_RATIO(a.inertia.yz, 6e-7, 1e-14);
    CHECK_TEXT(a.text.text, "hello");
    CHECK_TEXT(a.expr.text, "sin(time)");
    CHECK(a.expr.where.line == 6 && a.expr.where.column == 9);
    CHECK(a.expr3[1].where.line == 7 && a.expr3[1].where.column == 12);
    CHECK(a.expr3[2].where.column == 21);
    CHECK(!a.place.text && a.place.where.line == 8);
    CHECK(a.numbers.count == 2 && a.names.count == 2);
    CHECK(a.rows.count == 3 && a.rows.width == 2 && a.rows.value[5] == 6);
    CHECK_RATIO(a.rows.value[3], 4e-3, 1e-15);
    CHECK_RATIO(a.numbers.value[0], PI / 2, 1e-15);
    CHECK_TEXT(a.names.name[1].text, "b");
    CHECK(decode("inertia: [1, 2, 3]", 1, NULL).inertia.xy == 0);
    CHECK_TEXT(decode("place: top", 1, NULL).place.text, "top");
}

static void test_sets_and_groups(void)
{
    CHECK(decode("{}", 1, NULL).set == 0 && decode("{}", 1, NULL).group[0] == 5);
    CHECK(decode("set: green", 1, NULL).set == 2 && decode("set: all", 1, NULL).set == 3);
    CHECK(decode("set: [red, green, red]", 1, NULL).set == 3 &&
          decode("set: []", 1, NULL).set == 0);
    refuse("set: blue");
    refuse("set: [red, blue]");
    refuse("set: [[red]]");
    refuse("set: {}");
    refuse("word: all");
    all a = decode("group: {time: 2 ms}", 1, NULL);
    CHECK(a.group[0] == 5 && a.group[1] == 2e-3);
    a = decode("group: [3 mm, 4]", 1, NULL);
    CHECK(a.group[0] == 3e-3 && a.group[1] == 4);
    refuse("group: {tim: 2}");
    refuse("group: [1]");
    refuse("group: [1, 2, 3]");
    refuse("group: [1, 10]");
    refuse("group: 3");
    refuse("group: [1 s, 1 s]");
}

/* Values in braces. The scope knows m = 10 and f = 0.5. */
static void test_texts(void)
{
    CHECK_TEXT(decode("text: 'a{m}b{m - 12}'", 1, NULL).text.text, "a10b-2");
    CHECK_TEXT(decode("place: 'b{2*f}'", 1, NULL).place.text, "b1");
    CHECK(!decode("place: 'ground'", 1, NULL).place.text);
    CHECK_TEXT(decode("names: [a, 'b{m}']", 1, NULL).names.name[1].text, "b10");
    CHECK_TEXT(decode("expr: 'b{m+1}.pos.x + 1'", 1, NULL).expr.text, "b11.pos.x    + 1");
    CHECK(decode("expr: 'b{m+1}.pos.x + 1'", 1, NULL).expr.where.length == 16);
    CHECK_TEXT(decode("expr: 'b{1e9}'", 1, NULL).expr.text, "b1000000000");
    CHECK(decode("expr: 'b{1e9} '", 1, NULL).expr.where.length == -7);
    refuse("text: 'a{f}'");
    refuse("text: 'a{'");
    refuse("text: 'a{}'");
    refuse("text: 'a{1/0}'");
    refuse("text: 'a{1e16}'");
    refuse("expr: 'a{x}'");
    refuse("names: ['a{']");
    refuse("place: 'a{m'");
}

static void test_numbers(void)
{
    CHECK(number("1e-3") == 1e-3);
    CHECK(number("-.5") == -0.5);
    CHECK(number("+4") == 4);
    CHECK(number("'12'") == 12);
    CHECK_RATIO(number("12 mm"), 0.012, 1e-15);
    CHECK_RATIO(number("12mm"), 0.012, 1e-15);
    CHECK(number("2 m") == 2);
    /* m is also a parameter */
    CHECK(number("2 * m") == 20);
    CHECK(number("2*m m") == 20);
    CHECK(number("m km") == 10000);
    CHECK_RATIO(number("2*(m + f) cm"), 0.21, 1e-15);
    CHECK_RATIO(number("2*pi*f"), PI, 1e-15);
    CHECK_RATIO(decode("speed: 30 rpm", 1, NULL).speed, PI, 1e-15);
    CHECK_RATIO(decode("speed: 180 deg/s", 1, NULL).speed, PI, 1e-15);
    CHECK_RATIO(decode("speed: 0.5 rev/s", 1, NULL).speed, PI, 1e-15);
    CHECK(decode("pure: 3", 1, NULL).pure == 3);
    refuse("pure: 3 m");
    refuse("number: 3 kg");
    refuse("number: 3 furlong");
    refuse("number: 3 m^2");
    refuse("number: 1e400");
    refuse("number: .inf");
    refuse("number: NaN");
    refuse("number: q");
    refuse("speed: 0");
    refuse("speed: -1");
    refuse("integer: 11");
    refuse("integer: 1.5");
    refuse("word: blue");
    refuse("unknown: 3");
}

static void check_turn(const char *text, double w, double x, double y, double z)
{
    char map[300];
    snprintf(map, sizeof map, "turn: %s", text);
    ph_quat q = decode(map, 1, NULL).turn;
    CHECK_NEAR(q.w, w, 4e-16);
    CHECK_NEAR(q.x, x, 4e-16);
    CHECK_NEAR(q.y, y, 4e-16);
    CHECK_NEAR(q.z, z, 4e-16);
    CHECK_NEAR(ph_quat_norm(q), 1, 3e-16);
}

static void test_turns(void)
{
    double h = sqrt(0.5);
    check_turn("[0.6, 0, 0.8, 0]", 0.6, 0, 0.8, 0);
    check_turn("{axis: [0, 0, 2], angle: 90 deg}", h, 0, 0, h);
    check_turn("{rotation: [0, 90 deg, 0]}", h, 0, h, 0);
    check_turn("{rotation: [0, 0, 0]}", 1, 0, 0, 0);
    /* turns about body axes: z then the new x; R = Rz Rx */
    check_turn("{euler: [90 deg, 90 deg], order: zx}", 0.5, 0.5, 0.5, 0.5);
    check_turn("{euler: [90 deg], order: y}", h, 0, h, 0);
    check_turn("{matrix: [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}", h, 0, 0, h);
    /* half turns, where the scalar part vanishes */
    check_turn("{matrix: [[1, 0, 0], [0, -1, 0], [0, 0, -1]]}", 0, 1, 0, 0);
    check_turn("{matrix: [[-1, 0, 0], [0, 1, 0], [0, 0, -1]]}", 0, 0, 1, 0);
    check_turn("{matrix: [[-1, 0, 0], [0, -1, 0], [0, 0, 1]]}", 0, 0, 0, 1);
    /* six digits pass and are made exact */
    ph_quat q = decode("turn: [0.707107, 0.707107, 0, 0]", 1, NULL).turn;
    CHECK_NEAR(q.w, h, 2e-16);
    refuse("turn: [0.7071, 0.7071, 0, 0]");
    refuse("turn: [1e200, 1e200, 0, 0]");
}

/* A matrix of any rotation gives the quaternion it came from, up to sign. */
static void test_matrices(void)
{
    for (int i = 0; i < 200; i++) {
        ph_quat q = {sin(1.0 * i), sin(2.1 * i + 1), sin(3.3 * i + 2), cos(4.7 * i)};
        double n = ph_quat_norm(q);
        q = ph_quat_make(q.w / n, q.x / n, q.y / n, q.z / n);
        ph_mat3 r = ph_mat3_from_quat(q);
        char map[400];
        snprintf(map, sizeof map,
                 "turn: {matrix: [[%.17g,%.17g,%.17g],[%.17g,%.17g,%.17g],[%.17g,%.17g,%.17g]]}",
                 r.m[0][0], r.m[0][1], r.m[0][2], r.m[1][0], r.m[1][1], r.m[1][2], r.m[2][0],
                 r.m[2][1], r.m[2][2]);
        ph_quat p = decode(map, 1, NULL).turn;
        double dot = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z;
        CHECK_NEAR(fabs(dot), 1, 1e-15);
    }
}

static void test_units(void)
{
    phk_unit a = {0}, b = {0};
    CHECK(phk_unit_parse("N m s", 5, &a, NULL) && phk_unit_parse("kg m^2/s", 8, &b, NULL));
    CHECK(phk_unit_same_dimension(a, b) && a.factor == b.factor);
    CHECK(phk_unit_parse("1/s", 3, &a, NULL) && phk_unit_parse("Hz", 2, &b, NULL));
    CHECK(phk_unit_same_dimension(a, b));
    size_t bad;
    CHECK(!phk_unit_parse("kg mx", 5, &a, &bad) && bad == 3);
    CHECK(!phk_unit_parse("", 0, &a, NULL) && !phk_unit_parse("m/", 2, &a, NULL));
    CHECK(!phk_unit_parse("/s", 2, &a, NULL) && !phk_unit_parse("m^", 2, &a, NULL));
    CHECK(!phk_unit_parse("m m m m m m m", 13, &a, NULL));
}

int main(void)
{
    test_defaults();
    test_kinds();
    test_sets_and_groups();
    test_texts();
    test_numbers();
    test_turns();
    test_matrices();
    test_units();
    phk_arena_free(&arena);
    return TEST_RESULT();
}
