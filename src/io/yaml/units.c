/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/yaml/units.h"

#include <string.h>

#define PI 3.14159265358979323846

static const phk_unit_info table[] = {
    {"m", {1, 1, 0, 0, 0}},        {"km", {1e3, 1, 0, 0, 0}},
    {"cm", {1e-2, 1, 0, 0, 0}},    {"mm", {1e-3, 1, 0, 0, 0}},
    {"um", {1e-6, 1, 0, 0, 0}},    {"in", {0.0254, 1, 0, 0, 0}},
    {"ft", {0.3048, 1, 0, 0, 0}},  {"kg", {1, 0, 1, 0, 0}},
    {"g", {1e-3, 0, 1, 0, 0}},     {"t", {1e3, 0, 1, 0, 0}},
    {"s", {1, 0, 0, 1, 0}},        {"ms", {1e-3, 0, 0, 1, 0}},
    {"us", {1e-6, 0, 0, 1, 0}},    {"min", {60, 0, 0, 1, 0}},
    {"h", {3600, 0, 0, 1, 0}},     {"rad", {1, 0, 0, 0, 1}},
    {"mrad", {1e-3, 0, 0, 0, 1}},  {"deg", {PI / 180, 0, 0, 0, 1}},
    {"rev", {2 * PI, 0, 0, 0, 1}}, {"rpm", {2 * PI / 60, 0, 0, -1, 1}},
    {"Hz", {1, 0, 0, -1, 0}},      {"N", {1, 1, 1, -2, 0}},
    {"mN", {1e-3, 1, 1, -2, 0}},   {"kN", {1e3, 1, 1, -2, 0}},
    {"MN", {1e6, 1, 1, -2, 0}},    {"Nm", {1, 2, 1, -2, 0}},
    {"J", {1, 2, 1, -2, 0}},       {"kJ", {1e3, 2, 1, -2, 0}},
    {"W", {1, 2, 1, -3, 0}},       {"kW", {1e3, 2, 1, -3, 0}},
    {"Pa", {1, -1, 1, -2, 0}},     {"kPa", {1e3, -1, 1, -2, 0}},
    {"MPa", {1e6, -1, 1, -2, 0}},  {"GPa", {1e9, -1, 1, -2, 0}},
    {"bar", {1e5, -1, 1, -2, 0}},
};

int phk_unit_count(void)
{
    return (int)(sizeof table / sizeof *table);
}

const phk_unit_info *phk_unit_get(int index)
{
    return index >= 0 && index < phk_unit_count() ? &table[index] : NULL;
}

static const phk_unit *find(const char *name, size_t length)
{
    for (int i = 0; i < phk_unit_count(); i++)
        if (strlen(table[i].name) == length && memcmp(table[i].name, name, length) == 0)
            return &table[i].unit;
    return NULL;
}

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void multiply(phk_unit *unit, const phk_unit *by, int power)
{
    for (int i = 0; i < power; i++) unit->factor *= by->factor;
    for (int i = 0; i > power; i--) unit->factor /= by->factor;
    unit->m = (signed char)(unit->m + power * by->m);
    unit->kg = (signed char)(unit->kg + power * by->kg);
    unit->s = (signed char)(unit->s + power * by->s);
    unit->rad = (signed char)(unit->rad + power * by->rad);
}

/* Powers have one digit and words are few, so that exponents stay small. */
enum { MOST_WORDS = 6 };

int phk_unit_parse(const char *text, size_t length, phk_unit *unit, size_t *unknown)
{
    size_t i = 0;
    int sign = 1, words = 0, wants_word = 1;
    *unit = (phk_unit){.factor = 1};
    if (unknown) *unknown = length;
    /* "1/s" */
    if (length > 1 && text[0] == '1' && text[1] == '/') {
        i = 2;
        sign = -1;
    }
    while (i < length) {
        size_t start = i;
        if (text[i] == ' ' || text[i] == '\t') {
            i++;
            continue;
        }
        if ((text[i] == '/' || text[i] == '*') && !wants_word) {
            sign = text[i++] == '/' ? -1 : 1;
            wants_word = 1;
            continue;
        }
        while (i < length && is_letter(text[i])) i++;
        if (i == start || ++words > MOST_WORDS) return 0;
        const phk_unit *one = find(text + start, i - start);
        if (!one) {
            if (unknown) *unknown = start;
            return 0;
        }
        int power = 1;
        if (i + 1 < length && text[i] == '^' && text[i + 1] >= '1' && text[i + 1] <= '9') {
            power = text[i + 1] - '0';
            i += 2;
        }
        multiply(unit, one, sign * power);
        sign = 1;
        wants_word = 0;
    }
    return !wants_word;
}

int phk_unit_same_dimension(phk_unit a, phk_unit b)
{
    return a.m == b.m && a.kg == b.kg && a.s == b.s && a.rad == b.rad;
}

const char *phk_unit_quantity(phk_unit unit)
{
    static const struct {
        const char *text;
        phk_unit unit;
    } known[] = {
        {"a pure number", {1, 0, 0, 0, 0}},
        {"a length", {1, 1, 0, 0, 0}},
        {"an area", {1, 2, 0, 0, 0}},
        {"a mass", {1, 0, 1, 0, 0}},
        {"a time", {1, 0, 0, 1, 0}},
        {"an angle", {1, 0, 0, 0, 1}},
        {"a frequency", {1, 0, 0, -1, 0}},
        {"an angular velocity", {1, 0, 0, -1, 1}},
        {"a velocity", {1, 1, 0, -1, 0}},
        {"an acceleration", {1, 1, 0, -2, 0}},
        {"a force", {1, 1, 1, -2, 0}},
        {"a torque or an energy", {1, 2, 1, -2, 0}},
        {"a power", {1, 2, 1, -3, 0}},
        {"a pressure", {1, -1, 1, -2, 0}},
        {"a volume", {1, 3, 0, 0, 0}},
        {"a density", {1, -3, 1, 0, 0}},
        {"a stiffness", {1, 0, 1, -2, 0}},
        {"a damping", {1, 0, 1, -1, 0}},
        {"a moment of inertia", {1, 2, 1, 0, 0}},
        {"an angular momentum", {1, 2, 1, -1, 0}},
        {"a momentum", {1, 1, 1, -1, 0}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (phk_unit_same_dimension(known[i].unit, unit)) return known[i].text;
    return NULL;
}

void phk_unit_offer(phk_nearest *nearest)
{
    for (int i = 0; i < phk_unit_count(); i++) phk_nearest_offer(nearest, table[i].name);
}
