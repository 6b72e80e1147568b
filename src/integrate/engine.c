/* SPDX-License-Identifier: BSD-3-Clause */
#include "integrate/engine.h"

#include <stdlib.h>

ph_status phk_engine_take_states(phk_engine *e, const phk_engine_options *options)
{
    size_t size = phk_state_size(e->dae);
    e->state = options->state;
    e->from = options->from;
    if (!e->state) {
        e->room = calloc(2 * size + 1, sizeof *e->room);
        if (!e->room) return PH_E_NOMEM;
        for (size_t i = 0; i < 2; i++) e->own[i] = phk_state_in(e->dae, e->room + i * size);
        e->state = &e->own[0];
        e->from = &e->own[1];
    }
    phk_engine_publish(e);
    return PH_OK;
}

void phk_engine_free_states(phk_engine *e)
{
    free(e->room);
}
