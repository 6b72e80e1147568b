/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Joints that are lists of rows: the hot loop of the residual. What they do to the bodies is the
 * opposite of the gradient times the multiplier (mech/system/row.h has the formulas).
 *
 * A joint is taken as a whole, so that an axis or a place read by several of its rows is computed
 * once and its forces are brought to each body once. (Rows of one kind in a batch of their own,
 * with points and axes in arrays, took a sixth longer.) Joints of one type lie together.
 *
 * The moment of a force is formed in body axes, r x R'F, so that a force on an axis of the body has
 * exactly none about it.
 */
#include <stdlib.h>
#include "mech/equations/equations.h"

static phk_joint_rows compile(const phk_system *sys, const phk_constraint *c)
{
    phk_joint_rows j = {.type = c->type, .first = c->first};
    for (int side = 0; side < 2; side++) {
        const phk_marker *m = &sys->program->places.marker[c->marker[side]];
        j.body[side] = phk_body_of(sys, c->marker[side]);
        j.r[side] = m->r;
        for (int k = 0; k < 3; k++)
            j.axis[side][k] = ph_v3(m->R_BM.m[0][k], m->R_BM.m[1][k], m->R_BM.m[2][k]);
    }
    for (int k = 0; k < c->type->row_count; k++) {
        const ph_row *row = &c->type->row[k];
        j.places |= row->kind != PH_ROW_DOT;
        j.turns[0] |= row->kind != PH_ROW_POINT;
        j.turns[1] |= row->kind == PH_ROW_DOT;
        if (row->kind != PH_ROW_POINT) j.reads[0][row->axis[0]] = true;
        if (row->kind == PH_ROW_DOT) j.reads[1][row->axis[1]] = true;
    }
    return j;
}

static int by_type(const void *a, const void *b)
{
    const phk_joint_rows *p = a, *q = b;
    if (p->type->rows != q->type->rows) return p->type->rows < q->type->rows ? -1 : 1;
    if (p->type->row_count != q->type->row_count)
        return p->type->row_count < q->type->row_count ? -1 : 1;
    return p->first < q->first ? -1 : p->first > q->first;
}

/* Some marker of a constraint is on a node: it stays among those that are done one by one. */
static bool is_bent(const phk_system *sys, int k)
{
    const phk_constraint *c = &sys->program->constraint[k];
    bool bent = false;
    for (int side = 0; side < c->markers; side++)
        bent |= sys->program->places.marker[c->marker[side]].node != NULL;
    return bent;
}

ph_status phk_rows_create(phk_mechanism *m)
{
    const phk_system *sys = m->system;
    phk_rows *rows = &m->rows;
    size_t n = (size_t)sys->program->constraints + 1;
    rows->joint = phk_arena_alloc(&m->arena, n * sizeof *rows->joint);
    rows->other = phk_arena_alloc(&m->arena, n * sizeof *rows->other);
    if (!rows->joint || !rows->other) return PH_E_NOMEM;
    for (int k = 0; k < sys->program->constraints; k++) {
        if (sys->program->constraint[k].kind == PHK_HOLD_ROWS && !is_bent(sys, k))
            rows->joint[rows->joints++] = compile(sys, &sys->program->constraint[k]);
        else
            rows->other[rows->others++] = k;
    }
    qsort(rows->joint, (size_t)rows->joints, sizeof *rows->joint, by_type);
    return PH_OK;
}

/* R v, and v itself on ground. */
static inline ph_vec3 into_world(const phk_pose *b, bool ground, const ph_vec3 *v)
{
    return ground ? *v : ph_mat3_mul(b->R_WB, *v);
}

/* Adds a force at the joint's marker and a torque, both in world axes. */
static inline void add_load(const phk_joint_rows *j, int side, const phk_pose *b, ph_vec3 force,
                            ph_vec3 torque, ph_wrench *load)
{
    ph_vec3 t = load->torque;
    if (j->turns[side]) t = ph_add(t, phk_into_body(b, torque));
    if (j->places) {
        t = ph_add(t, ph_cross(j->r[side], phk_into_body(b, force)));
        load->force = ph_add(load->force, force);
    }
    load->torque = t;
}

void phk_rows_residual(phk_mechanism *m, const double *lambda, double *c)
{
    phk_system *sys = m->system;
    for (int n = 0; n < m->rows.joints; n++) {
        const phk_joint_rows *j = &m->rows.joint[n];
        const phk_pose *b0 = &sys->pose[j->body[0]], *b1 = &sys->pose[j->body[1]];
        bool ground0 = j->body[0] == sys->program->bodies,
             ground1 = j->body[1] == sys->program->bodies;

        /* what the rows read: axes, and the way from marker to marker */
        ph_vec3 x[3], y[3], d = {0, 0, 0};
        for (int k = 0; k < 3; k++) {
            if (j->reads[0][k]) x[k] = into_world(b0, ground0, &j->axis[0][k]);
            if (j->reads[1][k]) y[k] = into_world(b1, ground1, &j->axis[1][k]);
        }
        if (j->places)
            d = ph_sub(ph_add(b1->p, into_world(b1, ground1, &j->r[1])),
                       ph_add(b0->p, into_world(b0, ground0, &j->r[0])));

        /* held: force of points; push: force along axes of marker 0, at the place of marker 1 */
        ph_vec3 held = {0, 0, 0}, push = {0, 0, 0}, twist = {0, 0, 0};
        const double *l = lambda + j->first;
        double *value = c + j->first;
        for (int k = 0; k < j->type->row_count; k++) {
            const ph_row *row = &j->type->row[k];
            if (row->kind == PH_ROW_POINT) {
                held = ph_v3(l[0], l[1], l[2]);
                value[0] = d.x;
                value[1] = d.y;
                value[2] = d.z;
                l += 3;
                value += 3;
                continue;
            }
            ph_vec3 a = x[row->axis[0]];
            if (row->kind == PH_ROW_DOT) {
                ph_vec3 b = y[row->axis[1]];
                *value++ = ph_dot(a, b);
                twist = ph_axpy(twist, *l++, ph_cross(a, b));
            } else {
                *value++ = ph_dot(a, d);
                push = ph_axpy(push, *l++, a);
            }
        }

        ph_vec3 force = ph_add(held, push);
        if (!ground0)
            add_load(j, 0, b0, force, ph_sub(ph_cross(d, push), twist), &sys->load[j->body[0]]);
        if (!ground1) add_load(j, 1, b1, ph_scale(-1, force), twist, &sys->load[j->body[1]]);
    }
}
