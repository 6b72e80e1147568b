/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lab.h -- an engine at work on a model, without the simulation around it: for tests that want its
 * every step and its options.
 */
#ifndef LAB_H
#define LAB_H

#include <polhode/polhode.h>
#include "compiled.h"
#include "base/diag.h"
#include "element/elements.h"
#include "harness.h"
#include "integrate/engine.h"
#include "mech/equations/mechanism.h"

typedef struct {
    ph_model *model;
    phk_system *system;
    phk_mechanism *mechanism;
    const phk_dae *dae;
    phk_engine *engine;
    ph_diag *diag;
} lab;

static inline void lab_fail(const lab *l, const char *what, ph_status status)
{
    printf("%s: %s\n", what, ph_status_text(status));
    for (int i = 0; i < ph_diag_count(l->diag); i++)
        printf("  %s\n", ph_diag_get(l->diag, i)->message);
    exit(1);
}

/* Takes the model over. */
static inline lab lab_open(ph_model *model)
{
    lab l = {.model = model, .diag = ph_diag_create()};
    phk_program *program = NULL;
    ph_status status = phk_program_create(model, l.diag, &program);
    ph_vec3 g = model->gravity;
    for (int i = 0; !status && i < ph_model_bodies(model) && ph_norm(g) > 0; i++) {
        phk_gravity par = {.on = {.text = ph_model_body_name(model, i)},
                           .mass = phk_bodies(model)[i].mass,
                           .g = g};
        status = phk_program_add(program, &phk_force_gravity, &par, "gravity", phk_nowhere, l.diag);
    }
    if (!status) status = phk_program_finish(program, l.diag);
    if (!status) status = phk_system_create(program, &l.system);
    if (!status) status = phk_mechanism_create(l.system, l.diag, &l.mechanism);
    if (status) lab_fail(&l, "compile", status);
    l.dae = phk_mechanism_dae(l.mechanism);
    return l;
}

/* The state the model's bodies are given in, into q and v. */
static inline void lab_state(const lab *l, double *q, double *v)
{
    for (int i = 0; i < ph_model_bodies(l->model); i++) {
        const ph_body_def *b = ph_model_body(l->model, i);
        double rq[7] = {b->position.x,    b->position.y,    b->position.z,   b->orientation.w,
                        b->orientation.x, b->orientation.y, b->orientation.z};
        double rv[6] = {b->velocity.x, b->velocity.y, b->velocity.z,
                        b->omega.x,    b->omega.y,    b->omega.z};
        memcpy(q + 7 * i, rq, sizeof rq);
        memcpy(v + 6 * i, rv, sizeof rv);
    }
}

static inline phk_engine_options lab_options(void)
{
    return (phk_engine_options){.run = ph_default_options(), .length = 1, .angle = 1, .time = 1};
}

/* An engine started from the model's state; one made before is freed. */
static inline phk_engine *lab_start(lab *l, const phk_engine_method *method,
                                    const phk_engine_options *options, double h)
{
    const phk_dae *dae = l->dae;
    double *x =
        calloc((size_t)(dae->nq + 2 * dae->nv + 2 * dae->nx + dae->nl + dae->ny + 1), sizeof *x);
    double *v = x + dae->nq, *a = v + dae->nv, *s = a + dae->nv, *sd = s + dae->nx;
    phk_point p = {0, x, v, a, s, sd, sd + dae->nx, sd + dae->nx + dae->nl};
    if (l->engine) l->engine->free(l->engine);
    ph_status status = method->create(dae, options, &l->engine);
    if (status) lab_fail(l, method->info.name, status);
    lab_state(l, x, v);
    for (int i = 0; i < dae->nx; i++) s[i] = phk_states(l->model)[i].initial;
    status = l->engine->start(l->engine, &p, h);
    if (status) lab_fail(l, "start", status);
    free(x);
    return l->engine;
}

static inline void lab_close(lab *l)
{
    if (l->engine) l->engine->free(l->engine);
    phk_mechanism_free(l->mechanism);
    compiled_free(l->system);
    ph_model_free(l->model);
    ph_diag_free(l->diag);
}

#endif
