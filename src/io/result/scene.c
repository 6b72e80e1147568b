/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/result/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <polhode/json.h>
#include "base/diag.h"
#include "io/text/file.h"
#include "io/model/mesh.h"
#include "mech/compile/contacts.h"
#include "mech/model/masses.h"
#include "mech/model/place.h"

typedef struct {
    const ph_model *model;
    ph_diag *diag;
    ph_json j;
    phk_masses masses;
    bool failed; /* out of memory */
} scene;

static void put_number(ph_json *j, const char *key, double value)
{
    ph_json_short(j, key, isfinite(value) ? value : 0);
}

static void put_numbers(ph_json *j, const char *key, const double *value, int count)
{
    ph_json_begin(j, key, '[');
    for (int i = 0; i < count; i++) put_number(j, NULL, value[i]);
    ph_json_end(j);
}

static void put_pose(ph_json *j, ph_vec3 p, ph_quat q)
{
    const double pose[] = {p.x, p.y, p.z, q.w, q.x, q.y, q.z};
    put_numbers(j, "pose", pose, 7);
}

/* --- places --------------------------------------------------------------------------------- */

/* A marker, a node, a body (its centre of mass) or ground. */
static phk_side place_of(const scene *s, const char *name)
{
    if (!name) name = "ground";
    phk_side side = phk_place_side(s->model, phk_place_find(s->model, name, strlen(name)));
    if (side.body == PHK_NO_BODY) side.body = -1;
    return side;
}

static void put_place(ph_json *j, const phk_side *side)
{
    ph_json_begin(j, NULL, '{');
    ph_json_int(j, "body", side->body);
    if (side->node >= 0) ph_json_int(j, "node", side->node);
    put_pose(j, side->at, side->orientation);
    ph_json_end(j);
}

static void put_places(ph_json *j, const char *key, const phk_side *side, int count)
{
    ph_json_begin(j, key, '[');
    for (int i = 0; i < count; i++) put_place(j, &side[i]);
    ph_json_end(j);
}

/* --- the objects ---------------------------------------------------------------------------- */

static void put_body(scene *s, int i)
{
    const ph_body_def *b = &phk_bodies(s->model)[i];
    const phk_mass *own = phk_masses_find(&s->masses, i);
    double mass = own ? own->is.mass : b->mass;
    ph_sym3 j = own ? own->is.inertia : b->inertia;
    /* given about the pivot; back to the centre of mass */
    if (b->has_pivot) j = phk_inertia_at(j, -mass, phk_body_arm(b));
    const double inertia[] = {j.xx, j.yy, j.zz, j.xy, j.xz, j.yz};
    put_number(&s->j, "mass", mass);
    put_numbers(&s->j, "inertia", inertia, 6);
    put_pose(&s->j, b->position, b->orientation);
    if (b->has_pivot) {
        const double pivot[] = {b->pivot.x, b->pivot.y, b->pivot.z};
        put_numbers(&s->j, "pivot", pivot, 3);
    }
}

static void put_marker(scene *s, int i)
{
    const char *name = s->model->list[PHK_KIND_MARKER].name[i];
    phk_side side = place_of(s, name);
    ph_json_int(&s->j, "body", side.body);
    if (side.node >= 0) ph_json_int(&s->j, "node", side.node);
    put_pose(&s->j, side.at, side.orientation);
}

/* Both markers of the joints an element is about. */
static void put_joint_places(scene *s, const void *field)
{
    const ph_names *names = &((const ph_joints *)field)->names;
    for (int k = 0; k < names->count; k++) {
        phk_object o = phk_model_find(s->model, names->name[k].text, strlen(names->name[k].text));
        phk_side side[2];
        if (phk_place_joint(s->model, o.index, NULL, side) == PH_OK)
            for (int m = 0; m < 2; m++) put_place(&s->j, &side[m]);
    }
}

/* The places an element lists in its fields, up to so many. */
static void put_listed(scene *s, const ph_field *fields, const void *par, int most)
{
    int count = 0;
    ph_json_begin(&s->j, "at", '[');
    for (const ph_field *f = fields; f->name && count < most; f++) {
        const void *value = (const char *)par + f->offset;
        count += phk_field_markers(f);
        if (f->kind == PH_FIELD_JOINTS) put_joint_places(s, value);
        if (f->kind != PH_FIELD_PLACE) continue;
        phk_side side = place_of(s, ((const ph_place *)value)->text);
        put_place(&s->j, &side);
    }
    ph_json_end(&s->j);
}

static void put_joint(scene *s, int i)
{
    const phk_joint *joint = &phk_joints(s->model)[i];
    const ph_joint_type *type = joint->type;
    phk_side side[2];
    ph_json_text(&s->j, "type", type ? type->name : "equation");
    if (type && type->markers > 0) put_listed(s, type->fields, joint->par, type->markers);
    /* the model has been checked: a joint that cannot be placed did not get here */
    else if (type && phk_place_joint(s->model, i, NULL, side) == PH_OK)
        put_places(&s->j, "at", side, 2);
}

static void put_motion(scene *s, int i)
{
    const ph_motion_def *m = &phk_motions(s->model)[i];
    phk_side side[2];
    if (m->joint.text) {
        ph_json_text(&s->j, "joint", m->joint.text);
    } else if (phk_place_motion(s->model, i, NULL, side) == PH_OK) {
        put_places(&s->j, "at", side, 2);
    }
}

/* The places it acts on: not those it only looks at. */
static void put_force(scene *s, int i)
{
    const phk_force *force = &phk_forces(s->model)[i];
    const ph_force_type *type = force->type;
    ph_json_text(&s->j, "type", type->name);
    put_listed(s, type->fields, force->par, type->loaded ? type->loaded : type->markers);
}

static const char *law_of(const ph_contact_def *d)
{
    if (d->force.text) return "expression";
    for (const ph_field *f = phk_contact_fields; f->name; f++)
        if (strcmp(f->name, "law") == 0) return f->words[d->law];
    return "";
}

/* The shapes of both sides by their numbers; of one whose parts touch each other twice the same. */
static void put_contact(scene *s, int i)
{
    const ph_contact_def *d = &phk_contacts(s->model)[i];
    int shapes = s->model->list[PHK_KIND_SHAPE].count;
    ph_json_text(&s->j, "type", law_of(d));
    ph_json_begin(&s->j, "between", '[');
    for (int side = 0; side < 2; side++) {
        bool *marked = calloc((size_t)shapes + 1, sizeof *marked);
        s->failed |= !marked || phk_contact_names(s->model, i, side, marked) == PH_E_NOMEM;
        ph_json_begin(&s->j, NULL, '[');
        for (int k = 0; marked && k < shapes; k++)
            if (marked[k]) ph_json_int(&s->j, NULL, k);
        ph_json_end(&s->j);
        free(marked);
    }
    ph_json_end(&s->j);
}

/* --- shapes --------------------------------------------------------------------------------- */

static void put_triangles(scene *s, const ph_mesh *mesh, double scale)
{
    ph_json_begin(&s->j, "vertices", '[');
    for (int k = 0; k < mesh->vertices; k++) {
        const ph_vec3 v = ph_scale(scale, mesh->vertex[k]);
        ph_json_rounded(&s->j, NULL, v.x, 6);
        ph_json_rounded(&s->j, NULL, v.y, 6);
        ph_json_rounded(&s->j, NULL, v.z, 6);
    }
    ph_json_end(&s->j);
    ph_json_begin(&s->j, "triangles", '[');
    for (int k = 0; k < 3 * mesh->triangles; k++) ph_json_int(&s->j, NULL, mesh->corner[k]);
    ph_json_end(&s->j);
    if (!mesh->patches) return;
    ph_json_begin(&s->j, "patches", '[');
    for (int k = 0; k < mesh->patches; k++) ph_json_int(&s->j, NULL, mesh->patch[k]);
    ph_json_end(&s->j);
}

/* Corners around what is round and drawn from its points. */
enum { AROUND = 24 };

/* From the file of a mesh, where there is one: in it corners of equal position are apart, as
 * shading wants them. */
static void put_mesh(scene *s, const ph_shape_def *d)
{
    ph_mesh mesh = {0};
    if (d->kind != PH_SHAPE_MESH) {
        const ph_shape_sizes sizes = phk_shape_sizes_of(d);
        s->failed |= ph_shape_mesh(d->kind, &sizes, AROUND, &mesh) == PH_E_NOMEM;
        put_triangles(s, &mesh, 1);
        ph_mesh_free(&mesh);
        return;
    }
    if (!d->file.text) {
        put_triangles(s, d->mesh, 1);
        return;
    }
    const ph_mesh none = {0};
    char *path = phk_file_beside(s->model->path ? s->model->path : "", d->file.text);
    ph_status status = path ? phk_mesh_read(path, d->where, s->diag, &mesh) : PH_E_NOMEM;
    free(path);
    if (status == PH_E_NOMEM) s->failed = true;
    put_triangles(s, status == PH_OK ? &mesh : &none, d->scale > 0 ? d->scale : 1);
    ph_mesh_free(&mesh);
}

static void put_shape(scene *s, int i)
{
    const ph_shape_def *d = &phk_shapes(s->model)[i];
    phk_side at = phk_place_shape(s->model, d);
    ph_json_text(&s->j, "type", ph_shape_word(d->kind));
    ph_json_int(&s->j, "body", at.body);
    put_pose(&s->j, at.at, at.orientation);
    if (d->hidden) ph_json_bool(&s->j, "hidden", true);
    const double size[] = {d->size.x, d->size.y, d->size.z};
    if (d->size.x > 0) put_numbers(&s->j, "size", size, 3);
    if (d->radius > 0) put_number(&s->j, "radius", d->radius);
    if (d->radius2 > 0) put_number(&s->j, "radius2", d->radius2);
    if (d->length != 0) put_number(&s->j, "length", d->length);
    if (d->through.count) {
        ph_json_begin(&s->j, "through", '[');
        for (int k = 0; k < d->through.count; k++) {
            phk_side side = place_of(s, d->through.name[k].text);
            put_place(&s->j, &side);
        }
        ph_json_end(&s->j);
    }
    if (ph_shape_has(d->kind) & PH_SHAPE_FILE) put_mesh(s, d);
}

/* The objects of a list, a line for each. */
static void put_list(scene *s, const char *key, phk_kind kind, void (*put)(scene *s, int i))
{
    const phk_list *list = &s->model->list[kind];
    ph_json_line(&s->j);
    ph_json_begin(&s->j, key, '[');
    for (int i = 0; i < list->count; i++) {
        ph_json_line(&s->j);
        ph_json_begin(&s->j, NULL, '{');
        ph_json_text(&s->j, "name", list->name[i]);
        const char *label = phk_list_label(list, i);
        if (label) ph_json_text(&s->j, "label", label);
        put(s, i);
        ph_json_end(&s->j);
    }
    ph_json_end(&s->j);
}

/* What there is to see of each kind; NULL: nothing. */
static void (*const put[PHK_KINDS])(scene *s, int i) = {
    [PHK_KIND_BODY] = put_body,      [PHK_KIND_MARKER] = put_marker, [PHK_KIND_JOINT] = put_joint,
    [PHK_KIND_MOTION] = put_motion,  [PHK_KIND_FORCE] = put_force,   [PHK_KIND_SHAPE] = put_shape,
    [PHK_KIND_CONTACT] = put_contact};

static void put_scene(scene *s)
{
    const double gravity[] = {s->model->gravity.x, s->model->gravity.y, s->model->gravity.z};
    ph_json_begin(&s->j, NULL, '{');
    ph_json_int(&s->j, "version", 1);
    ph_json_text(&s->j, "title", ph_model_title(s->model));
    put_numbers(&s->j, "gravity", gravity, 3);
    for (phk_kind k = 0; k < PHK_KINDS; k++)
        if (put[k]) put_list(s, phk_kinds[k].is.section, k, put[k]);
    ph_json_end(&s->j);
    fputc('\n', s->j.out);
}

ph_status phk_scene_text(const ph_model *model, ph_diag *diag, char **text)
{
    size_t size = 0;
    scene s = {.model = model, .diag = diag, .j.page = true};
    *text = NULL;
    s.failed = phk_masses_create(model, NULL, &s.masses) == PH_E_NOMEM;
    s.j.out = open_memstream(text, &size);
    if (s.j.out) {
        put_scene(&s);
        s.failed |= ferror(s.j.out) != 0;
        s.failed |= fclose(s.j.out) != 0;
    }
    phk_masses_free(&s.masses);
    if (s.j.out && !s.failed) return PH_OK;
    free(*text);
    *text = NULL;
    return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
}
