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
#include <polhode/files.h>
#include "base/diag.h"
#include "io/text/replace.h"

void phk_write_head(phk_writing *w)
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

void phk_write_plugins(phk_writing *w)
{
    phk_check_functions(w);
    if (!w->model->plugin) return;
    phk_map_key(&w->map, "plugins");
    add_plugins(w, w->model->plugin);
    phk_put(&w->map.values, "]");
    phk_put_lines(&w->out, 0, &w->map);
    phk_map_clear(&w->map);
}

void phk_write_outputs(phk_writing *w)
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

void phk_write_options(phk_writing *w)
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

static void put_model(phk_writing *w)
{
    for (const phk_section *const *s = phk_sections; *s; s++) {
        if ((*s)->kind < PHK_KINDS)
            phk_write_objects(w, (*s)->kind);
        else if ((*s)->write)
            (*s)->write(w);
    }
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
