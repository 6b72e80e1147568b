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
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "expr/expr.h"
#include "expr/function.h"
#include "io/adams/function/function.h"
#include "io/model/plugin.h"
#include "io/text/file.h"

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

/* What some libraries are that decks of ADAMS name; they are part of ADAMS, and not to be had. */
static const char *known_library(const char *library)
{
    static const struct {
        const char *name, *what;
    } known[] = {{"abgTire", "the tires of ADAMS"},    {"abgFDM", "frequency dampers of ADAMS/Car"},
                 {"acar_solver", "ADAMS/Car"},         {"abgVDM", "the vehicles of ADAMS"},
                 {"adrill_solver", "ADAMS/Drill"},     {"amachinery_solver", "ADAMS/Machinery"},
                 {"controls_solver", "ADAMS/Controls"}};
    size_t length = strcspn(library, ".");
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strlen(known[k].name) == length && strncasecmp(library, known[k].name, length) == 0)
            return known[k].what;
    return NULL;
}

/* Tells that a library is not there, once for all statements that name it. */
static void miss_library(phk_deck *deck, const phk_statement *s, const char *library)
{
    const char *what = known_library(library), *other, *function;
    int count = 0;
    phk_deck_failed(deck, PH_E_MODEL);
    if (!phk_deck_is_new(deck, phk_deck_print(deck, "library %s", library))) return;
    for (const phk_statement *each = deck->statement; each < deck->statement + deck->count; each++)
        count += !each->left_out && phk_arg_find(each, "ROUTINE") &&
                 split_routine(deck, each, &other, &function) && strcmp(other, library) == 0;
    const char *of = what ? phk_deck_print(deck, " (it is part of %s)", what) : "";
    const char *many =
        count > 1 ? phk_deck_print(deck, "; %d statements call it, the first here", count) : "";
    phk_deck_error(deck, PH_E_IO, phk_arg_find(s, "ROUTINE")->piece[0],
                   phk_deck_print(deck,
                                  "put a plug-in `%s` with its functions beside the deck, or go on "
                                  "without: `--leave-out %s`",
                                  library, s->type->name),
                   "there is no library `%s`%s%s", library, of, many);
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
    char *file = phk_file_beside(deck->model->path, library);
    bool there = !file || access(file, F_OK) == 0;
    free(file);
    if (!there) {
        miss_library(deck, s, library);
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
