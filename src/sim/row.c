/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One output row: what the drive sees at a state, accelerations, forces and energies. The
 * order is that of the blocks in columns.c.
 */
#include <math.h>
#include <string.h>
#include "base/diag.h"
#include "sim/sim.h"

static double *put(double *row, ph_vec3 v)
{
    row[0] = v.x;
    row[1] = v.y;
    row[2] = v.z;
    return row + 3;
}

/* A body's motion at a state: all a row shows of it. */
typedef struct {
    ph_vec3 pos, vel, acc, omega, alpha;
    ph_quat q;
} motion;

static motion motion_of(const ph_sim *sim, const phk_state *s, int i)
{
    const phk_system *sys = sim->system;
    int ld = s->ld;
    const double *rates = sim->drive->rates;
    ph_quat q = phk_get4(s->q, ld, i);
    ph_vec3 w = phk_get3(s->w, ld, i), r = sys->r_C[i], wr = ph_cross(w, r);
    ph_vec3 alpha = phk_get3(rates + 3 * (size_t)ld, ld, i);
    motion m = {.pos = ph_add(phk_get3(s->x, ld, i), ph_rotate(q, r)),
                .vel = ph_add(phk_get3(s->v, ld, i), ph_rotate(q, wr)),
                .acc = phk_get3(rates, ld, i),
                .omega = w,
                .alpha = alpha,
                .q = q};
    if (sys->pivot[i]) m.acc = ph_rotate(q, ph_add(ph_cross(alpha, r), ph_cross(w, wr)));
    return m;
}

/* Blocks are object-major within a quantity, so each body is written to eight places. */
static double *put_bodies(const ph_sim *sim, const phk_state *s, double *row)
{
    const phk_columns *c = &sim->columns;
    size_t n = (size_t)c->bodies;
    double *quat = row + 9 * n, *rest = quat + 4 * n;
    for (size_t k = 0; k < n; k++) {
        motion m = motion_of(sim, s, c->body[k]);
        put(row + 3 * k, m.pos);
        put(row + 3 * (n + k), m.vel);
        put(row + 3 * (2 * n + k), m.acc);
        quat[4 * k] = m.q.w;
        put(quat + 4 * k + 1, ph_v3(m.q.x, m.q.y, m.q.z));
        put(rest + 3 * k, m.omega);
        put(rest + 3 * (n + k), m.alpha);
        put(rest + 3 * (2 * n + k), ph_rotate(m.q, m.omega));
        put(rest + 3 * (3 * n + k), ph_rotate(m.q, m.alpha));
    }
    return row + 25 * n;
}

/* Work booked on an account, now or at a share of the last step. */
static double work_of(const ph_sim *sim, int account, const double *share)
{
    if (account < 0) return 0;
    return share ? phk_ledger_at(&sim->ledger, account, *share) : sim->ledger.work[account];
}

/* A load at two places of a row: forces of a list, then its torques. */
typedef struct {
    double *force, *torque;
} pair;

static pair pair_at(double *row, int count)
{
    return (pair){row, row + 3 * (size_t)count};
}

static void put_wrench(pair *p, ph_vec3 force, ph_vec3 torque)
{
    p->force = put(p->force, force);
    p->torque = put(p->torque, torque);
}

/* What a force does at its first marker; its work, or energy and losses. */
static double *put_forces(ph_sim *sim, const double *share, double *row)
{
    const phk_columns *c = &sim->columns;
    phk_system *sys = sim->system;
    pair p = pair_at(row, c->forces);
    for (int f = 0; f < c->forces; f++) {
        const phk_group *g = &sys->group[c->force[f].group];
        const ph_wrench *w = &g->wrench[c->force[f].index * g->type->markers];
        put_wrench(&p, w->force, w->torque);
    }
    row = p.torque;
    for (int k = 0; k < c->works; k++) *row++ = work_of(sim, c->work[k], share);
    if (c->energies) phk_system_potential(sys, NULL);
    for (int k = 0; k < c->energies; k++) {
        const phk_group *g = &sys->group[c->energy[k].group];
        *row++ = g->active[c->energy[k].index] ? g->potential[c->energy[k].index] : 0;
    }
    for (int k = 0; k < c->losses; k++) *row++ = work_of(sim, c->loss[k], share);
    return row;
}

/* What joints and motions do to their second marker, and the work of the latter. */
static double *put_joints(const ph_sim *sim, const double *share, double *row)
{
    const phk_columns *c = &sim->columns;
    phk_sim_drive *drive = sim->drive;
    pair p = pair_at(row, c->joints);
    for (int k = 0; k < c->joints; k++) {
        ph_wrench w = drive->reaction(drive, c->joint[k], 1);
        put_wrench(&p, w.force, w.torque);
    }
    p = pair_at(p.torque, c->motions);
    for (int k = 0; k < c->motions; k++) {
        ph_wrench w = drive->reaction(drive, c->motion[k], 1);
        put_wrench(&p, w.force, w.torque);
    }
    row = p.torque;
    for (int k = 0; k < c->motions; k++) *row++ = work_of(sim, c->motion_work[k], share);
    for (int k = 0; k < c->equations; k++) *row++ = work_of(sim, c->equation_work[k], share);
    return row;
}

/* For each body that is touched: force, and torque about its centre of mass. */
static double *put_ons(const ph_sim *sim, const phk_state *s, double *row)
{
    const phk_columns *c = &sim->columns;
    const phk_system *sys = sim->system;
    pair p = pair_at(row, c->ons);
    for (int k = 0; k < c->ons; k++) {
        const phk_on *on = &c->on[k];
        ph_wrench w = on->group >= 0  ? sys->group[on->group].wrench[on->at]
                      : on->side >= 0 ? sim->drive->reaction(sim->drive, on->joint, on->side)
                                      : sim->drive->on_body(sim->drive, on->joint, on->body);
        ph_quat q = phk_get4(s->q, s->ld, on->body);
        ph_vec3 r = on->marker < 0 ? ph_v3(0, 0, 0) : sys->marker[on->marker].r;
        ph_vec3 arm = ph_rotate(q, ph_sub(r, sys->r_C[on->body]));
        put_wrench(&p, w.force, ph_add(w.torque, ph_cross(arm, w.force)));
    }
    return p.torque;
}

/* The columns of all requests are answered in the order of the model. */
static double *put_requests(const ph_sim *sim, double *row)
{
    const phk_columns *c = &sim->columns;
    const phk_system *sys = sim->system;
    const double *value = sys->answer_value;
    for (int r = 0, k = 0; k < c->requests; r++) {
        int count = phk_requests(sys->model)[r].count;
        if (c->request[k] == r) {
            memcpy(row, value, (size_t)count * sizeof *row);
            row += count;
            k++;
        }
        value += count;
    }
    return row;
}

static void put_rest(ph_sim *sim, double t, const phk_state *s, const double *total, double *row)
{
    const phk_columns *c = &sim->columns;
    const phk_system *sys = sim->system;
    const phk_sim_drive *drive = sim->drive;
    for (int k = 0; k < c->variables; k++) *row++ = sys->input[sys->variable_input[c->variable[k]]];
    for (int k = 0; k < c->states; k++) *row++ = drive->states[c->state[k]];
    row = put_requests(sim, row);
    if (c->energy_group) {
        ph_energy e = total
                          ? phk_sim_energy_between(sim, t, s, *total)
                          : phk_sim_energy_at(sim, s, sim->ledger.applied, sim->ledger.dissipated);
        row = put(row, ph_v3(e.kinetic, e.potential, e.applied));
        row = put(row, ph_v3(e.dissipated, e.numerical, e.total));
    }
    sim->stats.largest_violation = fmax(sim->stats.largest_violation, drive->violation);
    if (c->solver_group) {
        *row++ = drive->h != 0 ? fabs(drive->h) : sim->h;
        *row++ = drive->error;
        *row++ = (double)sim->stats.iterations;
        *row++ = drive->violation;
    }
}

/* Says which column of the row it is. */
static ph_status not_finite(const ph_sim *sim, double t, size_t column, ph_diag *diag)
{
    const ph_block *b = sim->columns.block;
    size_t left = column - 1;
    for (; left >= (size_t)b->objects * (size_t)b->width; b++)
        left -= (size_t)b->objects * (size_t)b->width;
    const char *object = b->object ? b->object[left / (size_t)b->width] : b->group;
    return phk_error(
        diag, PH_E_NONFINITE, phk_nowhere, "the motion has become unstable: try a smaller step",
        "t = %.10g s: %s%s%s is not finite", t, object, *b->quantity ? "." : "", b->quantity);
}

ph_status phk_sim_row_at(ph_sim *sim, double t, const phk_state *state, const double *total,
                         double *row, ph_diag *diag)
{
    ph_status status = sim->drive->look(sim->drive, t, state, diag);
    sim->stats.output_evaluations++;
    if (status < 0) return status;
    double *at = row, share = total ? (t - sim->before_t) / (sim->t - sim->before_t) : 1;
    *at++ = t;
    at = put_bodies(sim, state, at);
    at = put_forces(sim, total ? &share : NULL, at);
    at = put_joints(sim, total ? &share : NULL, at);
    at = put_ons(sim, state, at);
    put_rest(sim, t, state, total, at);
    for (size_t k = 0; k < sim->columns.width; k++)
        if (!isfinite(row[k])) return not_finite(sim, t, k, diag);
    return PH_OK;
}

ph_status ph_sim_row(ph_sim *sim, double *row, ph_diag *diag)
{
    phk_state state = phk_sim_state(sim);
    return phk_sim_row_at(sim, sim->t, &state, NULL, row, diag);
}

int ph_sim_blocks(const ph_sim *sim)
{
    return sim->columns.blocks;
}

const ph_block *ph_sim_block(const ph_sim *sim, int index)
{
    return index >= 0 && index < sim->columns.blocks ? &sim->columns.block[index] : NULL;
}

size_t ph_sim_row_width(const ph_sim *sim)
{
    return sim->columns.width;
}
