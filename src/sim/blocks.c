/* SPDX-License-Identifier: BSD-3-Clause */
#include "sim/blocks.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* A block of those objects of a list that are shown. With width OWN it is a block for each object,
 * whose columns have names and units of their own. */
enum { OWN = 0 };
typedef struct phk_block_kind {
    phk_shown_list of;
    const char *group, *quantity, *unit;
    int width; /* 3: x, y, z; 4: 0 to 3 */
    void (*fill)(phk_row *row, const phk_shown *list, int k, double *out);
    size_t member; /* of ph_energy, for fill_energy; of phk_contact_load, for fill_met */
} kind;

/* --- what fills a block: the values of object k of a list ------------------------------------- */

static void put(double *out, ph_vec3 v)
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

/* Of a body: its turn, its angular velocity, and from its reference point to its centre of mass. */
typedef struct {
    int i;
    ph_quat q;
    ph_vec3 w, r;
} body;

static body body_of(const phk_row *row, const phk_shown *list, int k)
{
    int i = list->item[k].index;
    return (body){i, phk_view_turn(row->bodies, i), phk_view_spin(row->bodies, i),
                  row->sim->system->program->r_C[i]};
}

static ph_vec3 alpha_of(const phk_row *row, int i)
{
    const phk_view *s = row->bodies;
    return phk_column3(row->sim->drive->seen.angular, s->stride, phk_view_at_spin(s, i));
}

static void fill_pos(phk_row *row, const phk_shown *list, int k, double *out)
{
    body b = body_of(row, list, k);
    put(out, ph_add(phk_view_place(row->bodies, b.i), ph_rotate(b.q, b.r)));
}

static void fill_vel(phk_row *row, const phk_shown *list, int k, double *out)
{
    body b = body_of(row, list, k);
    ph_vec3 turning = ph_rotate(b.q, ph_cross(b.w, b.r));
    put(out, ph_add(phk_view_speed(row->bodies, b.i), turning));
}

static void fill_acc(phk_row *row, const phk_shown *list, int k, double *out)
{
    body b = body_of(row, list, k);
    const phk_view *s = row->bodies;
    ph_vec3 a = phk_column3(row->sim->drive->seen.linear, s->stride, phk_view_at_speed(s, b.i));
    if (row->sim->system->program->pivot[b.i])
        a = ph_rotate(b.q,
                      ph_add(ph_cross(alpha_of(row, b.i), b.r), ph_cross(b.w, ph_cross(b.w, b.r))));
    put(out, a);
}

static void fill_quat(phk_row *row, const phk_shown *list, int k, double *out)
{
    body b = body_of(row, list, k);
    out[0] = b.q.w;
    put(out + 1, ph_v3(b.q.x, b.q.y, b.q.z));
}

static void fill_omega(phk_row *row, const phk_shown *list, int k, double *out)
{
    put(out, body_of(row, list, k).w);
}

static void fill_alpha(phk_row *row, const phk_shown *list, int k, double *out)
{
    put(out, alpha_of(row, list->item[k].index));
}

static void fill_omega_world(phk_row *row, const phk_shown *list, int k, double *out)
{
    body b = body_of(row, list, k);
    put(out, ph_rotate(b.q, b.w));
}

static void fill_alpha_world(phk_row *row, const phk_shown *list, int k, double *out)
{
    body b = body_of(row, list, k);
    put(out, ph_rotate(b.q, alpha_of(row, b.i)));
}

static void fill_modes(phk_row *row, const phk_shown *list, int k, double *out)
{
    const phk_shown_item *item = &list->item[k];
    const double *q = row->bodies->x + row->bodies->seat[item->body].modes;
    memcpy(out, q, (size_t)row->sim->program->flexible.item[item->index].is->modes * sizeof *out);
}

static void fill_node_pos(phk_row *row, const phk_shown *list, int k, double *out)
{
    put(out, phk_marker_frame(row->sim->system, list->item[k].marker).p);
}

static void fill_node_vel(phk_row *row, const phk_shown *list, int k, double *out)
{
    put(out, phk_marker_frame(row->sim->system, list->item[k].marker).v);
}

static void fill_node_quat(phk_row *row, const phk_shown *list, int k, double *out)
{
    const phk_system *sys = row->sim->system;
    const phk_marker *m = phk_marker_now(sys, list->item[k].marker);
    const ph_quat q = ph_quat_mul(sys->pose[m->body].q, m->q_BM);
    out[0] = q.w;
    put(out + 1, ph_v3(q.x, q.y, q.z));
}

static void fill_strain(phk_row *row, const phk_shown *list, int k, double *out)
{
    (void)list, (void)k;
    *out = phk_system_strain(row->sim->system);
}

static void fill_force(phk_row *row, const phk_shown *list, int k, double *out)
{
    (void)row;
    put(out, list->load[k].force);
}

static void fill_torque(phk_row *row, const phk_shown *list, int k, double *out)
{
    (void)row;
    put(out, list->load[k].torque);
}

/* What is booked on an account, now or at a share of the last step. */
static void fill_account(phk_row *row, const phk_shown *list, int k, double *out)
{
    const phk_ledger *ledger = &row->sim->ledger;
    int account = list->item[k].account;
    *out = account < 0  ? 0
           : row->total ? phk_ledger_at(ledger, account, row->share)
                        : ledger->work[account];
}

static void fill_potential(phk_row *row, const phk_shown *list, int k, double *out)
{
    phk_system *sys = row->sim->system;
    const phk_group *g = &sys->program->elements.group[list->item[k].group];
    if (!row->has_potentials) phk_system_potential(sys, NULL);
    row->has_potentials = true;
    int e = g->first + list->item[k].index;
    *out = sys->acts[e] ? sys->potential[e] : 0;
}

static const phk_contact_load *met_of(const phk_shown *list, int k)
{
    return &list->met[list->item[k].index];
}

static void fill_met_force(phk_row *row, const phk_shown *list, int k, double *out)
{
    (void)row;
    put(out, met_of(list, k)->wrench[0].force);
}

static void fill_met_torque(phk_row *row, const phk_shown *list, int k, double *out)
{
    (void)row;
    put(out, met_of(list, k)->wrench[0].torque);
}

static void fill_met_point(phk_row *row, const phk_shown *list, int k, double *out)
{
    (void)row;
    put(out, met_of(list, k)->point);
}

static void fill_met_points(phk_row *row, const phk_shown *list, int k, double *out)
{
    (void)row;
    *out = met_of(list, k)->points;
}

/* One number of a phk_contact_load. */
static void fill_met(phk_row *row, const phk_shown *list, int k, double *out)
{
    memcpy(out, (const char *)met_of(list, k) + row->kind->member, sizeof *out);
}

static void fill_met_lost(phk_row *row, const phk_shown *list, int k, double *out)
{
    fill_account(row, list, k, out);
    *out -= met_of(list, k)->stored;
}

static void fill_variable(phk_row *row, const phk_shown *list, int k, double *out)
{
    const phk_system *sys = row->sim->system;
    *out = sys->input[sys->program->variables.input[list->item[k].index]];
}

static void fill_state(phk_row *row, const phk_shown *list, int k, double *out)
{
    *out = row->sim->drive->seen.states[list->item[k].index];
}

static const phk_group *group_of(const phk_row *row, const phk_shown *list, int k)
{
    return &row->sim->system->program->elements.group[list->item[k].group];
}

static void fill_stress(phk_row *row, const phk_shown *list, int k, double *out)
{
    const phk_flexible_body *f = &row->sim->program->flexible.item[list->item[k].index];
    *out = phk_flex_largest(f->is, phk_view_modes(row->bodies, f->body), NULL);
}

/* The states of an element, then what it tells. */
static void fill_own(phk_row *row, const phk_shown *list, int k, double *out)
{
    const phk_system *sys = row->sim->system;
    const phk_group *g = group_of(row, list, k);
    const ph_force_type *type = g->type;
    int e = list->item[k].index;
    ph_eval eval = phk_group_eval(sys, g);
    if (eval.memory) eval.memory += e * type->memory;
    if (eval.state) eval.state += e * type->states;
    for (int i = 0; i < type->states; i++) out[i] = eval.state[i];
    if (type->reports)
        type->tell(1, g->par + (size_t)e * type->par_bytes, &eval,
                   phk_group_frames(sys, g) + e * type->markers, out + type->states);
}

static void fill_request(phk_row *row, const phk_shown *list, int k, double *out)
{
    const phk_system *sys = row->sim->system;
    int count = phk_requests(sys->program->model)[list->item[k].index].count;
    memcpy(out, sys->answer_value + list->item[k].answer, (size_t)count * sizeof *out);
}

static const ph_energy *energy_of(phk_row *row)
{
    ph_sim *sim = row->sim;
    if (!row->has_energy)
        row->energy = row->total ? phk_sim_energy_between(sim, row->t, row->bodies, *row->total)
                                 : phk_sim_energy_at(sim, row->bodies, sim->ledger.applied,
                                                     sim->ledger.dissipated);
    row->has_energy = true;
    return &row->energy;
}

static void fill_energy(phk_row *row, const phk_shown *list, int k, double *out)
{
    (void)list, (void)k;
    memcpy(out, (const char *)energy_of(row) + row->kind->member, sizeof *out);
}

static void fill_step(phk_row *row, const phk_shown *list, int k, double *out)
{
    (void)list, (void)k;
    double h = row->sim->drive->h;
    *out = h != 0 ? fabs(h) : row->sim->h;
}

static void fill_error(phk_row *row, const phk_shown *list, int k, double *out)
{
    (void)list, (void)k;
    *out = row->sim->drive->error;
}

static void fill_iterations(phk_row *row, const phk_shown *list, int k, double *out)
{
    (void)list, (void)k;
    *out = (double)row->sim->stats.iterations;
}

static void fill_violation(phk_row *row, const phk_shown *list, int k, double *out)
{
    (void)list, (void)k;
    *out = row->sim->drive->seen.violation;
}

/* --- the blocks ------------------------------------------------------------------------------- */

#define MET(member) offsetof(phk_contact_load, member)

/* All there are, in the order of the columns; a list without objects makes no block. */
static const kind kinds[] = {
    {PHK_SHOWN_BODIES, "bodies", "pos", "m", 3, fill_pos, 0},
    {PHK_SHOWN_BODIES, "bodies", "vel", "m/s", 3, fill_vel, 0},
    {PHK_SHOWN_BODIES, "bodies", "acc", "m/s^2", 3, fill_acc, 0},
    {PHK_SHOWN_BODIES, "bodies", "quat", "", 4, fill_quat, 0},
    {PHK_SHOWN_BODIES, "bodies", "omega", "rad/s", 3, fill_omega, 0},
    {PHK_SHOWN_BODIES, "bodies", "alpha", "rad/s^2", 3, fill_alpha, 0},
    {PHK_SHOWN_BODIES, "bodies", "omega_world", "rad/s", 3, fill_omega_world, 0},
    {PHK_SHOWN_BODIES, "bodies", "alpha_world", "rad/s^2", 3, fill_alpha_world, 0},
    {PHK_SHOWN_MODES, "bodies", "q", "sqrt(kg) m", OWN, fill_modes, 0},
    {PHK_SHOWN_NODES, "nodes", "pos", "m", 3, fill_node_pos, 0},
    {PHK_SHOWN_NODES, "nodes", "vel", "m/s", 3, fill_node_vel, 0},
    {PHK_SHOWN_NODES, "nodes", "quat", "", 4, fill_node_quat, 0},
    {PHK_SHOWN_FORCES, "forces", "force", "N", 3, fill_force, 0},
    {PHK_SHOWN_FORCES, "forces", "torque", "N m", 3, fill_torque, 0},
    {PHK_SHOWN_WORKING, "forces", "work", "J", 1, fill_account, 0},
    {PHK_SHOWN_STORING, "forces", "energy", "J", 1, fill_potential, 0},
    {PHK_SHOWN_LOSING, "forces", "dissipated", "J", 1, fill_account, 0},
    {PHK_SHOWN_OWN, "elements", "", "", OWN, fill_own, 0},
    {PHK_SHOWN_CONTACTS, "contacts", "force", "N", 3, fill_met_force, 0},
    {PHK_SHOWN_CONTACTS, "contacts", "torque", "N m", 3, fill_met_torque, 0},
    {PHK_SHOWN_CONTACTS, "contacts", "point", "m", 3, fill_met_point, 0},
    {PHK_SHOWN_CONTACTS, "contacts", "points", "", 1, fill_met_points, 0},
    {PHK_SHOWN_CONTACTS, "contacts", "normal", "N", 1, fill_met, MET(normal)},
    {PHK_SHOWN_CONTACTS, "contacts", "depth", "m", 1, fill_met, MET(depth)},
    {PHK_SHOWN_CONTACTS, "contacts", "slip", "m/s", 1, fill_met, MET(slip)},
    {PHK_SHOWN_CONTACTS, "contacts", "grip", "", 1, fill_met, MET(share)},
    {PHK_SHOWN_CONTACTS, "contacts", "energy", "J", 1, fill_met, MET(stored)},
    {PHK_SHOWN_CONTACTS, "contacts", "dissipated", "J", 1, fill_met_lost, 0},
    {PHK_SHOWN_JOINTS, "joints", "force", "N", 3, fill_force, 0},
    {PHK_SHOWN_JOINTS, "joints", "torque", "N m", 3, fill_torque, 0},
    {PHK_SHOWN_MOTIONS, "motions", "force", "N", 3, fill_force, 0},
    {PHK_SHOWN_MOTIONS, "motions", "torque", "N m", 3, fill_torque, 0},
    {PHK_SHOWN_MOTIONS, "motions", "work", "J", 1, fill_account, 0},
    {PHK_SHOWN_EQUATIONS, "equations", "work", "J", 1, fill_account, 0},
    {PHK_SHOWN_ON, "on", "force", "N", 3, fill_force, 0},
    {PHK_SHOWN_ON, "on", "torque", "N m", 3, fill_torque, 0},
    {PHK_SHOWN_VARIABLES, "variables", "", "", 1, fill_variable, 0},
    {PHK_SHOWN_STATES, "states", "", "", 1, fill_state, 0},
    {PHK_SHOWN_STRESSES, "stresses", "stress.max", "Pa", 1, fill_stress, 0},
    {PHK_SHOWN_REQUESTS, "requests", "", "", OWN, fill_request, 0},
    {PHK_SHOWN_ENERGY, "energy", "kinetic", "J", 1, fill_energy, offsetof(ph_energy, kinetic)},
    {PHK_SHOWN_ENERGY, "energy", "potential", "J", 1, fill_energy, offsetof(ph_energy, potential)},
    {PHK_SHOWN_ENERGY, "energy", "applied", "J", 1, fill_energy, offsetof(ph_energy, applied)},
    {PHK_SHOWN_ENERGY, "energy", "dissipated", "J", 1, fill_energy,
     offsetof(ph_energy, dissipated)},
    {PHK_SHOWN_ENERGY, "energy", "numerical", "J", 1, fill_energy, offsetof(ph_energy, numerical)},
    {PHK_SHOWN_ENERGY, "energy", "total", "J", 1, fill_energy, offsetof(ph_energy, total)},
    {PHK_SHOWN_STRAIN, "energy", "strain", "J", 1, fill_strain, 0},
    {PHK_SHOWN_SOLVER, "solver", "step", "s", 1, fill_step, 0},
    {PHK_SHOWN_SOLVER, "solver", "error", "", 1, fill_error, 0},
    {PHK_SHOWN_SOLVER, "solver", "iterations", "", 1, fill_iterations, 0},
    {PHK_SHOWN_SOLVER, "solver", "violation", "", 1, fill_violation, 0},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static ph_block *add_block(phk_columns *c, const kind *of, int from, int objects, int width)
{
    static const char *const xyz[] = {"x", "y", "z"};
    static const char *const four[] = {"0", "1", "2", "3"};
    const phk_shown *list = &c->shown[of->of];
    ph_block *b = &c->block[c->blocks];
    *b = (ph_block){.group = of->group,
                    .quantity = of->quantity,
                    .unit = of->unit,
                    .objects = objects,
                    .width = width,
                    .object = list->name ? list->name + from : NULL,
                    .component = width == 3   ? xyz
                                 : width == 4 ? four
                                              : NULL,
                    .owner = list->owner ? list->owner + from : NULL,
                    .first = (int)c->width - 1};
    c->kind[c->blocks] = of;
    c->from[c->blocks++] = from;
    c->width += (size_t)objects * (size_t)width;
    return b;
}

/* A block for one object, with room for the names and units of its columns. */
static ph_block *add_own_block(phk_columns *c, const kind *of, int k, int count, phk_arena *arena,
                               const char ***column, const char ***unit)
{
    size_t n = (size_t)count + 1;
    *column = phk_arena_alloc(arena, n * sizeof **column);
    *unit = phk_arena_alloc(arena, n * sizeof **unit);
    if (!*column || !*unit) return NULL;
    ph_block *b = add_block(c, of, k, 1, count);
    b->component = *column;
    b->units = *unit;
    return b;
}

static bool add_request(phk_columns *c, const kind *of, int k, const ph_request_def *def,
                        phk_arena *arena)
{
    const char **column, **unit;
    ph_block *b = add_own_block(c, of, k, def->count, arena, &column, &unit);
    if (!b) return false;
    for (int i = 0; i < def->count; i++) {
        column[i] = def->column[i].name.text;
        unit[i] = def->column[i].unit.text ? def->column[i].unit.text : "";
    }
    b->id = def->id;
    b->title = def->title.text;
    return true;
}

static bool add_element(phk_columns *c, const kind *of, int k, const ph_force_type *type,
                        phk_arena *arena)
{
    const char **column, **unit;
    int count = type->states + type->reports;
    if (!add_own_block(c, of, k, count, arena, &column, &unit)) return false;
    for (int i = 0; i < count; i++) {
        const ph_named_number *n =
            i < type->states ? &type->state[i] : &type->report[i - type->states];
        column[i] = n->name;
        unit[i] = n->unit;
    }
    return true;
}

/* A column for each mode, by its number. */
static bool add_modes(phk_columns *c, const kind *of, int k, int modes, phk_arena *arena)
{
    const char **column, **unit;
    if (!add_own_block(c, of, k, modes, arena, &column, &unit)) return false;
    for (int i = 0; i < modes; i++) {
        char *text = phk_arena_alloc(arena, 12);
        if (!text) return false;
        snprintf(text, 12, "%d", i + 1);
        column[i] = text;
        unit[i] = of->unit;
    }
    return true;
}

static bool add_kind(phk_columns *c, const kind *of, const phk_program *p, phk_arena *arena)
{
    const phk_shown *list = &c->shown[of->of];
    if (of->width != OWN) {
        if (list->count) add_block(c, of, 0, list->count, of->width);
        return true;
    }
    bool all = true;
    for (int k = 0; k < list->count && all; k++)
        all = of->of == PHK_SHOWN_MODES
                  ? add_modes(c, of, k, p->flexible.item[list->item[k].index].is->modes, arena)
              : of->of == PHK_SHOWN_OWN
                  ? add_element(c, of, k, p->elements.group[list->item[k].group].type, arena)
                  : add_request(c, of, k, &phk_requests(p->model)[list->item[k].index], arena);
    return all;
}

ph_status phk_blocks_create(phk_columns *c, const phk_system *system, const phk_ledger *ledger,
                            phk_touch touch, phk_arena *arena)
{
    *c = (phk_columns){.width = 1 /* time */};
    ph_status status = phk_shown_create(c->shown, system, ledger, touch, arena);
    if (status) return status;
    size_t most = KINDS + (size_t)c->shown[PHK_SHOWN_REQUESTS].count +
                  (size_t)c->shown[PHK_SHOWN_OWN].count + (size_t)c->shown[PHK_SHOWN_MODES].count;
    c->block = phk_arena_alloc(arena, most * sizeof *c->block);
    c->kind = phk_arena_alloc(arena, most * sizeof *c->kind);
    c->from = phk_arena_alloc(arena, most * sizeof *c->from);
    if (!c->block || !c->kind || !c->from) return PH_E_NOMEM;
    for (int k = 0; k < KINDS; k++)
        if (!add_kind(c, &kinds[k], system->program, arena)) return PH_E_NOMEM;
    return PH_OK;
}

/* --- values ----------------------------------------------------------------------------------- */

/* What an object of a list does: a force at its first marker, a constraint at its second; on a body
 * the torque is about its centre of mass. */
static ph_wrench load_of(const phk_row *row, phk_shown_list of, const phk_shown_item *item)
{
    const phk_system *sys = row->sim->system;
    phk_sim_drive *drive = row->sim->drive;
    if (of == PHK_SHOWN_FORCES) {
        const phk_group *g = &sys->program->elements.group[item->group];
        return phk_group_wrenches(sys, g)[item->index * g->type->markers];
    }
    ph_wrench w = item->group >= 0
                      ? sys->wrench[sys->program->elements.group[item->group].place + item->index]
                  : item->side >= 0 ? drive->reaction(drive, item->index, item->side)
                                    : drive->on_body(drive, item->index, item->body);
    if (of != PHK_SHOWN_ON) return w;
    ph_quat q = phk_view_turn(row->bodies, item->body);
    ph_vec3 r = item->marker < 0 ? ph_v3(0, 0, 0) : sys->program->places.marker[item->marker].r;
    ph_vec3 arm = ph_rotate(q, ph_sub(r, sys->program->r_C[item->body]));
    return (ph_wrench){w.force, ph_add(w.torque, ph_cross(arm, w.force))};
}

void phk_blocks_fill(const phk_columns *c, phk_row *row, double *value)
{
    const phk_system *sys = row->sim->system;
    if (c->shown[PHK_SHOWN_CONTACTS].count)
        phk_system_met(sys, 0, sys->program->contacts.contacts, c->shown[PHK_SHOWN_CONTACTS].met);
    /* once for the two blocks that show them */
    for (int of = 0; of < PHK_SHOWN; of++) {
        const phk_shown *list = &c->shown[of];
        for (int k = 0; list->load && k < list->count; k++)
            list->load[k] = load_of(row, (phk_shown_list)of, &list->item[k]);
    }
    for (int b = 0; b < c->blocks; b++) {
        const ph_block *block = &c->block[b];
        const phk_shown *list = &c->shown[c->kind[b]->of];
        row->kind = c->kind[b];
        for (int k = 0; k < block->objects; k++, value += block->width)
            c->kind[b]->fill(row, list, c->from[b] + k, value);
    }
}
