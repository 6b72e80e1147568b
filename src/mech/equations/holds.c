/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One constraint at a time, whatever it is made of: for those that are not lists of rows, and for
 * what is asked too rarely to be done in batches.
 */
#include <string.h>
#include "mech/equations/equations.h"
#include "mech/equations/mechanism.h"
#include "mech/system/velocity.h"

void phk_hold_local(const phk_mechanism *m, int k, phk_local *l)
{
    const phk_system *sys = m->system;
    l->c = &sys->program->constraint[k];
    l->eval = phk_constraint_eval(sys, l->c);
    for (int side = 0; side < l->c->markers; side++)
        l->frame[side] = phk_marker_frame(sys, l->c->marker[side]);
    if (l->c->kind == PHK_HOLD_MOTION) l->drive = m->drives.drive[k];
}

void phk_hold_wrench(const phk_local *l, const double *lambda, ph_wrench *wrench)
{
    if (l->c->kind != PHK_HOLD_MOTION) {
        phk_joint_wrench(l->c->type, 1, l->c->par, &l->eval, l->frame, lambda + l->c->first,
                         wrench);
        if (l->c->velocity_rows)
            phk_velocity_wrench(l->c->type, l->c->par, &l->eval, l->frame,
                                lambda + l->c->velocity_first, wrench);
        return;
    }
    memset(wrench, 0, 2 * sizeof *wrench);
    phk_row_wrench(&l->c->row, &l->drive, l->frame, lambda + l->c->first, wrench);
}

void phk_hold_gradient(const phk_local *l, double *gradient)
{
    const phk_constraint *c = l->c;
    if (c->kind == PHK_HOLD_MOTION) {
        phk_row_gradient(&c->row, &l->drive, l->frame, (void *)gradient);
        return;
    }
    phk_joint_gradient(c->type, 1, c->par, &l->eval, l->frame, gradient);
    if (c->velocity_rows)
        c->type->velocity->coefficient(1, c->par, &l->eval, l->frame,
                                       gradient + c->rows * 6 * c->markers);
}

void phk_hold_curvature(const phk_local *l, const double *lambda, double *curvature)
{
    const phk_constraint *c = l->c;
    if (c->kind == PHK_HOLD_MOTION) {
        memset(curvature, 0, 144 * sizeof *curvature);
        phk_row_curvature(&c->row, &l->drive, l->frame, lambda + c->first, (void *)curvature);
        return;
    }
    phk_joint_curvature(c->type, 1, c->par, &l->eval, l->frame, lambda + c->first, curvature);
    if (!c->velocity_rows) return;
    phk_joint_curvatures more;
    c->type->velocity->curvature(1, c->par, &l->eval, l->frame, lambda + c->velocity_first, more);
    for (int i = 0; i < 36 * c->markers * c->markers; i++) curvature[i] += more[i];
}

void phk_hold_rates(const phk_local *l, double *rate, double *gamma)
{
    if (l->c->kind == PHK_HOLD_MOTION) {
        phk_row_rates(&l->c->row, &l->drive, l->frame, rate, gamma);
        return;
    }
    memset(rate, 0, (size_t)l->c->rows * sizeof *rate);
    phk_joint_gamma(l->c->type, 1, l->c->par, &l->eval, l->frame, gamma);
}

/* Takes a wrench at a marker on a node off the loads along the modes. */
static void take_off(phk_system *sys, const phk_marker *marker, const ph_wrench *w)
{
    const phk_bend *bend = phk_bend_of(marker);
    const phk_pose *b = &sys->pose[marker->body];
    ph_vec3 force = ph_scale(-1, phk_into_body(b, w->force));
    phk_bend_load(bend, force, ph_scale(-1, phk_into_body(b, w->torque)),
                  sys->mode_load + sys->program->flexible.item[bend->flexible].first);
}

void phk_holds_residual(phk_mechanism *m, const double *lambda, double *c)
{
    phk_system *sys = m->system;
    for (int i = 0; i < m->rows.others; i++) {
        if (sys->program->constraint[m->rows.other[i]].kind == PHK_HOLD_EQUATION) continue;
        phk_local l;
        phk_hold_local(m, m->rows.other[i], &l);
        int row = l.c->first;
        ph_wrench wrench[PH_JOINT_MARKERS];
        if (l.c->kind == PHK_HOLD_MOTION)
            phk_row_value(&l.c->row, &l.drive, l.frame, &c[row]);
        else
            phk_joint_value(l.c->type, 1, l.c->par, &l.eval, l.frame, &c[row]);
        if (l.c->velocity_rows)
            l.c->type->velocity->value(1, l.c->par, &l.eval, l.frame, &c[l.c->velocity_first]);
        phk_hold_wrench(&l, lambda, wrench);
        for (int side = 0; side < l.c->markers; side++) {
            const phk_marker *marker = phk_marker_now(sys, l.c->marker[side]);
            if (marker->body < 0) continue;
            const phk_pose *pose = &sys->pose[marker->body];
            ph_wrench *load = &sys->load[marker->body];
            ph_wrench w = phk_arm_load(marker, pose, wrench[side].force, wrench[side].torque);
            load->force = ph_sub(load->force, w.force);
            load->torque = ph_sub(load->torque, w.torque);
            if (marker->node) take_off(sys, marker, &wrench[side]);
        }
    }
}

ph_wrench phk_mechanism_reaction(const phk_mechanism *m, int joint, int side)
{
    ph_wrench wrench[PH_JOINT_MARKERS] = {0};
    const phk_constraint *c = &m->system->program->constraint[joint];
    if (c->kind == PHK_HOLD_EQUATION || !*phk_constraint_acts(m->system, joint))
        return wrench[side];
    phk_local l;
    phk_hold_local(m, joint, &l);
    phk_hold_wrench(&l, m->lambda_last, wrench);
    return (ph_wrench){ph_scale(-1, wrench[side].force), ph_scale(-1, wrench[side].torque)};
}

ph_wrench phk_mechanism_on_body(const phk_mechanism *m, int joint, int body)
{
    const phk_system *sys = m->system;
    const phk_constraint *c = &sys->program->constraint[joint];
    if (c->kind == PHK_HOLD_EQUATION) return phk_equation_load(m, joint, body);
    ph_wrench sum = {{0, 0, 0}, {0, 0, 0}};
    for (int side = 0; side < c->markers; side++) {
        const phk_marker *at = phk_marker_now(sys, c->marker[side]);
        if (at->body != body) continue;
        ph_wrench w = phk_mechanism_reaction(m, joint, side);
        ph_vec3 arm = ph_mat3_mul(sys->pose[body].R_WB, at->r);
        sum.force = ph_add(sum.force, w.force);
        sum.torque = ph_add(sum.torque, ph_add(w.torque, ph_cross(arm, w.force)));
    }
    return sum;
}

double phk_mechanism_velocity_power(const phk_mechanism *m, int joint)
{
    ph_wrench w[PH_JOINT_MARKERS] = {0};
    double power = 0;
    phk_local l;
    phk_hold_local(m, joint, &l);
    if (!l.c->velocity_rows || !*phk_constraint_acts(m->system, joint)) return 0;
    phk_velocity_wrench(l.c->type, l.c->par, &l.eval, l.frame, m->lambda_last + l.c->velocity_first,
                        w);
    for (int side = 0; side < l.c->markers; side++)
        power -= ph_dot(w[side].force, l.frame[side].v) + ph_dot(w[side].torque, l.frame[side].w);
    return power;
}
