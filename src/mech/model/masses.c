/* SPDX-License-Identifier: BSD-3-Clause
 *
 * masses.c -- bodies from their shapes: for each shape of density rho, with volume V, centre c and
 * inertia J (of density 1, about c) in the axes of the body,
 *
 *     m = sum rho V,    0 = sum rho V c,    I = sum rho (J + V (|c|^2 1 - c c^T)).
 *
 * The middle one must hold: a body begins in its centre of mass. Where the mass is given, I is
 * scaled to it, and shapes of which none has a density are all of the same. What lies in two shapes
 * counts twice.
 */
#include "mech/model/masses.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "math/so3.h"
#include "mech/model/materials.h"
#include "mech/model/place.h"

/* How far the centre of mass may be off, as a part of the radius of gyration: decimals of those who
 * place shapes by hand. */
#define OFF_CENTRE 1e-6

/* Sums over shapes, about the origin of the body. */
typedef struct {
    double mass;    /* [kg] */
    ph_vec3 first;  /* [kg m] */
    ph_sym3 second; /* [kg m^2] */
    int shapes;
} heap;

/* What the shapes of a body come to. */
typedef struct {
    heap dense; /* those with a density, */
    heap plain; /* and the others, as of density 1 */
    int bare;   /* the last shape whose material has no density; -1: none */
    bool told;  /* something is wrong with one of them, and a message says so */
} sums;

typedef struct {
    const ph_model *model;
    ph_diag *diag;
    phk_masses *masses;
    sums *sum;     /* [masses->count] */
    bool homeless; /* there is a shape that stands nowhere: it may belong to any body */
    ph_status status;
} work;

bool phk_body_lacks(const ph_body_def *body)
{
    return !PHK_GIVEN(phk_body_fields, body, mass) || !PHK_GIVEN(phk_body_fields, body, inertia);
}

ph_vec3 phk_body_arm(const ph_body_def *b)
{
    if (!b->has_pivot) return ph_v3(0, 0, 0);
    return ph_unrotate(b->orientation, ph_sub(b->position, b->pivot));
}

ph_sym3 phk_inertia_at(ph_sym3 j, double m, ph_vec3 r)
{
    double rr = ph_dot(r, r);
    return (ph_sym3){j.xx + m * (rr - r.x * r.x), j.yy + m * (rr - r.y * r.y),
                     j.zz + m * (rr - r.z * r.z), j.xy - m * r.x * r.y,
                     j.xz - m * r.x * r.z,        j.yz - m * r.y * r.z};
}

ph_shape_sizes phk_shape_sizes_of(const ph_shape_def *d)
{
    const bool told = PHK_GIVEN(phk_shape_fields, d, closed);
    return (ph_shape_sizes){.size = d->size,
                            .radius = d->radius,
                            .radius2 = d->radius2,
                            .length = d->length,
                            .rows = d->heights.count ? d->heights : d->points,
                            .open = told ? !d->closed : d->kind == PH_SHAPE_CURVE};
}

ph_mass_of phk_shape_solid(const ph_shape_def *d)
{
    const ph_shape_sizes sizes = phk_shape_sizes_of(d);
    const ph_mass_of none = {0};
    ph_mass_of solid =
        d->kind == PH_SHAPE_MESH ? (d->solid ? *d->solid : none) : ph_shape_mass(d->kind, &sizes);
    return solid.volume > 0 ? solid : none;
}

/* ---- shapes to sums ---- */

static ph_sym3 scaled(double by, ph_sym3 a)
{
    return (ph_sym3){by * a.xx, by * a.yy, by * a.zz, by * a.xy, by * a.xz, by * a.yz};
}

static void add(heap *h, double density, const ph_mass_of *solid, const phk_side *at)
{
    double m = density * solid->volume;
    ph_vec3 c = ph_add(at->at, ph_rotate(at->orientation, solid->centre));
    ph_sym3 own = scaled(density, phk_sym3_rotate(at->orientation, solid->inertia));
    ph_sym3 j = phk_inertia_at(own, m, c), s = h->second;
    h->mass += m;
    h->first = ph_axpy(h->first, m, c);
    h->second =
        (ph_sym3){s.xx + j.xx, s.yy + j.yy, s.zz + j.zz, s.xy + j.xy, s.xz + j.xz, s.yz + j.yz};
    h->shapes++;
}

/* The density of a shape: its own, else that of its material; 0: it has none. */
static double density_of(const ph_model *model, const ph_shape_def *d, bool *unknown)
{
    ph_material_def material;
    *unknown = false;
    if (PHK_GIVEN(phk_shape_fields, d, density)) return d->density;
    if (!d->material.text) return 0;
    *unknown = !phk_material_find(model, d->material.text, strlen(d->material.text), &material);
    bool dense = !*unknown && PHK_GIVEN(phk_material_fields, &material, density);
    return dense ? material.density : 0;
}

static void add_shape(work *w, int i)
{
    const ph_shape_def *d = &phk_shapes(w->model)[i];
    phk_side side = phk_place_shape(w->model, d);
    w->homeless = w->homeless || side.body == PHK_NO_BODY;
    const phk_mass *row = phk_masses_find(w->masses, side.body);
    if (!row) return;
    sums *s = &w->sum[row - w->masses->row];
    bool unknown, own = PHK_GIVEN(phk_shape_fields, d, density);
    double density = density_of(w->model, d, &unknown);
    const ph_mass_of solid = phk_shape_solid(d);
    if (unknown || (own && density > 0 && !(solid.volume > 0))) {
        s->told = true;
    } else if (!own && d->material.text && d->kind == PH_SHAPE_MESH && !(solid.volume > 0)) {
        s->told = true;
        w->status = phk_error(
            w->diag, PH_E_MODEL, d->where, "close it, or give mass and inertia of the body",
            "shape `%s`: mesh `%s` is not closed, so that it has no volume, which "
            "the mass of body `%s` follows from",
            ph_model_shape_name(w->model, i), d->file.text ? d->file.text : "",
            ph_model_body_name(w->model, side.body));
    } else if (solid.volume > 0 && density > 0) {
        add(&s->dense, density, &solid, &side);
    } else if (solid.volume > 0 && !own) {
        add(&s->plain, 1, &solid, &side);
        if (d->material.text) s->bare = i;
    }
}

/* ---- sums to bodies ---- */

static void tell_bare(work *w, int i, const char *body)
{
    const ph_shape_def *d = &phk_shapes(w->model)[i];
    w->status =
        phk_error(w->diag, PH_E_MISSING, d->material.where.line > 0 ? d->material.where : d->where,
                  "give it a `density` under `materials`, or give one to the shape (0: it "
                  "does not count)",
                  "shape `%s`: material `%s` has no density, which the mass of body `%s` "
                  "follows from",
                  ph_model_shape_name(w->model, i), d->material.text, body);
}

static void tell_missing(work *w, const ph_body_def *b, bool mass, const char *name)
{
    if (w->homeless) return;
    if (mass)
        w->status =
            phk_error(w->diag, PH_E_MISSING, b->where,
                      "give `mass` and `inertia`, or a shape with a density: `shape: {sphere: "
                      "{radius: 0.1, material: steel}}`",
                      "body `%s` has neither a mass nor a shape with a density", name);
    else
        w->status =
            phk_error(w->diag, PH_E_MISSING, b->where,
                      "give `inertia` (zeros: a point mass, which needs joints), or a shape "
                      "that has a volume",
                      "body `%s` has neither an inertia nor a shape it follows from", name);
}

/* The centre of mass of the shapes is the body's. */
static bool is_centred(work *w, const ph_body_def *b, const heap *h, const char *name)
{
    ph_vec3 c = ph_scale(1 / h->mass, h->first);
    double gyration = sqrt((h->second.xx + h->second.yy + h->second.zz) / h->mass);
    if (!(ph_norm(c) > OFF_CENTRE * gyration)) return true;
    ph_vec3 drawn = ph_rotate(b->orientation, c);
    char hint[300];
    snprintf(hint, sizeof hint,
             "move its shapes by [%.9g, %.9g, %.9g]; to leave them where they are drawn, move its "
             "`position` by [%.9g, %.9g, %.9g] as well",
             0 - c.x, 0 - c.y, 0 - c.z, drawn.x, drawn.y, drawn.z);
    w->status = phk_error(w->diag, PH_E_PHYSICS, b->where, hint,
                          "the centre of mass of the shapes of body `%s` is at [%.9g, %.9g, %.9g] "
                          "m, and not at [0, 0, 0], which is the body's",
                          name, c.x, c.y, c.z);
    return false;
}

/* What rounding left where a turned shape has nothing. */
static double rounded(double product, double trace)
{
    return fabs(product) > 1e-15 * trace ? product : 0;
}

static ph_sym3 without_rounding(ph_sym3 j)
{
    double trace = j.xx + j.yy + j.zz;
    j.xy = rounded(j.xy, trace);
    j.xz = rounded(j.xz, trace);
    j.yz = rounded(j.yz, trace);
    return j;
}

static void settle(work *w, phk_mass *row, const sums *s)
{
    const ph_body_def *b = &phk_bodies(w->model)[row->body];
    const char *name = ph_model_body_name(w->model, row->body);
    bool weighed = PHK_GIVEN(phk_body_fields, b, mass);
    const heap *h = s->dense.shapes || !weighed ? &s->dense : &s->plain;
    row->is = (ph_body_mass){b->mass, b->inertia, 0};
    if (s->told) return;
    if (s->bare >= 0 && h == &s->dense) {
        tell_bare(w, s->bare, name);
        return;
    }
    if (h->shapes == 0) {
        tell_missing(w, b, !weighed, name);
        return;
    }
    if (!is_centred(w, b, h, name)) return;
    row->known = true;
    row->is.shapes = h->shapes;
    if (!weighed) row->is.mass = h->mass;
    if (PHK_GIVEN(phk_body_fields, b, inertia)) return;
    ph_sym3 j = weighed ? scaled(b->mass / h->mass, h->second) : h->second;
    row->is.inertia = phk_inertia_at(without_rounding(j), row->is.mass, phk_body_arm(b));
}

/* ---- all of them ---- */

static int list_bodies(const ph_model *model, phk_mass *row)
{
    int n = 0;
    for (int i = 0; i < ph_model_bodies(model); i++) {
        if (!phk_body_lacks(&phk_bodies(model)[i])) continue;
        if (row) row[n] = (phk_mass){.body = i};
        n++;
    }
    return n;
}

ph_status phk_masses_create(const ph_model *model, ph_diag *diag, phk_masses *masses)
{
    *masses = (phk_masses){.count = list_bodies(model, NULL)};
    if (masses->count == 0) return PH_OK;
    work w = {.model = model, .diag = diag, .masses = masses};
    masses->row = calloc((size_t)masses->count, sizeof *masses->row);
    w.sum = calloc((size_t)masses->count, sizeof *w.sum);
    if (!masses->row || !w.sum) {
        free(w.sum);
        phk_masses_free(masses);
        return PH_E_NOMEM;
    }
    list_bodies(model, masses->row);
    for (int k = 0; k < masses->count; k++) w.sum[k].bare = -1;
    for (int i = 0; i < ph_model_shapes(model); i++) add_shape(&w, i);
    bool all = true;
    for (int k = 0; k < masses->count; k++) {
        settle(&w, &masses->row[k], &w.sum[k]);
        all = all && masses->row[k].known;
    }
    free(w.sum);
    return all && !w.status ? PH_OK : PH_E_MODEL;
}

void phk_masses_free(phk_masses *masses)
{
    free(masses->row);
    *masses = (phk_masses){0};
}

const phk_mass *phk_masses_find(const phk_masses *masses, int body)
{
    int low = 0, high = masses->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (masses->row[middle].body < body)
            low = middle + 1;
        else
            high = middle;
    }
    return low < masses->count && masses->row[low].body == body ? &masses->row[low] : NULL;
}

ph_status ph_model_masses(const ph_model *model, ph_body_mass *mass)
{
    phk_masses masses;
    ph_status status = phk_masses_create(model, NULL, &masses);
    if (status == PH_E_NOMEM) return status;
    for (int i = 0; i < ph_model_bodies(model); i++) {
        const ph_body_def *b = &phk_bodies(model)[i];
        const phk_mass *row = phk_masses_find(&masses, i);
        mass[i] = row ? row->is : (ph_body_mass){b->mass, b->inertia, 0};
    }
    phk_masses_free(&masses);
    return status;
}
