/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the derivatives of a mechanism have entries: found once, then written down for each joint
 * and element, so that the tangent is added up without search.
 *
 * Blocks that are zero whatever the state are left out, as the rows of a joint tell: a row of
 * points couples no two bodies, a row of axes only their rotations.
 */
#include <string.h>
#include "mech/equations/equations.h"

/* Which 3 x 3 blocks (dp, dphi of each marker) a derivative of wrenches can fill. */
typedef struct {
    bool at[4][4];
} blocks;
/* The same for one marker against one marker. */
typedef struct {
    bool at[2][2];
} quarter;

static blocks blocks_of(const phk_constraint *c)
{
    blocks b = {{{false}}};
    if (c->kind == PHK_HOLD_TYPE) memset(&b, true, sizeof b);
    int n = c->kind == PHK_HOLD_MOTION ? 1 : c->kind == PHK_HOLD_ROWS ? c->type->row_count : 0;
    for (int k = 0; k < n; k++) {
        const ph_row *row = c->kind == PHK_HOLD_MOTION ? &c->row : &c->type->row[k];
        if (row->kind == PH_ROW_DOT) b.at[1][1] = b.at[1][3] = b.at[3][1] = b.at[3][3] = true;
        if (row->kind == PH_ROW_OFFSET)
            b.at[0][1] = b.at[2][1] = b.at[1][0] = b.at[1][2] = b.at[1][1] = true;
    }
    return b;
}

static bool is_zero(ph_vec3 v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

/* Whether the displacement (force) of a marker, or its turn (torque), acts on a cell of its body:
 * the origin moves with both cells unless it is the reference point. */
static bool reaches(const phk_marker *m, int part, int cell)
{
    return part == PHK_MOVE ? cell == PHK_MOVE || !is_zero(m->r) : cell == PHK_TURN;
}

/* First row or column of a cell of the body of a marker; -1: none. */
static int base_of(const phk_builder *b, int marker, int cell)
{
    int body = b->m->system->marker[marker].body;
    return body < 0 ? -1 : b->m->body[body].direction[cell];
}

/* Offset of an entry from the start of its row; -1: none. */
static int offset(const phk_builder *b, int row, int column)
{
    int at = phk_pattern_find(&b->m->pattern, row, column);
    return at < 0 ? -1 : at - b->m->pattern.row_start[row];
}

void phk_visit(const phk_builder *b, int row, int column, int *at)
{
    if (b->collector)
        phk_collect(b->collector, row, column);
    else
        *at = phk_pattern_find(&b->m->pattern, row, column);
}

void phk_visit_cell(const phk_builder *b, int row, int column, int *at)
{
    if (b->collector)
        phk_collect_block(b->collector, row, 3, column, 1);
    else
        *at = offset(b, row, column);
}

/* The blocks of the bodies of two markers. */
static void visit_pair(const phk_builder *b, int row_marker, int column_marker, const quarter *fill,
                       phk_pair *pair)
{
    const phk_marker *rm = &b->m->system->marker[row_marker];
    const phk_marker *cm = &b->m->system->marker[column_marker];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            int row = base_of(b, row_marker, i), column = base_of(b, column_marker, j);
            bool filled = false;
            for (int k = 0; k < 4; k++)
                filled |= fill->at[k / 2][k % 2] && reaches(rm, k / 2, i) && reaches(cm, k % 2, j);
            /* the moment of a wrench turns with its body */
            filled |= row_marker == column_marker && i == PHK_TURN && j == PHK_TURN;
            if (row < 0 || column < 0 || !filled) {
                if (pair) pair->at[i][j] = -1;
            } else if (b->collector) {
                phk_collect_block(b->collector, row, 3, column, 3);
            } else {
                pair->at[i][j] = offset(b, row, column);
            }
        }
}

static void visit_border(const phk_builder *b, const phk_constraint *c, int row, int side)
{
    const phk_dae *dae = &b->m->dae;
    phk_border *border = b->collector ? NULL : &b->m->border[row][side];
    int number = b->m->multiplier[row] < 0 ? -1 : dae->nv + dae->nx + b->m->multiplier[row];
    for (int cell = 0; cell < 2; cell++) {
        int base = base_of(b, c->marker[side], cell);
        if (base < 0 || number < 0) {
            if (border) border->row[cell] = border->column[cell] = -1;
        } else if (b->collector) {
            phk_collect_block(b->collector, number, 1, base, 3);
            phk_collect_block(b->collector, base, 3, number, 1);
        } else {
            border->row[cell] = phk_pattern_find(&b->m->pattern, number, base);
            border->column[cell] = offset(b, base, number);
        }
    }
}

static void visit_constraints(const phk_builder *b)
{
    const phk_system *sys = b->m->system;
    for (int k = 0; k < sys->constraints; k++) {
        const phk_constraint *c = &sys->constraint[k];
        if (c->kind == PHK_HOLD_EQUATION) continue;
        blocks filled = blocks_of(c);
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) {
                quarter fill;
                for (int n = 0; n < 4; n++)
                    fill.at[n / 2][n % 2] = filled.at[2 * i + n / 2][2 * j + n % 2];
                visit_pair(b, c->marker[i], c->marker[j], &fill,
                           b->collector ? NULL : &b->m->joint_pair[k][2 * i + j]);
            }
        for (int n = 0; n < 2 * c->rows; n++) visit_border(b, c, c->first + n / 2, n % 2);
    }
}

static void visit_groups(const phk_builder *b)
{
    static const quarter all = {{{true, true}, {true, true}}}, none;
    const phk_system *sys = b->m->system;
    for (int g = 0; g < sys->groups; g++) {
        const phk_group *group = &sys->group[g];
        int per = group->type->markers;
        phk_pair *pair = b->collector ? NULL : b->m->group_pair[g];
        for (int e = 0; group->type->wrench && e < group->n; e++)
            for (int i = 0; i < per * per; i++)
                visit_pair(b, group->marker[e * per + i / per], group->marker[e * per + i % per],
                           group->steady ? &none : &all, pair ? pair++ : NULL);
        phk_group_values_visit(b, g, b->collector ? NULL : b->m->group_value[g]);
    }
}

static void visit(const phk_builder *b)
{
    visit_constraints(b);
    visit_groups(b);
    phk_equations_visit(b, b->collector ? NULL : b->m->equation_at);
    phk_lines_visit(b, b->collector ? NULL : b->m->line);
}

static ph_status collect(phk_mechanism *m)
{
    const phk_dae *dae = &m->dae;
    int n = dae->nv + dae->nx + dae->nl + dae->ny;
    phk_builder b = {m, phk_collector_create(n)};
    if (!b.collector) return PH_E_NOMEM;
    for (int k = 0; k < dae->cells; k++)
        phk_collect_block(b.collector, m->cell[k].v, 3, m->cell[k].v, 3);
    visit(&b);
    phk_pattern_free(&m->pattern);
    ph_status status = phk_collector_finish(b.collector, &m->pattern);
    phk_collector_free(b.collector);
    return status;
}

static void *take(phk_mechanism *m, int n, size_t size)
{
    return phk_arena_alloc(&m->maps, ((size_t)n + 1) * size);
}

static ph_status take_maps(phk_mechanism *m)
{
    const phk_system *sys = m->system;
    m->node = take(m, m->pattern.n, sizeof *m->node);
    m->joint_pair = take(m, sys->constraints, sizeof *m->joint_pair);
    m->border = take(m, m->full, sizeof *m->border);
    m->group_pair = take(m, sys->groups, sizeof *m->group_pair);
    m->group_value = take(m, sys->groups, sizeof *m->group_value);
    m->equation_at = take(m, phk_equations_count(m), sizeof *m->equation_at);
    m->line = take(m, phk_lines_count(m), sizeof *m->line);
    if (!m->node || !m->joint_pair || !m->border || !m->group_pair || !m->group_value || !m->line ||
        !m->equation_at)
        return PH_E_NOMEM;
    for (int g = 0; g < sys->groups; g++) {
        int per = sys->group[g].type->markers;
        m->group_pair[g] = take(m, sys->group[g].n * per * per, sizeof **m->group_pair);
        m->group_value[g] = take(m, phk_group_values_count(m, g), sizeof **m->group_value);
        if (!m->group_pair[g] || !m->group_value[g]) return PH_E_NOMEM;
    }
    return PH_OK;
}

static void put_nodes(phk_mechanism *m)
{
    for (int u = 0; u < m->pattern.n; u++) m->node[u] = -1;
    for (int i = 0; i < m->system->bodies; i++)
        for (int cell = 0; cell < 2; cell++)
            for (int k = 0; k < 3 && m->body[i].direction[cell] >= 0; k++)
                m->node[m->body[i].direction[cell] + k] = i;
}

ph_status phk_mechanism_map(phk_mechanism *m)
{
    phk_arena_free(&m->maps);
    m->maps = (phk_arena){0};
    ph_status status = phk_gradients_create(m);
    if (!status) status = phk_equations_create(m);
    if (!status) status = collect(m);
    if (!status) status = take_maps(m);
    if (status) return status;
    put_nodes(m);
    visit(&(phk_builder){.m = m});
    m->dae.pattern = &m->pattern;
    m->dae.node = m->node;
    return PH_OK;
}
