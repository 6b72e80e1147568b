/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What must hold for every force type of the build: its field table fits its struct, its markers
 * are its places, and what it says of its potential is true of its wrench: power = -dV/dt along a
 * motion. A new type with a potential by expression needs an example below, or this test fails;
 * test_force_derivatives.c looks after the kernels.
 */
#include "build_model.h"
#include "field/field.h"

static size_t size_of(const ph_field *field)
{
    size_t numbers = 0;
    switch (field->kind) {
    case PH_FIELD_NUMBER:
        return sizeof(double);
    case PH_FIELD_INTEGER:
    case PH_FIELD_WORD:
        return sizeof(int);
    case PH_FIELD_TEXT:
        return sizeof(ph_text);
    case PH_FIELD_VEC3:
        return sizeof(ph_vec3);
    case PH_FIELD_INERTIA:
        return sizeof(ph_sym3);
    case PH_FIELD_ORIENTATION:
        return sizeof(ph_quat);
    case PH_FIELD_EXPR:
        return sizeof(ph_expr);
    case PH_FIELD_EXPR3:
        return 3 * sizeof(ph_expr);
    case PH_FIELD_PLACE:
        return sizeof(ph_place);
    case PH_FIELD_NUMBERS:
        return sizeof(ph_numbers);
    case PH_FIELD_ROWS:
        return sizeof(ph_rows);
    case PH_FIELD_NAMES:
        return sizeof(ph_names);
    case PH_FIELD_JOINTS:
        return sizeof(ph_joints);
    case PH_FIELD_CURVE:
        return sizeof(ph_curve);
    case PH_FIELD_WORDS:
        return sizeof(int);
    case PH_FIELD_GROUP:
        while (field->group[numbers].name) numbers++;
        return numbers * sizeof(double);
    }
    return 0;
}

static void table_of(const ph_force_type *t)
{
    int places = 0;
    CHECK(t->par_bytes > 0 && t->par_bytes <= sizeof((force_par *)0)->par.bytes);
    for (const ph_field *a = t->fields; a->name; a++) {
        size_t size = size_of(a);
        CHECK(size > 0 && a->offset + size <= t->par_bytes);
        CHECK(a->help && a->help[0] && a->help[strlen(a->help) - 1] == '.');
        CHECK((a->kind == PH_FIELD_WORD || a->kind == PH_FIELD_WORDS) == (a->words != NULL));
        places += phk_field_markers(a);
        for (const ph_field *b = t->fields; b != a; b++) {
            CHECK(strcmp(a->name, b->name) != 0);
            CHECK(a->offset >= b->offset + size_of(b) || b->offset >= a->offset + size);
        }
    }
    CHECK(t->markers == places + (t->shape ? 2 : 0));
    CHECK(t->name && t->name[0] && t->help && t->help[0]);
    CHECK((t->event_time != NULL) == (t->impulse != NULL));
    CHECK((t->wrench != NULL) != (t->impulse != NULL));
    CHECK(!t->potential || t->work);
    for (int i = 0; i < ph_force_type_count(); i++)
        if (ph_force_type_get(i) != t) CHECK(strcmp(ph_force_type_get(i)->name, t->name) != 0);
}

static int has_field(const ph_force_type *t, const char *name)
{
    const ph_field *f = t->fields;
    while (f->name && strcmp(f->name, name) != 0) f++;
    return f->name != NULL;
}

/* Two free bodies and one on a pivot, with markers off their centres and turned. */
static ph_model *bodies(unsigned long long *seed)
{
    static const char *const name[3] = {"a", "b", "c"}, *const at[3] = {"am", "bm", "cm"};
    ph_model *model = ph_model_create();
    for (int i = 0; i < 3; i++) {
        ph_body_def b = ph_default_body();
        b.mass = 1 + i;
        b.inertia = (ph_sym3){19, 20, 21, 0.3, -0.2, 0.1};
        b.position = chance3(seed);
        b.orientation = chance4(seed);
        if (i < 2) b.velocity = chance3(seed);
        b.omega = chance3(seed);
        b.has_pivot = i == 2;
        CHECK(ph_model_add_body(model, name[i], &b) == PH_OK);
        ph_marker_def m = ph_default_marker();
        m.on.text = name[i];
        m.at = chance3(seed);
        m.orientation = chance4(seed);
        CHECK(ph_model_add_marker(model, at[i], &m) == PH_OK);
    }
    return model;
}

/* A conservative element of a type, number k of them; 0: no more. */
static int example(const char *type, int k, force_par *f)
{
    static const char *const spring[3] = {"-70*(1 - 0.4/distance(am, cm))*(am.pos.x - cm.pos.x)",
                                          "-70*(1 - 0.4/distance(am, cm))*(am.pos.y - cm.pos.y)",
                                          "-70*(1 - 0.4/distance(am, cm))*(am.pos.z - cm.pos.z)"};
    if (strcmp(type, "gravity") == 0 && k < 3) {
        static const char *const on[3] = {"a", "bm", "c"};
        *f = force_begin(type);
        force_place(f, "on", on[k]);
        force_number(f, "mass", 2.5);
        force_vec3(f, "g", ph_v3(1, -3, -9.81));
        return 1;
    }
    if (strcmp(type, "force") == 0 && k < 2) {
        if (k == 0) {
            *f = force_make(type, "am", "cm", 0, spring[0], spring[1], spring[2]);
            force_expr(f, "potential", 0, "35*(distance(am, cm) - 0.4)^2");
        } else {
            /* along the body's own axes: 3 N along m, V = -3 * distance along it, for a field
             * f = R(3, 0, 0) that is no gradient; so one that is: towards the origin */
            *f = force_make(type, "bm", NULL, 1,
                            "-5*(bm.R.11*bm.pos.x + bm.R.21*bm.pos.y + bm.R.31*bm.pos.z)",
                            "-5*(bm.R.12*bm.pos.x + bm.R.22*bm.pos.y + bm.R.32*bm.pos.z)",
                            "-5*(bm.R.13*bm.pos.x + bm.R.23*bm.pos.y + bm.R.33*bm.pos.z)");
            force_expr(f, "potential", 0, "2.5*distance(ground, bm)^2");
        }
        return 1;
    }
    if (strcmp(type, "torque") == 0 && k < 2) {
        if (k == 0) {
            *f = force_make(type, "bm", NULL, 1, "2*bm.R.32", "-2*bm.R.31", "0");
            force_expr(f, "potential", 0, "2*bm.R.33");
        } else {
            /* V = 3 m_z . c_z between two bodies: t = 3 m_z x c_z in world axes */
            *f = force_make(type, "am", "cm", 0, "-3*(am.R.23*cm.R.33 - am.R.33*cm.R.23)",
                            "-3*(am.R.33*cm.R.13 - am.R.13*cm.R.33)",
                            "-3*(am.R.13*cm.R.23 - am.R.23*cm.R.13)");
            force_expr(f, "potential", 0,
                       "3*(am.R.13*cm.R.13 + am.R.23*cm.R.23 + am.R.33*cm.R.33)");
        }
        return 1;
    }
    if (strcmp(type, "general_force") == 0 && k < 2) {
        /* a spring of length 0 and V = 3 a_z . b_z; in world axes, and in those of a third body,
         * which takes no part */
        static const char *const key[2] = {"force", "torque"};
        static const char *const part[2][3] = {
            {"-6*(am.pos.x - bm.pos.x)", "-6*(am.pos.y - bm.pos.y)", "-6*(am.pos.z - bm.pos.z)"},
            {"-3*(am.R.23*bm.R.33 - am.R.33*bm.R.23)", "-3*(am.R.33*bm.R.13 - am.R.13*bm.R.33)",
             "-3*(am.R.13*bm.R.23 - am.R.23*bm.R.13)"}};
        static char text[6][400];
        *f = force_begin(type);
        force_place(f, "on", "am");
        force_place(f, "reaction", "bm");
        force_place(f, "axes_of", k ? "cm" : NULL);
        for (int i = 0; i < 6; i++) {
            const char *const *p = part[i / 3];
            int c = i % 3 + 1;
            if (k)
                snprintf(text[i], sizeof text[i], "cm.R.1%d*(%s) + cm.R.2%d*(%s) + cm.R.3%d*(%s)",
                         c, p[0], c, p[1], c, p[2]);
            else
                snprintf(text[i], sizeof text[i], "%s", p[c - 1]);
            force_expr(f, key[i / 3], i % 3, text[i]);
        }
        force_expr(f, "potential", 0,
                   "3*distance(am, bm)^2 +"
                   "3*(am.R.13*bm.R.13 + am.R.23*bm.R.23 + am.R.33*bm.R.33)");
        return 1;
    }
    if (strcmp(type, "axial_force") == 0 && k < 2) {
        /* a hard spring on a line; a constant push along an axis of the ground */
        *f = force_begin(type);
        force_place(f, "on", "bm");
        force_place(f, "reaction", k ? NULL : "am");
        force_place(f, "axes_of", k ? "ground" : NULL);
        force_word(f, "direction", k ? 2 : 0);
        force_expr(f, "force", 0, k ? "7" : "-2*distance(am, bm)^3");
        force_expr(f, "potential", 0, k ? "-7*bm.pos.y" : "0.5*distance(am, bm)^4");
        return 1;
    }
    return 0;
}

static ph_vec3 vector_at(const double *row, int column)
{
    return column < 0 ? ph_v3(0, 0, 0) : ph_v3(row[column], row[column + 1], row[column + 2]);
}

/* Power of element `f` on all bodies, from a row: what it does about each centre of mass. */
static double power_of(const ph_sim *sim, const double *row)
{
    static const char *const name[3] = {"a", "b", "c"};
    double power = 0;
    for (int i = 0; i < 3; i++) {
        char on[20];
        snprintf(on, sizeof on, "f.on.%s", name[i]);
        ph_vec3 f = vector_at(row, column_of(sim, on, "force", 0));
        ph_vec3 t = vector_at(row, column_of(sim, on, "torque", 0));
        power += ph_dot(f, vector_at(row, column_of(sim, name[i], "vel", 0))) +
                 ph_dot(t, vector_at(row, column_of(sim, name[i], "omega_world", 0)));
    }
    return power;
}

static void potential_of(const ph_force_type *t)
{
    int examples = 0;
    force_par f;
    for (; example(t->name, examples, &f); examples++)
        for (unsigned long long seed = 1; seed < 6; seed++) {
            unsigned long long s = seed;
            ph_model *model = bodies(&s);
            CHECK(force_add(model, "f", &f) == PH_OK);
            CHECK(t->work(f.par.bytes) == PH_WORK_CONSERVATIVE);
            const double h = 1e-3;
            ph_options o = options_of("cf4", h, 1);
            ph_sim *sim = must_create(model, &o);
            double *row = malloc(ph_sim_row_width(sim) * sizeof *row), v[3], power = 0;
            int potential = column_of(sim, "energy", "potential", 0);
            for (int k = 0; k < 60; k++) {
                CHECK(ph_sim_row(sim, row, NULL) == PH_OK);
                v[k % 3] = row[potential];
                if (k % 3 == 1) power = power_of(sim, row);
                if (k % 3 == 2)
                    CHECK_NEAR((v[2] - v[0]) / (2 * h), -power, 2e-4 * (1 + fabs(power)));
                CHECK(ph_sim_step(sim, NULL) == PH_OK);
            }
            /* and so the energy stays, and none of it is applied work */
            ph_energy e;
            CHECK(ph_sim_energy(sim, &e) == PH_OK);
            CHECK_NEAR(e.numerical, 0, 1e-9);
            CHECK(e.applied == 0 && e.potential != 0);
            free(row);
            ph_sim_free(sim);
            ph_model_free(model);
        }
    /* no potential has a gradient about one axis alone at every orientation: axial_torque has one
     * on a hinge only, see test_forces.c */
    CHECK(!has_field(t, "potential") || examples > 0 || strcmp(t->name, "axial_torque") == 0);
}

/* Between two bodies nothing is created: not at any state, and not along a motion. */
static void action_is_reaction(const char *type)
{
    unsigned long long seed = 3;
    ph_model *model = bodies(&seed);
    force_par f = force_make(type, "am", "bm", 1, "5*sin(3*time) + am.vel.x", "bm.omega.y*4",
                             "distance_rate(am, bm) - 2*distance(a, b)");
    CHECK(force_add(model, "f", &f) == PH_OK);
    ph_options o = options_of("liemid-ea", 0.01, 10);
    ph_sim *sim = must_create(model, &o);
    double *row = malloc(ph_sim_row_width(sim) * sizeof *row);
    ph_vec3 momentum = {0, 0, 0}, spin = {0, 0, 0};
    for (int k = 0; k < 500; k++) {
        static const char *const name[2] = {"a", "b"}, *const on[2] = {"f.on.a", "f.on.b"};
        ph_vec3 force = {0, 0, 0}, moment = {0, 0, 0}, p = {0, 0, 0}, l = {0, 0, 0};
        double size = 1;
        CHECK(ph_sim_row(sim, row, NULL) == PH_OK);
        for (int i = 0; i < 2; i++) {
            const ph_body_def *b = ph_model_body(model, i);
            ph_body_state s;
            CHECK(ph_sim_get_body(sim, i, &s) == PH_OK);
            ph_vec3 push = vector_at(row, column_of(sim, on[i], "force", 0));
            ph_vec3 x = vector_at(row, column_of(sim, name[i], "pos", 0));
            force = ph_add(force, push);
            size += ph_norm(x) * ph_norm(push) + ph_norm(x) * ph_norm(s.velocity);
            moment = ph_add(moment, ph_cross(x, push));
            moment = ph_add(moment, vector_at(row, column_of(sim, on[i], "torque", 0)));
            p = ph_axpy(p, b->mass, s.velocity);
            l = ph_add(l, ph_axpy(ph_rotate(s.orientation, ph_sym3_mul(b->inertia, s.omega)),
                                  b->mass, ph_cross(s.position, s.velocity)));
        }
        CHECK(ph_norm(force) == 0);
        CHECK_NEAR(ph_norm(moment), 0, 1e-15 * size);
        if (k == 0) momentum = p, spin = l;
        CHECK_NEAR(ph_norm(ph_sub(p, momentum)), 0, 2e-13);
        CHECK_NEAR(ph_norm(ph_sub(l, spin)), 0, 1e-12 * (size + ph_norm(l)));
        CHECK(ph_sim_step(sim, NULL) == PH_OK);
    }
    free(row);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* What is given in own axes acts in the axes of the marker, what is given in world axes in those.
 */
static void axes(const char *type)
{
    for (int own = 0; own < 2; own++) {
        unsigned long long seed = 5;
        ph_model *model = bodies(&seed);
        force_par f = force_make(type, "am", NULL, own, "1", "2", "-3");
        CHECK(force_add(model, "f", &f) == PH_OK);
        CHECK(add_variable(model, "x", "am.R.11*1 + am.R.12*2 - am.R.13*3") == PH_OK);
        ph_options o = options_of("nmb", 0.01, 1);
        ph_sim *sim = must_create(model, &o);
        double *row = malloc(ph_sim_row_width(sim) * sizeof *row);
        CHECK(ph_sim_row(sim, row, NULL) == PH_OK);
        int at = column_of(sim, "f", type, 0);
        CHECK_NEAR(row[at], own ? row[column_of(sim, "x", "", 0)] : 1, 1e-15);
        CHECK_NEAR(ph_norm(vector_at(row, at)), sqrt(14), 1e-14);
        free(row);
        ph_sim_free(sim);
        ph_model_free(model);
    }
}

int main(void)
{
    CHECK(ph_force_type_count() > 0);
    CHECK(ph_force_type_get(-1) == NULL && ph_force_type_get(ph_force_type_count()) == NULL);
    for (int i = 0; i < ph_force_type_count(); i++) {
        table_of(ph_force_type_get(i));
        if (ph_force_type_get(i)->wrench) potential_of(ph_force_type_get(i));
    }
    action_is_reaction("force");
    action_is_reaction("torque");
    axes("force");
    axes("torque");
    return TEST_RESULT();
}
