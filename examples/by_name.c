/* SPDX-License-Identifier: BSD-3-Clause
 *
 * by_name.c -- a pendulum with a torsion spring, each value set by its name in model files. It
 * opens no file, and so needs no more than the core of the library.
 */
#include <polhode/core.h>
#include <stdio.h>
#include <stdlib.h>

/* The arm: its table says which fields there are, of what unit and range. */
static ph_status add_arm(ph_model *model, ph_diag *diag)
{
    const ph_field *fields = ph_kind_fields("body");
    const double inertia[] = {0.01, 0.17, 0.17}; /* [kg m^2] */
    ph_body_def arm = ph_default_body();
    ph_status status = ph_field_set_number(fields, &arm, "mass", 2, diag);
    if (!status) status = ph_field_set_numbers(fields, &arm, "inertia", 3, inertia, diag);
    if (!status) status = ph_field_set_vector(fields, &arm, "position", ph_v3(0.5, 0, 0), diag);
    /* at rest: zero, and said to be so */
    if (!status) status = ph_field_set_vector(fields, &arm, "omega", ph_v3(0, 0, 0), diag);
    return status ? status : ph_model_add(model, "body", "arm", &arm);
}

static ph_status add_hinge(ph_model *model, ph_diag *diag)
{
    const ph_field *fields = ph_kind_fields("joint");
    const ph_text between[] = {{.text = "ground"}, {.text = "arm"}};
    ph_joint_def hinge = ph_default_joint();
    ph_status status = ph_field_set_names(fields, &hinge, "between", 2, between, diag);
    if (!status) status = ph_field_set_vector(fields, &hinge, "axis", ph_v3(0, 0, 1), diag);
    if (status) return status;
    return ph_model_add_joint(model, "hinge", ph_joint_type_find("revolute"), &hinge, NULL);
}

/* A force has a type, and the type a table of its own. */
static ph_status add_spring(ph_model *model, ph_diag *diag)
{
    const ph_force_type *type = ph_force_type_find("torsion_spring");
    void *par = type ? calloc(1, type->par_bytes) : NULL;
    if (!par) return PH_E_NOMEM;
    ph_field_defaults(type->fields, par);
    ph_status status = ph_field_set_text(type->fields, par, "on", "arm", diag);
    if (!status) status = ph_field_set_text(type->fields, par, "reaction", "ground", diag);
    if (!status) status = ph_field_set_number(type->fields, par, "stiffness", 40, diag);
    if (!status) status = ph_field_set_number(type->fields, par, "damping", 1.5, diag);
    if (!status) status = ph_model_add_force(model, "spring", type, par, (ph_source){0});
    free(par);
    return status;
}

int main(void)
{
    ph_diag *diag = ph_diag_create();
    ph_model *model = ph_model_create();
    ph_sim *sim = NULL;
    ph_body_state s = {0};
    ph_options options = ph_default_options();
    options.end = 1; /* [s] */

    ph_status status = diag && model ? PH_OK : PH_E_NOMEM;
    if (!status) status = ph_model_set_gravity(model, ph_v3(0, -9.81, 0));
    if (!status) status = add_arm(model, diag);
    if (!status) status = add_hinge(model, diag);
    if (!status) status = add_spring(model, diag);
    for (int k = 0; !status && k < ph_kind_count(); k++) {
        const ph_kind *kind = ph_kind_get(k);
        for (int i = 0; i < ph_model_count(model, kind->word); i++)
            printf("%s %s\n", kind->word, ph_model_name(model, kind->word, i));
    }
    if (!status) status = ph_sim_create(model, &options, diag, &sim);
    if (!status) status = ph_sim_advance(sim, options.end, diag);
    if (!status) status = ph_sim_get_body(sim, 0, &s);
    if (!status) printf("end %.6f %.6f\n", s.position.x, s.position.y);
    for (int i = 0; diag && i < ph_diag_count(diag); i++) {
        char text[1000];
        ph_diagnostic_format(ph_diag_get(diag, i), text, sizeof text);
        fputs(text, stderr);
    }
    if (status) fprintf(stderr, "by_name: %s\n", ph_status_text(status));
    ph_sim_free(sim);
    ph_model_free(model);
    ph_diag_free(diag);
    return status != PH_OK;
}
