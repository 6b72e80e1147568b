/* SPDX-License-Identifier: BSD-3-Clause */
#include "element/line.h"

#include <stddef.h>
#include "element/tangent.h"

enum { MARKERS = PHK_LINE_MARKERS, COLUMNS = 6 * MARKERS };

/* Shorter than this there is no direction: also quotients by it would overflow. */
static const double nothing = 1e-100;

typedef struct {
    ph_vec3 u, along; /* direction; derivative of the rate by the place of the first marker */
    double length;
    phk_line_answer is;
} line_now;

bool phk_line_now(const ph_frame *frame, phk_dual *length, phk_dual *rate)
{
    ph_vec3 d = ph_sub(frame[0].p, frame[1].p);
    double L = ph_norm(d);
    *length = phk_d_variable(L, PHK_LINE_LENGTH);
    *rate = phk_d_constant(0);
    if (!(L > nothing)) return false;
    *rate =
        phk_d_variable(ph_dot(ph_scale(1 / L, d), ph_sub(frame[0].v, frame[1].v)), PHK_LINE_RATE);
    return true;
}

static bool now(const phk_line_kind *kind, const void *par, const ph_eval *eval, int e,
                const ph_frame *frame, line_now *l)
{
    phk_dual x[PHK_DUALS];
    if (!phk_line_now(frame, &x[PHK_LINE_LENGTH], &x[PHK_LINE_RATE])) return false;
    const char *own = (const char *)par + (size_t)e * kind->par_bytes;
    int at = PHK_LINE_STATE;
    for (int i = 0; i < kind->states; i++, at++)
        x[at] = phk_d_variable(eval->state[e * kind->states + i], at);
    for (int i = 0; i < kind->values; i++, at++) {
        const ph_expr *value = (const void *)(own + kind->value[i]);
        x[at] = phk_d_variable(value->value < 0 ? 0 : eval->value[value->value], at);
    }
    l->length = x[PHK_LINE_LENGTH].v;
    l->u = ph_scale(1 / l->length, ph_sub(frame[0].p, frame[1].p));
    ph_vec3 v = ph_sub(frame[0].v, frame[1].v);
    l->along = ph_scale(1 / l->length, ph_axpy(v, -x[PHK_LINE_RATE].v, l->u));
    l->is = kind->law(own, x);
    return true;
}

ph_status phk_line_wrench(const phk_line_kind *kind, int n, const void *par, const ph_eval *eval,
                          const ph_frame *frame, ph_wrench *w)
{
    ph_status status = PH_OK;
    for (int e = 0; e < n; e++, frame += MARKERS, w += MARKERS) {
        line_now l;
        ph_vec3 f = {NAN, NAN, NAN};
        if (now(kind, par, eval, e, frame, &l))
            f = ph_scale(l.is.force.v, l.u);
        else
            status = PH_E_NONFINITE;
        w[0] = (ph_wrench){f, {0, 0, 0}};
        w[1] = (ph_wrench){ph_scale(-1, f), {0, 0, 0}};
    }
    return status;
}

ph_status phk_line_rates(const phk_line_kind *kind, int n, const void *par, const ph_eval *eval,
                         const ph_frame *frame, double *rate)
{
    for (int e = 0; e < n; e++, frame += MARKERS, rate += kind->states) {
        line_now l;
        if (!now(kind, par, eval, e, frame, &l)) return PH_E_NONFINITE;
        for (int i = 0; i < kind->states; i++) rate[i] = l.is.rate[i].v;
    }
    return PH_OK;
}

/* Derivatives of the rate of one state, in its row. */
static void put_row(double *place, double *speed, const line_now *l, const phk_dual *rate)
{
    ph_vec3 by_place =
        ph_axpy(ph_scale(rate->d[PHK_LINE_LENGTH], l->u), rate->d[PHK_LINE_RATE], l->along);
    ph_vec3 by_speed = ph_scale(rate->d[PHK_LINE_RATE], l->u);
    const double p[3] = {by_place.x, by_place.y, by_place.z};
    const double v[3] = {by_speed.x, by_speed.y, by_speed.z};
    for (int c = 0; c < 3; c++) {
        place[c] = p[c], place[6 + c] = -p[c];
        speed[c] = v[c], speed[6 + c] = -v[c];
    }
}

ph_status phk_line_tangent(const phk_line_kind *kind, int n, const void *par, const ph_eval *eval,
                           const ph_frame *frame, ph_tangent *out)
{
    const ph_mat3 one = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    int rows = COLUMNS + kind->states, first_value = PHK_LINE_STATE + kind->states;
    for (int e = 0; e < n; e++, frame += MARKERS) {
        line_now l;
        if (!now(kind, par, eval, e, frame, &l)) return PH_E_NONFINITE;
        double *place = out->displacement + (size_t)(e * rows * COLUMNS);
        double *speed = out->velocity + (size_t)(e * rows * COLUMNS);
        double *value = out->value + (size_t)(e * rows * kind->values);
        double *state = out->state + (size_t)(e * rows * kind->states);
        const phk_dual *F = &l.is.force;
        ph_mat3 uu = phk_outer(l.u, l.u), uc = phk_outer(l.u, l.along);
        ph_mat3 across = phk_mat3_axpy(one, -1, uu);
        phk_pair_add(place, MARKERS, PHK_FORCE(0), PHK_MOVE(0), F->v / l.length, &across);
        phk_pair_add(place, MARKERS, PHK_FORCE(0), PHK_MOVE(0), F->d[PHK_LINE_LENGTH], &uu);
        phk_pair_add(place, MARKERS, PHK_FORCE(0), PHK_MOVE(0), F->d[PHK_LINE_RATE], &uc);
        phk_pair_add(speed, MARKERS, PHK_FORCE(0), PHK_MOVE(0), F->d[PHK_LINE_RATE], &uu);
        for (int i = 0; i < kind->states + kind->values; i++) {
            bool is_state = i < kind->states;
            double *to = is_state ? state : value;
            int width = is_state ? kind->states : kind->values,
                at = is_state ? i : i - kind->states;
            phk_column_add(to, width, PHK_FORCE(0), at, F->d[PHK_LINE_STATE + i], l.u);
            phk_column_add(to, width, PHK_FORCE(1), at, -F->d[PHK_LINE_STATE + i], l.u);
        }
        for (int s = 0; s < kind->states; s++) {
            const phk_dual *rate = &l.is.rate[s];
            int row = COLUMNS + s;
            put_row(place + row * COLUMNS, speed + row * COLUMNS, &l, rate);
            for (int i = 0; i < kind->states; i++)
                state[row * kind->states + i] = rate->d[PHK_LINE_STATE + i];
            for (int i = 0; i < kind->values; i++)
                value[row * kind->values + i] = rate->d[first_value + i];
        }
    }
    return PH_OK;
}
