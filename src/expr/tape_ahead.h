/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tape_ahead.h -- the corners ahead of a whole expression; see ahead.h.
 */
#ifndef PHK_TAPE_AHEAD_H
#define PHK_TAPE_AHEAD_H

#include "expr/ahead.h"

/* How many lines the walk below needs room for. */
size_t phk_tape_lines(const phk_tape *tape);
/* Notes the corners ahead while the inputs move along input[], as far as they are known; the line
 * of the result. */
phk_line phk_tape_ahead(const phk_tape *tape, const phk_line *input, phk_line *work,
                        phk_ahead *ahead);

#endif
