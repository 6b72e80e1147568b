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

static ph_status add_columns(phk_system *sys, int r, ph_diag *diag)
{
    const ph_request_def *def = &phk_requests(sys->model)[r];
    const char *request = sys->model->list[PHK_KIND_REQUEST].name[r];
    ph_status status = check_names(def, request, diag);
    for (int i = 0; i < def->count; i++) {
        const ph_request_column *column = &def->column[i];
        ph_status one = phk_system_compile(sys, &column->value, request, column->name.text, diag,
                                           &sys->answer[sys->answers++]);
        if (one == PH_E_NOMEM) return one;
        if (one) status = one;
    }
    return status;
}

ph_status phk_system_add_requests(phk_system *sys, ph_diag *diag)
{
    int inputs = sys->inputs, watches = sys->watches;
    int requests = ph_model_requests(sys->model);
    size_t columns = 0;
    for (int r = 0; r < requests; r++) columns += (size_t)phk_requests(sys->model)[r].count;
    sys->answer = phk_arena_alloc(&sys->arena, (columns + 1) * sizeof *sys->answer);
    sys->answer_value = phk_arena_alloc(&sys->arena, (columns + 1) * sizeof *sys->answer_value);
    if (!sys->answer || !sys->answer_value) return PH_E_NOMEM;
    ph_status status = PH_OK;
    sys->asking = true;
    for (int r = 0; r < requests; r++) {
        ph_status one = add_columns(sys, r, diag);
        if (one == PH_E_NOMEM) return one;
        if (one) status = one;
    }
    sys->asking = false;
    sys->asked_inputs = sys->inputs;
    sys->inputs = inputs;
    sys->watches = watches;
    return status;
}
