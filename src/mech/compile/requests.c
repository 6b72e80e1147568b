/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Requests compiled. They are worked out at the rows of a result alone, so what they read must not
 * cost a step anything: their quantities get numbers behind those of all other expressions, which
 * the evaluations never look at, and a force they read is not solved for but looked up.
 */
#include <string.h>
#include "base/diag.h"
#include "mech/compile/scope.h"

static ph_status check_names(const ph_request_def *def, const char *request, ph_diag *diag)
{
    ph_status status = PH_OK;
    if (def->count == 0)
        status = phk_error(diag, PH_E_MISSING, def->where, "give `columns: {NAME: expression}`",
                           "request `%s` has no columns", request);
    for (int i = 0; i < def->count; i++) {
        const ph_text *name = &def->column[i].name;
        if (!phk_is_name(name->text))
            status = phk_error(diag, PH_E_NAME, name->where,
                               "a name is a letter or _, then letters, digits and _",
                               "column `%s` of request `%s` is not a name", name->text, request);
        for (int k = 0; k < i; k++)
            if (strcmp(def->column[k].name.text, name->text) == 0)
                status = phk_error(diag, PH_E_NAME, name->where, "choose another name",
                                   "request `%s` has two columns `%s`", request, name->text);
    }
    return status;
}

static ph_status add_columns(phk_program *program, int r, ph_diag *diag)
{
    const ph_request_def *def = &phk_requests(program->model)[r];
    const char *request = program->model->list[PHK_KIND_REQUEST].name[r];
    ph_status status = check_names(def, request, diag);
    for (int i = 0; i < def->count; i++) {
        const ph_request_column *column = &def->column[i];
        ph_status one = phk_program_compile(program, &column->value, request, column->name.text,
                                            diag, &program->answer[program->answers++]);
        if (one == PH_E_NOMEM) return one;
        if (one) status = one;
    }
    return status;
}

ph_status phk_program_add_requests(phk_program *program, ph_diag *diag)
{
    int inputs = program->inputs.n, watches = program->watched.n;
    int requests = ph_model_requests(program->model);
    size_t columns = 0;
    for (int r = 0; r < requests; r++) columns += (size_t)phk_requests(program->model)[r].count;
    program->answer = phk_arena_alloc(&program->arena, (columns + 1) * sizeof *program->answer);
    if (!program->answer) return PH_E_NOMEM;
    ph_status status = PH_OK;
    program->inputs.asking = true;
    ph_status events = phk_program_add_triggers(program, diag);
    if (events == PH_E_NOMEM) return events;
    if (events) status = events;
    for (int r = 0; r < requests; r++) {
        ph_status one = add_columns(program, r, diag);
        if (one == PH_E_NOMEM) return one;
        if (one) status = one;
    }
    program->inputs.asking = false;
    program->inputs.asked = program->inputs.n;
    program->inputs.n = inputs;
    program->watched.n = watches;
    return status;
}
