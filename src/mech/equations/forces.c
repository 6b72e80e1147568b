/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Derivatives of the wrenches of force elements: the element's own, or differences of its wrench
 * when it has none.
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

static void put_difference(const ph_wrench *plus, const ph_wrench *minus, int markers, double width,
                           double *column, int ld)
{
    for (int i = 0; i < markers; i++) {
        const double *a = &plus[i].force.x, *b = &minus[i].force.x;
        for (int c = 0; c < 6; c++) column[(6 * i + c) * ld] = (a[c] - b[c]) / width;
    }
}

/* Both derivatives by frames, by differences. */
static ph_status by_differences(const one_element *e, phk_scratch *s)
{
    int per = e->type->markers, ld = 6 * per;
    ph_wrench *plus = s->wrench, *minus = s->wrench + per;
    for (int i = 0; i < per; i++)
        for (int k = 0; k < 12; k++) {
            ph_frame kept = e->frame[i];
            double h = STEP * size_of(&kept, k);
            shift(&e->frame[i], k, h);
            ph_status status = e->type->wrench(1, e->par, &e->eval, e->frame, plus);
            e->frame[i] = kept;
            shift(&e->frame[i], k, -h);
            if (status >= 0) status = e->type->wrench(1, e->par, &e->eval, e->frame, minus);
            e->frame[i] = kept;
            if (status < 0) return status;
            double *to = k < 6 ? s->displacement : s->velocity;
            put_difference(plus, minus, per, 2 * h, to + 6 * i + k % 6, ld);
        }
    return PH_OK;
}

/* The derivatives by the values of the expressions, by differences. */
static ph_status values_by_differences(phk_mechanism *m, const one_element *e,
                                       const phk_group *group, int k)
{
    phk_scratch *s = &m->scratch;
    int per = e->type->markers, values = phk_type_values(e->type);
    ph_wrench *plus = s->wrench, *minus = s->wrench + per;
    phk_element_values(group, k, s->formula);
    for (int i = 0; i < values; i++) {
        if (s->formula[i] < 0) continue;
        double *value = &m->system->value[s->formula[i]], kept = *value;
        double h = STEP * fmax(1e-3, fabs(kept));
        *value = kept + h;
        ph_status status = e->type->wrench(1, e->par, &e->eval, e->frame, plus);
        *value = kept - h;
        if (status >= 0) status = e->type->wrench(1, e->par, &e->eval, e->frame, minus);
        *value = kept;
        if (status < 0) return status;
        put_difference(plus, minus, per, 2 * h, s->value + i, values);
    }
    return PH_OK;
}

static ph_status tangent_of(phk_mechanism *m, const one_element *e, const phk_group *group, int k)
{
    phk_scratch *s = &m->scratch;
    size_t per = (size_t)e->type->markers;
    memset(s->displacement, 0, 36 * per * per * sizeof(double));
    memset(s->velocity, 0, 36 * per * per * sizeof(double));
    memset(s->value, 0, 6 * per * (size_t)phk_type_values(e->type) * sizeof(double));
    if (!e->type->tangent) {
        ph_status status = by_differences(e, s);
        return status < 0 ? status : values_by_differences(m, e, group, k);
    }
    ph_tangent t = {s->displacement, s->velocity, s->value};
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
    size_t per = 0, values = 0;
    for (int g = 0; g < m->system->program->elements.groups; g++) {
        const ph_force_type *type = m->system->program->elements.group[g].type;
        if ((size_t)type->markers > per) per = (size_t)type->markers;
        if ((size_t)phk_type_values(type) > values) values = (size_t)phk_type_values(type);
    }
    phk_scratch *s = &m->scratch;
    s->displacement = phk_arena_alloc(&m->arena, (36 * per * per + 1) * sizeof(double));
    s->velocity = phk_arena_alloc(&m->arena, (36 * per * per + 1) * sizeof(double));
    s->value = phk_arena_alloc(&m->arena, (6 * per * values + 1) * sizeof(double));
    s->wrench = phk_arena_alloc(&m->arena, (2 * per + 1) * sizeof(ph_wrench));
    s->formula = phk_arena_alloc(&m->arena, (values + 1) * sizeof *s->formula);
    return s->displacement && s->velocity && s->value && s->wrench && s->formula ? PH_OK
                                                                                 : PH_E_NOMEM;
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

/* Adds -derivative by one value times the gradient of that value, to the three rows of a cell. */
static void emit_value(const phk_mechanism *m, int row, const phk_gradient *f, ph_vec3 by_value,
                       phk_emitter *e)
{
    const double by[3] = {by_value.x, by_value.y, by_value.z};
    for (int u = 0; u < f->n; u++) {
        int at = phk_emit_block(e, row, 3, f->unknown[u], 1);
        if (at < 0) continue;
        for (int c = 0; c < 3; c++) {
            int to = m->pattern.row_start[row + c] + at;
            if (by[c] == 0) continue;
            e->out->by_q[to] -= by[c] * f->by_q[u];
            e->out->by_v[to] -= by[c] * f->by_v[u];
            e->out->by_a[to] -= by[c] * f->by_a[u];
        }
    }
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
        for (int j = 0; j < loaded(type); j++) {
            int marker = group->marker[k * type->markers + j];
            const phk_marker *on = &m->system->program->places.marker[marker];
            ph_vec3 force = {0, 0, 0}, torque = {0, 0, 0};
            if (e->out && (on->body < 0 || !phk_group_acts(m->system, group)[k])) {
                phk_emit_pass(e, 2 * f->n);
                continue;
            }
            if (e->out) {
                const phk_pose *pose = &m->system->pose[on->body];
                const double *v = m->scratch.value + 6 * j * values + i;
                force = ph_v3(v[0], v[values], v[2 * values]);
                torque = ph_v3(v[3 * values], v[4 * values], v[5 * values]);
                torque = phk_arm_load(on, pose, force, torque).torque;
            }
            emit_value(m, phk_cell_of_marker(m, marker, PHK_MOVE), f, force, e);
            emit_value(m, phk_cell_of_marker(m, marker, PHK_TURN), f, torque, e);
        }
    }
}

/* ---- a group ---- */

ph_status phk_element_tangent(phk_mechanism *m, int g, int k)
{
    const phk_group *group = &m->system->program->elements.group[g];
    const ph_force_type *type = group->type;
    one_element e = {type, group->par + (size_t)k * type->par_bytes,
                     phk_group_frames(m->system, group) + k * type->markers,
                     phk_group_eval(m->system, group)};
    if (e.eval.memory) e.eval.memory += k * type->memory;
    return tangent_of(m, &e, group, k);
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

ph_status phk_group_emit(phk_mechanism *m, int g, phk_emitter *e)
{
    const phk_group *group = &m->system->program->elements.group[g];
    for (int k = 0; group->type->wrench && k < group->n; k++) {
        if (group->type->near && !m->coupled[group->first + k]) continue;
        if (e->out && phk_group_acts(m->system, group)[k] && !group->steady) {
            ph_status status = phk_element_tangent(m, g, k);
            if (status < 0) return status;
        }
        emit_element(m, group, k, e);
        emit_values(m, group, k, e);
    }
    return PH_OK;
}
