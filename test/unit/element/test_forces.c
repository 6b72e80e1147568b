/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The force elements one by one, against numbers made by hand. Markers are called as the kernels
 * see them: 0 is `on`, 1 `reaction`, 2 the one that lends its axes.
 */
#include "build_model.h"
#include "math/so3.h"

static ph_frame at(double x, double y, double z)
{
    return (ph_frame){.p = {x, y, z}, .R_WM = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
}

static ph_frame turned(ph_frame f, ph_vec3 rotation)
{
    f.R_WM = ph_mat3_from_quat(phk_exp(rotation));
    return f;
}

static void near3(ph_vec3 got, double x, double y, double z, double tolerance)
{
    CHECK_NEAR(got.x, x, tolerance);
    CHECK_NEAR(got.y, y, tolerance);
    CHECK_NEAR(got.z, z, tolerance);
}

static ph_status act(const force_par *f, const double *value, const ph_frame *frame, ph_wrench *w)
{
    ph_eval eval = {.value = value};
    return f->type->wrench(1, f->par.bytes, &eval, frame, w);
}

static double potential(const force_par *f, const ph_frame *frame)
{
    double v;
    ph_eval eval = {0};
    f->type->potential(1, f->par.bytes, &eval, frame, &v);
    return v;
}

static double lost(const force_par *f, const ph_frame *frame)
{
    double v;
    ph_eval eval = {0};
    f->type->dissipation(1, f->par.bytes, &eval, frame, &v);
    return v;
}

static void set_value(force_par *f, const char *key, int component, int value)
{
    force_put(f, key, component, &(ph_expr){.text = "x", .value = value}, sizeof(ph_expr));
}

/* 3-4-5: stretched from 2 m to 5 m by k = 10, while parting at 3/5 of 2 m/s. */
static void spring(void)
{
    force_par f = force_begin("spring_damper");
    force_number(&f, "stiffness", 10);
    force_number(&f, "damping", 5);
    force_number(&f, "length", 2);
    force_number(&f, "force", 4);
    ph_frame frame[2] = {at(4, 5, 1), at(1, 1, 1)};
    ph_wrench w[2];
    frame[0].v = ph_v3(3, 0, 7);
    frame[1].v = ph_v3(1, 0, 0);
    CHECK(act(&f, NULL, frame, w) == PH_OK);
    /* F = 4 - 10*3 - 5*(2*3/5) = -32 */
    near3(w[0].force, -32 * 0.6, -32 * 0.8, 0, 1e-14);
    near3(w[1].force, 32 * 0.6, 32 * 0.8, 0, 1e-14);
    near3(w[0].torque, 0, 0, 0, 0);
    CHECK_NEAR(potential(&f, frame), 5 * 9 - 4 * 3, 1e-13);
    CHECK_NEAR(lost(&f, frame), 5 * 1.2 * 1.2, 1e-14);
}

/* Where the ends meet there is no direction, unless none is needed. */
static void spring_without_length(void)
{
    double place[144] = {0}, speed[144] = {0};
    ph_tangent t = {.displacement = place, .velocity = speed};
    ph_eval eval = {0};
    ph_frame frame[2] = {at(1, 1, 1), at(1, 1, 1)};
    ph_wrench w[2];
    force_par f = force_begin("spring_damper");
    force_number(&f, "stiffness", 10);
    force_number(&f, "length", 2);
    CHECK(act(&f, NULL, frame, w) == PH_E_NONFINITE);
    CHECK(isnan(w[0].force.x) && isnan(w[1].force.z));
    CHECK(f.type->tangent(1, f.par.bytes, &eval, frame, &t) == PH_E_NONFINITE);
    for (int i = 0; i < 144; i++) CHECK(place[i] == 0 && speed[i] == 0);

    force_number(&f, "length", 0);
    CHECK(act(&f, NULL, frame, w) == PH_OK);
    near3(w[0].force, 0, 0, 0, 0);
    CHECK(f.type->tangent(1, f.par.bytes, &eval, frame, &t) == PH_OK);
    CHECK(place[0] == -10 && place[13] == -10 && place[26] == -10 && place[1] == 0);
    CHECK(place[6] == 10);

    force_number(&f, "damping", 1);
    CHECK(act(&f, NULL, frame, w) == PH_E_NONFINITE);
}

/* A quarter turn about a z that both share; then axes that part by 60 degrees. */
static void torsion(void)
{
    force_par f = force_begin("torsion_spring");
    force_number(&f, "stiffness", 8);
    force_number(&f, "damping", 0.5);
    force_number(&f, "angle", 0.1);
    force_number(&f, "torque", 2);
    ph_frame frame[2] = {turned(at(1, 2, 3), ph_v3(0, 0, PH_PI / 2)), at(0, 0, 0)};
    ph_wrench w[2];
    frame[0].w = ph_v3(9, 9, 3);
    frame[1].w = ph_v3(9, 9, 1);
    CHECK(act(&f, NULL, frame, w) == PH_OK);
    double wound = PH_PI / 2 - 0.1, torque = 2 - 8 * wound - 0.5 * 2;
    near3(w[0].torque, 0, 0, torque, 1e-14);
    near3(w[1].torque, 0, 0, -torque, 1e-14);
    near3(w[0].force, 0, 0, 0, 0);
    CHECK_NEAR(potential(&f, frame), 4 * wound * wound - 2 * wound, 1e-13);
    CHECK_NEAR(lost(&f, frame), 0.5 * 4, 1e-14);

    /* bent about x by 60 degrees there is no twist: only the preload, and what the rate gives */
    frame[0] = turned(at(0, 0, 0), ph_v3(PH_PI / 3, 0, 0));
    frame[1] = at(0, 0, 0);
    CHECK(act(&f, NULL, frame, w) == PH_OK);
    torque = 2 + 8 * 0.1;
    /* g = (z + Z)/(1 + z.Z) with z = (0, -sin 60, cos 60) */
    near3(w[0].torque, 0, -torque * sin(PH_PI / 3) / 1.5, torque, 1e-14);

    /* opposite axes */
    frame[0] = turned(at(0, 0, 0), ph_v3(PH_PI, 0, 0));
    CHECK(act(&f, NULL, frame, w) == PH_E_NONFINITE);
    CHECK(isnan(w[0].torque.z));
}

/* Turns are counted from what was remembered. */
static void torsion_turns(void)
{
    force_par f = force_begin("torsion_spring");
    force_number(&f, "stiffness", 1);
    double memory = 0;
    ph_wrench w[2];
    for (int k = 0; k <= 100; k++) {
        double angle = 0.25 * k; /* four turns */
        ph_frame frame[2] = {turned(at(0, 0, 0), ph_v3(0, 0, angle)), at(0, 0, 0)};
        ph_eval eval = {.memory = k ? &memory : NULL};
        CHECK(f.type->wrench(1, f.par.bytes, &eval, frame, w) == PH_OK);
        CHECK_NEAR(w[0].torque.z, -angle, 1e-13);
        f.type->remember(1, f.par.bytes, &eval, frame, &memory);
        CHECK_NEAR(memory, angle, 1e-13);
    }
}

/* Displacements and rates along the axes of a reaction marker turned by a quarter about z. */
static void bushing_axes(void)
{
    static const double k[6] = {100, 200, 300, 1, 1, 1}, c[6] = {10, 20, 30, 0, 0, 0};
    static const double preload[6] = {1, 2, 3, 4, 5, 6};
    force_par f = force_begin("bushing");
    force_put(&f, "stiffness", 0, &(ph_numbers){6, k}, sizeof(ph_numbers));
    ph_frame frame[2] = {turned(at(1.1, 2.2, 3.3), ph_v3(0, 0, PH_PI / 2)),
                         turned(at(1, 2, 3), ph_v3(0, 0, PH_PI / 2))};
    ph_wrench w[2];
    /* world (.1, .2, .3) is (.2, -.1, .3) there: F = (-20, 20, -90), back to (-20, -20, -90) */
    CHECK(act(&f, NULL, frame, w) == PH_OK);
    near3(w[0].force, -20, -20, -90, 1e-12);
    near3(w[0].torque, 0, 0, 0, 1e-12);
    near3(w[1].force, 20, 20, 90, 1e-12);
    /* at the second marker: -(d x f), d = (.1, .2, .3) */
    near3(w[1].torque, -(0.2 * -90 - 0.3 * -20), -(0.3 * -20 - 0.1 * -90), -(0.1 * -20 - 0.2 * -20),
          1e-12);
    CHECK_NEAR(potential(&f, frame), 0.5 * (100 * 0.04 + 200 * 0.01 + 300 * 0.09), 1e-13);

    force_put(&f, "damping", 0, &(ph_numbers){6, c}, sizeof(ph_numbers));
    force_put(&f, "preload", 0, &(ph_numbers){6, preload}, sizeof(ph_numbers));
    frame[0].v = ph_v3(1, 0, 0); /* (0, -1, 0) there: + (0, 20, 0), i.e. (-20, 0, 0) in the world */
    CHECK(act(&f, NULL, frame, w) == PH_OK);
    near3(w[0].force, -20 - 20 - 2, -20 + 1, -90 + 3, 1e-12);
    near3(w[0].torque, -5, 4, 6, 1e-12);
    CHECK_NEAR(lost(&f, frame), 20, 1e-13);
    /* carried along with the turning second marker nothing is damped */
    frame[1].w = frame[0].w = ph_v3(0, 0, 3);
    frame[0].v = ph_v3(-0.6, 0.3, 0);
    CHECK_NEAR(lost(&f, frame), 0, 1e-14);
}

/* Equal stiffness about all axes: torque -k psi, at any angle. */
static void bushing_turned(void)
{
    static const double k[6] = {0, 0, 0, 7, 7, 7};
    force_par f = force_begin("bushing");
    force_put(&f, "stiffness", 0, &(ph_numbers){6, k}, sizeof(ph_numbers));
    ph_vec3 psi = {0.9, -1.2, 2.0};
    ph_frame frame[2] = {turned(at(0, 0, 0), psi), at(0, 0, 0)};
    ph_wrench w[2];
    CHECK(act(&f, NULL, frame, w) == PH_OK);
    near3(w[0].torque, -7 * 0.9, 7 * 1.2, -14, 1e-13);
    CHECK_NEAR(potential(&f, frame), 3.5 * ph_dot(psi, psi), 1e-13);
}

/* Angles as ADAMS has them: of the z axis about x and y, of the x axis about z. */
static void bushing_projected(void)
{
    static const double k[6] = {0, 0, 0, 5, 7, 9};
    force_par f = force_begin("bushing");
    int projected = 1;
    force_put(&f, "stiffness", 0, &(ph_numbers){6, k}, sizeof(ph_numbers));
    force_put(&f, "angles", 0, &projected, sizeof projected);
    /* a quarter turn about z, then a tilt of z by 0.1 about x: nothing mixes the two */
    ph_quat tilt = phk_exp(ph_v3(0.1, 0, 0)), turn = phk_exp(ph_v3(0, 0, PH_PI / 2));
    ph_frame frame[2] = {at(0, 0, 0), at(0, 0, 0)};
    frame[0].R_WM = ph_mat3_from_quat(ph_quat_mul(tilt, turn));
    ph_wrench w[2];
    CHECK(act(&f, NULL, frame, w) == PH_OK);
    near3(w[0].torque, -5 * 0.1, 0, -9 * PH_PI / 2, 1e-13);
    CHECK(f.type->work(f.par.bytes) == PH_WORK_APPLIED);
    /* turns are counted */
    double memory[3] = {0, 0, 0};
    for (int step = 0; step <= 20; step++) {
        ph_eval eval = {.memory = memory};
        frame[0] = turned(at(0, 0, 0), ph_v3(0, 0, 0.5 * step));
        CHECK(f.type->wrench(1, f.par.bytes, &eval, frame, w) == PH_OK);
        near3(w[0].torque, 0, 0, -9 * 0.5 * step, 1e-12);
        f.type->remember(1, f.par.bytes, &eval, frame, memory);
    }
    /* without torques it is conservative */
    static const double straight[6] = {1, 2, 3, 0, 0, 0};
    force_put(&f, "stiffness", 0, &(ph_numbers){6, straight}, sizeof(ph_numbers));
    CHECK(f.type->work(f.par.bytes) == PH_WORK_CONSERVATIVE);
}

/* Only a symmetric stiffness has a potential. */
static void bushing_work(void)
{
    double k[36] = {0};
    for (int i = 0; i < 6; i++) k[7 * i] = 5;
    force_par f = force_begin("bushing");
    force_put(&f, "stiffness", 0, &(ph_numbers){36, k}, sizeof(ph_numbers));
    CHECK(f.type->work(f.par.bytes) == PH_WORK_CONSERVATIVE);
    k[1] = 2;
    CHECK(f.type->work(f.par.bytes) == PH_WORK_APPLIED);
    k[6] = 2;
    CHECK(f.type->work(f.par.bytes) == PH_WORK_CONSERVATIVE);
    ph_frame frame[2] = {at(1, 3, 0), at(0, 0, 0)};
    ph_wrench w[2];
    CHECK(act(&f, NULL, frame, w) == PH_OK);
    near3(w[0].force, -5 - 2 * 3, -2 - 15, 0, 1e-14);
}

static void axial(void)
{
    double value[1] = {6};
    ph_frame frame[3] = {at(4, 5, 0), at(1, 1, 0), turned(at(9, 9, 9), ph_v3(0, PH_PI / 2, 0))};
    ph_wrench w[3];
    force_par f = force_begin("axial_force");
    set_value(&f, "force", 0, 0);
    set_value(&f, "potential", 0, -1);
    force_word(&f, "axes", 1);
    CHECK(act(&f, value, frame, w) == PH_OK); /* positive pushes apart */
    near3(w[0].force, 3.6, 4.8, 0, 1e-14);
    near3(w[1].force, -3.6, -4.8, 0, 1e-14);
    near3(w[1].torque, 0, 0, 0, 0);
    force_word(&f, "direction", 1); /* its own x axis; the reaction takes the moment of the arm */
    CHECK(act(&f, value, frame, w) == PH_OK);
    near3(w[0].force, 6, 0, 0, 0);
    near3(w[1].force, -6, 0, 0, 0);
    near3(w[1].torque, 0, 0, 24, 0); /* (-3, -4, 0) x (6, 0, 0) */
    force_place(&f, "axes_of", "m"); /* whose x points along -z, z along x */
    CHECK(act(&f, value, frame, w) == PH_OK);
    near3(w[0].force, 0, 0, -6, 1e-14);
    force_word(&f, "direction", 0);
    frame[1].p = frame[0].p;
    CHECK(act(&f, value, frame, w) == PH_E_NONFINITE && isnan(w[0].force.x));

    force_par t = force_begin("axial_torque");
    set_value(&t, "torque", 0, 0);
    set_value(&t, "potential", 0, -1);
    force_word(&t, "direction", 2);
    force_place(&t, "axes_of", "m");
    CHECK(act(&t, value, frame, w) == PH_OK);
    near3(w[0].torque, 6, 0, 0, 1e-14);
    near3(w[1].torque, -6, 0, 0, 1e-14);
    near3(w[0].force, 0, 0, 0, 0);
}

static void six_components(void)
{
    double value[6] = {1, 2, 3, 4, 5, 6};
    ph_frame frame[3] = {at(1, 0, 0), at(0, 0, 0), at(0, 0, 0)};
    ph_wrench w[3];
    force_par f = force_begin("general_force");
    for (int i = 0; i < 6; i++) set_value(&f, i < 3 ? "force" : "torque", i % 3, i);
    CHECK(act(&f, value, frame, w) == PH_OK);
    near3(w[0].force, 1, 2, 3, 0);
    force_place(&f, "axes_of", "m");
    frame[2] = turned(at(0, 0, 0), ph_v3(0, 0, PH_PI / 2));
    CHECK(act(&f, value, frame, w) == PH_OK);
    near3(w[0].force, -2, 1, 3, 1e-15);
    near3(w[0].torque, -5, 4, 6, 1e-15);
    near3(w[1].force, 2, -1, -3, 1e-15);
    /* -t - (1,0,0) x (-2,1,3) = (5,-4,-6) - (0,-3,1) */
    near3(w[1].torque, 5, -1, -7, 1e-15);
}

/* What the field tables cannot say. */
static void checks(void)
{
    static const double number[7] = {1, 1, 1, 1, 1, 1, 1};
    const char *hint;
    force_par s = force_begin("spring_damper"), b = force_begin("bushing");
    CHECK(s.type->check(s.par.bytes, &hint) == NULL);
    force_number(&s, "stiffness", 1);
    CHECK_TEXT(s.type->check(s.par.bytes, &hint), "a stiffness needs a `length`");
    CHECK_TEXT(b.type->check(b.par.bytes, &hint), "`stiffness` needs 6 or 36 numbers");
    force_put(&b, "stiffness", 0, &(ph_numbers){6, number}, sizeof(ph_numbers));
    CHECK(b.type->check(b.par.bytes, &hint) == NULL);
    force_put(&b, "damping", 0, &(ph_numbers){7, number}, sizeof(ph_numbers));
    CHECK_TEXT(b.type->check(b.par.bytes, &hint), "`damping` needs 6 or 36 numbers");
    force_put(&b, "damping", 0, &(ph_numbers){6, number}, sizeof(ph_numbers));
    force_put(&b, "preload", 0, &(ph_numbers){5, number}, sizeof(ph_numbers));
    CHECK_TEXT(b.type->check(b.par.bytes, &hint), "`preload` needs 6 numbers");
}

int main(void)
{
    spring();
    spring_without_length();
    torsion();
    torsion_turns();
    bushing_axes();
    bushing_turned();
    bushing_projected();
    bushing_work();
    axial();
    six_components();
    checks();
    return TEST_RESULT();
}
