/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/text/disk.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/diag.h"

static const char *hint_for(int error)
{
    switch (error) {
    case ENOSPC:
    case EDQUOT:
        return "free some space there, or write to a folder on another disk.";
    case EFBIG:
        return "the file-size limit is reached: raise it (`ulimit -f`), or write fewer rows.";
    case EACCES:
    case EPERM:
    case EROFS:
        return "choose a folder you may write to.";
    case ENOTDIR:
        return "a file has that name: choose another folder, or move the file away.";
    default:
        return NULL;
    }
}

ph_status phk_disk_error(ph_diag *diag, const char *path, const char *doing, int error)
{
    char reason[128];
    if (strerror_r(error, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", error);
    return phk_error(diag, error == ENOMEM ? PH_E_NOMEM : PH_E_IO, (ph_source){.file = path},
                     hint_for(error), "cannot %s: %s", doing, reason);
}

static int is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* 0 or an errno. The folder may appear meanwhile by another hand: that is as good. */
static int make_folder(const char *path)
{
    if (mkdir(path, 0777) == 0) return 0;
    int error = errno == EEXIST ? ENOTDIR : errno;
    return is_folder(path) ? 0 : error;
}

ph_status phk_disk_folder(const char *path, ph_diag *diag)
{
    if (is_folder(path)) return PH_OK;
    phk_arena arena = {0};
    char *part = phk_arena_text(&arena, path, strlen(path));
    int error = part ? 0 : ENOMEM;
    /* from the top down; a leading slash is no folder of its own */
    for (char *p = part ? part + 1 : NULL; p && *part && *p && !error; p++) {
        if (*p != '/') continue;
        *p = '\0';
        error = make_folder(part);
        *p = '/';
    }
    if (!error) error = make_folder(path);
    phk_arena_free(&arena);
    return error ? phk_disk_error(diag, path, "make this folder", error) : PH_OK;
}

char *phk_disk_join(phk_arena *arena, const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = phk_arena_alloc(arena, size);
    if (path) snprintf(path, size, "%s/%s", folder, name);
    return path;
}

char *phk_disk_rooted(phk_arena *arena, const char *path)
{
    char folder[PATH_MAX];
    if (path[0] == '/' || !getcwd(folder, sizeof folder))
        return phk_arena_text(arena, path, strlen(path));
    return phk_disk_join(arena, folder, path);
}

int phk_disk_write(int fd, const void *data, size_t size, long long offset)
{
    const char *p = data;
    while (size > 0) {
        ssize_t n = pwrite(fd, p, size, (off_t)offset);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        if (n == 0) return ENOSPC;
        p += n;
        size -= (size_t)n;
        offset += n;
    }
    return 0;
}

ph_status phk_disk_target(const char *path, ph_diag *diag)
{
    return is_folder(path) ? phk_disk_error(diag, path, "replace this folder by a file", EISDIR)
                           : PH_OK;
}
