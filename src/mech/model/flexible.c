/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Bodies that bend: each is a flexible object and a body of the same name, so that whatever is done
 * with all bodies is done with it.
 */
#include "flex/flex.h"

#include <math.h>
#include <string.h>
#include "field/field.h"
#include "math/so3.h"
#include "mech/model/build.h"

void phk_complete_flexible(void *def)
{
    ph_flexible_def *f = def;
    if (fabs(ph_quat_norm(f->orientation) - 1) < 1e-6)
        f->orientation = phk_quat_unit(f->orientation);
}

int phk_keep_flexible(ph_model *model, void *def)
{
    ph_flexible_def *f = def;
    (void)model;
    ph_flex_keep(f->flex);
    return 1;
}

void phk_drop_flexible(void *def)
{
    ph_flex_free(((ph_flexible_def *)def)->flex);
}

/* Its centre of mass stands where its drawing has it. */
ph_body_def phk_embody_flexible(const void *def)
{
    const ph_flexible_def *f = def;
    ph_vec3 com = {0, 0, 0};
    ph_body_def body = ph_default_body();
    body.where = f->where;
    body.mass = f->flex ? f->flex->mass : 1;
    body.inertia = f->flex ? f->flex->J0 : (ph_sym3){1, 1, 1, 0, 0, 0};
    if (f->flex) com = f->flex->com;
    body.orientation = f->orientation;
    body.position = ph_add(f->position, ph_rotate(f->orientation, com));
    body.velocity = f->velocity;
    body.omega = f->omega;
    body.exact = f->exact;
    body.loose = f->loose;
    static const char *const same[] = {"position", "orientation", "velocity",
                                       "omega",    "exact",       "loose"};
    for (int i = 0; i < 6; i++)
        if (ph_field_given(phk_flexible_fields, f, same[i]))
            ph_field_give(phk_body_fields, &body, same[i]);
    ph_field_give(phk_body_fields, &body, "mass");
    ph_field_give(phk_body_fields, &body, "inertia");
    return body;
}

const ph_flexible_def *phk_model_flexible(const ph_model *model, int body)
{
    const phk_list *list = &model->list[PHK_KIND_FLEXIBLE];
    if (list->count == 0 || body < 0) return NULL;
    const char *name = model->list[PHK_KIND_BODY].name[body];
    int index = phk_names_find(&list->keys, name, strlen(name));
    return index < 0 ? NULL : &phk_flexible(model)[index];
}

const phk_flex *phk_model_flex(const ph_model *model, int body)
{
    const ph_flexible_def *def = phk_model_flexible(model, body);
    return def ? def->flex : NULL;
}
