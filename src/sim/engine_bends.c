/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What there is to say at the end of a run of bodies that bend: those that spun so fast that their
 * modes, which know nothing of what tension does, have lost stiffness that a true body gains.
 */
#include <math.h>
#include <stdlib.h>
#include "base/diag.h"
#include "linalg/symmetric.h"
#include "sim/drive_engine.h"
#include "sim/sim.h"

/* A body has spun fast when its lowest mode keeps less than this of the square of its frequency. */
#define KEPT_STIFFNESS 0.9

static void tell(const ph_sim *sim, const phk_flexible_body *f, ph_vec3 w, ph_diag *diag)
{
    const size_t n = (size_t)f->is->modes;
    double *a = calloc(n * n + 1, sizeof *a), *value = calloc(n + 1, sizeof *value);
    double rest = 0, spun = 0;
    bool good = a && value;
    for (int pass = 0; good && pass < 2; pass++) {
        phk_elastic_stiffness(f->is, pass ? w : ph_v3(0, 0, 0), a);
        good = !phk_symmetric_eigen((int)n, a, value);
        double least = INFINITY;
        for (size_t k = 0; k < n; k++) least = fmin(least, value[k]);
        *(pass ? &spun : &rest) = least;
    }
    free(a);
    free(value);
    if (!good || spun >= KEPT_STIFFNESS * rest) return;
    const char *name = ph_model_body_name(sim->model, f->body);
    phk_warn(
        diag, PH_E_RANGE, phk_model_where(sim->model, PHK_KIND_BODY, f->body),
        "divide it into `substructures`, or say at which node it is held: `stiffening`",
        "body `%s` spun at %.4g rad/s, which takes %.3g %% of the stiffness of its lowest mode "
        "(%.4g Hz): tension would add to it, and its modes do not know",
        name, ph_norm(w), 100 * (1 - spun / rest), sqrt(fmax(rest, 0)) / (2 * PH_PI));
}

void phk_engine_tell_bends(const ph_sim *sim, ph_diag *diag)
{
    const phk_flexible_list *list = &sim->program->flexible;
    for (int k = 0; k < list->n; k++)
        if (list->item[k].is->modes > 0 && ph_norm(sim->system->fastest[k]) > 0)
            tell(sim, &list->item[k], sim->system->fastest[k], diag);
}
