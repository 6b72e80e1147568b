/* SPDX-License-Identifier: BSD-3-Clause
 *
 * linear.c -- TFSISO and LSE: controllers `transfer` and `state_space` in the deck's own time, and
 * what ARYVAL reads of the arrays they fill.
 *
 *   TFSISO   Y/U = sum b_i s^i / sum a_i s^i        s by the deck's time: s_deck = time_unit s
 *   LSE      time_unit X' = A X + B U,  Y = C X + D U
 */
#include <math.h>
#include "io/adams/build/linear.h"
#include "io/adams/build/matrix.h"
#include "io/adams/read/args.h"
#include "io/adams/read/readers.h"
#include "mech/model/controllers.h"

#define ARG_ARRAY(name)                                                                            \
    {                                                                                              \
        name, PHK_ARG_ID, .of = "ARRAY"                                                            \
    }
#define ARG_MATRIX(name)                                                                           \
    {                                                                                              \
        name, PHK_ARG_ID, .of = "MATRIX"                                                           \
    }
const phk_arg phk_adams_tfsiso_args[] = {
    {"X", PHK_ARG_ID, .of = "ARRAY", .flags = PHK_ARG_REQUIRED},
    {"U", PHK_ARG_ID, .of = "ARRAY", .flags = PHK_ARG_REQUIRED},
    {"Y", PHK_ARG_ID, .of = "ARRAY", .flags = PHK_ARG_REQUIRED},
    {"NUMERATOR", .kind = PHK_ARG_NUMBER, .least = 1, .most = 30, .flags = PHK_ARG_REQUIRED},
    {"DENOMINATOR", .kind = PHK_ARG_NUMBER, .least = 1, .most = 30, .flags = PHK_ARG_REQUIRED},
    ARG_FLAG("STATIC_HOLD"),
    ARG_END};

const phk_arg phk_adams_lse_args[] = {{"X", PHK_ARG_ID, .of = "ARRAY", .flags = PHK_ARG_REQUIRED},
                                      ARG_ARRAY("U"),
                                      ARG_ARRAY("Y"),
                                      ARG_ARRAY("IC"),
                                      {"A", PHK_ARG_ID, .of = "MATRIX", .flags = PHK_ARG_REQUIRED},
                                      ARG_MATRIX("B"),
                                      ARG_MATRIX("C"),
                                      ARG_MATRIX("D"),
                                      ARG_FLAG("STATIC_HOLD"),
                                      ARG_END};

/* ---- arrays ---- */

/* The statement an argument refers to; NULL: there is none, or it has errors, which were reported.
 */
static const phk_statement *target_of(const phk_statement *s, const char *argument)
{
    const phk_statement *target = phk_arg_target(s, argument);
    return target && !target->broken ? target : NULL;
}

/* Each kind of array belongs to its argument. */
static bool is_kind(phk_deck *deck, const phk_statement *s, const char *argument, const char *kind)
{
    const phk_statement *array = target_of(s, argument);
    if (!array || phk_arg_flag(array, kind)) return true;
    phk_deck_error(deck, PH_E_MODEL, phk_arg_find(s, argument)->name,
                   phk_deck_print(deck, "give ARRAY/%d the argument %s", array->id, kind),
                   "%s/%d needs an array of the kind %s for %s", s->type->name, s->id, kind,
                   argument);
    return false;
}

bool phk_deck_check_arrays(phk_deck *deck, const phk_statement *s)
{
    static const char *const list[][2] = {{"X", "X"},   {"U", "U"},  {"Y", "Y"},
                                          {"IC", "IC"}, {"XD", "X"}, {"ICD", "IC"}};
    bool good = true;
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        good = is_kind(deck, s, list[k][0], list[k][1]) && good;
    return good;
}

bool phk_deck_check_size(phk_deck *deck, const phk_statement *s, const char *argument, int wanted)
{
    const phk_statement *array = target_of(s, argument);
    const phk_given *size = array ? phk_arg_find(array, "SIZE") : NULL;
    if (!size || size->number[0] == wanted) return true;
    phk_deck_error(deck, PH_E_RANGE, phk_arg_find(s, argument)->name, NULL,
                   "%s/%d needs an array of %d for %s, and ARRAY/%d is of %g", s->type->name, s->id,
                   wanted, argument, array->id, size->number[0]);
    return false;
}

int phk_deck_inputs(phk_deck *deck, const phk_statement *s, const ph_expr **input)
{
    const phk_statement *array = target_of(s, "U");
    const phk_given *list = array ? phk_arg_find(array, "VARIABLES") : NULL;
    int n = list ? list->count : 0;
    ph_expr *all = phk_arena_alloc(&deck->arena, ((size_t)n + 1) * sizeof *all);
    if (!all) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return 0;
    }
    for (int k = 0; k < n; k++)
        all[k] = (ph_expr){list->target[k] ? list->target[k]->name : "0",
                           phk_deck_place(deck, list->piece[k]), -1};
    *input = all;
    return n;
}

ph_numbers phk_deck_start_values(const phk_statement *s, const char *argument)
{
    const phk_statement *array = target_of(s, argument);
    const phk_given *list = array ? phk_arg_find(array, "NUMBERS") : NULL;
    return list ? (ph_numbers){list->count, list->number} : (ph_numbers){0};
}

/* ---- statements ---- */

/* Coefficients by powers of s in 1/s. */
static ph_numbers polynomial(phk_deck *deck, const phk_statement *s, const char *name)
{
    const phk_given *given = phk_arg_find(s, name);
    double *value = phk_arena_alloc(&deck->arena, (size_t)given->count * sizeof *value);
    if (!value) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return (ph_numbers){0};
    }
    for (int k = 0; k < given->count; k++) value[k] = given->number[k] * pow(deck->units.time, k);
    return (ph_numbers){given->count, value};
}

static ph_controller_def begin(phk_deck *deck, const phk_statement *s, int type)
{
    ph_controller_def def;
    phk_kind_default(PHK_KIND_CONTROLLER, &def);
    def.where = phk_deck_place(deck, s->keyword);
    def.type = type;
    def.static_hold = phk_arg_flag(s, "STATIC_HOLD");
    def.inputs = phk_deck_inputs(deck, s, &def.input);
    return def;
}

static void add(phk_deck *deck, const phk_statement *s, const ph_controller_def *def)
{
    ph_status status = ph_model_add_controller(deck->model, s->name, def);
    phk_deck_added(deck, status, s, PHK_KIND_CONTROLLER);
}

void phk_adams_build_tfsiso(phk_deck *deck, const phk_statement *s)
{
    if (!phk_deck_check_arrays(deck, s)) return;
    ph_controller_def def = begin(deck, s, PH_CONTROLLER_TRANSFER);
    def.numerator = polynomial(deck, s, "NUMERATOR");
    def.denominator = polynomial(deck, s, "DENOMINATOR");
    bool sizes[] = {phk_deck_check_size(deck, s, "X", phk_transfer_order(&def.denominator)),
                    phk_deck_check_size(deck, s, "Y", 1)};
    if (sizes[0] && sizes[1]) add(deck, s, &def);
}

/* A matrix, times a factor. */
static ph_rows rows_of(phk_deck *deck, const phk_statement *s, const char *name, double factor)
{
    const phk_statement *matrix = target_of(s, name);
    const phk_deck_matrix *m = matrix ? phk_deck_matrix_of(deck, matrix) : NULL;
    size_t size = m ? (size_t)m->rows * (size_t)m->columns : 0;
    double *value = m ? phk_arena_alloc(&deck->arena, size * sizeof *value) : NULL;
    if (m && !value) phk_deck_failed(deck, PH_E_NOMEM);
    if (!value) return (ph_rows){0};
    for (size_t i = 0; i < size; i++) value[i] = factor * m->value[i];
    return (ph_rows){m->rows, m->columns, value};
}

/* B and D need U, C and D need Y. */
static bool has_needed(phk_deck *deck, const phk_statement *s)
{
    static const char *const need[][2] = {{"B", "U"}, {"D", "U"}, {"C", "Y"}, {"D", "Y"}};
    bool good = true;
    for (size_t k = 0; k < 4; k++) {
        if (!phk_arg_find(s, need[k][0]) || phk_arg_find(s, need[k][1])) continue;
        phk_deck_error(deck, PH_E_MISSING, phk_arg_find(s, need[k][0])->name,
                       phk_deck_print(deck, "give the argument %s", need[k][1]),
                       "LSE/%d has a matrix %s, and no %s", s->id, need[k][0], need[k][1]);
        good = false;
    }
    return good;
}

/* Without outputs or inputs it has one of zero. */
void phk_adams_build_lse(phk_deck *deck, const phk_statement *s)
{
    static const double nothing[1000];
    bool arrays = phk_deck_check_arrays(deck, s), needed = has_needed(deck, s);
    if (!arrays || !needed) return;
    ph_controller_def def = begin(deck, s, PH_CONTROLLER_STATE_SPACE);
    double rate = 1 / deck->units.time;
    def.a = rows_of(deck, s, "A", rate);
    def.b = rows_of(deck, s, "B", rate);
    def.c = rows_of(deck, s, "C", 1);
    def.d = rows_of(deck, s, "D", 1);
    def.initial = phk_deck_start_values(s, "IC");
    if (def.inputs == 0) {
        static const ph_expr zero = {"0", {0}, -1};
        def.inputs = 1;
        def.input = &zero;
    }
    if (def.c.count + def.d.count == 0 && def.a.count <= 1000)
        def.c = (ph_rows){1, def.a.count, nothing};
    bool sizes[] = {phk_deck_check_size(deck, s, "X", def.a.count),
                    phk_deck_check_size(deck, s, "Y", def.c.count ? def.c.count : def.d.count)};
    if (sizes[0] && sizes[1]) add(deck, s, &def);
}

/* ---- what is read of them ---- */

/* The statement that fills the array, and by which argument. */
static const phk_statement *filler(const phk_deck *deck, const phk_statement *array,
                                   const char **argument)
{
    static const char *const type[] = {"TFSISO", "LSE", "GSE"}, *const arg[] = {"X", "Y", "XD"};
    for (size_t k = 0; k < 3; k++)
        for (const phk_statement *s = NULL; (s = phk_deck_next(deck, type[k], s));)
            for (size_t a = 0; a < 3; a++)
                if (!s->broken && phk_arg_target(s, arg[a]) == array) {
                    *argument = arg[a];
                    return s;
                }
    return NULL;
}

static int size_of(phk_deck *deck, const phk_statement *s, const char *argument)
{
    bool states = argument[0] == 'X';
    if (s->type->build == phk_adams_build_tfsiso) {
        const phk_given *d = phk_arg_find(s, "DENOMINATOR");
        return states ? phk_transfer_order(&(ph_numbers){d->count, d->number}) : 1;
    }
    if (s->type->build == phk_adams_build_gse)
        return (int)phk_arg_number(s, !states ? "NO" : argument[1] ? "ND" : "NS", 0, 0);
    const phk_statement *s_m = phk_arg_target(s, states ? "A" : phk_arg_find(s, "C") ? "C" : "D");
    const phk_deck_matrix *m = s_m ? phk_deck_matrix_of(deck, s_m) : NULL;
    return m ? m->rows : 0;
}

int phk_deck_array_element(phk_deck *deck, const phk_statement *array, int n, const char **text)
{
    const char *argument = NULL;
    const phk_statement *s = filler(deck, array, &argument);
    if (!s) return -1;
    int size = size_of(deck, s, argument);
    if (n < 1 || n > size) return size;
    if (argument[0] == 'Y')
        *text = size > 1 ? phk_deck_print(deck, "%s_y%d", s->name, n)
                         : phk_deck_print(deck, "%s_y", s->name);
    else
        *text = phk_deck_print(deck, "%s_%s%d", s->name, argument[1] ? "d" : "x", n);
    if (argument[0] != 'X' || s->type->build != phk_adams_build_tfsiso) return size;
    /* the model has scaled them: x_n = z_n / w^(size - n + 1), in the deck's time */
    const phk_given *d = phk_arg_find(s, "DENOMINATOR");
    double w = phk_transfer_rate(&(ph_numbers){d->count, d->number});
    *text = phk_deck_print(deck, "(%s*%.17g)", *text, pow(w, n - size - 1));
    return size;
}
