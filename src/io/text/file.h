/* SPDX-License-Identifier: BSD-3-Clause
 *
 * file.h -- a whole file in memory.
 */
#ifndef PHK_FILE_H
#define PHK_FILE_H

#include <polhode/base.h>

/* Reads a file; *text is the caller's to free and ends with a NUL that is not counted. `where` is
 * the place an error points to: the file itself, or the line that names it. */
ph_status phk_file_read(const char *path, ph_source where, ph_diag *diag, char **text,
                        size_t *length);

/* `name` as seen from the folder of `path`, in memory of the caller's; NULL: out of memory. */
char *phk_file_beside(const char *path, const char *name);

/* The last part of a name in which folders are separated as here or as in Windows. */
const char *phk_file_last_part(const char *name);
/* Whether a file is there; a folder, as a result is, is none. */
int phk_file_is_there(const char *path);

#endif
