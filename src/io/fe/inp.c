/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Nodes, elements and sets of decks of CalculiX and Abaqus. Everything else in a deck is passed
 * over.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/fe/formats.h"
#include "io/text/file.h"

typedef enum { OTHER, NODE, ELEMENT, NSET } section;
typedef struct {
    phk_fe_build *b;
    phk_fe_text t;
    section in;
    bool generate;
    bool known; /* the kind of element is one to draw */
    phk_fe_kind kind;
    char set[128]; /* name, "": none */
    bool goes_on;  /* the line before ended with a comma */
    phk_fe_element element;
    int read; /* numbers of it */
    int deep, errors;
    ph_status status;
} reader;

static void note(reader *r, ph_status status)
{
    r->status = status;
    r->errors++;
}

/* Which solid, shell or beam a name such as C3D10 is. */
static bool kind_of(phk_fe_piece type, phk_fe_kind *kind)
{
    static const struct {
        const char *begin;
        phk_fe_kind kind;
    } known[] = {{"C3D4", PHK_FE_TET},    {"C3D10", PHK_FE_TET},   {"C3D6", PHK_FE_WEDGE},
                 {"C3D15", PHK_FE_WEDGE}, {"C3D8", PHK_FE_HEX},    {"C3D20", PHK_FE_HEX},
                 {"C3D27", PHK_FE_HEX},   {"S3", PHK_FE_TRIANGLE}, {"S6", PHK_FE_TRIANGLE},
                 {"S4", PHK_FE_QUAD},     {"S8", PHK_FE_QUAD},     {"B31", PHK_FE_BEAM},
                 {"B33", PHK_FE_BEAM}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const int n = (int)strlen(known[i].begin);
        if (type.length < n || (type.length > n && isdigit((unsigned char)type.at[n]))) continue;
        if (!phk_fe_is((phk_fe_piece){type.at, n}, known[i].begin)) continue;
        *kind = known[i].kind;
        return true;
    }
    return false;
}

static int corners(phk_fe_kind kind)
{
    static const int count[] = {[PHK_FE_TET] = 4,      [PHK_FE_WEDGE] = 6, [PHK_FE_HEX] = 8,
                                [PHK_FE_TRIANGLE] = 3, [PHK_FE_QUAD] = 4,  [PHK_FE_BEAM] = 2};
    return count[kind];
}

static void include(reader *r, phk_fe_piece name)
{
    char *text = NULL, path[1000];
    size_t length = 0;
    const ph_source where = {r->t.file, r->t.number, (int)(name.at - r->t.line) + 1, name.length};
    if (r->deep > 8) {
        note(r, phk_fe_error(&r->t, name, PH_E_FORMAT, "does a file include itself?",
                             "files are included more than 8 deep"));
        return;
    }
    snprintf(path, sizeof path, "%.*s", name.length, name.at);
    char *found = phk_file_beside(r->t.file, path);
    const char *kept = found ? phk_arena_text(&r->b->arena, found, strlen(found)) : NULL;
    free(found);
    if (!kept) {
        note(r, PH_E_NOMEM);
        return;
    }
    ph_status status = phk_file_read(kept, where, r->b->diag, &text, &length);
    if (status == PH_OK) {
        phk_diag_text(r->b->diag, kept, text, length);
        status = phk_fe_read_inp(r->b, &(phk_fe_source){kept, text, length}, r->deep + 1);
        phk_diag_text(r->b->diag, kept, NULL, 0);
    }
    free(text);
    if (status != PH_OK) note(r, status);
}

static bool has_key(phk_fe_piece piece, const char *key, phk_fe_piece *value)
{
    const int n = (int)strlen(key);
    if (piece.length < n || !phk_fe_is((phk_fe_piece){piece.at, n}, key)) return false;
    const char *p = piece.at + n, *end = piece.at + piece.length;
    while (p < end && *p == ' ') p++;
    if (p == end || *p != '=') return false;
    for (p++; p < end && *p == ' ';) p++;
    *value = (phk_fe_piece){p, (int)(end - p)};
    return true;
}

/* A line *KEYWORD, PARAMETER=VALUE, .. */
static void read_keyword(reader *r)
{
    phk_fe_piece piece, value;
    r->in = OTHER;
    r->set[0] = '\0';
    r->generate = r->known = r->goes_on = false;
    if (!phk_fe_next(&r->t, false, &piece)) return;
    const bool is_include = phk_fe_is(piece, "*INCLUDE");
    if (phk_fe_is(piece, "*NODE")) r->in = NODE;
    if (phk_fe_is(piece, "*ELEMENT")) r->in = ELEMENT;
    if (phk_fe_is(piece, "*NSET")) r->in = NSET;
    while (phk_fe_next(&r->t, false, &piece)) {
        if (is_include && has_key(piece, "INPUT", &value)) include(r, value);
        if (has_key(piece, "NSET", &value))
            snprintf(r->set, sizeof r->set, "%.*s", value.length, value.at);
        if (has_key(piece, "TYPE", &value)) r->known = kind_of(value, &r->kind);
        if (phk_fe_is(piece, "GENERATE")) r->generate = true;
        /* *NODE FILE, *NODE PRINT and the like are other keywords, *NODE OUTPUT too */
    }
}

static bool add_to_set(reader *r, int node)
{
    if (!r->set[0]) return true;
    phk_fe_list *list = phk_fe_find_list(r->b, r->set, (int)strlen(r->set));
    if (list && phk_fe_add_to_list(r->b, list, node)) return true;
    note(r, PH_E_NOMEM);
    return false;
}

static void read_node(reader *r)
{
    phk_fe_piece piece = {r->t.line, 0};
    int id;
    double x[3] = {0, 0, 0};
    if (!phk_fe_next(&r->t, false, &piece) || !phk_fe_whole(piece, &id) || id < 1) {
        note(r, phk_fe_expected(&r->t, piece, "the number of a node"));
        return;
    }
    for (int k = 0; k < 3 && phk_fe_next(&r->t, false, &piece); k++)
        if (piece.length > 0 && !phk_fe_real(piece, &x[k])) {
            note(r, phk_fe_expected(&r->t, piece, "a coordinate"));
            return;
        }
    if (phk_fe_add_node(r->b, id, ph_v3(x[0], x[1], x[2])) < 0) note(r, PH_E_NOMEM);
    add_to_set(r, id);
}

static void read_element(reader *r)
{
    phk_fe_piece piece = {r->t.line, 0};
    int number;
    if (!r->known) return;
    if (!r->goes_on) {
        r->read = -1;
        r->element = (phk_fe_element){.kind = r->kind};
    }
    while (phk_fe_next(&r->t, false, &piece)) {
        if (piece.length == 0) continue;
        if (!phk_fe_whole(piece, &number)) {
            note(r, phk_fe_expected(&r->t, piece, "the number of a node"));
            return;
        }
        if (r->read >= 0 && r->read < 8) r->element.corner[r->read] = number;
        r->read++;
    }
    r->goes_on = r->t.stop > r->t.line && r->t.stop[-1] == ',';
    if (r->goes_on || r->read < corners(r->kind)) return;
    if (!phk_fe_add_element(r->b, &r->element)) note(r, PH_E_NOMEM);
}

static void generate(reader *r)
{
    int number[3] = {0, 0, 1};
    phk_fe_piece piece = {r->t.line, 0};
    for (int k = 0; k < 3 && phk_fe_next(&r->t, false, &piece); k++)
        if (piece.length > 0 && !phk_fe_whole(piece, &number[k])) {
            note(r, phk_fe_expected(&r->t, piece, "first, last and step of numbers of nodes"));
            return;
        }
    if (number[2] < 1 || number[1] < number[0] || (number[1] - number[0]) / number[2] > 50000000) {
        note(r, phk_fe_error(&r->t, piece, PH_E_RANGE, NULL,
                             "from %d to %d by %d is no series of nodes", number[0], number[1],
                             number[2]));
        return;
    }
    for (long long i = number[0]; i <= number[1]; i += number[2])
        if (!add_to_set(r, (int)i)) return;
}

static void read_set(reader *r)
{
    phk_fe_piece piece;
    int number;
    if (r->generate) {
        generate(r);
        return;
    }
    while (phk_fe_next(&r->t, false, &piece)) {
        if (piece.length == 0) continue;
        if (phk_fe_whole(piece, &number)) {
            if (!add_to_set(r, number)) return;
            continue;
        }
        /* a set by its name */
        int from = -1;
        for (int i = 0; i < r->b->lists; i++)
            if (phk_fe_is(piece, r->b->list[i].name)) from = i;
        if (from < 0) {
            note(r, phk_fe_expected(&r->t, piece, "numbers of nodes, or the name of a set above"));
            return;
        }
        for (int k = 0, n = r->b->list[from].count; k < n; k++)
            if (!add_to_set(r, r->b->list[from].node[k])) return;
    }
}

ph_status phk_fe_read_inp(phk_fe_build *b, const phk_fe_source *in, int deep)
{
    reader r = {.b = b, .in = OTHER, .deep = deep};
    phk_fe_text_begin(&r.t, in->file, in->text, in->length, b->diag);
    while (r.errors < PHK_FE_MANY && phk_fe_line(&r.t)) {
        const char *p = r.t.line;
        while (p < r.t.stop && (*p == ' ' || *p == '\t')) p++;
        if (p[0] == '*' && p + 1 < r.t.stop && p[1] == '*') continue;
        if (*p == '*')
            read_keyword(&r);
        else if (r.in == NODE)
            read_node(&r);
        else if (r.in == ELEMENT)
            read_element(&r);
        else if (r.in == NSET)
            read_set(&r);
    }
    return r.status;
}
