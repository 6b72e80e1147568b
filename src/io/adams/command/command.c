/* SPDX-License-Identifier: BSD-3-Clause
 *
 * command.c -- a command file, line by line.
 *
 * A command goes on in the next line when that begins with a comma or when its own ends with an
 * ampersand; a semicolon ends it within a line.
 */
#include "io/adams/command/command.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/adams/read/index.h"
#include "io/adams/read/read.h"
#include "io/text/file.h"

/* ---- the deck ---- */

/* Where the deck of that name would be, seen from the command file; the ending may be left out. */
static const char *place_deck(phk_script *script, const char *name)
{
    phk_deck *text = &script->text;
    char *beside = phk_file_beside(script->path, name);
    const char *path = beside ? phk_deck_print(text, "%s", beside) : "";
    size_t length = strlen(name);
    bool ending = length > 4 && phk_abbreviates(name + length - 4, 4, ".ADM", 4);
    free(beside);
    if (!beside) phk_deck_failed(text, PH_E_NOMEM);
    return ending || phk_file_is_there(path) ? path : phk_deck_print(text, "%s.adm", path);
}

/* Reads the deck of that name; `where` is the place that names it. A deck that is not where its
 * name says, on another machine or drive, is looked for beside the command file. */
static void open_deck(phk_script *script, const char *name, phk_piece where)
{
    phk_deck *text = &script->text;
    if (script->has_deck) {
        phk_deck_error(text, PH_E_KEY, where, "a command file runs one deck",
                       "a second deck is named here: `%.200s`", name);
        return;
    }
    script->has_deck = true;
    const char *path = place_deck(script, name), *last = phk_file_last_part(name);
    const char *near = last > name ? place_deck(script, last) : path;
    if (text->status == PH_E_NOMEM) return;
    if (!phk_file_is_there(path) && phk_file_is_there(near)) {
        path = near;
        phk_deck_note(text, where, "`%.200s` is not there: the deck beside this file is taken",
                      name);
    }
    script->deck = (phk_deck){.diag = text->diag, .model = text->model, .how = text->how};
    phk_deck_failed(text, phk_deck_load(&script->deck, path, phk_deck_place(text, where)));
    text->units = script->deck.units;
    /* of a deck that could not be opened nothing is known: what commands say of it cannot be judged
     */
    if (script->deck.count == 0) script->stopped = true;
}

void phk_command_file(phk_script *script, const phk_statement *command)
{
    const phk_given *given = phk_arg_find(command, "MODEL");
    if (!given) return;
    phk_piece piece = given->piece[0];
    const char *name =
        phk_deck_print(&script->text, "%.*s", (int)piece.length, script->text.text + piece.at);
    open_deck(script, name, piece);
}

/* ---- commands ---- */

static const phk_command *find_command(phk_reader *r)
{
    phk_word t = r->token;
    const char *word = r->lexer.text + t.at;
    int length = t.length < 60 ? (int)t.length : 60;
    if (t.kind == PHK_TOKEN_BAD) return NULL;
    if (t.kind != PHK_TOKEN_WORD) {
        phk_reader_error(r, PH_E_SYNTAX, phk_token_piece(t),
                         "a line that goes on with a command begins with a comma",
                         "a command is expected here, not `%.*s`", length, word);
        return NULL;
    }
    phk_match match = PHK_MATCH(word, t.length);
    phk_nearest nearest = phk_nearest_to(word, t.length);
    for (int i = 0; phk_commands[i].type.name; i++) {
        const phk_statement_type *type = &phk_commands[i].type;
        phk_match_offer(&match, type->name, type->abbreviation, i);
        phk_nearest_offer(&nearest, type->name);
    }
    int found = phk_match_found(&match);
    if (found >= 0) return &phk_commands[found];
    const char *hint = match.other >= 0 ? "write more letters of it"
                       : nearest.best   ? phk_deck_print(r->deck, "did you mean %s?", nearest.best)
                                        : NULL;
    phk_reader_error(r, PH_E_KEY, phk_token_piece(t), hint,
                     match.other >= 0 ? "`%.*s` may be one of several commands"
                                      : "there is no command `%.*s`",
                     length, word);
    return NULL;
}

/* The number of the statement that a command is about. */
static bool read_number(phk_reader *r, phk_statement *s)
{
    phk_word t = r->token;
    if (t.kind != PHK_TOKEN_NUMBER || !(t.number >= 1 && t.number <= INT_MAX) ||
        t.number != (double)(int)t.number) {
        phk_reader_error(r, PH_E_MISSING, s->keyword, NULL,
                         "%s needs the number of what it changes: %s/1", s->type->name,
                         s->type->name);
        return false;
    }
    s->id = (int)t.number;
    s->keyword.length = t.at + t.length - s->keyword.at;
    phk_reader_advance(r);
    return true;
}

/* Whether nothing but LIST stands behind the name of a command: it shows what is there. */
static bool only_lists(const phk_reader *r)
{
    phk_lexer at = r->lexer;
    at.diag = NULL;
    bool list = false;
    for (phk_word w = phk_lexer_next(&at); w.kind != PHK_TOKEN_END; w = phk_lexer_next(&at)) {
        if (list || w.kind == PHK_TOKEN_BAD) return false;
        list = w.kind == PHK_TOKEN_WORD;
        if (list && !phk_abbreviates(at.text + w.at, w.length, "LIST", 2)) return false;
        if (w.kind == PHK_TOKEN_MARK && w.mark != '/' && w.mark != ',') return false;
    }
    return list;
}

/* Reads what stands behind the name of a command and carries it out. */
static void run_command(phk_script *script, phk_reader *r, const phk_command *command)
{
    phk_deck *text = &script->text;
    phk_statement s = {.type = &command->type, .keyword = phk_token_piece(r->token)};
    if (s.type->treatment == PHK_STATEMENT_SKIP) phk_deck_note_skipped(text, &s);
    if (s.type->treatment != PHK_STATEMENT_SKIP && only_lists(r)) {
        phk_deck_note(text, s.keyword, "%s with LIST is skipped: it shows what the deck has anyway",
                      s.type->name);
        return;
    }
    if (s.type->treatment == PHK_STATEMENT_REFUSE)
        phk_reader_error(r, PH_E_UNSUPPORTED, s.keyword, NULL, "%s cannot be carried out: %s",
                         s.type->name, s.type->becomes);
    if (!command->run) return;
    phk_reader_advance(r);
    if (r->token.kind == PHK_TOKEN_MARK && r->token.mark == '/') phk_reader_advance(r);
    if (s.type->has_id && !read_number(r, &s)) return;
    r->partial = command->partial;
    phk_read_arguments(r, &s);
    if (!r->broken && text->status != PH_E_NOMEM) command->run(script, &s);
}

static void read_command(phk_script *script, phk_reader *r, size_t begin, size_t end)
{
    phk_deck *text = &script->text;
    r->lexer = (phk_lexer){text->text, begin, end, false, text->diag, text->file, &text->lines};
    r->broken = false;
    phk_reader_advance(r);
    const phk_command *command = find_command(r);
    bool opens = command && command->run == phk_command_file;
    if (command && !script->has_deck && !opens && command->run) {
        phk_reader_error(r, PH_E_MISSING, phk_token_piece(r->token),
                         "name it in line 1, or by FILE/MODEL = deck.adm",
                         "no deck was named before this command");
        script->stopped = true;
    } else if (command) {
        run_command(script, r, command);
    }
    if (r->broken) phk_deck_failed(text, PH_E_MODEL);
}

/* ---- lines ---- */

/* Line i without blanks around it and its line break. */
static phk_piece line_at(const phk_deck *text, size_t i)
{
    size_t at = text->lines.start[i];
    size_t end = i + 1 < text->lines.count ? text->lines.start[i + 1] - 1 : text->length;
    while (end > at && strchr(" \t\r\f\v\x1a", text->text[end - 1])) end--;
    at = phk_skip_blanks(text, at, end);
    return (phk_piece){at, end - at};
}

static bool is_empty(const phk_deck *text, phk_piece line)
{
    return line.length == 0 || text->text[line.at] == '!';
}

/* Carries out the commands in [begin, end): several where there are semicolons. */
static void run_code(phk_script *script, phk_reader *r, size_t begin, size_t end)
{
    const phk_deck *text = &script->text;
    for (size_t at = begin; at < end && !script->stopped && text->status != PH_E_NOMEM;) {
        size_t stop = phk_code_end(text, at, end);
        /* a comment ends with its line, which may not be the last */
        while (stop < end && text->text[stop] == '!') {
            while (stop < end && text->text[stop] != '\n') stop++;
            stop = phk_code_end(text, stop, end);
        }
        if (phk_skip_blanks(text, at, stop) < stop) read_command(script, r, at, stop);
        at = stop + 1;
    }
}

static bool goes_on(const phk_deck *text, phk_piece line)
{
    size_t end = phk_code_end(text, line.at, line.at + line.length);
    while (end > line.at && strchr(" \t", text->text[end - 1])) end--;
    return end > line.at && text->text[end - 1] == '&';
}

static void run_lines(phk_script *script, size_t first)
{
    const phk_deck *text = &script->text;
    phk_reader reader = {.deck = &script->text};
    size_t begin = 0, end = 0;
    bool joined = false;
    for (size_t i = first; i < text->lines.count; i++) {
        phk_piece line = line_at(text, i);
        if (is_empty(text, line)) continue;
        if (!joined && text->text[line.at] != ',') {
            run_code(script, &reader, begin, end);
            begin = line.at;
        }
        end = line.at + line.length;
        joined = goes_on(text, line);
    }
    run_code(script, &reader, begin, end);
    phk_reader_free(&reader);
}

/* FILE/MODEL = .., in the place of the deck's name. */
static bool is_file_command(const phk_deck *text, phk_piece line)
{
    const char *at = text->text + line.at, *slash = memchr(at, '/', line.length);
    if (!slash || !memchr(at, '=', line.length)) return false;
    size_t n = (size_t)(slash - at);
    while (n > 0 && at[n - 1] == ' ') n--;
    return phk_abbreviates(at, n, "FILE", 3);
}

/* The lines before the commands. Returns the number of the first command. */
static size_t read_head(phk_script *script)
{
    phk_deck *text = &script->text;
    size_t i = 0;
    while (i + 1 < text->lines.count && is_empty(text, line_at(text, i))) i++;
    phk_piece line = line_at(text, i);
    if (is_empty(text, line)) {
        phk_deck_error(text, PH_E_FORMAT, line, "line 1 names the deck", "the file is empty");
        return text->lines.count;
    }
    if (is_file_command(text, line)) return i;
    const char *name = text->text + line.at;
    size_t length = line.length;
    if (length > 1 && strchr("'\"", name[0]) && name[length - 1] == name[0]) {
        name++;
        length -= 2;
    }
    open_deck(script, phk_deck_print(text, "%.*s", (int)length, name), line);
    if (i + 1 >= text->lines.count) return i + 1;
    line = line_at(text, i + 1);
    if (!is_empty(text, line))
        phk_deck_note(
            text, line,
            "the name of ADAMS' output files is not used: the result goes into the folder "
            "that `polhode run -o` names");
    return i + 2;
}

/* ---- the file ---- */

static ph_status load_text(phk_script *script)
{
    phk_deck *text = &script->text;
    const char *nul = memchr(text->text, '\0', text->length);
    if (nul)
        return phk_error(text->diag, PH_E_FORMAT, (ph_source){.file = text->file},
                         "a command file is a text file", "the file is not a text: byte %zu is 0",
                         (size_t)(nul - text->text) + 1);
    if (!phk_deck_find_lines(text)) return PH_E_NOMEM;
    size_t first = read_head(script);
    if (text->status != PH_E_NOMEM) run_lines(script, first);
    if (text->status == PH_OK && !script->has_deck)
        phk_deck_error(text, PH_E_MISSING, (phk_piece){0, 0},
                       "name it in line 1, or by FILE/MODEL = deck.adm", "no deck is named");
    if (text->status == PH_OK) phk_script_finish(script);
    if (text->status == PH_OK) phk_deck_failed(text, ph_model_check(text->model, text->diag));
    return text->status;
}

ph_status phk_command_load(const char *path, const ph_reading *how, ph_diag *diag, ph_model *model)
{
    char *file;
    size_t length;
    ph_status status = phk_file_read(path, (ph_source){.file = path}, diag, &file, &length);
    if (status != PH_OK) return status;
    phk_script script = {.path = path, .next = {.options = ph_default_options()}};
    script.text = (phk_deck){.diag = diag,
                             .model = model,
                             .how = how,
                             .file = path,
                             .text = file,
                             .length = length,
                             .units = {1, 1, 1, 1, "m", "s", "N", "kg"}};
    phk_diag_text(diag, path, file, length);
    status = load_text(&script);
    phk_diag_text(diag, NULL, NULL, 0);
    phk_diag_sort(diag, path);
    if (script.has_deck) phk_deck_free(&script.deck);
    phk_deck_free(&script.joined);
    phk_deck_free(&script.text);
    free(file);
    return status;
}
