/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/text/replace.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "base/diag.h"
#include "io/text/disk.h"

ph_status phk_replace_open(phk_replace *r, const char *path, ph_diag *diag)
{
    int fd;
    const char *slash = strrchr(path, '/');
    *r = (phk_replace){.path = path};
    ph_status status = phk_disk_target(path, diag);
    if (status) return status;
    size_t length = slash ? (size_t)(slash - path) + (slash == path) : 0;
    char *folder = slash ? phk_arena_text(&r->arena, path, length) : ".";
    status = folder
                 ? phk_disk_part(&r->arena, folder, slash ? slash + 1 : path, diag, &r->part, &fd)
                 : phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
    if (status == PH_OK) {
        r->out = fdopen(fd, "w");
        if (!r->out) {
            status = phk_disk_error(diag, path, "write this file", errno);
            close(fd);
            unlink(r->part);
        }
    }
    if (status) phk_arena_free(&r->arena);
    return status;
}

ph_status phk_replace_close(phk_replace *r, ph_status status, ph_diag *diag)
{
    errno = 0;
    int bad = ferror(r->out) || fflush(r->out) != 0 || fsync(fileno(r->out)) != 0;
    int error = bad ? (errno ? errno : EIO) : 0;
    if (fclose(r->out) != 0 && !error) error = errno;
    if (!status && !error && rename(r->part, r->path) != 0) error = errno;
    if (!status && error) status = phk_disk_error(diag, r->path, "write this file", error);
    if (status) unlink(r->part);
    phk_arena_free(&r->arena);
    return status;
}
