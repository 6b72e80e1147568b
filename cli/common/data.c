/* SPDX-License-Identifier: BSD-3-Clause */
#include "data.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool data_folder(const char *name, char *path, size_t size)
{
    /* from the folder the command lies in: PREFIX/bin, or the build folder */
    static const char *const from[] = {"../share/polhode", ".."};
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) return false;
    self[n] = '\0';
    char *slash = strrchr(self, '/');
    if (!slash) return false;
    *slash = '\0';
    for (size_t i = 0; i < sizeof from / sizeof from[0]; i++) {
        struct stat info;
        int length = snprintf(path, size, "%s/%s/%s", self, from[i], name);
        if (length > 0 && (size_t)length < size && stat(path, &info) == 0 && S_ISDIR(info.st_mode))
            return true;
    }
    return false;
}
