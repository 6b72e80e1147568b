/* SPDX-License-Identifier: BSD-3-Clause */
#include "report.h"

#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

void cli_error(const char *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, command ? "polhode %s: " : "polhode: ", command);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

void cli_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "note: ");
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

void cli_did_you_mean(const char *word, const char *const *words, int count)
{
    const char *best = ph_nearest(word, words, count);
    if (best) fprintf(stderr, "  did you mean \"%s\"?\n", best);
}

void cli_report(const ph_diag *diag)
{
    for (int i = 0; diag && i < ph_diag_count(diag); i++) {
        const ph_diagnostic *entry = ph_diag_get(diag, i);
        size_t size = ph_diagnostic_format(entry, NULL, 0) + 1;
        char *text = malloc(size);
        if (text) ph_diagnostic_format(entry, text, size);
        fputs(text ? text : entry->message, stderr);
        free(text);
    }
    if (diag && ph_diag_dropped(diag) > 0) fprintf(stderr, "and %d more\n", ph_diag_dropped(diag));
}

int cli_output_closed(void)
{
    struct pollfd p = {STDOUT_FILENO, POLLOUT, 0};
    return poll(&p, 1, 0) > 0 && (p.revents & POLLERR) != 0;
}

int cli_output_failed(void)
{
    return ferror(stdout);
}
