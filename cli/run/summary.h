/* SPDX-License-Identifier: BSD-3-Clause
 *
 * summary.h -- what a run says at its end, for people and as JSON.
 */
#ifndef CLI_SUMMARY_H
#define CLI_SUMMARY_H

#include <stdio.h>
#include <polhode/polhode.h>

typedef struct {
    const ph_model *model;
    ph_sim *sim;
    ph_status status;
    const char *message; /* what went wrong, or why it is doubtful; NULL: nothing */
    const char *directory;
    long long rows;
    double wall; /* [s] */
} summary;

void summary_print(const summary *s, FILE *out);
void summary_json(const summary *s, FILE *out);

#endif
