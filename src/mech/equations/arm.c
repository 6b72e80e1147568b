/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/equations/arm.h"

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

static ph_vec3 row_of(const ph_mat3 *a, int i)
{
    return ph_v3(a->m[i][0], a->m[i][1], a->m[i][2]);
}

static void put_row(ph_mat3 *a, int i, ph_vec3 v)
{
    a->m[i][0] = v.x, a->m[i][1] = v.y, a->m[i][2] = v.z;
}

/* A row times x~ is the row x x; one times R is in body axes. */
void phk_arm_columns(phk_six *s, const phk_marker *m, const phk_pose *pose, phk_six *turned)
{
    const ph_vec3 w = phk_into_body(pose, pose->w), v = ph_cross(w, m->r);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) {
            const ph_vec3 move = phk_into_body(pose, row_of(&s->b[i][PHK_MOVE], k));
            const ph_vec3 turn = phk_into_body(pose, row_of(&s->b[i][PHK_TURN], k));
            put_row(&s->b[i][PHK_TURN], k, ph_sub(turn, ph_cross(move, m->r)));
            if (!turned) continue;
            put_row(&turned->b[i][PHK_TURN], k, ph_add(ph_cross(v, move), ph_cross(w, turn)));
        }
}

void phk_arm_rows(phk_six *s, const phk_marker *m, const phk_pose *pose)
{
    for (int j = 0; j < 2; j++) {
        const ph_mat3 *force = &s->b[PHK_MOVE][j];
        ph_mat3 *torque = &s->b[PHK_TURN][j];
        for (int k = 0; k < 3; k++) {
            const ph_vec3 f = ph_v3(force->m[0][k], force->m[1][k], force->m[2][k]);
            const ph_vec3 t = ph_v3(torque->m[0][k], torque->m[1][k], torque->m[2][k]);
            const ph_vec3 x = phk_arm_load(m, pose, f, t).torque;
            torque->m[0][k] = x.x, torque->m[1][k] = x.y, torque->m[2][k] = x.z;
        }
    }
}

ph_mat3 phk_arm_turn(const phk_marker *m, const phk_pose *b, const ph_wrench *w)
{
    ph_mat3 moment = phk_mat3_product(phk_hat(m->r), phk_hat(phk_into_body(b, w->force)));
    return phk_mat3_axpy(phk_hat(phk_into_body(b, w->torque)), 1, moment);
}
