/* SPDX-License-Identifier: BSD-3-Clause
 *
 * file_elements.c -- forces, joints and motions of a model file. What a type of element
 * brings of its own comes from its field table.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/model/kinds.h"
#include "io/model/plugin.h"
#include "io/text/file.h"

/* The types an element may have: of forces, or of joints. */
typedef struct {
    const char *kind;                                      /* "force" */
    const char *(*name)(const ph_model *model, int index); /* NULL: behind the last */
    const char *extra; /* one more word that is no type of the table, or NULL */
} type_list;

static const char *force_name(const ph_model *model, int index)
{
    const ph_force_type *type = phk_plugin_force_type(model, index);
    return type ? type->name : NULL;
}

static const char *joint_name(const ph_model *model, int index)
{
    const ph_joint_type *type = phk_plugin_joint_type(model, index);
    return type ? type->name : NULL;
}

enum { TYPE_EXTRA = -1, TYPE_NONE = -2 };

static int no_type(phk_load *l, const phk_entry *e, const type_list *list, const phk_node *type)
{
    char hint[400];
    size_t used = 0;
    const char *word = type ? type->text : "";
    phk_nearest nearest = phk_nearest_to(word, strlen(word));
    bool more = true;
    for (int i = 0; more; i++) {
        const char *name = list->name(l->model, i);
        more = name != NULL;
        if (!name) name = list->extra;
        if (!name) break;
        if (type) phk_nearest_offer(&nearest, name);
        if (used < sizeof hint)
            used += (size_t)snprintf(hint + used, sizeof hint - used, "%s`%s`",
                                     i ? ", " : "known are ", name);
    }
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%s`?", nearest.best);
    if (type)
        phk_error(l->diag, PH_E_NAME, type->where, hint, "no %s type `%.60s`", list->kind, word);
    else
        phk_error(l->diag, PH_E_MISSING, e->where, hint, "%s `%.60s` has no `type`", list->kind,
                  e->key);
    return TYPE_NONE;
}

/* The index of the type an element names, or TYPE_EXTRA; TYPE_NONE: reported. */
static int find_type(phk_load *l, const phk_entry *e, const type_list *list)
{
    char text[100], example[100];
    const phk_node *type = phk_node_find(e->value, "type");
    if (e->value->kind != PHK_NODE_MAP) {
        snprintf(text, sizeof text, "%s `%.60s`", list->kind, e->key);
        snprintf(example, sizeof example, "`{type: NAME, %s}`",
                 list->extra ? "between: [BODY, BODY], ..." : "on: BODY, ...");
        phk_decode_wrong_kind(&l->decoder, e->value, text, "a map", example);
        return TYPE_NONE;
    }
    if (type && type->kind != PHK_NODE_SCALAR) {
        snprintf(text, sizeof text, "the name of a %s type", list->kind);
        phk_decode_wrong_kind(&l->decoder, type, "type", text, NULL);
        return TYPE_NONE;
    }
    const char *name;
    for (int i = 0; type && (name = list->name(l->model, i)); i++)
        if (strcmp(name, type->text) == 0) return i;
    if (type && list->extra && strcmp(list->extra, type->text) == 0) return TYPE_EXTRA;
    return no_type(l, e, list, type);
}

/* The numbers of a type that has them in a file. */
static int read_numbers_file(phk_load *l, const ph_force_type *type, void *par)
{
    const ph_field *file = ph_field_find(type->fields, "file"),
                   *numbers = ph_field_find(type->fields, "coefficients");
    const ph_text *name = (const void *)((char *)par + file->offset);
    ph_numbers *list = (void *)((char *)par + numbers->offset);
    if (!name->text || list->count) return 1;
    char *beside = phk_file_beside(l->model->path, name->text), *text = NULL;
    const char *path = beside ? phk_arena_text(&l->arena, beside, strlen(beside)) : NULL;
    double *value = phk_arena_alloc(&l->arena, (size_t)type->file_numbers * sizeof *value);
    size_t length;
    free(beside);
    ph_status status =
        path && value ? phk_file_read(path, name->where, l->diag, &text, &length) : PH_E_NOMEM;
    if (!status) {
        phk_diag_text(l->diag, path, text, length);
        status = type->read_file(path, text, length, name->where, l->diag, value);
        phk_diag_text(l->diag, path, NULL, 0);
        *list = (ph_numbers){type->file_numbers, value};
    }
    free(text);
    if (status == PH_E_NOMEM) phk_load_failed(l, status);
    return status == PH_OK;
}

void phk_read_force(phk_load *l, const phk_entry *e)
{
    type_list list = {"force", force_name, NULL};
    phk_label what = phk_label_of("force", e);
    int index = find_type(l, e, &list), ok = index >= 0;
    const ph_force_type *type = ok ? phk_plugin_force_type(l->model, index) : NULL;
    void *par = ok ? phk_arena_alloc(&l->scratch, type->par_bytes) : NULL;
    if (ok && !par) {
        phk_load_failed(l, PH_E_NOMEM);
        return;
    }
    if (ok) {
        ph_field_defaults(type->fields, par);
        ok = phk_decode_map(&l->decoder, e->value, type->fields, what.text, e->where, "type", par,
                            NULL);
    }
    if (ok && type->read_file) ok = read_numbers_file(l, type, par);
    phk_load_decoded(l, ok);
    if (ok) {
        phk_load_added(l, ph_model_add_force(l->model, e->key, type, par, e->where), e);
        return;
    }
    phk_load_stand_in(l, e);
}

/* A joint as it is read: its place, then what its type has of its own. */
typedef struct {
    ph_joint_def def;
    max_align_t par[];
} joint_read;

/* Both field tables in one, for joint_read. NULL: out of memory. */
static const ph_field *joint_fields(phk_load *l, int index)
{
    size_t count = 0, own = 0, placement = 0;
    const ph_joint_type *type = phk_plugin_joint_type(l->model, index);
    while (!l->joint_fields && phk_plugin_joint_type(l->model, (int)count)) count++;
    if (!l->joint_fields)
        l->joint_fields = phk_arena_alloc(&l->arena, count * sizeof *l->joint_fields);
    if (!l->joint_fields || l->joint_fields[index])
        return l->joint_fields ? l->joint_fields[index] : NULL;
    /* one with places of its own is not placed between two */
    while (type->markers == 0 && phk_joint_fields[placement].name) placement++;
    while (type->fields && type->fields[own].name) own++;
    ph_field *both = phk_arena_alloc(&l->arena, (placement + own + 1) * sizeof *both);
    if (!both) return NULL;
    memcpy(both, phk_joint_fields, placement * sizeof *both);
    for (size_t k = 0; k < own; k++) {
        both[placement + k] = type->fields[k];
        both[placement + k].offset += offsetof(joint_read, par);
    }
    return l->joint_fields[index] = both;
}

/* A direction given to a joint that has none would be read and forgotten. */
static int check_axes(phk_load *l, const phk_entry *e, const ph_joint_type *type)
{
    const char *const help[] = {type->axis_help, type->axis2_help};
    const char *const name[] = {"axis", "axis2"};
    int ok = 1;
    for (int k = 0; k < 2; k++) {
        const phk_node *given = phk_node_find(e->value, name[k]);
        if (help[k] || !given) continue;
        phk_error(l->diag, PH_E_KEY, given->where, "leave it out", "a %s joint has no `%s`",
                  type->name, name[k]);
        ok = 0;
    }
    return ok;
}

const ph_field phk_equation_fields[] = {
    {"expression", PH_FIELD_EXPR,
     .help = "Kept at zero; of time, places of bodies and markers, and states. Where it reads "
             "velocities it holds these, and must be linear in them: a row in velocities.",
     .flags = PH_REQUIRED},
    {.name = NULL}};

static void add_broken(phk_load *l, const phk_entry *e)
{
    const char *name = phk_arena_text(&l->arena, e->key, strlen(e->key));
    phk_load_decoded(l, 0);
    if (!name || phk_names_add(&l->broken, name, strlen(name), 0) < 0)
        phk_load_failed(l, PH_E_NOMEM);
    phk_load_stand_in(l, e);
}

static void read_equation(phk_load *l, const phk_entry *e, const char *what)
{
    ph_expr expr = {.value = -1};
    if (phk_decode_map(&l->decoder, e->value, phk_equation_fields, what, e->where, "type", &expr,
                       NULL))
        phk_load_added(l, ph_model_add_equation(l->model, e->key, &expr), e);
    else
        add_broken(l, e);
}

void phk_read_joint(phk_load *l, const phk_entry *e)
{
    type_list list = {"joint", joint_name, "equation"};
    phk_label what = phk_label_of("joint", e);
    int index = find_type(l, e, &list);
    if (index == TYPE_EXTRA) read_equation(l, e, what.text);
    if (index == TYPE_NONE) add_broken(l, e);
    if (index < 0) return;
    const ph_joint_type *type = phk_plugin_joint_type(l->model, index);
    const ph_field *fields = joint_fields(l, index);
    joint_read *joint = phk_arena_alloc(&l->scratch, sizeof *joint + type->par_bytes);
    if (!fields || !joint) {
        phk_load_failed(l, PH_E_NOMEM);
        return;
    }
    if (type->fields) ph_field_defaults(type->fields, joint->par);
    joint->def = ph_default_joint();
    joint->def.where = e->where;
    bool placed = type->markers == 0;
    if (phk_decode_map(&l->decoder, e->value, fields, what.text, e->where, "type", joint,
                       placed ? &joint->def.given : NULL) &&
        (!placed || check_axes(l, e, type)))
        phk_load_added(l,
                       ph_model_add_joint(l->model, e->key, type, &joint->def,
                                          type->par_bytes ? joint->par : NULL),
                       e);
    else
        add_broken(l, e);
}

/* A joint that could not be read has been reported, and what drives it is no second mistake. */
static int is_broken(const phk_load *l, const ph_text *joint)
{
    return joint->text && phk_names_find(&l->broken, joint->text, strlen(joint->text)) >= 0;
}

void phk_add_motion(phk_load *l, const phk_entry *e, const void *def)
{
    const ph_motion_def *motion = def;
    if (is_broken(l, &motion->joint))
        phk_load_stand_in(l, e);
    else
        phk_load_added(l, ph_model_add_motion(l->model, e->key, motion), e);
}
