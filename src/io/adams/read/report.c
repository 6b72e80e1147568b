/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report.c -- speaking about statements, and giving what they became its label.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/adams/read/index.h"
#include "io/text/file.h"

void phk_deck_failed(phk_deck *deck, ph_status status)
{
    if (status != PH_OK && deck->status != PH_E_NOMEM)
        deck->status = status == PH_E_NOMEM ? PH_E_NOMEM : PH_E_MODEL;
}

ph_source phk_deck_place(const phk_deck *deck, phk_piece piece)
{
    return phk_lines_place(&deck->lines, deck->file, piece.at, piece.length);
}

void phk_deck_error(phk_deck *deck, ph_status code, phk_piece piece, const char *hint,
                    const char *format, ...)
{
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    phk_deck_failed(deck, PH_E_MODEL);
    phk_error(deck->diag, code, phk_deck_place(deck, piece), hint, "%s", message);
}

void phk_deck_note(phk_deck *deck, phk_piece piece, const char *format, ...)
{
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    phk_note_at(deck->diag, phk_deck_place(deck, piece), "%s", message);
}

bool phk_deck_is_new(phk_deck *deck, const char *what)
{
    int added = phk_names_add(&deck->noted, what, strlen(what), 0);
    if (added < 0) phk_deck_failed(deck, PH_E_NOMEM);
    return added == 1;
}

void phk_deck_note_argument(phk_deck *deck, const phk_statement *s, const phk_given *given)
{
    const phk_arg *arg = given->arg;
    if (phk_deck_is_new(deck, phk_deck_print(deck, "%s.%s", s->type->name, arg->name)))
        phk_deck_note(deck, given->name, "%s of %s is not used%s%s", arg->name, s->type->name,
                      arg->why ? ": " : "", arg->why ? arg->why : "");
}

void phk_deck_note_skipped(phk_deck *deck, const phk_statement *s)
{
    if (phk_deck_is_new(deck, s->type->name))
        phk_deck_note(deck, s->keyword, "%s has no meaning here and is skipped: %s", s->type->name,
                      s->type->becomes);
}

void phk_deck_refuse_argument(phk_deck *deck, const phk_statement *s, const phk_given *given,
                              int count)
{
    const char *why = given->arg->why ? given->arg->why : "there is nothing like it here";
    const char *many =
        count > 1 ? phk_deck_print(deck, " (%d statements, the first here)", count) : "";
    phk_deck_error(deck, PH_E_UNSUPPORTED, given->name, NULL, "%s: `%s` cannot be done: %s%s",
                   s->type->name, given->arg->name, why, many);
}

void phk_deck_refuse_arguments(phk_deck *deck)
{
    for (const phk_statement_type *t = phk_statement_types; t->name; t++)
        for (const phk_arg *a = t->args; a && a->name; a++) {
            const phk_statement *first = NULL;
            int count = 0;
            if (!(a->flags & PHK_ARG_REFUSED)) continue;
            for (const phk_statement *s = NULL; (s = phk_deck_next(deck, t->name, s));)
                if (phk_arg_find(s, a->name) && count++ == 0) first = s;
            if (first) phk_deck_refuse_argument(deck, first, phk_arg_find(first, a->name), count);
        }
}

static void refuse_kind(phk_deck *deck, const phk_statement *first, int count)
{
    const char *name = first->type->name;
    const char *hint = phk_deck_print(
        deck, "it would change the motion: `--leave-out %s` goes without %s and says so", name,
        count == 1 ? "it" : "them");
    if (count == 1)
        phk_deck_error(deck, PH_E_UNSUPPORTED, first->keyword, hint,
                       "%s: polhode has no element for it yet (%s)", phk_deck_label(deck, first),
                       first->type->becomes);
    else
        phk_deck_error(deck, PH_E_UNSUPPORTED, first->keyword, hint,
                       "%s: polhode has no element for it yet (%s); %d statements, the first here",
                       name, first->type->becomes, count);
}

void phk_deck_tell_kinds(phk_deck *deck)
{
    for (const phk_statement_type *t = phk_statement_types; t->name; t++) {
        const phk_statement *first = phk_deck_next(deck, t->name, NULL);
        int count = 0;
        for (const phk_statement *s = first; s; s = phk_deck_next(deck, NULL, s)) count++;
        if (count == 0) continue;
        if (first->left_out)
            phk_warn(deck->diag, PH_OK, phk_deck_place(deck, first->keyword),
                     "the motion is that of a system without it",
                     "%s is left out, as asked for: %d statement%s%s", t->name, count,
                     count == 1 ? "" : "s", count == 1 ? "" : ", the first here");
        else if (t->treatment == PHK_STATEMENT_SKIP)
            phk_deck_note_skipped(deck, first);
        else if (t->treatment == PHK_STATEMENT_REFUSE)
            refuse_kind(deck, first, count);
    }
}

const char *phk_deck_print(phk_deck *deck, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = length < 0 ? NULL : phk_arena_alloc(&deck->arena, (size_t)length + 1);
    if (!text) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return "";
    }
    va_start(args, format);
    vsnprintf(text, (size_t)length + 1, format, args);
    va_end(args);
    return text;
}

const char *phk_deck_label(phk_deck *deck, const phk_statement *s)
{
    return s->id ? phk_deck_print(deck, "%s/%d", s->type->name, s->id) : s->type->name;
}

void phk_deck_added(phk_deck *deck, ph_status status, const phk_statement *s, phk_kind kind)
{
    if (status == PH_OK)
        status = phk_model_label(deck->model, kind, phk_deck_label(deck, s));
    else if (status == PH_E_NAME)
        phk_model_explain_name(deck->model, s->name, phk_deck_place(deck, s->keyword), deck->diag);
    else if (status != PH_E_NOMEM)
        phk_deck_error(deck, status, s->keyword, NULL, "%s cannot be added to the model: %s",
                       phk_deck_label(deck, s), ph_status_text(status));
    phk_deck_failed(deck, status);
}

/* A name as seen from the deck's folder, in its arena. */
static const char *beside(phk_deck *deck, const char *name)
{
    char *path = phk_file_beside(deck->file, name);
    const char *kept = path ? phk_arena_text(&deck->arena, path, strlen(path)) : NULL;
    free(path);
    if (!kept) phk_deck_failed(deck, PH_E_NOMEM);
    return kept;
}

const char *phk_deck_path(phk_deck *deck, const char *name, phk_piece where)
{
    const char *path = beside(deck, name), *last = phk_file_last_part(name);
    if (!path || last == name || phk_file_is_there(path)) return path;
    const char *near = beside(deck, last);
    if (!near || !phk_file_is_there(near)) return path;
    phk_deck_note(deck, where, "`%.200s` is not there: the file beside this one is taken", name);
    return near;
}
