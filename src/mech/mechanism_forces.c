/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Derivatives of the wrenches of force elements: the element's own, or differences of its wrench
 * when it has none.
 */
#include <math.h>
#include <string.h>
#include "math/so3.h"
#include "mech/equations.h"

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

static ph_status tangent_of(const one_element *e, phk_scratch *s)
{
    size_t per = (size_t)e->type->markers;
    memset(s->displacement, 0, 36 * per * per * sizeof(double));
    memset(s->velocity, 0, 36 * per * per * sizeof(double));
    if (!e->type->tangent) return by_differences(e, s);
    ph_tangent t = {s->displacement, s->velocity, s->value};
    memset(s->value, 0, 6 * per * (size_t)phk_type_values(e->type) * sizeof(double));
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
    for (int g = 0; g < m->system->groups; g++) {
        const ph_force_type *type = m->system->group[g].type;
        if ((size_t)type->markers > per) per = (size_t)type->markers;
        if ((size_t)phk_type_values(type) > values) values = (size_t)phk_type_values(type);
    }
    phk_scratch *s = &m->scratch;
    s->displacement = phk_arena_alloc(&m->arena, (36 * per * per + 1) * sizeof(double));
    s->velocity = phk_arena_alloc(&m->arena, (36 * per * per + 1) * sizeof(double));
    s->value = phk_arena_alloc(&m->arena, (6 * per * values + 1) * sizeof(double));
    s->wrench = phk_arena_alloc(&m->arena, (2 * per + 1) * sizeof(ph_wrench));
    return s->displacement && s->velocity && s->value && s->wrench ? PH_OK : PH_E_NOMEM;
}

ph_status phk_group_tangent(phk_mechanism *m, int g, phk_tangents *out)
{
    phk_group *group = &m->system->group[g];
    const ph_force_type *type = group->type;
    int per = type->markers, ld = 6 * per;
    for (int k = 0; type->wrench && k < group->n; k++) {
        if (!group->active[k]) continue;
        one_element e = {type, group->par + (size_t)k * type->par_bytes, group->frame + k * per,
                         phk_group_eval(m->system, group)};
        if (e.eval.memory) e.eval.memory += k * type->memory;
        const int *marker = group->marker + k * per;
        const phk_pair *pair = m->group_pair[g] + (size_t)k * (size_t)(per * per);
        ph_status status = tangent_of(&e, &m->scratch);
        if (status < 0) return status;
        for (int i = 0; i < per; i++) {
            for (int j = 0; j < per; j++) {
                int at = 6 * i * ld + 6 * j;
                phk_add_pair(m, marker[i], marker[j], &pair[i * per + j], -1,
                             m->scratch.displacement + at, ld, false, out);
                phk_add_pair(m, marker[i], marker[j], &pair[i * per + j], -1,
                             m->scratch.velocity + at, ld, true, out);
            }
            phk_add_turn(m, marker[i], &pair[i * per + i], -1, &group->wrench[k * per + i],
                         out->by_q);
        }
    }
    return PH_OK;
}
