/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gse.c -- GSE: states and outputs by functions of a plug-in, FUNCTION = USER(p1, ..) with
 * ROUTINE = library::function:
 *
 *   time_unit X_i' = function_deriv(i, p.., TIME, X.., XD.., U..)     continuous states, NS
 *   XD_i          := function_update(i, p.., TIME, X.., XD.., U..)    discrete ones, ND, at samples
 *   Y_i            = function_output(i, p.., TIME, X.., XD.., U..)    outputs, NO
 *
 * Samples are SAMPLE_PERIOD apart, in the deck's time, from the start on.
 */
#include <string.h>
#include "io/adams/build/linear.h"
#include "io/adams/read/args.h"
#include "io/adams/read/readers.h"

static const char subroutines[] =
    "ROUTINE = library::function names function_deriv, function_update and function_output";

const phk_arg phk_adams_gse_args[] = {
    {"X", PHK_ARG_ID, .of = "ARRAY"},
    {"U", PHK_ARG_ID, .of = "ARRAY"},
    {"Y", PHK_ARG_ID, .of = "ARRAY"},
    {"IC", PHK_ARG_ID, .of = "ARRAY"},
    {"XD", PHK_ARG_ID, .of = "ARRAY"},
    {"ICD", PHK_ARG_ID, .of = "ARRAY"},
    ARG_NUMBER("NS"),
    ARG_NUMBER("NO"),
    ARG_NUMBER("ND"),
    ARG_NUMBER("SAMPLE_PERIOD"),
    ARG_FLAG("STATIC_HOLD"),
    {"FUNCTION", .kind = PHK_ARG_FUNCTION, .flags = PHK_ARG_REQUIRED},
    ARG_TEXT("ROUTINE"),
    {"INTERFACE", .kind = PHK_ARG_TEXTS, .flags = PHK_ARG_UNUSED, .why = subroutines},
    {"IMPLICIT", .kind = PHK_ARG_FLAG, .flags = PHK_ARG_REFUSED,
     .why = "its equations are in terms of the derivatives"},
    ARG_END};

typedef struct {
    phk_deck *deck;
    const phk_statement *s;
    int ns, nd, no, inputs;
    const ph_expr *input;
    const char *p; /* ", p1, p2": the numbers of USER */
    ph_source where;
} gse;

/* NAME_x2, .. in the name space of the model. */
static const char *made(gse *g, const char *letter, int i)
{
    return i ? phk_deck_print(g->deck, "%s_%s%d", g->s->name, letter, i)
             : phk_deck_print(g->deck, "%s_%s", g->s->name, letter);
}

/* A call of one of the functions; NULL: there is none, which is reported. */
static const char *call(gse *g, const char *tail, int i, const char *unit)
{
    const ph_function *f = phk_deck_routine(g->deck, g->s, tail);
    if (!f) {
        phk_deck_error(g->deck, PH_E_NAME, g->s->keyword, subroutines,
                       "GSE/%d: the plug-in has no function ..%s", g->s->id, tail);
        return NULL;
    }
    const char *text = phk_deck_print(g->deck, "%s%s(%d%s, time%s", unit, f->name, i, g->p,
                                      g->deck->units.time != 1 ? "/time_unit" : "");
    int arguments = 2 + g->ns + g->nd + g->inputs;
    for (const char *c = g->p; *c; c++) arguments += *c == ',';
    if (arguments < f->least || arguments > f->most)
        phk_deck_error(g->deck, PH_E_TYPE, g->s->keyword, NULL,
                       "GSE/%d: %s is called with %d arguments: number, parameters, time, states, "
                       "inputs",
                       g->s->id, f->name, arguments);
    for (int k = 1; k <= g->ns; k++)
        text = phk_deck_print(g->deck, "%s, %s", text, made(g, "x", k));
    for (int k = 1; k <= g->nd; k++)
        text = phk_deck_print(g->deck, "%s, %s", text, made(g, "d", k));
    for (int k = 0; k < g->inputs; k++)
        text = phk_deck_print(g->deck, "%s, %s", text, g->input[k].text);
    return phk_deck_print(g->deck, "%s)", text);
}

static void add_states(gse *g)
{
    ph_numbers start = phk_deck_start_values(g->s, "IC");
    const char *unit = g->deck->units.time != 1 ? "1/time_unit*" : "";
    for (int i = 1; i <= g->ns; i++) {
        ph_state_def def = ph_default_state();
        const char *rate = call(g, "_deriv", i, unit);
        if (!rate) return;
        def.where = g->where;
        def.rate = (ph_expr){rate, g->where, -1};
        def.initial = i <= start.count ? start.value[i - 1] : 0;
        def.static_hold = phk_arg_flag(g->s, "STATIC_HOLD");
        phk_deck_failed(g->deck, ph_model_add_state(g->deck->model, made(g, "x", i), &def));
    }
}

static void add_outputs(gse *g)
{
    for (int i = 1; i <= g->no; i++) {
        const char *text = call(g, "_output", i, "");
        if (!text) return;
        ph_expr value = {text, g->where, -1};
        phk_deck_failed(g->deck, ph_model_add_variable(g->deck->model,
                                                       made(g, "y", g->no > 1 ? i : 0), &value));
    }
}

static void add_samples(gse *g)
{
    ph_numbers start = phk_deck_start_values(g->s, "ICD");
    ph_setting *set = phk_arena_alloc(&g->deck->arena, (size_t)g->nd * sizeof *set);
    ph_event_def def;
    phk_kind_default(PHK_KIND_EVENT, &def);
    if (!set) {
        phk_deck_failed(g->deck, PH_E_NOMEM);
        return;
    }
    for (int i = 1; i <= g->nd; i++) {
        const char *text = call(g, "_update", i, "");
        if (!text) return;
        set[i - 1] = (ph_setting){{made(g, "d", i), g->where}, {text, g->where, -1}};
        phk_deck_failed(g->deck, ph_model_add_parameter(g->deck->model, made(g, "d", i),
                                                        i <= start.count ? start.value[i - 1] : 0));
    }
    def.where = g->where;
    def.every = phk_arg_number(g->s, "SAMPLE_PERIOD", 0, 0) * g->deck->units.time;
    def.count = g->nd;
    def.set = set;
    phk_deck_added(g->deck, ph_model_add_event(g->deck->model, g->s->name, &def), g->s,
                   PHK_KIND_EVENT);
}

static int count_of(phk_deck *deck, const phk_statement *s, const char *name)
{
    double n = phk_arg_number(s, name, 0, 0);
    if (n >= 0 && n <= 50 && n == (double)(int)n) return (int)n;
    phk_deck_error(deck, PH_E_RANGE, phk_arg_find(s, name)->name, NULL,
                   "%s of GSE/%d must be a whole number up to 50", name, s->id);
    return -1;
}

/* ", p1, p2" of USER(p1, p2); NULL: it is no such call, which is reported. */
static const char *numbers_of(phk_deck *deck, const phk_statement *s)
{
    phk_piece piece = phk_arg_find(s, "FUNCTION")->piece[0];
    const char *text = phk_deck_print(deck, "%.*s", (int)piece.length, deck->text + piece.at);
    const char *open = strchr(text, '('), *close = strrchr(text, ')');
    if (open && close && (text[0] == 'U' || text[0] == 'u'))
        return close > open + 1 ? phk_deck_print(deck, ", %.*s", (int)(close - open - 1), open + 1)
                                : "";
    phk_deck_error(deck, PH_E_SYNTAX, piece, NULL, "FUNCTION of GSE/%d is USER(p1, ..)", s->id);
    return NULL;
}

void phk_adams_build_gse(phk_deck *deck, const phk_statement *s)
{
    gse g = {.deck = deck, .s = s, .where = phk_deck_place(deck, s->keyword)};
    g.ns = count_of(deck, s, "NS");
    g.nd = count_of(deck, s, "ND");
    g.no = count_of(deck, s, "NO");
    g.p = numbers_of(deck, s);
    bool arrays = phk_deck_check_arrays(deck, s);
    if (g.ns < 0 || g.nd < 0 || g.no < 0 || !g.p || !arrays) return;
    bool sizes[] = {phk_deck_check_size(deck, s, "X", g.ns),
                    phk_deck_check_size(deck, s, "XD", g.nd),
                    phk_deck_check_size(deck, s, "Y", g.no)};
    if (g.nd > 0 && !(phk_arg_number(s, "SAMPLE_PERIOD", 0, 0) > 0)) {
        phk_deck_error(deck, PH_E_MISSING, s->keyword, "give SAMPLE_PERIOD, a time above zero",
                       "GSE/%d has discrete states, and no time between samples", s->id);
        return;
    }
    if (!sizes[0] || !sizes[1] || !sizes[2] || !phk_deck_open_routine(deck, s, s->keyword)) return;
    g.inputs = phk_deck_inputs(deck, s, &g.input);
    add_states(&g);
    if (g.nd > 0) add_samples(&g);
    add_outputs(&g);
}
