/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Frames of beams and flexible bodies of a model when the k-th allocation fails, for every k: out
 * of memory is said, and nothing is lost or used twice.
 */
#include <polhode/model.h>
#include "harness.h"

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

static int left = -1; /* allocations until failure; < 0: none fails */

static int fails(void)
{
    return left == 0 || (left > 0 && left-- == 0);
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

static ph_flexible_def rod(void)
{
    static const double point[6] = {0, 0, 0, 1, 0, 0};
    static const ph_beam_section section = {.kind = PH_SECTION_CIRCLE, .size = {0.01}};
    static const ph_interface end[2] = {{{.text = "start"}, 6}, {{.text = "end"}, 3}};
    ph_flexible_def def = ph_default_flexible();
    def.beams.young = 2e11;
    def.beams.poisson = 0.3;
    def.beams.density = 7800;
    def.beams.line = (ph_rows){2, 3, point};
    def.beams.sections = 1;
    def.beams.section = &section;
    def.reduction.interfaces = 2;
    def.reduction.interface = end;
    def.reduction.modes = 2;
    def.reduction.damping.text = "0.01*(1 + f/100)";
    def.reduction.held.text = "start";
    return def;
}

int main(void)
{
    const ph_flexible_def def = rod();
    for (int kind = 0; kind < 3; kind++) {
        int done = 0, k;
        for (k = 0; k < 400 && !done; k++) {
            ph_flex *flex[2] = {NULL, NULL};
            ph_reduction how = def.reduction;
            if (kind == 1) how.held.text = NULL;
            ph_model *model = kind == 2 ? ph_model_create() : NULL;
            left = k;
            ph_status status = kind == 0   ? ph_flex_of_beams(&def.beams, &how, NULL, flex)
                               : kind == 1 ? ph_flex_pieces_of_line(&def.beams, &how, 2, NULL, flex)
                                           : ph_model_add_flexible(model, "rod", &def);
            left = -1;
            done = status == PH_OK;
            CHECK(done || status == PH_E_NOMEM);
            CHECK(done || (!flex[0] && !flex[1]));
            for (int i = 0; i < 2; i++) ph_flex_free(flex[i]);
            ph_model_free(model);
        }
        CHECK(done && k > 5);
    }
    return TEST_RESULT();
}
