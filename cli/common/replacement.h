/* SPDX-License-Identifier: BSD-3-Clause
 *
 * replacement.h -- a file written anew (polhode/replace.h), with complaints in the words of a
 * command.
 */
#ifndef CLI_REPLACEMENT_H
#define CLI_REPLACEMENT_H

#include <stdbool.h>
#include <polhode/replace.h>

typedef struct {
    ph_replacement file;
    const char *path;    /* borrowed */
    const char *command; /* for complaints; borrowed */
} replacement;

/* False after a complaint. */
bool replacement_open(replacement *r, const char *path, const char *command);
/* Puts it in place where `status` is CLI_DONE, else drops it. Returns the status, or CLI_FAILED
 * after a complaint. */
int replacement_close(replacement *r, int status);

#endif
