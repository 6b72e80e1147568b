/* SPDX-License-Identifier: BSD-3-Clause
 *
 * view_body.h -- a flexible body of a file (.phf.h5) to look at: its free modes, as a result.
 */
#ifndef CLI_VIEW_BODY_H
#define CLI_VIEW_BODY_H

/* Writes the result into a folder of its own; its name, to be freed; NULL: see *status, after a
 * complaint. */
char *view_body_begin(const char *path, int *status);
/* Removes it. NULL is allowed. */
void view_body_end(char *folder);

#endif
