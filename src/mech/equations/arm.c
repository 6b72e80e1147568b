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

/* R'a */
static ph_mat3 into_body(const phk_pose *pose, const ph_mat3 *a)
{
    const double(*R)[3] = pose->R_WB.m;
    ph_mat3 r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.m[i][j] = R[0][i] * a->m[0][j] + R[1][i] * a->m[1][j] + R[2][i] * a->m[2][j];
    return r;
}

/* torque += r~ R' force */
static void add_moment(const phk_marker *m, const phk_pose *pose, const ph_mat3 *force,
                       ph_mat3 *torque)
{
    const ph_mat3 f = into_body(pose, force);
    for (int j = 0; j < 3; j++) {
        torque->m[0][j] += m->r.y * f.m[2][j] - m->r.z * f.m[1][j];
        torque->m[1][j] += m->r.z * f.m[0][j] - m->r.x * f.m[2][j];
        torque->m[2][j] += m->r.x * f.m[1][j] - m->r.y * f.m[0][j];
    }
}

void phk_arm_rows(phk_six *s, const phk_marker *m, const phk_pose *pose)
{
    for (int j = 0; j < 2; j++) {
        s->b[PHK_TURN][j] = into_body(pose, &s->b[PHK_TURN][j]);
        add_moment(m, pose, &s->b[PHK_MOVE][j], &s->b[PHK_TURN][j]);
    }
}

/* The columns of a turn: by turn R - by move R r~. What they were, times R, are left in `turned`. */
static void turn_columns(ph_mat3 b[2], const phk_marker *m, const phk_pose *pose, ph_mat3 turned[2])
{
    for (int j = 0; j < 2; j++) turned[j] = phk_mat3_product(b[j], pose->R_WB);
    b[PHK_TURN] = phk_mat3_axpy(turned[PHK_TURN], -1, crossed(&turned[PHK_MOVE], m->r));
}

void phk_arm_columns(phk_six *s, phk_six *by_velocity, const phk_marker *m, const phk_pose *pose)
{
    const ph_vec3 w = phk_into_body(pose, pose->w), v = ph_cross(w, m->r);
    ph_mat3 turned[2];
    for (int i = 0; i < 2; i++) turn_columns(s->b[i], m, pose, turned);
    for (int i = 0; i < 2 && by_velocity; i++) {
        ph_mat3 *by_turn = &s->b[i][PHK_TURN];
        turn_columns(by_velocity->b[i], m, pose, turned);
        *by_turn = phk_mat3_axpy(*by_turn, -1, crossed(&turned[PHK_MOVE], v));
        *by_turn = phk_mat3_axpy(*by_turn, -1, crossed(&turned[PHK_TURN], w));
    }
}

ph_mat3 phk_arm_turn(const phk_marker *m, const phk_pose *b, const ph_wrench *w)
{
    ph_mat3 moment = phk_mat3_product(phk_hat(m->r), phk_hat(phk_into_body(b, w->force)));
    return phk_mat3_axpy(phk_hat(phk_into_body(b, w->torque)), 1, moment);
}
