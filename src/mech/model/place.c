/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/model/place.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "math/so3.h"

/* How far from perpendicular two crossed axes may be drawn: room for decimals, no more. */
#define CROSSED_ROUNDING 1e-3

/* Whose sides are placed, for messages. */
typedef struct {
    const ph_model *model;
    const char *kind, *name; /* "joint", its name */
    const ph_names *between;
    ph_source where;
    ph_diag *diag;
} owner;

/* ---- names to bodies and markers ---- */

static ph_status unknown(const owner *o, const ph_text *place)
{
    phk_nearest nearest = phk_nearest_to(place->text, strlen(place->text));
    phk_nearest_offer(&nearest, "ground");
    if (phk_diag_wants(o->diag, place->where)) {
        phk_model_offer(o->model, PHK_KIND_BODY, &nearest);
        phk_model_offer(o->model, PHK_KIND_MARKER, &nearest);
    }
    char hint[200] = "it must be named under `bodies` or `markers`, or be `ground`";
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best);
    return phk_error(o->diag, PH_E_NAME, place->where.line > 0 ? place->where : o->where, hint,
                     "%s `%s`: there is no body or marker `%s`", o->kind, o->name, place->text);
}

/* The body of a marker; PHK_NO_BODY: none, which the reading of markers reports. */
static int body_of(const ph_model *model, const ph_marker_def *marker)
{
    if (!marker->on.text || strcmp(marker->on.text, "ground") == 0) return -1;
    phk_object o = phk_model_find(model, marker->on.text, strlen(marker->on.text));
    return o.index >= 0 && o.kind == PHK_KIND_BODY ? o.index : PHK_NO_BODY;
}

/* A marker as it is; a body or ground with its own origin and axes, still to be placed. */
static ph_status resolve(const owner *o, const ph_text *place, phk_side *side)
{
    *side = (phk_side){.marker = -1, .body = -1, .orientation = ph_quat_identity()};
    if (strcmp(place->text, "ground") == 0) return PH_OK;
    phk_object found = phk_model_find(o->model, place->text, strlen(place->text));
    if (found.index >= 0 && found.kind == PHK_KIND_BODY) {
        side->body = found.index;
        return PH_OK;
    }
    if (found.index < 0 || found.kind != PHK_KIND_MARKER) return unknown(o, place);
    const ph_marker_def *m = &phk_markers(o->model)[found.index];
    *side = (phk_side){found.index, body_of(o->model, m), m->at, m->orientation};
    return side->body == PHK_NO_BODY ? PH_E_MODEL : PH_OK;
}

static ph_status resolve_both(const owner *o, phk_side side[2])
{
    if (o->between->count != 2)
        return phk_error(o->diag, PH_E_MISSING, o->where,
                         "e.g. `between: [ground, crank]`: the second is held against the first",
                         "%s `%s` needs two bodies or markers, got %d", o->kind, o->name,
                         o->between->count);
    ph_status status = PH_OK;
    for (int k = 0; k < 2; k++) {
        ph_status one = resolve(o, &o->between->name[k], &side[k]);
        if (one) status = one;
    }
    if (status || side[0].body != side[1].body) return status;
    if (side[0].body < 0)
        return phk_error(o->diag, PH_E_MODEL, o->where, "one of the two must be, or be on, a body",
                         "%s `%s` is between ground and ground", o->kind, o->name);
    return phk_error(o->diag, PH_E_MODEL, o->where, "name two different bodies",
                     "%s `%s` is between body `%s` and itself", o->kind, o->name,
                     o->model->list[PHK_KIND_BODY].name[side[0].body]);
}

/* Turns z to the axis a shape lies along, the other two in their order. */
static ph_quat axis_turn(int axis)
{
    if (axis == 1) return ph_quat_make(0.5, 0.5, 0.5, 0.5);
    return axis == 2 ? ph_quat_make(0.5, -0.5, -0.5, -0.5) : ph_quat_identity();
}

phk_side phk_place_shape(const ph_model *model, const ph_shape_def *shape)
{
    phk_side on = {.marker = -1, .body = -1, .orientation = ph_quat_identity()};
    const char *name = shape->on.text;
    if (name && strcmp(name, "ground") != 0) {
        phk_object o = phk_model_find(model, name, strlen(name));
        on.body = o.index >= 0 && o.kind == PHK_KIND_BODY ? o.index : PHK_NO_BODY;
        if (o.index >= 0 && o.kind == PHK_KIND_MARKER) {
            const ph_marker_def *m = &phk_markers(model)[o.index];
            on = (phk_side){-1, body_of(model, m), m->at, m->orientation};
        }
    }
    on.at = ph_add(on.at, ph_rotate(on.orientation, shape->at));
    on.orientation = ph_quat_mul(on.orientation, axis_turn(shape->axis));
    return on;
}

/* ---- places in the world as drawn ---- */

ph_frame phk_side_frame(const ph_model *model, const phk_side *side)
{
    if (side->body < 0)
        return (ph_frame){.p = side->at, .R_WM = ph_mat3_from_quat(side->orientation)};
    const ph_body_def *b = &phk_bodies(model)[side->body];
    return (ph_frame){.p = ph_add(b->position, ph_rotate(b->orientation, side->at)),
                      .R_WM = ph_mat3_from_quat(ph_quat_mul(b->orientation, side->orientation))};
}

/* Puts the marker of a side where it is drawn: p and axes in the world. */
static void put(const ph_model *model, phk_side *side, ph_vec3 p, const ph_mat3 *R)
{
    ph_quat q = phk_quat_from_mat3(R);
    side->at = p;
    side->orientation = q;
    if (side->body < 0) return;
    const ph_body_def *b = &phk_bodies(model)[side->body];
    side->at = ph_unrotate(b->orientation, ph_sub(p, b->position));
    side->orientation = ph_quat_mul(ph_quat_conj(b->orientation), q);
}

static ph_vec3 unit(ph_vec3 v)
{
    return ph_scale(1 / ph_norm(v), v);
}

/* Scaled before its length is taken, so that neither squares nor sums overflow. */
static bool direction(ph_vec3 v, ph_vec3 *out)
{
    double size = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    if (!(size > 0) || !isfinite(size)) return false;
    *out = unit(ph_v3(v.x / size, v.y / size, v.z / size));
    return true;
}

/* A unit vector across z: towards x when that is not along z, else towards the world axis that is
 * farthest from z (the first of equals). */
static ph_vec3 across(ph_vec3 z, ph_vec3 x)
{
    ph_vec3 p = ph_axpy(x, -ph_dot(x, z), z);
    if (ph_norm(p) > 1e-6) return unit(ph_axpy(p, -ph_dot(p, z), z));
    double ax = fabs(z.x), ay = fabs(z.y), az = fabs(z.z);
    ph_vec3 e = ph_v3(ax <= ay && ax <= az, 0, 0);
    if (e.x == 0) e = ay <= az ? ph_v3(0, 1, 0) : ph_v3(0, 0, 1);
    return unit(ph_axpy(e, -ph_dot(e, z), z));
}

/* Columns x, z cross x, z. */
static ph_mat3 axes(ph_vec3 x, ph_vec3 z)
{
    ph_vec3 y = ph_cross(z, x);
    return (ph_mat3){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

static ph_status bad_axis(const owner *o, const char *which)
{
    return phk_error(o->diag, PH_E_RANGE, o->where, "give a direction, e.g. [0, 0, 1]",
                     "%s `%s`: `%s` has no direction", o->kind, o->name, which);
}

/* z along one axis, the other side's z along the second; x of both across the two, so that a turn
 * about either is zero as drawn. */
static ph_status put_crossed(const owner *o, const ph_joint_def *def, ph_vec3 axis, ph_vec3 axis2,
                             phk_side side[2])
{
    /* a file that names one axis alone has said too little */
    bool missing =
        PHK_GIVEN(phk_joint_fields, def, axis) && !PHK_GIVEN(phk_joint_fields, def, axis2);
    double cosine = ph_dot(axis, axis2);
    if (missing || !(fabs(cosine) <= CROSSED_ROUNDING))
        return phk_error(o->diag, missing ? PH_E_MISSING : PH_E_RANGE, o->where,
                         "`axis` lies on the first body, `axis2` on the second; they are drawn "
                         "perpendicular to each other",
                         missing ? "joint `%s` needs `axis2`"
                                 : "joint `%s`: `axis` and `axis2` are not perpendicular",
                         o->name);
    ph_vec3 z1 = across(axis, axis2), x = ph_cross(z1, axis);
    ph_mat3 R0 = axes(x, axis), R1 = axes(x, z1);
    put(o->model, &side[0], def->at, &R0);
    put(o->model, &side[1], def->at, &R1);
    return PH_OK;
}

/* z of each side along its own axis, at any angle; x of both across the two. */
static ph_status put_bent(const owner *o, const ph_joint_def *def, ph_vec3 axis, ph_vec3 axis2,
                          phk_side side[2])
{
    if (!PHK_GIVEN(phk_joint_fields, def, axis2)) axis2 = ph_scale(-1, axis);
    ph_vec3 normal = ph_cross(axis, axis2), x;
    bool bent = ph_norm(normal) > CROSSED_ROUNDING && direction(normal, &x);
    if (!bent) x = across(axis, ph_v3(1, 0, 0));
    ph_vec3 x1 = bent ? x : across(axis2, x);
    ph_mat3 R0 = axes(x, axis), R1 = axes(x1, axis2);
    put(o->model, &side[0], def->at, &R0);
    put(o->model, &side[1], def->at, &R1);
    return PH_OK;
}

/* A plane, and what rolls on it. */
static ph_status put_round(const owner *o, const phk_joint *joint, ph_vec3 axis, ph_vec3 axis2,
                           phk_side side[2])
{
    if (side[1].body < 0)
        return phk_error(o->diag, PH_E_MODEL, o->where,
                         "name the body with the plane (or ground) first, what rolls second",
                         "joint `%s`: ground cannot roll", o->name);
    if (joint->type->axis2_help && !PHK_GIVEN(phk_joint_fields, &joint->def, axis2))
        return phk_error(o->diag, PH_E_MISSING, o->where, joint->type->axis2_help,
                         "joint `%s` needs `axis2`", o->name);
    ph_mat3 plane = axes(across(axis, ph_v3(1, 0, 0)), axis);
    ph_mat3 axle = axes(across(axis2, axis), axis2);
    put(o->model, &side[0], joint->def.at, &plane);
    put(o->model, &side[1], phk_bodies(o->model)[side[1].body].position, &axle);
    return PH_OK;
}

/* Each at its own centre, ground at the given point. */
static ph_status put_centres(const owner *o, const ph_joint_def *def, ph_vec3 axis, ph_vec3 axis2,
                             phk_side side[2])
{
    ph_mat3 R = axes(across(axis, axis2), axis);
    for (int k = 0; k < 2; k++)
        put(o->model, &side[k],
            side[k].body < 0 ? def->at : phk_bodies(o->model)[side[k].body].position, &R);
    return PH_OK;
}

/* Two bodies and a point of the world. */
static ph_status put_both(const owner *o, const phk_joint *joint, phk_side side[2])
{
    const ph_joint_def *def = &joint->def;
    if (!isfinite(def->at.x) || !isfinite(def->at.y) || !isfinite(def->at.z))
        return phk_error(o->diag, PH_E_RANGE, o->where, NULL, "joint `%s`: `at` is not finite",
                         o->name);
    if (joint->type->placing == PH_PLACE_APART) {
        for (int k = 0; k < 2; k++)
            if (side[k].body < 0) side[k].at = def->at;
        return PH_OK;
    }
    ph_vec3 axis, axis2;
    if (!direction(def->axis, &axis)) return bad_axis(o, "axis");
    if (!direction(def->axis2, &axis2)) return bad_axis(o, "axis2");
    if (joint->type->placing == PH_PLACE_CROSSED) return put_crossed(o, def, axis, axis2, side);
    if (joint->type->placing == PH_PLACE_BENT) return put_bent(o, def, axis, axis2, side);
    if (joint->type->placing == PH_PLACE_CENTRES) return put_centres(o, def, axis, axis2, side);
    if (joint->type->placing == PH_PLACE_ROUND) return put_round(o, joint, axis, axis2, side);
    ph_mat3 R = axes(across(axis, axis2), axis);
    for (int k = 0; k < 2; k++) put(o->model, &side[k], def->at, &R);
    return PH_OK;
}

/* Markers that do not stand at one place. */
static bool is_apart(const phk_joint *joint)
{
    ph_placing p = joint->type->placing;
    return p == PH_PLACE_APART || p == PH_PLACE_CENTRES || p == PH_PLACE_ROUND;
}

/* One marker and one body. */
static ph_status put_beside(const owner *o, const phk_joint *joint, phk_side *made,
                            const phk_side *marker)
{
    if (joint->type->placing == PH_PLACE_CROSSED || joint->type->placing == PH_PLACE_BENT)
        return phk_error(o->diag, PH_E_MODEL, o->where,
                         "its two axes lie on different markers: name a marker on each body",
                         "joint `%s` is between a marker and a body", o->name);
    if (is_apart(joint)) {
        if (made->body < 0) made->at = joint->def.at;
        return PH_OK;
    }
    ph_frame frame = phk_side_frame(o->model, marker);
    put(o->model, made, frame.p, &frame.R_WM);
    return PH_OK;
}

/* ---- joints that are about other joints ---- */

static ph_status no_joint(const owner *o, const ph_text *joint)
{
    phk_nearest nearest = phk_nearest_to(joint->text, strlen(joint->text));
    if (phk_diag_wants(o->diag, joint->where)) phk_model_offer(o->model, PHK_KIND_JOINT, &nearest);
    char hint[200] = "it must be named under `joints`";
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best);
    return phk_error(o->diag, PH_E_NAME, joint->where.line > 0 ? joint->where : o->where, hint,
                     "%s `%s`: there is no joint `%s`", o->kind, o->name, joint->text);
}

/* The joint of that name, if it is one between two markers. */
static ph_status find_joint(const owner *o, const ph_text *name, int *joint)
{
    phk_object found = phk_model_find(o->model, name->text, strlen(name->text));
    if (found.index < 0 || found.kind != PHK_KIND_JOINT) return no_joint(o, name);
    const ph_joint_type *type = phk_joints(o->model)[found.index].type;
    if (!type || type->markers > 0)
        return phk_error(o->diag, PH_E_MODEL, name->where.line > 0 ? name->where : o->where,
                         "name joints between two bodies or markers",
                         "%s `%s`: `%s` is %s%s, not a joint between two markers", o->kind, o->name,
                         name->text, type ? "a " : "an ", type ? type->name : "equation");
    *joint = found.index;
    return PH_OK;
}

ph_status phk_find_joints(const ph_model *model, const char *kind, const char *name,
                          ph_source where, const ph_field *field, const ph_joints *joints,
                          ph_diag *diag, int *joint)
{
    owner o = {model, kind, name, NULL, where, diag};
    int count = joints->names.count;
    for (int k = 0; k < PH_JOINTS; k++) joint[k] = -1;
    if (count < field->min || count > field->max) {
        char range[40];
        if (field->min < field->max)
            snprintf(range, sizeof range, "%g to %g joints", field->min, field->max);
        else
            snprintf(range, sizeof range, field->max > 1 ? "%g joints" : "%g joint", field->max);
        return phk_error(diag, PH_E_RANGE, where, NULL, "`%s` of %s `%s` takes %s, got %d",
                         field->name, kind, name, range, count);
    }
    ph_status status = PH_OK;
    for (int k = 0; k < count; k++) {
        ph_status one = find_joint(&o, &joints->names.name[k], &joint[k]);
        for (int i = 0; !one && i < k; i++)
            if (joint[i] == joint[k])
                one = phk_error(diag, PH_E_MODEL, where, "name different ones",
                                "%s `%s` names joint `%s` twice", kind, name,
                                joints->names.name[k].text);
        if (one) status = one;
    }
    return status;
}

/* The markers of the joints a joint is about; of those not given ground. */
static ph_status resolve_joints(const owner *o, const ph_field *f, const ph_joints *joints,
                                phk_side *side)
{
    int joint[PH_JOINTS];
    ph_status status =
        phk_find_joints(o->model, o->kind, o->name, o->where, f, joints, o->diag, joint);
    for (int k = 0; k < f->max; k++, side += 2) {
        side[0] = side[1] = (phk_side){.marker = -1, .body = -1, .orientation = ph_quat_identity()};
        /* what is wrong with a joint is told where it is placed itself */
        if (!status && joint[k] >= 0) status = phk_place_joint(o->model, joint[k], NULL, side);
    }
    return status;
}

/* The places a joint lists by itself, in the order of its fields. */
static ph_status resolve_listed(const owner *o, const phk_joint *joint, phk_side *side)
{
    static const ph_text ground = {.text = "ground"};
    ph_status status = PH_OK;
    int bodies = 0;
    for (const ph_field *f = joint->type->fields; f->name; f++) {
        const void *value = (const char *)joint->par + f->offset;
        const ph_place *at = value;
        ph_status one = PH_OK;
        if (f->kind == PH_FIELD_JOINTS) {
            one = resolve_joints(o, f, value, side);
        } else if (f->kind == PH_FIELD_PLACE) {
            ph_text name = at->text ? (ph_text){at->text, at->where} : ground;
            one = resolve(o, &name, side);
        }
        for (int k = 0; k < phk_field_markers(f); k++) bodies += side++->body >= 0;
        if (one) status = one;
    }
    if (status || bodies > 0) return status;
    return phk_error(o->diag, PH_E_MODEL, o->where, "one of its places must be on a body",
                     "joint `%s` holds nothing but ground", o->name);
}

/* Markers bring their own places and axes; only ground without one may still need a point. */
static bool has_place(const ph_joint_def *def, bool point)
{
    return PHK_GIVEN(phk_joint_fields, def, axis) || PHK_GIVEN(phk_joint_fields, def, axis2) ||
           (!point && PHK_GIVEN(phk_joint_fields, def, at));
}

ph_status phk_place_joint(const ph_model *model, int joint, ph_diag *diag, phk_side *side)
{
    const phk_joint *j = &phk_joints(model)[joint];
    owner o = {model,           "joint",      model->list[PHK_KIND_JOINT].name[joint],
               &j->def.between, j->def.where, diag};
    if (j->type->markers > 0) return resolve_listed(&o, j, side);
    ph_status status = resolve_both(&o, side);
    if (status) return status;
    int markers = (side[0].marker >= 0) + (side[1].marker >= 0);
    if (markers == 0) return put_both(&o, j, side);

    bool point = markers == 1 && is_apart(j);
    if (has_place(&j->def, point))
        return phk_error(diag, PH_E_KEY, o.where,
                         "leave `at`, `axis` and `axis2` out, or name bodies instead of markers",
                         "joint `%s` has markers, whose places and axes it uses", o.name);
    if (markers == 2) return PH_OK;
    int made = side[0].marker < 0 ? 0 : 1;
    return put_beside(&o, j, &side[made], &side[1 - made]);
}

ph_status phk_place_motion(const ph_model *model, int motion, ph_diag *diag, phk_side side[2])
{
    const ph_motion_def *m = &phk_motions(model)[motion];
    owner o = {model,       "motion", model->list[PHK_KIND_MOTION].name[motion],
               &m->between, m->where, diag};
    return resolve_both(&o, side);
}
