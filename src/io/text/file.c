/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/text/file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/diag.h"

static ph_status cannot_read(const char *path, ph_source where, int problem, ph_diag *diag)
{
    char text[128] = "unknown reason";
    if (strerror_r(problem, text, sizeof text) != 0)
        snprintf(text, sizeof text, "error %d", problem);
    return phk_error(diag, PH_E_IO, where,
                     problem == ENOENT
                         ? "check the path; it counts from the current folder, or from "
                           "the model file for files named there"
                         : NULL,
                     "cannot read %s: %s", path, text);
}

static ph_status too_large(const char *path, ph_source where, ph_diag *diag)
{
    return phk_error(diag, PH_E_IO, where, "is this the file you meant?", "%s is larger than 2 GB",
                     path);
}

/* Reads to the end, also of what has no size beforehand (a pipe). */
static ph_status read_all(FILE *file, const char *path, size_t expected, ph_source where,
                          ph_diag *diag, char **text, size_t *length)
{
    size_t size = expected + 4096, used = 0;
    char *buffer = malloc(size);
    while (buffer) {
        used += fread(buffer + used, 1, size - used - 1, file);
        if (used < size - 1) break;
        if (size > INT_MAX / 2) {
            free(buffer);
            return too_large(path, where, diag);
        }
        char *larger = realloc(buffer, size *= 2);
        if (!larger) free(buffer);
        buffer = larger;
    }
    if (!buffer) return phk_error(diag, PH_E_NOMEM, where, NULL, "out of memory reading %s", path);
    if (ferror(file)) {
        free(buffer);
        return cannot_read(path, where, errno ? errno : EIO, diag);
    }
    buffer[used] = '\0';
    *text = buffer;
    *length = used;
    return PH_OK;
}

ph_status phk_file_read(const char *path, ph_source where, ph_diag *diag, char **text,
                        size_t *length)
{
    struct stat info;
    *text = NULL;
    *length = 0;
    FILE *file = fopen(path, "rb");
    if (!file) return cannot_read(path, where, errno, diag);
    ph_status status;
    if (fstat(fileno(file), &info) != 0)
        status = cannot_read(path, where, errno, diag);
    else if (S_ISDIR(info.st_mode))
        status = phk_error(diag, PH_E_IO, where, "name a file in it", "%s is a folder", path);
    else if (info.st_size > INT_MAX - 8192)
        status = too_large(path, where, diag);
    else
        status = read_all(file, path, (size_t)info.st_size, where, diag, text, length);
    fclose(file);
    return status;
}

char *phk_file_beside(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash && name[0] != '/' ? (size_t)(slash - path) + 1 : 0, n = strlen(name);
    char *joined = malloc(folder + n + 1);
    if (!joined) return NULL;
    memcpy(joined, path, folder);
    memcpy(joined + folder, name, n + 1);
    return joined;
}

const char *phk_file_last_part(const char *name)
{
    const char *last = name;
    for (; *name; name++)
        if (strchr("/\\:", *name)) last = name + 1;
    return last;
}

int phk_file_is_there(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISDIR(info.st_mode);
}
