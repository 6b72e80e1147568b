/* SPDX-License-Identifier: BSD-3-Clause */
#include "replacement.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "command.h"
#include "report.h"

static bool cannot_write(replacement *r, int error)
{
    cli_error(r->command, "cannot write \"%s\": %s", r->path, strerror(error));
    free(r->part);
    return false;
}

bool replacement_open(replacement *r, const char *path, const char *command)
{
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    size_t size = (size_t)folder + 32;
    struct stat info;
    *r = (replacement){-1, malloc(size), path, command};
    if (!r->part) return cannot_write(r, ENOMEM);
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) return cannot_write(r, EISDIR);
    snprintf(r->part, size, "%.*s.polhode-XXXXXX", folder, path);
    r->fd = mkstemp(r->part);
    if (r->fd < 0) return cannot_write(r, errno);
    /* mkstemp makes private files; this one is like any other file */
    mode_t mask = umask(0);
    umask(mask);
    (void)fchmod(r->fd, 0666 & ~mask);
    return true;
}

int replacement_close(replacement *r, int status)
{
    int error = close(r->fd) != 0 ? errno : 0;
    if (status == CLI_DONE && !error && rename(r->part, r->path) != 0) error = errno;
    if (status == CLI_DONE && error) {
        cli_error(r->command, "cannot write \"%s\": %s", r->path, strerror(error));
        status = CLI_FAILED;
    }
    if (status != CLI_DONE) unlink(r->part);
    free(r->part);
    return status;
}
