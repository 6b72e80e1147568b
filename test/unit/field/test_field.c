/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fields by name from a program: what is set, what is refused, and in which words.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <polhode/polhode.h>
#include "field/field.h"
#include "harness.h"

static const char *const colours[] = {"red", "green", "blue", NULL};
static const ph_field pair[] = {
    {"near", PH_FIELD_NUMBER, .offset = 0, .unit = "m", .init = NAN},
    {"far", PH_FIELD_NUMBER, .offset = sizeof(double), .unit = "m", .min = 0, .max = INFINITY},
    {.name = NULL}};

typedef struct {
    uint64_t given;
    double mass;
    int count, colour, set;
    ph_text title;
    ph_vec3 at;
    ph_sym3 inertia;
    ph_quat turn;
    ph_expr law, three[3];
    ph_place on;
    ph_numbers list;
    ph_rows rows;
    ph_names names;
    double pair[2];
} thing;

#define AT(member) .offset = offsetof(thing, member)
static const ph_field fields[] = {
    {"mass", PH_FIELD_NUMBER, AT(mass), .unit = "kg", .init = 2, .min = 0, .max = INFINITY,
     .flags = PH_ABOVE},
    {"count", PH_FIELD_INTEGER, AT(count), .init = 3, .min = 1, .max = 9},
    {"colour", PH_FIELD_WORD, AT(colour), .words = colours, .init = 1},
    {"set", PH_FIELD_WORDS, AT(set), .words = colours},
    {"title", PH_FIELD_TEXT, AT(title)},
    {"at", PH_FIELD_VEC3, AT(at), .unit = "m"},
    {"inertia", PH_FIELD_INERTIA, AT(inertia), .unit = "kg m^2"},
    {"turn", PH_FIELD_ORIENTATION, AT(turn)},
    {"law", PH_FIELD_EXPR, AT(law)},
    {"three", PH_FIELD_EXPR3, AT(three)},
    {"on", PH_FIELD_PLACE, AT(on)},
    {"list", PH_FIELD_NUMBERS, AT(list)},
    {"rows", PH_FIELD_ROWS, AT(rows)},
    {"names", PH_FIELD_NAMES, AT(names)},
    {"pair", PH_FIELD_GROUP, AT(pair), .group = pair},
    {.name = NULL, .flags = PH_RECORDED}};
#undef AT

static thing make(void)
{
    thing t = {0};
    ph_field_defaults(fields, &t);
    return t;
}

static void values(void)
{
    thing t = make();
    static const ph_text two[] = {{.text = "red"}, {.text = "blue"}};
    static const ph_text three[] = {{.text = "time"}, {.text = "0"}, {.text = "1"}};
    static const double six[] = {1, 2, 3, 4, 5, 6}, unit[] = {0, 1, 0, 0};
    CHECK(t.mass == 2 && t.count == 3 && t.colour == 1 && isnan(t.pair[0]) && t.law.value == -1);
    CHECK(ph_field_set_number(fields, &t, "mass", 5, NULL) == PH_OK && t.mass == 5);
    CHECK(ph_field_set_number(fields, &t, "count", 4, NULL) == PH_OK && t.count == 4);
    CHECK(ph_field_set_text(fields, &t, "colour", "blue", NULL) == PH_OK && t.colour == 2);
    CHECK(ph_field_set_names(fields, &t, "set", 2, two, NULL) == PH_OK && t.set == 5);
    CHECK(ph_field_set_text(fields, &t, "title", "x", NULL) == PH_OK);
    CHECK_TEXT(t.title.text, "x");
    CHECK(ph_field_set_vector(fields, &t, "at", ph_v3(1, 2, 3), NULL) == PH_OK && t.at.z == 3);
    CHECK(ph_field_set_numbers(fields, &t, "inertia", 6, six, NULL) == PH_OK && t.inertia.yz == 6);
    CHECK(ph_field_set_numbers(fields, &t, "inertia", 3, six, NULL) == PH_OK && t.inertia.yz == 0);
    CHECK(ph_field_set_numbers(fields, &t, "turn", 4, unit, NULL) == PH_OK && t.turn.x == 1);
    CHECK(ph_field_set_text(fields, &t, "law", "2*time", NULL) == PH_OK && t.law.value == -1);
    CHECK(ph_field_set_names(fields, &t, "three", 3, three, NULL) == PH_OK);
    CHECK_TEXT(t.three[0].text, "time");
    CHECK(ph_field_set_text(fields, &t, "on", "arm", NULL) == PH_OK);
    CHECK_TEXT(t.on.text, "arm");
    CHECK(ph_field_set_text(fields, &t, "on", "ground", NULL) == PH_OK && !t.on.text);
    CHECK(ph_field_set_numbers(fields, &t, "list", 6, six, NULL) == PH_OK && t.list.value == six);
    CHECK(ph_field_set_names(fields, &t, "names", 2, two, NULL) == PH_OK && t.names.count == 2);
    CHECK(ph_field_set_rows(fields, &t, "rows", 2, 3, six, NULL) == PH_OK);
    CHECK(t.rows.count == 2 && t.rows.width == 3 && t.rows.value == six);
    CHECK(ph_field_set_numbers(fields, &t, "pair", 2, six, NULL) == PH_OK && t.pair[1] == 2);
    CHECK(t.given == (1 << 15) - 1);
}

/* Given is what was set, whatever the value, and asked by field. */
static void given(void)
{
    thing t = make(), blank = make();
    CHECK(!ph_field_given(fields, &t, "at") && !PHK_GIVEN(fields, &t, at));
    CHECK(ph_field_set_vector(fields, &t, "at", ph_v3(0, 0, 0), NULL) == PH_OK);
    CHECK(ph_field_given(fields, &t, "at") && PHK_GIVEN(fields, &t, at));
    CHECK(!ph_field_given(fields, &t, "mass") && !ph_field_given(fields, &t, "no such"));
    CHECK(phk_field_changed(fields, &t, &blank) == 0);
    t.mass = 3;
    t.names.count = 1;
    t.pair[1] = 1;
    CHECK(phk_field_changed(fields, &t, &blank) ==
          (phk_field_bit(fields, "mass") | phk_field_bit(fields, "names") |
           phk_field_bit(fields, "pair")));
    ph_field_give(fields, &t, "turn");
    CHECK(PHK_GIVEN(fields, &t, turn));
    /* a table that records nothing */
    double two[2] = {0};
    CHECK(ph_field_set_number(pair, two, "far", 1, NULL) == PH_OK && two[0] == 0 && two[1] == 1);
    CHECK(!ph_field_given(pair, two, "far"));
}

static ph_diag *diag;

/* The last call must have failed so, and have changed nothing. */
static void told(const thing *t, ph_status got, ph_status want, const char *message,
                 const char *hint)
{
    thing blank = make();
    CHECK(got == want && ph_diag_count(diag) == 1 && memcmp(t, &blank, sizeof blank) == 0);
    if (ph_diag_count(diag) != 1) return;
    CHECK_TEXT(ph_diag_get(diag, 0)->message, message);
    if (hint) CHECK_TEXT(ph_diag_get(diag, 0)->hint, hint);
    ph_diag_clear(diag);
}

static void refused(void)
{
    thing t;
    static const double four[] = {1, 1, 0, 0}, huge[] = {1e200, 0, 0}, bad[] = {1, -1};
    static const ph_text two[] = {{.text = "red"}, {.text = "bleu"}}, none[] = {{0}};
    memset(&t, 0, sizeof t);
    ph_field_defaults(fields, &t);
    told(&t, ph_field_set_number(fields, &t, "mas", 1, diag), PH_E_KEY, "there is no field `mas`",
         "did you mean `mass`?");
    told(&t, ph_field_set_number(fields, &t, "mass", -1, diag), PH_E_RANGE,
         "mass must be above 0 kg, got -1 kg", NULL);
    told(&t, ph_field_set_number(fields, &t, "mass", NAN, diag), PH_E_RANGE, "mass is not finite",
         "give a finite number");
    told(&t, ph_field_set_number(fields, &t, "count", 2.5, diag), PH_E_TYPE,
         "count: expected a whole number, got 2.5", NULL);
    told(&t, ph_field_set_text(fields, &t, "mass", "5 kg", diag), PH_E_TYPE,
         "mass: expected a number in kg, got a text", "set it with ph_field_set_number");
    told(&t, ph_field_set_numbers(fields, &t, "at", 4, four, diag), PH_E_TYPE,
         "at: expected 3 numbers in m, got 4 numbers", "set it with ph_field_set_vector");
    told(&t, ph_field_set_numbers(fields, &t, "at", 3, huge, diag), PH_E_RANGE,
         "at is too long to compute with: its square is beyond the range of numbers", NULL);
    told(&t, ph_field_set_rows(fields, &t, "at", 2, 2, four, diag), PH_E_TYPE,
         "at: expected 3 numbers in m, got 2 rows of 2 numbers", "set it with ph_field_set_vector");
    told(&t, ph_field_set_numbers(fields, &t, "rows", 4, four, diag), PH_E_TYPE,
         "rows: expected rows of numbers, got 4 numbers", "set it with ph_field_set_rows");
    told(&t, ph_field_set_numbers(fields, &t, "turn", 4, four, diag), PH_E_RANGE,
         "turn is not a unit quaternion: its norm is 1.41421356", NULL);
    told(&t, ph_field_set_numbers(fields, &t, "pair", 2, bad, diag), PH_E_RANGE,
         "far must be at least 0 m, got -1 m", NULL);
    told(&t, ph_field_set_text(fields, &t, "colour", "gren", diag), PH_E_NAME,
         "colour: no such choice `gren`", "did you mean `green`?");
    told(&t, ph_field_set_names(fields, &t, "set", 2, two, diag), PH_E_NAME,
         "set: no such choice `bleu`", "did you mean `blue`?");
    told(&t, ph_field_set_names(fields, &t, "three", 2, two, diag), PH_E_TYPE,
         "three: expected 3 expressions, got 2 texts", NULL);
    told(&t, ph_field_set_number(fields, &t, "law", 1, diag), PH_E_TYPE,
         "law: expected the text of an expression, got a number", NULL);
    CHECK(ph_field_set_names(fields, &t, "names", 1, none, diag) == PH_E_USAGE);
    CHECK(ph_field_set_text(fields, &t, "title", NULL, NULL) == PH_E_USAGE);
    CHECK(ph_field_set_rows(fields, &t, "rows", 2, 0, NULL, NULL) == PH_E_USAGE);
    CHECK(ph_field_set_numbers(fields, &t, "list", -1, NULL, NULL) == PH_E_USAGE);
    CHECK(ph_field_set_number(NULL, &t, "mass", 1, NULL) == PH_E_USAGE);
}

/* Every type is found by its name, and every field of its table takes what it says it takes. */
static void element_types(void)
{
    CHECK(!ph_force_type_find("spring") && !ph_joint_type_find("hinge") &&
          !ph_force_type_find(NULL));
    for (int i = 0; i < ph_joint_type_count(); i++)
        CHECK(ph_joint_type_find(ph_joint_type_get(i)->name) == ph_joint_type_get(i));
    for (int i = 0; i < ph_force_type_count(); i++) {
        const ph_force_type *type = ph_force_type_get(i);
        char *par = calloc(1, type->par_bytes);
        CHECK(ph_force_type_find(type->name) == type);
        ph_field_defaults(type->fields, par);
        for (const ph_field *f = type->fields; f->name; f++)
            if (f->kind == PH_FIELD_NUMBER) {
                double taken = f->min < f->max && f->max <= 1 ? (f->min + f->max) / 2 : 1;
                CHECK(ph_field_set_number(type->fields, par, f->name, taken, NULL) == PH_OK &&
                      *(double *)(void *)(par + f->offset) == taken);
            }
        free(par);
    }
}

int main(void)
{
    diag = ph_diag_create();
    values();
    given();
    refused();
    element_types();
    ph_diag_free(diag);
    return TEST_RESULT();
}
