/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/equations/arm.h"

#include <string.h>
#include "math/chart.h"

static bool is_at_reference(const phk_marker *m)
{
    return m->r.x == 0 && m->r.y == 0 && m->r.z == 0 && !m->node;
}

bool phk_arm_reaches(const phk_marker *m, int part, int cell)
{
    if (cell == PHK_MODES) return m->node && (part == PHK_MOVE || m->node->psi);
    return part == PHK_MOVE ? cell == PHK_MOVE || !is_at_reference(m) : cell == PHK_TURN;
}

/* Velocity of a marker against the frame of its body, and how its axes turn with that; body axes.
 */
typedef struct {
    ph_vec3 past, spin;
} motion_past;

static inline motion_past motion_of(const phk_marker *m, ph_vec3 w)
{
    motion_past is = {ph_cross(w, m->r), w};
    const phk_bend *bend = phk_bend_of(m);
    if (!bend) return is;
    return (motion_past){ph_add(is.past, bend->slip), ph_add(w, bend->spin)};
}

void phk_arm_covector(const phk_marker *m, const phk_pose *b, const phk_covector *c,
                      phk_along *by_q, phk_along *by_v)
{
    ph_vec3 w = phk_into_body(b, b->w), p = phk_into_body(b, c->p);
    ph_vec3 v = phk_into_body(b, c->v), spin = phk_into_body(b, c->w);
    ph_vec3 turn = ph_add(ph_cross(m->r, p), phk_into_body(b, c->phi));
    motion_past is = motion_of(m, w);
    turn = ph_add(turn, ph_add(ph_cross(is.past, v), ph_cross(is.spin, spin)));
    *by_q = (phk_along){c->p, turn};
    *by_v = (phk_along){c->v, ph_add(ph_cross(m->r, v), spin)};
}

void phk_arm_acceleration_covector(const phk_marker *m, ph_vec3 w, ph_vec3 alpha, ph_vec3 e,
                                   ph_vec3 *by_q, ph_vec3 *by_v, ph_vec3 *by_a)
{
    *by_a = ph_cross(m->r, e);
    *by_q = ph_cross(phk_arm_acceleration(m, w, alpha), e);
    *by_v = ph_add(ph_cross(ph_cross(w, m->r), e), ph_cross(m->r, ph_cross(e, w)));
}

ph_vec3 phk_arm_centripetal(const phk_marker *m, const phk_pose *b)
{
    return ph_cross(b->w, ph_cross(b->w, ph_mat3_mul(b->R_WB, m->r)));
}

phk_course phk_arm_course(const phk_marker *m, const phk_pose *b, ph_vec3 v, ph_vec3 w)
{
    ph_vec3 once = ph_cross(w, m->r);
    return (phk_course){ph_add(ph_mat3_mul(b->R_WB, once), v),
                        ph_mat3_mul(b->R_WB, ph_cross(w, once)), ph_mat3_mul(b->R_WB, w)};
}

/* ---- derivatives of wrenches ---- */

/* a x~: the rows of a, each crossed with x. */
static ph_mat3 crossed(const ph_mat3 *a, ph_vec3 x)
{
    ph_mat3 r;
    for (int i = 0; i < 3; i++) {
        const double *p = a->m[i];
        r.m[i][0] = p[1] * x.z - p[2] * x.y;
        r.m[i][1] = p[2] * x.x - p[0] * x.z;
        r.m[i][2] = p[0] * x.y - p[1] * x.x;
    }
    return r;
}

void phk_arm_rows(phk_six *s[2], const phk_marker *m, const phk_pose *pose)
{
    const double(*R)[3] = pose->R_WB.m;
    ph_mat3 back, arm; /* R', r~R' */
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 3; i++) back.m[i][j] = R[j][i];
        arm.m[0][j] = m->r.y * R[j][2] - m->r.z * R[j][1];
        arm.m[1][j] = m->r.z * R[j][0] - m->r.x * R[j][2];
        arm.m[2][j] = m->r.x * R[j][1] - m->r.y * R[j][0];
    }
    for (int k = 0; k < 2 && s[k]; k++)
        for (int j = 0; j < 2; j++) {
            ph_mat3 *torque = &s[k]->b[PHK_TURN][j];
            *torque = phk_mat3_axpy(phk_mat3_product(back, *torque), 1,
                                    phk_mat3_product(arm, s[k]->b[PHK_MOVE][j]));
        }
}

void phk_arm_columns(phk_six *s, const phk_marker *m, const phk_pose *pose, ph_mat3 carried[2])
{
    const ph_vec3 w = phk_into_body(pose, pose->w), v = ph_cross(w, m->r);
    for (int i = 0; i < 2; i++) {
        const ph_mat3 move = phk_mat3_product(s->b[i][PHK_MOVE], pose->R_WB);
        const ph_mat3 turn = phk_mat3_product(s->b[i][PHK_TURN], pose->R_WB);
        s->b[i][PHK_TURN] = phk_mat3_axpy(turn, -1, crossed(&move, m->r));
        if (carried) carried[i] = phk_mat3_axpy(crossed(&move, v), 1, crossed(&turn, w));
    }
}

ph_mat3 phk_arm_turn(const phk_marker *m, const phk_pose *b, const ph_wrench *w)
{
    ph_mat3 moment = phk_mat3_product(phk_hat(m->r), phk_hat(phk_into_body(b, w->force)));
    return phk_mat3_axpy(phk_hat(phk_into_body(b, w->torque)), 1, moment);
}
