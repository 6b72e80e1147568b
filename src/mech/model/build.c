/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Building a model: every object is copied into the model's arena and gets its name in one name
 * space, so that an expression, an output or a force can mean only one thing.
 */
#include "mech/model/build.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"

static const char *const reserved[] = {"ground", "time", "energy", "solver", NULL};

ph_model *ph_model_create(void)
{
    ph_model *model = calloc(1, sizeof *model);
    if (!model) return NULL;
    model->title = model->path = model->source = "";
    model->options = ph_default_options();
    return model;
}

void phk_compiled_let_go(phk_compiled *compiled)
{
    if (compiled && atomic_fetch_sub(&compiled->users, 1) == 1) compiled->free(compiled);
}

/* What was compiled is no longer what the model says. */
static void forget_compiled(ph_model *model)
{
    phk_compiled_let_go(atomic_exchange(&model->compiled, NULL));
}

static void drop_all(ph_model *model, phk_kind kind)
{
    const phk_kind_row *row = &phk_kinds[kind];
    char *def = model->list[kind].def;
    for (int i = 0; row->drop && i < model->list[kind].count; i++)
        row->drop(def + (size_t)i * row->is.bytes);
}

void ph_model_free(ph_model *model)
{
    if (!model) return;
    forget_compiled(model);
    for (phk_plugin *p = model->plugin; p; p = p->before) p->close(p->handle);
    for (phk_kind k = 0; k < PHK_KINDS; k++) drop_all(model, k);
    phk_names_free(&model->objects);
    phk_names_free(&model->made);
    for (int k = 0; k < PHK_KINDS; k++) phk_names_free(&model->list[k].keys);
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
    return (phk_object){(phk_kind)(value % PHK_KINDS), value / PHK_KINDS};
}

void phk_model_offer(const ph_model *model, phk_kind kind, phk_nearest *nearest)
{
    const phk_list *list = &model->list[kind];
    for (int i = 0; i < list->count; i++) phk_nearest_offer(nearest, list->name[i]);
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
    ph_source first = phk_model_where(model, o.kind, o.index);
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

static int keep_numbers(ph_model *model, ph_numbers *numbers)
{
    size_t size = (size_t)numbers->count * sizeof *numbers->value;
    double *copy = phk_arena_alloc(&model->arena, size);
    if (!copy) return 0;
    if (size) memcpy(copy, numbers->value, size);
    numbers->value = copy;
    return 1;
}

static int keep_rows(ph_model *model, ph_rows *rows)
{
    ph_numbers all = {rows->count * rows->width, rows->value};
    if (!keep_numbers(model, &all)) return 0;
    rows->value = all.value;
    return 1;
}

static int keep_names(ph_model *model, ph_names *names)
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

static int keep_field(ph_model *model, const ph_field *f, void *at)
{
    ph_text *text = at;
    ph_place *place = at;
    ph_expr *expr = at;
    switch (f->kind) {
    case PH_FIELD_TEXT:
        return phk_keep_text(model, &text->text, &text->where);
    case PH_FIELD_PLACE:
        return phk_keep_text(model, &place->text, &place->where);
    case PH_FIELD_EXPR:
        return phk_keep_expr(model, expr);
    case PH_FIELD_EXPR3:
        return phk_keep_expr(model, expr) && phk_keep_expr(model, expr + 1) &&
               phk_keep_expr(model, expr + 2);
    case PH_FIELD_NUMBERS:
        return keep_numbers(model, at);
    case PH_FIELD_ROWS:
        return keep_rows(model, at);
    case PH_FIELD_NAMES:
        return keep_names(model, at);
    case PH_FIELD_JOINTS:
        return keep_names(model, &((ph_joints *)at)->names);
    case PH_FIELD_CURVE: /* which begins with its name */
        return phk_keep_text(model, &text->text, &text->where);
    default:
        return 1;
    }
}

int phk_keep_fields(ph_model *model, const ph_field *fields, void *par)
{
    for (const ph_field *f = fields; f->name; f++)
        if (!keep_field(model, f, (char *)par + f->offset)) return 0;
    return 1;
}

static ph_status append(ph_model *model, phk_list *list, const char *name)
{
    if (!keep(model, &name)) return PH_E_NOMEM;
    size_t n = (size_t)list->count;
    const char **names = phk_arena_grow(&model->arena, list->name, n, sizeof *names);
    if (!names) return PH_E_NOMEM;
    list->name = names;
    names[n] = name;
    list->count++;
    return PH_OK;
}

ph_status phk_model_append(ph_model *model, phk_list *list, const char *name, ph_source where)
{
    size_t n = (size_t)list->count;
    ph_source *places = phk_arena_grow(&model->arena, list->where, n, sizeof *places);
    if (!places || !phk_keep_place(model, &where)) return PH_E_NOMEM;
    list->where = places;
    places[n] = where;
    return append(model, list, name);
}

/* Room for one more definition; NULL: out of memory. */
static void *make_room(ph_model *model, phk_kind kind)
{
    phk_list *list = &model->list[kind];
    size_t bytes = phk_kinds[kind].is.bytes, n = (size_t)list->count;
    void *array = phk_arena_grow(&model->arena, list->def, n, bytes);
    if (array) list->def = array;
    return array ? (char *)array + n * bytes : NULL;
}

/* Makes a copy the model's own: with what follows from it, a record of what was given, and copies
 * of what it points to. */
static int settle(ph_model *model, phk_kind kind, void *def)
{
    const phk_kind_row *row = &phk_kinds[kind];
    phk_any_def blank;
    phk_head *head = def;
    if (row->complete) row->complete(def);
    phk_kind_default(kind, &blank);
    head->given |= phk_field_changed(row->is.fields, def, &blank);
    return phk_keep_place(model, &head->where) && phk_keep_fields(model, row->is.fields, def) &&
           (!row->keep || row->keep(model, def));
}

/* Something known of a body: the last word counts. */
static ph_status add_to_body(ph_model *model, phk_kind kind, const char *body, const phk_head *def)
{
    phk_list *list = &model->list[kind];
    size_t bytes = phk_kinds[kind].is.bytes;
    phk_object o = phk_model_find(model, body, strlen(body));
    if (o.index < 0 || o.kind != PHK_KIND_BODY) return PH_E_NAME;
    const char *name = model->list[PHK_KIND_BODY].name[o.index];
    int index = phk_names_find(&list->keys, name, strlen(name));
    if (index < 0) {
        index = list->count;
        if (!make_room(model, kind)) return PH_E_NOMEM;
        ph_status status = append(model, list, name);
        if (status) return status;
        if (phk_names_add(&list->keys, name, strlen(name), index) != 1) {
            list->count--;
            return PH_E_NOMEM;
        }
    }
    memcpy((char *)list->def + (size_t)index * bytes, def, bytes);
    return PH_OK;
}

/* In the name space of all objects. */
static ph_status add_name(ph_model *model, phk_kind kind, const char *name)
{
    phk_list *list = &model->list[kind];
    int index = list->count;
    ph_status status = append(model, list, name);
    if (status) return status;
    int value = index * PHK_KINDS + (int)kind;
    if (phk_names_add(&model->objects, list->name[index], strlen(name), value) == 1) return PH_OK;
    list->count--;
    return PH_E_NOMEM;
}

static ph_status check_name(const ph_model *model, const char *name)
{
    if (!name || !phk_is_name(name) || is_reserved(name)) return PH_E_NAME;
    return phk_model_find(model, name, strlen(name)).index >= 0 ? PH_E_NAME : PH_OK;
}

ph_status phk_model_made(ph_model *model, const char *name, unsigned of)
{
    return phk_names_add(&model->made, name, strlen(name), (int)of) < 0 ? PH_E_NOMEM : PH_OK;
}

bool phk_model_is_made(const ph_model *model, phk_kind kind, const char *name)
{
    int of = name ? phk_names_find(&model->made, name, strlen(name)) : -1;
    return of >= 0 && (of == PHK_MADE || kind == PHK_KIND_BODY);
}

/* The body that an object is, which has its name; no file has it besides. */
static ph_status add_its_body(ph_model *model, const char *name, const phk_kind_row *row,
                              const void *def)
{
    ph_body_def body = ph_default_body();
    ph_status status = row->embody(def, &body);
    if (!status) status = phk_model_add(model, PHK_KIND_BODY, name, &body);
    const phk_list *bodies = &model->list[PHK_KIND_BODY];
    return status ? status : phk_model_made(model, bodies->name[bodies->count - 1], PHK_MADE_BODY);
}

ph_status phk_model_add(ph_model *model, phk_kind kind, const char *name, const void *def)
{
    const phk_kind_row *row = &phk_kinds[kind];
    bool is_body = row->flags & PHK_IS_BODY;
    bool named = is_body || !(row->flags & (PHK_NAMELESS | PHK_OF_BODY));
    if (!def || (row->flags & PHK_OF_BODY && !name)) return PH_E_USAGE;
    ph_status status = row->refuse ? row->refuse(def) : PH_OK;
    if (!status && named) status = check_name(model, name);
    if (status) return status;
    if (model->list[kind].count >= INT_MAX / PHK_KINDS) return PH_E_RANGE;
    forget_compiled(model);
    phk_any_def copy; /* what is given may be the model's own, and move when there is no room */
    memcpy(&copy, def, row->is.bytes);
    if (!settle(model, kind, &copy)) return PH_E_NOMEM;
    if (is_body) status = add_its_body(model, name, row, &copy);
    if (!status && row->flags & PHK_OF_BODY) status = add_to_body(model, kind, name, &copy.head);
    if (status && row->drop) row->drop(&copy);
    if (row->flags & PHK_OF_BODY)
        return !status && row->expand ? row->expand(model, name, &copy) : status;
    void *place = make_room(model, kind);
    if (!place) return PH_E_NOMEM;
    memcpy(place, &copy, row->is.bytes);
    status = named ? add_name(model, kind, name) : append(model, &model->list[kind], NULL);
    return !status && row->expand ? row->expand(model, name, &copy) : status;
}

ph_status ph_model_add(ph_model *model, const char *kind, const char *name, const void *def)
{
    phk_kind k = 0;
    while (k < PHK_KINDS && &phk_kinds[k].is != ph_kind_find(kind)) k++;
    if (!model || k == PHK_KINDS || phk_kinds[k].flags & PHK_TYPED) return PH_E_USAGE;
    return phk_model_add(model, k, name, def);
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
    forget_compiled(model);
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
    while (list->labels < list->count) {
        const char **labels =
            phk_arena_grow(&model->arena, list->label, (size_t)list->labels, sizeof *labels);
        if (!labels) return PH_E_NOMEM;
        list->label = labels;
        labels[list->labels++] = NULL;
    }
    list->label[list->count - 1] = label;
    return PH_OK;
}

ph_status ph_model_open_variable(ph_model *model, const char *name)
{
    if (!model || !name) return PH_E_USAGE;
    phk_object o = phk_model_find(model, name, strlen(name));
    if (o.index < 0 || o.kind != PHK_KIND_VARIABLE) return PH_E_NAME;
    ((ph_variable_def *)model->list[PHK_KIND_VARIABLE].def)[o.index].open = true;
    forget_compiled(model);
    return PH_OK;
}
