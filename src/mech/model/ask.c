/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A model asked: definitions as they are before anything is given, and what a model holds.
 */
#include <math.h>
#include <string.h>
#include "mech/model/model.h"

#define DEFAULT(kind, word, definition)                                                            \
    definition ph_default_##word(void)                                                             \
    {                                                                                              \
        definition def;                                                                            \
        phk_kind_default(kind, &def);                                                              \
        return def;                                                                                \
    }
DEFAULT(PHK_KIND_BODY, body, ph_body_def)
DEFAULT(PHK_KIND_FLEXIBLE, flexible, ph_flexible_def)
DEFAULT(PHK_KIND_MARKER, marker, ph_marker_def)
DEFAULT(PHK_KIND_MOTION, motion, ph_motion_def)
DEFAULT(PHK_KIND_STATE, state, ph_state_def)
DEFAULT(PHK_KIND_CONTACT, contact, ph_contact_def)
#undef DEFAULT

ph_joint_def ph_default_joint(void)
{
    phk_joint joint;
    phk_kind_default(PHK_KIND_JOINT, &joint);
    return joint.def;
}

const char *ph_model_title(const ph_model *model)
{
    return model->title;
}

const char *ph_model_source(const ph_model *model)
{
    return model->source;
}

const char *ph_model_path(const ph_model *model)
{
    return model->path;
}

const ph_options *ph_model_options(const ph_model *model)
{
    return &model->options;
}

#define COUNT(kind, section)                                                                       \
    int ph_model_##section(const ph_model *model)                                                  \
    {                                                                                              \
        return model->list[kind].count;                                                            \
    }
COUNT(PHK_KIND_BODY, bodies)
COUNT(PHK_KIND_MARKER, markers)
COUNT(PHK_KIND_FORCE, forces)
COUNT(PHK_KIND_VARIABLE, variables)
COUNT(PHK_KIND_JOINT, joints)
COUNT(PHK_KIND_MOTION, motions)
COUNT(PHK_KIND_STATE, states)
COUNT(PHK_KIND_REQUEST, requests)
COUNT(PHK_KIND_SHAPE, shapes)
COUNT(PHK_KIND_PHASE, phases)
#undef COUNT

static const char *name_of(const ph_model *model, phk_kind kind, int index)
{
    bool there = kind < PHK_KINDS && index >= 0 && index < model->list[kind].count;
    return there ? model->list[kind].name[index] : NULL;
}

static const void *def_of(const ph_model *model, phk_kind kind, int index)
{
    bool there = kind < PHK_KINDS && index >= 0 && index < model->list[kind].count;
    return there ? (const char *)model->list[kind].def + (size_t)index * phk_kinds[kind].is.bytes
                 : NULL;
}

const char *ph_model_shape_name(const ph_model *model, int shape)
{
    return name_of(model, PHK_KIND_SHAPE, shape);
}

const ph_shape_def *ph_model_shape(const ph_model *model, int shape)
{
    return def_of(model, PHK_KIND_SHAPE, shape);
}

const char *ph_model_body_name(const ph_model *model, int body)
{
    return name_of(model, PHK_KIND_BODY, body);
}

const ph_body_def *ph_model_body(const ph_model *model, int body)
{
    return def_of(model, PHK_KIND_BODY, body);
}

const ph_reference_def *ph_model_reference(const ph_model *model, int body)
{
    const phk_names *names = &model->list[PHK_KIND_REFERENCE].keys;
    const char *name = name_of(model, PHK_KIND_BODY, body);
    return name ? def_of(model, PHK_KIND_REFERENCE, phk_names_find(names, name, strlen(name)))
                : NULL;
}

/* ---- by kind ---- */

static phk_kind find_kind(const char *word)
{
    int k = 0;
    while (k < PHK_KINDS && word && strcmp(phk_kinds[k].is.word, word) != 0) k++;
    return word ? (phk_kind)k : PHK_KINDS;
}

int ph_kind_count(void)
{
    return PHK_KINDS;
}

const ph_kind *ph_kind_get(int index)
{
    return index >= 0 && index < PHK_KINDS ? &phk_kinds[index].is : NULL;
}

const ph_kind *ph_kind_find(const char *word)
{
    return ph_kind_get(find_kind(word));
}

const ph_field *ph_kind_fields(const char *word)
{
    const ph_kind *kind = ph_kind_find(word);
    return kind ? kind->fields : NULL;
}

ph_status ph_kind_default(const char *word, void *def)
{
    phk_kind kind = find_kind(word);
    if (kind == PHK_KINDS || !def) return PH_E_USAGE;
    phk_kind_default(kind, def);
    return PH_OK;
}

int ph_model_count(const ph_model *model, const char *kind)
{
    phk_kind k = find_kind(kind);
    return k < PHK_KINDS ? model->list[k].count : 0;
}

const char *ph_model_name(const ph_model *model, const char *kind, int index)
{
    return name_of(model, find_kind(kind), index);
}

const void *ph_model_get(const ph_model *model, const char *kind, int index)
{
    phk_kind k = find_kind(kind);
    bool open = k == PHK_KIND_JOINT || (k < PHK_KINDS && !(phk_kinds[k].flags & PHK_TYPED));
    return open ? def_of(model, k, index) : NULL;
}
