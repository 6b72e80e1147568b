/* SPDX-License-Identifier: BSD-3-Clause
 *
 * relax.c -- bodies that bend start so that no mode is accelerated: what has just been put under
 * load would ring in all of them, and the accelerations of that are not those of the slow motion.
 *
 * The index-1 system is solved with stiffness at q + s q'' in place of q. For a long time s inertia
 * along the modes counts for little beside that, so that s q'' is nearly the way to q'' = 0, for
 * any masses that hang on nodes; constraints hold throughout. Then q moves there, bodies follow by
 * their constraints, and so on. Left is a part 1/(s om^2) of the way at each, and what a spin makes
 * of the turn of a body that follows: where that is much, ways grow, and only parts of them are
 * gone.
 */
#include <math.h>
#include <stdlib.h>
#include "base/diag.h"
#include "mech/assemble/work.h"
#include "mech/equations/equations.h"

/* s, by the lowest mode: what is left after a round, */
#define SLOW 1e4
/* until coordinates are still, as part of the largest displacement and of the mechanism. */
#define STILL 1e-13
enum { RELAX_ROUNDS = 60 };
/* The least part of a way that is gone. */
#define LEAST_PART 0.05
/* What may be left of the way in the end, as part of the same. */
#define UNREST 1e-6

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

/* What a round has shown: the largest way of a modal coordinate to where it is in balance, and
 * which that is. */
typedef struct {
    int v;
    double way;  /* [sqrt(kg) m] of that coordinate */
    double most; /* [m] the displacement that is */
    double size; /* [m] the largest displacement there is then */
} relaxing;

/* Goes a part of s times the accelerations of modal coordinates. */
static relaxing follow(phk_assembling *w, double s, double part)
{
    const phk_dae *dae = phk_mechanism_dae(w->mechanism);
    relaxing r = {0};
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        if (cell->kind == PHK_CELL_ROTATION || phk_cell_is_place(cell)) continue;
        if (!phk_program_flexible(w->system->program, dae->node[cell->v])->relaxed) continue;
        for (int k = 0; k < cell->width; k++) {
            const double way = s * w->out->a[cell->v + k], length = phk_cell_size(cell, k);
            w->out->q[cell->q + k] += part * way;
            if (length * fabs(way) > r.most)
                r = (relaxing){cell->v + k, way, length * fabs(way), r.size};
            r.size = fmax(r.size, length * fabs(w->out->q[cell->q + k]));
        }
    }
    return r;
}

/* A way that comes back as -x of what it was, after a part of it was gone, is the 1 + x fold too
 * long for that part. */
static double shorter(phk_assembling *w, double s, const relaxing *before, double part)
{
    if (before->way == 0) return part;
    const double x = -s * w->out->a[before->v] / before->way;
    return x > 0.3 ? fmax(part / (1 + x), LEAST_PART) : part;
}

ph_status phk_assemble_relaxed(phk_assembling *w)
{
    const double om2 = lowest(w->system->program), s = om2 > 0 ? SLOW / om2 : 0;
    const double length = phk_mechanism_dae(w->mechanism)->length;
    if (om2 == 0) return PH_OK;
    ph_status status = PH_OK;
    relaxing now = {.most = INFINITY}, before;
    double part = 1;
    for (int round = 0; !status && round < RELAX_ROUNDS; round++) {
        phk_mechanism_relax(w->mechanism, s);
        status = phk_assemble_motion(w);
        phk_mechanism_relax(w->mechanism, 0);
        if (status) break;
        before = now;
        part = shorter(w, s, &before, part);
        now = follow(w, s, part);
        status = phk_assemble_positions(w);
        if (now.most <= STILL * (now.size + 1e-3 * length)) break;
        /* at the bottom of rounding */
        if (round > 4 && now.most > 0.5 * before.most && now.most <= 1e-9 * length) break;
    }
    if (!status && now.most > UNREST * (now.size + 1e-3 * length))
        phk_warn(w->diag, PH_OK, phk_nowhere,
                 "`start: drawn` begins straight; of a blade say where it is held: `stiffening`",
                 "bodies that bend are not in balance at the start: nodes are off by some %.2g m",
                 now.most);
    return status;
}
