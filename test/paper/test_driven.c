/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A rotor spun about an axis of a frame that is turned to and fro, both by motors: the torque of
 * the frame's motor is known in closed form. Errors as an independent implementation found them.
 */
#include "../build_model.h"
#include "../lab.h"

static ph_model *machine(double j3, double speed)
{
    char spin[40];
    ph_model *model = ph_model_create();
    ph_body_def frame = ph_default_body(), rotor = ph_default_body();
    frame.mass = rotor.mass = 1;
    frame.inertia = (ph_sym3){.3, .3, .3, 0, 0, 0};
    frame.omega = ph_v3(0, 0, 10);
    rotor.inertia = (ph_sym3){.02, .03, j3, 0, 0, 0};
    rotor.omega = ph_v3(speed, 0, 10);
    ph_model_add_body(model, "frame", &frame);
    ph_model_add_body(model, "rotor", &rotor);
    joint_add(model, "post", "revolute", "ground", "frame", ph_v3(0, 0, 0), ph_v3(0, 0, 1));
    joint_add(model, "axle", "revolute", "frame", "rotor", ph_v3(0, 0, 0), ph_v3(1, 0, 0));
    motion_add(model, "swing", "post", "sin(10*time)");
    snprintf(spin, sizeof spin, "%g*time", speed);
    motion_add(model, "spin", "axle", spin);
    return model;
}

typedef struct {
    double j3, speed, h;
    const phk_engine_method *method;
    double rho, alpha, error; /* [N m] largest of the torque after 0.1 s, as published */
} driven_case;

static double torque_error(const driven_case *c, double h)
{
    lab l = lab_open(machine(c->j3, c->speed));
    phk_engine_options o = lab_options();
    o.run.rho = c->rho;
    o.run.alpha = c->alpha;
    o.fresh = true;
    phk_engine *e = lab_start(&l, c->method, &o, h);
    double worst = 0;
    for (long k = 1; k <= lround(1 / h); k++) {
        double t = h * (double)k, psi = c->speed * t;
        if (e->step(e, t, true)) printf("failed at %g\n", t), exit(1);
        double s = sin(psi), rate = 10 * cos(10 * t), rate2 = -100 * sin(10 * t);
        double J = .3 + .03 * s * s + c->j3 * (1 - s * s);
        double want = J * rate2 + (.03 - c->j3) * sin(2 * psi) * c->speed * rate;
        /* motors come after the joints, in order */
        double got = -e->now.lambda[l.dae->nl - 2];
        if (t > .1) worst = fmax(worst, fabs(got - want));
    }
    lab_close(&l);
    return worst;
}

int main(void)
{
    const phk_engine_method *p4 = &phk_engine_galpha, *s = &phk_engine_hht;
    const driven_case table[] = {
        {.035, 10, 1e-3, p4, .8, NAN, 5.3e-4},     {.035, 10, 1e-3, p4, .5, NAN, 7.5e-4},
        {.035, 10, 1e-3, s, .8, NAN, 7.5e-4},      {.035, 10, 1e-3, s, NAN, -.3, 1.1e-3},
        {.035, 1000, 2.5e-4, p4, .8, NAN, 2.3},    {.035, 1000, 1.25e-4, p4, .8, NAN, .55},
        {.035, 1000, 1.25e-4, p4, .5, NAN, .79},   {.035, 1000, 1.25e-4, s, .8, NAN, .17},
        {.035, 1000, 1.25e-4, s, NAN, -.3, .23},   {.03, 1000, 1.25e-4, p4, .8, NAN, 9.9e-6},
        {.03, 1000, 1.25e-4, p4, .5, NAN, 1.3e-5}, {.03, 1000, 1.25e-4, s, .8, NAN, 2.9e-2},
        {.03, 1000, 1.25e-4, s, NAN, -.3, 4.4e-2},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const driven_case *c = &table[i];
        double error = torque_error(c, c->h);
        printf("%s rho %g alpha %g, J3 %g, %g rad/s, h %g: %.3g N m (%.3g)\n", c->method->info.name,
               c->rho, c->alpha, c->j3, c->speed, c->h, error, c->error);
        CHECK_RATIO(error, c->error, 0.15);
        if (c->speed > 10) continue;
        double order = log2(error / torque_error(c, c->h / 2));
        CHECK_NEAR(order, 2, 0.02);
    }
    return TEST_RESULT();
}
