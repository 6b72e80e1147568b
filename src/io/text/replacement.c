/* SPDX-License-Identifier: BSD-3-Clause */
#ifdef __linux__
#define _GNU_SOURCE /* syncfs */
#endif
#include <polhode/replace.h>

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Letters of FOLDER/ in a path; 0: it has none. */
static int folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash - path) + 1 : 0;
}

/* Opens FOLDER/.NAME.PID-N.part. N tells apart several writers of one process, and leftovers of a
 * killed one; a name is cut where it would be too long for a file. */
static int open_part(const char *path, char *part, size_t size)
{
    enum { TRIES = 1000, MOST = 200 };
    int length = folder_length(path), fd = -1;
    for (int n = 0; fd < 0 && n < TRIES; n++) {
        snprintf(part, size, "%.*s.%.*s.%ld-%d.part", length, path, MOST, path + length,
                 (long)getpid(), n);
        fd = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST) break;
    }
    return fd;
}

int ph_replacement_open(ph_replacement *r, const char *path)
{
    struct stat info;
    size_t size = strlen(path) + 64;
    *r = (ph_replacement){.path = strdup(path), .part = malloc(size)};
    int error = 0, fd = -1;
    if (!r->path || !r->part)
        error = ENOMEM;
    else if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        error = EISDIR;
    else if ((fd = open_part(path, r->part, size)) < 0)
        error = errno;
    else if (!(r->out = fdopen(fd, "w+")))
        error = errno;
    if (!error) return 0;
    if (fd >= 0) {
        close(fd);
        unlink(r->part);
    }
    free(r->path);
    free(r->part);
    *r = (ph_replacement){0};
    return error;
}

/* Closes it, brought to the disk before where that is wanted. */
static int close_file(ph_replacement *r, bool sync)
{
    int error = 0;
    if (!r->out) return 0;
    /* what could not be written before cannot be flushed either, and that says why */
    errno = 0;
    if (fflush(r->out) != 0 || ferror(r->out) || (sync && fsync(fileno(r->out)) != 0))
        error = errno ? errno : EIO;
    if (fclose(r->out) != 0 && !error) error = errno;
    r->out = NULL;
    return error;
}

int ph_replacement_close(ph_replacement *r)
{
    return close_file(r, true);
}

int ph_replacement_end(ph_replacement *r)
{
    return close_file(r, false);
}

/* Makes the rename itself last; a disk that cannot do so is no failure. */
static void sync_folder(char *path)
{
    int length = folder_length(path);
    path[length] = '\0';
    int fd = open(length ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    fsync(fd);
    close(fd);
}

/* Gives it its name, which a sync of the folder makes last. */
static int rename_part(ph_replacement *r)
{
    if (rename(r->part, r->path) != 0) return errno;
    free(r->part);
    r->part = NULL;
    return 0;
}

int ph_replacement_place(ph_replacement *r)
{
    int error = ph_replacement_close(r);
    if (!error) error = rename_part(r);
    if (!error) sync_folder(r->path);
    ph_replacement_drop(r);
    return error;
}

/* --- many files ------------------------------------------------------------------------------- */

/* Brings a closed file to the disk. */
static int sync_part(const char *part, int (*sync)(int fd))
{
    int fd = open(part, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return errno;
    int error = sync(fd) != 0 ? errno : 0;
    close(fd);
    return error;
}

/* Linux can be asked for all that waits for a disk. Whatever else that is, it takes half the time
 * of going file by file, and less the more files there are. */
static int sync_all(const ph_replacement *r, int count)
{
    int error = 0;
#ifdef __linux__
    if (count > 1) return sync_part(r->part, syncfs);
#endif
    for (int i = 0; i < count && !error; i++) error = sync_part(r[i].part, fsync);
    return error;
}

int ph_replacement_place_all(ph_replacement *r, int count)
{
    int error = 0;
    for (int i = 0; i < count && !error; i++) error = ph_replacement_end(&r[i]);
    if (!error) error = sync_all(r, count);
    for (int i = 0; i < count && !error; i++) error = rename_part(&r[i]);
    if (count && !error) sync_folder(r->path);
    for (int i = 0; i < count; i++) ph_replacement_drop(&r[i]);
    return error;
}

void ph_replacement_drop(ph_replacement *r)
{
    if (r->out) fclose(r->out);
    if (r->part) unlink(r->part);
    free(r->path);
    free(r->part);
    *r = (ph_replacement){0};
}
