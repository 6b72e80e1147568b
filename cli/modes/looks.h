/* SPDX-License-Identifier: BSD-3-Clause
 *
 * looks.h -- what a model wants to be known of states of its run (`linearizations`).
 */
#ifndef CLI_LOOKS_H
#define CLI_LOOKS_H

#include <polhode/polhode.h>

/* Works all of them out and writes them into the folder: NAME.csv, or NAME.h5 and NAME.mat. Each
 * state is reached anew. quiet: nothing is printed. Complains itself; an exit status. */
int looks_take(const char *command, ph_model *model, const ph_options *options,
               const char *directory, bool quiet);

#endif
