/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The blocks of a row: they cover it without gaps, each number is filled in, no two columns have
 * one name, and what is not wanted is not there.
 */
#include <math.h>
#include "harness.h"
#include "text_model.h"

/* One of everything that has columns. */
static const char everything[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  arm: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}\n"
    "  bob: {mass: 1, inertia: [1, 1, 1], position: [2, 0, 0]}\n"
    "markers:\n"
    "  tip: {on: arm, at: [0.5, 0, 0]}\n"
    "joints:\n"
    "  pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}\n"
    "  same: {type: equation, expression: bob.pos.x - 2}\n"
    "motions:\n"
    "  drive: {joint: pin, displacement: time}\n"
    "forces:\n"
    "  spring: {type: spring_damper, on: tip, reaction: bob, stiffness: 1, length: 1, damping: 1}\n"
    "  wind: {type: force, on: bob, force: [0, 1, 0]}\n"
    "variables:\n"
    "  height: arm.pos.z\n"
    "states:\n"
    "  lag: {rate: height - lag}\n"
    "requests:\n"
    "  two: {columns: {a: {value: time, unit: s}, b: height}}\n"
    "  one: {columns: {x: 1}}\n"
    "%s"
    "simulate: {end: 0.1}\n";

static ph_sim *simulation(const char *outputs, ph_model **model)
{
    *model = text_model(everything, outputs);
    ph_options o = text_options(*model, "galpha", 1e-5);
    return must_create(*model, &o);
}

static const ph_block *find(const ph_sim *sim, const char *group, const char *quantity)
{
    for (int i = 0; i < ph_sim_blocks(sim); i++) {
        const ph_block *b = ph_sim_block(sim, i);
        if (strcmp(b->group, group) == 0 && strcmp(b->quantity, quantity) == 0) return b;
    }
    return NULL;
}

static void whole_row(void)
{
    enum { MOST = 400 };
    static char name[MOST][80];
    double row[MOST], unfilled = -1.2345678e99;
    ph_model *model;
    ph_sim *sim = simulation("", &model);
    int width = (int)ph_sim_row_width(sim), at = 0;
    CHECK(width <= MOST);
    for (int i = 0; i < width; i++) row[i] = unfilled;
    CHECK(ph_sim_row(sim, row, NULL) == PH_OK);
    for (int i = 0; i < width; i++) CHECK(row[i] != unfilled);
    for (int k = 0; k < ph_sim_blocks(sim); k++) {
        const ph_block *b = ph_sim_block(sim, k);
        CHECK(b->first == at && b->objects > 0 && b->width > 0);
        CHECK(b->width == 1 || b->component);
        for (int i = 0; i < b->objects * b->width; i++, at++) {
            size_t n =
                ph_block_column_name(b, i / b->width, i % b->width, name[at], sizeof name[0]);
            CHECK(n > 0 && n < sizeof name[0] && ph_block_unit(b, i % b->width));
        }
    }
    CHECK(at == width - 1);
    for (int i = 0; i < at; i++)
        for (int k = 0; k < i; k++) CHECK(strcmp(name[i], name[k]) != 0);
    ph_sim_free(sim);
    ph_model_free(model);
}

static void kinds(void)
{
    static const struct {
        const char *group, *quantity, *unit, *object;
        int objects, width;
    } want[] = {
        {"bodies", "pos", "m", "arm", 2, 3},       {"bodies", "quat", "", "arm", 2, 4},
        {"forces", "force", "N", "spring", 2, 3},  {"forces", "work", "J", "wind", 1, 1},
        {"forces", "energy", "J", "spring", 1, 1}, {"forces", "dissipated", "J", "spring", 1, 1},
        {"joints", "torque", "N m", "pin", 1, 3},  {"motions", "work", "J", "drive", 1, 1},
        {"equations", "work", "J", "same", 1, 1},  {"variables", "", "", "height", 1, 1},
        {"states", "", "", "lag", 1, 1},           {"energy", "total", "J", NULL, 1, 1},
        {"solver", "step", "s", NULL, 1, 1}};
    ph_model *model;
    ph_sim *sim = simulation("", &model);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        const ph_block *b = find(sim, want[i].group, want[i].quantity);
        CHECK(b && b->objects == want[i].objects && b->width == want[i].width);
        if (!b || b->objects != want[i].objects) {
            printf("  %s.%s: %d objects\n", want[i].group, want[i].quantity, b ? b->objects : 0);
            continue;
        }
        CHECK_TEXT(b->unit, want[i].unit);
        CHECK(!b->object == !want[i].object && !b->owner);
        if (b->object && want[i].object) CHECK_TEXT(b->object[0], want[i].object);
    }
    const ph_block *two = find(sim, "requests", ""), *on = find(sim, "on", "force");
    CHECK(two && two->width == 2 && two->units);
    if (two) CHECK_TEXT(ph_block_unit(two, 0), "s");
    /* gravity on both, spring on both, wind, pin and drive on the arm, the equation on the bob */
    CHECK(on && on->objects == 8 && on->owner);
    for (int i = 0; on && i < on->objects; i++) {
        size_t n = strlen(on->owner[i]);
        CHECK(strncmp(on->object[i], on->owner[i], n) == 0);
        CHECK(strncmp(on->object[i] + n, ".on.", 4) == 0);
    }
    ph_sim_free(sim);
    ph_model_free(model);
}

static void chosen(void)
{
    ph_model *model;
    ph_sim *sim = simulation("outputs: [bob, one, solver]\n", &model);
    const ph_block *pos = find(sim, "bodies", "pos"), *one = find(sim, "requests", "");
    CHECK(pos && pos->objects == 1);
    if (pos) CHECK_TEXT(pos->object[0], "bob");
    CHECK(one && one->width == 1);
    if (one) CHECK_TEXT(one->object[0], "one");
    CHECK(find(sim, "solver", "error") && !find(sim, "energy", "total"));
    CHECK(!find(sim, "joints", "force") && !find(sim, "forces", "force"));
    double *row = calloc(ph_sim_row_width(sim), sizeof *row);
    CHECK(ph_sim_row(sim, row, NULL) == PH_OK);
    if (pos) CHECK_NEAR(row[1 + pos->first], 2, 1e-12);
    if (one) CHECK(row[1 + one->first] == 1);
    free(row);
    ph_sim_free(sim);
    ph_model_free(model);
}

int main(void)
{
    whole_row();
    kinds();
    chosen();
    return TEST_RESULT();
}
