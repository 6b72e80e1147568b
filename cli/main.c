/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode -- the command. Finds the sub-command and hands over to it. This file alone knows of all
 * of them; `papers` is a user of the others' code (studies/), which they know nothing of.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <polhode/polhode.h>
#include "command.h"
#include "common/report.h"
#include "studies/papers.h"

typedef struct {
    const char *name, *help;
    int (*run)(int argc, char **argv);
} command;

/* In the order of `polhode --help`: what a user does first comes first. */
static const command commands[] = {
    {"run", "simulate a model and write its result", cmd_run},
    {"equilibrium", "find where a model stays at rest", cmd_equilibrium},
    {"kinematics", "move a model as its motions say, and find their forces", cmd_kinematics},
    {"inverse", "find the forces behind a motion that was measured", cmd_inverse},
    {"check", "read a model and say what it consists of", cmd_check},
    {"converge", "measure errors and orders of integrators on a model", cmd_converge},
    {"modes", "find eigenvalues and shapes of a model about a state, or over a speed", cmd_modes},
    {"linearize", "write a model about a state as matrices A, B, C, D", cmd_linearize},
    {"reduce", "make a flexible body of finite-element matrices", cmd_reduce},
    {"table", "print columns of a result as CSV", cmd_table},
    {"stress", "list where flexible bodies were stressed most", cmd_stress},
    {"plot", "draw columns of a result as a figure", cmd_plot},
    {"view", "watch a result move, with its curves, in a page", cmd_view},
    {"convert", "write a model or a result in another form", cmd_convert},
    {"papers", "compute figures and claims of papers, with a verdict on each", cmd_papers},
    {"list", "list the integrators, elements or functions of this build", cmd_list},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *out)
{
    fprintf(out, "usage: polhode COMMAND ...\n\n"
                 "Simulates mechanical systems in which rotation matters.\n\ncommands:\n");
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-11s %s\n", commands[i].name, commands[i].help);
    fprintf(out, "\n`polhode COMMAND --help` tells what a command takes.\n"
                 "`polhode --version` tells the version.\n");
}

static int unknown(const char *word)
{
    const char *names[COMMANDS];
    for (int i = 0; i < COMMANDS; i++) names[i] = commands[i].name;
    cli_error(NULL, *word == '-' ? "no option \"%s\"" : "no command \"%s\"", word);
    cli_did_you_mean(word, names, COMMANDS);
    fprintf(stderr, "  `polhode --help` lists the commands.\n");
    return CLI_USAGE;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        /* `polhode help table` is what `polhode table --help` is */
        char help[] = "--help", *again[] = {argv[0], argc > 2 ? argv[2] : NULL, help, NULL};
        if (argc > 2 && *argv[2] != '-') return dispatch(3, again);
        print_help(stdout);
        return CLI_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("polhode %s\n", ph_version());
        return CLI_DONE;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0) return commands[i].run(argc - 1, argv + 1);
    return unknown(argv[1]);
}

/* What was printed must have arrived. A reader that went away (`| head`) has what it wanted. */
static int close_output(int status)
{
    int bad = ferror(stdout);
    errno = 0;
    if (fflush(stdout) == 0 && !bad) return status;
    if (errno == EPIPE || (bad && cli_output_closed())) return status;
    cli_error(NULL, "cannot write to standard output: %s", strerror(errno ? errno : EIO));
    return status == CLI_DONE ? CLI_FAILED : status;
}

int main(int argc, char **argv)
{
    /* a closed pipe and a file-size limit shall be errors to report, not deaths */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    return close_output(dispatch(argc, argv));
}
