/* SPDX-License-Identifier: BSD-3-Clause
 *
 * live.h -- a result that is still being written, and who watches it.
 *
 * Both meet at record locks on two bytes far behind the end of the temporary file: the writer holds
 * one for as long as it lives, a watcher the other. The system frees the locks of a process that
 * ends, however it ends. A writer that is watched writes out every second what it has gathered;
 * one that is not never does, so its file is laid out as if there were no watchers. Where a disk
 * has no locks nobody can watch, and nothing else changes.
 */
#ifndef PHK_LIVE_H
#define PHK_LIVE_H

#include <stdbool.h>

/* Says that the file of this descriptor is being written. */
void phk_live_begin(int fd);
/* Whether somebody else watches it. */
bool phk_live_watched(int fd);

#endif
