/* SPDX-License-Identifier: BSD-3-Clause
 *
 * spline_rpc.h -- time histories of measurements, for SPLINE/id, FILE=.., CHANNEL=n.
 */
#ifndef PHK_ADAMS_SPLINE_RPC_H
#define PHK_ADAMS_SPLINE_RPC_H

#include <polhode/model.h>
#include "base/arena.h"

/* Whether the file is one of RPC III. */
bool phk_rpc_is(const char *text, size_t length);
/* Times, in units of `unit` [s], and values of a channel (from 1). NULL: done, or no memory, and
 * then x stays empty; else what is wrong, "" where there is no such channel of `channels`. */
const char *phk_rpc_read(phk_arena *arena, const char *text, size_t length, int channel,
                         double unit, ph_numbers *x, ph_numbers *y, int *channels);

#endif
