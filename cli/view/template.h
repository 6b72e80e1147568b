/* SPDX-License-Identifier: BSD-3-Clause
 *
 * template.h -- the page of the viewer, built from viewer/ and installed as viewer.html: everything
 * but the data, whose place in it is marked.
 */
#ifndef CLI_TEMPLATE_H
#define CLI_TEMPLATE_H

#include <stddef.h>

typedef struct {
    char *text;          /* whole, terminated */
    size_t size, before; /* of it, and of what stands before the data */
    const char *after;
} template;

/* From POLHODE_VIEWER, beside the command (a build folder), or where it was installed. Returns an
 * exit status; other than CLI_DONE after a complaint that says how to get it. */
int template_read(template *t, const char *command);
void template_free(template *t);

#endif
