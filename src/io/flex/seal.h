/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seal.h -- sixteen bytes behind the end of an HDF5 file: a mark, and a sum over all before it.
 *
 * HDF5 does not look there. What was torn or turned over since is found before HDF5, which was not
 * made for damaged files, gets to see it. A file without a seal, as other programs write it, is
 * read all the same.
 */
#ifndef PHK_SEAL_H
#define PHK_SEAL_H

#include <stdbool.h>

/* 0, or an errno. */
int phk_seal_put(int fd);
/* False: there is a seal, and it is broken. */
bool phk_seal_holds(int fd);

#endif
