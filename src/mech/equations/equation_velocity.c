/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Equations in velocities, V = N(places, states, t) v + c = 0: how N changes with the places.
 *
 * The component of N along direction i is V with the velocity e_i, less V at rest. So its
 * derivative by a place is the difference of two gradients of V, which are there for every
 * expression: nothing is differentiated twice.
 */
#include <string.h>
#include "mech/equations/equations.h"

/* The bodies whose velocities an equation reads; -1: none, or ground. */
static int body_of(const phk_mechanism *m, const phk_equation *e, int leaf, int side)
{
    const phk_program *program = m->system->program;
    const phk_quantity *q = &program->inputs.quantity[e->leaf[leaf]];
    if (phk_quantity_type_of(q->kind)->markers <= side) return -1;
    return program->places.marker[side ? q->b : q->a].body;
}

static void give_back(phk_mechanism *m, int body, const phk_course *kept)
{
    phk_system *sys = m->system;
    sys->pose[body].v = kept->first;
    sys->pose[body].w = kept->w;
    const phk_flexible_body *f = phk_program_flexible(sys->program, body);
    const phk_marker_list *places = &sys->program->places;
    for (int i = 0; f && i < places->n; i++)
        if (places->marker[i].node && places->marker[i].body == body)
            phk_bend_move(&sys->bend[places->marker[i].bend], sys->mode_rate + f->first);
}

/* Keeps, or brings back, the velocities of these bodies. */
static void keep(phk_mechanism *m, const phk_equation *e, bool back)
{
    for (int i = 0; i < 2 * e->leaves; i++) {
        int body = body_of(m, e, i / 2, i % 2);
        if (body < 0) continue;
        phk_pose *pose = &m->system->pose[body];
        if (back)
            give_back(m, body, &e->kept[i]);
        else
            e->kept[i] = (phk_course){.first = pose->v, .w = pose->w};
    }
}

/* The modes of a body move in one direction by one, in none of theirs: markers on its nodes do. */
static void move_modes(phk_mechanism *m, int body, int direction)
{
    phk_system *sys = m->system;
    const phk_program *p = sys->program;
    const int mode = direction - m->body[body].direction[PHK_MODES], modes = m->body[body].modes;
    double *rate = m->bent.gradient;
    memset(rate, 0, (size_t)modes * sizeof *rate);
    if (mode >= 0 && mode < modes) rate[mode] = 1;
    for (int i = 0; i < p->places.n; i++)
        if (p->places.marker[i].node && p->places.marker[i].body == body)
            phk_bend_move(&sys->bend[p->places.marker[i].bend], rate);
}

/* Lets them move in one direction by one, in none (-1). */
static void move(phk_mechanism *m, const phk_equation *e, int direction)
{
    for (int i = 0; i < 2 * e->leaves; i++) {
        int body = body_of(m, e, i / 2, i % 2);
        if (body < 0) continue;
        phk_pose *pose = &m->system->pose[body];
        if (m->body[body].modes) move_modes(m, body, direction);
        int go = direction - m->body[body].direction[PHK_MOVE],
            turn = direction - m->body[body].direction[PHK_TURN];
        bool goes = m->body[body].direction[PHK_MOVE] >= 0 && go >= 0 && go < 3;
        bool turns = turn >= 0 && turn < 3;
        pose->v = pose->w = ph_v3(0, 0, 0);
        if (direction >= 0 && goes) pose->v = phk_axis_vector(go);
        if (direction >= 0 && turns) pose->w = ph_mat3_mul(pose->R_WB, phk_axis_vector(turn));
    }
}

/* What the equation reads, and its gradient, at the velocities there are now. */
static void look(phk_mechanism *m, const phk_equation *e)
{
    phk_system *sys = m->system;
    const phk_program *program = sys->program;
    for (int i = 0; i < e->leaves; i++) {
        const phk_quantity *q = &program->inputs.quantity[e->leaf[i]];
        int markers = phk_quantity_type_of(q->kind)->markers;
        if (markers > 0) sys->frame[q->a] = phk_marker_frame(sys, q->a);
        if (markers > 1) sys->frame[q->b] = phk_marker_frame(sys, q->b);
        if (markers > 0) sys->input[e->leaf[i]] = phk_system_quantity(sys, q, 0);
    }
    for (int i = 0; i + 1 < e->links; i++) {
        int v = program->variables.order[e->link[i]];
        const phk_formula *f = &program->variables.formula[v];
        if (!f->fixed)
            sys->input[program->variables.input[v]] =
                phk_tape_value(f->tape, sys->input, sys->tape_work);
    }
    phk_gradients_of(m, &(phk_point){0}, e->leaves, e->leaf, e->links, e->link);
}

void phk_equation_mixed(phk_mechanism *m, const phk_equation *e)
{
    int n = e->gradient->n;
    double *rest = e->second + n * n;
    keep(m, e, false);
    move(m, e, -1);
    look(m, e);
    memcpy(rest, e->gradient->by_q, (size_t)n * sizeof *rest);
    for (int i = 0; i < e->directions; i++) {
        move(m, e, e->gradient->unknown[i]);
        look(m, e);
        for (int j = 0; j < n; j++) e->second[i * n + j] = e->gradient->by_q[j] - rest[j];
    }
    keep(m, e, true);
    look(m, e);
}
