/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ph_writer_open: asks a simulation what a result of it holds.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/diag.h"
#include "io/result/write.h"
#include "io/result/scene.h"
#include "mech/model/model.h"

typedef struct {
    char *text;
    size_t size, used;
} lines;

static void put_number(lines *out, const char *name, double value, const char *unit)
{
    if (out->used >= out->size) return;
    int n =
        snprintf(out->text + out->used, out->size - out->used, "%s = %.17g%s\n", name, value, unit);
    if (n > 0) out->used += (size_t)n;
}

/* One line for each setting that was given. */
static void settings_text(const ph_options *o, char *text, size_t size)
{
    lines out = {text, size, 0};
    text[0] = '\0';
    put_number(&out, "end", o->end, " s");
    if (o->step > 0) put_number(&out, "step", o->step, " s");
    if (o->tolerance > 0) put_number(&out, "tolerance", o->tolerance, "");
    if (!isnan(o->alpha)) put_number(&out, "alpha", o->alpha, "");
    if (!isnan(o->rho)) put_number(&out, "rho", o->rho, "");
    if (o->every > 0) put_number(&out, "every", o->every, " s");
    if (o->rows > 0) put_number(&out, "rows", o->rows, "");
}

/* A deck's unit of time is a parameter of the model, where it is not the second. */
static double time_unit(const ph_model *model)
{
    static const char name[] = "time_unit";
    phk_object o = phk_model_find(model, name, sizeof name - 1);
    return o.index >= 0 && o.kind == PHK_KIND_PARAMETER ? phk_parameters(model)[o.index].value : 0;
}

ph_status ph_writer_open(const char *directory, const ph_model *model, const ph_sim *sim,
                         ph_diag *diag, ph_writer **writer)
{
    const ph_options *options = ph_sim_options(sim);
    char settings[512];
    settings_text(options, settings, sizeof settings);
    phk_result_about about = {
        .title = ph_model_title(model),
        .integrator = options->integrator.text ? options->integrator.text : "",
        .settings = settings,
        .model_path = ph_model_path(model),
        .model_text = ph_model_source(model),
        .time_unit = time_unit(model),
    };
    int blocks = ph_sim_blocks(sim);
    *writer = NULL;
    char *scene = NULL;
    ph_status status = phk_scene_text(model, diag, &scene);
    if (status != PH_OK) return status;
    about.scene = scene;
    ph_block *block = malloc(((size_t)blocks + 1) * sizeof *block);
    if (!block) {
        free(scene);
        return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
    }
    for (int i = 0; i < blocks; i++) block[i] = *ph_sim_block(sim, i);
    status = phk_writer_create(directory, &about, block, blocks, diag, writer);
    free(block);
    free(scene);
    return status;
}
