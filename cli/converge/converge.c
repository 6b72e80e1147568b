/* SPDX-License-Identifier: BSD-3-Clause */
#include "converge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool converge_state_create(converge_state *state, int bodies)
{
    state->bodies = bodies;
    state->body = calloc((size_t)(bodies > 0 ? bodies : 1), sizeof *state->body);
    return state->body != NULL;
}

void converge_state_free(converge_state *state)
{
    free(state->body);
    state->body = NULL;
}

bool converge_reference_of_model(const ph_model *model, converge_state *state)
{
    bool any = false;
    for (int i = 0; i < state->bodies; i++) {
        const ph_reference_def *r = ph_model_reference(model, i);
        if (!r) continue;
        state->body[i] = *r;
        any = any || r->given;
    }
    return any;
}

static ph_reference_def end_state(const ph_model *model, const ph_sim *sim,
                                  const ph_body_mass *mass, int body)
{
    ph_body_state s;
    ph_sim_get_body(sim, body, &s);
    const ph_body_def *def = ph_model_body(model, body);
    const ph_field *fields = ph_kind_fields("reference");
    ph_reference_def r = {.orientation = s.orientation,
                          .momentum = ph_sym3_mul(mass[body].inertia, s.omega),
                          .position = s.position,
                          .velocity = s.velocity};
    for (const ph_field *f = fields; f->name; f++) {
        bool of_place = strcmp(f->name, "position") == 0 || strcmp(f->name, "velocity") == 0;
        if (!of_place || !def->has_pivot) ph_field_give(fields, &r, f->name);
    }
    return r;
}

/* Attitude: the spectral norm of R - R_ref, which is 2 |vector part of q q_ref*|. */
static double attitude_error(ph_quat q, ph_quat r)
{
    ph_quat d = ph_quat_mul(q, ph_quat_conj(r));
    return 2 * ph_norm(ph_v3(d.x, d.y, d.z));
}

static void raise(double *largest, bool known, double error)
{
    if (known && !(*largest >= error)) *largest = error;
}

static void compare(converge_run *run, const ph_reference_def *s, const ph_reference_def *r)
{
    const ph_field *fields = ph_kind_fields("reference");
    raise(&run->error[ATTITUDE], ph_field_given(fields, r, "orientation"),
          attitude_error(s->orientation, r->orientation));
    raise(&run->error[MOMENTUM], ph_field_given(fields, r, "momentum"),
          ph_norm(ph_sub(s->momentum, r->momentum)));
    raise(&run->error[POSITION], ph_field_given(fields, r, "position"),
          ph_norm(ph_sub(s->position, r->position)));
    raise(&run->error[VELOCITY], ph_field_given(fields, r, "velocity"),
          ph_norm(ph_sub(s->velocity, r->velocity)));
}

static void keep_message(converge_run *run, const ph_diag *diag, int from)
{
    for (int i = from; diag && i < ph_diag_count(diag); i++)
        if (ph_diag_get(diag, i)->severity == PH_ERROR)
            snprintf(run->message, sizeof run->message, "%s", ph_diag_get(diag, i)->message);
    if (!run->message[0])
        snprintf(run->message, sizeof run->message, "%s", ph_status_text(run->status));
}

converge_run converge_measure(const ph_model *model, const ph_options *options, const char *method,
                              double step, bool by_tolerance, const converge_state *reference,
                              converge_state *end, ph_diag *diag)
{
    converge_run run = {0};
    for (int k = 0; k < ERRORS; k++) run.error[k] = run.order[k] = NAN;
    ph_options o = *options;
    ph_options_fit(&o, ph_integrator_find(method));
    o.integrator = (ph_text){.text = method};
    o.step = by_tolerance ? 0 : step;
    o.tolerance = by_tolerance ? step : 0;
    ph_sim *sim = NULL;
    int seen = diag ? ph_diag_count(diag) : 0;
    run.status = diag ? ph_sim_create(model, &o, diag, &sim) : PH_E_NOMEM;
    if (run.status >= 0) run.status = ph_sim_advance(sim, o.end, diag);
    ph_body_mass *mass = malloc(((size_t)ph_model_bodies(model) + 1) * sizeof *mass);
    if (run.status >= 0 && (!mass || ph_model_masses(model, mass) < 0)) run.status = PH_E_NOMEM;
    if (run.status < 0) {
        keep_message(&run, diag, seen);
        ph_sim_free(sim);
        free(mass);
        return run;
    }
    run.evaluations = ph_sim_stats(sim)->force_evaluations;
    run.steps = ph_sim_stats(sim)->steps;
    for (int i = 0; i < ph_model_bodies(model); i++) {
        ph_reference_def s = end_state(model, sim, mass, i);
        if (end) end->body[i] = s;
        if (reference) compare(&run, &s, &reference->body[i]);
    }
    ph_sim_free(sim);
    free(mass);
    return run;
}

bool converge_study_run(converge_study *study, const converge_state *reference)
{
    bool good = true;
    for (int m = 0; m < study->methods; m++)
        for (int k = 0; k < study->steps; k++) {
            converge_run *run = &study->run[m * study->steps + k];
            if (study->alive && !study->alive(study->user)) return false;
            ph_diag *diag = ph_diag_create();
            *run = converge_measure(study->model, study->options, study->method[m], study->step[k],
                                    study->by_tolerance, reference, NULL, diag);
            ph_diag_free(diag);
            good = good && run->status >= 0;
            for (int e = 0; k > 0 && e < ERRORS; e++)
                run->order[e] = log(run[-1].error[e] / run->error[e]) /
                                log(study->step[k - 1] / study->step[k]);
        }
    return good;
}

void converge_study_free(converge_study *study)
{
    free(study->run);
    study->run = NULL;
}
