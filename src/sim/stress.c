/* SPDX-License-Identifier: BSD-3-Clause */
#include "sim/stress.h"

#include <string.h>

static bool has_stresses(const ph_model *model, int body)
{
    const phk_flex *flex = phk_model_flex(model, body);
    return flex && flex->spots > 0 && flex->stress && flex->modes > 0;
}

/* The body whose name an output has in front of `ending`; -1: none. */
static int body_of(const ph_model *model, const char *output, const char *ending)
{
    size_t length = strlen(output), after = strlen(ending);
    if (length <= after || strcmp(output + length - after, ending) != 0) return -1;
    phk_object o = phk_model_find(model, output, length - after);
    return o.index >= 0 && o.kind == PHK_KIND_BODY ? o.index : -1;
}

int phk_stress_output(const ph_model *model, const char *output)
{
    int body = body_of(model, output, ".stress");
    return body >= 0 && has_stresses(model, body) ? body : -1;
}

int phk_modes_output(const ph_model *model, const char *output)
{
    int body = body_of(model, output, ".modes");
    return body >= 0 && phk_model_flex(model, body) ? body : -1;
}

static bool is_wanted(const ph_model *model, int body,
                      int (*of)(const ph_model *model, const char *output))
{
    for (int i = 0; i < model->output.count; i++)
        if (of(model, model->output.name[i]) == body) return true;
    return model->output.count == 0;
}

bool phk_stress_wanted(const ph_model *model, int body)
{
    return has_stresses(model, body) && is_wanted(model, body, phk_stress_output);
}

bool phk_modes_wanted(const ph_model *model, int body)
{
    const phk_flex *flex = phk_model_flex(model, body);
    return flex && flex->modes > 0 && is_wanted(model, body, phk_modes_output);
}

ph_status phk_stresses_create(phk_stresses *s, const phk_program *program, phk_arena *arena)
{
    size_t most = (size_t)program->flexible.n + 1;
    *s = (phk_stresses){.n = 0};
    s->body = phk_arena_alloc(arena, most * sizeof *s->body);
    s->envelope = phk_arena_alloc(arena, most * sizeof *s->envelope);
    if (!s->body || !s->envelope) return PH_E_NOMEM;
    for (int k = 0; k < program->flexible.n; k++) {
        const phk_flexible_body *f = &program->flexible.item[k];
        if (!phk_stress_wanted(program->model, f->body)) continue;
        s->body[s->n] = f->body;
        ph_status status = phk_envelope_create(&s->envelope[s->n++], f->is, arena);
        if (status) return status;
    }
    return PH_OK;
}

const double *phk_view_modes(const phk_view *view, int body)
{
    return view->x + view->seat[body].modes;
}

void phk_stresses_show(phk_stresses *s, double t, const phk_view *bodies)
{
    for (int k = 0; k < s->n; k++)
        phk_envelope_show(&s->envelope[k], t, phk_view_modes(bodies, s->body[k]));
}

void phk_stresses_store(phk_stresses *s, phk_store *store)
{
    for (int k = 0; k < s->n; k++) phk_envelope_store(&s->envelope[k], store);
}
