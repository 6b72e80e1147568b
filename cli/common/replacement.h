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

/* Files of one folder that are put in place together, some hundred at a time: the disk is waited
 * for that often, and whoever is killed leaves no more than those behind. */
enum { REPLACEMENTS = 256 };
typedef struct {
    ph_replacement file[REPLACEMENTS];
    int count;
} replacements;

/* One that has been written joins the others, and with the last there is room for all are put in
 * place. Returns CLI_DONE, or CLI_FAILED after a complaint; nothing waits then. */
int replacements_add(replacements *all, replacement *r);
/* Puts in place what waits. */
int replacements_close(replacements *all, const char *folder, const char *command);
/* Safe where nothing waits. */
void replacements_drop(replacements *all);

#endif
