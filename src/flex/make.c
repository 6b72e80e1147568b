/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A frame of beams becomes a flexible body: elements, shapes, all that follows from them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "expr/expr.h"
#include "flex/modes.h"

#define TWO_PI 6.283185307179586

/* ---- damping ---- */

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

/* ---- all of it ---- */

static ph_status find_held(const phk_frame *f, const ph_text *name, ph_source where, ph_diag *diag,
                           int *held)
{
    *held = name->text ? phk_frame_node(f, name->text) : -1;
    if (!name->text || *held >= 0) return PH_OK;
    return phk_error(diag, PH_E_NAME, name->where.line > 0 ? name->where : where,
                     "name a node of the body, on the axis it turns about",
                     "stiffening: there is no node `%.60s`", name->text);
}

static ph_status fill(const phk_frame *f, const ph_beams *beams, const ph_reduction *how,
                      const phk_shapes *shapes, int held, ph_diag *diag, phk_arena *scratch,
                      phk_flex *flex)
{
    ph_status status = phk_frame_inertia(f, shapes, flex);
    if (!status) status = phk_frame_nodes(f, shapes, flex);
    if (!status) status = phk_frame_stress(f, beams, shapes, flex);
    if (!status && held >= 0) status = phk_frame_stiffening(f, held, shapes, flex, scratch);
    if (!status) status = phk_flex_damp(flex, &how->damping, beams->where, diag);
    return status;
}

ph_status ph_flex_of_beams(const ph_beams *beams, const ph_reduction *how, ph_diag *diag,
                           ph_flex **out)
{
    phk_arena scratch = {0};
    phk_frame frame;
    phk_shapes shapes;
    int held = -1;
    *out = NULL;
    ph_status status = phk_frame_make(beams, &scratch, diag, &frame);
    if (!status) status = find_held(&frame, &how->held, beams->where, diag, &held);
    if (!status) status = phk_frame_reduce(&frame, how, beams->where, diag, &scratch, &shapes);
    phk_flex *flex = status ? NULL : phk_flex_create();
    if (!status && !flex) status = PH_E_NOMEM;
    if (!status) {
        flex->rigid = shapes.rigid;
        flex->interfaces = how->interfaces;
        status = fill(&frame, beams, how, &shapes, held, diag, &scratch, flex);
    }
    if (scratch.exhausted || (flex && flex->arena.exhausted)) status = PH_E_NOMEM;
    phk_arena_free(&scratch);
    if (status)
        ph_flex_free(flex);
    else
        *out = flex;
    return status;
}
