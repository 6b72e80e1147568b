/* SPDX-License-Identifier: BSD-3-Clause
 *
 * user.c -- USER(p1, .., pn): where ADAMS calls a subroutine, a function of a plug-in is
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
#include "io/adams/function/function.h"
#include "io/model/plugin.h"

/* ROUTINE = library::function of a statement in its two halves; false: it has none such. */
static bool split_routine(phk_deck *deck, const phk_statement *s, const char **library,
                          const char **function)
{
    const char *text = s ? phk_arg_text(deck, s, "ROUTINE") : NULL;
    const char *colons = text ? strstr(text, "::") : NULL;
    if (!colons || colons == text) return false;
    *function = colons + 2;
    *library = phk_deck_print(deck, "%.*s", (int)(colons - text), text);
    const char *slash = strrchr(*library, '/');
    if (!strchr(slash ? slash : *library, '.')) *library = phk_deck_print(deck, "%s.so", *library);
    return true;
}

bool phk_deck_open_routine(phk_deck *deck, const phk_statement *s, phk_piece where)
{
    const char *library, *function;
    if (!split_routine(deck, s, &library, &function)) {
        const char *text = s ? phk_arg_text(deck, s, "ROUTINE") : NULL;
        phk_deck_error(deck, PH_E_MISSING, where, "add ROUTINE = library::function, a plug-in",
                       "USER needs the function of a plug-in%s%s", text ? ", not ROUTINE = " : "",
                       text ? text : "");
        return false;
    }
    ph_source place = phk_deck_place(deck, phk_arg_find(s, "ROUTINE")->piece[0]);
    ph_status status = phk_plugin_open(deck->model, library, place, deck->diag);
    phk_deck_failed(deck, status);
    return status == PH_OK;
}

const ph_function *phk_deck_routine(phk_deck *deck, const phk_statement *s, const char *component)
{
    const char *library, *function;
    if (!split_routine(deck, s, &library, &function)) return NULL;
    const char *name = phk_deck_print(deck, "%s%s", function, component ? component : "");
    phk_object o = phk_model_find(deck->model, name, strlen(name));
    bool found = o.index >= 0 && o.kind == PHK_KIND_FUNCTION;
    return found ? &phk_functions(deck->model)[o.index].own->own : NULL;
}

/* The function of the statement that is read; NULL: reported. */
static const ph_function *routine_of(phk_translation *t)
{
    const phk_statement *s = t->role.self;
    bool open = phk_deck_open_routine(t->deck, s, t->where);
    const ph_function *f = open ? phk_deck_routine(t->deck, s, t->role.component) : NULL;
    if (open && !f)
        phk_deck_error(t->deck, PH_E_NAME, phk_arg_find(s, "ROUTINE")->piece[0], NULL,
                       "the plug-in has no function `%s%s`",
                       strstr(phk_arg_text(t->deck, s, "ROUTINE"), "::") + 2,
                       t->role.component ? t->role.component : "");
    if (!f) t->in.errors++;
    return f;
}

/* The parameters are numbers. */
static bool read_numbers(phk_translation *t, const phk_function_argument *argument, int count,
                         double *p)
{
    static const phk_scope constants;
    for (int k = 0; k < count; k++) {
        ph_source nowhere = {0};
        if (phk_expr_constant(argument[k].text, nowhere, &constants, NULL, &p[k])) continue;
        phk_complain(&t->in, PH_E_TYPE, &argument[k].token,
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
