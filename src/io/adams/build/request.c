/* SPDX-License-Identifier: BSD-3-Clause
 *
 * request.c -- REQUEST: columns of the result, in the units of the deck.
 *
 * What is asked for is a displacement, velocity, acceleration or force between markers, a list of
 * variables, as many as there are, or up to eight functions F1 .. F8. CNAMES renames the
 * components, an empty name drops one, and names for more than there are are of no use; CUNITS
 * names what they measure. COMMENT is the title.
 */
#include <string.h>
#include "io/adams/read/readers.h"
#include "io/adams/build/request.h"

static const char of_files[] = "it is about ADAMS' own result files";

const phk_arg phk_adams_request_args[] = {
    PHK_REQUEST_KIND_ARGS,
    {"I", .kind = PHK_ARG_ID, .of = "MARKER"},
    {"J", .kind = PHK_ARG_ID, .of = "MARKER"},
    {"RM", .kind = PHK_ARG_ID, .of = "MARKER"},
    {"F1", .kind = PHK_ARG_FUNCTION},
    {"F2", .kind = PHK_ARG_FUNCTION},
    {"F3", .kind = PHK_ARG_FUNCTION},
    {"F4", .kind = PHK_ARG_FUNCTION},
    {"F5", .kind = PHK_ARG_FUNCTION},
    {"F6", .kind = PHK_ARG_FUNCTION},
    {"F7", .kind = PHK_ARG_FUNCTION},
    {"F8", .kind = PHK_ARG_FUNCTION},
    {"FUNCTION", .kind = PHK_ARG_FUNCTION, .abbreviation = 2},
    {"ROUTINE", .kind = PHK_ARG_TEXTS, .flags = PHK_ARG_UNUSED,
     .why = "it names a user's subroutine"},
    {"VARIABLES", .kind = PHK_ARG_ID, .of = "VARIABLE", .least = 1, .most = -1, .abbreviation = 3},
    {"COMMENT", .kind = PHK_ARG_TEXT, .abbreviation = 1},
    {"TITLE", .kind = PHK_ARG_MIXED},
    {"CNAMES", .kind = PHK_ARG_TEXTS, .least = 1, .most = -1},
    {"CUNITS", .kind = PHK_ARG_TEXTS, .least = 1, .most = -1},
    {"CLABELS", .kind = PHK_ARG_TEXTS, .least = 1, .most = -1, .flags = PHK_ARG_UNUSED,
     .why = of_files},
    {"CTYPE", .kind = PHK_ARG_TEXTS, .flags = PHK_ARG_UNUSED, .why = of_files},
    {"RESULTS_NAME", .kind = PHK_ARG_TEXTS, .abbreviation = 2},
    {.name = NULL}};

/* The name of a component: from CNAMES, else TITLE; text NULL: not named. */
typedef struct {
    const char *text;
    size_t length;
} component_name;

static void read_cnames(const phk_deck *deck, const phk_given *given, component_name *name,
                        int room)
{
    for (int k = 0; k < given->count && k < room; k++)
        name[k] = (component_name){deck->text + given->piece[k].at, given->piece[k].length};
}

/* TITLE = c1:c2:..:c8, with or without quotes. */
static void read_titles(const phk_deck *deck, const phk_given *given, component_name *name)
{
    phk_lexer lexer = {.text = deck->text,
                       .at = given->piece[0].at,
                       .end = given->piece[0].at + given->piece[0].length,
                       .file = deck->file,
                       .lines = &deck->lines};
    int k = 0;
    for (phk_word t = phk_lexer_next(&lexer); t.kind != PHK_TOKEN_END && k < PHK_REQUEST_COMPONENTS;
         t = phk_lexer_next(&lexer)) {
        if (t.kind == PHK_TOKEN_MARK && t.mark == ':')
            k++;
        else if (!name[k].text)
            name[k] = (component_name){deck->text + t.at, t.length};
        else
            name[k].length = (size_t)(deck->text + t.at + t.length - name[k].text);
    }
}

/* The unit of what CUNITS names; NULL: none. */
static const char *unit_named(phk_deck *deck, const char *word, size_t length)
{
    static const struct {
        const char *word, *pattern; /* see phk_request_unit */
    } known[] = {{"LENGTH", "L"},
                 {"ANGLE", "rad"},
                 {"TIME", "T"},
                 {"MASS", "M"},
                 {"FORCE", "F"},
                 {"TORQUE", "F L"},
                 {"VELOCITY", "L/T"},
                 {"ACCELERATION", "L/T^2"},
                 {"ANGULAR_VELOCITY", "rad/T"},
                 {"ANGULAR_ACCELERATION", "rad/T^2"},
                 {"STIFFNESS", "F/L"},
                 {"DAMPING", "F T/L"},
                 {"TORSION_STIFFNESS", "F L/rad"},
                 {"TORSION_DAMPING", "F L T/rad"},
                 {"ENERGY", "F L"},
                 {"AREA", "L^2"},
                 {"VOLUME", "L^3"},
                 {"PRESSURE", "F/L^2"},
                 {"INERTIA", "M L^2"},
                 {"FREQUENCY", "1/T"}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (phk_abbreviates(word, length, known[k].word, (int)strlen(known[k].word)))
            return phk_request_unit(deck, known[k].pattern);
    return NULL;
}

typedef struct {
    int count, room;
    ph_request_column *column; /* [room] */
    int *component;            /* [room] which of the components each is, by number */
    component_name *name;      /* [room] of components */
} request;

/* Room for the eight components there mostly are, or for all variables of a list. */
static bool make_room(phk_deck *deck, const phk_statement *s, request *r)
{
    const phk_given *list = phk_arg_find(s, "VARIABLES");
    int room = list && list->count > PHK_REQUEST_COMPONENTS ? list->count : PHK_REQUEST_COMPONENTS;
    size_t n = (size_t)room;
    *r = (request){.room = room,
                   .column = phk_arena_alloc(&deck->arena, n * sizeof *r->column),
                   .component = phk_arena_alloc(&deck->arena, n * sizeof *r->component),
                   .name = phk_arena_alloc(&deck->arena, n * sizeof *r->name)};
    if (!r->column || !r->component || !r->name) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return false;
    }
    for (int k = 0; k < room; k++) r->name[k] = (component_name){NULL, 0};
    return true;
}

static void add_column(request *r, int component, ph_request_column column)
{
    r->component[r->count] = component;
    r->column[r->count++] = column;
}

static bool read_markers(phk_deck *deck, const phk_statement *s, request *r, int kind)
{
    const phk_given *i = phk_arg_find(s, "I");
    if (!i) {
        phk_deck_error(deck, PH_E_MISSING, s->keyword, "I = the marker it is about",
                       "REQUEST/%d has no I", s->id);
        return false;
    }
    ph_request_column column[PHK_REQUEST_COMPONENTS];
    phk_request_markers markers = {(int)i->number[0], (int)phk_arg_number(s, "J", 0, 0),
                                   (int)phk_arg_number(s, "RM", 0, 0)};
    phk_request_columns(deck, s, (phk_request_kind)kind, markers, column);
    for (int k = 0; k < PHK_REQUEST_COMPONENTS; k++) add_column(r, k, column[k]);
    return true;
}

static void read_functions(phk_deck *deck, const phk_statement *s, request *r)
{
    static const char *const name[][2] = {{"F1", "f1"}, {"F2", "f2"}, {"F3", "f3"}, {"F4", "f4"},
                                          {"F5", "f5"}, {"F6", "f6"}, {"F7", "f7"}, {"F8", "f8"}};
    for (int k = 0; k < PHK_REQUEST_COMPONENTS; k++) {
        const phk_given *given = phk_arg_find(s, name[k][0]);
        if (!given) continue;
        ph_expr value = phk_deck_expression(deck, given->piece[0], (phk_function_role){.self = s});
        ph_text column = {name[k][1], phk_deck_place(deck, given->name)};
        add_column(r, k, (ph_request_column){.name = column, .value = value});
    }
}

static void read_variables(phk_deck *deck, const phk_statement *s, request *r)
{
    const phk_given *given = phk_arg_find(s, "VARIABLES");
    for (int k = 0; given && k < given->count && r->count < r->room; k++) {
        if (!given->target[k]) continue;
        ph_text name = {given->target[k]->name, phk_deck_place(deck, given->piece[k])};
        const char *text = phk_deck_print(deck, "VARVAL(%d)", given->target[k]->id);
        ph_expr value =
            phk_deck_expression_text(deck, text, given->piece[k], (phk_function_role){.self = s});
        add_column(r, r->count, (ph_request_column){.name = name, .value = value});
    }
}

/* The values of a user's routine: function_f1 to function_f8 of its plug-in, those that it has. */
static void read_user(phk_deck *deck, const phk_statement *s, request *r)
{
    static const char *const part[] = {"_f1", "_f2", "_f3", "_f4", "_f5", "_f6", "_f7", "_f8"};
    const phk_given *user = phk_arg_find(s, "FUNCTION");
    if (!phk_deck_open_routine(deck, s, user->name)) return;
    for (int k = 0; k < PHK_REQUEST_COMPONENTS; k++) {
        if (!phk_deck_routine(deck, s, part[k])) continue;
        phk_function_role role = {.self = s, .component = part[k]};
        ph_text name = {part[k] + 1, phk_deck_place(deck, user->name)};
        ph_expr value = phk_deck_expression(deck, user->piece[0], role);
        add_column(r, k, (ph_request_column){.name = name, .value = value});
    }
    if (r->count == 0)
        phk_deck_error(deck, PH_E_NAME, user->name, "they are called function_f1, function_f2, ..",
                       "the plug-in of REQUEST/%d has no function for it", s->id);
}

/* Names, drops and measures the columns as CNAMES, TITLE and CUNITS say. */
static void rename_columns(phk_deck *deck, const phk_statement *s, request *r)
{
    component_name *name = r->name;
    const phk_given *cnames = phk_arg_find(s, "CNAMES"), *titles = phk_arg_find(s, "TITLE");
    const phk_given *units = phk_arg_find(s, "CUNITS");
    if (cnames)
        read_cnames(deck, cnames, name, r->room);
    else if (titles && titles->count > 0)
        read_titles(deck, titles, name);
    int kept = 0;
    for (int k = 0; k < r->count; k++) {
        int which = r->component[k];
        if (cnames && name[which].text && name[which].length == 0) continue;
        ph_request_column column = r->column[k];
        if (name[which].text && name[which].length > 0)
            column.name.text = phk_request_column_name(deck, name[which].text, name[which].length,
                                                       r->column, kept);
        const char *unit = NULL;
        if (units && which < units->count)
            unit =
                unit_named(deck, deck->text + units->piece[which].at, units->piece[which].length);
        if (unit) column.unit = (ph_text){unit, column.name.where};
        r->column[kept++] = column;
    }
    r->count = kept;
}

static const char *title_of(phk_deck *deck, const phk_statement *s)
{
    const char *comment = phk_arg_text(deck, s, "COMMENT");
    return comment ? comment : phk_arg_text(deck, s, "RESULTS_NAME");
}

void phk_adams_build_request(phk_deck *deck, const phk_statement *s)
{
    request r;
    int kind = phk_request_kind_of(s);
    bool user = phk_arg_find(s, "FUNCTION");
    if (user && !phk_arg_find(s, "ROUTINE")) {
        phk_deck_note(deck, s->keyword,
                      "REQUEST/%d is left out: a user's subroutine makes its values", s->id);
        return;
    }
    if (!make_room(deck, s, &r)) return;
    if (user) read_user(deck, s, &r);
    if (user && r.count == 0) return;
    if (kind >= 0 && kind < PHK_REQUEST_KINDS && !read_markers(deck, s, &r, kind)) return;
    if (kind < 0 && !user) read_functions(deck, s, &r);
    if (kind < 0 && r.count == 0) read_variables(deck, s, &r);
    if (r.count == 0) {
        phk_deck_error(
            deck, PH_E_MODEL, s->keyword,
            "give one of DISPLACEMENT, VELOCITY, ACCELERATION, FORCE with I and J, or "
            "functions F1=..\\ to F8=..",
            kind < 0 ? "REQUEST/%d asks for nothing" : "REQUEST/%d asks for several things", s->id);
        return;
    }
    rename_columns(deck, s, &r);
    ph_source where = phk_deck_place(deck, s->keyword);
    ph_request_def def = {.where = where,
                          .id = s->id,
                          .title = {title_of(deck, s), where},
                          .count = r.count,
                          .column = r.column};
    phk_deck_added(deck, ph_model_add_request(deck->model, s->name, &def), s, PHK_KIND_REQUEST);
}
