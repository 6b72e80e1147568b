/* SPDX-License-Identifier: BSD-3-Clause
 *
 * read_deck.c -- a deck's text cut into statements, and what they refer to.
 *
 * The first line is the title, whatever it says; when it is a comment or empty, the line ADAMS/View
 * writes as a title may follow. A statement goes on in the next line when that
 * begins with a comma or is indented, or when its own line ends with an ampersand; comments and
 * empty lines in between change nothing. An indented line that begins with a statement's full name
 * and a slash is a new statement all the same: decks written by hand are indented, too. A semicolon
 * ends a statement within a line.
 */
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/adams/read/index.h"
#include "io/adams/read/read.h"

bool phk_deck_find_lines(phk_deck *deck)
{
    size_t count = 1;
    const char *text = deck->text, *end = text + deck->length;
    for (const char *p = text; (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++) count++;
    size_t *start = malloc(count * sizeof *start);
    if (!start) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return false;
    }
    start[0] = 0;
    count = 1;
    for (const char *p = text; (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++)
        start[count++] = (size_t)(p - text) + 1;
    deck->lines = (phk_lines){start, count};
    return true;
}

/* The statement that is being put together while lines are looked at. */
typedef struct {
    phk_reader reader;
    size_t begin, end; /* of it; begin == end: none */
    bool untitled;     /* line 1 is a comment or empty */
    bool joined;       /* its last line ended with an ampersand */
    bool ended;        /* END was read */
    size_t room;       /* of deck->statement */
    phk_piece view;    /* adams_view_name of the comment just before; length 0: none */
    phk_piece owner;   /* the same of the statement being put together */
} cutter;

static phk_statement *one_more(phk_deck *deck, cutter *c)
{
    if ((size_t)deck->count == c->room) {
        size_t room = c->room ? 2 * c->room : 256;
        phk_statement *larger = realloc(deck->statement, room * sizeof *larger);
        if (!larger) {
            phk_deck_failed(deck, PH_E_NOMEM);
            return NULL;
        }
        deck->statement = larger;
        c->room = room;
    }
    return &deck->statement[deck->count];
}

/* Reads the statement that is complete now. */
static void finish(phk_deck *deck, cutter *c)
{
    if (c->begin == c->end || deck->status == PH_E_NOMEM) return;
    phk_statement *s = one_more(deck, c);
    size_t begin = c->begin, end = c->end;
    c->begin = c->end;
    if (!s || !phk_read_statement(&c->reader, begin, end, s)) return;
    c->ended = strcmp(s->type->name, "END") == 0;
    if (c->ended) return;
    if (c->owner.length > 0) {
        s->view_name = phk_arena_text(&deck->arena, deck->text + c->owner.at, c->owner.length);
        if (!s->view_name) phk_deck_failed(deck, PH_E_NOMEM);
    }
    deck->count++;
}

/* '!   adams_view_name='name'' names the statement that follows; any other comment does not. */
static void read_comment(phk_deck *deck, cutter *c, size_t at, size_t end)
{
    static const char key[] = "adams_view_name";
    while (at < end && strchr("! \t\r-", deck->text[at])) at++;
    if (at == end) return;
    c->view.length = 0;
    if (end - at < sizeof key || memcmp(deck->text + at, key, sizeof key - 1) != 0) return;
    at += sizeof key - 1;
    while (at < end && strchr(" \t=", deck->text[at])) at++;
    if (at >= end || !strchr("'\"", deck->text[at])) return;
    const char *close = memchr(deck->text + at + 1, deck->text[at], end - at - 1);
    if (close) c->view = (phk_piece){at + 1, (size_t)(close - deck->text) - at - 1};
}

/* A statement's full name and a slash, or END alone. */
static bool is_statement(const phk_deck *deck, size_t at, size_t end)
{
    size_t n = 0;
    const char *word = deck->text + at;
    while (at + n < end && (word[n] == '_' || (word[n] >= 'a' && word[n] <= 'z') ||
                            (word[n] >= 'A' && word[n] <= 'Z')))
        n++;
    if (n == 0) return false;
    phk_match match = phk_match_type(word, n);
    if (match.exact < 0) return false;
    for (at += n; at < end && strchr(" \t\r", deck->text[at]); at++) continue;
    if (strcmp(phk_statement_types[match.exact].name, "END") == 0) return at == end;
    return at < end && deck->text[at] == '/';
}

size_t phk_code_end(const phk_deck *deck, size_t at, size_t end)
{
    while (at < end && deck->text[at] != '!' && deck->text[at] != ';') {
        char c = deck->text[at++];
        if (c != '\'' && c != '"') continue;
        const char *close = memchr(deck->text + at, c, end - at);
        if (close) at = (size_t)(close - deck->text) + 1;
    }
    return at;
}

size_t phk_skip_blanks(const phk_deck *deck, size_t at, size_t end)
{
    while (at < end && deck->text[at] && strchr(" \t\r\f\v\x1a", deck->text[at])) at++;
    return at;
}

/* The code in [at, end), which begins a statement or goes on with the one there is. */
static void add_code(phk_deck *deck, cutter *c, size_t at, size_t end, bool begins)
{
    if (begins || c->begin == c->end) {
        finish(deck, c);
        if (c->ended) return;
        c->begin = at;
        c->owner = c->view;
    }
    c->view.length = 0;
    while (end > at && strchr(" \t\r", deck->text[end - 1])) end--;
    c->end = end;
    c->joined = end > at && deck->text[end - 1] == '&';
}

static void set_title(phk_deck *deck, size_t at, size_t end)
{
    while (end > at && strchr(" \t\r", deck->text[end - 1])) end--;
    deck->title = phk_arena_text(&deck->arena, deck->text + at, end - at);
    if (!deck->title) phk_deck_failed(deck, PH_E_NOMEM);
}

/* A title behind comments, as programs write it that put their own name on top. */
static bool is_late_title(const phk_deck *deck, const cutter *c, size_t at, size_t end)
{
    return c->untitled && deck->count == 0 && c->begin == c->end && end - at > 6 &&
           phk_abbreviates(deck->text + at, 6, "ADAMS/", 6);
}

static void add_line(phk_deck *deck, cutter *c, size_t begin, size_t end)
{
    size_t at = phk_skip_blanks(deck, begin, end);
    if (at == end) return;
    if (deck->text[at] == '!') {
        read_comment(deck, c, at, end);
        return;
    }
    if (is_late_title(deck, c, at, end)) {
        set_title(deck, at, end);
        return;
    }
    bool begins = !c->joined && deck->text[at] != ',' &&
                  (at == begin || is_statement(deck, at, phk_code_end(deck, at, end)));
    while (at < end && deck->text[at] != '!' && !c->ended) {
        size_t stop = phk_code_end(deck, at, end);
        if (stop > at) add_code(deck, c, at, stop, begins);
        if (stop == end || deck->text[stop] != ';') return;
        finish(deck, c);
        begins = true;
        at = phk_skip_blanks(deck, stop + 1, end);
    }
}

static void cut(phk_deck *deck, cutter *c)
{
    /* the title is line 1 */
    for (size_t i = 1; i < deck->lines.count && !c->ended && deck->status != PH_E_NOMEM; i++) {
        size_t begin = deck->lines.start[i];
        size_t end = i + 1 < deck->lines.count ? deck->lines.start[i + 1] - 1 : deck->length;
        add_line(deck, c, begin, end);
    }
    if (!c->ended) finish(deck, c);
    if (!c->ended && deck->count > 0 && deck->status != PH_E_NOMEM)
        phk_warn(deck->diag, PH_E_MISSING, (ph_source){.file = deck->file},
                 "a deck ends with the line END", "the deck has no END: is it complete?");
}

/* Line 1. True: it is a comment or empty. */
static bool read_title(phk_deck *deck)
{
    size_t end = deck->lines.count > 1 ? deck->lines.start[1] - 1 : deck->length;
    size_t at = phk_skip_blanks(deck, 0, end);
    if (is_statement(deck, at, end))
        phk_warn(deck->diag, PH_E_SYNTAX, phk_deck_place(deck, (phk_piece){at, end - at}),
                 "put a line with a title above it",
                 "line 1 of a deck is its title: this statement is not read");
    bool comment = at < end && deck->text[at] == '!';
    if (comment) at = phk_skip_blanks(deck, at + 1, end);
    set_title(deck, at, end);
    return comment || at == end;
}

void phk_deck_read(phk_deck *deck)
{
    if (!phk_deck_find_lines(deck)) return;
    cutter c = {.reader = {.deck = deck}, .untitled = read_title(deck)};
    cut(deck, &c);
    phk_reader_free(&c.reader);
    if (deck->status != PH_E_NOMEM) phk_deck_index(deck);
    if (deck->status != PH_E_NOMEM) phk_deck_refuse_arguments(deck);
    if (deck->status != PH_E_NOMEM) phk_deck_name(deck);
    if (deck->status != PH_E_NOMEM) phk_deck_resolve(deck);
}
