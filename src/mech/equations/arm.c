/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/equations/arm.h"

#include <string.h>
#include "math/so3.h"

static bool is_at_reference(const phk_marker *m)
{
    return m->r.x == 0 && m->r.y == 0 && m->r.z == 0;
}

bool phk_arm_reaches(const phk_marker *m, int part, int cell)
{
    return part == PHK_MOVE ? cell == PHK_MOVE || !is_at_reference(m) : cell == PHK_TURN;
}

void phk_arm_covector(const phk_marker *m, const phk_pose *b, const phk_covector *c,
                      phk_along *by_q, phk_along *by_v)
{
    ph_vec3 w = phk_into_body(b, b->w), p = phk_into_body(b, c->p);
    ph_vec3 v = phk_into_body(b, c->v), spin = phk_into_body(b, c->w);
    ph_vec3 turn = ph_add(ph_cross(m->r, p), phk_into_body(b, c->phi));
    turn = ph_add(turn, ph_add(ph_cross(ph_cross(w, m->r), v), ph_cross(w, spin)));
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

/* a R x~ */
static ph_mat3 turn_hat(const ph_mat3 *a, const phk_pose *pose, ph_vec3 x)
{
    return phk_mat3_product(phk_mat3_product(*a, pose->R_WB), phk_hat(x));
}

void phk_arm_columns(phk_six *s, const phk_marker *m, const phk_pose *pose)
{
    for (int i = 0; i < 2; i++)
        s->b[i][PHK_TURN] = phk_mat3_axpy(phk_mat3_product(s->b[i][PHK_TURN], pose->R_WB), -1,
                                          turn_hat(&s->b[i][PHK_MOVE], pose, m->r));
}

phk_six phk_arm_turned_velocity(const phk_six *s, const phk_marker *m, const phk_pose *pose)
{
    phk_six t;
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

void phk_arm_rows(phk_six *s, const phk_marker *m, const phk_pose *pose)
{
    ph_mat3 Rt = transposed(&pose->R_WB), arm = phk_mat3_product(phk_hat(m->r), Rt);
    for (int j = 0; j < 2; j++)
        s->b[PHK_TURN][j] = phk_mat3_axpy(phk_mat3_product(Rt, s->b[PHK_TURN][j]), 1,
                                          phk_mat3_product(arm, s->b[PHK_MOVE][j]));
}

ph_mat3 phk_arm_turn(const phk_marker *m, const phk_pose *b, const ph_wrench *w)
{
    ph_mat3 moment = phk_mat3_product(phk_hat(m->r), phk_hat(phk_into_body(b, w->force)));
    return phk_mat3_axpy(phk_hat(phk_into_body(b, w->torque)), 1, moment);
}
