/* SPDX-License-Identifier: BSD-3-Clause
 *
 * function_user.c -- USER(p1, .., pn): where ADAMS calls a subroutine, a function of a plug-in is
 * called, which the statement names: ROUTINE = library::function.
 *
 * It gets the numbers p and then what it wants to know of the model, as expressions of the deck,
 * where a subroutine would ask for it by SYSFNC; see ph_function in polhode/expression.h. What has
 * several components (GFORCE, ..) asks for one function each: function_fx, function_fy, ..
 */
#include <stdio.h>
#include <string.h>
#include "expr/expr.h"
#include "expr/function.h"
#include "io/adams/function.h"
#include "io/plugin.h"

static void no_routine(phk_translation *t, const char *given)
{
    phk_deck_error(t->deck, PH_E_MISSING, t->where, "add ROUTINE = library::function, a plug-in",
                   given ? "USER needs the function of a plug-in, not ROUTINE = %s"
                         : "USER needs the function of a plug-in%s",
                   given ? given : "");
    t->errors++;
}

/* Opens the plug-in of the statement and gives its function; NULL: reported. */
static const ph_function *routine_of(phk_translation *t)
{
    phk_deck *deck = t->deck;
    const phk_statement *s = t->role.self;
    const phk_given *given = s ? phk_arg_find(s, "ROUTINE") : NULL;
    const char *text = given ? phk_arg_text(deck, s, "ROUTINE") : NULL;
    const char *colons = text ? strstr(text, "::") : NULL;
    if (!colons || colons == text) {
        no_routine(t, text);
        return NULL;
    }
    const char *component = t->role.component ? t->role.component : "";
    const char *name = phk_deck_print(deck, "%s%s", colons + 2, component);
    const char *library = phk_deck_print(deck, "%.*s", (int)(colons - text), text);
    const char *slash = strrchr(library, '/');
    if (!strchr(slash ? slash : library, '.')) library = phk_deck_print(deck, "%s.so", library);
    ph_source where = phk_deck_place(deck, given->piece[0]);
    ph_status status = phk_plugin_open(deck->model, library, where, deck->diag);
    if (status) {
        phk_deck_failed(deck, status);
        t->errors++;
        return NULL;
    }
    phk_object o = phk_model_find(deck->model, name, strlen(name));
    if (o.index >= 0 && o.kind == PHK_KIND_FUNCTION) return &deck->model->function[o.index]->own;
    phk_deck_error(deck, PH_E_NAME, given->piece[0], NULL, "`%s` has no function `%s`", library,
                   name);
    t->errors++;
    return NULL;
}

/* The parameters are numbers. */
static bool read_numbers(phk_translation *t, const phk_function_argument *argument, int count,
                         double *p)
{
    static const phk_scope constants;
    for (int k = 0; k < count; k++) {
        ph_source nowhere = {0};
        if (phk_expr_constant(argument[k].text, nowhere, &constants, NULL, &p[k])) continue;
        phk_function_error(t, &argument[k].token, PH_E_TYPE,
                           "what the function wants to know of the model, it asks for itself",
                           "the parameters of USER are numbers");
        return false;
    }
    return true;
}

/* What the function reads, behind its parameters. */
static void write_reads(phk_translation *t, const ph_function *f, const double *p, int count)
{
    char text[1000];
    for (int k = 0; f->reads && count + k < PHK_FUNCTION_ARGUMENTS; k++) {
        memset(text, 0, sizeof text);
        if (!f->reads(f->user, p, count, k, text, (int)sizeof text - 1)) return;
        text[sizeof text - 1] = '\0';
        phk_function_role role = {.self = NULL}; /* one that asks for USER again finds no routine */
        ph_expr value = phk_deck_expression_text(t->deck, text, t->where, role);
        phk_function_write(t, count + k > 0 ? ", %s" : "%s", value.text);
    }
}

void phk_function_write_user(phk_translation *t, const phk_function_entry *entry,
                             const phk_function_argument *argument, int count)
{
    double p[PHK_FUNCTION_ARGUMENTS];
    (void)entry;
    const ph_function *f = routine_of(t);
    if (!f || !read_numbers(t, argument, count, p)) {
        phk_function_write(t, "0");
        return;
    }
    phk_function_write(t, "%s(", f->name);
    for (int k = 0; k < count; k++) phk_function_write(t, k ? ", %s" : "%s", argument[k].text);
    write_reads(t, f, p, count);
    phk_function_write(t, ")");
}
