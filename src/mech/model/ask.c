/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A model asked: definitions as they are before anything is given, and what a model holds.
 */
#include <math.h>
#include "mech/model/model.h"

ph_body_def ph_default_body(void)
{
    return (ph_body_def){.orientation = {1, 0, 0, 0}};
}

ph_marker_def ph_default_marker(void)
{
    return (ph_marker_def){.orientation = {1, 0, 0, 0}};
}

ph_joint_def ph_default_joint(void)
{
    return (ph_joint_def){.axis = {0, 0, 1}, .axis2 = {1, 0, 0}, .initial = {NAN, NAN, NAN, NAN}};
}

ph_motion_def ph_default_motion(void)
{
    return (ph_motion_def){.direction = -1, .initial_displacement = NAN, .initial_velocity = NAN};
}

ph_state_def ph_default_state(void)
{
    return (ph_state_def){.size = 1};
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

int ph_model_bodies(const ph_model *model)
{
    return model->list[PHK_KIND_BODY].count;
}

int ph_model_markers(const ph_model *model)
{
    return model->list[PHK_KIND_MARKER].count;
}

int ph_model_forces(const ph_model *model)
{
    return model->list[PHK_KIND_FORCE].count;
}

int ph_model_variables(const ph_model *model)
{
    return model->list[PHK_KIND_VARIABLE].count;
}

int ph_model_joints(const ph_model *model)
{
    return model->list[PHK_KIND_JOINT].count;
}

int ph_model_motions(const ph_model *model)
{
    return model->list[PHK_KIND_MOTION].count;
}

int ph_model_states(const ph_model *model)
{
    return model->list[PHK_KIND_STATE].count;
}

int ph_model_requests(const ph_model *model)
{
    return model->list[PHK_KIND_REQUEST].count;
}

int ph_model_shapes(const ph_model *model)
{
    return model->list[PHK_KIND_SHAPE].count;
}

int ph_model_phases(const ph_model *model)
{
    return model->phases;
}

static bool has_shape(const ph_model *model, int shape)
{
    return shape >= 0 && shape < ph_model_shapes(model);
}

const char *ph_model_shape_name(const ph_model *model, int shape)
{
    return has_shape(model, shape) ? model->list[PHK_KIND_SHAPE].name[shape] : NULL;
}

const ph_shape_def *ph_model_shape(const ph_model *model, int shape)
{
    return has_shape(model, shape) ? &model->shape[shape] : NULL;
}

static bool has_body(const ph_model *model, int body)
{
    return body >= 0 && body < ph_model_bodies(model);
}

const char *ph_model_body_name(const ph_model *model, int body)
{
    return has_body(model, body) ? model->list[PHK_KIND_BODY].name[body] : NULL;
}

const ph_body_def *ph_model_body(const ph_model *model, int body)
{
    return has_body(model, body) ? &model->body[body] : NULL;
}

const ph_reference_def *ph_model_reference(const ph_model *model, int body)
{
    return has_body(model, body) && body < model->references ? model->reference[body] : NULL;
}
