/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fuzz_expr.c -- libFuzzer entry: any bytes as an expression, compiled and evaluated. The first
 * byte chooses the inputs' values.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "../unit/expr/scope.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double special[] = {0, -0.0, 1, -1, 0.5, 1e300, -1e300, 1e-300, 3, 1e9};
    static test_world world;
    if (!world.wavy_data) world_create(&world);
    if (size == 0) return 0;
    char *text = malloc(size);
    if (!text) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    double inputs[INPUTS];
    for (int k = 0; k < INPUTS; k++) inputs[k] = special[(data[0] + (data[0] / 10 + 1) * k) % 10];

    phk_arena arena = {0};
    phk_scope scope = world_scope(&world);
    ph_diag *diag = ph_diag_create();
    const phk_tape *tape = phk_expr_compile(&arena, text, (ph_source){"m", 1, 1, 0}, &scope, diag);
    if (!tape == !ph_diag_errors(diag)) abort();
    if (tape) {
        double *work = malloc(phk_tape_work(tape) * sizeof *work), gradient[INPUTS];
        double value = phk_tape_value(tape, inputs, work);
        double again = phk_tape_gradient(tape, inputs, work, gradient);
        if (value != again && !(value != value && again != again)) abort();
        double first, second;
        again = phk_tape_jet(tape, inputs, gradient, inputs, work, &first, &second);
        if (value != again && !(value != value && again != again)) abort();
        free(work);
    }
    for (int k = 0; k < ph_diag_count(diag); k++) {
        char line[300];
        ph_diagnostic_format(ph_diag_get(diag, k), line, sizeof line);
    }
    double value;
    phk_expr_constant(text, (ph_source){0}, &scope, diag, &value);
    ph_diag_free(diag);
    phk_arena_free(&arena);
    free(text);
    return 0;
}
