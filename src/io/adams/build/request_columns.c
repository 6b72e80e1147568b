/* SPDX-License-Identifier: BSD-3-Clause
 *
 * request_columns.c -- the eight components between two markers, by the functions of the deck's own
 * language: magnitude and three components, then the same of the rotation.
 *
 * Displacements, velocities, accelerations are those of I against J, as ground sees them change;
 * forces are what J does to I, or everything that acts on I when there is no J. Components are
 * along the axes of RM, or of ground. The angles of a displacement are those of the turns about z,
 * x and z from J to I, whatever RM is; their magnitude is that of the three numbers.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "io/adams/build/request.h"

typedef struct {
    const char *flag;
    const char *name[PHK_REQUEST_COMPONENTS];
    const char *function[PHK_REQUEST_COMPONENTS]; /* NULL: the magnitude of the next three */
    const char *unit[2];                          /* of the first four, and of those of rotation */
} kind_info;

enum { ROTATION = 4 }; /* where it begins */

static const kind_info kinds[PHK_REQUEST_KINDS] = {
    {"DISPLACEMENT",
     {"mag", "x", "y", "z", "amag", "psi", "theta", "phi"},
     {"DM", "DX", "DY", "DZ", NULL, "PSI", "THETA", "PHI"},
     {"L", "rad"}},
    {"VELOCITY",
     {"mag", "x", "y", "z", "amag", "wx", "wy", "wz"},
     {"VM", "VX", "VY", "VZ", "WM", "WX", "WY", "WZ"},
     {"L/T", "rad/T"}},
    {"ACCELERATION",
     {"mag", "x", "y", "z", "amag", "wdx", "wdy", "wdz"},
     {"ACCM", "ACCX", "ACCY", "ACCZ", "WDTM", "WDTX", "WDTY", "WDTZ"},
     {"L/T^2", "rad/T^2"}},
    {"FORCE",
     {"mag", "x", "y", "z", "amag", "tx", "ty", "tz"},
     {"FM", "FX", "FY", "FZ", "TM", "TX", "TY", "TZ"},
     {"F", "F L"}},
};

int phk_request_kind_of(const phk_statement *s)
{
    int kind = -1;
    for (int k = 0; k < PHK_REQUEST_KINDS; k++)
        if (phk_arg_flag(s, kinds[k].flag)) kind = kind < 0 ? k : PHK_REQUEST_KINDS;
    return kind;
}

static const char *function_of(phk_deck *deck, phk_request_kind kind, int k, phk_request_markers m)
{
    const char *name = kinds[kind].function[k];
    if (!name)
        return phk_deck_print(deck, "SQRT(PSI(%d,%d)**2+THETA(%d,%d)**2+PHI(%d,%d)**2)", m.i, m.j,
                              m.i, m.j, m.i, m.j);
    bool component = k % ROTATION > 0 && !(kind == PHK_REQUEST_DISPLACEMENT && k >= ROTATION);
    if (!component) return phk_deck_print(deck, "%s(%d,%d)", name, m.i, m.j);
    return phk_deck_print(deck, "%s(%d,%d,%d)", name, m.i, m.j, m.rm);
}

const char *phk_request_unit(phk_deck *deck, const char *pattern)
{
    const phk_deck_units *u = &deck->units;
    char text[120] = "";
    for (; *pattern; pattern++) {
        char self[2] = {*pattern, '\0'};
        const char *word = self;
        if (*pattern == 'F') word = u->force_name;
        if (*pattern == 'L') word = u->length_name;
        if (*pattern == 'M') word = u->mass_name;
        if (*pattern == 'T') word = u->time_name;
        if (strlen(text) + strlen(word) < sizeof text) strcat(text, word);
    }
    return phk_deck_print(deck, "%s", text);
}

void phk_request_columns(phk_deck *deck, const phk_statement *s, phk_request_kind kind,
                         phk_request_markers markers, ph_request_column *column)
{
    ph_source where = phk_deck_place(deck, s->keyword);
    for (int k = 0; k < PHK_REQUEST_COMPONENTS; k++) {
        const char *text = function_of(deck, kind, k, markers);
        column[k] = (ph_request_column){
            {kinds[kind].name[k], where},
            {phk_request_unit(deck, kinds[kind].unit[k >= ROTATION]), where},
            phk_deck_expression_text(deck, text, s->keyword, (phk_function_role){.self = s})};
    }
}

static bool is_taken(const char *name, const ph_request_column *column, int count)
{
    for (int k = 0; k < count; k++)
        if (strcmp(column[k].name.text, name) == 0) return true;
    return false;
}

const char *phk_request_column_name(phk_deck *deck, const char *text, size_t length,
                                    const ph_request_column *column, int count)
{
    char name[64];
    size_t n = 0;
    if (length == 0 || isdigit((unsigned char)text[0])) name[n++] = '_';
    for (size_t k = 0; k < length && n < sizeof name - 1; k++)
        name[n++] = (char)(isalnum((unsigned char)text[k]) ? text[k] : '_');
    name[n] = '\0';
    const char *result = phk_deck_print(deck, "%s", name);
    for (int k = 2; is_taken(result, column, count) && k < 1000 + count; k++)
        result = phk_deck_print(deck, "%s_%d", name, k);
    return result;
}
