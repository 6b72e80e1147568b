/* SPDX-License-Identifier: BSD-3-Clause
 *
 * replace.h -- polhode/replace.h with diagnostics.
 */
#ifndef PHK_REPLACE_H
#define PHK_REPLACE_H

#include <polhode/replace.h>

typedef struct {
    FILE *out;        /* write here */
    const char *path; /* borrowed */
    ph_replacement file;
} phk_replace;

ph_status phk_replace_open(phk_replace *r, const char *path, ph_diag *diag);
/* Puts it in place where status is PH_OK and all bytes have arrived, else drops it. Returns what
 * became of it. */
ph_status phk_replace_close(phk_replace *r, ph_status status, ph_diag *diag);

/* A ph_replacement_open that says what is wrong. */
ph_status phk_replacement_open(ph_replacement *file, const char *path, ph_diag *diag);

#endif
