/* SPDX-License-Identifier: BSD-3-Clause
 *
 * disk.h -- what the writers of files share: folders, temporary names, errors in plain words.
 *
 * A file is written under a temporary name in its own folder and renamed when it is complete, so
 * that a reader sees the old file or the new one, never a part.
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

/* Creates an empty file FOLDER/.NAME.PID-N.part, open for reading and writing. */
ph_status phk_disk_part(phk_arena *arena, const char *folder, const char *name, ph_diag *diag,
                        char **path, int *fd);

/* Writes all bytes at an offset. Returns 0 or an errno. */
int phk_disk_write(int fd, const void *data, size_t size, long long offset);

/* Refuses a target that a rename cannot replace: a folder of that name. */
ph_status phk_disk_target(const char *path, ph_diag *diag);

#endif
