/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How an engine comes to drive: the mechanism of what is active, put together; the states it is to
 * advance; then the engine itself.
 */
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "sim/drive_engine.h"
#include "sim/sim.h"

static phk_drive_engine *of(const phk_sim_drive *drive)
{
    return (phk_drive_engine *)drive;
}

static void free_drive(phk_sim_drive *drive)
{
    phk_drive_engine *d = of(drive);
    if (d->engine) d->engine->free(d->engine);
    phk_project_free(d->project);
    phk_arena_free(&d->arena);
    phk_mechanism_free(d->mechanism);
    free(d);
}

static double *doubles(phk_arena *arena, int n)
{
    size_t size = ((size_t)n + 1) * sizeof(double);
    double *array = phk_arena_alloc(arena, size);
    if (array) memset(array, 0, size);
    return array;
}

/* ---- states ---- */

static int count_pivots(const phk_program *program)
{
    int n = 0;
    for (int i = 0; i < program->bodies; i++) n += program->pivot[i];
    return n;
}

/* Bodies on pivots have no coordinates for their place: it stands behind all others. */
static ph_status make_seats(phk_drive_engine *d)
{
    const phk_dae *dae = d->dae;
    const phk_program *p = d->base.sim->program;
    phk_seat *seat = phk_arena_alloc(&d->base.sim->arena, ((size_t)p->bodies + 1) * sizeof *seat);
    if (!seat) return PH_E_NOMEM;
    for (int i = 0, n = 0; i < p->bodies; i++)
        if (p->pivot[i]) {
            seat[i].place = dae->nq + 3 * n;
            seat[i].speed = dae->nv + 3 * n++;
        }
    for (int k = 0; k < dae->cells; k++) {
        const phk_cell *cell = &dae->cell[k];
        phk_seat *s = &seat[dae->node[cell->v]];
        if (cell->kind == PHK_CELL_VECTOR && !phk_cell_is_place(cell)) {
            s->modes = cell->q;
            s->mode_rates = cell->v;
            continue;
        }
        *(cell->kind == PHK_CELL_ROTATION ? &s->turn : &s->place) = cell->q;
        *(cell->kind == PHK_CELL_ROTATION ? &s->spin : &s->speed) = cell->v;
    }
    d->base.seating = (phk_seating){.stride = 1, .seat = seat};
    return PH_OK;
}

/* Room for all rows of constraints, whatever is active. */
static ph_status make_state(phk_drive_engine *d, phk_state *s)
{
    const phk_dae *dae = d->dae;
    phk_arena *arena = &d->base.sim->arena;
    const phk_program *p = d->base.sim->program;
    int fixed = 3 * count_pivots(p);
    s->q = doubles(arena, dae->nq + fixed);
    s->v = doubles(arena, dae->nv + fixed);
    s->a = doubles(arena, dae->nv + fixed);
    s->x = doubles(arena, dae->nx);
    s->xd = doubles(arena, dae->nx);
    s->lambda = doubles(arena, p->rows);
    s->y = doubles(arena, dae->ny);
    if (!s->q || !s->v || !s->a || !s->x || !s->xd || !s->lambda || !s->y) return PH_E_NOMEM;
    for (int i = 0; i < p->bodies; i++)
        if (p->pivot[i])
            phk_put_column3(s->q, 1, d->base.seating.seat[i].place,
                            phk_bodies(d->base.sim->model)[i].pivot);
    return PH_OK;
}

static ph_status make_states(phk_drive_engine *d)
{
    ph_sim *sim = d->base.sim;
    phk_state *all[] = {&sim->now, &sim->before, &sim->shown};
    ph_status status = make_seats(d);
    for (int i = 0; !status && i < 3; i++) status = make_state(d, all[i]);
    return status;
}

static ph_status allocate(phk_drive_engine *d, bool later)
{
    const phk_dae *dae = d->dae;
    phk_blow *blow = &d->base.blow;
    int velocities = dae->nv + 3 * count_pivots(d->base.sim->program);
    d->residual = doubles(&d->arena, dae->nv + dae->nx + dae->nl + dae->ny);
    d->rate = doubles(&d->arena, dae->nl);
    blow->size = (size_t)velocities;
    blow->linear = blow->angular = doubles(&d->arena, velocities);
    if (!d->residual || !d->rate || !blow->linear) return PH_E_NOMEM;
    if (later)
        d->base.seating = d->base.sim->drive->seating;
    else if (make_states(d))
        return PH_E_NOMEM;
    ph_status status = phk_engine_make_holders(d);
    return status ? status : phk_project_create(dae, &d->project);
}

/* ---- the engine ---- */

static ph_status create_engine(phk_drive_engine *d, const phk_engine_method *method)
{
    ph_sim *sim = d->base.sim;
    const ph_options *o = &sim->options;
    phk_engine_options e = {.project = d->project,
                            .state = &sim->now,
                            .from = &sim->before,
                            .run = *o,
                            .weight = d->weight,
                            .length = o->scale[0] > 0 ? o->scale[0] : phk_system_size(sim->system),
                            .angle = o->scale[1] > 0 ? o->scale[1] : 1,
                            .time = o->scale[2] > 0 ? o->scale[2] : 1,
                            .follow = !(o->scale[2] > 0),
                            .span = o->end - o->start};
    if (!(o->tolerance > 0)) e.run.min_step = 0;
    /* at the least speed a run can have */
    double small = o->tolerance > 0 ? o->tolerance : PHK_DEFAULT_TOLERANCE;
    double time = e.follow && e.span > 0 ? e.span : e.time;
    d->base.speed = small * e.length / time;
    d->base.spin = small * e.angle / time;
    return method->create(d->dae, &e, &d->engine);
}

/* Whether powers need nothing that is solved for. */
static bool is_plain(const phk_drive_engine *d)
{
    const phk_ledger *l = &d->base.sim->ledger;
    if (d->dae->nx || d->dae->ny || phk_program_check_explicit(d->base.sim->program, NULL))
        return false;
    return l->accounts == 0 || l->account[l->accounts - 1].group >= 0;
}

/* ---- beginnings ---- */

static void take_assembly(phk_drive_engine *d, const phk_assembly *a, phk_drive_from from)
{
    phk_point p = {a->t, a->q, a->v, a->a, a->x, a->xd, a->lambda, a->y};
    phk_state_keep(d->dae, &p, &d->base.sim->now);
    /* what is solved for may have several solutions: it goes on with the one it had */
    if (from == PHK_FROM_MODEL) phk_engine_forget(d);
}

/* Kinematics has nothing to say of what is left free. */
static ph_status check_freedom(const phk_drive_engine *d, const phk_assembly *a, ph_diag *diag)
{
    const ph_options *o = &d->base.sim->options;
    const phk_dae *dae = phk_mechanism_dae(d->mechanism);
    if (o->analysis != PH_KINEMATIC && o->analysis != PH_INVERSE) return PH_OK;
    int measured = 0;
    for (int i = 0; i < ph_model_motions(d->base.sim->model); i++)
        measured += phk_motions(d->base.sim->model)[i].weight > 0;
    if (o->analysis == PH_INVERSE && a->freedom > measured)
        return phk_error(diag, PH_E_MODEL, o->where,
                         "give a motion with a `weight` for each, or one that is known exactly",
                         "an inverse analysis needs as many measurements as there are freedoms: "
                         "%d of %d %s not measured",
                         a->freedom - measured, a->freedom,
                         a->freedom - measured == 1 ? "is" : "are");
    if (a->freedom > 0 && o->analysis == PH_KINEMATIC)
        return phk_error(
            diag, PH_E_MODEL, o->where, "give a motion for each, or take `analysis: dynamic`",
            "a kinematic analysis needs motions that determine everything: %d %s of "
            "freedom %s left",
            a->freedom, a->freedom == 1 ? "degree" : "degrees", a->freedom == 1 ? "is" : "are");
    if (dae->nn > 0)
        return phk_error(diag, PH_E_UNSUPPORTED, o->where, "take `analysis: dynamic`",
                         "such an analysis cannot follow what holds velocities alone, such as "
                         "a wheel that rolls: where it is depends on how it came there");
    if (dae->nx > 0)
        return phk_error(diag, PH_E_UNSUPPORTED, o->where, "take `analysis: dynamic`",
                         "such an analysis cannot follow states: no motion determines them");
    return PH_OK;
}

/* At rest in the equilibrium found from where it is drawn, but for what motions move. */
static ph_status start_at_rest(phk_drive_engine *d, ph_diag *diag)
{
    ph_status status = phk_engine_rest(d, diag);
    if (status) return status;
    phk_engine_forget(d);
    return phk_engine_consistent(d, &d->base.sim->now, false, diag);
}

/* Rows of what was measured join those that assembly has kept. */
static ph_status take_measurements(phk_drive_engine *d, const phk_assembly *a)
{
    ph_sim *sim = d->base.sim;
    const phk_program *p = sim->program;
    bool *kept = calloc((size_t)p->rows + 1, sizeof *kept);
    d->weight = doubles(&d->arena, p->rows);
    if (!kept || !d->weight) {
        free(kept);
        return PH_E_NOMEM;
    }
    for (int k = 0; k < p->constraints; k++) {
        int motion = k - ph_model_joints(sim->model);
        double weight = motion >= 0 && motion < ph_model_motions(sim->model)
                            ? phk_motions(sim->model)[motion].weight
                            : 0;
        if (weight > 0) *phk_constraint_acts(sim->system, k) = true;
        for (int i = 0; i < phk_constraint_rows(&p->constraint[k]); i++) {
            int row = phk_constraint_row(&p->constraint[k], i);
            kept[row] = *phk_constraint_acts(sim->system, k);
            d->weight[row] = weight;
        }
    }
    for (int i = 0; i < a->redundants; i++) kept[a->redundant[i].row] = false;
    for (int row = 0, n = 0; row < p->rows; row++)
        if (kept[row]) d->weight[n++] = d->weight[row];
    ph_status status = phk_mechanism_keep(d->mechanism, kept);
    free(kept);
    return status;
}

static ph_status put_together(phk_drive_engine *d, phk_drive_from from, ph_diag *diag)
{
    const ph_sim *sim = d->base.sim;
    const phk_state *s = &sim->now;
    phk_assemble_from here = {s->q, s->v, s->x, s->xd, s->y};
    phk_assembly *assembly = NULL;
    ph_status status =
        phk_assemble(sim->system, d->mechanism, from == PHK_FROM_STATE ? s->t : sim->options.start,
                     from == PHK_FROM_STATE ? &here : NULL, diag, &assembly);
    if (status) return status;
    status = check_freedom(d, assembly, diag);
    if (!status && sim->options.analysis == PH_INVERSE) status = take_measurements(d, assembly);
    /* without the rows that assembly found redundant */
    d->dae = phk_mechanism_dae(d->mechanism);
    if (!status) status = allocate(d, from == PHK_FROM_STATE);
    if (!status) take_assembly(d, assembly, from);
    phk_assembly_free(assembly);
    bool rest = from == PHK_FROM_MODEL && sim->options.start_at == PH_START_EQUILIBRIUM;
    return !status && rest && !d->rests ? start_at_rest(d, diag) : status;
}

static ph_status read_back(phk_drive_engine *d, phk_store *store)
{
    phk_mechanism_store(d->mechanism, store);
    d->dae = phk_mechanism_dae(d->mechanism);
    return store->status ? store->status : allocate(d, false);
}

ph_status phk_drive_engine_create(ph_sim *sim, const phk_engine_method *method, phk_drive_from from,
                                  phk_store *store, ph_diag *diag, phk_sim_drive **out)
{
    *out = NULL;
    phk_drive_engine *d = calloc(1, sizeof *d);
    if (!d) return PH_E_NOMEM;
    d->base = (phk_sim_drive){
        .sim = sim, .fresh = true, .multistep = method->multistep, .free = free_drive};
    d->rests = method->rests;
    d->whole = method->whole;
    d->deviating = -1;
    d->base.apart = method->apart;
    phk_drive_engine_methods(&d->base);
    *out = &d->base;
    ph_status status = phk_mechanism_create(sim->system, diag, &d->mechanism);
    if (status) return status;
    status = from == PHK_FROM_STORE ? read_back(d, store) : put_together(d, from, diag);
    if (status) return status;
    d->earlier = sim->stats;
    d->plain = is_plain(d);
    d->base.contacts = d->dae->contacts;
    status = create_engine(d, method);
    if (!status && d->whole && from != PHK_FROM_STORE) status = phk_engine_begin_whole(d, diag);
    if (!status && d->dae->ng > 0) d->base.guards = &d->engine->guards;
    if (!status && from == PHK_FROM_MODEL) phk_tell_contacts(d, diag);
    return status;
}
