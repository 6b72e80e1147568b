/* SPDX-License-Identifier: BSD-3-Clause
 *
 * problem_g.h -- one body with everything at once: full inertia, translation, a force at a point
 * off the centre of mass that depends on time, place and velocity, and a drag on its rotation.
 * As a force law in C and as a model with expressions, so that either checks the other.
 */
#ifndef PROBLEM_G_H
#define PROBLEM_G_H

#include "build_model.h"

static const ph_vec3 g_arm = {.6, -.3, .5};

/* End states at t = 4 without (0) and with (1) velocity-dependent loads: extrapolation in long
 * double, two step sizes. */
static const ph_body_state g_end[2] = {
    {{-1.2063606755236, 0.6522515840888, -0.3709287001073},
     {-0.96578683005047, -0.08380586650697, -0.03077060883615, 0.24348623220201},
     {1.1237587434564, -0.4800946187701, 0.7052982651668},
     {1.01755821597894, -0.05832693482656, 1.09387110836656}},
    {{-1.1849291339428, 1.1054474611438, -0.3537891992684},
     {-0.15814372584595, 0.70019104691838, -0.43947113036700, 0.53998906041221},
     {0.2202880941648, -0.3691388383147, 0.1593042416412},
     {0.24917561792365, -0.26828287641740, 0.40104917797329}}};

static inline ph_model *g_body(void)
{
    ph_model *model = ph_model_create();
    ph_body_def b = ph_default_body();
    b.mass = 1.7;
    b.inertia = (ph_sym3){2, 3, 2.5, .3, -.2, .4};
    b.omega = ph_v3(1, -.7, .9);
    b.position = ph_v3(.4, -.2, 0);
    b.velocity = ph_v3(0, .5, .3);
    ph_marker_def m = ph_default_marker();
    m.on.text = "g";
    m.at = g_arm;
    CHECK(ph_model_add_body(model, "g", &b) == PH_OK);
    CHECK(ph_model_add_marker(model, "b", &m) == PH_OK);
    return model;
}

static inline ph_status g_law(void *user, double t, const ph_frame *on, ph_wrench *w)
{
    double s = *(const double *)user;
    ph_vec3 p = on->p, u = on->v;
    ph_vec3 v = ph_sub(u, ph_cross(on->w, ph_mat3_mul(on->R_WM, g_arm)));
    double drag = -0.4 * s * (1 + ph_norm(u) / 2);
    w->force =
        ph_v3(-2 * p.x + 0.8 * sin(2 * t) + drag * u.x + s * 1.1 * v.y,
              -1.5 * p.y + drag * u.y - s * 1.1 * v.x, -3 * p.z + 0.5 * cos(3 * t) + drag * u.z);
    double c[3] = {0, 0, 0}, om[3] = {on->w.x, on->w.y, on->w.z};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) c[i] += on->R_WM.m[j][i] * om[j];
    double k = -0.3 * s * ph_norm(on->w);
    w->torque = ph_mat3_mul(on->R_WM, ph_v3(k * c[0], 2 * k * c[1], 3 * k * c[2]));
    return PH_OK;
}

static inline ph_model *g_function(double *s)
{
    ph_model *model = g_body();
    CHECK(ph_model_add_force_function(model, "law", "b", g_law, s) == PH_OK);
    return model;
}

static inline ph_model *g_expressions(double s)
{
    ph_model *model = g_body();
    CHECK(ph_model_add_parameter(model, "s", s) == PH_OK);
    /* read before it is written, and through another */
    CHECK(add_variable(model, "k", "-0.4*s*(1 + u/2)") == PH_OK);
    CHECK(add_variable(model, "u", "sqrt(b.vel.x^2 + b.vel.y^2 + b.vel.z^2)") == PH_OK);
    CHECK(add_variable(model, "w", "-0.3*s*sqrt(g.omega.x^2 + g.omega.y^2 + g.omega.z^2)") == 0);
    force_par f = force_make(
        "force", "b", NULL, 0, "-2*b.pos.x + 0.8*sin(2*time) + k*b.vel.x + s*1.1*g.vel.y",
        "-1.5*b.pos.y + k*b.vel.y - s*1.1*g.vel.x", "-3*b.pos.z + 0.5*cos(3*time) + k*b.vel.z");
    force_par t =
        force_make("torque", "g", "ground", 1, "w*g.omega.x", "2*w*g.omega.y", "3*w*g.omega.z");
    CHECK(force_add(model, "pull", &f) == PH_OK);
    CHECK(force_add(model, "drag", &t) == PH_OK);
    return model;
}

/* Spectral norm of the difference of two rotations. */
static inline double g_turn_error(ph_quat a, ph_quat b)
{
    ph_quat d = ph_quat_mul(ph_quat_conj(a), b);
    return 2 * sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
}

#endif
