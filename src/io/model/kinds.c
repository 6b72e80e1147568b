/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kinds.c -- objects of a model file, whatever their kind: read and written by the rows of
 * mech/model/kinds.def, with what the table here adds to them. A kind without a row here is
 * nothing but its fields.
 */
#include "io/model/kinds.h"

#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "mech/model/build.h"

const phk_file_kind phk_file_kinds[PHK_KINDS] = {
    [PHK_KIND_PARAMETER] = {.read_all = phk_load_parameters, .write = phk_write_parameter},
    [PHK_KIND_MATERIAL] = {.mend = phk_mend_material},
    [PHK_KIND_MATERIAL_PAIR] = {.mend = phk_mend_nothing},
    [PHK_KIND_BODY] = {.skip = "shape", .mend = phk_mend_body, .after = phk_read_body_shape},
    [PHK_KIND_FLEXIBLE] = {.skip = "beams interface stiffening",
                           .finish = phk_finish_flexible,
                           .mend = phk_mend_flexible,
                           .add = phk_add_flexible,
                           .write = phk_write_flexible},
    [PHK_KIND_MARKER] = {.mend = phk_mend_nothing},
    [PHK_KIND_TABLE] = {.finish = phk_finish_table,
                        .mend = phk_mend_table,
                        .prepare = phk_prepare_table},
    [PHK_KIND_JOINT] = {.read = phk_read_joint, .write = phk_write_joint},
    [PHK_KIND_MOTION] = {.add = phk_add_motion},
    [PHK_KIND_STATE] = {.mend = phk_mend_state, .add = phk_add_state},
    [PHK_KIND_VARIABLE] = {.read = phk_read_variable, .write = phk_write_variable},
    [PHK_KIND_FORCE] = {.read = phk_read_force, .write = phk_write_force},
    [PHK_KIND_REQUEST] = {.skip = "columns",
                          .finish = phk_finish_request,
                          .mend = phk_mend_nothing,
                          .write = phk_write_request},
    [PHK_KIND_CONTROLLER] = {.skip = "input",
                             .finish = phk_finish_controller,
                             .write = phk_write_controller},
    [PHK_KIND_EVENT] = {.skip = "set", .finish = phk_finish_event, .write = phk_write_event},
    [PHK_KIND_SHAPE] = {.finish = phk_finish_shape,
                        .mend = phk_mend_nothing,
                        .prepare = phk_prepare_shape},
    [PHK_KIND_PHASE] = {.read_all = phk_load_phases, .write = phk_write_phase},
    [PHK_KIND_REFERENCE] = {.mend = phk_mend_nothing, .add = phk_add_reference},
};

/* ---- reading ---- */

/* Exactly one of two fields must be there. */
static int has_one_of(phk_load *l, const phk_entry *e, const phk_kind_row *row, const void *def,
                      const char *what)
{
    char names[100], hint[140];
    int count = 0;
    if (!row->one_of[0]) return 1;
    for (int k = 0; k < 2; k++) count += ph_field_given(row->is.fields, def, row->one_of[k]);
    if (count == 1) return 1;
    snprintf(names, sizeof names, "`%s`, `%s`", row->one_of[0], row->one_of[1]);
    snprintf(hint, sizeof hint, "give one of %s", names);
    phk_error(l->diag, count ? PH_E_KEY : PH_E_MISSING, e->where, hint,
              count ? "%s has more than one of %s" : "%s has none of %s", what, names);
    return 0;
}

static void add(phk_load *l, phk_kind kind, const phk_entry *e, const void *def)
{
    const phk_file_kind *file = &phk_file_kinds[kind];
    if (file->add)
        file->add(l, e, def);
    else
        phk_load_added(l, phk_model_add(l->model, kind, e->key, def), e);
}

void phk_read_object(phk_load *l, phk_kind kind, const phk_entry *e)
{
    const phk_kind_row *row = &phk_kinds[kind];
    const phk_file_kind *file = &phk_file_kinds[kind];
    if (file->read) {
        file->read(l, e);
        return;
    }
    phk_label what = phk_label_of(row->is.word, e);
    phk_any_def def;
    phk_kind_default(kind, &def);
    def.head.where = e->where;
    int ok = phk_decode_map(&l->decoder, e->value, row->is.fields, what.text, e->where, file->skip,
                            &def, &def.head.given);
    ok = ok && has_one_of(l, e, row, &def, what.text);
    if (file->finish) ok = file->finish(l, e, ok, &def);
    phk_load_decoded(l, ok);
    if (!ok && !file->mend) {
        phk_load_stand_in(l, e);
        return;
    }
    if (!ok && file->mend != phk_mend_nothing) {
        phk_kind_default(kind, &def);
        def.head.where = e->where;
        file->mend(&def);
    }
    add(l, kind, e, &def);
    if (file->after) file->after(l, e);
}

void phk_read_objects(phk_load *l, phk_kind kind, const phk_node *node)
{
    if (phk_file_kinds[kind].read_all) {
        phk_file_kinds[kind].read_all(l, node);
        return;
    }
    for (int i = 0; i < node->count && l->status != PH_E_NOMEM; i++) {
        phk_read_object(l, kind, &node->entry[i]);
        phk_arena_reset(&l->scratch);
    }
}

/* ---- writing ---- */

static void put_object(phk_writing *w, phk_kind kind, int i)
{
    const phk_kind_row *row = &phk_kinds[kind];
    const phk_file_kind *file = &phk_file_kinds[kind];
    phk_any_def def, blank;
    if (file->write) {
        file->write(w, i);
        return;
    }
    memcpy(&def, (const char *)w->model->list[kind].def + (size_t)i * row->is.bytes, row->is.bytes);
    if (file->prepare && !file->prepare(w, &def)) {
        w->out.failed = 1;
        return;
    }
    /* what was given is written also where it would follow by itself: some of it makes a
     * difference by being there */
    phk_kind_default(kind, &blank);
    phk_write_fields(w, kind, i, row->is.fields, &def, &blank, def.head.given);
}

static bool is_any(const ph_model *model, phk_kind kind)
{
    const phk_list *list = &model->list[kind];
    for (int i = 0; i < list->count; i++)
        if (!phk_model_is_made(model, kind, list->name[i])) return true;
    return false;
}

/* `name: value`, all in one map. */
static void put_values(phk_writing *w, phk_kind kind)
{
    const phk_list *list = &w->model->list[kind];
    for (int i = 0; i < list->count; i++) {
        if (phk_model_is_made(w->model, kind, list->name[i])) continue;
        phk_map_key(&w->map, list->name[i]);
        put_object(w, kind, i);
    }
    phk_put(&w->out, "\n");
    phk_put_map(&w->out, 0, phk_kinds[kind].is.section, &w->map, NULL);
    phk_map_clear(&w->map);
}

void phk_write_objects(phk_writing *w, phk_kind kind)
{
    const phk_list *list = &w->model->list[kind];
    if (!is_any(w->model, kind)) return;
    if (phk_kinds[kind].flags & PHK_VALUE) {
        put_values(w, kind);
        return;
    }
    phk_put(&w->out, "\n%s:\n", phk_kinds[kind].is.section);
    for (int i = 0; i < list->count && !w->out.failed; i++) {
        if (phk_model_is_made(w->model, kind, list->name[i])) continue;
        put_object(w, kind, i);
        phk_arena_reset(&w->arena);
        phk_put_map(&w->out, 2, list->name[i], &w->map, phk_list_label(list, i));
        phk_map_clear(&w->map);
    }
}
