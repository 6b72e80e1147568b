/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_vector.c -- the kernel of the elements by components; see force_vector.h.
 *
 * With axes R of marker a and components c:  f = R c,  df = R dc - f~ dphi_a.
 */
#include "element/force_vector.h"

#include "element/tangent.h"

const char *const phk_axes_words[] = {"world", "own", NULL};

enum { MARKERS = 3 };

int phk_axes_marker(const ph_place *axes_of, int axes)
{
    /* without a place the third marker is ground: the world's axes */
    return !phk_is_given(axes_of) && axes == PHK_AXES_OWN ? PHK_FIRST : PHK_THIRD;
}

static ph_vec3 components(const ph_expr *x, const ph_eval *eval)
{
    double c[3];
    for (int i = 0; i < 3; i++) c[i] = x[i].value < 0 ? 0 : eval->value[x[i].value];
    return ph_v3(c[0], c[1], c[2]);
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

/* By the motion of the markers; w: what acts on the first. */
static void by_displacement(double *d, const ph_frame *frame, const ph_wrench *w, int axes)
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

static void by_value(phk_vector_kind kind, double *v, const ph_frame *frame, const ph_mat3 *R)
{
    ph_vec3 arm = ph_sub(frame[1].p, frame[0].p);
    for (int c = 0; c < 3; c++) {
        ph_vec3 axis = phk_axis(R, c);
        if (kind.force) {
            phk_column_add(v, kind.values, PHK_FORCE(0), c, 1, axis);
            phk_column_add(v, kind.values, PHK_FORCE(1), c, -1, axis);
            phk_column_add(v, kind.values, PHK_TORQUE(1), c, 1, ph_cross(arm, axis));
        }
        if (kind.torque) {
            int column = c + (kind.force ? 3 : 0);
            phk_column_add(v, kind.values, PHK_TORQUE(0), column, 1, axis);
            phk_column_add(v, kind.values, PHK_TORQUE(1), column, -1, axis);
        }
    }
}

void phk_vector_tangent(phk_vector_kind kind, int n, const phk_vector *p, const ph_eval *eval,
                        const ph_frame *frame, ph_tangent *tangent)
{
    for (int e = 0; e < n; e++, frame += MARKERS) {
        int axes = phk_axes_marker(&p[e].axes_of, p[e].axes);
        ph_wrench w = action(kind, &p[e], eval, frame);
        by_displacement(phk_square(tangent->displacement, e, MARKERS), frame, &w, axes);
        by_value(kind, tangent->value + (size_t)(e * 6 * MARKERS * kind.values), frame,
                 &frame[axes].R_WM);
    }
}

void phk_vector_potential(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                          double *potential)
{
    const phk_vector *p = par;
    (void)frame;
    for (int e = 0; e < n; e++)
        potential[e] = p[e].potential.value < 0 ? 0 : eval->value[p[e].potential.value];
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
