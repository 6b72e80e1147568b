/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reach.h -- a model at the state that `modes` and `linearize` look at: as it starts, at a time of
 * its run, or in equilibrium.
 */
#ifndef CLI_REACH_H
#define CLI_REACH_H

#include <math.h>
#include "common/model_options.h"

typedef struct {
    double at;         /* [s] NAN: the start */
    bool equilibrium;  /* from there to the equilibrium */
    const char *frame; /* NULL: the world */
} reach_options;

static inline reach_options reach_none(void)
{
    return (reach_options){.at = NAN};
}

/* Rows of an option table that fill it. */
#define REACH_AT(r)                                                                                \
    {                                                                                              \
        "at", 0, CLI_NUMBER, &(r).at, "T", "run the model up to this time [s] first",              \
            "as it starts"                                                                         \
    }
#define REACH_EQUILIBRIUM(r)                                                                       \
    {                                                                                              \
        "equilibrium", 0, CLI_FLAG, &(r).equilibrium, NULL,                                        \
            "seek the equilibrium from there, and take that", NULL                                 \
    }
#define REACH_FRAME(r)                                                                             \
    {                                                                                              \
        "frame", 0, CLI_TEXT, &(r).frame, "MARKER",                                                \
            "seen from the axes of a marker or body, which turn with it: for steady rotation",     \
            "the world's axes"                                                                     \
    }

/* Brings the model there, by an integrator of mechanisms. Complains itself; an exit status. */
int reach(const char *command, const ph_model *model, const ph_options *options,
          const reach_options *how, ph_diag *diag, ph_sim **sim);

#endif
