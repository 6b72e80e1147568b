/* SPDX-License-Identifier: BSD-3-Clause */
#include "gnuplot.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "command.h"
#include "common/replacement.h"
#include "common/report.h"

enum { NOT_FOUND = 127 };

/* gnuplot does not notice a full disk: each form of picture has an end that must be there. */
static bool is_whole(int fd, const char *output)
{
    const char *dot = strrchr(output, '.');
    const char *mark = strcmp(dot, ".svg") == 0   ? "</svg>"
                       : strcmp(dot, ".png") == 0 ? "IEND"
                                                  : "%%EOF";
    char tail[64];
    off_t size = lseek(fd, 0, SEEK_END);
    off_t from = size > (off_t)sizeof tail ? size - (off_t)sizeof tail : 0;
    ssize_t n = pread(fd, tail, sizeof tail, from);
    size_t length = strlen(mark);
    for (ssize_t i = 0; i + (ssize_t)length <= n; i++)
        if (memcmp(tail + i, mark, length) == 0) return true;
    return false;
}

/* Exit status of gnuplot, 128 and more when a signal ended it, -1 when it could not be started. */
static int run_child(int in, int out, int err)
{
    pid_t child = fork();
    if (child < 0) return -1;
    if (child == 0) {
        signal(SIGPIPE, SIG_DFL);
        signal(SIGXFSZ, SIG_DFL);
        if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
            dup2(err, STDERR_FILENO) < 0)
            _exit(1);
        /* no settings of the user's own: a figure looks the same everywhere */
        execlp("gnuplot", "gnuplot", "--default-settings", (char *)NULL);
        _exit(errno == ENOENT ? NOT_FOUND : 1);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool gnuplot_present(void)
{
    const char *path = getenv("PATH");
    while (path && *path) {
        char file[4096];
        size_t n = strcspn(path, ":");
        int length = snprintf(file, sizeof file, "%.*s/gnuplot", (int)n, path);
        if (length < (int)sizeof file && access(file, X_OK) == 0) return true;
        path += n + (path[n] == ':');
    }
    return false;
}

static void show_complaints(FILE *messages)
{
    char line[256];
    rewind(messages);
    for (int i = 0; i < 12 && fgets(line, sizeof line, messages); i++)
        if (line[strspn(line, " \t\n^")]) fprintf(stderr, "  gnuplot: %s", line);
}

static int draw(FILE *script, const replacement *p, FILE *messages, const char *output,
                const char *command)
{
    if (fflush(script) != 0 || ferror(script) || lseek(fileno(script), 0, SEEK_SET) != 0) {
        cli_error(command, "cannot write a temporary file for gnuplot: %s", strerror(errno));
        return CLI_FAILED;
    }
    int status = run_child(fileno(script), fileno(p->file.out), fileno(messages));
    if (status == NOT_FOUND) {
        cli_error(command, "figures are drawn by gnuplot, which is not installed here");
        fprintf(stderr, "  install the package gnuplot-nox (Debian: apt install gnuplot-nox)\n");
        return CLI_FAILED;
    }
    if (status != 0) {
        cli_error(command, "gnuplot could not draw \"%s\"", output);
        show_complaints(messages);
        return CLI_FAILED;
    }
    if (!is_whole(fileno(p->file.out), output)) {
        cli_error(command, "\"%s\" could not be written whole; is the disk full?", output);
        return CLI_FAILED;
    }
    return CLI_DONE;
}

int gnuplot_run(FILE *script, const char *output, const char *command)
{
    replacement p;
    if (!replacement_open(&p, output, command)) return CLI_FAILED;
    FILE *messages = tmpfile();
    int status = CLI_FAILED;
    if (messages)
        status = draw(script, &p, messages, output, command);
    else
        cli_error(command, "cannot make a temporary file for gnuplot: %s", strerror(errno));
    if (messages) fclose(messages);
    return replacement_close(&p, status);
}
