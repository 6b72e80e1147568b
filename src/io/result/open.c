/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ph_writer_open: asks a simulation what a result of it holds.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/diag.h"
#include "io/result/bending.h"
#include "io/result/write.h"
#include "io/result/scene.h"
#include "mech/model/model.h"
#include "sim/sim.h"

typedef struct {
    char *text;
    size_t size, used;
} lines;

static void put(lines *out, const char *format, ...)
{
    if (out->used >= out->size) return;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(out->text + out->used, out->size - out->used, format, args);
    va_end(args);
    if (n > 0) out->used += (size_t)n;
}

static void put_number(lines *out, const char *name, double value, const char *unit)
{
    put(out, "%s = %.17g%s%s\n", name, value, *unit ? " " : "", unit);
}

/* One line for each setting that was given. */
static void settings_text(const ph_options *o, char *text, size_t size)
{
    lines out = {text, size, 0};
    text[0] = '\0';
    for (int i = 0; i < ph_option_count(); i++) {
        const ph_option *option = ph_option_get(i);
        const ph_field *f = &option->field;
        const void *at = (const char *)o + f->offset;
        if (!ph_option_given(option, o)) continue;
        if (f->kind == PH_FIELD_NUMBER) put_number(&out, f->name, *(const double *)at, f->unit);
        if (f->kind == PH_FIELD_INTEGER) put_number(&out, f->name, *(const int *)at, "");
        if (f->kind == PH_FIELD_WORD) put(&out, "%s = %s\n", f->name, f->words[*(const int *)at]);
        for (const ph_field *g = f->group; g && g->name; g++) {
            double value = *(const double *)(const void *)((const char *)at + g->offset);
            char name[60];
            snprintf(name, sizeof name, "%s.%s", f->name, g->name);
            if (value != g->init) put_number(&out, name, value, g->unit);
        }
    }
}

/* A deck's unit of time is a parameter of the model, where it is not the second. */
static double time_unit(const ph_model *model)
{
    static const char name[] = "time_unit";
    phk_object o = phk_model_find(model, name, sizeof name - 1);
    return o.index >= 0 && o.kind == PHK_KIND_PARAMETER ? phk_parameters(model)[o.index].value : 0;
}

/* All flexible bodies, in the order of the program. */
static int put_bodies(phk_h5 *h5, const void *what)
{
    const ph_sim *sim = what;
    const phk_flexible_list *list = &sim->program->flexible;
    int status = 0;
    for (int k = 0; !status && k < list->n; k++)
        status = phk_bending_put(h5->file, k, ph_model_body_name(sim->model, list->item[k].body),
                                 list->item[k].is);
    return status;
}

static int put_peaks(phk_h5 *h5, const void *what)
{
    const ph_sim *sim = what;
    int status = 0;
    for (int k = 0; !status && k < sim->stresses.n; k++)
        status =
            phk_bending_put_peaks(h5->file, sim->program->flexible.of_body[sim->stresses.body[k]],
                                  &sim->stresses.envelope[k]);
    return status;
}

ph_status ph_writer_open(const char *directory, const ph_model *model, const ph_sim *sim,
                         ph_diag *diag, ph_writer **writer)
{
    const ph_options *options = ph_sim_options(sim);
    char settings[1024];
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
    if (status == PH_OK) status = phk_writer_put(*writer, put_bodies, sim, diag);
    if (status != PH_OK) {
        ph_writer_abandon(*writer);
        *writer = NULL;
    }
    return status;
}

ph_status ph_writer_stresses(ph_writer *writer, ph_sim *sim, ph_diag *diag)
{
    for (int k = 0; k < sim->stresses.n; k++) phk_envelope_settle(&sim->stresses.envelope[k]);
    return phk_writer_put(writer, put_peaks, sim, diag);
}
