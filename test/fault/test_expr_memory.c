/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Compiling when the k-th allocation fails, for every k: an error, never a crash. The linker sends
 * calloc, the one allocator of the expression layer, to __wrap_calloc below.
 */
#include "harness.h"
#include "../unit/expr/scope.h"

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

static int left = -1; /* allocations until failure; < 0: none fails */

void *__wrap_calloc(size_t count, size_t size)
{
    if (left == 0) return NULL;
    if (left > 0) left--;
    return __real_calloc(count, size);
}

int main(void)
{
    test_world world;
    world_create(&world);
    phk_scope scope = world_scope(&world);
    double space[15] = {0};
    char text[20000] = "x";
    for (int k = 0; k < 300; k++) strcat(text, "+if(x>1.5,max(y,2,a),-x/3)^a+akima(x,wavy_data)");
    for (int kind = 0; kind < 5; kind++) {
        int done = 0;
        for (int k = 0; k < 200 && !done; k++) {
            phk_arena arena = {0};
            ph_diag *diag = ph_diag_create();
            double value;
            left = k;
            if (kind == 0)
                done = !!phk_expr_compile(&arena, text, (ph_source){0}, &scope, diag);
            else if (kind == 1)
                done = phk_expr_constant("max(1,2,3)", (ph_source){0}, &scope, diag, &value);
            else if (kind == 2)
                done = !!phk_spline_create(&arena, 5, cubic_x, cubic_x, PHK_BEYOND_TANGENT,
                                           (ph_source){0}, diag);
            else if (kind == 3)
                done = !!phk_surface_create(&arena, 4, wavy_x, 2, cubic_x, wavy_x,
                                            PHK_BEYOND_TANGENT, (ph_source){0}, diag);
            else
                done = !!phk_curve_create(&arena, 5, space, (phk_curve_form){.order = 3},
                                          (ph_source){0}, diag);
            left = -1;
            CHECK(done || ph_diag_errors(diag) == 1);
            if (!done && ph_diag_count(diag)) CHECK(ph_diag_get(diag, 0)->code == PH_E_NOMEM);
            CHECK(k > 0 || !done);
            ph_diag_free(diag);
            phk_arena_free(&arena);
        }
        CHECK(done);
    }
    phk_arena_free(&world.arena);
    return TEST_RESULT();
}
