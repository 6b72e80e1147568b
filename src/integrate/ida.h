/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ida.h -- the two engines over SUNDIALS' IDA. A build without that library has their names alone,
 * marked as absent; `create` is then NULL.
 */
#ifndef PHK_IDA_H
#define PHK_IDA_H

#include "integrate/engine.h"

extern const phk_engine_method phk_engine_ida, phk_engine_ida_index3;

/* What both builds say of them; more: further traits. */
#define PHK_IDA_INFO(more)                                                                         \
    {                                                                                              \
        .name = "ida", .summary = "BDF of variable order, SUNDIALS IDA, stabilised index 2",       \
        .reference = "Hindmarsh et al. 2005; Gear, Leimkuhler & Gupta 1985", .order = 5,           \
        .traits = PH_IMPLICIT | PH_OWN_STEPS | (more), .calls_per_step = 1, .calls_at_start = 1,   \
        .options = (const char *const[])                                                           \
        {                                                                                          \
            PHK_ENGINE_TAKES, "max_order", NULL                                                    \
        }                                                                                          \
    }
#define PHK_IDA_INDEX3_INFO(more)                                                                  \
    {                                                                                              \
        .name = "ida-index3", .summary = "the same in index 3, without a test on velocities",      \
        .reference = "Hindmarsh et al. 2005", .order = 5,                                          \
        .traits = PH_IMPLICIT | PH_OWN_STEPS | (more), .calls_per_step = 1, .calls_at_start = 1,   \
        .options = (const char *const[])                                                           \
        {                                                                                          \
            PHK_ENGINE_TAKES, "max_order", NULL                                                    \
        }                                                                                          \
    }

#endif
