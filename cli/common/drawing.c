/* SPDX-License-Identifier: BSD-3-Clause */
#include "drawing.h"

#include <math.h>
#include <stdlib.h>

static const drawing_shape nothing = {-1, {1, 1, 1}};

/* --- meshes ----------------------------------------------------------------------------------- */

/* Room for n items; at least for one, so that NULL is a failure. */
static void *room(drawing *d, int n, size_t size)
{
    void *list = calloc((size_t)n + 1, size);
    if (!list) d->failed = true;
    return list;
}

/* A new mesh, whose triangles are the caller's to make; -1: out of memory. */
static int add_mesh(drawing *d, int kind, const ph_shape_sizes *sizes)
{
    /* room for the next power of two */
    if ((d->meshes & (d->meshes - 1)) == 0) {
        size_t wanted = d->meshes ? 2 * (size_t)d->meshes : 1;
        drawing_mesh *more = realloc(d->mesh, wanted * sizeof *more);
        if (!more) d->failed = true;
        if (!more) return -1;
        d->mesh = more;
    }
    d->mesh[d->meshes] = (drawing_mesh){.kind = kind, .sizes = *sizes};
    return d->meshes++;
}

/* Units have a size of 1. */
static bool same(const ph_shape_sizes *a, const ph_shape_sizes *b)
{
    double off = fabs(a->radius - b->radius) + fabs(a->radius2 - b->radius2);
    off += fabs(a->length - b->length) + ph_norm(ph_sub(a->size, b->size));
    return off < 1e-9;
}

drawing_shape drawing_find(drawing *d, int kind, const ph_shape_sizes *sizes)
{
    ph_shape_sizes unit;
    ph_mesh mesh;
    drawing_shape found = {0, ph_shape_unit(kind, sizes, &unit)};
    for (; found.mesh < d->meshes; found.mesh++) {
        const drawing_mesh *m = &d->mesh[found.mesh];
        if (m->kind == kind && same(&m->sizes, &unit)) return found;
    }
    ph_status status = ph_shape_mesh(kind, &unit, d->around, &mesh);
    if (status == PH_E_NOMEM) d->failed = true;
    found.mesh = status == PH_OK ? add_mesh(d, kind, &unit) : -1;
    if (found.mesh < 0)
        ph_mesh_free(&mesh);
    else
        d->mesh[found.mesh].mesh = mesh;
    return found.mesh < 0 ? nothing : found;
}

/* --- the scene -------------------------------------------------------------------------------- */

static void read_triangles(const json *j, int shape, ph_mesh *m)
{
    for (int i = json_first(j, json_get(j, shape, "vertices")); i >= 0;) {
        double p[3] = {0};
        for (int k = 0; k < 3 && i >= 0; k++, i = json_next(j, i)) p[k] = json_number(j, i, 0);
        ph_mesh_add_vertex(m, ph_v3(p[0], p[1], p[2]));
    }
    int patch = json_first(j, json_get(j, shape, "patches"));
    for (int i = json_first(j, json_get(j, shape, "triangles")); i >= 0;) {
        int corner[3];
        bool good = true;
        for (int k = 0; k < 3; k++, i = json_next(j, i)) {
            double which = json_number(j, i, -1);
            good = good && which >= 0 && which < m->vertices;
            corner[k] = good ? (int)which : 0;
        }
        if (good) ph_mesh_add_triangle(m, corner[0], corner[1], corner[2]);
        if (patch < 0 || m->triangles < json_number(j, patch, 0)) continue;
        ph_mesh_end_patch(m);
        patch = json_next(j, patch);
    }
}

static drawing_shape read_shape(drawing *d, int node)
{
    const json *j = &d->scene;
    double size[3] = {0};
    if (json_get(j, node, "hidden") >= 0) return nothing;
    char *word = json_text(j, json_get(j, node, "type"));
    int kind = word ? ph_shape_kind_find(word) : -1;
    free(word);
    json_numbers(j, json_get(j, node, "size"), size, 3);
    const ph_shape_sizes sizes = {.size = {size[0], size[1], size[2]},
                                  .radius = json_number(j, json_get(j, node, "radius"), 0),
                                  .radius2 = json_number(j, json_get(j, node, "radius2"), 0),
                                  .length = json_number(j, json_get(j, node, "length"), 0)};
    if (!(ph_shape_has(kind) & PH_SHAPE_FILE)) return drawing_find(d, kind, &sizes);
    drawing_shape own = nothing;
    own.mesh = add_mesh(d, kind, &sizes);
    if (own.mesh < 0) return nothing;
    read_triangles(j, node, &d->mesh[own.mesh].mesh);
    d->failed |= d->mesh[own.mesh].mesh.failed;
    return own;
}

static drawing_solid read_solid(drawing *d, int node)
{
    const json *j = &d->scene;
    double v[6] = {0};
    json_numbers(j, json_get(j, node, "inertia"), v, 6);
    const ph_sym3 inertia = {v[0], v[1], v[2], v[3], v[4], v[5]};
    drawing_solid solid = {ph_solid_of(json_number(j, json_get(j, node, "mass"), 0), inertia),
                           nothing};
    if (solid.is.kind >= 0) solid.shape = drawing_find(d, solid.is.kind, &solid.is.sizes);
    return solid;
}

static int count(const json *j, int list)
{
    int n = 0;
    for (int i = json_first(j, list); i >= 0; i = json_next(j, i)) n++;
    return n;
}

bool drawing_read(drawing *d, const char *scene, int around)
{
    *d = (drawing){.around = around};
    json *j = &d->scene;
    if (!json_read(j, scene ? scene : "{}")) return false;
    int shapes = json_get(j, 0, "shapes"), bodies = json_get(j, 0, "bodies");
    d->shape = room(d, count(j, shapes), sizeof *d->shape);
    d->solid = room(d, count(j, bodies), sizeof *d->solid);
    for (int i = json_first(j, shapes); i >= 0 && !d->failed; i = json_next(j, i))
        d->shape[d->shapes++] = read_shape(d, i);
    for (int i = json_first(j, bodies); i >= 0 && !d->failed; i = json_next(j, i))
        d->solid[d->bodies++] = read_solid(d, i);
    return !d->failed;
}

void drawing_free(drawing *d)
{
    for (int i = 0; i < d->meshes; i++) ph_mesh_free(&d->mesh[i].mesh);
    free(d->mesh);
    free(d->shape);
    free(d->solid);
    json_free(&d->scene);
    *d = (drawing){0};
}
