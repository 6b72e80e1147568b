/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engines of this build.
 */
#include <string.h>
#include "integrate/engine.h"
#include "integrate/ida.h"

const phk_engine_method *const phk_engine_methods[] = {
    &phk_engine_galpha,      &phk_engine_hht, &phk_engine_hht_euler,  &phk_engine_hht_modified,
    &phk_engine_hht_classic, &phk_engine_ida, &phk_engine_ida_index3, NULL,
};

const phk_engine_method *phk_engine_find(const char *name)
{
    for (int i = 0; phk_engine_methods[i]; i++)
        if (strcmp(phk_engine_methods[i]->info.name, name) == 0) return phk_engine_methods[i];
    return NULL;
}
