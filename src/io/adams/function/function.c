/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/adams/function/function.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- text ---- */

void phk_function_write(phk_translation *t, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    size_t need = n < 0 ? 0 : (size_t)n + 1;
    if (t->length + need > t->room) {
        size_t room = 2 * (t->length + need) + 64;
        char *larger = realloc(t->text, room);
        if (larger) t->text = larger;
        if (larger) t->room = room;
    }
    if (t->length + need <= t->room) {
        vsnprintf(t->text + t->length, need, format, again);
        t->length += need - 1;
    } else {
        t->no_memory = true;
        phk_stop(&t->in);
    }
    va_end(again);
    va_end(args);
}

/* ---- units ---- */

/* "length_unit/time_unit^2" without what is 1, each factor behind its sign: "*length_unit". */
static const char *factors_of(phk_deck *deck, const char *unit)
{
    const struct {
        const char *name;
        double value;
    } known[] = {{"length_unit", deck->units.length},
                 {"time_unit", deck->units.time},
                 {"force_unit", deck->units.force},
                 {"mass_unit", deck->units.mass}};
    const char *text = "";
    char sign = '*';
    for (const char *p = unit; p && *p;) {
        size_t n = strcspn(p, "*/");
        for (int k = 0; k < 4; k++) {
            size_t name = strlen(known[k].name);
            if (n < name || memcmp(p, known[k].name, name) != 0 || known[k].value == 1) continue;
            text = phk_deck_print(deck, "%s%c%.*s", text, sign, (int)n, p);
        }
        p += n;
        if (*p) sign = *p++;
    }
    return text;
}

const char *phk_function_unit(const phk_translation *t, phk_in_unit unit)
{
    static const char *const text[] = {[PHK_IN_NOTHING] = "",
                                       [PHK_IN_LENGTH] = "1/length_unit",
                                       [PHK_IN_VELOCITY] = "time_unit/length_unit",
                                       [PHK_IN_ACCELERATION] = "time_unit^2/length_unit",
                                       [PHK_IN_RATE] = "time_unit",
                                       [PHK_IN_RATE2] = "time_unit^2",
                                       [PHK_IN_FORCE] = "1/force_unit",
                                       [PHK_IN_TORQUE] = "1/force_unit/length_unit",
                                       [PHK_IN_TIME] = "1/time_unit"};
    return factors_of(t->deck, text[unit]);
}

/* ---- whole expressions ---- */

/* The text of the whole, three of a vector, in the units that were asked for. */
static void put(phk_translation *t, phk_operand value, ph_expr *out, int count)
{
    const char *parts[3] = {t->text, NULL, NULL};
    const char *factors = factors_of(t->deck, t->role.unit);
    bool vector = t->vectors && phk_vector_parts(t, value, parts);
    if (count == 1 && t->vectors) parts[0] = phk_vector_number(t, value, NULL);
    if (count == 3 && !vector)
        phk_complain(&t->in, PH_E_TYPE, NULL, "e.g. [0, 0, 5*TIME]", "a vector is wanted here");
    if (t->in.errors) return;
    for (int k = 0; k < count; k++)
        out[k].text = factors[0] ? phk_deck_print(t->deck, "(%s)%s", parts[k], factors)
                                 : phk_deck_print(t->deck, "%s", parts[k]);
}

static void translate(phk_translation *t, ph_expr *out, int count)
{
    phk_deck *deck = t->deck;
    phk_vocabulary vectors = phk_vector_vocabulary();
    ph_expr expr = {.text = "0", .where = phk_deck_place(deck, t->where), .value = -1};
    expr.where.length = -1; /* messages point to all of it: the text is not what stands there */
    for (int k = 0; k < count; k++) out[k] = expr;
    t->in.self = t;
    t->vectors = phk_vector_reads(t->lexer);
    if (t->vectors) t->in.vocabulary = &vectors;
    phk_operand value = phk_read_all(&t->in);
    if (t->no_memory) phk_deck_failed(deck, PH_E_NOMEM);
    if (!t->in.errors && !t->no_memory) put(t, value, out, count);
    free(t->text);
}

static phk_translation begin(phk_deck *deck, phk_piece function, phk_function_role role)
{
    size_t end = function.at + function.length;
    return (phk_translation){
        .in = {.vocabulary = &phk_function_vocabulary, .text = deck->text, .length = end},
        .deck = deck,
        .role = role,
        .own = true,
        .where = function,
        .lexer = {.text = deck->text,
                  .at = function.at,
                  .end = end,
                  .diag = deck->diag,
                  .file = deck->file,
                  .lines = &deck->lines}};
}

ph_expr phk_deck_expression(phk_deck *deck, phk_piece function, phk_function_role role)
{
    phk_translation t = begin(deck, function, role);
    ph_expr expr;
    translate(&t, &expr, 1);
    return expr;
}

void phk_deck_vector(phk_deck *deck, phk_piece function, phk_function_role role, ph_expr out[3])
{
    phk_translation t = begin(deck, function, role);
    translate(&t, out, 3);
}

ph_expr phk_deck_expression_text(phk_deck *deck, const char *text, phk_piece where,
                                 phk_function_role role)
{
    size_t end = strlen(text);
    phk_translation t = {
        .in = {.vocabulary = &phk_function_vocabulary, .text = text, .length = end},
        .deck = deck,
        .role = role,
        .where = where,
        .lexer = {.text = text, .end = end}};
    ph_expr expr;
    translate(&t, &expr, 1);
    return expr;
}
