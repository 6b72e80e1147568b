/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The matrix of a mechanism: derivatives of wrenches at markers become derivatives of forces and
 * torques of bodies, and constraints get their border.
 */
#include <string.h>
#include "math/so3.h"
#include "mech/equations/equations.h"

static ph_vec3 get(const double *a)
{
    return ph_v3(a[0], a[1], a[2]);
}

int phk_cell_of_marker(const phk_mechanism *m, int marker, int cell)
{
    int body = m->system->program->places.marker[marker].body;
    return body < 0 ? -1 : m->body[body].direction[cell];
}

phk_pair phk_emit_pair(phk_emitter *e, const phk_mechanism *m, int row_marker, int column_marker,
                       const phk_fill *fill)
{
    const phk_marker *rm = &m->system->program->places.marker[row_marker],
                     *cm = &m->system->program->places.marker[column_marker];
    const int rows = phk_cells_of_marker(rm), columns = phk_cells_of_marker(cm);
    phk_pair pair;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            if (e->out) {
                pair.at[i][j] = phk_emit_block(e, -1, 0, -1, 0);
                continue;
            }
            /* the moment of a wrench turns with its body */
            bool filled = row_marker == column_marker && i >= PHK_TURN && j >= PHK_TURN;
            for (int k = 0; k < 4; k++)
                filled |= fill->at[k / 2][k % 2] && phk_arm_reaches(rm, k / 2, i) &&
                          phk_arm_reaches(cm, k % 2, j);
            int row = filled ? phk_cell_of_marker(m, row_marker, i) : -1;
            pair.at[i][j] = phk_emit_block(e, row, phk_cell_width(m, row_marker, i),
                                           phk_cell_of_marker(m, column_marker, j),
                                           phk_cell_width(m, column_marker, j));
        }
    return pair;
}

static phk_six load_six(const double *k, int ld)
{
    phk_six s;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) s.b[i / 3][j / 3].m[i % 3][j % 3] = k[i * ld + j];
    return s;
}

static bool is_zero(const phk_six *s)
{
    const double *k = &s->b[0][0].m[0][0];
    for (int i = 0; i < 36; i++)
        if (k[i] != 0) return false;
    return true;
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
                    const phk_six *s, double *values)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (pair->at[i][j] >= 0)
                add_block(&m->pattern, m->body[body].direction[i], pair->at[i][j], scale,
                          &s->b[i][j], values);
}

void phk_add_pair(const phk_mechanism *m, int row_marker, int column_marker, const phk_pair *pair,
                  double scale, const phk_slopes *k, phk_tangents *out)
{
    const phk_system *sys = m->system;
    const phk_marker *rm = &sys->program->places.marker[row_marker],
                     *cm = &sys->program->places.marker[column_marker];
    if (rm->body < 0 || cm->body < 0) return;
    if (rm->node || cm->node) {
        phk_bent_add_pair(m, row_marker, column_marker, pair, scale, k, out);
        return;
    }
    const phk_pose *row = &sys->pose[rm->body], *column = &sys->pose[cm->body];
    phk_six s = load_six(k->displacement, k->ld), v;
    bool moves = k->velocity != NULL;
    if (moves) v = load_six(k->velocity, k->ld);
    moves = moves && !is_zero(&v);
    if (!moves && is_zero(&s)) return;
    phk_arm_rows((phk_six *[]){&s, moves ? &v : NULL}, rm, row);
    phk_arm_columns(&s, cm, column, NULL);
    add_six(m, rm->body, pair, scale, &s, out->by_q);
    if (!moves) return;
    ph_mat3 carried[2];
    phk_arm_columns(&v, cm, column, carried);
    add_six(m, rm->body, pair, scale, &v, out->by_v);
    for (int i = 0; i < 2; i++)
        if (pair->at[i][PHK_TURN] >= 0)
            add_block(&m->pattern, m->body[rm->body].direction[i], pair->at[i][PHK_TURN], -scale,
                      &carried[i], out->by_q);
}

void phk_add_turn(const phk_mechanism *m, int marker, const phk_pair *pair, double scale,
                  const ph_wrench *w, double *by_q)
{
    const phk_marker *at = phk_marker_now(m->system, marker);
    if (at->body < 0) return;
    if (at->node) phk_bent_add_turn(m, at, pair, scale, w, by_q);
    ph_mat3 turn = phk_arm_turn(at, &m->system->pose[at->body], w);
    add_block(&m->pattern, m->body[at->body].direction[PHK_TURN], pair->at[PHK_TURN][PHK_TURN],
              scale, &turn, by_q);
}

/* ---- constraints ----
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

/* Where the entries of a row of the constraints by a cell are, and those of its multiplier: so far
 * from the start of each of its rows. */
typedef struct {
    int across, down;
    const int *start; /* of the rows of the cell */
} border;

/* Emits them; true: they are wanted. number: the row's unknown; -1: none. */
static bool find_border(phk_mechanism *m, int marker, int cell, int number, phk_emitter *e,
                        border *at)
{
    int base = phk_cell_of_marker(m, marker, cell), width = phk_cell_width(m, marker, cell);
    int across = phk_emit_block(e, number, 1, base, width);
    int down = phk_emit_block(e, base, width, number, 1);
    if (across < 0 || down < 0) return false;
    const int *start = m->pattern.row_start;
    *at = (border){start[number] + across, down, start + base};
    return true;
}

/* The unknown of row number `row` of all constraints; -1: it is out. */
static int unknown_of(const phk_mechanism *m, int row)
{
    int number = m->multiplier[row];
    return number < 0 ? -1 : number + m->dae.nv + m->dae.nx;
}

/* Along the modes of a body: in the row of the constraint, and in the column of its multiplier. */
static void emit_bent_border(phk_mechanism *m, int marker, int row, const phk_covector *c,
                             bool velocity, phk_emitter *e)
{
    border at;
    if (!find_border(m, marker, PHK_MODES, unknown_of(m, row), e, &at)) return;
    const phk_marker *on = phk_marker_now(m->system, marker);
    const int modes = m->body[on->body].modes;
    double *by_q = phk_bent_gradient(m, on, c), *by_v = by_q + modes;
    for (int k = 0; k < modes; k++) {
        e->out->by_q[at.across + k] += by_q[k];
        if (velocity) e->out->by_v[at.across + k] += by_v[k];
        e->out->by_q[at.start[k] + at.down] += velocity ? by_v[k] : by_q[k];
    }
}

/* The gradient of row number `row` of the constraints by the cells of one body, in the row of the
 * constraint and in the column of its multiplier. */
static void emit_border(phk_mechanism *m, int marker, int row, const double *by_marker,
                        phk_emitter *e)
{
    int body = m->system->program->places.marker[marker].body;
    ph_wrench g;
    border at;
    if (e->out && body >= 0)
        g = phk_arm_load(phk_marker_now(m->system, marker), &m->system->pose[body], get(by_marker),
                         get(by_marker + 3));
    for (int cell = 0; cell < 2; cell++) {
        if (!find_border(m, marker, cell, unknown_of(m, row), e, &at)) continue;
        for (int k = 0; k < 3; k++) {
            double by = phk_component(cell == PHK_MOVE ? g.force : g.torque, k);
            e->out->by_q[at.across + k] += by;
            e->out->by_q[at.start[k] + at.down] += by;
        }
    }
    if (!m->system->program->places.marker[marker].node) return;
    phk_covector c = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    if (e->out) c = (phk_covector){.p = get(by_marker), .phi = get(by_marker + 3)};
    emit_bent_border(m, marker, row, &c, false, e);
}

/* The same of a velocity row: its coefficients take the places of the gradient, and beside them is
 * what it changes by with the places of the markers. */
static void emit_velocity(phk_mechanism *m, int marker, int row, const double *by_velocity,
                          const double *by_place, phk_emitter *e)
{
    const phk_marker *on = phk_marker_now(m->system, marker);
    phk_covector c = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    phk_along by_q, by_v;
    border at;
    if (e->out && on->body >= 0) {
        c = (phk_covector){get(by_place), get(by_place + 3), get(by_velocity),
                           get(by_velocity + 3)};
        phk_arm_covector(on, &m->system->pose[on->body], &c, &by_q, &by_v);
    }
    for (int cell = 0; cell < 2; cell++) {
        if (!find_border(m, marker, cell, unknown_of(m, row), e, &at)) continue;
        for (int k = 0; k < 3; k++) {
            double n = phk_component(cell == PHK_MOVE ? by_v.move : by_v.turn, k);
            e->out->by_v[at.across + k] += n;
            e->out->by_q[at.start[k] + at.down] += n;
            e->out->by_q[at.across + k] +=
                phk_component(cell == PHK_MOVE ? by_q.move : by_q.turn, k);
        }
    }
    if (on->node) emit_bent_border(m, marker, row, &c, true, e);
}

/* A constraint differentiated twice. */
typedef struct {
    phk_joint_gradients gradient, along; /* along: of velocity rows by places */
    phk_joint_curvatures curvature;
    ph_wrench wrench[PH_JOINT_MARKERS];
} twice;

static void differentiate(const phk_mechanism *m, int k, const double *lambda, twice *d)
{
    phk_local l;
    phk_hold_local(m, k, &l);
    phk_hold_gradient(&l, d->gradient);
    phk_hold_curvature(&l, lambda, d->curvature);
    phk_hold_wrench(&l, lambda, d->wrench);
    if (l.c->velocity_rows) l.c->type->velocity->gradient(1, l.c->par, &l.eval, l.frame, d->along);
}

void phk_hold_emit(phk_mechanism *m, int k, const double *lambda, phk_emitter *e)
{
    const phk_constraint *c = &m->system->program->constraint[k];
    int width = 6 * c->markers;
    phk_fill fill;
    twice d;
    if (e->out) differentiate(m, k, lambda, &d);
    for (int i = 0; i < c->markers; i++) {
        phk_pair own = {{{-1, -1, -1}, {-1, -1, -1}, {-1, -1, -1}}};
        for (int j = 0; j < c->markers; j++) {
            if (!e->out) fill = fill_of(c, i, j);
            phk_pair pair = phk_emit_pair(e, m, c->marker[i], c->marker[j], &fill);
            if (i == j) own = pair;
            if (e->out)
                phk_add_pair(m, c->marker[i], c->marker[j], &pair, 1,
                             &(phk_slopes){d.curvature + 6 * i * width + 6 * j, NULL, width},
                             e->out);
        }
        if (e->out) phk_add_turn(m, c->marker[i], &own, 1, &d.wrench[i], e->out->by_q);
        for (int r = 0; r < c->rows; r++)
            emit_border(m, c->marker[i], c->first + r, d.gradient + r * width + 6 * i, e);
        for (int r = 0; r < c->velocity_rows; r++)
            emit_velocity(m, c->marker[i], c->velocity_first + r,
                          d.gradient + (c->rows + r) * width + 6 * i, d.along + r * width + 6 * i,
                          e);
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
    return phk_mechanism_emit(m, p, phk_mechanism_lambda(m, p), &e);
}
