/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mrequest.c -- MREQUEST: one request for each of several parts, joints or forces.
 *
 * It measures the centre of mass of a part against ground, and I against J of a joint or a force.
 * The requests have no numbers of their own and are named after the MREQUEST and what they measure.
 */
#include <stdio.h>
#include <string.h>
#include "io/adams/read/readers.h"
#include "io/adams/build/request.h"

const phk_arg phk_adams_mrequest_args[] = {PHK_REQUEST_KIND_ARGS,
                                           {"PARTS", .kind = PHK_ARG_MIXED},
                                           {"JOINTS", .kind = PHK_ARG_MIXED},
                                           {"JPRIMS", .kind = PHK_ARG_MIXED},
                                           {"APPFORS", .kind = PHK_ARG_MIXED},
                                           {"RM", .kind = PHK_ARG_ID, .of = "MARKER"},
                                           {"COMMENT", .kind = PHK_ARG_TEXT, .abbreviation = 1},
                                           {.name = NULL}};

/* What each of the arguments is about; forces of one number: the first that is there. */
static const char *const part_types[] = {"PART", "POINT_MASS", NULL};
static const char *const joint_types[] = {"JOINT", NULL};
static const char *const jprim_types[] = {"JPRIM", NULL};
static const char *const force_types[] = {"BUSHING", "GFORCE",  "SFORCE", "SPRINGDAMPER",
                                          "VFORCE",  "VTORQUE", NULL};
typedef struct {
    const char *argument;
    const char *const *types;
} family;
static const family families[] = {{"PARTS", part_types},
                                  {"JOINTS", joint_types},
                                  {"JPRIMS", jprim_types},
                                  {"APPFORS", force_types}};

static int id_of(const phk_statement *s, const char *argument)
{
    return (int)phk_arg_number(s, argument, 0, 0);
}

/* A name nobody has. */
static const char *free_name(phk_deck *deck, const phk_statement *s, const phk_statement *object)
{
    const char *name = phk_deck_print(deck, "%s_%s", s->name, object->name);
    for (int k = 2; k < 1000 && phk_model_find(deck->model, name, strlen(name)).index >= 0; k++)
        name = phk_deck_print(deck, "%s_%s_%d", s->name, object->name, k);
    return name;
}

/* The request for one object; a part without a centre of mass, such as ground, has none. */
static void add_one(phk_deck *deck, const phk_statement *s, const phk_statement *object, int kind)
{
    int i = id_of(object, "I"), j = id_of(object, "J");
    if (j == 0) j = id_of(object, "JFLOAT");
    if (phk_arg_flag(object, "ACTIONONLY")) j = kind == PHK_REQUEST_FORCE ? 0 : j;
    if (i == 0) i = id_of(object, "CM");
    if (i == 0) return;
    ph_request_column column[PHK_REQUEST_COMPONENTS];
    phk_request_columns(deck, s, (phk_request_kind)kind,
                        (phk_request_markers){i, j, id_of(s, "RM")}, column);
    ph_source where = phk_deck_place(deck, s->keyword);
    ph_request_def def = {.where = where,
                          .title = {phk_arg_text(deck, s, "COMMENT"), where},
                          .count = PHK_REQUEST_COMPONENTS,
                          .column = column};
    const char *name = free_name(deck, s, object);
    phk_deck_added(deck, ph_model_add_request(deck->model, name, &def), s, PHK_KIND_REQUEST);
}

static void add_all(phk_deck *deck, const phk_statement *s, const family *f, int kind)
{
    for (const char *const *type = f->types; *type; type++)
        for (const phk_statement *o = NULL; (o = phk_deck_next(deck, *type, o));)
            add_one(deck, s, o, kind);
}

static void add_id(phk_deck *deck, const phk_statement *s, const family *f, int kind, phk_word t)
{
    int id = t.number >= 1 && t.number < 2147483648.0 ? (int)t.number : 0;
    for (const char *const *type = f->types; *type; type++) {
        const phk_statement *o = phk_deck_find(deck, *type, id);
        if (!o) continue;
        add_one(deck, s, o, kind);
        return;
    }
    phk_deck_error(deck, PH_E_NAME, (phk_piece){t.at, t.length}, NULL,
                   "there is no %s of number %.0f", f->types[0], t.number);
}

/* ALL, or numbers. */
static void add_listed(phk_deck *deck, const phk_statement *s, const family *f, int kind,
                       const phk_given *given)
{
    phk_lexer lexer = {.text = deck->text,
                       .at = given->piece[0].at,
                       .end = given->piece[0].at + given->piece[0].length,
                       .file = deck->file,
                       .lines = &deck->lines};
    for (phk_word t = phk_lexer_next(&lexer); t.kind != PHK_TOKEN_END; t = phk_lexer_next(&lexer)) {
        if (t.kind == PHK_TOKEN_MARK && t.mark == ',') continue;
        if (t.kind == PHK_TOKEN_NUMBER) {
            add_id(deck, s, f, kind, t);
        } else if (t.kind == PHK_TOKEN_WORD &&
                   phk_abbreviates(deck->text + t.at, t.length, "ALL", 1)) {
            add_all(deck, s, f, kind);
        } else {
            phk_deck_error(deck, PH_E_SYNTAX, (phk_piece){t.at, t.length}, NULL,
                           "%s: expected ALL or numbers", f->argument);
            return;
        }
    }
}

void phk_adams_build_mrequest(phk_deck *deck, const phk_statement *s)
{
    int kind = phk_request_kind_of(s), asked = 0;
    if (kind < 0 || kind == PHK_REQUEST_KINDS) {
        phk_deck_error(deck, PH_E_MODEL, s->keyword, NULL,
                       "MREQUEST/%d needs one of DISPLACEMENT, VELOCITY, ACCELERATION and FORCE",
                       s->id);
        return;
    }
    for (size_t k = 0; k < sizeof families / sizeof *families; k++) {
        const phk_given *given = phk_arg_find(s, families[k].argument);
        if (!given || given->count == 0) continue;
        asked++;
        if (kind == PHK_REQUEST_FORCE && families[k].types == part_types)
            phk_deck_error(deck, PH_E_MODEL, given->name, "ask for the forces of JOINTS or APPFORS",
                           "there is no force of a part");
        else
            add_listed(deck, s, &families[k], kind, given);
    }
    if (!asked)
        phk_deck_error(deck, PH_E_MISSING, s->keyword, "such as PARTS = ALL",
                       "MREQUEST/%d needs PARTS, JOINTS, JPRIMS or APPFORS", s->id);
}
