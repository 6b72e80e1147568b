/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Joints that are lists of rows, in batches by the kind of row. What they do to the bodies is the
 * opposite of the gradient times the multiplier (mech/row.h has the formulas).
 *
 * The moment of a force is formed in body axes, r x R'F, so that a force on an axis of the body has
 * exactly none about it.
 */
#include <string.h>
#include "mech/equations.h"
#include "mech/row.h"

/* Points and axes of one joint found so far; -1: not yet. */
typedef struct {
    int point[2], axis[2][3];
} found;

static int point_of(phk_mechanism *m, const phk_constraint *c, found *f, int side)
{
    phk_rows *rows = &m->rows;
    const phk_marker *marker = &m->system->marker[c->marker[side]];
    if (f->point[side] >= 0) return f->point[side];
    rows->point[rows->points] = (phk_fixed){phk_body_of(m->system, c->marker[side]), marker->r};
    return f->point[side] = rows->points++;
}

static int axis_of(phk_mechanism *m, const phk_constraint *c, found *f, int side, int k)
{
    phk_rows *rows = &m->rows;
    const ph_mat3 *R = &m->system->marker[c->marker[side]].R_BM;
    if (f->axis[side][k] >= 0) return f->axis[side][k];
    ph_vec3 a = ph_v3(R->m[0][k], R->m[1][k], R->m[2][k]);
    rows->axis[rows->axes] = (phk_fixed){phk_body_of(m->system, c->marker[side]), a};
    return f->axis[side][k] = rows->axes++;
}

static void add_rows_of(phk_mechanism *m, const phk_constraint *c)
{
    phk_rows *rows = &m->rows;
    found f = {{-1, -1}, {{-1, -1, -1}, {-1, -1, -1}}};
    int row = c->first;
    for (int k = 0; k < c->type->row_count; k++) {
        const ph_row *r = &c->type->row[k];
        if (r->kind == PH_ROW_POINT)
            rows->point_row[rows->point_rows++] =
                (phk_point_row){point_of(m, c, &f, 0), point_of(m, c, &f, 1), row};
        else if (r->kind == PH_ROW_DOT)
            rows->dot_row[rows->dot_rows++] = (phk_dot_row){
                axis_of(m, c, &f, 0, r->axis[0]), axis_of(m, c, &f, 1, r->axis[1]),
                phk_body_of(m->system, c->marker[0]), phk_body_of(m->system, c->marker[1]), row};
        else
            rows->offset_row[rows->offset_rows++] =
                (phk_offset_row){axis_of(m, c, &f, 0, r->axis[0]), point_of(m, c, &f, 0),
                                 point_of(m, c, &f, 1), row};
        row += phk_row_size(r->kind);
    }
}

static void *take(phk_mechanism *m, int n, size_t size)
{
    return phk_arena_alloc(&m->arena, ((size_t)n + 1) * size);
}

/* Puts what is on bodies before what is on ground; to[n] is where each went. Returns how many are
 * on bodies. */
static int split(phk_fixed *fixed, int n, int ground, int *to, phk_fixed *copy)
{
    int moving = 0, next = 0;
    for (int k = 0; k < n; k++) moving += fixed[k].body != ground;
    memcpy(copy, fixed, (size_t)n * sizeof *copy);
    for (int k = 0, rest = moving; k < n; k++) {
        to[k] = copy[k].body != ground ? next++ : rest++;
        fixed[to[k]] = copy[k];
    }
    return moving;
}

static ph_status split_ground(phk_mechanism *m)
{
    phk_rows *rows = &m->rows;
    int ground = m->system->bodies;
    int most = rows->points > rows->axes ? rows->points : rows->axes;
    phk_fixed *copy = take(m, most, sizeof *copy);
    int *point = take(m, rows->points, sizeof *point), *axis = take(m, rows->axes, sizeof *axis);
    if (!copy || !point || !axis) return PH_E_NOMEM;
    rows->moving_points = split(rows->point, rows->points, ground, point, copy);
    rows->moving_axes = split(rows->axis, rows->axes, ground, axis, copy);
    for (int k = 0; k < rows->point_rows; k++) {
        rows->point_row[k].p0 = point[rows->point_row[k].p0];
        rows->point_row[k].p1 = point[rows->point_row[k].p1];
    }
    for (int k = 0; k < rows->dot_rows; k++) {
        rows->dot_row[k].a = axis[rows->dot_row[k].a];
        rows->dot_row[k].b = axis[rows->dot_row[k].b];
    }
    for (int k = 0; k < rows->offset_rows; k++) {
        rows->offset_row[k].a = axis[rows->offset_row[k].a];
        rows->offset_row[k].p0 = point[rows->offset_row[k].p0];
        rows->offset_row[k].p1 = point[rows->offset_row[k].p1];
    }
    for (int k = rows->moving_points; k < rows->points; k++) rows->p[k] = rows->point[k].r;
    for (int k = rows->moving_axes; k < rows->axes; k++) rows->a[k] = rows->axis[k].r;
    return PH_OK;
}

ph_status phk_rows_create(phk_mechanism *m)
{
    const phk_system *sys = m->system;
    phk_rows *rows = &m->rows;
    int n = sys->constraints, joint_rows = 0;
    for (int k = 0; k < n; k++)
        if (sys->constraint[k].kind == PHK_HOLD_ROWS) joint_rows += sys->constraint[k].rows;
    int most_axes = 2 * joint_rows < 6 * n ? 2 * joint_rows : 6 * n;
    rows->point = take(m, 2 * n, sizeof *rows->point);
    rows->axis = take(m, most_axes, sizeof *rows->axis);
    rows->point_row = take(m, joint_rows, sizeof *rows->point_row);
    rows->dot_row = take(m, joint_rows, sizeof *rows->dot_row);
    rows->offset_row = take(m, joint_rows, sizeof *rows->offset_row);
    rows->other = take(m, n, sizeof *rows->other);
    if (!rows->point || !rows->axis || !rows->point_row || !rows->dot_row || !rows->offset_row ||
        !rows->other)
        return PH_E_NOMEM;
    for (int k = 0; k < n; k++) {
        if (sys->constraint[k].kind == PHK_HOLD_ROWS)
            add_rows_of(m, &sys->constraint[k]);
        else
            rows->other[rows->others++] = k;
    }
    rows->p = take(m, rows->points, sizeof *rows->p);
    rows->force = take(m, rows->points, sizeof *rows->force);
    rows->a = take(m, rows->axes, sizeof *rows->a);
    rows->torque = take(m, sys->bodies + 1, sizeof *rows->torque);
    if (!rows->p || !rows->force || !rows->a || !rows->torque) return PH_E_NOMEM;
    return split_ground(m);
}

static void place(phk_mechanism *m)
{
    phk_rows *rows = &m->rows;
    const phk_pose *pose = m->system->pose;
    for (int k = 0; k < rows->moving_points; k++) {
        const phk_pose *b = &pose[rows->point[k].body];
        rows->p[k] = ph_add(b->p, ph_mat3_mul(b->R_WB, rows->point[k].r));
    }
    for (int k = 0; k < rows->moving_axes; k++)
        rows->a[k] = ph_mat3_mul(pose[rows->axis[k].body].R_WB, rows->axis[k].r);
    memset(rows->force, 0, (size_t)rows->points * sizeof *rows->force);
    memset(rows->torque, 0, ((size_t)m->system->bodies + 1) * sizeof *rows->torque);
}

static void exchange(phk_rows *rows, int p0, int p1, ph_vec3 f)
{
    rows->force[p0] = ph_add(rows->force[p0], f);
    rows->force[p1] = ph_sub(rows->force[p1], f);
}

static void point_rows(phk_rows *rows, const double *lambda, double *c)
{
    for (int k = 0; k < rows->point_rows; k++) {
        const phk_point_row *r = &rows->point_row[k];
        ph_vec3 d = ph_sub(rows->p[r->p1], rows->p[r->p0]);
        const double *l = lambda + r->row;
        c[r->row] = d.x;
        c[r->row + 1] = d.y;
        c[r->row + 2] = d.z;
        exchange(rows, r->p0, r->p1, ph_v3(l[0], l[1], l[2]));
    }
}

static void dot_rows(phk_rows *rows, const double *lambda, double *c)
{
    for (int k = 0; k < rows->dot_rows; k++) {
        const phk_dot_row *r = &rows->dot_row[k];
        ph_vec3 a = rows->a[r->a], b = rows->a[r->b];
        ph_vec3 t = ph_scale(lambda[r->row], ph_cross(a, b));
        c[r->row] = ph_dot(a, b);
        rows->torque[r->body0] = ph_sub(rows->torque[r->body0], t);
        rows->torque[r->body1] = ph_add(rows->torque[r->body1], t);
    }
}

static void offset_rows(phk_rows *rows, const double *lambda, double *c)
{
    for (int k = 0; k < rows->offset_rows; k++) {
        const phk_offset_row *r = &rows->offset_row[k];
        ph_vec3 a = rows->a[r->a], d = ph_sub(rows->p[r->p1], rows->p[r->p0]);
        ph_vec3 f = ph_scale(lambda[r->row], a);
        int body = rows->point[r->p0].body;
        c[r->row] = ph_dot(a, d);
        exchange(rows, r->p0, r->p1, f);
        rows->torque[body] = ph_sub(rows->torque[body], ph_cross(f, d));
    }
}

void phk_rows_residual(phk_mechanism *m, const double *lambda, double *c)
{
    phk_rows *rows = &m->rows;
    phk_system *sys = m->system;
    place(m);
    point_rows(rows, lambda, c);
    dot_rows(rows, lambda, c);
    offset_rows(rows, lambda, c);
    for (int k = 0; k < rows->moving_points; k++) {
        const phk_fixed *at = &rows->point[k];
        ph_wrench *load = &sys->load[at->body];
        ph_vec3 f = phk_into_body(&sys->pose[at->body], rows->force[k]);
        load->force = ph_add(load->force, rows->force[k]);
        load->torque = ph_add(load->torque, ph_cross(at->r, f));
    }
    for (int i = 0; i < sys->bodies; i++)
        sys->load[i].torque =
            ph_add(sys->load[i].torque, phk_into_body(&sys->pose[i], rows->torque[i]));
}
