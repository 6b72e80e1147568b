/* SPDX-License-Identifier: BSD-3-Clause
 *
 * serve.h -- a page for the browser of this machine alone: HTTP on 127.0.0.1.
 */
#ifndef CLI_SERVE_H
#define CLI_SERVE_H

#include <stdbool.h>
#include <stdio.h>

/* Writes what a path holds ("/", "/data") to a file; false: there is nothing of that name. */
typedef struct {
    void *user;
    bool (*answer)(void *user, const char *path, FILE *out, const char **type);
} server;

/* Serves until Ctrl-C. port 0: any free one. Opens the page in the browser where `browse` is set
 * and there is one. Returns an exit status. */
int serve(const server *s, int port, bool browse, const char *command);

#endif
