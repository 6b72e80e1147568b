/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Both sides of live.h: the writer's, and ph_running of those who watch.
 */
#include "io/result/live.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <polhode/result.h>
#include "base/arena.h"
#include "base/diag.h"
#include "io/text/disk.h"

/* The two bytes; no file is that long. */
#define WRITES  ((off_t)1 << 60)
#define WATCHES (WRITES + 1)
/* A change younger than this may not be whole yet. */
#define SETTLED_NS 30000000

static struct flock lock_of(off_t byte, short type)
{
    return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
}

/* True when another process holds a lock on the byte. */
static bool is_held(int fd, off_t byte, short wanted)
{
    struct flock lock = lock_of(byte, wanted);
    return fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

void phk_live_begin(int fd)
{
    struct flock lock = lock_of(WRITES, F_WRLCK);
    (void)fcntl(fd, F_SETLK, &lock);
}

bool phk_live_watched(int fd)
{
    return is_held(fd, WATCHES, F_WRLCK);
}

struct ph_running {
    phk_arena arena;
    const char *path;
    int fd;
    struct timespec seen; /* last change of the file when it was opened for reading */
};

/* Shared, so that several may watch. Closing any descriptor of the file drops it: it is taken
 * again whenever the run is asked after. */
static void watch(const ph_running *r)
{
    struct flock lock = lock_of(WATCHES, F_RDLCK);
    (void)fcntl(r->fd, F_SETLK, &lock);
}

/* Opens a temporary file when somebody is writing it. */
static bool take(ph_running *r, const char *folder, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(name, ".result.h5.", 11) != 0 || strcmp(name + length - 5, ".part") != 0)
        return false;
    const char *path = phk_disk_join(&r->arena, folder, name);
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    if (fd < 0) return false;
    if (!is_held(fd, WRITES, F_RDLCK)) {
        close(fd);
        return false;
    }
    r->fd = fd;
    r->path = path;
    return true;
}

ph_status ph_running_open(const char *directory, ph_running **running)
{
    *running = NULL;
    DIR *folder = opendir(directory);
    if (!folder) return PH_OK;
    ph_running *r = calloc(1, sizeof *r);
    bool found = false;
    if (r) r->fd = -1;
    for (struct dirent *e; r && !found && (e = readdir(folder));)
        if (strlen(e->d_name) > 16) found = take(r, directory, e->d_name);
    closedir(folder);
    if (!r) return PH_E_NOMEM;
    if (found) {
        watch(r);
        *running = r;
    } else {
        ph_running_close(r);
    }
    return PH_OK;
}

void ph_running_close(ph_running *r)
{
    if (!r) return;
    if (r->fd >= 0) close(r->fd);
    phk_arena_free(&r->arena);
    free(r);
}

bool ph_running_goes_on(ph_running *r)
{
    watch(r);
    return is_held(r->fd, WRITES, F_RDLCK);
}

/* When the file was changed last. */
static struct timespec changed(const ph_running *r)
{
    struct stat info;
    return fstat(r->fd, &info) == 0 ? info.st_mtim : (struct timespec){0};
}

ph_status ph_running_read(ph_running *r, ph_diag *diag, ph_result **result)
{
    struct timespec now, settle = {.tv_nsec = SETTLED_NS};
    *result = NULL;
    r->seen = changed(r);
    clock_gettime(CLOCK_REALTIME, &now);
    if (now.tv_sec - r->seen.tv_sec <= 1) {
        nanosleep(&settle, NULL);
        r->seen = changed(r);
    }
    return ph_result_open(r->path, diag, result);
}

bool ph_running_unchanged(const ph_running *r)
{
    struct timespec now = changed(r);
    return now.tv_sec == r->seen.tv_sec && now.tv_nsec == r->seen.tv_nsec;
}
