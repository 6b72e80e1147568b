/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a run with contacts is told. The model has none: the system is made to say that it has.
 */
#include "../../build_model.h"
#include "sim/drive_engine.h"
#include "sim/sim.h"

static ph_model *spring(const char *potential)
{
    ph_model *model = ph_model_create();
    ph_body_def b = ph_default_body();
    b.mass = 1;
    b.inertia = (ph_sym3){1, 1, 1, 0, 0, 0};
    b.position = ph_v3(0, 0, 1);
    CHECK(ph_model_add_body(model, "a", &b) == PH_OK);
    force_par f = force_make("force", "a", NULL, 0, "0", "0", "-4*a.pos.z");
    force_expr(&f, "potential", 0, potential);
    CHECK(force_add(model, "pull", &f) == PH_OK);
    return model;
}

static ph_options to_tolerance(const char *engine)
{
    ph_options o = options_of(engine, 0, 5);
    for (int i = 0; i < 3; i++) o.scale[i] = 1;
    o.tolerance = 1e-6;
    return o;
}

/* ---- how it steps ---- */

/* What is said about an engine whose system has contacts; each entry of `said` is NULL or a
 * message. */
static void tells(const ph_options *o, const char *const said[3])
{
    ph_model *model = spring("2*a.pos.z^2");
    ph_sim *sim = must_create(model, o);
    ph_diag *diag = ph_diag_create();
    phk_drive_engine *d = (phk_drive_engine *)sim->drive;
    phk_dae dae = *d->dae;
    dae.contacts = true;
    phk_engine_options e = {.run = sim->options, .length = 1, .angle = 1, .time = 1, .span = 5};
    const phk_engine_method *method = d->engine->method;
    d->engine->free(d->engine);
    CHECK(method->create(&dae, &e, &d->engine) == PH_OK);
    d->dae = &dae;
    phk_tell_contacts(d, diag);
    int count = 0;
    while (count < 3 && said[count]) count++;
    CHECK(ph_diag_count(diag) == count);
    for (int i = 0; i < count && i < ph_diag_count(diag); i++)
        CHECK_TEXT(ph_diag_get(diag, i)->message, said[i]);
    ph_diag_free(diag);
    ph_sim_free(sim);
    ph_model_free(model);
}

static void stepping(void)
{
    const char *creeps = "damps little: with contacts a body that should rest may creep";
    char text[120];
    ph_options o = to_tolerance("galpha");
    tells(&o, (const char *[3]){"contacts: damping rho 0.5, steps grow by at most 1.2, error per "
                                "unit step"});
    o.rho = 0.2;
    tells(&o, (const char *[3]){"contacts: damping rho 0.2, steps grow by at most 1.2, error per "
                                "unit step"});
    o.rho = 0.8;
    snprintf(text, sizeof text, "`rho: 0.8` %s", creeps);
    tells(&o, (const char *[3]){"contacts: damping rho 0.8, steps grow by at most 1.2, error per "
                                "unit step",
                                text});
    o = to_tolerance("hht");
    tells(&o, (const char *[3]){"contacts: damping rho 0.54, steps grow by at most 1.2, error per "
                                "unit step"});
    o.error = PH_ERROR_PER_STEP;
    o.alpha = -0.1;
    snprintf(text, sizeof text, "`alpha: -0.1` %s", creeps);
    tells(&o, (const char *[3]){"contacts: damping rho 0.82, steps grow by at most 1.2, error per "
                                "step",
                                text,
                                "`error: per-step` does not bound errors of velocities: with "
                                "contacts a body may come back from an impact with a wrong one"});
    o = options_of("hht-euler", 0.01, 5);
    tells(&o, (const char *[3]){"contacts: damping rho 0.54"});
    o = to_tolerance("ida");
    if (!(ph_integrator_find("ida")->traits & PH_ABSENT)) tells(&o, (const char *[3]){NULL});
}

/* ---- what came of it ---- */

/* With k z^2 said to be V and 2 z^2 right, a share of |k - 2|/(k + 2) is made. */
static void energy(const char *potential, bool contacts, const char *message)
{
    ph_model *model = spring(potential);
    ph_options o = to_tolerance("galpha");
    ph_sim *sim = must_create(model, &o);
    ph_diag *diag = ph_diag_create();
    sim->drive->contacts = contacts;
    CHECK(ph_sim_run(sim, NULL, diag) == PH_OK);
    CHECK(ph_diag_count(diag) == (message != NULL));
    if (message && ph_diag_count(diag) == 1) {
        CHECK_TEXT(ph_diag_get(diag, 0)->message, message);
        CHECK_TEXT(ph_diag_get(diag, 0)->hint,
                   "tighten the tolerance until it is less than a hundredth");
        CHECK(ph_diag_get(diag, 0)->severity == PH_WARNING);
    }
    ph_diag_free(diag);
    ph_sim_free(sim);
    ph_model_free(model);
}

static void leaps(void)
{
    ph_model *model = spring("2*a.pos.z^2");
    ph_options o = options_of("galpha", 0.01, 5);
    ph_sim *sim = must_create(model, &o);
    ph_diag *diag = ph_diag_create();
    phk_sim_warn_of_leaps(sim, diag);
    CHECK(ph_diag_count(diag) == 0);
    sim->stats.leapt = 3, sim->stats.steps = 500;
    phk_sim_warn_of_leaps(sim, diag);
    CHECK(ph_diag_count(diag) == 1);
    if (ph_diag_count(diag) == 1)
        CHECK_TEXT(ph_diag_get(diag, 0)->message,
                   "3 of 500 steps were so long that a body could pass through another unseen");
    ph_diag_free(diag);
    ph_sim_free(sim);
    ph_model_free(model);
}

int main(void)
{
    stepping();
    energy("2.06*a.pos.z^2", true,
           "the integrator lost 0.06 J of energy, where 4.06 J were moved: its contacts are not "
           "resolved");
    energy("2.06*a.pos.z^2", false, NULL);
    energy("2.02*a.pos.z^2", true, NULL);
    leaps();
    return TEST_RESULT();
}
