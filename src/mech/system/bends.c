/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The flexible bodies of a system at an evaluation: where they are deformed to, and their energies.
 */
#include <string.h>
#include "mech/system/system.h"

double phk_system_elastic(phk_system *sys, int k, const phk_view *view)
{
    const phk_flexible_body *f = &sys->program->flexible.item[k];
    const phk_seat *seat = &view->seat[f->body];
    const ph_vec3 none = {0, 0, 0};
    const phk_elastic b = phk_elastic_at(f->is, view->x + seat->modes, view->v + seat->mode_rates,
                                         NULL, phk_view_spin(view, f->body), none, sys->elastic);
    return phk_elastic_kinetic(&b);
}

double phk_system_damping(const phk_system *sys, int k)
{
    const phk_flexible_body *f = &sys->program->flexible.item[k];
    const double *rate = sys->mode_rate + f->first;
    double sum = 0;
    for (int j = 0; j < f->is->modes; j++) sum += f->damping[j] * rate[j] * rate[j];
    return sum;
}

double phk_system_strain(const phk_system *sys)
{
    double sum = 0;
    for (int k = 0; k < sys->program->flexible.n; k++) {
        const phk_flexible_body *f = &sys->program->flexible.item[k];
        sum += phk_elastic_strain(f->is, sys->mode + f->first);
    }
    return sum;
}

void phk_system_bend(phk_system *sys, int k, const double *mode, const double *rate)
{
    const phk_program *p = sys->program;
    const phk_flexible_body *f = &p->flexible.item[k];
    size_t bytes = (size_t)f->is->modes * sizeof *mode;
    memcpy(sys->mode + f->first, mode, bytes);
    memcpy(sys->mode_rate + f->first, rate, bytes);
    for (int m = 0; m < p->places.n; m++) {
        const phk_marker *marker = &p->places.marker[m];
        if (marker->node && marker->body == f->body)
            phk_bend_put(&sys->bend[marker->bend], marker, mode, rate);
    }
}
