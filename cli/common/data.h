/* SPDX-License-Identifier: BSD-3-Clause
 *
 * data.h -- where the files are that come with the command.
 */
#ifndef CLI_DATA_H
#define CLI_DATA_H

#include <stdbool.h>
#include <stddef.h>

/* A folder by its name, "models": beside the installed command (PREFIX/share/polhode/NAME), or in
 * the source tree that holds the build folder. False when there is none. */
bool data_folder(const char *name, char *path, size_t size);

#endif
