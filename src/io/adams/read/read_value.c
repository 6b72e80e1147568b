/* SPDX-License-Identifier: BSD-3-Clause
 *
 * read_value.c -- what stands behind the = sign of an argument.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "io/adams/read/read.h"

static bool is_mark(phk_word token, char mark)
{
    return token.kind == PHK_TOKEN_MARK && token.mark == mark;
}

static bool is_sign(phk_word token)
{
    return is_mark(token, '-') || is_mark(token, '+');
}

static void add_piece(phk_reader *r, phk_piece piece)
{
    phk_piece *item = phk_pile_add(r, &r->piece, sizeof piece);
    if (item) *item = piece;
}

/* Does a list go on? If so, the reader stands on its next value. `fits` tells values from the
 * arguments that may follow a comma just as well. */
static bool next_value(phk_reader *r, bool (*fits)(const phk_reader *, phk_lexer))
{
    if (is_mark(r->token, ',')) {
        if (!fits(r, r->lexer)) return false;
        phk_reader_advance(r);
        return true;
    }
    if (!r->token.continued) return false;
    phk_lexer here = r->lexer;
    here.at = r->token.kind == PHK_TOKEN_TEXT ? r->token.at - 1 : r->token.at;
    return fits(r, here);
}

/* Also a word that cannot be an argument: one more value, though a wrong one, while values are
 * wanted. */
static bool number_fits(const phk_reader *r, phk_lexer at)
{
    at.diag = NULL;
    phk_word token = phk_lexer_next(&at);
    if (is_sign(token)) token = phk_lexer_next(&at);
    if (token.kind == PHK_TOKEN_NUMBER || token.kind == PHK_TOKEN_BAD) return true;
    if (token.kind != PHK_TOKEN_WORD || is_mark(phk_lexer_peek(&at), '=')) return false;
    if (!r->wants_more) return false;
    phk_match match = phk_match_arg(r->args, at.text + token.at, token.length);
    return match.begins < 0;
}

static void not_a_value(phk_reader *r, const phk_arg *arg, const char *what)
{
    phk_word t = r->token;
    if (t.kind == PHK_TOKEN_BAD) {
        r->broken = true; /* the lexer has told */
        phk_reader_advance(r);
    } else if (t.kind == PHK_TOKEN_END || is_mark(t, ',') || is_mark(t, '\\')) {
        phk_reader_error(r, PH_E_MISSING, r->argument, NULL, "`%s` has no value: it is %s",
                         arg->name, what);
    } else {
        phk_piece piece = phk_token_piece(t);
        phk_word next = phk_lexer_peek(&r->lexer);
        if (is_sign(t) && next.kind == PHK_TOKEN_NUMBER)
            piece.length = next.at + next.length - piece.at;
        phk_reader_error(r, PH_E_TYPE, piece, NULL, "`%s` is %s, not `%.*s`", arg->name, what,
                         (int)(piece.length < 60 ? piece.length : 60), r->lexer.text + piece.at);
        phk_reader_skip(r);
    }
}

/* One number with its sign; false: there is none, which was reported. */
static bool read_number(phk_reader *r, const phk_arg *arg)
{
    bool negative = is_mark(r->token, '-');
    size_t begin = r->token.at;
    if (is_sign(r->token)) phk_reader_advance(r);
    if (r->token.kind != PHK_TOKEN_NUMBER) {
        not_a_value(r, arg, "a number");
        return false;
    }
    double *number = phk_pile_add(r, &r->number, sizeof *number);
    if (number) *number = negative ? -r->token.number : r->token.number;
    add_piece(r, (phk_piece){begin, r->token.at + r->token.length - begin});
    phk_reader_advance(r);
    return true;
}

/* The number of a statement: digits alone. */
static bool read_id(phk_reader *r, const phk_arg *arg)
{
    phk_word t = r->token;
    bool whole = t.kind == PHK_TOKEN_NUMBER && t.number <= INT_MAX;
    for (size_t i = 0; whole && i < t.length; i++)
        whole = r->lexer.text[t.at + i] >= '0' && r->lexer.text[t.at + i] <= '9';
    if (!whole) {
        char what[120];
        snprintf(what, sizeof what, "the number of a %.90s", arg->of ? arg->of : "statement");
        not_a_value(r, arg, what);
        return false;
    }
    double *number = phk_pile_add(r, &r->number, sizeof *number);
    if (number) *number = t.number;
    add_piece(r, phk_token_piece(t));
    phk_reader_advance(r);
    return true;
}

static void read_list(phk_reader *r, const phk_arg *arg,
                      bool (*read_one)(phk_reader *, const phk_arg *))
{
    size_t most = arg->most > 0 ? (size_t)arg->most : 1;
    do {
        if (!read_one(r, arg) && r->token.kind == PHK_TOKEN_END) return;
        r->wants_more = arg->most < 0 || r->piece.count < most;
    } while (next_value(r, number_fits));
}

static void unknown_word(phk_reader *r, const phk_arg *arg)
{
    phk_word t = r->token;
    const char *word = r->lexer.text + t.at;
    phk_nearest nearest = phk_nearest_to(word, t.length);
    char hint[400] = "";
    size_t used = 0;
    for (int i = 0; arg->words[i]; i++) {
        phk_nearest_offer(&nearest, arg->words[i]);
        if (used < sizeof hint)
            used += (size_t)snprintf(hint + used, sizeof hint - used, "%s%s",
                                     i ? ", " : "known are ", arg->words[i]);
    }
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean %s?", nearest.best);
    phk_reader_error(r, PH_E_NAME, phk_token_piece(t), hint, "`%s` knows no `%.*s`", arg->name,
                     (int)(t.length < 60 ? t.length : 60), word);
}

/* A word of the argument's list; what else stands there is reported. */
static void read_word(phk_reader *r, const phk_arg *arg, phk_given *given)
{
    phk_word t = r->token;
    if (t.kind != PHK_TOKEN_WORD) {
        not_a_value(r, arg, "a word");
        return;
    }
    const char *word = r->lexer.text + t.at;
    phk_match match = PHK_MATCH(word, t.length);
    for (int i = 0; arg->words[i]; i++) phk_match_offer(&match, arg->words[i], 0, i);
    int found = phk_match_found(&match);
    if (found >= 0) {
        given->words |= 1u << found;
        add_piece(r, phk_token_piece(t));
    } else if (match.other >= 0) {
        phk_reader_error(r, PH_E_NAME, phk_token_piece(t), "write more letters of it",
                         "`%.*s` may be %s or %s", (int)t.length, word, arg->words[match.begins],
                         arg->words[match.other]);
    } else {
        unknown_word(r, arg);
    }
    phk_reader_advance(r);
}

/* A word that is an argument's name goes on with the statement, not with the list. */
static bool word_fits(const phk_reader *r, phk_lexer at)
{
    return phk_lexer_peek(&at).kind == PHK_TOKEN_WORD && !phk_begins_argument(r, at);
}

static void read_words(phk_reader *r, const phk_arg *arg, phk_given *given)
{
    bool more = true;
    while (more) {
        read_word(r, arg, given);
        more = is_mark(r->token, ':');
        if (more)
            phk_reader_advance(r);
        else
            more = next_value(r, word_fits);
    }
}

static bool text_fits(const phk_reader *r, phk_lexer at)
{
    phk_word token = phk_lexer_peek(&at);
    return token.kind != PHK_TOKEN_END && !phk_begins_argument(r, at);
}

static void read_texts(phk_reader *r)
{
    bool more = true;
    while (more) {
        add_piece(r, phk_scan_text(r, true));
        /* the list goes on behind a comma, also one that begins a line */
        phk_word token = phk_lexer_peek(&r->lexer);
        phk_lexer behind = r->lexer;
        if (is_mark(token, ',')) {
            behind.at = token.at + 1;
            behind.at_line = false;
        } else if (token.continued) {
            behind.at = token.kind == PHK_TOKEN_TEXT ? token.at - 1 : token.at;
            behind.at_line = false;
        } else {
            break;
        }
        more = text_fits(r, behind);
        if (more) r->lexer.at = behind.at, r->lexer.at_line = false;
    }
    phk_reader_advance(r);
}

void phk_read_value(phk_reader *r, const phk_arg *arg, phk_given *given)
{
    /* the lexer stands behind the = sign: spans are read from there */
    switch (arg->kind) {
    case PHK_ARG_FLAG:
        break;
    case PHK_ARG_NUMBER:
        phk_reader_advance(r);
        read_list(r, arg, read_number);
        break;
    case PHK_ARG_ID:
        phk_reader_advance(r);
        read_list(r, arg, read_id);
        break;
    case PHK_ARG_WORD:
        phk_reader_advance(r);
        read_word(r, arg, given);
        break;
    case PHK_ARG_WORDS:
        phk_reader_advance(r);
        read_words(r, arg, given);
        break;
    case PHK_ARG_TEXT:
        add_piece(r, phk_scan_text(r, false));
        phk_reader_advance(r);
        break;
    case PHK_ARG_TEXTS:
        read_texts(r);
        break;
    case PHK_ARG_FUNCTION:
        add_piece(r, phk_scan_function(r));
        phk_reader_advance(r);
        break;
    case PHK_ARG_MIXED:
        add_piece(r, phk_scan_mixed(r));
        phk_reader_advance(r);
        break;
    }
}
