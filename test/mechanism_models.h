/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mechanism_models.h -- models with everything a mechanism can have, for tests of its equations.
 * They mean nothing: places, axes and numbers are random.
 */
#ifndef MECHANISM_MODELS_H
#define MECHANISM_MODELS_H

#include "build_model.h"
#include "flex_example.h"
#include "joint_example.h"
#include "math/so3.h"
#include "tyre_example.h"

static unsigned long long seed = 12345;
static inline double uniform(void)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) / 9007199254740992.0 * 2 - 1;
}
static inline ph_vec3 vec(double s)
{
    double x = s * uniform(), y = s * uniform(), z = s * uniform();
    return ph_v3(x, y, z);
}
static inline ph_quat turn(void)
{
    return phk_exp(vec(2));
}

/* ---- a model with everything ---- */

/* How many of the bodies bend, from the second on, in models made from now on; markers on them are
 * on nodes. */
static int bending;
static flex_example bends[2];

static inline void add_flexible(ph_model *model, const char *name, int k)
{
    ph_flexible_def f = ph_default_flexible();
    flex_make(&bends[k], 99 + (unsigned)k, k == 1);
    f.flex = &bends[k].is;
    f.position = vec(1);
    f.orientation = turn();
    CHECK(ph_model_add_flexible(model, name, &f) == PH_OK);
}

static inline void add_body(ph_model *model, const char *name, bool pivot)
{
    ph_body_def b = ph_default_body();
    b.mass = 1.5 + uniform();
    b.inertia = (ph_sym3){1.1, 1.3, 1.2, 0.1, -0.05, 0.07};
    b.position = vec(1);
    b.orientation = turn();
    if (pivot) {
        b.has_pivot = true;
        b.inertia = (ph_sym3){9, 10, 11, 0.1, -0.2, 0.3};
        b.pivot = ph_add(b.position, vec(0.5));
    }
    CHECK(ph_model_add_body(model, name, &b) == PH_OK);
}

static inline void add_marker(ph_model *model, const char *name, const char *on)
{
    ph_marker_def m = ph_default_marker();
    m.on.text = on;
    m.at = vec(0.7);
    m.orientation = turn();
    CHECK(ph_model_add_marker(model, name, &m) == PH_OK);
}

static const char *const body_name[] = {"b0", "b1", "b2", "b3"};
static const char *const marker_name[] = {"m0", "m1", "m2", "m3", "mg"};

static inline ph_model *start_model(void)
{
    ph_model *model = ph_model_create();
    static const char *const node[] = {"b1.n0", "b2.n1"};
    for (int i = 0; i < 4; i++)
        if (i >= 1 && i <= bending)
            add_flexible(model, body_name[i], i - 1);
        else
            add_body(model, body_name[i], i == 3);
    for (int i = 0; i < 5; i++)
        add_marker(model, marker_name[i],
                   i == 4                   ? "ground"
                   : i >= 1 && i <= bending ? node[i - 1]
                                            : body_name[i]);
    return model;
}

/* Every joint type once, between bodies that differ from joint to joint. */
static inline void add_joints(ph_model *model)
{
    for (int k = 0; k < ph_joint_type_count(); k++) {
        const ph_joint_type *type = ph_joint_type_get(k);
        if (joint_has_curves(type)) continue; /* they do not fit anywhere: see test_curves.c */
        int a = (k + 4) % 5, b = k % 4;
        if (a == b) a = (a + 1) % 5;
        ph_text between[2] = {{.text = marker_name[a]}, {.text = marker_name[b]}};
        ph_joint_def def = ph_default_joint();
        def.between = (ph_names){2, between};
        char name[40];
        joint_example par;
        snprintf(name, sizeof name, "j_%d", k);
        /* the ball of a hinged rod is where it is drawn */
        joint_example_make(type, strcmp(type->name, "hinged_rod") != 0, &par);
        /* the pitch point of gears is on the body that both of their bearings are on */
        if (strcmp(type->name, "gear") == 0)
            CHECK(ph_field_set_text(type->fields, par.bytes, "pitch_point", "b0", NULL) == PH_OK);
        CHECK(ph_model_add_joint(model, name, type, &def, type->par_bytes ? &par : NULL) == PH_OK);
    }
}

static inline ph_model *joints_model(void)
{
    ph_model *model = start_model();
    add_joints(model);
    return model;
}

static inline void add_force(ph_model *model, const char *name, const char *type, const char *on,
                             const char *reaction, int own, const char *x, const char *y,
                             const char *z)
{
    force_par f = force_make(type, on, reaction, own, x, y, z);
    CHECK(force_add(model, name, &f) == PH_OK);
}

/* A law without derivatives, of place, axes and both velocities. */
static inline ph_status law(void *user, double t, const ph_frame *on, ph_wrench *w)
{
    (void)user;
    w->force = ph_axpy(ph_scale(-2, on->p), 0.3 * t, ph_cross(on->v, on->w));
    w->torque = ph_add(ph_mat3_mul(on->R_WM, ph_v3(0.2, 0.5, -0.7)), ph_scale(-0.1, on->w));
    return PH_OK;
}

/* Every quantity, in place and through variables that read each other. */
static const char *const quantity[] = {"time^2*m0.pos.x",
                                       "m1.pos.y*b2.pos.z",
                                       "m0.vel.x + b3.vel.y*m1.vel.z",
                                       "m2.R.12*m2.R.33",
                                       "m3.R.21 + m1.quat.0*m1.quat.2",
                                       "b3.quat.3*m0.quat.1",
                                       "m0.omega.x*m0.omega.y",
                                       "b3.omega.z + mg.pos.x",
                                       "m2.omega_world.x*m1.omega_world.z",
                                       "distance(m0, m1)^2",
                                       "distance(mg, m3) + ground.pos.x",
                                       "distance_rate(m0, m2)",
                                       "distance_rate(b1, b3)*m1.R.31",
                                       "v0*v1",
                                       "v2 + sin(v0)",
                                       NULL};

static inline void add_variables(ph_model *model)
{
    CHECK(add_variable(model, "v0", "v1*m0.pos.z + time") == PH_OK);
    CHECK(add_variable(model, "v1", "cos(m1.pos.x)*b2.omega.y") == PH_OK);
    CHECK(add_variable(model, "v2", "v0^2 + v1*distance(b0, b1)") == PH_OK);
}

static inline void add_readers(ph_model *model, const char *const *text)
{
    char name[20];
    for (int k = 0; text[k]; k++) {
        snprintf(name, sizeof name, "f_%d", k);
        add_force(model, name, k % 2 ? "torque" : "force", marker_name[k % 4],
                  k % 3 ? marker_name[(k + 1) % 5] : NULL, k % 5 < 2, text[k], "0.3",
                  k % 4 ? "0" : text[k]);
    }
}

/* Random parameters of a type, as its field table allows them. */
static inline force_par random_force(int k)
{
    static const double numbers[6] = {1.5, 1.2, 0.8, 0.5, 0.7, 0.4};
    force_par f = {.type = ph_force_type_get(k)};
    int places = 0;
    for (const ph_field *field = f.type->fields; field->name; field++) {
        bool none = field->min == 0 && field->max > 0 && !(field->flags & PH_ABOVE);
        double number = isinf(field->init) ? field->init : 1 + 0.5 * uniform();
        if (none && uniform() < 0) number = 0;
        if (field->kind == PH_FIELD_NUMBER) force_number(&f, field->name, number);
        if (field->kind == PH_FIELD_VEC3) force_vec3(&f, field->name, vec(1));
        if (field->kind == PH_FIELD_PLACE)
            force_place(&f, field->name,
                        f.type->shape && places == 0 ? body_name[1]
                                                     : marker_name[(k + 2 * places) % 5]);
        if (field->kind == PH_FIELD_PLACE) places++;
        /* the map of a road is not among them, and its size stays away with it */
        if (field->kind == PH_FIELD_NUMBERS && strcmp(field->name, "size") != 0) {
            bool two = !strcmp(field->name, "pressure"),
                 section = !strcmp(field->name, "tube") || !strcmp(field->name, "rectangle");
            static phk_tyre tyre;
            tyre = tyre_of_size_one();
            ph_numbers list = {section ? (uniform() < 0 ? 0 : 2) : two ? 2 : 6, numbers};
            if (f.type->shape) list.count = FLEX_MODES;
            if (!strcmp(field->name, "coefficients"))
                list = (ph_numbers){PHK_TYRE_COUNT, &tyre.FNOMIN};
            force_put(&f, field->name, 0, &list, sizeof list);
        }
        int count = field->kind == PH_FIELD_EXPR ? 1 : field->kind == PH_FIELD_EXPR3 ? 3 : 0;
        for (int i = 0; i < count; i++) force_expr(&f, field->name, i, quantity[(k + 4 * i) % 13]);
    }
    return f;
}

/* One element of every type; where what is given contradicts itself, another. */
static inline void add_each_type(ph_model *model)
{
    /* other random numbers do not depend on how many types there are */
    const unsigned long long kept = seed;
    for (int k = 0; k < ph_force_type_count(); k++) {
        if (ph_force_type_get(k)->attach || (ph_force_type_get(k)->shape && bending == 0)) continue;
        const char *hint, *wrong = "";
        force_par f;
        while (wrong) {
            f = random_force(k);
            wrong = f.type->check ? f.type->check(f.par.bytes, &hint) : NULL;
        }
        char name[60];
        snprintf(name, sizeof name, "one_%s", f.type->name);
        CHECK(force_add(model, name, &f) == PH_OK);
    }
    seed = kept;
}

/* One element of every type that is on a joint, on every joint of add_joints that it can be on:
 * TYPE_NUMBER. */
static inline void add_on_joints(ph_model *model)
{
    static const ph_frame frame[2] = {{.R_WM = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
                                      {.R_WM = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}}};
    for (int k = 0; k < ph_force_type_count(); k++)
        for (int j = 0; ph_force_type_get(k)->attach && j < ph_joint_type_count(); j++) {
            char name[60], joint[20];
            ph_text names[1] = {{.text = joint}};
            force_par f = {.type = ph_force_type_get(k)};
            ph_field_defaults(f.type->fields, f.par.bytes);
            snprintf(joint, sizeof joint, "j_%d", j);
            for (const ph_field *field = f.type->fields; field->name; field++) {
                double number = field->min + 0.5 + 0.2 * uniform();
                bool none = isnan(field->init) || field->init == INFINITY;
                if (field->kind == PH_FIELD_NUMBER && !none) force_number(&f, field->name, number);
                if (field->kind == PH_FIELD_JOINTS)
                    CHECK(ph_field_set_names(f.type->fields, f.par.bytes, field->name, 1, names,
                                             NULL) == PH_OK);
            }
            const char *hint;
            force_par trial = f;
            if (f.type->attach(trial.par.bytes, ph_joint_type_get(j), frame, &hint)) continue;
            snprintf(name, sizeof name, "%s_%d", f.type->name, j);
            CHECK(force_add(model, name, &f) == PH_OK);
        }
}

static inline ph_model *forces_model(void)
{
    ph_model *model = start_model();
    add_variables(model);
    add_readers(model, quantity);
    add_each_type(model);
    CHECK(ph_model_add_force_function(model, "law0", "m1", law, NULL) == PH_OK);
    CHECK(ph_model_add_force_function(model, "law1", "m3", law, NULL) == PH_OK);
    return model;
}

/* What is solved for: states, circles of variables, accelerations, reactions, other forces. */
static const char *const solved[] = {"x0*m0.pos.x",
                                     "x1 + x0.rate*m1.R.11",
                                     "m0.acc.x + b3.acc.y",
                                     "m1.acc.z*m2.acc.x",
                                     "m0.alpha.x*b3.alpha.y",
                                     "m2.alpha_world.z + m3.alpha_world.x*mg.acc.x",
                                     "j_0.force.x",
                                     "j_1.torque.z*j_3.force.y",
                                     "j_2.force.z + j_8.force.x",
                                     "j_3.torque.x*m0.pos.y",
                                     "loop0*loop1",
                                     "loop2 + v2",
                                     "push.force.y*m0.pos.x",
                                     "push.torque.x + spin.torque.z",
                                     "m_0.force.x + m_1.torque.y",
                                     "one_bushing.torque.x*one_spring_damper.force.y",
                                     "joint_friction_1.torque.x*m0.pos.x",
                                     "joint_friction_3.force.y + joint_friction_4.torque.z",
                                     NULL};

static inline void add_states(ph_model *model)
{
    ph_state_def rate = ph_default_state(), equation = ph_default_state();
    rate.rate.text = "-x0 + m0.pos.x*x1 + j_0.force.y + m1.acc.x";
    equation.equation.text = "x1.rate*(2 + x0) - loop0*b1.vel.y + push.force.x";
    CHECK(ph_model_add_state(model, "x0", &rate) == PH_OK);
    CHECK(ph_model_add_state(model, "x1", &equation) == PH_OK);
}

static inline void add_circles(ph_model *model)
{
    CHECK(add_variable(model, "loop0", "0.3*loop1*m0.pos.x + time") == PH_OK);
    CHECK(add_variable(model, "loop1", "sin(loop0) + v1*m3.acc.z") == PH_OK);
    CHECK(add_variable(model, "loop2", "cos(loop2)*between + x0") == PH_OK);
    CHECK(add_variable(model, "between", "loop0 + loop2*b0.vel.z") == PH_OK);
}

/* Forces that read each other, and themselves. */
static inline void add_watched(ph_model *model)
{
    add_force(model, "push", "force", "m0", "m1", 1, "m0.pos.x*spin.torque.x", "m2.vel.y", "x0");
    add_force(model, "spin", "torque", "m3", "m2", 0, "push.force.z*m1.R.12", "loop0",
              "0.2*spin.torque.y");
}

static inline void add_motions(ph_model *model)
{
    ph_text between[2] = {{.text = "m1"}, {.text = "m3"}};
    ph_motion_def m = ph_default_motion();
    m.between = (ph_names){2, between};
    static const char *const names[] = {"m_0", "m_1", "m_2", "m_3", "m_4", "m_5"};
    for (int k = 0; k < 6; k++) {
        const char *law = k % 2 ? "0.2*sin(3*time)" : "turning + 0.4*time^3";
        m.direction = k;
        m.displacement.text = k % 3 == 0 ? law : NULL;
        m.velocity.text = k % 3 == 1 ? law : NULL;
        m.acceleration.text = k % 3 == 2 ? law : NULL;
        CHECK(ph_model_add_motion(model, names[k], &m) == PH_OK);
    }
}

static inline ph_model *everything_model(void)
{
    ph_model *model = start_model();
    add_joints(model);
    add_variables(model);
    CHECK(add_variable(model, "turning", "0.1*time^2 + exp(-time)") == PH_OK);
    add_motions(model);
    add_circles(model);
    add_states(model);
    add_watched(model);
    add_each_type(model);
    add_on_joints(model);
    add_readers(model, solved);
    return model;
}

static inline ph_model *equations_model(void)
{
    ph_model *model = start_model();
    static const char *const text[] = {"m0.pos.x*m1.pos.y - time^2",
                                       "distance(m0, m2) - 0.3*sin(time)*x0",
                                       "m1.R.12*m3.R.31 + m1.quat.0*b3.quat.2*b0.R.22",
                                       "place^2*m2.R.23 - x0^2",
                                       "b0.quat.1*b0.R.13*m0.R.21 + time*b1.pos.z",
                                       "b1.R.12*b1.R.23*b1.quat.0"};
    ph_state_def state = ph_default_state();
    state.rate.text = "-x0";
    CHECK(ph_model_add_state(model, "x0", &state) == PH_OK);
    CHECK(add_variable(model, "place", "sin(m0.pos.z*inner) + x0*b3.R.11") == PH_OK);
    CHECK(add_variable(model, "inner", "b2.quat.3*cos(time)*m3.pos.x") == PH_OK);
    char name[20];
    for (int k = 0; k < 6; k++) {
        snprintf(name, sizeof name, "e%d", k);
        CHECK(ph_model_add_equation(model, name, &(ph_expr){.text = text[k]}) == PH_OK);
    }
    return model;
}

/* Every function over markers, with and without the places that may be left out. */
static const char *const measure[] = {"dm(m0)*dm(m1, m2)",
                                      "dx(m0) + dy(m1, m2)*dz(m3, m0, m1)",
                                      "ax(m0)*ay(m1, m2) + az(m3, b0)",
                                      "yaw(m0, m1)*pitch(m1, m2) + roll(b3)",
                                      "psi(m0, m1)*theta(m1, m2)*phi(m2, b3)",
                                      "incang(m0, m1, m2) + incang(mg, b0, m3)",
                                      "orient(1, 1, m0, m1)*orient(8, 2, m1, b0)",
                                      "orient(14, 3, m0, m3) + orient(24, 1, m2, mg)",
                                      "orient(27, 1, m0, m1)*orient(27, 3, m3)",
                                      "vm(m0, m1, m2)*vr(m2, m3) + vm(m1)",
                                      "vx(m0)*vy(m1, m2) + vz(m3, m0, m1)",
                                      "vx(m0, m1, m2, m3)",
                                      "wm(m0, b3) + wx(m1)*wy(m2, m0)*wz(m3, m1, m2)",
                                      NULL};
static const char *const solved_measure[] = {"accm(m0, m1, m2)",
                                             "accx(m0)*accy(m1, m2) + accz(m3, m0, m1)",
                                             "accx(m0, m1, m2, m3)",
                                             "wdtm(m0, m1) + wdtm(m1, m2, b0)",
                                             "wdtx(m2)*wdty(m1, m3, m0) + wdtz(m0, m1, m2, b3)",
                                             "j_1.angle*j_1.rate + j_4.velocity",
                                             "j_3.angle*j_3.displacement*j_3.velocity",
                                             "j_5.rate*j_6.angle + j_6.rate*j_4.displacement",
                                             "load_fm(j_0, m0) + load_fx(j_1, m0)",
                                             "load_fy(j_2, m2, m0)*load_tz(j_2, m1, b3)",
                                             "load_tm(j_3, m2) + load_tx(m_3, m1, m0)",
                                             "load_fz(m_1, m3)*load_ty(m_4, m1)",
                                             "load_fx(push, m0, m2)*load_fy(push, m1)",
                                             NULL};

static inline ph_model *measures_model(void)
{
    ph_model *model = start_model();
    add_readers(model, measure);
    return model;
}

static inline ph_model *solved_measures_model(void)
{
    ph_model *model = start_model();
    add_joints(model);
    CHECK(add_variable(model, "turning", "0.1*time^2 + exp(-time)") == PH_OK);
    add_motions(model);
    add_force(model, "push", "force", "m0", "m1", 1, "m0.pos.x", "m2.vel.y", "vx(m1, m0)");
    add_readers(model, solved_measure);
    return model;
}

/* Equations that read velocities, and are linear in them; beside one that reads places alone. */
static inline ph_model *velocity_equations_model(void)
{
    ph_model *model = start_model();
    static const char *const text[] = {"m0.vel.x*m1.pos.y + sin(time)*b1.omega.y - 0.3",
                                       "m1.pos.x*m2.pos.y - time",
                                       "vx(m0, m1, m2, m3) - 0.4*cos(time)*x0",
                                       "wz(m3, m1, m2)/(2 + dx(m0, m3)) + b3.omega.x",
                                       "if(m0.pos.x < 5, rate*b2.R.12, 0) - time^2*b0.vel.z",
                                       "vr(m0, m2) + b2.omega_world.z*dm(m1)*x0",
                                       "b1.R.12*(b1.vel.x + b1.omega.z*b1.R.23)"};
    ph_state_def state = ph_default_state();
    state.rate.text = "-x0 + b1.vel.x";
    CHECK(ph_model_add_state(model, "x0", &state) == PH_OK);
    CHECK(add_variable(model, "rate", "m3.omega.x*inner + b3.omega.z") == PH_OK);
    CHECK(add_variable(model, "inner", "b2.quat.3*cos(time)*m3.pos.x") == PH_OK);
    char name[20];
    for (int k = 0; k < 7; k++) {
        snprintf(name, sizeof name, "e%d", k);
        CHECK(ph_model_add_equation(model, name, &(ph_expr){.text = text[k]}) == PH_OK);
    }
    return model;
}

/* Functions of places alone, as constraints. */
static inline ph_model *measure_equations_model(void)
{
    ph_model *model = start_model();
    static const char *const text[] = {
        "dm(m0, m1) - dx(m0, m2, m3)*dy(m1)",        "ax(m0, m1) + ay(m1)*az(m2, m3)",
        "yaw(m0, m1) + pitch(m1, m2)*roll(m3)",      "psi(m0, m1)*theta(m2, m3) - phi(m1)",
        "incang(m0, m1, m2) - orient(2, 3, m3, m1)", "orient(27, 2, m0, m2) + orient(20, 2, m3)"};
    char name[20];
    for (int k = 0; k < 6; k++) {
        snprintf(name, sizeof name, "e%d", k);
        CHECK(ph_model_add_equation(model, name, &(ph_expr){.text = text[k]}) == PH_OK);
    }
    return model;
}

#endif
