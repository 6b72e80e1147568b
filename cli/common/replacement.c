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
