/* SPDX-License-Identifier: BSD-3-Clause
 *
 * replace.h -- a file written anew: an older one of its name stays as it is until all is written.
 */
#ifndef PHK_REPLACE_H
#define PHK_REPLACE_H

#include <stdio.h>
#include <polhode/base.h>
#include "base/arena.h"

typedef struct {
    FILE *out;        /* write here */
    const char *path; /* borrowed */
    char *part;
    phk_arena arena;
} phk_replace;

/* Opens a temporary file in the folder of `path`. */
ph_status phk_replace_open(phk_replace *r, const char *path, ph_diag *diag);
/* Puts it in place where status is PH_OK and all bytes have arrived, else drops it. Returns what
 * became of it. */
ph_status phk_replace_close(phk_replace *r, ph_status status, ph_diag *diag);

#endif
