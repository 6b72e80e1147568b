/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/model/place.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "flex/flex.h"
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

/* The body that is piece k, from 1, of a line in several bodies; -1: none. */
static int piece_of(const ph_model *model, int body, int k)
{
    char name[220];
    const char *first = ph_model_body_name(model, body);
    if (k == 1) return body;
    int n = snprintf(name, sizeof name, "%s_%d", first, k);
    phk_object o = phk_model_find(model, name, n > 0 && n < (int)sizeof name ? (size_t)n : 0);
    return o.index >= 0 && o.kind == PHK_KIND_BODY ? o.index : -1;
}

/* A node of a flexible body. Of one that could not be read any name will do. */
static phk_named_place find_node(const ph_model *model, int body, const char *name, size_t length)
{
    const ph_flexible_def *def = phk_model_flexible(model, body);
    phk_named_place none = {-1, PHK_NO_BODY, -1};
    if (!def || length == 0) return none;
    if (def->lost) return (phk_named_place){-1, body, -1};
    for (int k = 1; k <= (def->substructures > 1 ? def->substructures : 1); k++) {
        int piece = piece_of(model, body, k);
        const phk_flex *flex = phk_model_flex(model, piece);
        int node = flex ? ph_flex_node(flex, name, length) : -1;
        if (node >= 0) return (phk_named_place){-1, piece, node};
    }
    return none;
}

phk_named_place phk_place_find(const ph_model *model, const char *name, size_t length)
{
    const phk_named_place none = {-1, PHK_NO_BODY, -1};
    if (length == 6 && memcmp(name, "ground", 6) == 0) return (phk_named_place){-1, -1, -1};
    phk_object o = phk_model_find(model, name, length);
    if (o.index >= 0 && o.kind == PHK_KIND_BODY) return (phk_named_place){-1, o.index, -1};
    if (o.index >= 0 && o.kind == PHK_KIND_MARKER) {
        const char *on = phk_markers(model)[o.index].on.text;
        phk_object again = phk_model_find(model, on ? on : "", on ? strlen(on) : 0);
        phk_named_place place = phk_place_find(model, on ? on : "ground", on ? strlen(on) : 6);
        /* a marker stands on bodies, not on markers */
        if (again.index >= 0 && again.kind == PHK_KIND_MARKER) place = none;
        place.marker = o.index;
        return place;
    }
    const char *dot = o.index < 0 ? memchr(name, '.', length) : NULL;
    size_t head = dot ? (size_t)(dot - name) : 0;
    if (!dot) return none;
    o = phk_model_find(model, name, head);
    if (o.index < 0 || o.kind != PHK_KIND_BODY) return none;
    return find_node(model, o.index, dot + 1, length - head - 1);
}

size_t phk_place_length(const ph_model *model, const char *name, size_t length)
{
    const char *dot = memchr(name, '.', length);
    size_t head = dot ? (size_t)(dot - name) : length;
    const char *second = dot ? memchr(dot + 1, '.', length - head - 1) : NULL;
    if (!second || model->list[PHK_KIND_FLEXIBLE].count == 0) return head;
    size_t longer = (size_t)(second - name);
    return phk_place_find(model, name, longer).body != PHK_NO_BODY ? longer : head;
}

/* The nodes of the body that stands before the dot. */
static bool hint_node(const ph_model *model, const char *name, char *hint, size_t size)
{
    const char *dot = strchr(name, '.');
    phk_object o = phk_model_find(model, name, dot ? (size_t)(dot - name) : 0);
    const ph_flexible_def *def =
        o.index >= 0 && o.kind == PHK_KIND_BODY ? phk_model_flexible(model, o.index) : NULL;
    if (!dot || !def || !def->flex) return false;
    const phk_flex *flex = def->flex;
    const char *body = ph_model_body_name(model, o.index);
    phk_nearest nearest = phk_nearest_to(dot + 1, strlen(dot + 1));
    for (int i = 0; i < flex->nodes; i++)
        if (flex->node[i].name) phk_nearest_offer(&nearest, flex->node[i].name);
    if (nearest.best) {
        snprintf(hint, size, "did you mean `%.100s.%.50s`?", body, nearest.best);
        return true;
    }
    int used = snprintf(hint, size, "the nodes of `%.60s` are", body), shown = 0;
    for (int i = 0; i < flex->nodes && shown < 6 && used > 0 && used < (int)size; i++) {
        const phk_flex_node *node = &flex->node[i];
        if (node->name)
            used += snprintf(hint + used, size - (size_t)used, "%s `%.40s`", shown ? "," : "",
                             node->name);
        else
            used += snprintf(hint + used, size - (size_t)used, "%s %d", shown ? "," : "", node->id);
        shown++;
    }
    if (flex->nodes > shown && used < (int)size)
        snprintf(hint + used, size - (size_t)used, ", .. (%d in all)", flex->nodes);
    return true;
}

void phk_place_hint(const ph_model *model, const char *name, bool search, char *hint, size_t size)
{
    if (hint_node(model, name, hint, size)) return;
    phk_nearest nearest = phk_nearest_to(name, strlen(name));
    phk_nearest_offer(&nearest, "ground");
    if (search) {
        phk_model_offer(model, PHK_KIND_BODY, &nearest);
        phk_model_offer(model, PHK_KIND_MARKER, &nearest);
    }
    if (nearest.best)
        snprintf(hint, size, "did you mean `%.150s`?", nearest.best);
    else
        snprintf(hint, size, "it must be named under `bodies` or `markers`, or be `ground`");
}

static ph_status unknown(const owner *o, const ph_text *place)
{
    char hint[300];
    phk_place_hint(o->model, place->text, phk_diag_wants(o->diag, place->where), hint, sizeof hint);
    return phk_error(o->diag, PH_E_NAME, place->where.line > 0 ? place->where : o->where, hint,
                     "%s `%s`: there is no body or marker `%s`", o->kind, o->name, place->text);
}

phk_side phk_place_side(const ph_model *model, phk_named_place place)
{
    phk_side side = {-1, place.body, {0, 0, 0}, ph_quat_identity(), place.node};
    const phk_flex *flex = place.node >= 0 ? phk_model_flex(model, place.body) : NULL;
    if (flex) side.at = flex->node[place.node].at;
    if (place.marker < 0) return side;
    const ph_marker_def *m = &phk_markers(model)[place.marker];
    side.marker = place.marker;
    side.at = ph_add(side.at, m->at);
    side.orientation = m->orientation;
    return side;
}

/* A marker as it is; a body, a node or ground with its own origin and axes, still to be placed. */
static ph_status resolve(const owner *o, const ph_text *name, phk_side *side)
{
    phk_named_place place = phk_place_find(o->model, name->text, strlen(name->text));
    *side = phk_place_side(o->model, place);
    if (place.body != PHK_NO_BODY) return PH_OK;
    /* what is wrong with a marker is told where markers are read */
    return place.marker >= 0 ? PH_E_MODEL : unknown(o, name);
}

/* What holds or drives a flexible body does so at a node: its frame is no part of it. */
static ph_status check_node(const owner *o, const ph_text *name, const phk_side *side)
{
    const phk_flex *flex = side->node < 0 ? phk_model_flex(o->model, side->body) : NULL;
    if (!flex || flex->modes == 0) return PH_OK;
    char hint[300], asked[200];
    snprintf(asked, sizeof asked, "%.150s.", ph_model_body_name(o->model, side->body));
    hint_node(o->model, asked, hint, sizeof hint);
    return phk_error(o->diag, PH_E_MODEL, name->where.line > 0 ? name->where : o->where, hint,
                     "%s `%s`: body `%s` bends, and can be held at a node alone: name `%sNODE`",
                     o->kind, o->name, ph_model_body_name(o->model, side->body), asked);
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
        if (!one) one = check_node(o, &o->between->name[k], &side[k]);
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
    const char *name = shape->on.text ? shape->on.text : "ground";
    phk_side on = phk_place_side(model, phk_place_find(model, name, strlen(name)));
    on.marker = -1;
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

/* Where a side of a joint is drawn that says nothing of its place but names nodes: at its own node,
 * or that of the other side. Two that are drawn apart are brought together at the start. */
static ph_vec3 world_at(const owner *o, const ph_joint_def *def, const phk_side side[2], int k)
{
    int named = side[k].node >= 0 ? k : 1 - k;
    if (side[named].node < 0 || PHK_GIVEN(phk_joint_fields, def, at)) return def->at;
    return phk_side_frame(o->model, &side[named]).p;
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
    put(o->model, &side[0], world_at(o, def, side, 0), &R0);
    put(o->model, &side[1], world_at(o, def, side, 1), &R1);
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
    put(o->model, &side[0], world_at(o, def, side, 0), &R0);
    put(o->model, &side[1], world_at(o, def, side, 1), &R1);
    return PH_OK;
}

/* Where a side is drawn on its body: its node, or the centre of mass. */
static ph_vec3 drawn_at(const ph_model *model, const phk_side *side)
{
    return phk_side_frame(model, side).p;
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
    put(o->model, &side[1], drawn_at(o->model, &side[1]), &axle);
    return PH_OK;
}

/* Each at its own centre, ground at the given point. */
static ph_status put_centres(const owner *o, const ph_joint_def *def, ph_vec3 axis, ph_vec3 axis2,
                             phk_side side[2])
{
    ph_mat3 R = axes(across(axis, axis2), axis);
    for (int k = 0; k < 2; k++)
        put(o->model, &side[k], side[k].body < 0 ? def->at : drawn_at(o->model, &side[k]), &R);
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
    for (int k = 0; k < 2; k++) put(o->model, &side[k], world_at(o, def, side, k), &R);
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
    ph_vec3 at = made->node >= 0 ? phk_side_frame(o->model, made).p : frame.p;
    put(o->model, made, at, &frame.R_WM);
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
        side[0] = side[1] = phk_place_side(o->model, (phk_named_place){-1, -1, -1});
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
