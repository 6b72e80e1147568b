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

void phk_default_flexible(void *def)
{
    ((ph_flexible_def *)def)->beams.divide = 4;
}

static bool has_beams(const ph_beams *b)
{
    return b->line.count > 0 || b->members > 0;
}

ph_status phk_refuse_flexible(const void *def)
{
    const ph_flexible_def *f = def;
    const ph_beams *b = &f->beams;
    if (b->nodes < 0 || b->sections < 0 || b->members < 0 || b->masses < 0 ||
        f->reduction.interfaces < 0)
        return PH_E_USAGE;
    if ((b->nodes && !b->node) || (b->sections && !b->section) || (b->members && !b->member) ||
        (b->masses && !b->mass) || (f->reduction.interfaces && !f->reduction.interface))
        return PH_E_USAGE;
    return f->flex || f->lost || has_beams(b) ? PH_OK : PH_E_MISSING;
}

/* A copy of so many structs, which begin with a text at `offset`; NULL: out of memory. */
static void *copy_of(ph_model *model, const void *from, int count, size_t size)
{
    void *copy = phk_arena_alloc(&model->arena, (size_t)count * size + 1);
    if (copy && count > 0) memcpy(copy, from, (size_t)count * size);
    return copy;
}

static bool keep_text(ph_model *model, ph_text *text)
{
    return phk_keep_text(model, &text->text, &text->where);
}

static bool keep_beams(ph_model *model, ph_beams *b)
{
    ph_beam_node *node = copy_of(model, b->node, b->nodes, sizeof *node);
    ph_beam_section *section = copy_of(model, b->section, b->sections, sizeof *section);
    ph_beam_member *member = copy_of(model, b->member, b->members, sizeof *member);
    ph_beam_mass *mass = copy_of(model, b->mass, b->masses, sizeof *mass);
    double *line = copy_of(model, b->line.value, b->line.count * b->line.width, sizeof *line);
    bool ok = node && section && member && mass && line && phk_keep_place(model, &b->where);
    for (int i = 0; ok && i < b->nodes; i++) ok = keep_text(model, &node[i].name);
    for (int i = 0; ok && i < b->sections; i++) ok = keep_text(model, &section[i].name);
    for (int i = 0; ok && i < b->masses; i++) ok = keep_text(model, &mass[i].node);
    for (int i = 0; ok && i < b->members; i++)
        ok = keep_text(model, &member[i].from) && keep_text(model, &member[i].to) &&
             keep_text(model, &member[i].section) && phk_keep_place(model, &member[i].where);
    b->node = node;
    b->section = section;
    b->member = member;
    b->mass = mass;
    b->line.value = line;
    return ok;
}

int phk_keep_flexible(ph_model *model, void *def)
{
    ph_flexible_def *f = def;
    ph_reduction *r = &f->reduction;
    ph_interface *interface = copy_of(model, r->interface, r->interfaces, sizeof *interface);
    bool ok = interface && keep_text(model, &r->held) && keep_beams(model, &f->beams);
    for (int i = 0; ok && i < r->interfaces; i++) ok = keep_text(model, &interface[i].node);
    r->interface = interface;
    if (!ok) return 0;
    if (f->flex) {
        ph_flex_keep(f->flex);
        return 1;
    }
    /* whoever wants to hear why it cannot be made calls this himself, before */
    return f->lost || ph_flex_of_beams(&f->beams, r, NULL, &f->flex) != PH_E_NOMEM;
}

void phk_drop_flexible(void *def)
{
    ph_flex_free(((ph_flexible_def *)def)->flex);
}

/* Its centre of mass stands where its drawing has it. */
ph_status phk_embody_flexible(const void *def, ph_body_def *out)
{
    const ph_flexible_def *f = def;
    ph_vec3 com = {0, 0, 0};
    ph_body_def body = *out;
    if (!f->flex && !f->lost) return PH_E_MODEL;
    body.where = f->where;
    body.mass = f->flex ? f->flex->mass : 1;
    body.inertia = f->flex ? f->flex->J0 : (ph_sym3){1, 1, 1, 0, 0, 0};
    if (f->flex) com = f->flex->com;
    body.orientation = f->orientation;
    body.position = ph_add(f->position, ph_rotate(f->orientation, com));
    body.velocity = f->velocity;
    body.omega = f->omega;
    if (f->piece && ph_field_given(phk_flexible_fields, f, "velocity"))
        body.velocity = ph_add(
            f->velocity, ph_rotate(f->orientation, ph_cross(f->omega, ph_sub(com, f->whole))));
    body.exact = f->exact;
    body.loose = f->loose;
    static const char *const same[] = {"position", "orientation", "velocity",
                                       "omega",    "exact",       "loose"};
    for (int i = 0; i < 6; i++)
        if (ph_field_given(phk_flexible_fields, f, same[i]))
            ph_field_give(phk_body_fields, &body, same[i]);
    ph_field_give(phk_body_fields, &body, "mass");
    ph_field_give(phk_body_fields, &body, "inertia");
    *out = body;
    return PH_OK;
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
