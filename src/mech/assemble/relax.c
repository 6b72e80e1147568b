/* SPDX-License-Identifier: BSD-3-Clause
 *
 * relax.c -- bodies that bend start so that no mode is accelerated: what has just been put under
 * load would ring in all of them, and the accelerations of that are not those of the slow motion.
 *
 * The index-1 system is solved with stiffness at q + s q'' in place of q. For a long time s inertia
 * along the modes counts for little beside that, so that s q'' is nearly the way to q'' = 0, for
 * any masses that hang on nodes; constraints hold throughout. Then q moves there, bodies follow by
 * their constraints, and so on. Left is a part 1/(s om^2) of the way at each.
 */
#include <math.h>
#include <stdlib.h>
#include "mech/assemble/work.h"
#include "mech/equations/equations.h"

/* s, by the lowest mode: what is left after a round, */
#define SLOW 1e4
/* until coordinates are still, as part of the largest displacement and of the mechanism. */
#define STILL 1e-13
enum { RELAX_ROUNDS = 40 };

/* The lowest om^2 of all bodies that start relaxed; 0: none does. */
static double lowest(const phk_program *program)
{
    double least = 0;
    for (int k = 0; k < program->flexible.n; k++) {
        const phk_flexible_body *f = &program->flexible.item[k];
        for (int j = 0; f->relaxed && j < f->is->modes; j++) {
            const double om2 = f->is->coupled
                                   ? f->is->coupled[(size_t)j * (size_t)(f->is->modes + 1)]
                                   : f->is->stiffness[j];
            if (om2 > 0 && (least == 0 || om2 < least)) least = om2;
        }
    }
    return least;
}

/* Moves modal coordinates by s times their accelerations; the largest displacement that is, and the
 * largest there is then. */
static double follow(phk_assembling *w, double s, double *size)
{
    const phk_dae *dae = phk_mechanism_dae(w->mechanism);
    double most = 0;
    *size = 0;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        if (cell->kind == PHK_CELL_ROTATION || phk_cell_is_place(cell)) continue;
        if (!phk_program_flexible(w->system->program, dae->node[cell->v])->relaxed) continue;
        for (int k = 0; k < cell->width; k++) {
            const double way = s * w->out->a[cell->v + k], length = phk_cell_size(cell, k);
            w->out->q[cell->q + k] += way;
            most = fmax(most, length * fabs(way));
            *size = fmax(*size, length * fabs(w->out->q[cell->q + k]));
        }
    }
    return most;
}

ph_status phk_assemble_relaxed(phk_assembling *w)
{
    const double om2 = lowest(w->system->program), s = om2 > 0 ? SLOW / om2 : 0;
    const double length = phk_mechanism_dae(w->mechanism)->length;
    if (om2 == 0) return PH_OK;
    ph_status status = PH_OK;
    double way = INFINITY, before = INFINITY, size = 0;
    for (int round = 0; !status && round < RELAX_ROUNDS; round++) {
        phk_mechanism_relax(w->mechanism, s);
        status = phk_assemble_motion(w);
        phk_mechanism_relax(w->mechanism, 0);
        if (status) break;
        way = follow(w, s, &size);
        status = phk_assemble_positions(w);
        if (way <= STILL * (size + 1e-3 * length)) break;
        /* at the bottom of rounding */
        if (round > 4 && way > 0.5 * before && way <= 1e-9 * length) break;
        before = way;
    }
    return status;
}
