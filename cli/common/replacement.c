/* SPDX-License-Identifier: BSD-3-Clause */
#include "replacement.h"

#include <string.h>
#include "command.h"
#include "report.h"

bool replacement_open(replacement *r, const char *path, const char *command)
{
    *r = (replacement){.path = path, .command = command};
    int error = ph_replacement_open(&r->file, path);
    if (error) cli_error(command, "cannot write \"%s\": %s", path, strerror(error));
    return !error;
}

int replacement_close(replacement *r, int status)
{
    int error = status == CLI_DONE ? ph_replacement_place(&r->file) : 0;
    ph_replacement_drop(&r->file);
    if (!error) return status;
    cli_error(r->command, "cannot write \"%s\": %s", r->path, strerror(error));
    return CLI_FAILED;
}

static int failed(replacements *all, const char *path, const char *command, int error)
{
    replacements_drop(all);
    cli_error(command, "cannot write \"%s\": %s", path, strerror(error));
    return CLI_FAILED;
}

int replacements_add(replacements *all, replacement *r)
{
    int error = ph_replacement_end(&r->file);
    if (error) {
        ph_replacement_drop(&r->file);
        return failed(all, r->path, r->command, error);
    }
    all->file[all->count++] = r->file;
    return all->count < REPLACEMENTS ? CLI_DONE : replacements_close(all, r->path, r->command);
}

int replacements_close(replacements *all, const char *folder, const char *command)
{
    int error = ph_replacement_place_all(all->file, all->count);
    all->count = 0;
    return error ? failed(all, folder, command, error) : CLI_DONE;
}

void replacements_drop(replacements *all)
{
    while (all->count > 0) ph_replacement_drop(&all->file[--all->count]);
}
