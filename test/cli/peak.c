/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peak COMMAND ARGUMENT... -- runs a command and prints its wall time [s] and peak memory [kB] on
 * standard error, as the last line. Exits as the command does.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct timespec from, to;
    struct rusage used;
    int status;
    if (argc < 2) return 2;
    clock_gettime(CLOCK_MONOTONIC, &from);
    pid_t child = fork();
    if (child == 0) {
        execv(argv[1], argv + 1);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0) return 126;
    getrusage(RUSAGE_CHILDREN, &used);
    clock_gettime(CLOCK_MONOTONIC, &to);
    double wall = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    fprintf(stderr, "%.3f %ld\n", wall, used.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
