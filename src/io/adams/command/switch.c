/* SPDX-License-Identifier: BSD-3-Clause
 *
 * switch.c -- ACTIVATE and DEACTIVATE: which joints, motions, forces and contacts act from the next
 * SIMULATE on.
 */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/adams/read/args.h"
#include "io/adams/command/command.h"
#include "io/adams/read/read.h"

static const char always[] = "it is there all the time";
#define ALWAYS(name)                                                                               \
    {                                                                                              \
        name, PHK_ARG_FLAG, .flags = PHK_ARG_UNUSED, .why = always                                 \
    }
const phk_arg phk_command_switch_args[] = {{"ID", PHK_ARG_MIXED, .flags = 0}, /* 3, 5:8, 12 */
                                           {"RANGE", PHK_ARG_MIXED, .flags = 0},
                                           ARG_FLAG("JOINT"),
                                           ARG_FLAG("JPRIM"),
                                           ARG_FLAG("GCON"),
                                           ARG_FLAG("MOTION"),
                                           ARG_FLAG("SFORCE"),
                                           ARG_FLAG("VFORCE"),
                                           ARG_FLAG("VTORQUE"),
                                           ARG_FLAG("GFORCE"),
                                           ARG_FLAG("SPRINGDAMPER"),
                                           ARG_FLAG("BUSHING"),
                                           ARG_FLAG("BEAM"),
                                           ARG_FLAG("FIELD"),
                                           ARG_FLAG("FRICTION"),
                                           ARG_FLAG("COUPLER"),
                                           ARG_FLAG("GEAR"),
                                           ARG_FLAG("PTCV"),
                                           ARG_FLAG("CVCV"),
                                           ARG_FLAG("CONTACT"),
                                           ARG_FLAG("SENSOR"),
                                           ALWAYS("REQUEST"),
                                           ALWAYS("MREQUEST"),
                                           ALWAYS("GRAPHICS"),
                                           ARG_END};

/* Numbers a list of them stands for. */
typedef struct {
    int from, to;
    bool found;
    phk_piece where;
} range;

static bool is_mark(phk_word t, char mark)
{
    return t.kind == PHK_TOKEN_MARK && t.mark == mark;
}

static bool is_number(phk_word t)
{
    return t.kind == PHK_TOKEN_NUMBER && t.number >= 1 && t.number <= INT_MAX &&
           t.number == (double)(int)t.number;
}

/* Reads `3, 5:8`; a pair of numbers behind RANGE is one range. Returns how many there are, -1: an
 * error was reported. */
static int read_ranges(phk_script *script, const phk_given *given, bool pair, range **out)
{
    phk_deck *text = &script->text;
    phk_piece piece = given->piece[0];
    phk_lexer lexer = {text->text, piece.at,    piece.at + piece.length, false, NULL,
                       text->file, &text->lines};
    range *list = NULL;
    size_t count = 0;
    phk_word t = phk_lexer_next(&lexer);
    while (t.kind != PHK_TOKEN_END) {
        phk_word last = t;
        bool ok = is_number(t);
        int from = ok ? (int)t.number : 0, to = from;
        t = phk_lexer_next(&lexer);
        if (ok && (is_mark(t, ':') || (pair && is_mark(t, ',')))) {
            last = phk_lexer_next(&lexer);
            ok = is_number(last) && last.number >= from;
            to = ok ? (int)last.number : 0;
            t = phk_lexer_next(&lexer);
        }
        if (!ok || !(is_mark(t, ',') || t.continued || t.kind == PHK_TOKEN_END)) {
            phk_deck_error(text, PH_E_SYNTAX, phk_token_piece(last), "e.g. ID = 3, 5:8, 12",
                           "these are no numbers of statements");
            return -1;
        }
        list = phk_arena_grow(&text->arena, list, count, sizeof *list);
        if (!list) {
            phk_deck_failed(text, PH_E_NOMEM);
            return -1;
        }
        list[count++] = (range){from, to, false, phk_token_piece(last)};
        if (is_mark(t, ',')) t = phk_lexer_next(&lexer);
    }
    *out = list;
    return (int)count;
}

static void add_name(phk_script *script, ph_names *names, const char *name, ph_source where)
{
    ph_text *larger = phk_arena_grow(&script->text.arena, (void *)(uintptr_t)names->name,
                                     (size_t)names->count, sizeof *larger);
    if (!larger) {
        phk_deck_failed(&script->text, PH_E_NOMEM);
        return;
    }
    larger[names->count++] = (ph_text){name, where};
    names->name = larger;
    script->switches++;
}

/* The last word counts. */
static void drop_name(ph_names *names, const char *name)
{
    ph_text *list = (void *)(uintptr_t)names->name;
    int kept = 0;
    for (int i = 0; i < names->count; i++)
        if (strcmp(list[i].text, name) != 0) list[kept++] = list[i];
    names->count = kept;
}

static bool has_name(const ph_names *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->name[i].text, name) == 0) return true;
    return false;
}

/* Whether an object acts in what comes next, as far as commands have said. */
static bool is_on(const phk_script *script, const char *name)
{
    bool on = true;
    for (int i = 0; i <= script->phases; i++) {
        const ph_phase_def *p = i < script->phases ? &script->phase[i] : &script->next;
        if (has_name(&p->deactivate, name)) on = false;
        if (has_name(&p->activate, name)) on = true;
    }
    return on;
}

void phk_script_replace(phk_script *script, const char *old, const char *new, ph_source where)
{
    ph_phase_def *next = &script->next;
    bool on = is_on(script, old);
    drop_name(&next->activate, old);
    add_name(script, &next->deactivate, old, where);
    /* it is switched on later, or with the next simulation, or not off at all */
    if (script->phases > 0 || !on)
        add_name(script, script->phases > 0 ? &script->phase[0].deactivate : &next->deactivate, new,
                 where);
    if (script->phases > 0 && on) add_name(script, &next->activate, new, where);
}

/* The number behind "JOINT/"; 0: it is the label of another kind. */
static int number_of(const char *label, const char *kind)
{
    size_t n = strlen(kind);
    if (!label || strncmp(label, kind, n) != 0 || label[n] != '/') return 0;
    return (int)strtol(label + n + 1, NULL, 10);
}

static const phk_kind switched[] = {PHK_KIND_JOINT, PHK_KIND_MOTION, PHK_KIND_FORCE,
                                    PHK_KIND_CONTACT, PHK_KIND_EVENT};
enum { SWITCHED = sizeof switched / sizeof *switched };

void phk_script_unlabel(phk_script *script, const char *kind, int id)
{
    for (size_t k = 0; k < SWITCHED; k++) {
        phk_list *list = &script->deck.model->list[switched[k]];
        for (int i = 0; i < list->labels; i++)
            if (number_of(list->label[i], kind) == id) list->label[i] = NULL;
    }
}

/* All that the statements of a kind with these numbers became: found by its label. */
static void add_named(phk_script *script, const char *kind, range *list, int count, bool on)
{
    ph_names *names = on ? &script->next.activate : &script->next.deactivate;
    ph_names *other = on ? &script->next.deactivate : &script->next.activate;
    const ph_model *model = script->text.model;
    for (size_t k = 0; k < SWITCHED; k++)
        for (int i = 0; i < model->list[switched[k]].count; i++) {
            int id = number_of(phk_list_label(&model->list[switched[k]], i), kind);
            for (int r = 0; r < count && id > 0; r++) {
                if (id < list[r].from || id > list[r].to) continue;
                list[r].found = true;
                drop_name(other, model->list[switched[k]].name[i]);
                add_name(script, names, model->list[switched[k]].name[i],
                         phk_deck_place(&script->text, list[r].where));
                break;
            }
        }
}

/* The kind of statement that is switched; NULL: reported, or there is nothing to switch. */
static const char *kind_of(phk_script *script, const phk_statement *s)
{
    const phk_given *kind = NULL;
    int kinds = 0;
    for (int i = 0; i < s->count; i++) {
        if (s->given[i].arg->kind != PHK_ARG_FLAG) continue;
        kind = &s->given[i];
        kinds++;
    }
    if (kinds != 1) {
        phk_deck_error(&script->text, PH_E_MISSING, s->keyword,
                       phk_deck_print(&script->text, "e.g. %s/JOINT, ID = 3", s->type->name),
                       "%s needs one kind of statement", s->type->name);
        return NULL;
    }
    return kind->arg->flags & PHK_ARG_UNUSED ? NULL : kind->arg->name;
}

static void switch_all(phk_script *script, const phk_statement *s, bool on)
{
    phk_deck *text = &script->text;
    const phk_given *ids = phk_arg_find(s, "ID"), *pair = phk_arg_find(s, "RANGE");
    const char *kind = kind_of(script, s);
    if (!kind) return;
    if (!ids == !pair) {
        phk_deck_error(text, PH_E_MISSING, s->keyword,
                       phk_deck_print(text, "e.g. %s/%s, ID = 3, 5:8", s->type->name, kind),
                       "%s needs the numbers of what is meant", s->type->name);
        return;
    }
    range *list = NULL;
    int count = read_ranges(script, ids ? ids : pair, pair != NULL, &list);
    if (count < 0) return;
    /* what is left out is not there, whatever its numbers */
    const phk_statement *one = phk_deck_next(&script->deck, kind, NULL);
    if (one && one->left_out) return;
    add_named(script, kind, list, count, on);
    for (int r = 0; r < count; r++)
        if (!list[r].found)
            phk_deck_error(text, PH_E_NAME, list[r].where, NULL,
                           list[r].from == list[r].to ? "there is no %s/%d"
                                                      : "there is no %s/%d, nor up to %d",
                           kind, list[r].from, list[r].to);
}

void phk_command_activate(phk_script *script, const phk_statement *s)
{
    switch_all(script, s, true);
}

void phk_command_deactivate(phk_script *script, const phk_statement *s)
{
    switch_all(script, s, false);
}
