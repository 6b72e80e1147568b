/* SPDX-License-Identifier: BSD-3-Clause
 *
 * disk.h -- what readers and writers of files share: folders, paths, errors in plain words.
 */
#ifndef PHK_DISK_H
#define PHK_DISK_H

#include <polhode/base.h>
#include "base/arena.h"

/* PH_E_IO at `path`: "cannot DOING: what the system says", with a hint that fits. error: errno. */
ph_status phk_disk_error(ph_diag *diag, const char *path, const char *doing, int error);

/* Makes a folder and the folders above it where they are missing. */
ph_status phk_disk_folder(const char *path, ph_diag *diag);

/* "FOLDER/name" in the arena; NULL: out of memory. */
char *phk_disk_join(phk_arena *arena, const char *folder, const char *name);

/* A path that holds from whatever folder, in the arena; NULL: out of memory. */
char *phk_disk_rooted(phk_arena *arena, const char *path);

/* Writes all bytes at an offset. Returns 0 or an errno. */
int phk_disk_write(int fd, const void *data, size_t size, long long offset);

/* Refuses a target that a rename cannot replace: a folder of that name. */
ph_status phk_disk_target(const char *path, ph_diag *diag);

#endif
