/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_vector.c -- the kernel of the elements by components; see force_vector.h.
 *
 * With axes R of marker a and components c:  f = R c,  df = R dc - f~ dphi_a.
 */
#include "element/force_vector.h"

#include "element/tangent.h"

const char *const phk_axes_words[] = {"world", "own", NULL};

enum { MARKERS = PHK_ACTION_MARKERS };

int phk_axes_marker(const ph_place *axes_of, int axes)
{
    /* without a place the third marker is ground: the world's axes */
    return !phk_is_given(axes_of) && axes == PHK_AXES_OWN ? PHK_FIRST : PHK_THIRD;
}

static ph_vec3 components(const ph_expr *x, const ph_eval *eval)
{
    return ph_v3(phk_value(&x[0], eval), phk_value(&x[1], eval), phk_value(&x[2], eval));
}

/* Force and torque on the first marker, in world axes. */
static ph_wrench action(phk_vector_kind kind, const phk_vector *p, const ph_eval *eval,
                        const ph_frame *frame)
{
    const ph_mat3 *R = &frame[phk_axes_marker(&p->axes_of, p->axes)].R_WM;
    ph_wrench w = {{0, 0, 0}, {0, 0, 0}};
    if (kind.force) w.force = ph_mat3_mul(*R, components(p->force, eval));
    if (kind.torque) w.torque = ph_mat3_mul(*R, components(p->torque, eval));
    return w;
}

void phk_react(const ph_frame *frame, ph_wrench *w)
{
    ph_vec3 arm = ph_sub(frame[1].p, frame[0].p);
    w[1] = (ph_wrench){ph_scale(-1, w[0].force), ph_sub(ph_cross(arm, w[0].force), w[0].torque)};
    w[2] = (ph_wrench){{0, 0, 0}, {0, 0, 0}};
}

void phk_vector_wrench(phk_vector_kind kind, int n, const phk_vector *p, const ph_eval *eval,
                       const ph_frame *frame, ph_wrench *w)
{
    for (int e = 0; e < n; e++, frame += MARKERS, w += MARKERS) {
        ph_vec3 arm = ph_sub(frame[1].p, frame[0].p);
        w[0] = action(kind, &p[e], eval, frame);
        w[1] =
            (ph_wrench){ph_scale(-1, w[0].force), ph_sub(ph_cross(arm, w[0].force), w[0].torque)};
        w[2] = (ph_wrench){{0, 0, 0}, {0, 0, 0}};
    }
}

void phk_action_turned(double *d, const ph_frame *frame, const ph_wrench *w, int axes)
{
    ph_mat3 arm = phk_hat(ph_sub(frame[1].p, frame[0].p)), f = phk_hat(w->force);
    ph_mat3 t = phk_hat(w->torque), arm_f = phk_mat3_product(arm, f);
    phk_block_add(d, MARKERS, PHK_FORCE(0), PHK_TURN(axes), -1, &f);
    phk_block_add(d, MARKERS, PHK_TORQUE(0), PHK_TURN(axes), -1, &t);
    phk_block_add(d, MARKERS, PHK_FORCE(1), PHK_TURN(axes), 1, &f);
    phk_block_add(d, MARKERS, PHK_TORQUE(1), PHK_TURN(axes), 1, &t);
    phk_block_add(d, MARKERS, PHK_TORQUE(1), PHK_TURN(axes), -1, &arm_f);
    phk_block_add(d, MARKERS, PHK_TORQUE(1), PHK_MOVE(1), -1, &f);
    phk_block_add(d, MARKERS, PHK_TORQUE(1), PHK_MOVE(0), 1, &f);
}

void phk_action_by_value(double *v, int values, int column, const ph_frame *frame,
                         const ph_wrench *unit)
{
    ph_wrench w[MARKERS] = {*unit};
    phk_react(frame, w);
    for (int k = 0; k < 2; k++) {
        phk_column_add(v, values, PHK_FORCE(k), column, 1, w[k].force);
        phk_column_add(v, values, PHK_TORQUE(k), column, 1, w[k].torque);
    }
}

static void by_value(phk_vector_kind kind, double *v, const ph_frame *frame, const ph_mat3 *R)
{
    for (int c = 0; c < 3; c++) {
        ph_wrench push = {phk_axis(R, c), {0, 0, 0}}, twist = {{0, 0, 0}, phk_axis(R, c)};
        if (kind.force) phk_action_by_value(v, kind.values, c, frame, &push);
        if (kind.torque)
            phk_action_by_value(v, kind.values, c + (kind.force ? 3 : 0), frame, &twist);
    }
}

void phk_vector_tangent(phk_vector_kind kind, int n, const phk_vector *p, const ph_eval *eval,
                        const ph_frame *frame, ph_tangent *tangent)
{
    for (int e = 0; e < n; e++, frame += MARKERS) {
        int axes = phk_axes_marker(&p[e].axes_of, p[e].axes);
        ph_wrench w = action(kind, &p[e], eval, frame);
        phk_action_turned(phk_square(tangent->displacement, e, MARKERS), frame, &w, axes);
        by_value(kind, tangent->value + (size_t)(e * 6 * MARKERS * kind.values), frame,
                 &frame[axes].R_WM);
    }
}

void phk_vector_potential(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                          double *potential)
{
    const phk_vector *p = par;
    (void)frame;
    for (int e = 0; e < n; e++) potential[e] = phk_value(&p[e].potential, eval);
}

ph_work_class phk_vector_work(const void *par)
{
    const phk_vector *p = par;
    return p->potential.text ? PH_WORK_CONSERVATIVE : PH_WORK_APPLIED;
}

void phk_vector_window(const void *par, double *from, double *until)
{
    const phk_vector *p = par;
    *from = p->from;
    *until = p->until;
}
