/* SPDX-License-Identifier: BSD-3-Clause
 *
 * redefine.c -- commands that give a force, a friction or a sensor other arguments: BEAM/3,
 * EMODULUS=.. and its like.
 *
 * The statement is built once more, with the new arguments in the place of the old ones, under a
 * name of its own. The one before is switched off when the new one is switched on, at the next
 * SIMULATE; what one of them does is 0 while it is off. So whatever asks for the load of the first
 * asks for the sum of both. Whoever speaks of BEAM/3 from then on means the new one.
 *
 * Arguments of the deck and of the command file are pieces of two texts. For the one statement that
 * has both kinds the two texts are one, the command file first, so that its places are right.
 */
#include <string.h>
#include "base/diag.h"
#include "io/adams/command/command.h"
#include "io/adams/read/index.h"
#include "io/adams/read/read.h"
#include "mech/model/build.h"

/* ---- one text ---- */

/* The text of the command file with that of the deck behind it; where the deck's begins. */
static size_t join_texts(phk_script *script)
{
    phk_deck *text = &script->text;
    const phk_deck *deck = &script->deck;
    size_t begin = text->length + 1;
    if (script->joined.text) return begin;
    char *both = phk_arena_alloc(&text->arena, begin + deck->length + 1);
    if (!both) {
        phk_deck_failed(text, PH_E_NOMEM);
        return begin;
    }
    memcpy(both, text->text, text->length);
    both[begin - 1] = '\n';
    memcpy(both + begin, deck->text, deck->length);
    both[begin + deck->length] = '\0';
    script->joined = (phk_deck){.diag = text->diag, .text = both, .length = begin + deck->length};
    if (!phk_deck_find_lines(&script->joined)) phk_deck_failed(text, PH_E_NOMEM);
    return begin;
}

static bool move_pieces(phk_script *script, phk_given *given, size_t by)
{
    phk_piece *moved =
        phk_arena_alloc(&script->text.arena, ((size_t)given->count + 1) * sizeof *moved);
    if (!moved) {
        phk_deck_failed(&script->text, PH_E_NOMEM);
        return false;
    }
    given->name.at += by;
    for (int k = 0; k < given->count; k++)
        moved[k] = (phk_piece){given->piece[k].at + by, given->piece[k].length};
    if (given->piece) given->piece = moved;
    return true;
}

/* ---- the arguments of both ---- */

/* Of these only one makes sense: a new one drops the others. */
static bool excludes(const char *new, const char *old)
{
    static const char *const groups[][4] = {{"CRATIO", "CMATRIX"}, {"EQ", "GE", "LE"}};
    if (strcmp(new, old) == 0) return true;
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        bool has_new = false, has_old = false;
        for (int k = 0; k < 4 && groups[g][k]; k++) {
            has_new = has_new || strcmp(groups[g][k], new) == 0;
            has_old = has_old || strcmp(groups[g][k], old) == 0;
        }
        if (has_new && has_old) return true;
    }
    return false;
}

static bool replaced(const phk_statement *s, const phk_given *old)
{
    for (int i = 0; i < s->count; i++)
        if (excludes(s->given[i].arg->name, old->arg->name)) return true;
    return false;
}

/* What a command cannot change: what it is attached to, and what the deck has not. */
static bool may_change(phk_script *script, const phk_statement *s, const phk_statement *self)
{
    bool may = s->count > 0;
    if (!may)
        phk_deck_error(&script->text, PH_E_MISSING, s->keyword, NULL,
                       "%s/%d says nothing that is to change", s->type->name, s->id);
    for (int i = 0; i < s->count; i++) {
        const phk_given *given = &s->given[i];
        const char *name = given->arg->name, *why = NULL;
        if (given->arg->kind == PHK_ARG_ID) why = "it stays where the deck attaches it";
        if (strcmp(name, "EVALUATE") == 0 && !phk_arg_find(self, name))
            why = "the deck's statement has none, so that SENVAL is 0";
        if (!why) continue;
        phk_deck_error(&script->text, PH_E_UNSUPPORTED, given->name, "change the deck instead",
                       "%s of %s/%d cannot be changed here: %s", name, s->type->name, s->id, why);
        may = false;
    }
    return may;
}

/* A statement with what is new of the command and what is left of the one before. NULL: no memory.
 */
static phk_statement *merge(phk_script *script, const phk_statement *s, const phk_statement *self)
{
    phk_arena *arena = &script->deck.arena;
    phk_statement *both = phk_arena_alloc(arena, sizeof *both);
    phk_given *given = phk_arena_alloc(arena, (size_t)(self->count + s->count) * sizeof *given + 1);
    /* one that was changed before stands in the joined text already */
    bool first = self == phk_deck_find(&script->deck, s->type->name, s->id);
    size_t begin = join_texts(script), by = first ? begin : 0;
    if (!both || !given || !script->joined.text) {
        phk_deck_failed(&script->text, PH_E_NOMEM);
        return NULL;
    }
    *both = *self;
    both->keyword = s->keyword;
    both->given = given;
    both->count = 0;
    for (int i = 0; i < self->count; i++) {
        if (replaced(s, &self->given[i])) continue;
        given[both->count] = self->given[i];
        if (!move_pieces(script, &given[both->count++], by)) return NULL;
    }
    for (int i = 0; i < s->count; i++) given[both->count++] = s->given[i];
    return both;
}

/* ---- loads ---- */

/* The end of the call that begins at `at`: behind its closing parenthesis. */
static const char *call_end(const char *at)
{
    int depth = 0;
    for (; *at; at++) {
        depth += *at == '(';
        if (*at == ')' && --depth == 0) return at + 1;
    }
    return at;
}

/* `load_fx(OLD, ..)` becomes `(load_fx(OLD, ..) + load_fx(NEW, ..))`. NULL: there is none. */
static const char *add_loads(phk_deck *deck, const char *text, const char *old, const char *new)
{
    const char *done = "", *from = text;
    size_t n = strlen(old);
    bool any = false;
    for (const char *at = text; (at = strstr(at, "load_"));) {
        const char *name = strchr(at, '(') ? strchr(at, '(') + 1 : "";
        if (name != at + sizeof "load_fx" || strncmp(name, old, n) != 0 || name[n] != ',') {
            at++;
            continue;
        }
        const char *end = call_end(at);
        done = phk_deck_print(deck, "%s%.*s(%.*s + %.*s%s%.*s)", done, (int)(at - from), from,
                              (int)(end - at), at, (int)(name - at), at, new,
                              (int)(end - name - (long)n), name + n);
        any = true;
        at = from = end;
    }
    return any ? phk_deck_print(deck, "%s%s", done, from) : NULL;
}

typedef struct {
    phk_script *script;
    const char *old, *new;
} renaming;

static void patch(const renaming *r, const ph_expr *expr)
{
    phk_script *script = r->script;
    ph_expr *own = (ph_expr *)(uintptr_t)expr;
    const char *text = expr->text ? add_loads(&script->deck, expr->text, r->old, r->new) : NULL;
    if (!text) return;
    own->text = text;
    if (!phk_keep_expr(script->deck.model, own)) phk_deck_failed(&script->text, PH_E_NOMEM);
}

static void patch_fields(const renaming *r, const ph_field *fields, const void *def)
{
    for (const ph_field *f = fields; f && f->name; f++) {
        const ph_expr *expr = (const void *)((const char *)def + f->offset);
        int count = f->kind == PH_FIELD_EXPR ? 1 : f->kind == PH_FIELD_EXPR3 ? 3 : 0;
        for (int k = 0; k < count; k++) patch(r, expr + k);
    }
}

/* All expressions of the model that may ask for loads. */
static void patch_all(const renaming *r)
{
    const ph_model *model = r->script->deck.model;
    for (int kind = 0; kind < PHK_KINDS; kind++) {
        const phk_list *list = &model->list[kind];
        const ph_kind *is = &phk_kinds[kind].is;
        for (int i = 0; i < list->count && is->fields; i++)
            patch_fields(r, is->fields, (const char *)list->def + (size_t)i * is->bytes);
    }
    for (int i = 0; i < model->list[PHK_KIND_FORCE].count; i++)
        patch_fields(r, phk_forces(model)[i].type->fields, phk_forces(model)[i].par);
    for (int i = 0; i < model->list[PHK_KIND_JOINT].count; i++)
        patch(r, &phk_joints(model)[i].equation);
    for (int i = 0; i < model->list[PHK_KIND_REQUEST].count; i++)
        for (int k = 0; k < phk_requests(model)[i].count; k++)
            patch(r, &phk_requests(model)[i].column[k].value);
    for (int i = 0; i < model->list[PHK_KIND_EVENT].count; i++)
        for (int k = 0; k < phk_events(model)[i].count; k++)
            patch(r, &phk_events(model)[i].set[k].value);
    for (int i = 0; i < model->list[PHK_KIND_CONTROLLER].count; i++)
        for (int k = 0; k < phk_controllers(model)[i].inputs; k++)
            patch(r, &phk_controllers(model)[i].input[k]);
}

/* ---- the new one in the place of the old one ---- */

/* The statement as it is now: the deck's, or the last a command has made of it. */
static const phk_statement *present(const phk_script *script, const phk_statement *s)
{
    for (int i = script->changes - 1; i >= 0; i--)
        if (script->change[i]->type == s->type && script->change[i]->id == s->id)
            return script->change[i];
    return s;
}

static bool keep_change(phk_script *script, const phk_statement *s)
{
    const phk_statement **larger = phk_arena_grow(&script->text.arena, script->change,
                                                  (size_t)script->changes, sizeof *larger);
    if (!larger) {
        phk_deck_failed(&script->text, PH_E_NOMEM);
        return false;
    }
    script->change = larger;
    larger[script->changes++] = s;
    return true;
}

/* Builds the statement, whose pieces are of the joined text, if all is right with it. */
static bool build(phk_script *script, const phk_statement *s)
{
    phk_deck *deck = &script->deck;
    const phk_deck own = *deck;
    ph_status before = script->text.status;
    int objects = deck->model->list[PHK_KIND_FORCE].count + deck->model->list[PHK_KIND_EVENT].count;
    deck->text = script->joined.text;
    deck->length = script->joined.length;
    deck->lines = script->joined.lines;
    deck->file = script->text.file;
    s->type->build(deck, s);
    deck->text = own.text;
    deck->length = own.length;
    deck->lines = own.lines;
    deck->file = own.file;
    phk_deck_failed(&script->text, deck->status);
    objects =
        deck->model->list[PHK_KIND_FORCE].count + deck->model->list[PHK_KIND_EVENT].count - objects;
    return objects == 1 && script->text.status == before;
}

void phk_command_redefine(phk_script *script, const phk_statement *s)
{
    phk_deck *deck = &script->deck;
    const phk_statement *self = phk_command_target(script, s);
    if (!self || self->left_out) return;
    self = present(script, self);
    if (!may_change(script, s, self)) return;
    phk_statement *both = merge(script, s, self);
    if (!both) return;
    /* the tables of the deck know what it becomes; those of commands what may be given */
    both->name = phk_deck_new_name(deck, "%s_changed", self->name);
    phk_script_unlabel(script, s->type->name, s->id);
    if (!build(script, both) || !keep_change(script, both)) return;
    patch_all(&(renaming){script, self->name, both->name});
    phk_script_replace(script, self->name, both->name, phk_deck_place(&script->text, s->keyword));
}
