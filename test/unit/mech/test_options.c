/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table of options, and how options of several sources become one.
 */
#include <polhode/polhode.h>
#include "harness.h"
#include "mech/model/options.h"

static double number_of(const ph_option *option, const ph_options *o)
{
    return *(const double *)(const void *)((const char *)o + option->field.offset);
}

/* What stands for "not given" cannot be asked for: else a later source could not ask for it. */
static void test_rows(void)
{
    ph_options o = ph_default_options();
    for (int i = 0; i < ph_option_count(); i++) {
        const ph_option *option = ph_option_get(i);
        const ph_field *f = &option->field;
        CHECK(ph_option_find(f->name) == option);
        CHECK(!ph_option_given(option, &o));
        CHECK(f->help && *f->help);
        CHECK(!option->line.name || (option->line.operand && option->line.help));
        if (option->instead) {
            CHECK(ph_option_find(option->instead) != NULL);
            CHECK_TEXT(ph_option_find(option->instead)->instead, f->name);
        }
        bool known = f->kind == PH_FIELD_NUMBER || f->kind == PH_FIELD_INTEGER ||
                     f->kind == PH_FIELD_WORD || f->kind == PH_FIELD_TEXT ||
                     f->kind == PH_FIELD_GROUP;
        CHECK(known);
        /* from the beginning of time on, and no shortest step, are the same given or not */
        if (f->offset == offsetof(ph_options, start) || f->offset == offsetof(ph_options, min_step))
            continue;
        bool above = f->flags & PH_ABOVE;
        if (f->kind == PH_FIELD_NUMBER)
            CHECK(isnan(f->init) || f->init < f->min || (above && f->init == f->min));
        if (f->kind == PH_FIELD_INTEGER) CHECK(f->init < f->min);
        if (f->kind == PH_FIELD_WORD) CHECK(f->init < 0);
    }
    CHECK(!ph_option_find("nonsense"));
    CHECK(!ph_option_find(NULL));
    CHECK(!ph_option_get(-1) && !ph_option_get(ph_option_count()));
}

/* Every number alone goes over, and nothing else changes but what it stands instead of. */
static void test_each(void)
{
    for (int i = 0; i < ph_option_count(); i++) {
        const ph_option *option = ph_option_get(i);
        if (option->field.kind != PH_FIELD_NUMBER) continue;
        ph_options o = ph_default_options(), over = o;
        o.step = o.tolerance = o.every = o.max_step = o.first_step = 7;
        o.alpha = o.rho = 7;
        ph_options before = o;
        *(double *)(void *)((char *)&over + option->field.offset) = 0.25;
        ph_options_merge(&o, &over);
        CHECK(number_of(option, &o) == 0.25);
        for (int k = 0; k < ph_option_count(); k++) {
            const ph_option *other = ph_option_get(k);
            if (k == i) continue;
            if (option->instead && strcmp(option->instead, other->field.name) == 0)
                CHECK(!ph_option_given(other, &o));
            else
                CHECK(phk_option_same(other, &o, &before));
        }
    }
}

static void test_kinds(void)
{
    ph_options o = ph_default_options(), over = o;
    o.scale[0] = 2;
    o.scale[1] = 3;
    over.scale[1] = 4;
    over.error = PH_ERROR_PER_STEP;
    over.rows = 10;
    over.integrator.text = "hht";
    o.every = 1;
    ph_options_merge(&o, &over);
    CHECK(o.scale[0] == 2 && o.scale[1] == 4 && o.scale[2] == 0);
    CHECK(o.error == PH_ERROR_PER_STEP);
    CHECK(o.rows == 10 && o.every == 0);
    CHECK_TEXT(o.integrator.text, "hht");
    /* two of which one is enough: both are kept, for whoever complains */
    over = ph_default_options();
    over.step = 1;
    over.tolerance = 2;
    ph_options_merge(&o, &over);
    CHECK(o.step == 1 && o.tolerance == 2);
}

/* A phase goes over what was before, and what is asked for goes before the phase. */
static void test_phases(void)
{
    ph_options model = ph_default_options(), asked, o, phase = model;
    model.alpha = -0.1;
    model.tolerance = 1e-4;
    asked = o = model;
    phase.integrator.text = "galpha";
    phase.tolerance = 1e-3;
    phase.max_step = 0.5;
    phase.scale[0] = 5;
    phk_options_go_on(&o, &phase, &asked, &model);
    CHECK_TEXT(o.integrator.text, "galpha");
    CHECK(isnan(o.alpha) && o.tolerance == 1e-3 && o.max_step == 0.5 && o.scale[0] == 5);
    asked.step = 0.1;
    asked.tolerance = 0;
    asked.scale[0] = 6;
    asked.integrator.text = "hht";
    o = asked;
    phk_options_go_on(&o, &phase, &asked, &model);
    CHECK_TEXT(o.integrator.text, "hht");
    CHECK(o.alpha == -0.1 && o.tolerance == 0 && o.step == 0.1 && o.max_step == 0.5);
    CHECK(o.scale[0] == 6);
}

static void test_fit(void)
{
    ph_options o = ph_default_options();
    o.alpha = -0.1;
    o.rho = 0.5;
    o.tolerance = 1e-3;
    o.max_step = 1;
    ph_options_fit(&o, NULL);
    CHECK(o.alpha == -0.1 && o.rho == 0.5);
    ph_options_fit(&o, ph_integrator_find("hht"));
    CHECK(o.alpha == -0.1 && isnan(o.rho) && o.tolerance == 1e-3);
    ph_options_fit(&o, ph_integrator_find("liemid"));
    CHECK(isnan(o.alpha) && o.tolerance == 0 && o.max_step == 0);
}

/* What a method does not take is refused where it changes what is computed, and else told of. */
static void test_not_taken(void)
{
    ph_model *model = ph_model_create();
    ph_body_def body = ph_default_body();
    body.mass = 1;
    body.inertia = (ph_sym3){1, 1, 1, 0, 0, 0};
    CHECK(ph_model_add_body(model, "b", &body) == PH_OK);
    for (int i = 0; i < ph_option_count(); i++) {
        const ph_option *option = ph_option_get(i);
        ph_options o = ph_default_options();
        if (option->flags & PH_OF_EVERY_RUN || option->field.kind == PH_FIELD_TEXT) continue;
        if (option->field.kind == PH_FIELD_NUMBER)
            *(double *)((char *)&o + option->field.offset) = 0.5;
        if (option->field.kind == PH_FIELD_GROUP)
            *(double *)((char *)&o + option->field.offset) = 0.5;
        if (option->field.kind == PH_FIELD_INTEGER) *(int *)((char *)&o + option->field.offset) = 5;
        if (option->field.kind == PH_FIELD_WORD) *(int *)((char *)&o + option->field.offset) = 1;
        o.integrator.text = "nmb";
        o.step = 0.1;
        o.end = 1;
        ph_diag *diag = ph_diag_create();
        ph_sim *sim = NULL;
        ph_status status = ph_sim_create(model, &o, diag, &sim);
        CHECK((status != PH_OK) == (option->refused != NULL));
        CHECK(ph_diag_count(diag) == 1 &&
              (option->refused || strstr(ph_diag_get(diag, 0)->message, option->field.name)));
        ph_sim_free(sim);
        ph_diag_free(diag);
    }
    ph_model_free(model);
}

/* What methods list are options. */
static void test_lists(void)
{
    for (int i = 0; i < ph_integrator_count(); i++) {
        const ph_integrator_info *info = ph_integrator_get(i);
        for (const char *const *key = info->options; key && *key; key++) {
            const ph_option *option = ph_option_find(*key);
            CHECK(option && !(option->flags & PH_OF_EVERY_RUN));
            CHECK(ph_integrator_takes(info, *key));
        }
    }
    CHECK(!ph_integrator_takes(NULL, "rho"));
    CHECK(ph_integrator_takes(ph_integrator_find("galpha"), "rho"));
    CHECK(!ph_integrator_takes(ph_integrator_find("cf4"), "tolerance"));
}

int main(void)
{
    test_rows();
    test_each();
    test_kinds();
    test_phases();
    test_fit();
    test_not_taken();
    test_lists();
    return TEST_RESULT();
}
