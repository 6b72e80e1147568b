/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Damping of modes: ratios by an expression of the frequency.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "expr/expr.h"
#include "flex/flex.h"

static phk_symbol frequency_name(void *self, struct phk_code *code, phk_span name)
{
    (void)self;
    (void)code;
    bool is = name.length == 1 && name.text[0] == 'f';
    return (phk_symbol){is ? PHK_SYMBOL_INPUT : PHK_SYMBOL_NONE, 0, is ? 0 : -1};
}

static void offer_frequency(void *self, void (*candidate)(void *cookie, const char *name),
                            void *cookie)
{
    (void)self;
    candidate(cookie, "f");
}

ph_status phk_flex_damp(phk_flex *flex, const ph_expr *expr, ph_source where, ph_diag *diag)
{
    double *ratio = phk_arena_alloc(&flex->arena, ((size_t)flex->modes + 1) * sizeof *ratio);
    if (!ratio) return PH_E_NOMEM;
    flex->damping = ratio;
    for (int j = 0; j < flex->modes; j++) ratio[j] = NAN;
    if (!expr->text || strcmp(expr->text, "default") == 0) return PH_OK;
    phk_arena scratch = {0};
    const phk_scope scope = {.name = frequency_name, .offer = offer_frequency};
    const phk_tape *tape = phk_expr_compile(&scratch, expr->text, expr->where, &scope, diag);
    double *room = tape ? calloc(phk_tape_work(tape) + 1, sizeof *room) : NULL;
    ph_status status = !tape  ? (scratch.exhausted ? PH_E_NOMEM : PH_E_MODEL)
                       : room ? PH_OK
                              : PH_E_NOMEM;
    for (int j = 0; !status && j < flex->modes; j++) {
        double f = ph_flex_frequency(flex, j);
        ratio[j] = phk_tape_value(tape, &f, room);
        if (!(ratio[j] >= 0) || isinf(ratio[j]))
            status = phk_error(diag, PH_E_RANGE, expr->where.line > 0 ? expr->where : where,
                               "it is the part of the critical damping: `0.01`, `min(1, 0.001*f)`",
                               "the damping of the mode of %.6g Hz is %g", f, ratio[j]);
    }
    free(room);
    phk_arena_free(&scratch);
    return status;
}
