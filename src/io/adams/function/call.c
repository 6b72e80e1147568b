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

/* ---- which function ---- */

const phk_function_entry *phk_function_entry_of(const char *name, size_t length)
{
    for (const phk_function_entry *e = phk_function_entries; e->name; e++)
        if (strlen(e->name) == length && phk_abbreviates(name, length, e->name, (int)length))
            return e;
    return NULL;
}

static void unknown(phk_translation *t, const phk_token *name)
{
    char upper[40], hint[60] = "";
    size_t n = name->length < sizeof upper ? name->length : sizeof upper - 1;
    for (size_t i = 0; i < n; i++) {
        char c = t->in.text[name->start + i];
        upper[i] = c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
    }
    upper[n] = '\0';
    phk_nearest nearest = phk_nearest_to(upper, n);
    for (const phk_function_entry *e = phk_function_entries; e->name; e++)
        phk_nearest_offer(&nearest, e->name);
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean %s?", nearest.best);
    phk_complain(&t->in, PH_E_NAME, name, hint[0] ? hint : NULL, "there is no function `%s`",
                 upper);
}

/* Passes over the arguments of a call that means nothing. */
static void skip_call(phk_translation *t)
{
    phk_token open = t->in.token;
    int depth = 0;
    do {
        if (t->in.token.kind == PHK_T_OPEN) depth++;
        if (t->in.token.kind == PHK_T_CLOSE) depth--;
        phk_advance(&t->in);
    } while (depth > 0 && t->in.token.kind != PHK_T_END);
    if (depth > 0) phk_stop_at(&t->in, &open, "add the `)`", "this `(` is never closed");
}

/* ---- arguments ---- */

const char *phk_function_take(phk_translation *t, size_t from)
{
    const char *text =
        phk_arena_text(&t->deck->arena, t->text ? t->text + from : "", t->length - from);
    if (!text) t->no_memory = true;
    t->length = from;
    return text ? text : "";
}

/* An expression, as a text. */
static const char *read_text(phk_translation *t)
{
    size_t from = t->length;
    phk_token first = t->in.token;
    phk_operand value = phk_read_expression(&t->in);
    return t->vectors ? phk_vector_number(t, value, &first) : phk_function_take(t, from);
}

/* A whole number with its sign; false: reported. */
static bool read_whole(phk_translation *t, const char *what, int *number)
{
    bool minus = false;
    phk_token at = t->in.token;
    while (t->in.token.kind == PHK_T_MINUS || t->in.token.kind == PHK_T_PLUS) {
        minus ^= t->in.token.kind == PHK_T_MINUS;
        phk_advance(&t->in);
    }
    double x = t->in.token.number;
    bool whole = t->in.token.kind == PHK_T_NUMBER && !t->in.token.degrees && x >= 0 && x < 2e9 &&
                 x == (double)(int)x;
    if (!whole) {
        t->in.token = t->in.stopped ? t->in.token : at;
        phk_expected(&t->in, what, NULL);
        return false;
    }
    *number = minus ? -(int)x : (int)x;
    phk_advance(&t->in);
    return true;
}

static void read_id(phk_translation *t, const phk_function_entry *e, const char *type,
                    bool may_be_ground, phk_function_argument *a)
{
    char what[60];
    snprintf(what, sizeof what, "the number of a %s", type);
    a->text = "ground";
    if (!read_whole(t, what, &a->number) || (a->number == 0 && may_be_ground)) return;
    a->target = phk_deck_find(t->deck, type, a->number);
    if (!a->target)
        phk_complain(
            &t->in, PH_E_NAME, &a->token,
            phk_deck_missing_hint(t->deck, type, phk_function_piece(t, &a->token), a->number),
            "there is no %s/%d", type, a->number);
    else if (a->target->left_out && e->write != phk_function_write_load)
        phk_complain(&t->in, PH_E_NAME, &a->token, "leave out what reads it as well",
                     "%s/%d is left out", type, a->number);
    else
        a->text = a->target->name;
}

static void read_marker(phk_translation *t, const phk_function_entry *e, phk_function_argument *a)
{
    read_id(t, e, "MARKER", true, a);
    if (!a->target) return;
    const phk_deck_marker *marker = phk_deck_marker_of(t->deck, a->target);
    a->text = phk_deck_marker_name(a->target);
    if (!marker) t->in.errors++; /* which was reported */
    /* what acts at a floating marker is known; where it is, is where marker I of its force is */
    if (marker && marker->floating && e->write != phk_function_write_force)
        phk_complain(&t->in, PH_E_MODEL, &a->token, "name marker I of its force",
                     "MARKER/%d is floating: it has no place of its own", a->number);
}

static void read_argument(phk_translation *t, const phk_function_entry *e, char kind,
                          phk_function_argument *a)
{
    *a = (phk_function_argument){.token = t->in.token, .text = ""};
    switch (kind) {
    case 'm':
        read_marker(t, e, a);
        break;
    case 'i':
        read_id(t, e, e->of, false, a);
        break;
    case 'n':
        if (read_whole(t, "a whole number", &a->number))
            a->text = phk_deck_print(t->deck, "%d", a->number);
        break;
    default:
        a->text = read_text(t);
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

int phk_function_arguments(phk_translation *t, const phk_function_entry *e, const phk_token *name,
                           phk_function_argument *argument)
{
    phk_token open = t->in.token;
    int count = 0, errors = t->in.errors;
    phk_advance(&t->in);
    if (t->in.token.kind != PHK_T_CLOSE) {
        do {
            char kind = count < PHK_FUNCTION_ARGUMENTS ? kind_of(e, count) : '\0';
            phk_function_argument spare;
            read_argument(t, e, kind ? kind : 'e', kind ? &argument[count] : &spare);
            count++;
        } while (phk_next_argument(&t->in));
    }
    bool closed = phk_close_call(&t->in, &open);
    bool fits = count >= least_of(e) && (count == 0 || kind_of(e, count - 1) != '\0') &&
                count <= PHK_FUNCTION_ARGUMENTS;
    if (closed && !fits)
        phk_complain(&t->in, PH_E_TYPE, name, NULL, "it is %s: %d argument%s given", e->takes,
                     count, count == 1 ? "" : "s");
    return closed && fits && t->in.errors == errors ? count : -1;
}

/* ---- IF ---- */

static void read_if(phk_translation *t)
{
    static const char form[] = "IF(expression: negative, zero, positive)";
    phk_token open = t->in.token;
    const char *text[4];
    phk_advance(&t->in);
    text[0] = read_text(t);
    if (t->in.token.kind != PHK_T_COLON) {
        phk_expected(&t->in, "`:`", form);
        return;
    }
    phk_advance(&t->in);
    for (int k = 1; k < 4; k++) {
        if (k > 1 && !phk_next_argument(&t->in)) {
            phk_expected(&t->in, "`,`", form);
            return;
        }
        text[k] = read_text(t);
    }
    phk_function_write(t, "if(%s: %s, %s, %s)", text[0], text[1], text[2], text[3]);
    phk_close_call(&t->in, &open);
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

phk_operand phk_function_call(phk_reading *r, const phk_token *name)
{
    phk_translation *t = r->self;
    const phk_function_entry *e = phk_function_entry_of(t->in.text + name->start, name->length);
    if (!phk_deeper(r, &r->token)) return phk_anything();
    if (e && strcmp(e->name, "IF") == 0) {
        read_if(t);
    } else if (!e || !e->arguments) {
        if (!e) unknown(t, name);
        if (e) phk_complain(&t->in, PH_E_UNSUPPORTED, name, NULL, "%s: %s", e->name, e->takes);
        skip_call(t);
        phk_function_write(t, "0");
    } else {
        phk_function_argument argument[PHK_FUNCTION_ARGUMENTS];
        int count = phk_function_arguments(t, e, name, argument);
        if (count >= 0)
            e->write(t, e, argument, count);
        else
            phk_function_write(t, "0");
    }
    r->depth--;
    return phk_anything();
}
