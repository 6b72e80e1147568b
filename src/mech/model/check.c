/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An inertia tensor J belongs to some distribution of mass exactly when the second moments
 * E = (tr J / 2) 1 - J are positive semi-definite: that is the triangle inequality for any axes.
 */
#include "mech/model/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "mech/model/masses.h"
#include "mech/model/place.h"

/* Positive definite, by the leading minors. */
static bool is_definite(ph_sym3 a)
{
    double minor2 = a.xx * a.yy - a.xy * a.xy;
    double det = a.xx * (a.yy * a.zz - a.yz * a.yz) - a.xy * (a.xy * a.zz - a.yz * a.xz) +
                 a.xz * (a.xy * a.yz - a.yy * a.xz);
    return a.xx > 0 && minor2 > 0 && det > 0;
}

bool phk_is_physical(ph_sym3 j)
{
    double trace = j.xx + j.yy + j.zz, half = 0.5 * trace * (1 + 1e-9);
    return is_definite((ph_sym3){half - j.xx, half - j.yy, half - j.zz, -j.xy, -j.xz, -j.yz});
}

/* Positive semi-definite, up to the rounding of given decimals: no principal minor is negative. A
 * point mass and a rod without thickness are among these. */
static bool is_semidefinite(ph_sym3 a)
{
    double size = fmax(fabs(a.xx), fmax(fabs(a.yy), fabs(a.zz))) * 1e-9;
    a.xx += size;
    a.yy += size;
    a.zz += size;
    return size == 0 ? a.xy == 0 && a.xz == 0 && a.yz == 0 : is_definite(a);
}

static ph_status check_inertia(const ph_body_def *b, bool held, const char *name, ph_diag *diag)
{
    ph_sym3 j = b->inertia;
    if (held && !is_semidefinite(j))
        return phk_error(diag, PH_E_PHYSICS, b->where, "no principal moment may be below zero",
                         "inertia of body `%s` is not positive semi-definite", name);
    if (held && j.xx == 0 && j.yy == 0 && j.zz == 0) return PH_OK;
    if (!held && !is_definite(j))
        return phk_error(diag, PH_E_PHYSICS, b->where,
                         "all principal moments of inertia must be above zero",
                         "inertia of body `%s` is not positive definite", name);
    if (b->any_inertia) return PH_OK;
    if (!phk_is_physical(j)) {
        char hint[240];
        snprintf(hint, sizeof hint,
                 "no principal moment may exceed the sum of the other two; the diagonal is %g, %g, "
                 "%g kg m^2 (`inertia_check: off` lets it pass)",
                 j.xx, j.yy, j.zz);
        return phk_error(diag, PH_E_PHYSICS, b->where, hint,
                         "inertia of body `%s` violates the triangle inequality", name);
    }
    if (b->has_pivot) {
        /* a point mass at the end of a massless rod is the limit: allow rounding */
        ph_sym3 c = phk_inertia_at(j, -b->mass, phk_body_arm(b));
        double room = 1e-9 * (j.xx + j.yy + j.zz);
        c.xx += room;
        c.yy += room;
        c.zz += room;
        if (!is_definite(c) || !phk_is_physical(c))
            return phk_error(diag, PH_E_PHYSICS, b->where,
                             "inertia is about the pivot: it includes mass times squared distance "
                             "of the centre of mass",
                             "inertia of body `%s` about its pivot is too small for its mass and "
                             "centre of mass",
                             name);
    }
    return PH_OK;
}

static bool all_finite(const ph_body_def *b)
{
    ph_sym3 j = b->inertia;
    return isfinite(b->mass + ph_norm(b->position) + ph_quat_norm(b->orientation) +
                    ph_norm(b->velocity) + ph_norm(b->omega) + ph_norm(b->pivot) + j.xx + j.yy +
                    j.zz + j.xy + j.xz + j.yz);
}

/* held: there are joints, which may hold a body that has no mass or no inertia of its own. Whether
 * they do is found at assembly. known: its shapes left nothing open. */
static ph_status check_body(const ph_body_def *b, bool held, bool known, const char *name,
                            ph_diag *diag)
{
    if (!all_finite(b))
        return phk_error(diag, PH_E_NONFINITE, b->where, "give finite numbers, below 1e150",
                         "body `%s` has a value that is infinite, or whose square is, or that is "
                         "not a number",
                         name);
    ph_status status = PH_OK;
    if (known && !(b->mass > 0) && !(held && b->mass == 0))
        status = phk_error(diag, PH_E_PHYSICS, b->where,
                           "give a mass above zero; a body without mass needs joints that hold it",
                           "mass of body `%s` is %g kg", name, b->mass);
    if (fabs(ph_quat_norm(b->orientation) - 1) > 1e-6)
        status = phk_error(diag, PH_E_PHYSICS, b->where, "divide the quaternion by its norm",
                           "orientation of body `%s` is not a unit quaternion: its norm is %.9g",
                           name, ph_quat_norm(b->orientation));
    if (b->has_pivot && PHK_GIVEN(phk_body_fields, b, velocity))
        status =
            phk_error(diag, PH_E_PHYSICS, b->where, "leave `velocity` out; it follows from `omega`",
                      "body `%s` has both a pivot and a velocity", name);
    ph_status inertia = known ? check_inertia(b, held, name, diag) : PH_OK;
    return inertia ? inertia : status;
}

/* All at once: masses from shapes are found in one pass over these. */
static ph_status check_bodies(const ph_model *model, ph_diag *diag)
{
    phk_masses masses;
    ph_status status = phk_masses_create(model, diag, &masses);
    if (status == PH_E_NOMEM) return status;
    for (int i = 0; i < ph_model_bodies(model); i++) {
        const phk_mass *mass = phk_masses_find(&masses, i);
        ph_body_def body = phk_bodies(model)[i];
        if (mass) body.mass = mass->is.mass;
        if (mass) body.inertia = mass->is.inertia;
        if (check_body(&body, ph_model_joints(model) > 0, !mass || mass->known,
                       ph_model_body_name(model, i), diag))
            status = PH_E_MODEL;
    }
    phk_masses_free(&masses);
    return status;
}

ph_status phk_check_marker(const ph_model *model, phk_kind kind, int i, ph_diag *diag)
{
    const ph_marker_def *m = &phk_markers(model)[i];
    double norm = ph_quat_norm(m->orientation);
    if (!isfinite(ph_norm(m->at) + norm) || fabs(norm - 1) > 1e-6)
        return phk_error(diag, PH_E_PHYSICS, m->where,
                         "`at` must be finite and `orientation` a unit quaternion",
                         "marker `%s` has no place in space", model->list[kind].name[i]);
    return PH_OK;
}

ph_status phk_check_place(const ph_model *model, phk_kind kind, int i, const char *place,
                          ph_source where, ph_diag *diag)
{
    if (!place) return PH_OK;
    phk_named_place found = phk_place_find(model, place, strlen(place));
    /* what is wrong with a marker is told where markers are read */
    if (found.body != PHK_NO_BODY || found.marker >= 0) return PH_OK;
    if (where.line == 0) where = phk_model_where(model, kind, i);
    char hint[300];
    phk_place_hint(model, place, phk_diag_wants(diag, where), hint, sizeof hint);
    return phk_error(diag, PH_E_NAME, where, hint, "%s `%s`: there is no body or marker `%s`",
                     phk_kind_text(kind), model->list[kind].name[i], place);
}

ph_status phk_check_places(const ph_model *model, phk_kind kind, int i, ph_diag *diag)
{
    const char *def = (const char *)model->list[kind].def + (size_t)i * phk_kinds[kind].is.bytes;
    ph_status status = PH_OK;
    for (const ph_field *f = phk_kinds[kind].is.fields; f->name; f++) {
        const ph_place *place = (const void *)(def + f->offset);
        if (f->kind != PH_FIELD_PLACE) continue;
        ph_status one = phk_check_place(model, kind, i, place->text, place->where, diag);
        if (one) status = one;
    }
    return status;
}

/* Every name is a variable. */
static ph_status check_variables(const ph_model *model, const ph_names *names, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int i = 0; i < names->count; i++) {
        const ph_text *name = &names->name[i];
        phk_object o = phk_model_find(model, name->text, strlen(name->text));
        if (o.index >= 0 && o.kind == PHK_KIND_VARIABLE) continue;
        phk_nearest nearest = phk_nearest_to(name->text, strlen(name->text));
        phk_model_offer(model, PHK_KIND_VARIABLE, &nearest);
        char hint[200];
        snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best ? nearest.best : "");
        status = phk_error(diag, PH_E_NAME, name->where, nearest.best ? hint : NULL,
                           "there is no variable `%s`", name->text);
    }
    return status;
}

ph_status phk_check_linearization(const ph_model *model, phk_kind kind, int i, ph_diag *diag)
{
    const ph_linearization_def *def = phk_linearizations(model) + i;
    ph_status part[] = {check_variables(model, &def->inputs, diag),
                        check_variables(model, &def->outputs, diag),
                        check_variables(model, &def->states, diag),
                        phk_check_place(model, kind, i, def->frame.text, def->frame.where, diag)};
    for (int k = 0; k < 4; k++)
        if (part[k]) return part[k];
    return PH_OK;
}

ph_status phk_check_objects(const ph_model *model, ph_diag *diag)
{
    ph_status status = PH_OK;
    if (ph_model_bodies(model) == 0)
        status =
            phk_error(diag, PH_E_MISSING, (ph_source){.file = *model->path ? model->path : NULL},
                      "a model needs at least one body under `bodies`", "the model has no bodies");
    ph_status bodies = check_bodies(model, diag);
    if (bodies == PH_E_NOMEM) return bodies;
    if (bodies) status = PH_E_MODEL;
    for (phk_kind k = 0; k < PHK_KINDS; k++)
        for (int i = 0; phk_kinds[k].check && i < model->list[k].count; i++)
            if (phk_kinds[k].check(model, k, i, diag)) status = PH_E_MODEL;
    return status;
}
