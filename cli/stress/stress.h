/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stress.h -- hot spots of a flexible body: as a table, as CSV or JSON, their courses over the rows
 * of the result, and all of the body as a file for ParaView.
 */
#ifndef CLI_STRESS_H
#define CLI_STRESS_H

#include <stdio.h>
#include <polhode/json.h>
#include <polhode/result.h>

typedef struct {
    const ph_bending *body;
    double separation; /* [m]; negative: each is of another member */
    int count;
    const int *spot; /* [count] */
} hot_spots;

void stress_table(const hot_spots *h, FILE *out);
void stress_csv_head(FILE *out);
void stress_csv(const hot_spots *h, FILE *out);
void stress_json(const hot_spots *h, ph_json *j);
/* von Mises stresses at every row. These two return an exit status, after a complaint of their
 * own. */
int stress_history(const hot_spots *h, ph_result *result, const char *path, ph_diag *diag);
/* The body as it is bent at a time, displacements multiplied by `scale`; stresses at nodes then,
 * and their envelope. */
int stress_vtp(const ph_bending *body, ph_result *result, double t, double scale, const char *path,
               ph_diag *diag);

#endif
