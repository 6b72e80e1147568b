/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/flex/seal.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/text/disk.h"

enum { SEAL = 16, PART = 1 << 14 };
static const unsigned char mark[8] = "phfseal1";

/* FNV-1a of the first bytes. 0, or an errno. */
static int sum_up(int fd, long long size, uint64_t *sum)
{
    unsigned char part[PART];
    uint64_t h = 14695981039346656037u;
    for (long long at = 0; at < size;) {
        const size_t wanted = size - at < PART ? (size_t)(size - at) : PART;
        const ssize_t n = pread(fd, part, wanted, (off_t)at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n < 0 ? errno : EIO;
        for (ssize_t i = 0; i < n; i++) h = (h ^ part[i]) * 1099511628211u;
        at += n;
    }
    *sum = h;
    return 0;
}

static void encode(uint64_t sum, unsigned char seal[SEAL])
{
    memcpy(seal, mark, sizeof mark);
    for (int i = 0; i < 8; i++) seal[8 + i] = (unsigned char)(sum >> 8 * i);
}

int phk_seal_put(int fd)
{
    struct stat info;
    uint64_t sum = 0;
    unsigned char seal[SEAL];
    if (fstat(fd, &info) != 0) return errno;
    int error = sum_up(fd, info.st_size, &sum);
    encode(sum, seal);
    return error ? error : phk_disk_write(fd, seal, SEAL, info.st_size);
}

bool phk_seal_holds(int fd)
{
    struct stat info;
    uint64_t sum = 0;
    unsigned char seal[SEAL], wanted[SEAL];
    if (fstat(fd, &info) != 0 || info.st_size < SEAL) return true;
    if (pread(fd, seal, SEAL, info.st_size - SEAL) != SEAL || memcmp(seal, mark, sizeof mark) != 0)
        return true;
    if (sum_up(fd, info.st_size - SEAL, &sum) != 0) return false;
    encode(sum, wanted);
    return memcmp(seal, wanted, SEAL) == 0;
}
