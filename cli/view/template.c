/* SPDX-License-Identifier: BSD-3-Clause */
#include "template.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "command.h"
#include "common/report.h"

static const char mark[] = "POLHODE_DATA";

/* The file's bytes, terminated; NULL: not there (errno 0: out of memory). */
static char *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    char *text = NULL;
    size_t room = 0;
    *size = 0;
    do {
        room = 2 * room + (1 << 20);
        char *larger = realloc(text, room + 1);
        if (!larger) {
            free(text);
            fclose(file);
            errno = 0;
            return NULL;
        }
        text = larger;
        *size += fread(text + *size, 1, room - *size, file);
    } while (*size == room);
    text[*size] = '\0';
    bool failed = ferror(file);
    fclose(file);
    if (!failed) return text;
    free(text);
    return NULL;
}

/* Relative to the folder of the command itself: that of a build, or PREFIX/bin. */
static char *read_beside(const char *name, size_t *size)
{
    char path[PATH_MAX + 64];
    ssize_t n = readlink("/proc/self/exe", path, PATH_MAX);
    if (n <= 0) return NULL;
    path[n] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash) return NULL;
    snprintf(slash + 1, sizeof path - (size_t)(slash + 1 - path), "%s", name);
    return read_all(path, size);
}

static int none(const char *command, const char *named)
{
    if (named) {
        cli_error(command, "cannot read \"%s\", the page POLHODE_VIEWER names: %s", named,
                  strerror(errno));
        return CLI_FAILED;
    }
    cli_error(command, "the viewer's page is not installed: it was left out of this build");
    fprintf(stderr, "  install Node.js and npm (Debian: apt install nodejs npm) and build again; "
                    "all else works without\n");
    return CLI_FAILED;
}

int template_read(template *t, const char *command)
{
    const char *named = getenv("POLHODE_VIEWER");
    *t = (template){0};
    if (named && *named) {
        t->text = read_all(named, &t->size);
    } else {
        named = NULL;
        t->text = read_beside("viewer.html", &t->size);
        if (!t->text) t->text = read_beside("../share/polhode/viewer.html", &t->size);
        if (!t->text) t->text = read_all(POLHODE_DATA_FOLDER "/viewer.html", &t->size);
    }
    if (!t->text) return none(command, named);
    char *found = strstr(t->text, mark);
    if (!found) {
        cli_error(command, "the viewer's page has no place for data: it is damaged; build again");
        template_free(t);
        return CLI_FAILED;
    }
    t->before = (size_t)(found - t->text);
    t->after = found + strlen(mark);
    return CLI_DONE;
}

void template_free(template *t)
{
    free(t->text);
    *t = (template){0};
}
