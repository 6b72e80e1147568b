/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tables made of options.def, and what is done with options field by field: whether they are
 * given, and how those of one source are put over those of another.
 *
 * An option that has the value it has by default is not given: none of them means anything else.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>
#include "mech/model/model.h"
#include "mech/model/options.h"

#define SCALE(name, index, unit_text, standard)                                                    \
    {                                                                                              \
        name, PH_FIELD_NUMBER, .offset = (index) * sizeof(double), .unit = unit_text, .min = 0,    \
                               .max = INFINITY, .flags = PH_ABOVE, .default_help = standard        \
    }
static const ph_field scale_fields[] = {SCALE("length", 0, "m", "the size of the model"),
                                        SCALE("angle", 1, "rad", "1"),
                                        SCALE("time", 2, "s", "length over the largest speed"),
                                        {.name = NULL}};
#undef SCALE

static const char *const error_words[] = {"per-unit-step", "per-step", NULL};

static const char *const analysis_words[] = {"dynamic", "static", "kinematic", "inverse", NULL};
static const char *const start_words[] = {"drawn", "equilibrium", NULL};

/* ---- the tables ---- */

#define FIELD(...)                       __VA_ARGS__
#define LINE(text, value, about, absent) .line = {text, value, about, absent}
#define NO_LINE                          .line = {.name = NULL}

/* of options as such */
#define IN_RUN(member) .offset = offsetof(ph_options, member)
#define OPTION(member, key, kind, described, ...)                                                  \
    {{key, kind, IN_RUN(member), described}, __VA_ARGS__},
#define RUN_OPTION OPTION
static const ph_option options[] = {
#include "mech/model/options.def"
};
enum { OPTIONS = sizeof options / sizeof options[0] };
#undef OPTION

/* of `simulate` */
#define OPTION(member, key, kind, described, ...) {key, kind, IN_RUN(member), described},
const ph_field phk_options_fields[] = {
#include "mech/model/options.def"
    {.name = NULL}};
#undef OPTION
#undef RUN_OPTION

/* of a phase */
#define IN_PHASE(member)                          .offset = offsetof(ph_phase_def, member)
#define OPTION(member, key, kind, described, ...) {key, kind, IN_PHASE(options.member), described},
#define RUN_OPTION(...)
const ph_field phk_phase_fields[] = {
    {"end", PH_FIELD_NUMBER, IN_PHASE(options.end), .unit = "s",
     .help = "When it ends, and the next begins.", .init = NAN,
     .default_help = "of the last one: that of the run"},
    {"duration", PH_FIELD_NUMBER, IN_PHASE(duration), .unit = "s",
     .help = "Instead of `end`: how long it lasts, wherever an event has ended the one before.",
     .min = 0, .max = INFINITY, .default_help = "see `end`"},
    {"activate", PH_FIELD_NAMES, IN_PHASE(activate),
     .help = "Joints, motions, forces, contacts and events that are there from its beginning on."},
    {"deactivate", PH_FIELD_NAMES, IN_PHASE(deactivate),
     .help = "Those that are not: a joint holds nothing, a motion or a force is not there."},
    {"integrator", PH_FIELD_TEXT, IN_PHASE(options.integrator), .help = "Time integrator.",
     .default_help = "as before"},
#include "mech/model/options.def"
    {.name = NULL}};

int ph_option_count(void)
{
    return OPTIONS;
}

const ph_option *ph_option_get(int index)
{
    return index >= 0 && index < OPTIONS ? &options[index] : NULL;
}

const ph_option *ph_option_find(const char *key)
{
    for (int i = 0; key && i < OPTIONS; i++)
        if (strcmp(options[i].field.name, key) == 0) return &options[i];
    return NULL;
}

/* ---- values: numbers, words, texts, and groups of numbers ---- */

static const void *value_of(const ph_field *f, const void *in)
{
    return (const char *)in + f->offset;
}

static void *place_of(const ph_field *f, void *in)
{
    return (char *)in + f->offset;
}

static void clear(const ph_field *f, void *in)
{
    void *at = place_of(f, in);
    if (f->kind == PH_FIELD_GROUP)
        for (const ph_field *g = f->group; g->name; g++) clear(g, at);
    else if (f->kind == PH_FIELD_NUMBER)
        *(double *)at = f->init;
    else if (f->kind == PH_FIELD_TEXT)
        *(ph_text *)at = (ph_text){0};
    else
        *(int *)at = (int)f->init;
}

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same(const ph_field *f, const void *a, const void *b)
{
    a = value_of(f, a);
    b = value_of(f, b);
    if (f->kind == PH_FIELD_NUMBER) return same_number(*(const double *)a, *(const double *)b);
    if (f->kind == PH_FIELD_TEXT)
        return same_text(((const ph_text *)a)->text, ((const ph_text *)b)->text);
    if (f->kind != PH_FIELD_GROUP) return *(const int *)a == *(const int *)b;
    for (const ph_field *g = f->group; g->name; g++)
        if (!same(g, a, b)) return false;
    return true;
}

static bool is_given(const ph_field *f, const void *in)
{
    const void *at = value_of(f, in);
    if (f->kind == PH_FIELD_NUMBER) return !same_number(*(const double *)at, f->init);
    if (f->kind == PH_FIELD_TEXT) return ((const ph_text *)at)->text != NULL;
    if (f->kind != PH_FIELD_GROUP) return *(const int *)at != (int)f->init;
    for (const ph_field *g = f->group; g->name; g++)
        if (is_given(g, at)) return true;
    return false;
}

ph_options ph_default_options(void)
{
    ph_options o = {0};
    for (int i = 0; i < OPTIONS; i++) clear(&options[i].field, &o);
    return o;
}

bool ph_option_given(const ph_option *option, const ph_options *o)
{
    return is_given(&option->field, o);
}

bool phk_option_same(const ph_option *option, const ph_options *a, const ph_options *b)
{
    return same(&option->field, a, b);
}

void phk_option_clear(const ph_option *option, ph_options *o)
{
    clear(&option->field, o);
}

/* ---- one source over another ---- */

static bool is_held(const ph_field *f, const void *asked, const void *model)
{
    return asked && !same(f, asked, model);
}

/* What is given, number by number in a group. */
static void put(const ph_field *f, void *in, const void *over, const void *asked, const void *model)
{
    void *to = place_of(f, in);
    const void *from = value_of(f, over);
    if (f->kind == PH_FIELD_GROUP) {
        const void *a = asked ? value_of(f, asked) : NULL, *m = asked ? value_of(f, model) : NULL;
        for (const ph_field *g = f->group; g->name; g++) put(g, to, from, a, m);
    } else if (!is_given(f, over) || is_held(f, asked, model)) {
        return;
    } else if (f->kind == PH_FIELD_NUMBER) {
        *(double *)to = *(const double *)from;
    } else if (f->kind == PH_FIELD_TEXT) {
        *(ph_text *)to = *(const ph_text *)from;
    } else {
        *(int *)to = *(const int *)from;
    }
}

/* All that is given, but for what is asked for otherwise than the model says (asked NULL: nothing
 * is). */
static void merge(ph_options *o, const ph_options *over, const ph_options *asked,
                  const ph_options *model)
{
    for (int i = 0; i < OPTIONS; i++) {
        const ph_field *f = &options[i].field;
        const ph_option *other = ph_option_find(options[i].instead);
        if (!is_given(f, over)) continue;
        if (other && (is_held(f, asked, model) || is_held(&other->field, asked, model))) continue;
        if (other && !is_given(&other->field, over)) clear(&other->field, o);
        put(f, o, over, asked, model);
    }
}

void ph_options_merge(ph_options *o, const ph_options *over)
{
    merge(o, over, NULL, NULL);
}

void phk_options_go_on(ph_options *o, const ph_options *phase, const ph_options *asked,
                       const ph_options *model)
{
    const ph_field *method = &ph_option_find("integrator")->field;
    bool changes = is_given(method, phase) && !is_held(method, asked, model);
    for (int i = 0; changes && i < OPTIONS; i++)
        if (options[i].flags & PH_OF_METHOD && !is_held(&options[i].field, asked, model))
            clear(&options[i].field, o);
    for (int i = 0; asked && i < OPTIONS; i++) {
        if (!(options[i].flags & PH_OF_PHASE)) continue;
        clear(&options[i].field, o);
        put(&options[i].field, o, asked, NULL, NULL);
    }
    merge(o, phase, asked, model);
}
