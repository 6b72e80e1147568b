/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scope.h -- a scope for tests: inputs a..h and x, y, time, one constant, tables, a curve, and a
 * function of names.
 */
#ifndef TEST_SCOPE_H
#define TEST_SCOPE_H

#include <string.h>
#include "expr/expr.h"

enum { INPUTS = 13 };
static const char *const input_names[INPUTS] = {
    "a", "b", "c", "d", "ee", "f", "g", "h", "x", "y", "time", "body.pos.x", "body.R.31"};

typedef struct {
    phk_arena arena;
    const phk_spline *cubic_data, *wavy_data, *sheet, *space;
    int hides_e; /* the scope defines e itself */
} test_world;

static inline int is(phk_span span, const char *word)
{
    return strlen(word) == span.length && memcmp(word, span.text, span.length) == 0;
}

static inline phk_symbol test_name(void *self, struct phk_code *code, phk_span name)
{
    (void)code;
    const test_world *w = self;
    for (int k = 0; k < INPUTS; k++)
        if (is(name, input_names[k])) return (phk_symbol){PHK_SYMBOL_INPUT, 0, k};
    if (is(name, "seven")) return (phk_symbol){PHK_SYMBOL_CONSTANT, 7, 0};
    if (is(name, "nought")) return (phk_symbol){PHK_SYMBOL_CONSTANT, 0, 0};
    if (is(name, "e") && w->hides_e) return (phk_symbol){PHK_SYMBOL_CONSTANT, 0.5, 0};
    return (phk_symbol){PHK_SYMBOL_NONE, 0, 0};
}

/* distance(p, q) for p, q in {left, right} is input x. */
static inline phk_symbol test_call(void *self, struct phk_code *code, phk_span function,
                                   const phk_span *argument, int count, const char **problem,
                                   int *at)
{
    phk_symbol none = {PHK_SYMBOL_NONE, 0, 0};
    (void)self, (void)code;
    if (!is(function, "distance")) return none;
    if (count != 2) {
        *problem = "distance takes 2 arguments";
        *at = -1;
        return none;
    }
    for (int k = 0; k < 2; k++)
        if (!is(argument[k], "left") && !is(argument[k], "right")) {
            *problem = "there is no such marker";
            *at = k;
            return none;
        }
    return (phk_symbol){PHK_SYMBOL_INPUT, 0, 8};
}

static inline const phk_spline *test_table(void *self, phk_span name)
{
    const test_world *w = self;
    if (is(name, "sheet")) return w->sheet;
    if (is(name, "space")) return w->space;
    return is(name, "cubic_data") ? w->cubic_data : is(name, "wavy_data") ? w->wavy_data : NULL;
}

static inline void test_offer(void *self, void (*candidate)(void *cookie, const char *name),
                              void *cookie)
{
    char copy[32]; /* lives no longer than the call */
    (void)self;
    for (int k = 0; k < INPUTS; k++) {
        strcpy(copy, input_names[k]);
        candidate(cookie, copy);
    }
    strcpy(copy, "wavy_data");
    candidate(cookie, copy);
}

/* y = 2 - x + 3 x^2 - 0.5 x^3 at cubic_x; a rough curve at wavy_x */
static const double cubic_x[] = {-1, 0, 0.5, 2, 2.75};
static const double wavy_x[] = {-2, -1.5, -0.25, 0, 1, 1.5, 3, 4};

static inline void world_create(test_world *w)
{
    double y[8];
    *w = (test_world){.hides_e = 0};
    for (int k = 0; k < 5; k++) {
        double x = cubic_x[k];
        y[k] = 2 - x + 3 * x * x - 0.5 * x * x * x;
    }
    w->cubic_data =
        phk_spline_create(&w->arena, 5, cubic_x, y, PHK_BEYOND_TANGENT, (ph_source){0}, NULL);
    /* the same times 1 + z/2 */
    static const double z[] = {0, 1, 3};
    double sheet[15];
    for (int k = 0; k < 15; k++) sheet[k] = y[k % 5] * (1 + z[k / 5] / 2);
    w->sheet = phk_surface_create(&w->arena, 5, cubic_x, 3, z, sheet, PHK_BEYOND_TANGENT,
                                  (ph_source){0}, NULL);
    /* (u, u^2, 2 - u + 3 u^2 - 0.5 u^3) at u = -1, -0.6, .., 1 */
    double point[6][3];
    for (int k = 0; k < 6; k++) {
        double u = -1 + 0.4 * k;
        point[k][0] = u;
        point[k][1] = u * u;
        point[k][2] = 2 - u + 3 * u * u - 0.5 * u * u * u;
    }
    w->space = phk_curve_create(&w->arena, 6, point[0], (phk_curve_form){.order = 4},
                                (ph_source){0}, NULL);
    for (int k = 0; k < 8; k++) y[k] = (double)((long long)(1000 * wavy_x[k]) % 7) / 3;
    w->wavy_data =
        phk_spline_create(&w->arena, 8, wavy_x, y, PHK_BEYOND_TANGENT, (ph_source){0}, NULL);
}

static inline phk_scope world_scope(test_world *w)
{
    return (phk_scope){
        .self = w, .name = test_name, .call = test_call, .table = test_table, .offer = test_offer};
}

#endif
