/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls: arguments as the table of functions says, then the call as the model has it.
 *
 * An argument is written where it is read, taken away, and put into the call when that is complete:
 * so its text is copied once for each level it is nested in.
 */
#include <stdio.h>
#include <string.h>
#include "base/names.h"
#include "io/adams/function/function.h"

static bool is_mark(const phk_word *token, char mark)
{
    return token->kind == PHK_TOKEN_MARK && token->mark == mark;
}

/* ---- which function ---- */

static const phk_function_entry *find(const phk_translation *t, const phk_word *name)
{
    for (const phk_function_entry *e = phk_function_entries; e->name; e++)
        if (strlen(e->name) == name->length &&
            phk_abbreviates(t->lexer.text + name->at, name->length, e->name, (int)name->length))
            return e;
    return NULL;
}

static void unknown(phk_translation *t, const phk_word *name)
{
    char upper[40], hint[60] = "";
    size_t n = name->length < sizeof upper ? name->length : sizeof upper - 1;
    for (size_t i = 0; i < n; i++) {
        char c = t->lexer.text[name->at + i];
        upper[i] = c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
    }
    upper[n] = '\0';
    phk_nearest nearest = phk_nearest_to(upper, n);
    for (const phk_function_entry *e = phk_function_entries; e->name; e++)
        phk_nearest_offer(&nearest, e->name);
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean %s?", nearest.best);
    phk_function_error(t, name, PH_E_NAME, hint[0] ? hint : NULL, "there is no function `%s`",
                       upper);
}

/* Passes over the arguments of a call that means nothing. */
static void skip_call(phk_translation *t)
{
    phk_word open = t->token;
    int depth = 0;
    do {
        if (is_mark(&t->token, '(')) depth++;
        if (is_mark(&t->token, ')')) depth--;
        phk_function_advance(t);
    } while (depth > 0 && t->token.kind != PHK_TOKEN_END);
    if (depth > 0) phk_function_stop(t, &open, "add the `)`", "this `(` is never closed");
}

/* ---- arguments ---- */

/* What was written since `from`, as a text of its own; it is taken away. */
static const char *take_text(phk_translation *t, size_t from)
{
    const char *text =
        phk_arena_text(&t->deck->arena, t->text ? t->text + from : "", t->length - from);
    if (!text) t->no_memory = true;
    t->length = from;
    return text ? text : "";
}

/* A whole number with its sign; false: reported. */
static bool read_whole(phk_translation *t, const char *what, int *number)
{
    bool minus = false;
    phk_word at = t->token;
    while (is_mark(&t->token, '-') || is_mark(&t->token, '+')) {
        minus ^= t->token.mark == '-';
        phk_function_advance(t);
    }
    double x = t->token.number;
    bool whole = t->token.kind == PHK_TOKEN_NUMBER && !t->token.degrees && x >= 0 && x < 2e9 &&
                 x == (double)(int)x;
    if (!whole) {
        t->token = t->stopped ? t->token : at;
        phk_function_expected(t, what, NULL);
        return false;
    }
    *number = minus ? -(int)x : (int)x;
    phk_function_advance(t);
    return true;
}

static void read_id(phk_translation *t, const char *type, bool may_be_ground,
                    phk_function_argument *a)
{
    char what[60];
    snprintf(what, sizeof what, "the number of a %s", type);
    a->text = "ground";
    if (!read_whole(t, what, &a->number) || (a->number == 0 && may_be_ground)) return;
    a->target = phk_deck_find(t->deck, type, a->number);
    if (!a->target)
        phk_function_error(
            t, &a->token, PH_E_NAME,
            phk_deck_missing_hint(t->deck, type, phk_function_piece(t, &a->token), a->number),
            "there is no %s/%d", type, a->number);
    else
        a->text = a->target->name;
}

static void read_marker(phk_translation *t, const phk_function_entry *e, phk_function_argument *a)
{
    read_id(t, "MARKER", true, a);
    if (!a->target) return;
    const phk_deck_marker *marker = phk_deck_marker_of(t->deck, a->target);
    a->text = phk_deck_marker_name(a->target);
    if (!marker) t->errors++; /* which was reported */
    /* what acts at a floating marker is known; where it is, is where marker I of its force is */
    if (marker && marker->floating && e->write != phk_function_write_force)
        phk_function_error(t, &a->token, PH_E_MODEL, "name marker I of its force",
                           "MARKER/%d is floating: it has no place of its own", a->number);
}

static void read_argument(phk_translation *t, const phk_function_entry *e, char kind,
                          phk_function_argument *a)
{
    size_t from = t->length;
    *a = (phk_function_argument){.token = t->token, .text = ""};
    switch (kind) {
    case 'm':
        read_marker(t, e, a);
        break;
    case 'i':
        read_id(t, e->of, false, a);
        break;
    case 'n':
        if (read_whole(t, "a whole number", &a->number))
            a->text = phk_deck_print(t->deck, "%d", a->number);
        break;
    default:
        phk_function_sum(t);
        a->text = take_text(t, from);
    }
}

/* The letter of argument number k; '\0': there is none. */
static char kind_of(const phk_function_entry *e, int k)
{
    char last = '\0';
    for (const char *p = e->arguments; *p; p++) {
        if (*p == '|') continue;
        if (*p == '*') return last;
        last = *p;
        if (k-- == 0) return last;
    }
    return '\0';
}

static int least_of(const phk_function_entry *e)
{
    size_t n = strcspn(e->arguments, "|*");
    return (int)n;
}

/* A comma; or, on a continuation line, the comma at its beginning, which is no token. */
static bool next_argument(phk_translation *t)
{
    if (is_mark(&t->token, ',')) {
        phk_function_advance(t);
        return true;
    }
    return t->token.continued && t->token.kind != PHK_TOKEN_END && !is_mark(&t->token, ')') &&
           !is_mark(&t->token, ':');
}

static bool close(phk_translation *t, const phk_word *open)
{
    if (is_mark(&t->token, ')')) {
        phk_function_advance(t);
        return true;
    }
    if (t->token.kind == PHK_TOKEN_END)
        phk_function_stop(t, open, "add the `)`", "this `(` is never closed");
    else
        phk_function_expected(t, "`,` or `)`", NULL);
    return false;
}

/* Reads the arguments of a call; -1: something was wrong, which was reported. */
static int read_arguments(phk_translation *t, const phk_function_entry *e, const phk_word *name,
                          phk_function_argument *argument)
{
    phk_word open = t->token;
    int count = 0, errors = t->errors;
    phk_function_advance(t);
    if (!is_mark(&t->token, ')')) {
        do {
            char kind = count < PHK_FUNCTION_ARGUMENTS ? kind_of(e, count) : '\0';
            phk_function_argument spare;
            read_argument(t, e, kind ? kind : 'e', kind ? &argument[count] : &spare);
            count++;
        } while (next_argument(t));
    }
    bool closed = close(t, &open);
    bool fits = count >= least_of(e) && (count == 0 || kind_of(e, count - 1) != '\0') &&
                count <= PHK_FUNCTION_ARGUMENTS;
    if (closed && !fits)
        phk_function_error(t, name, PH_E_TYPE, NULL, "it is %s: %d argument%s given", e->takes,
                           count, count == 1 ? "" : "s");
    return closed && fits && t->errors == errors ? count : -1;
}

/* ---- IF ---- */

static void read_if(phk_translation *t)
{
    phk_word open = t->token;
    phk_function_write(t, "if(");
    phk_function_advance(t);
    phk_function_sum(t);
    if (!is_mark(&t->token, ':')) {
        phk_function_expected(t, "`:`", "IF(expression: negative, zero, positive)");
        return;
    }
    phk_function_write(t, ": ");
    phk_function_advance(t);
    for (int k = 0; k < 3; k++) {
        if (k > 0 && !next_argument(t)) {
            phk_function_expected(t, "`,`", "IF(expression: negative, zero, positive)");
            return;
        }
        if (k > 0) phk_function_write(t, ", ");
        phk_function_sum(t);
    }
    phk_function_write(t, ")");
    close(t, &open);
}

/* ---- calls ---- */

void phk_function_write_call(phk_translation *t, const char *name, phk_in_unit unit,
                             const phk_function_argument *argument, int count)
{
    const char *factors = phk_function_unit(t, unit);
    phk_function_write(t, factors[0] ? "(%s(" : "%s(", name);
    for (int k = 0; k < count; k++) phk_function_write(t, k ? ", %s" : "%s", argument[k].text);
    phk_function_write(t, factors[0] ? ")%s)" : ")", factors);
}

void phk_function_call(phk_translation *t, const phk_word *name)
{
    const phk_function_entry *e = find(t, name);
    if (!phk_function_deeper(t)) return;
    if (e && strcmp(e->name, "IF") == 0) {
        read_if(t);
    } else if (!e || !e->arguments) {
        if (!e) unknown(t, name);
        if (e) phk_function_error(t, name, PH_E_UNSUPPORTED, NULL, "%s: %s", e->name, e->takes);
        skip_call(t);
        phk_function_write(t, "0");
    } else {
        phk_function_argument argument[PHK_FUNCTION_ARGUMENTS];
        int count = read_arguments(t, e, name, argument);
        if (count >= 0)
            e->write(t, e, argument, count);
        else
            phk_function_write(t, "0");
    }
    t->depth--;
}
