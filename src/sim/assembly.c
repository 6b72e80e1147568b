/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a model consists of: assembled, and counted in both forms of coordinates.
 */
#include <math.h>
#include "base/diag.h"
#include "mech/assemble/assemble.h"
#include "mech/model/check.h"
#include "sim/sim.h"

static void count(const phk_system *sys, const phk_dae *dae, const phk_assembly *a,
                  ph_assembly *out)
{
    int pivots = 0, bodies = sys->program->bodies, states = sys->program->states;
    for (int i = 0; i < bodies; i++) pivots += sys->program->pivot[i];
    /* a pivot is three constraints, though neither form spends coordinates on it */
    int held = a->rows + 3 * pivots, six = dae->nv + 3 * pivots, seven = dae->nq + 3 * pivots;
    *out = (ph_assembly){.six = {six, six + states, held},
                         .euler = {seven, seven + states, held + bodies},
                         .redundant = a->redundants,
                         .freedom = a->freedom,
                         .drawn_violation = a->drawn_open,
                         .violation = a->open,
                         .drawn_rate = a->drawn_rate};
    for (int i = 0; i < a->moveds; i++) {
        const phk_moved *m = &a->moved[i];
        /* what rounding does to a place is no move */
        out->moved += m->moved > 1e-12 || m->turned > 1e-12;
        out->move = fmax(out->move, m->moved);
        out->turn = fmax(out->turn, m->turned);
    }
}

ph_status ph_model_assemble(const ph_model *model, double t, ph_diag *diag, ph_assembly *out)
{
    phk_program *program = NULL;
    phk_system *system = NULL;
    phk_mechanism *mechanism = NULL;
    phk_assembly *assembly = NULL;
    *out = (ph_assembly){0};
    if (!model || !isfinite(t)) return phk_tell(diag, PH_E_USAGE);
    ph_status status = phk_check_objects(model, diag);
    ph_status compiled = phk_sim_compile(model, diag, &program);
    if (!status) status = compiled;
    if (!status) status = phk_system_create(program, &system);
    if (!status) phk_sim_switch(model, system, 0);
    if (!status) status = phk_mechanism_create(system, diag, &mechanism);
    if (!status) status = phk_assemble(system, mechanism, t, NULL, diag, &assembly);
    if (!status) count(system, phk_mechanism_dae(mechanism), assembly, out);
    if (status == PH_E_NOMEM) phk_error(diag, status, phk_nowhere, NULL, "out of memory");
    phk_assembly_free(assembly);
    phk_mechanism_free(mechanism);
    phk_system_free(system);
    phk_program_free(program);
    return phk_tell(diag, status);
}
