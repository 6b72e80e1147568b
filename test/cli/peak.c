/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peak COMMAND ARGUMENT... -- runs a command and prints its peak memory [kB] on standard error, as
 * the last line. Exits as the command does.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct rusage used;
    int status;
    if (argc < 2) return 2;
    pid_t child = fork();
    if (child == 0) {
        execv(argv[1], argv + 1);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0) return 126;
    getrusage(RUSAGE_CHILDREN, &used);
    fprintf(stderr, "%ld\n", used.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
