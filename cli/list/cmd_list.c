/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode list: what this build knows, for people and as JSON.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <polhode/polhode.h>
#include "command.h"
#include "common/options.h"
#include "common/report.h"

static const char me[] = "list";

/* --- integrators ---------------------------------------------------------------------------- */

/* By a trait, or an option it takes. */
static const struct {
    unsigned bit;
    const char *name, *option;
} traits[] = {{PH_SYMMETRIC, "symmetric", NULL},
              {PH_MOMENTUM, "momentum", NULL},
              {PH_ENERGY, "energy", NULL},
              {PH_IMPLICIT, "implicit", NULL},
              {PH_FREE_BODIES, "free bodies only", NULL},
              {0, "step or tolerance", "tolerance"},
              {0, "alpha", "alpha"},
              {0, "rho", "rho"},
              {PH_OWN_STEPS, "steps of its own", NULL},
              {PH_ABSENT, "not in this build", NULL}};
enum { TRAITS = sizeof traits / sizeof traits[0] };

static bool has(const ph_integrator_info *m, int k)
{
    return traits[k].option ? ph_integrator_takes(m, traits[k].option) : m->traits & traits[k].bit;
}

static void print_calls(const ph_integrator_info *m)
{
    char calls[32];
    const char *more = m->traits & PH_IMPLICIT ? "+" : "";
    if (m->calls_at_start)
        snprintf(calls, sizeof calls, "%d%s (+%d)", m->calls_per_step, more, m->calls_at_start);
    else
        snprintf(calls, sizeof calls, "%d%s", m->calls_per_step, more);
    printf("%-8s ", calls);
}

static void list_integrators(void)
{
    printf("%-18s %5s %-8s %s\n", "integrator", "order", "calls", "properties");
    for (int i = 0; i < ph_integrator_count(); i++) {
        const ph_integrator_info *m = ph_integrator_get(i);
        bool first = true;
        printf("%-18s %5d ", m->name, m->order);
        print_calls(m);
        for (int k = 0; k < TRAITS; k++) {
            if (!has(m, k)) continue;
            printf("%s%s", first ? "" : ", ", traits[k].name);
            first = false;
        }
        printf("%s\n    %s\n", strcmp(m->name, ph_integrator_default()) == 0 ? "  [default]" : "",
               m->summary);
        if (m->reference && *m->reference) printf("    %s\n", m->reference);
    }
    printf("\ncalls: evaluations of the loads per step (and further ones at a start); + with each\n"
           "iteration one more. symmetric: a step back undoes a step. momentum, energy: kept to\n"
           "rounding for a free body.\n");
}

static void list_integrators_json(ph_json *j)
{
    for (int i = 0; i < ph_integrator_count(); i++) {
        const ph_integrator_info *m = ph_integrator_get(i);
        ph_json_begin(j, NULL, '{');
        ph_json_text(j, "name", m->name);
        ph_json_int(j, "order", m->order);
        ph_json_int(j, "calls_per_step", m->calls_per_step);
        ph_json_int(j, "calls_at_start", m->calls_at_start);
        ph_json_bool(j, "default", strcmp(m->name, ph_integrator_default()) == 0);
        ph_json_begin(j, "properties", '[');
        for (int k = 0; k < TRAITS; k++)
            if (has(m, k)) ph_json_text(j, NULL, traits[k].name);
        ph_json_end(j);
        ph_json_text(j, "summary", m->summary);
        ph_json_text(j, "reference", m->reference);
        ph_json_end(j);
    }
}

/* --- elements ------------------------------------------------------------------------------- */

static const char *kind_text(ph_field_kind kind)
{
    static const char *const text[] = {[PH_FIELD_NUMBER] = "number",
                                       [PH_FIELD_INTEGER] = "integer",
                                       [PH_FIELD_WORD] = "word",
                                       [PH_FIELD_TEXT] = "text",
                                       [PH_FIELD_VEC3] = "vector",
                                       [PH_FIELD_INERTIA] = "inertia",
                                       [PH_FIELD_ORIENTATION] = "orientation",
                                       [PH_FIELD_EXPR] = "expression",
                                       [PH_FIELD_EXPR3] = "3 expressions",
                                       [PH_FIELD_PLACE] = "marker",
                                       [PH_FIELD_NUMBERS] = "numbers",
                                       [PH_FIELD_ROWS] = "rows of numbers",
                                       [PH_FIELD_NAMES] = "names",
                                       [PH_FIELD_WORDS] = "words",
                                       [PH_FIELD_GROUP] = "numbers",
                                       [PH_FIELD_JOINTS] = "joints",
                                       [PH_FIELD_CURVE] = "curve"};
    return (size_t)kind < sizeof text / sizeof text[0] ? text[kind] : "?";
}

/* What happens when a field is not given. */
static void print_missing(const ph_field *f)
{
    if (f->flags & PH_REQUIRED)
        printf(" (required)");
    else if (f->default_help)
        printf(" (default: %s)", f->default_help);
    else if (f->kind == PH_FIELD_NUMBER && isfinite(f->init))
        printf(" (default: %g)", f->init);
    else if (f->kind == PH_FIELD_WORD && f->words)
        printf(" (default: %s)", f->words[(int)f->init]);
}

static void print_field(const ph_field *f)
{
    char kind[48];
    snprintf(kind, sizeof kind, f->unit && *f->unit ? "%s [%s]" : "%s", kind_text(f->kind),
             f->unit);
    printf("    %-14s %-20s %s", f->name, kind, f->help ? f->help : "");
    for (const char *const *w = f->words; w && *w; w++)
        printf("%s%s", w == f->words ? " One of: " : " | ", *w);
    print_missing(f);
    printf("\n");
}

static const char *const directions[6] = {"x", "y", "z", "rx", "ry", "rz"};

/* On positions and on velocities. */
static int equations(const ph_joint_type *t)
{
    return t->rows + (t->velocity ? t->velocity->rows : 0);
}

static void print_joint(const ph_joint_type *t)
{
    int n = equations(t);
    printf("\n%s: %d equation%s\n  %s\n", t->name, n, n == 1 ? "" : "s", t->help);
    if (t->axis_help) printf("    %-14s %-20s %s\n", "axis", "vector", t->axis_help);
    if (t->axis2_help) printf("    %-14s %-20s %s\n", "axis2", "vector", t->axis2_help);
    for (const ph_field *f = t->fields; f && f->name; f++) print_field(f);
    if (!t->free) return;
    printf("    a motion may drive");
    for (int d = 0; d < 6; d++)
        if (t->free >> d & 1) printf(" %s", directions[d]);
    printf("\n");
}

static void list_elements(void)
{
    printf("JOINTS\n`between` two bodies, `at` a point of the world as they are drawn; or between "
           "two\n"
           "markers, whose places and axes they use: z of the markers is `axis`.\n");
    for (int i = 0; i < ph_joint_type_count(); i++) print_joint(ph_joint_type_get(i));
    printf("\nFORCES\n");
    for (int i = 0; i < ph_force_type_count(); i++) {
        const ph_force_type *t = ph_force_type_get(i);
        printf("\n%s\n  %s\n", t->name, t->help);
        for (const ph_field *f = t->fields; f && f->name; f++) print_field(f);
    }
}

static void put_field(ph_json *j, const ph_field *f)
{
    ph_json_line(j);
    ph_json_begin(j, NULL, '{');
    ph_json_text(j, "name", f->name);
    ph_json_text(j, "kind", kind_text(f->kind));
    ph_json_text(j, "unit", f->unit);
    ph_json_bool(j, "required", f->flags & PH_REQUIRED);
    ph_json_text(j, "help", f->help);
    if (f->words) {
        ph_json_begin(j, "words", '[');
        for (const char *const *w = f->words; *w; w++) ph_json_text(j, NULL, *w);
        ph_json_end(j);
    }
    ph_json_end(j);
}

/* Up to the list of fields. */
static void begin_element(ph_json *j, const char *kind, const char *name, const char *help)
{
    ph_json_begin(j, NULL, '{');
    ph_json_text(j, "kind", kind);
    ph_json_text(j, "name", name);
    ph_json_text(j, "help", help);
}

static void end_element(ph_json *j, const ph_field *fields)
{
    ph_json_begin(j, "fields", '[');
    for (const ph_field *f = fields; f && f->name; f++) put_field(j, f);
    ph_json_end(j);
    ph_json_end(j);
}

static void put_joint(ph_json *j, const ph_joint_type *t)
{
    begin_element(j, "joint", t->name, t->help);
    ph_json_int(j, "equations", equations(t));
    ph_json_text(j, "axis", t->axis_help);
    ph_json_text(j, "axis2", t->axis2_help);
    ph_json_begin(j, "motions", '[');
    for (int d = 0; d < 6; d++)
        if (t->free >> d & 1) ph_json_text(j, NULL, directions[d]);
    ph_json_end(j);
    end_element(j, t->fields);
}

static void list_elements_json(ph_json *j)
{
    for (int i = 0; i < ph_joint_type_count(); i++) put_joint(j, ph_joint_type_get(i));
    for (int i = 0; i < ph_force_type_count(); i++) {
        const ph_force_type *t = ph_force_type_get(i);
        begin_element(j, "force", t->name, t->help);
        end_element(j, t->fields);
    }
}

/* --- functions ------------------------------------------------------------------------------ */

/* Functions, then the quantities of the model they are applied to. */
static const ph_function_info *expression_word(int i)
{
    return i < ph_function_count() ? ph_function_get(i) : ph_quantity_get(i - ph_function_count());
}

static void list_functions(void)
{
    int widest = 0;
    for (int i = 0; expression_word(i); i++) {
        int n = (int)strlen(expression_word(i)->signature);
        if (n > widest) widest = n;
    }
    for (int i = 0; expression_word(i); i++) {
        if (i == ph_function_count()) printf("\nquantities of the model:\n");
        printf("%-*s  %s\n", widest, expression_word(i)->signature, expression_word(i)->help);
    }
}

static void list_functions_json(ph_json *j)
{
    for (int i = 0; expression_word(i); i++) {
        ph_json_begin(j, NULL, '{');
        ph_json_text(j, "signature", expression_word(i)->signature);
        ph_json_text(j, "help", expression_word(i)->help);
        ph_json_end(j);
    }
}

/* --- statements of ADAMS decks ---------------------------------------------------------------- */

static const char *const use_text[] = {"read", "skipped", "refused"};

static void list_statements(void)
{
    for (int i = 0; i < ph_statement_count(); i++) {
        ph_statement_info s = ph_statement_get(i);
        printf("%s/%-*s %-8s %s\n", s.name, (int)(18 - strlen(s.name)), s.numbered ? "id" : "",
               use_text[s.use], s.meaning);
        ph_argument_info a;
        for (int k = 0; (a = ph_statement_argument(i, k)).name; k++) {
            printf("%s%s", k ? ", " : "    ", a.name);
            if (a.use != PH_DECK_READ) printf(" (%s)", use_text[a.use]);
        }
        if (ph_statement_argument(i, 0).name) printf("\n");
    }
    printf("\nread: becomes part of the model. skipped: cannot change the motion. refused: would\n"
           "change the motion, and there is no element for it yet: an error.\n");
}

static void list_statements_json(ph_json *j)
{
    for (int i = 0; i < ph_statement_count(); i++) {
        ph_statement_info s = ph_statement_get(i);
        ph_argument_info a;
        ph_json_begin(j, NULL, '{');
        ph_json_text(j, "name", s.name);
        ph_json_bool(j, "numbered", s.numbered);
        ph_json_text(j, "use", use_text[s.use]);
        ph_json_text(j, "meaning", s.meaning);
        ph_json_begin(j, "arguments", '[');
        for (int k = 0; (a = ph_statement_argument(i, k)).name; k++) {
            ph_json_begin(j, NULL, '{');
            ph_json_text(j, "name", a.name);
            ph_json_bool(j, "required", a.required);
            ph_json_text(j, "use", use_text[a.use]);
            ph_json_text(j, "why", a.why);
            ph_json_end(j);
        }
        ph_json_end(j);
        ph_json_end(j);
    }
}

/* A list with a line for each item. */
static void print_list(void (*put)(ph_json *j))
{
    ph_json j = {.out = stdout, .spaced = true, .lines = 1};
    ph_json_begin(&j, NULL, '[');
    put(&j);
    ph_json_end(&j);
    printf("\n");
}

int cmd_list(int argc, char **argv)
{
    static const char *const names[] = {"integrators", "elements", "functions", "statements"};
    static void (*const print[])(void) = {list_integrators, list_elements, list_functions,
                                          list_statements};
    static void (*const put_json[])(ph_json *) = {list_integrators_json, list_elements_json,
                                                  list_functions_json, list_statements_json};
    enum { LISTS = sizeof names / sizeof names[0] };
    bool json = false;
    const cli_option option[] = {{"json", 0, CLI_FLAG, &json, NULL, "as JSON, for programs", NULL},
                                 {0}};
    const cli_syntax syntax = {me,
                               "integrators|elements|functions|statements",
                               "Lists what this build knows: the words model files may use, and\n"
                               "what becomes of the statements of ADAMS decks.\n",
                               option,
                               1,
                               1};
    int count;
    int status = cli_parse(&syntax, argc, argv, &count);
    if (status >= 0) return status;
    for (int i = 0; i < LISTS; i++) {
        if (strcmp(argv[1], names[i]) != 0) continue;
        if (json)
            print_list(put_json[i]);
        else
            print[i]();
        return CLI_DONE;
    }
    cli_error(me, "no list of \"%s\"; there are integrators, elements, functions and statements",
              argv[1]);
    cli_did_you_mean(argv[1], names, LISTS);
    return CLI_USAGE;
}
