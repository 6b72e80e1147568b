/* SPDX-License-Identifier: BSD-3-Clause
 *
 * blocks.h -- the columns of a result, as blocks. One table (blocks.c) says of each block what it
 * is called, of which objects it is and what fills it; names, width and values follow from it.
 */
#ifndef PHK_BLOCKS_H
#define PHK_BLOCKS_H

#include "sim/sim.h"

/* A row that is being filled. */
typedef struct {
    ph_sim *sim;
    double t; /* [s] */
    const phk_view *bodies;
    const double *total; /* [J] the energy's, for a state within a step; NULL: the present state */
    double share;        /* of the last step, where it is within one */
    bool has_potentials, has_energy;
    ph_energy energy;                  /* where has_energy */
    const struct phk_block_kind *kind; /* of the block that is being filled */
} phk_row;

ph_status phk_blocks_create(phk_columns *columns, const phk_system *system,
                            const phk_ledger *ledger, phk_touch touch, phk_arena *arena);

/* All values behind the time: value[width - 1]. The drive has looked at the state. */
void phk_blocks_fill(const phk_columns *columns, phk_row *row, double *value);

#endif
