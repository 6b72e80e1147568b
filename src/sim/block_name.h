/* SPDX-License-Identifier: BSD-3-Clause
 *
 * block_name.h -- what the columns of a block are called.
 */
#ifndef PHK_BLOCK_NAME_H
#define PHK_BLOCK_NAME_H

#include <polhode/sim.h>

/* What follows the object in a column's name: "QUANTITY.COMPONENT", each where it is not empty;
 * component -1: without it. Like snprintf. */
size_t phk_block_tail(const ph_block *block, int component, char *text, size_t size);

#endif
