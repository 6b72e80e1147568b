/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torque.c -- a spinning top under a torque computed by this program: one evaluation a step.
 */
#include <polhode/polhode.h>
#include <stdio.h>

static const double mgl = 20; /* weight times distance of the centre of mass from the tip [N m] */

/* t = -mgl (R e3) x e3 in world axes: what gravity does to a top on its tip */
static ph_status weight(void *calls, double t, const ph_frame *on, ph_wrench *wrench)
{
    ph_vec3 axis = {on->R_WM.m[0][2], on->R_WM.m[1][2], on->R_WM.m[2][2]};
    (void)t;
    *(int *)calls += 1;
    wrench->force = ph_v3(0, 0, 0);
    wrench->torque = ph_scale(-mgl, ph_cross(axis, ph_v3(0, 0, 1)));
    return PH_OK;
}

int main(void)
{
    int calls = 0;
    ph_sim *sim = NULL;
    ph_body_state s = {0};
    ph_energy energy = {0};
    ph_diag *diag = ph_diag_create();
    ph_model *model = ph_model_create();

    ph_body_def top = ph_default_body();
    top.mass = 2;                                               /* [kg] */
    top.inertia = (ph_sym3){5, 5, 1, 0, 0, 0};                  /* [kg m^2] about the tip */
    top.orientation = ph_quat_make(cos(0.15), sin(0.15), 0, 0); /* leans by 0.3 rad */
    top.position = ph_rotate(top.orientation, ph_v3(0, 0, mgl / 2 / 9.81)); /* [m] */
    top.omega = ph_v3(0, 0, 50);                                            /* [rad/s] body axes */
    top.has_pivot = true;

    ph_options options = ph_default_options();
    options.integrator.text = "liemid-ea";
    options.step = 1e-3; /* [s] */
    options.end = 1;     /* [s] */

    ph_status status = diag && model ? PH_OK : PH_E_NOMEM;
    if (!status) status = ph_model_add_body(model, "top", &top);
    if (!status) status = ph_model_add_force_function(model, "weight", "top", weight, &calls);
    if (!status) status = ph_sim_create(model, &options, diag, &sim);
    if (!status) status = ph_sim_advance(sim, options.end, diag);
    if (!status) status = ph_sim_get_body(sim, 0, &s);
    if (!status) printf("evaluations %d\n", calls);
    if (!status) status = ph_sim_energy(sim, &energy);

    if (!status) {
        ph_vec3 axis = ph_rotate(s.orientation, ph_v3(0, 0, 1));
        printf("attitude %.12g %.12g %.12g %.12g\n", s.orientation.w, s.orientation.x,
               s.orientation.y, s.orientation.z);
        printf("energy %.12g J\n", energy.kinetic + mgl * axis.z);
    }
    for (int i = 0; diag && i < ph_diag_count(diag); i++) {
        char text[1000];
        ph_diagnostic_format(ph_diag_get(diag, i), text, sizeof text);
        fprintf(stderr, "%s", text);
    }
    if (status) fprintf(stderr, "torque: %s\n", ph_status_text(status));
    ph_sim_free(sim);
    ph_model_free(model);
    ph_diag_free(diag);
    return status != PH_OK;
}
