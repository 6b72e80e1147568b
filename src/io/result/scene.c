/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/result/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/text/file.h"
#include "io/model/mesh.h"
#include "io/yaml/write.h"
#include "mech/model/model.h"
#include "mech/model/place.h"

typedef struct {
    const ph_model *model;
    ph_diag *diag;
    phk_out out;
} scene;

/* --- JSON ----------------------------------------------------------------------------------- */

/* A text in quotes. `<` is written as a number, so that the scene may stand inside a page. */
static void put_text(phk_out *out, const char *text)
{
    phk_put(out, "\"");
    while (*text) {
        size_t plain = 0;
        while ((unsigned char)text[plain] >= 0x20 && !strchr("\"\\<", text[plain])) plain++;
        phk_put(out, "%.*s", (int)plain, text);
        text += plain;
        if (*text) phk_put(out, "\\u%04x", (unsigned char)*text++);
    }
    phk_put(out, "\"");
}

static void put_numbers(phk_out *out, const char *key, const double *value, int count)
{
    phk_put(out, ",\"%s\":[", key);
    for (int i = 0; i < count; i++) {
        if (i) phk_put(out, ",");
        /* most are zero or one, and there may be a million of them */
        if (fabs(value[i]) < 1e6 && value[i] == (int)value[i])
            phk_put(out, "%d", (int)value[i]);
        else
            phk_put_number(out, isfinite(value[i]) ? value[i] : 0);
    }
    phk_put(out, "]");
}

static void put_number(phk_out *out, const char *key, double value)
{
    phk_put(out, ",\"%s\":", key);
    phk_put_number(out, value);
}

static void put_pose(phk_out *out, ph_vec3 p, ph_quat q)
{
    const double pose[] = {p.x, p.y, p.z, q.w, q.x, q.y, q.z};
    put_numbers(out, "pose", pose, 7);
}

/* Begins an object of a list: {"name":..,"label":.. */
static void begin(scene *s, phk_kind kind, int i)
{
    const phk_list *list = &s->model->list[kind];
    phk_put(&s->out, "%s{\"name\":", i ? ",\n" : "\n");
    put_text(&s->out, list->name[i]);
    if (list->label && list->label[i]) {
        phk_put(&s->out, ",\"label\":");
        put_text(&s->out, list->label[i]);
    }
}

/* --- places --------------------------------------------------------------------------------- */

static int body_index(const scene *s, const char *name)
{
    if (!name || strcmp(name, "ground") == 0) return -1;
    phk_object o = phk_model_find(s->model, name, strlen(name));
    return o.index >= 0 && o.kind == PHK_KIND_BODY ? o.index : -1;
}

/* A marker, a body (its centre of mass) or ground. */
static phk_side place_of(const scene *s, const char *name)
{
    phk_side side = {.marker = -1, .body = -1, .orientation = ph_quat_identity()};
    if (!name) return side;
    phk_object o = phk_model_find(s->model, name, strlen(name));
    if (o.index >= 0 && o.kind == PHK_KIND_BODY) side.body = o.index;
    if (o.index >= 0 && o.kind == PHK_KIND_MARKER) {
        const ph_marker_def *m = &phk_markers(s->model)[o.index];
        side = (phk_side){o.index, body_index(s, m->on.text), m->at, m->orientation};
    }
    return side;
}

static void put_place(phk_out *out, const phk_side *side)
{
    phk_put(out, "{\"body\":%d", side->body);
    put_pose(out, side->at, side->orientation);
    phk_put(out, "}");
}

static void put_places(phk_out *out, const char *key, const phk_side *side, int count)
{
    phk_put(out, ",\"%s\":[", key);
    for (int i = 0; i < count; i++) {
        if (i) phk_put(out, ",");
        put_place(out, &side[i]);
    }
    phk_put(out, "]");
}

/* --- the objects ---------------------------------------------------------------------------- */

static void put_body(scene *s, int i)
{
    const ph_body_def *b = &phk_bodies(s->model)[i];
    ph_sym3 j = b->inertia;
    if (b->has_pivot) {
        /* given about the pivot; back to the centre of mass */
        ph_vec3 r = ph_unrotate(b->orientation, ph_sub(b->position, b->pivot));
        double m = b->mass, rr = ph_dot(r, r);
        j.xx -= m * (rr - r.x * r.x);
        j.yy -= m * (rr - r.y * r.y);
        j.zz -= m * (rr - r.z * r.z);
        j.xy += m * r.x * r.y;
        j.xz += m * r.x * r.z;
        j.yz += m * r.y * r.z;
    }
    const double inertia[] = {j.xx, j.yy, j.zz, j.xy, j.xz, j.yz};
    put_number(&s->out, "mass", b->mass);
    put_numbers(&s->out, "inertia", inertia, 6);
    put_pose(&s->out, b->position, b->orientation);
    if (b->has_pivot) {
        const double pivot[] = {b->pivot.x, b->pivot.y, b->pivot.z};
        put_numbers(&s->out, "pivot", pivot, 3);
    }
}

static void put_marker(scene *s, int i)
{
    const ph_marker_def *m = &phk_markers(s->model)[i];
    phk_put(&s->out, ",\"body\":%d", body_index(s, m->on.text));
    put_pose(&s->out, m->at, m->orientation);
}

static void put_joint(scene *s, int i)
{
    const phk_joint *joint = &phk_joints(s->model)[i];
    phk_side side[2];
    phk_put(&s->out, ",\"type\":\"%s\"", joint->type ? joint->type->name : "equation");
    /* the model has been checked: a joint that cannot be placed did not get here */
    if (joint->type && phk_place_joint(s->model, i, NULL, side) == PH_OK)
        put_places(&s->out, "at", side, 2);
}

static void put_motion(scene *s, int i)
{
    const ph_motion_def *m = &phk_motions(s->model)[i];
    phk_side side[2];
    if (m->joint.text) {
        phk_put(&s->out, ",\"joint\":");
        put_text(&s->out, m->joint.text);
    } else if (phk_place_motion(s->model, i, NULL, side) == PH_OK) {
        put_places(&s->out, "at", side, 2);
    }
}

/* The places it acts on: not those it only looks at. */
static void put_force(scene *s, int i)
{
    const phk_force *force = &phk_forces(s->model)[i];
    int most = force->type->loaded ? force->type->loaded : force->type->markers, count = 0;
    phk_put(&s->out, ",\"type\":");
    put_text(&s->out, force->type->name);
    phk_put(&s->out, ",\"at\":[");
    for (const ph_field *f = force->type->fields; f->name && count < most; f++) {
        if (f->kind != PH_FIELD_PLACE) continue;
        const ph_place *place = (const void *)((const char *)force->par + f->offset);
        phk_side side = place_of(s, place->text);
        if (count++) phk_put(&s->out, ",");
        put_place(&s->out, &side);
    }
    phk_put(&s->out, "]");
}

/* --- shapes --------------------------------------------------------------------------------- */

static void put_mesh(scene *s, const ph_shape_def *d)
{
    phk_mesh mesh = {0};
    double scale = d->scale > 0 ? d->scale : 1;
    char *path = phk_file_beside(s->model->path ? s->model->path : "", d->file.text);
    ph_status status = path ? phk_mesh_read(path, d->where, s->diag, &mesh) : PH_E_NOMEM;
    free(path);
    if (status == PH_E_NOMEM) s->out.failed = 1;
    phk_put(&s->out, ",\"vertices\":[");
    for (int k = 0; status == PH_OK && k < 3 * mesh.vertices; k++)
        phk_put(&s->out, k ? ",%.6g" : "%.6g", scale * (double)mesh.vertex[k]);
    phk_put(&s->out, "],\"triangles\":[");
    for (int k = 0; status == PH_OK && k < 3 * mesh.triangles; k++)
        phk_put(&s->out, k ? ",%d" : "%d", mesh.corner[k]);
    phk_put(&s->out, "]");
    phk_mesh_free(&mesh);
}

/* Turns z to the axis the shape lies along, the other two in their order. */
static ph_quat axis_turn(int axis)
{
    if (axis == 1) return ph_quat_make(0.5, 0.5, 0.5, 0.5);
    return axis == 2 ? ph_quat_make(0.5, -0.5, -0.5, -0.5) : ph_quat_identity();
}

static void put_shape(scene *s, int i)
{
    const ph_shape_def *d = &phk_shapes(s->model)[i];
    phk_side on = place_of(s, d->on.text);
    ph_vec3 at = ph_add(on.at, ph_rotate(on.orientation, d->at));
    phk_put(&s->out, ",\"type\":\"%s\",\"body\":%d", phk_shape_fields[0].words[d->kind], on.body);
    put_pose(&s->out, at, ph_quat_mul(on.orientation, axis_turn(d->axis)));
    const double size[] = {d->size.x, d->size.y, d->size.z};
    if (d->size.x > 0) put_numbers(&s->out, "size", size, 3);
    if (d->radius > 0) put_number(&s->out, "radius", d->radius);
    if (d->radius2 > 0) put_number(&s->out, "radius2", d->radius2);
    if (d->length != 0) put_number(&s->out, "length", d->length);
    if (d->through.count) {
        phk_put(&s->out, ",\"through\":[");
        for (int k = 0; k < d->through.count; k++) {
            phk_side side = place_of(s, d->through.name[k].text);
            if (k) phk_put(&s->out, ",");
            put_place(&s->out, &side);
        }
        phk_put(&s->out, "]");
    }
    if (d->kind == PH_SHAPE_MESH && d->file.text) put_mesh(s, d);
}

/* What there is to see of each kind; NULL: nothing. */
static void (*const put[PHK_KINDS])(scene *s, int i) = {
    [PHK_KIND_BODY] = put_body,     [PHK_KIND_MARKER] = put_marker, [PHK_KIND_JOINT] = put_joint,
    [PHK_KIND_MOTION] = put_motion, [PHK_KIND_FORCE] = put_force,   [PHK_KIND_SHAPE] = put_shape};

ph_status phk_scene_text(const ph_model *model, ph_diag *diag, char **text)
{
    scene s = {model, diag, {0}};
    const double gravity[] = {model->gravity.x, model->gravity.y, model->gravity.z};
    phk_put(&s.out, "{\"version\":1,\"title\":");
    put_text(&s.out, ph_model_title(model));
    put_numbers(&s.out, "gravity", gravity, 3);
    for (phk_kind k = 0; k < PHK_KINDS; k++) {
        if (!put[k]) continue;
        phk_put(&s.out, ",\n\"%s\":[", phk_kinds[k].is.section);
        for (int i = 0; i < model->list[k].count; i++) {
            begin(&s, k, i);
            put[k](&s, i);
            phk_put(&s.out, "}");
        }
        phk_put(&s.out, "]");
    }
    phk_put(&s.out, "}\n");
    *text = s.out.failed ? NULL : s.out.text;
    if (!s.out.failed) return PH_OK;
    phk_out_free(&s.out);
    return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
}
