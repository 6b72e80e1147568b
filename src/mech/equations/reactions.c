/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Forces that read what the joint they are on does, at the same instant: friction in joints. The
 * reaction w on the second body is linear in the multipliers and turns with the markers,
 *
 *   w = -(sum_k lambda_k gradient_k),   dw = -curvature (dp, dphi) - sum_k gradient_k dlambda_k,
 *
 * with the rows of its second marker. So a force Q(.., w) adds to its derivatives by displacements
 * those of Q by w times the curvature, and has entries in the columns of the multipliers.
 */
#include <string.h>
#include "mech/equations/equations.h"

enum { SECOND = 6, WIDTH = 12 }; /* of the second marker; of both */

void phk_reactions_put(phk_mechanism *m, const double *lambda)
{
    phk_system *sys = m->system;
    for (int g = 0; g < sys->program->elements.groups; g++) {
        const phk_group *group = &sys->program->elements.group[g];
        for (int k = 0; group->reaction >= 0 && k < group->n; k++) {
            ph_wrench *to = &sys->reaction[group->reaction + k], w[PH_JOINT_MARKERS];
            memset(to, 0, sizeof *to);
            if (!*phk_constraint_acts(sys, group->joint[k])) continue;
            phk_local l;
            phk_hold_local(m, group->joint[k], &l);
            phk_hold_wrench(&l, lambda, w);
            *to = (ph_wrench){ph_scale(-1, w[1].force), ph_scale(-1, w[1].torque)};
        }
    }
}

/* Adds by_w (-part) to a matrix of so many rows: [rows][6] times [6][columns]. */
static void add_product(const double *by_w, int rows, const double *part, int ld, int columns,
                        double *to, int width)
{
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < 6; c++)
            for (int j = 0; by_w[6 * i + c] != 0 && j < columns; j++)
                to[i * width + j] -= by_w[6 * i + c] * part[c * ld + j];
}

void phk_reaction_tangent(phk_mechanism *m, const phk_group *group, int k, const double *lambda)
{
    phk_local l;
    phk_joint_gradients gradient;
    phk_joint_curvatures curvature;
    double turned[6 * PHK_JOINT_ROWS];
    int width = 6 * group->type->markers, all = width + group->type->states;
    phk_scratch *s = &m->scratch;
    phk_hold_local(m, group->joint[k], &l);
    phk_hold_gradient(&l, gradient);
    phk_hold_curvature(&l, lambda, curvature);
    add_product(s->reaction, all, curvature + SECOND * WIDTH, WIDTH, WIDTH,
                s->displacement + 6 * group->at, width);
    int rows = phk_constraint_rows(l.c);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < 6; c++) turned[c * rows + r] = gradient[r * WIDTH + SECOND + c];
    memset(s->multiplier, 0, (size_t)all * PHK_JOINT_ROWS * sizeof *s->multiplier);
    add_product(s->reaction, all, turned, rows, rows, s->multiplier, PHK_JOINT_ROWS);
}

/* The unknown of row r of the joint an element is on; -1: it is out. */
static int unknown_of(const phk_mechanism *m, const phk_constraint *c, int r)
{
    int number = m->multiplier[phk_constraint_row(c, r)];
    return number < 0 ? -1 : number + m->dae.nv + m->dae.nx;
}

static const phk_constraint *joint_of(const phk_mechanism *m, const phk_group *group, int k)
{
    return &m->system->program->constraint[group->joint[k]];
}

/* Subtracts the derivative of a force or torque by one multiplier; by NULL: it is zero. */
static void emit_cell(phk_mechanism *m, int row, int rows, int column, const double *by,
                      phk_emitter *e)
{
    int at = phk_emit_block(e, row, rows, column, 1);
    for (int c = 0; by && at >= 0 && c < rows; c++)
        e->out->by_q[m->pattern.row_start[row + c] + at] -= by[c];
}

void phk_reaction_emit(phk_mechanism *m, const phk_group *group, int k, int loaded, phk_emitter *e)
{
    const phk_constraint *c = joint_of(m, group, k);
    int per = group->type->markers;
    bool acts = e->out && phk_group_acts(m->system, group)[k];
    for (int r = 0; r < phk_constraint_rows(c); r++)
        for (int j = 0; j < loaded; j++) {
            int marker = group->marker[k * per + j], column = unknown_of(m, c, r);
            const phk_marker *on = phk_marker_now(m->system, marker);
            const bool adds = acts && on->body >= 0;
            ph_vec3 force = {0, 0, 0}, torque = {0, 0, 0};
            ph_wrench load = {force, torque};
            if (adds) {
                const double *by = m->scratch.multiplier + 6 * j * PHK_JOINT_ROWS + r;
                const int n = PHK_JOINT_ROWS;
                force = ph_v3(by[0], by[n], by[2 * n]);
                torque = ph_v3(by[3 * n], by[4 * n], by[5 * n]);
                load = phk_arm_load(on, &m->system->pose[on->body], force, torque);
            }
            emit_cell(m, phk_cell_of_marker(m, marker, PHK_MOVE), 3, column, &load.force.x, e);
            emit_cell(m, phk_cell_of_marker(m, marker, PHK_TURN), 3, column, &load.torque.x, e);
            if (on->node)
                emit_cell(m, phk_cell_of_marker(m, marker, PHK_MODES),
                          phk_cell_width(m, marker, PHK_MODES), column,
                          adds ? phk_bent_wrench(m, on, force, torque) : NULL, e);
        }
}

void phk_reaction_emit_row(phk_mechanism *m, const phk_group *group, int k, int row, int component,
                           phk_emitter *e)
{
    const phk_constraint *c = joint_of(m, group, k);
    bool acts = e->out && phk_group_acts(m->system, group)[k];
    for (int r = 0; r < phk_constraint_rows(c); r++) {
        int at = phk_emit_entry(e, row, unknown_of(m, c, r));
        if (at >= 0 && acts)
            e->out->by_q[at] -= m->scratch.multiplier[component * PHK_JOINT_ROWS + r];
    }
}
