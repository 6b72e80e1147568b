/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Derivatives of wrenches at markers become derivatives of forces and torques of bodies.
 *
 * With a marker at r on a body with R and angular velocity w (r, w in body axes), along dp, dxi and
 * dv, dw of the body:
 *   dp_m = dp + R(dxi x r)              dphi_m = R dxi
 *   dv_m = dv + R(dw x r) + R(dxi x (w x r))    dw_m = R dw + R(dxi x w)
 * and the torque t = R'tau + r x R'F changes, besides with F and tau, with R itself:
 *   dt = ((R'tau)~ + r~(R'F)~) dxi
 */
#include <string.h>
#include "math/so3.h"
#include "mech/equations/equations.h"

/* ---- where the blocks are ----
 *
 * Blocks that are zero whatever the state are left out, as the rows of a joint tell: a row of
 * points couples no two bodies, a row of axes only their rotations. */

/* Which 3 x 3 blocks (dp, dphi of each marker) a derivative of wrenches can fill. */
typedef struct {
    bool at[4][4];
} blocks;

static blocks blocks_of(const phk_constraint *c)
{
    blocks b = {{{false}}};
    int n = c->kind == PHK_HOLD_MOTION ? 1 : c->kind == PHK_HOLD_ROWS ? c->type->row_count : 0;
    for (int k = 0; k < n; k++) {
        const ph_row *row = c->kind == PHK_HOLD_MOTION ? &c->row : &c->type->row[k];
        if (row->kind == PH_ROW_DOT) b.at[1][1] = b.at[1][3] = b.at[3][1] = b.at[3][3] = true;
        if (row->kind == PH_ROW_OFFSET)
            b.at[0][1] = b.at[2][1] = b.at[1][0] = b.at[1][2] = b.at[1][1] = true;
    }
    return b;
}

/* What a constraint couples marker i with marker j by; who is no list of rows may do all. */
static phk_fill fill_of(const phk_constraint *c, int i, int j)
{
    phk_fill fill = {{{true, true}, {true, true}}};
    if (c->kind == PHK_HOLD_TYPE) return fill;
    blocks b = blocks_of(c);
    for (int n = 0; n < 4; n++) fill.at[n / 2][n % 2] = b.at[2 * i + n / 2][2 * j + n % 2];
    return fill;
}

static bool is_at_reference(const phk_marker *m)
{
    return m->r.x == 0 && m->r.y == 0 && m->r.z == 0;
}

/* Whether the displacement (force) of a marker, or its turn (torque), acts on a cell of its body:
 * the origin moves with both cells unless it is the reference point. */
static bool reaches(const phk_marker *m, int part, int cell)
{
    return part == PHK_MOVE ? cell == PHK_MOVE || !is_at_reference(m) : cell == PHK_TURN;
}

int phk_cell_of_marker(const phk_mechanism *m, int marker, int cell)
{
    int body = m->system->marker[marker].body;
    return body < 0 ? -1 : m->body[body].direction[cell];
}

phk_pair phk_emit_pair(phk_emitter *e, const phk_mechanism *m, int row_marker, int column_marker,
                       const phk_fill *fill)
{
    const phk_marker *rm = &m->system->marker[row_marker], *cm = &m->system->marker[column_marker];
    phk_pair pair;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            if (e->out) {
                pair.at[i][j] = phk_emit(e, -1, 0, -1, 0);
                continue;
            }
            /* the moment of a wrench turns with its body */
            bool filled = row_marker == column_marker && i == PHK_TURN && j == PHK_TURN;
            for (int k = 0; k < 4; k++)
                filled |= fill->at[k / 2][k % 2] && reaches(rm, k / 2, i) && reaches(cm, k % 2, j);
            int row = filled ? phk_cell_of_marker(m, row_marker, i) : -1;
            pair.at[i][j] = phk_emit(e, row, 3, phk_cell_of_marker(m, column_marker, j), 3);
        }
    return pair;
}

/* ---- from markers to bodies ---- */

/* By PHK_MOVE and PHK_TURN: rows of force and torque, columns of displacement and turn. */
typedef struct {
    ph_mat3 b[2][2];
} six;

static six load_six(const double *k, int ld)
{
    six s;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) s.b[i / 3][j / 3].m[i % 3][j % 3] = k[i * ld + j];
    return s;
}

static bool is_zero(const six *s)
{
    const double *k = &s->b[0][0].m[0][0];
    for (int i = 0; i < 36; i++)
        if (k[i] != 0) return false;
    return true;
}

/* a R x~ */
static ph_mat3 turn_hat(const ph_mat3 *a, const phk_pose *pose, ph_vec3 x)
{
    return phk_mat3_product(phk_mat3_product(*a, pose->R_WB), phk_hat(x));
}

/* Columns from the displacements (velocities) of a marker to those of its body. */
static void columns_to_body(six *s, const phk_marker *m, const phk_pose *pose)
{
    for (int i = 0; i < 2; i++)
        s->b[i][PHK_TURN] = phk_mat3_axpy(phk_mat3_product(s->b[i][PHK_TURN], pose->R_WB), -1,
                                          turn_hat(&s->b[i][PHK_MOVE], pose, m->r));
}

/* What derivatives by the velocities of a marker make when its body is turned. */
static six turned_velocity(const six *s, const phk_marker *m, const phk_pose *pose)
{
    six t;
    memset(&t, 0, sizeof t);
    ph_vec3 w = phk_into_body(pose, pose->w), v = ph_cross(w, m->r);
    for (int i = 0; i < 2; i++) {
        t.b[i][PHK_TURN] =
            phk_mat3_axpy(t.b[i][PHK_TURN], -1, turn_hat(&s->b[i][PHK_MOVE], pose, v));
        t.b[i][PHK_TURN] =
            phk_mat3_axpy(t.b[i][PHK_TURN], -1, turn_hat(&s->b[i][PHK_TURN], pose, w));
    }
    return t;
}

static ph_mat3 transposed(const ph_mat3 *a)
{
    ph_mat3 t;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) t.m[i][j] = a->m[j][i];
    return t;
}

/* Rows from the wrench at a marker to force and torque of its body. */
static void rows_to_body(six *s, const phk_marker *m, const phk_pose *pose)
{
    ph_mat3 Rt = transposed(&pose->R_WB), arm = phk_mat3_product(phk_hat(m->r), Rt);
    for (int j = 0; j < 2; j++)
        s->b[PHK_TURN][j] = phk_mat3_axpy(phk_mat3_product(Rt, s->b[PHK_TURN][j]), 1,
                                          phk_mat3_product(arm, s->b[PHK_MOVE][j]));
}

static void add_block(const phk_pattern *pattern, int row, int at, double scale, const ph_mat3 *b,
                      double *values)
{
    for (int i = 0; i < 3; i++) {
        double *to = values + pattern->row_start[row + i] + at;
        for (int j = 0; j < 3; j++) to[j] += scale * b->m[i][j];
    }
}

static void add_six(const phk_mechanism *m, int body, const phk_pair *pair, double scale,
                    const six *s, double *values)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (pair->at[i][j] >= 0)
                add_block(&m->pattern, m->body[body].direction[i], pair->at[i][j], scale,
                          &s->b[i][j], values);
}

void phk_add_pair(const phk_mechanism *m, int row_marker, int column_marker, const phk_pair *pair,
                  double scale, const double *k, int ld, bool by_velocity, phk_tangents *out)
{
    const phk_system *sys = m->system;
    const phk_marker *rm = &sys->marker[row_marker], *cm = &sys->marker[column_marker];
    if (rm->body < 0 || cm->body < 0) return;
    six s = load_six(k, ld);
    if (is_zero(&s)) return;
    rows_to_body(&s, rm, &sys->pose[rm->body]);
    if (by_velocity) {
        six t = turned_velocity(&s, cm, &sys->pose[cm->body]);
        add_six(m, rm->body, pair, scale, &t, out->by_q);
    }
    columns_to_body(&s, cm, &sys->pose[cm->body]);
    add_six(m, rm->body, pair, scale, &s, by_velocity ? out->by_v : out->by_q);
}

void phk_add_turn(const phk_mechanism *m, int marker, const phk_pair *pair, double scale,
                  const ph_wrench *w, double *by_q)
{
    const phk_marker *at = &m->system->marker[marker];
    if (at->body < 0) return;
    const phk_pose *pose = &m->system->pose[at->body];
    ph_mat3 moment = phk_mat3_product(phk_hat(at->r), phk_hat(phk_into_body(pose, w->force)));
    ph_mat3 turn = phk_mat3_axpy(phk_hat(phk_into_body(pose, w->torque)), 1, moment);
    add_block(&m->pattern, m->body[at->body].direction[PHK_TURN], pair->at[PHK_TURN][PHK_TURN],
              scale, &turn, by_q);
}

static ph_vec3 get(const double *a)
{
    return ph_v3(a[0], a[1], a[2]);
}

/* The gradient of a row along the cells of the body of one marker. */
static void gradient_of(const phk_mechanism *m, int marker, const double *by_marker, double out[6])
{
    const phk_marker *at = &m->system->marker[marker];
    const phk_pose *pose = &m->system->pose[at->body];
    ph_vec3 arm = ph_cross(at->r, phk_into_body(pose, get(by_marker)));
    ph_vec3 turn = ph_add(phk_into_body(pose, get(by_marker + 3)), arm);
    memcpy(out, by_marker, 3 * sizeof *out);
    out[3] = turn.x;
    out[4] = turn.y;
    out[5] = turn.z;
}

/* The gradient of row number `row` of the constraints by the cells of one body, in the row of the
 * constraint and in the column of its multiplier. */
static void emit_border(phk_mechanism *m, int marker, int row, const double *by_marker,
                        phk_emitter *e)
{
    int body = m->system->marker[marker].body, number = m->multiplier[row];
    double g[6];
    if (number >= 0) number += m->dae.nv + m->dae.nx;
    if (e->out && body >= 0) gradient_of(m, marker, by_marker, g);
    for (int cell = 0; cell < 2; cell++) {
        int base = phk_cell_of_marker(m, marker, cell);
        int across = phk_emit(e, number, 1, base, 3), down = phk_emit(e, base, 3, number, 1);
        if (across < 0 || down < 0) continue;
        const int *start = m->pattern.row_start;
        for (int k = 0; k < 3; k++) {
            e->out->by_q[start[number] + across + k] += g[3 * cell + k];
            e->out->by_q[start[base + k] + down] += g[3 * cell + k];
        }
    }
}

/* A constraint differentiated twice. */
typedef struct {
    phk_joint_gradients gradient;
    phk_joint_curvatures curvature;
    ph_wrench wrench[PH_JOINT_MARKERS];
} twice;

static void differentiate(const phk_mechanism *m, int k, const double *lambda, twice *d)
{
    phk_local l = phk_hold_local(m, k);
    phk_hold_gradient(&l, d->gradient);
    phk_hold_curvature(&l, lambda + l.c->first, d->curvature);
    phk_hold_wrench(&l, lambda + l.c->first, d->wrench);
}

void phk_hold_emit(phk_mechanism *m, int k, const double *lambda, phk_emitter *e)
{
    const phk_constraint *c = &m->system->constraint[k];
    int width = 6 * c->markers;
    phk_fill fill;
    twice d;
    if (e->out) differentiate(m, k, lambda, &d);
    for (int i = 0; i < c->markers; i++) {
        phk_pair own = {{{-1, -1}, {-1, -1}}};
        for (int j = 0; j < c->markers; j++) {
            if (!e->out) fill = fill_of(c, i, j);
            phk_pair pair = phk_emit_pair(e, m, c->marker[i], c->marker[j], &fill);
            if (i == j) own = pair;
            if (e->out)
                phk_add_pair(m, c->marker[i], c->marker[j], &pair, 1,
                             d.curvature + 6 * i * width + 6 * j, width, false, e->out);
        }
        if (e->out) phk_add_turn(m, c->marker[i], &own, 1, &d.wrench[i], e->out->by_q);
        for (int r = 0; r < c->rows; r++)
            emit_border(m, c->marker[i], c->first + r, d.gradient + r * width + 6 * i, e);
    }
}

ph_status phk_mechanism_tangent(void *self, const phk_point *p, phk_tangents *out)
{
    phk_mechanism *m = self;
    size_t bytes = (size_t)m->pattern.entries * sizeof(double);
    memset(out->by_q, 0, bytes);
    memset(out->by_v, 0, bytes);
    if (m->dae.uses_a) memset(out->by_a, 0, bytes);
    ph_status status = phk_mechanism_evaluate(m, p);
    if (status) return status;
    phk_gradients_evaluate(m, p);
    phk_emitter e = {.pattern = &m->pattern, .record = m->record, .out = out};
    return phk_mechanism_emit(m, phk_mechanism_lambda(m, p), &e);
}

/* ---- constraints differentiated ---- */

/* What is left of the acceleration of a marker when v' and w' of its body are zero. */
static ph_vec3 centripetal(const phk_system *sys, int marker)
{
    const phk_marker *m = &sys->marker[marker];
    if (m->body < 0) return ph_v3(0, 0, 0);
    const phk_pose *pose = &sys->pose[m->body];
    return ph_cross(pose->w, ph_cross(pose->w, ph_mat3_mul(pose->R_WB, m->r)));
}

static void rates_of_hold(const phk_mechanism *m, int k, double *rate, double *gamma)
{
    phk_local l = phk_hold_local(m, k);
    phk_joint_gradients gradient;
    phk_hold_gradient(&l, gradient);
    phk_hold_rates(&l, rate, gamma);
    for (int side = 0; side < l.c->markers; side++) {
        ph_vec3 more = centripetal(m->system, l.c->marker[side]);
        for (int r = 0; r < l.c->rows; r++) {
            const double *g = gradient + 6 * (r * l.c->markers + side);
            rate[r] += ph_dot(get(g), l.frame[side].v) + ph_dot(get(g + 3), l.frame[side].w);
            gamma[r] += ph_dot(get(g), more);
        }
    }
}

ph_status phk_mechanism_rates(void *self, const phk_point *p, double *rate, double *gamma)
{
    phk_mechanism *m = self;
    ph_status status = phk_drives_evaluate(m, p->t, 2);
    if (status) return status;
    /* joints need no more than poses; forces are not asked */
    phk_mechanism_poses(m, p);
    if (m->equations) status = phk_mechanism_express(m, p);
    if (status) return status;
    for (int k = 0; k < m->system->constraints; k++) {
        const phk_constraint *c = &m->system->constraint[k];
        double r[PHK_JOINT_ROWS], s[PHK_JOINT_ROWS];
        if (c->kind == PHK_HOLD_EQUATION) continue;
        rates_of_hold(m, k, r, s);
        for (int i = 0; i < c->rows; i++) {
            int number = m->multiplier[c->first + i];
            if (number >= 0 && rate) rate[number] = r[i];
            if (number >= 0 && gamma) gamma[number] = s[i];
        }
    }
    phk_equations_rates(m, p, rate, gamma);
    return PH_OK;
}
