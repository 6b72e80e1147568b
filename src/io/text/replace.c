/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/text/replace.h"

#include <string.h>
#include "base/diag.h"
#include "io/text/disk.h"

/* It is the folder that would not have it. */
static ph_status cannot_open(const char *path, int error, ph_diag *diag)
{
    phk_arena arena = {0};
    const char *slash = strrchr(path, '/'), *folder = ".";
    if (slash) folder = phk_arena_text(&arena, path, (size_t)(slash - path) + (slash == path));
    ph_status status = phk_disk_error(diag, folder ? folder : path, "write in this folder", error);
    phk_arena_free(&arena);
    return status;
}

ph_status phk_replacement_open(ph_replacement *file, const char *path, ph_diag *diag)
{
    ph_status status = phk_disk_target(path, diag);
    if (status) return status;
    int error = ph_replacement_open(file, path);
    return error ? cannot_open(path, error, diag) : PH_OK;
}

ph_status phk_replace_open(phk_replace *r, const char *path, ph_diag *diag)
{
    ph_status status = phk_replacement_open(&r->file, path, diag);
    r->out = r->file.out;
    r->path = path;
    return status;
}

ph_status phk_replace_close(phk_replace *r, ph_status status, ph_diag *diag)
{
    int error = status ? 0 : ph_replacement_place(&r->file);
    if (error) status = phk_disk_error(diag, r->path, "write this file", error);
    ph_replacement_drop(&r->file);
    return status;
}
