/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_function.c -- a force law written in C in the caller's program. It has no word in model
 * files: ph_model_add_force_function makes it.
 */
#include <math.h>
#include <stddef.h>
#include <polhode/model.h>
#include "element/elements.h"

typedef struct {
    ph_place on;
    ph_force_function function;
    void *user;
} function_par;

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const function_par *p = par;
    for (int e = 0; e < n; e++) {
        w[e] = (ph_wrench){0};
        ph_status status = p[e].function(p[e].user, eval->t, &frame[e], &w[e]);
        if (status != PH_OK) {
            w[e].force.x = NAN;
            return status < 0 ? status : PH_E_USER;
        }
    }
    return PH_OK;
}

static const ph_field fields[] = {
    {"on", PH_FIELD_PLACE, .offset = offsetof(function_par, on), .help = "Body or marker."},
    {.name = NULL}};

static const ph_force_type function_type = {
    .name = "function",
    .help = "a force law in the caller's program",
    .par_bytes = sizeof(function_par),
    .fields = fields,
    .markers = 1,
    .wrench = wrench,
};

ph_status ph_model_add_force_function(ph_model *model, const char *name, const char *on,
                                      ph_force_function function, void *user)
{
    if (!function || !on) return PH_E_USAGE;
    function_par par = {.on = {.text = on}, .function = function, .user = user};
    return ph_model_add_force(model, name, &function_type, &par, (ph_source){0});
}
