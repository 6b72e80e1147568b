/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reading and setting the state of bodies, and states between two steps.
 *
 * Between steps: cubic Hermite for positions, and for rotations a cubic Hermite of the rotation
 * vector psi(s) with q(t) = q_n exp(psi). Its end slopes come from the angular velocities,  psi' =
 * dexp(-psi)^-1 Omega. So positions and attitudes are interpolated to third order or better and
 * velocities, their exact derivatives, to second or better: the order of the methods.
 */
#include <math.h>
#include <string.h>
#include "math/so3.h"
#include "sim/sim.h"

phk_state phk_sim_state(const ph_sim *sim)
{
    return phk_state_of(sim->drive->now, sim->drive->ld);
}

static bool has_body(const ph_sim *sim, int body)
{
    return body >= 0 && body < sim->system->program->bodies;
}

ph_status ph_sim_get_body(const ph_sim *sim, int body, ph_body_state *out)
{
    if (!has_body(sim, body)) return PH_E_USAGE;
    phk_state s = phk_sim_state(sim);
    ph_quat q = phk_column4(s.q, s.ld, body);
    ph_vec3 w = phk_column3(s.w, s.ld, body), r = sim->system->program->r_C[body];
    out->orientation = q;
    out->omega = w;
    out->position = ph_add(phk_column3(s.x, s.ld, body), ph_rotate(q, r));
    out->velocity = ph_add(phk_column3(s.v, s.ld, body), ph_rotate(q, ph_cross(w, r)));
    return PH_OK;
}

ph_status ph_sim_set_body(ph_sim *sim, int body, const ph_body_state *in)
{
    if (!has_body(sim, body)) return PH_E_USAGE;
    double norm = ph_quat_norm(in->orientation);
    if (!isfinite(ph_norm(in->position) + ph_norm(in->velocity) + ph_norm(in->omega)) ||
        !(fabs(norm - 1) < 1e-6))
        return PH_E_RANGE;
    ph_energy before = {0}, after = {0};
    ph_status status = ph_sim_energy(sim, &before);
    sim->drive->halt(sim->drive);
    ph_quat q = in->orientation;
    q = ph_quat_make(q.w / norm, q.x / norm, q.y / norm, q.z / norm);
    bool pivot = sim->system->program->pivot[body];
    sim->drive->set(sim->drive, body, pivot ? phk_bodies(sim->model)[body].pivot : in->position,
                    pivot ? ph_v3(0, 0, 0) : in->velocity, q, in->omega);
    /* the energy this puts in is not the integrator's doing, nor has it moved */
    if (!status && !ph_sim_energy(sim, &after)) {
        sim->ledger.initial += after.total - before.total;
        sim->ledger.potential += after.potential - before.potential;
    }
    return PH_OK;
}

void phk_sim_keep(ph_sim *sim)
{
    size_t size = PHK_STATE_SLOTS * (size_t)sim->drive->ld;
    memcpy(sim->before, sim->drive->now, size * sizeof(double));
    sim->before_t = sim->t;
}

phk_state phk_sim_before(const ph_sim *sim)
{
    return phk_state_of(sim->before, sim->drive->ld);
}

/* Cubic on [0, 1] from 0 with slope a to b with slope c: value and derivative. */
static void hermite(ph_vec3 a, ph_vec3 b, ph_vec3 c, double s, ph_vec3 *value, ph_vec3 *slope)
{
    double s2 = s * s, s3 = s2 * s;
    *value = ph_add(ph_scale(s3 - 2 * s2 + s, a),
                    ph_add(ph_scale(3 * s2 - 2 * s3, b), ph_scale(s3 - s2, c)));
    *slope = ph_add(ph_scale(3 * s2 - 4 * s + 1, a),
                    ph_add(ph_scale(6 * s - 6 * s2, b), ph_scale(3 * s2 - 2 * s, c)));
}

/* The rotation vector from q0 to q1 that is nearest to `guess`: a step may turn by more than pi. */
static ph_vec3 turn_between(ph_quat q0, ph_quat q1, ph_vec3 guess)
{
    ph_vec3 psi = phk_log(ph_quat_mul(ph_quat_conj(q0), q1));
    double angle = ph_norm(psi);
    if (angle == 0) return psi;
    ph_vec3 axis = ph_scale(1 / angle, psi);
    double turns = round((ph_dot(axis, guess) - angle) / (2 * PH_PI));
    return ph_scale(angle + 2 * PH_PI * turns, axis);
}

phk_state phk_sim_between(ph_sim *sim, double t)
{
    size_t ld = (size_t)sim->drive->ld;
    const double *a = sim->before, *b = sim->drive->now;
    double *o = sim->between, h = sim->t - sim->before_t, s = (t - sim->before_t) / h;
    for (int i = 0; i < sim->system->program->bodies; i++) {
        int n = (int)ld;
        ph_vec3 x0 = phk_column3(a + PHK_X * ld, n, i), dx, vx;
        hermite(ph_scale(h, phk_column3(a + PHK_V * ld, n, i)),
                ph_sub(phk_column3(b + PHK_X * ld, n, i), x0),
                ph_scale(h, phk_column3(b + PHK_V * ld, n, i)), s, &dx, &vx);
        phk_put_column3(o + PHK_X * ld, n, i, ph_add(x0, dx));
        phk_put_column3(o + PHK_V * ld, n, i, ph_scale(1 / h, vx));

        ph_vec3 w0 = ph_scale(h, phk_column3(a + PHK_W * ld, n, i));
        ph_vec3 w1 = ph_scale(h, phk_column3(b + PHK_W * ld, n, i)), psi, rate;
        ph_quat q0 = phk_column4(a + PHK_Q * ld, n, i), q1 = phk_column4(b + PHK_Q * ld, n, i);
        ph_vec3 whole = turn_between(q0, q1, ph_scale(0.5, ph_add(w0, w1)));
        hermite(w0, whole, ph_mat3_mul(phk_dexp_inverse(ph_scale(-1, whole)), w1), s, &psi, &rate);
        ph_quat q = ph_quat_mul(q0, phk_exp(psi));
        double norm = ph_quat_norm(q);
        double *oq = o + PHK_Q * ld + i;
        oq[0] = q.w / norm;
        oq[ld] = q.x / norm;
        oq[2 * ld] = q.y / norm;
        oq[3 * ld] = q.z / norm;
        phk_put_column3(o + PHK_W * ld, n, i,
                        ph_scale(1 / h, ph_mat3_mul(phk_dexp(ph_scale(-1, psi)), rate)));
    }
    return phk_state_of(o, (int)ld);
}
