/* SPDX-License-Identifier: BSD-3-Clause
 *
 * columns.h -- the columns of a simulation: what is shown, and the blocks made of it (blocks.h).
 */
#ifndef PHK_COLUMNS_H
#define PHK_COLUMNS_H

#include <polhode/sim.h>
#include "sim/shown.h"

typedef struct {
    phk_shown shown[PHK_SHOWN];
    int blocks;
    ph_block *block;
    const struct phk_block_kind **kind; /* [blocks] */
    int *from;                          /* [blocks] its first object in the list of its kind */
    size_t width;                       /* doubles of a row, time included */
} phk_columns;

#endif
