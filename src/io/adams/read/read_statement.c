/* SPDX-License-Identifier: BSD-3-Clause
 *
 * read_statement.c -- one statement: KEYWORD/id and its arguments, by the tables.
 */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/adams/read/read.h"

void phk_reader_free(phk_reader *r)
{
    free(r->given.item);
    free(r->number.item);
    free(r->piece.item);
}

void *phk_pile_add(phk_reader *r, phk_pile *pile, size_t size)
{
    if (pile->count == pile->room) {
        size_t room = pile->room ? 2 * pile->room : 64;
        void *larger = realloc(pile->item, room * size);
        if (!larger) {
            r->deck->status = PH_E_NOMEM;
            return NULL;
        }
        pile->item = larger;
        pile->room = room;
    }
    return memset((char *)pile->item + pile->count++ * size, 0, size);
}

/* Copies what a pile holds from item `first` on into the deck's arena and takes it off. */
static void *take_pile(phk_reader *r, phk_pile *pile, size_t first, size_t size)
{
    size_t count = pile->count - first;
    pile->count = first;
    if (count == 0) return NULL;
    void *copy = phk_arena_alloc(&r->deck->arena, count * size);
    if (!copy) {
        r->deck->status = PH_E_NOMEM;
        return NULL;
    }
    return memcpy(copy, (char *)pile->item + first * size, count * size);
}

void phk_reader_advance(phk_reader *r)
{
    r->token = phk_lexer_next(&r->lexer);
    if (r->token.kind == PHK_TOKEN_BAD) r->broken = true;
}

static bool is_separator(phk_word t)
{
    return t.kind == PHK_TOKEN_END || t.continued ||
           (t.kind == PHK_TOKEN_MARK && (t.mark == ',' || t.mark == '\\'));
}

void phk_reader_skip(phk_reader *r)
{
    bool begins = r->token.continued;
    while (begins || !is_separator(r->token)) {
        if (r->token.kind == PHK_TOKEN_END) return;
        begins = false;
        phk_reader_advance(r);
    }
}

phk_piece phk_token_piece(phk_word token)
{
    return (phk_piece){token.at, token.length};
}

void phk_reader_error(phk_reader *r, ph_status code, phk_piece piece, const char *hint,
                      const char *format, ...)
{
    char message[500];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    r->broken = true;
    phk_deck_error(r->deck, code, piece, hint, "%s", message);
}

/* At most so many letters of a word go into a message. */
static int shown(phk_word t)
{
    return t.length < 60 ? (int)t.length : 60;
}

static void unknown_argument(phk_reader *r, phk_word name, const phk_match *match)
{
    const char *word = r->lexer.text + name.at;
    const phk_arg *args = r->args;
    if (match->other >= 0) {
        phk_reader_error(r, PH_E_NAME, phk_token_piece(name), "write more letters of it",
                         "`%.*s` may be %s or %s", shown(name), word, args[match->begins].name,
                         args[match->other].name);
        return;
    }
    phk_nearest nearest = phk_nearest_to(word, name.length);
    char hint[500] = "";
    size_t used = 0;
    bool wanted = phk_diag_wants(r->deck->diag, phk_deck_place(r->deck, phk_token_piece(name)));
    for (int i = 0; wanted && args[i].name; i++) {
        phk_nearest_offer(&nearest, args[i].name);
        if (used < sizeof hint)
            used += (size_t)snprintf(hint + used, sizeof hint - used, "%s%s",
                                     i ? ", " : "known are ", args[i].name);
    }
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean %s?", nearest.best);
    phk_reader_error(r, PH_E_KEY, phk_token_piece(name), args[0].name ? hint : NULL,
                     "%s has no argument `%.*s`", r->owner->type->name, shown(name), word);
}

/* An argument nobody here knows, of a statement in which that changes no motion: once for all. */
static void note_unknown(phk_reader *r, phk_word name)
{
    const char *type = r->owner->type->name, *word = r->lexer.text + name.at;
    if (phk_deck_is_new(r->deck, phk_deck_print(r->deck, "%s.%.*s", type, shown(name), word)))
        phk_deck_note(r->deck, phk_token_piece(name), "`%.*s` of %s is not known and not used: %s",
                      shown(name), word, type, r->owner->type->unknown);
}

/* Whether as many values were given as the argument takes. */
static void check_count(phk_reader *r, const phk_given *given)
{
    const phk_arg *arg = given->arg;
    int least = arg->least, most = arg->most;
    if (least == 0 && most == 0) least = most = 1;
    if (given->count >= least && (most < 0 || given->count <= most)) return;
    phk_piece piece = given->count > most && most >= 0 ? given->piece[most] : given->name;
    if (least == most)
        phk_reader_error(r, PH_E_TYPE, piece, NULL, "`%s` takes %d value%s, not %d", arg->name,
                         least, least == 1 ? "" : "s", given->count);
    else if (most < 0)
        phk_reader_error(r, PH_E_TYPE, piece, NULL, "`%s` takes at least %d values, not %d",
                         arg->name, least, given->count);
    else
        phk_reader_error(r, PH_E_TYPE, piece, NULL, "`%s` takes %d to %d values, not %d", arg->name,
                         least, most, given->count);
}

/* What the table says about an argument that is given. */
static void check_flags(phk_reader *r, const phk_given *given)
{
    const phk_arg *arg = given->arg;
    if (arg->flags & PHK_ARG_REFUSED) {
        r->broken = true;
        if (!r->folds) phk_deck_refuse_argument(r->deck, r->owner, given, 1);
    }
    if (arg->flags & PHK_ARG_UNUSED) phk_deck_note_argument(r->deck, r->owner, given);
    size_t index = (size_t)(arg - r->args);
    if (!(r->seen >> index & 1)) {
        r->first[index] = given->name;
        r->seen |= (uint64_t)1 << index;
    } else if (!(arg->flags & PHK_ARG_REPEATED)) {
        phk_reader_error(r, PH_E_KEY, given->name, "leave one of them out",
                         "`%s` is given twice, first in line %d", arg->name,
                         phk_deck_place(r->deck, r->first[index]).line);
    }
}

static void read_argument(phk_reader *r)
{
    phk_word name = r->token;
    phk_match match = phk_match_arg(r->args, r->lexer.text + name.at, name.length);
    int found = phk_match_found(&match);
    phk_word next = phk_lexer_peek(&r->lexer);
    bool assigned = next.kind == PHK_TOKEN_MARK && next.mark == '=';
    if (found < 0) {
        if (r->owner->type->unknown && match.other < 0)
            note_unknown(r, name);
        else
            unknown_argument(r, name, &match);
        /* with all its values */
        do {
            phk_reader_advance(r);
            phk_reader_skip(r);
        } while (r->token.kind == PHK_TOKEN_MARK && r->token.mark == ',' &&
                 phk_lexer_peek(&r->lexer).kind == PHK_TOKEN_NUMBER);
        return;
    }
    const phk_arg *arg = &r->args[found];
    phk_given given = {.arg = arg, .name = phk_token_piece(name)};
    r->argument = given.name;
    phk_reader_advance(r);
    if (assigned == (arg->kind == PHK_ARG_FLAG)) {
        phk_reader_error(r, PH_E_TYPE, given.name, NULL,
                         assigned ? "`%s` takes no value" : "`%s` needs a value: %s = ..",
                         arg->name, arg->name);
        phk_reader_skip(r);
        return;
    }
    bool before = r->broken;
    r->broken = false;
    if (assigned) phk_read_value(r, arg, &given);
    bool wrong = r->broken;
    r->broken = wrong || before;
    given.count = (int)r->piece.count;
    given.number = take_pile(r, &r->number, 0, sizeof(double));
    given.piece = take_pile(r, &r->piece, 0, sizeof(phk_piece));
    phk_given *item = phk_pile_add(r, &r->given, sizeof given);
    if (!item || r->deck->status == PH_E_NOMEM) return;
    *item = given;
    if (assigned && !wrong) check_count(r, &given);
    check_flags(r, &given);
}

static void read_all(phk_reader *r)
{
    r->given.count = r->number.count = r->piece.count = 0;
    r->seen = 0;
    while (r->token.kind != PHK_TOKEN_END && r->deck->status != PH_E_NOMEM) {
        if (r->token.kind == PHK_TOKEN_WORD) {
            read_argument(r);
        } else if (is_separator(r->token) && r->token.kind == PHK_TOKEN_MARK &&
                   (r->token.mark == ',' || r->token.mark == '\\')) {
            phk_reader_advance(r);
        } else {
            phk_word t = r->token;
            if (t.kind != PHK_TOKEN_BAD)
                phk_reader_error(r, PH_E_SYNTAX, phk_token_piece(t), NULL,
                                 "an argument of %s is expected here, not `%.*s`",
                                 r->owner->type->name, shown(t), r->lexer.text + t.at);
            phk_reader_advance(r);
            phk_reader_skip(r);
        }
    }
}

static void check_required(phk_reader *r, phk_statement *s)
{
    bool clean = !r->broken && !r->partial; /* otherwise it may be what was at fault */
    for (int i = 0; clean && r->args[i].name; i++)
        if (r->args[i].flags & PHK_ARG_REQUIRED && !(r->seen >> i & 1))
            phk_reader_error(r, PH_E_MISSING, s->keyword, NULL, "%s needs the argument `%s`",
                             phk_deck_label(r->deck, s), r->args[i].name);
}

static void unknown_statement(phk_reader *r, const phk_match *match)
{
    phk_word t = r->token;
    const char *word = r->lexer.text + t.at;
    if (match->other >= 0) {
        phk_reader_error(r, PH_E_NAME, phk_token_piece(t), "write more letters of it",
                         "`%.*s` may be %s or %s", shown(t), word,
                         phk_statement_types[match->begins].name,
                         phk_statement_types[match->other].name);
        return;
    }
    phk_nearest nearest = phk_nearest_to(word, t.length);
    bool wanted = phk_diag_wants(r->deck->diag, phk_deck_place(r->deck, phk_token_piece(t)));
    for (int i = 0; wanted && phk_statement_types[i].name; i++)
        phk_nearest_offer(&nearest, phk_statement_types[i].name);
    phk_word next = phk_lexer_peek(&r->lexer);
    char hint[160] = "`polhode list statements` names all there are";
    if (next.kind == PHK_TOKEN_MARK && next.mark == '=')
        snprintf(hint, sizeof hint, "a line that goes on with a statement begins with a comma");
    else if (nearest.best)
        snprintf(hint, sizeof hint, "did you mean %s?", nearest.best);
    phk_reader_error(r, PH_E_KEY, phk_token_piece(t), hint, "there is no statement `%.*s`",
                     shown(t), word);
}

/* /id behind the keyword. False: what follows cannot be read either. */
static bool read_id(phk_reader *r, phk_statement *s)
{
    phk_reader_advance(r);
    bool slash = r->token.kind == PHK_TOKEN_MARK && r->token.mark == '/';
    bool end = strcmp(s->type->name, "END") == 0;
    if (!slash && !end)
        phk_reader_error(r, PH_E_SYNTAX, s->keyword, NULL, "`%s` needs a / behind it: %s/%s",
                         s->type->name, s->type->name, s->type->has_id ? "1" : "");
    if (!slash) return end;
    phk_reader_advance(r);
    phk_word t = r->token;
    if (t.continued || t.kind != PHK_TOKEN_NUMBER) {
        if (s->type->has_id && t.kind != PHK_TOKEN_BAD)
            phk_reader_error(r, PH_E_MISSING, s->keyword, NULL,
                             "`%s/` needs a number to know it by: %s/1", s->type->name,
                             s->type->name);
        return true;
    }
    s->keyword.length = t.at + t.length - s->keyword.at;
    bool whole = t.number >= 1 && t.number <= INT_MAX;
    for (size_t i = 0; i < t.length; i++)
        whole = whole && r->lexer.text[t.at + i] >= '0' && r->lexer.text[t.at + i] <= '9';
    if (whole)
        s->id = (int)t.number;
    else
        phk_reader_error(r, PH_E_RANGE, phk_token_piece(t), NULL,
                         "`%.*s` is no number of a statement: 1 to %d are", shown(t),
                         r->lexer.text + t.at, INT_MAX);
    phk_reader_advance(r);
    return true;
}

void phk_read_arguments(phk_reader *r, phk_statement *s)
{
    r->owner = s;
    r->args = s->type->args;
    if (!r->args) return;
    read_all(r);
    check_required(r, s);
    s->count = (int)r->given.count;
    s->given = take_pile(r, &r->given, 0, sizeof(phk_given));
    if (!s->given) s->count = 0;
}

/* The type of the statement that begins at the reader's token; NULL: reported. */
static const phk_statement_type *read_type(phk_reader *r)
{
    phk_deck *deck = r->deck;
    phk_word t = r->token;
    if (t.kind != PHK_TOKEN_WORD) {
        if (t.kind != PHK_TOKEN_BAD)
            phk_reader_error(r, PH_E_SYNTAX, phk_token_piece(t),
                             "a line that goes on with a statement begins with a comma",
                             "a statement is expected here, not `%.*s`", shown(t),
                             deck->text + t.at);
        return NULL;
    }
    phk_match match = phk_match_type(deck->text + t.at, t.length);
    int found = phk_match_found(&match);
    if (found < 0) unknown_statement(r, &match);
    return found < 0 ? NULL : &phk_statement_types[found];
}

bool phk_read_statement(phk_reader *r, size_t begin, size_t end, phk_statement *s)
{
    phk_deck *deck = r->deck;
    r->lexer = (phk_lexer){deck->text, begin, end, false, deck->diag, deck->file, &deck->lines};
    r->broken = false;
    r->folds = true;
    phk_reader_advance(r);
    *s = (phk_statement){.type = read_type(r), .keyword = phk_token_piece(r->token)};
    if (!s->type) {
        phk_deck_failed(deck, PH_E_MODEL);
        return false;
    }
    r->owner = s;
    s->left_out = phk_deck_leaves_out(deck, s->type);
    if (read_id(r, s) && !s->left_out) phk_read_arguments(r, s);
    s->broken = r->broken;
    if (s->broken) phk_deck_failed(deck, PH_E_MODEL);
    return true;
}
