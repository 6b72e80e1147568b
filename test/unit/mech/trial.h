/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trial.h -- mechanisms put together in tests: bodies and joints in a line each, what came of it,
 * and whether the state holds.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include "build_model.h"
#include "compiled.h"
#include "math/so3.h"
#include "mech/assemble/assemble.h"

#define X ph_v3(1, 0, 0)
#define Y ph_v3(0, 1, 0)
#define Z ph_v3(0, 0, 1)

typedef struct {
    ph_model *model;
    ph_diag *diag;
    phk_system *system;
    phk_mechanism *mechanism;
    phk_assembly *assembly;
    ph_status status;
} trial;

static inline ph_body_def rod_at(ph_vec3 position)
{
    ph_body_def b = ph_default_body();
    b.mass = 1;
    b.inertia = (ph_sym3){0.1, 0.12, 0.15, 0, 0, 0};
    b.position = position;
    return b;
}

static inline void add_body(ph_model *model, const char *name, ph_vec3 position)
{
    ph_body_def b = rod_at(position);
    CHECK(ph_model_add_body(model, name, &b) == PH_OK);
}

static inline void add_marker(ph_model *model, const char *name, const char *on, ph_vec3 at)
{
    ph_marker_def m = ph_default_marker();
    m.on.text = on;
    m.at = at;
    CHECK(ph_model_add_marker(model, name, &m) == PH_OK);
}

/* Two markers: they may be drawn apart. */
static inline void join(ph_model *model, const char *name, const char *type, const char *a,
                        const char *b)
{
    ph_text between[2] = {{.text = a}, {.text = b}};
    ph_joint_def def = ph_default_joint();
    def.between = (ph_names){2, between};
    CHECK(ph_model_add_joint(model, name, joint_type(type), &def, NULL) == PH_OK);
}

/* A planar four-bar of three bodies: crank 1, coupler 2, rocker 1.5, drawn
 * closed. */
static inline ph_model *four_bar(void)
{
    ph_model *m = ph_model_create();
    ph_vec3 p = ph_v3(0, 1, 0), q = ph_v3(2, 1.5, 0);
    add_body(m, "crank", ph_v3(0, 0.5, 0));
    add_body(m, "coupler", ph_v3(1, 1.25, 0.1));
    add_body(m, "rocker", ph_v3(2.1, 0.75, -0.2));
    joint_add(m, "a", "revolute", "ground", "crank", ph_v3(0, 0, 0), Z);
    joint_add(m, "b", "revolute", "crank", "coupler", p, Z);
    joint_add(m, "c", "revolute", "coupler", "rocker", q, Z);
    joint_add(m, "d", "revolute", "rocker", "ground", ph_v3(2.2, 0, 0), Z);
    CHECK(ph_model_set_gravity(m, ph_v3(0, -9.81, 0)) == PH_OK);
    return m;
}

static inline trial try(ph_model *model)
{
    trial t = {.model = model, .diag = ph_diag_create()};
    t.status = compile_model(model, t.diag, &t.system, &t.mechanism);
    CHECK(t.status == PH_OK);
    if (!t.status) t.status = phk_assemble(t.system, t.mechanism, 0, NULL, t.diag, &t.assembly);
    CHECK((t.assembly != NULL) == (t.status == PH_OK));
    return t;
}

static inline void drop(trial *t)
{
    phk_assembly_free(t->assembly);
    phk_mechanism_free(t->mechanism);
    compiled_free(t->system);
    ph_diag_free(t->diag);
    ph_model_free(t->model);
}

/* Some diagnostic has this text in it. */
static inline bool says(const trial *t, const char *text)
{
    for (int k = 0; k < ph_diag_count(t->diag); k++)
        if (strstr(ph_diag_get(t->diag, k)->message, text)) return true;
    printf("nothing says \"%s\":\n", text);
    show_diag(t->diag);
    return false;
}

/* Largest violation and rate over the rows of the mechanism, and the balance of
 * forces. */
static inline void check_state(const trial *t, double open, double rate)
{
    const phk_dae *dae = phk_mechanism_dae(t->mechanism);
    const phk_assembly *a = t->assembly;
    phk_point p = {a->t, a->q, a->v, a->a, a->x, a->xd, a->lambda, a->y};
    double g[200], d[10], c[200], s[10], gamma[200];
    CHECK(dae->residual(dae->self, &p, g, d, c, s) == PH_OK);
    for (int k = 0; k < dae->nl; k++) CHECK_NEAR(c[k], 0, open);
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        const double *x = a->a + cell->v, *v = a->v + cell->v;
        ph_vec3 A = ph_v3(x[0], x[1], x[2]), w = ph_v3(v[0], v[1], v[2]);
        ph_vec3 f =
            cell->kind == PHK_CELL_VECTOR
                ? ph_scale(cell->mass, A)
                : ph_add(ph_sym3_mul(cell->inertia, A), ph_cross(w, ph_sym3_mul(cell->inertia, w)));
        CHECK_NEAR(f.x + g[cell->v], 0, 1e-9);
        CHECK_NEAR(f.y + g[cell->v + 1], 0, 1e-9);
        CHECK_NEAR(f.z + g[cell->v + 2], 0, 1e-9);
    }
    CHECK(dae->rates(dae->self, &p, c, gamma) == PH_OK);
    for (int k = 0; k < dae->nl; k++) CHECK_NEAR(c[k], 0, rate);
}

static inline const phk_moved *moved(const trial *t, const char *body)
{
    for (int k = 0; k < t->assembly->moveds; k++)
        if (strcmp(ph_model_body_name(t->model, t->assembly->moved[k].body), body) == 0)
            return &t->assembly->moved[k];
    return NULL;
}

#endif
