/* SPDX-License-Identifier: BSD-3-Clause
 *
 * command.h -- the sub-commands of this folder. Each gets its own arguments (argv[0] is its name)
 * and returns the exit status: 0 done, 1 failed while doing it, 2 bad usage or bad input, 3 done,
 * but the result is not to be trusted.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

enum { CLI_DONE = 0, CLI_FAILED = 1, CLI_USAGE = 2, CLI_DOUBTFUL = 3 };

int cmd_check(int argc, char **argv);
int cmd_converge(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_linearize(int argc, char **argv);
int cmd_equilibrium(int argc, char **argv);
int cmd_inverse(int argc, char **argv);
int cmd_kinematics(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_modes(int argc, char **argv);
int cmd_plot(int argc, char **argv);
int cmd_reduce(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_stress(int argc, char **argv);
int cmd_table(int argc, char **argv);
int cmd_view(int argc, char **argv);

#endif
