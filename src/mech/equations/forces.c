/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Derivatives of the wrenches of force elements, and of the rates of their states: the element's
 * own, or differences when it has none.
 */
#include <math.h>
#include <string.h>
#include "math/so3.h"
#include "mech/equations/equations.h"

/* The element a tangent is made of. */
typedef struct {
    const ph_force_type *type;
    const void *par;
    ph_frame *frame; /* [markers] */
    ph_eval eval;
} one_element;

/* Central differences: the step at which rounding and curvature cost about the same. */
#define STEP 6e-6

static ph_vec3 *component_of(ph_frame *f, int part)
{
    return part == 0 ? &f->p : part == 2 ? &f->v : &f->w;
}

/* Moves one of the twelve: p, phi, v, w of a frame. */
static void shift(ph_frame *f, int k, double by)
{
    ph_vec3 d = ph_v3(k % 3 == 0 ? by : 0, k % 3 == 1 ? by : 0, k % 3 == 2 ? by : 0);
    if (k / 3 == 1) {
        f->R_WM = phk_mat3_product(ph_mat3_from_quat(phk_exp(d)), f->R_WM);
        return;
    }
    ph_vec3 *v = component_of(f, k / 3);
    *v = ph_add(*v, d);
}

static double size_of(const ph_frame *f, int k)
{
    if (k / 3 == 1) return 1;
    ph_vec3 v = *component_of((ph_frame *)f, k / 3);
    return fmax(1e-3, fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z))));
}

/* Wrenches and rates of one element, as its tangent lists them. */
static ph_status rows_of(const one_element *e, double *rows)
{
    ph_wrench *w = (ph_wrench *)(void *)rows;
    ph_status status = e->type->wrench(1, e->par, &e->eval, e->frame, w);
    if (status < 0 || !e->type->states) return status;
    return e->type->rates(1, e->par, &e->eval, e->frame, rows + 6 * e->type->markers);
}

static int row_count(const ph_force_type *type)
{
    return 6 * type->markers + type->states;
}

/* A number the wrench depends on, where it is. */
static ph_status by_number(const one_element *e, phk_scratch *s, double *number, double *column,
                           int ld)
{
    double kept = *number, h = STEP * fmax(1e-3, fabs(kept));
    *number = kept + h;
    ph_status status = rows_of(e, s->rows[0]);
    *number = kept - h;
    if (status >= 0) status = rows_of(e, s->rows[1]);
    *number = kept;
    for (int r = 0; status >= 0 && r < row_count(e->type); r++)
        column[r * ld] = (s->rows[0][r] - s->rows[1][r]) / (2 * h);
    return status;
}

/* Both derivatives by frames, by differences. */
static ph_status by_differences(const one_element *e, phk_scratch *s)
{
    int per = e->type->markers, ld = 6 * per;
    for (int i = 0; i < per; i++)
        for (int k = 0; k < 12; k++) {
            ph_frame kept = e->frame[i];
            double h = STEP * size_of(&kept, k);
            shift(&e->frame[i], k, h);
            ph_status status = rows_of(e, s->rows[0]);
            e->frame[i] = kept;
            shift(&e->frame[i], k, -h);
            if (status >= 0) status = rows_of(e, s->rows[1]);
            e->frame[i] = kept;
            if (status < 0) return status;
            double *column = (k < 6 ? s->displacement : s->velocity) + 6 * i + k % 6;
            for (int r = 0; r < row_count(e->type); r++)
                column[r * ld] = (s->rows[0][r] - s->rows[1][r]) / (2 * h);
        }
    return PH_OK;
}

/* The derivatives by the values of the expressions and by the states, by differences. */
static ph_status numbers_by_differences(phk_mechanism *m, const one_element *e,
                                        const phk_group *group, int k)
{
    phk_scratch *s = &m->scratch;
    int values = phk_type_values(e->type), states = e->type->states;
    double *state = m->system->state + group->state + k * states;
    ph_status status = PH_OK;
    phk_element_values(group, k, s->formula);
    for (int i = 0; i < values && status >= 0; i++)
        if (s->formula[i] >= 0)
            status = by_number(e, s, &m->system->value[s->formula[i]], s->value + i, values);
    for (int i = 0; i < states && status >= 0; i++)
        status = by_number(e, s, &state[i], s->state + i, states);
    return status;
}

/* The derivatives by the reaction it reads, by differences. */
static ph_status reaction_by_differences(phk_mechanism *m, const one_element *e)
{
    ph_wrench at = *e->eval.reaction;
    one_element moved = *e;
    moved.eval.reaction = &at;
    ph_status status = PH_OK;
    for (int c = 0; c < 6 && status >= 0; c++)
        status = by_number(&moved, &m->scratch, &at.force.x + c, m->scratch.reaction + c, 6);
    return status;
}

static ph_status tangent_of(phk_mechanism *m, const one_element *e, const phk_group *group, int k)
{
    phk_scratch *s = &m->scratch;
    size_t rows = (size_t)row_count(e->type), columns = 6 * (size_t)e->type->markers;
    memset(s->displacement, 0, rows * columns * sizeof(double));
    memset(s->velocity, 0, rows * columns * sizeof(double));
    memset(s->value, 0, rows * (size_t)phk_type_values(e->type) * sizeof(double));
    memset(s->state, 0, rows * (size_t)e->type->states * sizeof(double));
    if (e->type->reacts) memset(s->reaction, 0, 6 * rows * sizeof(double));
    if (!e->type->tangent) {
        ph_status status = by_differences(e, s);
        if (status >= 0 && e->type->reacts) status = reaction_by_differences(m, e);
        return status < 0 ? status : numbers_by_differences(m, e, group, k);
    }
    ph_tangent t = {s->displacement, s->velocity, s->value, s->state, s->reaction};
    return e->type->tangent(1, e->par, &e->eval, e->frame, &t);
}

int phk_type_values(const ph_force_type *type)
{
    int n = 0;
    for (const ph_field *f = type->fields; f->name; f++)
        n += f->kind == PH_FIELD_EXPR ? 1 : f->kind == PH_FIELD_EXPR3 ? 3 : 0;
    return n;
}

ph_status phk_scratch_create(phk_mechanism *m)
{
    size_t columns = 0, values = 0, states = 0;
    for (int g = 0; g < m->system->program->elements.groups; g++) {
        const ph_force_type *type = m->system->program->elements.group[g].type;
        size_t size[] = {6 * (size_t)type->markers, (size_t)phk_type_values(type),
                         (size_t)type->states};
        if (size[0] > columns) columns = size[0];
        if (size[1] > values) values = size[1];
        if (size[2] > states) states = size[2];
    }
    phk_scratch *s = &m->scratch;
    size_t rows = columns + states;
    double **array[] = {&s->displacement, &s->velocity,   &s->value,   &s->state,
                        &s->reaction,     &s->multiplier, &s->rows[0], &s->rows[1]};
    size_t width[] = {columns, columns, values, states, 6, PHK_JOINT_ROWS, 1, 1};
    for (int i = 0; i < 8; i++)
        if (!(*array[i] = phk_arena_alloc(&m->arena, (rows * width[i] + 1) * sizeof(double))))
            return PH_E_NOMEM;
    s->formula = phk_arena_alloc(&m->arena, (values + 1) * sizeof *s->formula);
    return s->formula ? PH_OK : PH_E_NOMEM;
}

/* ---- expressions ---- */

void phk_element_values(const phk_group *group, int k, int *value)
{
    const char *par = group->par + (size_t)k * group->type->par_bytes;
    for (const ph_field *f = group->type->fields; f->name; f++) {
        int count = f->kind == PH_FIELD_EXPR ? 1 : f->kind == PH_FIELD_EXPR3 ? 3 : 0;
        const ph_expr *x = (const void *)(par + f->offset);
        for (int i = 0; i < count; i++) *value++ = x[i].value;
    }
}

/* Markers that take a wrench. */
static int loaded(const ph_force_type *type)
{
    return type->loaded ? type->loaded : type->markers;
}

/* Adds -derivative by one value times the gradient of that value, to so many rows of a cell. */
static void emit_value(const phk_mechanism *m, int row, int rows, const phk_gradient *f,
                       const double *by, phk_emitter *e)
{
    for (int u = 0; u < f->n; u++) {
        int at = phk_emit_block(e, row, rows, f->unknown[u], 1);
        if (at < 0) continue;
        for (int c = 0; c < rows; c++) {
            int to = m->pattern.row_start[row + c] + at;
            if (by[c] == 0) continue;
            e->out->by_q[to] -= by[c] * f->by_q[u];
            e->out->by_v[to] -= by[c] * f->by_v[u];
            e->out->by_a[to] -= by[c] * f->by_a[u];
        }
    }
}

/* The same to all cells of the body of a marker: column [6][ld] is what the wrench at the marker
 * changes by; NULL: there are no values, or it is zero. */
static void emit_load(const phk_mechanism *m, int marker, const phk_gradient *f,
                      const double *column, int ld, phk_emitter *e)
{
    const phk_marker *on = phk_marker_now(m->system, marker);
    if (e->out && (!column || on->body < 0)) {
        phk_emit_pass(e, phk_cells_of_marker(on) * f->n);
        return;
    }
    ph_vec3 force = {0, 0, 0}, torque = {0, 0, 0};
    ph_wrench load = {force, torque};
    if (e->out) {
        force = ph_v3(column[0], column[ld], column[2 * ld]);
        torque = ph_v3(column[3 * ld], column[4 * ld], column[5 * ld]);
        load = phk_arm_load(on, &m->system->pose[on->body], force, torque);
    }
    emit_value(m, phk_cell_of_marker(m, marker, PHK_MOVE), 3, f, &load.force.x, e);
    emit_value(m, phk_cell_of_marker(m, marker, PHK_TURN), 3, f, &load.torque.x, e);
    if (!on->node) return;
    const double *along = e->out ? phk_bent_wrench(m, on, force, torque) : NULL;
    emit_value(m, phk_cell_of_marker(m, marker, PHK_MODES), phk_cell_width(m, marker, PHK_MODES), f,
               along, e);
}

/* The expressions of one element; the derivatives by them are in m->scratch if it acts. */
static void emit_values(phk_mechanism *m, const phk_group *group, int k, phk_emitter *e)
{
    const ph_force_type *type = group->type;
    int values = phk_type_values(type), *value = m->scratch.formula;
    phk_element_values(group, k, value);
    for (int i = 0; i < values; i++) {
        if (value[i] < 0) continue;
        const phk_gradient *f = &m->by.formula[value[i]];
        const bool acts = phk_group_acts(m->system, group)[k];
        for (int j = 0; j < loaded(type); j++)
            emit_load(m, group->marker[k * type->markers + j], f,
                      acts ? m->scratch.value + 6 * j * values + i : NULL, values, e);
    }
}

/* ---- states ---- */

/* What a state does to the wrenches of its element. */
static void emit_state_column(phk_mechanism *m, const phk_group *group, int k, int i, bool adds,
                              phk_emitter *e)
{
    const ph_force_type *type = group->type;
    int unknown = m->dae.nv + phk_element_states(m, group, k)[i], ld = type->states;
    double one = 1, none[2] = {0, 0};
    const phk_gradient self = {1, &unknown, &one, none, none + 1};
    for (int j = 0; j < loaded(type); j++)
        emit_load(m, group->marker[k * type->markers + j], &self,
                  adds ? m->scratch.state + 6 * j * ld + i : NULL, ld, e);
}

/* The row of a state: what its rate depends on. The diagonal is emitted with all states. */
static void emit_state_row(phk_mechanism *m, const phk_group *group, int k, int i, bool adds,
                           phk_emitter *e)
{
    const phk_scratch *s = &m->scratch;
    const int *state = phk_element_states(m, group, k);
    int per = group->type->markers, values = phk_type_values(group->type),
        states = group->type->states, from = 6 * per + i, row = m->dae.nv + state[i];
    for (int j = 0; j < per; j++) {
        int by = from * 6 * per + 6 * j;
        phk_emit_marker(m, row, group->marker[k * per + j], adds ? s->displacement + by : NULL,
                        adds ? s->velocity + by : NULL, e);
    }
    phk_element_values(group, k, s->formula);
    for (int v = 0; v < values; v++)
        if (s->formula[v] >= 0)
            phk_emit_gradient(row, &m->by.formula[s->formula[v]],
                              adds ? -s->value[from * values + v] : 0, e);
    for (int j = 0; j < states; j++) {
        int at = phk_emit_entry(e, row, m->dae.nv + state[j]);
        if (at >= 0 && adds) e->out->by_q[at] -= s->state[from * states + j];
    }
    if (group->reaction >= 0) phk_reaction_emit_row(m, group, k, row, from, e);
}

/* ---- a group ---- */

ph_status phk_element_tangent(phk_mechanism *m, int g, int k, const double *lambda)
{
    const phk_group *group = &m->system->program->elements.group[g];
    const ph_force_type *type = group->type;
    one_element e = {type, group->par + (size_t)k * type->par_bytes,
                     phk_group_frames(m->system, group) + k * type->markers,
                     phk_group_eval(m->system, group)};
    if (e.eval.memory) e.eval.memory += k * type->memory;
    if (e.eval.state) e.eval.state += k * type->states;
    if (e.eval.reaction) e.eval.reaction += k;
    ph_status status = tangent_of(m, &e, group, k);
    if (status >= 0 && type->reacts) phk_reaction_tangent(m, group, k, lambda);
    return status;
}

void phk_emit_wrenches(phk_mechanism *m, const phk_wrench_rows *w, phk_emitter *e)
{
    static const phk_fill all = {{{true, true}, {true, true}}}, none;
    int per = w->markers, ld = 6 * per;
    for (int i = 0; i < per; i++) {
        phk_pair own = {{{-1, -1}, {-1, -1}}};
        bool takes = w->wrench && i < w->loaded;
        for (int j = 0; j < per; j++) {
            phk_pair pair =
                phk_emit_pair(e, m, w->marker[i], w->marker[j], w->steady ? &none : &all);
            if (i == j) own = pair;
            if (!takes || w->steady) continue;
            int at = 6 * i * ld + 6 * j;
            phk_add_pair(m, w->marker[i], w->marker[j], &pair, -1,
                         &(phk_slopes){w->displacement + at, w->velocity + at, ld}, e->out);
        }
        if (takes) phk_add_turn(m, w->marker[i], &own, -1, &w->wrench[i], e->out->by_q);
    }
}

/* Derivatives by the motion of the markers. */
static void emit_element(phk_mechanism *m, const phk_group *group, int k, phk_emitter *e)
{
    int per = group->type->markers;
    bool adds = e->out && phk_group_acts(m->system, group)[k];
    phk_wrench_rows w = {.markers = per,
                         .loaded = loaded(group->type),
                         .marker = group->marker + k * per,
                         .steady = group->steady,
                         .wrench = adds ? phk_group_wrenches(m->system, group) + k * per : NULL,
                         .displacement = m->scratch.displacement,
                         .velocity = m->scratch.velocity};
    phk_emit_wrenches(m, &w, e);
}

ph_status phk_group_emit(phk_mechanism *m, int g, const double *lambda, phk_emitter *e)
{
    const phk_group *group = &m->system->program->elements.group[g];
    for (int k = 0; group->type->wrench && k < group->n; k++) {
        if (group->type->near && !m->coupled[group->first + k]) continue;
        if (e->out && phk_group_acts(m->system, group)[k] && !group->steady) {
            ph_status status = phk_element_tangent(m, g, k, lambda);
            if (status < 0) return status;
        }
        emit_element(m, group, k, e);
        emit_values(m, group, k, e);
        if (group->reaction >= 0) phk_reaction_emit(m, group, k, loaded(group->type), e);
        bool adds = e->out && phk_group_acts(m->system, group)[k];
        for (int i = 0; i < group->type->states; i++) {
            emit_state_column(m, group, k, i, adds, e);
            emit_state_row(m, group, k, i, adds, e);
        }
    }
    return PH_OK;
}
