/* SPDX-License-Identifier: BSD-3-Clause
 *
 * file_body.c -- flexible bodies of files NAME.phf.h5 in model files: `file: frame.phf.h5`.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "field/field.h"
#include "flex/flex.h"
#include "io/flex/container.h"
#include "io/model/kinds.h"
#include "io/text/disk.h"
#include "io/text/file.h"
#include "mech/model/build.h"

/* What such a body has no use for: it was decided when it was reduced. */
static int refuse_others(phk_load *l, const phk_node *map)
{
    static const char *const other[] = {"beams", "interface",     "modes",
                                        "up_to", "substructures", "stiffening"};
    int ok = 1;
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        for (int k = 0; k < map->count; k++)
            if (strcmp(map->entry[k].key, other[i]) == 0) {
                phk_error(l->diag, PH_E_KEY, map->entry[k].where,
                          "interface and modes of a file were chosen by `polhode reduce`",
                          "`%s` has no meaning beside `file`", other[i]);
                ok = 0;
            }
    return ok;
}

int phk_read_body(phk_load *l, const phk_entry *e, ph_flexible_def *f)
{
    if (!refuse_others(l, e->value)) return 0;
    char *path = phk_file_beside(l->model->path, f->file.text);
    const char *kept = path ? phk_arena_text(&l->model->arena, path, strlen(path)) : NULL;
    free(path);
    if (!kept) {
        phk_load_failed(l, PH_E_NOMEM);
        return 0;
    }
    phk_flex *flex;
    ph_status status = phk_flex_read(kept, f->file.where, l->diag, NULL, &flex);
    if (status == PH_OK && f->reduction.damping.text)
        status = phk_flex_damp(flex, &f->reduction.damping, e->where, l->diag);
    if (status == PH_OK) {
        f->flex = flex;
        return 1;
    }
    if (status == PH_E_NOMEM) phk_load_failed(l, status);
    return 0;
}

int phk_write_body(phk_writing *w, const ph_flexible_def *f, ph_flexible_def *out)
{
    *out = *f;
    char *path = phk_file_beside(w->model->path, f->file.text);
    out->file.text = path ? phk_disk_rooted(&w->arena, path) : NULL;
    free(path);
    return out->file.text != NULL;
}
