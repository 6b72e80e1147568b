/* SPDX-License-Identifier: BSD-3-Clause
 *
 * data.c -- room for what changes, how it begins, and what of it is kept.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "mech/system/system.h"

static bool take_room(phk_system *sys)
{
    const phk_program *p = sys->program;
    bool all = true;
#define TAKE(type, name, count)                                                                    \
    all = (sys->name = phk_arena_alloc(&sys->arena, ((size_t)(count) + 1) * sizeof(type))) && all;
#define KEPT TAKE
#define WORK TAKE
#include "mech/system/arrays.def"
#undef KEPT
#undef WORK
#undef TAKE
    for (int i = 0; i < p->events; i++)
        all = !phk_event_add(&sys->arena, &sys->event, &sys->events, p->event[i]) && all;
    return all;
}

/* Who acts from the start: constraints, and elements whose time has no beginning. */
static void begin_acting(phk_system *sys)
{
    const phk_program *p = sys->program;
    for (int g = 0; g < p->elements.groups; g++) {
        const phk_group *group = &p->elements.group[g];
        for (int e = 0; e < group->n; e++) {
            double from = -INFINITY, until = INFINITY;
            const void *par = group->par + (size_t)e * group->type->par_bytes;
            if (group->type->window) group->type->window(par, &from, &until);
            sys->acts[group->first + e] = sys->within[group->first + e] = from == -INFINITY;
        }
    }
    for (int k = 0; k < p->constraints; k++)
        *phk_constraint_acts(sys, k) = !p->constraint[k].switched;
}

static void put_ground_pose(phk_system *sys)
{
    sys->posed = true;
    sys->pose[sys->program->bodies] =
        (phk_pose){.R_WB = ph_mat3_from_quat(ph_quat_identity()), .q = ph_quat_identity()};
}

ph_status phk_system_pose(phk_system *sys)
{
    size_t n = (size_t)sys->program->bodies + 1;
    if (sys->posed) return PH_OK;
    sys->pose = phk_arena_alloc(&sys->arena, n * sizeof *sys->pose);
    sys->load = phk_arena_alloc(&sys->arena, n * sizeof *sys->load);
    if (!sys->pose || !sys->load) return PH_E_NOMEM;
    put_ground_pose(sys);
    return PH_OK;
}

/* Markers on nodes know their bodies. */
static void put_bends(phk_system *sys)
{
    const phk_program *p = sys->program;
    for (int m = 0; p->places.bends && m < p->places.n; m++) {
        const phk_marker *marker = &p->places.marker[m];
        if (!marker->node) continue;
        const int k = p->flexible.of_body[marker->body];
        sys->bend[marker->bend] =
            (phk_bend){.now = *marker, .flexible = k, .modes = p->flexible.item[k].is->modes};
    }
}

/* Pose and frames of ground never change. */
static void put_ground(phk_system *sys)
{
    const phk_program *p = sys->program;
    if (p->places.n) put_ground_pose(sys);
    for (int m = 0; m < p->places.n; m++) {
        const phk_marker *marker = &p->places.marker[m];
        if (marker->body < 0) sys->frame[m] = (ph_frame){.p = marker->r, .R_WM = marker->R_BM};
    }
    for (int g = 0; g < p->elements.groups; g++) {
        const phk_group *group = &p->elements.group[g];
        for (int k = 0; k < group->n * group->type->markers; k++)
            sys->at[group->place + k] = sys->frame[group->marker[k]];
    }
}

ph_status phk_system_create(const phk_program *program, phk_system **out)
{
    *out = NULL;
    phk_system *sys = calloc(1, sizeof *sys);
    if (!sys) return PH_E_NOMEM;
    sys->program = program;
    sys->piece[0] = -INFINITY;
    sys->piece[1] = INFINITY;
    if (!take_room(sys)) {
        phk_system_free(sys);
        return PH_E_NOMEM;
    }
    memcpy(sys->input, program->inputs.fixed, (size_t)program->inputs.asked * sizeof *sys->input);
    memcpy(sys->value, program->fixed, (size_t)program->formulas * sizeof *sys->value);
    if (program->triggers.settings)
        memcpy(sys->setting, program->triggers.start,
               (size_t)program->triggers.settings * sizeof *sys->setting);
    for (int k = 0; k < program->triggers.n; k++)
        sys->occurrence[k] = (phk_occurrence){.last = NAN, .since = NAN};
    begin_acting(sys);
    put_ground(sys);
    put_bends(sys);
    ph_status status = phk_pool_create(&sys->pool, &program->contacts);
    if (status) {
        phk_system_free(sys);
        return status;
    }
    *out = sys;
    return PH_OK;
}

void phk_system_free(phk_system *sys)
{
    if (!sys) return;
    phk_pool_free(&sys->pool);
    phk_arena_free(&sys->arena);
    free(sys);
}

void phk_system_store(phk_system *sys, phk_store *store)
{
    const phk_program *p = sys->program;
#define KEPT(type, name, count)                                                                    \
    phk_store_expect(store, count);                                                                \
    phk_store_bytes(store, sys->name, (size_t)(count) * sizeof(type));
#define WORK(type, name, count)
#include "mech/system/arrays.def"
#undef KEPT
#undef WORK
    phk_store_expect(store, sys->events);
    PHK_STORE(store, sys->piece);
    PHK_STORE(store, sys->remembers);
    phk_pool_store(&sys->pool, store);
}
