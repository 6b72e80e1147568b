/* SPDX-License-Identifier: BSD-3-Clause */
#include "flex/reduce.h"

#include <math.h>
#include <stdlib.h>
#include "base/diag.h"
#include "flex/reduce_work.h"

ph_status phk_reduce_tell(const phk_reduce_work *w, double share, const char *doing)
{
    return w->how->tell ? w->how->tell(w->how->user, share, doing) : PH_OK;
}

/* What can be said of an interface before anything is calculated. */
static ph_status check_interface(const phk_fe *fe, const phk_fe_interface *face, ph_diag *diag)
{
    ph_vec3 centre;
    for (int i = 0; i < face->count; i++)
        for (int d = 0; d < 3; d++)
            if (fe->equation[face->node[i]][d] < 0)
                return phk_error(
                    diag, PH_E_MODEL, face->where,
                    "an interface is made of nodes that have their three displacements "
                    "in the matrices",
                    "interface `%s`: node %d has no equation for its %c", face->name,
                    fe->id[face->node[i]], "xyz"[d]);
    if (face->hold < PHK_FE_RIGID) return PH_OK;
    double *row = malloc((18 * (size_t)face->count + 1) * sizeof *row);
    if (!row) return PH_E_NOMEM;
    const bool good = phk_reduce_average(fe, face, &centre, row);
    free(row);
    return good ? PH_OK
                : phk_error(
                      diag, PH_E_MODEL, face->where,
                      "take three nodes or more that are not on a line; one node by itself needs "
                      "neither `rigid` nor `average`",
                      "interface `%s`: its %d nodes lie on a line or at a point, so that they "
                      "have no turn about it",
                      face->name, face->count);
}

/* A sum that is finite has finite terms. */
static ph_status check_values(const phk_sparse *a, const char *what, ph_diag *diag)
{
    double sum = 0;
    for (size_t k = 0; k < a->start[a->n]; k++) sum += fabs(a->value[k]);
    if (isfinite(sum) && sum > 0) return PH_OK;
    return phk_error(diag, PH_E_PHYSICS, phk_nowhere, NULL, "the %s matrix %s", what,
                     sum == 0 ? "is zero" : "has entries that are not finite");
}

static ph_status reduce(phk_reduce_work *w, phk_flex *flex)
{
    ph_status status = PH_OK;
    for (int i = 0; i < w->how->interfaces; i++) {
        ph_status one = check_interface(w->fe, &w->how->interface[i], w->diag);
        if (one != PH_OK) status = one;
    }
    if (status == PH_OK) status = check_values(&w->fe->stiffness, "stiffness", w->diag);
    if (status == PH_OK) status = check_values(&w->fe->mass, "mass", w->diag);
    if (status == PH_OK) status = phk_reduce_rigid(w);
    if (status == PH_OK) status = phk_reduce_shapes(w);
    if (status == PH_OK) status = phk_reduce_tell(w, 0.85, "modes of the body");
    if (status == PH_OK) status = phk_reduce_modes(w);
    if (status == PH_OK) status = phk_reduce_tell(w, 0.95, "invariants");
    return status == PH_OK ? phk_reduce_body(w, flex) : status;
}

ph_status phk_flex_reduce(const phk_fe *fe, const phk_reduction *how, ph_diag *diag,
                          phk_reduction_found *found, phk_flex **out)
{
    phk_reduce_work w = {.fe = fe, .how = how, .diag = diag, .found = found, .n = fe->mass.n};
    *found = (phk_reduction_found){.held = 0};
    *out = NULL;
    phk_flex *flex = phk_flex_create();
    ph_status status = flex ? reduce(&w, flex) : PH_E_NOMEM;
    phk_wide_free(&w.rigid);
    phk_wide_free(&w.mass_rigid);
    phk_wide_free(&w.shape);
    free(w.lambda);
    if (status == PH_OK)
        *out = flex;
    else
        ph_flex_free(flex);
    return phk_tell(diag, status);
}
