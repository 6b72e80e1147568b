/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Building a model: every object is copied into the model's arena and gets its name in one name
 * space, so that an expression, an output or a force can mean only one thing.
 */
#include "mech/model/build.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"

/* A name's entry holds kind and index in one int. */
enum { INDEX_BITS = 27 };

static const char *const reserved[] = {"ground", "time", "energy", "solver", NULL};

const char *phk_kind_text(phk_kind kind)
{
    static const char *const text[PHK_KINDS] = {"parameter", "body",    "marker", "table",
                                                "variable",  "force",   "joint",  "motion",
                                                "state",     "request", "shape",  "function"};
    return text[kind];
}

ph_model *ph_model_create(void)
{
    ph_model *model = calloc(1, sizeof *model);
    if (!model) return NULL;
    model->title = model->path = model->source = "";
    model->options = ph_default_options();
    return model;
}

void ph_model_free(ph_model *model)
{
    if (!model) return;
    for (phk_plugin *p = model->plugin; p; p = p->before) p->close(p->handle);
    phk_names_free(&model->objects);
    phk_arena_free(&model->arena);
    free(model);
}

bool phk_is_name(const char *name)
{
    if (!isalpha((unsigned char)name[0]) && name[0] != '_') return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_') return false;
    return true;
}

static bool is_reserved(const char *name)
{
    for (int i = 0; reserved[i]; i++)
        if (strcmp(reserved[i], name) == 0) return true;
    return false;
}

phk_object phk_model_find(const ph_model *model, const char *name, size_t length)
{
    int value = phk_names_find(&model->objects, name, length);
    if (value < 0) return (phk_object){PHK_KINDS, -1};
    return (phk_object){(phk_kind)(value >> INDEX_BITS), value & ((1 << INDEX_BITS) - 1)};
}

ph_status phk_model_explain_name(const ph_model *model, const char *name, ph_source where,
                                 ph_diag *diag)
{
    if (!phk_is_name(name))
        return phk_error(diag, PH_E_NAME, where,
                         "a name is a letter or _, then letters, digits and _",
                         "`%s` is not a name", name);
    if (is_reserved(name))
        return phk_error(diag, PH_E_NAME, where, "choose another name",
                         "`%s` is a word with a meaning of its own", name);
    phk_object o = phk_model_find(model, name, strlen(name));
    if (o.index < 0) return PH_OK;
    ph_source first = model->list[o.kind].where[o.index];
    if (first.line > 0)
        return phk_error(diag, PH_E_NAME, where,
                         "everything with a name shares one name space, parameters too",
                         "`%s` is already a %s (line %d)", name, phk_kind_text(o.kind), first.line);
    return phk_error(diag, PH_E_NAME, where, "choose another name", "`%s` is already a %s", name,
                     phk_kind_text(o.kind));
}

/* Copies a text that may be NULL. Returns 0 when out of memory. */
static int keep(ph_model *model, const char **text)
{
    if (!*text) return 1;
    *text = phk_arena_text(&model->arena, *text, strlen(*text));
    return *text != NULL;
}

/* Copies the file of a place; nearly always it is the model's own path, then there is no copy. */
int phk_keep_place(ph_model *model, ph_source *where)
{
    if (!where->file || strcmp(where->file, model->path) != 0) return keep(model, &where->file);
    where->file = model->path;
    return 1;
}

/* A text with its place: ph_text, ph_expr and ph_place all begin so. */
int phk_keep_text(ph_model *model, const char **text, ph_source *where)
{
    return keep(model, text) && phk_keep_place(model, where);
}

int phk_keep_numbers(ph_model *model, ph_numbers *numbers)
{
    size_t size = (size_t)numbers->count * sizeof *numbers->value;
    double *copy = phk_arena_alloc(&model->arena, size);
    if (!copy) return 0;
    if (size) memcpy(copy, numbers->value, size);
    numbers->value = copy;
    return 1;
}

int phk_keep_names(ph_model *model, ph_names *names)
{
    ph_text *copy = phk_arena_alloc(&model->arena, (size_t)names->count * sizeof *copy);
    if (!copy) return 0;
    for (int i = 0; i < names->count; i++) {
        copy[i] = names->name[i];
        if (!phk_keep_text(model, &copy[i].text, &copy[i].where)) return 0;
    }
    names->name = copy;
    return 1;
}

int phk_keep_expr(ph_model *model, ph_expr *expr)
{
    return phk_keep_text(model, &expr->text, &expr->where);
}

ph_status phk_model_append(ph_model *model, phk_list *list, const char *name, ph_source where)
{
    if (!phk_keep_text(model, &name, &where)) return PH_E_NOMEM;
    size_t n = (size_t)list->count;
    const char **names = phk_arena_grow(&model->arena, list->name, n, sizeof *names);
    ph_source *places = phk_arena_grow(&model->arena, list->where, n, sizeof *places);
    if (!names || !places) return PH_E_NOMEM;
    const char **labels = phk_arena_grow(&model->arena, list->label, n, sizeof *labels);
    if (!labels) return PH_E_NOMEM;
    list->name = names;
    list->where = places;
    list->label = labels;
    names[n] = name;
    places[n] = where;
    labels[n] = NULL;
    list->count++;
    return PH_OK;
}

/* Gives an object its name and a place for its definition at the end of *array. On success the
 * place holds a copy of `def`. */
ph_status phk_model_add(ph_model *model, phk_kind kind, const char *name, ph_source where,
                        void *array_pointer, const void *def, size_t size)
{
    if (!name || !phk_is_name(name) || is_reserved(name)) return PH_E_NAME;
    if (phk_model_find(model, name, strlen(name)).index >= 0) return PH_E_NAME;
    phk_list *list = &model->list[kind];
    int index = list->count;
    if (index >= 1 << INDEX_BITS) return PH_E_RANGE;
    void *array;
    memcpy(&array, array_pointer, sizeof array);
    array = phk_arena_grow(&model->arena, array, (size_t)index, size);
    if (!array) return PH_E_NOMEM;
    memcpy(array_pointer, &array, sizeof array);
    memcpy((char *)array + (size_t)index * size, def, size);
    ph_status status = phk_model_append(model, list, name, where);
    if (status) return status;
    int value = (int)kind << INDEX_BITS | index;
    if (phk_names_add(&model->objects, list->name[index], strlen(name), value) == 1) return PH_OK;
    list->count--;
    return PH_E_NOMEM;
}

ph_status ph_model_set_title(ph_model *model, const char *title)
{
    if (!title) return PH_E_USAGE;
    if (!keep(model, &title)) return PH_E_NOMEM;
    model->title = title;
    return PH_OK;
}

ph_status phk_model_set_source(ph_model *model, const char *path, const char *text, size_t length)
{
    const char *copy = phk_arena_text(&model->arena, text, length);
    if (!copy || !keep(model, &path)) return PH_E_NOMEM;
    model->path = path;
    model->source = copy;
    return PH_OK;
}

ph_status ph_model_set_gravity(ph_model *model, ph_vec3 gravity)
{
    if (!isfinite(ph_norm(gravity))) return PH_E_RANGE;
    model->gravity = gravity;
    return PH_OK;
}

ph_status ph_model_set_options(ph_model *model, const ph_options *options)
{
    if (!options) return PH_E_USAGE;
    ph_options copy = *options;
    if (!phk_keep_text(model, &copy.integrator.text, &copy.integrator.where) ||
        !phk_keep_place(model, &copy.where))
        return PH_E_NOMEM;
    model->options = copy;
    return PH_OK;
}

ph_status phk_model_label(ph_model *model, phk_kind kind, const char *label)
{
    phk_list *list = &model->list[kind];
    if (!keep(model, &label)) return PH_E_NOMEM;
    list->label[list->count - 1] = label;
    return PH_OK;
}
