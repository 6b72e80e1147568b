/* SPDX-License-Identifier: BSD-3-Clause
 *
 * write.c -- a model as a model file: what reading that file gives is the same model again.
 *
 * Values are written as the model holds them, in SI units: expressions of parameters that stood for
 * numbers are numbers by then. Expressions of time keep their text, and the parameters in them
 * their names. Values that are as they would be without a word are left out.
 */
#include "io/model/write.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "io/text/replace.h"

typedef struct {
    const char *name;
    phk_kind kind;
    void (*add)(phk_writing *w, int i); /* to the map */
} section;

static void put_objects(phk_writing *w, const section *s)
{
    const phk_list *list = &w->model->list[s->kind];
    if (list->count) phk_put(&w->out, "\n%s:\n", s->name);
    for (int i = 0; i < list->count && !w->out.failed; i++) {
        s->add(w, i);
        phk_arena_reset(&w->arena);
        phk_put_map(&w->out, 2, list->name[i], &w->map, list->label[i]);
        phk_map_clear(&w->map);
    }
}

static void put_variable(phk_writing *w, int i)
{
    phk_out *out = &w->map.values;
    double start = w->model->variable_start[i];
    if (start != 0) phk_put(out, "{value: ");
    phk_put_scalar(out, w->model->variable[i].text);
    if (start == 0) return;
    phk_put(out, ", start: ");
    phk_put_number(out, start);
    phk_put(out, "}");
}

/* Parameters and variables: a name and a value. */
static void put_values(phk_writing *w, const char *name, phk_kind kind)
{
    const phk_list *list = &w->model->list[kind];
    if (list->count == 0) return;
    for (int i = 0; i < list->count; i++) {
        phk_map_key(&w->map, list->name[i]);
        if (kind == PHK_KIND_PARAMETER)
            phk_put_number(&w->map.values, w->model->parameter[i]);
        else
            put_variable(w, i);
    }
    phk_put(&w->out, "\n");
    phk_put_map(&w->out, 0, name, &w->map, NULL);
    phk_map_clear(&w->map);
}

static void put_head(phk_writing *w)
{
    const ph_model *m = w->model;
    ph_vec3 g = m->gravity;
    phk_put(&w->out, "# Written by polhode");
    if (*m->path) phk_put(&w->out, " from ");
    if (*m->path) phk_put_scalar(&w->out, m->path);
    phk_put(&w->out, "\npolhode: 1\n");
    if (*m->title) {
        phk_put(&w->out, "title: ");
        phk_put_scalar(&w->out, m->title);
        phk_put(&w->out, "\n");
    }
    if (memcmp(&g, &(ph_vec3){0, 0, 0}, sizeof g) == 0) return;
    phk_map_key(&w->map, "gravity");
    phk_put(&w->map.values, "[");
    phk_put_number(&w->map.values, g.x);
    phk_put(&w->map.values, ", ");
    phk_put_number(&w->map.values, g.y);
    phk_put(&w->map.values, ", ");
    phk_put_number(&w->map.values, g.z);
    phk_put(&w->map.values, "]");
    phk_put_lines(&w->out, 0, &w->map);
    phk_map_clear(&w->map);
}

/* The one opened last is the first of the list. */
static void add_plugins(phk_writing *w, const phk_plugin *plugin)
{
    if (plugin->before) add_plugins(w, plugin->before);
    phk_put(&w->map.values, plugin->before ? ", " : "[");
    phk_put_text(&w->map.values, plugin->path);
}

static void put_plugins(phk_writing *w)
{
    phk_check_functions(w);
    if (!w->model->plugin) return;
    phk_map_key(&w->map, "plugins");
    add_plugins(w, w->model->plugin);
    phk_put(&w->map.values, "]");
    phk_put_lines(&w->out, 0, &w->map);
    phk_map_clear(&w->map);
}

static void put_outputs(phk_writing *w)
{
    const phk_list *list = &w->model->output;
    if (list->count == 0) return;
    phk_map_key(&w->map, "outputs");
    for (int i = 0; i < list->count; i++) {
        phk_put(&w->map.values, i ? ", " : "[");
        phk_put_text(&w->map.values, list->name[i]);
    }
    phk_put(&w->map.values, "]");
    phk_put(&w->out, "\n");
    phk_put_lines(&w->out, 0, &w->map);
    phk_map_clear(&w->map);
}

static void put_options(phk_writing *w)
{
    const ph_options *o = &w->model->options;
    ph_options blank = ph_default_options();
    const char *bad = phk_map_fields(&w->map, phk_options_fields, o, &blank, o->given);
    if (bad)
        w->status = phk_error(w->diag, PH_E_UNSUPPORTED, o->where, NULL,
                              "`%s` of the options cannot be written to a file", bad);
    if (w->map.count) phk_put(&w->out, "\n");
    if (w->map.count) phk_put_map(&w->out, 0, "simulate", &w->map, NULL);
    phk_map_clear(&w->map);
}

static void put_phases(phk_writing *w)
{
    ph_phase_def blank = {.options = ph_default_options()};
    if (w->model->phases) phk_put(&w->out, "\nphases:\n");
    for (int i = 0; i < w->model->phases; i++) {
        const ph_phase_def *phase = &w->model->phase[i];
        const char *bad = phk_map_fields(&w->map, phk_phase_fields, phase, &blank, phase->given);
        if (bad)
            w->status = phk_error(w->diag, PH_E_UNSUPPORTED, phase->where, NULL,
                                  "`%s` of phase %d cannot be written to a file", bad, i + 1);
        phk_put_map(&w->out, 2, NULL, &w->map, NULL);
        phk_map_clear(&w->map);
    }
}

static void put_references(phk_writing *w)
{
    ph_reference_def blank = {.orientation = {1, 0, 0, 0}};
    const char *head = "\nreference:\n";
    for (int i = 0; i < w->model->references; i++) {
        const ph_reference_def *def = w->model->reference[i];
        if (!def) continue;
        phk_write_fields(w, PHK_KIND_BODY, i, phk_reference_fields, def, &blank, def->given);
        phk_put(&w->out, "%s", head);
        head = "";
        phk_put_map(&w->out, 2, ph_model_body_name(w->model, i), &w->map, NULL);
        phk_map_clear(&w->map);
    }
}

static void put_model(phk_writing *w)
{
    static const section sections[] = {{"bodies", PHK_KIND_BODY, phk_write_body},
                                       {"markers", PHK_KIND_MARKER, phk_write_marker},
                                       {"tables", PHK_KIND_TABLE, phk_write_table},
                                       {"joints", PHK_KIND_JOINT, phk_write_joint},
                                       {"motions", PHK_KIND_MOTION, phk_write_motion},
                                       {"states", PHK_KIND_STATE, phk_write_state},
                                       {"forces", PHK_KIND_FORCE, phk_write_force},
                                       {"requests", PHK_KIND_REQUEST, phk_write_request},
                                       {"shapes", PHK_KIND_SHAPE, phk_write_shape},
                                       {.name = NULL}};
    put_head(w);
    put_plugins(w);
    put_values(w, "parameters", PHK_KIND_PARAMETER);
    for (const section *s = sections; s->name; s++) {
        if (s->kind == PHK_KIND_FORCE) put_values(w, "variables", PHK_KIND_VARIABLE);
        put_objects(w, s);
    }
    put_outputs(w);
    put_options(w);
    put_phases(w);
    put_references(w);
}

static ph_status save(phk_writing *w, const char *path)
{
    put_model(w);
    if (w->status) return w->status;
    if (w->out.failed || w->map.values.failed || w->arena.exhausted)
        return phk_error(w->diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
    phk_replace file;
    ph_status status = phk_replace_open(&file, path, w->diag);
    if (status) return status;
    fwrite(w->out.text, 1, w->out.used, file.out);
    return phk_replace_close(&file, PH_OK, w->diag);
}

ph_status ph_model_save(const ph_model *model, const char *path, ph_diag *diag)
{
    if (!model || !path) return phk_tell(diag, PH_E_USAGE);
    /* numbers have a decimal point, whatever the locale of the caller's program */
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!plain) return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
    locale_t before = uselocale(plain);
    phk_writing w = {.model = model, .diag = diag};
    ph_status status = save(&w, path);
    uselocale(before);
    freelocale(plain);
    phk_out_free(&w.out);
    phk_map_free(&w.map);
    phk_arena_free(&w.arena);
    return phk_tell(diag, status);
}
